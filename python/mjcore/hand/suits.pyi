"""Tables of one suit, for native callers only (suits.pxd)."""
