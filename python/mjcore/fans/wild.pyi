"""Wins with wild tiles that have a face of their own (wild.pxd)."""
