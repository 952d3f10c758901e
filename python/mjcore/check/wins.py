"""The kinds about one win: `score`, `nowin`, `fans`; and about a hand before it: `waits`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from mjcore import rules
from mjcore.asking import waits
from mjcore.check.contexts import RIICHI, Sides, read_context, read_suit, read_tile
from mjcore.check.fields import Fault, Fields
from mjcore.check.kinds import Answers, kind
from mjcore.check.melds import read_melds
from mjcore.errors import NotAWin, RuleError
from mjcore.fans.scores import Score
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet
from mjcore.scoring import score

WINDS = "ESWN"
# how a win is called in the files -> arguments of `mjcore.score`
WINS: Mapping[str, dict[str, bool]] = {
    "self": {"self_draw": True},
    "discard": {},
    "robkong": {"rob_kong": True},
}
# the same for wins by flowers, which have no winning tile
INSTANT: Mapping[str, dict[str, bool]] = {
    "instant": {"self_draw": True},
    "instant7": {"seven_rob_one": True},
}
# what a score says besides its fans and total, where the rule set counts in these terms
DETAILS = ("han", "fu", "yakuman", "limit", "points")
# fans that stand in the files once for each time they count
SINGLY = ("gang", "gen", "seat_flower")


def read_sides(rule_set: RuleSet, case: Fields) -> Sides:
    """Who won how, and from whom."""
    last = rule_set.players - 1
    dealer = case.number("dealer", 0, last, default=0)
    winner = case.number("winner", 0, last)
    ways = {**WINS, **_instant_wins(rule_set)}
    name = case.choice("win", {way: way for way in ways})
    win, instant = ways[name], name in INSTANT
    if "self_draw" in win:
        if case.has("from") and (loser := case.raw("from")) is not None:
            raise case.wrong("from", loser, "null: all others pay a self-draw")
        return Sides(dealer, winner, None, win, instant)
    loser = case.number("from", 0, last)
    if loser == winner:
        raise case.wrong("from", loser, "another seat than the winner's")
    return Sides(dealer, winner, loser, win, instant)


def _instant_wins(rule_set: RuleSet) -> Mapping[str, dict[str, bool]]:
    """The wins by flowers that a rule set has."""
    if "flowers" not in rule_set.circumstances or "shapeless" not in rule_set.forms:
        return {}
    return {name: win for name, win in INSTANT.items() if all(flag in rule_set.circumstances for flag in win)}


def _switched_off(rule_set: RuleSet, win: object) -> bool:
    """Whether this is a win by flowers that the rule set has, but for its options."""
    if not isinstance(win, str) or win not in INSTANT or win in _instant_wins(rule_set):
        return False
    return win in _instant_wins(rules.get(rule_set.id))


@dataclass(frozen=True, slots=True)
class Given:
    """A win as its case has it: arguments of `mjcore.score`, and further ones of `Score.payments`."""

    sides: Sides
    arguments: dict[str, Any]
    payment: dict[str, Any]

    def score(self) -> Score:
        return score(**self.arguments)

    def pay(self, found: Score) -> list[int]:
        sides = self.sides
        return list(found.payments(sides.dealer, sides.winner, sides.loser, **self.payment))


def read_win(rule_set: RuleSet, case: Fields) -> Given:
    """A win with its circumstances."""
    sides = read_sides(rule_set, case)
    wild = read_wild(rule_set, case)
    context = read_context(case.object("ctx"), rule_set, sides)
    hand = read_hand(rule_set, case, sides.winner)
    flowers = case.text("flowers", "")
    if flowers and "flowers" not in rule_set.circumstances:
        raise case.wrong("flowers", flowers, f"none: rule set {rule_set.id} has no flowers")
    arguments = {
        "hand": hand,
        "win": _win_tile(rule_set, case, sides),
        "rules": rule_set,
        "seat_wind": seat_wind(sides.winner, sides.dealer, rule_set.players),
        "round_wind": WINDS[case.number("round_wind", 1, 4, default=1) - 1],
        **({"flowers": flowers} if flowers else {}),
        **({"wild": wild} if wild else {}),
        **sides.win,
        **context.arguments,
    }
    return Given(sides, arguments, context.payment)


def read_wild(rule_set: RuleSet, case: Fields) -> Tile | None:
    """The kind that the turned tile of `wild` makes wild; None if nothing was turned."""
    kinds = _wild_kinds(rule_set, case)
    return kinds[0] if kinds else None


def _wild_kinds(rule_set: RuleSet, case: Fields) -> tuple[Tile, ...]:
    fields = case.object("wild")
    kinds: tuple[Tile, ...] = ()
    if fields.has("indicator"):
        kinds = () if rule_set.procedure.wild_kinds is None else rule_set.wild_kinds(read_tile(fields, "indicator"))
        if not kinds:
            raise Fault(f"wild: rule set {rule_set.id} has no wild tiles")
    fields.done()
    return kinds


@kind("wild", capability="procedure.wild_kinds")
def _wild(rule_set: RuleSet, case: Fields) -> Answers:
    kinds = [str(tile) for tile in _wild_kinds(rule_set, case)]
    return {"kinds": lambda: kinds}


def read_hand(rule_set: RuleSet, case: Fields, owner: int) -> Hand:
    """`hand` and `melds` (none if left out), without a winning tile; `from` of a meld is a seat."""
    tiles = case.text("hand")
    if not set(tiles).isdisjoint("[("):
        raise case.wrong("hand", tiles, "concealed tiles; melds stand in the field melds")
    reds = _has_reds(rule_set)
    melds = read_melds(case, winner=owner, seats=rule_set.players, reds=reds) if case.has("melds") else []
    hand = Hand(tiles, melds)
    if not reds and any(tile.red for tile in hand.tiles):
        raise Fault(f"hand: rule set {rule_set.id} has no red fives")
    if hand.size % 3 != 1:
        raise Fault(f"hand: {hand.size} tiles with the melds: expected the hand without its winning tile")
    return hand


def _win_tile(rule_set: RuleSet, case: Fields, sides: Sides) -> str | None:
    if sides.instant:
        if tile := case.text("win_tile", ""):
            raise case.wrong("win_tile", tile, "none: flowers win at once")
        return None
    tile = case.text("win_tile")
    if not _has_reds(rule_set) and Tile(tile).red:
        raise Fault(f"hand: rule set {rule_set.id} has no red fives")
    return tile


def _has_reds(rule_set: RuleSet) -> bool:
    return RIICHI in rule_set.circumstances


def seat_wind(seat: int, dealer: int, players: int) -> str:
    """The wind of a seat; beyond the fourth there is none, and any but the dealer's will do."""
    place = (seat - dealer) % players
    return WINDS[place] if place < len(WINDS) else WINDS[1]


def _fans(found: Score) -> list[list[object]]:
    rows: list[list[object]] = []
    for entry in found.fans:
        times = entry.count if entry.fan in SINGLY else 1
        rows += [[entry.fan, entry.value // times]] * times
    return rows


@kind("score", capability="fans", win=True)
def _score(rule_set: RuleSet, case: Fields) -> Answers:
    given = read_win(rule_set, case)
    found = given.score()
    details = DETAILS if RIICHI in rule_set.circumstances else ("unit",) if rule_set.units else ()
    return {
        "win": lambda: found.legal and _takes_tiles(rule_set, given.sides),
        "fans": lambda: _fans(found),
        "total": lambda: found.total,
        **{name: partial(getattr, found, name) for name in details},
        "pay": lambda: given.pay(found),
    }


def _takes_tiles(rule_set: RuleSet, sides: Sides) -> bool:
    """Whether the rule set lets players win in this way: there are tables where nobody takes a discard."""
    if sides.win or sides.loser is None or rule_set.procedure.claims is None:
        return True
    try:
        rule_set.claims(sides.loser, [(sides.winner, "win")])
    except RuleError:
        return False
    return True


@kind("waits", capability="")
def _waits(rule_set: RuleSet, case: Fields) -> Answers:
    """What completes a hand, whatever it is worth."""
    context, void = case.object("ctx"), None
    if "void_suit" in rule_set.circumstances and context.has("void_suit"):
        void = read_suit(context, "void_suit")
    context.done()
    found = waits(read_hand(rule_set, case, 0), rule_set, void_suit=void)
    return {"kinds": lambda: [str(tile) for tile in found]}


@kind("fans", capability="fans", win=True)
def _only_fans(rule_set: RuleSet, case: Fields) -> Answers:
    answer = dict(_score(rule_set, case))
    del answer["pay"]
    return answer


@kind("nowin", capability="fans", win=False)
def _nowin(rule_set: RuleSet, case: Fields) -> Answers:
    if _switched_off(rule_set, case.peek("win")):
        read_win(rules.get(rule_set.id), case)
        return {"win": lambda: False}
    given = read_win(rule_set, case)
    try:
        found = given.score()
    except NotAWin:
        return {"win": lambda: False}
    return {
        "win": lambda: found.legal and _takes_tiles(rule_set, given.sides),
        "fans_if_allowed": lambda: _fans(found),
        "total_if_allowed": lambda: found.total,
    }
