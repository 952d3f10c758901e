"""Tiles, melds and hands: the lowest layer. See ARCHITECTURE.md."""
