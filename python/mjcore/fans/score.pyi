"""Scoring a win under a compiled rule set, for native callers only (score.pxd)."""
