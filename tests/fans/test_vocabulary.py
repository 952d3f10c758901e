"""What each word of the pattern vocabulary means: hands on which it holds, and hands on which it does not.

A hand reads ``tiles and melds + winning tile, circumstances``. A pattern holds on a hand if it holds in some
reading of it.
"""

from __future__ import annotations

import pickle
import re

import pytest

import mjcore as mj
from house_rules import FORMS, counted, fan, house_rules, read, told
from mjcore.errors import HandError
from mjcore.fans.han_fu import HanFu
from mjcore.fans.lattice import BONUS_NAMES, COUNTER_NAMES, RELATION_NAMES
from mjcore.fans.vocabulary import DERIVED, FACTS
from mjcore.fans.wins import CIRCUMSTANCE_BITS

CHOWS = "123456789m55p11z + 1z"  # three chows, an honour pung, two suits, all concealed
MIXED = "123m444p789s55z[222z<] + 5z"  # all suits, winds and dragons
CLAIMED = "5p[123m<][444p<][789s<][222z<] + 5p"
PUNGS = "111m222p5z[333s<](4444z) + 5z"
FLUSH = "12345789m11122z + 6m"
PURE = "1112345678999m + 5m"
HONOURS = "111222333z5566z + 5z"
PAIRS = "1188m22334455p6z + 6z"
HONOUR_PAIRS = "1122334455667z + 7z"
SHIFTED_PAIRS = "1122334455667m + 7m"
ORPHANS = "19m19p19s1234567z + 1z"
KNITTED = "147m258p345669s1z + 1z"
GREATER = "147m25p36s123456z + 7z"
LESSER = "147m258p36s12345z + 6z"
NINE = "147m258p369s1234z + 5z"
CLOSED_KONG = "123456m55p11z(2222z) + 5p"
OPEN_KONG = "123456m55p11z[2222z<] + 5p"
ADDED_KONG = "123456m55p11z[2222z+^] + 5p"
DRAWN = CHOWS + ", self_draw"

# pattern: (hands on which it holds, hands on which it does not)
MEANINGS: dict[str, tuple[list[str], list[str]]] = {
    # suits and honours that occur: standard hands and seven pairs
    "suits == 0": ([HONOURS, HONOUR_PAIRS], [FLUSH, ORPHANS]),
    "suits == 1": ([FLUSH, PURE, SHIFTED_PAIRS], [CHOWS, MIXED, PAIRS, HONOURS]),
    "suits == 2": ([CHOWS, PAIRS], [MIXED, FLUSH, KNITTED]),
    "suits == 3": ([MIXED, CLAIMED], [CHOWS, ORPHANS, NINE]),
    "has_m": ([CHOWS, PAIRS, FLUSH], [HONOURS, "1122334455667s + 7s", ORPHANS]),
    "has_p": ([CHOWS, MIXED], [FLUSH, KNITTED]),
    "has_s": ([MIXED, CLAIMED], [CHOWS, PAIRS]),
    "has_winds": ([CHOWS, MIXED, CLAIMED], [PURE, "123456789m55p55z + 5z", PAIRS]),
    "has_dragons": ([MIXED, PAIRS], [CHOWS, ORPHANS]),
    "has_honours": ([CHOWS, PAIRS, CLAIMED], [PURE, SHIFTED_PAIRS, KNITTED]),
    "groups == 5": ([MIXED, "1122m33p44s55661z + 1z"], [CLAIMED, CHOWS, ORPHANS]),
    "groups == 1": ([PURE, SHIFTED_PAIRS], [FLUSH, HONOURS]),
    # melds: all forms
    "claimed == 0": ([CHOWS, PAIRS, ORPHANS, CLOSED_KONG], [MIXED, OPEN_KONG]),
    "claimed == 1": ([MIXED, OPEN_KONG, ADDED_KONG], [CHOWS, CLOSED_KONG]),
    "claimed == 4": ([CLAIMED], [MIXED]),
    "closed_kongs == 1": ([CLOSED_KONG, PUNGS], [OPEN_KONG, ADDED_KONG, CHOWS]),
    "open_kongs == 1": ([OPEN_KONG, ADDED_KONG], [CLOSED_KONG, CLAIMED]),
    "open_kongs == 2": (["123m55p11z[2222z<][3333z+^] + 5p"], ["123m55p11z[2222z<](3333z) + 5p", OPEN_KONG]),
    "kongs == 2": (["123m55p11z[2222z<](3333z) + 5p", "123m55p11z[2222z<][3333z+^] + 5p"], [OPEN_KONG, CLAIMED]),
    "concealed": ([CHOWS, GREATER, CLOSED_KONG], [MIXED, OPEN_KONG, ADDED_KONG]),
    "no_meld": ([CHOWS, KNITTED, LESSER], [CLOSED_KONG, MIXED]),
    "all_exposed": (
        [CLAIMED, "5p[123m<][444p<][789s<](2222z) + 5p", "5p(1111m)(4444p)(9999s)(2222z) + 5p"],
        [MIXED, "55p4p4p[123m<][789s<](2222z) + 4p", ORPHANS],
    ),
    "all_claimed": ([CLAIMED], [MIXED, "5p[123m<][444p<][789s<](2222z) + 5p"]),
    # sets and pair: standard hands
    "chows == 3": ([CHOWS], [MIXED, PAIRS, KNITTED]),
    "pungs == 1": ([CHOWS], [PUNGS, "123456789m123p5p + 5p", PAIRS]),
    "pungs == 4": ([PUNGS, HONOURS], [MIXED, PAIRS]),
    "concealed_pungs == 0": ([CHOWS, "123m44p789s55z[222z<] + 4p"], [DRAWN, MIXED]),
    "concealed_pungs == 1": ([DRAWN, MIXED, "123m44p789s55z[222z<] + 4p, self_draw"], [CHOWS, PUNGS]),
    # two in hand and a kong laid down closed
    "concealed_pungs == 3": ([PUNGS], ["111m222p5z[333s<][4444z<] + 5z"]),
    # a discard that completes a pung, but can stand in a chow too
    "concealed_pungs == 1 and pungs == 3": (["22234m44s[111p<][999p<] + 2m"], [MIXED]),
    "wind_pungs == 2": (["111222z34m55p[789s<] + 5m"], [CHOWS, "111555z34m55p[789s<] + 5m"]),
    "dragon_pungs == 2": (["666555z34m55p[789s<] + 5m"], ["111555z34m55p[789s<] + 5m"]),
    "white_pung": (["111222z34m[555z<]66p + 5m", "34m66p[789s<](5555z)222z + 5m"], [PUNGS, MIXED, CHOWS]),
    "green_pung": (["666555z34m55p[789s<] + 5m"], [MIXED, HONOURS]),
    "red_pung": (["34m55p[789s<](7777z)555z + 5m"], [MIXED, HONOUR_PAIRS]),
    "guest_winds == 1": ([PUNGS, "111222z34m55p[789s<] + 5m"], [CHOWS, PUNGS + ", seat=N", PAIRS]),
    "guest_winds == 2": (
        ["111222z34m55p[789s<] + 5m, seat=W round=N", "222333z34m55p[789s<] + 5m"],
        ["222333z34m55p[789s<] + 5m, seat=W", "111222z34m55p[789s<] + 5m"],
    ),
    "wind_pair": (["123456m333456p2z + 2z"], ["123456m333456p5z + 5z", "123456m3337p456s + 7p", PAIRS]),
    "dragon_pair": (["123456m333456p5z + 5z", MIXED], ["123456m333456p2z + 2z", "123456m3337p456s + 7p"]),
    "suited_pair": (["123456m3337p456s + 7p", CLAIMED], ["123456m333456p5z + 5z", "123456m333456p2z + 2z", PAIRS]),
    "seat_pung": ([CHOWS, CHOWS + ", round=S"], [CHOWS + ", seat=S", "123456m333456p1z + 1z"]),
    "round_pung": ([CHOWS + ", seat=S"], [CHOWS + ", round=S", "123456m333456p1z + 1z"]),
    "other_round_pung": (
        [CHOWS + ", seat=S", "123456789m55p33z + 3z, round=W"],
        [CHOWS, CHOWS + ", seat=S round=S", "123456m333456p1z + 1z, seat=S"],
    ),
    "seat_pair": (["123456m333456p3z + 3z, seat=W"], ["123456m333456p3z + 3z", "123456m333456p6z + 6z, seat=W"]),
    "round_pair": (["123456m333456p4z + 4z, round=N"], ["123456m333456p4z + 4z, round=W", CHOWS]),
    "value_pair": (
        [
            "123456m333456p5z + 5z",
            "123456m333456p6z + 6z",
            "123456m333456p7z + 7z",
            "123456m333456p1z + 1z",
            "123456m333456p3z + 3z, seat=W",
            "123456m333456p4z + 4z, round=N",
        ],
        ["123456m333456p2z + 2z", "123456m333456p1z + 1z, seat=S round=W", "123456m3337p456s + 7p", PAIRS],
    ),
    # all forms
    "seat_wind == 0": ([CHOWS, CHOWS + ", round=S"], [CHOWS + ", seat=S"]),
    "seat_wind == 3": ([CHOWS + ", seat=N"], [CHOWS + ", seat=W", CHOWS + ", round=N"]),
    "round_wind == 2": ([CHOWS + ", round=W"], [CHOWS + ", seat=W", CHOWS]),
    "outside_sets": (
        ["123789m111p1z[222z<] + 1z", "2399m111p789s[222z<] + 1m"],
        [CHOWS, "123789m111p5p[222z<] + 5p", "123789m222p1z[222z<] + 1z", "2399m111p789s[234s<] + 1m", PAIRS],
    ),
    "five_sets": (
        ["34567m55s555p[345p<] + 5m"],
        [
            "34567m66s555p[345p<] + 5m",
            "34567m55s333p[345p<] + 5m",
            "34567m55s555p[678p<] + 5m",
            "34567m55z555p[345p<] + 5m",
        ],
    ),
    # the winning tile
    "role_pair": (["123456m333456p5z + 5z"], ["12456m333456p55z + 3m"]),
    "role_edge": (
        ["12456m333456p55z + 3m", "45689m333456p55z + 7m"],
        ["13456m333456p55z + 2m", "23456m333456p55z + 1m", "45678m333456p55z + 9m", "3455m[123m<]333456p + 5m"],
    ),
    "role_closed": (
        ["13456m333456p55z + 2m", "45679m333456p55z + 8m"],
        ["12456m333456p55z + 3m", "23456m345p11555z + 1m"],
    ),
    "role_two_sided": (
        ["23456m333456p55z + 1m", "23456m333456p55z + 7m"],
        ["12456m333456p55z + 3m", "13456m333456p55z + 2m"],
    ),
    "role_pung": (["123456m33p345s55z + 3p", DRAWN], ["123456m333456p5z + 5z", PAIRS]),
    "role_edge and role_closed": (["12234m[555s<][666s<]77z + 3m"], ["12456m333456p55z + 3m"]),
    "wait_count == 1": (["123456m333456p5z + 5z", "13456m333456p55z + 2m"], ["23456m333456p55z + 1m", PURE]),
    "wait_count == 2": (["123456m11p345s22z + 1p"], ["123456m333456p5z + 5z", PURE]),
    "wait_count == 3": ([PURE, "23456m333456p55z + 1m"], ["123456m333456p5z + 5z", "123456m11p345s22z + 1p"]),
    # whole hands
    "nine_gates": (
        [PURE, "1112345678999s + 1s", "1112345678999p + 9p"],
        ["1112345678899p + 9p", FLUSH],
    ),
    "pure_terminal_chows": (
        ["12312378978m55m + 9m", "123789s5s[123s<][789s<] + 5s"],
        ["123123789789m5p + 5p", "12312378978m44m + 9m"],
    ),
    "three_suited_terminal_chows": (
        ["123789m123789p5s + 5s"],
        ["123789m123789p5p + 5p", "123789m123789p4s + 4s", "12312378978m55m + 9m"],
    ),
    "seven_shifted_pairs": (
        [SHIFTED_PAIRS, "3344556677889s + 9s", "2233445566778p + 8p"],
        ["1122334455668m + 8m", PAIRS, "112233445566m7p + 7p"],
    ),
    "thirteen_wait": (["19m19p19s1234567z + 7z", ORPHANS], ["19m19p19s123456z1z + 7z", PAIRS]),
    "form_seven_pairs": ([PAIRS, HONOUR_PAIRS], [CHOWS, ORPHANS]),
    "form_thirteen_orphans": ([ORPHANS], [CHOWS, GREATER]),
    "form_knitted_straight": ([KNITTED, "147m258p369s1z[222z<] + 1z"], [CHOWS, LESSER, NINE]),
    "form_greater_knitted": ([GREATER], [LESSER, NINE, KNITTED]),
    "form_lesser_knitted": ([LESSER], [GREATER, NINE, KNITTED]),
    "form_lesser_knitted_with_nine": ([NINE], [GREATER, LESSER, KNITTED]),
    "form_standard": ([CHOWS, MIXED, PURE], [PAIRS, ORPHANS, KNITTED]),
    # tiles: standard hands and seven pairs
    "ranks_in('123')": (["11223m111p22233s + 3m", "11223m111p222z33z + 3m"], [CHOWS, ORPHANS]),
    "only('23468s6z')": (
        ["22334466688s66z + 8s", "23444488s66z[666s<] + 8s"],
        ["22334466688s55z + 8s", "45666688s66z[222s<] + 8s"],
    ),
    "only('1s2s') or only('1m19p19s1234567z')": (["111999p111999s1z + 1z"], ["111999m111999s1z + 1z", ORPHANS]),
    # short names
    "terminals": (["11199m111p99s[999p<] + 9m"], ["11199m111p11z[999p<] + 9m", CHOWS]),
    "yaochu": (["11199m111p11z[999p<] + 9m", "1199m1199p11s112z + 2z"], [CHOWS, ORPHANS]),
    "honours": ([HONOURS, HONOUR_PAIRS], [CHOWS, FLUSH]),
    "simples": (["234m345p678s4455s + 4s", "2233445566778m + 8m"], [CHOWS, "234m345p678s4411z + 1z"]),
    "outside": (["123789m111p1z[222z<] + 1z"], [CHOWS]),
    "all_pungs": ([PUNGS], [MIXED, PAIRS]),
    "all_chows": (["123456789m123p5p + 5p", "123456789m123p5z + 5z"], [CHOWS, KNITTED]),
    "types5": ([MIXED], [CHOWS]),
    # circumstances: all forms
    "by_discard": ([CHOWS, ORPHANS], [DRAWN, "13456m333456p55z + 2m, rob_kong"]),
    "last_draw": ([DRAWN + " last_tile"], [CHOWS + ", last_tile", DRAWN]),
    "last_discard": ([CHOWS + ", last_tile"], [DRAWN + " last_tile", CHOWS]),
    "heaven": ([DRAWN + " first_turn"], [DRAWN + " first_turn seat=S", DRAWN]),
    "earth": ([DRAWN + " first_turn seat=W"], [DRAWN + " first_turn", CHOWS + ", first_turn seat=W"]),
    "human": ([CHOWS + ", first_turn seat=N"], [DRAWN + " first_turn seat=N", CHOWS + ", seat=N"]),
    "self_draw": ([DRAWN, ORPHANS + ", self_draw"], [CHOWS]),
    "rob_kong": (["13456m333456p55z + 2m, rob_kong"], [CHOWS]),
    "last_tile": ([DRAWN + " last_tile", CHOWS + ", last_tile"], [CHOWS]),
    "after_kong": ([CLOSED_KONG + ", self_draw after_kong"], [CLOSED_KONG + ", self_draw"]),
    "after_flower": ([DRAWN + " after_flower flowers=2f"], [DRAWN + " flowers=2f"]),
    "first_turn": ([DRAWN + " first_turn"], [DRAWN]),
    "dealer": ([CHOWS], [CHOWS + ", seat=S"]),
    # as told, or as the own melds show
    "last_copy": (
        ["13456m333456p55z + 2m, last_copy", "13345p55z456m[222p<] + 2p"],
        [CHOWS, "13456m333456p55z + 2m", "13345p55z456m(2222s) + 2p"],
    ),
}

# relation: (sets that are related so, sets that are not)
CHOW_RELATIONS: dict[str, tuple[list[str], list[str]]] = {
    "two_doubles": (
        ["234m 234m 789p 789p", "789p 234m 789p 234m", "345s 345s 345s 345s"],
        ["234m 234m 789p", "234m 234m 789p 678p", "345s 345s 345s 456s", "234m 234p 789m 789p"],
    ),
    "pure_double": (["234m 234m"], ["234m 234p", "234m 345m"]),
    "mixed_double": (["234m 234p", "789p 789s"], ["234m 234m", "234m 345p"]),
    "short_straight": (["234m 567m", "456s 789s"], ["234m 567p", "234m 345m", "123m 789m"]),
    "two_terminal": (["123p 789p"], ["123p 789m", "123p 678p"]),
    "pure_triple": (["345m 345m 345m"], ["345m 345m 345p", "345m 345m 456m"]),
    "pure_quad": (["345m 345m 345m 345m"], ["345m 345m 345m 456m", "345m 345m 345m 345p"]),
    "pure_shift3": (
        ["123m 234m 345m", "567p 678p 789p", "123m 345m 567m", "345s 567s 789s"],
        ["123m 234m 345p", "123m 234m 456m", "123m 456m 789m", "123m 123m 234m"],
    ),
    "pure_shift4": (
        ["123m 234m 345m 456m", "456s 567s 678s 789s", "123p 345p 567p 789p"],
        ["123m 234m 345m 567m", "123m 234m 345m 456p", "123m 123m 234m 345m"],
    ),
    "pure_straight": (["123m 456m 789m"], ["123m 456p 789s", "123m 345m 567m", "234m 456m 789m"]),
    "mixed_straight": (["123m 456p 789s", "789m 123p 456s"], ["123m 456m 789p", "123m 456m 789m", "234m 456p 789s"]),
    "mixed_triple": (["234m 234p 234s"], ["234m 234p 345s", "234m 234m 234p"]),
    "mixed_shift3": (["123m 234p 345s", "789m 567p 678s"], ["123m 234p 456s", "123m 345p 567s", "123m 234m 345p"]),
}
PUNG_RELATIONS: dict[str, tuple[list[str], list[str]]] = {
    "double_pung": (["222m 222p", "999m 999s"], ["222m 333p", "111z 222z"]),
    "triple_pung": (["222m 222p 222s"], ["222m 222p 333s"]),
    "pure_pung_shift3": (["222m 333m 444m"], ["222m 333m 555m", "222m 333m 444p", "111z 222z 333z"]),
    "pure_pung_shift4": (["222m 333m 444m 555m"], ["222m 333m 444m 666m", "111z 222z 333z 444z"]),
    "mixed_pung_shift3": (["222m 333p 444s", "888s 777p 666m"], ["222m 333p 444p", "222m 333p 555s", "111m 333p 555s"]),
}


def win_of(sets: str) -> tuple[str, str]:
    """A win of the sets: all melded, filled up with pungs of dragons that have no relation."""
    melds = [f"[{text}<]" for text in sets.split()]
    return "".join(["7z", *melds, *["[555z<]", "[666z<]"][: 4 - len(melds)]]), "7z"


@pytest.mark.parametrize("name", RELATION_NAMES)
def test_relations(name: str) -> None:
    related, others = {**CHOW_RELATIONS, **PUNG_RELATIONS}[name]
    rules = house_rules(fan(name, 1, name))
    for sets in related:
        assert counted(rules, *win_of(sets)) == {name: 1}, sets
    for sets in others:
        assert counted(rules, *win_of(sets)) == {}, sets


# counter: hand -> how often it counts
COUNTERS: dict[str, dict[str, int]] = {
    "quads": {
        "11123m11z[555p<][666s<] + 1m": 1,
        "23m11z[111m<][555p<][666s<] + 1m": 1,
        "1111m2222p33z44s6z + 6z": 2,
        CLOSED_KONG: 0,
        OPEN_KONG: 0,
        ADDED_KONG: 0,
    },
    "terminal_pungs": {PUNGS: 1, "11199m111p99s[999p<] + 9m": 4, "5p[1111m<](9999p)[789s<][222z<] + 5p": 2, PAIRS: 0},
    "guest_wind_pungs": {
        PUNGS: 1,
        PUNGS + ", seat=N": 0,
        "111222z34m55p[789s<] + 5m": 1,
        "111222z34m55p[789s<] + 5m, seat=S": 0,
        "111222z34m55p[789s<] + 5m, seat=W round=N": 2,
        HONOUR_PAIRS: 0,
    },
    "flowers": {CHOWS: 0, ORPHANS + ", flowers=1358f": 4, PAIRS + ", flowers=12345678f": 8},
    "each_dragon_pung": {HONOURS: 1, "666555z34m55p[789s<] + 5m": 2, PUNGS: 0, HONOUR_PAIRS: 0},
    "each_concealed_pung": {PUNGS: 3, CHOWS: 0, DRAWN: 1, "22234m44s[111p<][999p<] + 2m": 1},
    "each_kong": {PUNGS: 1, "123m55p11z[2222z<](3333z) + 5p": 2, CLAIMED: 0},
}


@pytest.mark.parametrize("pattern", MEANINGS)
def test_facts(pattern: str) -> None:
    rules = house_rules(fan("it", 1, pattern))
    holds, fails = MEANINGS[pattern]
    for text in holds:
        hand, win, how = read(text)
        assert counted(rules, hand, win, **how) == {"it": 1}, text
    for text in fails:
        hand, win, how = read(text)
        assert counted(rules, hand, win, **how) == {}, text


@pytest.mark.parametrize("pattern", ["suits == 2", "has_winds", "concealed", "open_kongs == 1", "dealer"])
def test_denied_facts(pattern: str) -> None:
    """`not` turns the answer round for what all readings of a hand share."""
    rules = house_rules(fan("it", 1, f"not ({pattern})", forms=FORMS))
    for texts, expected in zip(MEANINGS[pattern], ({}, {"it": 1}), strict=True):
        for text in texts:
            hand, win, how = read(text)
            assert counted(rules, hand, win, **how) == expected, text


@pytest.mark.parametrize("name", COUNTER_NAMES)
def test_counters(name: str) -> None:
    rules = house_rules(fan("it", 1, name, count="each"))
    for text, number in COUNTERS[name].items():
        hand, win, how = read(text)
        assert counted(rules, hand, win, **how) == ({"it": number} if number else {}), text


def test_a_counter_may_be_joined_to_facts() -> None:
    rules = house_rules(fan("it", 1, "terminal_pungs and self_draw and claimed == 1", count="each"))
    hand, win, _ = read("11199m111p99s[999p<] + 9m")
    assert counted(rules, hand, win, self_draw=True) == {"it": 4}
    assert counted(rules, hand, win) == {}
    assert counted(rules, "11199m111999p11z", "9m", self_draw=True) == {}


# Further circumstances, which a rule set has only if it says so
FURTHER: dict[str, tuple[list[str], list[str]]] = {
    "riichi": ([CHOWS + ", riichi", ORPHANS + ", riichi", CHOWS + ", riichi=2"], [CHOWS]),
    "double_riichi": ([CHOWS + ", riichi=2"], [CHOWS + ", riichi", CHOWS]),
    "open_riichi": ([CHOWS + ", riichi open_riichi"], [CHOWS + ", riichi"]),
    "ippatsu": ([CHOWS + ", riichi ippatsu", DRAWN + " riichi=2 ippatsu"], [CHOWS + ", riichi=2"]),
    "on_riichi_discard": ([MIXED + ", on_riichi_discard"], [MIXED, CHOWS + ", riichi"]),
    "on_kong_discard": ([MIXED + ", on_kong_discard last_tile"], [MIXED, DRAWN]),
    "loser_riichi": ([MIXED + ", loser_riichi", "13456m333456p55z + 2m, rob_kong loser_riichi"], [CHOWS + ", riichi"]),
    "ready_at_deal": ([CHOWS + ", ready_at_deal", CLOSED_KONG + ", ready_at_deal"], [CHOWS, CHOWS + ", riichi"]),
    "ready_first_turn": ([ORPHANS + ", ready_first_turn self_draw"], [ORPHANS, ORPHANS + ", ready_at_deal"]),
    "shown": ([MIXED + ", shown", CHOWS + ", self_draw shown"], [MIXED, MIXED + ", loser_shown"]),
    "loser_shown": ([MIXED + ", loser_shown", "13456m333456p55z + 2m, rob_kong loser_shown"], [MIXED + ", shown"]),
    # denied, in a feature of their own beside the general ones
    "not riichi and self_draw": ([DRAWN], [CHOWS, DRAWN + " riichi"]),
    "not (riichi or on_kong_discard)": ([CHOWS, MIXED], [CHOWS + ", riichi", MIXED + ", on_kong_discard"]),
    "not ippatsu and riichi": ([CHOWS + ", riichi"], [CHOWS + ", riichi ippatsu", CHOWS]),
}


@pytest.mark.parametrize("counts_han", [False, True])
@pytest.mark.parametrize("pattern", FURTHER)
def test_further_circumstances(pattern: str, counts_han: bool) -> None:
    """In rule sets that add up points and in those that count han."""
    han_fu = HanFu() if counts_han else None
    rules = house_rules(fan("it", 1, pattern), circumstances=tuple(CIRCUMSTANCE_BITS), han_fu=han_fu)
    fans = told if counts_han else counted
    for texts, expected in zip(FURTHER[pattern], ({"it": 1}, {}), strict=True):
        for text in texts:
            hand, win, how = read(text)
            assert fans(rules, hand, win, **how) == expected, text


def test_a_rule_set_without_a_circumstance_refuses_it() -> None:
    rules = house_rules(fan("it", 1, "riichi"), circumstances=("riichi", "ippatsu"))
    assert counted(rules, *read(CHOWS)[:2], riichi=True, ippatsu=True) == {"it": 1}
    with pytest.raises(HandError, match="a circumstance or bonus tile that the rule set does not have"):
        counted(rules, *read(CHOWS)[:2], riichi=2)


# What only rule sets that count han find out; streaks from three on count
WHEEL = "2233445566778p + 8p"
HAN_MEANINGS: dict[str, tuple[list[str], list[str]]] = {
    "streak_reached": ([CHOWS + ", streak=3", CHOWS + ", streak=255"], [CHOWS + ", streak=2", CHOWS]),
    "win_on('1z')": ([CHOWS, ORPHANS], [MIXED, CLAIMED]),
    "win_on('579p')": ([CLAIMED, "123456m3337p456s + 7p"], [CHOWS, MIXED]),
    "nine_gates": ([PURE], ["1112345678899m + 9m", FLUSH]),
    "nine_gates_any": ([PURE, "1112345678899m + 9m"], [FLUSH, "1112345999m[678m<] + 5m", "1112345678888s + 9s"]),
    "big_wheel": ([WHEEL, "2233445566778s + 8s"], ["1122334455667p + 7p", "2233445567m[678m<] + 8m", PAIRS]),
    "rank_sum_100": (
        # just a hundred; all four tiles of a kong count
        ["6667778889995m + 5m", "6667778889995s + 5s", "5m[1111m<](7777m)(8888m)(9999m) + 5m"],
        ["6667778889994m + 4m", "666777888999m5p + 5p", FLUSH, PURE],
    ),
}


@pytest.mark.parametrize("pattern", HAN_MEANINGS)
def test_facts_where_yaku_count_han(pattern: str) -> None:
    rules = house_rules(fan("it", 1, pattern), han_fu=HanFu(), streak_from=3)
    for texts, expected in zip(HAN_MEANINGS[pattern], ({"it": 1}, {}), strict=True):
        for text in texts:
            hand, win, how = read(text)
            assert told(rules, hand, win, **how) == expected, text


@pytest.mark.parametrize("han_fu", [None, HanFu()])
def test_hands_without_a_shape(han_fu: HanFu | None) -> None:
    """Thirteen kinds, one of them twice, of a suit none next to another nor next but one."""
    row = fan("apart", 1, "unconnected and self_draw", forms=("shapeless",))
    rules = house_rules(row, fan("drawn", 1, "self_draw"), forms=("standard", "shapeless"), han_fu=han_fu, minimum=0)
    fans = told if han_fu else counted
    for hand, win in (("147m258p369s1234z", "4z"), ("147m258p369s1233z", "4z"), ("19m5p1234567z58s9p", "5p")):
        assert fans(rules, hand, win, self_draw=True) == {"apart": 1}
        score = mj.score(hand, win, rules, self_draw=True)
        reading = score.reading
        assert (reading.form, reading.sets, reading.pair, reading.places) == ("shapeless", (), "", ("body",))
        assert reading.tiles == str(mj.Hand(hand).draw(win))
        assert [(entry.fan, entry.sets) for entry in score.fans] == [("apart", ())]
        assert score.covered == score.fu_items == ()
        assert pickle.loads(pickle.dumps(reading)) == reading
        # without a row that counts it is still no shape
        if han_fu:
            assert fans(rules, hand, win) == {}
        else:
            with pytest.raises(mj.NotAWin):
                mj.score(hand, win, rules)
    assert fans(rules, *read(DRAWN)[:2], self_draw=True) == {"drawn": 1}
    for hand, win in (("147m258p369s1234z", "5z"), ("146m258p369s1234z", "4z"), ("147m259p369s1233z", "3z")):
        with pytest.raises(mj.NotAWin):
            mj.score(hand, win, rules, self_draw=True)


BONUSES: dict[str, dict[str, int]] = {
    # the next of the suit, the winds, the dragons; each copy once for each indicator
    "dora": {
        CHOWS: 0,
        CHOWS + ", dora_indicators=9m": 1,
        CHOWS + ", dora_indicators=4z": 3,
        CHOWS + ", dora_indicators=4z4z4z": 9,
        CHOWS + ", dora_indicators=4z4p8m1z7z": 3 + 2 + 1,
        CLOSED_KONG + ", dora_indicators=1z": 4,
        OPEN_KONG + ", dora_indicators=1z4p": 4 + 3,
        HONOUR_PAIRS + ", dora_indicators=7z": 2,
        ORPHANS + ", dora_indicators=9s": 1,
    },
    "ura": {
        CHOWS + ", riichi dora_indicators=4z": 0,
        CHOWS + ", riichi dora_indicators=2p ura_indicators=4z": 3,
        CHOWS + ", riichi dora_indicators=2p2p ura_indicators=4z9m": 4,
    },
    "red": {
        CHOWS: 0,
        "34m067p22s[340s<][789s<] + 5m": 2,
        "34m067p22s[340s<][789s<] + 0m": 3,
        "34m067p22s[340s<][789s<] + 0m, dora_indicators=4p": 3,
        "11m678p78s[0555s<][0555m+<] + 9s": 2,
        PAIRS.replace("5", "0", 1): 1,
    },
    "north": {
        CHOWS: 0,
        CHOWS + ", nuki=1": 1,
        CHOWS + ", nuki=4": 4,
        ORPHANS + ", nuki=3": 3,
        # those set aside are dora of the indicators too
        CHOWS + ", nuki=2 dora_indicators=3z": 2,
    },
}


@pytest.mark.parametrize("name", BONUS_NAMES)
def test_bonus_counters(name: str) -> None:
    rules = house_rules(
        fan("yaku", 1, "claimed >= 0"), fan("it", 1, name, count="each", acc="bonus"),
        han_fu=HanFu(norths=True), circumstances=("riichi",), minimum=1,
    )  # fmt: skip
    for text, number in BONUSES[name].items():
        hand, win, how = read(text)
        assert told(rules, hand, win, **how) == {"yaku": 1, **({"it": number} if number else {})}, text
        assert mj.score(hand, win, rules, **how).han == 1 + number


def test_the_tables_here_are_complete() -> None:
    words = {word for text in (*MEANINGS, *FURTHER, *HAN_MEANINGS) for word in re.findall(r"[a-z_]\w+", text)}
    # what only rule sets of points know is in test_point_facts, what only those with a wild kind in test_wild_wins
    facts = {name for name, fact in FACTS.items() if fact.feature not in ("flowers", "fours")}
    facts -= {"form_pairs_and_set", "form_shapeless", "unconnected", "instant"}
    elsewhere = {"no_flowers", "seven_rob_one", "double_kong", "no_wild"}
    # these belong to rule sets to come: `Win` has no names for them
    nameless = {"rob_gold", "sea_floor", "exposed_three"}
    circumstances = set(CIRCUMSTANCE_BITS) - nameless
    assert words >= (facts | set(DERIVED) | circumstances) - elsewhere | {"ranks_in", "only", "win_on"}
    assert set(CHOW_RELATIONS) | set(PUNG_RELATIONS) == set(RELATION_NAMES)
    assert set(COUNTERS) == set(COUNTER_NAMES)
    assert set(BONUSES) == set(BONUS_NAMES)
