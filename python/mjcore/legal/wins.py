"""Who may win on a tile of another player, where tables have further rules about it than the shape of the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mjcore.errors import NotAWin
from mjcore.hand.hands import Hand
from mjcore.hand.queries import HandEngine
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.legal.inputs import each
from mjcore.legal.local_rules import LocalRules
from mjcore.rules.base import RuleSet
from mjcore.scoring import score
from mjcore.typing import HandLike, TileLike

_ORPHANS = HandEngine("thirteen_orphans", sets=4)


def same_turn_barred(hand: HandLike, passed: str | Iterable[TileLike], *, rules: str | RuleSet,
                     **circumstances: Any) -> bool:
    """Whether a waiting hand may not win on discards until its next own draw (過水), by option `same_turn_bar`,
    because it let a win pass.

    passed          what others have discarded since the own last draw and it did not win on
    circumstances   as `mjcore.score` takes them (seat_wind, flowers, ...), where a win needs so many points

    A tile that completes the shape but not the minimum is no win that was passed. A self-draw is never barred.

    >>> same_turn_barred("123m456m789m123p23s55s", "4s", rules="taiwan")
    True
    >>> same_turn_barred("123m456m789m123p23s55s", "2s9p", rules="taiwan")
    False
    """
    table = LocalRules(rules, "same_turn_bar")
    waiting = table.hand(hand, 1)
    if isinstance(passed, str):
        passed = parse_tiles(passed) if passed.strip() else ()
    tiles = [table.tile(tile) for tile in each(passed, "passed tiles")]
    if not table["same_turn_bar"]:
        return False
    waits = table.rules.engine.waits_mask(waiting)
    return any(waits >> tile.kind & 1 and _legal(waiting, tile, table.rules, circumstances) for tile in tiles)


def robs_closed_kong(hand: HandLike, tile: TileLike, *, rules: str | RuleSet) -> bool:
    """Whether a waiting hand may win on a tile of another player's closed kong: thirteen orphans alone, by option
    `rob_closed_kong_13`. An added kong can be robbed by every hand that waits for the tile.

    >>> robs_closed_kong("19m19p19s1234567z", "1z", rules="hk")
    False
    >>> from mjcore.rules import get
    >>> robs_closed_kong("19m19p19s1234567z", "1z", rules=get("hk", rob_closed_kong_13=True))
    True
    """
    table = LocalRules(rules, "rob_closed_kong_13")
    waiting, wanted = table.hand(hand, 1), table.tile(tile)
    return bool(table["rob_closed_kong_13"]) and bool(_ORPHANS.waits_mask(waiting) >> wanted.kind & 1)


def _legal(hand: Hand, tile: Tile, rules: RuleSet, circumstances: dict[str, Any]) -> bool:
    try:
        return score(hand, tile, rules, **circumstances).legal
    except NotAWin:
        return False
