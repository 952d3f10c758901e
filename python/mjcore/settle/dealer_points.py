"""A win that is paid by those who owe it alone, a base and points, with further points where the dealer is a side.

Reasons in the ledger: `base`, `points`, `dealer`.
"""

from __future__ import annotations

from typing import SupportsIndex

from mjcore.errors import RuleError
from mjcore.settle.base_points import win_sides
from mjcore.settle.ledger import Ledger, Transfer, seat_of, table_size, whole


def settle_dealer_points(points: SupportsIndex, *, base: SupportsIndex, unit: SupportsIndex, dealer: SupportsIndex,
                         dealer_points: SupportsIndex, winner: SupportsIndex, loser: SupportsIndex | None = None,
                         players: SupportsIndex = 4) -> Ledger:
    """The loser, or after a self-draw each other player, pays `base` and `unit` for each point. Between the dealer
    and another player there are `dealer_points` more.

    HandError for an impossible seat, RuleError for a negative number.

    >>> settle_dealer_points(3, base=3, unit=1, dealer=0, dealer_points=1, winner=1, loser=2).totals()
    (0, 6, -6, 0)
    >>> settle_dealer_points(3, base=3, unit=1, dealer=0, dealer_points=1, winner=1).totals()
    (-7, 19, -6, -6)
    """
    number = table_size(players)
    by, payer = win_sides(winner, loser, None, number)
    east = seat_of(dealer, number, "dealer")
    share, worth, own, more = (whole(value, what) for value, what in (
        (base, "the base"), (unit, "the unit"), (points, "the points"), (dealer_points, "the dealer's points")))
    if min(share, worth, own, more) < 0:
        raise RuleError(f"base {share}, unit {worth}, points {own}, dealer's points {more}: expected 0 or more")
    entries = []
    for seat in range(number) if payer is None else [payer]:
        if seat == by:
            continue
        between = more if east in (seat, by) else 0
        entries += [
            Transfer(seat, by, amount, reason, text)
            for amount, reason, text in (
                (share, "base", "base"), (worth * own, "points", f"points: {own}"),
                (worth * between, "dealer", f"points of the dealer: {between}"),
            )
            if amount
        ]
    return Ledger(entries)
