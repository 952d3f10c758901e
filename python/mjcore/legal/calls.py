"""Calling a discard, and what may be discarded afterwards (swap calling, kuikae)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import SupportsIndex

from mjcore.errors import HandError
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile
from mjcore.legal.inputs import KONGS, SOURCES, Rules, amount, drawn_tile, kongs_made
from mjcore.rules.base import RuleSet
from mjcore.typing import HandLike, TileLike


@dataclass(frozen=True)
class Call:
    """A discard that may be called.

    meld      the chow, pung or exposed kong it makes
    own       the tiles of the hand that go into it
    discards  what may be discarded then; empty for a kong, which is followed by a draw
    """

    meld: Meld
    own: tuple[Tile, ...]
    discards: tuple[Tile, ...]


def swap_tiles(meld: Meld | str, *, rules: str | RuleSet = "riichi") -> tuple[Tile, ...]:
    """The kinds that may not be discarded right after laying this meld down, as plain tiles; red fives count as
    their kind.

    After a chow or pung the kind of the called tile; after a chow whose called tile is at one end, the kind beyond
    the other end too. Option `kuikae`: both_banned, genbutsu_only_banned (the called kind alone), none. Nothing
    after a kong. Section 2.

    >>> swap_tiles("[456s<]"), swap_tiles("[546s<]"), swap_tiles("[789s<]")
    ((Tile('4s'), Tile('7s')), (Tile('5s'),), (Tile('7s'),))
    """
    table = Rules(rules)
    return tuple([Tile(kind) for kind in _swapped(table, table.meld(Meld(meld)))])


def legal_discards(
    hand: HandLike,
    drawn: TileLike | None,
    *,
    riichi: int = False,
    rules: str | RuleSet = "riichi",
) -> tuple[Tile, ...]:
    """What may be discarded from 14 tiles, each tile once, red fives apart.

    drawn    the tile just drawn, which is among the 14; None right after a chow or pung, the last meld of the hand:
             then what swap calling forbids is left out
    riichi   in riichi (declared earlier): the drawn tile alone. What may be discarded to declare it is
             `riichi_discards`.

    HandError for a hand of another size, without the drawn tile, or with nothing drawn or called.
    Sections 2 and 8.

    >>> legal_discards("479s11z[222p^][333p^][456s<]", None)
    (Tile('9s'), Tile('1z'))
    >>> legal_discards("123m456p789s11225z", "5z", riichi=True)
    (Tile('5z'),)
    """
    table = Rules(rules)
    tile = drawn_tile(table, drawn)
    full = table.hand_or_drawn(hand, tile)
    if riichi:
        if tile is None or not all(meld.concealed for meld in full.melds):
            raise HandError("in riichi a hand has called nothing and discards what it drew")
        return (tile,)
    if tile is not None:
        return _different(full.tiles)
    last = full.melds[-1] if full.melds else None
    if last is None or last.type not in ("chow", "pung"):
        raise HandError(f"nothing drawn, and the last meld is {last}: expected the chow or pung just called")
    return _after(table, full.tiles, last)


def legal_calls(
    hand: HandLike,
    discard: TileLike,
    source: str,
    *,
    live_tiles: SupportsIndex,
    kongs: SupportsIndex = 0,
    riichi: int = False,
    rules: str | RuleSet = "riichi",
) -> tuple[Call, ...]:
    """Every call that a hand of 13 tiles may make on a discard; calls with and without a red five are two.

    source      who discarded, as in a meld: ``<`` the previous seat, ``^`` the opposite, ``>`` the next one
    live_tiles  how many can still be drawn: on the last discard nothing is called
    kongs       kongs of the round so far, of all players: after four there is no fifth
    riichi      in riichi nothing is called

    Chows come from the previous seat alone, and never with three players. A call after which swap calling would
    forbid every discard is none. Winning goes before pungs and kongs, those before chows. HandError for a hand of
    another size, tiles not in play and an unknown source. Section 2.

    >>> for call in legal_calls("34505m1123p4777z", "5m", "<", live_tiles=30):
    ...     print(call.meld, "with", *call.own)
    [534m<] with 3m 4m
    [555m<] with 5m 5m
    [550m<] with 5m 0m
    [5550m<] with 5m 5m 0m
    """
    table = Rules(rules)
    waiting = table.hand(hand, 13)
    called, seat = table.tile(discard), table.source(source)
    left = amount(live_tiles, "live_tiles")
    if not left or riichi:
        return ()
    found = []
    for own in _own_tiles(table, waiting, called, seat):
        meld = _meld(called, own, seat)
        if meld.is_kong:
            if kongs_made(waiting, kongs) < KONGS:
                found.append(Call(meld, own, ()))
            continue
        rest = list(waiting.tiles)
        for tile in own:
            rest.remove(tile)
        discards = _after(table, rest, meld)
        if discards:
            found.append(Call(meld, own, discards))
    return tuple(found)


def _own_tiles(rules: Rules, hand: Hand, called: Tile, source: str) -> Iterator[tuple[Tile, ...]]:
    """What can go with the called tile, by shape: chows first, then pungs, then the kong."""
    of_kind: dict[int, list[Tile]] = {}
    for tile in hand.tiles:
        of_kind.setdefault(tile.kind, []).append(tile)
    if called.suit != "z" and rules.players > 3 and source == SOURCES[rules.players][0]:
        kind = called.kind
        for low in (kind - 2, kind - 1, kind):
            if low >= 0 and low % 9 <= 6 and low // 9 == kind // 9:
                first, second = (other for other in (low, low + 1, low + 2) if other != kind)
                for one in _different(of_kind.get(first, ())):
                    for two in _different(of_kind.get(second, ())):
                        yield one, two
    same = of_kind.get(called.kind, [])
    yield from dict.fromkeys(combinations(same, 2))
    if len(same) == 3:
        yield tuple(same)


def _meld(called: Tile, own: tuple[Tile, ...], source: str) -> Meld:
    ranks = "".join(str(tile)[0] for tile in (called, *own))
    return Meld(f"[{ranks}{called.suit}{source}]")


def _swapped(rules: Rules, meld: Meld) -> tuple[int, ...]:
    """Kinds that may not follow this meld."""
    option, called = rules["kuikae"], meld.claimed
    if called is None or meld.type not in ("chow", "pung") or option == "none":
        return ()
    if meld.type == "chow" and option == "both_banned":
        if called.kind == meld.kind and called.rank <= 6:
            return called.kind, called.kind + 3
        if called.kind == meld.kind + 2 and called.rank >= 4:
            return called.kind - 3, called.kind
    return (called.kind,)


def _after(rules: Rules, rest: Iterable[Tile], meld: Meld) -> tuple[Tile, ...]:
    forbidden = _swapped(rules, meld)
    return _different(tile for tile in rest if tile.kind not in forbidden)


def _different(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(dict.fromkeys(tiles))
