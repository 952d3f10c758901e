"""Distances of one group of tiles rank by rank, for native callers only (automaton.pxd)."""
