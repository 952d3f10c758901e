"""What the text of a pattern says of a reading: Python's own reading of it, over plain facts.

>>> from reference.lattice_facts import Facts
>>> sorted(forms_of("suits == 1 and chows == 0", None))
['standard']
"""

from __future__ import annotations

import ast
from functools import cache
from types import CodeType
from typing import Any, NamedTuple

from reference.lattice_relations import RELATIONS

# the forms on which a pattern may hold that does not say so itself: what has tiles of suits and honours to look at,
# and what has sets
TILE_FORMS = frozenset({"standard", "seven_pairs", "pairs_and_set"})
SET_FORMS = frozenset({"standard"})
FORMS = frozenset({"standard", "knitted_straight", "seven_pairs", "pairs_and_set", "thirteen_orphans",
                   "greater_knitted", "lesser_knitted", "lesser_knitted_with_nine"})

ABOUT_TILES = frozenset({
    "suits", "has_m", "has_p", "has_s", "has_winds", "has_dragons", "has_honours", "groups", "types5", "ranks_in",
    "only", "terminals", "yaochu", "honours", "simples", "quads",
})
ABOUT_SETS = frozenset({
    *RELATIONS, "chows", "pungs", "all_pungs", "all_chows", "concealed_pungs", "each_concealed_pung", "wind_pungs",
    "dragon_pungs", "each_dragon_pung", "terminal_pungs", "white_pung",
    "green_pung", "red_pung", "seat_pung", "round_pung", "guest_winds", "guest_wind_pungs", "wind_pair", "dragon_pair",
    "seat_pair", "round_pair", "value_pair", "suited_pair", "outside_sets", "outside", "five_sets", "role_pair",
    "role_edge", "role_closed", "role_two_sided", "role_pung", "wait_count", "nine_gates", "pure_terminal_chows",
    "three_suited_terminal_chows", "concealed_four", "concealed_four_by_win", "pung_plus_one", "pung_plus_one_by_win",
})
PAIRS_ALONE = frozenset({"seven_shifted_pairs", "pair_quads"})


class Parsed(NamedTuple):
    """The parts between the outermost `and`, and all names in them."""

    parts: tuple[CodeType, ...]
    names: frozenset[str]


@cache
def parse(text: str) -> Parsed:
    tree = ast.parse(text, mode="eval").body
    parts: list[ast.expr] = []

    def split(node: ast.expr) -> None:
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            for value in node.values:
                split(value)
        else:
            parts.append(node)

    split(tree)
    names = frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    return Parsed(tuple(compile(ast.Expression(part), text, "eval") for part in parts), names)


@cache
def forms_of(text: str, said: tuple[str, ...] | None) -> frozenset[str]:
    """The forms on which a row may count: those that it says, else those that its facts are about."""
    if said is not None:
        # a name of a form takes in the hands that are further rows of it
        return frozenset(said)
    forms = FORMS
    for name in parse(text).names:
        if name in ABOUT_TILES:
            forms &= TILE_FORMS
        elif name in ABOUT_SETS:
            forms &= SET_FORMS
        elif name in PAIRS_ALONE:
            forms &= {"seven_pairs"}
    return forms


def times(text: str, facts: Any) -> int:
    """How often a pattern holds: the product of its parts, of which all but a counter are 0 or 1."""
    product = 1
    for part in parse(text).parts:
        product *= int(eval(part, {"__builtins__": {}}, facts))
        if not product:
            return 0
    return product
