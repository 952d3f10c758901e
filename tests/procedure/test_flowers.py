"""Flowers of dealt hands: who draws which tile of the tail."""

from __future__ import annotations

import random

import pytest

from mjcore.errors import HandError, RuleError
from mjcore.procedure.flowers import replace_flowers


def drawn(hands: list[str], tail: str, dealer: int = 0, rounds: str = "by_round") -> list[tuple[int, str]]:
    return [(seat, str(tile)) for seat, tile in replace_flowers(hands, tail, dealer=dealer, rounds=rounds).drawn]


def test_by_round() -> None:
    """A flower for a flower waits until the others have had their turn."""
    hands = ["1m1f", "2m", "3m2f", "4m3f"]
    # seat 0 draws 5f, 2 draws 7p, 3 draws 6f; then 0 and 3 again
    assert drawn(hands, "5f7p6f8p9p") == [(0, "5f"), (2, "7p"), (3, "6f"), (0, "8p"), (3, "9p")]
    assert drawn(hands, "5f7p6f8p9p", rounds="until_clean") == [
        (0, "5f"), (0, "7p"), (2, "6f"), (2, "8p"), (3, "9p"),
    ]


def test_the_dealer_is_first() -> None:
    assert drawn(["1m1f", "2f", "3m", "4m3f"], "7p8p9p", dealer=3) == [(3, "7p"), (0, "8p"), (1, "9p")]


def test_all_flowers_of_a_hand_at_once() -> None:
    found = replace_flowers(["14f2m3f", "5m"], "2f6m7m8m")
    assert [[str(tile) for tile in hand] for hand in found.hands] == [["2m", "6m", "7m", "8m"], ["5m"]]
    assert [[str(tile) for tile in shown] for shown in found.flowers] == [["1f", "4f", "3f", "2f"], []]


def test_nothing_to_replace() -> None:
    found = replace_flowers(["123m", "456p"], "")
    assert (found.drawn, found.flowers) == ((), ((), ()))


def test_what_can_not_be() -> None:
    with pytest.raises(HandError, match="the tail has 1 tiles: expected more"):
        replace_flowers(["12f", "1m"], "5f")
    with pytest.raises(RuleError, match="rounds of flowers is 'never'"):
        replace_flowers(["1f", "1m"], "5m", rounds="never")
    with pytest.raises(HandError, match="dealer is seat 2"):
        replace_flowers(["1f", "1m"], "5m", dealer=2)


@pytest.mark.parametrize("rounds", ["by_round", "until_clean"])
def test_no_tile_is_lost(rounds: str) -> None:
    rng = random.Random(5)
    for _ in range(50):
        tiles = [f"{n}m" for n in range(1, 10)] * 4 + [f"{n}f" for n in range(1, 9)]
        rng.shuffle(tiles)
        hands = [tiles[5 * seat : 5 * seat + 5] for seat in range(4)]
        found = replace_flowers(hands, tiles[20:], dealer=rng.randrange(4), rounds=rounds)
        used = tiles[: 20 + len(found.drawn)]
        assert sorted(used) == sorted(str(tile) for part in (*found.hands, *found.flowers) for tile in part)
        assert [len(hand) for hand in found.hands] == [5] * 4
        assert not any(str(tile)[1] == "f" for hand in found.hands for tile in hand)
        assert [str(tile) for _, tile in found.drawn] == tiles[20 : 20 + len(found.drawn)]
