"""The native table against its plain twin, hand by hand: every preset, sizes and modes, options drawn at random, with
fair walls and with walls that bring about what is rare.

At every decision both must ask the same seats for the same actions, hold the same tiles and have moved the same money;
at the end rivers, melds and wins are the same too.
MJCORE_LONG=1 takes twenty times as many hands.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from table.hand_starts import LONG, SANITIZED, STYLES, context
from table.lockstep_twin import lockstep
from table.option_sets import NAMES, VARIANTS, random_rules

HANDS = 2000 if LONG else 10 if SANITIZED else 70
OPTION_SETS = 5000 if LONG else 20 if SANITIZED else 160



@pytest.mark.parametrize("name", VARIANTS)
def test_hands_of_every_rule_set(name: str) -> None:
    rules, counts = VARIANTS[name], Counter[str]()
    for seed in range(HANDS):
        rng = Random(f"{name} {seed}")
        lockstep(rules, seed, rng.choice(STYLES), counts, **context(rules, rng))
    print(dict(counts))
    assert sum(number for what, number in counts.items() if what.startswith("end ")) == HANDS
    assert SANITIZED or counts["win"] > 0


@pytest.mark.parametrize("name", NAMES)
def test_random_options(name: str) -> None:
    counts = Counter[str]()
    for seed in range(OPTION_SETS):
        rng = Random(f"options of {name} {seed}")
        rules = random_rules(name, rng)
        for style in ("greedy", "wild"):
            lockstep(rules, seed, style, counts, **context(rules, rng))
    print(dict(counts))
    assert SANITIZED or counts["win"] > 0
