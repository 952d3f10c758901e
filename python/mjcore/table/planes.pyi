"""What a seat sees as rows of bytes, a column for each kind of tile: food for networks (planes.pxd)."""
