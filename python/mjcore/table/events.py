"""What a table tells: events of its log, discards of its rivers."""

from __future__ import annotations

from typing import NamedTuple

from mjcore.hand.tiles import Tile

# in the order of `Happened` and `Why` in src/mjcore/table/log.pxd
EVENT_NAMES = ("start", "dice", "flip", "piao", "pick", "exchange", "void", "aside", "draw", "ready", "ready_paid",
               "discard", "chow", "pung", "kong", "kong_stands", "rob", "extract", "dora", "horse", "win", "pay",
               "exhaustive", "abort", "end")
PAY_REASONS = ("win", "kong", "kong_refund", "kong_transfer", "not_ready_refund", "pig", "pig_fine", "not_ready",
               "deposit", "sticks", "honba", "noten", "nagashi", "pao")


class Event(NamedTuple):
    """One thing that happened.

    what   one of `EVENT_NAMES`
    seat   who did it; of a payment who pays; None: nobody
    tile   the tile that it is about
    other  the seat that gave the tile; of a payment who gets it
    how    a draw: 0 dealt, 1 wall, 2 kong, 3 flower, 4 north; a discard: 1 as drawn; a kong: its type (3 exposed, 4
           added, 5 concealed); a payment: the place of its reason in `PAY_REASONS`; a declaration: 1 double, 2 at the
           deal, 3 in the first turn
    value  an amount, a number, a packed meld
    """

    what: str
    seat: int | None
    tile: Tile | None
    other: int | None
    how: int
    value: int


class Thrown(NamedTuple):
    """A discard: drawn (thrown as drawn), claimed by another, won on, with a declaration."""

    tile: Tile
    drawn: bool
    claimed: bool
    won: bool
    ready: bool
