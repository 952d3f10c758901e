"""Hands, engines and options for tests of the hand engine, many at once; the same for the same seed.

Arrays of (N, 34) counts are of all sizes and sorts, `FORM_SETS` and `TILE_SETS` what engines are made of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import mjcore as mj
from hand_recipes import (
    EVERY,
    FULL_SIZES,
    READY_SIZES,
    SIZES,
    batch,
    caps_beside,
    full_batch,
    half_batch,
    melds_beside,
    mixture,
    normal_batch,
    visible_beside,
)
from reference import many_hands
from reference.distance import FORMS, SETS, mask
from reference.facts import HONOURS, KINDS, TERMINALS, PlainMeld, parse_tiles
from reference.hand import KNITTED_PATTERNS
from reference.many_hands import LARGE, MCR, RIICHI, Hands, Numbers

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
MORE = 10 if LONG else 1

# Batches


def with_one_more(rng: np.random.Generator, hands: Hands, room: npt.NDArray[np.integer[Any]]) -> Hands:
    """One of the tiles that `room` (N, 34) has copies of added to each hand."""
    added = hands.copy()
    added[np.arange(len(hands)), drawn_kinds(rng, room)] += 1
    return added


def with_one_less(rng: np.random.Generator, hands: Hands) -> Hands:
    fewer = hands.copy()
    fewer[np.arange(len(hands)), drawn_kinds(rng, hands)] -= 1
    return fewer


def drawn_kinds(rng: np.random.Generator, numbers: npt.NDArray[np.integer[Any]]) -> Numbers:
    """For each row a kind, by chance: as probable as it has copies."""
    running = np.cumsum(numbers, axis=1, dtype=np.int64)
    tile = rng.integers(0, running[:, -1])
    kinds: Numbers = (running > tile[:, None]).argmax(axis=1)
    return kinds


def near_batch(seed: int, number: int, tiles: int, kinds: Sequence[int] = EVERY) -> Hands:
    """Complete hands with up to three tiles exchanged, one less if there are 3n + 1 tiles."""
    rng = np.random.default_rng([seed, tiles, len(kinds)])
    among = [each for each in SETS if set(each.tiles) <= set(kinds)]
    table = np.array([np.bincount(each.tiles, minlength=KINDS) for each in among], np.uint8)
    allowed = np.isin(np.arange(KINDS), list(kinds))
    found = np.zeros((0, KINDS), np.uint8)
    while len(found) < number:
        rows = np.zeros((number, KINDS), np.uint8)
        rows[np.arange(number), rng.choice(list(kinds), number)] = 2
        for _ in range(tiles // 3):
            rows += table[rng.integers(0, len(table), number)]
        found = np.concatenate([found, rows[rows.max(axis=1) <= 4]])
    found = found[:number]
    if tiles % 3 == 1:
        found = with_one_less(rng, found)
    exchanges = rng.choice((0, 1, 1, 2, 2, 3), number)
    for times in (1, 2, 3):
        some = exchanges >= times
        fewer = with_one_less(rng, found[some])
        found[some] = with_one_more(rng, fewer, (4 - fewer) * allowed)
    return found


def many(seed: int, number: int, tiles: int) -> Hands:
    """So many hands of different sorts: of all tiles, of one suit with honours and without, near to winning."""
    part = -(-number // 6)
    suit = 9 * (seed % 3)
    rows = [
        normal_batch(part, tiles, seed),
        half_batch(part, tiles, seed),
        full_batch(part, tiles, seed),
        near_batch(seed, part, tiles),
        near_batch(seed, part, tiles, [*range(suit, suit + 9)]),
        near_batch(seed, part, tiles, [*range(suit, suit + 9), *HONOURS]),
    ]
    return np.concatenate(rows)[:number]


def special(seed: int, number: int, tiles: int) -> Hands:
    """Hands with many pairs, of orphans, of knitted tiles with honours, as far from winning as chance has it."""
    rng = np.random.default_rng([seed, tiles])
    part = -(-number // 4)
    orphans = batch(seed, part, tiles, [*TERMINALS, *HONOURS])
    knit = batch(seed + 1, part, tiles, [*KNITTED_PATTERNS[seed % 6], *HONOURS])
    scattered = np.zeros((part, KINDS), np.uint8)
    for _ in range(tiles):
        scattered = with_one_more(rng, scattered, np.where(scattered == 0, 2, scattered == 1))
    paired = np.zeros((part, KINDS), np.uint8)
    for _ in range(tiles):
        # a single tile becomes a pair, seldom one of three
        paired = with_one_more(rng, paired, np.where(paired == 1, 60, np.where(paired >= 4, 0, 1 + (paired == 0) * 3)))
    return np.concatenate([orphans, knit, scattered, paired])[:number]


# Engines and tile sets that several tests share: the tables of a tile set are kept for ever

TILE_SETS = {
    "sanma": "19m123456789p123456789s1234567z",
    "108": "123456789m123456789p123456789s",
    "84": "123456789p123456789s567z",
    "2-8": "2345678m2345678p2345678s",
    "one suit": "123456789s",
    "few": "1379m456p28s57z",
}
EXISTS = {name: mask(parse_tiles(text)) for name, text in TILE_SETS.items()}
# name -> forms, and whether four equal tiles are two pairs
FORM_SETS: dict[str, tuple[tuple[str, ...], bool]] = {
    **{form: ((form,), False) for form in FORMS},
    "quad pairs": (("seven_pairs",), True),
    "quad pairs and set": (("pairs_and_set",), True),
    "riichi": (RIICHI, False),
    "mcr": (MCR, True),
    "knitted": (("greater_knitted", "lesser_knitted"), False),
    "large": (LARGE, False),
    "large, quad pairs": (LARGE, True),
}
ENGINES = {name: mj.HandEngine(forms, quad_pairs=quads) for name, (forms, quads) in FORM_SETS.items()}
# sets to make with which a form is one
SETS_OF = {"standard": range(6), "knitted_straight": (3, 4, 5), "pairs_and_set": (5,)}


def fits(forms: Iterable[str], sets: int) -> bool:
    return any(sets in SETS_OF.get(form, (4,)) for form in forms)


def hands_of(seed: int, number: int, tiles: int) -> Hands:
    """Five parts random hands and such near to winning, one part of those with pairs, orphans, knitted tiles."""
    number *= MORE
    return np.concatenate([many(seed, number - number // 6, tiles), special(seed, number // 6, tiles)])


def cheap(name: str) -> bool:
    """The twins of the other forms take ten times as long, or more."""
    forms, _ = FORM_SETS[name]
    return not {"knitted_straight", "pairs_and_set", "greater_knitted", "lesser_knitted"} & set(forms)


def same(found: Any, expected: Any, hands: Hands) -> None:
    """Equal arrays; if they are not, some of the hands that differ."""
    if not np.array_equal(found, expected):
        wrong = np.flatnonzero(np.asarray(found != expected).reshape(len(hands), -1).any(axis=1))
        row = wrong[0]
        text = f"{hands[row].tolist()}: {found[row].tolist()}, expected {expected[row].tolist()}"
        raise AssertionError(f"{len(wrong)} of {len(hands)} differ; row {row}, {text}")


def expected_discards(hands: Hands, forms: Sequence[str], sets: int, **options: Any) -> tuple[Any, Any]:
    """Shanten (127 for what is not held) and accepted kinds after each discard, (N, 34)."""
    shanten = np.full((len(hands), KINDS), 127)
    accepted = np.zeros((len(hands), KINDS), np.uint64)
    jokers = options.pop("jokers", 0)
    rows, kinds = np.nonzero(hands)
    after = hands[rows]
    after[np.arange(len(rows)), kinds] -= 1
    shanten[rows, kinds] = many_hands.distances(after, forms, sets, **options) - jokers - 1
    accepted[rows, kinds] = many_hands.accepted(after, forms, sets, **options)
    return shanten, accepted


class Table(NamedTuple):
    """A hand, and what can be seen."""

    counts: tuple[int, ...]
    melds: tuple[PlainMeld, ...]
    visible: tuple[int, ...]

    @property
    def caps(self) -> tuple[int, ...]:
        """Copies that melds and visible tiles leave to the hand."""
        return caps_beside(self.melds, self.visible)

    @property
    def used(self) -> Hands:
        return np.array([[4 - cap for cap in self.caps]], np.uint8)

    @property
    def rows(self) -> Hands:
        return np.array([self.counts], np.uint8)

    @property
    def hand(self) -> mj.Hand:
        return mj.Hand(bytes(self.counts), [meld.text for meld in self.melds])


def tables(seed: int, number: int) -> list[Table]:
    """Hands of all sizes, melds that take copies of near kinds, and visible tiles, few to many."""
    rng = Random(seed)
    found = []
    for counts in mixture(seed, number * MORE):
        melds = melds_beside(rng, counts, min(rng.randrange(6 - sum(counts) // 3), (18 - sum(counts)) // 3))
        visible = visible_beside(rng, counts, melds, rng.choice((0, 0, 10, 40, 80)))
        found.append(Table(counts, melds, visible))
    return found


# Questions to batches

BATCH: dict[str, Callable[..., Any]] = {
    "shanten": mj.batch.shanten,
    "waits": mj.batch.waits,
    "acceptance": mj.batch.acceptance,
    "discards": mj.batch.discards,
    "is_win": mj.batch.is_win,
}
# sizes that a question is about
SIZES_FOR = {"waits": READY_SIZES, "discards": FULL_SIZES, "is_win": FULL_SIZES}
BATCH_DTYPES: dict[str, tuple[Any, ...]] = {
    "shanten": (np.int8,),
    "waits": (np.uint64,),
    "acceptance": (np.int8, np.uint64, np.uint8),
    "discards": (np.int8, np.uint64, np.uint8, np.uint64),
    "is_win": (np.bool_,),
}
Answer = tuple[npt.NDArray[Any], ...]


def parts(answer: Any) -> Answer:
    return tuple(answer) if isinstance(answer, tuple) else (answer,)


def equal(one: Any, other: Any) -> bool:
    return all(map(np.array_equal, parts(one), parts(other))) and len(parts(one)) == len(parts(other))


def empty(name: str, n: int) -> Any:
    """Arrays for the answers to n rows."""
    shapes = [(n, KINDS)] * 3 + [(n,)] if name == "discards" else [(n,)] * len(BATCH_DTYPES[name])
    arrays = [np.full(shape, 77, dtype) for shape, dtype in zip(shapes, BATCH_DTYPES[name], strict=True)]
    if name == "acceptance":
        return mj.batch.BatchAcceptance(*arrays)
    return mj.batch.BatchDiscards(*arrays) if name == "discards" else arrays[0]


def rows_for(name: str, number: int = 60, seed: int = 1) -> Hands:
    """Hands of all sizes that the question is about, mixed."""
    hands = np.concatenate([hands_of(seed, number, tiles) for tiles in SIZES_FOR.get(name, SIZES)])
    return np.random.default_rng(seed).permutation(hands)
