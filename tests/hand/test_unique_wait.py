"""The native waits, seen through the fans that ask whether the winning tile was the only wait.

Edge, closed and single wait are looked for among the counted fans and the covered ones, for the very
reading that was scored. MJCORE_LONG=1 takes 20 times as many random hands.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import mjcore as mj
from recipes import knitted_straight, kongs, narrow, one_suit_concealed, ordinary, own_fourth
from reference.facts import KINDS, PlainWin, parse_tiles, to_win_arguments
from reference.hand import PlainReading, PlainSet
from reference.mcr import Options, Scored
from reference.splits import Suit, complete_suits, suit_waits

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
WINS = 8_000 if LONG else 400
WAITS = ("edge_wait", "closed_wait", "single_wait")
RULES = {waits: mj.rules.get("mcr", unique_wait=waits) for waits in ("structural", "available")}
RECIPES = [ordinary, one_suit_concealed, narrow, own_fourth, kongs, knitted_straight]


def wait_fan(score: mj.Score) -> str:
    """The wait fan of a score, the first in order of the counted and covered ones; "" for none."""
    counted = [entry.fan for entry in score.fans if entry.fan in WAITS]
    found = {*counted, *(entry.fan for entry in score.covered)}
    first = next((fan for fan in WAITS if fan in found), "")
    assert counted in ([], [first]), score
    return first


# Hands of one suit: the waits from the table of all sums of sets and a pair


def one_suit_wins() -> Iterator[tuple[Suit, int]]:
    for counts, readings in complete_suits(4).items():
        if sum(counts) == 14 and readings[0].pair is not None:
            for rank in range(9):
                if counts[rank]:
                    yield counts, rank


def role(reading: Any, rank: int) -> str:
    lows = [int(text[0]) - 1 for text in reading.sets if text[0] != text[1]]
    if (rank == 2 and 0 in lows) or (rank == 6 and 6 in lows):
        return "edge_wait"
    if rank - 1 in lows:
        return "closed_wait"
    return "single_wait" if reading.pair == f"{rank + 1}{rank + 1}m" else ""


@pytest.mark.parametrize("waits", RULES)
def test_wins_of_one_suit(waits: str) -> None:
    # a fifth copy counts as a wait if waits are structural
    table = complete_suits(4, 5 if waits == "structural" else 4)
    seen: Counter[str] = Counter()
    wrong = []
    for counts, rank in one_suit_wins():
        score = mj.score(bytes([*counts, *bytes(25)]), rank, RULES[waits])
        if score.reading.form == "standard":
            before = (*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])
            found = suit_waits(before, table)
            odd = [other for other in range(9) if before[other] % 2]
            # a seventh pair is waited for as well
            if len(odd) == 1:
                found.update(odd)
            expected = role(score.reading, rank) if found == {rank} else ""
            seen[expected] += 1
            if wait_fan(score) != expected:
                wrong.append((counts, rank, found, score))
    assert min(seen[fan] for fan in (*WAITS, "")) > 500, seen
    assert not wrong, (len(wrong), wrong[:3])


# Hands of several suits, with melds and honours: the waits by trying every kind


def plain(reading: Any, concealed: int) -> PlainReading:
    sets = []
    for text in reading.sets[:concealed]:
        kind = parse_tiles(text)[0]
        sets.append(PlainSet("pung" if text[0] == text[1] else "chow", kind))
    form = {"standard": "standard", "knitted_straight": "knitted straight"}[reading.form]
    pair = parse_tiles(reading.pair)[0]
    return PlainReading(form, tuple(sorted(sets)), pair, tuple(parse_tiles(reading.pattern)))


@pytest.mark.parametrize("waits", RULES)
@pytest.mark.parametrize("recipe", RECIPES)
def test_wins_of_all_sorts(recipe: Callable[[Random], PlainWin], waits: str) -> None:
    rng = Random(f"{recipe.__name__} {waits}")
    seen: Counter[str] = Counter()
    wrong = []
    while sum(seen.values()) < WINS:
        win = recipe(rng)
        hand, tile, circumstances = to_win_arguments(win)
        score = mj.score(hand, tile, RULES[waits], **circumstances)
        if score.reading.form in ("standard", "knitted_straight"):
            scored = Scored(win, plain(score.reading, score.reading.concealed), Options(unique_wait=waits))
            expected = next((fan for fan, times in scored.wait().items() if times), "")
            seen[expected] += 1
            if wait_fan(score) != expected:
                wrong.append((hand, tile, circumstances, score))
    assert len(seen) > 1, "every wait alike"
    assert not wrong, (len(wrong), wrong[:3])


def test_honours_are_waited_for() -> None:
    """Every way that winds and dragons can wait."""
    for kind in range(27, KINDS):
        other = 27 if kind == 33 else kind + 1
        text, beside = f"{kind - 26}z", f"{other - 26}z"
        single = mj.score(f"123m456p789s111s{text}", text)
        assert wait_fan(single) == "single_wait"
        two = mj.score(f"123m456p789s{text}{text}{beside}{beside}", text)
        assert wait_fan(two) == ""
        three = mj.score(f"123m456p78999s{text}{text}", text)
        assert wait_fan(three) == ""
