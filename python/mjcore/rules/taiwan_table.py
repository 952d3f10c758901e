"""The course of a hand of Taiwanese mahjong, as the table compiles it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcore.errors import RuleError
from mjcore.rules.options import Value, number

FLOWERS = 8
# more than any hand is worth, and than a dealer stays; what one player can pay in all is below 2^31
MOST_TAI = 200
MOST_STREAK = 250
MOST_PAID = 1 << 28


def table(values: Mapping[str, Value]) -> dict[str, Any]:
    """Tiles kept back, more with each kong; ready hands declared in the first turn; seven flowers rob the eighth."""
    streak = number(values["dealer_tai"]) + number(values["streak_tai"]) * MOST_STREAK
    if number(values["base"]) + number(values["unit"]) * (MOST_TAI + streak) > MOST_PAID:
        raise RuleError("base, unit and the tai of the dealer: a hand may cost more than a table counts "
                        f"({MOST_PAID})")
    return {
        "kong_draw": "back",
        "reserve": number(values["dead_wall"]),
        "reserve_kong": 1,
        "flower_rounds": "by_round",
        "flower_win": FLOWERS,
        "rob_flower": True,
        "chow": True,
        "last_pung": True,
        "last_chow": True,
        "multi": str(values["multi"]),
        "bar_turn": bool(values["same_turn_bar"]),
        "ready": "listen",
        "ready_at_deal": True,
        "frozen_kong": "never",
        "first_discard": "any",
        "pay": {
            "family": "dealer",
            "base": number(values["base"]),
            "unit": number(values["unit"]),
            "dealer_points": number(values["dealer_tai"]),
            "streak_points": number(values["streak_tai"]),
        },
    }
