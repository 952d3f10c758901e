"""The rule set of Dazhong: what it shares with MCR, what it does not, and hands reckoned by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mjcore as mj
from mjcore import check, rules
from mjcore.errors import RuleError
from mjcore.rules import mcr
from mjcore.rules.dazhong import RULES

ORACLE = Path(__file__).resolve().parents[1] / "data" / "dazhong.json"
CASES = json.loads(ORACLE.read_text("utf-8"))["cases"]
BY_ID: dict[str, dict[str, Any]] = {case["id"]: case for case in CASES}
SEPARATE = rules.get("mcr", kong_pair="separate")


def test_presets_and_options() -> None:
    assert (RULES.preset, RULES.minimum) == ("dazhong", 8)
    assert (RULES.values["caishen"], RULES.values["wall_limit"]) == ("none", 120)
    assert RULES.with_preset("dazhong_caishen").values["caishen"] == "flip"
    assert {option.id for option in RULES.options} - {option.id for option in mcr.OPTIONS} == {
        "caishen", "wall_limit", "min_fan"}
    assert {option.id for option in mcr.OPTIONS} - {option.id for option in RULES.options} == {"kong_pair"}
    for option in RULES.options[:3]:
        assert option.zh
    assert RULES.replace(min_fan=6).lattice.minimum == 6
    with pytest.raises(RuleError, match="expected one of 120, 144"):
        RULES.replace(wall_limit=136)
    with pytest.raises(RuleError, match="has no option 'kong_pair'"):
        RULES.replace(kong_pair="5")


def test_the_fans_are_those_of_mcr() -> None:
    assert RULES.fans == SEPARATE.fans
    assert "concealed_and_melded_kong" not in RULES.fan_ids
    for values in ({"two_concealed_kongs": 8}, {"strict98": True}, {"red_peacock": True}, {"unique_wait": "available"}):
        assert RULES.replace(**values).fans == SEPARATE.replace(**values).fans


@pytest.mark.parametrize("caishen", ["flip", "next"])
def test_no_wild_is_there_only_with_a_wild_kind(caishen: str) -> None:
    rows = {row.id: row for row in RULES.replace(caishen=caishen).fans}
    assert (rows["no_wild"].zh, rows["no_wild"].value) == ("无财神", 2)
    assert rows.keys() - {row.id for row in RULES.fans} == {"no_wild"}
    values = [row.value for row in RULES.replace(caishen=caishen).fans]
    assert values == sorted(values, reverse=True)


# Hands reckoned by hand before any of them was run


def test_the_hands_pass() -> None:
    report = check.run(ORACLE)
    print(report)
    assert report.ok, "\n".join(line for result in report.failures for line in result.lines())
    assert (report.passed, report.not_run) == (len(CASES), 0)


def test_each_hand_has_a_near_miss() -> None:
    """A hand with a tile or circumstance changed, which does not count a fan of the first, or is no win."""
    hands = [case for case in CASES if case["kind"] in ("score", "nowin") and f"{case['id']}-near" in BY_ID]
    assert len(hands) >= 40
    covered = set()
    for case in hands:
        near = BY_ID[f"{case['id']}-near"]
        counted = {name for name, _ in case["expect"]["fans"]}
        expect = near["expect"]
        if "fans" in expect or "fans_if_allowed" in expect:
            missed = counted - {name for name, _ in expect.get("fans", expect.get("fans_if_allowed"))}
            assert missed or near["expect"]["win"] is False, case["id"]
        covered |= counted
        changed = [key for key in ("hand", "win_tile", "win", "melds", "ctx", "flowers")
                   if case.get(key) != near.get(key)]
        assert changed, case["id"]
    every = covered | {name for case in CASES for key in ("fans", "fans_if_allowed")
                       for name, _ in case["expect"].get(key, ())}
    assert every == set(RULES.fan_ids)
    assert len(covered) >= 72


def test_every_case_says_how_it_was_reckoned() -> None:
    for case in CASES:
        assert len(case["why"]) >= 10, case["id"]


# What is Dazhong's own


def test_a_concealed_and_a_melded_kong() -> None:
    hand = ("888p6644s(2222m)[5555z^]", "6s")
    kongs = {"concealed_kong", "melded_kong", "concealed_and_melded_kong"}
    assert {row.fan: row.value for row in mj.score(*hand, RULES).fans if row.fan in kongs} == {
        "concealed_kong": 2, "melded_kong": 1}
    assert mj.score(*hand, RULES).total == mj.score(*hand, "mcr").total - 2


def test_payments_are_those_of_mcr() -> None:
    found = mj.score("9p[123m<][567p<][888s^][777z<]", "9p", RULES, seat_wind="S")
    assert found.payments(0, 1, 2) == (-8, 32, -16, -8)
    assert RULES.penalty("false_win", 0, 1).ledger.totals() == (-60, 20, 20, 20)


def test_deal_and_wall() -> None:
    assert RULES.deal() == ((14, 13, 13, 13), 67)
    assert RULES.replace(wall_limit=144).deal().wall == 91
    # the tile that is turned up is not drawn
    assert RULES.replace(wall_limit=144, caishen="flip").deal().wall == 90
    assert RULES.replace(caishen="next").deal().wall == 67
    opened = RULES.open_wall([(3, 4), (2, 6)])
    assert (opened.stacks, opened.wall_seat, opened.skip, opened.second_roller, opened.live) == (
        (18, 18, 18, 18), 2, 15, 2, 67)


def test_claims() -> None:
    assert RULES.claims(0, [(3, "win"), (2, "win"), (1, "chow")]) == (((2, "win"),), None)
    assert RULES.claims(0, [(1, "chow"), (3, "pung")]) == (((3, "pung"),), 0)


def test_next_dealer() -> None:
    assert RULES.next_dealer(0, [2], discarder=3) == (2, 0)
    assert RULES.next_dealer(0, [0], discarder=3, streak=1) == (0, 2)
    assert RULES.next_dealer(3, [], last_drawer=1) == (0, 0)
