"""Declaring riichi, and the draw by nine terminals and honours."""

from __future__ import annotations

from typing import SupportsIndex

from mjcore.hand.tiles import Tile
from mjcore.legal.draws import tenpai_waits_of
from mjcore.legal.inputs import TERMINALS_AND_HONORS, Rules, amount, drawn_tile, whole_number
from mjcore.rules.base import RuleSet
from mjcore.settle.ledger import yes_no
from mjcore.typing import HandLike, TileLike

DEPOSIT = 1000
NINE = 9


def riichi_discards(
    hand: HandLike,
    drawn: TileLike | None,
    *,
    score: SupportsIndex,
    live_tiles: SupportsIndex,
    riichi: int = False,
    nuki: SupportsIndex = 0,
    rules: str | RuleSet = "riichi",
) -> tuple[Tile, ...]:
    """The tiles with which riichi may be declared, each once, red fives apart; empty if it may not.

    hand        14 tiles on the own turn, the drawn one among them
    drawn       the tile just drawn; None after a call, when there is no riichi
    score       the player's points: 1000 at least, exactly 1000 do (option `riichi_below_1000`: any)
    live_tiles  how many can still be drawn: one for each player at least (`riichi_without_draw`: any number)
    riichi      whether the hand is in riichi already
    nuki        norths the player has set aside

    The hand is closed (closed kongs and norths set aside are allowed) and tenpai after the discard as at a draw, see
    `tenpai`; it may be furiten. HandError for a hand of another size, or without the drawn tile. Section 8.

    >>> riichi_discards("123m456p789s11225z", "5z", score=1000, live_tiles=4)
    (Tile('5z'),)
    >>> riichi_discards("123m456p789s11225z", "5z", score=900, live_tiles=4)
    ()
    """
    table = Rules(rules)
    tile = drawn_tile(table, drawn)
    full = table.hand_or_drawn(hand, tile)
    left, norths, points = amount(live_tiles, "live_tiles"), amount(nuki, "nuki"), whole_number(score, "score")
    if tile is None or riichi or not all(meld.concealed for meld in full.melds):
        return ()
    if points < DEPOSIT and not table["riichi_below_1000"]:
        return ()
    if left < table.players and not table["riichi_without_draw"]:
        return ()
    return tuple([
        discard for discard in dict.fromkeys(full.tiles) if tenpai_waits_of(table, full.discard(discard), norths)
    ])


def nine_terminals(hand: HandLike, *, first_turn: bool, rules: str | RuleSet = "riichi") -> bool:
    """Whether the player may end the round with 14 tiles of which nine kinds are terminals or honours.

    first_turn   it is the player's first draw, and nobody has called, made a kong or set a north aside before

    Only where `abortive_draws` names kyuushu_kyuuhai. HandError for a hand of another size. Section 10.

    >>> nine_terminals("1234569m19p19s123z", first_turn=True), nine_terminals("1234569m19p12s123z", first_turn=True)
    (True, False)
    """
    table = Rules(rules)
    full = table.hand(hand, 14)
    if not yes_no(first_turn, "first_turn") or full.melds or not table.lists("abortive_draws", "kyuushu_kyuuhai"):
        return False
    return sum(full.counts[kind] > 0 for kind in TERMINALS_AND_HONORS) >= NINE
