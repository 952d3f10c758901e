"""The fu of a scored win, item by item; for native callers only (fu.pxd)."""

from mjcore.fans.han_fu import FuItem as FuItem

WAITS: dict[int, str]
"""The items of waits, by the role of the winning tile."""
