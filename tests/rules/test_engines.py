"""What a rule set says about its hands as data: the engine behind `mjcore.shanten(hand, rules)`."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

import mjcore as mj
from house_rules import house_rules
from mjcore import rules
from mjcore.errors import RuleError
from mjcore.hand.decompose import FORM_NAMES

MCR = rules.get("mcr")
FOUR_SUITS = "123456789m123456789p123456789s1234567z"


def test_every_rule_set_has_an_engine() -> None:
    for name in rules.available():
        rule_set = rules.get(name)
        engine = rule_set.engine
        assert engine is rule_set.engine
        assert engine.forms == tuple(form for form in FORM_NAMES if form in rule_set.forms and form != "shapeless")
        assert engine.sets == rule_set.sets
        assert engine.quad_pairs is rule_set.quad_pairs
        assert mj.shanten(bytes(34), name, jokers=3 * rule_set.sets + 1) == 0


def test_the_engine_of_mcr() -> None:
    assert MCR.engine == mj.HandEngine(
        ("standard", "knitted_straight", "seven_pairs", "thirteen_orphans", "greater_knitted", "lesser_knitted"),
        tiles=FOUR_SUITS,
        sets=4,
        quad_pairs=True,
        fifth_waits=True,
    )
    assert mj.is_win("111122223333m44p", rules="mcr")
    assert mj.is_win("147m258p369s12345z", rules="mcr")
    assert mj.shanten("1111m2222m3333m4p", "mcr") == 0 == mj.shanten("1111m2222p3333s4z", "mcr")
    assert mj.shanten("1111m2222p3333s4z") > 0


def test_how_waits_are_read() -> None:
    """The question of `unique_wait` is answered the same way by `waits`."""
    # the hand waits for a fifth 1m beside 4p
    hand = "1111m123p456789s"
    structural, available = MCR, MCR.replace(unique_wait="available")
    assert mj.waits(hand, structural) == (mj.Tile("1m"),)
    assert mj.waits(hand, available) == ()
    assert structural.engine.fifth_waits is True
    assert available.engine.fifth_waits is False
    # what has all copies gone is no wait if one asks strictly
    assert mj.waits(hand, structural, strict=True) == ()


def test_options_make_engines() -> None:
    assert MCR.replace(strict98=True).engine == MCR.engine
    assert MCR.replace(unique_wait="available").engine != MCR.engine
    assert replace(MCR, quad_pairs=False).engine == mj.HandEngine(MCR.engine.forms, sets=4, fifth_waits=True)


def wild_options(values: Any) -> dict[str, Any]:
    return {"wild": {"{wan}": "123456789m"}, "strict": True}


def test_what_decides_about_hands_decides_equality() -> None:
    others = [
        replace(MCR, quad_pairs=False),
        replace(MCR, make_engine_options=wild_options),
        replace(MCR, tiles={4: "19m123456789p123456789s1234567z"}),
        replace(MCR, forms=("standard",)),
        replace(MCR, sets=5),
    ]
    assert len({MCR, *others}) == len(others) + 1
    assert len({each.engine for each in (MCR, *others)}) == len(others) + 1
    for each in others:
        again = pickle.loads(pickle.dumps(each))
        assert again == each
        assert again.engine == each.engine
    strict = others[1].engine
    assert strict.strict is True
    assert strict.wild == {mj.Tile("{wan}"): 0x1FF}
    assert others[2].engine.tiles == mj.HandEngine(tiles="19m123456789p123456789s1234567z").tiles


def test_a_plain_rule_set() -> None:
    """Quads are one pair and fifth copies no waits unless a rule set says so."""
    house = replace(house_rules(), quad_pairs=False)
    assert house.engine == mj.HandEngine(house.forms, sets=4)
    assert mj.shanten("1111222233334p", house) == mj.shanten("1111222233334p")
    shapeless = replace(house_rules(forms=("standard", "shapeless")), quad_pairs=False)
    assert shapeless.engine == mj.HandEngine("standard", sets=4)
    # flowers and wild tiles are tiles of the rule set, but no kinds to make sets of
    flowers = replace(house, tiles={4: "123456789m0j", 1: "12345678f", 2: "{caishen}"})
    assert flowers.engine.tiles == 0x1FF


def test_engines_of_rule_sets_that_can_not_be() -> None:
    with pytest.raises(RuleError, match="house: sets 6, expected "):
        house_rules(sets=6)
    with pytest.raises(RuleError, match="form 'nothing': expected one of standard, "):
        mj.shanten("11m", house_rules(forms=("nothing",)))
    with pytest.raises(RuleError, match="no forms given"):
        mj.shanten("11m", house_rules(forms=("shapeless",)))
