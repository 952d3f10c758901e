"""Whose discards made the melds of a hand: what liability for a meld goes by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from mjcore.errors import RuleError, brief
from mjcore.hand.melds import Meld
from mjcore.settle.ledger import seat_of, table_size, whole


def fed_meld(melds: Iterable[Meld | str], number: SupportsIndex) -> Meld | None:
    """The `number`-th claimed meld (from 1) of those in the order they were made; None if there are not so many. A
    concealed kong is not claimed, an added kong stands in the place of its pung.

    >>> fed_meld(["[123m<]", "(5555z)", "[777p^]"], 2)
    Meld('[777p^]')
    """
    place = whole(number, "the number of a meld")
    if place < 1:
        raise RuleError(f"the number of a meld is {place}: expected 1 or more")
    claimed = [meld for meld in map(Meld, melds) if meld.source]
    return claimed[place - 1] if len(claimed) >= place else None


def source_seat(source: str, owner: SupportsIndex, players: SupportsIndex = 4) -> int:
    """The seat that ``<`` (the previous one), ``^`` or ``>`` (the next one) stands for where `owner` looks from.

    >>> source_seat("<", owner=0), source_seat("^", owner=3)
    (3, 1)
    """
    number = table_size(players)
    steps = {"<": number - 1, "^": 2, ">": 1}
    if source not in steps:
        raise RuleError(f"the source of a meld is {brief(source)}: expected one of < ^ >")
    return (seat_of(owner, number, "owner") + steps[source]) % number
