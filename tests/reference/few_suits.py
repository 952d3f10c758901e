"""Hands that may have so many suits only when they are won: the twin of `most_suits`.

Every set of suits that a win may have is tried, the other suits being taken out of play: a hand is as far as in the
best case. `suits_of` and `reference.distance` with all kinds say the same of complete hands another way.

>>> from reference.facts import count, parse_tiles
>>> hand = count(parse_tiles("123m456p789s11z"))
>>> [nearest(hand, ["standard"], 3, most=most) for most in (1, 2, 3)]
[6, 3, 0]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from reference import distance as twin
from reference import joker_hands, many_hands
from reference.distance import ALL34, FAR
from reference.facts import KINDS, PlainMeld

SUITS = tuple(0x1FF << 9 * suit for suit in range(3))


def suits_of(kinds: Iterable[int]) -> set[int]:
    return {kind // 9 for kind in kinds if kind < 27}


def suits_in(melds: Iterable[PlainMeld]) -> set[int]:
    return suits_of(kind for meld in melds for kind in meld.tiles)


def in_play(most: int, beside: Iterable[int] = (), void: int | None = None, exists: int = ALL34) -> list[int]:
    """Masks of the kinds that a win can have: honours, the suits `beside` (of melds) and others, never the void one.

    >>> [bin(kinds).count("1") for kinds in in_play(2, [0])]
    [16, 25, 25]
    """
    found, honours = [], ALL34 & ~(SUITS[0] | SUITS[1] | SUITS[2])
    for number in range(most + 1):
        for suits in combinations(range(3), number):
            if set(beside) <= set(suits) and void not in suits:
                found.append(exists & (honours | sum(SUITS[suit] for suit in suits)))
    return found


Options = dict[str, Any]


def choices(options: Options) -> list[Options]:
    """The options of the other twins, for every set of suits. `most`, `beside`, `void`, `exists` as in `in_play`."""
    rest = dict(options)
    names = [name for name in ("most", "beside", "void", "exists") if name in rest]
    return [{**rest, "exists": kinds} for kinds in in_play(**{name: rest.pop(name) for name in names})]


def nearest(
    counts: Sequence[int], forms: Iterable[str], sets: int, *, jokers: joker_hands.Jokers = 0, **options: Any
) -> int:
    """Fewest tiles missing beside what the jokers stand for, universal or of types; FAR if no form is possible."""
    forms = tuple(forms)
    if isinstance(jokers, int):
        found = min((twin.nearest(counts, forms, sets, **each) for each in choices(options)), default=FAR)
        return found if found == FAR else max(0, found - jokers)
    far = (joker_hands.distance_with(counts, jokers, forms, sets, **each) for each in choices(options))
    return min(far, default=FAR)


def shanten(counts: Sequence[int], forms: Iterable[str], *, jokers: joker_hands.Jokers = 0, **options: Any) -> int:
    found = nearest(counts, forms, joker_hands.joker_sets(counts, jokers), jokers=jokers, **options)
    return found if found == FAR else found - 1


def accepted(
    counts: Sequence[int], forms: Iterable[str], *, jokers: joker_hands.Jokers = 0, **options: Any
) -> set[int]:
    """The kinds of which one copy more lowers the best distance."""
    forms, sets = tuple(forms), joker_hands.joker_sets(counts, jokers)
    best = nearest(counts, forms, sets, jokers=jokers, **options)
    found = set()
    for kind in range(KINDS):
        if nearest(twin.drawn(counts, kind), forms, sets, jokers=jokers, **options) < best:
            found.add(kind)
    return found


def waits(
    counts: Sequence[int],
    forms: Iterable[str],
    *,
    jokers: joker_hands.Jokers = 0,
    available: bool = False,
    **options: Any,
) -> set[int]:
    """The kinds that complete 3n + 1 tiles, structural or available as in `reference.distance.waits`."""
    forms, found = tuple(forms), set()
    for each in choices(options):
        if isinstance(jokers, int):
            found |= twin.waits(counts, forms, jokers=jokers, available=available, **each)
        else:
            found |= joker_hands.joker_waits(counts, jokers, forms, available=available, **each)
    return found


def completing(counts: Sequence[int], forms: Iterable[str], most: int, beside: Iterable[int] = ()) -> set[int]:
    """Waits by another way: what completes the hand with all kinds in play, if it has no more suits then."""
    forms, found = tuple(forms), set()
    for kind in twin.waits(counts, forms, available=True):
        after = twin.drawn(counts, kind)
        if len(suits_of(twin.held_kinds(after)) | set(beside)) <= most:
            found.add(kind)
    return found


# Many hands


def distances(hands: many_hands.Hands, forms: Iterable[str], sets: int, **options: Any) -> many_hands.Numbers:
    forms = tuple(forms)
    least: many_hands.Numbers = np.min(
        [many_hands.distances(hands, forms, sets, **each) for each in choices(options)], axis=0
    )
    return least


def masks(hands: many_hands.Hands, forms: Iterable[str], sets: int, **options: Any) -> many_hands.Masks:
    """The kinds that lower `distances`."""
    forms, best = tuple(forms), distances(hands, tuple(forms), sets, **options)
    found = np.zeros(len(hands), np.uint64)
    for each in choices(options):
        here = many_hands.distances(hands, forms, sets, **each) == best
        lowering = many_hands.accepted(hands, forms, sets, **each)
        found |= np.where(here & (best < FAR), lowering, np.uint64(0))
    return found
