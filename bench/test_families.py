"""Benchmarks of scoring under the other rule sets; see test_score.py for how to use them. Each works on 2,000 wins of
its rule set, those in which rare fans are frequent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import mjcore as mj
from family_wins import RULE_SETS, FamilyWins

NUMBER = 2_000
# one preset of each family, and that with a wild kind
FAMILIES = {name.partition("/")[0]: name for name in reversed(RULE_SETS)}
OF_FAMILIES = (*FAMILIES.values(), "dazhong/dazhong_caishen")

Benchmark = Callable[..., Any]


@cache
def hands_of(name: str) -> FamilyWins:
    return FamilyWins(name, NUMBER)


@pytest.fixture(params=RULE_SETS)
def hands(request: pytest.FixtureRequest) -> FamilyWins:
    return hands_of(request.param)


@pytest.fixture(params=OF_FAMILIES)
def of_family(request: pytest.FixtureRequest) -> FamilyWins:
    return hands_of(request.param)


@pytest.fixture(autouse=True)
def in_extra_info(benchmark: Any) -> None:
    benchmark.extra_info["hands"] = NUMBER


@pytest.mark.parametrize("fans", [True, False], ids=["with fans", "totals"])
def test_batch(benchmark: Benchmark, hands: FamilyWins, fans: bool) -> None:
    """The hot path: sums and products, every place of the winning tile, wild tiles."""
    out = mj.batch.score(hands.rows, hands.rules, fans=fans)
    result = benchmark(mj.batch.score, hands.rows, hands.rules, fans=fans, out=out)
    assert not result.error.any()


def test_call(benchmark: Benchmark, hands: FamilyWins) -> None:
    """One call a hand on a prepared win, the total alone."""
    wins, rules = hands.wins, hands.rules

    def work() -> int:
        return sum(mj.score(win, rules=rules).total for win in wins)

    assert benchmark(work) > 0


def test_call_explained(benchmark: Benchmark, of_family: FamilyWins) -> None:
    """The same with everything there is to say."""
    wins, rules = of_family.wins, of_family.rules

    def work() -> None:
        for win in wins:
            score = mj.score(win, rules=rules)
            _ = score.covered, score.reading, [entry.sets for entry in score.fans]

    benchmark(work)


def test_payments(benchmark: Benchmark, of_family: FamilyWins) -> None:
    """Who pays whom for each win that is legal; the dealer sits at seat 0."""
    scores = [mj.score(win, rules=of_family.rules) for win in of_family.wins]
    winner = of_family.rules.players - 1
    paid = [(score, None if score.win.self_draw else 0) for score in scores if score.legal]

    def work() -> int:
        return sum(max(score.payments(winner=winner, loser=loser)) for score, loser in paid)

    assert benchmark(work) > 0
