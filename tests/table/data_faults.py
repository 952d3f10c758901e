"""Rule sets with one thing wrong in what the native table compiles (`RuleSet.make_table`). The plain twin does not look
there: a hand in which it matters sets the two apart.

    cd tests; python -m table.data_faults      looks for hands, for new faults or after a change of policies or walls
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import mjcore as mj
from mjcore.fans.han_fu import next_kind
from mjcore.table.flow import Flow
from reference.table_machine import TwinTable
from table import laid_scenes
from table.hand_starts import STYLES, context
from table.lockstep_twin import Apart, compare, compare_ends, lockstep
from table.option_sets import rule_set

MOST_SEEDS = 3000


class Fault(NamedTuple):
    """`changes` to the table of a rule set (those of payments under "pay"), and a hand that shows them: the number of a
    random one, or the name of a laid out scene."""

    name: str
    rules: str
    options: Mapping[str, Any]
    changes: Mapping[str, Any]
    hand: int | str | None


def altered(rules: mj.rules.RuleSet, changes: Mapping[str, Any]) -> mj.rules.RuleSet:
    """The rule set with other values for its native table."""
    make = rules.make_table
    assert make is not None

    def table(values: Any) -> dict[str, Any]:
        made = make(values)
        pay = {**made["pay"], **changes.get("pay", {})}
        found = {**made, **changes, "pay": pay}
        # None: not said
        return {name: value for name, value in found.items() if value is not None}

    out = dataclasses.replace(rules, make_table=table)
    # equal rule sets share what they are compiled to, and these two are equal in all but this
    out.__dict__["flow"] = Flow(out)
    return out


def play(rules: mj.rules.RuleSet, hand: int | str, seen: mj.rules.RuleSet | None = None) -> None:
    """Plays a hand on both tables. `seen`: the rule set by which walls and scenes are made."""
    seen = seen or rules
    if isinstance(hand, int):
        rng = Random(f"fault {hand}")
        lockstep(rules, hand, rng.choice(STYLES), **context(seen, rng))
        return
    scene = next(scene for scene in laid_scenes.scenes(seen) if scene.name == hand)
    table = mj.Table(rules, wall=scene.wall, **laid_scenes.START)
    twin = TwinTable(rules, wall=scene.wall, **laid_scenes.START)
    for seat, action in laid_scenes.answers(table, laid_scenes.wishes(scene)):
        compare(table, twin, scene.name)
        table.step(action, seat)
        twin.step(action, seat)
    compare(table, twin, scene.name)
    compare_ends(table, twin, scene.name)


def differs(fault: Fault, hand: int | str) -> bool:
    rules = rule_set(fault.rules, **fault.options)
    try:
        play(altered(rules, fault.changes), hand, rules)
    except Apart:
        return True
    return False


NONE: dict[str, Any] = {}
RIVER = {"mode": "xueliu"}
FAULTS: list[Fault] = [
    # riichi
    Fault("far end of a swap call", "riichi", NONE, {"kuikae": "same"}, 0),
    Fault("no ban after a call", "riichi/mjsoul", NONE, {"kuikae": "none"}, 0),
    Fault("a ban where there is none", "riichi", {"kuikae": "none"}, {"kuikae": "same"}, 3),
    Fault("pungs of the last discard", "riichi", NONE, {"last_pung": True}, 4),
    Fault("chows of the last discard", "riichi", NONE, {"last_chow": True}, "nagashi"),
    Fault("riichi with fewer than four tiles left", "riichi", NONE, {"ready_live": 0}, 48),
    Fault("riichi with three tiles left for three", "riichi/tenhou3", NONE, {"ready_live": 4}, 913),
    Fault("riichi needs eight tiles", "riichi", NONE, {"ready_live": 8}, 556),
    Fault("riichi without points", "riichi", NONE, {"ready_points": None}, 5),
    Fault("furiten ignored", "riichi", NONE, {"furiten": False}, 39),
    Fault("no kong after riichi", "riichi", NONE, {"frozen_kong": "never"}, 32),
    Fault("any kong after riichi that keeps the waits", "riichi", NONE, {"frozen_kong": "keep_waits"}, 1),
    Fault("shape of a kong after riichi", "riichi", {"ankan_after_riichi": "same_shape"},
          {"frozen_kong": "drawn_keep_waits"}, 203),
    Fault("nearest wins only", "riichi/mjsoul", NONE, {"multi": "nearest"}, "three rons"),
    Fault("three rons pay", "riichi", NONE, {"multi": "all"}, "three rons"),
    Fault("three rons abort", "riichi/mjsoul", NONE, {"multi": "all_abort3"}, "three rons"),
    Fault("all win on a tile", "riichi/mleague", NONE, {"multi": "all"}, "three rons"),
    Fault("no draw by four winds", "riichi", NONE, {"abort": ("nine_kinds", "four_riichi", "four_kongs")},
          "four winds"),
    Fault("no draw by four riichi", "riichi", NONE, {"abort": ("nine_kinds", "four_winds", "four_kongs")},
          "four riichi"),
    Fault("no draw by four kongs", "riichi", NONE, {"abort": ("nine_kinds", "four_winds", "four_riichi")}, 21),
    Fault("no draw by nine kinds", "riichi/tenhou3", NONE, {"abort": ("four_kongs",)}, "nine kinds"),
    Fault("a fifth kong", "riichi/wrc2025", NONE, {"kong_max": 100}, 71),
    Fault("three kongs at most", "riichi", NONE, {"kong_max": 3}, 21),
    Fault("orphans rob no concealed kong", "riichi/mjsoul", NONE, {"rob_orphans": False}, "robbed closed kong"),
    Fault("orphans rob a concealed kong", "riichi", NONE, {"rob_orphans": True}, 9378),
    Fault("no north is robbed", "riichi/tenhou3", NONE, {"rob_extract": False}, "robbed north"),
    Fault("no north is set aside", "riichi/tenhou3", NONE, {"extract": 0}, "robbed north"),
    Fault("a north let pass bars nobody", "riichi/tenhou3", NONE, {"furiten_extract": False}, 1958),
    Fault("equal tiles are one", "riichi", NONE, {"tells_held": False}, "robbed kong"),
    Fault("no chow", "riichi", NONE, {"chow": False}, "nagashi"),
    Fault("no first turn on a discard", "riichi/wrc2025", NONE, {"first_discard": "none"}, "three rons"),
    Fault("two han not asked for", "riichi", {"two_han_from": 3}, {"two_han_from": 0}, 24),
    Fault("indicators of kongs turned early", "riichi", NONE, {"kan_dora": "all_at_once"},
          "replacement of a discard's kong"),
    Fault("indicators of kongs turned late", "riichi", NONE, {"kan_dora": "after_discard"}, 1053),
    Fault("replacements of three players for four", "riichi", NONE, {"dead_draws": 8}, 2),
    Fault("nobody liable", "riichi", NONE, {"pay": {"pao": ()}}, "dragons fed"),
    Fault("nobody liable for the kong before a win", "riichi", {"pao": "rinshan"}, {"pay": {"pao": ()}}, 866),
    Fault("no nagashi", "riichi", NONE, {"pay": {"nagashi": "none"}}, "nagashi"),
    Fault("nagashi wins", "riichi", NONE, {"pay": {"nagashi": "win"}}, "nagashi"),
    Fault("shares of three", "riichi/tenhou3", NONE, {"pay": {"tsumo_share": "north_bisection"}}, "nagashi"),
    Fault("nothing paid at the end", "riichi", NONE, {"pay": {"draw": "nothing"}}, "nagashi"),
    Fault("ready without a tile", "riichi", {"fifth_tile_tenpai": "none"}, {"pay": {"fifth_tile_ready": True}}, 558),
    # mcr, dazhong
    Fault("replacement from the front", "mcr", NONE, {"kong_draw": "front"}, 0),
    Fault("flowers round by round", "mcr", NONE, {"flower_rounds": "by_round"}, 20),
    Fault("claims of the last discard", "mcr", NONE, {"last_pung": True, "last_chow": True}, 61),
    Fault("no last copy", "mcr", NONE, {"last_copy": False}, 5),
    Fault("no first turn on a discard, mcr", "mcr", {"heavenly_hands": True}, {"first_discard": "none"}, 194),
    Fault("all win, mcr", "mcr", NONE, {"multi": "all"}, 1104),
    Fault("base", "mcr", NONE, {"pay": {"base": 7}}, "robbed kong"),
    Fault("kong after a claim", "mcr", NONE, {"kong_after_claim": True}, 0),
    Fault("the whole wall", "dazhong", NONE, {"wall_limit": 144}, "robbed kong"),
    Fault("one tile more", "dazhong", NONE, {"wall_limit": 121}, "robbed kong"),
    Fault("replacement from the back", "dazhong", NONE, {"kong_draw": "back"}, 0),
    Fault("no wild kind", "dazhong/dazhong_caishen", NONE, {"wild_of": ()}, "robbed kong"),
    Fault("the next kind", "dazhong/dazhong_caishen", NONE,
          {"wild_of": tuple(1 << next_kind(kind) for kind in range(34))}, "robbed kong"),
    # hk, taiwan
    Fault("replacement from the front, hk", "hk", NONE, {"kong_draw": "front"}, 0),
    Fault("no kong after a claim", "hk", NONE, {"kong_after_claim": False}, 0),
    Fault("eight flowers only", "hk", NONE, {"flower_win": 8}, 7),
    Fault("no win on flowers", "hk", NONE, {"flower_win": 0}, 7),
    Fault("flowers until clean", "hk", NONE, {"flower_rounds": "until_clean"}, 20),
    Fault("all win", "hk", NONE, {"multi": "all"}, 2718),
    Fault("nearest wins", "hk", {"multi": "all"}, {"multi": "nearest"}, 2718),
    Fault("passing bars nobody", "hk", {"same_turn_bar": True}, {"bar_turn": False}, 753),
    Fault("passing bars", "hk", NONE, {"bar_turn": True}, 753),
    Fault("orphans rob nothing, hk", "hk", {"rob_closed_kong_13": True}, {"rob_orphans": False}, "robbed closed kong"),
    Fault("any first discard", "hk", NONE, {"first_discard": "any"}, 2214),
    Fault("no first discard", "hk", NONE, {"first_discard": "none"}, "first discard"),
    Fault("nobody liable for twelve tiles", "hk", {"pao_12": True, "min_faan": 0},
          {"pay": {"fourth_meld_liable": False}}, 58),
    Fault("shares", "hk", NONE, {"pay": {"shares": (2, 1, 1)}}, 1),
    Fault("a tile kept back less", "taiwan", NONE, {"reserve": 15}, "robbed kong"),
    Fault("no tile more kept back for a kong", "taiwan", NONE, {"reserve_kong": 0}, 1),
    Fault("no eighth flower robbed", "taiwan", NONE, {"rob_flower": False}, "robbed flower"),
    Fault("no win on flowers, taiwan", "taiwan", NONE, {"flower_win": 0}, 11),
    Fault("no pung of the last discard", "taiwan", NONE, {"last_pung": False}, 7),
    Fault("no chow of the last discard", "taiwan", NONE, {"last_chow": False}, 18),
    Fault("passing bars nobody, taiwan", "taiwan", NONE, {"bar_turn": False}, 40),
    Fault("not ready at the deal", "taiwan", NONE, {"ready_at_deal": False}, "robbed kong"),
    Fault("nobody declares", "taiwan", NONE, {"ready": "none"}, "robbed kong"),
    Fault("kongs of ready hands", "taiwan", NONE, {"frozen_kong": "keep_waits"}, 97),
    Fault("nearest wins, taiwan", "taiwan", NONE, {"multi": "nearest"}, 695),
    Fault("no first turn on a discard, taiwan", "taiwan", NONE, {"first_discard": "none"}, 379),
    Fault("dealer pays as any", "taiwan", NONE, {"pay": {"dealer_points": 0}}, "robbed kong"),
    Fault("no streak", "taiwan", NONE, {"pay": {"streak_points": 0}}, 1),
    # sichuan
    Fault("void tiles may wait", "sichuan/xuezhan_app", NONE, {"void_first": False}, "robbed kong"),
    Fault("no void suit", "sichuan/xuezhan_app", NONE, {"void_declared": False}, "robbed kong"),
    Fault("no win is forced", "sichuan", NONE, {"forced_last": 0}, 2),
    Fault("any tile forces", "sichuan", NONE, {"forced_any": True}, 29),
    Fault("only drawn tiles force", "sichuan/xuezhan_app", {"forced_last": 20}, {"forced_any": False}, 2),
    Fault("missed wins forgotten", "sichuan", {"missed_win": "until_own_draw_same_or_lower"}, {"missed_win": False},
          114),
    Fault("missed wins remembered", "sichuan", NONE, {"missed_win": True}, 114),
    Fault("nearest wins, sichuan", "sichuan", NONE, {"multi": "nearest"}, 3),
    Fault("winners lay down no kongs", "sichuan/xueliu_app", NONE, {"frozen_kong": "never"}, "robbed kong"),
    Fault("winners go on", "sichuan/xuezhan_app", NONE, {"course": "river"}, "robbed kong"),
    Fault("winners are out", "sichuan/xueliu_app", NONE, {"course": "blood"}, "robbed kong"),
    Fault("one win", "sichuan", NONE, {"course": "single"}, "robbed kong"),
    Fault("exchange the other way", "sichuan", {"exchange_three": "on"}, {"direction": "ccw"}, 0),
    Fault("exchange across", "sichuan", {"exchange_three": "on"}, {"direction": "across"}, 0),
    Fault("a die for the direction", "sichuan", {"players": 6, "exchange_three": "on", "exchange_direction": "random"},
          {"direction": "dice"}, 1),
    Fault("no exchange", "sichuan", {"exchange_three": "on"}, {"exchange": False}, 0),
    Fault("no pung of the last discard, sichuan", "sichuan", NONE, {"last_pung": False}, 0),
    Fault("no pungs", "sichuan", NONE, {"pung": False}, "robbed kong"),
    Fault("no kongs of discards", "sichuan", NONE, {"kong": False}, 0),
    Fault("no wins on discards", "sichuan", NONE, {"discard_wins": False}, "robbed kong"),
    Fault("replacement from the back, sichuan", "sichuan", NONE, {"kong_draw": "back"}, 0),
    Fault("a kong robbed after another", "sichuan/sbr_2025", NONE, {"chained_rob": False}, "robbed second kong"),
    Fault("self-draws", "sichuan/sbr_2025", NONE, {"pay": {"extra": 0}}, 1),
    Fault("giver pays", "sichuan", {"direct_kong_draw": "discard"}, {"pay": {"giver_pays": False}}, 440),
    Fault("late kongs are paid", "sichuan", {"kong_added_fresh": True}, {"pay": {"kong_fresh": False}}, 9),
    Fault("kongs stay paid", "sichuan", {"gangpao": "refund"}, {"pay": {"kong_discard": "none"}}, 5),
    Fault("this kong moves", "sichuan", {"gangpao": "transfer_all"}, {"pay": {"kong_discard": "transfer_this"}}, 471),
    Fault("rest stays", "sichuan", {"gangpao": "transfer_all", "gangpao_split": "first", "kong_closed": 5},
          {"pay": {"rest_to_first": False}}, "two win after a kong"),
    Fault("no refund", "sichuan", NONE, {"pay": {"refund_not_ready": False}}, 0),
    Fault("pigs", "sichuan", NONE, {"pay": {"pig_points": 15}}, 4),
    Fault("pigs are ready", "sichuan", {"pig_also_dajiao": True}, {"pay": {"pig_not_ready": False}}, 11),
    Fault("no fine", "sichuan", {"active_pig_fine": 24, "void": "declared", "void_first": False},
          {"pay": {"pig_fine": 0}}, "robbed kong"),
    Fault("kongs", "sichuan", NONE, {"pay": {"kong": (1, 1, 1)}}, 0),
    # kawuxing
    Fault("any tile to shown hands", "kawuxing", {"protect_shown": True}, {"protect_shown": False}, 0),
    Fault("protected", "kawuxing", NONE, {"protect_shown": True}, 0),
    Fault("shown late", "kawuxing", {"show_min_wall": 12}, {"ready_live": 0}, 0),
    Fault("no kongs of shown hands", "kawuxing", NONE, {"frozen_kong": "never"}, 0),
    Fault("kongs of shown hands", "kawuxing", {"kong_after_show": "never"}, {"frozen_kong": "keep_waits"}, 0),
    Fault("floats", "kawuxing", {"piao": 3}, {"piao_most": 4}, "robbed kong"),
    Fault("nobody liable for a shown hand", "kawuxing", {"bao_hu": True}, {"pay": {"liable_discard": False}}, 3),
    Fault("chains", "kawuxing", NONE, {"pay": {"chain": "flat"}}, 416),
    Fault("horse", "kawuxing", {"horse": "self"}, {"pay": {"horse": "shown_self"}}, 26),
    Fault("no horse", "kawuxing", {"horse": "shown_self"}, {"pay": {"horse": "none"}}, 21),
    Fault("kongs of a flat draw", "kawuxing", {"kong_void_on_flat_draw": True}, {"pay": {"refund_flat": False}}, 11),
    Fault("nothing paid at the end, kawuxing", "kawuxing/kwx_xiangyang", NONE, {"pay": {"draw": "nothing"}}, 7),
    Fault("all ready", "kawuxing/kwx_xiangyang", NONE, {"pay": {"all_ready_factor": 3}}, 787),
    Fault("shown hands pay as any", "kawuxing", NONE, {"pay": {"factors": (1, 2, 1, 2)}}, 26),
    Fault("nearest wins, kawuxing", "kawuxing", NONE, {"multi": "nearest"}, 308),
]


def find(fault: Fault) -> int | str | None:
    """A hand that shows the fault: of random ones, then of scenes."""
    rules = rule_set(fault.rules, **fault.options)
    for scene in laid_scenes.scenes(rules):
        if differs(fault, scene.name):
            return scene.name
    return next((seed for seed in range(MOST_SEEDS) if differs(fault, seed)), None)


if __name__ == "__main__":
    for fault in FAULTS:
        if fault.hand is None or not differs(fault, fault.hand):
            print(f"{fault.name}: {find(fault)!r}", flush=True)
