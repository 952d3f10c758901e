"""Rule files with everything in them: every rule set comes back from its file; what can be changed in one."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import mjcore as mj
from house_rules import fan, house_rules
from mjcore import rules
from mjcore.errors import RuleError
from mjcore.rules import RuleSet
from mjcore.rules.house_data import ENGINE_TYPES, FRAME, HAN_FU_TYPES, IDENTITY, LATTICE_TYPES, RULE_TYPES
from mjcore.rules.house_export import to_data
from mjcore.rules.house_source import Source

WIN = ("123m456p789s1122z", "1z")
PUNGS = ("111m222p444s66z77z", "7z")
EVERY = [(name, preset) for name in rules.available() for preset in rules.get(name).presets]


@pytest.mark.parametrize(("name", "preset"), EVERY)
def test_every_rule_set_comes_back_equal(name: str, preset: str) -> None:
    original = rules.get(name, preset)
    text = rules.export(original)
    assert "base" not in Source("", text).data
    loaded = rules.load(text)
    assert loaded == original
    assert original == loaded
    assert hash(loaded) == hash(original)
    assert pickle.loads(pickle.dumps(loaded)) == original
    assert loaded.lattice is original.lattice
    assert loaded.engine == original.engine
    assert (loaded.preset, loaded.names, loaded.aliases, loaded.summary) == (
        original.preset, original.names, original.aliases, original.summary)
    assert loaded.fans == original.fans
    assert rules.export(loaded) == text
    assert rules.load(rules.export(original, "zh")) == original


@pytest.mark.parametrize("name", rules.available())
def test_every_option_comes_back(name: str) -> None:
    """With each option at another value."""
    original = rules.get(name)
    for option in original.options:
        for value in option.values[1:]:
            try:
                changed = original.replace(**{option.id: value})
            except RuleError:
                continue
            assert rules.load(rules.export(changed)) == changed


@pytest.mark.parametrize("name", rules.available())
def test_edited_rows_are_other_rows(name: str) -> None:
    original = rules.get(name)
    text = rules.export(original)
    values = {row.id: row.value for row in original.fans}
    for row in (original.fans[0], original.fans[len(values) // 2], original.fans[-1]):
        if row.acc == "bonus":
            continue
        other = rules.load(edited(text, f"[fans.{row.id}]", f"value = {row.value + 1}"))
        assert other != original
        assert {row.id: row.value for row in other.fans} == {**values, row.id: row.value + 1}


EDITS: list[tuple[str, str, str, Callable[[RuleSet], Any]]] = [
    ("mcr", "[fans.mixed_straight]", "value = 12", lambda by: mj.score(*WIN, by).total),
    ("mcr", "[fans.tile_hog]", 'forms = ["standard"]', lambda by: mj.score("11112233445566m", "6m", by).total),
    ("mcr", "id = ", "minimum = 20", lambda by: mj.score(*WIN, by).legal),
    ("mcr", "[options]", "base = 1", lambda by: mj.score(*WIN, by).payments(winner=0, loser=1)),
    ("mcr", "id = ", 'forms = ["standard"]', lambda by: mj.shanten("1122334455778m", by)),
    ("riichi", "[lattice.han_fu]", "kiriage = true",
     lambda by: mj.score("234m345p34567s88m", "5s", by, dora_indicators="22m").total),
    ("riichi", "id = ", "minimum = 3", lambda by: mj.score("234m345p34567s88m", "2s", by).legal),
    ("riichi", "[fans.tanyao]", 'pattern = "simples and concealed"',
     lambda by: mj.score("345p34567s88m[234m<]", "2s", by).legal),
    ("dazhong", "[fans.mixed_straight]", "value = 12", lambda by: mj.score(*WIN, by).total),
    ("dazhong", "[options]", "base = 1", lambda by: mj.score(*WIN, by).payments(winner=0, loser=1)),
    ("hk", "[fans.all_pungs]", "value = 4", lambda by: mj.score(*PUNGS, by).total),
    ("hk", "[lattice]", "cap = 5", lambda by: mj.score(*PUNGS, by).total),
    ("hk", "id = ", "units = [0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 0]",
     lambda by: mj.score(*PUNGS, by).payments(winner=0, loser=1)),
    ("taiwan", "[fans.all_pungs]", "value = 5", lambda by: mj.score("111m222p444s555s66z77z", "7z", by).total),
    ("taiwan", "[options]", "base = 10",
     lambda by: mj.score("111m222p444s555s66z77z", "7z", by).payments(winner=0, loser=1)),
    ("sichuan", "[fans.duiduihu]", "value = 2", lambda by: mj.score("111m222p444m66p77p", "7p", by).total),
    ("sichuan", "id = ", "units = [0, 5]",
     lambda by: mj.score("111m222p444m66p77p", "7p", by).payments(winner=0, loser=1)),
    ("kawuxing", "[fans.qingyise]", "value = 5", lambda by: mj.score("111p222p444p66p77p", "7p", by).total),
]


def test_an_edit_for_every_rule_set() -> None:
    assert {name for name, *_ in EDITS} == set(rules.available())


@pytest.mark.parametrize(("name", "table", "new", "ask"), EDITS, ids=[f"{edit[0]} {edit[2]}" for edit in EDITS])
def test_one_edited_value_changes_the_answer(name: str, table: str, new: str, ask: Callable[[RuleSet], Any]) -> None:
    text = rules.export(rules.get(name))
    assert ask(rules.load(text)) == ask(rules.get(name))
    assert ask(rules.load(edited(text, table, new))) != ask(rules.get(name))


def edited(text: str, table: str, new: str) -> str:
    """The text with one line of a table changed."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(table))
    key = new.partition(" = ")[0]
    lines[next(i for i in range(start, len(lines)) if lines[i].startswith(f"{key} = "))] = new
    return "\n".join(lines)


def test_options_that_do_not_fit_together() -> None:
    text = edited(rules.export(rules.get("riichi")), "[options]", "uma = '20,0,-20'")
    line = next(i for i, row in enumerate(text.splitlines(), 1) if row.startswith("uma = "))
    with pytest.raises(RuleError, match=f"<text>: line {line}: options.uma: riichi: uma 20,0,-20: expected 4 numbers"):
        rules.load(text)


def without_seal(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("seal = "))


def test_options_that_are_worked_in_are_sealed() -> None:
    text = rules.export(rules.get("riichi"))
    with pytest.raises(RuleError) as caught:
        rules.load(edited(text, "[decided]", "kiriage = true"))
    line = text[: text.index("[decided]")].count("\n") + 1
    assert str(caught.value).startswith(f"<text>: line {line}: decided: these options are worked into the rows and ")
    # what the settlement reads of them can be changed all the same
    assert rules.load(without_seal(edited(text, "[decided]", "tsumo_loss = 'flat'"))).values["tsumo_loss"] == "flat"


def test_options_that_are_worked_in_can_not_be_chosen_any_more() -> None:
    loaded = rules.load(rules.export(rules.get("mcr", strict98=True)))
    with pytest.raises(RuleError, match="option strict98: False is not allowed, True is worked into the rows and "):
        loaded.replace(strict98=False)
    assert loaded.replace(strict98=True) == loaded == loaded.replace(strict98="true")
    assert loaded.with_preset("default") == loaded
    # those of the settlement can
    assert loaded.replace(base=5).values["base"] == 5
    plain = without_seal(rules.export(rules.get("mcr")))
    moved = plain.replace("strict98 = false\n", "").replace("base = 8", "base = 8\nstrict98 = true")
    with pytest.raises(RuleError, match=r"options.strict98: is worked into the rows and numbers of the file: change "):
        rules.load(moved)
    with pytest.raises(RuleError, match=r"decided.base: is under \[options\] too"):
        rules.load(plain.replace("[decided]", "[decided]\nbase = 8"))


def test_options_that_are_left_out_have_their_defaults() -> None:
    data = to_data(rules.get("riichi"))
    assert {"start", "uma", "pao", "tobi"} <= data["options"].keys()
    assert {"players", "kuitan", "double_wind_fu", "open_riichi"} <= data["decided"].keys()
    text = rules.export(rules.get("riichi"))
    for name in ("start", "kuitan", "seal"):
        text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(f"{name} = "))
    loaded = rules.load(text)
    assert loaded == rules.get("riichi")
    assert loaded.replace(start=30000).values["start"] == 30000
    with pytest.raises(RuleError, match="option kuitan: False is not allowed"):
        loaded.replace(kuitan=False)


HOUSE = """
base = "mcr"
id = "friday"
minimum = 6
[lattice]
cap = 64
[options]
base = 4
[fans.x]
en = "X"
value = 9
pattern = "wind_pungs == 3"
"""


def test_a_house_rule_is_written_out_too() -> None:
    house = rules.load(HOUSE)
    text = rules.export(house)
    assert text.startswith("# ")
    assert 'behaviour = "mcr"' in text
    assert "cap = 64" in text
    assert rules.load(text) == house
    assert rules.load(text).id == "friday"


WHOLE = """
id = "tiny"
behaviour = "mcr"
players = 4
sets = 4
minimum = 0
forms = ["standard"]
tiles = { 4 = "123456789m123456789p123456789s1234567z" }
[fans.pungs]
en = "Pungs"
value = 6
pattern = "all_pungs"
"""


def test_a_small_file_without_a_base() -> None:
    tiny = rules.load(WHOLE)
    assert dict(tiny.names) == {"en": "tiny"}
    assert (tiny.summary, tiny.aliases, tiny.wait_forms, tiny.circumstances) == ("", (), ("standard",), ())
    assert {line.fan: line.value for line in mj.score(*PUNGS, tiny).fans} == {"pungs": 6}
    assert tiny.fan("pungs").zh == "Pungs"
    assert rules.load(rules.export(tiny)) == tiny


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("sets = 4\n", "", "<text>: a file without a base needs sets"),
        ('"mcr"', '"mcx"', "line 3: behaviour: 'mcx', expected one of "),
        ('"mcr"', '"guobiao"', "line 3: behaviour: 'guobiao', expected one of "),
        ("value = 6\n", "", "line 9: fans.pungs: a new row needs value"),
        ('en = "Pungs"\n', "", "line 9: fans.pungs: a new row needs en or zh"),
        ("value = 6\n", "remove = true\n", "line 11: fans.pungs.remove: expected remove = true and no other key"),
        ('pattern = "all_pungs"\n', "[decided]\nx = 1\n", "line 13: decided.x: unknown option; known: "),
        ("sets = 4\n", "sets = 4\nseal = 3\n", "line 6: seal: these options are worked into the rows and numbers of "),
        ('pattern = "all_pungs"\n', "[options]\nbase = 'x'\n", "line 13: options.base: 'x' is not allowed"),
    ],
)
def test_what_is_refused_without_a_base(old: str, new: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules.load(WHOLE.replace(old, new))
    assert message in str(caught.value)


def test_rule_sets_of_ones_own() -> None:
    with pytest.raises(RuleError, match="house: its settlement, procedure and options are those of no known rule set"):
        rules.export(house_rules(fan("drawn", 1, "self_draw")))
    own = replace(rules.get("mcr"), id="own", minimum=3)
    assert rules.load(rules.export(own)) == own
    wild = replace(own, make_lattice_options=lambda values: {"later": 1})
    with pytest.raises(RuleError, match="own: a rule file has no key for later of lattice"):
        rules.export(wild)


def test_a_rule_set_is_written_out_by_its_name_too() -> None:
    assert rules.export("hk") == rules.export(rules.get("hk"))
    for value in (3, None, ["hk"], "no_such_game"):
        with pytest.raises(RuleError):
            rules.export(value)  # type: ignore[arg-type]


def test_rows_that_ask_for_more_than_the_rule_set_looks_at() -> None:
    """The file would come back with it."""
    with pytest.raises(RuleError, match="hk: its rows ask for kong_chain, which is none of its circumstances"):
        rules.export(replace(rules.get("hk"), circumstances=()))


def test_every_part_of_a_rule_set_has_a_key() -> None:
    """Fields and arguments that come later must get one."""
    behind = {"options", "presets", "values", "preset", "procedure"}
    made = {name for name in RULE_TYPES if name.startswith(("make_", "check_"))}
    assert set(RULE_TYPES) == {*IDENTITY, *FRAME, *behind, *made}
    known = {"bool", "int", "str", "HanFu", "tuple[str, ...]", "tuple[int, ...]", "tuple[int, int, int]",
             "tuple[int, int, int, int]", "Sequence[int]", "Iterable[str]", "Mapping[int, int]"}
    used = {kind.removesuffix(" | None") for kind in (*LATTICE_TYPES.values(), *HAN_FU_TYPES.values())}
    assert used <= known
    for name, preset in EVERY:
        found = rules.get(name, preset)
        assert set(found.make_lattice_options(found.values)) <= set(LATTICE_TYPES)
        assert set(found.make_engine_options(found.values)) <= set(ENGINE_TYPES)
