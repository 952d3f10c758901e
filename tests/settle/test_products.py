"""Products paid by each payer: shown hands, the cap, floats, a turned tile, a liable player."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle.products import settle_product


@pytest.mark.parametrize(
    ("facts", "totals"),
    [
        ({"loser": 2}, (8, 0, -8, 0)),
        ({}, (24, -8, -8, -8)),
        ({"loser": 2, "shown": [2]}, (16, 0, -16, 0)),
        ({"loser": 2, "shown": [1, 3]}, (8, 0, -8, 0)),
        ({"shown": [1]}, (32, -16, -8, -8)),
        ({"shown": [0, 1], "factors": (1, 2, 3, 4)}, (64, -32, -16, -16)),
        ({"shown": [1], "factors": (1, 2, 3, 4)}, (40, -24, -8, -8)),
        # the cap is of one payer's share, before base and what stands beside
        ({"shown": [1], "cap": 12}, (28, -12, -8, -8)),
        ({"cap": 5, "base": 3}, (45, -15, -15, -15)),
        ({"loser": 1, "floats": [2, 3, 9, 9]}, (13, -13, 0, 0)),
        ({"floats": [2, 3, 0, 1], "cap": 5}, (25, -10, -7, -8)),
        ({"horse": 7, "base": 2}, (69, -23, -23, -23)),
        ({"loser": 1, "liable": 1}, (24, -24, 0, 0)),
        ({"loser": 1, "liable": 3}, (24, 0, 0, -24)),
        ({"liable": 2, "shown": [1]}, (32, 0, -32, 0)),
    ],
)
def test_payments(facts: dict[str, Any], totals: tuple[int, ...]) -> None:
    assert settle_product(8, winner=0, **facts).totals() == totals


def test_reasons() -> None:
    ledger = settle_product(8, winner=0, loser=1, shown=[0], cap=8, base=2, floats=[1, 0, 0, 0], horse=3)
    assert [(e.payer, e.receiver, e.amount, e.reason, e.text) for e in ledger] == [
        (1, 0, 16, "points", "8 times the base"), (1, 0, 1, "float", "floats"), (1, 0, 3, "horse", "the turned tile"),
    ]
    ledger = settle_product(8, winner=0, liable=1, players=3)
    assert [(e.payer, e.reason, e.text) for e in ledger] == [
        (1, "points", "8 times the base"), (1, "pao", "8 times the base, liable for seat 2"),
    ]


@pytest.mark.parametrize(
    ("facts", "error", "message"),
    [
        ({"loser": 0}, HandError, "wins on its own tile"),
        ({"loser": 4}, HandError, "seat 4"),
        ({"shown": [5]}, HandError, "player whose hand is shown"),
        ({"liable": 0}, HandError, "the liable player is seat 0, the winner"),
        ({"floats": [1, 2]}, HandError, "one for each of 4 seats"),
        ({"floats": [1, 2, -1, 0]}, RuleError, "a float is -1"),
        ({"cap": 0}, RuleError, "the cap is 0: expected 1 or more"),
        ({"base": 0}, RuleError, "the base is 0"),
        ({"horse": -1}, RuleError, "the points of the horse is -1"),
        ({"factors": (1, 2)}, RuleError, "expected four"),
        ({"factors": (1, 2, 2, 0)}, RuleError, "a factor is 0"),
    ],
)
def test_what_can_not_be(facts: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        settle_product(8, winner=0, **facts)
    with pytest.raises(RuleError, match="the product is 0"):
        settle_product(0, winner=0)


@given(st.data())
def test_the_seats_sum_to_zero(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 5))
    seats = st.integers(0, players - 1)
    winner, loser = data.draw(seats), data.draw(st.none() | seats)
    if loser == winner:
        loser = None
    floats = data.draw(st.none() | st.lists(st.integers(0, 5), min_size=players, max_size=players))
    totals = settle_product(
        data.draw(st.integers(1, 512)), winner=winner, loser=loser, shown=data.draw(st.sets(seats)), floats=floats,
        cap=data.draw(st.none() | st.integers(1, 32)), horse=data.draw(st.integers(0, 10)), players=players,
    ).totals(players)
    assert sum(totals) == 0
    assert all(amount < 0 or seat == winner for seat, amount in enumerate(totals) if amount)
    assert loser is None or all(seat in (winner, loser) for seat, amount in enumerate(totals) if amount)
