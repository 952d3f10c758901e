"""What happened when a hand won, as bits (circumstances.pxd)."""

FLAG_NAMES: tuple[str, ...]
"""The circumstances that are yes or no, as `mjcore.score` and `mjcore.Win` name them."""
