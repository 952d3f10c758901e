"""When the round wind changes where the deal does not pass from seat to seat."""

from __future__ import annotations

from typing import SupportsIndex

from mjcore.settle.ledger import seat_of, table_size


def round_advances(dealer: SupportsIndex, following: SupportsIndex, *, first: SupportsIndex = 0,
                   players: SupportsIndex = 4) -> bool:
    """Whether the deal, going in turn order from `dealer` to the `following` one, comes to or past the first dealer of
    the game; a dealer who stays passes nobody.

    >>> round_advances(3, 0), round_advances(3, 1), round_advances(0, 2), round_advances(0, 0)
    (True, True, False, False)
    """
    number = table_size(players)
    old, new = seat_of(dealer, number, "dealer"), seat_of(following, number, "following dealer")
    start = seat_of(first, number, "first dealer")
    return 0 < (start - old) % number <= (new - old) % number
