"""Who deals next."""

from __future__ import annotations

from typing import Any

import pytest

from mjcore.errors import HandError, RuleError
from mjcore.procedure.succession import next_dealer

WINNER: dict[str, Any] = {"after_win": "winner"}
LAST: dict[str, Any] = {"after_win": "winner", "after_draw": "last_drawer"}
FROM_ONE: dict[str, Any] = {"first_streak": 1}


@pytest.mark.parametrize(("dealer", "winners", "more", "expected"), [
    # the dealer stays if it won, else the deal passes on
    (0, [0], {}, (0, 1)),
    (0, [0], {"streak": 1}, (0, 2)),
    (0, [2], {"streak": 1}, (1, 0)),
    (3, [2], {"streak": 4}, (0, 0)),
    (0, [0, 2], {}, (0, 1)),
    (1, [2, 0], {"discarder": 1}, (2, 0)),
    (2, [2, 0], {"discarder": 1, "streak": 3}, (2, 4)),
    (0, [], {}, (0, 1)),
    (0, [], {"draw_counts": False, "streak": 2}, (0, 2)),
    (0, [0], {"draw_counts": False, "streak": 2}, (0, 3)),
    (0, [], {"after_draw": "pass", "streak": 2}, (1, 0)),
    # the streak may count from one
    (0, [0], {**FROM_ONE, "streak": 1}, (0, 2)),
    (1, [0], {**FROM_ONE, "streak": 3}, (2, 1)),
    # the deal always passes on
    (3, [3], {"after_win": "pass"}, (0, 0)),
    # the winner deals; of several who gave the tile, or the nearest after it
    (0, [2], WINNER, (2, 0)),
    (0, [2], {**WINNER, "discarder": 1}, (2, 0)),
    (2, [2], WINNER, (2, 1)),
    (0, [1, 3], {**WINNER, "discarder": 2}, (2, 0)),
    (2, [1, 3], {**WINNER, "discarder": 2}, (2, 1)),
    (0, [1, 3], {**WINNER, "discarder": 2, "several": "nearest"}, (3, 0)),
    (0, [], WINNER, (0, 1)),
    # after a drawn hand who drew last
    (0, [], {**LAST, "last_drawer": 2}, (2, 0)),
    (2, [], {**LAST, "last_drawer": 2}, (2, 1)),
    (0, [1], {**LAST, "last_drawer": 2}, (1, 0)),
])
def test_next_dealer(dealer: int, winners: list[int], more: dict[str, Any], expected: tuple[int, int]) -> None:
    assert next_dealer(dealer, winners, players=4, **more) == expected


def test_other_tables() -> None:
    assert next_dealer(2, [0], players=3) == (0, 0)
    assert next_dealer(6, [3], players=7) == (0, 0)
    assert next_dealer(6, [3], players=7, **WINNER) == (3, 0)


@pytest.mark.parametrize(("dealer", "winners", "more"), [
    (4, [0], {}),
    (None, [0], {}),
    (0, [4], {}),
    (0, [1, 1], {"discarder": 2}),
    (0, ["1"], {}),
    (0, [1], {"discarder": 1}),
    (0, [1], {"discarder": 4}),
    (0, [1], {"last_drawer": 4}),
    (0, [1, 2], WINNER),
    (0, [], LAST),
])
def test_impossible_seats(dealer: Any, winners: Any, more: dict[str, Any]) -> None:
    with pytest.raises(HandError):
        next_dealer(dealer, winners, players=4, **more)


@pytest.mark.parametrize("more", [
    {"after_win": "stay"}, {"after_draw": "winner"}, {"several": "all"}, {"streak": -1}, {"streak": 1.5},
    {"streak": True}, {"players": 1}, {"streak": 0, **FROM_ONE},
])
def test_what_no_game_has(more: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        next_dealer(0, [1], **{"players": 4, **more})
