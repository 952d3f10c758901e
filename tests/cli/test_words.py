"""There are words for everything that the tables show: fans, options, circumstances, reasons of payments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mjcore
from mjcore import rules
from mjcore.cli import words
from mjcore.cli.words import LANGUAGES, circumstance, reason
from mjcore.fans.rows import Fan
from mjcore.rules import RuleSet
from mjcore.settle.kongs import KONG_TYPES

PACKAGE = Path(mjcore.__file__).parent
CHINESE = re.compile("[\u4e00-\u9fff]")
PRESETS = [rules.get(name, preset) for name in rules.available() for preset in rules.get(name).presets]


def named(rule_set: RuleSet) -> str:
    return f"{rule_set.id}/{rule_set.preset}"


def every_fan(rule_set: RuleSet) -> Iterator[Fan]:
    """The rows of a rule set, and those that each value of an option brings in."""
    yield from rule_set.fans
    for option in rule_set.options:
        for value in option.values:
            try:
                yield from rule_set.replace(**{option.id: value}).fans
            except mjcore.RuleError:
                # not beside the other options
                continue


@pytest.mark.parametrize("rule_set", PRESETS, ids=named)
def test_every_fan_has_names(rule_set: RuleSet) -> None:
    for fan in {fan.id: fan for fan in every_fan(rule_set)}.values():
        assert CHINESE.search(fan.zh), fan.id
        assert fan.en.isascii(), fan.id
        assert fan.en.strip(), fan.id


@pytest.mark.parametrize("name", rules.available())
def test_every_option_has_help(name: str) -> None:
    for option in rules.get(name).options:
        assert option.help.strip(), option.id
        assert CHINESE.search(option.zh), option.id
        assert option.help_in("zh") == option.zh != option.help == option.help_in("en")


@pytest.mark.parametrize("name", rules.available())
def test_points_have_a_name(name: str) -> None:
    names = rules.get(name).point_names
    assert names["en"].isascii()
    assert CHINESE.search(names["zh"])


@pytest.mark.parametrize("rule_set", PRESETS, ids=named)
def test_every_circumstance_has_a_name(rule_set: RuleSet) -> None:
    for name in rule_set.circumstances:
        assert circumstance(name, "en") == name
        for lang in ("zh", "ja"):
            assert re.fullmatch(rf"{name} .+", circumstance(name, lang))


def test_what_may_be_typed_is_said_in_chinese() -> None:
    for name in rules.available():
        for option in rules.get(name).options:
            said = words.allowed_in(option.allowed.lower(), "zh")
            assert not re.search(r"\b(or|any of|whole numbers?|steps|another)\b", said), said
            assert words.allowed_in(option.allowed, "en") == option.allowed


# Reasons of payments


def reasons_written(path: Path) -> Iterator[str]:
    """The reasons in a module: of its transfers, and those that its docstrings name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            transfer = isinstance(node.func, ast.Name) and node.func.id == "Transfer"
            given = [*(node.args[3:4] if transfer else ()),
                     *(keyword.value for keyword in node.keywords if keyword.arg == "reason")]
            yield from (value.value for value in given if isinstance(value, ast.Constant))
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
                _, found, listed = paragraph.partition("Reasons in the ledger")
                if found:
                    yield from re.findall(r"`([a-z_]+)`", listed)
        if isinstance(node, ast.FunctionDef):
            yield from (default.value for name, default in defaults(node) if name == "reason")
        # several at once: `factor, reason, text = 2, "shown", "..."`
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            for target in node.targets:
                names = target.elts if isinstance(target, ast.Tuple) else []
                for name, value in zip(names, node.value.elts, strict=False):
                    if isinstance(name, ast.Name) and name.id == "reason" and isinstance(value, ast.Constant):
                        yield value.value


def defaults(function: ast.FunctionDef) -> Iterator[tuple[str, ast.Constant]]:
    """The arguments by keyword that have a constant as default."""
    for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
        if isinstance(default, ast.Constant):
            yield argument.arg, default


def test_every_reason_has_words() -> None:
    written = {kind.replace(" ", "_") for kind in KONG_TYPES}
    for folder in ("settle", "rules"):
        for path in (PACKAGE / folder).glob("*.py"):
            written |= {*reasons_written(path)}
    # some of each kind are found
    assert written > {"base", "points", "horse", "pig", "shown", "refund_kong", "deposits", "fine", "concealed_kong"}
    for key in written:
        said = [reason(key, "?", lang) for lang in LANGUAGES]
        assert "?" not in said, key
        assert said[0].isascii(), key
        assert CHINESE.search(said[1]), key


def test_a_reason_without_words_is_told_by_its_text() -> None:
    assert reason("tip", "a tip", "zh") == "a tip"
    assert reason("refund_horse", "", "zh") == "退还：买马"
