"""Every discard of 34 counts without Python objects; see discards.pxd."""
