"""mjcore's riichi scores against the plain twin: every yaku, han, fu, limit and points, single and in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore.errors import NotAWin
from mjcore.rules import RuleSet
from reference.riichi import PlainScore
from reference.riichi import score as reference
from reference.riichi_facts import PlainRiichiWin, to_score_arguments
from riichi_recipes import non_wins, ordinary_wins, some_values, unconnected_wins, wins

PRESETS = {4: "tenhou", 3: "tenhou3"}


def rule_set(players: int, values: dict[str, Any] | None = None) -> RuleSet:
    """Tenhou's rules with some options changed; all red fives that three players can have are allowed."""
    return mj.rules.get("riichi", preset=PRESETS[players], **(values or {}))


def answer(win: PlainRiichiWin, rules: RuleSet) -> mj.Score | None:
    hand, tile, circumstances = to_score_arguments(win)
    try:
        return mj.score(hand, tile, rules=rules, **circumstances)
    except NotAWin:
        return None


def facts(found: mj.Score | None) -> tuple[object, ...] | None:
    if found is None:
        return None
    if not found.legal:
        return (False, 0)
    fans: dict[str, int] = {}
    for fan in found.fans:
        fans[fan.fan] = fans.get(fan.fan, 0) + fan.value
    # the fu of a yakuman say nothing
    return True, found.points, found.han, 0 if found.yakuman else found.fu, found.yakuman, found.limit, fans


def expected(found: PlainScore | None) -> list[tuple[object, ...]] | None:
    """What the twin allows: readings that are worth the same may be told apart by their yaku."""
    if found is None:
        return None
    if not found.legal:
        return [(False, 0)]
    parts = (True, found.points, found.han, 0 if found.yakuman else found.fu, found.yakuman, found.limit)
    return [(*parts, dict(yaku)) for yaku in (found.yaku, *found.others)]


def differences(cases: Iterable[PlainRiichiWin], rules: RuleSet, values: dict[str, Any]) -> Iterator[str]:
    for win in cases:
        ours, theirs = facts(answer(win, rules)), expected(reference(win, values))
        if (ours is None) != (theirs is None) or (theirs is not None and ours not in theirs):
            yield f"{to_score_arguments(win)} {values}\n  ours {ours}\n  twin {theirs}"


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("seed", range(2))
def test_tenhou(players: int, seed: int) -> None:
    cases = chain(wins(1500, seed, players), ordinary_wins(300, seed, players), non_wins(200, seed, players))
    found = list(differences(cases, rule_set(players), {"players": players}))
    assert not found, found[0]


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("seed", range(12))
def test_options(players: int, seed: int) -> None:
    values = some_values(Random(seed))
    rules = rule_set(players, values)
    cases = chain(wins(250, 100 + seed, players, local=True), unconnected_wins(30, seed, players))
    usable = (win for win in cases if not win.open_riichi or values["open_riichi"])
    found = list(differences(usable, rules, {**values, "players": players}))
    assert not found, found[0]
