"""The course of a hand of Dazhong, as the table compiles it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcore.rules import mcr_table
from mjcore.rules.options import Value, number

WILD = {"none": "none", "flip": "same", "next": "next"}


def table(values: Mapping[str, Value]) -> dict[str, Any]:
    """As MCR, but that a die says the replacement of a kong, and that only so many tiles are played."""
    return {
        **mcr_table.table(values),
        "kong_draw": "die",
        "wall_limit": number(values["wall_limit"]),
        "wild_rule": WILD[str(values["caishen"])],
    }
