"""The ledger: totals, merging, refunds, what it refuses."""

from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle import Ledger, Transfer

SIDES = st.one_of(st.none(), st.integers(0, 3))
REASONS = st.sampled_from(["base", "points", "kong"])


@st.composite
def transfers(draw: st.DrawFn, nobody: bool = True) -> Transfer:
    seats = SIDES if nobody else st.integers(0, 3)
    payer = draw(seats)
    receiver = draw(seats.filter(lambda side: side != payer))
    return Transfer(payer, receiver, draw(st.integers(1, 10**6)), draw(REASONS), draw(st.text(max_size=5)))


def ledgers(nobody: bool = True) -> st.SearchStrategy[Ledger]:
    return st.lists(transfers(nobody), max_size=12).map(Ledger)


@given(ledgers(nobody=False))
def test_transfers_between_seats_sum_to_zero(ledger: Ledger) -> None:
    assert sum(ledger.totals()) == 0
    assert not ledger.outside


@given(ledgers())
def test_what_is_missing_from_zero_stands_outside(ledger: Ledger) -> None:
    outside = ledger.outside
    lost = sum(e.amount for e in outside if e.receiver is None)
    given_in = sum(e.amount for e in outside if e.payer is None)
    assert sum(ledger.totals()) == given_in - lost
    assert sum(ledger.totals()) == sum(outside.totals())


@given(ledgers(), ledgers())
def test_merging_adds_totals_and_keeps_order(one: Ledger, other: Ledger) -> None:
    both = one + other
    assert both.entries == one.entries + other.entries
    assert both.totals() == tuple(map(sum, zip(one.totals(), other.totals(), strict=True)))


@given(ledgers(), REASONS)
def test_a_refund_undoes_a_reason_once(ledger: Ledger, reason: str) -> None:
    after = ledger + ledger.refunds(reason)
    kept = Ledger(e for e in ledger if e.reason != reason)
    assert after.totals() == kept.totals()
    assert not after.refunds(reason)


def test_refunds_choose_by_seat_and_name_what_they_take_back() -> None:
    ledger = Ledger([
        Transfer(1, 0, 2, "kong", "a concealed kong"),
        Transfer(1, 0, 2, "kong"),
        Transfer(2, 0, 2, "kong"),
        Transfer(0, 3, 2, "kong"),
    ])
    back = ledger.refunds("kong", receiver=0)
    assert back.totals() == (-6, 4, 2, 0)
    assert back.entries[0] == Transfer(0, 1, 2, "refund_kong", "refund of a concealed kong")
    # one of two equal payments is already back: only the other is owed
    assert (ledger + Ledger(back.entries[:1])).refunds("kong", payer=1).totals() == (-2, 2, 0, 0)
    assert ledger.refunds("kong", payer=0, text="robbed").entries == (
        Transfer(3, 0, 2, "refund_kong", "robbed"),
    )
    with pytest.raises(RuleError, match="is a refund"):
        ledger.refunds("refund_kong")


def test_only_selects() -> None:
    ledger = Ledger([Transfer(0, 1, 1, "a"), Transfer(0, 2, 1, "b"), Transfer(2, 1, 1, "b")])
    assert ledger.only("b").totals() == (-1, 1, 0, 0)
    assert ledger.only(payer=0).totals() == (-2, 1, 1, 0)
    assert len(ledger.only(receiver=0)) == 0
    assert ledger.only() == ledger


def test_text_forms() -> None:
    ledger = Ledger([Transfer(0, 1, 8, "base", "the base"), Transfer(3, None, 5, "fine")])
    assert str(ledger) == "seat 0 pays seat 1 8: the base\nseat 3 pays nobody 5: fine"
    assert repr(ledger) == "<Ledger: seat 0 pays seat 1 8: the base; seat 3 pays nobody 5: fine>"
    assert str(Ledger()) == "nobody pays"
    assert ledger.to_dict()[1] == {"payer": 3, "receiver": None, "amount": 5, "reason": "fine", "text": ""}


def test_a_ledger_is_a_value() -> None:
    one, same = Ledger([Transfer(0, 1, 8, "base")]), Ledger([Transfer(0, 1, 8, "base")])
    assert one == same
    assert hash(one) == hash(same)
    assert one != Ledger()
    assert one != [Transfer(0, 1, 8, "base")]
    with pytest.raises(AttributeError):
        one.entries = ()  # type: ignore[misc]
    with pytest.raises(TypeError, match="not tuple"):
        Ledger([(0, 1, 8, "base")])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        operator.add(one, [1])


@pytest.mark.parametrize(("arguments", "message"), [
    ((0, 0, 8, "base"), "from seat 0 to seat 0"),
    ((None, None, 8, "base"), "from nobody to nobody"),
    ((-1, 0, 8, "base"), "side is -1"),
    ((True, 0, 8, "base"), "side is True"),
    ((0, 1, 0, "base"), "a transfer of 0"),
    ((0, 1, -8, "base"), "a transfer of -8"),
    ((0, 1, 8.0, "base"), "a transfer of 8.0"),
    ((0, 1, True, "base"), "a transfer of True"),
    ((0, 1, 8, ""), "without a reason"),
])
def test_impossible_transfers(arguments: tuple, message: str) -> None:
    with pytest.raises((HandError, RuleError), match=message):
        Transfer(*arguments)


def test_totals_refuse_a_seat_the_table_has_not() -> None:
    ledger = Ledger([Transfer(0, 3, 8, "base")])
    with pytest.raises(HandError, match=r"receiver is seat 3: expected a seat 0\.\.2"):
        ledger.totals(seats=3)
    with pytest.raises(RuleError, match="expected at least 2"):
        ledger.totals(seats=1)
    with pytest.raises(RuleError, match="whole number"):
        ledger.totals(seats=4.0)  # type: ignore[arg-type]
