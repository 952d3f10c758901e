"""The kinds about payments alone: `settle`, `multi`, `kong`, `gangpao`, `exhaust`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, cast

from mjcore.check.contexts import payment_only, read_seats, read_suit, read_tile
from mjcore.check.fields import Fault, Fields
from mjcore.check.kinds import Answers, kind
from mjcore.check.melds import TYPES
from mjcore.check.procedures import read_winners, seat_or_none
from mjcore.check.wins import Given, read_hand, read_sides, read_win
from mjcore.fans.scores import Score, ScoredFan
from mjcore.procedure.parts import DrawPlayer
from mjcore.rules.base import RuleSet
from mjcore.settle.ledger import Ledger

KONGS = {name: type_ for name, type_ in TYPES.items() if type_.endswith("kong")}
SEVERAL_WINNERS = "one discard, several winners"
NEXT_WINNER = "next_winner"  # of an event that the next hand decides
MOST_POINTS = 10_000
MOST_PAID = 10**9  # by one seat
MOST_CHAIN = 16  # kongs at a table


@dataclass(frozen=True, slots=True)
class StatedWin:
    """All that a settlement reads of a win, where only the points are given."""

    circumstances: tuple[str, ...]
    melds: tuple[str, ...] = ()
    streak: int = 0


@dataclass(frozen=True, slots=True)
class Points:
    """All that a settlement reads of a score, where only the points are given."""

    rules: RuleSet
    total: int
    win: StatedWin
    fans: tuple[ScoredFan, ...] = ()

    @property
    def unit(self) -> int:
        return self.rules.unit_of(self.total)


def _pay(ledger: Ledger, rule_set: RuleSet) -> list[int]:
    return list(ledger.totals(rule_set.players))


@kind("settle", capability="make_settlement")
def _settle(rule_set: RuleSet, case: Fields) -> Answers:
    """The payments of a win whose points are given, of several wins on one discard, or of another event."""
    if case.has("event"):
        event = case.text("event")
        return _several(rule_set, case) if event == SEVERAL_WINNERS else _event(rule_set, event, case)
    sides = read_sides(rule_set, case)
    points = case.number("fan", 0, MOST_POINTS)
    context = payment_only(case.object("ctx"), rule_set, sides)
    win = StatedWin(tuple(name for name, holds in {**sides.win, **context.arguments}.items() if holds))
    score = cast(Score, Points(rule_set, points, win))
    ledger = rule_set.settle(score, sides.dealer, sides.winner, sides.loser, **context.payment)
    return {"pay": lambda: _pay(ledger, rule_set)}


def _event(rule_set: RuleSet, event: str, case: Fields) -> Answers:
    """What a rule set says of an event; all other fields are facts about it."""
    answer = rule_set.procedure.settle_event
    if answer is None:
        raise Fault(f"rule set {rule_set.id} has no event {event}: expected {SEVERAL_WINNERS}, or no event")
    known = dict(list(signature(answer).parameters.items())[2:])
    open_ended = any(parameter.kind is Parameter.VAR_KEYWORD for parameter in known.values())
    facts = {
        name: _next_winner(rule_set, case) if name == NEXT_WINNER else case.raw(name)
        for name in case.names() if name in known or open_ended
    }
    for name, parameter in known.items():
        if name not in facts and parameter.default is Parameter.empty and parameter.kind is Parameter.KEYWORD_ONLY:
            raise Fault(f"the field {name} is missing")
    return {name: _said(value, rule_set) for name, value in answer(rule_set, event, **facts).items()}


def _next_winner(rule_set: RuleSet, case: Fields) -> int | list[int] | None:
    """A seat, or several as for the next dealer; None for a drawn hand."""
    if isinstance(case.peek(NEXT_WINNER), (str, list)):
        return read_winners(rule_set, case, NEXT_WINNER)
    return seat_or_none(case, NEXT_WINNER, rule_set.players - 1)


def _said(value: object, rule_set: RuleSet) -> Callable[[], object]:
    """An answer as JSON has it: payments by seat, and the seats of an object as texts."""
    if isinstance(value, Ledger):
        return lambda: _pay(value, rule_set)
    if isinstance(value, Mapping):
        return lambda: {str(seat): amount for seat, amount in value.items()}
    return lambda: value


def _several(rule_set: RuleSet, case: Fields) -> Answers:
    """Several wins, each with fields of its own; the others stand once, in the case."""
    shared = {name: case.raw(name) for name in ("dealer", "round_wind", "from", "win_tile") if case.has(name)}
    # as for the next dealer, it may stand beside the dealer
    streak = {"streak": case.raw("streak")} if case.has("streak") else {}
    wins = _wins(rule_set, case, {"win": "discard", **shared}, streak)
    scores = [(given, given.score()) for given in wins]
    return {
        "pay": lambda: _sum(given.pay(found) for given, found in scores),
        "totals": lambda: [found.total for _, found in scores],
    }


@kind("multi", capability="procedure.claims")
def _multi(rule_set: RuleSet, case: Fields) -> Answers:
    """The payments of several wins on one discard together."""
    shared: dict[str, Any] = {"win": "discard", "from": case.raw("discarder")}
    shared |= {name: case.raw(name) for name in ("dealer", "round_wind", "win_tile", "win") if case.has(name)}
    wins = _wins(rule_set, case, shared, {})
    return {"pay": lambda: _sum(given.pay(given.score()) for given in wins)}


def _wins(rule_set: RuleSet, case: Fields, shared: Mapping[str, Any], context: Mapping[str, Any]) -> list[Given]:
    """The wins of a case on one tile. `shared` are fields of each, `context` and the `ctx` of the case a part of the
    `ctx` of each."""
    found = []
    context = {**context, **case.object("ctx").rest()}
    for n, item in enumerate(case.items("wins")):
        where = f"wins[{n}]"
        win = Fields(item, where)
        for name in shared:
            if win.has(name):
                raise Fault(f"{where}.{name} stands in the case already")
        own = {**context, **win.object("ctx").rest()}
        if win.has("void") and (suit := _void(win)) is not None:
            own["void_suit"] = suit
        fields = Fields({**shared, **win.rest(), "ctx": own}, where)
        found.append(read_win(rule_set, fields))
        fields.done()
    winners, tiles = {given.sides.winner for given in found}, {given.arguments["win"] for given in found}
    if not found or len(winners) < len(found) or len(tiles) > 1:
        raise Fault("wins: expected one or more, of different winners on one tile")
    if "winners" in signature(rule_set.make_settlement).parameters:
        for given in found:
            given.payment["winners"] = sorted(winners)
    return found


def _sum(payments: Iterable[list[int]]) -> list[int]:
    return [sum(seat) for seat in zip(*payments, strict=True)]


def _void(fields: Fields) -> str | None:
    """A declared suit, null for none."""
    value = fields.raw("void")
    return None if value is None else read_suit(Fields({"void": value}), "void")


@kind("kong", capability="procedure.settle_kong")
def _kong(rule_set: RuleSet, case: Fields) -> Answers:
    """What a kong is paid at once."""
    kong, context, last = case.object("kong"), case.object("ctx"), rule_set.players - 1
    seat, type_ = kong.number("seat", 0, last), kong.choice("type", KONGS)
    source = seat_or_none(kong, "from", last) if kong.has("from") else None
    if type_ == "added kong" and source != seat:
        source = None  # who gave the tile of the pung has nothing to do with it
    if (source is None) == (type_ == "exposed kong") or source == seat:
        raise kong.wrong("from", source, "the seat that gave the tile of an exposed kong, null for any other")
    ledger = rule_set.settle_kong(
        seat, type_,
        tile=read_tile(kong, "tile") if kong.has("tile") else None,
        source=source,
        fresh=kong.flag("fresh", True),
        robbed=kong.flag("robbed", False),
        chain=kong.number("chain", 1, MOST_CHAIN, default=1),
        won=read_seats(context, "won", rule_set.players) if context.has("won") else (),
    )
    kong.done()
    context.done()
    return {"pay": lambda: _pay(ledger, rule_set)}


@kind("gangpao", capability="procedure.settle_kong_discard")
def _gangpao(rule_set: RuleSet, case: Fields) -> Answers:
    """What moves when the discard after a kong is won."""
    income = _payments(case, "kong_income", rule_set)
    incomes = [income]
    if case.has("kong_incomes"):
        incomes = [_payments(Fields({"kong_incomes": item}), "kong_incomes", rule_set)
                   for item in case.items("kong_incomes")]
        if income not in incomes:
            raise case.wrong("kong_incomes", incomes, "a list with kong_income in it")
        incomes.remove(income)  # it is the last one, wherever it stands
        incomes.append(income)
    discarder = case.number("discarder", 0, rule_set.players - 1)
    winners = read_seats(case, "winners", rule_set.players)
    if not winners:
        raise case.wrong("winners", winners, "one winner at least")
    ledger = rule_set.settle_kong_discard(incomes, discarder, winners)
    return {"pay": lambda: _pay(ledger, rule_set)}


def _payments(case: Fields, name: str, rule_set: RuleSet) -> list[int]:
    """A signed change for each seat."""
    found = case.items(name)
    if len(found) != rule_set.players or not all(type(item) is int and abs(item) <= MOST_PAID for item in found):
        raise case.wrong(name, found, f"a whole number for each of {rule_set.players} seats")
    return found


@kind("exhaust", capability="procedure.settle_draw")
def _exhaust(rule_set: RuleSet, case: Fields) -> Answers:
    """What a hand that ends with the wall costs."""
    items = case.items("players")
    if len(items) != rule_set.players:
        if all(option.id != "players" for option in rule_set.options):
            raise case.wrong("players", len(items), f"{rule_set.players} of them")
        rule_set = rule_set.replace(players=len(items))
    players = [_draw_player(rule_set, Fields(item, f"players[{seat}]"), seat) for seat, item in enumerate(items)]
    kongs = []
    for n, item in enumerate(case.items("kongs") if case.has("kongs") else ()):
        kong = Fields(item, f"kongs[{n}]")
        kongs.append((kong.number("seat", 0, rule_set.players - 1), _payments(kong, "pay", rule_set)))
        kong.done()
    found = rule_set.settle_draw(players, kongs)
    return {
        "state": lambda: list(found.state),
        "max": lambda: list(found.best),
        "pay": lambda: _pay(found.ledger, rule_set),
    }


def _draw_player(rule_set: RuleSet, player: Fields, seat: int) -> DrawPlayer:
    won = player.flag("won", False)
    if won and player.peek("hand") in ("", None):  # it does not matter any more
        player.text("hand", "")
        hand = None
        if player.has("melds") and player.items("melds"):
            raise Fault(f"players[{seat}].melds: expected none without a hand")
    else:
        hand = read_hand(rule_set, player, seat)
    found = DrawPlayer(hand, won, _void(player) if player.has("void") else None, player.flag("active", False),
                       player.flag("shown", False))
    player.done()
    return found
