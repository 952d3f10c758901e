"""From rows to a lattice: the checks of a fan table, the order of its rows, the native tables.

>>> from mjcore.fans.rows import Fan
>>> rows = [Fan("pungs", "碰碰和", "All Pungs", 6, "chows == 0"), Fan("drawn", "自摸", "Self-Drawn", 1, "self_draw")]
>>> compile_fans(rows, sets=4, minimum=0).fans
('pungs', 'drawn')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mjcore.errors import RuleError
from mjcore.fans.lattice import FORM_ROWS, Lattice
from mjcore.fans.rows import Fan
from mjcore.fans.vocabulary import Compiler, Pattern, evidence_of

ACCUMULATORS = ("points", "flower")
COUNTS = ("once", "each")


def compile_fans(
    rows: Sequence[Fan],
    *,
    sets: int,
    minimum: int,
    forms: Iterable[str] = ("standard",),
    wait_forms: Iterable[str] = ("standard",),
    available_waits: bool = False,
    body_wait: bool = True,
    discard_pung_concealed: bool = False,
) -> Lattice:
    """Checks the rows of a fan table and compiles them.

    `sets`: sets of a full hand (4 or 5). `minimum`: points without flowers that a legal win needs.
    `forms`: forms that win; `wait_forms`: forms that count when asking whether a wait is the only one.
    Raises RuleError that names the row at fault: ids that repeat, unknown facts, rows or forms, covers
    that form a cycle, a chain of covers that is neither closed nor declared with `revives`.
    """
    by_id = _check_ids(rows)
    edges = _edges(rows, by_id)
    order = _order(rows, edges)
    _check_closure(rows, edges)
    place = {row.id: number for number, row in enumerate(order)}
    compiler = Compiler(sets)
    compiler.collect([row.pattern for row in rows if row.pattern])
    fans = list(dict.fromkeys(row.public_id for row in order))
    # rows of one public fan stand together in answers, at the place of the first
    shown = sorted(rows, key=lambda row: next(i for i, other in enumerate(rows) if other.public_id == row.public_id))
    written = {row.id: number for number, row in enumerate(shown)}
    natives = [_native(row, edges, place, fans, written[row.id], compiler) for row in order]
    return Lattice(
        natives,
        fans,
        sets=sets,
        forms=tuple(forms),
        wait_forms=tuple(wait_forms),
        minimum=minimum,
        only_masks=compiler.only_masks,
        circumstances=compiler.circumstances,
        forest=any(row.forest for row in rows),
        available_waits=available_waits,
        body_wait=body_wait,
        discard_pung_concealed=discard_pung_concealed,
    )


def _check_ids(rows: Sequence[Fan]) -> dict[str, Fan]:
    by_id: dict[str, Fan] = {}
    for row in rows:
        if row.id in by_id:
            raise RuleError(f"{row.id}: two rows have this id")
        if row.acc not in ACCUMULATORS:
            raise RuleError(f"{row.id}: acc {row.acc!r}, expected one of {', '.join(ACCUMULATORS)}")
        if row.count not in COUNTS:
            raise RuleError(f"{row.id}: count {row.count!r}, expected one of {', '.join(COUNTS)}")
        if bool(row.pattern) == row.if_nothing:
            raise RuleError(f"{row.id}: a row has a pattern, or is the fallback (if_nothing)")
        for form in row.forms or ():
            if form not in FORM_ROWS:
                raise RuleError(f"{row.id}: form {form!r}, expected one of {', '.join(FORM_ROWS)}")
        by_id[row.id] = row
    for row in rows:
        for name in (*row.covers, *row.reduces, *row.adds, *row.revives, *row.ignores):
            if name not in by_id:
                raise RuleError(f"{row.id}: names the row {name!r}, which does not exist")
        for name in row.reduces:
            if by_id[name].count != "each":
                raise RuleError(f"{row.id}: reduces {name}, which is counted once")
    return by_id


def _edges(rows: Sequence[Fan], by_id: dict[str, Fan]) -> dict[str, set[str]]:
    """Who covers whom; in a group the more valuable row covers the others."""
    edges = {row.id: set(row.covers) for row in rows}
    groups: dict[str, list[Fan]] = {}
    for row in rows:
        if row.group:
            if row.count == "each":
                raise RuleError(f"{row.id}: a row of a group is counted once")
            groups.setdefault(row.group, []).append(row)
    for members in groups.values():
        # sorted() is stable: among equals the written order decides
        ranked = sorted(members, key=lambda row: -row.value)
        for number, row in enumerate(ranked):
            edges[row.id].update(other.id for other in ranked[number + 1 :])
    return edges


def _order(rows: Sequence[Fan], edges: dict[str, set[str]]) -> list[Fan]:
    """The order of the bits: rows that cover, coverers first; then all others as written; further rows of a
    public fan last. Raises RuleError if covers form a cycle.

    Rows that cover stand together so that going through them is one short loop over one word."""
    firsts = {row.public_id: row for row in reversed(rows)}
    covering = [row for row in rows if edges[row.id] or row.reduces]
    others = [row for row in rows if not (edges[row.id] or row.reduces)]
    for row in covering:
        if firsts[row.public_id] is not row:
            raise RuleError(f"{row.id}: a further row of {row.public_id} may not cover rows of other fans")
    coverers: dict[str, set[str]] = {row.id: set() for row in rows}
    for row in covering:
        for target in (*edges[row.id], *row.reduces):
            coverers[target].add(row.id)
    order: list[Fan] = []
    done: set[str] = set()
    while covering:
        ready = next((row for row in covering if coverers[row.id] <= done), None)
        if ready is None:
            cycle = ", ".join(row.id for row in covering)
            raise RuleError(f"{covering[0].id}: the covers of these rows form a cycle: {cycle}")
        order.append(ready)
        done.add(ready.id)
        covering.remove(ready)
    order += sorted(others, key=lambda row: firsts[row.public_id] is not row)
    return order


def _check_closure(rows: Sequence[Fan], edges: dict[str, set[str]]) -> None:
    """A covers B and B covers C: then A covers C too, or says that it revives C."""
    for row in rows:
        for middle in edges[row.id]:
            for last in edges[middle] - edges[row.id] - set(row.revives):
                raise RuleError(
                    f"{row.id}: covers {middle}, which covers {last}, but does not cover {last} itself; "
                    f"add it to covers, or to revives if it shall count again"
                )


def _native(
    row: Fan,
    edges: dict[str, set[str]],
    place: dict[str, int],
    fans: list[str],
    rank: int,
    compiler: Compiler,
) -> dict[str, Any]:
    """One row as `Lattice` takes it."""
    try:
        pattern = compiler.compile(row.pattern) if row.pattern else Pattern()
    except RuleError as error:
        raise RuleError(f"{row.id}: {error}") from None
    if (pattern.counter is None) == (row.count == "each"):
        raise RuleError(f"{row.id}: a row counted 'each' has a counter in its pattern, and only such a row")
    if row.forest and pattern.relation is None:
        raise RuleError(f"{row.id}: forest rows are relations between sets")
    if row.acc == "flower" and row.count != "each":
        raise RuleError(f"{row.id}: rows that add to the flowers are counted rows")
    columns = dict(pattern.columns)
    if row.pattern:
        forms = pattern.forms if row.forms is None else frozenset(row.forms)
        allowed = sum(1 << FORM_ROWS[form] for form in forms)
        columns["form"] = columns.get("form", -1) & allowed
    evidence, kinds = evidence_of(pattern)
    return {
        "id": row.id,
        "value": row.value,
        "acc": row.acc,
        "columns": columns,
        "covers": sorted(place[name] for name in edges[row.id]),
        "reduces": [(place[name], times) for name, times in row.reduces.items()],
        "evidence": evidence,
        "kinds": kinds,
        "relation": pattern.relation,
        "counter": pattern.counter,
        "column": fans.index(row.public_id),
        "rank": rank,
        "fallback_ignores": [place[name] for name in row.ignores] if row.if_nothing else None,
    }
