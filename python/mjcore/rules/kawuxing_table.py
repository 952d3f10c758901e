"""The course of a hand of Kawuxing, as the table compiles it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcore.rules.kawuxing_play import ALL_READY_FACTOR, shown_factors
from mjcore.rules.options import Value, number

# numbers that a player is offered where any may be floated
MOST_FLOAT = 9


def table(values: Mapping[str, Value]) -> dict[str, Any]:
    """Floats before the deal is seen, hands that are shown, kongs that are dearer in a row."""
    cap, least, most = values["cap"], values["show_min_wall"], values["piao"]
    return {
        "kong_draw": "front",
        "piao_most": MOST_FLOAT if most is None else min(number(most), MOST_FLOAT),
        "multi": "all",
        "ready": "show",
        "ready_live": 0 if least is None else number(least),
        "frozen_kong": str(values["kong_after_show"]),
        "protect_shown": bool(values["protect_shown"]),
        "pay": {
            "family": "product",
            "base": number(values["base"]),
            "cap": -1 if cap is None else number(cap),
            "factors": shown_factors(values),
            "horse": str(values["horse"]),
            "liable_discard": bool(values["bao_hu"]),
            "kong": (number(values["kong_open"]), number(values["kong_added"]), number(values["kong_closed"])),
            "chain": str(values["chain"]),
            "draw": "nothing" if values["draw"] == "none" else "worth",
            "refund_flat": bool(values["kong_void_on_flat_draw"]),
            "all_ready_factor": ALL_READY_FACTOR,
        },
    }
