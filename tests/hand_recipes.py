"""Concealed tiles of all sorts and sizes for tests of the hand engine, as 34 counts; the same for the same seed.

A recipe takes a `random.Random` and a number of tiles (`SIZES`) and gives counts of at most four of a kind.
Batches are numpy arrays of shape (N, 34), made by a generator of their own.

>>> from random import Random
>>> sum(random_hand(Random(1), 13)), sum(near(Random(1), 17))
(13, 17)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import numpy.typing as npt

from recipes import make_meld
from reference.distance import SETS
from reference.facts import HONOURS, KINDS, TERMINALS, PlainMeld, count
from reference.hand import KNITTED_PATTERNS, PlainSet

Counts = tuple[int, ...]
Recipe = Callable[[Random, int], Counts]

SIZES = tuple(tiles for tiles in range(1, 18) if tiles % 3)
READY_SIZES = tuple(tiles for tiles in SIZES if tiles % 3 == 1)
FULL_SIZES = tuple(tiles for tiles in SIZES if tiles % 3 == 2)

# Tile sets: the kinds there are; `reference.distance.mask` makes the mask of one
EVERY = tuple(range(KINDS))
SANMA = tuple(kind for kind in EVERY if not 1 <= kind <= 7)
NO_HONOURS = tuple(range(27))
TILE_SETS = {"136": EVERY, "sanma": SANMA, "108": NO_HONOURS, "84": (*EVERY[9:27], 31, 32, 33)}


def sets_among(kinds: Sequence[int]) -> list[PlainSet]:
    """The chows and pungs of these kinds."""
    return [each for each in SETS if set(each.tiles) <= set(kinds)]


def suit_kinds(rng: Random) -> tuple[int, ...]:
    start = rng.choice((0, 9, 18))
    return tuple(range(start, start + 9))


def as_counts(numbers: Sequence[int]) -> Counts:
    assert max(numbers) <= 4
    return tuple(numbers)


# Tiles by chance


def random_hand(rng: Random, tiles: int = 14, kinds: Sequence[int] = EVERY) -> Counts:
    """Tiles of a shuffled wall that has four of each of these kinds."""
    return count(rng.sample([kind for kind in kinds for _ in range(4)], tiles))


def half_flush(rng: Random, tiles: int = 14) -> Counts:
    return random_hand(rng, tiles, (*suit_kinds(rng), *HONOURS))


def full_flush(rng: Random, tiles: int = 14) -> Counts:
    return random_hand(rng, tiles, suit_kinds(rng))


def completed(rng: Random, start: Sequence[int], tiles: int, kinds: Sequence[int] = EVERY) -> Counts:
    """`start`, some of its tiles taken away or random ones added until there are so many."""
    numbers = list(start)
    while sum(numbers) > tiles:
        numbers[rng.choice([kind for kind in range(KINDS) for _ in range(numbers[kind])])] -= 1
    while sum(numbers) < tiles:
        numbers[rng.choice([kind for kind in kinds for _ in range(4 - numbers[kind])])] += 1
    return as_counts(numbers)


# Hands near a form


def complete(rng: Random, sets: int, kinds: Sequence[int] = EVERY) -> Counts:
    """Random sets and a pair."""
    among = sets_among(kinds)
    while True:
        pair = rng.choice(kinds)
        tiles = [pair, pair]
        for each in rng.choices(among, k=sets):
            tiles += each.tiles
        counts = count(tiles)
        if max(counts) <= 4:
            return counts


def exchanged(rng: Random, counts: Sequence[int], times: int, kinds: Sequence[int] = EVERY) -> Counts:
    """So many tiles put away one after the other, a random one drawn for each."""
    for _ in range(times):
        fewer = completed(rng, counts, sum(counts) - 1)
        counts = completed(rng, fewer, sum(counts), kinds)
    return as_counts(counts)


def near(rng: Random, tiles: int = 14, kinds: Sequence[int] = EVERY) -> Counts:
    """Sets and a pair with up to three tiles exchanged, one taken away if 3n + 1 tiles are asked for."""
    whole = complete(rng, tiles // 3, kinds)
    return completed(rng, exchanged(rng, whole, rng.choice((0, 1, 1, 2, 2, 3)), kinds), tiles)


def near_flush(rng: Random, tiles: int = 14) -> Counts:
    return near(rng, tiles, suit_kinds(rng))


def near_half_flush(rng: Random, tiles: int = 14) -> Counts:
    return near(rng, tiles, (*suit_kinds(rng), *HONOURS))


def ready(rng: Random, tiles: int = 13, kinds: Sequence[int] = EVERY) -> Counts:
    """Sets and a pair without one tile; with 3n + 2 tiles, one more that is drawn at random."""
    whole = complete(rng, tiles // 3, kinds)
    return completed(rng, completed(rng, whole, tiles // 3 * 3 + 1), tiles, kinds)


def ready_flush(rng: Random, tiles: int = 13) -> Counts:
    return ready(rng, tiles, suit_kinds(rng))


def groups_of(rng: Random, tiles: int, sizes: Sequence[int]) -> Counts:
    """Different kinds, each as often as a number drawn from `sizes` says."""
    numbers = [0] * KINDS
    kinds = rng.sample(EVERY, KINDS) if rng.random() < 0.5 else rng.sample(suit_kinds(rng), 9)
    for kind in kinds:
        if sum(numbers) < tiles:
            numbers[kind] = min(rng.choice(sizes), tiles - sum(numbers))
    return completed(rng, numbers, tiles)


def quads(rng: Random, tiles: int = 14) -> Counts:
    """Mostly four of a kind: where the fifth copy matters."""
    return groups_of(rng, tiles, (4, 4, 4, 3, 1))


def pairs(rng: Random, tiles: int = 14) -> Counts:
    """Mostly pairs, some of them twice, single tiles between."""
    return groups_of(rng, tiles, (2, 2, 2, 2, 2, 1, 3, 4))


def orphans(rng: Random, tiles: int = 14) -> Counts:
    """Mostly terminals and honours, most of them once."""
    kinds = (*TERMINALS, *HONOURS)
    start = count(rng.sample(kinds, min(tiles, rng.randint(6, 13))))
    return completed(rng, start, tiles, kinds if rng.random() < 0.6 else EVERY)


def knitted(rng: Random, tiles: int = 14) -> Counts:
    """A knitted pattern with sets and a pair or with honours, a few tiles exchanged; or with anything."""
    pattern = rng.choice(KNITTED_PATTERNS)
    if tiles >= 10 and rng.random() < 0.4:
        while True:
            others = complete(rng, tiles // 3 - 3)
            whole = [held + (kind in pattern) for kind, held in enumerate(others)]
            if max(whole) <= 4:
                return completed(rng, exchanged(rng, whole, rng.randrange(3)), tiles)
    honours = rng.randint(5, 7)
    if rng.random() < 0.5:
        # as many of the honours and of the nine as a whole hand has
        chosen = [*rng.sample(pattern, 14 - honours), *rng.sample(tuple(HONOURS), honours)]
        return completed(rng, exchanged(rng, count(chosen), rng.randrange(4)), tiles)
    chosen = rng.sample(pattern, min(tiles, rng.randint(5, 9)))
    return completed(rng, count(chosen), tiles)


def pairs_and_set(rng: Random, tiles: int = 17) -> Counts:
    """Seven pairs and a set, a few tiles exchanged."""
    while True:
        chosen = [kind for kind in rng.choices(EVERY, k=7) for _ in range(2)]
        counts = count([*chosen, *rng.choice(sets_among(EVERY)).tiles])
        if max(counts) <= 4:
            return completed(rng, exchanged(rng, counts, rng.randrange(4)), tiles)


def sanma(rng: Random, tiles: int = 14) -> Counts:
    """Without 2m-8m."""
    return rng.choice((random_hand, near, ready))(rng, tiles, SANMA)


def no_honours(rng: Random, tiles: int = 14) -> Counts:
    """Of the 108 suit tiles."""
    return rng.choice((random_hand, near, ready))(rng, tiles, NO_HONOURS)


RECIPES: tuple[Recipe, ...] = (
    random_hand,
    half_flush,
    full_flush,
    near,
    near_flush,
    near_half_flush,
    ready,
    ready_flush,
    quads,
    pairs,
    orphans,
    knitted,
    pairs_and_set,
    sanma,
    no_honours,
)


def mixture(seed: int, number: int, sizes: Sequence[int] = SIZES) -> list[Counts]:
    """Hands of all recipes and sizes in turn."""
    rng = Random(f"mixture {seed}")
    return [RECIPES[i % len(RECIPES)](rng, rng.choice(sizes)) for i in range(number)]


# What stands beside them


def melds_beside(rng: Random, counts: Sequence[int], number: int, close: float = 0.7) -> tuple[PlainMeld, ...]:
    """Up to `number` melds that leave no kind with more than four copies; with chance `close` each is one that
    takes copies of a kind near the hand, a kong if there are four left."""
    left = [4 - held for held in counts]
    melds: list[PlainMeld] = []
    for _ in range(number):
        possible = [each for each in sets_among(EVERY) if all(left[k] >= each.tiles.count(k) for k in each.tiles)]
        if rng.random() < close:
            touching = [each for each in possible if any(reaches(counts, kind) for kind in each.tiles)]
            possible = touching or possible
        if not possible:
            break
        each = rng.choice(possible)
        whole = each.sort == "pung" and left[each.kind] == 4
        kong = rng.choice(("exposed kong", "added kong", "concealed kong")) if whole and rng.random() < 0.3 else ""
        melds.append(make_meld(rng, each, kong))
        for kind in melds[-1].tiles:
            left[kind] -= 1
    return tuple(melds)


def reaches(counts: Sequence[int], kind: int) -> bool:
    """Whether the hand holds a tile that could stand in a set with this kind."""
    if kind in HONOURS:
        return counts[kind] > 0
    low, high = kind - kind % 9, kind - kind % 9 + 9
    return any(counts[max(low, kind - 2) : min(high, kind + 3)])


def caps_beside(melds: Sequence[PlainMeld], visible: Sequence[int] | None = None) -> Counts:
    """Copies of each kind that the melds, and the visible tiles, leave."""
    used = [0] * KINDS if visible is None else list(visible)
    for meld in melds:
        for kind in meld.tiles:
            used[kind] += 1
    return tuple(max(0, 4 - copies) for copies in used)


def visible_beside(rng: Random, counts: Sequence[int], melds: Sequence[PlainMeld], number: int) -> Counts:
    """So many of the tiles that are neither in the hand nor in the melds, seen at the table."""
    room = caps_beside(melds)
    left = [kind for kind in EVERY for _ in range(room[kind] - counts[kind])]
    return count(rng.sample(left, min(number, len(left))))


# Batches


def batch(seed: int, number: int, tiles: int, kinds: Sequence[int]) -> npt.NDArray[np.uint8]:
    """(number, 34): hands of so many tiles of a shuffled wall that has four of each of these kinds."""
    rng = np.random.default_rng(seed)
    hands = np.zeros((number, KINDS), np.uint8)
    # in parts, as the generator gives eight bytes for each count
    for start in range(0, number, 1 << 16):
        part = hands[start : start + (1 << 16)]
        part[:, list(kinds)] = rng.multivariate_hypergeometric([4] * len(kinds), tiles, len(part), "count")
    return hands


def in_any_suit(seed: int, hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Hands whose suit tiles are characters, each moved to a random suit."""
    suits = np.random.default_rng(seed).integers(0, 3, len(hands))
    moved = hands.copy()
    moved[:, :27] = 0
    for suit in range(3):
        moved[suits == suit, 9 * suit : 9 * suit + 9] = hands[suits == suit, :9]
    return moved


def normal_batch(number: int, tiles: int = 14, seed: int = 1) -> npt.NDArray[np.uint8]:
    """Hands of all 136 tiles."""
    return batch(seed, number, tiles, EVERY)


def half_batch(number: int, tiles: int = 14, seed: int = 2) -> npt.NDArray[np.uint8]:
    """Hands of one suit and honours."""
    return in_any_suit(seed, batch(seed, number, tiles, (*range(9), *HONOURS)))


def full_batch(number: int, tiles: int = 14, seed: int = 3) -> npt.NDArray[np.uint8]:
    """Hands of one suit."""
    return in_any_suit(seed, batch(seed, number, tiles, range(9)))


BATCHES = {"normal": normal_batch, "half": half_batch, "full": full_batch}
