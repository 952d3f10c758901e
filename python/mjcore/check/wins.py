"""The kinds about one win: `score`, `nowin`, `fans`, `settle`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from mjcore.check.fields import Fault, Fields
from mjcore.check.kinds import Answers, kind
from mjcore.check.melds import read_melds
from mjcore.errors import NotAWin
from mjcore.fans.scores import Score
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet
from mjcore.scoring import score

WINDS = "ESWN"
# how a win is called in the files -> arguments of `mjcore.score`
WINS: dict[str, dict[str, bool]] = {
    "self": {"self_draw": True},
    "discard": {},
    "robkong": {"rob_kong": True},
}
# the flags of `ctx` that every rule set has, by the name that the library gives them too
FLAGS = ("last_tile", "after_kong", "after_flower", "last_copy")


@dataclass(frozen=True, slots=True)
class Sides:
    """Who won how, and from whom."""

    dealer: int
    winner: int
    loser: int | None
    win: dict[str, bool]


@dataclass(frozen=True, slots=True)
class Points:
    """All that a settlement reads of a score, where only the points are given."""

    total: int


def _sides(rule_set: RuleSet, case: Fields) -> Sides:
    last = rule_set.players - 1
    dealer = case.number("dealer", 0, last, default=0)
    winner = case.number("winner", 0, last)
    win = case.choice("win", WINS)
    if "self_draw" in win:
        if case.has("from") and (loser := case.raw("from")) is not None:
            raise case.wrong("from", loser, "null: all others pay a self-draw")
        return Sides(dealer, winner, None, win)
    loser = case.number("from", 0, last)
    if loser == winner:
        raise case.wrong("from", loser, "another seat than the winner's")
    return Sides(dealer, winner, loser, win)


def _arguments(rule_set: RuleSet, case: Fields, sides: Sides) -> dict[str, Any]:
    """The arguments of `mjcore.score`."""
    wild = case.object("wild").rest()
    if wild:
        raise Fault(f"wild: rule set {rule_set.id} has no wild tiles")
    context = case.object("ctx")
    flags = {name: context.flag(name, False) for name in FLAGS}
    first = context.flag("first_turn", False)
    context.done()
    tiles, win_tile = case.text("hand"), case.text("win_tile")
    if not set(tiles).isdisjoint("[("):
        raise case.wrong("hand", tiles, "concealed tiles; melds stand in the field melds")
    hand = Hand(tiles, read_melds(case, winner=sides.winner, seats=rule_set.players))
    if any(tile.red for tile in (*hand.tiles, Tile(win_tile))):
        raise Fault(f"hand: rule set {rule_set.id} has no red fives")
    if hand.size % 3 != 1:
        raise Fault(f"hand: {hand.size} tiles with the melds: expected the hand without its winning tile")
    return {
        "hand": hand,
        "win": win_tile,
        "rules": rule_set,
        "seat_wind": WINDS[(sides.winner - sides.dealer) % rule_set.players],
        "round_wind": WINDS[case.number("round_wind", 1, 4, default=1) - 1],
        "flowers": case.text("flowers", "") or 0,
        "first_turn": first,
        **sides.win,
        **flags,
    }


def _fans(found: Score) -> list[list[object]]:
    return [[entry.fan, entry.value] for entry in found.fans]


@kind("score", capability="fans", win=True)
def _score(rule_set: RuleSet, case: Fields) -> Answers:
    sides = _sides(rule_set, case)
    found = score(**_arguments(rule_set, case, sides))
    return {
        "win": lambda: found.legal,
        "fans": lambda: _fans(found),
        "total": lambda: found.total,
        "pay": lambda: list(found.payments(sides.dealer, sides.winner, sides.loser)),
    }


@kind("fans", capability="fans", win=True)
def _only_fans(rule_set: RuleSet, case: Fields) -> Answers:
    answer = dict(_score(rule_set, case))
    del answer["pay"]
    return answer


@kind("nowin", capability="fans", win=False)
def _nowin(rule_set: RuleSet, case: Fields) -> Answers:
    arguments = _arguments(rule_set, case, _sides(rule_set, case))
    try:
        found = score(**arguments)
    except NotAWin:
        return {"win": lambda: False}
    return {
        "win": lambda: found.legal,
        "fans_if_allowed": lambda: _fans(found),
        "total_if_allowed": lambda: found.total,
    }


@kind("settle", capability="make_settlement")
def _settle(rule_set: RuleSet, case: Fields) -> Answers:
    """Only the payments of a win whose points are given."""
    sides = _sides(rule_set, case)
    points = case.number("fan", 0, 10_000)
    ledger = rule_set.settle(cast(Score, Points(points)), sides.dealer, sides.winner, sides.loser)
    return {"pay": lambda: list(ledger.totals(rule_set.players))}
