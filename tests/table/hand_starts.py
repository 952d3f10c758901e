"""What a random hand starts with, and how many are played."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import mjcore as mj
from table.loaded_walls import loaded_wall

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
# under the sanitizers of .ci/run, several times slower
SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
STYLES = ("greedy", "wild", "random")


def context(rules: mj.rules.RuleSet, rng: Random) -> dict[str, Any]:
    """Arguments of a table; more than half of the walls are loaded."""
    found: dict[str, Any] = {
        "dealer": rng.randrange(rules.players), "streak": rng.randrange(3), "honba": rng.randrange(4),
        "sticks": rng.randrange(3), "round_wind": rng.choice("ESWN"), "game": rng.randrange(3),
    }
    if rules.id == "riichi" and rng.random() < 0.3:
        found["scores"] = tuple(100 * rng.randrange(-5, 500) for _ in range(rules.players))
    if rng.random() < 0.6:
        found["wall"] = loaded_wall(rules, rng)
    return found
