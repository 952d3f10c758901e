"""Base and points, with more where the dealer is a side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle.dealer_points import settle_dealer_points
from mjcore.settle.ledger import Ledger


def settled(points: int, winner: int, loser: int | None = None, more: int = 1) -> Ledger:
    return settle_dealer_points(points, base=100, unit=20, dealer=0, dealer_points=more, winner=winner, loser=loser)


def test_reasons() -> None:
    ledger = settled(3, winner=1, loser=0, more=5)
    assert [(e.payer, e.receiver, e.amount, e.reason) for e in ledger] == [
        (0, 1, 100, "base"), (0, 1, 60, "points"), (0, 1, 100, "dealer"),
    ]
    assert [e.reason for e in settled(0, winner=1, loser=2)] == ["base"]


@pytest.mark.parametrize(
    ("winner", "loser", "totals"),
    [
        # the dealer is no side, is the payer, is the winner
        (1, 2, (0, 160, -160, 0)), (1, 0, (-180, 180, 0, 0)), (0, 3, (180, 0, 0, -180)),
        (2, None, (-180, -160, 500, -160)), (0, None, (540, -180, -180, -180)),
    ],
)  # fmt: skip
def test_who_pays(winner: int, loser: int | None, totals: tuple[int, ...]) -> None:
    assert settled(3, winner, loser).totals() == totals


def test_what_can_not_be() -> None:
    for name in ("base", "unit", "dealer_points"):
        numbers = {"base": 1, "unit": 1, "dealer_points": 1, name: -1}
        with pytest.raises(RuleError, match="expected 0 or more"):
            settle_dealer_points(1, dealer=0, winner=1, **numbers)
    with pytest.raises(HandError, match="dealer is seat 4"):
        settle_dealer_points(1, base=1, unit=1, dealer=4, dealer_points=1, winner=1)


@given(st.integers(0, 50), st.integers(0, 9), st.integers(0, 3), st.none() | st.integers(0, 3))
def test_zero_sum_and_what_the_dealer_adds(points: int, more: int, winner: int, loser: int | None) -> None:
    loser = None if loser == winner else loser
    totals = settled(points, winner, loser, more).totals()
    payers = [loser] if loser is not None else [seat for seat in range(4) if seat != winner]
    assert sum(totals) == 0
    assert totals[winner] == sum(100 + 20 * (points + (more if 0 in (winner, payer) else 0)) for payer in payers)
