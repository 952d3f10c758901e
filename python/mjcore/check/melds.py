"""Melds of case files to melds of the library."""

from __future__ import annotations

import re

from mjcore.check.fields import Fault, Fields
from mjcore.errors import MahjongError
from mjcore.hand.melds import Meld

# the names of both schemas -> the type of a Meld
TYPES = {
    "chow": "chow",
    "pung": "pung",
    "pong": "pung",
    "kong_exposed": "exposed kong",
    "kong_open": "exposed kong",
    "kong_added": "added kong",
    "kong_concealed": "concealed kong",
    "kong_closed": "concealed kong",
}
SOURCES = {"left": "<", "across": "^", "right": ">"}


def read_meld(value: object, where: str, *, winner: int | None, seats: int, reds: bool = False) -> Meld:
    """One meld. `winner` None: `from` is left, across or right; else it is a seat of the table."""
    fields = Fields(value, where)
    type_ = fields.choice("type", TYPES)
    tiles = fields.text("tiles")
    if not re.fullmatch("[0-9]+[mps]|[1-9]+z" if reds else "[1-9]+[mpsz]", tiles):
        raise fields.wrong("tiles", tiles, "the tiles of one meld, like 123m")
    called = fields.text("called", "") if fields.has("called") else ""
    if type_ == "concealed kong":
        if fields.has("from") and (source := fields.raw("from")) is not None:
            raise fields.wrong("from", source, "null: nobody gave a concealed kong")
        text = f"({tiles})"
    else:
        text = f"[{claimed_first(fields, tiles, called)}{'+' if type_ == 'added kong' else ''}"
        text += f"{_source(fields, winner, seats)}]"
    fields.done()
    return meld_of(text, type_, where)


def meld_of(text: str, type_: str, where: str) -> Meld:
    """The meld of a text, which must be of this type."""
    try:
        meld = Meld(text)
    except MahjongError as error:
        raise Fault(f"{where}: {error}") from None
    if meld.type != type_:
        raise Fault(f"{where} is {text}: expected a {type_}, not a {meld.type}")
    return meld


def claimed_first(fields: Fields, tiles: str, called: str) -> str:
    """The tiles with the claimed one in front, as hand text has it."""
    if not called:
        return tiles
    ranks, suit = tiles[:-1], tiles[-1]
    if len(called) != 2 or called[0] not in ranks or called[1] != suit:
        raise fields.wrong("called", called, f"one of the tiles {tiles}")
    return called[0] + ranks.replace(called[0], "", 1) + suit


def _source(fields: Fields, winner: int | None, seats: int) -> str:
    if winner is None:
        return str(fields.choice("from", SOURCES))
    seat = fields.number("from", 0, seats - 1)
    if seat == winner:
        raise fields.wrong("from", seat, "another seat than the winner's")
    return source_of((seat - winner) % seats, seats)


def source_of(place: int, seats: int) -> str:
    """The sign of the seat that comes `place` seats after the owner's: the one before, the next, or any between."""
    return "<" if place == seats - 1 else ">" if place == 1 else "^"


def read_melds(fields: Fields, *, winner: int | None = None, seats: int = 4, reds: bool = False) -> list[Meld]:
    """The field `melds` of a hand."""
    items = fields.items("melds")
    return [read_meld(item, f"melds[{n}]", winner=winner, seats=seats, reds=reds) for n, item in enumerate(items)]
