"""Every hand of one suit, every hand of honours, and every way in which groups come together: all patterns that the
tables of the hand engine hold, against the twin's tables.

Patterns of any number of tiles are asked about, jokers (as many as are missing from the size of a hand) beside them:
what misses D tiles misses D less the jokers. MJCORE_LONG=1 asks about each suit and with more tiles beside it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import mjcore as mj
from reference import distance as twin
from reference.distance import ALL34, FAR, GROUPS, KINDS, mask
from reference.facts import count, parse_tiles
from reference.many_hands import BITS, RIICHI, Hands, Numbers, group_table, group_vectors, seven_pairs, together

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
STANDARD = mj.HandEngine("standard")
Vectors = npt.NDArray[np.uint8]


class Patterns(NamedTuple):
    """All patterns of a group: `counts` (P, ranks), `tiles` (P), `vectors` (P, 12); the row of a pattern is the
    number whose digits are its counts."""

    counts: Hands
    tiles: Numbers
    vectors: Vectors
    steps: list[int]


@cache
def patterns(caps: tuple[int, ...], chows: bool) -> Patterns:
    ranks = len(caps)
    rows = np.arange(5**ranks)
    steps = [5 ** (ranks - 1 - rank) for rank in range(ranks)]
    counts = np.stack([rows // step % 5 for step in steps], axis=1).astype(np.uint8)
    table = group_table(caps, chows, 5)
    existing = [rank for rank, cap in enumerate(caps) if cap]
    vectors = table[twin.pattern_rows(counts[:, existing])]
    return Patterns(counts, counts.sum(axis=1, dtype=np.int64), vectors, steps)


def of_group(group: int, exists: int = ALL34) -> Patterns:
    start, end = GROUPS[group]
    return patterns(tuple(4 * (exists >> kind & 1) for kind in range(start, end)), group < 3)


def missing(vectors: Vectors, others: npt.NDArray[Any], sets: int) -> npt.NDArray[np.uint8]:
    """What a hand misses: the vectors (P, 12) of one group, and the one vector of all others."""
    best = np.full(len(vectors), FAR, np.uint8)
    for pairs in (0, 1):
        for number in range(sets + 1):
            rest = int(others[6 * (1 - pairs) + sets - number])
            if rest < FAR:
                np.minimum(best, vectors[:, 6 * pairs + number] + np.uint8(rest), out=best)
    return best


def vector_of_others(group: int, beside: Sequence[int], exists: int = ALL34) -> npt.NDArray[Any]:
    """The vector of the three other groups, which hold the tiles `beside`."""
    caps = [4 * (exists >> kind & 1) for kind in range(KINDS)]
    vectors = group_vectors(np.array([beside], np.uint8), caps, 5)
    one, two, three = (vectors[other] for other in range(4) if other != group)
    return together(together(one, two, 5), three, 5)[:, 0]


def whole_hands(group: int, found: Patterns, rows: npt.NDArray[Any], beside: Sequence[int]) -> Hands:
    start, end = GROUPS[group]
    hands = np.tile(np.array(beside, np.uint8), (len(rows), 1))
    hands[:, start:end] = found.counts[rows]
    return hands


def sets_beside(group: int) -> Iterator[tuple[int, ...]]:
    """Tiles of other groups: so many pungs, with and without a pair, so that one entry of a vector is asked about."""
    kinds = range(9, 14) if group == 3 else range(27, 32)
    for pungs in range(6):
        for pair in ([], [33 if group < 3 else 17]):
            yield count([*[kind for kind in kinds[:pungs] for _ in range(3)], *pair, *pair])


def other_tiles(group: int) -> list[tuple[int, ...]]:
    """More tiles to stand beside a group."""
    texts = {
        0: ["13p57s4z", "112p", "99s11122z", "4567p23s"],
        1: ["13m57s4z", "112s", "99m11122z", "4567s23m"],
        2: ["13m57p4z", "112m", "99p11122z", "4567m23p"],
        3: ["13m57p4s", "112m", "99p123s", "4567m23p"],
    }
    return [count(parse_tiles(text)) for text in texts[group]]


@pytest.mark.parametrize("sets", range(6))
@pytest.mark.parametrize("group", range(4))
def test_every_pattern(group: int, sets: int) -> None:
    """Distances of all patterns, with each number of sets and a pair to stand for what the others hold."""
    found, asked = of_group(group), 0
    for beside in [*sets_beside(group), *(other_tiles(group) if LONG else ())]:
        others = vector_of_others(group, beside)
        for tiles in (3 * sets + 1, 3 * sets + 2) if LONG else (3 * sets + 2,):
            rows = np.flatnonzero(found.tiles + sum(beside) <= tiles)
            jokers = tiles - sum(beside) - found.tiles[rows]
            answers = mj.batch.shanten(whole_hands(group, found, rows, beside), STANDARD, jokers=jokers)
            expected = missing(found.vectors[rows], others, sets)
            assert np.array_equal(answers, expected - jokers - 1), beside
            asked += len(rows)
    known = {(2, 4): 405_350, (2, 5): 886_400, (3, 4): 43_130, (3, 5): 64_200}
    assert asked > known.get((group, sets), 0)


@pytest.mark.parametrize("exists", ["19m123456789p1234567z", "2345678m2345678p2345678s", "123456789p123456789s567z"])
@pytest.mark.parametrize("group", range(4))
def test_every_pattern_of_a_tile_set(group: int, exists: str) -> None:
    """Kinds that do not exist are dead weight, and no set is made of them."""
    kinds = mask(parse_tiles(exists))
    found, engine = of_group(group, kinds), mj.HandEngine("standard", tiles=exists)
    for sets in range(6) if LONG else (1, 4):
        rows = np.flatnonzero(found.tiles <= 3 * sets + 2)
        jokers = 3 * sets + 2 - found.tiles[rows]
        answers = mj.batch.shanten(whole_hands(group, found, rows, [0] * KINDS), engine, jokers=jokers)
        expected = missing(found.vectors[rows], vector_of_others(group, [0] * KINDS, kinds), sets)
        assert np.array_equal(answers, expected - jokers - 1)


class Answers(NamedTuple):
    """Of every pattern with `tiles` beside it, or fewer: the distance and the kinds that lower it."""

    distances: npt.NDArray[np.uint8]
    accepted: npt.NDArray[np.uint64]


@cache
def answers_of(group: int, sets: int, beside: tuple[int, ...], tiles: int) -> Answers:
    found, others = of_group(group), vector_of_others(group, beside)
    distances = missing(found.vectors, others, sets)
    start, end = GROUPS[group]
    rows = np.flatnonzero(found.tiles + sum(beside) <= tiles)
    accepted = np.zeros(len(distances), np.uint64)
    own = np.zeros(len(rows), np.uint64)
    for rank, step in enumerate(found.steps):
        room = found.counts[rows, rank] < 4
        after = distances[np.where(room, rows + step, rows)]
        own |= np.where(after < distances[rows], BITS[start + rank], np.uint64(0))
    # kinds of other groups change the one vector of all others; many change it in the same way
    by_vector: dict[bytes, list[int]] = {}
    for kind in range(KINDS):
        if not start <= kind < end and beside[kind] < 4:
            by_vector.setdefault(vector_of_others(group, twin.drawn(beside, kind)).tobytes(), []).append(kind)
    for vector, kinds in by_vector.items():
        after = missing(found.vectors[rows], np.frombuffer(vector, np.uint8), sets)
        own |= np.where(after < distances[rows], np.uint64(mask(kinds)), np.uint64(0))
    accepted[rows] = own
    return Answers(distances, accepted)


@pytest.mark.parametrize("sets", range(6))
@pytest.mark.parametrize("group", range(4))
def test_what_every_pattern_accepts(group: int, sets: int) -> None:
    found = of_group(group)
    for beside in [(0,) * KINDS, *(other_tiles(group) if LONG or sets == 3 else ())]:
        tiles = 3 * sets + 1
        rows = np.flatnonzero(found.tiles + sum(beside) <= tiles)
        if len(rows) == 0:
            continue
        expected = answers_of(group, sets, beside, tiles)
        jokers = tiles - sum(beside) - found.tiles[rows]
        answers = mj.batch.acceptance(whole_hands(group, found, rows, beside), STANDARD, jokers=jokers)
        assert np.array_equal(answers.shanten, expected.distances[rows] - jokers - 1), beside
        assert np.array_equal(answers.accepted, expected.accepted[rows]), beside
        waiting = mj.batch.waits(whole_hands(group, found, rows, beside), STANDARD, jokers=jokers)
        ready = expected.distances[rows] == jokers + 1
        assert np.array_equal(waiting, np.where(ready, expected.accepted[rows], np.uint64(0))), beside


@pytest.mark.parametrize("sets", range(6) if LONG else (1, 4, 5))
@pytest.mark.parametrize("group", [0, 1, 2, 3] if LONG else [2, 3])
def test_every_discard_of_every_pattern(group: int, sets: int) -> None:
    """Of all hands of 3n + 2 tiles of one group."""
    found, start = of_group(group), GROUPS[group][0]
    nothing = (0,) * KINDS
    expected = answers_of(group, sets, nothing, 3 * sets + 1)
    rows = np.flatnonzero(found.tiles == 3 * sets + 2)
    if not LONG:
        rows = rows[::5]
    answers = mj.batch.discards(whole_hands(group, found, rows, nothing), STANDARD)
    for rank, step in enumerate(found.steps):
        held = found.counts[rows, rank] > 0
        after = rows[held] - step
        assert (answers.shanten[~held, start + rank] == 127).all()
        assert np.array_equal(answers.shanten[held, start + rank], expected.distances[after].astype(np.int8) - 1)
        assert np.array_equal(answers.accepted[held, start + rank], expected.accepted[after])
    columns = [*range(start), *range(start + len(found.steps), KINDS)]
    assert (answers.shanten[:, columns] == 127).all()


# How groups come together


class Sort(NamedTuple):
    """One of the different vectors, and the smallest tiles that have it."""

    tiles: int
    counts: tuple[int, ...]
    vector: bytes


@cache
def sorts(group: int) -> list[Sort]:
    found = of_group(group)
    order = np.argsort(found.tiles, kind="stable")
    order = order[found.tiles[order] <= 17]
    # all but two entries in 60 bits: without sets and pair nothing is missing, without sets two tiles at most
    assert not found.vectors[:, 0].any()
    assert found.vectors[:, 6].max() == 2
    numbers = np.delete(found.vectors, (0, 6), axis=1).astype(np.uint64)[order] << np.arange(0, 60, 6, dtype=np.uint64)
    keys = numbers.sum(axis=1) << np.uint64(2) | found.vectors[order, 6]
    first = np.unique(keys, return_index=True)[1]
    start, end = GROUPS[group]
    return [
        Sort(
            int(found.tiles[row]),
            (*[0] * start, *found.counts[row].tolist(), *[0] * (KINDS - end)),
            found.vectors[row].tobytes(),
        )
        for row in order[np.sort(first)]
    ]


def joined(left: Sequence[Sort], right: Sequence[Sort], most: int) -> list[Sort]:
    """Every different vector of two groups together, with the smallest tiles."""
    pairs = [(a, b) for a in left for b in right if a.tiles + b.tiles <= most]
    ones = np.array([np.frombuffer(a.vector, np.uint8) for a, _ in pairs]).T
    others = np.array([np.frombuffer(b.vector, np.uint8) for _, b in pairs]).T
    found: dict[bytes, Sort] = {}
    for (a, b), vector in zip(pairs, together(ones, others, 5).T, strict=True):
        tiles, before = a.tiles + b.tiles, found.get(vector.tobytes())
        if before is None or tiles < before.tiles:
            counts = tuple(x + y for x, y in zip(a.counts, b.counts, strict=True))
            found[vector.tobytes()] = Sort(tiles, counts, vector.tobytes())
    return list(found.values())


def ask_about_pairs(left: Sequence[Sort], right: Sequence[Sort], sets: int) -> int:
    """Compares all hands of one of the left and one of the right tiles; how many that were."""
    pairs = [(a, b) for a in left for b in right if a.tiles + b.tiles <= 3 * sets + 2]
    hands = np.array([a.counts for a, _ in pairs], np.uint8) + np.array([b.counts for _, b in pairs], np.uint8)
    jokers = 3 * sets + 2 - hands.sum(axis=1, dtype=np.int64)
    answers = mj.batch.shanten(hands, STANDARD, jokers=jokers)
    assert np.array_equal(answers, twin.standard_distances(hands, sets) - jokers - 1)
    return len(hands)


@pytest.mark.parametrize("sets", [4, 5])
def test_every_two_groups(sets: int) -> None:
    """All different vectors of two groups, in every place."""
    for one in range(4):
        for other in range(one + 1, 4):
            assert ask_about_pairs(sorts(one), sorts(other), sets) > 3000


@pytest.mark.parametrize("sets", range(6))
def test_every_two_halves(sets: int) -> None:
    """All different vectors of characters and dots with all of bamboo and honours."""
    most = 3 * sets + 2
    left, right = joined(sorts(0), sorts(1), most), joined(sorts(2), sorts(3), most)
    asked = ask_about_pairs(left, right, sets)
    assert asked > {4: 10_000, 5: 25_000}.get(sets, 0)


# Seven pairs and orphans look at the kinds, not at the suits


def test_every_hand_of_one_suit_for_all_three_forms() -> None:
    for group in range(4) if LONG else (0, 3):
        found = of_group(group)
        for tiles in (13, 14):
            rows = np.flatnonzero(found.tiles == tiles)
            hands = whole_hands(group, found, rows, [0] * KINDS)
            best = missing(found.vectors[rows], vector_of_others(group, [0] * KINDS), 4)
            orphans = [kind for kind in range(KINDS) if kind >= 27 or kind % 9 in (0, 8)]
            held = np.minimum(hands[:, orphans], 1).sum(axis=1)
            paired = hands[:, orphans].max(axis=1) > 1
            best = np.minimum(best, 14 - held - paired)
            for quads in (False, True):
                expected = np.minimum(best, seven_pairs(hands, ALL34, quads))
                engine = mj.HandEngine(RIICHI, quad_pairs=quads)
                assert np.array_equal(mj.batch.shanten(hands, engine), expected.astype(np.int64) - 1)
