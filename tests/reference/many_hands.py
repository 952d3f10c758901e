"""Distances and accepted kinds of many hands at once: numpy twins of every winning form.

They go through the targets of a form as `reference.distance` does, for (N, 34) counts in one go; the hands of one
call have the same number of sets to make, and no kind stands more than four times in a target.
`tests/test_many_hands.py` compares them with `reference.distance`, hand by hand.

>>> from reference.facts import count, parse_tiles
>>> hands = np.array([count(parse_tiles("123m456p789s11z")), count(parse_tiles("123m456p789s12z"))])
>>> distances(hands, ["standard"], 3).tolist(), accepted(hands, ["standard"], 3).tolist() == [0, 3 << 27]
([0, 1], True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from reference import distance as twin
from reference.distance import ALL34, FAR, FORMS, GROUPS, knitted_targets, pattern_rows
from reference.facts import HONOURS, KINDS, TERMINALS
from reference.hand import KNITTED_PATTERNS

Hands = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Masks = npt.NDArray[np.uint64]

RIICHI = ("standard", "seven_pairs", "thirteen_orphans")
MCR = tuple(form for form in FORMS if form != "pairs_and_set")
LARGE = ("standard", "pairs_and_set")
BITS = np.uint64(1) << np.arange(KINDS, dtype=np.uint64)


def kinds_in(mask: int) -> npt.NDArray[np.bool_]:
    return np.array([mask >> kind & 1 for kind in range(KINDS)], bool)


# The forms


@cache
def group_table(caps: tuple[int, ...], chows: bool, sets: int) -> twin.Bytes:
    """`reference.distance.vector_table` for ranks that have caps of their own; only those above 0 have a digit."""
    if caps == (4,) * 9:
        return twin.shared_table()
    if caps == (4,) * 7:
        return twin.honour_table()
    ranks = [rank for rank, cap in enumerate(caps) if cap]
    table = np.full((*[5] * len(ranks), 12), FAR, np.uint8)
    whole = (*caps, *[0] * (9 - len(caps)))
    for pairs, by_sets in enumerate(twin.suit_targets(whole, chows, sets)):
        for number, targets in enumerate(by_sets):
            if targets.shape[1]:
                table[(*targets[ranks], 6 * pairs + number)] = 0
    for axis in range(len(ranks)):
        given = np.moveaxis(table, axis, 0)
        spread = given.copy()
        for held in range(5):
            for wanted in range(5):
                np.minimum(spread[held], given[wanted] + max(0, wanted - held), out=spread[held])
        table = np.moveaxis(spread, 0, axis)
    return np.ascontiguousarray(table).reshape(-1, 12)


def group_vectors(
    hands: Hands, caps: Sequence[int], sets: int, groups: Iterable[int] = range(4)
) -> list[twin.Bytes]:
    """For characters, dots, bamboo and honours: (12, N), as `reference.distance.suit_vector`."""
    found = []
    for group in groups:
        start, end = GROUPS[group]
        own = tuple(caps[start:end])
        table = group_table(own, end < KINDS, sets)
        ranks = [start + rank for rank, cap in enumerate(own) if cap]
        found.append(table[pattern_rows(np.minimum(hands[:, ranks], 4))].T)
    return found


def together(one: twin.Bytes, other: twin.Bytes, sets: int) -> twin.Bytes:
    """The vectors of two groups as one."""
    after = np.full_like(one, FAR)
    for pairs in (0, 1):
        for number in range(sets + 1):
            into = after[6 * pairs + number]
            for first in range(number + 1):
                for own in range(pairs + 1):
                    np.minimum(into, one[6 * own + first] + other[6 * (pairs - own) + number - first], out=into)
    return after


def least(one: twin.Bytes, other: twin.Bytes, sets: int) -> Numbers:
    """What `sets` sets and a pair of two groups miss, the groups' vectors given."""
    best = np.full(one.shape[1], FAR, np.uint8)
    for pairs in (0, 1):
        for number in range(sets + 1):
            np.minimum(best, one[6 * pairs + number] + other[6 * (1 - pairs) + sets - number], out=best)
    return best.astype(np.int64)


def standard(hands: Hands, caps: Sequence[int], sets: int) -> Numbers:
    m, p, s, z = group_vectors(hands, caps, sets)
    return least(together(m, p, sets), together(s, z, sets), sets)


def standard_drawn(hands: Hands, caps: Sequence[int], sets: int) -> Numbers:
    """(34, N): the same after one more tile of each kind."""
    vectors = group_vectors(hands, caps, sets)
    m, p, s, z = vectors
    mp, sz = together(m, p, sets), together(s, z, sets)
    others = (together(p, sz, sets), together(m, sz, sets), together(mp, z, sets), together(mp, s, sets))
    found = np.empty((KINDS, len(hands)), np.int64)
    for kind in range(KINDS):
        group = kind // 9
        after = hands.copy()
        after[:, kind] += 1
        found[kind] = least(group_vectors(after, caps, sets, [group])[0], others[group], sets)
    return found


def straights(hands: Hands, caps: Sequence[int], sets: int, drawn: bool) -> Numbers:
    """Of the knitted straight; if `drawn`, (34, N) after one more tile of each kind."""
    best = np.full((KINDS, len(hands)) if drawn else len(hands), FAR)
    for pattern in KNITTED_PATTERNS:
        nine = np.array([kind in pattern for kind in range(KINDS)])
        # with one set and a pair beside the nine, no kind could stand more than four times
        room = [cap - bool(of_nine) if sets == 5 else cap for cap, of_nine in zip(caps, nine, strict=True)]
        if all(caps[kind] for kind in pattern):
            rest, lacking = hands - (nine & (hands > 0)), nine & (hands == 0)
            missing = lacking.sum(axis=1)
            now = missing + standard(rest, room, sets - 3)
            if drawn:
                after = missing + standard_drawn(rest, room, sets - 3)
                now = np.where(lacking.T, now - 1, after)
            np.minimum(best, now, out=best)
    return best


def pair_costs(hands: Hands, exists: int, quads: bool, used: npt.NDArray[np.int64]) -> npt.NDArray[np.int16]:
    """(N, 34) or (N, 68): what each pair would miss, beside tiles of a set."""
    there = kinds_in(exists)
    costs, before = [], np.maximum(used - hands, 0)
    for number in (1, 2) if quads else (1,):
        missing = np.maximum(used + 2 * number - hands, 0)
        possible = there & (used + 2 * number <= 4)
        costs.append(np.where(possible, missing - before, 99))
        before = missing
    return np.concatenate(costs, axis=1).astype(np.int16)


def cheapest_seven(costs: npt.NDArray[np.int16]) -> Numbers:
    total = np.partition(costs, 6, axis=1)[:, :7].sum(axis=1, dtype=np.int64)
    return np.where(total < 99, total, FAR)


def seven_pairs(hands: Hands, exists: int, quads: bool) -> Numbers:
    return cheapest_seven(pair_costs(hands.astype(np.int16), exists, quads, np.zeros(KINDS, np.int64)))


def pairs_and_set(hands: Hands, exists: int, quads: bool, pung: bool) -> Numbers:
    best, held = np.full(len(hands), FAR), hands.astype(np.int16)
    for each in twin.beside_pairs(pung):
        if all(exists >> kind & 1 for kind in each.tiles):
            used = np.bincount(each.tiles, minlength=KINDS)
            pairs = cheapest_seven(pair_costs(held, exists, quads, used))
            np.minimum(best, pairs + np.maximum(used - held, 0).sum(axis=1), out=best)
    return best


def thirteen_orphans(hands: Hands, exists: int) -> Numbers:
    orphans = [*TERMINALS, *HONOURS]
    if any(not exists >> kind & 1 for kind in orphans):
        return np.full(len(hands), FAR)
    held = hands[:, orphans].astype(np.int64)
    targets = 1 + np.eye(len(orphans), dtype=np.int64)
    return np.min([np.maximum(target - held, 0).sum(axis=1) for target in targets], axis=0)


def knitted(hands: Hands, exists: int, form: str, drawn: bool) -> Numbers:
    """Of the honours and knitted tiles; if `drawn`, (34, N) after one more tile of each kind."""
    shape = (KINDS, len(hands)) if drawn else (len(hands),)
    masks = [mask for mask in knitted_targets(form) if mask & ~exists == 0]
    if not masks:
        return np.full(shape, FAR)
    targets = np.array([kinds_in(mask) for mask in masks], np.float32)
    missing = (hands == 0).astype(np.float32) @ targets.T
    now = missing.min(axis=1).astype(np.int64)
    if not drawn:
        return now
    found = np.empty(shape, np.int64)
    for kind in range(KINDS):
        after = (missing - targets[:, kind]).min(axis=1)
        found[kind] = np.where(hands[:, kind] == 0, after, now)
    return found


def of_form(
    hands: Hands, form: str, sets: int, drawn: bool, exists: int = ALL34, quads: bool = False, pung: bool = False,
    melds: int = 0,
) -> Numbers | None:  # fmt: skip
    """(N) distances from one form; if `drawn`, (34, N) after one more tile of each kind. None if it can not be."""
    caps = [4 * (exists >> kind & 1) for kind in range(KINDS)]
    if form == "standard":
        return (standard_drawn if drawn else standard)(hands, caps, sets)
    if form == "knitted_straight":
        return straights(hands, caps, sets, drawn) if sets >= 3 else None
    if melds or sets != (5 if form == "pairs_and_set" else 4):
        return None
    if form in ("greater_knitted", "lesser_knitted"):
        return knitted(hands, exists, form, drawn)

    def plain(asked: Hands) -> Numbers:
        if form == "thirteen_orphans":
            return thirteen_orphans(asked, exists)
        if form == "seven_pairs":
            return seven_pairs(asked, exists, quads)
        return pairs_and_set(asked, exists, quads, pung)

    if not drawn:
        return plain(hands)
    one = np.eye(KINDS, dtype=np.uint8)
    return np.array([plain(hands + one[kind]) for kind in range(KINDS)])


def distances(hands: Hands, forms: Iterable[str], sets: int, **options: Any) -> Numbers:
    """Fewest tiles missing from the nearest of the forms, FAR if there is none; at most four of each kind.

    Options of all are exists, quads, pung and melds as in `reference.distance`.
    """
    found = [of_form(hands, form, sets, False, **options) for form in forms]
    return np.min([np.full(len(hands), FAR), *(each for each in found if each is not None)], axis=0)


def accepted(hands: Hands, forms: Iterable[str], sets: int, **options: Any) -> Masks:
    """Masks of the kinds of which one tile more lowers `distances`."""
    forms = tuple(forms)
    before = distances(hands, forms, sets, **options)
    found = [of_form(hands, form, sets, True, **options) for form in forms]
    after = np.min([np.full((KINDS, len(hands)), FAR), *(each for each in found if each is not None)], axis=0)
    masks: Masks = (after < before).T.astype(np.uint64) @ BITS
    return masks


def ready_masks(hands: Hands, forms: Iterable[str], sets: int, jokers: int = 0, **options: Any) -> Masks:
    """`accepted` of the hands that miss one tile beside the jokers, 0 for others: the available waits."""
    waiting = np.flatnonzero(distances(hands, forms, sets, **options) == jokers + 1)
    found = np.zeros(len(hands), np.uint64)
    found[waiting] = accepted(hands[waiting], forms, sets, **options)
    return found


def copies(masks: Masks, left: npt.NDArray[np.integer[Any]]) -> Numbers:
    """How many tiles of the kinds of a mask there are, `left` being (N, 34) copies."""
    chosen = (masks[:, None] & BITS) != 0
    return (chosen * left.astype(np.int64)).sum(axis=1)
