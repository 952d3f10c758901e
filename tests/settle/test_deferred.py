"""A debt that is staked on the next hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle.deferred import Deferral, defer, settle_deferred


def test_what_is_at_stake() -> None:
    assert [defer(amount, debtor=1, creditor=0).stake for amount in (1, 2, 3, 5, 6, 100)] == [0, 0, 1, 1, 2, 33]
    assert defer(10, debtor=3, creditor=2, part=2) == Deferral(3, 2, 10, 5)


@pytest.mark.parametrize(
    ("winners", "due", "entries"),
    [
        ([0], 9, [(7, "deferred"), (2, "stake")]),
        ([1], 5, [(5, "deferred")]),
        ([2], 7, [(7, "deferred")]), ([], 7, [(7, "deferred")]),
        ([1, 0], 7, [(7, "deferred")]), ([3, 0], 9, [(7, "deferred"), (2, "stake")]),
    ],
)  # fmt: skip
def test_the_next_hand(winners: list[int], due: int, entries: list[tuple[int, str]]) -> None:
    owed = defer(7, debtor=1, creditor=0)
    ledger = settle_deferred(owed, winners)
    assert owed.due(winners) == due
    assert ledger.totals() == (due, -due, 0, 0)
    assert [(entry.amount, entry.reason) for entry in ledger] == entries


def test_all_of_it_at_stake() -> None:
    owed = defer(5, debtor=2, creditor=1, part=1)
    assert settle_deferred(owed, [2]).totals() == (0, 0, 0, 0)
    assert settle_deferred(owed, [1]).totals() == (0, 10, -10, 0)


def test_deferred_again() -> None:
    first = defer(6, debtor=1, creditor=0)
    again = defer(first.due([0]), debtor=1, creditor=0)
    assert (again.amount, again.stake, again.due([1])) == (8, 2, 6)


def test_what_can_not_be() -> None:
    with pytest.raises(HandError, match="seat 1 owes itself"):
        defer(6, debtor=1, creditor=1)
    with pytest.raises(HandError, match="winner is seat 4"):
        settle_deferred(defer(6, debtor=1, creditor=0), [4])
    for amount, part in ((0, 3), (-6, 3), (6, 0)):
        with pytest.raises(RuleError, match="expected 1 or more"):
            defer(amount, debtor=1, creditor=0, part=part)


@given(st.integers(1, 1000), st.integers(1, 9), st.sets(st.integers(0, 3)))
def test_the_ledger_moves_what_is_due(amount: int, part: int, winners: set[int]) -> None:
    owed = defer(amount, debtor=3, creditor=0, part=part)
    due = owed.due(winners)
    assert abs(due - amount) in (0, amount // part)
    assert settle_deferred(owed, winners).totals() == (due, 0, 0, -due)
