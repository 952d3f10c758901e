"""Turns: draws, flowers, and the ends of a hand (turns.pxd)."""
