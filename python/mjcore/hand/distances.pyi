"""Tables of distances of one group of tiles, generated at first use; see distances.pxd."""
