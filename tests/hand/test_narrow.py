"""Distances with narrow jokers against plain brute force: every joker as every tile it may stand for.

The brute force asks mjcore.hand.capped, which test_capped.py tests against brute force of its own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest

from mjcore.errors import HandError
from mjcore.hand import capped
from mjcore.hand.narrow import distance

LEAVES = {"m": range(9), "p": range(9, 18), "s": range(18, 27), "w": range(27, 31), "d": range(31, 34)}
ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
KNITTED = [0, 3, 6, 10, 13, 16, 20, 23, 26, *range(27, 34)]
SINGLE = ("thirteen_orphans", "greater_knitted", "lesser_knitted")
FORMS = {
    "standard": (0, 1, 2, 3, 4, 5),
    "knitted_straight": (3, 4, 5),
    "seven_pairs": (4,),
    "pairs_and_set": (5,),
    "thirteen_orphans": (4,),
    "greater_knitted": (4,),
    "lesser_knitted": (4,),
}


class Brute:
    """Distance of a hand by trying every assignment of its jokers to kinds."""

    def __init__(self, jokers: Mapping[str, int], sets: int, form: str, caps: list[int], **options: Any) -> None:
        self.caps = caps
        self.ask = lru_cache(None)(lambda tiles: capped.distance(tiles, caps, sets, form, **options)[0])
        choices = [
            combinations_with_replacement([kind for leaf in leaves for kind in LEAVES[leaf]], number)
            for leaves, number in jokers.items()
        ]
        self.assignments = [[kind for kinds in parts for kind in kinds] for parts in product(*choices)]

    def distance(self, counts: list[int]) -> int | None:
        best = None
        for kinds in self.assignments:
            tiles = list(counts)
            for kind in kinds:
                # one above the cap is no use
                tiles[kind] += tiles[kind] < self.caps[kind]
            found = self.ask(tuple(tiles))
            if found is None:
                return None
            best = found if best is None else min(best, found)
        return best

    def accepted(self, counts: list[int]) -> int:
        """Each kind is tried."""
        now = self.distance(counts)
        mask = 0
        for kind in range(34) if now else ():
            if counts[kind] < self.caps[kind]:
                after = self.distance([count + (other == kind) for other, count in enumerate(counts)])
                assert now is not None
                assert after is not None
                mask |= (now - after) << kind
        return mask


def random_family(rng: random.Random, jokers: int) -> dict[str, int]:
    """Nested and separate sorts: leaves are put together in random order."""
    groups = list("mpswd")
    sorts = list(groups)
    while len(groups) > 1:
        first, second = rng.sample(groups, 2)
        groups = [group for group in groups if group not in (first, second)] + [first + second]
        sorts.append(first + second)
    if rng.random() < 0.5:
        sorts = rng.sample(sorts, rng.randint(1, 4))
    family = dict.fromkeys(sorts, 0)
    for _ in range(jokers):
        family[rng.choice(sorts)] += 1
    # as the rules have it: a few sorts, most of them once
    return {leaves: number for leaves, number in family.items() if number or rng.random() < 0.2}


def random_hand(rng: random.Random, tiles: int, caps: list[int]) -> list[int]:
    some = [*range(27, 34), 0, 12, 25]
    kinds = rng.choice([list(range(34)), ORPHANS, rng.sample(range(34), 12), list(range(9)), some, KNITTED])
    pool = [kind for kind in kinds for _ in range(min(4, caps[kind] + rng.randint(0, 1)))]
    chosen = rng.sample(pool, min(tiles, len(pool)))
    return [chosen.count(kind) for kind in range(34)]


def random_caps(rng: random.Random, form: str) -> list[int]:
    caps = [4] * 34
    single = form in SINGLE
    for kind in rng.sample(range(34), rng.choice([0, 3, 34]) if not single else rng.choice([0, 2])):
        caps[kind] = rng.choice([1, 2, 3]) if single else rng.choice([4, 4, 5, rng.randint(0, 4)])
    return caps


@pytest.mark.parametrize(("form", "sets"), [(form, sets) for form, numbers in FORMS.items() for sets in numbers])
def test_every_assignment(form: str, sets: int) -> None:
    rng = random.Random(sets * 100 + len(form))
    for number in range(30):
        # the kinds that lower the distance are 34 times the work: not with three jokers
        jokers = 3 if number % 10 == 0 else 2 if number % 10 == 1 else 1
        family = random_family(rng, jokers)
        caps = random_caps(rng, form)
        counts = random_hand(rng, max(3 * sets + 2 - jokers - rng.choice([0, 0, 1, 1, 2, 4]), 0), caps)
        options: dict[str, Any] = {"quad_pairs": rng.random() < 0.5, "pairs_with": rng.choice(("any", "pung"))}
        truth = Brute(family, sets, form, caps, **options)
        missing, mask = distance(counts, family, sets, form, caps=caps, **options)
        assert missing == truth.distance(counts)
        if jokers < 3:
            assert mask == truth.accepted(counts)


@pytest.mark.parametrize("form", FORMS)
def test_jokers_for_everything(form: str) -> None:
    """Universal jokers only: each of them is one tile less, and the same tiles are of use until none is missing."""
    rng = random.Random(len(form))
    for _ in range(200):
        sets = rng.choice(FORMS[form])
        caps = random_caps(rng, form)
        jokers = rng.randint(1, 8)
        counts = random_hand(rng, max(3 * sets + rng.randint(1, 2) - jokers, 0), caps)
        natural, mask = capped.distance(counts, caps, sets, form)
        if natural is None:
            assert distance(counts, {"mpswd": jokers}, sets, form, caps=caps) == (None, 0)
        else:
            expected = (natural - jokers, mask) if natural > jokers else (0, 0)
            assert distance(counts, {"mpswd": jokers}, sets, form, caps=caps) == expected


@pytest.mark.parametrize("form", FORMS)
def test_no_jokers(form: str) -> None:
    """No jokers, none of some sorts, and jokers for kinds that do not exist."""
    rng = random.Random(5 + len(form))
    for _ in range(200):
        sets = rng.choice(FORMS[form])
        caps = random_caps(rng, form)
        counts = random_hand(rng, 3 * sets + rng.randint(1, 2), caps)
        quads = rng.random() < 0.5
        expected = capped.distance(counts, caps, sets, form, quad_pairs=quads)
        assert distance(counts, {}, sets, form, caps=caps, quad_pairs=quads) == expected
        none = dict.fromkeys(random_family(rng, 3), 0)
        assert distance(counts, none, sets, form, caps=caps, quad_pairs=quads) == expected
        if form in ("standard", "seven_pairs", "pairs_and_set"):
            caps[9:18] = [0] * 9
            expected = capped.distance(counts, caps, sets, form, quad_pairs=quads)
            assert distance(counts, {"p": 2}, sets, form, caps=caps, quad_pairs=quads) == expected


def test_more_pairs_than_a_hand_has() -> None:
    counts = [2 if kind >= 27 or (kind >= 9 and kind % 9 % 2 == 0) else 0 for kind in range(34)]
    caps = [0] * 9 + [4] * 25
    expected = capped.distance(counts, caps, 5, "pairs_and_set")
    assert expected[0] == 1
    assert distance(counts, {"m": 1}, 5, "pairs_and_set", caps=caps) == expected


def test_more_jokers_and_wider_ones_never_harm() -> None:
    """Hands with many jokers, beyond what brute force can do."""
    rng = random.Random(9)
    for _ in range(300):
        form = rng.choice(list(FORMS))
        sets = rng.choice(FORMS[form])
        family = random_family(rng, rng.randint(2, 8))
        counts = random_hand(rng, max(3 * sets + 1 - sum(family.values()), 0), [4] * 34)
        missing, mask = distance(counts, family, sets, form)
        assert missing is not None
        for leaves in family:
            more, _ = distance(counts, {**family, leaves: family[leaves] + 1}, sets, form)
            assert more is not None
            assert missing - more in (0, 1)
            # a joker helps just if one of its tiles does
            useful = any(mask >> kind & 1 for leaf in leaves for kind in LEAVES[leaf])
            assert (missing - more == 1) == useful
        universal, _ = distance(counts, {"mpswd": sum(family.values())}, sets, form)
        assert universal is not None
        assert universal <= missing


def test_sorts_in_any_order_and_letters_in_any_order() -> None:
    counts = [1, 1, 0, 1, 0, 0, 0, 0, 2, *[0] * 25]
    family = {"m": 1, "mps": 1, "wd": 2, "mpswd": 1, "p": 0}
    expected = distance(counts, family, 3)
    for order in permutations(family):
        shuffled = {"".join(reversed(leaves)): family[leaves] for leaves in order}
        assert distance(counts, shuffled, 3) == expected
    # the same sort in two spellings
    assert distance(counts, {"ps": 1, "sp": 1}, 3) == distance(counts, {"ps": 2}, 3)


def test_faults() -> None:
    counts = [0] * 34
    faults: list[dict[Any, Any]] = [
        {"mp": 1, "ps": 1},
        {"x": 1},
        {"": 1},
        {1: 1},
        {"m": -1},
        {"m": 19},
        {"m": "1"},
        {"mpswd"[:size]: 1 for size in range(1, 6)} | {"mw": 1},
    ]
    for jokers in faults:
        with pytest.raises(HandError):
            distance(counts, jokers, 4)
    with pytest.raises(HandError):
        distance(counts, {}, 6)
    with pytest.raises(HandError):
        distance(counts, {}, 4, caps=[8] * 34)
