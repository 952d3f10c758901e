"""Base points from han and fu, their limits and names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import RuleError
from mjcore.settle import limit_name, round_up, win_total, yakuman_base
from mjcore.settle.limits import base_points

# the usual tables: fu -> points of a ron at 1, 2, 3, 4 han
RON = {
    25: (800, 1600, 3200, 6400), 30: (1000, 2000, 3900, 7700), 40: (1300, 2600, 5200, 8000),
    50: (1600, 3200, 6400, 8000), 60: (2000, 3900, 7700, 8000), 70: (2300, 4500, 8000, 8000),
    80: (2600, 5200, 8000, 8000), 90: (2900, 5800, 8000, 8000), 100: (3200, 6400, 8000, 8000),
    110: (3600, 7100, 8000, 8000),
}
DEALER_RON = {
    25: (1200, 2400, 4800, 9600), 30: (1500, 2900, 5800, 11600), 40: (2000, 3900, 7700, 12000),
    50: (2400, 4800, 9600, 12000), 60: (2900, 5800, 11600, 12000), 70: (3400, 6800, 12000, 12000),
    80: (3900, 7700, 12000, 12000), 90: (4400, 8700, 12000, 12000), 100: (4800, 9600, 12000, 12000),
    110: (5300, 10600, 12000, 12000),
}
FU = [20, 25, *range(30, 180, 10)]


@pytest.mark.parametrize("fu", RON)
def test_ron_table(fu: int) -> None:
    bases = [base_points(han, fu) for han in (1, 2, 3, 4)]
    assert tuple(win_total(base, False, False) for base in bases) == RON[fu]
    assert tuple(win_total(base, True, False) for base in bases) == DEALER_RON[fu]


@pytest.mark.parametrize(("han", "fu", "base", "name"), [
    (1, 30, 240, None), (4, 20, 1280, None), (4, 30, 1920, None), (3, 60, 1920, None),
    (4, 40, 2000, "mangan"), (3, 70, 2000, "mangan"), (5, 20, 2000, "mangan"), (2, 130, 2000, "mangan"),
    (6, 30, 3000, "haneman"), (7, 30, 3000, "haneman"),
    (8, 30, 4000, "baiman"), (9, 30, 4000, "baiman"), (10, 30, 4000, "baiman"),
    (11, 30, 6000, "sanbaiman"), (12, 30, 6000, "sanbaiman"),
    (13, 30, 8000, "yakuman"), (26, 25, 8000, "yakuman"), (40, 30, 8000, "yakuman"),
])
def test_limits(han: int, fu: int, base: int, name: str | None) -> None:
    assert base_points(han, fu) == base
    assert limit_name(base) == name


def test_kiriage_rounds_two_hands_up() -> None:
    changed = {(han, fu) for han in range(1, 15) for fu in FU if base_points(han, fu) != base_points(han, fu, True)}
    assert changed == {(4, 30), (3, 60)}
    assert {base_points(han, fu, kiriage=True) for han, fu in changed} == {2000}


def test_without_kazoe_there_is_nothing_above_sanbaiman() -> None:
    assert [base_points(han, 30, kazoe=False) for han in (12, 13, 26)] == [6000] * 3
    assert base_points(10, 30, kazoe=False) == 4000


def test_yakuman_add_up_to_the_cap() -> None:
    assert [yakuman_base(n) for n in (1, 2, 6)] == [8000, 16000, 48000]
    assert [yakuman_base(n, cap=1) for n in (1, 2, 6)] == [8000] * 3
    assert [yakuman_base(n, cap=2) for n in (1, 2, 6)] == [8000, 16000, 16000]
    assert {limit_name(yakuman_base(n)) for n in (1, 2, 6)} == {"yakuman"}


@given(st.integers(1, 40), st.sampled_from(FU), st.booleans(), st.booleans())
def test_more_han_or_fu_is_never_less(han: int, fu: int, kiriage: bool, kazoe: bool) -> None:
    base = base_points(han, fu, kiriage, kazoe)
    assert 160 <= base <= (8000 if kazoe else 6000)
    assert base <= base_points(han + 1, fu, kiriage, kazoe)
    assert base <= base_points(han, 30 if fu == 25 else fu + 10, kiriage, kazoe)
    assert (limit_name(base) is None) == (base < 2000)


@given(st.integers(-10**6, 10**6), st.integers(1, 1000))
def test_round_up(points: int, unit: int) -> None:
    up = round_up(points, unit)
    assert up % unit == 0
    assert points <= up < points + unit


@pytest.mark.parametrize(("call", "message"), [
    (lambda: base_points(0, 30), "0 han: expected 1 or more"),
    (lambda: base_points(True, 30), "the han is True"),
    (lambda: base_points(1.5, 30), "the han is 1.5"),
    (lambda: base_points(1, 0), "0 fu: expected 20, 25 or a higher multiple of 10"),
    (lambda: base_points(1, 10), "10 fu"),
    (lambda: base_points(13, 22), "22 fu"),
    (lambda: base_points(1, "30"), "the fu is '30'"),
    (lambda: yakuman_base(0), "0 yakuman"),
    (lambda: yakuman_base(1, cap=-1), "the cap -1"),
    (lambda: limit_name(0), "0 base points"),
    (lambda: limit_name(5000), "5000 base points are no limit"),
    (lambda: limit_name(12000), "12000 base points are no limit"),
    (lambda: round_up(5, 0), "multiples of 0"),
    (lambda: round_up(0.5), "the points is 0.5"),
])
def test_bad_input(call: object, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        call()


def test_against_another_package() -> None:
    scores = pytest.importorskip("mahjong.hand_calculating.scores")
    config = pytest.importorskip("mahjong.hand_calculating.hand_config")
    checked = 0
    for kiriage in (False, True):
        for dealer in (False, True):
            for drawn in (False, True):
                options = config.OptionalRules(kiriage=kiriage)
                told = config.HandConfig(is_tsumo=drawn, player_wind=27 if dealer else 28, options=options)
                for han in range(1, 20):
                    for fu in FU:
                        theirs = scores.ScoresCalculator.calculate_scores(han, fu, told)
                        ours = win_total(base_points(han, fu, kiriage), dealer, drawn)
                        assert ours == theirs["total"], (han, fu, dealer, drawn, kiriage)
                        checked += 1
    assert checked == 8 * 19 * len(FU)
