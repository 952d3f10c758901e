"""Walls, their opening by the dice, and the deal, against worked cases and the formulas of the rule texts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from mjcore.errors import HandError, RuleError
from mjcore.procedure.parts import Dealt
from mjcore.procedure.walls import deal_counts, dealt, drawing_order, open_wall, tile_count, wall_stacks

DICE = range(1, 7)
# a set, its walls -> stacks, the dealer's wall first
STACKS = [
    (108, 4, (14, 13, 14, 13)),
    (84, 4, (11, 10, 11, 10)),
    (156, 4, (20, 19, 20, 19)),
    (144, 4, (18, 18, 18, 18)),
    (136, 4, (17, 17, 17, 17)),
    (138, 4, (18, 17, 17, 17)),
    (142, 4, (18, 18, 18, 17)),
    (136, 3, (23, 23, 22)),
    (108, 3, (18, 18, 18)),
    (108, 2, (27, 27)),
    (108, 5, (11, 11, 11, 11, 10)),
    (108, 7, (8, 8, 8, 8, 8, 7, 7)),
    (108, 10, (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)),
]


@pytest.mark.parametrize(("tiles", "walls", "stacks"), STACKS)
def test_stacks(tiles: int, walls: int, stacks: tuple[int, ...]) -> None:
    assert wall_stacks(tiles, walls) == stacks
    for dealer in range(walls):
        turned = wall_stacks(tiles, walls, dealer)
        assert turned[dealer:] + turned[:dealer] == stacks
        assert 2 * sum(turned) == tiles


@pytest.mark.parametrize(("arguments", "hands", "wall"), [
    ((108, 4, 13), (14, 13, 13, 13), 55),
    ((108, 2, 13), (14, 13), 81),
    ((108, 3, 13), (14, 13, 13), 68),
    ((108, 5, 10), (11, 10, 10, 10, 10), 57),
    ((108, 6, 7), (8, 7, 7, 7, 7, 7), 65),
    ((108, 7, 4), (5, 4, 4, 4, 4, 4, 4), 79),
    ((108, 8, 4), (5, 4, 4, 4, 4, 4, 4, 4), 75),
    ((84, 4, 13), (14, 13, 13, 13), 31),
    ((144, 3, 13, 20), (14, 13, 13), 84),
    ((144, 4, 16, 16), (17, 16, 16, 16), 63),
    ((144, 4, 12, 0, 1), (13, 12, 12, 12), 95),
])
def test_deal(arguments: Any, hands: tuple[int, ...], wall: int) -> None:
    assert deal_counts(*arguments) == Dealt(hands, wall)


def test_tile_count() -> None:
    assert tile_count({4: "123456789m123456789p123456789s1234567z", 1: "12345678f"}) == 144
    assert tile_count({4: "123456789m123456789p567z"}) == 84


def test_one_roll_of_three_dice() -> None:
    """The worked case of the Guangdong text: 2 + 3 + 4 = 9."""
    opening = open_wall([2, 3, 4], tiles=144, players=4, hand=13, skip="first", dice_count=3)
    assert (opening.wall_seat, opening.start) == (0, 10)
    assert opening.jump == ((3, 16, "top"), (3, 18, "top"))
    assert [hand[-1] for hand in opening.hands[1:]] == [(3, 16, "bottom"), (3, 17, "top"), (3, 17, "bottom")]
    assert opening.live_next == (3, 18, "bottom")
    assert opening.live == 91
    assert opening.second_roller is None


@pytest.mark.parametrize("dealer", range(4))
def test_one_roll_by_the_formula(dealer: int) -> None:
    """hk.md: position p = n + k of stack k; owner (w - p // 18) mod 4, stack p mod 18 + 1 from the right."""
    for dice in product(DICE, DICE, DICE):
        opening = open_wall(dice, tiles=144, players=4, hand=13, skip="first", dice_count=3, dealer=dealer)
        n = sum(dice)
        w = (dealer + n - 1) % 4
        assert (opening.wall_seat, opening.skip) == (w, n)
        expected = [
            ((w - p // 18) % 4, p % 18 + 1, half) for p in range(n, n + 72) for half in ("top", "bottom")
        ]
        assert list(opening.order) == expected


# the verse of the two dice: 5, 9 own; 2, 6, 10 next; 3, 7, 11 opposite; 4, 8, 12 previous
VERSE = {5: 0, 9: 0, 2: 1, 6: 1, 10: 1, 3: 2, 7: 2, 11: 2, 4: 3, 8: 3, 12: 3}


def test_the_smaller_die() -> None:
    for a, b, dealer in product(DICE, DICE, range(4)):
        opening = open_wall([a, b], tiles=108, players=4, hand=13, skip="smaller", dealer=dealer)
        assert (opening.wall_seat - dealer) % 4 == VERSE[a + b]
        assert opening.skip == min(a, b)
        assert opening.live == 55
        assert opening.order[0] == (opening.wall_seat, opening.skip + 1, "top")
    assert open_wall([5, 4], tiles=108, players=4, hand=13, skip="smaller").stacks == (14, 13, 14, 13)


@pytest.mark.parametrize(("skip", "dice", "wall_seat", "skipped"), [
    ("both", [[3, 4], [2, 3]], 2, 12),
    ("both", [[4, 5], [6, 6]], 0, 21),
    ("both", [[5, 5], [1, 1]], 1, 12),
    ("both", [[2, 2], [4, 3]], 3, 11),
    ("second", [[2, 4], [5, 6]], 1, 11),
    ("second", [[1, 2], [6, 6]], 2, 12),
])
def test_two_rolls(skip: str, dice: list[list[int]], wall_seat: int, skipped: int) -> None:
    opening = open_wall(dice, tiles=136, players=4, hand=13, skip=skip)
    assert (opening.wall_seat, opening.second_roller) == (wall_seat, wall_seat)
    assert (opening.skip, opening.start) == (skipped, skipped + 1)
    # counting runs on into the wall of the seat before
    first = opening.order[0]
    assert first == ((wall_seat, skipped + 1, "top") if skipped < 17 else ((wall_seat - 1) % 4, skipped - 16, "top"))


def test_a_wall_without_a_player() -> None:
    opening = open_wall([[2, 2], [4, 3]], tiles=144, players=3, walls=4, hand=13, skip="both", dealer=0)
    assert (opening.wall_seat, opening.second_roller) == (3, 0)
    assert len(opening.hands) == 3


@pytest.mark.parametrize(("tiles", "players", "hand", "extra", "reserved"), [
    (144, 4, 13, 1, 0), (144, 4, 16, 1, 16), (108, 5, 10, 1, 0), (108, 7, 4, 1, 0), (84, 3, 13, 1, 0),
    (136, 4, 13, 0, 14),
])
def test_every_tile_once(tiles: int, players: int, hand: int, extra: int, reserved: int) -> None:
    for dealer in range(players):
        opening = open_wall([1, 6], tiles=tiles, players=players, hand=hand, skip="first", dealer=dealer, extra=extra,
                            reserved=reserved)
        assert len(set(opening.order)) == len(opening.order) == tiles
        assert {(wall, stack) for wall, stack, _ in opening.order} == {
            (wall, stack + 1) for wall, stacks in enumerate(opening.stacks) for stack in range(stacks)
        }
        taken = [place for places in opening.hands for place in places]
        assert sorted(taken) == sorted(opening.order[:tiles - reserved - opening.live])
        assert [len(places) for places in opening.hands] == [
            hand + (seat == dealer) * extra for seat in range(players)
        ]
        assert opening.hands[dealer][:4] == opening.order[:4]
        assert opening.jump == opening.hands[dealer][hand // 4 * 4:]
        assert opening.live_next == opening.order[len(taken)]


def test_no_live_tiles() -> None:
    opening = open_wall([1, 1], tiles=108, players=4, hand=13, skip="smaller", reserved=55)
    assert (opening.live, opening.live_next) == (0, None)


def test_dealt_in_blocks() -> None:
    assert dealt(4, 16)[0] == (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51, 64)
    assert dealt(4, 12)[0][-1] == 48
    assert dealt(5, 10)[1] == (4, 5, 6, 7, 24, 25, 26, 27, 41, 46)


GOOD: dict[str, Any] = {"tiles": 108, "players": 4, "hand": 13, "skip": "smaller"}


@pytest.mark.parametrize("dice", [
    [], [3], [3, 7], [0, 3], [3, 4, 5], [[3, 4]] * 2, "34", 7, None, [[]],
])
def test_impossible_dice(dice: Any) -> None:
    with pytest.raises(HandError):
        open_wall(dice, **GOOD)


@pytest.mark.parametrize("dice", [[3.0, 4], [True, 4], ["3", 4], [3, [4]], [[3, 4], 5]])
def test_dice_are_whole_numbers(dice: Any) -> None:
    with pytest.raises(RuleError):
        open_wall(dice, **GOOD)


@pytest.mark.parametrize("change", [
    {"tiles": 107}, {"tiles": -2}, {"tiles": 10**6}, {"tiles": 52}, {"players": 1}, {"hand": -1}, {"hand": 27},
    {"skip": "sum"}, {"reserved": 56}, {"reserved": -1}, {"extra": -1}, {"walls": 1}, {"tiles": "108"},
])
def test_impossible_walls(change: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        open_wall([3, 4], **{**GOOD, **change})


@pytest.mark.parametrize("dealer", [4, -1, None, True, "0"])
def test_impossible_dealers(dealer: Any) -> None:
    with pytest.raises(HandError):
        open_wall([3, 4], **GOOD, dealer=dealer)
    with pytest.raises(HandError):
        wall_stacks(108, 4, dealer)


def test_more_stacks_counted_off_than_there_are() -> None:
    with pytest.raises(RuleError, match=r"expected 0\.\.53"):
        drawing_order([14, 13, 14, 13], 0, 54)
