"""A plain scorer for every rule set whose fans add up or multiply, written from lattice.md section 3.

It takes the rule set's rows as they are written and its frame, and nothing that was compiled: every reading with
every place of the winning tile, every fan detected by itself, every choice of combined sets and of a row of each group
tried. Slow.

>>> from mjcore import rules
>>> from reference.facts import count, parse_tiles
>>> win = LatticeWin(count(parse_tiles("123m456m789m789s11z")), (), win=27)
>>> score(win, rules.get("mcr")).fans["pure_straight"]
(1, 16)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from typing import Any

from mjcore.fans.rows import Fan
from mjcore.rules import RuleSet
from reference.facts import parse_tiles
from reference.lattice_facts import Facts
from reference.lattice_patterns import forms_of, times
from reference.lattice_relations import best_forests
from reference.lattice_wins import Frame, LatticeWin, Seen, concrete, readings

# what `compile_fans` takes for rule sets that count han
OF_HAN = ("streak_from", "han_fu")

Fans = dict[str, tuple[int, int]]


@dataclass(frozen=True)
class Judged:
    """One reading with one choice of combined sets, scored. `fans`: count and value by public id; `detected`: the
    public ids of all rows that hold; `group`: the largest value of a counted row of a group."""

    raw: int
    total: int
    group: int
    form: str
    legal: bool
    fans: Fans
    detected: frozenset[str]


@dataclass(frozen=True)
class Result:
    """The best reading, and all others. `lists` are the fans of each reading that is as good."""

    best: Judged
    lists: tuple[Fans, ...]
    judged: tuple[Judged, ...]

    @property
    def fans(self) -> Fans:
        return self.best.fans


@dataclass(frozen=True)
class Table:
    """The rows of a rule set, coverers first, and its frame."""

    rows: tuple[Fan, ...]
    frame: Frame
    groups: Mapping[str, tuple[str, ...]]
    forest: Mapping[str, int]


@cache
def table_of(rules: RuleSet) -> Table:
    options: dict[str, Any] = {k: v for k, v in rules.make_lattice_options(rules.values).items() if k not in OF_HAN}
    kinds = [kind for tiles in rules.tiles.values() for kind in parse_tiles(plain_tiles(tiles))]
    frame = Frame(rules.sets, rules.minimum, tuple(rules.forms), tuple(rules.wait_forms), frozenset(kinds),
                  rules.quad_pairs, **options)
    groups: dict[str, tuple[str, ...]] = {}
    for row in rules.fans:
        if row.group:
            groups[row.group] = (*groups.get(row.group, ()), row.id)
    forest = {row.pattern: row.value for row in rules.fans if row.forest}
    return Table(coverers_first(rules.fans), frame, groups, forest)


def plain_tiles(tiles: str) -> str:
    """A text of tiles without its flowers."""
    return "" if "f" in tiles else tiles


def coverers_first(rows: Sequence[Fan]) -> tuple[Fan, ...]:
    left, order = list(rows), []
    while left:
        ready = next(row for row in left if not any(row.id in (*other.covers, *other.reduces) for other in left))
        left.remove(ready)
        order.append(ready)
    return tuple(order)


def score(win: LatticeWin, rules: RuleSet) -> Result | None:
    """The score of a win, or None if it is none."""
    table = table_of(rules)
    hands = concrete(win, table.frame)
    judged = [one for hand in hands for reading in readings(hand, table.frame) for one in judge(hand, reading, table)]
    if not judged:
        return None
    best = max(judged, key=lambda one: rank(one, table.frame))
    equal = [one for one in judged if rank(one, table.frame) == rank(best, table.frame)]
    lists: list[Fans] = []
    for one in equal:
        if one.fans not in lists:
            lists.append(one.fans)
    return Result(best, tuple(lists), tuple(judged))


def rank(one: Judged, frame: Frame) -> tuple[int, int, int]:
    return one.total, one.raw, one.group if frame.ties_by_group else 0


def judge(win: LatticeWin, reading: Seen, table: Table) -> Iterator[Judged]:
    facts = Facts(win, reading, table.frame)
    found = detect(facts, table)
    alone = ("shapeless",)
    if reading.form in alone and not any(found[row.id] for row in table.rows if row.forms == alone):
        return
    related = [row for row in table.rows if row.forest]
    forests = best_forests(facts.sets, table.forest) if related and reading.form == "standard" else [Counter[str]()]
    for forest in forests:
        counts = found | {row.id: forest[row.pattern] for row in related}
        yield finish(win, facts, table, counts, found)


def detect(facts: Facts, table: Table) -> dict[str, int]:
    """How often each row's pattern holds."""
    found = {}
    for row in table.rows:
        found[row.id] = 0
        if row.pattern and facts.reading.form in forms_of(row.pattern, row.forms):
            held = times(row.pattern, facts)
            found[row.id] = held if row.count == "each" else min(held, 1)
    return found


def finish(win: LatticeWin, facts: Facts, table: Table, counts: Mapping[str, int], found: Mapping[str, int]) -> Judged:
    """The best choice among the rows of each group, and what that comes to."""
    choices = [[name for name in names if counts[name]] or [names[0]] for names in table.groups.values()]
    best: tuple[tuple[int, int, int], dict[str, int]] | None = None
    for place, chosen in enumerate(product(*choices)):
        losers = {name for names in table.groups.values() for name in names} - set(chosen)
        left = settle(table.rows, {name: 0 if name in losers else held for name, held in counts.items()})
        raw = points(table, left)
        key = (raw, max((row.value for row in table.rows if row.id in chosen and left[row.id]), default=0), -place)
        if best is None or key > best[0]:
            best = key, left
    assert best is not None
    (raw, group, _), left = best
    frame = table.frame
    total = raw if frame.cap is None else min(raw, frame.cap)
    fans: Fans = {}
    for row in table.rows:
        if left[row.id]:
            before = fans.get(row.public_id, (0, 1 if frame.product else 0))
            worth = worth_of(row, left[row.id], frame)
            fans[row.public_id] = (before[0] + left[row.id], before[1] * worth if frame.product else before[1] + worth)
    detected = frozenset(row.public_id for row in table.rows if found[row.id] or counts[row.id])
    return Judged(raw, total, group, facts.reading.form, is_legal(win, table, left, raw), fans, detected)


def settle(rows: Sequence[Fan], counts: dict[str, int]) -> dict[str, int]:
    """What is left when each row, coverers first, has taken what it covers; the fallback if nothing is."""
    for row in rows:
        if counts[row.id]:
            for name in row.covers:
                counts[name] = 0
            for name, less in row.reduces.items():
                counts[name] = max(0, counts[name] - less * counts[row.id])
    for row in rows:
        if row.if_nothing:
            counts[row.id] = int(not any(n for name, n in counts.items() if name != row.id and name not in row.ignores))
    return counts


def worth_of(row: Fan, held: int, frame: Frame) -> int:
    return int(row.value**held) if frame.product else row.value * held


def points(table: Table, counts: Mapping[str, int], without: str = "") -> int:
    worth = [worth_of(row, counts[row.id], table.frame) for row in table.rows if counts[row.id] and row.acc != without]
    return prod(worth) if table.frame.product else sum(worth)


def is_legal(win: LatticeWin, table: Table, counts: Mapping[str, int], raw: int) -> bool:
    frame = table.frame
    if not frame.discard_wins and not (win.self_draw or win.how == "rob_kong"):
        return False
    if not frame.product:
        return points(table, counts, without="flower") >= frame.minimum
    factor = frame.shown_factors[win.shown + 2 * win.loser_shown]
    return win.self_draw or raw * factor >= frame.minimum


