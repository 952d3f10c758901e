"""Relations between sets (relations.pxd)."""

RELATION_NAMES: tuple[str, ...]
"""The relations of two, three and four chows, then those of pungs; patterns of a fan table by themselves."""
