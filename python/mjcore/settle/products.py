"""A win that each payer pays in a product of its own: the hand's, times a factor for hands laid open, up to a cap; and
what stands beside the product, floats and a turned tile.

Reasons in the ledger: `points`, `float`, `horse`; `pao` for a share that a liable player takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError, brief
from mjcore.settle.base_points import win_sides
from mjcore.settle.ledger import Ledger, Transfer, seat_of, several, table_size, whole

# factors by who has laid the hand open: nobody, the winner, the payer, both
FACTORS = (1, 2, 2, 2)


def settle_product(product: SupportsIndex, *, winner: SupportsIndex, loser: SupportsIndex | None = None,
                   base: SupportsIndex = 1, shown: Iterable[SupportsIndex] = (), factors: Sequence[int] = FACTORS,
                   cap: SupportsIndex | None = None, floats: Sequence[SupportsIndex] | None = None,
                   horse: SupportsIndex = 0, liable: SupportsIndex | None = None, players: SupportsIndex = 4
                   ) -> Ledger:
    """`loser` pays, without one each other player: the product times the factor for the two hands laid open, `cap` at
    most, times `base`; and beside it what the winner and the payer float, and `horse` points.

    `shown` are the seats that have laid their hands open, `floats` a number for each seat. A `liable` player pays the
    shares of all other players, whoever gave the tile. HandError for an impossible seat, RuleError for impossible
    numbers.

    >>> settle_product(2, winner=0, shown=[0], cap=8, horse=10, players=3).totals(3)
    (28, -14, -14)
    >>> settle_product(2, winner=0, loser=1, floats=[1, 3, 0], players=3).totals(3)
    (6, -6, 0)
    >>> settle_product(2, winner=0, loser=1, shown=[2], liable=1, players=3).totals(3)
    (6, -6, 0)
    """
    number = table_size(players)
    by, payer = win_sides(winner, loser, None, number)
    worth, unit = _counted(product, "the product", 1), _counted(base, "the base", 1)
    most = None if cap is None else _counted(cap, "the cap", 1)
    points = _counted(horse, "the points of the horse", 0)
    if len(factors) != 4:
        raise RuleError(f"factors {brief(factors)}: expected four, for nobody, winner, payer and both shown")
    times = [_counted(factor, "a factor", 1) for factor in factors]
    open_hands = {seat_of(seat, number, "player whose hand is shown") for seat in several(shown, "shown")}
    chosen = _floats(floats, number)
    for_all = None if liable is None else seat_of(liable, number, "liable player")
    if for_all == by:
        raise HandError(f"the liable player is seat {by}, the winner: expected another seat")
    everybody = payer is None or for_all is not None
    entries = []
    for seat in range(number) if everybody else [payer]:
        if seat == by or seat is None:
            continue
        share = worth * times[(by in open_hands) + 2 * (seat in open_hands)]
        if most is not None:
            share = min(share, most)
        parts = ((share * unit, "points", f"{share} times the base"), (chosen[by] + chosen[seat], "float", "floats"),
                 (points, "horse", "the turned tile"))
        for amount, reason, text in parts:
            if not amount:
                continue
            if for_all in (None, seat):
                entries.append(Transfer(seat, by, amount, reason, text))
            else:
                entries.append(Transfer(for_all, by, amount, "pao", f"{text}, liable for seat {seat}"))
    return Ledger(entries)


def _floats(floats: Sequence[SupportsIndex] | None, players: int) -> list[int]:
    if floats is None:
        return [0] * players
    chosen = [_counted(each, "a float", 0) for each in several(floats, "floats")]
    if len(chosen) != players:
        raise HandError(f"floats {chosen}: expected one for each of {players} seats")
    return chosen


def _counted(value: SupportsIndex, what: str, least: int) -> int:
    number = whole(value, what)
    if number < least:
        raise RuleError(f"{what} is {number}: expected {least} or more")
    return number
