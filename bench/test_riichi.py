"""Benchmarks of riichi scoring; see test_score.py for how to use them. Each works on the same 2,000 wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mjcore as mj
from riichi_wins import RULES, RiichiWins

NUMBER = 2_000
TENHOU = mj.rules.resolve(RULES)

Benchmark = Callable[..., Any]


@pytest.fixture(scope="module")
def hands() -> RiichiWins:
    return RiichiWins(NUMBER)


@pytest.fixture(autouse=True)
def in_extra_info(benchmark: Any) -> None:
    benchmark.extra_info["hands"] = NUMBER


@pytest.mark.parametrize("fans", [True, False], ids=["with yaku", "without"])
def test_batch(benchmark: Benchmark, hands: RiichiWins, fans: bool) -> None:
    """The hot path: han, fu, points of every place of the winning tile in every reading."""
    out = mj.batch.score(hands.rows, TENHOU, fans=fans)
    result = benchmark(mj.batch.score, hands.rows, TENHOU, fans=fans, out=out)
    assert not result.error.any()


def test_call_with_yaku(benchmark: Benchmark, hands: RiichiWins) -> None:
    """One call a hand on a prepared win, with the list of yaku."""
    wins = hands.wins

    def work() -> int:
        return sum(len(mj.score(win, rules=TENHOU).fans) for win in wins)

    assert benchmark(work) > 0


def test_call_explained(benchmark: Benchmark, hands: RiichiWins) -> None:
    """The same with the items of the fu, what is covered, the reading."""
    wins = hands.wins

    def work() -> None:
        for win in wins:
            score = mj.score(win, rules=TENHOU)
            _ = score.fu_items, score.covered, score.reading, [entry.sets for entry in score.fans]

    benchmark(work)


def test_from_text(benchmark: Benchmark, hands: RiichiWins) -> None:
    """One call a hand with text, indicators and keywords."""
    texts = hands.texts

    def work() -> int:
        return sum(mj.score(hand, tile, TENHOU, **rest).total for hand, tile, rest in texts)

    assert benchmark(work) > 0


def test_payments(benchmark: Benchmark, hands: RiichiWins) -> None:
    """Who pays whom for each win."""
    scores = [mj.score(win, rules=TENHOU) for win in hands.wins]
    paid = [(score, None if score.win.self_draw else (1 + "ESWN".index(score.win.seat_wind)) % 4)
            for score in scores if score.legal]

    def work() -> int:
        return sum(max(score.payments(loser=loser, honba=1)) for score, loser in paid)

    assert benchmark(work) > 0


def test_wait_values(benchmark: Benchmark) -> None:
    """Every wait of one hand with nine of them, drawn and discarded: times are of one hand, not of 2,000."""
    assert len(benchmark(mj.wait_values, "1112345678999p", TENHOU)) == 9
