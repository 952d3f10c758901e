"""Hands before and after a kong is laid down."""

from __future__ import annotations

from mjcore.errors import HandError
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile
from mjcore.legal.local_rules import LocalRules
from mjcore.typing import TileLike


def held_draw(table: LocalRules, hand: Hand, drawn: TileLike | None) -> Tile | None:
    """The tile just drawn, which is among the concealed ones; None right after a pung."""
    tile = None if drawn is None else table.tile(drawn)
    if tile is not None and not hand.counts[tile.kind]:
        raise HandError(f"{tile} was drawn, but is not among the concealed tiles of {hand}")
    return tile


def kongs_in(hand: Hand) -> list[tuple[str, Tile]]:
    """The kongs that a hand on its own turn has the tiles for, as (type, tile).

    >>> kongs_in(Hand("2222m3m456789p5s[555s<]"))
    [('concealed kong', Tile('2m')), ('added kong', Tile('5s'))]
    """
    pungs = {meld.kind for meld in hand.melds if meld.type == "pung"}
    found = [("concealed kong", Tile(kind)) for kind, count in enumerate(hand.counts) if count == 4]
    return found + [("added kong", Tile(kind)) for kind, count in enumerate(hand.counts) if count and kind in pungs]


def with_kong(hand: Hand, tile: Tile, type: str) -> Hand:
    """The hand with a kong laid down, before its replacement is drawn.

    >>> with_kong(Hand("555m12p"), Tile("5m"), "exposed kong")
    Hand('12p[5555m<]')
    """
    counts, text = bytearray(hand.counts), str(Tile(tile.kind))
    rank, suit = text[0], text[1]
    melds = list(hand.melds)
    if type == "added kong":
        place = next(n for n, meld in enumerate(melds) if meld.kind == tile.kind)
        melds[place] = Meld(f"[{rank * 4}{suit}+{melds[place].source}]")
        counts[tile.kind] -= 1
    else:
        melds.append(Meld(f"({rank * 4}{suit})" if type == "concealed kong" else f"[{rank * 4}{suit}<]"))
        counts[tile.kind] = 0
    return Hand(bytes(counts), melds)
