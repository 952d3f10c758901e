"""Benchmarks of scoring. Aim: to notice when a change makes one of them slower, and to prove that one got faster.

    pytest bench                                     # all, with statistics
    pytest bench --benchmark-autosave                # to compare with later: --benchmark-compare
    pytest bench --benchmark-disable                 # only that they still run

Each works on the same 2,000 wins, so a time is that of 2,000 hands; compare by the minimum. Times vary with the
machine: bench/instructions.py counts instructions, which do not, and bench/compare.py compares with other programs.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import mjcore as mj
from wins import Wins

NUMBER = 2_000
MCR = mj.rules.get("mcr")

Benchmark = Callable[..., Any]


@pytest.fixture(scope="module")
def hands() -> Wins:
    return Wins(NUMBER)


@pytest.fixture(autouse=True)
def in_extra_info(benchmark: Any) -> None:
    benchmark.extra_info["hands"] = NUMBER


@pytest.mark.parametrize("fans", [True, False], ids=["with fans", "totals"])
def test_batch(benchmark: Benchmark, hands: Wins, fans: bool) -> None:
    """The hot path: no Python object, no allocation."""
    out = mj.batch.score(hands.rows, MCR, fans=fans)
    result = benchmark(mj.batch.score, hands.rows, MCR, fans=fans, out=out)
    assert not result.error.any()


def test_batch_of_few(benchmark: Benchmark, hands: Wins) -> None:
    """What a call of a batch costs before the first hand."""
    benchmark(mj.batch.score, hands.rows[:1], MCR)


def test_pack(benchmark: Benchmark, hands: Wins) -> None:
    """`Win` objects into an array."""
    assert len(benchmark(mj.batch.pack, hands.wins)) == NUMBER


def test_call(benchmark: Benchmark, hands: Wins) -> None:
    """One call a hand on a prepared win, the total alone."""
    wins = hands.wins

    def work() -> int:
        return sum(mj.score(win, rules=MCR).total for win in wins)

    assert benchmark(work) > 0


def test_call_with_fans(benchmark: Benchmark, hands: Wins) -> None:
    """The same with the list of fans."""
    wins = hands.wins

    def work() -> int:
        return sum(len(mj.score(win, rules=MCR).fans) for win in wins)

    assert benchmark(work) > 0


def test_call_explained(benchmark: Benchmark, hands: Wins) -> None:
    """The same with everything there is to say: what is covered and by what, the reading, the sets of each fan."""
    wins = hands.wins

    def work() -> None:
        for win in wins:
            score = mj.score(win, rules=MCR)
            _ = score.covered, score.reading, [entry.sets for entry in score.fans]

    benchmark(work)


def test_from_text(benchmark: Benchmark, hands: Wins) -> None:
    """One call a hand with text and keywords: reading, checking, scoring."""
    texts = hands.texts

    def work() -> int:
        return sum(mj.score(hand, tile, MCR, **rest).total for hand, tile, rest in texts)

    assert benchmark(work) > 0


def test_win_from_text(benchmark: Benchmark, hands: Wins) -> None:
    """Only preparing the win."""
    texts = hands.texts

    def work() -> None:
        for hand, tile, rest in texts:
            mj.Win(hand, tile, **rest)

    benchmark(work)


def test_decompose(benchmark: Benchmark, hands: Wins) -> None:
    """Every reading of a hand, as objects."""
    whole = [mj.Hand(win.counts, win.melds) for win in hands.wins]

    def work() -> int:
        return sum(len(mj.decompose(hand)) for hand in whole)

    assert benchmark(work) >= NUMBER


def test_no_win(benchmark: Benchmark, hands: Wins) -> None:
    """A batch in which no hand is a win: how fast it is refused."""
    rows = hands.rows.copy()
    broken = 0
    for row in rows:
        # a tile of a chow moved where no set can take it
        kinds = [kind for kind in range(27) if row["counts"][kind] == 1 and kind != row["win_tile"]]
        free = [kind for kind in range(27, 34) if not row["counts"][kind]]
        if kinds and free:
            row["counts"][kinds[0]] -= 1
            row["counts"][free[0]] += 1
            broken += 1
    result = benchmark(mj.batch.score, rows, MCR, on_error="mark")
    assert broken > NUMBER // 2
    assert result.error.any()


def test_compile_rule_set(benchmark: Benchmark) -> None:
    """The fan table of a rule set into its native tables."""
    from mjcore.rules import base

    numbers = count()

    def fresh() -> tuple[tuple[mj.rules.RuleSet], dict[str, Any]]:
        base._compiled.cache_clear()
        return (MCR.replace(strict98=next(numbers) % 2 == 0),), {}

    lattice = benchmark.pedantic(lambda rules: rules.lattice, setup=fresh, rounds=20)  # type: ignore[attr-defined]
    assert lattice.fans
