"""The pattern vocabulary: the facts that fans are made of, shared by all rule sets.

A *fact* is a small number that one feature of the hand determines ("how many wind pungs", "is there an
honour"). A *pattern* is an expression over facts in Python's syntax, such as ``suits == 1 and has_honours``.
What stands between the outermost ``and`` must belong to one feature each, because a pattern is compiled
into the set of values that each feature may have (see `compiler.compile_fans`).

A name of `DERIVED` is short for its expression. Relations between sets ("pure_straight") and counters
("quads") are patterns of their own: a relation stands alone, a counter may be joined to facts by ``and``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from mjcore.errors import NotationError, RuleError
from mjcore.fans.lattice import BONUS_NAMES, COUNTER_NAMES, FEATURE_SIZES, FORM_ROWS
from mjcore.fans.relations import RELATION_NAMES
from mjcore.fans.wins import CIRCUMSTANCE_BITS
from mjcore.hand.text import parse_tiles

TILE_FORMS = frozenset({"standard", "seven_pairs", "pairs_and_set"})
SET_FORMS = frozenset({"standard"})
# a row that holds without a shape says so with `forms`
ALL_FORMS = frozenset(FORM_ROWS) - {"shapeless"}
# the first circumstances, those that every rule set takes, are a feature as they are
GENERAL = 8
# of a pattern's tree, which is walked by recursion
MOST_LEVELS = 100


@dataclass(frozen=True)
class Fact:
    """`value(index, sets)` is the fact's value where the feature has this index and a full hand
    `sets` sets. `forms`: the forms on which a pattern with this fact may hold unless a row says more."""

    feature: str
    forms: frozenset[str]
    value: Callable[[int, int], int]


def _bit(feature: str, forms: frozenset[str], place: int) -> Fact:
    return Fact(feature, forms, lambda index, _: index >> place & 1)


def _count(mask: int) -> int:
    return mask.bit_count()


FACTS: dict[str, Fact] = {
    # which suits and honours occur
    "suits": Fact("groups", TILE_FORMS, lambda i, _: _count(i & 7)),
    "has_m": _bit("groups", TILE_FORMS, 0),
    "has_p": _bit("groups", TILE_FORMS, 1),
    "has_s": _bit("groups", TILE_FORMS, 2),
    "has_winds": _bit("groups", TILE_FORMS, 3),
    "has_dragons": _bit("groups", TILE_FORMS, 4),
    "has_honours": Fact("groups", TILE_FORMS, lambda i, _: int(i > 7)),
    "groups": Fact("groups", TILE_FORMS, lambda i, _: _count(i)),
    # melds
    "claimed": Fact("melds", ALL_FORMS, lambda i, _: i // 36),
    "closed_kongs": Fact("melds", ALL_FORMS, lambda i, _: i // 6 % 6),
    "open_kongs": Fact("melds", ALL_FORMS, lambda i, _: i % 6),
    "kongs": Fact("melds", ALL_FORMS, lambda i, _: i // 6 % 6 + i % 6),
    "concealed": Fact("melds", ALL_FORMS, lambda i, _: int(i < 36)),
    "no_meld": Fact("melds", ALL_FORMS, lambda i, _: int(i < 6)),
    "all_claimed": Fact("melds", ALL_FORMS, lambda i, sets: int(i // 36 == sets)),
    "all_exposed": Fact("melds", ALL_FORMS, lambda i, sets: int(i // 36 + i // 6 % 6 == sets)),
    # sets and pair
    "chows": Fact("sets", SET_FORMS, lambda i, _: i // 36),
    "pungs": Fact("sets", SET_FORMS, lambda i, _: i // 6 % 6),
    "concealed_pungs": Fact("sets", SET_FORMS, lambda i, _: i % 6),
    "wind_pungs": Fact("honours", SET_FORMS, lambda i, _: _count(i & 15)),
    "dragon_pungs": Fact("honours", SET_FORMS, lambda i, _: _count(i >> 4 & 7)),
    "white_pung": _bit("honours", SET_FORMS, 4),
    "green_pung": _bit("honours", SET_FORMS, 5),
    "red_pung": _bit("honours", SET_FORMS, 6),
    "wind_pair": Fact("honours", SET_FORMS, lambda i, _: int(1 <= i >> 7 <= 4)),
    "dragon_pair": Fact("honours", SET_FORMS, lambda i, _: int(i >> 7 >= 5)),
    "seat_pung": Fact("seats", SET_FORMS, lambda i, _: i >> (i >> 7 & 3) & 1),
    "round_pung": Fact("seats", SET_FORMS, lambda i, _: i >> (i >> 9) & 1),
    "seat_pair": Fact("seats", SET_FORMS, lambda i, _: int((i >> 4 & 7) == (i >> 7 & 3) + 1)),
    # of a wind that is the round's and not the seat's
    "other_round_pung": Fact("seats", SET_FORMS, lambda i, _: int(i >> 9 != i >> 7 & 3) & i >> (i >> 9)),
    "round_pair": Fact("seats", SET_FORMS, lambda i, _: int((i >> 4 & 7) == (i >> 9) + 1)),
    # seat and round wind, 0..3 = E S W N; pungs of neither; a pair of either or of a dragon
    "seat_wind": Fact("seats", ALL_FORMS, lambda i, _: i >> 7 & 3),
    "round_wind": Fact("seats", ALL_FORMS, lambda i, _: i >> 9),
    "guest_winds": Fact("seats", SET_FORMS, lambda i, _: _count(i & 15 & ~(1 << (i >> 7 & 3) | 1 << (i >> 9)))),
    "value_pair": Fact(
        "seats", SET_FORMS, lambda i, _: int((i >> 4 & 7) in (5, 6, 7, (i >> 7 & 3) + 1, (i >> 9) + 1))
    ),
    "suited_pair": Fact("pair", SET_FORMS, lambda i, _: int(i < 27)),
    "outside_sets": Fact("every", SET_FORMS, lambda i, _: int(not i & 1)),
    "five_sets": Fact("every", SET_FORMS, lambda i, _: int(not i & 2)),
    # the winning tile
    "role_pair": _bit("role", SET_FORMS, 0),
    "role_edge": _bit("role", SET_FORMS, 1),
    "role_closed": _bit("role", SET_FORMS, 2),
    "role_two_sided": _bit("role", SET_FORMS, 3),
    "role_pung": _bit("role", SET_FORMS, 4),
    "wait_count": Fact("role", SET_FORMS, lambda i, _: i >> 5),
    # whole hands
    "nine_gates": _bit("special", SET_FORMS, 0),
    "pure_terminal_chows": _bit("special", SET_FORMS, 1),
    "three_suited_terminal_chows": _bit("special", SET_FORMS, 2),
    "seven_shifted_pairs": _bit("special", frozenset({"seven_pairs"}), 3),
    "nine_gates_any": _bit("special", SET_FORMS, 4),
    "big_wheel": _bit("special", TILE_FORMS, 5),
    "thirteen_wait": _bit("special", frozenset({"thirteen_orphans"}), 6),
    "rank_sum_100": _bit("special", TILE_FORMS, 7),
    "unconnected": _bit("special", frozenset({"shapeless"}), 8),
    "instant": _bit("special", frozenset({"shapeless"}), 9),
    # flowers: their number; the own season 1f..4f, the own plant 5f..8f where West has 8f and North 7f, or as numbered
    "flower_count": Fact("flowers", ALL_FORMS, lambda i, _: _count(i & 255)),
    "seat_season": Fact("flowers", ALL_FORMS, lambda i, _: i >> (i >> 8) & 1),
    "seat_plant": Fact("flowers", ALL_FORMS, lambda i, _: i >> (4, 5, 7, 6)[i >> 8] & 1),
    "seat_plant_mlzj": Fact("flowers", ALL_FORMS, lambda i, _: i >> (4 + (i >> 8)) & 1),
    "all_seasons": Fact("flowers", ALL_FORMS, lambda i, _: int(i & 15 == 15)),
    "all_plants": Fact("flowers", ALL_FORMS, lambda i, _: int(i & 240 == 240)),
    # four equal tiles that are no kong: all concealed, or an own claimed pung and the fourth one
    "concealed_four": _bit("fours", TILE_FORMS, 0),
    "concealed_four_by_win": _bit("fours", TILE_FORMS, 1),
    "pung_plus_one": _bit("fours", TILE_FORMS, 2),
    "pung_plus_one_by_win": _bit("fours", TILE_FORMS, 3),
    "pair_quads": Fact("fours", frozenset({"seven_pairs"}), lambda i, _: i >> 4),
}
# one fact for each form: "is it seven pairs?"
FACTS.update(
    {
        f"form_{name}": Fact("form", ALL_FORMS, lambda i, _, n=number: int(i == n))  # type: ignore[misc]
        for name, number in FORM_ROWS.items()
    }
)

DERIVED: dict[str, str] = {
    "terminals": "ranks_in('19') and not has_honours",
    "yaochu": "ranks_in('19')",
    "honours": "suits == 0",
    "simples": "ranks_in('2345678') and not has_honours",
    "outside": "outside_sets",
    "all_pungs": "chows == 0",
    "all_chows": "pungs == 0",
    "types5": "groups == 5",
    "no_flowers": "flower_count == 0",
    "by_discard": "not self_draw and not rob_kong",
    "last_draw": "last_tile and self_draw",
    "last_discard": "last_tile and not self_draw and not rob_kong",
    "heaven": "first_turn and dealer and self_draw",
    "earth": "first_turn and not dealer and self_draw",
    "human": "first_turn and not dealer and not self_draw",
}

# What a counter needs of the reading; counters of the tiles hold on all tile forms.
COUNTERS = (*COUNTER_NAMES, *BONUS_NAMES)
COUNTER_FORMS: dict[str, frozenset[str]] = {
    **dict.fromkeys(BONUS_NAMES, ALL_FORMS),
    "quads": TILE_FORMS,
    "flowers": ALL_FORMS,
    "each_kong": ALL_FORMS,
}


@dataclass
class Pattern:
    """A compiled pattern: for each feature the set of indices where it holds (bit i = index i)."""

    columns: dict[str, int] = field(default_factory=dict)
    forms: frozenset[str] = ALL_FORMS
    relation: str | None = None
    counter: str | None = None
    facts: tuple[str, ...] = ()


class Compiler:
    """Compiles the patterns of one rule set. It collects what the rule set uses of the features that are
    laid out anew for each: `only` masks and circumstances."""

    def __init__(self, sets: int) -> None:
        self.sets = sets
        self.only_masks: list[int] = []
        # circumstances beyond the general ones
        self.declared: list[str] = []
        self.ranks_add_up = False

    def collect(self, text: str) -> None:
        """Notes the circumstances and `only` masks that a pattern uses, so that their features can be laid out
        before the first pattern is compiled."""
        names = set(self.declared)
        for node in ast.walk(_parse(text)):
            if isinstance(node, ast.Name):
                used = _names(node.id)
                names.update(name for name in used if CIRCUMSTANCE_BITS.get(name, 0) >= 1 << GENERAL)
                self.ranks_add_up |= node.id == "rank_sum_100"
            elif isinstance(node, ast.Call) and _argument_of(node, text)[0] == "only":
                mask = _only_mask(_argument_of(node, text)[1], text)
                if mask not in self.only_masks:
                    self.only_masks.append(mask)
        self.declared = [name for name in CIRCUMSTANCE_BITS if name in names]

    def compile(self, text: str) -> Pattern:
        """The pattern of a text that was collected before. Raises RuleError."""
        pattern = Pattern()
        used: list[str] = []
        for part in _conjuncts(_parse(text)):
            name = part.id if isinstance(part, ast.Name) else ""
            if name in RELATION_NAMES or name in COUNTERS:
                if pattern.relation or pattern.counter:
                    raise RuleError(f"pattern {text!r}: more than one relation or counter")
                if name in RELATION_NAMES:
                    pattern.relation = name
                    pattern.forms &= SET_FORMS
                else:
                    pattern.counter = name
                    pattern.forms &= COUNTER_FORMS.get(name, SET_FORMS)
                continue
            feature, column = self._column(part, text, used)
            pattern.forms &= _feature_forms(feature)
            pattern.columns[feature] = pattern.columns.get(feature, -1) & column
        for feature, column in pattern.columns.items():
            pattern.columns[feature] = column & (1 << self._size(feature)) - 1
        for name in used:
            if name in FACTS:
                pattern.forms &= FACTS[name].forms
        pattern.facts = tuple(used)
        return pattern

    def _size(self, feature: str) -> int:
        if feature == "declared":
            return 1 << len(self.declared)
        return FEATURE_SIZES[feature]

    def _column(self, node: ast.expr, text: str, used: list[str]) -> tuple[str, int]:
        """The feature of an expression and the indices where it holds."""
        if isinstance(node, ast.BoolOp):
            feature = ""
            column = -1 if isinstance(node.op, ast.And) else 0
            for value in node.values:
                other, part = self._column(value, text, used)
                if feature and other != feature:
                    raise RuleError(
                        f"pattern {text!r}: {ast.unparse(node)!r} mixes facts of {feature} and {other}; "
                        "only the outermost 'and' may join different features"
                    )
                feature = other
                column = column & part if isinstance(node.op, ast.And) else column | part
            return feature, column
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            feature, column = self._column(node.operand, text, used)
            return feature, (1 << self._size(feature)) - 1 & ~column
        if isinstance(node, ast.Compare):
            return self._comparison(node, text, used)
        if isinstance(node, ast.Call):
            return self._call(node, text, used)
        if isinstance(node, ast.Name):
            if node.id in DERIVED:
                return self._column(_parse(DERIVED[node.id]), text, used)
            feature, sets_of = self._fact(node.id, text, used)
            return feature, sum(bits for value, bits in sets_of.items() if value)
        raise RuleError(f"pattern {text!r}: {ast.unparse(node)!r} is no fact, comparison, 'and', 'or' or 'not'")

    def _fact(self, name: str, text: str, used: list[str]) -> tuple[str, dict[int, int]]:
        if name in CIRCUMSTANCE_BITS:
            used.append(name)
            general = CIRCUMSTANCE_BITS[name] < 1 << GENERAL
            feature = "circumstances" if general else "declared"
            place = CIRCUMSTANCE_BITS[name].bit_length() - 1 if general else self.declared.index(name)
            size = self._size(feature)
            on = sum(1 << i for i in range(size) if i >> place & 1)
            return feature, {1: on, 0: (1 << size) - 1 & ~on}
        fact = FACTS.get(name)
        if name in RELATION_NAMES or name in COUNTERS:
            raise RuleError(f"pattern {text!r}: {name} is no fact; it stands alone or between the outermost 'and'")
        if name in DERIVED:
            raise RuleError(f"pattern {text!r}: {name} is short for {DERIVED[name]!r} and can not be compared")
        if fact is None:
            raise RuleError(f"pattern {text!r}: unknown fact {name!r}; known: {', '.join(sorted(_all_names()))}")
        used.append(name)
        return fact.feature, _value_sets(name, self.sets)

    def _comparison(self, node: ast.Compare, text: str, used: list[str]) -> tuple[str, int]:
        tests: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
            ast.Eq: lambda a, b: a == b,
            ast.NotEq: lambda a, b: a != b,
            ast.Gt: lambda a, b: a > b,
            ast.GtE: lambda a, b: a >= b,
            ast.Lt: lambda a, b: a < b,
            ast.LtE: lambda a, b: a <= b,
        }
        right = node.comparators[0]
        if (
            len(node.ops) != 1
            or not isinstance(node.left, ast.Name)
            or not isinstance(right, ast.Constant)
            or not isinstance(right.value, int)
            or type(node.ops[0]) not in tests
        ):
            raise RuleError(f"pattern {text!r}: {ast.unparse(node)!r}: compare one fact with one number")
        test = tests[type(node.ops[0])]
        feature, sets_of = self._fact(node.left.id, text, used)
        return feature, sum(bits for value, bits in sets_of.items() if test(value, right.value))

    def _call(self, node: ast.Call, text: str, used: list[str]) -> tuple[str, int]:
        """ranks_in('19'): every suit tile has one of these ranks. only('23468s6z'): every tile is one of these.
        win_on('1p'): the winning tile is one of these."""
        name, argument = _argument_of(node, text)
        used.append(name)
        if name == "ranks_in":
            if not argument or not all(digit in "123456789" for digit in argument):
                raise RuleError(f"pattern {text!r}: ranks_in takes digits 1..9")
            return "ranks", _ranks_within(sum(1 << int(digit) - 1 for digit in set(argument)))
        if name == "win_on":
            return "win_tile", _only_mask(argument, text)
        place = self.only_masks.index(_only_mask(argument, text))
        return "only", sum(1 << i for i in range(FEATURE_SIZES["only"]) if i >> place & 1)


def _argument_of(node: ast.Call, text: str) -> tuple[str, str]:
    """Name and argument of a call in a pattern."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    argument = node.args[0] if len(node.args) == 1 and not node.keywords else None
    text_alone = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    if name in ("ranks_in", "only", "win_on") and text_alone:
        return name, argument.value  # type: ignore[union-attr]
    raise RuleError(f"pattern {text!r}: {ast.unparse(node)!r}: expected ranks_in('19'), only('23468s6z') or "
                    "win_on('1p')")


def _only_mask(tiles: str, text: str) -> int:
    """Mask of the kinds named by `only`."""
    try:
        mask = sum({1 << tile.kind for tile in parse_tiles(tiles)})
    except NotationError as error:
        raise RuleError(f"pattern {text!r}: {error}") from None
    if mask >> 34:
        raise RuleError(f"pattern {text!r}: only() and win_on() take tiles of sets")
    return mask


def _feature_forms(feature: str) -> frozenset[str]:
    return TILE_FORMS if feature in ("ranks", "only") else ALL_FORMS


@cache
def _value_sets(name: str, sets: int) -> dict[int, int]:
    """For each value of a fact the indices of its feature that have it."""
    fact = FACTS[name]
    places: dict[int, int] = {}
    for index in range(FEATURE_SIZES[fact.feature]):
        value = fact.value(index, sets)
        places[value] = places.get(value, 0) | 1 << index
    return places


@cache
def _ranks_within(allowed: int) -> int:
    return sum(1 << i for i in range(FEATURE_SIZES["ranks"]) if not i & ~allowed)


@cache
def _parse(text: str) -> ast.expr:
    try:
        parsed = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise RuleError(f"pattern {text!r}: {error}") from None
    level: list[ast.AST] = [parsed]
    for _ in range(MOST_LEVELS):
        level = [part for node in level for part in ast.iter_child_nodes(node)]
        if not level:
            return parsed
    raise RuleError(f"pattern {text!r}: nested too deeply")


def _conjuncts(node: ast.expr) -> list[ast.expr]:
    """The parts between the outermost `and`, derived names written out."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in _conjuncts(value)]
    if isinstance(node, ast.Name) and node.id in DERIVED:
        return _conjuncts(_parse(DERIVED[node.id]))
    return [node]


def _names(name: str) -> list[str]:
    if name in DERIVED:
        return [
            inner
            for node in ast.walk(_parse(DERIVED[name]))
            if isinstance(node, ast.Name)
            for inner in _names(node.id)
        ]
    return [name]


def _all_names() -> list[str]:
    return [*FACTS, *DERIVED, *CIRCUMSTANCE_BITS, *RELATION_NAMES, *COUNTERS]


WIND_KINDS = 0xF << 27
DRAGON_KINDS = 0x7 << 31
TERMINAL_KINDS = 0x101 | 0x101 << 9 | 0x101 << 18
# What shows a pattern with one of these facts or counters; the first that applies.
EVIDENCE: tuple[tuple[str, str, int], ...] = (
    ("quads", "quads", 0),
    ("terminal_pungs", "pungs", TERMINAL_KINDS),
    ("guest_wind_pungs", "guest_winds", 0),
    ("guest_winds", "guest_winds", 0),
    ("white_pung", "pungs", 1 << 31),
    ("green_pung", "pungs", 1 << 32),
    ("red_pung", "pungs", 1 << 33),
    ("each_dragon_pung", "pungs", DRAGON_KINDS),
    ("each_concealed_pung", "concealed_pungs", 0),
    ("each_kong", "kongs", 0),
    ("wait_count", "wait", 0),
    ("role_closed", "wait", 0),
    ("concealed_four", "quads", 0),
    ("concealed_four_by_win", "quads", 0),
    ("pung_plus_one", "quads", 0),
    ("pung_plus_one_by_win", "quads", 0),
    ("wind_pungs", "pungs", WIND_KINDS),
    ("dragon_pungs", "pungs", DRAGON_KINDS),
    ("seat_pung", "seat_pung", 0),
    ("round_pung", "round_pung", 0),
    ("concealed_pungs", "concealed_pungs", 0),
    ("kongs", "kongs", 0),
    ("closed_kongs", "kongs", 0),
    ("open_kongs", "kongs", 0),
)


def evidence_of(pattern: Pattern) -> tuple[str, int]:
    """What shows a pattern in a hand (a name of `lattice.EVIDENCE_NAMES`), and the kinds of its pungs or the sorts
    of its kongs."""
    if pattern.relation:
        return "relation", 0
    names = {*pattern.facts, pattern.counter}
    for name, evidence, kinds in EVIDENCE:
        if name in names:
            if evidence == "kongs":
                return evidence, _kong_sorts(pattern)
            with_pair = evidence == "pungs" and _holds_pair(pattern)
            return "pungs_and_pair" if with_pair else evidence, kinds
    about_tiles = any(
        name in ("ranks_in", "only", "all_claimed")
        or (name in FACTS and FACTS[name].feature not in ("melds", "form", "flowers"))
        for name in pattern.facts
    )
    return "all" if about_tiles else "nothing", 0


def _kong_sorts(pattern: Pattern) -> int:
    """Which kongs the pattern asks for: 1 concealed, 2 melded, 3 both or no matter which."""
    closed, opened = FACTS["closed_kongs"].value, FACTS["open_kongs"].value
    column = pattern.columns.get("melds", 1)
    allowed = [i for i in range(FEATURE_SIZES["melds"]) if column >> i & 1]
    sorts = int(all(closed(i, 0) for i in allowed)) | 2 * int(all(opened(i, 0) for i in allowed))
    return sorts or 3


def _holds_pair(pattern: Pattern) -> bool:
    """Whether the pattern asks for a pair of honours (and not for its absence)."""
    column = pattern.columns.get("honours", 0)
    without_pair = (1 << 128) - 1
    return column != 0 and not column & without_pair
