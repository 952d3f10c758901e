"""The course of a hand of Chinese Official Mahjong, as the table compiles it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcore.rules.options import Value, number


def table(values: Mapping[str, Value]) -> dict[str, Any]:
    """One wall, flowers and kongs replaced from its end; one winner; after the last draw a win alone."""
    return {
        "kong_draw": "back",
        "flower_rounds": "until_clean",
        "chow": True,
        "hides_kongs": True,
        "first_discard": "any",
        "last_copy": True,
        "pay": {"family": "base", "base": number(values["base"])},
    }
