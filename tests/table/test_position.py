"""Positions from facts: every `play`, `claim` and `north` statement of the case files, and what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore import HandError, IllegalAction, RuleError, Table, Tile, rules
from mjcore.table.names import action_id

SHARED = os.environ.get("MJCORE_SHARED")
NUMBER = {"hk": 2, "sichuan": 8, "sichuan_tables": 2, "kawuxing": 2}
ALL = [rules.get(name, preset) for name in rules.available() for preset in rules.get(name).presets]
# the first waits for 1p and 4p, the other for every tile of its suit
RUNS = "123456789m2355p"
FLUSH = "1112345678999m"


def legal(table: Table, action: str, seat: int | None = None) -> bool:
    return action_id(action) in table.legal_actions(seat)


def statements() -> list[Any]:
    if SHARED is None:
        return []
    found = []
    for name in NUMBER:
        cases = json.loads((Path(SHARED) / "cases" / f"{name}.json").read_text("utf-8"))["cases"]
        found += [pytest.param(name, case, id=case["id"]) for case in cases
                  if case["kind"] in ("play", "claim", "north")]
    return found


STATEMENTS = statements()


def rules_of(name: str, case: dict[str, Any]) -> rules.RuleSet:
    base = rules.get(name.partition("_")[0])
    return base.with_preset(case["preset"]).replace(**case.get("options", {}))


# who gets a discard

WORDS = {"hu": "win", "win": "win", "pong": "pung", "kong": "kong", "chow": "chow mid"}


def answer(table: Table, wants: dict[int, str]) -> None:
    """Everybody claims what he wants, whoever is asked first."""
    while table.phase == "claim":
        seat = table.seat
        assert seat is not None
        table.step(WORDS[wants[seat]] if seat in wants else "pass")


def claim_hk(rule_set: rules.RuleSet, case: dict[str, Any]) -> None:
    hands = {"chow": ["46m"], "pong": ["55m"], "win": ["46m111222333p99p", "46m111222333s99s"]}
    wants = dict(case["claims"])
    table = Table.position(rule_set, hands={seat: hands[what].pop() for seat, what in wants.items()},
                           event=("discard", case["from"], case["discard"]), live=40)
    assert set(table.pending) >= set(wants)
    answer(table, wants)
    if case["expect"]["claim"] == "win":
        assert (table.done, table.won) == (True, (case["expect"]["seat"],))
    else:
        assert (table.turn, table.phase) == (case["expect"]["seat"], "throw")
        assert [meld.type for meld in table.melds(table.turn)] == ["pung"]


def claim_sichuan(rule_set: rules.RuleSet, case: dict[str, Any]) -> None:
    wants = dict(case["want"])
    # a kong takes three 8p: one tile is left for a winner, who waits for it in a run
    hands = {"kong": ["888p"], "hu": ["123456789m7955p"] if "kong" in wants.values() else
             ["111222333m79p11p", "444555666m79p22p", "777888999m79p33p"]}
    table = Table.position(rule_set, hands={seat: hands[what].pop() for seat, what in wants.items()},
                           event=("discard", case["discarder"], "8p"), live=30, won=case["won"])
    assert set(table.pending) >= set(wants)
    answer(table, wants)
    assert set(table.won) == {seat for seat, _ in case["expect"]["claims"]}
    if case["expect"]["next"] is None:
        assert table.done
    else:
        assert (table.turn, table.phase) == (case["expect"]["next"], "turn")


# what a player may do

def play_hand(rule_set: rules.RuleSet, state: dict[str, Any]) -> bool:
    """The hand is told, and what happens."""
    if state["event"] == "turn":
        void = dict.fromkeys(range(4), "m") | {1: state["void"]}
        return legal(Table.position(rule_set, hands={1: state["hand"]}, turn=1, void=void, live=30), state["action"])
    tile, action = state["event"].split()[1], WORDS[state["action"]]
    return legal(Table.position(rule_set, hands={2: state["hand"]}, event=("discard", 0, tile), live=30), action, 2)


def play_forced(rule_set: rules.RuleSet, state: dict[str, Any]) -> bool:
    """Whether a possible win may be let pass. The drawn tile has left the wall."""
    live = state["wall_before_draw"] - 1
    if state["event"] == "self_draw":
        table = Table.position(rule_set, hands={0: RUNS}, drawn="4p", turn=0, live=live)
    else:
        drawn = ["drawn"] if state["discard_is_drawn_tile"] else []
        table = Table.position(rule_set, hands={0: RUNS}, event=("discard", 3, "4p", *drawn), live=live)
    assert legal(table, "win", 0)
    return table.legal_actions(0) != [action_id("win")]


def play_sichuan(rule_set: rules.RuleSet, state: dict[str, Any]) -> bool:
    if "hand" in state:
        return play_hand(rule_set, state)
    if state.get("action") == "pass_win":
        return play_forced(rule_set, state)
    if "passed_fan" in state:
        assert mj.score(FLUSH + "5m", "5m", rules=rule_set, void_suit="s").total == state["win_fan"]
        table = Table.position(rule_set, hands={0: FLUSH}, void=dict.fromkeys(range(4), "m") | {0: "s"}, live=30,
                               missed={0: state["passed_fan"]}, event=("discard", 1, "5m"))
        return legal(table, "win", 0)
    if state["event"] == "continue":
        assert Table.position(rule_set, won=state["won"][:-1], turn=4).phase == "turn"
        try:
            return bool(Table.position(rule_set, won=state["won"], turn=4))
        except HandError:
            return False
    tile = state["event"].split()[1]
    table = Table.position(rule_set, hands={1: "111222333m567m8m"}, event=("discard", 0, tile), live=30)
    assert Tile(tile) in Table.position(rule_set, hands={1: "1112223334567m"}, turn=0, live=30).waits(1)
    return table.phase == "claim"


def play_kawuxing(rule_set: rules.RuleSet, state: dict[str, Any]) -> bool:
    if state.get("shown"):
        table = Table.position(rule_set, hands={1: "999m23p123p77z[555z<]"}, shown=[1], turn=1, drawn="9m", live=20)
        assert list(map(str, table.waits(1))) == state["waits_before"]
        if not legal(table, "kong 9m"):
            return False
        table.step("kong 9m")
        assert list(map(str, table.waits(1))) == state["waits_after"]
        return True
    table = Table.position(rule_set, hands={1: "46m", 2: "46m"}, event=("discard", 0, "5m"), live=30)
    return any(137 <= action < 143 for seat in table.pending for action in table.legal_actions(seat))


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
@pytest.mark.parametrize(("name", "case"), STATEMENTS)
def test_statements_of_the_case_files(name: str, case: dict[str, Any]) -> None:
    rule_set = rules_of(name, case)
    if case["kind"] == "claim":
        (claim_hk if name == "hk" else claim_sichuan)(rule_set, case)
    else:
        play = play_kawuxing if name == "kawuxing" else play_sichuan
        assert play(rule_set, case["state"]) is case["expect"]["legal"]


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
def test_no_statement_is_left_out() -> None:
    assert len(STATEMENTS) == sum(NUMBER.values())


# their neighbours

def test_a_win_is_forced_near_the_end_alone() -> None:
    state = {"event": "self_draw", "wall_before_draw": 5}
    assert play_forced(rules.get("sichuan"), state)
    assert not play_forced(rules.get("sichuan"), {**state, "wall_before_draw": 1})
    other = {"event": "discard", "wall_before_draw": 2, "discard_is_drawn_tile": False}
    assert play_forced(rules.get("sichuan"), other)


def test_a_win_that_was_passed_bars_those_worth_no_more() -> None:
    sbr = rules.get("sichuan", "sbr_2025")
    void = dict.fromkeys(range(4), "m") | {0: "s", 1: "p"}
    for missed, may in ((1, True), (2, False), (3, False)):
        table = Table.position(sbr, hands={0: FLUSH, 1: "55m"}, void=void, live=30, missed={0: missed},
                               event=("discard", 2, "5m"))
        assert legal(table, "win", 0) is may, missed


def test_a_kong_can_be_robbed() -> None:
    table = Table.position("hk", hands={0: "12m456789p111z22z", 1: "[333m>]"}, event=("added_kong", 1, "3m"), live=30)
    assert (table.phase, table.pending) == ("rob", (0,))
    table.step("win")
    assert (table.done, table.won) == (True, (0,))


def test_a_north_can_be_robbed() -> None:
    norths = "19m19p19s1235677z"
    table = Table.position("riichi/tenhou3", hands={0: norths, 1: "4z"}, event=("nuki", 1), live=30)
    assert (table.phase, table.pending) == ("rob", (0,))
    # nobody waits for it
    table = Table.position("riichi/tenhou3", hands={0: "1199m1199p1199s1z", 1: "4z"}, event=("nuki", 1), live=30)
    assert (table.phase, table.turn, list(map(str, table.aside(1)))) == ("turn", 1, ["4z"])


def test_riichi_facts() -> None:
    hand = "123m456p789s11z55z"
    table = Table.position("riichi", hands={2: hand}, riichi=[2], rivers={2: "9m2p"}, event=("discard", 1, "5z"),
                           live=30, dora="3z", sticks=1, round_wind="S", dealer=3)
    assert table.flags(2)[:1] == ("ready",)
    assert (table.sticks, table.deltas) == (2, (0, 0, -1000, 0))
    assert [thrown.ready for thrown in table.river(2)] == [False, True]
    assert list(map(str, table.dora_indicators)) == ["3z"]
    assert legal(table, "win", 2)
    # furiten by the own river
    furiten = Table.position("riichi", hands={2: hand}, rivers={2: "1z"}, event=("discard", 1, "5z"), live=30)
    assert not legal(furiten, "win", 2)
    with pytest.raises(HandError, match="not ready"):
        Table.position("riichi", hands={2: "123m456p789s1357z"}, riichi=[2])
    with pytest.raises(HandError, match="given whole"):
        Table.position("riichi", hands={2: "123m"}, riichi=[2])
    declared = Table.position("riichi", hands={1: hand}, turn=1, drawn="2s", live=20,
                              event=("discard", 1, "2s", "drawn", "ready"))
    assert declared.river(1)[-1].ready


def test_after_a_claim() -> None:
    """Riichi bans the same tile and the other end of the run."""
    table = Table.position("riichi", hands={1: "3456m"}, melds={1: ["[345m<]"]}, event="throw", turn=1, live=40)
    assert (table.phase, table.drawn, table.last_seat, str(table.last_tile)) == ("throw", None, 0, "3m")
    assert [legal(table, f"discard {tile}") for tile in ("3m", "4m", "6m")] == [False, True, False]


@pytest.mark.parametrize("rule_set", ALL, ids=lambda rule_set: f"{rule_set.id}-{rule_set.preset}")
def test_what_is_not_given_is_dealt(rule_set: rules.RuleSet) -> None:
    for seed, live in enumerate((None, 0, 1, 7, 25)):
        table = Table.position(rule_set, seed=seed, live=live)
        assert live in (None, table.live)
        assert table == Table.position(rule_set, seed=seed, live=live)
        assert Table.from_bytes(table.to_bytes()) == table
        rng = Random(seed)
        for _ in range(1000):
            if table.done:
                break
            seat = rng.choice(table.pending)
            table.step(rng.choice(table.legal_actions(seat)), seat)
        assert table.done


def test_tiles_that_are_drawn_next() -> None:
    table = Table.position("hk", hands={0: "123m456p789s1122z"}, drawn="9m", turn=0, draws="5p 7z", live=40)
    table.step("discard 9m")
    while table.phase != "turn":
        table.step("pass")
    assert str(table.drawn) == "5p"


def test_the_last_tile_of_a_text_is_the_drawn_one() -> None:
    assert str(Table.position("hk", hands={1: "123m456p789s1122z3m"}).drawn) == "3m"
    assert Table.position("hk", hands={1: "123m456p789s1122z3m"}).turn == 1


def test_wild_kinds() -> None:
    table = Table.position("dazhong/dazhong_caishen", wild="5m", live=30)
    assert list(map(str, table.wild)) == ["5m"]
    with pytest.raises(HandError, match="has none"):
        Table.position("mcr", wild="5m")


@pytest.mark.parametrize(("name", "facts", "message"), [
    ("mcr", {"hands": {0: "11111m"}}, "at most 4"),
    ("mcr", {"hands": {0: "1111m", 1: "1m"}}, "5 of 1m: there are 4"),
    ("mcr", {"hands": {0: "55m", 1: "[555m<]"}}, "5 of 5m"),
    ("sichuan", {"hands": {0: "1z"}}, "1 of 1z: there are none"),
    ("mcr", {"hands": {0: "123456789m12345p"}, "turn": 1}, "14 tiles, melds counted as three: expected 13"),
    ("mcr", {"hands": {0: "123456789m123456p"}}, "15 tiles"),
    ("mcr", {"hands": {4: "1m"}}, "expected 0..3"),
    ("mcr", {"hands": "1m"}, "facts by seat"),
    ("mcr", {"live": 130}, "live=130"),
    ("mcr", {"live": 20, "rivers": ["1m", "2m", "3m", "4m"]}, "lie nowhere"),
    ("mcr", {"event": "discard"}, "the event is"),
    ("mcr", {"event": ("discard", 1)}, "the event is"),
    ("mcr", {"event": ("discard", 1, "5m", "gladly")}, "'drawn' or 'ready'"),
    ("mcr", {"event": ("discard", 1, "5m"), "turn": 2}, "event of seat 1"),
    ("mcr", {"event": "throw"}, "has claimed nothing"),
    ("mcr", {"won": [1]}, "have won"),
    ("mcr", {"void": {0: "m"}}, "void suit"),
    ("mcr", {"aside": {0: "1m"}}, "stays in the hand"),
    ("mcr", {"dora": "1m"}, "none in this game"),
    ("mcr", {"dealer": 4}, "the dealer"),
    ("mcr", {"scores": [1, 2, 3, 4, 5]}, "one for each"),
    ("mcr", {"seed": 1.5}, "the seed"),
    ("mcr", {"round_wind": "X"}, "round_wind"),
    ("mcr", {"draw_from": "pocket"}, "draw_from"),
    ("riichi/tenhou3", {"hands": {0: "[555p^]"}}, "nobody sits there"),
    ("riichi", {"dora": "1m2m"}, "2 dora indicators"),
])
def test_facts_that_do_not_go_together(name: str, facts: dict[str, Any], message: str) -> None:
    with pytest.raises(mj.MahjongError, match=message):
        Table.position(name, **facts)


def test_declarations_of_other_games_and_illegal_events() -> None:
    with pytest.raises(RuleError, match="no declaration"):
        Table.position("mcr", riichi=[0])
    with pytest.raises(IllegalAction):
        Table.position("hk", hands={1: "1m"}, event=("added_kong", 1, "2m"))
    with pytest.raises(TypeError):
        Table.position("hk", colour="red")
