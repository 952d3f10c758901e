"""Every way to see a hand, by trying everything: the twin of the native decomposition.

>>> from reference.facts import count, parse_tiles
>>> [reading.form for reading in readings(count(parse_tiles("112233m112233p11s")))]
['standard', 'seven pairs']
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, permutations, product
from typing import NamedTuple

from reference.facts import HONOURS, KINDS, TERMINALS

Counts = Sequence[int]


class PlainSet(NamedTuple):
    """A chow or pung; `kind` is its lowest tile."""

    sort: str
    kind: int

    @property
    def tiles(self) -> tuple[int, int, int]:
        step = 1 if self.sort == "chow" else 0
        return self.kind, self.kind + step, self.kind + 2 * step


class PlainReading(NamedTuple):
    """One way to see the concealed tiles. `sets` (sorted) and `pair` are empty where a form has none;
    `knitted` are the nine tiles of the knitted pattern that a knitted straight is made of."""

    form: str
    sets: tuple[PlainSet, ...] = ()
    pair: int | None = None
    knitted: tuple[int, ...] = ()


def knitted_patterns() -> tuple[tuple[int, ...], ...]:
    """The six knitted patterns: 147 of one suit, 258 of another, 369 of the third, as nine kinds."""
    return tuple(
        tuple(sorted(9 * suit + low + step for low, suit in enumerate(suits) for step in (0, 3, 6)))
        for suits in permutations(range(3))
    )


KNITTED_PATTERNS = knitted_patterns()


@cache
def suit_splits(counts: tuple[int, ...], chows: bool) -> frozenset[tuple[PlainSet, ...]]:
    """Every multiset of chows and pungs that uses up the counts of one suit (kinds from 0)."""
    lowest = next((rank for rank, held in enumerate(counts) if held), None)
    if lowest is None:
        return frozenset({()})
    candidates = [PlainSet("pung", lowest)]
    if chows and lowest + 2 < len(counts):
        candidates.append(PlainSet("chow", lowest))
    found = set()
    for candidate in candidates:
        rest = list(counts)
        for tile in candidate.tiles:
            rest[tile] -= 1
        if min(rest) >= 0:
            for others in suit_splits(tuple(rest), chows):
                found.add(tuple(sorted((candidate, *others))))
    return frozenset(found)


def set_splits(counts: Counts) -> list[tuple[PlainSet, ...]]:
    """Every multiset of sets that uses up 34 counts, none left over, in sorted order."""
    parts = []
    for start in (0, 9, 18, 27):
        splits = suit_splits(tuple(counts[start : start + 9]), start != 27)
        if not splits:
            return []
        parts.append([[PlainSet(s.sort, s.kind + start) for s in split] for split in splits])
    return sorted(tuple(sorted(chain(*choice))) for choice in product(*parts))


def standard(counts: Counts) -> list[tuple[tuple[PlainSet, ...], int]]:
    """Every (sets, pair) that uses up the concealed tiles; any number of sets."""
    found: list[tuple[tuple[PlainSet, ...], int]] = []
    # a suit is made of sets, one of them or the honours of a pair besides
    if sorted(sum(counts[start : start + 9]) % 3 for start in (0, 9, 18, 27)) != [0, 0, 0, 2]:
        return found
    for pair in range(KINDS):
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            found += [(sets, pair) for sets in set_splits(rest)]
    return found


def is_seven_pairs(counts: Counts) -> bool:
    """14 tiles, every kind an even number of times (four equal tiles are two pairs)."""
    return sum(counts) == 14 and all(held % 2 == 0 for held in counts)


def knitted_straights(counts: Counts) -> list[PlainReading]:
    """Nine tiles of a knitted pattern and sets and a pair (the pattern stands for three sets)."""
    found = []
    for pattern in KNITTED_PATTERNS:
        if all(counts[kind] for kind in pattern):
            rest = list(counts)
            for kind in pattern:
                rest[kind] -= 1
            found += [PlainReading("knitted straight", *split, pattern) for split in standard(rest)]
    return found


def honours_and_knitted(counts: Counts) -> str | None:
    """'greater' (all seven honours) or 'lesser' honours and knitted tiles, or None."""
    held = {kind for kind in range(KINDS) if counts[kind]}
    if len(held) != 14 or sum(counts) != 14:
        return None
    suit_tiles = held - set(HONOURS)
    if not any(suit_tiles <= set(pattern) for pattern in KNITTED_PATTERNS):
        return None
    return "greater" if held >= set(HONOURS) else "lesser"


def readings(counts: Counts, melds: int = 0) -> list[PlainReading]:
    """Every reading of the concealed tiles (winning tile included) beside `melds` fixed sets.

    n sets and a pair for n = 1..5 (n from the number of tiles), for n >= 3 also the knitted straight
    with n - 3 sets; 14 concealed tiles may be seven pairs, thirteen orphans, honours and knitted tiles.
    The forms come in that order: standard, knitted straight, then the others. No tiles fit: [].
    """
    tiles = sum(counts)
    if tiles % 3 != 2 or not 1 <= tiles // 3 + melds <= 5:
        return []
    found = [PlainReading("standard", sets, pair) for sets, pair in standard(counts)]
    found += knitted_straights(counts)
    if tiles == 14 and melds == 0:
        if is_seven_pairs(counts):
            found.append(PlainReading("seven pairs"))
        orphans = [*TERMINALS, *HONOURS]
        if all(counts[kind] for kind in orphans) and sum(counts[kind] for kind in orphans) == 14:
            pair = next(kind for kind in orphans if counts[kind] == 2)
            found.append(PlainReading("thirteen orphans", pair=pair))
        knitted = honours_and_knitted(counts)
        if knitted:
            found.append(PlainReading(f"{knitted} honours and knitted"))
    return found


def waits(counts: Counts, melded: Counts | None = None, available: bool = False) -> list[int]:
    """The kinds that complete sets and a pair, or with 13 concealed tiles seven pairs.

    `counts` are the 3n + 1 concealed tiles. Structural (the default): a kind of which all four copies
    are held counts, as if there were a fifth. Available: such a kind, concealed and `melded` tiles
    together, does not count.
    """
    found = []
    for kind in range(KINDS):
        if available and counts[kind] + (melded[kind] if melded else 0) >= 4:
            continue
        after = list(counts)
        after[kind] += 1
        if standard(after) or is_seven_pairs(after):
            found.append(kind)
    return found
