"""Hands that end with the wall where those who are not ready, or hold what they had to be rid of, pay the others.

Reasons in the ledgers are the caller's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import SupportsIndex

from mjcore.errors import RuleError
from mjcore.settle.ledger import Ledger, Transfer, seat_of, several, table_size, whole


def pay_each(payers: Iterable[SupportsIndex], receivers: Iterable[SupportsIndex], amount: SupportsIndex, *,
             reason: str, text: str, players: SupportsIndex = 4) -> Ledger:
    """Each of `payers` pays each of `receivers` the same amount; nobody pays himself.

    >>> pay_each([1, 2], [0, 3], 16, reason="pig", text="three suits left").totals()
    (32, -32, -32, 32)
    """
    share = whole(amount, "what each pays")
    worth = {seat_of(seat, table_size(players), "receiver"): share for seat in several(receivers, "receivers")}
    return pay_worth(payers, worth, reason=reason, text=text, players=players)


def pay_worth(payers: Iterable[SupportsIndex], worth: Mapping[int, int], *, reason: str, text: str,
              factor: SupportsIndex = 1, players: SupportsIndex = 4) -> Ledger:
    """Each of `payers` pays each receiver what the receiver's hand is worth (`worth`: seat -> amount), times
    `factor`; nobody pays himself. HandError for an impossible seat, RuleError for a negative amount.

    >>> pay_worth([1, 2], {0: 2, 3: 8}, reason="not_ready", text="not ready").totals()
    (4, -10, -10, 16)
    """
    number, times = table_size(players), whole(factor, "the factor")
    amounts = {seat_of(seat, number, "receiver"): times * whole(amount, "what a hand is worth")
               for seat, amount in worth.items()}
    for seat, amount in amounts.items():
        if amount < 0:
            raise RuleError(f"seat {seat} is to get {amount}: expected 0 or more")
    giving = [seat_of(seat, number, "payer") for seat in several(payers, "payers")]
    return Ledger(Transfer(payer, receiver, amount, reason, text)
                  for payer in giving for receiver, amount in amounts.items() if amount and payer != receiver)
