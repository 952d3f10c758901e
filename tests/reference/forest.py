"""Combined sets: which fans 2, 3 or 4 sets of a hand form together (rules/mcr.md section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

from reference.facts import rank_of, suit_of
from reference.hand import PlainSet
from reference.mcr_fans import FANS


def steps(ranks: Sequence[int]) -> set[int]:
    """The differences between neighbours of sorted ranks."""
    return {high - low for low, high in pairwise(ranks)}


def combination(sets: Sequence[PlainSet]) -> str | None:
    """The fan that exactly these sets form, or None. A set of sets forms at most one.

    >>> combination([PlainSet("chow", 0), PlainSet("chow", 3), PlainSet("chow", 6)])
    'pure_straight'
    """
    if len({each.sort for each in sets}) > 1 or any(suit_of(each.kind) == "z" for each in sets):
        return None
    chows = sets[0].sort == "chow"
    ranks = sorted(rank_of(each.kind) for each in sets)
    suits = len({suit_of(each.kind) for each in sets})
    step = steps(ranks)
    if len(sets) == 4 and suits == 1:
        if step == {0}:
            return "quadruple_chow"
        if chows and step in ({1}, {2}):
            return "four_pure_shifted_chows"
        if not chows and step == {1}:
            return "four_pure_shifted_pungs"
    if len(sets) == 3 and suits == 1:
        if step == {0}:
            return "pure_triple_chow"
        if chows and ranks == [1, 4, 7]:
            return "pure_straight"
        if chows and step in ({1}, {2}):
            return "pure_shifted_chows"
        if not chows and step == {1}:
            return "pure_shifted_pungs"
    if len(sets) == 3 and suits == 3:
        if step == {0}:
            return "mixed_triple_chow" if chows else "triple_pung"
        if step == {1}:
            return "mixed_shifted_chows" if chows else "mixed_shifted_pungs"
        if chows and ranks == [1, 4, 7]:
            return "mixed_straight"
    if len(sets) == 2 and suits == 1 and chows:
        if step == {0}:
            return "pure_double_chow"
        if step == {3}:
            return "short_straight"
        if ranks == [1, 7]:
            return "two_terminal_chows"
    if len(sets) == 2 and suits == 2 and step == {0}:
        return "mixed_double_chow" if chows else "double_pung"
    return None


def best_forests(sets: Sequence[PlainSet]) -> list[Counter[str]]:
    """The fan counts of every forest of maximal value over the sets (different counts only).

    A forest: combinations are added one by one, and each joins only sets that are, at that moment,
    all in different components. The order does not matter.
    """
    edges = []
    for size in (2, 3, 4):
        for members in combinations(range(len(sets)), size):
            fan = combination([sets[i] for i in members])
            if fan:
                edges.append((members, fan))

    found: dict[int, list[Counter[str]]] = {}

    def grow(next_edge: int, component: list[int], chosen: list[str]) -> None:
        if next_edge == len(edges):
            fans = Counter(chosen)
            known = found.setdefault(sum(FANS[fan].value for fan in chosen), [])
            if fans not in known:
                known.append(fans)
            return
        grow(next_edge + 1, component, chosen)
        members, fan = edges[next_edge]
        touched = [component[i] for i in members]
        if len(set(touched)) == len(touched):
            joined = [touched[0] if c in touched else c for c in component]
            grow(next_edge + 1, joined, [*chosen, fan])

    grow(0, list(range(len(sets))), [])
    return found[max(found)]
