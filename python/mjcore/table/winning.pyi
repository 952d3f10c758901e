"""Wins: payment, winners, and how the hand goes on after them (winning.pxd)."""
