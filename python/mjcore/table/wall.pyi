"""The wall: random numbers, shuffling, drawing (wall.pxd)."""
