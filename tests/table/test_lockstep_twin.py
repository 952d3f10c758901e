"""The native table against its plain twin, hand by hand: every preset, sizes and modes, options drawn at random, with
fair walls and with walls that bring about what is rare.

At every decision both must ask the same seats for the same actions, hold the same tiles and have moved the same money.
MJCORE_LONG=1 takes thirty times as many hands.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

import mjcore as mj
from table.loaded_walls import loaded_wall
from table.lockstep_twin import lockstep
from table.option_sets import NAMES, VARIANTS, random_rules

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
HANDS = 2000 if LONG else 70
OPTION_SETS = 5000 if LONG else 250
STYLES = ("greedy", "wild", "random")

pytestmark = pytest.mark.native


def context(rules: mj.rules.RuleSet, rng: Random) -> dict[str, Any]:
    """What a hand may start with; half of the walls are loaded."""
    found: dict[str, Any] = {
        "dealer": rng.randrange(rules.players), "streak": rng.randrange(3), "honba": rng.randrange(4),
        "sticks": rng.randrange(3), "round_wind": rng.choice("ESWN"), "game": rng.randrange(3),
    }
    if rules.id == "riichi" and rng.random() < 0.3:
        found["scores"] = tuple(100 * rng.randrange(-5, 500) for _ in range(rules.players))
    if rng.random() < 0.6:
        found["wall"] = loaded_wall(rules, rng)
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_hands_of_every_rule_set(name: str) -> None:
    rules, counts = VARIANTS[name], Counter[str]()
    for seed in range(HANDS):
        rng = Random(f"{name} {seed}")
        lockstep(rules, seed, rng.choice(STYLES), counts, **context(rules, rng))
    print(dict(counts))
    assert sum(number for what, number in counts.items() if what.startswith("end ")) == HANDS
    assert counts["end win"] + counts["win"] > 0


@pytest.mark.parametrize("name", NAMES)
def test_random_options(name: str) -> None:
    counts = Counter[str]()
    for seed in range(OPTION_SETS):
        rng = Random(f"options of {name} {seed}")
        rules = random_rules(name, rng)
        for style in ("greedy", "wild"):
            lockstep(rules, seed, style, counts, **context(rules, rng))
    print(dict(counts))
    assert counts["win"] > 0
