"""mjcore's riichi scores against PyPI `mahjong` and `riichienv` on wins biased to rare hands.

10,000 wins for each package; MJCORE_LONG=1 takes 200,000. Every difference must be a dispute of the rules or a fault
of the package that riichi_oracles.py names.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import mjcore as mj
from mjcore.errors import NotAWin
from reference.riichi import PlainScore
from reference.riichi import score as reference
from reference.riichi_facts import PlainRiichiWin, to_score_arguments
from riichi_oracles import Opinion, differences, explained, mahjong_opinion, riichienv_opinion
from riichi_recipes import wins

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
# for each package and number of players
WINS = 100_000 if LONG else 5_000
PRESETS = {4: "riichi/tenhou", 3: "riichi/tenhou3"}


def ours(win: PlainRiichiWin) -> PlainScore | None:
    """mjcore's answer in the twin's form."""
    hand, tile, circumstances = to_score_arguments(win)
    try:
        found = mj.score(hand, tile, rules=PRESETS[win.players], **circumstances)
    except NotAWin:
        return None
    yaku = {fan.fan: fan.value for fan in found.fans} if found.legal else {}
    told = found.to_dict()
    return PlainScore(told["han"], told["fu"], told["yakuman"], yaku, told["limit"], told["unit"], told["points"],
                      found.legal)


def unexplained(
    win: PlainRiichiWin, theirs: Opinion, reason: Callable[..., str], reasons: Counter[str]
) -> dict[str, Any]:
    found = ours(win)
    differing = differences(found, theirs)
    if set(differing) == {"yaku"}:
        # readings that are worth the same in every respect: which one is shown is nobody's mistake
        twin = reference(win)
        assert twin is not None
        if any(dict(yaku) == dict(theirs.yaku) for yaku in (twin.yaku, *twin.others)):
            return {}
    if not differing:
        return {}
    why = reason(win, found, theirs)
    reasons[why] += 1
    return {} if why else differing


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("package", ["mahjong", "riichienv"])
def test_no_difference(package: str, players: int) -> None:
    pytest.importorskip(package)
    judge = {"mahjong": mahjong_opinion, "riichienv": riichienv_opinion}[package]
    reason = {"mahjong": lambda *_: "", "riichienv": explained}[package]
    reasons: Counter[str] = Counter()
    wrong = []
    for win in wins(WINS, 20 + players, players):
        found = unexplained(win, judge(win), reason, reasons)
        if found:
            wrong.append((to_score_arguments(win), found))
    print(f"{WINS} wins of {players} players against {package}: {dict(reasons)}")
    assert not wrong, (len(wrong), wrong[0])
