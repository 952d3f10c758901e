"""The course of a hand of Hong Kong mahjong, as the table compiles it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from mjcore.rules.options import Value, number, numbers


def table(values: dict[str, Value]) -> dict[str, Any]:
    """Flowers by rounds; a kong may follow a claim; wins on flowers."""
    scale = Fraction(str(values["chip_value"]))
    return {
        "kong_draw": "back",
        "flower_rounds": str(values["flower_rounds"]),
        "flower_win": 0 if values["flower_win"] == "off" else number(values["flower_win"]),
        "chow": True,
        "multi": str(values["multi"]),
        "kong_after_claim": True,
        "rob_orphans": bool(values["rob_closed_kong_13"]),
        "bar_turn": bool(values["same_turn_bar"]),
        "first_discard": "dealer",
        "pay": {
            "family": "multiples",
            "shares": numbers(values["payment"]),
            "scale_over": scale.numerator,
            "scale_under": scale.denominator,
            "fourth_meld_liable": bool(values["pao_12"]),
        },
    }
