"""Another deal of what a seat does not know (redeal.pxd)."""
