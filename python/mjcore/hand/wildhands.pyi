"""Readings of hands with wild tiles, for native callers; `mjcore.decompose` gives them to Python."""
