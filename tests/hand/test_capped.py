"""Distances under caps against plain brute force: every target of a small tile set, one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore.errors import HandError
from mjcore.hand.capped import distance
from mjcore.hand.decompose import FORM_NAMES

Counts: TypeAlias = list[int]
Rows: TypeAlias = NDArray[np.int64]

GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))
ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
KNITTED = [
    [9 * suit + third + step for suit, third in enumerate(thirds) for step in (0, 3, 6)]
    for thirds in permutations(range(3))
]
SETS = [[kind, kind + 1, kind + 2] for kind in range(27) if kind % 9 < 7] + [[kind] * 3 for kind in range(34)]


# the brute force


@lru_cache
def group_targets(ranks: int, sets: int, pairs: int) -> Rows:
    """All targets of a group, as rows of counts."""
    blocks = [[rank] * 3 for rank in range(ranks)]
    if ranks == 9:
        blocks += [[rank, rank + 1, rank + 2] for rank in range(7)]
    found = set()
    for chosen in combinations_with_replacement(blocks, sets):
        for pair in range(ranks) if pairs else [None]:
            tiles = sum(chosen, [] if pair is None else [pair, pair])
            found.add(tuple(tiles.count(rank) for rank in range(ranks)))
    return np.array(sorted(found), dtype=np.int64)


def missing(targets: Rows, counts: Counts, caps: Counts) -> int | None:
    """What the nearest target misses among those that keep the caps."""
    allowed = targets[(targets <= np.array(caps)).all(axis=1)]
    if len(allowed) == 0:
        return None
    return int(np.maximum(allowed - np.array(counts), 0).sum(axis=1).min())


def nearest_standard(counts: Counts, caps: Counts, sets: int, extra: Counts | None = None) -> int | None:
    """Over every way to share sets and pair among the groups; `extra` tiles are part of every target."""
    best = None
    fixed = extra or [0] * 34

    @lru_cache
    def group(number: int, m: int, p: int) -> int | None:
        first, last = GROUPS[number]
        targets = group_targets(last - first, m, p) + np.array(fixed[first:last])
        return missing(targets, counts[first:last], caps[first:last])

    for share in product(range(sets + 1), repeat=4):
        if sum(share) == sets:
            for holder in range(4):
                parts = [group(number, share[number], int(number == holder)) for number in range(4)]
                if None not in parts:
                    total = sum(part for part in parts if part is not None)
                    best = total if best is None else min(best, total)
    return best


def least(values: Iterator[int | None]) -> int | None:
    return min((value for value in values if value is not None), default=None)


def nearest_straight(counts: Counts, caps: Counts, sets: int) -> int | None:
    return least(
        nearest_standard(counts, caps, sets - 3, [int(kind in pattern) for kind in range(34)]) for pattern in KNITTED
    )


def rows(tile_lists: Iterator[list[int]]) -> Rows:
    return np.array([np.bincount(tiles, minlength=34) for tiles in tile_lists] or np.full((1, 34), 99))


def pair_targets(caps: Counts, quads: bool) -> Iterator[list[int]]:
    kinds = [kind for kind in range(34) if caps[kind] >= 2]
    choose: Callable[..., Any] = combinations_with_replacement if quads else combinations
    for pairs in choose(kinds, 7):
        yield [*pairs, *pairs]


def nearest_pairs(counts: Counts, caps: Counts, quads: bool) -> int | None:
    return missing(rows(pair_targets(caps, quads)), counts, caps)


def nearest_pairs_and_set(counts: Counts, caps: Counts, quads: bool, pung: bool) -> int | None:
    pairs = rows(pair_targets(caps, quads))
    sets = [tiles for tiles in SETS if all(caps[kind] for kind in tiles) and not (pung and len(set(tiles)) > 1)]
    return least(missing(pairs + np.bincount(tiles, minlength=34), counts, caps) for tiles in sets)


def nearest_orphans(counts: Counts, caps: Counts) -> int | None:
    return missing(rows([*ORPHANS, pair] for pair in ORPHANS), counts, caps)


@lru_cache
def knitted_targets(greater: bool) -> Rows:
    return rows(
        [*honours, *suited]
        for number in ([7] if greater else [5, 6])
        for honours in combinations(range(27, 34), number)
        for pattern in KNITTED
        for suited in combinations(pattern, 14 - number)
    )


def brute(form: str, counts: Counts, caps: Counts, sets: int, quads: bool, pung: bool = False) -> int | None:
    if form == "standard":
        return nearest_standard(counts, caps, sets)
    if form == "knitted_straight":
        return nearest_straight(counts, caps, sets)
    if form == "seven_pairs":
        return nearest_pairs(counts, caps, quads)
    if form == "pairs_and_set":
        return nearest_pairs_and_set(counts, caps, quads, pung)
    if form == "thirteen_orphans":
        return nearest_orphans(counts, caps)
    return missing(knitted_targets(form == "greater_knitted"), counts, caps)


def brute_accepted(
    form: str, counts: Counts, caps: Counts, sets: int, quads: bool, pung: bool = False
) -> tuple[int | None, int]:
    """The distance, and the kinds that lower it, each tried."""
    now = brute(form, counts, caps, sets, quads, pung)
    mask = 0
    if now is not None:
        for kind in range(34):
            more = [count + (other == kind) for other, count in enumerate(counts)]
            after = brute(form, more, caps, sets, quads, pung)
            assert after is not None
            assert now - after in (0, 1)
            mask |= (now - after) << kind
    return now, mask


# random hands


def random_hand(rng: random.Random, tiles: int, kinds: list[int], most: int = 4) -> Counts:
    counts = [0] * 34
    for kind in rng.sample([kind for kind in kinds for _ in range(most)], tiles):
        counts[kind] += 1
    return counts


def random_kinds(rng: random.Random) -> list[int]:
    """All kinds, or such that a hand is near to something."""
    return rng.choice(
        [
            list(range(34)),
            list(range(27, 34)),
            list(range(9)),
            [*range(9, 18), *range(27, 31)],
            ORPHANS,
            [*rng.choice(KNITTED), *range(27, 34)],
            rng.sample(range(34), 9),
        ]
    )


def random_caps(rng: random.Random) -> Counts:
    most = rng.choice([4, 4, 4, 7])
    caps = [rng.choice([4, 4, 4, most, rng.randint(0, most)]) for _ in range(34)]
    for first, last in GROUPS:
        if rng.random() < 0.15:
            caps[first:last] = [0] * (last - first)
    return caps


def few_caps(rng: random.Random, kinds: int) -> Counts:
    """A tile set so small that every choice of pairs can be tried."""
    caps = [0] * 34
    start = rng.randint(0, 24)
    for kind in rng.choice([rng.sample(range(34), kinds), range(start, start + kinds)]):
        caps[kind] = rng.choice([4, 4, 4, 4, rng.randint(1, 7)])
    return caps


@pytest.mark.parametrize(("sets", "hands"), [(0, 40), (1, 60), (2, 60), (3, 15), (4, 6), (5, 2)])
def test_standard(sets: int, hands: int) -> None:
    rng = random.Random(100 + sets)
    for _ in range(hands):
        caps = random_caps(rng)
        tiles = rng.choice([3 * sets + 1, 3 * sets + 2, rng.randint(0, 3 * sets + 2)])
        counts = random_hand(rng, tiles, random_kinds(rng), rng.choice([4, max(max(caps), 2)]))
        if sets <= 3:
            assert distance(counts, caps, sets) == brute_accepted("standard", counts, caps, sets, True)
        else:
            assert distance(counts, caps, sets)[0] == brute("standard", counts, caps, sets, True)


def test_melds_use_copies_up() -> None:
    """The strict rule: what stands in melds is no longer there."""
    rng = random.Random(7)
    for _ in range(40):
        melds = [rng.choice(SETS) for _ in range(3)]
        caps = [4 - sum(meld.count(kind) for meld in melds) for kind in range(34)]
        if min(caps) < 0:
            continue
        left = [kind for kind in range(34) for _ in range(caps[kind])]
        near = {kind for meld in melds for kind in meld}
        tiles = rng.sample([kind for kind in left if kind in near or rng.random() < 0.2], 4)
        counts = [tiles.count(kind) for kind in range(34)]
        assert distance(counts, caps, 1) == brute_accepted("standard", counts, caps, 1, True)


def test_many_copies() -> None:
    """A suit of more than four copies of a kind: three equal chows and five equal tiles are targets."""
    rng = random.Random(8)
    for _ in range(30):
        caps = [rng.randint(3, 7) if kind < 9 else 0 for kind in range(34)]
        counts = random_hand(rng, rng.randint(5, 11), rng.sample(range(9), 4), 7)
        assert distance(counts, caps, 3) == brute_accepted("standard", counts, caps, 3, True)


def test_two_equal_pungs() -> None:
    """So few kinds that some sets have to be equal."""
    rng = random.Random(9)
    for _ in range(60):
        kinds = rng.choice([[1, 29], [4, 8, 30], [0, 1, 2], [33]])
        caps = [rng.randint(5, 7) if kind in kinds else 0 for kind in range(34)]
        counts = random_hand(rng, rng.randint(3, 6), [*kinds, 20], 7)
        for sets in (2, 3):
            assert distance(counts, caps, sets) == brute_accepted("standard", counts, caps, sets, True)


@pytest.mark.parametrize(("sets", "hands"), [(3, 20), (4, 8), (5, 3)])
def test_knitted_straight(sets: int, hands: int) -> None:
    rng = random.Random(200 + sets)
    for number in range(hands):
        caps = random_caps(rng) if number % 2 else [rng.choice([1, 2, 4, 5]) for _ in range(34)]
        kinds = rng.choice([list(range(34)), [*rng.choice(KNITTED), *rng.choice(KNITTED), 30]])
        counts = random_hand(rng, rng.choice([3 * sets + 1, 3 * sets + 2]), kinds)
        if sets == 3:
            assert distance(counts, caps, sets, "knitted_straight") == brute_accepted(
                "knitted_straight", counts, caps, sets, True
            )
        else:
            assert distance(counts, caps, sets, "knitted_straight")[0] == brute(
                "knitted_straight", counts, caps, sets, True
            )


@pytest.mark.parametrize("quads", [False, True])
@pytest.mark.parametrize(
    ("form", "pairs_with"), [("seven_pairs", "any"), ("pairs_and_set", "any"), ("pairs_and_set", "pung")]
)
def test_pairs(form: str, pairs_with: str, quads: bool) -> None:
    rng = random.Random(300 + quads)
    sets = 4 if form == "seven_pairs" else 5
    for _ in range(30):
        caps = few_caps(rng, rng.randint(3, 7) if quads else rng.randint(6, 9))
        kinds = rng.choice([list(range(34)), [kind for kind in range(34) if caps[kind]]])
        counts = random_hand(rng, min(3 * sets + rng.randint(1, 2), 4 * len(kinds)), kinds)
        expected = brute_accepted(form, counts, caps, sets, quads, pairs_with == "pung")
        assert distance(counts, caps, sets, form, quad_pairs=quads, pairs_with=pairs_with) == expected


@pytest.mark.parametrize("form", ["thirteen_orphans", "greater_knitted", "lesser_knitted"])
def test_single_tiles(form: str) -> None:
    rng = random.Random(400)
    for number in range(80):
        caps = [4] * 34
        for kind in rng.sample(range(34), rng.randint(0, 6)):
            caps[kind] = rng.choice([0, 1, 1, 1, 2])
        if number % 10 == 0:
            caps = [1] * 34
        counts = random_hand(rng, rng.choice([0, 7, 13, 14]), random_kinds(rng), 2)
        assert distance(counts, caps, 4, form) == brute_accepted(form, counts, caps, 4, True)


@pytest.mark.parametrize("form", FORM_NAMES[:-1])
def test_number_of_sets(form: str) -> None:
    fits = {"standard": range(6), "knitted_straight": range(3, 6), "pairs_and_set": [5]}.get(form, [4])
    assert [sets for sets in range(6) if distance([0] * 34, [4] * 34, sets, form)[0] is not None] == list(fits)
    tiles = {"knitted_straight": 3, "standard": 3}
    for sets in fits:
        full = 3 * sets + 2 if form in tiles or form == "pairs_and_set" else 14
        assert distance([0] * 34, [4] * 34, sets, form)[0] == full


def test_nothing_is_needed_of_a_complete_hand() -> None:
    counts = [1] * 3 + [0] * 30 + [2]
    assert distance(bytes(counts), [4] * 34, 1) == (0, 0)
    assert distance(counts, [0] * 34, 1) == (None, 0)


def test_faults() -> None:
    good = [0] * 34
    for counts, caps, sets, form in [
        (good[1:], good, 1, "standard"),
        (good, good[1:], 1, "standard"),
        ([8, *good[1:]], good, 1, "standard"),
        (good, [-1, *good[1:]], 1, "standard"),
        (good, ["4", *good[1:]], 1, "standard"),
        (good, good, 6, "standard"),
        (good, good, -1, "standard"),
        (good, good, 1, "shapeless"),
    ]:
        with pytest.raises(HandError):
            distance(counts, caps, sets, form)  # type: ignore[arg-type]
