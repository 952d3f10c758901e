"""A win where every loser pays a base, and the winner's points are paid by one or by all."""

from __future__ import annotations

from typing import SupportsIndex

from mjcore.errors import HandError, RuleError
from mjcore.settle.ledger import Ledger, Transfer, seat_of, table_size, whole


def win_sides(winner: SupportsIndex, loser: SupportsIndex | None, self_draw: bool | None, players: int
              ) -> tuple[int, int | None]:
    """Winner and loser as checked seats: a self-draw has no loser, every other win one.

    The loser is the player whose tile won: the discarder, or the one whose kong was robbed.
    With `self_draw` None the loser alone says how the hand was won.
    """
    by = seat_of(winner, players, "winner")
    if loser is None:
        if self_draw is False:
            raise HandError("a win on another player's tile without a loser: expected that player's seat")
        return by, None
    if self_draw:
        raise HandError(f"a self-draw with a loser ({loser}): expected none, all others pay")
    payer = seat_of(loser, players, "loser")
    if payer == by:
        raise HandError(f"seat {by} wins on its own tile: expected another loser, or a self-draw")
    return by, payer


def settle_base_points(points: SupportsIndex, *, base: SupportsIndex, winner: SupportsIndex,
                       loser: SupportsIndex | None = None, self_draw: bool | None = None,
                       players: SupportsIndex = 4) -> Ledger:
    """Each other player pays the winner `base`; `points` are paid by each on a self-draw, else by `loser`.

    `loser` is None for a self-draw; where `self_draw` is given, it must say the same.
    Reasons in the ledger: `base`, `points`. `HandError` for an impossible seat or a missing or
    needless loser, `RuleError` for a negative number.

    >>> settle_base_points(9, base=8, winner=1, loser=0).totals()
    (-17, 33, -8, -8)
    >>> settle_base_points(9, base=8, winner=1).totals()
    (-17, 51, -17, -17)
    """
    number = table_size(players)
    by, payer = win_sides(winner, loser, self_draw, number)
    share, score = whole(base, "the base"), whole(points, "the points")
    if share < 0 or score < 0:
        raise RuleError(f"base {share}, points {score}: expected 0 or more")
    entries = []
    for seat in range(number):
        if seat == by:
            continue
        if share:
            entries.append(Transfer(seat, by, share, "base", "base"))
        if score and payer in (None, seat):
            entries.append(Transfer(seat, by, score, "points", "points"))
    return Ledger(entries)
