"""Replacement tiles picked by a die, the holes they leave, the limit on tiles that are played."""

from __future__ import annotations

from random import Random

import pytest

from mjcore.errors import HandError, RuleError
from mjcore.procedure.replacement import back_tile, draws_left, left_to_draw, picked_by_die


@pytest.mark.parametrize(
    ("left", "die", "expected"),
    [
        ([2] * 10, 1, (1, "top")), ([2] * 10, 6, (6, "top")),
        # the upper tile was taken before
        ([2, 2, 1, 2], 3, (3, "bottom")),
        # the stack is gone: the nearest one toward the back
        ([2, 2, 0, 2], 3, (2, "top")), ([1, 0, 0, 2], 3, (1, "bottom")),
        # none there either: the nearest one toward the front
        ([0, 0, 0, 1, 2], 2, (4, "bottom")),
        # a wall that is shorter than the die shows
        ([2, 2], 6, (2, "top")), ([1], 6, (1, "bottom")),
    ],
)
def test_the_die_picks(left: list[int], die: int, expected: tuple[int, str]) -> None:
    assert picked_by_die(left, die) == expected


def test_flowers_are_replaced_from_the_very_back() -> None:
    assert [back_tile(left) for left in ([2, 2], [1, 2], [0, 2])] == [(1, "top"), (1, "bottom"), (2, "top")]


def test_later_draws_pass_over_the_holes() -> None:
    assert draws_left([2, 1, 0, 2]) == ((1, "top"), (1, "bottom"), (2, "bottom"), (4, "top"), (4, "bottom"))
    assert draws_left([]) == ()


def test_a_wall_is_emptied_by_die_and_draw() -> None:
    """Every tile is taken once, whatever the order."""
    rng = Random(3)
    for _ in range(50):
        left = [2] * 12  # from the back
        taken = set()
        while any(left):
            if rng.random() < 0.5:
                place, half = picked_by_die(left, rng.randint(1, 6))
            else:
                front, half = draws_left(left[::-1])[0]
                place = len(left) + 1 - front
            assert half == ("top" if left[place - 1] == 2 else "bottom")
            left[place - 1] -= 1
            taken.add((place, half))
        assert len(taken) == 24
        assert draws_left(left) == ()


@pytest.mark.parametrize("die", [0, 7, -1])
def test_a_die_has_six_faces(die: int) -> None:
    with pytest.raises(HandError, match=r"expected 1\.\.6"):
        picked_by_die([2, 2], die)


def test_what_can_not_be() -> None:
    with pytest.raises(HandError, match="no tile is left"):
        picked_by_die([0, 0], 1)
    with pytest.raises(HandError, match="expected 0, 1 or 2 each"):
        draws_left([2, 3])
    with pytest.raises(RuleError):
        picked_by_die([2], True)


def test_the_limit() -> None:
    assert [left_to_draw(taken, limit=120) for taken in (0, 53, 119, 120)] == [120, 67, 1, 0]
    with pytest.raises(HandError, match="121 tiles have left the wall: expected 120 at most"):
        left_to_draw(121, limit=120)
    with pytest.raises(RuleError):
        left_to_draw(-1, limit=120)
