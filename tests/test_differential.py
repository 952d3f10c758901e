"""mjcore against PyMahjongGB, an independent public package for Chinese Official Mahjong: equal totals, and
its fan list is among the lists of maximal total (the two-chow fans, which are worth the same, as one).

10,000 hands of each stream; MJCORE_LONG=1 takes 200,000, a larger number that many. Skips without the
package.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

import mjcore as mj
from faces import answer
from generators import (
    PlainWin,
    impossible_wins,
    non_wins,
    ordinary_wins,
    to_pymahjonggb,
    to_win_arguments,
    wins,
)
from reference.mcr import score
from reference.mcr_fans import PYMAHJONGGB_NAMES, STANDARD_FANS, fold

package = pytest.importorskip("MahjongGB")

LONG = int(os.environ.get("MJCORE_LONG") or 0)
HANDS = 200_000 if LONG == 1 else max(LONG, 10_000)
SEED = 20261130

Fans = dict[str, int]


def judged(win: PlainWin) -> tuple[int, Fans] | None:
    """PyMahjongGB's total and fan counts, None if it sees no win."""
    try:
        rows = package.MahjongFanCalculator(*to_pymahjonggb(win), verbose=True)
    except TypeError as error:
        if str(error) != "ERROR_NOT_WIN":
            raise  # the arguments are at fault, not the hand
        return None
    fans = {PYMAHJONGGB_NAMES[name]: times for _, times, name, _ in rows}
    return sum(points * times for points, times, _, _ in rows), fans


def scored(win: PlainWin, strict: bool = True) -> tuple[int, Fans] | None:
    """Total and fan counts of mjcore, None if it sees no win."""
    hand, tile, circumstances = to_win_arguments(win)
    try:
        found = answer(mj.score(hand, tile, **circumstances, strict=strict))
    except mj.NotAWin:
        return None
    return found.total, found.fans


def same_list(win: PlainWin, ours: Fans, theirs: Fans) -> bool:
    """Equal lists, or one of the others of maximal total; the twin knows them all, but is slow."""
    if fold(ours) == fold(theirs):
        return True
    twin = score(win)
    return twin is not None and ours in twin.all_fans and fold(theirs) in map(fold, twin.all_fans)


def compare(hands: Iterator[PlainWin], strict: bool = True) -> Counter[str]:
    """Compares every hand, fails if any differs, and tells how often each fan was counted."""
    seen: Counter[str] = Counter()
    wrong, other_lists = [], 0
    for win in hands:
        ours, theirs = scored(win, strict), judged(win)
        seen["hands"] += 1
        if ours is None or theirs is None:
            if ours != theirs:
                wrong.append((to_win_arguments(win), ours, theirs))
            seen["no win"] += 1
            continue
        seen.update(ours[1].keys())
        other_lists += fold(ours[1]) != fold(theirs[1])
        if ours[0] != theirs[0] or not same_list(win, ours[1], theirs[1]):
            wrong.append((to_win_arguments(win), ours, theirs))
    print(f"{seen['hands']} hands, {len(wrong)} differ, {other_lists} with another list of the same total")
    assert not wrong, (len(wrong), wrong[:3])
    return seen


def test_wins() -> None:
    seen = compare(wins(HANDS, SEED))
    assert seen["hands"] == HANDS
    assert not seen["no win"]
    rare = {fan: seen[fan] for fan in STANDARD_FANS if seen[fan] < HANDS // 250}
    assert not rare


def test_ordinary_wins() -> None:
    assert compare(ordinary_wins(HANDS, SEED))["hands"] == HANDS


def test_impossible_wins() -> None:
    """With strict=False impossible circumstances are dropped, as the package drops them; only for a robbed
    kong together with the last tile it scores both."""
    hands = (win for win in impossible_wins(HANDS, SEED) if not (win.how == "rob_kong" and win.last_tile))
    assert compare(hands, strict=False)["hands"] > HANDS // 2


def test_no_wins() -> None:
    seen = compare(non_wins(HANDS, SEED))
    assert seen["no win"] == HANDS


@pytest.mark.parametrize("make", [wins, ordinary_wins])
def test_batch_totals(make: Callable[[int, int], Iterator[PlainWin]]) -> None:
    """The same through a batch, with hands of another seed."""
    hands = list(make(HANDS, SEED + 1))
    arguments = map(to_win_arguments, hands)
    found = mj.batch.score([mj.Win(hand, tile, **rest) for hand, tile, rest in arguments], threads=2)
    totals = []
    for win in hands:
        theirs = judged(win)
        assert theirs is not None
        totals.append(theirs[0])
    assert found.total.tolist() == totals
