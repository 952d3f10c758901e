"""Cases of the Hong Kong and Taiwanese games as files may write them."""

from __future__ import annotations

from typing import Any

import pytest

from mjcore import check

SOUTH = {"winner": 1, "hand": "123m456m789m11z22z", "win_tile": "2z"}  # 6 faan, unit 32
WEST = {"winner": 2, "hand": "345m345p22z678p99s", "win_tile": "2z", "flowers": "2f"}  # 1 faan, unit 2
SEVERAL: dict[str, Any] = {
    "kind": "settle", "event": "one discard, several winners", "preset": "guangdong_seed", "options": {"multi": "all"},
    "dealer": 0, "from": 0, "wins": [SOUTH, WEST], "expect": {"pay": [-68, 96, 6, -34], "totals": [6, 1]},
}
FLOWERS: dict[str, Any] = {
    "kind": "nowin", "winner": 2, "win": "instant", "from": None, "hand": "123m456m789m1234z", "win_tile": "",
    "flowers": "1234567f", "expect": {"win": False},
}
FIRST: dict[str, Any] = {"kind": "fans", "hand": "234m34m567p789s99s", "win_tile": "5m", "flowers": "4f"}
DEBT: dict[str, Any] = {
    "kind": "settle", "preset": "taiwan_seed", "event": "la_zhuang_resolve", "dealer": 1, "debtor": 3, "amount": 11,
}
HK: dict[str, dict[str, Any]] = {
    "winners pay each other nothing": SEVERAL,
    "the same as multi": {
        "kind": "multi", "preset": "guangdong_seed", "discarder": 0, "win_tile": "2z",
        "wins": [{k: v for k, v in win.items() if k != "win_tile"} for win in (SOUTH, WEST)],
        "expect": {"pay": [-68, 96, 6, -34]},
    },
    "seven flowers where eight win": FLOWERS | {"options": {"flower_win": 8}},
    "a number as a text": FLOWERS | {"options": {"flower_win": "8"}},
    "no flower wins": FLOWERS | {"options": {"flower_win": "off"}},
    "heavenly": FIRST | {
        "winner": 0, "win": "self", "ctx": {"first_turn": "heaven"},
        "expect": {"fans": [["heavenly", 13], ["common_hand", 1]]},
    },
    "earthly": FIRST | {
        "winner": 1, "win": "discard", "from": 0, "ctx": {"first_turn": "earth"},
        "expect": {"fans": [["earthly", 13], ["common_hand", 1]]},
    },
    "kongs in a row": {
        "kind": "fans", "winner": 1, "win": "self", "hand": "34m567p99s", "win_tile": "5m", "flowers": "1f",
        "melds": [{"type": "kong_closed", "tiles": tiles, "from": None} for tiles in ("2222m", "4444s")],
        "ctx": {"kong_chain": 2}, "expect": {"fans": [["self_draw", 1], ["concealed", 1], ["double_kong", 8]]},
    },
    "waits": {"kind": "waits", "hand": "123m456m789m11z22z", "expect": {"kinds": ["2z", "1z"]}},
    "waits for nothing": {"kind": "waits", "hand": "11m33m55m77p99s22z4z", "expect": {"kinds": []}},
    "waits by an option": {
        "kind": "waits", "options": {"seven_pairs": True}, "hand": "11m33m55m77p99s22z4z", "expect": {"kinds": ["4z"]},
    },
    "stated faan": {
        "kind": "settle", "winner": 1, "win": "discard", "from": 2, "fan": 9, "expect": {"pay": [-96, 384, -192, -96]},
    },
    "stated faan, with liability": {
        "kind": "settle", "options": {"pao_12": True}, "winner": 1, "win": "self", "fan": 9,
        "expect": {"pay": [-192, 576, -192, -192]},
    },
    "winners as a text": {"kind": "dealer", "dealer": 2, "winners": "0, 2", "expect": {"dealer": 2}},
}
TAIWAN: dict[str, dict[str, Any]] = {
    "a debt after a drawn hand": DEBT | {"next_winner": "draw", "expect": {"pay": [0, 11, 0, -11]}},
    "a debt after several wins": DEBT | {"next_winner": "0,1", "expect": {"pay": [0, 14, 0, -14]}},
    "stated tai": {
        "kind": "settle", "dealer": 2, "winner": 1, "win": "discard", "from": 2, "fan": 9,
        "expect": {"pay": [0, 13, -13, 0]},
    },
    "stated tai, with a streak": {
        "kind": "settle", "dealer": 2, "winner": 1, "win": "self", "fan": 9, "ctx": {"streak": 1},
        "expect": {"pay": [-12, 39, -15, -12]},
    },
    "waits": {
        "kind": "waits", "hand": "34m55s789p456p", "expect": {"kinds": ["5m"]},
        "melds": [{"type": "pong", "tiles": "222m", "from": 1}, {"type": "chow", "tiles": "123m", "from": 3}],
    },
}


def run(case: dict[str, Any], variant: str) -> list[str]:
    report = check.run_data({
        "schema": "mjcore-variant-cases/1", "variant": variant, "notation": "mpsz", "cases": [{"id": "one", **case}],
    })
    return [line.strip() for result in report.failures for line in result.lines()[1:]]


@pytest.mark.parametrize(("variant", "case"), [
    *(("hk", case) for case in HK.values()), *(("taiwan", case) for case in TAIWAN.values()),
], ids=[*HK, *TAIWAN])  # fmt: skip
def test_cases_pass(variant: str, case: dict[str, Any]) -> None:
    assert run(case, variant) == []


def test_what_is_no_case() -> None:
    off = HK["no flower wins"]
    assert run(off | {"no_such": 1}, "hk") == ["unknown field no_such"]
    assert run(off | {"kind": "score", "expect": {"total": 3}}, "hk") == [
        'win is "instant": expected one of self, discard, robkong']
    assert run(off | {"options": {"flower_win": "9"}}, "hk") == ['option flower_win is "9": expected 7, 8, "off"']
    assert run(off | {"options": {"limit": "9"}}, "hk") == ['option limit is "9": expected 1..13']
    assert run(DEBT | {"next_winner": "east", "expect": {"pay": []}}, "taiwan") == [
        'next_winner is "east": expected seats with commas, "draw" for none, or a list']
    for winner in (1.0, True, 4, -1, {}):
        (fault,) = run(DEBT | {"next_winner": winner, "expect": {"pay": []}}, "taiwan")
        assert fault.endswith("expected a whole number 0..3 or null")
    for winners in ([1, 1], [4], [1.0], [[]]):
        (fault,) = run(DEBT | {"next_winner": winners, "expect": {"pay": []}}, "taiwan")
        assert fault.endswith("expected different seats 0..3")
    for name in ("dealer", "debtor", "amount"):
        for value in (None, {}, [], "1", 1.0, True, 10**30):
            (fault,) = run(DEBT | {name: value, "next_winner": 0, "expect": {"pay": []}}, "taiwan")
            assert "broke down" not in fault
    assert run(HK["waits"] | {"ctx": {"last_tile": True}}, "hk") == ["unknown field ctx.last_tile"]
