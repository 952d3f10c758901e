"""Worked riichi cases: the local yaku and the presets, reckoned by hand; and what `ctx` may say in them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mjcore import check, rules

FOLDER = Path(__file__).parents[1] / "data"
FILES = ("riichi_local", "riichi_presets")
# every optional yaku that a hand can have -> the options that switch it on
LOCAL = {
    "renhou": ("renhou_mode",),
    "open_riichi": ("open_riichi",),
    "open_riichi_sashikomi": ("open_riichi", "open_riichi_sashikomi"),
    "shiisan_puutaa": ("shiisan_puutaa",),
    **{
        name: (name,)
        for name in (
            "tsubame_gaeshi", "kanburi", "shiiaru_raotai", "otakaze_sankou", "sanpuukou", "uumensai",
            "isshoku_sanjun", "sanrenkou", "sanshoku_tsuukan", "iipin_mouyue", "chuupin_raoyui", "uupin_kaihou",
            "ishi_no_ue_nimo_sannen", "daisharin", "daichikurin", "daisuurin", "daichisei", "isshoku_yonjun",
            "suurenkou", "hyakuman_goku", "beni_kujaku", "paarenchan",
        )
    },
}
PRESETS = ("tenhou", "tenhou3", "mjsoul", "mjsoul3", "wrc2025", "ema2016", "mleague")


def read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return data


def cases(*items: object, variant: str = "riichi") -> dict[str, Any]:
    return {"schema": "mjcore-variant-cases/1", "variant": variant, "notation": "mpsz", "cases": list(items)}


def told(report: check.Report) -> str:
    """What the one result says, which must be a failure."""
    assert (report.passed, report.failed, report.not_run) == (0, 1, 0)
    text = "\n".join(report.results[0].lines()[1:])
    assert text.strip()
    assert "broke down" not in text
    return text


@pytest.mark.parametrize("name", FILES)
def test_cases_pass(name: str) -> None:
    report = check.run(FOLDER / f"{name}.json")
    assert report.ok, "\n".join(line for result in report.failures for line in result.lines())
    assert report.not_run == 0
    assert report.passed >= 100


def wrong_values(value: Any) -> list[Any]:
    """Values near this one that are not it."""
    if isinstance(value, bool):
        return [not value, int(value)]
    if isinstance(value, int):
        return [value + 1, value - 1, str(value), float(value), None]
    if isinstance(value, list):
        shorter = [value[:n] + value[n + 1:] for n in range(len(value))]
        nested = [[*value[:n], wrong, *value[n + 1:]] for n, item in enumerate(value) for wrong in wrong_values(item)]
        return [*shorter, *nested, [*value, value[0] if value else ["riichi", 1]]]
    return [f"{value}x", 0]


@pytest.mark.parametrize("name", FILES)
def test_no_wrong_expectation_passes(name: str) -> None:
    for case in read(name)["cases"]:
        for field, value in case["expect"].items():
            for wrong in wrong_values(value):
                report = check.run_data(cases(case | {"expect": case["expect"] | {field: wrong}}))
                assert report.failed == 1, (case["id"], field, wrong)
        assert check.run_data(cases(case | {"expect": {}})).failed == 1


@pytest.mark.parametrize("yaku", LOCAL)
def test_every_local_yaku_has_a_hand_a_near_miss_and_a_hand_without_the_option(yaku: str) -> None:
    on, near, off = 0, 0, 0
    for case in read("riichi_local")["cases"]:
        if not case["id"].startswith((yaku, f"{yaku}:")) or case["id"].startswith(f"{yaku}_"):
            continue
        options, has = case.get("options", {}), yaku in dict(case["expect"].get("fans", ()))
        on += has
        if all(name in options for name in LOCAL[yaku]):
            near += not has
            assert {"limit", "points", "pay"} <= case["expect"].keys() or case["kind"] == "nowin"
        else:
            off += not has
            assert not has
    assert min(on, near, off) >= 1


def test_every_preset_has_cases() -> None:
    stated = [case.get("preset") for case in read("riichi_presets")["cases"]]
    assert all(stated.count(preset) >= 3 for preset in PRESETS)
    assert set(stated) <= {*PRESETS, None}


@pytest.mark.parametrize("name", FILES)
def test_every_case_cites_its_rule(name: str) -> None:
    assert all(re.search("§[0-9]", case["why"]) for case in read(name)["cases"])


CASE: dict[str, Any] = {
    "id": "one", "kind": "score", "winner": 1, "win": "discard", "from": 2, "hand": "123406m678p34s22z",
    "win_tile": "5s", "melds": [],
    "ctx": {"riichi": 1, "ippatsu": True, "dora": "1z", "ura": "9s", "honba": 1, "sticks": 2},
    "expect": {
        "fans": [["riichi", 1], ["ippatsu", 1], ["dora", 2], ["aka_dora", 1]], "han": 5, "fu": 40, "yakuman": 0,
        "limit": "mangan", "points": 8000, "total": 8000, "pay": [0, 10300, -8300, 0],
    },
}
NORTH: dict[str, Any] = CASE | {
    "preset": "tenhou3", "hand": "123p456p67899s34s", "ctx": {"riichi": 2, "nuki": 1},
    "expect": {
        "fans": [["double_riichi", 2], ["pinfu", 1], ["dora", 1]], "fu": 30, "points": 7700, "pay": [0, 7700, -7700],
    },
}


def test_good_cases_pass() -> None:
    report = check.run_data(cases(CASE, NORTH | {"id": "two"}))
    assert report.ok, [result.lines() for result in report.failures]
    without_pay = {name: value for name, value in CASE["expect"].items() if name != "pay"}
    assert check.run_data(cases(CASE | {"kind": "fans", "expect": without_pay})).ok
    assert "unknown field expect.pay" in told(check.run_data(cases(CASE | {"kind": "fans"})))


def test_red_fives_may_stand_in_melds() -> None:
    melds = [
        {"type": "chow", "tiles": "067s", "from": 0}, {"type": "pong", "tiles": "505p", "from": 3},
        {"type": "kong_closed", "tiles": "5550m", "from": None},
    ]
    fans = {"expect": {"fans": [["tanyao", 1], ["aka_dora", 3]]}}
    open_hand = CASE | {"hand": "34p88p", "win_tile": "2p", "melds": melds, "ctx": {}}
    assert check.run_data(cases(open_hand | fans)).ok
    assert "the tiles of one meld" in told(check.run_data(cases(open_hand | fans, variant="mcr")))


@pytest.mark.parametrize(("change", "message"), [
    ({"riichi": True}, "ctx.riichi is true: expected a whole number 0..2"),
    ({"riichi": 3}, "expected a whole number 0..2"),
    ({"ippatsu": 1}, "expected true or false"),
    ({"ippatsu": True}, "riichi"),
    ({"dora": ["1z"]}, "expected a text"),
    ({"dora": "8z"}, ""),
    ({"dora": "111222m"}, ""),
    ({"honba": -1}, "expected a whole number"),
    ({"sticks": 1.0}, "expected a whole number"),
    ({"pao": 4}, "expected a whole number 0..3"),
    ({"riichi": 1, "ura": "1z", "dora": "1z", "streak": 7}, "unknown field ctx.streak"),
    ({"nuki": 1}, "unknown field ctx.nuki"),
    ({"riichi": 1, "open_riichi": True}, "unknown field ctx.open_riichi"),
    ({"after_flower": True}, "unknown field ctx.after_flower"),
    ({"last_copy": True}, "unknown field ctx.last_copy"),
    ({"no_such_flag": True}, "unknown field ctx.no_such_flag"),
])
def test_bad_contexts_fail(change: dict[str, object], message: str) -> None:
    text = told(check.run_data(cases(CASE | {"ctx": change})))
    assert message in text
    assert "unknown rule set" not in text


def test_flowers_are_refused() -> None:
    assert "has no flowers" in told(check.run_data(cases(CASE | {"flowers": "1f"})))
    assert check.run_data(cases(CASE | {"flowers": ""})).ok


@pytest.mark.parametrize("name", ["riichi", "ippatsu", "dora", "ura", "nuki", "honba", "sticks", "pao", "streak"])
def test_other_rule_sets_know_nothing_of_it(name: str) -> None:
    case = CASE | {"hand": "123456m678p34s22z", "ctx": {name: 1}, "expect": {"win": True}}
    assert f"unknown field ctx.{name}" in told(check.run_data(cases(case, variant="mcr")))


@pytest.mark.parametrize("name", ["han", "fu", "yakuman", "limit", "points"])
def test_other_rule_sets_do_not_count_so(name: str) -> None:
    # mixed straight 8 and no more that matters here
    case = CASE | {"hand": "123m456p789s1122z", "win_tile": "1z", "ctx": {}, "expect": {name: 1}}
    assert f"unknown field expect.{name}" in told(check.run_data(cases(case, variant="mcr")))


def test_three_players_have_three_seats() -> None:
    assert rules.get("riichi", preset="tenhou3").players == 3
    assert "expected a whole number 0..2" in told(check.run_data(cases(NORTH | {"from": 3})))
