"""Tiles that a seat does not see, and the places that they can lie at (unseen.pxd)."""
