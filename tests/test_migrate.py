"""docs/migrate.md: the calls of other packages that it shows do what it says, and its tables leave nothing out."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mjcore as mj
from mjcore.fans.wins import CIRCUMSTANCE_BITS
from riichi_oracles import MAHJONG_IDS, RIICHIENV_IDS, WIND_IDS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "migrate.md"
TEXT = PAGE.read_text(encoding="utf-8")
# what follows this heading are pairs that differ
DIFFERENT = "\n## Different answers\n"
PACKAGES = ("mahjong", "riichienv")


class Pair(NamedTuple):
    """A block of another package and ours after it: the line of the first, both texts, whether they agree."""

    line: int
    theirs: str
    ours: str
    equal: bool


def pairs() -> list[Pair]:
    pattern = re.compile(r"^```pycon\n(.*?)^```$\s*(?:(?!^```).*\n)*?^```python\n(.*?)^```$", re.M | re.S)
    return [
        Pair(TEXT.count("\n", 0, match.start(1)), match[1], match[2], match.start() < TEXT.index(DIFFERENT))
        for match in pattern.finditer(TEXT)
    ]


def values(block: str) -> list[Any]:
    """What the examples of a block are to print."""
    examples = doctest.DocTestParser().get_examples(block)
    return [ast.literal_eval(example.want.strip()) for example in examples if example.want and not example.exc_msg]


def test_every_block_is_in_a_pair() -> None:
    assert len(pairs()) == TEXT.count("```pycon\n") == TEXT.count("```python\n") >= 20


@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: f"line {pair.line}")
def test_pairs_agree_as_shown(pair: Pair) -> None:
    # that both print so is checked by running them: theirs below, ours in test_readme.py. Ours may go on after it.
    assert (values(pair.theirs)[-1] == values(pair.ours)[0]) == pair.equal


def test_their_calls_answer_as_shown() -> None:
    for package in PACKAGES:
        pytest.importorskip(package)
    blocks = [""] * TEXT.count("\n")
    for pair in pairs():
        body = pair.theirs.splitlines()
        blocks[pair.line : pair.line + len(body)] = body
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    runner.run(examples, out=report.append)
    assert not runner.failures, "".join(report)
    assert runner.tries >= 20


# Tables


def table(head: str) -> list[list[str]]:
    """The rows of the table whose first heading is this one."""
    found, inside = [], False
    for line in TEXT.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line[:1] != "|":
            inside = False
        elif cells[0] == head:
            inside = True
        elif inside and set(line) - set("|-"):
            found.append(cells)
    assert found, f"no table {head}"
    return found


def names(head: str) -> list[str]:
    """The names in code in the first column."""
    return [name for cells in table(head) for name in re.findall(r"`([\w.]+)(?:\(\))?`", cells[0])]


def test_tables_name_every_argument_of_mahjong() -> None:
    config = pytest.importorskip("mahjong.hand_calculating.hand_config")
    for head in ("HandConfig", "OptionalRules"):
        arguments = list(signature(getattr(config, head)).parameters)
        assert sorted(names(f"`{head}`")) == sorted(arguments)


def test_tables_name_every_argument_of_riichienv() -> None:
    package = pytest.importorskip("riichienv")
    arguments = list(signature(package.Conditions).parameters)
    assert sorted(names("`Conditions`")) == sorted(arguments)
    rule = package.GameRule.default_tenhou()
    fields = [name for name in dir(rule) if not name.startswith("_") and not callable(getattr(rule, name))]
    assert sorted(names("`GameRule`")) == sorted([*fields, "default_tenhou", "default_mjsoul"])
    result = [name for name in dir(package.WinResult) if not name.startswith("_")]
    assert set(names("`WinResult`")) == set(result)


# names of the packages in our column
THEIRS = {"is_renhou"}


def test_tables_name_what_we_have() -> None:
    rules = mj.rules.get("riichi")
    known = {*(option.id for option in rules.options), *rules.presets, *CIRCUMSTANCE_BITS, *rules.circumstances,
             "honba", "sticks", "rules", "seat_wind", "round_wind", "nuki", "streak", *dir(mj.Score)}
    for head in ("`HandConfig`", "`OptionalRules`", "`Conditions`", "`GameRule`"):
        for cells in table(head):
            for code in re.findall(r"`([^`]+)`", cells[1]):
                name = re.match(r"\w+", code)
                if name is None or code in ("True", "False") or "." in code or code.isupper():
                    continue  # a value, or a place in a module
                assert name[0] in known or name[0] in THEIRS, (cells, code)


def yaku() -> Iterator[tuple[str, list[str], list[str]]]:
    for ours, mahjong, riichienv in table("mjcore"):
        yield (ours.strip("`"), *([part.strip() for part in cell.split(",") if part.strip()]
                                  for cell in (mahjong, riichienv)))


def test_names_of_mahjong() -> None:
    config = pytest.importorskip("mahjong.hand_calculating.yaku_config").YakuConfig()
    theirs = {value.name for value in vars(config).values() if hasattr(value, "yaku_id")}
    listed = {name: ours for ours, names, _ in yaku() for name in names}
    # one object has three names, by the suit
    assert {*theirs, "Daichikurin", "Daisuurin"} == listed.keys()
    assert {name: listed[name] for name in MAHJONG_IDS} == MAHJONG_IDS


def test_names_of_riichienv() -> None:
    package = pytest.importorskip("riichienv")
    theirs = {f"{entry.id} {entry.name_en}" for entry in package.get_all_yaku()}
    listed = [(name, ours) for ours, _, names in yaku() for name in names]
    assert {name for name, _ in listed} == theirs
    expected = set()
    for number, ours in RIICHIENV_IDS.items():
        ids = [f"{ours}_{wind}" for wind in WIND_IDS] if ours.endswith("_wind") else [ours.removeprefix("nuki_")]
        expected |= {(number, name) for name in ids}
    assert {(int(name.split()[0]), ours) for name, ours in listed} == expected


def test_names_are_ours() -> None:
    every = {option.id: True for option in mj.rules.get("riichi").options if option.values == (False, True)}
    rules = mj.rules.get("riichi", preset="tenhou3", **{**every, "renhou_mode": "yaku5"})
    ours = {name for name, _, _ in yaku()} - {"settle.nagashi_mangan"}
    assert ours <= set(rules.fan_ids)
    # every yaku that is played without an option is known to both
    standard = {name for name, mahjong, riichienv in yaku() if mahjong and riichienv}
    assert standard >= set(mj.rules.get("riichi").fan_ids)
