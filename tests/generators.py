"""Wins of Chinese Official Mahjong made up so that every fan occurs, and hands that are no win.

Every function takes a seed or a `random.Random` and gives the same hands for the same seed. The facts
are always possible at a table (no five copies, no robbed tile that is also in the hand, ...), unless
the name of the function says otherwise.

>>> hands = list(wins(3, seed=1))
>>> [to_win_arguments(hand) for hand in hands] == [to_win_arguments(hand) for hand in wins(3, seed=1)]
True
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from recipes import RECIPES, circumstances, ordinary
from reference.facts import (
    KINDS,
    PlainMeld,
    PlainWin,
    count,
    impossible,
    to_pymahjonggb,
    to_text,
    to_win_arguments,
)
from reference.hand import readings

__all__ = [
    "PlainMeld",
    "PlainWin",
    "impossible_wins",
    "non_wins",
    "ordinary_wins",
    "to_pymahjonggb",
    "to_text",
    "to_win_arguments",
    "wins",
]


def wins(number: int, seed: int = 0) -> Iterator[PlainWin]:
    """`number` wins in which every fan of the table occurs: each at least 30 times in 5,000."""
    rng = Random(seed)
    recipes, weights = list(RECIPES), list(RECIPES.values())
    for recipe in rng.choices(recipes, weights, k=number):
        yield recipe(rng)


def ordinary_wins(number: int, seed: int = 0) -> Iterator[PlainWin]:
    """`number` wins of random sets, none sought for its fans."""
    rng = Random(seed)
    return (ordinary(rng) for _ in range(number))


def non_wins(number: int, seed: int = 0) -> Iterator[PlainWin]:
    """`number` claims to a win whose tiles form no winning shape: random tiles, and wins with one
    concealed tile exchanged."""
    rng = Random(seed)
    while number:
        base = rng.choice(list(RECIPES))(rng)
        free = [kind for kind in range(KINDS) for _ in range(4 - base.melded[kind])]
        if rng.random() < 0.3:
            tiles = rng.sample(free, sum(base.counts))
        else:
            tiles = [*base.concealed, base.win]
            tiles[rng.randrange(len(tiles))] = rng.choice(free)
        counts = count(tiles)
        whole = max(a + b for a, b in zip(counts, base.melded, strict=True)) <= 4
        if whole and not readings(counts, len(base.melds)):
            number -= 1
            yield circumstances(rng, replace(base, counts=counts, win=rng.choice(tiles), how="discard"))


def impossible_wins(number: int, seed: int = 0) -> Iterator[PlainWin]:
    """`number` wins with at least one circumstance that their tiles contradict (`facts.impossible`)."""
    rng = Random(seed)
    while number:
        win = rng.choice(list(RECIPES))(rng)
        win = replace(
            win,
            how=rng.choice(("self_draw", "discard", "rob_kong")),
            last_tile=win.last_tile or rng.random() < 0.3,
            after_kong=win.after_kong or rng.random() < 0.3,
            last_copy=win.last_copy or rng.random() < 0.3,
        )
        if impossible(win):
            number -= 1
            yield win
