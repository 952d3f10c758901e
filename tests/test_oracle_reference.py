"""The plain MCR scorer against the worked cases and against PyMahjongGB, an independent public package.

The cases are read from the folder in MJCORE_SHARED; without it those tests skip. MJCORE_LONG=1 compares
36,000 generated wins with PyMahjongGB instead of 1,000, a larger number that many.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generators import (
    PlainWin,
    impossible_wins,
    non_wins,
    ordinary_wins,
    to_pymahjonggb,
    to_win_arguments,
    wins,
)
from reference.facts import from_case
from reference.mcr import Options, score
from reference.mcr_fans import PYMAHJONGGB_NAMES, STANDARD_FANS, fold

SHARED = os.environ.get("MJCORE_SHARED")
LONG = int(os.environ.get("MJCORE_LONG") or 0)
HANDS = 36_000 if LONG == 1 else max(LONG, 1_000)


def disagreement(case: dict[str, Any]) -> str:
    """What the scorer says otherwise than the case, "" if nothing."""
    result = score(from_case(case), Options(**case.get("options", {})))
    if result is None:
        return "no winning shape"
    expected = case["expected"]
    found = {
        "total": result.total,
        "total_without_flowers": result.total_without_flowers,
        "can_win": result.legal,
    }
    wrong = [f"{key}: {found[key]}" for key in found if found[key] != expected.get(key, found[key])]
    if "fans" in expected:
        lists = [fold(fans) for fans in (expected["fans"], *expected.get("fans_alt", ()))]
        if fold(result.fans) not in lists:
            wrong.append(f"fans: {result.fans}")
    return ", ".join(wrong)


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
@pytest.mark.parametrize("name", ["mcr", "mcr_real", "mcr_disputes"])
def test_worked_cases(name: str) -> None:
    assert SHARED is not None
    cases = json.loads((Path(SHARED) / "cases" / f"{name}.json").read_text("utf-8"))["hands"]
    assert cases
    wrong = {case["id"]: found for case in cases if (found := disagreement(case))}
    print(f"{name}: {len(cases) - len(wrong)} of {len(cases)} hands agree")
    assert not wrong


Judge = Callable[[PlainWin], "dict[str, tuple[int, int]] | None"]


@pytest.fixture(scope="module")
def judge() -> Judge:
    """PyMahjongGB's answer: fan id -> (count, points of one), or None for no win."""
    package = pytest.importorskip("MahjongGB")

    def ask(win: PlainWin) -> dict[str, tuple[int, int]] | None:
        try:
            answer = package.MahjongFanCalculator(*to_pymahjonggb(win), verbose=True)
        except TypeError as error:
            if str(error) != "ERROR_NOT_WIN":
                raise  # the arguments are at fault, not the hand
            return None
        return {PYMAHJONGGB_NAMES[name]: (times, points) for points, times, name, _ in answer}

    return ask


def agree(win: PlainWin, judge: Judge) -> bool:
    """Equal totals, and the judge's fan list is one of ours of maximal total (two-chow fans folded)."""
    result, answer = score(win), judge(win)
    if result is None or answer is None:
        return result is None and answer is None
    fans = {fan: times for fan, (times, _) in answer.items()}
    total = sum(times * points for times, points in answer.values())
    return total == result.total and fold(fans) in [fold(each) for each in result.all_fans]


@pytest.mark.parametrize("make", [wins, ordinary_wins, non_wins, impossible_wins])
def test_agrees_with_pymahjonggb(judge: Judge, make: Callable[[int, int], Iterator[PlainWin]]) -> None:
    hands = list(make(HANDS, 20261129))
    if make is impossible_wins:
        # PyMahjongGB drops what cannot be, but for this pair: it scores a robbed kong and the last tile
        hands = [win for win in hands if not (win.how == "rob_kong" and win.last_tile)]
    wrong = [to_win_arguments(win) for win in hands if not agree(win, judge)]
    print(f"{make.__name__}: {len(hands) - len(wrong)} of {len(hands)} agree")
    assert not wrong


def test_every_fan_is_generated(judge: Judge) -> None:
    seen: Counter[str] = Counter()
    below = 0
    for win in wins(5_000, 1):
        answer = judge(win)
        assert answer is not None, to_win_arguments(win)
        seen.update(answer.keys())
        total = sum(times * points for fan, (times, points) in answer.items() if fan != "flower_tiles")
        below += total < 8
    rare = {fan: seen[fan] for fan in STANDARD_FANS if seen[fan] < 20}
    assert not rare
    assert below > 250
