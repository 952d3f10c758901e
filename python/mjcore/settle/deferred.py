"""A debt that is not paid at once but staked on the next hand.

Reasons in the ledger: `deferred`, `stake`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError
from mjcore.settle.ledger import Ledger, Transfer, seat_of, several, table_size, whole


@dataclass(frozen=True, slots=True)
class Deferral:
    """What `debtor` owes `creditor` until the next hand has ended, and how much of it is at stake there."""

    debtor: int
    creditor: int
    amount: int
    stake: int

    def due(self, winners: Iterable[SupportsIndex], *, players: SupportsIndex = 4) -> int:
        """What falls due after the next hand: with the stake more if the creditor has won it, less if the debtor has;
        if both or neither have, the amount. This sum may be deferred again."""
        number = table_size(players)
        won = {seat_of(seat, number, "winner") for seat in several(winners, "winners")}
        return self.amount + self.stake * ((self.creditor in won) - (self.debtor in won))


def defer(amount: SupportsIndex, *, debtor: SupportsIndex, creditor: SupportsIndex, part: SupportsIndex = 3,
          players: SupportsIndex = 4) -> Deferral:
    """Nothing is paid now; one `part`-th of the debt, rounded down, becomes the stake.

    >>> defer(6, debtor=1, creditor=0)
    Deferral(debtor=1, creditor=0, amount=6, stake=2)
    """
    number = table_size(players)
    payer, receiver = seat_of(debtor, number, "debtor"), seat_of(creditor, number, "creditor")
    if payer == receiver:
        raise HandError(f"seat {payer} owes itself: expected two seats")
    debt, divisor = whole(amount, "the debt"), whole(part, "the part at stake")
    if debt < 1 or divisor < 1:
        raise RuleError(f"a debt of {debt}, one part of {divisor} at stake: expected 1 or more")
    return Deferral(payer, receiver, debt, debt // divisor)


def settle_deferred(deferral: Deferral, winners: Iterable[SupportsIndex], *, players: SupportsIndex = 4) -> Ledger:
    """What a deferred debt moves after the next hand, won by `winners` (none: a drawn hand).

    >>> owed = defer(6, debtor=1, creditor=0)
    >>> [settle_deferred(owed, winners).totals() for winners in ([0], [1], [2], [])]
    [(8, -8, 0, 0), (4, -4, 0, 0), (6, -6, 0, 0), (6, -6, 0, 0)]
    """
    change = deferral.due(winners, players=players) - deferral.amount
    entries = []
    if deferral.amount + min(change, 0):
        text = "deferred debt, less the stake" if change < 0 else "deferred debt"
        entries.append(Transfer(deferral.debtor, deferral.creditor, deferral.amount + min(change, 0), "deferred", text))
    if change > 0:
        entries.append(Transfer(deferral.debtor, deferral.creditor, change, "stake", "stake of a deferred debt"))
    return Ledger(entries)
