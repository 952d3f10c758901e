"""What the fan table of MCR need not say: every implication is covered, or written down with its reason.

A fan that is always there with another one must not be counted beside it unless the rules say so; a cover that was
forgotten shows up here as an implication that nobody has written down.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import mjcore as mj
from feature_space import implications, unsaid
from generators import to_win_arguments, wins
from golden_pairs import written
from house_rules import fan, house_rules
from mjcore.fans.rows import Fan
from mjcore.rules import RuleSet

MCR = mj.rules.get("mcr")
# every 97th hand of sets: enough to tell rows from each other that are not rare
FEW = 97


@pytest.fixture(scope="module")
def implied() -> dict[str, set[str]]:
    return implications(MCR)


def test_every_implication_is_covered_or_written_down(implied: dict[str, set[str]]) -> None:
    assert unsaid(MCR, implied) == set(written("mcr_implications.txt"))


def test_every_row_can_hold(implied: dict[str, set[str]]) -> None:
    assert set(implied) == {row.id for row in MCR.fans} - {"chicken_hand"}


@pytest.mark.parametrize(
    ("one", "others"),
    [
        ("big_four_winds", {"all_pungs", "prevalent_wind", "seat_wind", "pung_guest_wind"}),
        ("big_three_winds", {"pung_guest_wind"}),
        # seven pairs of terminals are no pungs
        ("all_terminals", {"no_honors"}),
        ("all_fives", {"all_simples", "no_honors"}),
        ("nine_gates", {"full_flush", "no_honors", "pung_terminal"}),
        ("four_kongs", {"all_pungs"}),
        ("four_concealed_pungs", {"all_pungs"}),
        ("pure_terminal_chows", {"full_flush", "all_chows", "no_honors", "pure_double_chow", "two_terminal_chows"}),
        ("seven_shifted_pairs", {"seven_pairs", "full_flush", "no_honors"}),
        ("two_dragon_pungs", {"dragon_pung"}),
        ("half_flush", set()),
        ("seven_pairs", set()),
        ("thirteen_orphans", set()),
    ],
)
def test_known_implications(implied: dict[str, set[str]], one: str, others: set[str]) -> None:
    """That tell whether the search sees what it should: across features, forms, melds."""
    assert implied[one] == others


def without(name: str, covered: str) -> RuleSet:
    """MCR with a forgotten cover."""
    rows = tuple(
        replace(row, covers=tuple(other for other in row.covers if other != covered)) if row.id == name else row
        for row in MCR.fans
    )
    return replace(MCR, make_fans=lambda values: rows)


@pytest.mark.parametrize(
    ("name", "covered"),
    [
        ("all_fives", "all_simples"),
        ("big_four_winds", "all_pungs"),
        ("upper_tiles", "upper_four"),
        ("pure_terminal_chows", "full_flush"),
        ("last_tile_draw", "self_drawn"),
        ("seven_shifted_pairs", "seven_pairs"),
    ],
)
def test_a_forgotten_cover_is_found(name: str, covered: str, implied: dict[str, set[str]]) -> None:
    assert unsaid(without(name, covered), implied) - unsaid(MCR, implied) == {(name, covered)}


def made(*rows: Fan, **frame: Any) -> set[tuple[str, str]]:
    rules = house_rules(*rows, **frame)
    return unsaid(rules, implications(rules, FEW))


def test_what_counts_as_said() -> None:
    flush, plain = fan("flush", 9, "suits == 1 and not has_honours"), fan("plain", 1, "not has_honours")
    assert made(flush, plain) == {("flush", "plain")}
    assert made(replace(flush, covers=("plain",)), plain) == set()
    assert made(replace(flush, adds=("plain",)), plain) == set()
    assert made(replace(flush, group="g"), replace(plain, group="g")) == set()
    # of three pungs of winds one at least is neither the seat's nor the round's
    winds, guests = fan("winds", 9, "wind_pungs == 3"), fan("guests", 1, "guest_wind_pungs", count="each")
    assert made(winds, guests) == {("winds", "guests")}
    assert made(replace(winds, reduces={"guests": 1}), guests) == set()
    # the same in other words: each way
    assert made(fan("one", 1, "chows == 0"), fan("two", 2, "pungs == 4")) == {("one", "two"), ("two", "one")}


@pytest.mark.parametrize(
    ("one", "other", "frame"),
    [
        (fan("seasons", 1, "all_seasons"), fan("four", 1, "flower_count >= 4"), {}),
        (fan("seasons", 1, "all_plants"), fan("each", 1, "flowers", count="each", acc="flower"), {}),
        (fan("two", 1, "double_kong"), fan("one", 1, "after_kong and self_draw"), {"circumstances": ("kong_chain",)}),
        (fan("three", 1, "kongs == 3"), fan("each", 1, "each_kong", count="each"), {}),
        (fan("dragons", 1, "dragon_pungs == 2"), fan("each", 1, "each_dragon_pung", count="each"), {}),
        (fan("pungs", 1, "concealed_pungs == 4"), fan("each", 1, "each_concealed_pung", count="each"), {}),
        (fan("exposed", 1, "all_claimed"), fan("other", 1, "all_exposed"), {}),
        (fan("dragon", 1, "pair_quads >= 1"), fan("four", 1, "concealed_four"), {"best_place": True}),
        (fan("won", 1, "concealed_four_by_win"), fan("four", 1, "concealed_four"), {"best_place": True}),
        (fan("four", 1, "concealed_four"), fan("quads", 1, "quads", count="each"), {"best_place": True}),
        (fan("plus", 1, "pung_plus_one_by_win"), fan("quads", 1, "quads", count="each"), {"best_place": True}),
        (
            fan("eight", 1, "instant and flower_count == 8", forms=("shapeless",)),
            fan("any", 1, "instant", forms=("shapeless",)),
            {"forms": ("standard", "shapeless")},
        ),
    ],
)
def test_facts_of_points(one: Fan, other: Fan, frame: dict[str, Any]) -> None:
    assert made(one, other, **frame) == {(one.id, other.id)}


def test_hands_agree_with_the_search(implied: dict[str, set[str]]) -> None:
    """Where a fan counts, what it implies is counted too or covered."""
    public = {row.id: row.public_id for row in MCR.fans}
    checked = 0
    for plain in wins(1500, seed=44):
        hand, tile, how = to_win_arguments(plain)
        score = mj.score(hand, tile, **how)
        there = {entry.fan for entry in score.fans} | {entry.fan for entry in score.covered}
        for name in there:
            for other in implied.get(name, set()):
                checked += 1
                assert public[other] in there, (name, other, hand)
    assert checked > 1000
