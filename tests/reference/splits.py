"""All readings by putting sets together instead of taking hands apart: a second, independent method.

Where `reference.hand` asks of one hand how it can be seen, this module builds every sum of sets and a pair
once and groups the sums by their tiles.

>>> table = complete_suits(1)
>>> [reading.sets for reading in table[(1, 1, 3, 0, 0, 0, 0, 0, 0)]]
[(('chow', 0),)]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

from reference.facts import EAST, KINDS, PlainMeld, suit_of, tiles_text
from reference.hand import PlainSet, readings

Suit = tuple[int, ...]


class SuitReading(NamedTuple):
    """Sets, each with its lowest rank from 0, chows first, and the rank of the pair (None: no pair)."""

    sets: tuple[tuple[str, int], ...]
    pair: int | None


class Reading(NamedTuple):
    """What `mjcore.decompose` says of one reading; `concealed` sets come first."""

    form: str
    sets: tuple[str, ...]
    concealed: int
    pair: str
    pattern: str
    places: tuple[int | str, ...]


def order(sets: Sequence[tuple[str, int]], pair: int | None, kinds: int) -> tuple[int, ...]:
    """The order of the readings of a form: tile by tile, the one with more chows that begin there first,
    then without before with a pung, without before with the pair."""
    key = []
    for kind in range(kinds):
        key += [-sets.count(("chow", kind)), sets.count(("pung", kind)), int(pair == kind)]
    return tuple(key)


@cache
def complete_suits(most_sets: int, copies: int = 4) -> dict[Suit, list[SuitReading]]:
    """Nine counts of at most `copies` -> every way to see them as sets and a pair, in `order`.

    Counts that are no such sum are no key. At most `most_sets` sets.
    """
    sets = [*(("chow", low) for low in range(7)), *(("pung", rank) for rank in range(9))]
    found: dict[Suit, list[SuitReading]] = defaultdict(list)
    for number in range(most_sets + 1):
        for chosen in combinations_with_replacement(sets, number):
            counts = [0] * 9
            for sort, low in chosen:
                for step in range(3):
                    counts[low + step if sort == "chow" else low] += 1
            if max(counts) > copies:
                continue
            for pair in (None, *range(9)):
                if pair is None:
                    found[tuple(counts)].append(SuitReading(chosen, None))
                elif counts[pair] + 2 <= copies:
                    counts[pair] += 2
                    found[tuple(counts)].append(SuitReading(chosen, pair))
                    counts[pair] -= 2
    for same in found.values():
        same.sort(key=lambda reading: order(reading.sets, reading.pair, 9))
    return dict(found)


def suit_waits(counts: Suit, table: dict[Suit, list[SuitReading]]) -> set[int]:
    """The ranks that make sets and a pair of the counts; `table` must allow the copies it takes."""
    found = set()
    for rank in range(9):
        after = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
        if any(reading.pair is not None for reading in table.get(after, ())):
            found.add(rank)
    return found


def suits(tiles: Sequence[int], cells: int = 9) -> Iterator[Suit]:
    """Every way to hold so many tiles (one of the numbers `tiles`) of a suit, at most four of a rank."""
    if not cells:
        if 0 in tiles:
            yield ()
        return
    for held in range(5):
        left = [number - held for number in tiles if number >= held]
        if left:
            for rest in suits(left, cells - 1):
                yield (held, *rest)


def number_of_suits(tiles: Sequence[int]) -> int:
    """How many hands `suits` gives: coefficients of (1 + x + x^2 + x^3 + x^4)^9."""
    ways = [1]
    for _ in range(9):
        ways = [sum(ways[max(0, n - 4) : n + 1]) for n in range(len(ways) + 4)]
    return sum(ways[number] for number in tiles)


def pairs_and_set(counts: Sequence[int]) -> list[PlainSet]:
    """The set without which 17 tiles are seven pairs (four equal tiles are two pairs)."""
    found = []
    if sum(counts) == 17:
        for each in [PlainSet(sort, kind) for sort in ("chow", "pung") for kind in range(KINDS)]:
            if each.sort == "chow" and (suit_of(each.kind) == "z" or each.kind % 9 > 6):
                continue
            rest = list(counts)
            for tile in each.tiles:
                rest[tile] -= 1
            if min(rest) >= 0 and all(held % 2 == 0 for held in rest):
                found.append(each)
    return found


FORMS = {
    "standard": "standard",
    "knitted straight": "knitted_straight",
    "seven pairs": "seven_pairs",
    "thirteen orphans": "thirteen_orphans",
    "greater honours and knitted": "greater_knitted",
    "lesser honours and knitted": "lesser_knitted",
}


def all_readings(
    counts: Sequence[int], melds: Sequence[PlainMeld] = (), win: int | None = None
) -> list[Reading]:
    """Everything that `mjcore.decompose` should say of the concealed tiles beside the melds, in its order."""
    melded = tuple(tiles_text(sorted(meld.tiles)[:3]) for meld in melds)
    found = []
    keyed = []
    for plain in readings(counts, len(melds)):
        form = FORMS[plain.form]
        sets, pair, pattern, body = in_order(plain.sets), plain.pair, plain.knitted, set(plain.knitted)
        if form not in ("standard", "knitted_straight"):
            body = {kind for kind in range(KINDS) if counts[kind]}
            pair = None
            pattern = next((p for p in PATTERNS if {k for k in body if k < EAST} <= set(p)), ())
            if not form.endswith("knitted"):
                pattern = ()
        reading = Reading(
            form,
            (*map(set_text, sets), *melded),
            len(sets),
            "" if pair is None else tiles_text([pair, pair]),
            tiles_text(pattern),
            places(sets, pair, body, win),
        )
        rank = PATTERNS.index(pattern) if form == "knitted_straight" else 0
        key = order([(each.sort, each.kind) for each in sets], pair, KINDS)
        keyed.append((list(FORMS.values()).index(form), rank, key, reading))
    found += [reading for *_, reading in sorted(keyed)]
    if not melds:
        for each in pairs_and_set(counts):
            rest = list(counts)
            for tile in each.tiles:
                rest[tile] -= 1
            body = {kind for kind in range(KINDS) if rest[kind]}
            place = places([each], None, body, win)
            found.append(Reading("pairs_and_set", (set_text(each),), 1, "", "", place))
    return found


# as the native table has them: by the suit of which 1 4 7, 2 5 8 or 3 6 9 is taken, characters first
PATTERNS = [
    tuple(9 * suit + low + step for suit, low in enumerate(lows) for step in (0, 3, 6))
    for lows in permutations(range(3))
]


def in_order(sets: Sequence[PlainSet]) -> list[PlainSet]:
    """Suit by suit, chows before pungs, from the lowest."""
    return sorted(sets, key=lambda each: (suit_of(each.kind) == "z", each.kind // 9, each.sort, each.kind))


def set_text(each: PlainSet) -> str:
    return tiles_text(each.tiles)


def places(
    sets: Sequence[PlainSet], pair: int | None, body: set[int], win: int | None
) -> tuple[int | str, ...]:
    if win is None:
        return ()
    found: list[int | str] = [number for number, each in enumerate(sets) if win in each.tiles]
    if pair == win:
        found.append("pair")
    if win in body:
        found.append("body")
    return tuple(found)
