"""The targets that a hand with wild tiles can be, for native callers (targets.pxd)."""
