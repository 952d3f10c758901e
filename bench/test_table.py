"""Benchmarks of the table; see test_score.py for how to use them. Hands are dealt from seeds, a few hundred different
ones for each rule set."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import mjcore as mj
from compare_table import RULE_SETS, python_loop

HANDS, FEW = 300, 30
SEED = 1

Benchmark = Callable[..., Any]


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_rollouts(benchmark: Benchmark, name: str, policy: str) -> None:
    """Whole hands by a native policy, payments included."""
    rules = mj.rules.resolve(name)
    out = mj.batch.rollouts(rules, HANDS, policy=policy, seed=SEED)
    result = benchmark(mj.batch.rollouts, rules, HANDS, policy=policy, seed=SEED, out=out)
    assert result.reason.all()


@pytest.mark.parametrize("name", RULE_SETS)
def test_from_python(benchmark: Benchmark, name: str) -> None:
    """The loop of a user: legal actions, a random one of them, a step."""
    rules = mj.rules.resolve(name)
    play = python_loop(lambda game: mj.Table(rules, seed=SEED, game=game, log=False), FEW)
    assert benchmark(play) > 30 * FEW


@pytest.fixture
def table() -> mj.Table:
    """The middle of a riichi hand."""
    found, rng = mj.Table("riichi", seed=SEED), Random(SEED)
    for _ in range(40):
        found.step(rng.choice(found.legal_actions()))
    return found


def test_deal(benchmark: Benchmark) -> None:
    assert benchmark(mj.Table, "riichi", seed=SEED, log=False).live


@pytest.mark.parametrize("log", [False, True], ids=["without log", "with log"])
def test_clone(benchmark: Benchmark, table: mj.Table, log: bool) -> None:
    assert benchmark(table.clone, log=log) == table


def test_legal_actions(benchmark: Benchmark, table: mj.Table) -> None:
    assert benchmark(table.legal_actions)


def test_mask(benchmark: Benchmark, table: mj.Table) -> None:
    assert len(benchmark(table.mask)) == 256


def test_observe(benchmark: Benchmark, table: mj.Table) -> None:
    assert benchmark(table.observe, 0).censored


def test_planes(benchmark: Benchmark, table: mj.Table) -> None:
    out = table.planes(0)
    assert benchmark(table.planes, 0, out) is out


def test_redeal(benchmark: Benchmark, table: mj.Table) -> None:
    assert benchmark(table.redeal, 0, 5).live == table.live
