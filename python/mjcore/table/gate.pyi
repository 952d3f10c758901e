"""Wins: what a seat would win with, and whether it may (gate.pxd)."""
