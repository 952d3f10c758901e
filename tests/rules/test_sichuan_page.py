"""The page of Sichuan mahjong lists what the rule set holds."""

from __future__ import annotations

import re

from mjcore import rules
from mjcore.rules.options import SetOption, members
from test_docs import identified, text_of, texts_of
from test_docs import rows as rows_of_page

PAGE = "sichuan"
SEED = rules.get(PAGE)
SWITCHES = {"yaojiu": True, "jiangdui": True, "menqing": True, "duanyao": True, "tiandi": True, "zimo": "plus_fan"}


def table(fans: str) -> dict[str, tuple[str, str]]:
    """Name and value of each fan by its public id, as the page writes them."""
    return {row.public_id: (row.names["zh"], str(row.value)) for row in SEED.replace(fans=fans, **SWITCHES).fans}


def test_the_page_lists_the_fans_of_the_texts() -> None:
    # the table of presets has as many columns, and values of options where the fans have names
    listed = {name: cells[:3] for name, cells in identified(PAGE, 5) if not cells[0].isascii()}
    seed, sbr = table("seed"), table("sbr")
    assert listed == {id: [zh, seed[id][1] if id in seed else "-", value] for id, (zh, value) in sbr.items()}
    assert seed.items() <= sbr.items()


def test_the_page_lists_the_fans_of_the_app() -> None:
    listed = {name: tuple(cells[:2]) for name, cells in identified(PAGE, 4)}
    assert listed == table("app")


def test_the_page_lists_the_options() -> None:
    listed = {name: re.findall(r"`([^`]+)`", cells[0]) for name, cells in identified(PAGE, 3)}
    assert listed == {option.id: texts_of(option) for option in SEED.options}
    for option in SEED.options:
        if isinstance(option, SetOption):
            assert set(members(option.default)) == set(option.members), option.id


def test_the_page_lists_the_presets() -> None:
    presets = list(SEED.presets)
    [heads] = [cells for cells in rows_of_page(PAGE) if cells[0] == "option" and len(cells) == len(presets) + 1]
    assert [head.strip("`") for head in heads[1:]] == presets
    listed = {name: [cell.removesuffix("(d)").strip() for cell in cells]
              for name, cells in identified(PAGE, len(presets) + 1) if cells[0].isascii()}
    for option in SEED.options:
        values = [rules.get(PAGE, preset).values[option.id] for preset in presets]
        if option.id in listed:
            shown = [cell or listed[option.id][0] for cell in listed[option.id]]
            assert shown == [text_of(value) for value in values], option.id
        else:
            assert set(values) == {option.default}, f"{option.id} is not in the table of presets"
