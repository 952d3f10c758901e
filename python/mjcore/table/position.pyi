"""Positions from facts: what `mjcore.game.positions` has worked out, written into a state and checked."""

from typing import Any, SupportsIndex

from typing_extensions import Buffer

from mjcore.rules.base import RuleSet
from mjcore.table.tables import Table

def layout(rules: str | RuleSet) -> dict[str, Any]:
    """What of the course of a hand decides where tiles lie: the tiles in their canonical order, sizes, replacements.

    >>> layout("riichi")["hand"], layout("riichi")["kong_draw"], len(layout("hk")["tiles"])
    (13, 'dead', 144)
    """

def shuffled(tiles: Buffer, seed: SupportsIndex | str) -> bytes:
    """The tiles in an order that the seed decides, the same on every platform. HandError for what is no seed."""

def place(rules: str | RuleSet, facts: dict[str, Any]) -> Table:
    """The table of facts that `mjcore.game.positions` has checked. HandError for what can not be."""
