"""Play where each win lacks a suit: what may be discarded, claimed, and laid down as a kong.

Options `void` and `void_first` say whether the suit is declared, and whether its tiles have to go first; `claims` and
`discards` what a discard may be used for. A hand that has won and plays on (`frozen`) lays down a kong only if
its waits stay the same.
"""

from __future__ import annotations

from typing import SupportsIndex

from mjcore.errors import HandError
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.legal.inputs import amount
from mjcore.legal.laid_kongs import held_draw, kongs_in, with_kong
from mjcore.legal.local_rules import LocalRules, of_suit
from mjcore.rules.base import RuleSet
from mjcore.rules.options import members
from mjcore.settle.ledger import yes_no
from mjcore.typing import HandLike, TileLike


def void_discards(hand: HandLike, drawn: TileLike | None = None, void: str | None = None, *, frozen: bool = False,
                  rules: str | RuleSet = "sichuan") -> tuple[Tile, ...]:
    """What may be discarded on the own turn, each tile once.

    hand    3n + 2 tiles, a meld counted as three, with `drawn`, the tile just drawn; None right after a pung
    void    the suit that the player has declared, where suits are: while it holds one of them, nothing else
    frozen  the hand has won before and plays on: the drawn tile alone

    >>> void_discards("123456789m23p5s55p", "2p", "s", rules="sichuan/sbr_2025")
    (Tile('5s'),)
    """
    table = LocalRules(rules, "void", "void_first")
    full, suit = table.hand(hand, 2), table.void(void)
    tile = held_draw(table, full, drawn)
    if yes_no(frozen, "frozen"):
        if tile is None:
            raise HandError("a hand that has won discards what it drew: expected the drawn tile")
        return (tile,)
    tiles = tuple(dict.fromkeys(full.tiles))
    first = tuple(held for held in tiles if of_suit(held, suit))
    return first if first and table["void_first"] else tiles


def claims_on_discard(hand: HandLike, discard: TileLike, void: str | None = None, *, live_tiles: SupportsIndex,
                      frozen: bool = False, rules: str | RuleSet = "sichuan") -> tuple[str, ...]:
    """What a waiting hand may do with a discard: "win", "kong", "pung".

    hand        3n + 1 tiles; discard: the tile; void: as in `void_discards`, of which nothing is claimed
    live_tiles  how many can still be drawn: after the last one no kong is laid down
    frozen      the hand has won before and plays on

    Nobody claims where discards lie face down. Which claim comes first, and whether a win is compulsory or barred
    by one passed before, are other questions (`RuleSet.claims`, `must_win`, `win_after_passing`).

    >>> claims_on_discard("123456789m23p55s", "5s", live_tiles=20)
    ('pung',)
    """
    table = LocalRules(rules, "void", "claims", "discards")
    waiting, suit = table.hand(hand, 1), table.void(void)
    tile, left = table.beside(discard, waiting), amount(live_tiles, "live_tiles")
    yes_no(frozen, "frozen")
    if table["discards"] == "face_down" or table.rules.players == 2 or of_suit(tile, suit):
        return ()
    allowed = members(table["claims"])
    held = waiting.counts[tile.kind]
    found = []
    if "win" in allowed and table.waits(waiting, suit) >> tile.kind & 1:
        found.append("win")
    if "kong" in allowed and held == 3 and left and (
            not frozen or _waits_stay(table, waiting, with_kong(waiting, tile, "exposed kong"), suit)):
        found.append("kong")
    if "pung" in allowed and held >= 2 and not frozen:
        found.append("pung")
    return tuple(found)


def own_kongs(hand: HandLike, drawn: TileLike | None, void: str | None = None, *, live_tiles: SupportsIndex,
              frozen: bool = False, rules: str | RuleSet = "sichuan") -> tuple[tuple[str, Tile], ...]:
    """The kongs that may be laid down on the own turn, as (type, tile).

    hand   3n + 2 tiles with `drawn`, the tile just drawn; None right after an own pung, when no kong is allowed
    void, live_tiles, frozen   as in `claims_on_discard`

    >>> own_kongs("2222m3m45678p5s[555s<]", "3m", live_tiles=9)
    (('concealed kong', Tile('2m')), ('added kong', Tile('5s')))
    >>> own_kongs("2222m3m45678p5s[555s<]", None, live_tiles=9)
    ()
    >>> own_kongs("2222m3m45678p5s[555s<]", "3m", live_tiles=0)
    ()
    """
    table = LocalRules(rules, "void")
    full, suit = table.hand(hand, 2), table.void(void)
    left = amount(live_tiles, "live_tiles")
    tile = held_draw(table, full, drawn)
    yes_no(frozen, "frozen")
    if tile is None or not left:
        return ()
    before = full.discard(tile)
    return tuple(
        (type, kind) for type, kind in kongs_in(full)
        if not of_suit(kind, suit)
        and (not frozen or _waits_stay(table, before, with_kong(full, kind, type), suit))
    )


def _waits_stay(table: LocalRules, before: Hand, after: Hand, void: str | None) -> bool:
    return table.waits(before, void) == table.waits(after, void)
