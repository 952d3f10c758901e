"""Tiles and melds change hands: the small steps that the machine is made of (moves.pxd)."""
