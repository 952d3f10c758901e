"""Flowers in dealt hands: who replaces them when, from the tail of the wall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

from mjcore.errors import HandError
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.settle.ledger import seat_of
from mjcore.settle.shares import one_of

if TYPE_CHECKING:
    from mjcore.typing import TileLike

# a flower drawn as a replacement waits for the next round of the table, or is replaced at once
ROUNDS = ("by_round", "until_clean")
FLOWERS = range(35, 43)


@dataclass(frozen=True, slots=True)
class Replaced:
    """Dealt hands without flowers.

    hands     by seat, the kept tiles in their order, then the drawn ones
    flowers   by seat, what was set aside, in the order in which it was shown
    drawn     (seat, tile) in the order in which the tail gave them, flowers included
    """

    hands: tuple[tuple[Tile, ...], ...]
    flowers: tuple[tuple[Tile, ...], ...]
    drawn: tuple[tuple[int, Tile], ...]


def replace_flowers(hands: Sequence[str | Iterable[TileLike]], tail: str | Iterable[TileLike], *,
                    dealer: SupportsIndex = 0, rounds: str = "by_round") -> Replaced:
    """Before the first discard: dealer first, each player in turn sets aside all flowers of the hand and draws as many
    tiles from the tail. `tail`: its tiles in the order in which they are drawn. A flower drawn so waits until all
    others have had their turn ("by_round"), or is replaced before the next player's turn ("until_clean").

    >>> dealt = replace_flowers(["1m12f", "2m", "3m5f"], "3f4m6f5m7m8m")
    >>> [(seat, str(tile)) for seat, tile in dealt.drawn]
    [(0, '3f'), (0, '4m'), (2, '6f'), (0, '5m'), (2, '7m')]
    """
    one_of(rounds, ROUNDS, "the rounds of flowers")
    held = [list(_tiles(hand)) for hand in hands]
    first = seat_of(dealer, len(held), "dealer")
    wall = iter(_tiles(tail))
    shown: list[list[Tile]] = [[] for _ in held]
    drawn: list[tuple[int, Tile]] = []
    turns = [(first + n) % len(held) for n in range(len(held))]
    while any(tile.kind in FLOWERS for hand in held for tile in hand):
        for seat in turns:
            while found := [tile for tile in held[seat] if tile.kind in FLOWERS]:
                shown[seat] += found
                held[seat] = [tile for tile in held[seat] if tile.kind not in FLOWERS]
                for _ in found:
                    tile = next(wall, None)
                    if tile is None:
                        raise HandError(f"the tail has {len(drawn)} tiles: expected more, flowers are left to replace")
                    held[seat].append(tile)
                    drawn.append((seat, tile))
                if rounds == "by_round":
                    break
    return Replaced(tuple(map(tuple, held)), tuple(map(tuple, shown)), tuple(drawn))


def _tiles(source: str | Iterable[TileLike]) -> tuple[Tile, ...]:
    if isinstance(source, str):
        return tuple(parse_tiles(source)) if source.strip() else ()
    return tuple([Tile(tile) for tile in source])
