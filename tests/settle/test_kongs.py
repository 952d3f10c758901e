"""Kongs paid at once, their refunds and transfers; who pays at the wall's end; wins of one unit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle import Ledger
from mjcore.settle.draw_checks import pay_each, pay_worth
from mjcore.settle.kongs import KONG_DISCARD_MODES, refund_kongs, settle_kong, settle_kong_discard
from mjcore.settle.unit_shares import settle_unit


def test_who_pays_a_kong() -> None:
    assert settle_kong("exposed kong", 3, owner=2, source=0).totals() == (-3, 0, 3, 0)
    assert settle_kong("added kong", 1, owner=2).totals() == (-1, -1, 3, -1)
    assert settle_kong("concealed kong", 2, owner=2, out=[0, 1]).totals() == (0, 0, 2, -2)
    assert settle_kong("concealed kong", 2, owner=6, players=7).totals(7) == (-2, -2, -2, -2, -2, -2, 12)
    assert settle_kong("added kong", 0, owner=2) == Ledger()
    for type in ("added kong", "concealed kong"):
        [reason] = {entry.reason for entry in settle_kong(type, 1, owner=0)}
        assert reason == type.replace(" ", "_")
        assert all(entry.text for entry in settle_kong(type, 1, owner=0))


@pytest.mark.parametrize(("type", "named", "error"), [
    ("kong", {"owner": 0}, RuleError),
    ("exposed kong", {"owner": 0}, HandError),  # who gave the tile?
    ("exposed kong", {"owner": 0, "source": 0}, HandError),
    ("exposed kong", {"owner": 0, "source": 4}, HandError),
    ("exposed kong", {"owner": 0, "source": 1, "out": [1]}, HandError),
    ("added kong", {"owner": 0, "source": 1}, HandError),
    ("added kong", {"owner": 0, "out": [0]}, HandError),
    ("added kong", {"owner": 4}, HandError),
    ("added kong", {"owner": 0, "players": 1}, RuleError),
])
def test_kongs_that_can_not_be(type: str, named: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        settle_kong(type, 1, **named)


def test_a_kong_is_paid_nothing_negative() -> None:
    with pytest.raises(RuleError, match="-1"):
        settle_kong("added kong", -1, owner=0)


INCOMES = [(-2, 6, -2, -2), (0, 1, 0, -1)]


@pytest.mark.parametrize(("mode", "winners", "pay"), [
    ("none", [0], (0, 0, 0, 0)),
    ("refund", [0], (0, -1, 0, 1)),
    ("refund", [0, 3], (0, -1, 0, 1)),
    ("transfer_this", [0], (1, -1, 0, 0)),
    ("transfer_this", [0, 2], (0, 0, 0, 0)),  # 1 is not shared
    ("transfer_all", [0], (7, -7, 0, 0)),
    ("transfer_all", [0, 3], (3, -6, 0, 3)),
    ("transfer_all", [3, 2, 0], (2, -6, 2, 2)),
])
def test_the_discard_after_a_kong(mode: str, winners: list[int], pay: tuple[int, ...]) -> None:
    ledger = settle_kong_discard(INCOMES, mode=mode, discarder=1, winners=winners)
    assert ledger.totals() == pay
    assert all(entry.reason in ("refund_kong", "kong_transfer") and entry.text for entry in ledger)


def test_the_rest_may_go_to_the_first_winner() -> None:
    def split(winners: list[int]) -> tuple[int, ...]:
        return settle_kong_discard(INCOMES, mode="transfer_all", discarder=1, winners=winners,
                                   rest_to_first=True).totals()

    assert split([0, 3]) == (3, -7, 0, 4)  # seat 3 comes before seat 0 after seat 1
    assert split([0, 2, 3]) == (2, -7, 3, 2)


@pytest.mark.parametrize(("incomes", "winners", "mode", "error"), [
    (INCOMES, [], "refund", HandError),
    (INCOMES, [1], "refund", HandError),
    (INCOMES, [0], "give", RuleError),
    ([(3, -1, -1, -1)], [0], "refund", HandError),  # income of somebody else
    ([(-1, 3, -1)], [0], "refund", HandError),
    ([(-1, 3, -1, 0)], [0], "refund", HandError),
    ([5], [0], "refund", HandError),
    ([("a", 3, -1, 0)], [0], "refund", RuleError),
])
def test_kong_discards_that_can_not_be(incomes: Any, winners: list[int], mode: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        settle_kong_discard(incomes, mode=mode, discarder=1, winners=winners)


@given(st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), max_size=4), st.sampled_from(KONG_DISCARD_MODES),
       st.sets(st.sampled_from([0, 2, 3]), min_size=1), st.booleans())
def test_kong_money_is_never_more_than_it_was(paid: list[list[int]], mode: str, winners: set[int], first: bool) -> None:
    incomes = [(-a, a + b + c, -b, -c) for a, b, c in paid]
    ledger = settle_kong_discard(incomes, mode=mode, discarder=1, winners=winners, rest_to_first=first)
    totals = ledger.totals()
    assert sum(totals) == 0
    assert 0 <= -totals[1] <= sum(income[1] for income in incomes)


def test_refunds_of_kongs() -> None:
    kongs = [(1, (-2, 6, -2, -2)), (2, (0, 0, 1, -1)), (1, (0, 1, 0, -1))]
    ledger = refund_kongs(kongs, [1, 0], text="refund of a kong: not ready")
    assert ledger.totals() == (2, -7, 2, 3)
    assert str(ledger).splitlines()[0] == "seat 1 pays seat 0 2: refund of a kong: not ready"
    assert {entry.reason for entry in ledger} == {"refund_kong"}
    assert refund_kongs(kongs, [0, 3]) == Ledger()
    with pytest.raises(HandError):
        refund_kongs(kongs, [4])
    with pytest.raises(HandError):
        refund_kongs([(0, (-1, 1, 0, 0))], [])


def test_a_kong_and_its_refund_make_nothing() -> None:
    kong = settle_kong("concealed kong", 2, owner=3, out=[1])
    assert (kong + refund_kongs([(3, kong.totals())], [3])).totals() == (0, 0, 0, 0)
    assert (kong + kong.refunds("concealed_kong")).totals() == (0, 0, 0, 0)


def test_payments_at_the_end_of_the_wall() -> None:
    assert pay_each([1, 2], [0, 3], 16, reason="pig", text="a pig").totals() == (32, -32, -32, 32)
    assert pay_each([1, 2], [0, 3], 0, reason="pig", text="a pig") == Ledger()
    assert pay_each([], [0], 16, reason="pig", text="a pig") == Ledger()
    worth = pay_worth([1, 0], {0: 2, 3: 8}, reason="not_ready", text="not ready", factor=2)
    assert worth.totals() == (4 - 16, -20, 0, 32)  # nobody pays himself
    assert [(entry.reason, entry.text) for entry in worth] == [("not_ready", "not ready")] * 3
    with pytest.raises(HandError):
        pay_worth([4], {0: 2}, reason="not_ready", text="")
    with pytest.raises(HandError):
        pay_each([0], [4], 2, reason="not_ready", text="")
    with pytest.raises(RuleError):
        pay_worth([1], {0: -2}, reason="not_ready", text="")


def test_a_unit_is_paid_by_one_or_by_all() -> None:
    assert settle_unit(4, winner=0, loser=3).totals() == (4, 0, 0, -4)
    assert settle_unit(4, winner=0, loser=3, extra=1).totals() == (4, 0, 0, -4)  # no self-draw
    assert settle_unit(4, winner=0).totals() == (12, -4, -4, -4)
    drawn = settle_unit(4, winner=1, extra=4, out=[2], players=5)
    assert drawn.totals(5) == (-8, 24, 0, -8, -8)
    assert drawn.only("self_draw").totals(5) == (-4, 12, 0, -4, -4)
    assert settle_unit(0, winner=1) == Ledger() == settle_unit(0, winner=1, loser=0)


@pytest.mark.parametrize(("named", "error"), [
    ({"winner": 1, "loser": 1}, HandError),
    ({"winner": 4}, HandError),
    ({"winner": 1, "out": [1]}, HandError),
    ({"winner": 1, "loser": 2, "out": [2]}, HandError),
    ({"winner": 1, "extra": -1}, RuleError),
    ({"winner": 1, "players": 1}, RuleError),
])
def test_units_that_can_not_be_paid(named: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        settle_unit(2, **named)
