"""Hands played by the native policies: the same as the same choices one by one, and what the policies promise."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from mjcore import rules
from mjcore.errors import HandError, RuleError
from mjcore.game.results import REASONS
from mjcore.rules import RuleSet
from mjcore.table.rollouts import POLICIES, PolicyStream, choose, rollout

LONG = bool(os.environ.get("MJCORE_LONG"))
HANDS = 300 if LONG else 12
PRESETS = [
    f"{name}/{preset}"
    for name in ("mcr", "dazhong", "hk", "taiwan", "sichuan", "kawuxing", "riichi")
    for preset in rules.get(name).presets
]
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("sichuan", {"players": 2}),
    ("sichuan", {"players": 10}),
    ("sichuan", {"exchange_three": "on", "mode": "xueliu"}),
    ("riichi", {"aka": 4}),
    ("hk", {"multi": "all", "flower_win": 8}),
]
CASES: list[tuple[str, dict[str, Any]]] = [*((name, {}) for name in PRESETS), *OPTIONS]
PASS, WIN, READY = 128, 129, 130


def rule_set(name: str, options: dict[str, Any]) -> RuleSet:
    found, _, preset = name.partition("/")
    return rules.get(found, preset=preset, **options) if preset else rules.get(found, **options)


def played(table: mj.Table, policy: str, stream: PolicyStream | None = None) -> int:
    """Plays a table by the policy's choices, one by one; how many there were."""
    steps = 0
    while not table.done:
        action = choose(table, policy, stream)
        assert action in table.legal_actions()
        table.step(action)
        steps += 1
    return steps


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("name", "options"), CASES)
def test_rollouts_are_tables_played_by_the_policy(name: str, options: dict[str, Any], policy: str) -> None:
    chosen = rule_set(name, options)
    batch = mj.batch.rollouts(chosen, HANDS, policy=policy, seed="rollouts", first_game=5)
    for row in range(HANDS):
        table = mj.Table(chosen, seed="rollouts", game=5 + row)
        steps = played(table, policy, PolicyStream("rollouts", 5 + row))
        result = table.result
        assert result is not None
        assert table.deltas == tuple(batch.deltas[row].tolist()) == tuple(result.deltas)
        assert mj.batch.REASON_NAMES[batch.reason[row]] == result.reason
        assert (steps, table.live) == (batch.steps[row], batch.live[row])
        assert table.won == tuple(seat for seat in range(chosen.players) if batch.winners[row] >> seat & 1)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("name", "options"), CASES)
def test_hands_end_and_sum_to_zero(name: str, options: dict[str, Any], policy: str) -> None:
    """Zero, or minus the fines that Sichuan takes for pigs and the deposits that lie on a riichi table."""
    chosen = rule_set(name, options)
    batch = mj.batch.rollouts(chosen, 10 * HANDS, policy=policy, seed=1)
    assert batch.reason.all()
    assert (batch.steps < 8 * 184).all()
    sums = batch.deltas.sum(axis=1)
    if chosen.id == "riichi":
        assert (sums % -1000 == 0).all()
        assert (sums <= 0).all()
    elif not chosen.values.get("active_pig_fine"):
        assert not sums.any()
    assert (batch.winners != 0)[batch.reason == 1].all()


def test_threads_and_parts_change_nothing() -> None:
    whole = mj.batch.rollouts("hk", 1500, policy="greedy", seed=3)
    shared = mj.batch.rollouts("hk", 1500, policy="greedy", seed=3, threads=3)
    part = mj.batch.rollouts("hk", 500, policy="greedy", seed=3, first_game=700)
    for name in whole._fields:
        assert np.array_equal(getattr(whole, name), getattr(shared, name))
        assert np.array_equal(getattr(whole, name)[700:1200], getattr(part, name))
    again = mj.batch.rollouts("hk", 1500, policy="random", seed=3, threads=2, out=whole)
    assert again is whole
    assert not np.array_equal(whole.deltas, shared.deltas)


def test_reasons_are_those_of_results() -> None:
    assert ("", *REASONS) == mj.batch.REASON_NAMES


def test_random_takes_every_action_as_often() -> None:
    table = mj.Table("riichi", seed=2)
    legal = table.legal_actions()
    stream = PolicyStream(9)
    found = Counter(choose(table, "random", stream) or 0 for _ in range(1000 * len(legal)))
    assert sorted(found) == legal
    assert all(850 < times < 1150 for times in found.values())


def test_random_reaches_the_last_and_the_only_action() -> None:
    """Masks of one word and of several, with one action and with many."""
    stream = PolicyStream(4)
    seen: set[tuple[int, ...]] = set()
    for game in range(60):
        table = mj.Table("riichi/tenhou3", seed=8, game=game)
        while not table.done:
            legal = table.legal_actions()
            if tuple(legal) not in seen and len(legal) < 6:
                seen.add(tuple(legal))
                assert {choose(table, "random", stream) for _ in range(200)} == set(legal)
            table.step(choose(table, "greedy"))
    assert {len(legal) for legal in seen} >= {1, 2, 3}


def copies_left(table: mj.Table, seat: int) -> list[int]:
    """Copies of each kind that the seat does not see. Concealed kongs of MCR lie face down."""
    hidden = table.rules.id == "mcr"
    left = [4 - held for held in table.concealed(seat)[:34]]
    for other in range(table.players):
        for meld in table.melds(other):
            for tile in () if hidden and meld.concealed and other != seat else meld.tiles:
                left[tile.kind] -= 1
        for thrown in table.river(other):
            left[thrown.tile.kind] -= thrown.won or not thrown.claimed
    return left


def best_kinds(table: mj.Table, seat: int) -> set[int]:
    """Legal discards after which fewest tiles are missing and, of these, most tiles help."""
    void = table.void(seat)
    facts: dict[str, Any] = {"void_suit": void, "any_suit": True} if void else {}
    left = copies_left(table, seat)
    order = {
        found.tile.kind: (found.shanten, -sum(left[kind] for kind in range(34) if found.mask >> kind & 1))
        for found in mj.discards(table.hand(seat), table.rules, strict=False, **facts)
    }
    legal = [action for action in table.legal_actions() if action < 34]
    least = min(order[kind] for kind in legal)
    return {kind for kind in legal if order[kind] == least}


GREEDY_SETS = ("mcr", "sichuan", "sichuan/sbr_2025", "hk", "taiwan", "kawuxing")


@pytest.mark.parametrize("name", GREEDY_SETS)
def test_greedy_throws_the_best(name: str) -> None:
    asked = 0
    for game in range(HANDS):
        table = mj.Table(name, seed=11, game=game)
        while not table.done:
            action, seat = choose(table, "greedy"), table.seat
            assert action is not None
            assert seat is not None
            legal = table.legal_actions()
            if table.phase in ("turn", "throw") and action < 34 and len(legal) > 1:
                assert action in best_kinds(table, seat)
                asked += 1
            table.step(action)
    assert asked > 10 * HANDS


def test_greedy_wins_and_declares_when_it_may() -> None:
    seen = Counter[int]()
    for name in ("riichi", "taiwan", "kawuxing", "sichuan"):
        for game in range(HANDS):
            table = mj.Table(name, seed=12, game=game)
            while not table.done:
                action, legal = choose(table, "greedy"), set(table.legal_actions())
                if legal & {WIN, READY}:
                    assert action == (WIN if WIN in legal else READY)
                    seen[action] += 1
                table.step(action)
    assert seen[WIN] > HANDS
    assert seen[READY] > HANDS // 2


def test_greedy_asks_only_what_its_seat_knows() -> None:
    for name in ("riichi", "mcr", "sichuan"):
        table = mj.Table(name, seed=13)
        while not table.done:
            action = choose(table, "greedy")
            assert choose(table.observe(table.seat), "greedy") == action
            table.step(action)


def test_a_rollout_leaves_the_table_as_it_is() -> None:
    table = mj.Table("riichi", seed=14)
    for _ in range(20):
        table.step(choose(table, "greedy"))
    before = table.clone()
    first, second = rollout(table, "random", 1), rollout(table, "random", "two")
    assert table == before
    assert rollout(table, "random", 1) == first
    assert len(first) == len(second) == 4
    copy = table.clone()
    played(copy, "random", PolicyStream(1))
    assert copy.deltas == first
    copy = table.clone()
    played(copy, "greedy")
    assert rollout(table, "greedy") == copy.deltas == rollout(copy)


def test_refusals() -> None:
    table = mj.Table("mcr", seed=1)
    bad: Any
    for bad in ("best", None, 1):
        with pytest.raises(HandError, match="policy"):
            rollout(table, bad)
        with pytest.raises(HandError, match="policy"):
            mj.batch.rollouts("mcr", 1, policy=bad)
    with pytest.raises(HandError, match="observation"):
        rollout(table.observe(0))
    with pytest.raises(HandError, match="expected a Table"):
        rollout(bad)
    with pytest.raises(RuleError):
        mj.batch.rollouts("no rule set", 1)
    for bad in (-1, 1.5, True, 1 << 40):
        with pytest.raises(HandError, match="hands"):
            mj.batch.rollouts("mcr", bad)
    with pytest.raises(HandError, match="first_game"):
        mj.batch.rollouts("mcr", 1, first_game=-1)
    bad = 1.5
    with pytest.raises(HandError, match="seed"):
        mj.batch.rollouts("mcr", 1, seed=bad)
    with pytest.raises(HandError, match="threads"):
        mj.batch.rollouts("mcr", 1, threads=0)
    with pytest.raises(HandError, match="game"):
        PolicyStream(0, -1)
    answer = mj.batch.rollouts("mcr", 3)
    with pytest.raises(HandError, match="deltas"):
        mj.batch.rollouts("mcr", 4, out=answer)
    with pytest.raises(HandError, match="share memory"):
        mj.batch.rollouts("mcr", 3, out=answer._replace(live=answer.steps))
    bad = tuple(answer)
    with pytest.raises(HandError, match="out"):
        mj.batch.rollouts("mcr", 3, out=bad)
    played(table, "greedy")
    assert choose(table, "greedy") is None
    assert len(mj.batch.rollouts("mcr", 0).steps) == 0
