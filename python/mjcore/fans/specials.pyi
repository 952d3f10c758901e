"""Facts of whole hands, for native callers only (specials.pxd)."""
