"""The round wind where the winner deals."""

from __future__ import annotations

import pytest

from mjcore.errors import HandError
from mjcore.procedure.rounds import round_advances


@pytest.mark.parametrize("players", [3, 4])
def test_against_a_walk_around_the_table(players: int) -> None:
    for first in range(players):
        for dealer in range(players):
            for following in range(players):
                seat, passed = dealer, False
                while seat != following:
                    seat = (seat + 1) % players
                    passed |= seat == first
                assert round_advances(dealer, following, first=first, players=players) is passed


def test_seats() -> None:
    with pytest.raises(HandError, match="following dealer"):
        round_advances(0, 4)
