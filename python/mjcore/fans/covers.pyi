"""What covers what, for native callers only (covers.pxd)."""
