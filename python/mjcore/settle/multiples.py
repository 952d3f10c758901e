"""A win whose unit is paid in multiples: one for the giver of the winning tile, one for the others, one for each
player after a self-draw.

Reasons in the ledger: `points`, and `pao` for a share that a liable player takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError
from mjcore.settle.base_points import win_sides
from mjcore.settle.ledger import Ledger, Transfer, seat_of, several, table_size, whole


def settle_multiples(unit: SupportsIndex, multiples: Sequence[int], *, winner: SupportsIndex,
                     loser: SupportsIndex | None = None, liable: SupportsIndex | None = None,
                     scale: Fraction | int = 1, winners: Iterable[SupportsIndex] = (),
                     players: SupportsIndex = 4) -> Ledger:
    """`multiples`: how many units the loser pays, each other player beside a loser, each player after a self-draw
    (without a `loser`). `scale` is what one unit is worth. A `liable` player pays the shares of all. `winners`: all
    who win on the same tile, who pay each other nothing, as liable players neither.

    HandError for an impossible seat, RuleError for negative numbers and for a payment that would not be whole.

    >>> settle_multiples(8, [2, 1, 2], winner=1, loser=0).totals()
    (-16, 32, -8, -8)
    >>> settle_multiples(8, [2, 1, 2], winner=1).totals()
    (-16, 48, -16, -16)
    >>> settle_multiples(8, [2, 1, 2], winner=1, loser=0, liable=3, scale=Fraction(1, 4)).totals()
    (0, 8, 0, -8)
    >>> settle_multiples(8, [2, 1, 2], winner=1, loser=0, winners=[1, 2]).totals()
    (-16, 24, 0, -8)
    """
    number = table_size(players)
    by, payer = win_sides(winner, loser, None, number)
    share = whole(unit, "the unit")
    times_of = [whole(each, "a multiple") for each in several(multiples, "multiples")]
    if len(times_of) != 3 or share < 0 or scale <= 0 or min(times_of) < 0:
        raise RuleError(f"unit {share}, scale {scale}, multiples {times_of}: expected three multiples of 0 or more")
    for_all = None if liable is None else seat_of(liable, number, "liable player")
    if for_all == by:
        raise HandError(f"the liable player is seat {by}, the winner: expected another seat")
    free = {seat_of(seat, number, "winner") for seat in several(winners, "winners")}
    if payer in free or (payer is None and free - {by}):
        raise HandError(f"winners {sorted(free)}, loser {payer}: expected a loser who is none of several winners")
    if free and by not in free:
        raise HandError(f"winners {sorted(free)}: expected seat {by} among them, whose win is settled")
    if for_all in free:
        for_all = None
    of_loser, of_others, of_each = times_of
    entries = []
    for seat in range(number):
        times = of_each if payer is None else of_loser if seat == payer else of_others
        amount = share * times * Fraction(scale)
        if seat == by or seat in free or not amount:
            continue
        if amount.denominator != 1:
            raise RuleError(f"{times} times {share} units of {scale} are {amount}: expected a whole number")
        if for_all in (None, seat):
            entries.append(Transfer(seat, by, int(amount), "points", f"{times} x {share}"))
        else:
            entries.append(Transfer(for_all, by, int(amount), "pao", f"liable for the share of seat {seat}"))
    return Ledger(entries)
