"""What comes before the first turn (setup.pxd)."""
