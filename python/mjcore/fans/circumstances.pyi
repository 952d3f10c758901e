"""What happened when a hand won, as bits; for native callers only (circumstances.pxd)."""
