"""`mjcore shanten`, `waits` and `discards`: what they show is what the engine says, in every notation and language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import mjcore
from mjcore.cli import commands
from mjcore.cli.options import with_forms
from mjcore.hand.queries import HandEngine

READY = "123m456p789s1122z"
ONE_AWAY = "123m456p79s11222z9p"  # 14 tiles: 9p goes
KNITTED = "147m258p369s1234z"
FAR = "159m159p159s1234z"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, arguments)


def good(*arguments: str) -> Result:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result


def lines(result: Result) -> list[list[str]]:
    return [line.split() for line in result.stdout.splitlines() if line.strip()]


def data(*arguments: str, code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


# shanten


def test_shanten_of_each_form() -> None:
    found = lines(good("shanten", READY))
    assert found[0] == ["shanten", "0:", "ready"]
    assert ["sets", "and", "a", "pair", "0"] in found
    assert ["seven", "pairs", "4"] in found
    assert ["thirteen", "orphans", "8"] in found
    assert found[-2:] == [["accepted", "tiles:", "12z"], ["copies", "left:", "4"]]


def test_one_form_needs_no_table() -> None:
    assert lines(good("shanten", FAR, "--forms", "standard"))[0] == ["shanten", "8"]
    assert "sets and a pair" not in good("shanten", FAR, "--forms", "standard").stdout


def test_a_complete_hand_and_14_tiles() -> None:
    found = good("shanten", READY + "1z")
    assert lines(found)[0] == ["shanten", "-1:", "complete"]
    # what would bring 14 tiles nearer is a question of discards
    assert "accepted" not in found.stdout
    assert data("shanten", READY + "1z")["accepted"] is None


@pytest.mark.parametrize("hand", [READY, FAR, ONE_AWAY, KNITTED, "1m", "11m", "123m [444z^]1z2z3z4m"])
@pytest.mark.parametrize("rules", [None, "standard", "seven_pairs,standard"])
def test_shanten_is_that_of_the_engine(hand: str, rules: str | None) -> None:
    forms = () if rules is None else ("--forms", rules)
    engine = HandEngine() if rules is None else HandEngine(rules.split(","))
    found, expected = data("shanten", hand, *forms), engine.acceptance(hand)
    assert found["shanten"] == engine.shanten(hand)
    assert list(found["forms"]) == list(engine.forms)
    assert min(far for far in found["forms"].values() if far is not None) == found["shanten"]
    if found["accepted"] is not None:
        assert found["accepted"] == {str(tile): left for tile, left in expected.tiles}
        assert found["copies"] == expected.copies


def test_rules_have_their_forms() -> None:
    found = data("shanten", KNITTED, "--rules", "guobiao")
    assert list(found["forms"]) == list(mjcore.rules.get("mcr").engine.forms)
    assert found["shanten"] == mjcore.shanten(KNITTED, "mcr") == found["forms"]["lesser_knitted"]
    assert data("shanten", "1111m2222p33344s", "--forms", "seven_pairs")["shanten"] == 5
    # of MCR, which sees two pairs in four equal tiles
    assert data("shanten", "1111m2222p33344s", "--forms", "seven_pairs", "--rules", "mcr")["shanten"] == 0


def test_other_forms_leave_the_rest_of_the_rules() -> None:
    engine = HandEngine(
        tiles="19m123456789p123456789s1234567z", sets=4, quad_pairs=True, fifth_waits=True, strict=True,
        wild={"{he}": "1234567z", "0j": None}, most_suits=2, pairs_with="pung",
    )  # fmt: skip
    changed = with_forms(engine, ("standard",))
    assert changed.forms == ("standard",)
    assert with_forms(changed, engine.forms) == engine
    # fifth_waits of MCR
    assert data("waits", "123456789m1111z", "--rules", "mcr", "--forms", "standard")["waits"] == {"1z": 0}


def test_a_form_that_is_not_possible_is_left_empty() -> None:
    found = lines(good("shanten", "123m1z"))
    assert ["seven", "pairs"] in found
    assert data("shanten", "123m1z")["forms"] == {"standard": 0, "seven_pairs": None, "thirteen_orphans": None}


def test_options_of_the_question() -> None:
    assert data("shanten", "123m456p789s112z", "--jokers", "1")["shanten"] == 0
    assert data("shanten", "123m456p789s112z0j")["shanten"] == 0
    assert data("shanten", READY, "--void-suit", "s")["shanten"] == mjcore.shanten(READY, void_suit="s") == 3
    seen = data("shanten", READY, "--visible", "11z")
    assert seen["accepted"] == {"1z": 0, "2z": 2}
    strict = data("shanten", READY, "--visible", "11z", "--strict")
    assert strict["accepted"] == {"2z": 2}


@pytest.mark.parametrize(
    ("lang", "first"), [("en", "shanten 0: ready"), ("zh", "向听数 0: 听牌"), ("ja", "向聴数 0: 聴牌")]
)
def test_languages(lang: str, first: str) -> None:
    assert good("shanten", READY, "--lang", lang).stdout.startswith(first)
    for command, hand in (("waits", READY), ("discards", ONE_AWAY)):
        shown = good(command, hand, "--lang", lang).stdout
        assert shown.replace("─", "").isascii() == (lang == "en")


# waits


def test_waits() -> None:
    found = lines(good("waits", READY))
    assert ["1z", "2"] in found
    assert ["2z", "2"] in found
    assert found[-1] == ["copies", "left:", "4"]
    assert data("waits", READY) == {"waits": {"1z": 2, "2z": 2}, "copies": 4}
    assert data("waits", READY, "--visible", "1z2z2z") == {"waits": {"1z": 1, "2z": 0}, "copies": 1}


def test_a_hand_that_is_not_ready() -> None:
    result = run("waits", FAR)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == "mjcore: the hand is not ready: its shanten is 3\n"
    assert data("waits", FAR, code=1) == {"waits": {}, "copies": 0}


def test_a_fifth_copy_is_a_wait_where_the_rules_say_so() -> None:
    hand = "123456789m1111z"
    assert run("waits", hand).exit_code == 1
    assert data("waits", hand, "--rules", "mcr") == {"waits": {"1z": 0}, "copies": 0}
    assert run("waits", hand, "--rules", "mcr", "--set", "unique_wait=available").exit_code == 1


# discards


def test_discards() -> None:
    (heading, _, *rows) = lines(good("discards", ONE_AWAY))
    assert heading == ["discard", "shanten", "accepted", "tiles", "copies", "left"]
    assert rows == [["9p", "0", "8s", "4"]]


def test_every_discard_the_best_first() -> None:
    rows = lines(good("discards", ONE_AWAY, "--all"))[2:]
    assert [row[0] for row in rows] == [str(each.tile) for each in mjcore.discards(ONE_AWAY)]
    assert [int(row[1]) for row in rows] == sorted(int(row[1]) for row in rows)


@pytest.mark.parametrize("hand", [ONE_AWAY, KNITTED + "5z", FAR + "5z", "11m", "[213m<]1227s0j", READY + "1z"])
@pytest.mark.parametrize("every", [False, True])
def test_discards_are_those_of_the_engine(hand: str, every: bool) -> None:
    expected = mjcore.discards(hand)
    if not every:
        expected = tuple(each for each in expected if each.shanten == expected[0].shanten)
    assert data("discards", hand, *["--all"] * every) == [
        {
            "discard": str(each.tile),
            "shanten": each.shanten,
            "accepted": {str(tile): left for tile, left in each.accepted},
            "copies": each.copies,
        }
        for each in expected
    ]


def test_a_void_suit_goes_first() -> None:
    hand = "123m456p789s11222z"
    assert {row["discard"] for row in data("discards", hand, "--void-suit", "s", "--all")} == {"7s", "8s", "9s"}
    assert len(data("discards", hand, "--void-suit", "s", "--all", "--any-suit")) == 11


@pytest.mark.parametrize(
    ("style", "tile", "accepted"), [("mpsz", "9p", "8s"), ("unicode", "🀡", "🀗"), ("chinese", "九筒", "八条")]
)
def test_notations(style: str, tile: str, accepted: str) -> None:
    (row,) = lines(good("discards", ONE_AWAY, "--tiles", style))[2:]
    assert row == [tile, "0", accepted, "4"]


def test_accepted_tiles_are_grouped_by_suit() -> None:
    rows = data("discards", FAR + "5z")
    (row, *_) = lines(good("discards", FAR + "5z"))[2:]
    first = "".join(row[2:-1])
    assert len(row[2:-1]) == len({tile[-1] for tile in rows[0]["accepted"]})
    assert [str(tile) for tile in mjcore.Hand(first).tiles] == list(rows[0]["accepted"])


# errors


@pytest.mark.parametrize("arguments", [
    ["shanten", "123q"],
    ["shanten", ""],
    ["shanten", "123m"],
    ["shanten", "11111m"],
    ["shanten", "123m1f"],
    ["shanten", READY, "--jokers", "-1"],
    ["shanten", READY, "--jokers", "9" * 50],
    ["shanten", READY, "--jokers", "17"],
    ["shanten", READY, "--visible", "1x"],
    ["shanten", READY, "--visible", "1f"],
    ["shanten", READY, "--visible", "11111m"],
    ["shanten", READY, "--visible", "1111m"],
    ["shanten", READY, "--rules", "no_such_rules"],
    ["shanten", READY, "--rules", "mcr", "--preset", "no_such_preset"],
    ["shanten", READY, "--rules", "mcr", "--set", "no_such_option=1"],
    ["shanten", "123m12345z", "--rules", "mcr", "--jokers", "7"],
    ["shanten", READY, "--forms", ""],
    ["shanten", READY, "--forms", "standard,no_such_form"],
    ["shanten", "123m1z", "--forms", "seven_pairs"],
    ["waits", READY + "1z"],
    ["waits", "123q"],
    ["discards", READY],
    ["discards", "123q"],
])
def test_bad_input_is_one_message(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("mjcore: ")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("command", ["shanten", "waits", "discards"])
@pytest.mark.parametrize("arguments", [
    [],
    [READY, "--preset", "default"],
    [READY, "--set", "unique_wait=available"],
    [READY, "--rules", "mcr", "--set", "unique_wait"],
    [READY, "--void-suit", "z"],
    [READY, "--jokers", "x"],
    [READY, "--jokers", "9" * 5000],
    [READY, "--lang", "fr"],
])
def test_wrong_usage(command: str, arguments: list[str]) -> None:
    result = run(command, *arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Usage:" in result.stderr


def test_size_of_a_rule_set_is_named() -> None:
    assert "mcr is played with hands of 13 or 14 tiles" in run("shanten", READY + "333z", "--rules", "mcr").stderr


HANDS = st.text("0123456789mpszfj[]()<>^+{} 一万中", max_size=20) | st.text(max_size=6)
TILES = st.lists(st.integers(0, 135), unique=True, max_size=17)
OPTIONS = st.lists(st.sampled_from([
    "--rules=mcr", "--jokers=1", "--jokers=3", "--void-suit=p", "--strict", "--visible=1z", "--forms=seven_pairs",
    "--tiles=unicode", "--tiles=chinese", "--lang=ja", "--json",
]), max_size=4)


@given(st.sampled_from(["shanten", "waits", "discards"]), HANDS, OPTIONS)
def test_any_hand(command: str, hand: str, options: list[str]) -> None:
    result = run(command, *options, "--", hand)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 1, 2)
    assert result.exit_code == 0 or result.stderr or "--json" in options


@given(st.sampled_from(["shanten", "waits", "discards"]), TILES, OPTIONS)
def test_any_tiles(command: str, tiles: list[int], options: list[str]) -> None:
    hand = "".join(f"{kind % 9 + 1}{'mpsz'[kind // 9]}" for kind in (tile // 4 for tile in tiles))
    result = run(command, *options, "--", hand)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 1, 2)
    if result.exit_code == 0 and "--json" not in options:
        assert result.stdout.strip()
