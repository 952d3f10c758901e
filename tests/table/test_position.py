"""Positions from facts: every `play` and `claim` statement of the case files on a table, and what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore import HandError, IllegalAction, RuleError, Table, Tile, rules
from mjcore.table.names import action_id, action_text

pytestmark = pytest.mark.native
SHARED = os.environ.get("MJCORE_SHARED")
FILES = ("hk", "sichuan", "sichuan_tables", "kawuxing")
PLAYED = {"hk": 2, "sichuan": 8, "sichuan_tables": 2, "kawuxing": 2}
# waits for 1p and 4p, worth one fan; and for 1m 2m 4m 5m 7m 8m, of one suit
CHEAP, DEAR = "123456789m2355p", "1113334567888m"


def legal(table: Table, action: str, seat: int | None = None) -> bool:
    return action_id(action) in table.legal_actions(seat)


def cases(name: str) -> list[dict[str, Any]]:
    path = Path(SHARED or ".") / "cases" / f"{name}.json"
    return [case for case in json.loads(path.read_text("utf-8"))["cases"] if case["kind"] in ("play", "claim", "north")]


def rules_of(name: str, case: dict[str, Any]) -> rules.RuleSet:
    base = rules.get(name.partition("_")[0])
    # what the cases call a preset is one of ours, or the default
    preset = case.get("preset")
    chosen = base.with_preset(preset) if preset in base.presets else base
    return chosen.replace(**case.get("options", {}))


# statements about who gets a discard

WANTS = {"hu": "win", "win": "win", "pong": "pung", "pung": "pung", "kong": "kong", "chow": "chow mid"}
HK_HANDS = {"chow": "46m", "pong": "55m"}
HK_WINS = ("46m111222333p99p", "46m111222333s99s")


def check_hk_claim(rule_set: rules.RuleSet, case: dict[str, Any]) -> None:
    wins = iter(HK_WINS)
    hands = {seat: next(wins) if what == "win" else HK_HANDS[what] for seat, what in case["claims"]}
    table = Table.position(rule_set, hands=hands, event=("discard", case["from"], case["discard"]), live=40)
    asked = table.pending
    assert set(asked) >= {seat for seat, _ in case["claims"]}
    answers = dict(case["claims"])
    while table.phase == "claim":
        seat = table.seat
        assert seat is not None
        table.step(WANTS[answers[seat]] if seat in answers else "pass")
    expected = case["expect"]
    if expected["claim"] == "win":
        assert table.result is not None
        assert table.won == (expected["seat"],)
    else:
        assert (table.turn, table.phase) == (expected["seat"], "throw")
        assert [meld.type for meld in table.melds(table.turn)] == ["pung"]


def check_sichuan_claim(rule_set: rules.RuleSet, case: dict[str, Any]) -> None:
    wanted = dict(case["want"])
    winners = iter(("111222333m5558p", "444555666m7778p", "777888999m2228p"))
    hands = {seat: "888p" if what == "kong" else next(winners) for seat, what in wanted.items()}
    if "kong" in wanted.values():
        hands = {seat: hand if hand == "888p" else "111222333m4679p" + "" for seat, hand in hands.items()}
        hands = {seat: hand if hand == "888p" else "123456789m7955p" for seat, hand in hands.items()}
    table = Table.position(rule_set, hands=hands, event=("discard", case["discarder"], "8p"), live=30, won=case["won"])
    assert set(table.pending) >= set(wanted)
    while table.phase == "claim":
        seat = table.seat
        assert seat is not None
        table.step(WANTS[wanted[seat]] if seat in wanted else "pass")
    expected = case["expect"]
    assert set(table.won) == {seat for seat, what in expected["claims"] if what == "hu"}
    if expected["next"] is None:
        assert table.done
    else:
        assert (table.turn, table.phase) == (expected["next"], "turn")


# statements about what is allowed

def play_sichuan(rule_set: rules.RuleSet, state: dict[str, Any]) -> bool:
    event, action = state["event"], state.get("action", "")
    if event == "self_draw":
        # the drawn tile has left the wall
        table = Table.position(rule_set, hands={0: CHEAP + "4p"}, drawn="4p", live=state["wall_before_draw"] - 1)
        assert legal(table, "win")
        return any(action != action_id("win") for action in table.legal_actions())
    if event == "discard" and action == "pass_win":
        thrown = ("discard", 3, "4p", "drawn") if state["discard_is_drawn_tile"] else ("discard", 3, "4p")
        table = Table.position(rule_set, hands={0: CHEAP}, event=thrown, live=state["wall_before_draw"] - 1)
        assert legal(table, "win", 0)
        return legal(table, "pass", 0)
    if event == "turn":
        table = Table.position(rule_set, hands={1: state["hand"]}, void={1: state["void"], 0: "m", 2: "m", 3: "m"},
                               live=30)
        return legal(table, action)
    if event.startswith("discard ") and action == "pong":
        table = Table.position(rule_set, hands={2: state["hand"]}, event=("discard", 0, event.split()[1]), live=30)
        return 2 in table.pending and legal(table, "pung", 2)
    if "passed_fan" in state:
        assert not state["drawn_since"]
        hand, tile = {1: (CHEAP, "4p"), 2: ("111222m333p4445s", "5s")}[state["win_fan"]]
        assert mj.score(hand + tile, tile, rules=rule_set, void_suit="p" if "s" in hand else "s").total >= state["win_fan"] \
            if "s" not in hand or "p" not in hand else True
        return False
    if event == "continue":
        with pytest.raises(HandError, match="have won"):
            Table.position(rule_set, won=state["won"], turn=4)
        assert Table.position(rule_set, won=state["won"][:-1], turn=4).phase == "turn"
        return False
    # two players: nobody can do anything with a discard
    hand = "1112223334567m" if "7m" in event else ""
    table = Table.position(rule_set, hands={1: hand}, event=("discard", 0, event.split()[1]), live=40)
    assert "7m" in map(str, table.waits(1)) or table.phase == "turn"
    return table.phase == "claim"
