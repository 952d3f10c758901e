"""The pages of docs/rules list what the rule sets hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mjcore import rules
from mjcore.fans.rows import Fan
from mjcore.rules.options import NumberOption, NumbersOption, Option, SetOption, Value, members
from mjcore.rules.riichi_yaku import DOUBLE

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules"
PAGES = sorted(path.stem for path in FOLDER.glob("*.md"))
# facts of a pattern that an open hand never has, and one that a closed hand never has
CLOSED = {"concealed", "no_meld", "riichi", "double_riichi", "open_riichi", "ippatsu", "form_seven_pairs", "human",
          "unconnected"}
OPEN = {"all_claimed"}
# marks a value without a source
UNSOURCED = "(u)"


def rows(name: str) -> list[list[str]]:
    """The cells of every table row of a page."""
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"
    ]


def identified(name: str, columns: int) -> list[tuple[str, list[str]]]:
    """(id, other cells) of the rows with so many columns whose first is an id."""
    return [(cells[0].strip("`"), cells[1:]) for cells in rows(name)
            if len(cells) == columns and re.fullmatch(r"`\w+`", cells[0])]


def test_every_rule_set_has_a_page() -> None:
    assert sorted(rules.available()) == PAGES


def test_mcr_lists_the_fans() -> None:
    listed = {
        (fan, zh, int(cells[0]))
        for cells in rows("mcr")
        if cells[0].isdecimal()
        for fan, zh in re.findall(r"`(\w+)` (\S+)", cells[1])
    }
    expected = {(fan.public_id, fan.names["zh"], fan.value) for fan in rules.get("mcr").fans}
    assert listed == expected


def test_mcr_lists_the_options() -> None:
    listed = {
        cells[1].strip("`"): re.findall(r"`([^`]+)`", cells[2])
        for cells in rows("mcr")
        if len(cells) == 5 and cells[1].startswith("`")
    }
    assert listed == {option.id: texts_of(option) for option in rules.get("mcr").options}


def texts_of(option: Option) -> list[str]:
    """The values of an option as a page writes them, the default first; of numbers and lists the default alone."""
    open_ended = isinstance(option, (NumberOption, NumbersOption, SetOption))
    values = [option.default] if open_ended else sorted(option.values, key=lambda value: value != option.default)
    return [text_of(value) or '""' for value in values]


def text_of(value: Value) -> str:
    return str(value).lower()


# Riichi: a row for each yaku, a table of presets


def yaku() -> Iterator[Fan]:
    """Every row that riichi can have, the first of those that share an id."""
    seen: set[str] = set()
    every = {option.id: True for option in rules.get("riichi").options if option.values == (False, True)}
    for mode, puutaa in (("yaku5", "mangan"), ("mangan_fixed", "yakuman"), ("yakuman", "none")):
        chosen = {**every, "renhou_mode": mode, "shiisan_puutaa": puutaa}
        for row in rules.get("riichi", "tenhou3", **chosen).fans:
            if row.public_id not in seen:
                seen.add(row.public_id)
                yield row


def cells_of(row: Fan) -> list[str]:
    """Name and values of a yaku as the page writes them."""
    if row.acc == "yakuman":
        return [row.ja, "", "1 or 2" if row.id in DOUBLE else str(row.value)]
    facts = set(re.findall(r"\w+", row.pattern))
    # tanyao is for closed hands alone without kuitan
    closed_only = facts & CLOSED and not (row.id == "tanyao" or row.acc == "bonus")
    han = row.value if row.value_open is None else row.value_open
    return [row.ja, "-" if facts & OPEN else str(row.value), "-" if closed_only else str(han)]


def test_riichi_lists_the_yaku() -> None:
    listed = {name: cells[:3] for name, cells in identified("riichi", 5)}
    assert listed == {row.public_id: cells_of(row) for row in yaku()}


def test_riichi_lists_the_options() -> None:
    listed = {name: re.findall(r"`([^`]+)`", cells[0]) for name, cells in identified("riichi", 3)}
    assert listed == {option.id: texts_of(option) for option in rules.get("riichi").options}
    for option in rules.get("riichi").options:
        if isinstance(option, SetOption):
            [meaning] = [cells[1] for name, cells in identified("riichi", 3) if name == option.id]
            named = {*re.findall(r"`(\w+)`", meaning), *members(option.default)}
            assert named >= set(option.members), option.id


def test_riichi_lists_the_presets() -> None:
    presets = list(rules.get("riichi").presets)
    [heads] = [cells for cells in rows("riichi") if cells[0] == "option" and len(cells) == 8]
    assert [head.strip("`") for head in heads[1:]] == presets
    listed = {name: [cell.removesuffix(UNSOURCED).strip() for cell in cells]
              for name, cells in identified("riichi", 8)}
    for option in rules.get("riichi").options:
        values = [rules.get("riichi", preset).values[option.id] for preset in presets]
        if option.id in listed:
            shown = [cell or listed[option.id][0] for cell in listed[option.id]]
            assert shown == [preset_text(option, value) for value in values], option.id
        else:
            assert set(values) == {option.default}, f"{option.id} is not in the table of presets"
    assert listed.keys() <= {option.id for option in rules.get("riichi").options}


def preset_text(option: Option, value: Value) -> str:
    if isinstance(option, SetOption):
        return {"": "none", ",".join(option.members): "all"}.get(str(value), str(value))
    return text_of(value)


# Hong Kong and Taiwan: a row for each fan with what it takes, a table of presets

LOCAL = {
    "hk": [{}, {"seven_pairs": True}],
    "taiwan": [{}],
}


@pytest.mark.parametrize("name", LOCAL)
def test_local_pages_list_the_fans(name: str) -> None:
    expected = {
        row.public_id: [row.names["zh"], str(row.value)]
        for options in LOCAL[name] for row in rules.get(name, **options).fans
    }
    assert {fan: cells[:2] for fan, cells in identified(name, 5)} == expected


@pytest.mark.parametrize("name", LOCAL)
def test_local_pages_list_the_options(name: str) -> None:
    listed = {option: re.findall(r"`([^`]+)`", cells[0]) for option, cells in identified(name, 3)}
    assert listed == {option.id: texts_of(option) for option in rules.get(name).options}


@pytest.mark.parametrize("name", LOCAL)
def test_local_pages_list_the_presets(name: str) -> None:
    presets = list(rules.get(name).presets)
    [heads] = [cells for cells in rows(name) if cells[0] == "option" and len(cells) == len(presets) + 1]
    assert [head.strip("`") for head in heads[1:]] == presets
    listed = dict(identified(name, len(presets) + 1))
    for option in rules.get(name).options:
        values = [text_of(rules.get(name, preset).values[option.id]) for preset in presets]
        if option.id in listed:
            assert [cell or listed[option.id][0] for cell in listed[option.id]] == values, option.id
        else:
            assert set(values) == {text_of(option.default)}, f"{option.id} is not in the table of presets"


# Kawuxing: the second preset is a column beside the options. Dazhong: MCR's fans, and what it has beside MCR's options


def test_kawuxing_lists_the_fans() -> None:
    expected = {row.public_id: [row.names["zh"], str(row.value)] for row in rules.get("kawuxing").fans}
    assert {fan: cells[:2] for fan, cells in identified("kawuxing", 5)} == expected


def test_kawuxing_lists_the_options_and_presets() -> None:
    seed, other = (rules.get("kawuxing", preset) for preset in rules.get("kawuxing").presets)
    listed = dict(identified("kawuxing", 4))
    assert {name: re.findall(r"`([^`]+)`", cells[0]) for name, cells in listed.items()} == {
        option.id: texts_of(option) for option in seed.options}
    for option in seed.options:
        assert seed.values[option.id] == option.default
        assert listed[option.id][1] == ("" if other.values[option.id] == option.default
                                        else text_of(other.values[option.id])), option.id


def test_dazhong_lists_the_options() -> None:
    listed = {name: re.findall(r"`([^`]+)`", cells[0]) for name, cells in identified("dazhong", 3)}
    assert listed == {option.id: texts_of(option) for option in rules.get("dazhong").options}
