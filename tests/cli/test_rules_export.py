"""`mjcore rules NAME --export`, and rule files as NAME of every command; help of options in Chinese."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mjcore import rules
from mjcore.cli import commands

HOUSE = """
base = "mcr"
id = "friday"
names = { en = "Friday", zh = "周五" }
[fans.mixed_straight]
value = 12
"""
HAND = "123m456p789s1122z"


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(commands, arguments)


def run(*arguments: str) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def house(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", rules.available())
def test_what_is_exported_is_the_rule_set(name: str, tmp_path: Path) -> None:
    found = rules.get(name)
    path = tmp_path / "exported.toml"
    for preset in found.presets:
        path.write_text(run("rules", name, "--preset", preset, "--export"), encoding="utf-8")
        assert rules.load(path) == rules.get(name, preset)
        assert run("rules", str(path), "--export") == path.read_text(encoding="utf-8")
    assert run("rules", name, "--export") == rules.export(found)


def test_options_are_worked_in(tmp_path: Path) -> None:
    path = tmp_path / "exported.toml"
    text = run("rules", "mcr", "--set", "two_concealed_kongs=8", "--set", "base=2", "--export")
    path.write_text(text, encoding="utf-8")
    assert rules.load(path) == rules.get("mcr", two_concealed_kongs=8, base=2)
    assert rules.load(path).fan("two_concealed_kongs").value == 8


def test_remarks_in_two_languages() -> None:
    english, chinese = run("rules", "mcr", "--export"), run("rules", "mcr", "--export", "--lang", "zh")
    assert rules.load(english) == rules.load(chinese)
    (base,) = (option for option in rules.get("mcr").options if option.id == "base")
    assert f"# {base.help} [0..1000]\nbase = 8\n" in english
    assert f"# {base.zh} [0..1000]\nbase = 8\n" in chinese


def test_a_rule_file_as_name(house: str) -> None:
    assert json.loads(run("score", HAND, "--win", "1z", "--rules", house, "--json"))["total"] == 18
    assert "Mixed Straight" in run("score", HAND, "--win", "1z", "--rules", house)
    assert run("waits", HAND, "--rules", house) == run("waits", HAND, "--rules", "mcr")
    assert run("waits", HAND, "--rules", house, "--values") != run("waits", HAND, "--rules", "mcr", "--values")
    assert run("shanten", HAND, "--rules", house) == run("shanten", HAND, "--rules", "mcr")
    assert run("discards", f"{HAND}5z", "--rules", house) == run("discards", f"{HAND}5z", "--rules", "mcr")
    assert "周五 (friday)" in run("rules", house, "--lang", "zh")
    assert json.loads(run("rules", house, "--json"))["id"] == "friday"
    assert run("rules", house, "--dot").startswith('digraph "friday" {')
    # options on top
    assert json.loads(run("rules", house, "--set", "two_concealed_kongs=8", "--json"))["fans"]
    assert "payments" in json.loads(
        run("score", HAND, "--win", "1z", "--rules", house, "--set", "base=0", "--loser", "1", "--json"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rules", "{house}", "--preset", "wmo"), "friday has no preset 'wmo'"),
        (("rules", "{house}", "--set", "strict=1"), "friday has no option 'strict'"),
        (("rules", "no_such_file.toml"), "no_such_file.toml: No such file"),
        (("score", HAND, "--win", "1z", "--rules", "no_such_file.toml"), "no_such_file.toml: No such file"),
        (("rules", "--export"), "--export need the NAME"),
        (("rules", "mcr", "--export", "--json"), "exclude each other"),
        (("rules", "mcr", "--export", "--dot"), "exclude each other"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str, house: str) -> None:
    result = invoke(*(argument.format(house=house) for argument in arguments))
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_fault_of_the_file_is_one_message(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HOUSE.replace("12", '"12"'), encoding="utf-8")
    result = invoke("score", HAND, "--win", "1z", "--rules", str(path))
    assert (result.exit_code, result.stderr) == (
        2, f"mjcore: {path}: line 6: fans.mixed_straight.value: '12', expected a whole number\n")


@pytest.mark.parametrize("name", rules.available())
def test_help_of_options_by_language(name: str) -> None:
    english, chinese = run("rules", name), run("rules", name, "--lang", "zh")
    for option in rules.get(name).options:
        assert option.help in english
        assert option.help_in("zh") in chinese
    assert {option["id"]: option["help_zh"] for option in json.loads(run("rules", name, "--json"))["options"]} == {
        option.id: option.zh for option in rules.get(name).options}
