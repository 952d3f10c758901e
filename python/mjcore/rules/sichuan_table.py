"""The course of a hand of Sichuan mahjong, as the table compiles it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcore.errors import RuleError
from mjcore.rules.options import Value, number
from mjcore.rules.sichuan_play import BASE, claimable

COURSES = {"xuezhan": "blood", "xueliu": "river", "single": "single"}
EXTRA = {"none": 0, "plus_fan": 0, "plus_base": BASE, "double": -1}
# with hands of four tiles some player has no three of a suit
MOST_EXCHANGING = 6


def table(values: Mapping[str, Value]) -> dict[str, Any]:
    """Exchange and void suits before the first turn, blood battle or river after a win, checks at the wall's end."""
    players, claims = number(values["players"]), claimable(values)
    exchange = values["exchange_three"] == "on"
    if exchange and players > MOST_EXCHANGING:
        raise RuleError(f"exchange_three with {players} players: expected {MOST_EXCHANGING} at most, whose hands have "
                        "three tiles of a suit")
    declared = values["void"] == "declared"
    cap = values["fan_cap"]
    return {
        "kong_draw": str(values["replacement"]),
        "exchange": exchange,
        "direction": str(values["exchange_direction"]),
        "void_declared": declared,
        "void_first": declared and bool(values["void_first"]),
        "pung": "pung" in claims,
        "kong": "kong" in claims,
        "discard_wins": "win" in claims,
        "last_pung": True,
        "multi": "all" if values["multi_win"] else "nearest",
        "frozen_kong": "keep_waits",
        "missed_win": values["missed_win"] != "none",
        "course": COURSES[str(values["mode"])],
        "forced_last": number(values["forced_last"]),
        "forced_any": values["forced_win_scope"] == "any_tile",
        "chained_rob": values["fans"] == "sbr",
        "hides_discards": players == 2 or values["discards"] == "face_down",
        "hides_winners": values["mode"] != "single",
        "pay": {
            "family": "units",
            "cap": -1 if cap is None else number(cap),
            "extra": EXTRA[str(values["zimo"])],
            "giver_pays": values["direct_kong_draw"] == "discard",
            "kong": (number(values["kong_open"]), number(values["kong_added"]), number(values["kong_closed"])),
            "kong_fresh": bool(values["kong_added_fresh"]),
            "kong_discard": str(values["gangpao"]),
            "rest_to_first": values["gangpao_split"] == "first",
            "draw": "checks",
            "refund_not_ready": bool(values["refund_if_not_ready"]),
            "pig_points": number(values["pig_points"]),
            "pig_not_ready": bool(values["pig_also_dajiao"]),
            "pig_fine": number(values["active_pig_fine"]),
        },
    }
