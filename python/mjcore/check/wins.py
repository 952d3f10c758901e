"""The kinds about one win: `score`, `nowin`, `fans`, `settle`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
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
MOST = 1_000  # wins in a row, honba, deposits
# the name of the circumstance that only rule sets with indicators, red fives and deposits have
RIICHI = "dora_indicators"


def _flag(context: Fields, name: str, players: int) -> object:
    return context.flag(name)


def _count(high: int) -> Callable[[Fields, str, int], object]:
    return lambda context, name, players: context.number(name, 0, high)


def _text(context: Fields, name: str, players: int) -> object:
    return context.text(name)


def _seat(context: Fields, name: str, players: int) -> object:
    return context.number(name, 0, players - 1)


@dataclass(frozen=True, slots=True)
class Entry:
    """What `ctx` may have: the argument it is, the circumstance that the rule set must look at, how it is read."""

    argument: str
    circumstance: str
    read: Callable[[Fields, str, int], object]


FLAGS = (
    "last_tile", "after_kong", "after_flower", "last_copy", "first_turn",
    "ippatsu", "open_riichi", "on_riichi_discard", "on_kong_discard", "loser_riichi",
)
# `ctx` by its names: arguments of `mjcore.score`, and those of `Score.payments`
CONTEXT = {
    **{name: Entry(name, name, _flag) for name in FLAGS},
    "riichi": Entry("riichi", "riichi", _count(2)),
    "streak": Entry("streak", "streak", _count(MOST)),
    "dora": Entry("dora_indicators", "dora_indicators", _text),
    "ura": Entry("ura_indicators", "ura_indicators", _text),
    "nuki": Entry("nuki", "nuki", _count(4)),
}
PAYMENT = {
    "honba": Entry("honba", RIICHI, _count(MOST)),
    "sticks": Entry("sticks", RIICHI, _count(MOST)),
    "pao": Entry("pao", RIICHI, _seat),
}
# what a score says besides its fans and total, where the rule set counts in these terms
DETAILS = ("han", "fu", "yakuman", "limit", "points")


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


@dataclass(frozen=True, slots=True)
class Input:
    """A win as its case has it: arguments of `mjcore.score`, and further ones of `Score.payments`."""

    sides: Sides
    arguments: dict[str, Any]
    payment: dict[str, Any]


def _input(rule_set: RuleSet, case: Fields) -> Input:
    sides = _sides(rule_set, case)
    wild = case.object("wild").rest()
    if wild:
        raise Fault(f"wild: rule set {rule_set.id} has no wild tiles")
    context = case.object("ctx")
    circumstances = _read_context(context, CONTEXT, rule_set)
    payment = _read_context(context, PAYMENT, rule_set)
    context.done()
    tiles, win_tile = case.text("hand"), case.text("win_tile")
    if not set(tiles).isdisjoint("[("):
        raise case.wrong("hand", tiles, "concealed tiles; melds stand in the field melds")
    reds = RIICHI in rule_set.circumstances
    hand = Hand(tiles, read_melds(case, winner=sides.winner, seats=rule_set.players, reds=reds))
    if not reds and any(tile.red for tile in (*hand.tiles, Tile(win_tile))):
        raise Fault(f"hand: rule set {rule_set.id} has no red fives")
    if hand.size % 3 != 1:
        raise Fault(f"hand: {hand.size} tiles with the melds: expected the hand without its winning tile")
    flowers = case.text("flowers", "")
    if flowers and "flowers" not in rule_set.circumstances:
        raise case.wrong("flowers", flowers, f"none: rule set {rule_set.id} has no flowers")
    arguments = {
        "hand": hand,
        "win": win_tile,
        "rules": rule_set,
        "seat_wind": WINDS[(sides.winner - sides.dealer) % rule_set.players],
        "round_wind": WINDS[case.number("round_wind", 1, 4, default=1) - 1],
        **({"flowers": flowers} if flowers else {}),
        **sides.win,
        **circumstances,
    }
    return Input(sides, arguments, payment)


def _read_context(context: Fields, entries: Mapping[str, Entry], rule_set: RuleSet) -> dict[str, object]:
    """What `ctx` states of these; a name that the rule set does not look at stays unknown."""
    return {
        entry.argument: entry.read(context, name, rule_set.players)
        for name, entry in entries.items()
        if entry.circumstance in rule_set.circumstances and context.has(name)
    }


def _fans(found: Score) -> list[list[object]]:
    return [[entry.fan, entry.value] for entry in found.fans]


@kind("score", capability="fans", win=True)
def _score(rule_set: RuleSet, case: Fields) -> Answers:
    given = _input(rule_set, case)
    found, sides = score(**given.arguments), given.sides
    details = DETAILS if RIICHI in rule_set.circumstances else ()
    return {
        "win": lambda: found.legal,
        "fans": lambda: _fans(found),
        "total": lambda: found.total,
        **{name: partial(getattr, found, name) for name in details},
        "pay": lambda: list(found.payments(sides.dealer, sides.winner, sides.loser, **given.payment)),
    }


@kind("fans", capability="fans", win=True)
def _only_fans(rule_set: RuleSet, case: Fields) -> Answers:
    answer = dict(_score(rule_set, case))
    del answer["pay"]
    return answer


@kind("nowin", capability="fans", win=False)
def _nowin(rule_set: RuleSet, case: Fields) -> Answers:
    given = _input(rule_set, case)
    try:
        found = score(**given.arguments)
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
