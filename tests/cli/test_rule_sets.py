"""Every rule set on the command line: worked cases scored in two languages, what is refused, waits with their worth."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import mjcore
from mjcore import rules
from mjcore.cli import commands
from mjcore.cli.options import CIRCUMSTANCES
from mjcore.cli.payments import DETAILS, asked_for

SHARED = os.environ.get("MJCORE_SHARED")
FOLDER = Path(SHARED or ".") / "cases"
# case files -> rule sets
FILES = {"hk": "hk", "taiwan": "taiwan", "sichuan": "sichuan", "sichuan_tables": "sichuan", "kawuxing": "kawuxing",
         "set156_caishen": "dazhong"}
CHINESE = re.compile("[\u4e00-\u9fff]")
LANGS = ("en", "zh")


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(commands, arguments)
    assert result.exit_code == code, (arguments, result.output, result.exception)
    return result


def lines(result: Result) -> list[str]:
    return [" ".join(line.split()) for line in result.stdout.splitlines() if line.strip()]


def changes(result: Result) -> list[int]:
    """The payments as the table shows them, by seat."""
    found = [re.match(r"(\d+) (?:[ESWN东南西北] )?([+-]\d+)", line) for line in lines(result)]
    return [int(match[2]) for match in found if match]


# The published cases by their command line


def cases() -> Iterator[Any]:
    if not SHARED:
        return
    for file, name in FILES.items():
        for case in json.loads((FOLDER / f"{file}.json").read_text("utf-8"))["cases"]:
            if case["kind"] in ("score", "fans", "nowin") and case["preset"] in rules.get(name).presets:
                yield pytest.param(name, case, id=f"{file}-{case['id']}")


def arguments_of(name: str, case: Mapping[str, Any]) -> list[str]:
    """A case as a player types it."""
    found = rules.get(name, case["preset"])
    options = case.get("options", {})
    said = [item for key, value in options.items() for item in ("--set", f"{key}={typed(value)}")]
    players = rules.get(name, case["preset"], **options).players
    dealer, winner = case.get("dealer", 0), case["winner"]
    said += ["--rules", name, "--preset", case["preset"], "--dealer", str(dealer), "--winner", str(winner)]
    if "round_wind" in found.circumstances:
        said += ["--round-wind", "ESWN"[case.get("round_wind", 1) - 1]]
    said += {"self": ["--self-draw"], "robkong": ["--rob-kong"], "discard": [], "instant": ["--self-draw"],
             "instant7": ["--seven-rob-one"]}[case["win"]]
    if case.get("win_tile"):
        said += ["--win", case["win_tile"]]
    if case.get("from") is not None:
        said += ["--loser", str(case["from"])]
    if case.get("flowers"):
        said += ["--flowers", case["flowers"]]
    if case.get("wild"):
        said += ["--wild", case["wild"]["indicator"]]
    for key, value in case.get("ctx", {}).items():
        said += context(key, value, case["win"])
    melds = [meld(each, winner, players) for each in case.get("melds", ())]
    return ["score", "".join([case["hand"], *melds]), *said]


def typed(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def context(key: str, value: Any, win: str) -> list[str]:
    numbers = {"streak": "--streak", "void_suit": "--void-suit", "won": "--won", "shown": "--shown-seats",
               "piao": "--piao", "horse_tile": "--horse", "kong_chain": "--kong-chain",
               "direct_kong_from": "--kong-from"}
    if key in numbers:
        return [numbers[key], typed(value)]
    if key == "ting":
        return ["--ready-first-turn" if value == "earth" else "--ready-at-deal"]
    if not value or key == "seven_rob":
        return []
    if key == "after_kong" and win != "self":
        return ["--on-kong-discard"]
    flags = {"last_tile": "--last-tile", "after_kong": "--after-kong", "after_flower": "--after-flower",
             "first_turn": "--first-turn", "heaven": "--first-turn", "earth": "--first-turn"}
    return [flags[key]]


def meld(given: Mapping[str, Any], owner: int, players: int) -> str:
    tiles = given["tiles"]
    if given["type"] == "kong_closed":
        return f"({tiles})"
    steps = (given["from"] - owner) % players
    source = {players - 1: "<", 1: ">"}.get(steps, "^")
    return f"[{tiles}{'+' if given['type'] == 'kong_added' else ''}{source}]"


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
@pytest.mark.parametrize(("name", "case"), [*cases()])
def test_worked_cases(name: str, case: dict[str, Any]) -> None:
    arguments, expect = arguments_of(name, case), case["expect"]
    if not expect.get("win", True):
        for lang in LANGS:
            result = run(*arguments, "--lang", lang, code=1)
            assert changes(result) == []
        return
    found = json.loads(run(*arguments, "--json").stdout)
    wanted: Counter[str] = Counter()
    for fan, value in expect["fans"]:
        wanted[fan] += int(str(value).lstrip("x"))
    assert {each["fan"]: each["value"] for each in found["fans"]} == wanted
    assert found["total"] == expect["total"]
    assert found.get("unit") == expect.get("unit", found.get("unit"))
    if "pay" in expect:
        assert found["payments"] == expect["pay"]
    rule_set = rules.get(name, case["preset"], **case.get("options", {}))
    for lang in LANGS:
        result = run(*arguments, "--lang", lang)
        for fan in wanted:
            assert any(rule_set.fan(fan).name(lang) in line for line in lines(result)), fan
        assert changes(result) == found["payments"]
        if lang == "zh":
            # every payment says why, in Chinese
            for line in lines(result):
                if re.match(r"\d+ (?:[东南西北] )?-", line):
                    assert all(CHINESE.search(part) for part in line.split(" + ")), line


# What is shown


def score(*arguments: str, code: int = 0) -> list[str]:
    return lines(run("score", *arguments, code=code))


def test_units_are_named() -> None:
    hand = ("123m456m789m11z22z", "--win", "2z", "--rules", "hk", "--winner", "1", "--loser", "2")
    shown = score(*hand)
    assert shown[2] == "faan fan sets"
    assert "total 6, 32 a share: may win" in shown
    assert "2 W -64 64 for the win" in shown
    chinese = score(*hand, "--lang", "zh")
    assert chinese[2] == "番 番种 牌组"
    assert "合计 6, 每份 32: 可以和牌" in chinese
    assert "2 西 -64 64 和牌" in chinese


def test_what_the_cap_cut_off() -> None:
    hand = ("19m19p19s1234567z", "--win", "1m", "--rules", "hk", "--winner", "1", "--flowers", "6f")
    assert "total 10 (before the cap 14), 128 a share: may win" in score(*hand)
    assert "合计 10 (封顶前 14), 每份 128: 可以和牌" in score(*hand, "--lang", "zh")
    assert "total 13 (before the cap 14), 384 a share: may win" in score(*hand, "--preset", "hk_13")


def test_values_that_multiply() -> None:
    hand = ("1133557799224m", "--win", "4m", "--rules", "kawuxing", "--loser", "1")
    shown = score(*hand)
    assert shown[2] == "times fan sets"
    assert "×4 Seven Pairs" in shown
    assert "total ×16: may win" in shown
    # no winds are played
    assert shown[-6] == "seat change why"
    assert shown[-4:] == ["0 +16", "1 -16 16 for the win", "2 +0", "3 +0"]
    chinese = score(*hand, "--lang", "zh")
    assert chinese[2] == "倍 番种 牌组"
    assert "×4 清一色" in " ".join(chinese)
    assert "合计 ×16: 可以和牌" in chinese


def test_floats_and_a_horse() -> None:
    hand = ("123456s78977p46p", "--win", "5p", "--rules", "kwx_xiangyang", "--self-draw", "--shown-seats", "0",
            "--horse", "7z", "--piao", "1,2,0")
    assert "1 -17 4 for the win + 3 floats + 10 horse" in score(*hand)
    assert "1 -17 4 和牌 + 3 漂 + 10 买马" in score(*hand, "--lang", "zh")


def test_shown_seats_say_who_has_shown() -> None:
    hand = ("123456m78977p23p", "--win", "1p", "--rules", "kawuxing", "--loser", "1")
    both = json.loads(run("score", *hand, "--shown-seats", "0,1", "--json").stdout)
    assert both["circumstances"] == ["dealer", "shown", "loser_shown"]
    assert both == json.loads(run("score", *hand, "--shown", "--loser-shown", "--json").stdout)
    assert both["payments"] == [2, -2, 0, 0]


@pytest.mark.parametrize(("lang", "win", "fan", "why"), [
    ("en", "flower win", "8 Seven Rob One", "3 base + 8 tai"), ("zh", "花和", "8 七搶一", "3 底分 + 8 台"),
])
def test_a_flower_win(lang: str, win: str, fan: str, why: str) -> None:
    shown = score("123m456m789m1234567z", "--rules", "taiwan", "--winner", "2", "--seven-rob-one", "--flowers",
                  "1234567f", "--loser", "1", "--lang", lang)
    assert shown[0] == "123456789m1234567z + 1234567f"
    assert shown[1] == win
    assert fan in shown
    assert changes(run("score", "123m456m789m1234567z", "--rules", "taiwan", "--winner", "2", "--self-draw",
                       "--flowers", "12345678f", "--lang", lang)) == [-12, -11, 34, -11]
    assert any(line.endswith(why) for line in shown)


def test_pairs_and_a_pung() -> None:
    hand = ("11m33m55m77p99p22s666s8s", "--win", "8s", "--rules", "taiwan", "--self-draw", "--flowers", "1f")
    assert score(*hand)[1] == "pairs and a pung: 666s"
    assert score(*hand, "--lang", "zh")[1] == "对子加一副刻子: 666s"


def test_the_dealer_and_the_streak() -> None:
    shown = score("123m456m789m22p678s67s", "--win", "8s", "--rules", "taiwan_100_20", "--dealer", "1", "--winner",
                  "3", "--loser", "1", "--streak", "2")
    assert "1 E -260 100 base + 60 tai + 100 for the dealer" in shown


def test_wild_tiles() -> None:
    hand = ("123s456s789s12p55s", "--win", "5m", "--rules", "dazhong_caishen", "--self-draw", "--wild", "5m")
    assert "wild: 5m (standing for 3p)" in score(*hand)
    assert "财神（百搭）: 5m (充当 3p)" in score(*hand, "--lang", "zh")
    plain = ("222p888s55z11s777m", "--win", "5z", "--rules", "dazhong_caishen", "--wild", "5m")
    assert "wild: 5m" in score(*plain)
    assert "2 No Caishen" in score(*plain)


def test_many_seats() -> None:
    hand = ("55p23m", "--win", "1m", "--rules", "sichuan", "--set", "players=9", "--winner", "8")
    assert changes(run("score", *hand, "--self-draw", "--won", "0,5")) == [0, -1, -1, -1, -1, 0, -1, -1, 6]
    assert "--loser 9: expected a seat 0..8" in run("score", *hand, "--loser", "9", code=2).stderr


def test_why_a_hand_may_not_win() -> None:
    hand = ("[333m<][888p^]22m555p77s", "--win", "7s", "--rules", "hk", "--set", "min_faan=9")
    assert score(*hand, code=1)[-1] == "total 4: may not win: 4 faan, Hong Kong / Guangdong asks for 9"
    assert score(*hand, "--lang", "zh", code=1)[-1] == "合计 4: 不能和牌: 起和 9"


# What is refused

SAID = {"flowers": ["1f"], "kong_chain": ["2"], "streak": ["1"], "dora_indicators": ["1m"], "ura_indicators": ["1m"],
        "nuki": ["1"], "seat_wind": ["S"], "round_wind": ["S"], "void_suit": ["m"], "wild": ["5m"]}
FLAGS = {"dora_indicators": "--dora", "ura_indicators": "--ura"}


@pytest.mark.parametrize("name", rules.available())
def test_a_circumstance_that_the_rules_do_not_look_at(name: str) -> None:
    found = rules.get(name)
    further = ("rob_kong", "last_copy", "seven_rob_one", "void_suit", "wild")
    refused = 0
    for circumstance in (*CIRCUMSTANCES, *further):
        if circumstance in (*found.circumstances, *asked_for(found)):
            continue
        flag = FLAGS.get(circumstance, f"--{circumstance.replace('_', '-')}")
        result = run("score", "123456p78977s23s", "--win", "1s", "--rules", name, flag, *SAID.get(circumstance, ()),
                     code=2)
        assert f"{flag}: {name} does not look at it" in result.stderr
        if circumstance in CIRCUMSTANCES:
            result = run("waits", "123456p78977s23s", "--values", "--rules", name, flag, *SAID.get(circumstance, ()),
                         code=2)
            assert f"{flag}: {name} does not look at it" in result.stderr
        refused += 1
    assert refused


@pytest.mark.parametrize("name", rules.available())
def test_what_payments_do_not_ask_for(name: str) -> None:
    flags = {"shown": "--shown-seats", "horse_tile": "--horse", "direct_kong_from": "--kong-from"}
    known = asked_for(rules.get(name))
    assert {*known} - {"streak"} <= {*DETAILS}
    for detail in DETAILS:
        flag = flags.get(detail, f"--{detail}")
        given = ["score", "123456p78977s23s", "--win", "1s", "--rules", name, flag, "1"]
        wanted = "is about payments" if detail in known else f"the payments of {name} do not ask for it"
        assert wanted in run(*given, code=2).stderr


@pytest.mark.parametrize(("arguments", "message"), [
    (["--win", "1p", "--piao", "1,x", "--loser", "1"], "--piao 1,x: expected whole numbers with commas"),
    (["--win", "1p", "--piao", "1,2", "--loser", "1"], "expected one for each of 4 seats"),
    (["--win", "1p", "--shown-seats", "0,7", "--loser", "1"], "--shown-seats 7: expected a seat 0..3"),
    (["--win", "1p", "--bao", "4", "--loser", "1"], "--bao 4: expected a seat 0..3"),
    (["--win", "1p", "--horse", "1f", "--self-draw"], "the horse is 1f"),
    (["--win", "1p", "--seat-wind", "S"], "--seat-wind: kawuxing does not look at it; --winner says who won"),
    ([], "--win is missing: only a flower win has no winning tile"),
])
def test_bad_input(arguments: list[str], message: str) -> None:
    result = run("score", "123456m78977p23p", "--rules", "kawuxing", *arguments, code=2)
    assert message in result.stderr
    assert result.stdout == ""


# Waits


def waits(*arguments: str) -> list[str]:
    return lines(run("waits", *arguments))


READY = {
    "mcr": "123m456p789s1122z", "dazhong": "123m456p789s1122z", "hk": "234p567p345s99m67s",
    "taiwan": "123m456m789m123p23s55s", "sichuan": "123456789m2355p", "kawuxing": "123456m78977p23p",
    "riichi": "234567m34588p67s",
}


@pytest.mark.parametrize("name", rules.available())
def test_waits_of_every_rule_set(name: str) -> None:
    hand = READY[name]
    answer = json.loads(run("waits", hand, "--rules", name, "--values", "--json").stdout)
    found = mjcore.wait_values(hand, name)
    assert [*answer["values"]] == [str(wait.tile) for wait in found] == [*map(str, mjcore.waits(hand, name))]
    for wait in found:
        shown = answer["values"][str(wait.tile)]
        assert shown == json.loads(json.dumps(
            {"self_draw": wait.self_draw.to_dict(), "discard": wait.discard.to_dict()}))
    for lang in LANGS:
        assert len(waits(hand, "--rules", name, "--values", "--lang", lang)) == 3 + len(found)


def test_waits_in_units_and_products() -> None:
    assert "2s 4 4 faan: 16 3 faan: 8" in waits(READY["hk"], "--rules", "hk", "--values")
    assert "2s 4 4 番: 16 3 番: 8" in waits(READY["hk"], "--rules", "hk", "--values", "--lang", "zh")
    assert "5p 4 ×2 ×2" in waits("123456s78977p46p", "--rules", "kwx_xiangyang", "--values", "--shown")


def test_waits_without_a_suit() -> None:
    hand = "123456789m23p55s"
    assert run("waits", hand, "--rules", "sichuan", code=1).stdout == ""  # three suits
    held = "123456789m2355p"
    assert waits(held, "--rules", "sbr_2025", "--void-suit", "s", "--values")[2:4] == [
        "1p 4 0 fan: 1 0 fan: 1", "4p 4 0 fan: 1 0 fan: 1"]
    assert "not ready" in run("waits", held, "--rules", "sbr_2025", "--void-suit", "p", "--values", code=1).stderr
    assert "--void-suit: hk does not look at it" in run(
        "waits", held, "--rules", "hk", "--void-suit", "s", "--values", code=2).stderr


def test_waits_with_a_wild_kind() -> None:
    hand = "5m2s78m[123s<][456p<][777z^]"
    shown = waits(hand, "--rules", "dazhong_caishen", "--wild", "5m", "--values")
    # one of the three that are left is in the hand
    assert shown[2:] == ["5m 2 12 11", "6m 4 3: may not win 2: may not win", "9m 4 11 10", "2s 2 12 11",
                         "copies left: 12"]
    melded = "[999m^]5m78m[456p<][777z^]2s"  # a joker is no fifth 9m
    answer = json.loads(run("waits", melded, "--rules", "dazhong_caishen", "--wild", "5m", "--values", "--json").stdout)
    assert answer["waits"] == {
        str(wait.tile): wait.left for wait in mjcore.wait_values(melded, "dazhong_caishen", wild="5m")}
    assert waits(hand, "--wild", "5m")[2] == "5m 3"
    assert "not ready" in run("waits", hand, "--rules", "dazhong_caishen", code=1).stderr
    assert "--wild: mcr does not look at it" in run("waits", hand, "--rules", "mcr", "--wild", "5m", code=2).stderr
    assert "no set is made of 1f" in run("waits", hand, "--wild", "1f", code=2).stderr


# mjcore check


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
@pytest.mark.parametrize("file", [name for name in FILES if name != "set156_caishen"])
def test_check_runs_the_files(file: str) -> None:
    shown = lines(run("check", str(FOLDER / f"{file}.json")))
    assert re.fullmatch(r"[1-9]\d* passed, 0 failed, \d+ not run", shown[-1])
    assert len(shown) == 1


