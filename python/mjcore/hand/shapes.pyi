"""Distances of the forms that are no sets and a pair, for native callers only (shapes.pxd)."""
