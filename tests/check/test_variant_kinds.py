"""The kinds about the course of a hand and its payments, and what `ctx` may say, with a game made up for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_changes import changed, damaged
from house_rules import FORMS, fan, house_rules
from mjcore import check, rules
from mjcore.check.contexts import Sides, read_context
from mjcore.check.fields import Fault, Fields
from mjcore.errors import RuleError
from mjcore.fans.scores import Score
from mjcore.procedure.claims import resolve_claims
from mjcore.procedure.parts import ClaimAnswer, Dealt, DrawnHand, DrawPlayer, NextDeal, Procedure
from mjcore.procedure.succession import next_dealer
from mjcore.procedure.walls import Opening, deal_counts, open_wall, tile_count
from mjcore.rules.base import RuleSet
from mjcore.rules.options import NumberOption, NumbersOption, Option, SetOption
from mjcore.settle.ledger import Ledger, Transfer

EAST, SOUTH = 0, 1
CIRCUMSTANCES = (
    "self_draw", "rob_kong", "last_tile", "after_kong", "on_kong_discard", "first_turn", "flowers", "kong_chain",
    "void_suit", "ready_first_turn", "ready_at_deal", "shown", "loser_shown", "seven_rob_one", "seat_wind",
)


def each_pays(seat: int, amount: int, players: int, reason: str) -> Ledger:
    return Ledger(Transfer(other, seat, amount, reason) for other in range(players) if other != seat and amount)


def settle(score: Score, dealer: int, winner: int, loser: int | None, streak: int = 0, won: Sequence[int] = (),
           piao: Sequence[int] = (), horse_tile: str = "", shown: Sequence[int] = (),
           direct_kong_from: int | None = None) -> Ledger:
    """The total and all details, from the loser or from each."""
    assert isinstance(score.rules, RuleSet)
    amount = score.rules.unit_of(score.total) + streak + 10 * len(shown) + sum(piao) + 100 * (horse_tile == "7z")
    payers = [loser] if loser is not None else [s for s in range(score.rules.players) if s != winner and s not in won]
    if direct_kong_from is not None:
        payers = [direct_kong_from]
    return Ledger(Transfer(payer, winner, amount, "win") for payer in payers)


def deal(rules: RuleSet) -> Dealt:
    return deal_counts(tile_count(rules.tiles), rules.players, 3 * rules.sets + 1, reserved=2)


def opening(rules: RuleSet, dice: Sequence[int], dealer: int = 0) -> Opening:
    return open_wall(dice, tiles=tile_count(rules.tiles), players=rules.players, hand=3 * rules.sets + 1,
                     skip="smaller", dealer=dealer)


def claims(rules: RuleSet, discarder: int, wants: Sequence[tuple[int, str]], won: Iterable[int] = ()) -> ClaimAnswer:
    return resolve_claims(discarder, wants, players=rules.players, multi="all", course="until_one_left", won=won)


def succession(rules: RuleSet, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
               last_drawer: int | None = None, streak: int = 0) -> NextDeal:
    return next_dealer(dealer, winners, players=rules.players, after_draw="last_drawer", discarder=discarder,
                       last_drawer=dealer if last_drawer is None else last_drawer, streak=streak)


def kong(rules: RuleSet, seat: int, type: str, *, tile: object = None, source: int | None = None, fresh: bool = True,
         robbed: bool = False, chain: int = 1, won: Iterable[int] = ()) -> Ledger:
    amount = 0 if robbed or not fresh else chain
    if source is not None:
        return Ledger([Transfer(source, seat, 7, type)])
    out = {*won, seat}
    return Ledger(Transfer(s, seat, amount, type) for s in range(rules.players) if s not in out and amount)


def kong_discard(rules: RuleSet, incomes: Sequence[Sequence[int]], discarder: int, winners: Sequence[int]) -> Ledger:
    return Ledger([Transfer(discarder, winners[0], incomes[-1][discarder], "moved")])


def drawn(rules: RuleSet, players: Sequence[DrawPlayer], kongs: Sequence[tuple[int, Sequence[int]]] = ()) -> DrawnHand:
    """States that show that everything arrived."""
    state = tuple(
        "won" if p.won else "pig" if p.void == "m" and p.active else "ready" if p.shown else "notready" for p in players
    )
    best = tuple(None if p.hand is None else p.hand.size for p in players)
    return DrawnHand(state, best, Ledger(Transfer(0, owner, pay[owner], "kong") for owner, pay in kongs))


def event(rules: RuleSet, name: str, *, dealer: int, debtor: int, amount: int, third: bool = True
          ) -> Mapping[str, object]:
    if name != "defer":
        raise RuleError(f"unknown event {name}")
    return {"pay": Ledger([Transfer(debtor, dealer, amount, name)]), "stake": {debtor: amount // 3}, "third": third}


def frame(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"players": values["players"]}


HOUSE = replace(
    house_rules(
        fan("gang", 1, "each_kong", count="each"),
        fan("seat_flower", 1, "flowers", count="each", forms=(*FORMS, "shapeless")),
        fan("wins_at_once", 5, "instant", forms=("shapeless",)),
        forms=(*FORMS, "shapeless"),
        circumstances=CIRCUMSTANCES,
    ),
    tiles={4: "123456789m123456789p123456789s1234567z", 1: "12345678f"},
    options=(
        NumberOption("players", 4, "", least=2, most=10),
        NumberOption("cap", 8, "", least=1, most=99, or_none=True),
        NumbersOption("payment", "2,1,2", "", lengths=(3,)),
        SetOption("claims", ("pung", "win"), "", members=("pung", "win")),
        Option("flush", (None, True, False), ""),
    ),
    make_frame=frame,
    make_settlement=settle,
    units=tuple(range(1, 40)),
    procedure=Procedure(deal, opening, claims, succession, kong, kong_discard, drawn, event),
)


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game can be asked for by name, and another of the same that has no procedure."""
    for name, game in (("house", HOUSE), ("bare", replace(HOUSE, id="bare", procedure=Procedure()))):
        monkeypatch.setitem(rules._RULE_SETS, name, game)
        monkeypatch.setitem(rules._ALIASES, name, game)


def run(case: Mapping[str, Any], variant: str = "house") -> check.Report:
    return check.run_data({
        "schema": "mjcore-variant-cases/1", "variant": variant, "notation": "mpsz", "cases": [{"id": "one", **case}],
    })


def told(report: check.Report) -> str:
    """What the one result says, which must be a failure."""
    assert (report.passed, report.failed, report.not_run) == (0, 1, 0)
    text = "\n".join(report.results[0].lines()[1:])
    assert text.strip()
    assert "broke down" not in text
    return text


HAND = "123m456p789s1122z"
PONG = {"type": "pong", "tiles": "777p", "from": 0}
SCORE: dict[str, Any] = {
    "kind": "score", "options": {}, "dealer": 0, "round_wind": 1, "winner": 1, "win": "discard", "from": 3,
    "hand": "456p789s1122z", "win_tile": "1z", "melds": [{"type": "kong_open", "tiles": "2222m", "from": 2}],
    "flowers": "13f", "wild": {}, "ctx": {"shown": [1, 2], "streak": 2, "piao": [1, 0, 0, 2], "void_suit": "s"},
    "expect": {
        "win": True, "fans": [["gang", 1], ["seat_flower", 1], ["seat_flower", 1]], "total": 3, "unit": 4,
        "pay": [0, 29, 0, -29],
    },
}
INSTANT: dict[str, Any] = {
    "kind": "score", "winner": 2, "win": "instant", "from": None, "hand": "147m258p369s1234z", "win_tile": "",
    "melds": [], "flowers": "12345678f",
    "expect": {"win": True, "fans": [["seat_flower", 1]] * 8 + [["wins_at_once", 5]], "total": 13,
               "pay": [-14, -14, 42, -14]},
}
CASES: dict[str, dict[str, Any]] = {
    "score": SCORE,
    "instant": INSTANT,
    "seven rob one": INSTANT | {
        "win": "instant7", "from": 1, "flowers": "1234567f", "ctx": {"seven_rob": True},
        "expect": {"win": True, "total": 12, "pay": [0, -13, 13, 0]},
    },
    "ten seats": {
        "kind": "score", "options": {"players": 10}, "dealer": 9, "winner": 7, "win": "self", "from": None,
        "hand": "456p789s1122z", "win_tile": "1z", "melds": [{"type": "pong", "tiles": "777p", "from": 3}],
        "ctx": {"won": [0, 1, 2, 3, 4]}, "expect": {"win": True, "pay": [0, 0, 0, 0, 0, -1, -1, 4, -1, -1]},
    },
    "a payer of the kong": {
        "kind": "score", "winner": 1, "win": "self", "from": None, "hand": HAND, "win_tile": "1z", "melds": [],
        "ctx": {"direct_kong_from": 2, "horse_tile": "7z"}, "expect": {"pay": [0, 101, -101, 0]},
    },
    "claim": {
        "kind": "claim", "discarder": 1, "want": [[2, "kong"], [3, "hu"], [0, "hu"]], "won": [],
        "expect": {"claims": [[3, "hu"], [0, "hu"]], "next": 1, "winners": [0, 3], "seats": [3, 0], "claim": "hu",
                   "seat": None},
    },
    "claim of one": {
        "kind": "claim", "discard": "5m", "claims": [[1, "chow"], [3, "pong"]], "from": 0,
        "expect": {"seat": 3, "claim": "pong", "claims": [[3, "pong"]], "next": 0, "seats": [3], "winners": []},
    },
    "no claim": {
        "kind": "claim", "discarder": 0, "want": [], "won": [1],
        "expect": {"claims": [], "next": 2, "winners": [], "seats": [], "seat": None, "claim": None},
    },
    "robbed kong": {
        "kind": "claim", "konger": 0, "want": [[1, "hu"], [2, "hu"]], "robkong": True, "expect": {"winners": [1, 2]},
    },
    "dealer": {"kind": "dealer", "dealer": 0, "winners": "0", "streak": 2, "expect": {"dealer": 0, "streak": 3}},
    "two winners": {"kind": "dealer", "dealer": 1, "winners": "0,2", "discarder": None, "expect": {"dealer": 2}},
    "first winner": {"kind": "dealer", "dealer": 3, "first_winners": [2], "discarder": 1, "expect": {"dealer": 0}},
    "drawn": {"kind": "dealer", "dealer": 3, "winners": "draw", "last_drawer": 1, "expect": {"dealer": 1, "streak": 0}},
    "drawn, too": {"kind": "dealer", "winners": [], "streak": 1, "expect": {"dealer": 0, "streak": 2}},
    "deal": {"kind": "deal", "expect": {"hands": [14, 13, 13, 13], "wall": 89}},
    "deal for five": {"kind": "deal", "players": 5, "expect": {"hands": [14, 13, 13, 13, 13], "wall": 76}},
    "deal of tiles": {
        "kind": "deal", "players": 3, "tiles": 84, "hand_size": 10, "reserved": 1,
        "expect": {"hands": [11, 10, 10], "wall": 52},
    },
    "deal by dice": {
        "kind": "deal", "dealer": 1, "dice": [3, 4],
        "expect": {"break_wall": 3, "first_stack": 4, "dealer_jump": [[2, 10, "top"], [2, 12, "top"]],
                   "live_next": [2, 12, "bottom"]},
    },
    "open": {
        "kind": "open", "dice": [6, 4], "tiles": 144, "walls": 4,
        "expect": {"stacks": [18, 18, 18, 18], "wall_seat": 1, "skip": 4, "start": 5, "live": 91,
                   "second_roller": None},
    },
    "open without dice": {"kind": "open", "tiles": 84, "walls": 4, "expect": {"stacks": [11, 10, 11, 10]}},
    "wall": {"kind": "wall", "tiles": 136, "walls": 3, "expect": {"tiles": 136, "stacks": [23, 23, 22]}},
    "own wall": {"kind": "wall", "expect": {"tiles": 144, "stacks": [18, 18, 18, 18]}},
    "exposed kong": {
        "kind": "kong", "kong": {"seat": 0, "type": "kong_open", "tile": "5m", "from": 2, "fresh": True},
        "expect": {"pay": [7, 0, -7, 0]},
    },
    "concealed kong": {
        "kind": "kong", "kong": {"seat": 1, "type": "kong_closed", "tile": "7z", "from": None, "chain": 3},
        "ctx": {"won": [0]}, "expect": {"pay": [0, 6, -3, -3]},
    },
    "robbed, added kong": {
        "kind": "kong", "kong": {"seat": 1, "type": "kong_added", "robbed": True}, "expect": {"pay": [0, 0, 0, 0]},
    },
    "gangpao": {
        "kind": "gangpao", "kong_income": [-1, 3, -1, -1], "kong_incomes": [[-1, 3, -1, -1], [-2, 2, 0, 0]],
        "discarder": 1, "winners": [3], "expect": {"pay": [0, -3, 0, 3]},
    },
    "exhaust": {
        "kind": "exhaust",
        "players": [
            {"hand": HAND, "melds": []},
            {"hand": "1122789s456m", "melds": [PONG], "void": "m", "active": True, "shown": False},
            {"hand": "", "melds": [], "won": True, "void": None},
            {"hand": "147m258p369s1234z", "melds": [], "shown": True},
        ],
        "kongs": [{"seat": 1, "pay": [-1, 3, -1, -1]}],
        "expect": {"state": ["notready", "pig", "won", "ready"], "max": [13, 13, None, 13], "pay": [-3, 3, 0, 0]},
    },
    "multi": {
        "kind": "multi", "discarder": 2, "win_tile": "1z", "ctx": {"shown": [2]},
        "wins": [
            {"winner": 0, "hand": HAND, "melds": [], "void": "s"},
            {"winner": 3, "hand": "456p789s1122z", "melds": [{"type": "kong_open", "tiles": "2222m", "from": 2}]},
        ],
        "expect": {"pay": [11, 0, -23, 12]},
    },
    "several winners": {
        "kind": "settle", "event": "one discard, several winners", "dealer": 0, "from": 0,
        "wins": [
            {"winner": 1, "hand": HAND, "win_tile": "1z", "melds": [], "flowers": "", "ctx": {}},
            {"winner": 3, "hand": HAND, "win_tile": "1z", "melds": [], "flowers": "4f", "ctx": {"streak": 1}},
        ],
        "expect": {"pay": [-4, 1, 0, 3], "totals": [0, 1]},
    },
    "event": {
        "kind": "settle", "event": "defer", "dealer": 0, "debtor": 1, "amount": 7,
        "expect": {"pay": [7, -7, 0, 0], "stake": {"1": 2}, "third": True},
    },
    "settle": {
        "kind": "settle", "winner": 1, "win": "discard", "from": 0, "fan": 3, "ctx": {"streak": 2},
        "expect": {"pay": [-6, 6, 0, 0]},
    },
    "options": {
        "kind": "wall", "options": {"cap": None, "payment": [4, 0, 2], "claims": [], "flush": None},
        "expect": {"tiles": 144},
    },
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_good_cases_pass(case: dict[str, Any]) -> None:
    report = run(case)
    assert report.ok, [result.lines() for result in report.failures]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_no_other_answer_passes(case: dict[str, Any]) -> None:
    for name, value in case["expect"].items():
        for wrong in ([value], "no", 99, {**value, "2": 1} if isinstance(value, dict) else {}):
            assert not run(changed(case, f"expect.{name}", wrong)).ok, (name, wrong)
    assert "unknown field expect.more" in told(run(changed(case, "expect.more", 1)))
    assert "unknown field" in told(run(case | {"no_such_field": 1}))


BAD = [
    ("score", "ctx", {"no_such": 1}, "unknown field ctx.no_such"),
    ("score", "ctx", {"ippatsu": True}, "unknown field ctx.ippatsu"),
    ("score", "ctx", {"honba": 1}, "unknown field ctx.honba"),
    ("score", "ctx.shown", [1, 1], "different seats"),
    ("score", "ctx.shown", [4], "different seats"),
    ("score", "ctx.piao", [1, 2, 3], "for each of 4 seats"),
    ("score", "ctx.piao", [1, 2, 3, -1], "for each of 4 seats"),
    ("score", "ctx.void_suit", "z", "expected one of m, p, s"),
    ("score", "ctx", {"horse_tile": "77z"}, "one tile like 5m"),
    ("score", "ctx", {"won": 1}, "expected a list"),
    ("score", "ctx", {"direct_kong_from": 4}, r"0\.\.3"),
    ("score", "ctx", {"kong_chain": -1}, r"0\.\."),
    ("score", "ctx", {"ting": "sky"}, "expected one of earth, heaven"),
    ("score", "ctx", {"seven_rob": True}, "instant7"),
    ("score", "ctx", {"heaven": True}, "another winner"),
    ("score", "win_tile", "", ""),
    ("score", "melds.0.tiles", "222m", "exposed kong"),
    ("instant", "win_tile", "1z", "flowers win at once"),
    ("instant", "from", 1, "null"),
    ("seven rob one", "from", None, r"0\.\.3"),
    ("seven rob one", "from", 2, "another seat"),
    ("seven rob one", "ctx", {"seven_rob": False}, "true for a win by seven flowers"),
    ("ten seats", "winner", 10, r"0\.\.9"),
    ("ten seats", "options", {"players": 11}, r"2\.\.10"),
    ("ten seats", "expect.pay", [0, 0, 0, 0, 0, -1, -1, 4, -1], "pay: expected"),
    ("claim", "want.0.1", "peng", "expected a seat and one of hu, win"),
    ("claim", "want.0", [2], "expected a seat and one of"),
    ("claim", "want.0", "2k", "expected a seat and one of"),
    ("claim", "want", [[3, "chow"]], "the next player"),
    ("claim", "want", [[1, "hu"]], "its own discard"),
    ("claim", "want", ..., "field want is missing"),
    ("claim", "discarder", ..., "field discarder is missing"),
    ("claim", "won", [1], "is out of the hand"),
    ("claim of one", "discard", "5", "one tile like 5m"),
    ("claim", "from", 1, "unknown field from"),
    ("robbed kong", "want", [[1, "pong"]], "wins only"),
    ("robbed kong", "konger", ..., "field konger is missing"),
    ("dealer", "winners", "0;2", "seats with commas"),
    ("dealer", "winners", "", "seats with commas"),
    ("dealer", "winners", "0,0", "different seats"),
    ("dealer", "winners", "4", "different seats"),
    ("dealer", "winners", None, "expected a list"),
    ("dealer", "winners", ..., "field winners is missing"),
    ("dealer", "streak", "2", "expected a whole number"),
    ("two winners", "discarder", 2, "expected two seats"),
    ("two winners", "discarder", 4, "or null"),
    ("deal for five", "players", 11, r"2\.\.10"),
    ("deal for five", "players", 1, r"2\.\."),
    ("deal by dice", "dice", [3], "one roll of 2 dice"),
    ("deal by dice", "dice", [3, 7], "a die shows 7"),
    ("deal by dice", "dice", 7, "expected a list"),
    ("deal of tiles", "tiles", 30, "expected 32 or more"),
    ("open", "walls", 3, "expected 4 for rule set house"),
    ("open", "tiles", 108, "expected 144 for rule set house"),
    ("open", "dealer", 4, r"0\.\.3"),
    ("wall", "tiles", 135, "stacks of two"),
    ("wall", "walls", 1, r"2\.\."),
    ("exposed kong", "kong.type", "pong", "expected one of kong_"),
    ("exposed kong", "kong.from", None, "the seat that gave the tile"),
    ("exposed kong", "kong.from", 0, "the seat that gave the tile"),
    ("exposed kong", "kong.tile", "", "one tile like 5m"),
    ("exposed kong", "kong.more", 1, "unknown field kong.more"),
    ("exposed kong", "ctx", {"shown": []}, "unknown field ctx.shown"),
    ("concealed kong", "kong.from", 2, "null for any other"),
    ("concealed kong", "kong.chain", 0, r"1\.\."),
    ("gangpao", "kong_income", [-1, 3, -1], "for each of 4 seats"),
    ("gangpao", "kong_income", [-1, 4, -1, -2], "a list with kong_income in it"),
    ("gangpao", "kong_incomes", [3], "expected a list"),
    ("gangpao", "winners", [3, 3], "different seats"),
    ("exhaust", "players", [], r"players: 0 is not allowed, expected a whole number 2\.\.10"),
    ("exhaust", "players.0.hand", "", "at least one tile"),
    ("exhaust", "players.0.hand", "123m", "3 tiles"),
    ("exhaust", "players.1.void", "z", "expected one of m, p, s"),
    ("exhaust", "players.1.melds.0.from", 1, "another seat"),
    ("exhaust", "players.1.note", "", r"unknown field players\[1\].note"),
    ("exhaust", "players.2.melds", [PONG], "none without a hand"),
    ("exhaust", "kongs.0.pay", [1, -1], "for each of 4 seats"),
    ("exhaust", "kongs.0.type", "", r"unknown field kongs\[0\].type"),
    ("multi", "wins", [], "one or more"),
    ("multi", "wins.1.winner", 0, "different winners"),
    ("multi", "wins.1.winner", 2, "another seat"),
    ("multi", "wins.0.win_tile", "1z", "stands in the case already"),
    ("multi", "wins.0.from", 1, "stands in the case already"),
    ("multi", "wins.0.note", "", "unknown field"),
    ("multi", "wins.0", 3, "expected an object"),
    ("multi", "wins.0.hand", "123m", "3 tiles"),
    ("multi", "discarder", ..., "field discarder is missing"),
    ("several winners", "wins.1.win_tile", "2z", "on one tile"),
    ("several winners", "from", 1, "another seat"),
    ("several winners", "from", ..., "from is missing"),
    ("event", "event", "attack", "unknown event attack"),
    ("event", "debtor", ..., "field debtor is missing"),
    ("event", "debtor", 7, "seat 7"),
    ("settle", "ctx", {"last_tile": True}, "unknown field ctx.last_tile"),
    ("settle", "fan", 60, "no unit for a total of 60"),
    ("options", "options.cap", 0, "1..99 or None"),
    ("options", "options.payment", [1, 2], "3 whole numbers"),
    ("options", "options.claims", ["chow"], "any of pung, win"),
    ("options", "options.flush", 1, "null, true, false"),
]


@pytest.mark.parametrize(("name", "path", "value", "message"), BAD)
def test_bad_cases_fail(name: str, path: str, value: object, message: str) -> None:
    text = told(run(changed(CASES[name], path, value)))
    assert re.search(message, text), text


@pytest.mark.parametrize("kind", ["claim", "dealer", "deal", "open", "kong", "exhaust", "gangpao", "multi"])
def test_a_game_without_a_procedure(kind: str) -> None:
    text = told(run({"kind": kind, "expect": {"pay": []}}, "bare"))
    assert f"can not answer the kind {kind}: expected one of score, nowin, fans, waits, settle, wall" in text


def test_a_game_without_events() -> None:
    assert "has no event defer" in told(run(CASES["event"], "bare"))
    assert run(CASES["several winners"], "bare").ok


def test_a_fixed_number_of_players() -> None:
    fixed = replace(HOUSE, id="fixed", options=(), make_frame=lambda values: {}, values={})
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(rules._RULE_SETS, "fixed", fixed)
        patch.setitem(rules._ALIASES, "fixed", fixed)
        assert run({"kind": "deal", "players": 4, "expect": {"wall": 89}}, "fixed").ok
        five = {"kind": "deal", "players": 5, "expect": {"wall": 1}}
        assert "expected 4 for rule set fixed" in told(run(five, "fixed"))


SELF, DISCARD = {"self_draw": True}, dict[str, bool]()


@pytest.mark.parametrize(("stated", "sides", "arguments", "payment"), [
    ({}, Sides(0, 1, 2, DISCARD), {}, {}),
    ({"last_tile": True}, Sides(0, 1, 2, DISCARD), {"last_tile": True}, {}),
    ({"after_kong": True}, Sides(0, 1, None, SELF), {"after_kong": True}, {}),
    ({"after_kong": True}, Sides(0, 1, 2, DISCARD), {"on_kong_discard": True}, {}),
    ({"after_kong": True}, Sides(0, 1, 2, {"rob_kong": True}), {"on_kong_discard": True}, {}),
    ({"kong_chain": 2}, Sides(0, 1, None, SELF), {"kong_chain": 2, "after_kong": True}, {}),
    ({"kong_chain": 2, "after_kong": False}, Sides(0, 1, None, SELF), {"kong_chain": 2, "after_kong": False}, {}),
    ({"heaven": True}, Sides(1, 1, None, SELF), {"first_turn": True}, {}),
    ({"earth": True}, Sides(0, 1, None, SELF), {"first_turn": True}, {}),
    ({"earth": True}, Sides(0, 1, 0, DISCARD), {"first_turn": True}, {}),
    ({"human": True}, Sides(0, 1, 2, DISCARD), {"first_turn": True}, {}),
    ({"first_turn": "heaven"}, Sides(1, 1, None, SELF), {"first_turn": True}, {}),
    ({"first_turn": "human"}, Sides(0, 1, 2, DISCARD), {"first_turn": True}, {}),
    ({"first_turn": True, "earth": False}, Sides(0, 1, 2, DISCARD), {"first_turn": True}, {}),
    ({"heaven": False}, Sides(0, 1, 2, DISCARD), {}, {}),
    ({"ting": "earth"}, Sides(0, 1, 2, DISCARD), {"ready_first_turn": True}, {}),
    ({"ting": "heaven"}, Sides(0, 1, 2, DISCARD), {"ready_at_deal": True}, {}),
    ({"void_suit": "p"}, Sides(0, 1, 2, DISCARD), {"void_suit": "p"}, {}),
    ({"shown": [0, 2]}, Sides(0, 1, 2, DISCARD), {"shown": False, "loser_shown": True}, {"shown": [0, 2]}),
    ({"shown": [1, 2]}, Sides(0, 1, None, SELF), {"shown": True, "loser_shown": False}, {"shown": [1, 2]}),
    ({"seven_rob": True}, Sides(0, 1, 2, {"seven_rob_one": True}, True), {}, {}),
    ({"won": [3], "piao": [0, 1, 2, 3], "horse_tile": "5p", "streak": 1}, Sides(0, 1, None, SELF), {},
     {"won": [3], "piao": [0, 1, 2, 3], "horse_tile": "5p", "streak": 1}),
])
def test_context(stated: dict[str, Any], sides: Sides, arguments: dict[str, Any], payment: dict[str, Any]) -> None:
    found = read_context(Fields(stated, "ctx"), HOUSE, sides)
    assert (found.arguments, found.payment) == (arguments, payment)


@pytest.mark.parametrize(("stated", "sides"), [
    ({"heaven": True}, Sides(0, 1, None, SELF)),
    ({"heaven": True}, Sides(1, 1, 0, DISCARD)),
    ({"earth": True}, Sides(1, 1, None, SELF)),
    ({"human": True}, Sides(0, 1, None, SELF)),
])
def test_first_turns_that_can_not_be(stated: dict[str, Any], sides: Sides) -> None:
    with pytest.raises(Fault, match="another winner, or another way to win"):
        read_context(Fields(stated, "ctx"), HOUSE, sides)


@pytest.mark.parametrize("stated", [
    {"after_kong": True}, {"first_turn": True}, {"heaven": True}, {"ting": "earth"}, {"shown": []}, {"won": []},
    {"seven_rob": False}, {"kong_chain": 0}, {"void_suit": "m"}, {"streak": 0}, {"last_tile": False},
])
def test_what_a_game_does_not_look_at(stated: dict[str, Any]) -> None:
    plain = replace(HOUSE, circumstances=("self_draw",), make_settlement=house_rules().make_settlement)
    with pytest.raises(Fault, match=f"unknown field ctx.{next(iter(stated))}"):
        read_context(Fields(stated, "ctx"), plain, Sides(1, 1, None, SELF))


@settings(max_examples=500)
@given(st.sampled_from(sorted(CASES)).flatmap(lambda name: damaged(CASES[name])))
def test_damaged_cases_are_answered(case: dict[str, Any]) -> None:
    report = run(case)
    assert len(report.results) == 1
    assert "broke down" not in report.results[0].message, report.results[0].message
