"""The pages of docs/rules list what the rule sets hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mjcore import rules

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules"
PAGES = sorted(path.stem for path in FOLDER.glob("*.md"))


def rows(name: str) -> list[list[str]]:
    """The cells of every table row of a page."""
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"
    ]


def test_every_rule_set_has_a_page() -> None:
    assert sorted(rules.available()) == PAGES


@pytest.mark.parametrize("name", PAGES)
def test_page_lists_the_fans(name: str) -> None:
    listed = {
        (fan, zh, int(cells[0]))
        for cells in rows(name)
        if cells[0].isdecimal()
        for fan, zh in re.findall(r"`(\w+)` (\S+)", cells[1])
    }
    expected = {(fan.public_id, fan.names["zh"], fan.value) for fan in rules.get(name).fans}
    assert listed == expected


@pytest.mark.parametrize("name", PAGES)
def test_page_lists_the_options(name: str) -> None:
    listed = {
        cells[1].strip("`"): re.findall(r"`([^`]+)`", cells[2])
        for cells in rows(name)
        if len(cells) == 5 and cells[1].startswith("`")
    }
    expected = {}
    for option in rules.get(name).options:
        values = sorted(option.values, key=lambda value: value != option.default)
        expected[option.id] = [str(value).lower() for value in values]
    assert listed == expected
