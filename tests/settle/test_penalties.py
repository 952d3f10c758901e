"""False wins and repeated breaches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle import false_win, fine_to_each, fine_to_nobody, repeated_breach

FINES = (10, 20)  # Chinese Official: ready but wrong, one short of ready; worse is expelled
STEPS = (0, 5, 10, 20)  # dead calls: a warning first


def test_false_win_of_a_ready_hand() -> None:
    """Under the minimum or on a wrong tile: 10 to each, no win this hand, play goes on."""
    penalty = false_win(1, 0, fines=FINES)
    assert penalty.ledger.totals() == (10, -30, 10, 10)
    assert penalty.barred
    assert not penalty.expelled
    assert not penalty.warning
    assert {e.reason for e in penalty.ledger} == {"false_win"}
    assert "ready hand" in penalty.ledger.entries[0].text


def test_false_win_short_of_ready() -> None:
    penalty = false_win(3, 1, fines=FINES)
    assert penalty.ledger.totals() == (20, 20, 20, -60)
    assert penalty.barred
    assert not penalty.expelled
    assert "1 short" in penalty.ledger.entries[0].text


@pytest.mark.parametrize("distance", [2, 3, 6])
def test_false_win_far_from_ready(distance: int) -> None:
    penalty = false_win(3, distance, fines=FINES)
    assert penalty.expelled
    assert penalty.barred
    assert penalty.ledger.totals() == (0, 0, 0, 0)


def test_judge_that_ends_the_game() -> None:
    """The IJCAI judge: -30 for the offender, +10 for each other player."""
    assert fine_to_each(2, 10, reason="false_win").totals() == (10, 10, -30, 10)


def test_dead_calls_grow_dearer() -> None:
    penalties = [repeated_breach(0, n, steps=STEPS) for n in (1, 2, 3, 4, 5)]
    assert [p.ledger.totals() for p in penalties] == [
        (0, 0, 0, 0), (-5, 0, 0, 0), (-10, 0, 0, 0), (-20, 0, 0, 0), (-20, 0, 0, 0),
    ]
    assert [p.warning for p in penalties] == [True, False, False, False, False]
    assert not any(p.barred or p.expelled for p in penalties)
    # nobody gets the money, and the ledger says so
    assert penalties[1].ledger.outside == penalties[1].ledger
    assert str(penalties[1].ledger) == "seat 0 pays nobody 5: breach number 2, to nobody"


@given(st.integers(2, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1))), st.integers(0, 99))
def test_fines_balance(table: tuple[int, int], amount: int) -> None:
    seats, offender = table
    each = fine_to_each(offender, amount, players=seats).totals(seats)
    assert sum(each) == 0
    assert each[offender] == -amount * (seats - 1)
    nobody = fine_to_nobody(offender, amount, players=seats).totals(seats)
    assert sum(nobody) == nobody[offender] == -amount


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: fine_to_each(4, 10), HandError, "offender is seat 4"),
    (lambda: fine_to_each(0, -10), RuleError, "a fine of -10"),
    (lambda: fine_to_each(0, 1.5), RuleError, "the fine is 1.5"),
    (lambda: fine_to_nobody(None, 10), HandError, "offender is None"),
    (lambda: false_win(0, -1, fines=FINES), RuleError, "distance to ready is -1"),
    (lambda: false_win(9, 5, fines=FINES), HandError, "offender is seat 9"),
    (lambda: repeated_breach(0, 0, steps=STEPS), RuleError, "breach number 0"),
    (lambda: repeated_breach(0, 1, steps=()), RuleError, "without steps"),
    (lambda: repeated_breach(3, 1, steps=STEPS, players=3), HandError, r"offender is seat 3"),
])
def test_impossible_penalties(call, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
