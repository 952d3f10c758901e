"""Fines: wins declared in error, and breaches that grow dearer each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from mjcore.errors import RuleError
from mjcore.settle.ledger import Ledger, Transfer, seat_of, table_size, whole


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a breach costs: the money, and what the offender may no longer do.

    `barred`: may not win this hand any more, play goes on. `expelled`: has to leave the table.
    A penalty that is neither and moves nothing is a warning.
    """

    ledger: Ledger
    barred: bool = False
    expelled: bool = False

    @property
    def warning(self) -> bool:
        return not (self.ledger.entries or self.barred or self.expelled)


def fine_to_each(offender: SupportsIndex, amount: SupportsIndex, *, players: SupportsIndex = 4,
                 reason: str = "fine", text: str = "") -> Ledger:
    """The offender pays `amount` to each other player; 0 moves nothing.

    >>> fine_to_each(2, 10).totals()
    (10, 10, -30, 10)
    """
    number = table_size(players)
    payer, fine = seat_of(offender, number, "offender"), _fine(amount)
    others = (seat for seat in range(number) if seat != payer and fine)
    return Ledger(Transfer(payer, seat, fine, reason, text) for seat in others)


def fine_to_nobody(offender: SupportsIndex, amount: SupportsIndex, *, players: SupportsIndex = 4,
                   reason: str = "fine", text: str = "") -> Ledger:
    """The offender loses `amount` and nobody gets it (`Ledger.outside` names it); 0 moves nothing.

    >>> fine_to_nobody(2, 5).totals()
    (0, 0, -5, 0)
    """
    payer, fine = seat_of(offender, table_size(players), "offender"), _fine(amount)
    return Ledger([Transfer(payer, None, fine, reason, text or "a fine, to nobody")] if fine else ())


def false_win(offender: SupportsIndex, distance: SupportsIndex, *, fines: Sequence[int],
              players: SupportsIndex = 4) -> Penalty:
    """A win declared that was none.

    `distance` is how many tiles the hand was short of ready: 0 for a ready hand that called a wrong tile
    or had too few points, 1 for one tile short, ... `fines[distance]` goes to each other player and the
    offender may not win this hand; beyond the end of `fines` the offender is expelled.

    >>> false_win(0, 1, fines=(10, 20)).ledger.totals()
    (-60, 20, 20, 20)
    >>> false_win(0, 2, fines=(10, 20)).expelled
    True
    """
    number = table_size(players)
    payer, short = seat_of(offender, number, "offender"), whole(distance, "the distance to ready")
    if short < 0:
        raise RuleError(f"the distance to ready is {short}: expected 0 (ready) or more")
    if short >= len(fines):
        return Penalty(Ledger(), barred=True, expelled=True)
    text = f"a false win, {short} short of ready" if short else "a false win of a ready hand"
    ledger = fine_to_each(payer, fines[short], players=number, reason="false_win", text=text)
    return Penalty(ledger, barred=True)


def repeated_breach(offender: SupportsIndex, times: SupportsIndex, *, steps: Sequence[int],
                    players: SupportsIndex = 4) -> Penalty:
    """A breach for the `times`-th time (1 = the first): costs ``steps[times - 1]``, to nobody.

    A step of 0 is a warning; after the last step each further breach costs the last one again.

    >>> [-sum(repeated_breach(3, n, steps=(0, 5, 10, 20)).ledger.totals()) for n in range(1, 6)]
    [0, 5, 10, 20, 20]
    """
    number, count = table_size(players), whole(times, "the number of breaches")
    if not steps:
        raise RuleError("a breach without steps: expected what the first one costs")
    if count < 1:
        raise RuleError(f"breach number {count}: expected 1 for the first")
    fine = steps[min(count, len(steps)) - 1]
    text = f"breach number {count}, to nobody"
    return Penalty(fine_to_nobody(offender, fine, players=number, reason="breach", text=text))


def _fine(amount: SupportsIndex) -> int:
    fine = whole(amount, "the fine")
    if fine < 0:
        raise RuleError(f"a fine of {fine}: expected 0 or more")
    return fine
