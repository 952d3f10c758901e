"""The course of a hand of Hong Kong mahjong, as the table compiles it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mjcore.errors import RuleError
from mjcore.rules.options import Value, number, numbers

MOST_FAAN = 13
# what one share pays by faan: doubled every second faan from 4 on; always; at 4, 7 and 10
HALF_SPICY = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
FULL_SPICY = tuple(2**faan for faan in range(MOST_FAAN + 1))
AT_4_7_10 = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64)
UNIT_TABLES = {"half_spicy": HALF_SPICY, "full_spicy": FULL_SPICY, "4710": AT_4_7_10}


def table(values: Mapping[str, Value]) -> dict[str, Any]:
    """Flowers by rounds; a kong may follow a claim; wins on flowers."""
    scale, shares = Fraction(str(values["chip_value"])), numbers(values["payment"])
    units = UNIT_TABLES[str(values["unit_table"])][number(values["min_faan"]):number(values["limit"]) + 1]
    if any((unit * share * scale).denominator != 1 for unit in units for share in shares):
        raise RuleError(f"chip_value {values['chip_value']}: some wins would be paid in parts of a whole; expected a "
                        "value, a min_faan or a payment that keeps them whole")
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
            "shares": shares,
            "scale_over": scale.numerator,
            "scale_under": scale.denominator,
            "fourth_meld_liable": bool(values["pao_12"]),
        },
    }
