"""Whatever stands in a case file, `mjcore check` answers with a report and never breaks down."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from case_changes import JSON, damaged
from mjcore import check

MELD = {"type": "pung", "tiles": "777p", "from": "across"}
HAND: dict[str, Any] = {
    "id": "one", "concealed": "123m789s1122z", "melds": [MELD], "win_tile": "1z", "win": "discard",
    "seat_wind": "E", "round_wind": "E", "last_copy": False, "wall_last": False, "kong_draw": False,
    "flowers": 0, "options": {"strict98": True}, "strict": False,
    "expected": {"total": 8, "can_win": True, "fans": {"seat_wind": 1}, "fans_alt": [{"seat_wind": 1}]},
}
CASE: dict[str, Any] = {
    "id": "one", "kind": "score", "preset": "default", "options": {}, "dealer": 0, "round_wind": 1,
    "winner": 2, "win": "discard", "from": 0, "hand": "123m789s1122z", "win_tile": "1z",
    "melds": [{"type": "pong", "tiles": "777p", "from": 1}], "flowers": "1f", "wild": {},
    "ctx": {"last_tile": False},
    "expect": {"win": True, "total": 8, "fans": [["seat_wind", 2]], "pay": [0, 0, 0, 0]},
}


def sound(data: object) -> None:
    report = check.run_data(data)
    assert len(report.results) == 1
    (result,) = report.results
    assert "broke down" not in result.message
    assert (result.outcome == "failed") == bool(result.message or result.differences)


@settings(max_examples=500)
@given(damaged(HAND))
def test_damaged_hands(case: dict[str, Any]) -> None:
    sound({"schema": "mcr-hand/1", "hands": [case]})


@settings(max_examples=500)
@given(damaged(CASE))
def test_damaged_cases(case: dict[str, Any]) -> None:
    sound({"schema": "mjcore-variant-cases/1", "variant": "mcr", "notation": "mpsz", "cases": [case]})


@given(JSON)
def test_any_json(data: object) -> None:
    assert not check.run_data(data).ok


@given(st.text())
def test_any_text(text: str) -> None:
    assert not check.run_text(text).ok
