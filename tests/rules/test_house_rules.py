"""House rules: rule sets from TOML files on top of another one; what a file may change."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import mjcore as mj
from mjcore import rules
from mjcore.errors import RuleError
from mjcore.rules.house_data import ENGINE_TYPES, FAN_TYPES, FRAME, HAN_FU_TYPES, IDENTITY, LATTICE_TYPES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "house-rules.md"
WIN = ("123m456p789s1122z", "1z")
BASE = 'base = "mcr"\nid = "friday"\n'


def fans_of(score: Any) -> dict[str, int]:
    return {line.fan: line.value for line in score.fans}


# On top of another rule set


def test_nothing_changed_is_the_base() -> None:
    same = rules.load('base = "mcr"\n')
    assert same == rules.get("mcr")
    assert hash(same) == hash(rules.get("mcr"))
    assert same.lattice is rules.get("mcr", preset="default").lattice
    assert rules.load('base = "riichi/mleague"\n') == rules.get("riichi", "mleague")
    assert rules.load('base = "mleague"\n').preset == "default"
    assert same != rules.load(BASE)


def test_a_changed_row_an_added_row_and_a_number() -> None:
    house = rules.load(BASE + """
        minimum = 6
        names = { en = "Friday", zh = "周五" }
        summary = "ours"
        [fans.all_pungs]
        value = 10
        zh = "对对胡"
        [fans.small_hand]
        zh = "小"
        en = "Small Hand"
        value = 5
        pattern = "ranks_in('12346') and not has_honours"
        covers = ["one_voided_suit"]
    """)
    assert (house.id, dict(house.names), house.summary, house.minimum) == (
        "friday", {"en": "Friday", "zh": "周五"}, "ours", 6)
    assert house.fan("all_pungs").zh == "对对胡"
    assert house.fan("all_pungs").pattern == rules.get("mcr").fan("all_pungs").pattern
    before, after = (fans_of(mj.score("111m444m66633p[222p<]", "3p", by)) for by in ("mcr", house))
    assert after == {**{name: value for name, value in before.items() if name != "one_voided_suit"},
                     "all_pungs": 10, "small_hand": 5}
    # new rows stand last
    assert house.fans[-1].id == "small_hand"
    assert [row.id for row in house.fans[:-1]] == [row.id for row in rules.get("mcr").fans]
    assert "small_hand" in house.fan_ids
    poor = ("23456m33345p44z6p", "1m")
    assert (mj.score(*poor).legal, mj.score(*poor, house).legal) == (False, False)
    assert mj.score(*poor, rules.load(BASE + "minimum = 1")).legal


def test_a_loaded_rule_set_is_taken_everywhere() -> None:
    house = rules.load(BASE + "[fans.mixed_straight]\nvalue = 12\n")
    score = mj.score(*WIN, house)
    assert score.rules is house
    assert score.total == mj.score(*WIN).total + 4
    assert mj.batch.score([score.win], house).total.tolist() == [score.total]
    assert mj.waits(WIN[0], house) == mj.waits(WIN[0], "mcr")
    more = {wait.tile: (wait.self_draw.total, wait.discard.total) for wait in mj.wait_values(WIN[0], house)}
    assert more != {wait.tile: (wait.self_draw.total, wait.discard.total) for wait in mj.wait_values(WIN[0], "mcr")}
    assert score.payments(dealer=0, winner=0, loser=1)[0] == score.total + 24


def test_a_removed_row() -> None:
    house = rules.load(BASE + "[fans.mixed_straight]\nremove = true\n[fans.all_pungs]\nremove = true\n")
    assert not {"mixed_straight", "all_pungs"} & set(house.fan_ids)
    # nor does any other row speak of it
    assert all("all_pungs" not in row.covers for row in house.fans)
    assert "mixed_straight" not in fans_of(mj.score(*WIN, house))


def test_options_are_new_defaults() -> None:
    house = rules.load('base = "mcr"\n[options]\nstrict98 = true\ntwo_concealed_kongs = 8\nbase = 0\n')
    assert house == rules.get("mcr", strict98=True, two_concealed_kongs=8, base=0)
    assert repr(house) == "<RuleSet mcr>"
    assert repr(house.replace(strict98=False)) == "<RuleSet mcr strict98=False>"
    assert house.with_preset("default") == house
    with pytest.raises(RuleError, match="mcr has no preset 'wmo', expected one of 'default'"):
        house.with_preset("wmo")
    assert {option.id: set(option.values) for option in house.options} == {
        **{option.id: set(option.values) for option in rules.get("mcr").options}, "base": {0}}
    score = mj.score(*WIN, house)
    assert score.payments(winner=1, loser=2) == (0, score.total, -score.total, 0)


def test_options_as_lists_and_numbers() -> None:
    house = rules.load("""
        base = "riichi"
        [options]
        pao = ["daisuushii"]
        uma = [30, 10, -10, -30]
        start = 20000
    """)
    assert house == rules.get("riichi", pao="daisuushii", uma="30,10,-10,-30", start=20000)


def test_the_options_of_the_base_stay_open() -> None:
    house = rules.load(BASE + """
        [fans.concealed_and_melded_kong]
        value = 7
        [fans.heavenly_hand]
        zh = "天和"
        en = "Heavenly"
        value = 50
        pattern = "heaven"
    """)
    values = {row.id: row.value for row in house.replace(two_concealed_kongs=8).fans}
    assert (values["two_concealed_kongs"], values["concealed_and_melded_kong"]) == (8, 7)
    # a change of a row that the options do not bring does nothing
    assert "concealed_and_melded_kong" not in house.replace(kong_pair="separate").fan_ids
    # an added row that they do bring is changed
    assert {row.id: row.value for row in house.replace(heavenly_hands=True).fans}["heavenly_hand"] == 50
    assert house.replace(heavenly_hands=True).fan_ids.count("heavenly_hand") == 1


def test_numbers_of_han_and_fu() -> None:
    house = rules.load('base = "riichi/wrc2025"\n[lattice.han_fu]\nkiriage = false\nself_draw = 4\n')
    before = rules.get("riichi", "wrc2025").make_lattice_options(rules.get("riichi", "wrc2025").values)["han_fu"]
    after = house.make_lattice_options(house.values)["han_fu"]
    assert (before.kiriage, after.kiriage, after.self_draw, after.double_wind_fu) == (True, False, 4, 2)
    assert mj.score("234m234p23445688s", "8s", house, self_draw=True).fu_items != mj.score(
        "234m234p23445688s", "8s", "riichi/wrc2025", self_draw=True).fu_items


def test_riichi_matches_take_rules_made_from_riichi() -> None:
    from mjcore.rules import riichi_match

    house = rules.load('base = "riichi"\nid = "club"\n[options]\nstart = 20000\n')
    assert riichi_match.first_hand(house).scores == (20000,) * 4
    with pytest.raises(RuleError, match="friday is no rule set of riichi"):
        riichi_match.first_hand(rules.load(BASE))


def test_rows_bring_the_circumstances_that_they_ask_for() -> None:
    row = '[fans.gift]\nen = "Gift"\nvalue = 8\npattern = "on_kong_discard and wind_pungs == 1"\n'
    house = rules.load(BASE + row)
    assert "on_kong_discard" not in rules.get("mcr").circumstances
    assert house.circumstances == (*rules.get("mcr").circumstances, "on_kong_discard")
    assert fans_of(mj.score(*WIN, house, on_kong_discard=True))["gift"] == 8
    # also where the file says which there are
    assert rules.load(BASE + 'circumstances = ["self_draw"]\n' + row).circumstances == ("self_draw", "on_kong_discard")


def test_the_frame() -> None:
    house = rules.load(BASE + """
        forms = ["standard"]
        wait_forms = ["standard"]
        quad_pairs = false
        tiles = { 4 = "123456789m123456789p1234567z" }
        units = [0, 1, 2]
        players = 3
    """)
    assert (house.forms, house.quad_pairs, house.players, house.units) == (("standard",), False, 3, (0, 1, 2))
    assert house.unit_of(2) == 2
    assert house.engine.forms == ("standard",)
    assert dict(house.tiles) == {4: "123456789m123456789p1234567z"}
    assert house.replace(strict98=True).players == 3


def test_paths_and_texts(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xef\xbb\xbf" + BASE.replace("\n", "\r\n").encode() + "names = { en = 'F', zh = '周' }".encode())
    assert rules.load(path) == rules.load(str(path)) == rules.load(BASE)
    assert rules.load(path).names["zh"] == "周"
    other = tmp_path / "house.txt"
    other.write_text(BASE, encoding="utf-8")
    assert rules.load(other).id == "friday"


@pytest.mark.parametrize("source", [None, 5, b"x", ["mcr"]])
def test_what_is_no_source(source: Any) -> None:
    with pytest.raises(RuleError, match="a rule file is named by a path or given as text, not"):
        rules.load(source)


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'base = "mcr"\nsummary = "\xe9"\n')
    for source, message in (
        ("no_such_file.toml", "no_such_file.toml: No such file"),
        (tmp_path, "Is a directory|Permission denied"),
        ("nul\0.toml", r"nul\\x00.toml'?: "),
        ("house", "'house': expected TOML, or a path that ends in .toml"),
        (latin, "latin.toml: line 2: byte 0xe9, expected text in UTF-8"),
    ):
        with pytest.raises(RuleError, match=message):
            rules.load(source)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(protocol: int) -> None:
    row = '[fans.gift]\nen = "Gift"\nvalue = 8\npattern = "on_kong_discard"\nreduces = { tile_hog = 1 }\n'
    text = BASE + "minimum = 1\n[options]\nstrict98 = true\n[lattice]\nbody_wait = false\n" + row
    whole = rules.load(rules.export(rules.load(text)))
    for house in (rules.load(text), whole, rules.load('base = "mcr"\n[options]\nstrict98 = true')):
        again = pickle.loads(pickle.dumps(house, protocol))
        assert again == house == copy.deepcopy(house) == copy.copy(house)
        assert again.options == house.options
        assert again.lattice is house.lattice
        # what can be chosen stays so
        assert again.replace(base=2).values["base"] == 2
        score = mj.score(*WIN, house)
        assert pickle.loads(pickle.dumps(score, protocol)).rules == house


def test_two_readings_of_a_file_are_equal() -> None:
    text = BASE + "minimum = 1\n[fans.all_pungs]\nvalue = 1\n[lattice]\nbody_wait = false\n"
    one, other = rules.load(text), rules.load(text)
    assert one == other
    assert one.lattice is other.lattice
    assert one != rules.load(text.replace("value = 1", "value = 2"))
    assert one != rules.load(text.replace("false", "true"))
    assert len({one, other, rules.load(text.replace("minimum = 1", "minimum = 2"))}) == 2


# The page


@pytest.mark.skipif(not PAGE.exists(), reason="the tests stand alone")
def test_the_page_shows_the_file_and_every_key() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```toml\n(.*?)^```", page, re.M | re.S)
    assert shown == PAGE.with_name("friday.toml").read_text(encoding="utf-8")
    words = re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S))
    named = set(re.findall(r"\w+", " ".join(words)))
    keys = {*IDENTITY, *FRAME, *LATTICE_TYPES, *HAN_FU_TYPES, *ENGINE_TYPES, *FAN_TYPES}
    assert named >= keys | {"base", "behaviour", "preset", "seal", "options", "decided", "remove"}
