"""The main grammar of tiles, melds and hands, for native callers only (grammar.pxd)."""
