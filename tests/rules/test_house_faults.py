"""Rule files: what is refused, and that the error points at the line and the key, in odd files too."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import rules
from mjcore.errors import RuleError
from mjcore.rules import RuleSet
from mjcore.rules.house_source import Source

BASE = 'base = "mcr"\nid = "friday"\n'
ROW = '[fans.x]\nen = "X"\nvalue = 9\npattern = "wind_pungs == 3"\n'
FAULTS = [
    # TOML
    ("base = ", "line 1: Invalid value"),
    ('base = "mcr"\nbase = "mcr"\n', "line 2: Cannot overwrite a value"),
    ('base = """mcr\n\n', "Unterminated string"),
    ('[a\nbase = "mcr"', "line 1: Expected ']' at the end of a table declaration\n  [a\n    ^"),
    ("base = " + "[" * 100_000, "nested too deeply"),
    *((f"base = {'[' * depth}{']' * depth}", "<text>: nested too deeply") for depth in (100, 300, 900)),
    ('base = "mcr"\n' + "a." * 2000 + "b = 1", "<text>: nested too deeply"),
    ("base = 1" + "0" * 5000, "line 1: a number of more than 18 digits"),
    (BASE + "minimum = -1" + "0" * 5000, "line 3: a number of more than 18 digits"),
    *((f"{BASE}\n{key} = {number}", f"line 4: {key}: a number of more than 18 digits")
      for key in ("minimum", "players", "seal", "units", "tiles", "options.base", "fans.x.value", "lattice.cap", "odd")
      for number in ("0x" + "f" * 5000, "0o" + "7" * 5000, "0b" + "1" * 20_000, 10**18, -10**18)),
    (BASE + "units = [\n  1,\n  0x" + "f" * 5000 + ",\n]", "line 3: units: a number of more than 18 digits"),
    (BASE + f"minimum = {10**18 - 1}", "line 3: minimum: 999999999999999999, expected 0..8191"),
    # the base
    ("minimum = 4", "<text>: expected either base, the rule set to start from, or behaviour, "),
    (BASE + 'behaviour = "mcr"', "line 1: base: expected either base"),
    ('\nbase = "mcx"', "line 2: base: unknown rule set 'mcx'; known: "),
    ('base = "mcr/wmo"\n', "line 1: base: mcr has no preset 'wmo', expected one of 'default'"),
    ("base = 3\n", "line 1: base: 3, expected a text"),
    (BASE + "[decided]\n", "line 3: decided: is for files without a base"),
    (BASE + 'preset = "x"', "line 3: preset: is for files without a base"),
    # keys and types
    (BASE + "minimun = 6", "line 3: minimun: unknown key, expected one of base, behaviour, preset, seal, id, "),
    (BASE + 'minimum = "6"', "line 3: minimum: '6', expected a whole number"),
    (BASE + "minimum = true", "line 3: minimum: True, expected a whole number"),
    (BASE + "minimum = -1", "line 3: minimum: -1, expected 0..8191"),
    (BASE + "players = 11", "line 3: players: 11, expected 2..10"),
    (BASE + "sets = 9", "line 3: sets: 9, expected 1..5"),
    (BASE + "quad_pairs = 1", "line 3: quad_pairs: 1, expected true or false"),
    (BASE + "forms = 3", "line 3: forms: 3, expected a list of texts"),
    (BASE + 'forms = ["standart"]', "line 3: forms: form 'standart', expected one of standard, "),
    (BASE + 'wait_forms = ["knitted_straight"]', "line 3: wait_forms: wait form 'knitted_straight', expected one of "),
    (BASE + 'units = [1, "2"]', "line 3: units: [1, '2'], expected a list of whole numbers"),
    (BASE + 'tiles = "1m"', "line 3: tiles: '1m', expected a table"),
    (BASE + 'tiles = { x = "1m" }', "line 3: tiles.x: expected a number of copies 1..9 as key"),
    (BASE + '[tiles]\n4 = "1x"', "line 4: tiles.4: 'x' at position 1: expected a suit letter"),
    (BASE + '[tiles]\n3 = "123456789m"', "line 4: tiles.3: 1m, expected under 4: of such a kind there are 4"),
    (BASE + '[tiles]\n4 = "1m"\n1 = "7z"', "line 5: tiles.1: 7z, expected under 4: "),
    (BASE + '[tiles]\n4 = "123m1f"', "line 4: tiles.4: 1f, expected under 1: of such a kind there are 1"),
    (BASE + '[tiles]\n4 = "1231m"', "line 4: tiles.4: 1m stands twice"),
    (BASE + '[tiles]\n4 = "123m"\n2 = "1m"', "line 5: tiles.2: 1m stands twice"),
    (BASE + '[tiles]\n4 = "1230m"', "line 4: tiles.4: 0m, expected plain fives"),
    (BASE + '[tiles]\n1 = "1f"', "line 3: tiles: no kinds that sets are made of"),
    (BASE + "tiles = {}", "line 3: tiles: no kinds that sets are made of"),
    (BASE + 'circumstances = ["selfdraw"]', "circumstances: unknown circumstance 'selfdraw'; did you mean self_draw?"),
    (BASE + 'names = { zh = "周五" }', "line 3: names: expected a name in English at least"),
    ('base = "mcr"\nid = "a b"', "line 2: id: 'a b', expected letters, digits, _ and -"),
    ('base = "mcr"\nid = ""', "line 2: id: '', expected letters"),
    (BASE + "options = 3", "line 3: options: 3, expected a table"),
    (BASE + "[[fans]]\nvalue = 3", "line 3: fans: [{'value': 3}], expected a table"),
    (BASE + '"a.b" = 3', "line 3: 'a.b': unknown key"),
    ('base = "riichi"\nplayers = 3', "line 2: players: is an option of riichi: expected under [options]"),
    # options
    (BASE + "[options]\nstrict = true", "line 4: options.strict: unknown option; did you mean strict98?"),
    (BASE + "[options]\n\nkong_pair = 7", "line 5: options.kong_pair: 7 is not allowed, expected one of '5', "),
    (BASE + "[options]\nkong_pair = 1.5", "line 4: options.kong_pair: 1.5 is not allowed"),
    (BASE + "[options]\nkong_pair = 2026-01-01", "line 4: options.kong_pair: datetime.date(2026, 1, 1) is not allowed"),
    (BASE + "options.base = -1", "line 3: options.base: -1 is not allowed, expected a whole number 0..1000"),
    ('base = "riichi"\n[options]\nnuki = true', "line 3: options.nuki: riichi: nuki: norths are set aside in games "),
    ('base = "riichi"\n[options]\numa = [1, 2]', "line 3: options.uma: [1, 2] is not allowed, expected 4 or 3 whole "),
    # units
    ('base = "hk"\nunits = [1, 2, -4, 8, 16, 24, 32, 48, 64, 96, 128]',
     "line 2: units: -4, expected numbers of 0 or more"),
    # rows
    (BASE + "[fans]\nall_pungs = 8", "line 4: fans.all_pungs: 8, expected a table"),
    (BASE + "[fans.all_pungs]\nvalu = 8", "line 4: fans.all_pungs.valu: unknown key, expected one of zh, en, value, "),
    (BASE + "[fans.all_pungs]\nvalue = 1.5", "line 4: fans.all_pungs.value: 1.5, expected a whole number"),
    (BASE + "[fans.all_pungs]\nvalue = 9000", "line 4: fans.all_pungs.value: value 9000, expected a number 0..8191"),
    (BASE + "[fans.al_pungs]\nvalue = 8", "line 3: fans.al_pungs: mcr has no such row; did you mean all_pungs "),
    (BASE + "[fans.al_pungs]\nvalue = 8", "a new row needs pattern (or if_nothing), en or zh"),
    (BASE + "[fans.pung_of_terminals_or_honors]\nvalue = 8", "the rows of mcr that are shown under this id are "
     "pung_terminal, pung_guest_wind; "),
    (BASE + '[fans."a b"]\nvalue = 8', "line 3: fans.'a b': an id has letters, digits, _ and -"),
    (BASE + ROW.replace("wind_pungs", "wind_pung"), "line 6: fans.x.pattern: pattern 'wind_pung == 3': unknown fact "
     "'wind_pung'; known: "),
    (BASE + ROW.replace("== 3", "== 3 and"), "line 6: fans.x.pattern: pattern 'wind_pungs == 3 and': invalid syntax"),
    (BASE + ROW.replace("wind", "chows or wind"), "line 6: fans.x.pattern: "),
    *((BASE + ROW.replace("wind", "not " * many + "wind"), "line 6: fans.x.pattern: pattern 'not not ")
      for many in (100, 1000, 100_000)),
    (BASE + ROW + 'covers = ["nope"]', "line 7: fans.x.covers: names the row 'nope', which does not exist"),
    (BASE + ROW + 'covers = ["x"]', "line 7: fans.x.covers: covers form a cycle: x > x"),
    (BASE + ROW + 'covers = ["big_three_winds"]', "line 7: fans.x.covers: covers big_three_winds, which covers "
     "pung_guest_wind, but does not cover pung_guest_wind itself; add it to covers, or to revives"),
    (BASE + '[fans.all_pungs]\ncovers = ["big_four_winds"]', "line 4: fans.all_pungs.covers: covers form a cycle: "),
    # the row at fault is of the base, the change that brings the fault of the file
    (BASE + '[fans.half_flush]\ncovers = ["flower_tiles", "edge_wait"]', "line 4: fans.half_flush.covers: "),
    (BASE + '[fans.all_chows]\ncovers = ["no_honors", "edge_wait"]', "fans.all_chows: pure_terminal_chows: covers "
     "all_chows, which covers edge_wait, but does not cover edge_wait itself"),
    (BASE + ROW + 'acc = "han"', "line 7: fans.x.acc: acc 'han', expected one of points, flower"),
    (BASE + ROW + 'count = "many"', "line 7: fans.x.count: count 'many', expected one of once, each"),
    (BASE + ROW + 'count = "each"', "line 7: fans.x.count: a row counted 'each' has a counter in its pattern"),
    (BASE + ROW + 'forms = ["std"]', "line 7: fans.x.forms: form 'std', expected one of standard, "),
    (BASE + ROW + "if_nothing = true", "line 3: fans.x: a row has a pattern, or is the fallback (if_nothing)"),
    (BASE + ROW + "value_open = 1", "line 7: fans.x.value_open: value_open is for yaku that count han"),
    (BASE + ROW + "reduces = { all_pungs = 1 }", "line 7: fans.x.reduces: reduces all_pungs, which is counted once"),
    (BASE + ROW + 'reduces = { pung_terminal = "1" }', "line 7: fans.x.reduces.pung_terminal: '1', expected a whole "),
    (BASE + ROW + "reduces = { pung_terminal = 0 }", "line 7: fans.x.reduces: reduces pung_terminal by 0, expected "),
    (BASE + "[fans.x]\nremove = true", "line 3: fans.x: no such row to remove; "),
    (BASE + "[fans.all_pungs]\nremove = false", "line 4: fans.all_pungs.remove: expected remove = true and no other "),
    (BASE + "[fans.all_pungs]\nvalue = 3\nremove = true", "line 5: fans.all_pungs.remove: expected remove = true and "),
    (BASE + "[fans.all_pungs]\nremove = 1", "line 4: fans.all_pungs.remove: 1, expected true or false"),
    # numbers
    (BASE + "[lattice]\nbody = true", "line 4: lattice.body: unknown key, expected one of available_waits, "),
    (BASE + "[lattice]\nbody_wait = 1", "line 4: lattice.body_wait: 1, expected true or false"),
    (BASE + "[lattice]\ncap = -3", "line 4: lattice.cap: cap -3, expected a number from 0 or None"),
    (BASE + f"[lattice]\ncap = {2**31}", "line 4: lattice.cap: 2147483648, expected at most 2147483647"),
    (BASE + f"[lattice]\nstreak_from = {2**31}", "line 4: lattice.streak_from: 2147483648, expected at most "),
    (BASE + "[lattice.han_fu]\nbase = 9", "line 3: lattice.han_fu: mcr does not count han"),
    ('base = "riichi"\n[lattice.han_fu]\nbase = 999', "line 3: lattice.han_fu.base: base 999, expected a number 0.."),
    ('base = "riichi"\n[lattice.han_fu]\nbse = 9', "line 3: lattice.han_fu.bse: unknown key, expected one of "),
    ('base = "riichi"\n[lattice.han_fu]\nnext_kind = { 10m = "1m" }', "line 3: lattice.han_fu.next_kind.10m: "),
    ('base = "riichi"\n[lattice.han_fu]\nnext_kind = { 1m = 9 }', "next_kind.1m: 9, expected a text"),
    ('base = "riichi"\n[fans.pinfu]\nremove = true', "line 2: fans.pinfu: flat_row names the row 'pinfu', which "),
    (BASE + "[engine]\nstrict = 1", "line 4: engine.strict: 1, expected true or false"),
    (BASE + "[engine]\nx = 1", "line 4: engine.x: unknown key, expected one of fifth_waits, strict, most_suits"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[f"{i}" for i in range(len(FAULTS))])
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules.load(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("<text>: ")
    assert str(caught.value).count("<text>") == 1


@given(st.text("ab=[]{}\"'#.\n 1-x", max_size=40), st.integers(0, 200))
def test_any_text_is_a_rule_set_or_an_error(text: str, at: int) -> None:
    whole = BASE + "minimum = 3\n[options]\nkong_pair = '6'\n" + ROW
    for source in (text + "\n", whole[:at] + text + whole[at:]):
        # any other exception fails
        with suppress(RuleError):
            assert isinstance(rules.load(source), RuleSet)


# Where keys stand

ODD = '''\
# [fans.x]
base = "mcr"     # value = 3
id="odd"

  [ fans . "x" ]   # comment
summary = """
[fans.y]
value = 3
id = "z"
"""
forms = [  # a list
  "a",     # [fans.z]

  # value = 4
  "b",
]
reduces = { tile_hog = 1, 'pung "x"' = 2 }
"quoted key" = \'\'\'
x = """
\'\'\'
zh.simplified = 1
zh."traditional" = 2

[fans.y]
value = 3
[fans.x.more]
value = 4
[options]
fans.x = 2
[[lists]]
a = 1
[[lists]]
a = 2
[last]'''
LINES = {
    ("base",): 2, ("id",): 3, ("fans",): 5, ("fans", "x"): 5, ("fans", "x", "summary"): 6, ("fans", "x", "forms"): 11,
    ("fans", "x", "reduces"): 17, ("fans", "x", "reduces", "tile_hog"): 17, ("fans", "x", "reduces", 'pung "x"'): 17,
    ("fans", "x", "quoted key"): 18, ("fans", "x", "zh"): 21, ("fans", "x", "zh", "traditional"): 22, ("fans", "y"): 24,
    ("fans", "y", "value"): 25, ("fans", "x", "more"): 26, ("fans", "x", "more", "value"): 27, ("options",): 28,
    ("options", "fans"): 29, ("options", "fans", "x"): 29, ("lists",): 30, ("last",): 34,
}


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_lines_in_an_odd_file(ends: str) -> None:
    source = Source("odd.toml", ODD.replace("\n", ends))
    assert {path: source.line_of(path) for path in LINES} == LINES
    assert str(source.fault(("fans", "x", "missing"), "needed")) == "odd.toml: line 5: fans.x.missing: needed"
    assert str(source.fault(("nowhere",), "needed")) == "odd.toml: nowhere: needed"
    assert str(source.fault(("fans", "x", "quoted key"), "no")) == "odd.toml: line 18: fans.x.'quoted key': no"


VALUES = ["1", '"text"', "true", '"""\nmany\n[x]\nk1 = 2\n"""',
          "'''\n# no\n'''", "[1,\n  2, # two\n]", "{ a = 1 }", "[\n]"]
FILLERS = ["", "# k1 = 3", "  ", "#", "# [t2]"]


@given(st.lists(st.tuples(st.sampled_from(VALUES), st.lists(st.sampled_from(FILLERS), max_size=3), st.integers(0, 9)),
                min_size=1, max_size=15))
def test_lines_of_keys_made_up(statements: list[tuple[str, list[str], int]]) -> None:
    """Each key has its line, whatever stands between: comments, empty lines, tables, values of several lines."""
    lines: list[str] = []
    expected: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, (value, fillers, kind) in enumerate(statements):
        lines += fillers
        if kind == 0:
            table = (f"t{number}",)
            expected[table] = len(lines) + 1
            lines.append(f"[t{number}]")
        names = {1: (f'"k {number}"', (f"k {number}",)), 2: (f"d{number}.k", (f"d{number}", "k"))}
        text, path = names.get(kind, (f"k{number}", (f"k{number}",)))
        expected[(*table, *path)] = len(lines) + 1
        lines += f"{text} = {value}".split("\n")
    source = Source("made up", "\n".join(lines))
    assert {path: source.line_of(path) for path in expected} == expected
