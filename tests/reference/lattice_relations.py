"""Relations between sets, and which of them a hand may count at once (lattice.md 2.5, mcr.md 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from reference.facts import rank_of, suit_of
from reference.hand import PlainSet

Ranks = list[int]


class Relation(NamedTuple):
    """So many sets of a sort, in so many suits, whose lowest ranks (sorted) pass a test."""

    number: int
    sort: str
    suits: int
    test: Callable[[Ranks], bool]


def stepping(*steps: int) -> Callable[[Ranks], bool]:
    return lambda ranks: any(ranks == [ranks[0] + step * place for place in range(len(ranks))] for step in steps)


def exactly(*ranks: int) -> Callable[[Ranks], bool]:
    return lambda found: found == list(ranks)


RELATIONS: Mapping[str, Relation] = {
    "pure_double": Relation(2, "chow", 1, stepping(0)),
    "mixed_double": Relation(2, "chow", 2, stepping(0)),
    "short_straight": Relation(2, "chow", 1, stepping(3)),
    "two_terminal": Relation(2, "chow", 1, exactly(1, 7)),
    "pure_triple": Relation(3, "chow", 1, stepping(0)),
    "pure_quad": Relation(4, "chow", 1, stepping(0)),
    "pure_shift3": Relation(3, "chow", 1, stepping(1, 2)),
    "pure_shift4": Relation(4, "chow", 1, stepping(1, 2)),
    "pure_straight": Relation(3, "chow", 1, exactly(1, 4, 7)),
    "mixed_straight": Relation(3, "chow", 3, exactly(1, 4, 7)),
    "mixed_triple": Relation(3, "chow", 3, stepping(0)),
    "mixed_shift3": Relation(3, "chow", 3, stepping(1)),
    "double_pung": Relation(2, "pung", 2, stepping(0)),
    "triple_pung": Relation(3, "pung", 3, stepping(0)),
    "pure_pung_shift3": Relation(3, "pung", 1, stepping(1)),
    "pure_pung_shift4": Relation(4, "pung", 1, stepping(1)),
    "mixed_pung_shift3": Relation(3, "pung", 3, stepping(1)),
}


def related(name: str, members: Sequence[PlainSet]) -> bool:
    """Whether exactly these sets stand in the relation."""
    relation = RELATIONS[name]
    suits = {suit_of(each.kind) for each in members}
    return (
        len(members) == relation.number
        and {each.sort for each in members} == {relation.sort}
        and "z" not in suits
        and len(suits) == relation.suits
        and relation.test(sorted(rank_of(each.kind) for each in members))
    )


def holds(name: str, sets: Sequence[PlainSet]) -> bool:
    return any(related(name, members) for members in combinations(sets, RELATIONS[name].number))


def best_forests(sets: Sequence[PlainSet], values: Mapping[str, int]) -> list[Counter[str]]:
    """Counts of relations in each choice of the highest value in which every relation, added after the others, joins
    only sets that nothing has joined yet. `values`: those of the relations that take part."""
    return _best_forests(tuple(sorted(sets)), tuple(sorted(values.items())))


@cache
def _best_forests(sets: tuple[PlainSet, ...], values: tuple[tuple[str, int], ...]) -> list[Counter[str]]:
    worth = dict(values)
    edges = [
        (members, name)
        for name in worth
        for members in combinations(range(len(sets)), RELATIONS[name].number)
        if related(name, [sets[place] for place in members])
    ]
    found: dict[int, list[Counter[str]]] = {}

    def grow(edge: int, parts: list[int], chosen: tuple[str, ...]) -> None:
        if edge == len(edges):
            counts = Counter(chosen)
            known = found.setdefault(sum(worth[name] for name in chosen), [])
            if counts not in known:
                known.append(counts)
            return
        grow(edge + 1, parts, chosen)
        members, name = edges[edge]
        touched = {parts[place] for place in members}
        if len(touched) == len(members):
            grow(edge + 1, [-1 - edge if part in touched else part for part in parts], (*chosen, name))

    grow(0, list(range(len(sets))), ())
    return found[max(found)]
