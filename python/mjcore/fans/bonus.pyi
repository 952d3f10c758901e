"""Tiles that add to a win by themselves, for native callers only (bonus.pxd)."""
