"""A win of one unit: whoever gave the tile pays it alone, a self-draw is paid by each player in the hand.

Reasons in the ledgers: `points`, and `self_draw` for what a self-draw adds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError
from mjcore.settle.base_points import win_sides
from mjcore.settle.ledger import Ledger, Transfer, seat_of, several, table_size, whole


def settle_unit(unit: SupportsIndex, *, winner: SupportsIndex, loser: SupportsIndex | None = None,
                extra: SupportsIndex = 0, out: Iterable[SupportsIndex] = (), players: SupportsIndex = 4) -> Ledger:
    """`loser` pays `unit`; without one each other player who is still in the hand (not in `out`) pays it, and `extra`
    with it.

    HandError for an impossible seat and for winners and losers who are out of the hand, RuleError for a negative
    number.

    >>> settle_unit(4, winner=1, loser=3).totals()
    (0, 4, 0, -4)
    >>> settle_unit(8, winner=0, extra=1, out=[2]).totals()
    (18, -9, 0, -9)
    """
    number = table_size(players)
    by, payer = win_sides(winner, loser, None, number)
    share, more = whole(unit, "the unit"), whole(extra, "what a self-draw adds")
    if share < 0 or more < 0:
        raise RuleError(f"a unit of {share}, {more} more for a self-draw: expected 0 or more")
    gone = {seat_of(seat, number, "player out of the hand") for seat in several(out, "players out of the hand")}
    for side in (by, payer):
        if side in gone:
            raise HandError(f"seat {side} is out of the hand and neither wins nor pays")
    if payer is not None:
        return Ledger([Transfer(payer, by, share, "points", "gave the winning tile")] if share else ())
    entries = []
    for seat in range(number):
        if seat == by or seat in gone:
            continue
        if share:
            entries.append(Transfer(seat, by, share, "points", "share of a self-draw"))
        if more:
            entries.append(Transfer(seat, by, more, "self_draw", "for the self-draw"))
    return Ledger(entries)
