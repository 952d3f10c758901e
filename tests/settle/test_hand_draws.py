"""Riichi hands without a winner: noten payments, nagashi mangan, abortive draws; deposits."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from mjcore.errors import HandError, RuleError
from mjcore.settle import Ledger, abortive_draw, exhaustive_draw, nagashi_mangan, riichi_deposit, settle_win
from mjcore.settle.hand_draws import ABORTIVE_DRAWS

# number of tenpai players -> what one of them gets, what one of the others pays
FOUR = {1: (3000, 1000), 2: (1500, 1500), 3: (1000, 3000)}
THREE = {1: (2000, 1000), 2: (1000, 2000)}


@pytest.mark.parametrize(("players", "amounts"), [(4, FOUR), (3, THREE)])
def test_noten_payments(players: int, amounts: dict[int, tuple[int, int]]) -> None:
    for number, (gain, loss) in amounts.items():
        for tenpai in combinations(range(players), number):
            ledger = exhaustive_draw(tenpai, players=players)
            expected = tuple(gain if seat in tenpai else -loss for seat in range(players))
            assert ledger.totals(players) == expected
            assert {e.reason for e in ledger} == {"noten"}
            assert exhaustive_draw(reversed(tenpai), players=players) == ledger
    assert exhaustive_draw([], players=players) == Ledger()
    assert exhaustive_draw(range(players), players=players) == Ledger()


def test_another_pool() -> None:
    assert exhaustive_draw([1], pool=6000).totals() == (-2000, 6000, -2000, -2000)
    assert exhaustive_draw([1], pool=0) == Ledger()
    assert exhaustive_draw([1], players=3, pool=3000).totals(3) == (-1500, 3000, -1500)


def test_nagashi_mangan_is_paid_like_a_mangan_tsumo() -> None:
    ledger = nagashi_mangan([2], dealer=3)
    assert ledger.totals() == (-2000, -2000, 8000, -4000)
    assert ledger.totals() == settle_win(2000, winner=2, dealer=3).totals()
    assert {e.reason for e in ledger} == {"nagashi_mangan"}
    assert nagashi_mangan([3], dealer=3).totals() == (-4000, -4000, -4000, 12000)


def test_nagashi_mangan_of_three_players() -> None:
    """2000 and 4000, or 4000 from both to the dealer."""
    assert nagashi_mangan([1], dealer=0, players=3).totals(3) == (-4000, 6000, -2000)
    assert nagashi_mangan([0], dealer=0, players=3).totals(3) == (8000, -4000, -4000)
    assert nagashi_mangan([1], dealer=0, players=3, tsumo_loss="flat").totals(3) == (-4000, 8000, -4000)


def test_several_nagashi_mangan_are_each_paid() -> None:
    both = nagashi_mangan([0, 2], dealer=0)
    assert both.totals() == (12000 - 4000, -6000, 8000 - 4000, -6000)
    assert both.totals() == (nagashi_mangan([0], dealer=0) + nagashi_mangan([2], dealer=0)).totals()
    assert sum(nagashi_mangan(range(4), dealer=1).totals()) == 0


def test_nagashi_mangan_that_counts_as_a_win() -> None:
    """Honba and deposits go to the first in turn order from the dealer."""
    ledger = nagashi_mangan([0, 3], dealer=2, honba=1, sticks=2)
    first = settle_win(2000, winner=3, dealer=2, honba=1, sticks=2)
    assert ledger.only(receiver=3).totals() == first.totals()
    assert ledger.only(receiver=0).totals() == nagashi_mangan([0], dealer=2).totals()
    assert ledger.only("deposits").totals() == (0, 0, 0, 2000)
    assert nagashi_mangan([1, 2], dealer=2, honba=1).only("honba").totals() == (-100, -100, 300, -100)
    assert nagashi_mangan([2, 3], dealer=2, honba=1).only("honba").totals() == (-100, -100, 300, -100)


def test_abortive_draws_move_nothing() -> None:
    assert len(ABORTIVE_DRAWS) == 5
    for kind in ABORTIVE_DRAWS:
        assert abortive_draw(kind) == Ledger()


def test_riichi_deposit() -> None:
    ledger = riichi_deposit(2, players=3)
    assert ledger.totals(3) == (0, 0, -1000)
    assert ledger.outside == ledger
    assert str(ledger) == "seat 2 pays nobody 1000: riichi deposit"
    assert ledger.entries[0].reason == "riichi_deposit"


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: exhaustive_draw([4]), HandError, "tenpai player is seat 4"),
    (lambda: exhaustive_draw([1, 1]), HandError, "each tenpai player once"),
    (lambda: exhaustive_draw([3], players=3), HandError, "tenpai player is seat 3"),
    (lambda: exhaustive_draw([], players=5), RuleError, "a riichi table of 5"),
    (lambda: exhaustive_draw([0], pool=-3000), RuleError, "noten pool is -3000"),
    (lambda: exhaustive_draw([0], pool=1000), RuleError, "noten pool of 1000: expected a multiple of 3"),
    (lambda: nagashi_mangan([], dealer=0), HandError, "nobody has nagashi mangan"),
    (lambda: nagashi_mangan([1, 1], dealer=0), HandError, "once"),
    (lambda: nagashi_mangan([1], dealer=4), HandError, "dealer is seat 4"),
    (lambda: nagashi_mangan([1], dealer=0, tsumo_loss="no"), RuleError, "tsumo_loss is 'no'"),
    (lambda: abortive_draw("four_winds"), RuleError, "abortive draw is 'four_winds': expected one of kyuushu"),
    (lambda: riichi_deposit(4), HandError, "player in riichi is seat 4"),
    (lambda: riichi_deposit(None), HandError, "player in riichi is None"),
])
def test_bad_input(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
