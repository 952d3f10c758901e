"""Rule sets as values: names, presets, options, equality, copies; and what each option of MCR changes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from itertools import combinations, product
from typing import Any

import pytest

import mjcore as mj
from house_rules import fan, house_rules
from mjcore import rules
from mjcore.errors import MahjongError, RuleError
from mjcore.fans.rows import Fan
from mjcore.rules import RuleSet, resolve
from mjcore.rules.mcr import RULES
from mjcore.rules.options import NumberOption, NumbersOption, Option, SetOption

MCR = rules.get("mcr")
WIN = ("123m456p789s1122z", "1z")


# By name


def test_names() -> None:
    assert "mcr" in rules.available()
    assert MCR == rules.get("guobiao") == rules.get("mcr/default") == rules.get("guobiao", preset="default") == RULES
    assert rules.get("mcr/default", "default") == MCR
    for name in rules.available():
        found = rules.get(name)
        assert found.id == name
        assert rules.get(f"{name}/{found.preset}") == found
        for preset in found.presets:
            assert rules.get(name, preset).preset == preset
        for alias in found.aliases:
            assert rules.get(alias) is found


def test_a_preset_is_a_name_where_only_one_rule_set_has_it() -> None:
    named = {preset: name for name in rules.available() for preset in rules.get(name).presets if preset != "default"}
    assert {"tenhou", "mleague"} <= set(named)
    for preset, name in named.items():
        found = rules.get(preset)
        assert found == rules.get(name, preset) == rules.get(f"{name}/{preset}") == rules.get(preset, preset)
        assert found.preset == preset
        assert mj.rules.get(preset, **{found.options[0].id: found.values[found.options[0].id]}) == found


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("mcx",), {}, "unknown rule set 'mcx'; known: chengdu, dazhong, guangdong, guobiao, hk, japanese, kawuxing, "
         "kwx, mcr, riichi, sichuan, taiwan"),
        (("",), {}, "unknown rule set ''"),
        (("MCR",), {}, "unknown rule set 'MCR'"),
        ((None,), {}, "a rule set is named by text, not NoneType"),
        ((5,), {}, "a rule set is named by text, not int"),
        (("mleague/default",), {}, "unknown rule set 'mleague'"),
        (("default",), {}, "unknown rule set 'default'"),
        (("mleague", "tenhou"), {}, "two presets: 'mleague' in the name 'mleague', and preset='tenhou'"),
        (("riichi/mleage",), {}, "riichi has no preset 'mleage', expected one of 'tenhou', 'tenhou3', "),
        (("mcr/",), {}, "mcr has no preset '', expected one of 'default'"),
        (("mcr/wmo",), {}, "mcr has no preset 'wmo', expected one of 'default'"),
        (("mcr", "wmo"), {}, "mcr has no preset 'wmo'"),
        (("mcr/default", "wmo"), {}, "two presets: 'default' in the name 'mcr/default', and preset='wmo'"),
        (("mcr",), {"strict": True}, "mcr has no option 'strict'; did you mean strict98?"),
        (("mcr",), {"zzzz": True}, "mcr has no option 'zzzz'; known: knitted_body_wait, "),
        (("mcr",), {"two_concealed_kongs": 7}, "option two_concealed_kongs: 7 is not allowed, expected one of 6, 8"),
        (("mcr",), {"two_concealed_kongs": True}, "option two_concealed_kongs: True is not allowed"),
        (("mcr",), {"strict98": 1}, "option strict98: 1 is not allowed, expected one of False, True"),
        (("mcr",), {"strict98": "yes"}, "option strict98: 'yes' is not allowed"),
        (("mcr",), {"strict98": None}, "option strict98: None is not allowed"),
        (("mcr",), {"kong_pair": 7}, "option kong_pair: 7 is not allowed, expected one of '5', 'separate', '6'"),
    ],
)
def test_what_is_not_there(arguments: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules.get(*arguments, **options)
    assert message in str(caught.value)


def test_resolve() -> None:
    assert resolve(MCR) is MCR
    assert resolve("mcr/default") is resolve("mcr/default")
    assert mj.score(*WIN, rules="guobiao").rules == MCR
    assert resolve("mleague") is resolve("mleague") == rules.get("riichi", "mleague")
    for wrong in (None, 5, b"mcr", ["mcr"], RuleSet):
        with pytest.raises(RuleError, match="named by text"):
            mj.score(*WIN, rules=wrong)  # type: ignore[arg-type]


def test_values_as_text() -> None:
    """As a command line and files give them."""
    for option, text, value in (
        ("strict98", "true", True),
        ("strict98", " False ", False),
        ("two_concealed_kongs", "8", 8),
        ("kong_pair", "Separate", "separate"),
        ("unique_wait", "available", "available"),
    ):
        assert MCR.replace(**{option: text}).values[option] == value
        assert type(MCR.replace(**{option: text}).values[option]) is type(value)


# As values


def test_replace_makes_another() -> None:
    changed = MCR.replace(strict98=True, two_concealed_kongs=8)
    assert MCR.values["strict98"] is False
    assert changed == rules.get("mcr", two_concealed_kongs=8, strict98=True)
    assert changed != MCR
    assert changed.replace(strict98=False, two_concealed_kongs=6) == MCR
    assert repr(changed) == "<RuleSet mcr two_concealed_kongs=8 strict98=True>"
    assert repr(MCR) == "<RuleSet mcr>"
    assert MCR.replace() == MCR
    assert changed.with_preset("default") == MCR


def test_equal_rule_sets_are_one_key() -> None:
    kinds = [MCR, MCR.replace(strict98=True), MCR.replace(two_concealed_kongs=8)]
    assert len({*kinds, *(rule_set.replace() for rule_set in kinds)}) == 3
    assert MCR != "mcr"
    # compiled once for equal ones
    assert MCR.replace(strict98=True).lattice is kinds[1].lattice
    assert kinds[1].lattice is not MCR.lattice


def test_rule_sets_that_differ_in_more_than_options() -> None:
    """A rule set of the user's own is another one, even under the same name."""
    lower = replace(MCR, minimum=1)
    assert lower != MCR
    poor = ("23456m33345p44z6p", "1m")
    assert not mj.score(*poor).legal
    assert mj.score(*poor, rules=lower).legal
    assert mj.batch.score([mj.Win(*poor)], lower).legal.all()
    one, other = (house_rules(fan("drawn", value, "self_draw")) for value in (1, 2))
    assert one != other
    assert [mj.score(*WIN, rules=house, self_draw=True).total for house in (one, other, one)] == [1, 2, 1]


def test_nothing_can_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        MCR.minimum = 1  # type: ignore[misc]
    for mapping in (MCR.values, MCR.names, MCR.presets, MCR.tiles):
        with pytest.raises(TypeError):
            mapping["strict98"] = True  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        MCR.fans[0].value = 1  # type: ignore[misc]
    # nor by what it was made of
    values = {"strict98": True}
    changed = replace(MCR, values=values)
    values["strict98"] = False
    assert changed.values["strict98"] is True


@pytest.mark.parametrize("values", [{"strict98": "banana"}, {"strict": True}, {"two_concealed_kongs": 7.0}])
def test_values_are_checked_however_they_come(values: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        replace(MCR, values=values)
    with pytest.raises(RuleError):
        replace(MCR, presets={"mine": values}).with_preset("mine")


@pytest.mark.parametrize(("fields", "message"), [
    *(({"players": players}, f"mcr: players {players!r}, expected 2..10")
      for players in (0, 1, -1, 11, 100, 4.0, None)),
    *(({"sets": sets}, f"mcr: sets {sets!r}, expected 1..5") for sets in (0, 6, -1, True)),
    *(({"minimum": minimum}, f"mcr: minimum {minimum!r}, expected 0..8191") for minimum in (-1, 8192, "8")),
    *(({"tiles": tiles}, "mcr: tiles ") for tiles in (
        None, "1m", {-4: "123m"}, {"4": "123m"}, {True: "1f"}, {4: 3}, {4: "1x"}, {10: "0j"}, {4: ["1m"]})),
    ({"tiles": {}}, "mcr: tiles: no kinds that sets are made of"),
    ({"tiles": {3: "123m"}}, "mcr: tiles 3: 1m, expected under 4"),
    ({"tiles": {4: "123m", 1: "1m"}}, "mcr: tiles 1: 1m stands twice"),
])
def test_a_frame_is_checked_however_it_comes(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        replace(MCR, **fields)
    assert str(caught.value).startswith(message)


def test_of_wild_tiles_there_may_be_any_number() -> None:
    assert replace(MCR, tiles={4: "123456789m0j", 1: "12345678f", 2: "{caishen}"}).tiles[2] == "{caishen}"


def test_presets() -> None:
    """A preset decides some options; the others have their defaults, whatever was chosen before."""
    own = replace(MCR, presets={"default": {}, "mine": {"strict98": True, "two_concealed_kongs": 8}})
    mine = own.replace(kong_pair="6").with_preset("mine")
    assert (mine.preset, mine.values["strict98"], mine.values["kong_pair"]) == ("mine", True, "5")
    assert mine == own.replace(strict98=True, two_concealed_kongs=8)
    assert mine.replace(strict98=False).preset == "mine"


def own_fans(values: Any) -> tuple[Fan, ...]:
    """Of a rule set that can be pickled."""
    return (fan("drawn", 3, "self_draw"),)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(protocol: int) -> None:
    own = replace(MCR, make_fans=own_fans, minimum=3)
    for rule_set in (MCR, MCR.replace(strict98=True), replace(MCR, minimum=1), own):
        _ = rule_set.lattice
        again = pickle.loads(pickle.dumps(rule_set, protocol))
        assert again == rule_set
        assert hash(again) == hash(rule_set)
        assert (again.preset, dict(again.values)) == (rule_set.preset, dict(rule_set.values))
        assert mj.score(*WIN, rules=again, self_draw=True) == mj.score(*WIN, rules=rule_set, self_draw=True)
        assert again.lattice.minimum == rule_set.minimum
    assert copy.deepcopy(own) == copy.copy(own) == own


def test_fans_by_id() -> None:
    assert MCR.fan("all_pungs").zh == "碰碰和"
    assert MCR.fan("pung_of_terminals_or_honors").id == "pung_terminal"
    with pytest.raises(RuleError, match="mcr has no fan 'all_pung'; did you mean all_pungs"):
        MCR.fan("all_pung")
    with pytest.raises(RuleError, match="mcr has no fan 'pung_terminal'"):
        MCR.fan("pung_terminal")
    assert set(MCR.fan_ids) == {row.public_id for row in MCR.fans}
    assert len(MCR.fan_ids) == 82


def test_names_of_fans() -> None:
    row = MCR.fan("all_pungs")
    assert (row.name("en"), row.name("zh"), row.name("ja")) == ("All Pungs", "碰碰和", "All Pungs")
    assert row.names == {"zh": "碰碰和", "en": "All Pungs"}
    for lang in ("xx", "", None, "EN"):
        with pytest.raises(MahjongError, match="names are there in en, zh, ja"):
            row.name(lang)  # type: ignore[arg-type]
    assert len({hash(row) for row in MCR.fans}) == len(MCR.fans)


def test_an_option_has_a_default_and_help() -> None:
    for name in rules.available():
        options = rules.get(name).options
        assert len({option.id for option in options}) == len(options)
        for option in options:
            assert option.default == option.values[0]
            assert option.help
            assert option.allowed
            assert len(set(map(str, option.values))) == len(option.values)
            if isinstance(option, (NumberOption, NumbersOption, SetOption)):
                # the default stands for all values
                assert len(option.values) == 1
            for value in option.values:
                assert option.accepts(value)
                assert option.check(value) == value
                assert option.check(str(value)) == value
            for wrong in (None, 1.5, object(), "no such value", -10**9, True, False):
                if wrong not in option.values or type(wrong) is not type(option.default):
                    assert not option.accepts(wrong)
                    with pytest.raises(RuleError, match=f"option {option.id}: .* is not allowed, expected"):
                        option.check(wrong)
    with pytest.raises(RuleError, match="option x: 3 is not allowed, expected one of 1, 2"):
        Option("x", (1, 2), "").check(3)


def test_settling_takes_seats_alone() -> None:
    score = mj.score(*WIN)
    for seats in ({"dealer": 4}, {"dealer": -1}, {"dealer": None}, {"dealer": "0"}, {"winner": 4}, {"loser": -1}):
        with pytest.raises(MahjongError):
            MCR.settle(score, **{"loser": 1, **seats})


# The fan table of MCR under its options


def rows_of(**options: Any) -> dict[str, Fan]:
    return {row.id: row for row in rules.get("mcr", **options).fans}


def changes(**options: Any) -> dict[str, set[str]]:
    """Row -> the fields in which it differs from the default table; new and missing rows as such."""
    before, after = rows_of(), rows_of(**options)
    found = {id: {"new"} for id in after.keys() - before.keys()}
    found |= {id: {"gone"} for id in before.keys() - after.keys()}
    for id in before.keys() & after.keys():
        fields = {name for name in vars(before[id]) if getattr(before[id], name) != getattr(after[id], name)}
        if fields:
            found[id] = fields
    return found


INHERENT = (
    "nine_gates", "seven_shifted_pairs", "thirteen_orphans", "four_concealed_pungs", "seven_pairs",
    "greater_honors_and_knitted_tiles", "lesser_honors_and_knitted_tiles",
)  # fmt: skip
STRICT98 = (
    "big_three_dragons", "little_three_dragons", "quadruple_chow", "four_pure_shifted_pungs",
    "four_pure_shifted_chows", "big_three_winds",
)  # fmt: skip
# what an option changes in the table; options that change facts change nothing there
CHANGES: list[tuple[dict[str, Any], dict[str, set[str]]]] = [
    ({"knitted_body_wait": False}, {}),
    ({"unique_wait": "available"}, {}),
    ({"concealed_pung_on_discard": True}, {}),
    ({"inherent_self_draw": "fully_concealed"}, {id: {"covers", "revives"} for id in INHERENT}),
    ({"two_concealed_kongs": 8}, {"two_concealed_kongs": {"value"}}),
    (
        {"kong_pair": "separate"},
        {"concealed_and_melded_kong": {"gone"}, "concealed_kong": {"pattern"}, "melded_kong": {"pattern"}},
    ),
    ({"kong_pair": "6"}, {"concealed_and_melded_kong": {"value"}, "two_melded_kongs": {"value"}}),
    ({"all_terminals_same_pungs": "none"}, {"all_terminals": {"covers"}}),
    ({"all_terminals_same_pungs": "both"}, {"all_terminals": {"covers"}}),
    ({"knitted_all_chows": False}, {"all_chows": {"forms"}}),
    ({"lesser_with_knitted": False}, {"knitted_straight": {"pattern"}}),
    ({"strict98": True}, {id: {"covers"} for id in STRICT98}),
    ({"heavenly_hands": True}, {id: {"new"} for id in ("heavenly_hand", "earthly_hand", "human_hand")}),
    ({"red_peacock": True}, {"red_peacock": {"new"}}),
    ({"red_peacock_white": True}, {}),
    ({"red_peacock": True, "red_peacock_white": True}, {"red_peacock": {"new"}}),
]


@pytest.mark.parametrize(("options", "expected"), CHANGES, ids=lambda value: " ".join(map(str, value)))
def test_options_edit_the_table(options: dict[str, Any], expected: dict[str, set[str]]) -> None:
    assert changes(**options) == expected


def test_every_value_of_every_option_is_tested_here() -> None:
    tested = {(name, str(value)) for options, _ in CHANGES for name, value in options.items()}
    assert tested == {(o.id, str(value)) for o in MCR.options for value in o.values[1:]}


def test_options_that_change_facts() -> None:
    """What an option of this kind is to the native table; its effect on hands is in test_agreement."""
    frames = {
        name: MCR.replace(**{name: value}).make_lattice_options(MCR.replace(**{name: value}).values)
        for name, value in (
            ("unique_wait", "available"),
            ("knitted_body_wait", False),
            ("concealed_pung_on_discard", True),
        )
    }
    default = {"available_waits": False, "body_wait": True, "discard_pung_concealed": False}
    assert MCR.make_lattice_options(MCR.values) == default
    assert frames == {
        "unique_wait": {**default, "available_waits": True},
        "knitted_body_wait": {**default, "body_wait": False},
        "concealed_pung_on_discard": {**default, "discard_pung_concealed": True},
    }


@pytest.mark.parametrize(("options", "expected"), CHANGES, ids=lambda value: " ".join(map(str, value)))
def test_the_table_goes_from_the_dearest_to_the_cheapest(options: dict[str, Any], expected: object) -> None:
    values = [row.value for row in rules.get("mcr", **options).fans]
    assert values == sorted(values, reverse=True)


def test_all_pairs_of_values_compile() -> None:
    """No option breaks the chains of covers that another one leaves."""
    for one, other in combinations(MCR.options, 2):
        for values in product(one.values, other.values):
            table = MCR.replace(**dict(zip((one.id, other.id), values, strict=True)))
            assert len(table.lattice.rows) == len(table.fans)
    everything = MCR.replace(**{option.id: option.values[-1] for option in MCR.options})
    assert set(everything.fan_ids) >= {"red_peacock", "heavenly_hand"}


def test_the_options_reach_the_points() -> None:
    kongs = ("33789m77z(4444s)(1111z)", "3m")
    assert mj.score(*kongs, rules=MCR.replace(two_concealed_kongs=8)).total == mj.score(*kongs).total + 2
    peacock = ("111555777999s7z", "7z")
    assert mj.score(*peacock, rules=MCR.replace(red_peacock=True)).fans[0].fan == "red_peacock"
    assert "red_peacock" not in MCR.fan_ids
