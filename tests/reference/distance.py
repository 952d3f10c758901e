"""How far a hand is from each winning form, by going through what it could become: the twin of shanten,
waits, accepted kinds and discards.

A *target* is a complete hand of the form; the distance is the fewest tiles that are missing from some
target. Nothing here knows a formula: every form is its targets, at most `caps` copies of each kind.

* One suit: all sums of sets and a pair of the suit are made once (`suit_targets`), and the tiles missing
  from each are counted. For whole tables there is a second method (`vector_table`): zero at the targets,
  spread rank by rank.
* The hand: plain loops over the ways to give the sets and the pair to the four groups (`merged`).

>>> from reference.facts import count, parse_tiles
>>> hand = count(parse_tiles("123m45p"))
>>> distance(hand, "standard", 1), shanten(hand, ["standard"])
(1, 0)
>>> sorted(accepted(count(parse_tiles("11m45p")), ["standard"]))
[11, 14]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from reference.facts import HONOURS, KINDS, TERMINALS
from reference.hand import KNITTED_PATTERNS, PlainSet

Bytes = npt.NDArray[np.uint8]
Vector = tuple[int, ...]

FAR = 63
ALL34 = (1 << KINDS) - 1
FORMS = (
    "standard",
    "knitted_straight",
    "seven_pairs",
    "pairs_and_set",
    "thirteen_orphans",
    "greater_knitted",
    "lesser_knitted",
)
GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))
SETS = (
    *(PlainSet("chow", kind) for kind in range(27) if kind % 9 < 7),
    *(PlainSet("pung", kind) for kind in range(KINDS)),
)


# One suit, first method: all targets


@cache
def suit_targets(caps: tuple[int, ...], chows: bool, sets: int) -> tuple[tuple[npt.NDArray[np.int8], ...], ...]:
    """`[pairs][number of sets]`: every different sum as a column of nine counts, none above its cap."""
    # nine counts in one number, four bits each
    sums = [3 << 4 * rank for rank in range(9)]
    if chows:
        sums += [0x111 << 4 * low for low in range(7)]
    shifts = 4 * np.arange(9)[:, None]
    most = np.array(caps)[:, None]

    def within(codes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        codes = np.unique(codes)
        return codes[np.all((codes >> shifts & 15) <= most, axis=0)]

    found = []
    for pairs in ([0], [2 << 4 * rank for rank in range(9)]):
        codes = within(np.array(pairs, np.int64))
        columns = [codes]
        for _ in range(sets):
            columns.append(within((columns[-1][:, None] + np.array(sums, np.int64)).ravel()))
        found.append(tuple((codes >> shifts & 15).astype(np.int8) for codes in columns))
    return tuple(found)


@lru_cache(1 << 16)
def _enumerated(counts: tuple[int, ...], caps: tuple[int, ...], chows: bool, sets: int) -> Vector:
    vector = [FAR] * 12
    held = np.array(counts, np.int8)[:, None]
    for pairs, by_sets in enumerate(suit_targets(caps, chows, sets)):
        for number, targets in enumerate(by_sets):
            if targets.shape[1]:
                missing = np.maximum(targets - held, 0).sum(axis=0, dtype=np.int8)
                vector[6 * pairs + number] = int(missing.min())
    return tuple(vector)


def suit_vector(counts: Sequence[int], caps: Sequence[int], chows: bool, sets: int) -> list[int]:
    """Entry 6 * pairs + number of sets: fewest tiles missing in the suit, 63 if there is no such target.

    Up to nine counts and caps; ranks that are left out do not exist. At most `sets` sets.

    >>> suit_vector([0, 1, 1, 0, 0, 0, 0, 0, 0], [4] * 9, True, 2)
    [0, 1, 4, 63, 63, 63, 1, 3, 6, 63, 63, 63]
    """
    lacking = 9 - len(counts)
    return list(_enumerated((*counts, *[0] * lacking), (*caps, *[0] * lacking), chows, sets))


# One suit, second method: the table of all patterns


def vector_table(kinds: int, chows: bool, sets: int, copies: int = 4) -> Bytes:
    """The vectors of all patterns of `kinds` kinds with 0..copies of each: (copies + 1)^kinds rows of 12.

    The row of a pattern is the number whose digits are its counts, the first rank being the highest digit.
    """
    side = copies + 1
    table = np.full((*[side] * kinds, 12), FAR, np.uint8)
    caps = (*[copies] * kinds, *[0] * (9 - kinds))
    for pairs, by_sets in enumerate(suit_targets(caps, chows, sets)):
        for number, targets in enumerate(by_sets):
            table[(*targets[:kinds], 6 * pairs + number)] = 0
    for axis in range(kinds):
        given = np.moveaxis(table, axis, 0)
        spread = given.copy()
        for held in range(side):
            for wanted in range(side):
                np.minimum(spread[held], given[wanted] + max(0, wanted - held), out=spread[held])
        table = np.moveaxis(spread, 0, axis)
    return np.ascontiguousarray(table).reshape(-1, 12)


def all_suit_vectors(sets: int, copies: int = 4) -> Bytes:
    """`vector_table` of a whole suit: 1,953,125 rows for four copies."""
    return vector_table(9, True, sets, copies)


@cache
def shared_table() -> Bytes:
    return all_suit_vectors(5)


@cache
def honour_table() -> Bytes:
    return vector_table(7, False, 5)


def pattern_rows(hands: npt.NDArray[np.integer[Any]], copies: int = 4) -> npt.NDArray[np.int64]:
    """The rows of (N, kinds) patterns in a `vector_table`."""
    digits = (copies + 1) ** np.arange(hands.shape[1] - 1, -1, -1)
    rows: npt.NDArray[np.int64] = hands.astype(np.int64) @ digits
    return rows


@lru_cache(1 << 18)
def group_vector(counts: tuple[int, ...], caps: tuple[int, ...], chows: bool, sets: int) -> Vector:
    """`suit_vector`, from the table where it will do and would be slow otherwise."""
    if chows and sets > 2 and caps == (4,) * 9 and max(counts) <= 4:
        row = 0
        for held in counts:
            row = 5 * row + held
        return tuple(shared_table()[row].tolist())
    return tuple(suit_vector(counts, caps, chows, sets))


# The groups together


@cache
def splits(total: int, parts: int) -> tuple[tuple[int, ...], ...]:
    """Every way to write `total` as a sum of `parts` numbers, in order.

    >>> splits(1, 3)
    ((0, 0, 1), (0, 1, 0), (1, 0, 0))
    """
    if parts == 1:
        return ((total,),)
    return tuple((first, *rest) for first in range(total + 1) for rest in splits(total - first, parts - 1))


@lru_cache(1 << 18)
def merged(vectors: tuple[Vector, ...], sets: int) -> int | None:
    """Fewest tiles missing from `sets` sets and a pair, the groups' vectors given; None: no such target."""
    best = None
    for numbers in splits(sets, len(vectors)):
        for with_pair in range(len(vectors)):
            total = 0
            for group, number in enumerate(numbers):
                missing = vectors[group][6 * (group == with_pair) + number]
                if missing == FAR:
                    break
                total += missing
            else:
                if best is None or total < best:
                    best = total
    return best


def group_vectors(counts: Sequence[int], caps: Sequence[int], sets: int) -> tuple[Vector, ...]:
    """The vectors of characters, dots, bamboo and honours."""
    return tuple(
        group_vector(tuple(counts[start:end]), tuple(caps[start:end]), end < KINDS, sets) for start, end in GROUPS
    )


def standard_distances(hands: npt.NDArray[np.integer[Any]], sets: int) -> Bytes:
    """Distances of (N, 34) hands (at most four of a kind) from `sets` sets and a pair, by the tables alone."""
    tables = [(shared_table(), GROUPS[:3]), (honour_table(), GROUPS[3:])]
    vectors = [
        table[pattern_rows(hands[:, start:end])].T for table, groups in tables for start, end in groups
    ]
    total = vectors[0]
    for vector in vectors[1:]:
        after = np.full_like(total, FAR)
        for pairs, number in ((pairs, number) for pairs in (0, 1) for number in range(sets + 1)):
            into = after[6 * pairs + number]
            for first in range(number + 1):
                for own in range(pairs + 1):
                    there = total[6 * own + first] + vector[6 * (pairs - own) + number - first]
                    np.minimum(into, there, out=into)
        total = after
    distances: Bytes = total[6 + sets]
    return distances


def standard_accepted(hands: npt.NDArray[np.integer[Any]], sets: int) -> npt.NDArray[np.uint64]:
    """Masks of the kinds that lower `standard_distances`, for (N, 34) hands."""
    before, found = standard_distances(hands, sets), np.zeros(len(hands), np.uint64)
    for kind in range(KINDS):
        after = hands.copy()
        after[:, kind] = np.minimum(after[:, kind] + 1, 4)
        found |= (standard_distances(after, sets) < before).astype(np.uint64) << np.uint64(kind)
    return found


# The forms


@lru_cache(1 << 12)
def allowed(exists: int, caps: tuple[int, ...] | None) -> tuple[int, ...]:
    """Most copies of each kind in a target."""
    return tuple((4 if caps is None else caps[kind]) * (exists >> kind & 1) for kind in range(KINDS))


def _standard(counts: Sequence[int], caps: Sequence[int], sets: int) -> int | None:
    return merged(group_vectors(counts, caps, sets), sets)


def _knitted_straight(counts: Sequence[int], caps: Sequence[int], sets: int) -> int | None:
    found = []
    for pattern in KNITTED_PATTERNS:
        if sets >= 3 and all(caps[kind] for kind in pattern):
            # the nine take one copy each, of the tiles held and of those allowed
            rest, room = list(counts), list(caps)
            for kind in pattern:
                rest[kind] = max(0, rest[kind] - 1)
                room[kind] -= 1
            others = _standard(rest, room, sets - 3)
            if others is not None:
                found.append(sum(counts[kind] == 0 for kind in pattern) + others)
    return min(found, default=None)


@cache
def pair_costs(held: int, cap: int, used: int, quads: bool) -> tuple[int, ...]:
    """Tiles missing for each further pair of a kind of which a set takes `used` tiles.

    >>> pair_costs(3, 4, 0, True)
    (0, 1)
    """
    most = (cap - used) // 2 if quads else min(1, (cap - used) // 2)
    missing = [max(0, used + 2 * number - held) for number in range(most + 1)]
    return tuple(after - before for before, after in pairwise(missing))


def _pairs(counts: Sequence[int], caps: Sequence[int], quads: bool, beside: Sequence[int]) -> int | None:
    """Missing from seven pairs, tiles of a set `beside` them not counted."""
    costs: list[int] = []
    for kind in range(KINDS):
        costs += pair_costs(counts[kind], caps[kind], beside[kind], quads)
    # a second pair of a kind never costs less than the first, so the cheapest seven are a target
    return sum(sorted(costs)[:7]) if len(costs) >= 7 else None


def _seven_pairs(counts: Sequence[int], caps: Sequence[int], quads: bool) -> int | None:
    return _pairs(counts, caps, quads, [0] * KINDS)


def _pairs_and_set(counts: Sequence[int], caps: Sequence[int], quads: bool, pung: bool) -> int | None:
    found = []
    for each in beside_pairs(pung):
        beside = [0] * KINDS
        for kind in each.tiles:
            beside[kind] += 1
        if all(beside[kind] <= caps[kind] for kind in each.tiles):
            pairs = _pairs(counts, caps, quads, beside)
            if pairs is not None:
                found.append(pairs + sum(max(0, beside[kind] - counts[kind]) for kind in set(each.tiles)))
    return min(found, default=None)


def beside_pairs(pung: bool) -> tuple[PlainSet, ...]:
    """The sets that may stand beside seven pairs."""
    return tuple(each for each in SETS if each.sort == "pung") if pung else SETS


def _thirteen_orphans(counts: Sequence[int], caps: Sequence[int]) -> int | None:
    found = []
    for pair in (*TERMINALS, *HONOURS):
        target = {kind: 1 + (kind == pair) for kind in (*TERMINALS, *HONOURS)}
        if all(wanted <= caps[kind] for kind, wanted in target.items()):
            found.append(sum(max(0, wanted - counts[kind]) for kind, wanted in target.items()))
    return min(found, default=None)


def mask(kinds: Iterable[int]) -> int:
    return sum(1 << kind for kind in kinds)


@cache
def knitted_targets(form: str) -> tuple[int, ...]:
    """Masks of 14 different kinds: greater with all honours and seven of a pattern, lesser with five or six."""
    return tuple(
        mask(honours) | mask(others)
        for number in ([7] if form == "greater_knitted" else [5, 6])
        for pattern in KNITTED_PATTERNS
        for honours in combinations(HONOURS, number)
        for others in combinations(pattern, 14 - number)
    )


def _knitted(counts: Sequence[int], caps: Sequence[int], form: str) -> int | None:
    possible = mask(kind for kind in range(KINDS) if caps[kind])
    absent = mask(kind for kind in range(KINDS) if not counts[kind])
    found = [(target & absent).bit_count() for target in knitted_targets(form) if target & ~possible == 0]
    return min(found, default=None)


def distance(
    counts: Sequence[int],
    form: str,
    sets: int,
    *,
    exists: int = ALL34,
    caps: Sequence[int] | None = None,
    quads: bool = False,
    pung: bool = False,
    melds: int = 0,
) -> int | None:
    """Fewest tiles missing from a target of the form; None if it has no target, or none for such a hand.

    counts  34 counts of the concealed tiles
    sets    the sets still to make, `melds` being those that are made
    exists  mask of the kinds there are; tiles of others are dead weight
    caps    most copies of each kind in a target (4 of each)
    quads   four equal tiles are two pairs
    pung    the set beside seven pairs is a pung
    """
    most = allowed(exists, None if caps is None else tuple(caps))
    if form == "standard":
        return _standard(counts, most, sets)
    if form == "knitted_straight":
        return _knitted_straight(counts, most, sets)
    if form == "pairs_and_set":
        return _pairs_and_set(counts, most, quads, pung) if sets == 5 and not melds else None
    if form not in FORMS:
        raise ValueError(form)
    if sets != 4 or melds:
        return None
    if form == "seven_pairs":
        return _seven_pairs(counts, most, quads)
    if form == "thirteen_orphans":
        return _thirteen_orphans(counts, most)
    return _knitted(counts, most, form)


# Questions about a hand. Options of all: melds, exists, caps, quads, pung as in `distance`, and jokers.


def nearest(counts: Sequence[int], forms: Iterable[str], sets: int, **options: Any) -> int:
    """The smallest distance from one of the forms; FAR if none has a target."""
    found = [distance(counts, form, sets, **options) for form in forms]
    return min((each for each in found if each is not None), default=FAR)


def sets_of(counts: Sequence[int], jokers: int = 0) -> int:
    return (sum(counts) + jokers) // 3


def drawn(counts: Sequence[int], kind: int, number: int = 1) -> list[int]:
    after = list(counts)
    after[kind] += number
    return after


def shanten(counts: Sequence[int], forms: Iterable[str], *, jokers: int = 0, **options: Any) -> int:
    """-1 complete, 0 ready, ... for the nearest of the forms; FAR if the hand can become none of them.

    `jokers` universal jokers stand beside the counts and are among the tiles that tell the number of sets.
    """
    best = nearest(counts, forms, sets_of(counts, jokers), **options)
    return FAR if best == FAR else best - jokers - 1


def is_win(counts: Sequence[int], forms: Iterable[str], *, jokers: int = 0, **options: Any) -> bool:
    if (sum(counts) + jokers) % 3 != 2:
        return False
    return shanten(counts, forms, jokers=jokers, **options) == -1


def accepted(counts: Sequence[int], forms: Iterable[str], *, jokers: int = 0, **options: Any) -> set[int]:
    """The kinds of which one copy more lowers the best distance."""
    forms, sets = tuple(forms), sets_of(counts, jokers)
    best = nearest(counts, forms, sets, **options)
    return {kind for kind in range(KINDS) if nearest(drawn(counts, kind), forms, sets, **options) < best}


def waits(
    counts: Sequence[int],
    forms: Iterable[str],
    *,
    available: bool = False,
    jokers: int = 0,
    exists: int = ALL34,
    caps: Sequence[int] | None = None,
    **options: Any,
) -> set[int]:
    """The kinds that complete 3n + 1 tiles.

    Structural: the completing tile may be a fifth copy, though nothing else in the hand may, and `caps` do not
    matter. Available: the completed hand keeps to the caps.
    """
    forms = tuple(forms)
    found = set()
    if (sum(counts) + jokers) % 3 == 1:
        for kind in range(KINDS):
            after, room = drawn(counts, kind), completed_caps(counts, kind, available, caps)
            held = exists >> kind & 1 and after[kind] <= room[kind]
            if held and is_win(after, forms, jokers=jokers, exists=exists, caps=room, **options):
                found.add(kind)
    return found


def completed_caps(counts: Sequence[int], kind: int, available: bool, caps: Sequence[int] | None) -> list[int]:
    """The caps of a hand that is completed by a tile of this kind, for `waits`."""
    if available:
        return [4] * KINDS if caps is None else list(caps)
    room = [4] * KINDS
    room[kind] = max(4, counts[kind] + 1)
    return room


def discards(
    counts: Sequence[int], forms: Iterable[str], *, jokers: int = 0, **options: Any
) -> dict[int, tuple[int, set[int]]]:
    """For every kind held in 3n + 2 tiles: the shanten without one of it, and the kinds accepted then."""
    forms = tuple(forms)
    found = {}
    for kind in held_kinds(counts):
        after = drawn(counts, kind, -1)
        found[kind] = (
            shanten(after, forms, jokers=jokers, **options),
            accepted(after, forms, jokers=jokers, **options),
        )
    return found


def held_kinds(counts: Sequence[int]) -> Iterator[int]:
    return (kind for kind in range(KINDS) if counts[kind])
