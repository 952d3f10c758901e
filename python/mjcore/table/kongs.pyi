"""Kongs on the own turn, norths set aside, and their replacements (kongs.pxd)."""
