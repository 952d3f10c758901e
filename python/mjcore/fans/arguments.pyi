"""Reading a win from arguments (arguments.pxd)."""

WINDS: dict[str, int]
"""The texts of a wind, and its number 0..3."""
