"""Cases of the Sichuan and Kawuxing games as files may write them."""

from __future__ import annotations

from typing import Any

import pytest

from mjcore import check

READY, DEAD = "123456789m2355p", "147m258m369m1479p"
FIVES = {"hand": "123456s78977p46p", "win_tile": "5p", "melds": []}
WON: dict[str, Any] = {"hand": "", "melds": [], "won": True}
SETTLE = {"kind": "settle", "winner": 1, "win": "self", "from": None}
FACE_DOWN = {
    "kind": "nowin", "options": {"players": 2}, "winner": 0, "win": "discard", "from": 1, "hand": "1112345678956m",
    "win_tile": "7m", "melds": [],
}
WAITS = {"kind": "waits", "hand": READY}
RIVER = {"kind": "exhaust", "preset": "xueliu_app"}


def player(hand: str, **more: Any) -> dict[str, Any]:
    return {"hand": hand, "melds": [], "void": "s", **more}


SICHUAN: dict[str, dict[str, Any]] = {
    "a total": SETTLE | {"fan": 3, "expect": {"pay": [-8, 24, -8, -8]}},
    "a total above the cap": SETTLE | {
        "preset": "sbr_2025", "win": "discard", "from": 2, "fan": 5, "expect": {"pay": [0, 8, -8, 0]},
    },
    "a total on a robbed kong": SETTLE | {"win": "robkong", "from": 3, "fan": 1, "expect": {"pay": [0, 2, 0, -2]}},
    "a total after others have won": SETTLE | {"fan": 1, "ctx": {"won": [3]}, "expect": {"pay": [-2, 4, -2, 0]}},
    "a total on a replacement": SETTLE | {
        "options": {"direct_kong_draw": "discard"}, "fan": 2, "ctx": {"after_kong": True, "direct_kong_from": 2},
        "expect": {"pay": [0, 4, -4, 0]},
    },
    "two players win on no discard": FACE_DOWN | {"expect": {"win": False}},
    "nor does who plays face down": FACE_DOWN | {"options": {"discards": "face_down"}, "expect": {"win": False}},
    "the source of an added kong's pung": {
        "kind": "kong", "kong": {"seat": 1, "type": "kong_added", "tile": "7p", "from": 2, "fresh": True},
        "expect": {"pay": [-1, 3, -1, -1]},
    },
    "waits": WAITS | {"expect": {"kinds": ["1p", "4p"]}},
    "waits of a void suit": WAITS | {"preset": "sbr_2025", "ctx": {"void_suit": "p"}, "expect": {"kinds": []}},
    "winners by themselves": {
        "kind": "exhaust", "players": [{"hand": READY}, {"hand": DEAD}, {"won": True}, {"won": True}],
        "expect": {"state": ["ready", "notready", "won", "won"], "max": [1, None, None, None], "pay": [1, -1, 0, 0]},
    },
    "nobody pays the winners of blood river": RIVER | {
        "players": [WON, player(READY), player(READY), WON],
        "expect": {"state": ["ready"] * 4, "max": [None, 1, 1, None], "pay": [0, 0, 0, 0]},
    },
}
KAWUXING: dict[str, dict[str, Any]] = {
    "a total": SETTLE | {"preset": "kwx_xiangyang", "fan": 2, "expect": {"pay": [-2, 4, -2]}},
    "a total of shown hands": SETTLE | {
        "preset": "kwx_xiangyang", "fan": 4, "ctx": {"shown": [1], "piao": [1, 0, 0], "horse_tile": "5p"},
        "expect": {"pay": [-14, 27, -13]},
    },
    "who pays for all": FIVES | {
        "kind": "score", "preset": "kwx_xiangyang", "options": {"bao_hu": True}, "winner": 0, "win": "discard",
        "from": 1, "ctx": {"shown": [0], "bao_from": 1}, "expect": {"fans": [["kawuxing", 2]], "pay": [8, -8, 0]},
    },
}


def run(case: dict[str, Any], variant: str) -> list[str]:
    report = check.run_data({
        "schema": "mjcore-variant-cases/1", "variant": variant, "notation": "mpsz", "cases": [{"id": "one", **case}],
    })
    return [line for result in report.failures for line in result.lines()[1:]]


@pytest.mark.parametrize(("variant", "case"), [
    *(("sichuan", case) for case in SICHUAN.values()), *(("kawuxing", case) for case in KAWUXING.values()),
], ids=[*SICHUAN, *KAWUXING])  # fmt: skip
def test_cases_pass(variant: str, case: dict[str, Any]) -> None:
    assert run(case, variant) == []


def test_what_is_no_case() -> None:
    added = SICHUAN["the source of an added kong's pung"]
    for number in (1, 4):
        assert "kong.from" in run(added | {"kong": {**added["kong"], "from": number}}, "sichuan")[0]
    on_kong = SICHUAN["a total"] | {"ctx": {"after_kong": True}}
    assert run(on_kong, "sichuan") == ["  unknown field ctx.after_kong: nothing is scored here"]
    river = RIVER | {"players": [WON, player(READY), player(DEAD), WON], "expect": {"pay": [0, 0, 0, 0]}}
    assert "seat 0: expected its hand, seat 2 has to pay" in run(river, "sichuan")[0]
    assert "bao_hu" in run(KAWUXING["who pays for all"] | {"options": {}}, "kawuxing")[0]
