"""The course of a hand of Dazhong, as the table compiles it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcore.fans.han_fu import next_kind
from mjcore.rules import mcr_table
from mjcore.rules.options import Value, number

# of tiles that sets are made of
KINDS = 34


def wild_kind(values: Mapping[str, Value], kind: int) -> int:
    """The kind that a turned tile of this kind makes wild, where one is turned."""
    return next_kind(kind) if values["caishen"] == "next" else kind


def table(values: Mapping[str, Value]) -> dict[str, Any]:
    """As MCR, but that a die says the replacement of a kong, and that only so many tiles are played."""
    return {
        **mcr_table.table(values),
        "kong_draw": "die",
        "wall_limit": number(values["wall_limit"]),
        "wild_of": () if values["caishen"] == "none" else tuple(1 << wild_kind(values, kind) for kind in range(KINDS)),
    }
