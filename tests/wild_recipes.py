"""Hands with wild tiles for tests of their readings, and readings as plain values.

>>> from random import Random
>>> hand = with_jokers(Random(1), "orphans", 2)
>>> sum(hand.counts), len(make_hand(hand, [JOKER, JOKER]).tiles)
(12, 14)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import mjcore as mj
from mjcore.hand.decompose import ReadingView
from recipes import CHOWS, PUNGS, fits, held, make_meld
from reference.facts import HONOURS, KINDS, TERMINALS, PlainMeld, count
from reference.hand import KNITTED_PATTERNS, PlainSet
from reference.joker_hands import assignments
from reference.splits import PATTERNS

FORMS = (
    "standard",
    "knitted_straight",
    "seven_pairs",
    "pairs_and_set",
    "thirteen_orphans",
    "greater_knitted",
    "lesser_knitted",
)
SETS = (*CHOWS, *PUNGS)
JOKER = 43
FRAMES = {48: "hua", 49: "yuan", 50: "xi", 51: "he", 52: "tong", 53: "suo", 54: "wan", 55: "zong"}
NUMBERS = "123456789m123456789p123456789s"

Jokers = Sequence[tuple[int, int]]  # masks of leaves (characters, dots, bamboo, winds, dragons) and how many


class Natural(NamedTuple):
    """Concealed tiles that are no jokers, beside melds."""

    counts: tuple[int, ...]
    melds: tuple[PlainMeld, ...] = ()


# Hands with jokers


def near_sets(rng: Random, number: int) -> tuple[list[PlainSet], int]:
    """Sets and a pair, often of few kinds, so that there are many readings."""
    suits = rng.sample(range(3), rng.choice((1, 2, 3, 3)))
    kinds = {9 * suit + rank for suit in suits for rank in range(9)}
    if rng.random() < 0.5:
        kinds |= set(HONOURS)
    among = [each for each in (*CHOWS, *CHOWS, *PUNGS) if kinds >= set(each.tiles)]
    while True:
        sets, pair = [rng.choice(among) for _ in range(number)], rng.choice(sorted(kinds))
        if fits(sets, pair):
            return sets, pair


def standard_hand(rng: Random) -> Natural:
    number = rng.choice((1, 2, 3, 4, 4, 5))
    sets, pair = near_sets(rng, number)
    melded = rng.choice((0, 0, 1, 2, number - 1))
    melds = [make_meld(rng, each, "exposed kong") if each.sort == "pung" and held(sets, pair)[each.kind] == 3
             and rng.random() < 0.3 else make_meld(rng, each) for each in sets[:melded]]
    return Natural(tuple(held(sets[melded:], pair)), tuple(melds))


def straight_hand(rng: Random) -> Natural:
    while True:
        sets, pair = near_sets(rng, rng.choice((0, 1, 1, 2)))
        counts = [a + b for a, b in zip(held(sets, pair), count(rng.choice(PATTERNS)), strict=True)]
        if max(counts) <= 4:
            return Natural(tuple(counts))


def pairs_hand(rng: Random) -> Natural:
    """Seven pairs, some with a set beside them."""
    while True:
        sets = rng.choice(([], [rng.choice(SETS)]))
        pairs = [rng.randrange(KINDS) for _ in range(7)]
        counts = [own + 2 * pairs.count(kind) for kind, own in enumerate(held(sets))]
        if max(counts) <= 4:
            return Natural(tuple(counts))


def orphans_hand(rng: Random) -> Natural:
    orphans = (*TERMINALS, *HONOURS)
    return Natural(count([*orphans, rng.choice(orphans)]))


def knitted_hand(rng: Random) -> Natural:
    return Natural(count(rng.sample([*HONOURS, *rng.choice(KNITTED_PATTERNS)], 14)))


MAKERS: dict[str, Callable[[Random], Natural]] = {
    "standard": standard_hand,
    "straights": straight_hand,
    "pairs": pairs_hand,
    "orphans": orphans_hand,
    "knitted": knitted_hand,
}


def with_jokers(rng: Random, name: str, number: int) -> Natural:
    """A hand of this sort without so many of its concealed tiles; sometimes with another tile exchanged."""
    while True:
        hand = MAKERS[name](rng)
        kept = tiles_of(hand.counts)
        if len(kept) >= number:
            break
    rng.shuffle(kept)
    kept = kept[number:]
    if kept and rng.random() < 0.2:
        copies = copies_held(Natural(count(kept), hand.melds))
        kept[0] = rng.choice([kind for kind in range(KINDS) if copies[kind] < 4])
    return Natural(count(kept), hand.melds)


def any_with_jokers(rng: Random, number: int) -> Natural:
    return with_jokers(rng, rng.choice(list(MAKERS)), number)


def copies_held(hand: Natural) -> list[int]:
    melded = count(kind for meld in hand.melds for kind in meld.tiles)
    return [a + b for a, b in zip(hand.counts, melded, strict=True)]


def caps_beside(hand: Natural, most: int = 4) -> tuple[int, ...]:
    melded = count(kind for meld in hand.melds for kind in meld.tiles)
    return tuple(max(0, most - copies) for copies in melded)


def tiles_of(counts: Sequence[int]) -> list[int]:
    return [kind for kind in range(KINDS) for _ in range(counts[kind])]


def make_hand(hand: Natural, jokers: Iterable[int] = ()) -> mj.Hand:
    """The hand and joker tiles, each a kind from 43 on."""
    return mj.Hand.from_tiles([*tiles_of(hand.counts), *jokers], [meld.text for meld in hand.melds])


# Readings as plain values


class Seen(NamedTuple):
    form: str
    sets: tuple[str, ...]  # concealed ones sorted, then the melds
    pair: str
    pattern: str
    jokers: tuple[int, ...]


def seen(reading: ReadingView, jokers: Sequence[int] | None = None) -> Seen:
    concealed, melded = reading.sets[: reading.concealed], reading.sets[reading.concealed :]
    kinds = [mj.Tile(text).kind for text in reading.jokers] if jokers is None else jokers
    return Seen(reading.form, (*sorted(concealed), *melded), reading.pair, reading.pattern, tuple(sorted(kinds)))


def readings(hand: Natural, number: int, **options: Any) -> list[ReadingView]:
    """With so many universal jokers."""
    return list(mj.decompose(make_hand(hand, [JOKER] * number), **options))


def by_assignment(hand: Natural, jokers: Jokers, **options: Any) -> set[Seen]:
    """The readings of each hand that could be meant, without jokers."""
    found: set[Seen] = set()
    caps = caps_beside(hand)
    if any(own > cap for own, cap in zip(hand.counts, caps, strict=True)):
        return found
    for kinds in assignments(hand.counts, jokers, caps, all_used=True):
        meant = count([*tiles_of(hand.counts), *kinds])
        found |= {seen(reading, kinds) for reading in mj.decompose(make_hand(hand._replace(counts=meant)), **options)}
    return found


def twice(found: Sequence[Seen]) -> list[Seen]:
    return [one for one, times in Counter(found).items() if times > 1]


def told(hand: str, win: str | None = None, **options: Any) -> set[tuple[str, ...]]:
    """Each reading as its concealed sets, its pair and, after a colon, what jokers stand for."""
    found = mj.decompose(hand, win, **options)
    texts = [(*r.sets[: r.concealed], r.pair, *(f":{text}" for text in r.jokers)) for r in found]
    assert len(set(texts)) == len(texts)
    return set(texts)
