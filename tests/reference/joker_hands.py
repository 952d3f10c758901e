"""Hands with jokers, by trying what each joker could be: the twin of everything the library says of wild tiles.

Jokers are universal (a number), or of types: (mask of the leaves they may stand for, how many) with the leaves
0..4 = characters, dots, bamboo, winds, dragons. They stand beside the counts, which are natural tiles alone.

* For few jokers every assignment is tried (`distance_by_assignment`, `joker_readings`).
* For more, `distance_with` goes over the numbers of tiles missing in the five leaves of all targets and pairs
  jokers with missing tiles by a smallest cut; `readings_by_groups` tries the assignments suit by suit.

>>> from reference.facts import count, parse_tiles
>>> hand = count(parse_tiles("1134m"))
>>> sorted(reading.jokers for reading in joker_readings(hand, 1, ["standard"]))
[(1,), (4,)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, product
from typing import Any, NamedTuple

from reference.distance import (
    ALL34,
    FAR,
    GROUPS,
    allowed,
    beside_pairs,
    completed_caps,
    drawn,
    group_vector,
    knitted_targets,
    nearest,
    pair_costs,
    splits,
)
from reference.facts import EAST, HONOURS, KINDS, TERMINALS
from reference.hand import (
    KNITTED_PATTERNS,
    PlainSet,
    honours_and_knitted,
    knitted_straights,
    standard,
    suit_splits,
)
from reference.splits import pairs_and_set

Jokers = int | Sequence[tuple[int, int]]
Missing = tuple[int, ...]

LEAVES = (range(9), range(9, 18), range(18, 27), range(27, 31), range(31, 34))
ANY = 31


def types_of(jokers: Jokers) -> tuple[tuple[int, int], ...]:
    return ((ANY, jokers),) if isinstance(jokers, int) else tuple(jokers)


def number_of(jokers: Jokers) -> int:
    return sum(number for _, number in types_of(jokers))


def kinds_of(leaves: int) -> list[int]:
    return [kind for leaf in range(5) if leaves >> leaf & 1 for kind in LEAVES[leaf]]


def leaf_of(kind: int) -> int:
    return next(leaf for leaf in range(5) if kind in LEAVES[leaf])


def served(missing: Sequence[int], types: Sequence[tuple[int, int]]) -> int:
    """How many of the tiles missing in the five leaves jokers of these types can stand for at once.

    The greatest matching is the smallest cut: leaves paid for by their missing tiles, and for the rest all
    jokers that may go there.

    >>> served((2, 0, 0, 1, 0), [(1, 1), (24, 3)])
    2
    """
    return min(
        sum(missing[leaf] for leaf in range(5) if cut >> leaf & 1)
        + sum(number for leaves, number in types if leaves & ~cut)
        for cut in range(32)
    )


# Distance


def assignments(counts: Sequence[int], jokers: Jokers, caps: Sequence[int], all_used: bool) -> set[tuple[int, ...]]:
    """Every multiset of kinds (sorted) that the jokers could be without a kind above its cap.

    Unless `all_used`, a joker may also be nothing.
    """
    found: set[tuple[int, ...]] = {()}
    for leaves, number in types_of(jokers):
        choices = [kind for kind in kinds_of(leaves) if counts[kind] < caps[kind]]
        sizes = [number] if all_used else range(number + 1)
        found = {
            tuple(sorted(one + other))
            for size in sizes
            for other in combinations_with_replacement(choices, size)
            for one in found
        }
    return {
        kinds for kinds in found if all(counts[kind] + kinds.count(kind) <= caps[kind] for kind in set(kinds))
    }


def with_kinds(counts: Sequence[int], kinds: Iterable[int]) -> list[int]:
    after = list(counts)
    for kind in kinds:
        after[kind] += 1
    return after


def distance_by_assignment(
    counts: Sequence[int], jokers: Jokers, forms: Iterable[str], sets: int, **options: Any
) -> int:
    """Fewest tiles missing when the jokers are tiles of the best kinds; options as in `distance`."""
    forms = tuple(forms)
    caps = allowed(options.get("exists", ALL34), options.get("caps"))
    tried = assignments(counts, jokers, caps, all_used=False)
    return min(nearest(with_kinds(counts, kinds), forms, sets, **options) for kinds in tried)


def leaf_vectors(counts: Sequence[int], caps: Sequence[int], sets: int) -> list[tuple[int, ...]]:
    return [
        group_vector(
            tuple(counts[leaf.start : leaf.stop]), tuple(caps[leaf.start : leaf.stop]), leaf.start < EAST, sets
        )
        for leaf in LEAVES
    ]


def sets_missing(counts: Sequence[int], caps: Sequence[int], sets: int) -> Iterator[Missing]:
    """Of the targets of `sets` sets and a pair: the tiles missing in each leaf, the nearest of each split."""
    vectors = leaf_vectors(counts, caps, sets)
    for numbers in splits(sets, 5):
        for with_pair in range(5):
            missing = tuple(vectors[leaf][6 * (leaf == with_pair) + numbers[leaf]] for leaf in range(5))
            if FAR not in missing:
                yield missing


def pairs_missing(
    counts: Sequence[int], caps: Sequence[int], quads: bool, beside: Sequence[int]
) -> Iterator[Missing]:
    """The same of the targets of seven pairs beside the tiles of a set (which are not counted)."""
    costs = []
    for leaf in LEAVES:
        costs.append(sorted(chain(*(pair_costs(counts[k], caps[k], beside[k], quads) for k in leaf))))
    for numbers in splits(7, 5):
        if all(number <= len(costs[leaf]) for leaf, number in enumerate(numbers)):
            yield tuple(sum(costs[leaf][:number]) for leaf, number in enumerate(numbers))


def lacking(counts: Sequence[int], target: dict[int, int]) -> Missing:
    """How many tiles of the target the hand lacks in each leaf."""
    missing = [0] * 5
    for kind, wanted in target.items():
        missing[leaf_of(kind)] += max(0, wanted - counts[kind])
    return tuple(missing)


def both(one: Missing, other: Missing) -> Missing:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def targets_missing(
    counts: Sequence[int],
    form: str,
    sets: int,
    *,
    exists: int = ALL34,
    caps: Sequence[int] | None = None,
    quads: bool = False,
    pung: bool = False,
    melds: int = 0,
) -> Iterator[Missing]:
    """For all targets of the form that can matter: the tiles missing in each of the five leaves."""
    most = allowed(exists, None if caps is None else tuple(caps))
    if form == "standard":
        yield from sets_missing(counts, most, sets)
    elif form == "knitted_straight" and sets >= 3:
        for pattern in KNITTED_PATTERNS:
            nine = dict.fromkeys(pattern, 1)
            if all(most[kind] for kind in pattern):
                rest = [max(0, counts[kind] - nine.get(kind, 0)) for kind in range(KINDS)]
                room = [most[kind] - nine.get(kind, 0) for kind in range(KINDS)]
                for missing in sets_missing(rest, room, sets - 3):
                    yield both(missing, lacking(counts, nine))
    elif form == "pairs_and_set" and sets == 5 and not melds:
        for each in beside_pairs(pung):
            beside = {kind: each.tiles.count(kind) for kind in each.tiles}
            if all(wanted <= most[kind] for kind, wanted in beside.items()):
                used = [beside.get(kind, 0) for kind in range(KINDS)]
                for missing in pairs_missing(counts, most, quads, used):
                    yield both(missing, lacking(counts, beside))
    elif sets == 4 and not melds:
        if form == "seven_pairs":
            yield from pairs_missing(counts, most, quads, [0] * KINDS)
        elif form == "thirteen_orphans":
            orphans = (*TERMINALS, *HONOURS)
            for pair in orphans:
                target = {kind: 1 + (kind == pair) for kind in orphans}
                if all(wanted <= most[kind] for kind, wanted in target.items()):
                    yield lacking(counts, target)
        elif form in ("greater_knitted", "lesser_knitted"):
            possible = sum(1 << kind for kind in range(KINDS) if most[kind])
            absent = sum(1 << kind for kind in range(KINDS) if not counts[kind])
            for target_mask in knitted_targets(form):
                if target_mask & ~possible == 0:
                    yield tuple((target_mask & absent & leaf).bit_count() for leaf in LEAF_MASKS)


LEAF_MASKS = tuple(sum(1 << kind for kind in leaf) for leaf in LEAVES)


def distance_with(counts: Sequence[int], jokers: Jokers, forms: Iterable[str], sets: int, **options: Any) -> int:
    """Fewest tiles missing beside what the jokers stand for, any number of jokers; FAR: no target."""
    types, best = types_of(jokers), FAR
    for form in forms:
        for missing in set(targets_missing(counts, form, sets, **options)):
            if sum(missing) - number_of(types) < best:
                best = min(best, sum(missing) - served(missing, types))
    return best


def joker_sets(counts: Sequence[int], jokers: Jokers) -> int:
    return (sum(counts) + number_of(jokers)) // 3


def joker_shanten(counts: Sequence[int], jokers: Jokers, forms: Iterable[str], **options: Any) -> int:
    best = distance_with(counts, jokers, forms, joker_sets(counts, jokers), **options)
    return FAR if best == FAR else best - 1


def joker_is_win(counts: Sequence[int], jokers: Jokers, forms: Iterable[str], **options: Any) -> bool:
    if (sum(counts) + number_of(jokers)) % 3 != 2:
        return False
    return joker_shanten(counts, jokers, forms, **options) == -1


def joker_accepted(counts: Sequence[int], jokers: Jokers, forms: Iterable[str], **options: Any) -> set[int]:
    """The natural kinds of which one copy more lowers the best distance."""
    forms, sets = tuple(forms), joker_sets(counts, jokers)
    best = distance_with(counts, jokers, forms, sets, **options)
    return {
        kind for kind in range(KINDS) if distance_with(drawn(counts, kind), jokers, forms, sets, **options) < best
    }


def accepted_jokers(
    counts: Sequence[int], jokers: Jokers, forms: Iterable[str], kinds_of_joker: Iterable[int], **options: Any
) -> set[int]:
    """Which of the joker types, each a mask of leaves, lower the best distance when one more is drawn."""
    forms, sets = tuple(forms), joker_sets(counts, jokers)
    types = types_of(jokers)
    best = distance_with(counts, types, forms, sets, **options)
    return {
        leaves
        for leaves in kinds_of_joker
        if distance_with(counts, (*types, (leaves, 1)), forms, sets, **options) < best
    }


def joker_waits(
    counts: Sequence[int],
    jokers: Jokers,
    forms: Iterable[str],
    *,
    available: bool = False,
    exists: int = ALL34,
    caps: Sequence[int] | None = None,
    **options: Any,
) -> set[int]:
    """The natural kinds that complete 3n + 1 tiles, structural or available as in `distance.waits`."""
    forms, found = tuple(forms), set()
    for kind in range(KINDS):
        after, room = drawn(counts, kind), completed_caps(counts, kind, available, caps)
        held = exists >> kind & 1 and after[kind] <= room[kind]
        if held and joker_is_win(after, jokers, forms, exists=exists, caps=room, **options):
            found.add(kind)
    return found


# Readings


class JokerReading(NamedTuple):
    """One way to see natural tiles and jokers. Sets are sorted; pair and pattern as `mjcore.decompose` tells
    them; `jokers` are the kinds, sorted, that the jokers stand for."""

    form: str
    sets: tuple[PlainSet, ...]
    pair: int | None
    pattern: tuple[int, ...]
    jokers: tuple[int, ...]


def complete_readings(
    counts: Sequence[int], forms: Iterable[str], jokers: tuple[int, ...] = (), melds: int = 0, quads: bool = False
) -> Iterator[JokerReading]:
    """Every reading of 3n + 2 tiles without jokers; `jokers` is only written down in them."""
    tiles = sum(counts)
    for form in forms:
        if form == "standard":
            for sets, pair in standard(counts):
                yield JokerReading(form, sets, pair, (), jokers)
        elif form == "knitted_straight":
            for plain in knitted_straights(counts):
                yield JokerReading(form, plain.sets, plain.pair, plain.knitted, jokers)
        elif form == "pairs_and_set" and tiles == 17 and not melds:
            for each in pairs_and_set(counts):
                rest = [held - each.tiles.count(kind) for kind, held in enumerate(counts)]
                if quads or max(rest) <= 2:
                    yield JokerReading(form, (each,), None, (), jokers)
        elif tiles == 14 and not melds:
            if form == "seven_pairs":
                if all(held in ((0, 2, 4) if quads else (0, 2)) for held in counts):
                    yield JokerReading(form, (), None, (), jokers)
            elif form == "thirteen_orphans":
                orphans = [counts[kind] for kind in (*TERMINALS, *HONOURS)]
                if all(orphans) and sum(orphans) == 14:
                    yield JokerReading(form, (), None, (), jokers)
            elif (honours_and_knitted(counts) or "").split(" ")[0] + "_knitted" == form:
                suited = {kind for kind in range(EAST) if counts[kind]}
                pattern = next(each for each in KNITTED_PATTERNS if suited <= set(each))
                yield JokerReading(form, (), None, pattern, jokers)


def joker_readings(
    counts: Sequence[int],
    jokers: Jokers,
    forms: Iterable[str],
    *,
    melds: int = 0,
    exists: int = ALL34,
    caps: Sequence[int] | None = None,
    quads: bool = False,
) -> set[JokerReading]:
    """Every reading of a complete hand, over all kinds that the jokers could be; meant for up to three jokers."""
    most, forms = allowed(exists, None if caps is None else tuple(caps)), tuple(forms)
    if any(held > room for held, room in zip(counts, most, strict=True)):
        return set()
    found: set[JokerReading] = set()
    for kinds in assignments(counts, jokers, most, all_used=True):
        found.update(complete_readings(with_kinds(counts, kinds), forms, kinds, melds, quads))
    return found


# one group: what the jokers are, the sets, the pair
Part = tuple[tuple[int, ...], tuple[PlainSet, ...], tuple[int, ...]]


@cache
def group_parts(
    counts: tuple[int, ...], caps: tuple[int, ...], start: int, jokers: int, pair: bool
) -> tuple[Part, ...]:
    """Every way to see the tiles of a group and so many jokers as sets, and a pair if `pair`."""
    found = []
    for kinds in assignments_within(counts, caps, jokers):
        after = list(counts)
        for kind in kinds:
            after[kind] += 1
        for eyes in [(kind,) for kind in range(len(counts)) if after[kind] >= 2] if pair else [()]:
            rest = [held - 2 * (kind in eyes) for kind, held in enumerate(after)]
            for sets in suit_splits(tuple(rest), start < EAST):
                found.append(
                    (
                        tuple(start + kind for kind in kinds),
                        tuple(PlainSet(each.sort, start + each.kind) for each in sets),
                        tuple(start + kind for kind in eyes),
                    )
                )
    return tuple(found)


def assignments_within(counts: Sequence[int], caps: Sequence[int], jokers: int) -> Iterator[tuple[int, ...]]:
    for kinds in combinations_with_replacement(range(len(counts)), jokers):
        if all(counts[kind] + kinds.count(kind) <= caps[kind] for kind in set(kinds)):
            yield kinds


def readings_by_groups(
    counts: Sequence[int], jokers: Jokers, *, exists: int = ALL34, caps: Sequence[int] | None = None
) -> set[JokerReading]:
    """The readings of the standard form, for more jokers: the kinds are tried group by group."""
    most = allowed(exists, None if caps is None else tuple(caps))
    if any(held > room for held, room in zip(counts, most, strict=True)):
        return set()
    types, found = types_of(jokers), set()
    for numbers in splits(number_of(types), len(GROUPS)):
        for with_pair in range(len(GROUPS)):
            parts = []
            for group, (start, end) in enumerate(GROUPS):
                pair = group == with_pair
                if (sum(counts[start:end]) + numbers[group] - 2 * pair) % 3:
                    break
                held, room = tuple(counts[start:end]), tuple(most[start:end])
                parts.append(group_parts(held, room, start, numbers[group], pair))
            else:
                for chosen in product(*parts):
                    kinds, sets, [eyes] = (tuple(sorted(chain(*column))) for column in zip(*chosen, strict=True))
                    if served(lacking([0] * KINDS, {k: kinds.count(k) for k in kinds}), types) == len(kinds):
                        found.add(JokerReading("standard", sets, eyes, (), kinds))
    return found


# Wild tiles that are also ordinary tiles


class WildReading(NamedTuple):
    """`themselves` are the wild tiles that stand for what is printed on them, `acting` the kinds of the others."""

    reading: JokerReading
    themselves: tuple[int, ...]
    acting: tuple[int, ...]


def natural_use(jokers: Sequence[int], faces: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of the kinds that wild tiles stand for: those that wild tiles with these faces (34 counts) can be by
    themselves, as many as possible, and those that the others act for.

    >>> natural_use((0, 0, 5), [1] + [0] * 33)
    ((0,), (0, 5))
    """
    themselves: list[int] = []
    acting: list[int] = []
    for kind in jokers:
        (themselves if themselves.count(kind) < faces[kind] else acting).append(kind)
    return tuple(themselves), tuple(acting)


def wild_readings(
    counts: Sequence[int], faces: Sequence[int], forms: Iterable[str], plain_jokers: int = 0, **options: Any
) -> set[WildReading]:
    """Every reading of natural tiles, wild tiles with faces, and jokers without; all are universal."""
    readings = joker_readings(counts, sum(faces) + plain_jokers, forms, **options)
    return {WildReading(reading, *natural_use(reading.jokers, faces)) for reading in readings}
