"""The course of a round of riichi, as the table compiles it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcore.rules.options import Value, members, number

REDS = {0: (0, 0, 0), 2: (0, 1, 1), 3: (1, 1, 1), 4: (1, 2, 1)}
DEAD_WALL = 14
# replacement tiles in it: four kongs; of three players four norths as well
REPLACEMENTS = {4: 4, 3: 8}
KONGS = 4
NORTH = 1 << 30
DEPOSIT = 1000
MULTI = {"double": "all_abort3", "triple": "all", "head_bump": "nearest"}
KUIKAE = {"none": "none", "genbutsu_only_banned": "same", "both_banned": "both"}
ANKAN = {"same_waits": "drawn_keep_waits", "same_shape": "drawn_keep_shape", "none": "never"}
ABORTIVE = {"kyuushu_kyuuhai": "nine_kinds", "suufon_renda": "four_winds", "suucha_riichi": "four_riichi",
            "suukaikan": "four_kongs"}
# these need four players
OF_FOUR = ("four_winds", "four_riichi")


def table(values: Mapping[str, Value]) -> dict[str, Any]:
    """A dead wall, riichi, furiten, abortive draws; of three players norths that are set aside."""
    players, nuki = number(values["players"]), bool(values["nuki"])
    aborts = [ABORTIVE[name] for name in members(values["abortive_draws"]) if name in ABORTIVE]
    table: dict[str, Any] = {
        "dead": DEAD_WALL,
        "dead_draws": REPLACEMENTS[players],
        "reds": REDS[number(values["aka"])],
        "kong_draw": "dead",
        "extract": NORTH if nuki else 0,
        "rob_extract": nuki,
        "chow": players == 4,
        "multi": MULTI[str(values["multi_ron"])],
        "kong_max": KONGS,
        "rob_orphans": bool(values["kokushi_robs_ankan"]),
        "ready": "riichi",
        "ready_live": 0 if values["riichi_without_draw"] else players,
        "frozen_kong": ANKAN[str(values["ankan_after_riichi"])],
        "furiten": True,
        "furiten_extract": bool(values["nuki_furiten"]),
        "abort": tuple(name for name in aborts if players == 4 or name not in OF_FOUR),
        "kuikae": KUIKAE[str(values["kuikae"])],
        "dora": 1,
        "kan_dora": str(values["kan_dora"]),
        "first_discard": "any",
        "last_not_after_kong": True,
        "two_han_from": number(values["two_han_from"]),
        "tells_held": True,
        "pay": {
            "family": "riichi",
            "tsumo_share": str(values["tsumo_loss"]),
            "pao": members(values["pao"]),
            "pao_whole": values["pao_scope"] == "whole",
            "draw": "noten",
            "nagashi": str(values["nagashi"]),
            "fifth_tile_ready": values["fifth_tile_tenpai"] == "melds",
        },
    }
    if not values["riichi_below_1000"]:
        table["ready_points"] = DEPOSIT
    return table
