"""Legal actions: bits of a mask, made from sets of kinds (masks.pxd)."""
