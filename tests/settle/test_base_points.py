"""Base from every loser, points from one or from all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle import settle_base_points

SHARED = os.environ.get("MJCORE_SHARED")


def test_self_draw_is_paid_by_all() -> None:
    ledger = settle_base_points(14, base=8, winner=2)
    assert settle_base_points(14, base=8, winner=2, self_draw=True) == ledger
    assert ledger.totals() == (-22, -22, 66, -22)
    assert ledger.only("base").totals() == (-8, -8, 24, -8)
    assert ledger.only("points").totals() == (-14, -14, 42, -14)


def test_discard_is_paid_by_its_player_and_the_base_by_all() -> None:
    ledger = settle_base_points(9, base=8, winner=1, loser=2)
    assert settle_base_points(9, base=8, winner=1, loser=2, self_draw=False) == ledger
    assert ledger.totals() == (-8, 33, -17, -8)
    assert [(e.payer, e.receiver, e.amount, e.reason) for e in ledger] == [
        (0, 1, 8, "base"), (2, 1, 8, "base"), (2, 1, 9, "points"), (3, 1, 8, "base"),
    ]


def test_other_tables_and_numbers() -> None:
    assert settle_base_points(9, base=8, winner=1, loser=0, players=3).totals(3) == (-17, 25, -8)
    assert settle_base_points(9, base=0, winner=1, loser=0).totals() == (-9, 9, 0, 0)
    assert settle_base_points(0, base=0, winner=1, loser=0).totals() == (0, 0, 0, 0)


@given(
    st.integers(2, 10).flatmap(
        lambda n: st.tuples(st.just(n), st.integers(0, n - 1), st.none() | st.integers(0, n - 1))
    ),
    st.integers(0, 1000), st.integers(0, 100),
)
def test_zero_sum_and_turned_seats(sides: tuple[int, int, int | None], points: int, base: int) -> None:
    seats, winner, loser = sides
    if loser == winner:
        loser = None

    def totals_of(winner: int, loser: int | None) -> tuple[int, ...]:
        return settle_base_points(points, base=base, winner=winner, loser=loser, players=seats).totals(seats)

    totals = totals_of(winner, loser)
    assert sum(totals) == 0
    payers = seats - 1 if loser is None else 1
    assert totals[winner] == base * (seats - 1) + points * payers
    # every seat moves one place on: the same money moves with it
    turned = totals_of((winner + 1) % seats, None if loser is None else (loser + 1) % seats)
    assert turned == totals[-1:] + totals[:-1]


@pytest.mark.parametrize(("change", "error", "message"), [
    ({"winner": 4}, HandError, r"winner is seat 4: expected a seat 0\.\.3"),
    ({"winner": -1}, HandError, "winner is seat -1"),
    ({"winner": None}, HandError, "winner is None"),
    ({"winner": "1"}, HandError, "winner is '1'"),
    ({"winner": True}, HandError, "winner is True"),
    ({"loser": 4}, HandError, "loser is seat 4"),
    ({"loser": 1}, HandError, "seat 1 wins on its own tile"),
    ({"loser": None}, HandError, "without a loser"),
    ({"self_draw": True}, HandError, "a self-draw with a loser"),
    ({"points": -1}, RuleError, "points -1"),
    ({"points": 8.5}, RuleError, "the points is 8.5"),
    ({"base": -8}, RuleError, "base -8"),
    ({"players": 1}, RuleError, "a table of 1 players"),
    ({"players": 2}, HandError, "loser is seat 2"),
])
def test_impossible_settlements(change: dict, error: type[Exception], message: str) -> None:
    good = {"points": 9, "winner": 1, "loser": 2, "self_draw": False, "base": 8, "players": 4}
    settle_base_points(**good)
    with pytest.raises(error, match=message):
        settle_base_points(**good | change)


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
def test_real_games() -> None:
    """Seats E S W N are 0..3 in the file; the winner's seat wind says who it was."""
    hands = json.loads((Path(str(SHARED)) / "cases" / "mcr_real.json").read_text("utf-8"))["hands"]
    assert len(hands) >= 72
    for hand in hands:
        score, points = hand["score"], hand["expected"]["total"]
        winner = "ESWN".index(hand["seat_wind"])
        drawn = hand["win"] == "self_draw"
        loser = None if drawn else score.index(min(score))
        ledger = settle_base_points(points, base=8, winner=winner, loser=loser, self_draw=drawn)
        assert list(ledger.totals()) == score, hand["id"]
    print(f"settled {len(hands)} real wins")
