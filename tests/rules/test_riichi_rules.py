"""The rule set of riichi: its presets, what its options change in the table and the frame, what does not fit."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore import rules
from mjcore.errors import RuleError
from mjcore.fans.han_fu import HanFu
from mjcore.fans.rows import Fan
from mjcore.rules import RuleSet
from mjcore.rules.options import Option
from mjcore.rules.riichi import PRESETS
from mjcore.rules.riichi_yaku import DOUBLE, LOCAL

TENHOU = rules.get("riichi")
THREE = rules.get("tenhou3")


def rows_of(rule_set: RuleSet) -> dict[str, Fan]:
    return {row.id: row for row in rule_set.fans}


def changes(**options: Any) -> dict[str, set[str]]:
    """Row -> the fields in which it differs from Tenhou's; new and missing rows as such."""
    before, after = rows_of(TENHOU), rows_of(TENHOU.replace(**options))
    found = {id: {"new"} for id in after.keys() - before.keys()}
    found |= {id: {"gone"} for id in before.keys() - after.keys()}
    for id in before.keys() & after.keys():
        fields = {name for name in vars(before[id]) if getattr(before[id], name) != getattr(after[id], name)}
        if fields:
            found[id] = fields
    return found


# what an option changes in the table; all others leave it as it is
CHANGES: list[tuple[dict[str, Any], dict[str, set[str]]]] = [
    ({"kuitan": False}, {"tanyao": {"pattern"}}),
    ({"renhou_mode": "yaku5"}, {"renhou": {"new"}}),
    ({"renhou_mode": "mangan_fixed"}, {"renhou": {"new"}}),
    ({"renhou_mode": "yakuman"}, {"renhou": {"new"}}),
    ({"shiisan_puutaa": "mangan"}, {"shiisan_puutaa": {"new"}}),
    ({"shiisan_puutaa": "yakuman"}, {"shiisan_puutaa": {"new"}}),
    *(({"double_yakuman": name}, {name: {"value"}}) for name in DOUBLE),
    ({"double_yakuman": DOUBLE}, {name: {"value"} for name in DOUBLE}),
    (
        {"open_riichi": True},
        {"riichi": {"pattern"}, "double_riichi": {"pattern"}, "open_riichi": {"new"}, "open_double_riichi": {"new"}},
    ),
    ({"open_riichi_sashikomi": True}, {}),
    *(({row.id: True}, {row.id: {"new"}}) for row in LOCAL),
]


@pytest.mark.parametrize(("options", "expected"), CHANGES, ids=lambda value: " ".join(map(str, value)))
def test_options_edit_the_table(options: dict[str, Any], expected: dict[str, set[str]]) -> None:
    assert changes(**options) == expected


def test_other_options_leave_the_table_alone() -> None:
    tested = {(name, str(value)) for options, _ in CHANGES for name, value in options.items()}
    for option in TENHOU.options:
        for value in option.values[1:]:
            if (option.id, str(value)) not in tested and option.id not in ("players", "nuki"):
                assert changes(**{option.id: value}) == {}, option.id
    assert changes(open_riichi=True, open_riichi_sashikomi=True)["open_riichi_sashikomi"] == {"new"}
    assert rows_of(THREE).keys() - rows_of(TENHOU).keys() == {"nuki_dora"}


# What of it the options decide besides


def test_presets() -> None:
    assert TENHOU == rules.get("japanese") == rules.get("tenhou") == rules.get("riichi/tenhou")
    assert (TENHOU.preset, TENHOU.players, TENHOU.sets, TENHOU.minimum) == ("tenhou", 4, 4, 1)
    assert TENHOU.tiles == {4: "123456789m123456789p123456789s1234567z"}
    for name, values in PRESETS.items():
        found = rules.get(name)
        assert (found.id, found.preset) == ("riichi", name)
        assert found == TENHOU.replace(**values)
        assert found.players == (3 if name.endswith("3") else 4)
        assert len(found.lattice.rows) == len(found.fans)
        assert found.lattice.counts_han
        again = pickle.loads(pickle.dumps(found))
        assert (again, again.preset, again.lattice) == (found, name, found.lattice)
    assert len({rules.get(name) for name in PRESETS}) == len(PRESETS) == 7


def test_the_values_of_some_presets() -> None:
    """As their rule books have them."""
    for name, expected in {
        "tenhou": {"aka": 3, "kiriage": False, "kazoe": True, "double_wind_fu": 4, "renhou_mode": "none",
                   "start": 25000, "uma": "20,10,-10,-20", "multi_ron": "double"},
        "tenhou3": {"aka": 2, "nuki": True, "start": 35000, "uma": "20,0,-20", "tsumo_loss": "loss"},
        "mjsoul": {"double_yakuman": ",".join(DOUBLE), "pao_scope": "own_part", "kokushi_robs_ankan": True},
        "wrc2025": {"aka": 0, "kiriage": True, "double_wind_fu": 2, "renhou_mode": "mangan_fixed", "nagashi": "none",
                    "multi_ron": "head_bump", "start": 30000, "abortive_draws": ""},
        "ema2016": {"aka": 0, "kiriage": False, "kazoe": False, "multi_ron": "triple"},
        "mleague": {"aka": 3, "kiriage": True, "kazoe": False, "uma": "30,10,-10,-30", "tobi": False},
    }.items():  # fmt: skip
        values = rules.get(name).values
        assert {option: values[option] for option in expected} == expected


def test_three_players() -> None:
    assert (THREE.players, THREE.tiles) == (3, {4: "19m123456789p123456789s1234567z"})
    assert THREE.engine.tiles == mj.HandEngine(tiles="19m123456789p123456789s1234567z").tiles
    assert len(mj.waits("19m19p19s1234567z", THREE)) == 13
    # nobody waits for a 3m
    assert mj.waits("1999m111222333p", THREE) == (mj.Tile("1m"),)
    assert mj.waits("12m11122233399p", TENHOU) == (mj.Tile("3m"),)
    assert mj.waits("12m11122233399p", THREE) == ()
    assert "nuki" in THREE.circumstances
    assert "nuki" not in TENHOU.circumstances


def test_frames() -> None:
    """Forms, the minimum and the circumstances follow the options."""
    assert TENHOU.forms == ("standard", "seven_pairs", "thirteen_orphans")
    assert TENHOU.replace(shiisan_puutaa="mangan").forms == (*TENHOU.forms, "shapeless")
    assert TENHOU.replace(min_han=2).minimum == TENHOU.replace(min_han=2).lattice.minimum == 2
    for option, name in (("open_riichi", "open_riichi"), ("paarenchan", "streak")):
        assert name not in TENHOU.circumstances
        assert TENHOU.replace(**{option: True}).circumstances == (*TENHOU.circumstances, name)
    # asked of later by engines: quads are not two pairs, the forms without a shape none to come nearer to
    assert mj.shanten("1111m2222p3333s4z", TENHOU) > 0
    assert TENHOU.replace(shiisan_puutaa="mangan").engine == TENHOU.engine


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"nuki": True}, "nuki: norths are set aside in games of three players only"),
        ({"players": 3}, "aka=3: three players have no 5m, expected 0 or 2"),
        ({"players": 3, "aka": 4}, "aka=4: three players have no 5m, expected 0 or 2"),
        ({"players": 3, "aka": 2}, "uma 20,10,-10,-20: expected 3 numbers that sum to 0"),
        ({"uma": "20,0,-20"}, "uma 20,0,-20: expected 4 numbers that sum to 0"),
        ({"uma": "20,10,-10,-10"}, "uma 20,10,-10,-10: expected 4 numbers that sum to 0"),
        ({"players": 3, "aka": 0, "uma": "1,0,-1", "oka": 20}, "oka 20: expected thousands that 3 players pay alike"),
        ({"players": 5}, "option players: 5 is not allowed, expected one of 4, 3"),
        ({"aka": 1}, "option aka: 1 is not allowed, expected one of 3, 0, 2, 4"),
        ({"min_han": 0}, "option min_han: 0 is not allowed"),
        ({"max_yakuman": 21}, "option max_yakuman: 21 is not allowed, expected a whole number 0..20"),
        ({"pao": "daisangen,shousuushii"}, "option pao: 'shousuushii' is not allowed, expected any of daisangen, "),
        ({"double_yakuman": "suuankou"}, "option double_yakuman: 'suuankou' is not allowed, expected any of kokushi"),
        ({"akadora": 3}, "riichi has no option 'akadora'"),
        ({"kiriag": True}, "riichi has no option 'kiriag'; did you mean kiriage"),
    ],
)
def test_what_does_not_fit(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        TENHOU.replace(**options)
    assert message in str(caught.value)


def test_options_that_belong_together_change_at_once() -> None:
    assert TENHOU.replace(**PRESETS["tenhou3"]) == THREE
    assert THREE.with_preset("tenhou") == TENHOU


# HanFu, and whether everything compiles


def random_values(rng: Random) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for option in TENHOU.options:
        if option.id in ("players", "uma", "oka", "nuki", "aka"):
            continue
        if type(option) is Option:
            values[option.id] = rng.choice(option.values)
    values["double_yakuman"] = [name for name in DOUBLE if rng.random() < 0.5]
    values["max_yakuman"] = rng.randrange(4)
    return values


def test_mixtures_of_options_compile() -> None:
    """No option breaks the chains of covers that another one leaves."""
    rng = Random(5)
    for preset in ("tenhou", "tenhou3"):
        for _ in range(60):
            table = rules.get(preset, **random_values(rng))
            assert len(table.lattice.rows) == len(table.fans)
            assert pickle.loads(pickle.dumps(table)) == table


def test_every_value_compiles_and_is_another_rule_set() -> None:
    found = {TENHOU}
    number = 1
    for option in TENHOU.options:
        for value in option.values[1:]:
            if option.id in ("players", "nuki"):
                continue
            found.add(TENHOU.replace(**{option.id: value}))
            number += 1
    assert len(found) == number
    assert all(each.lattice.counts_han for each in found)


def test_the_native_numbers() -> None:
    """Base points by han and fu, pair fu by honour and winds, the tile after an indicator."""
    native = HanFu().native(players=4)
    base = native["base_points"]
    fu = [0, 25, *range(20, 200, 10)]
    for han in range(14):
        for code, own in enumerate(fu):
            limits = [(13, 8000), (11, 6000), (8, 4000), (6, 3000), (5, 2000)]
            expected = next((points for least, points in limits if han >= least), min(2000, own * 2 ** (2 + han)))
            assert base[han][code] == expected, (han, own)
    assert [base[4][code] for code in (1, 2, 3, 4)] == [1600, 1280, 1920, 2000]
    assert [base[3][code] for code in (3, 5, 6, 7)] == [960, 1600, 1920, 2000]
    kiriage = HanFu(kiriage=True).native(players=4)["base_points"]
    changed = {(han, 10 * code) for han in range(14) for code in range(20) if kiriage[han][code] != base[han][code]}
    assert changed == {(4, 30), (3, 60)}
    assert {kiriage[4][3], kiriage[3][6]} == {2000}
    counted = HanFu(kazoe=False).native(players=4)["base_points"]
    assert {*counted[13]} == {*base[12]} == {6000}

    def pair_fu(honour: int, seat: int, prevalent: int, **fields: Any) -> int:
        found: int = HanFu(**fields).native(players=4)["fu_pair"][honour | seat << 3 | prevalent << 5]
        return found

    for seat in range(4):
        for prevalent in range(4):
            assert pair_fu(0, seat, prevalent) == 0
            assert [pair_fu(honour, seat, prevalent) for honour in (5, 6, 7)] == [2, 2, 2]
            for wind in range(4):
                times = (wind == seat) + (wind == prevalent)
                assert pair_fu(wind + 1, seat, prevalent) == 2 * times
                assert pair_fu(wind + 1, seat, prevalent, double_wind_fu=2) == min(2, 2 * times)
    following = native["next_kind"]
    assert following[:9] == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    assert following[27:] == [28, 29, 30, 27, 32, 33, 31]
    assert sorted(following) == [*range(34)]
    three = HanFu(next_kind={0: 8, 8: 0}).native(players=3)["next_kind"]
    assert [three[0], three[8], three[9], three[17]] == [8, 0, 10, 9]
