"""`mjcore score`: tables, JSON, exit codes, payments."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

import mjcore
from mjcore.cli import commands

HAND = "123m456p789s1122z"  # wins on 1z or 2z


def score(*arguments: str, hand: str = HAND, win: str = "1z") -> Result:
    return CliRunner().invoke(commands, ["score", hand, "--win", win, *arguments])


def lines(result: Result) -> list[list[str]]:
    return [line.split() for line in result.stdout.splitlines() if line.strip()]


def row(result: Result, *words: str) -> list[str]:
    """The one line of the output that has all these words."""
    found = [line for line in lines(result) if set(words) <= set(line)]
    assert len(found) == 1, result.stdout
    return found[0]


def test_a_self_draw() -> None:
    result = score("--self-draw")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert row(result, "Mixed", "Straight")[0] == "8"
    assert row(result, "Mixed", "Straight")[-3:] == ["123m", "456p", "789s"]
    assert ["total", "16:", "may", "win"] in lines(result)
    # a self-draw is paid by all, so no more has to be said
    assert row(result, "0", "E")[2] == "+72"
    assert row(result, "2", "W")[2:] == ["-24", "8", "base", "+", "16", "points"]


def test_covered_fans_name_what_covers_them() -> None:
    (line,) = (line for line in score("--self-draw", "--lang", "zh").stdout.splitlines() if "自摸" in line)
    assert line.split() == ["自摸", "不求人"]


def test_a_discard_with_payments() -> None:
    result = score("--loser", "2")
    assert result.exit_code == 0
    assert [row(result, str(seat), wind)[2] for seat, wind in enumerate("ESWN")] == ["+38", "-8", "-22", "-8"]
    assert "payments" not in score().stdout
    assert "-8" not in score().stdout


@pytest.mark.parametrize(("arguments", "total", "winner"), [
    ([], 14, 0),
    (["--seat-wind", "W"], 12, 2),
    (["--seat-wind", "w"], 12, 2),
    (["--dealer", "3", "--seat-wind", "S"], 12, 0),
    (["--dealer", "3", "--winner", "3"], 14, 3),
    (["--winner", "2"], 12, 2),
    (["--winner", "2", "--seat-wind", "W"], 12, 2),
    (["--round-wind", "W"], 12, 0),
])
def test_seats_and_winds(arguments: list[str], total: int, winner: int) -> None:
    result = score(*arguments, "--loser", "1")
    assert result.exit_code == 0, result.output
    assert ["total", f"{total}:", "may", "win"] in lines(result)
    assert [line[0] for line in lines(result) if line[2:3] == [f"+{24 + total}"]] == [str(winner)]


def test_flowers() -> None:
    for text in ("13f", "2"):
        result = score("--flowers", text)
        assert ["total", "16", "(without", "flowers", "14):", "may", "win"] in lines(result)


@pytest.mark.parametrize(("arguments", "fan"), [
    (["--self-draw", "--last-tile"], "last_tile_draw"),
    (["--last-tile"], "last_tile_claim"),
    (["--rob-kong"], "robbing_the_kong"),
    (["--last-copy"], "last_tile"),
    (["--self-draw", "--after-kong"], "out_with_replacement_tile"),
])
def test_circumstances(arguments: list[str], fan: str) -> None:
    result = score(*arguments, "--json", hand="123m456p79s11z(2222z)", win="8s")
    assert result.exit_code == 0, result.output
    assert fan in [entry["fan"] for entry in json.loads(result.stdout)["fans"]]


def test_options_of_the_rules() -> None:
    kongs = {"hand": "123m79s11z(2222z)(3333z)", "win": "8s"}
    assert "two_concealed_kongs" in score("--json", **kongs).stdout
    plain = json.loads(score("--json", **kongs).stdout)["total"]
    dearer = json.loads(score("--json", "--set", "two_concealed_kongs=8", **kongs).stdout)["total"]
    assert dearer == plain + 2
    assert json.loads(score("--json", "--rules", "guobiao", **kongs).stdout)["total"] == plain


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_json_is_the_dict_of_the_score(lang: str) -> None:
    result = score("--json", "--lang", lang, "--flowers", "13f", "--round-wind", "S")
    assert result.exit_code == 0
    expected: Any = mjcore.score(HAND, win="1z", flowers="13f", round_wind="S").to_dict(lang)
    assert json.loads(result.stdout) == json.loads(json.dumps(expected))


@pytest.mark.parametrize(("lang", "fan", "total"), [
    ("en", "Mixed Straight", "total 14: may win"), ("zh", "花龙", "合计 14: 可以和牌"), ("ja", "", "合計 14"),
])
def test_languages(lang: str, fan: str, total: str) -> None:
    result = score("--lang", lang)
    assert fan in result.stdout
    assert total in result.stdout


def test_notations_of_tiles() -> None:
    assert "123m" in score("--tiles", "mpsz").stdout
    assert "🀇🀈🀉" in score("--tiles", "unicode").stdout
    assert "一二三万" in score("--tiles", "chinese").stdout
    chinese = score(hand="一二三万 四五六筒 七八九条 东东南南", win="东")
    assert ["total", "14:", "may", "win"] in lines(chinese)


def test_a_melded_hand_in_every_notation() -> None:
    for style in ("mpsz", "unicode", "chinese"):
        result = score("--tiles", style, hand="[213m<][777z^](4444p)[5555s+>]1z", win="1z")
        assert result.exit_code == 0, result.output
        assert "total" in result.stdout


def test_below_the_minimum() -> None:
    result = score(hand="123m456p777s1122z")
    assert result.exit_code == 1
    assert row(result, "total")[:5] == ["total", "6:", "may", "not", "win:"]
    assert score("--json", hand="123m456p777s1122z").exit_code == 1
    # no money moves
    assert "base" not in score("--loser", "1", hand="123m456p777s1122z").stdout


def test_no_winning_shape() -> None:
    result = score(hand="123m456p789s1345z")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("mjcore: ")


@pytest.mark.parametrize("arguments", [
    ["score", "123m456p789q1122z", "--win", "1z"],
    ["score", "123m456p789s11122z1z", "--win", "1z"],
    ["score", "", "--win", "1z"],
    ["score", HAND, "--win", "9z"],
    ["score", HAND, "--win", ""],
    ["score", HAND, "--win", "1z", "--rules", "no_such_rules"],
    ["score", HAND, "--win", "1z", "--preset", "no_such_preset"],
    ["score", HAND, "--win", "1z", "--set", "no_such_option=1"],
    ["score", HAND, "--win", "1z", "--set", "two_concealed_kongs=7"],
    ["score", HAND, "--win", "1z", "--self-draw", "--rob-kong"],
    ["score", HAND, "--win", "1z", "--self-draw", "--after-kong"],
    ["score", HAND, "--win", "1z", "--flowers", "9f"],
    ["score", HAND, "--win", "1z", "--flowers", "9"],
    ["score", HAND, "--win", "1z", "--flowers", "99999999999999999999999"],
    ["score", HAND, "--win", "1z", "--flowers", "x"],
    ["score", HAND, "--win", "1z", "--flowers", "9" * 5000],
    ["score", HAND, "--win", "1z", "--flowers", "-1"],
    ["score", HAND, "--win", "1z", "--flowers", "11f"],
    ["score", HAND, "--win", "1z", "--loser", "0"],
    ["score", HAND, "--win", "1z", "--self-draw", "--loser", "1"],
    ["rules", "no_such_rules"],
    ["rules", "mcr", "--preset", "no_such_preset"],
    ["decompose", "123q"],
])
def test_bad_input_is_one_message(arguments: list[str]) -> None:
    result = CliRunner().invoke(commands, arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("mjcore: ")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("arguments", [
    ["score", HAND],
    ["score", "--win", "1z"],
    ["score", HAND, "--win", "1z", "--set", "two_concealed_kongs"],
    ["score", HAND, "--win", "1z", "--winner", "1", "--seat-wind", "W"],
    ["score", HAND, "--win", "1z", "--winner", "4"],
    ["score", HAND, "--win", "1z", "--lang", "fr"],
    ["rules", "--dot"],
    ["rules", "mcr", "--dot", "--json"],
    ["check"],
    ["no_such_command"],
])
def test_wrong_usage(arguments: list[str]) -> None:
    result = CliRunner().invoke(commands, arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Usage:" in result.stderr


def test_lenient_drops_what_can_not_be_true() -> None:
    assert score("--self-draw", "--after-kong").exit_code == 2
    assert ["total", "16:", "may", "win"] in lines(score("--self-draw", "--after-kong", "--lenient"))
