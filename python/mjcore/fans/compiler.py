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
from mjcore.fans.han_fu import CODES, DRAGON_FU, WIND_FU, HanFu
from mjcore.fans.lattice import BONUS_NAMES, FEATURE_SIZES, FORM_NAMES, FORM_ROWS, LIMITS, TSUMO_SHARES, Lattice
from mjcore.fans.rows import Fan
from mjcore.fans.vocabulary import Compiler, Pattern, evidence_of

ACCUMULATORS = ("points", "flower")
HAN_ACCUMULATORS = ("points", "yakuman", "bonus", "alternative")
COUNTS = ("once", "each")
MOST_SETS = 5
WAIT_FORMS = ("standard", "seven_pairs", "pairs_and_set")
# what only the scorer of han and fu finds out, and what only the scorers that try every place of the winning tile do
HAN_FACTS = ("streak_reached", "big_wheel", "nine_gates_any", "rank_sum_100")
PLACE_FACTS = ("concealed_four", "concealed_four_by_win", "pung_plus_one", "pung_plus_one_by_win", "pair_quads")
# what only the scorers of points find out
POINT_FACTS = ("flower_count", "seat_season", "seat_plant", "seat_plant_mlzj", "all_seasons", "all_plants", "instant",
               "double_kong")
# fields of a win that are numbers, as a rule set names them among its circumstances
NUMBERS = ("kong_chain", "void_suit")
# the native table adds up the values of eight rows in 16 bits; han and yakuman of all rows have 8 each
MOST_VALUE = 8191
MOST_HAN = 15
ALL_KINDS = (1 << 34) - 1
# fu of a concealed kong of terminals or honours
MOST_FU_OF_SET = 32


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
    quad_pairs: bool = True,
    players: int = 4,
    kinds: int = ALL_KINDS,
    claimed_chows: bool = True,
    circumstances: Iterable[str] = (),
    streak_from: int = 0,
    best_place: bool = False,
    product: bool = False,
    cap: int | None = None,
    shown_factors: Sequence[int] = (1, 2, 2, 2),
    ties_by_group: bool = False,
    most_suits: int = 3,
    declared_void: bool = False,
    wild_copies: int = 0,
    han_fu: HanFu | None = None,
) -> Lattice:
    """Checks the rows of a fan table and compiles them.

    `sets`: sets of a full hand (1 to 5). `minimum`: points that a legal win needs, rows of acc "flower" left out.
    `forms`: forms that win; `wait_forms`: forms that count when asking whether a wait is the only one.
    `quad_pairs`: four equal tiles are two of seven pairs. `kinds`: mask of the kinds in play; `claimed_chows`:
    whether chows can be claimed. `circumstances`: those that wins may have beside the general ones, "kong_chain" and
    "void_suit" among them;
    `streak_from`: wins in a row before this one that make `streak_reached`. `han_fu`: how han and fu
    become points, for a rule set that counts han; `minimum` is one of han then.

    `best_place`: every place of the winning tile is tried; else it stands in a chow or the pair before a pung.
    `product`: values multiply; the minimum is one of the product then, asked of wins on another player's tile, and
    `shown_factors` multiply it: nobody, the winner, the loser, both have shown their hands. `cap`: most points of a
    total; the best reading is chosen before it. `ties_by_group`: of readings with equal points the one whose group
    row is worth most. `most_suits`: of hand and melds; `declared_void`: a win has no tile of its void suit.
    `wild_copies`: copies in play of a kind that is wild, so that each stands for any kind or itself; 0: no kind is.
    Raises RuleError that names the row at fault: ids that repeat, unknown facts, rows or forms, covers
    that form a cycle, a chain of covers that is neither closed nor declared with `revives`, more than
    the native table has room for.
    """
    forms, wait_forms = tuple(forms), tuple(wait_forms)
    circumstances = tuple(circumstances)
    _check_frame(sets, minimum, forms, wait_forms)
    numbers = [name for name in circumstances if name in NUMBERS]
    _check_finish(best_place, product, cap, shown_factors, ties_by_group, most_suits, declared_void, wild_copies,
                  numbers, forms, han_fu)
    by_id = _check_ids(rows, han_fu)
    for row in rows:
        if product and row.acc != "points":
            raise RuleError(f"{row.id}: no row of acc {row.acc!r} where values multiply")
    if han_fu is not None:
        _check_han_fu(han_fu, sets, by_id)
    compiler = Compiler(sets)
    for row in rows:
        _collect(row, compiler)
    edges = _edges(rows, by_id, compiler)
    order = _order(rows, edges)
    _check_closure(rows, edges)
    place = {row.id: number for number, row in enumerate(order)}
    fans = list(dict.fromkeys(row.public_id for row in order))
    # rows of one public fan stand together in answers, at the place of the first
    shown = sorted(rows, key=lambda row: next(i for i, other in enumerate(rows) if other.public_id == row.public_id))
    written = {row.id: number for number, row in enumerate(shown)}
    if han_fu is not None:
        strange: tuple[str, ...] = (*PLACE_FACTS, *POINT_FACTS)
    else:
        strange = HAN_FACTS if best_place else (*HAN_FACTS, *PLACE_FACTS, "win_on")
    natives = [_native(row, edges, place, fans, written[row.id], compiler, strange) for row in order]
    forest = any(row.forest for row in rows)
    for row, native in zip(order, natives, strict=True):
        if forest and native["relation"] and not row.forest:
            raise RuleError(f"{row.id}: of the relations between sets either all are forest rows or none is")
        for name in row.reduces:
            shared = [other["id"] for other in natives if other["counter"] == natives[place[name]]["counter"]]
            if len(shared) > 1:
                raise RuleError(f"{row.id}: reduces {name}, but {' and '.join(shared)} count the same")
    return Lattice(
        natives,
        fans,
        sets=sets,
        forms=forms,
        wait_forms=wait_forms,
        minimum=minimum,
        only_masks=compiler.only_masks,
        declared=compiler.declared,
        forest=forest,
        available_waits=available_waits,
        body_wait=body_wait,
        discard_pung_concealed=discard_pung_concealed,
        quad_pairs=quad_pairs,
        players=players,
        absent=ALL_KINDS & ~kinds,
        claimed_chows=claimed_chows,
        known=[name for name in circumstances if name not in NUMBERS],
        numbers=numbers,
        streak_from=streak_from,
        best_place=best_place,
        product=product,
        cap=cap,
        shown_factors=tuple(shown_factors),
        ties_by_group=ties_by_group,
        most_suits=most_suits,
        declared_void=declared_void,
        wild_copies=wild_copies,
        han_fu=None if han_fu is None else {**han_fu.native(players), "ranks_add_up": compiler.ranks_add_up},
    )


def _check_frame(sets: int, minimum: int, forms: Sequence[str], wait_forms: Sequence[str]) -> None:
    """What is not about a single row."""
    if type(sets) is not int or not 1 <= sets <= MOST_SETS:
        raise RuleError(f"sets {sets!r}, expected a number 1..{MOST_SETS}")
    if type(minimum) is not int or not 0 <= minimum <= MOST_VALUE:
        raise RuleError(f"minimum {minimum!r}, expected a number 0..{MOST_VALUE}")
    for what, names, known in (("form", forms, FORM_NAMES), ("wait form", wait_forms, WAIT_FORMS)):
        for name in names:
            if name not in known:
                raise RuleError(f"{what} {name!r}, expected one of {', '.join(known)}")


def _check_finish(best_place: bool, product: bool, cap: int | None, shown_factors: Sequence[int], ties_by_group: bool,
                  most_suits: int, declared_void: bool, wild_copies: int, numbers: Sequence[str], forms: Sequence[str],
                  han_fu: HanFu | None) -> None:
    """How rows become a total."""
    if han_fu is not None:
        given = {"best_place": best_place, "product": product, "cap": cap is not None, "ties_by_group": ties_by_group,
                 "most_suits": most_suits != 3, "declared_void": declared_void, **dict.fromkeys(numbers, True)}
        for name, is_given in given.items():
            if is_given:
                raise RuleError(f"{name}: only for rule sets that count no han")
    if product and not best_place:
        raise RuleError("product: values that multiply are asked of every place of the winning tile, with best_place")
    if cap is not None and (type(cap) is not int or cap < 0):
        raise RuleError(f"cap {cap!r}, expected a number from 0 or None")
    if len(shown_factors) != 4 or not all(type(f) is int and 1 <= f <= 255 for f in shown_factors):
        raise RuleError(f"shown_factors {shown_factors!r}, expected four numbers 1..255")
    if type(wild_copies) is not int or not 0 <= wild_copies <= 4:
        raise RuleError(f"wild_copies {wild_copies!r}, expected a number 0..4")
    if wild_copies and "shapeless" in forms:
        raise RuleError("wild_copies: where a kind is wild every win has a shape")
    if wild_copies and (best_place or han_fu is not None):
        raise RuleError("wild_copies are for rule sets whose values add up and that count no han")
    if most_suits not in (1, 2, 3):
        raise RuleError(f"most_suits {most_suits!r}, expected 1, 2 or 3")


def _check_ids(rows: Sequence[Fan], han_fu: HanFu | None) -> dict[str, Fan]:
    by_id: dict[str, Fan] = {}
    for number, row in enumerate(rows):
        if number == LIMITS["rows"]:
            raise RuleError(f"{row.id}: the native table has room for {number} rows")
        if row.id in by_id:
            raise RuleError(f"{row.id}: two rows have this id")
        most = MOST_VALUE if han_fu is None else MOST_HAN
        for value in (row.value,) if row.value_open is None else (row.value, row.value_open):
            if type(value) is not int or not 0 <= value <= most:
                raise RuleError(f"{row.id}: value {value!r}, expected a number 0..{most}")
        if row.value_open is not None and (han_fu is None or row.acc in ("bonus", "alternative")):
            raise RuleError(f"{row.id}: value_open is for yaku that count han")
        known = ACCUMULATORS if han_fu is None else HAN_ACCUMULATORS
        if row.acc not in known:
            raise RuleError(f"{row.id}: acc {row.acc!r}, expected one of {', '.join(known)}")
        if han_fu is not None and (row.forest or row.if_nothing or row.reduces):
            raise RuleError(f"{row.id}: no forest, fallback or reduced counts where yaku count han")
        if han_fu is not None and row.count == "each" and row.acc != "bonus":
            raise RuleError(f"{row.id}: where yaku count han only bonus tiles are counted 'each'")
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
        for name, times in row.reduces.items():
            if by_id[name].count != "each":
                raise RuleError(f"{row.id}: reduces {name}, which is counted once")
            if by_id[name].covers or by_id[name].reduces:
                raise RuleError(f"{row.id}: reduces {name}, which covers or reduces rows itself")
            if type(times) is not int or not 1 <= times <= 255:
                raise RuleError(f"{row.id}: reduces {name} by {times!r}, expected a number 1..255")
        for name in (*row.covers, *row.reduces):
            if by_id[name].acc == "flower" and by_id[name].count == "each":
                raise RuleError(f"{row.id}: takes from {name}, but flowers always count")
    return by_id


def _check_han_fu(han_fu: HanFu, sets: int, by_id: dict[str, Fan]) -> None:
    if han_fu.flat_row and han_fu.flat_row not in by_id:
        raise RuleError(f"flat_row names the row {han_fu.flat_row!r}, which does not exist")
    if han_fu.tsumo_share not in TSUMO_SHARES:
        raise RuleError(f"tsumo_share {han_fu.tsumo_share!r}, expected one of {', '.join(TSUMO_SHARES)}")
    names = ("double_wind_fu", "base", "closed_discard", "self_draw", "wait", "most_yakuman")
    for name, value in (*((name, getattr(han_fu, name)) for name in names),
                        *(("most_reds", number) for number in han_fu.most_reds)):
        if type(value) is not int or not 0 <= value <= 255:
            raise RuleError(f"{name} {value!r}, expected a number 0..255")
    if len(han_fu.most_reds) != 3:
        raise RuleError(f"most_reds {han_fu.most_reds!r}, expected three numbers")
    for kind in (*han_fu.next_kind, *han_fu.next_kind.values()):
        if type(kind) is not int or not 0 <= kind < 34:
            raise RuleError(f"next_kind: {kind!r} is no kind of a set, expected 0..33")
    most = (han_fu.base + max(han_fu.closed_discard, han_fu.self_draw) + han_fu.wait + sets * MOST_FU_OF_SET
            + max(han_fu.double_wind_fu, DRAGON_FU, WIND_FU))
    if most > 10 * (CODES - 1):
        raise RuleError(f"hands of {most} fu: the native table has room for {10 * (CODES - 1)}")


def _collect(row: Fan, compiler: Compiler) -> None:
    """Notes what a row uses of the features that each rule set lays out anew."""
    if row.pattern:
        try:
            compiler.collect(row.pattern)
        except RuleError as error:
            raise RuleError(f"{row.id}: {error}") from None
    for what, used in (("only masks", compiler.only_masks), ("declared circumstances", compiler.declared)):
        if len(used) > LIMITS[what]:
            raise RuleError(f"{row.id}: the native table has room for {LIMITS[what]} {what}")


def _edges(rows: Sequence[Fan], by_id: dict[str, Fan], compiler: Compiler) -> dict[str, set[str]]:
    """Who covers whom; in a group the row that is worth most covers the others: its value less what it takes from
    counted rows. Of equal ones the larger value decides, then the written order."""
    edges = {row.id: set(row.covers) for row in rows}
    groups: dict[str, list[Fan]] = {}
    for row in rows:
        if row.group:
            if row.count == "each":
                raise RuleError(f"{row.id}: a row of a group is counted once")
            groups.setdefault(row.group, []).append(row)
    for members in groups.values():
        # sorted() is stable: among equals the written order decides
        loss = {row.id: _loss(row, by_id, compiler) if len(members) > 1 else 0 for row in members}
        ranked = sorted(members, key=lambda row: (loss[row.id] - row.value, -row.value))
        for number, row in enumerate(ranked):
            edges[row.id].update(other.id for other in ranked[number + 1 :])
    return edges


def _loss(row: Fan, by_id: dict[str, Fan], compiler: Compiler) -> int:
    """What a row of a group takes from counted rows. RuleError if it takes all of a number that its own pattern leaves
    open."""
    loss = sum(times * by_id[name].value for name, times in row.reduces.items())
    for name in row.covers:
        if by_id[name].count == "each":
            times = _times_of(by_id[name], row, compiler)
            if times is None:
                raise RuleError(f"{row.id}: a row of a group covers {name}, but how often that counts is not said by "
                                f"the pattern {row.pattern!r}; say how many with reduces")
            loss += times * by_id[name].value
    return loss


def _times_of(counted: Fan, row: Fan, compiler: Compiler) -> int | None:
    """How often a counted row counts where another one's pattern holds, if that is certain."""
    if counted.pattern != "each_kong":
        return None
    melds = compiler.compile(row.pattern).columns.get("melds", 0)
    kongs = {i // 6 % 6 + i % 6 for i in range(FEATURE_SIZES["melds"]) if melds >> i & 1}
    return kongs.pop() if len(kongs) == 1 else None


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
            cycle = _cycle({row.id: coverers[row.id] - done for row in covering})
            raise RuleError(f"{cycle[0]}: covers form a cycle: {' > '.join((*cycle, cycle[0]))}")
        order.append(ready)
        done.add(ready.id)
        covering.remove(ready)
    order += sorted(others, key=lambda row: firsts[row.public_id] is not row)
    return order


def _cycle(coverers: dict[str, set[str]]) -> list[str]:
    """Ids of which each covers the next and the last one the first, where every row is covered by another."""
    path = [next(iter(coverers))]
    while True:
        coverer = min(coverers[path[-1]])
        if coverer in path:
            return path[: path.index(coverer) - 1 if path.index(coverer) else None : -1]
        path.append(coverer)


def _check_closure(rows: Sequence[Fan], edges: dict[str, set[str]]) -> None:
    """A covers B and B covers C: then A covers C too, or says that it revives C."""
    for row in rows:
        for middle in sorted(edges[row.id]):
            for last in sorted(edges[middle] - edges[row.id] - set(row.revives)):
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
    strange: Iterable[str],
) -> dict[str, Any]:
    """One row as `Lattice` takes it. `strange`: facts that no scorer of such a rule set finds out."""
    try:
        pattern = compiler.compile(row.pattern) if row.pattern else Pattern()
    except RuleError as error:
        raise RuleError(f"{row.id}: {error}") from None
    for name in pattern.facts:
        if name in strange:
            where = "yaku count han" if name in HAN_FACTS else "no han are counted"
            if name in (*PLACE_FACTS, "win_on"):
                where = "every place of the winning tile is tried"
            raise RuleError(f"{row.id}: {name} is known only where {where}")
    if (pattern.counter is None) == (row.count == "each"):
        raise RuleError(f"{row.id}: a row counted 'each' has a counter in its pattern, and only such a row")
    if (pattern.counter in BONUS_NAMES) != (row.acc == "bonus"):
        raise RuleError(f"{row.id}: a row of acc 'bonus' counts one of {', '.join(BONUS_NAMES)}, and only such a row")
    if row.forest and pattern.relation is None:
        raise RuleError(f"{row.id}: forest rows are relations between sets")
    if row.forest and pattern.columns:
        raise RuleError(f"{row.id}: a forest row is a relation alone, without facts")
    if row.acc == "flower" and row.count == "each" and (
            pattern.counter != "flowers" or pattern.columns or row.forms is not None):
        raise RuleError(f"{row.id}: a counted row of acc 'flower' has the pattern 'flowers' alone")
    columns = dict(pattern.columns)
    if row.pattern:
        forms = pattern.forms if row.forms is None else frozenset(row.forms)
        allowed = sum(1 << FORM_ROWS[form] for form in forms)
        columns["form"] = columns.get("form", -1) & allowed
    evidence, kinds = evidence_of(pattern)
    return {
        "id": row.id,
        "value": row.value,
        "value_open": row.value if row.value_open is None else row.value_open,
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
        "group": row.group,
        "fallback_ignores": [place[name] for name in row.ignores] if row.if_nothing else None,
    }
