"""Facts that only rule sets of points know: flowers, four equal tiles that are no kong, kongs in a row, flower wins."""

from __future__ import annotations

import re
from typing import Any

import pytest

import mjcore as mj
from house_rules import counted, fan, house_rules, read
from mjcore.fans.vocabulary import FACTS
from mjcore.rules import RuleSet

CHOWS = "123456789m55p11z + 1z"
PAIRS = "1188m22334455p6z + 6z"
ORPHANS = "19m19p19s1234567z + 1z"
KONGS = "123m1z456p(1111s)[2222s<] + 1z"
HAND = "123m456p789s1122z"  # of a flower win: any
WAITING = "147m258p369s1234z"

# of all forms
FLOWERS: dict[str, tuple[list[str], list[str]]] = {
    "flower_count == 0": ([CHOWS, PAIRS], [CHOWS + ", flowers=1f", ORPHANS + ", flowers=8"]),
    "flower_count == 3": ([CHOWS + ", flowers=158f", ORPHANS + ", flowers=3"], [CHOWS + ", flowers=15f", CHOWS]),
    "no_flowers": ([CHOWS, ORPHANS], [CHOWS + ", flowers=1f", CHOWS + ", flowers=8f"]),
    # 1f..4f belong to East, South, West and North
    "seat_season": (
        [CHOWS + ", flowers=1f", CHOWS + ", flowers=28f seat=S", PAIRS + ", flowers=3f seat=W",
         CHOWS + ", flowers=4f seat=N"],
        [CHOWS, CHOWS + ", flowers=5f", CHOWS + ", flowers=234f", CHOWS + ", flowers=3f seat=N",
         CHOWS + ", flowers=4f seat=W"],
    ),
    # so do 5f 6f 8f 7f: plum, orchid, chrysanthemum, bamboo
    "seat_plant": (
        [CHOWS + ", flowers=5f", CHOWS + ", flowers=16f seat=S", PAIRS + ", flowers=8f seat=W",
         CHOWS + ", flowers=7f seat=N"],
        [CHOWS, CHOWS + ", flowers=1f", CHOWS + ", flowers=678f", CHOWS + ", flowers=7f seat=W",
         CHOWS + ", flowers=8f seat=N"],
    ),
    # and as they are numbered
    "seat_plant_mlzj": (
        [CHOWS + ", flowers=5f", CHOWS + ", flowers=16f seat=S", PAIRS + ", flowers=7f seat=W",
         CHOWS + ", flowers=8f seat=N"],
        [CHOWS, CHOWS + ", flowers=1f", CHOWS + ", flowers=678f", CHOWS + ", flowers=8f seat=W",
         CHOWS + ", flowers=7f seat=N"],
    ),
    "all_seasons": ([CHOWS + ", flowers=1234f", CHOWS + ", flowers=12348f"], [CHOWS, CHOWS + ", flowers=5678f"]),
    "all_plants": ([CHOWS + ", flowers=5678f", CHOWS + ", flowers=8"], [CHOWS + ", flowers=123568f", CHOWS]),
}  # fmt: skip

# where every place of the winning tile is tried
PLACES: dict[str, tuple[list[str], list[str]]] = {
    # in hand, in whatever sets
    "concealed_four": (
        ["111123456m55p11z + 1z", "111123m456p77s11z + 7s", "1111335577m99p6z + 6z"],
        [CHOWS, "123456m55p11z(2222z) + 1z", "23456m55p111z[111m<] + 1m", ORPHANS],
    ),
    "concealed_four_by_win": (
        ["11123456m55p111z + 1m", "111335577m99p66z + 1m"],
        ["111123456m55p11z + 1z", "23456m55p111z[111m<] + 1m"],
    ),
    # the fourth tile of an own claimed pung
    "pung_plus_one": (
        ["23m55p111z456s[111m<] + 1m", "123m55p111z45s[111m<] + 6s"],
        ["123456m55p11z[2222z+<] + 1z", "111123456m55p11z + 1z", CHOWS],
    ),
    "pung_plus_one_by_win": (["23m55p111z456s[111m<] + 1m"], ["123m55p111z45s[111m<] + 6s", CHOWS]),
    "pair_quads == 0": ([PAIRS], ["1111335577m99p6z + 6z", CHOWS, "111123456m55p11z + 1z"]),
    "pair_quads == 1": (["1111335577m99p6z + 6z", "111335577m99p66z + 1m"], [PAIRS, "1111333377m99p6z + 6z"]),
    "pair_quads == 2": (["1111333377m99p6z + 6z"], ["1111335577m99p6z + 6z"]),
    "pair_quads == 3": (["1111333377779m + 9m", "11113333777z99m + 7z"], ["1111333377m99p6z + 6z"]),
    "win_on('5m5p5s')": (["1234m456p789s11z6m + 5m", "1144668899p115s + 5s"], [CHOWS, PAIRS]),
}

HOW: dict[str, tuple[list[str], list[str]]] = {
    # two kongs in a row, the win on the second one's replacement
    "double_kong": (
        [KONGS + ", self_draw after_kong kong_chain=2", "1z(3333m)[3333p<](1111s)[2222s<] + 1z, self_draw after_kong "
         "kong_chain=4"],
        [KONGS + ", self_draw after_kong", KONGS + ", self_draw after_kong kong_chain=1", KONGS, CHOWS],
    ),
    "not double_kong and after_kong": (
        [KONGS + ", self_draw after_kong kong_chain=1", KONGS + ", self_draw after_kong"],
        [KONGS + ", self_draw after_kong kong_chain=2", KONGS],
    ),
}


def check(rules: RuleSet, meaning: tuple[list[str], list[str]]) -> None:
    for texts, expected in zip(meaning, ({"it": 1}, {}), strict=True):
        for text in texts:
            hand, win, how = read(text)
            assert counted(rules, hand, win, **how) == expected, text


@pytest.mark.parametrize("best_place", [False, True])
@pytest.mark.parametrize("pattern", FLOWERS)
def test_flowers(pattern: str, best_place: bool) -> None:
    check(house_rules(fan("it", 1, pattern), best_place=best_place), FLOWERS[pattern])


@pytest.mark.parametrize("pattern", PLACES)
def test_every_place(pattern: str) -> None:
    forms = ("standard", "seven_pairs", "thirteen_orphans")
    check(house_rules(fan("it", 1, pattern), forms=forms, best_place=True), PLACES[pattern])


@pytest.mark.parametrize("best_place", [False, True])
@pytest.mark.parametrize("pattern", HOW)
def test_kongs_in_a_row(pattern: str, best_place: bool) -> None:
    rules = house_rules(fan("it", 1, pattern), circumstances=("kong_chain",), best_place=best_place)
    check(rules, HOW[pattern])


def test_a_longer_chain_than_there_are_kongs_is_dropped() -> None:
    """As a Win drops it, in a batch too."""
    rules = house_rules(fan("it", 1, "double_kong"), circumstances=("kong_chain",))
    hand, win, how = read(KONGS + ", self_draw after_kong kong_chain=3")
    loose = mj.Win(hand, win, **how, strict=False)
    assert loose.kong_chain == 0
    assert mj.score(loose, rules=rules).fans == ()
    rows = mj.batch.pack([mj.Win(hand, win, self_draw=True, after_kong=True)])
    rows["kong_chain"] = 3
    assert mj.batch.score(rows, rules, strict=False).total.tolist() == [0]
    with pytest.raises(mj.HandError, match="kong_chain"):
        mj.batch.score(rows, rules)


# flower wins: hand and circumstances, what counts
INSTANT: dict[str, dict[str, dict[str, int]]] = {
    "instant": {HAND + ", self_draw flowers=1f": {"it": 1}, HAND + ", seven_rob_one flowers=8": {"it": 1}},
    "instant and self_draw": {HAND + ", self_draw flowers=8": {"it": 1}, HAND + ", seven_rob_one flowers=8": {}},
    "instant and seven_rob_one": {HAND + ", seven_rob_one flowers=8": {"it": 1}, HAND + ", self_draw flowers=8": {}},
    "instant and flower_count == 8": {
        HAND + ", self_draw flowers=8": {"it": 1},
        "[123m<][456p<](1111z)1m9s55z, self_draw flowers=8": {"it": 1},
        HAND + ", self_draw flowers=7": {},
    },
    "instant and heaven": {
        HAND + ", self_draw first_turn flowers=4f": {"it": 1},
        HAND + ", self_draw first_turn flowers=4f seat=S": {},
    },
    "instant and all_plants": {HAND + ", self_draw flowers=35678f": {"it": 1}, HAND + ", self_draw flowers=1f": {}},
}


@pytest.mark.parametrize("best_place", [False, True])
@pytest.mark.parametrize("pattern", INSTANT)
def test_flower_wins(pattern: str, best_place: bool) -> None:
    """A hand wins so only if a row says so; a fallback and a row of other forms say nothing about it."""
    rules = house_rules(
        fan("it", 1, pattern, forms=("shapeless",)), fan("nothing", 2, if_nothing=True), fan("drawn", 3, "self_draw"),
        forms=("standard", "shapeless"), circumstances=("seven_rob_one",), best_place=best_place,
    )  # fmt: skip
    for text, expected in INSTANT[pattern].items():
        hand, win, how = read(text)
        if expected:
            assert counted(rules, hand, win, **how) == expected, text
        else:
            with pytest.raises(mj.NotAWin, match="is no flower win of house"):
                mj.score(hand, win, rules, **how)
    # neither a hand with its winning tile, nor tiles without any shape
    assert counted(rules, *read(CHOWS)[:2], flowers=8) == {"nothing": 1}
    with pytest.raises(mj.NotAWin):
        mj.score(WAITING, "4z", rules, flowers=8)


def test_instant_needs_a_form() -> None:
    """The row says for which form it is; a rule set without that form has no flower wins."""
    rules = house_rules(fan("it", 1, "instant", forms=("shapeless",)))
    for how in ({"self_draw": True}, {"self_draw": True, "strict": False}):
        with pytest.raises(mj.HandError, match="house has no flower wins"):
            mj.score(HAND, None, rules, flowers=8, **how)


def test_the_tables_here_are_complete() -> None:
    tables: list[dict[str, Any]] = [FLOWERS, PLACES, HOW, INSTANT]
    words = {word for table in tables for text in table for word in re.findall(r"[a-z_]\w+", text)}
    facts = {name for name, fact in FACTS.items() if fact.feature in ("flowers", "fours")}
    assert words >= facts | {"no_flowers", "instant", "double_kong", "seven_rob_one", "win_on"}
