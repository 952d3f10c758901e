"""Units paid in multiples: by the loser, by the others, by each after a self-draw; liability and scale."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle.multiples import settle_multiples

HALF_GUN, FULL_GUN, RA = (2, 1, 2), (4, 0, 2), (2, 0, 1)


@pytest.mark.parametrize(
    ("multiples", "loser", "totals"),
    [
        (HALF_GUN, 0, (-64, 128, -32, -32)), (HALF_GUN, None, (-64, 192, -64, -64)),
        (FULL_GUN, 3, (0, 128, 0, -128)), (FULL_GUN, None, (-64, 192, -64, -64)),
        (RA, 2, (0, 64, -64, 0)), (RA, None, (-32, 96, -32, -32)),
        ((0, 0, 0), 2, (0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_who_pays_what(multiples: tuple[int, ...], loser: int | None, totals: tuple[int, ...]) -> None:
    ledger = settle_multiples(32, multiples, winner=1, loser=loser)
    assert ledger.totals() == totals
    assert {entry.reason for entry in ledger} <= {"points"}


def test_a_liable_player_pays_all() -> None:
    ledger = settle_multiples(8, HALF_GUN, winner=1, loser=2, liable=3)
    assert ledger.totals() == (0, 32, 0, -32)
    assert [(entry.payer, entry.amount, entry.reason, entry.text) for entry in ledger] == [
        (3, 8, "pao", "liable for the share of seat 0"), (3, 16, "pao", "liable for the share of seat 2"),
        (3, 8, "points", "1 x 8"),
    ]
    assert settle_multiples(8, HALF_GUN, winner=1, liable=0).totals() == (-48, 48, 0, 0)
    assert settle_multiples(8, HALF_GUN, winner=1, loser=0, liable=0).totals() == (-32, 32, 0, 0)


def test_winners_pay_each_other_nothing() -> None:
    assert settle_multiples(8, HALF_GUN, winner=1, loser=0, winners=[2, 1]).totals() == (-16, 24, 0, -8)
    assert settle_multiples(8, HALF_GUN, winner=1, loser=0, winners=[1, 2, 3]).totals() == (-16, 16, 0, 0)
    assert settle_multiples(8, HALF_GUN, winner=1, loser=0, liable=3, winners=[1, 2]).totals() == (0, 24, 0, -24)
    # a winner who is liable takes nothing over
    assert settle_multiples(8, HALF_GUN, winner=1, loser=0, liable=2, winners=[1, 2]).totals() == (-16, 24, 0, -8)
    assert settle_multiples(8, HALF_GUN, winner=1, winners=[1]).totals() == (-16, 48, -16, -16)
    for loser in (2, None):
        with pytest.raises(HandError, match="expected a loser who is none of several winners"):
            settle_multiples(8, HALF_GUN, winner=1, loser=loser, winners=[1, 2])
    with pytest.raises(HandError, match="winner"):
        settle_multiples(8, HALF_GUN, winner=1, loser=0, winners=[4])


def test_scale() -> None:
    assert settle_multiples(24, HALF_GUN, winner=0, loser=1, scale=Fraction(1, 4)).totals() == (24, -12, -6, -6)
    assert settle_multiples(24, HALF_GUN, winner=0, loser=1, scale=5).totals() == (480, -240, -120, -120)
    # 2 x 1 x 1/2 is whole, 1 x 1 x 1/2 is not
    assert settle_multiples(1, FULL_GUN, winner=0, loser=1, scale=Fraction(1, 2)).totals() == (2, -2, 0, 0)
    with pytest.raises(RuleError, match="1 times 1 units of 1/2 are 1/2: expected a whole number"):
        settle_multiples(1, HALF_GUN, winner=0, loser=1, scale=Fraction(1, 2))


@pytest.mark.parametrize(
    ("unit", "multiples", "more", "message"),
    [
        (8, (2, 1), {}, "expected three multiples"),
        (8, (2, -1, 2), {}, "expected three multiples of 0 or more"),
        (-8, HALF_GUN, {}, "expected three multiples"),
        (8, HALF_GUN, {"scale": 0}, "scale 0"),
        (8.0, HALF_GUN, {}, "the unit is 8.0: expected a whole number"),
    ],
)  # fmt: skip
def test_numbers_that_can_not_be(unit: int, multiples: tuple[int, ...], more: dict[str, int], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        settle_multiples(unit, multiples, winner=0, **more)  # type: ignore[arg-type]


def test_seats_that_can_not_be() -> None:
    with pytest.raises(HandError, match="the liable player is seat 0, the winner"):
        settle_multiples(8, HALF_GUN, winner=0, liable=0)
    with pytest.raises(HandError, match="the liable player is seat 4"):
        settle_multiples(8, HALF_GUN, winner=0, liable=4)
    with pytest.raises(HandError, match="wins on its own tile"):
        settle_multiples(8, HALF_GUN, winner=0, loser=0)


@given(st.integers(0, 500), st.tuples(*[st.integers(0, 9)] * 3), st.integers(0, 3), st.none() | st.integers(0, 3),
       st.none() | st.integers(0, 3))
def test_zero_sum_whoever_is_liable(unit: int, multiples: tuple[int, ...], winner: int, loser: int | None,
                                    liable: int | None) -> None:
    loser = None if loser == winner else loser
    liable = None if liable == winner else liable
    plain = settle_multiples(unit, multiples, winner=winner, loser=loser).totals()
    totals = settle_multiples(unit, multiples, winner=winner, loser=loser, liable=liable).totals()
    assert sum(totals) == 0
    assert totals[winner] == plain[winner]
    if liable is not None:
        assert totals[liable] == -totals[winner]
