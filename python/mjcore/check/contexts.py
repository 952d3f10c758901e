"""What `ctx` of a case may state: arguments of `mjcore.score`, and those of the rule set's settlement.

A name that the rule set does not look at stays unknown, and fails the case.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

from mjcore.check.fields import Fault, Fields
from mjcore.errors import MahjongError
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet

MOST = 1_000  # wins in a row, honba, deposits, a float
# the name of the circumstance that only rule sets with indicators, red fives and deposits have
RIICHI = "dora_indicators"


@dataclass(frozen=True, slots=True)
class Sides:
    """Who won how, and from whom. `win` are arguments of `mjcore.score`; an `instant` win has no winning tile."""

    dealer: int
    winner: int
    loser: int | None
    win: dict[str, bool]
    instant: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """What `ctx` said: further arguments of `mjcore.score`, and of `Score.payments`."""

    arguments: dict[str, Any]
    payment: dict[str, Any]


Read = Callable[[Fields, str, int], object]


def _flag(context: Fields, name: str, players: int) -> object:
    return context.flag(name)


def _count(high: int) -> Read:
    return lambda context, name, players: context.number(name, 0, high)


def _text(context: Fields, name: str, players: int) -> object:
    return context.text(name)


def _seat(context: Fields, name: str, players: int) -> object:
    return context.number(name, 0, players - 1)


def read_suit(context: Fields, name: str, players: int = 0) -> str:
    """The letter of a suit."""
    return str(context.choice(name, {"m": "m", "p": "p", "s": "s"}))


def read_tile(fields: Fields, name: str, players: int = 0) -> str:
    """The text of one tile."""
    text = fields.text(name)
    try:
        return str(Tile(text))
    except MahjongError:
        raise fields.wrong(name, text, "one tile like 5m") from None


def read_seats(fields: Fields, name: str, players: int) -> list[int]:
    """A list of different seats."""
    seats = fields.items(name)
    if not all(type(seat) is int and 0 <= seat < players for seat in seats) or len(set(seats)) < len(seats):
        raise fields.wrong(name, seats, f"different seats 0..{players - 1}")
    return seats


def _floats(fields: Fields, name: str, players: int) -> list[int]:
    found = fields.items(name)
    if len(found) != players or not all(type(item) is int and 0 <= item <= MOST for item in found):
        raise fields.wrong(name, found, f"a number 0..{MOST} for each of {players} seats")
    return found


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in `ctx`: how it is read; the detail that it is of a settlement, where that asks for it; else the
    argument of `mjcore.score` that it is, for rule sets that look at a circumstance."""

    read: Read
    argument: str = ""
    circumstance: str = ""
    detail: str = ""


def _scored(name: str, read: Read = _flag) -> Entry:
    return Entry(read, argument=name, circumstance=name)


def _paid(name: str, read: Read) -> Entry:
    return Entry(read, detail=name)


FLAGS = (
    "last_tile", "after_flower", "last_copy", "ippatsu", "open_riichi", "on_riichi_discard", "on_kong_discard",
    "loser_riichi",
)
ENTRIES = {
    **{name: _scored(name) for name in FLAGS},
    "riichi": _scored("riichi", _count(2)),
    "streak": Entry(_count(MOST), "streak", "streak", "streak"),
    "dora": _scored("dora_indicators", _text),
    "ura": _scored("ura_indicators", _text),
    "nuki": _scored("nuki", _count(4)),
    "void_suit": _scored("void_suit", read_suit),
    "kong_chain": _scored("kong_chain", _count(MOST)),
    "honba": _paid("honba", _count(MOST)),
    "sticks": _paid("sticks", _count(MOST)),
    "pao": _paid("pao", _seat),
    "won": _paid("won", read_seats),
    "piao": _paid("piao", _floats),
    "horse_tile": _paid("horse_tile", read_tile),
    "direct_kong_from": _paid("direct_kong_from", _seat),
    "bao_from": Entry(_seat, detail="bao"),
}
READY = {"earth": "ready_first_turn", "heaven": "ready_at_deal"}


def read_context(context: Fields, rule_set: RuleSet, sides: Sides) -> Context:
    """All of `ctx`; `Fault` for a name that neither scoring nor settlement of the rule set asks for."""
    details = list(signature(rule_set.make_settlement).parameters)[4:]
    found = Context({}, {})
    for name, entry in ENTRIES.items():
        scored, paid = entry.circumstance in rule_set.circumstances, entry.detail in details
        if context.has(name) and (scored or paid):
            value = entry.read(context, name, rule_set.players)
            if paid:
                found.payment[entry.detail] = value
            else:
                found.arguments[entry.argument] = value
    _read_after_kong(context, rule_set, sides, found)
    _read_first_turn(context, rule_set, sides, found)
    _read_shown(context, rule_set, sides, found, details)
    if context.has("ting") and READY["earth"] in rule_set.circumstances:
        found.arguments[context.choice("ting", READY)] = True
    if context.has("seven_rob") and "seven_rob_one" in rule_set.circumstances:
        stated = context.flag("seven_rob")
        if stated != ("seven_rob_one" in sides.win):
            raise context.wrong("seven_rob", stated, "true for a win by seven flowers, instant7, and no other")
    context.done()
    return found


def _read_after_kong(context: Fields, rule_set: RuleSet, sides: Sides, found: Context) -> None:
    """On another's tile `after_kong` says that the tile followed a kong, where a rule set has that; riichi files say
    on_kong_discard. A `kong_chain` says it too, where nothing else is stated."""
    if not context.has("after_kong"):
        if found.arguments.get("kong_chain") and "self_draw" in sides.win and "after_kong" in rule_set.circumstances:
            found.arguments["after_kong"] = True
        return
    own = "self_draw" in sides.win or RIICHI in rule_set.circumstances
    name = "after_kong" if own or "on_kong_discard" not in rule_set.circumstances else "on_kong_discard"
    if name in rule_set.circumstances:
        found.arguments[name] = context.flag("after_kong")


def _read_first_turn(context: Fields, rule_set: RuleSet, sides: Sides, found: Context) -> None:
    """The first turn, also by the names of the wins on it, which the sides have to fit: `"heaven": true` and
    `"first_turn": "heaven"` say the same."""
    if "first_turn" not in rule_set.circumstances:
        return
    deals, own = sides.winner == sides.dealer, "self_draw" in sides.win
    fits = {"first_turn": True, "heaven": deals and own, "earth": not deals, "human": not deals and not own}
    named = [win for win in fits if win != "first_turn"]
    for name in fits:
        if not context.has(name):
            continue
        stated = context.raw(name)
        by_name = name == "first_turn" and stated in named
        if not by_name and not isinstance(stated, bool):
            raise context.wrong(name, stated, "true or false" + f", or {', '.join(named)}" * (name == "first_turn"))
        if stated and not fits[str(stated) if by_name else name]:
            raise context.wrong(name, stated, "another winner, or another way to win")
        if stated:
            found.arguments["first_turn"] = True


def _read_shown(context: Fields, rule_set: RuleSet, sides: Sides, found: Context, details: list[str]) -> None:
    """The seats that have laid their hands open."""
    scored, paid = "shown" in rule_set.circumstances, "shown" in details
    if not context.has("shown") or not (scored or paid):
        return
    seats = read_seats(context, "shown", rule_set.players)
    if scored:
        found.arguments["shown"] = sides.winner in seats
    if scored and "loser_shown" in rule_set.circumstances:
        found.arguments["loser_shown"] = sides.loser in seats
    if paid:
        found.payment["shown"] = seats


def payment_only(context: Fields, rule_set: RuleSet, sides: Sides) -> Context:
    """`ctx` of a case that scores nothing; `Fault` for what only scoring looks at."""
    found = read_context(context, rule_set, sides)
    # what payments are about is a circumstance too
    paid = {"shown", "loser_shown"} if "shown" in found.payment else set()
    if "direct_kong_from" in found.payment:
        paid.add("after_kong")
    for name in found.arguments:
        if name not in paid:
            raise Fault(f"unknown field ctx.{name}: nothing is scored here")
    return found
