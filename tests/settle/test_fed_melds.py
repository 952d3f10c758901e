"""Whose discard made which claimed meld."""

from __future__ import annotations

import pytest

from mjcore.errors import HandError, RuleError
from mjcore.hand.melds import Meld
from mjcore.settle.fed_melds import fed_meld, source_seat

MELDS = ["(1111z)", "[423s<]", "[5555m+^]", "[7777p>]", "[222z<]"]


def test_claimed_melds_are_counted() -> None:
    assert [fed_meld(MELDS, number) for number in range(1, 6)] == [*map(Meld, MELDS[1:]), None]
    assert fed_meld(["(1111z)", "(2222z)"], 1) is None
    with pytest.raises(RuleError, match="number of a meld is 0"):
        fed_meld(MELDS, 0)


def test_seats() -> None:
    assert [source_seat(source, 0) for source in "<^>"] == [3, 2, 1]
    assert [source_seat(source, 3) for source in "<^>"] == [2, 1, 0]
    assert [source_seat(source, 0, 3) for source in "<>"] == [2, 1]
    with pytest.raises(RuleError, match="source of a meld is ''"):
        source_seat("", 0)
    with pytest.raises(HandError, match="owner is seat 4"):
        source_seat("<", 4)
