"""The wins of the worked cases of rule sets (rules/schema.md) as plain wins."""

from __future__ import annotations

from typing import Any

from reference.facts import PlainMeld, count, parse_tiles
from reference.lattice_wins import NO_TILE, LatticeWin

HOW = {"discard": "discard", "self": "self_draw", "robkong": "rob_kong", "instant": "self_draw", "instant7": "discard"}
TYPES = {"pong": "pung", "chow": "chow", "kong_open": "exposed kong", "kong_added": "added kong",
         "kong_closed": "concealed kong"}
# flags of cases that are flags of a win under the same name
SAME = ("last_tile", "after_kong", "after_flower", "kong_chain")
KINDS_WITH_WINS = ("score", "nowin", "fans")


def from_case(case: dict[str, Any]) -> LatticeWin:
    context = case.get("ctx") or {}
    win, winner, dealer = case["win"], case["winner"], case.get("dealer", 0)
    melds = []
    for meld in case["melds"]:
        tiles = parse_tiles(meld["tiles"])
        closed = meld["type"] == "kong_closed"
        source = "" if closed else "<" if meld["type"] == "chow" else ">^<"[(meld["from"] - winner) % 4 - 1]
        melds.append(PlainMeld(TYPES[meld["type"]], tuple(sorted(tiles)), source, None if closed else tiles[0]))
    tiles = parse_tiles(case["hand"])
    winning = parse_tiles(case["win_tile"])
    flags = {name: context[name] for name in SAME if name in context}
    if flags.get("after_kong") and HOW[win] != "self_draw":
        # said of the tile that somebody discarded after a kong
        flags["on_kong_discard"] = flags.pop("after_kong")
    flags["first_turn"] = bool(context.keys() & {"heaven", "earth", "human", "first_turn"})
    shown = context.get("shown", ())
    turned = (case.get("wild") or {}).get("indicator")
    return LatticeWin(
        count([*tiles, *winning]),
        tuple(melds),
        winning[0] if winning else NO_TILE,
        HOW[win],
        seat_wind=(winner - dealer) % 4,
        round_wind=case.get("round_wind", 1) - 1,
        flower_tiles=tuple(int(sign) for sign in case.get("flowers", "") if sign.isdigit()),
        void_suit=context.get("void_suit", ""),
        shown=winner in shown,
        loser_shown=case["from"] in shown,
        seven_rob_one=bool(context.get("seven_rob")),
        ready_at_deal=context.get("ting") == "heaven",
        ready_first_turn=context.get("ting") == "earth",
        # of a tile turned up the other copies are wild
        wild=parse_tiles(turned)[0] if turned else None,
        **flags,
    )
