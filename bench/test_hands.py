"""Benchmarks of questions about hands. Aim and use are those of test_score.py.

Each works on the same 2,000 hands, so a time is that of 2,000 hands; compare by the minimum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mjcore as mj
from mjcore.cli.speed import Hands, ready_hand
from mjcore.hand.queries import HandEngine

NUMBER = 2_000

Benchmark = Callable[..., Any]

ENGINES = {
    "standard": HandEngine("standard"),
    "three forms": HandEngine(),
    "mcr": mj.rules.get("mcr").engine,
    "three players": HandEngine(tiles="19m123456789p123456789s1234567z", sets=4),
}


@pytest.fixture(scope="module")
def hands() -> Hands:
    return Hands(NUMBER, 14)


@pytest.fixture(scope="module")
def short() -> Hands:
    return Hands(NUMBER, 13)


@pytest.fixture(autouse=True)
def in_extra_info(benchmark: Any) -> None:
    benchmark.extra_info["hands"] = NUMBER


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_batch_shanten(benchmark: Benchmark, hands: Hands, engine: HandEngine) -> None:
    """The hot path: one pass over the rows, no Python object, no allocation."""
    out = mj.batch.shanten(hands.rows, engine)
    assert benchmark(mj.batch.shanten, hands.rows, engine, out=out).max() > 0


def test_batch_shanten_of_17_tiles(benchmark: Benchmark) -> None:
    """The tables for five sets."""
    long = Hands(NUMBER, 17)
    out = mj.batch.shanten(long.rows)
    benchmark(mj.batch.shanten, long.rows, out=out)


@pytest.mark.parametrize("jokers", [1, 4, 8])
def test_batch_shanten_with_jokers(benchmark: Benchmark, jokers: int) -> None:
    """The same tables."""
    natural = Hands(NUMBER, 14 - jokers)
    out = mj.batch.shanten(natural.rows, jokers=jokers)
    benchmark(mj.batch.shanten, natural.rows, jokers=jokers, out=out)


def test_batch_shanten_without_a_suit(benchmark: Benchmark, hands: Hands) -> None:
    """A void suit."""
    out = mj.batch.shanten(hands.rows, ENGINES["standard"], void_suit="p")
    benchmark(mj.batch.shanten, hands.rows, ENGINES["standard"], void_suit="p", out=out)


def test_batch_shanten_with_copies_used(benchmark: Benchmark, short: Hands) -> None:
    """Strict copies: the way without tables."""
    few = short.rows[:200]
    used = (few == 0).astype("uint8")
    benchmark(mj.batch.shanten, few, ENGINES["standard"], used=used)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_batch_acceptance(benchmark: Benchmark, short: Hands, engine: HandEngine) -> None:
    """Accepted kinds and copies left."""
    out = mj.batch.acceptance(short.rows, engine)
    benchmark(mj.batch.acceptance, short.rows, engine, out=out)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_batch_discards(benchmark: Benchmark, hands: Hands, engine: HandEngine) -> None:
    """Every discard with its acceptance."""
    out = mj.batch.discards(hands.rows, engine)
    benchmark(mj.batch.discards, hands.rows, engine, out=out)


def test_batch_waits(benchmark: Benchmark) -> None:
    """Waits of ready hands."""
    ready = Hands(NUMBER, 13, ready_hand)
    out = mj.batch.waits(ready.rows)
    assert benchmark(mj.batch.waits, ready.rows, out=out).all()


def test_batch_is_win(benchmark: Benchmark, hands: Hands) -> None:
    """The test before scoring, on hands that hardly ever win."""
    out = mj.batch.is_win(hands.rows)
    benchmark(mj.batch.is_win, hands.rows, out=out)


def test_batch_of_few(benchmark: Benchmark, hands: Hands) -> None:
    """What a call of a batch costs before the first hand."""
    benchmark(mj.batch.shanten, hands.rows[:1])


@pytest.mark.parametrize("given", ["counts", "arrays", "lists", "hands"])
def test_call(benchmark: Benchmark, hands: Hands, given: str) -> None:
    """One call a hand, by what is given."""
    arguments = getattr(hands, given)

    def work() -> int:
        return sum(mj.shanten(each) for each in arguments)

    assert benchmark(work) > 0


@pytest.mark.parametrize("question", ["acceptance", "waits"])
def test_call_about_13_tiles(benchmark: Benchmark, short: Hands, question: str) -> None:
    """One call a hand, answers as objects."""
    ask, counts = getattr(mj, question), short.counts
    benchmark(lambda: [ask(each) for each in counts])


@pytest.mark.parametrize("question", ["discards", "best_discards", "is_win"])
def test_call_about_14_tiles(benchmark: Benchmark, hands: Hands, question: str) -> None:
    """One call a hand, answers as objects."""
    ask, counts = getattr(mj, question), hands.counts
    benchmark(lambda: [ask(each) for each in counts])


def test_call_by_name_of_rules(benchmark: Benchmark, short: Hands) -> None:
    """Rules that are found by their name."""
    counts = short.counts
    benchmark(lambda: [mj.shanten(each, "mcr") for each in counts])
