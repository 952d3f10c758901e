"""What is checked when a fan table is compiled: every fault is refused, by the name of the row."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

import mjcore
from house_rules import counted, fan, house_rules
from mjcore.errors import RuleError
from mjcore.fans.compiler import MOST_VALUE, compile_fans
from mjcore.fans.han_fu import HanFu
from mjcore.fans.lattice import (
    BONUS_NAMES,
    COUNTER_NAMES,
    EVIDENCE_NAMES,
    FEATURE_SIZES,
    FORM_ROWS,
    LIMITS,
    RELATION_NAMES,
    Lattice,
)
from mjcore.fans.rows import Fan
from mjcore.fans.vocabulary import DERIVED, FACTS
from mjcore.fans.wins import CIRCUMSTANCE_BITS


def compiled(*rows: Fan, **frame: Any) -> Lattice:
    return compile_fans(rows, **{"sets": 4, "minimum": 0, **frame})


def refused(*rows: Fan, **frame: Any) -> str:
    """The message of the error."""
    with pytest.raises(RuleError) as caught:
        compiled(*rows, **frame)
    return str(caught.value)


A = fan("a", 1, "self_draw")
B = fan("b", 1, "concealed")
EACH = fan("each", 1, "quads", count="each")
FLOWER = fan("flower", 1, "flowers", count="each", acc="flower")

# rows of which the last or the named one is at fault, and what is said about it
FAULTS: dict[str, tuple[Sequence[Fan], str]] = {
    "an id twice": ((A, B, fan("a", 2, "rob_kong")), "a: two rows have this id"),
    "unknown accumulator": ((fan("x", 1, "self_draw", acc="mult"),), "x: acc 'mult', expected one of points, flower"),
    "unknown count": ((fan("x", 1, "self_draw", count="twice"),), "x: count 'twice', expected one of once, each"),
    "unknown form": (
        (fan("x", 1, "self_draw", forms=("standard", "eight_pairs")),),
        "x: form 'eight_pairs', expected one of standard",
    ),
    "no pattern": ((fan("x", 1),), "x: a row has a pattern, or is the fallback"),
    "a pattern and the fallback": ((fan("x", 1, "self_draw", if_nothing=True),), "x: a row has a pattern, or is the"),
    "two fallbacks": ((fan("x", if_nothing=True), fan("y", if_nothing=True)), "y: there is a fallback already"),
    "negative value": ((fan("x", -1, "self_draw"),), "x: value -1, expected a number 0.."),
    "too large a value": ((fan("x", MOST_VALUE + 1, "self_draw"),), f"x: value {MOST_VALUE + 1}, expected a number"),
    "text as a value": ((fan("x", "8", "self_draw"),), "x: value '8'"),  # type: ignore[arg-type]
    "covers nobody": ((A, fan("x", 1, "concealed", covers=("a", "z"))), "x: names the row 'z', which does not exist"),
    "reduces nobody": ((fan("x", 1, "concealed", reduces={"z": 1}),), "x: names the row 'z'"),
    "adds nobody": ((fan("x", 1, "concealed", adds=("z",)),), "x: names the row 'z'"),
    "revives nobody": ((fan("x", 1, "concealed", revives=("z",)),), "x: names the row 'z'"),
    "ignores nobody": ((fan("x", if_nothing=True, ignores=("z",)),), "x: names the row 'z'"),
    "reduces a row that counts once": ((A, fan("x", 1, "concealed", reduces={"a": 1})), "x: reduces a, which is count"),
    "reduces by nothing": ((EACH, fan("x", 1, "concealed", reduces={"each": 0})), "x: reduces each by 0, expected"),
    "reduces by too much": ((EACH, fan("x", 1, "concealed", reduces={"each": 256})), "x: reduces each by 256"),
    "reduces a row that covers": (
        (A, fan("e", 1, "quads", count="each", covers=("a",)), fan("x", 1, "concealed", reduces={"e": 1})),
        "x: reduces e, which covers or reduces rows itself",
    ),
    "covers flowers": ((FLOWER, fan("x", 1, "concealed", covers=("flower",))), "x: takes from flower, but flowers"),
    "each without a counter": ((fan("x", 1, "self_draw", count="each"),), "x: a row counted 'each' has a counter"),
    "a counter counted once": ((fan("x", 1, "quads"),), "x: a row counted 'each' has a counter"),
    "reduces what another row counts too": (
        (EACH, fan("e", 1, "quads", count="each"), fan("x", 1, "concealed", reduces={"e": 1})),
        "x: reduces e, but each and e count the same",
    ),
    "flowers of another counter": (
        (fan("x", 1, "quads", acc="flower", count="each"),),
        "x: a counted row of acc 'flower' has the pattern 'flowers' alone",
    ),
    "flowers and a fact": (
        (fan("x", 1, "flowers and concealed", acc="flower", count="each"),),
        "x: a counted row of acc 'flower' has the pattern 'flowers' alone",
    ),
    "a forest row that is no relation": ((fan("x", 1, "self_draw", forest=True),), "x: forest rows are relations"),
    "a forest row with a fact": (
        (fan("x", 1, "pure_double and self_draw", forest=True),),
        "x: a forest row is a relation alone",
    ),
    "forest rows and other relations": (
        (fan("x", 1, "pure_double", forest=True), fan("y", 1, "mixed_double")),
        "y: of the relations between sets either all are forest rows or none",
    ),
    "one relation in two rows": (
        (fan("x", 1, "pure_double"), fan("y", 2, "pure_double")),
        "y: the relation pure_double has a row already",
    ),
    "each in a group": ((fan("x", 1, "quads", count="each", group="g"),), "x: a row of a group is counted once"),
    "a further row that covers": (
        (A, fan("x", 1, "concealed", label="pair"), fan("y", 1, "rob_kong", label="pair", covers=("a",))),
        "y: a further row of pair may not cover",
    ),
    # the pattern
    "no expression": ((fan("x", 1, "suits =="),), "x: pattern 'suits ==': invalid syntax"),
    "unknown fact": ((fan("x", 1, "suites == 1"),), "x: pattern 'suites == 1': unknown fact 'suites'; known: "),
    "unknown name": ((fan("x", 1, "not self_drawn"),), "x: pattern 'not self_drawn': unknown fact 'self_drawn'"),
    "no number": ((fan("x", 1, "suits == chows"),), "compare one fact with one number"),
    "two comparisons": ((fan("x", 1, "1 < suits < 3"),), "compare one fact with one number"),
    "a sum": ((fan("x", 1, "chows + pungs"),), "x: pattern 'chows + pungs': 'chows + pungs' is no fact"),
    "an `in`": ((fan("x", 1, "suits in (1, 2)"),), "compare one fact with one number"),
    "a text": ((fan("x", 1, "'suits'"),), "is no fact, comparison"),
    "facts of two features mixed": (
        (fan("x", 1, "suits == 1 or chows == 0"),),
        "x: pattern 'suits == 1 or chows == 0': 'suits == 1 or chows == 0' mixes facts of groups and sets",
    ),
    "facts of two features denied": ((fan("x", 1, "not (self_draw and concealed)"),), "mixes facts of circumstances"),
    "two relations": ((fan("x", 1, "pure_double and mixed_double"),), "more than one relation or counter"),
    "two counters": ((fan("x", 1, "quads and flowers", count="each"),), "more than one relation or counter"),
    "a relation in an `or`": ((fan("x", 1, "pure_double or mixed_double"),), "pure_double is no fact"),
    "a counter compared": ((fan("x", 1, "quads == 2"),), "quads is no fact"),
    "short for more, compared": ((fan("x", 1, "terminals == 1"),), "terminals is short for"),
    "unknown call": (
        (fan("x", 1, "rank_in('19')"),),
        "\"rank_in('19')\": expected ranks_in('19'), only('23468s6z') or win_on('1p')",
    ),
    "a call without text": ((fan("x", 1, "ranks_in(19)"),), "expected ranks_in('19'), only"),
    "a call of two": ((fan("x", 1, "only('1m', '2m')"),), "expected ranks_in('19'), only"),
    "a call of no tiles": ((fan("x", 1, "win_on(1)"),), "expected ranks_in('19'), only"),
    "no ranks": ((fan("x", 1, "ranks_in('')"),), "ranks_in takes digits 1..9"),
    "rank 0": ((fan("x", 1, "ranks_in('10')"),), "ranks_in takes digits 1..9"),
    "no tiles": ((fan("x", 1, "only('123')"),), "x: pattern \"only('123')\": the end of the text at position 3"),
    "flowers as tiles of sets": ((fan("x", 1, "only('1m1f')"),), "only() and win_on() take tiles of sets"),
    "flowers as winning tiles": ((fan("x", 1, "win_on('1f')"),), "only() and win_on() take tiles of sets"),
    # what belongs to rule sets that count han
    "a yakuman": ((fan("x", 1, "self_draw", acc="yakuman"),), "x: acc 'yakuman', expected one of points, flower"),
    "an open value": ((fan("x", 2, "self_draw", value_open=1),), "x: value_open is for yaku that count han"),
    "a bonus tile": ((fan("x", 1, "dora", count="each"),), "x: a row of acc 'bonus' counts one of dora, ura, red"),
    # what needs a look at every place of the winning tile
    "a winning tile": ((fan("x", 1, "win_on('1p')"),), "x: win_on is known only where every place of the winning tile"),
    "a four": ((fan("x", 1, "concealed_four"),), "x: concealed_four is known only where every place of the winning"),
    "pairs of fours": ((fan("x", 1, "pair_quads == 1"),), "x: pair_quads is known only where every place of the winn"),
    "any nine gates": ((fan("x", 1, "nine_gates_any"),), "x: nine_gates_any is known only where yaku count han"),
    "a wheel": ((fan("x", 1, "not big_wheel"),), "x: big_wheel is known only where yaku count han"),
    "a hundred ranks": ((fan("x", 1, "rank_sum_100"),), "x: rank_sum_100 is known only where yaku count han"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faulty_rows(name: str) -> None:
    rows, message = FAULTS[name]
    assert message in refused(*rows)


HAN_FAULTS: dict[str, tuple[Sequence[Fan], str]] = {
    "flowers": ((FLOWER,), "flower: acc 'flower', expected one of points, yakuman, bonus, alternative"),
    "too many han": ((fan("x", 16, "self_draw"),), "x: value 16, expected a number 0..15"),
    "too many han of an open hand": ((fan("x", 1, "self_draw", value_open=16),), "x: value 16, expected a number"),
    "an open value of a bonus": (
        (fan("x", 1, "dora", count="each", acc="bonus", value_open=2),),
        "x: value_open is for yaku that count han",
    ),
    "a forest": ((fan("x", 1, "pure_double", forest=True),), "x: no forest, fallback or reduced counts where yaku"),
    "a fallback": ((fan("x", 1, if_nothing=True),), "x: no forest, fallback or reduced counts where yaku count han"),
    "a reduction": ((fan("x", 1, "self_draw", reduces={"each": 1}), EACH), "x: no forest, fallback or reduced counts"),
    "a counted row": ((EACH,), "each: where yaku count han only bonus tiles are counted 'each'"),
    "a bonus without its counter": ((fan("x", 1, "self_draw", acc="bonus"),), "x: a row of acc 'bonus' counts one of"),
    "a bonus of another counter": (
        (fan("x", 1, "quads", count="each", acc="bonus"),),
        "x: a row of acc 'bonus' counts one of dora, ura, red, north, and only such a row",
    ),
    "a bonus counted once": ((fan("x", 1, "dora", acc="bonus"),), "x: a row counted 'each' has a counter"),
    "a number of flowers": ((fan("x", 1, "no_flowers"),), "x: flower_count is known only where no han are counted"),
    "a flower win": (
        (fan("x", 1, "instant", forms=("shapeless",)),),
        "x: instant is known only where no han are counted",
    ),
    "a second kong": ((fan("x", 1, "double_kong"),), "x: double_kong is known only where no han are counted"),
    "a four": ((fan("x", 1, "pung_plus_one"),), "x: pung_plus_one is known only where every place of the winning tile"),
    "a bonus of two rows": (
        tuple(fan(name, 1, "dora", count="each", acc="bonus") for name in "xy"),
        "y: the bonus dora has a row already",
    ),
}


@pytest.mark.parametrize("name", HAN_FAULTS)
def test_faulty_rows_where_yaku_count_han(name: str) -> None:
    rows, message = HAN_FAULTS[name]
    assert message in refused(*rows, han_fu=HanFu())


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ({"sets": 0}, "sets 0, expected a number 1..5"),
        ({"sets": 6}, "sets 6, expected a number 1..5"),
        ({"sets": "4"}, "sets '4'"),
        ({"sets": True}, "sets True"),
        ({"sets": 4.0}, "sets 4.0"),
        ({"minimum": -1}, "minimum -1, expected a number"),
        ({"minimum": None}, "minimum None"),
        ({"forms": ("standard", "pairs")}, "form 'pairs', expected one of standard, knitted_straight"),
        ({"wait_forms": ("thirteen_orphans",)}, "wait form 'thirteen_orphans', expected one of standard, seven_pairs"),
        ({"product": True}, "product: values that multiply are asked of every place of the winning tile"),
        ({"cap": -1}, "cap -1, expected a number from 0 or None"),
        ({"cap": 8.0}, "cap 8.0, expected a number"),
        ({"cap": True}, "cap True, expected a number"),
        ({"shown_factors": (1, 2)}, "shown_factors (1, 2), expected four numbers 1..255"),
        ({"shown_factors": (1, 2, 2, 0)}, "shown_factors (1, 2, 2, 0), expected four numbers"),
        ({"shown_factors": (1, 2, 2, 256)}, "shown_factors (1, 2, 2, 256), expected four numbers"),
        ({"shown_factors": (1, 2, 2, "2")}, "shown_factors (1, 2, 2, '2'), expected four numbers"),
        ({"most_suits": 0}, "most_suits 0, expected 1, 2 or 3"),
        ({"most_suits": 4}, "most_suits 4, expected 1, 2 or 3"),
        *(({**only, "han_fu": HanFu()}, f"{next(iter(only))}: only for rule sets that count no han") for only in (
            {"best_place": True}, {"cap": 8}, {"ties_by_group": True}, {"most_suits": 2}, {"declared_void": True})),
        *(({"circumstances": (name,), "han_fu": HanFu()}, f"{name}: only for rule sets that count no han")
          for name in ("kong_chain", "void_suit")),
    ],
)
def test_faulty_frames(frame: dict[str, Any], message: str) -> None:
    assert message in refused(A, **frame)


@pytest.mark.parametrize("row", [FLOWER, fan("flower", 2, "self_draw", acc="flower")])
def test_nothing_is_added_to_a_product(row: Fan) -> None:
    assert refused(A, row, product=True, best_place=True) == "flower: no row of acc 'flower' where values multiply"
    compiled(A, row, best_place=True)


# What the native table has room for


def test_rows() -> None:
    rows = [fan(f"row{n}", n, f"suits == {n % 3 + 1}") for n in range(LIMITS["rows"] + 1)]
    assert len(compiled(*rows[:-1]).rows) == LIMITS["rows"] == 128
    assert refused(*rows) == "row128: the native table has room for 128 rows"


def test_counted_rows() -> None:
    rows = [fan(f"each{n}", 1, COUNTER_NAMES[n % len(COUNTER_NAMES)], count="each") for n in range(13)]
    compiled(*rows[:12])
    assert LIMITS["counted rows"] == 12
    assert refused(*rows) == "each12: the native table has room for 12 counted rows"


def test_only_masks() -> None:
    rows = [fan(f"only{n}", 1, f"only('{n}m')") for n in range(1, 10)]
    # one set of tiles needs one mask, however it is written
    compiled(*rows[:8], fan("again", 1, "only('88m') or only('1m')"))
    assert LIMITS["only masks"] == 8
    assert refused(*rows) == "only9: the native table has room for 8 only masks"


def test_circumstances() -> None:
    """The eight general ones need no room of their own; of the others a rule set may use eleven."""
    names = list(CIRCUMSTANCE_BITS)
    general, rows = ([fan(name, 1, name) for name in part] for part in (names[:8], names[8:20]))
    compiled(*general, *rows[:11], fan("two", 1, f"not {rows[0].id} and not {rows[10].id}"))
    assert LIMITS["declared circumstances"] == 11
    message = f"{rows[11].id}: the native table has room for 11 declared circumstances"
    assert refused(*general, *rows) == message
    # a name denied or in an `or` is used too
    for pattern in (f"not {rows[11].id}", f"{rows[0].id} or {rows[11].id}"):
        assert "x: the native table has room for 11" in refused(*rows[:11], fan("x", 1, pattern))


def test_reductions() -> None:
    facts = ("self_draw", "concealed", "no_meld", "suits == 1", "suits == 2", "suits == 3", "has_winds", "has_dragons")
    rows = [fan(f"r{n}", 1, fact, reduces={"each": 1}) for n, fact in enumerate(facts)]
    compiled(EACH, *rows)
    assert "more: the native table has room for 8 reductions" in refused(
        EACH, *rows, fan("more", 1, "rob_kong", reduces={"each": 1})
    )


# Cycles and chains of covers


def chain(**covers: str) -> list[Fan]:
    """Rows by id, each with the ids that it covers."""
    rows = enumerate(covers.items())
    return [fan(id, 9 - n, f"suits == {n}", covers=tuple(names.split())) for n, (id, names) in rows]


@pytest.mark.parametrize(
    ("covers", "cycle"),
    [
        ({"a": "a"}, {"a"}),
        ({"a": "b", "b": "a"}, {"a", "b"}),
        # rows that only hang on the cycle are not named
        ({"x": "a", "a": "b", "b": "c", "c": "a y", "y": "z", "z": ""}, {"a", "b", "c"}),
    ],
)
def test_cycles(covers: dict[str, str], cycle: set[str]) -> None:
    message = refused(*chain(**covers))
    match = re.fullmatch(r"(\w+): covers form a cycle: ([\w > ]+)", message)
    assert match, message
    path = match[2].split(" > ")
    assert match[1] == path[0] == path[-1]
    assert set(path) == cycle
    assert len(path) == len(cycle) + 1
    for coverer, target in pairwise(path):
        assert target in covers[coverer].split()


def test_a_reduction_may_close_a_cycle() -> None:
    rows = [fan("a", 1, "quads", count="each"), fan("b", 1, "concealed", covers=("c",)), fan("c", 1, "self_draw")]
    compiled(*rows)
    rows[2] = fan("c", 1, "self_draw", covers=("b",), reduces={"a": 1})
    assert "covers form a cycle" in refused(*rows)


def test_a_group_is_part_of_the_order() -> None:
    """The dearer row of a group covers the cheaper one: the other way round is a cycle."""
    dear, cheap = fan("dear", 2, "self_draw", group="g"), fan("cheap", 1, "concealed", group="g")
    assert compiled(cheap, dear).rows == ("dear", "cheap")
    wrong = fan("cheap", 1, "concealed", group="g", covers=("dear",))
    assert "cycle: cheap > dear > cheap" in refused(dear, wrong) or "cycle: dear > cheap > dear" in refused(dear, wrong)


def test_a_chain_is_closed_or_says_so() -> None:
    assert refused(*chain(a="b", b="c", c="")) == (
        "a: covers b, which covers c, but does not cover c itself; "
        "add it to covers, or to revives if it shall count again"
    )
    compiled(*chain(a="b c", b="c", c=""))
    rows = chain(a="b", b="c", c="")
    compiled(fan("a", 9, "suits == 0", covers=("b",), revives=("c",)), *rows[1:])
    # each step is looked at: what b revives is not revived by a
    message = refused(*chain(a="b", b="c d", c="d", d=""))
    assert message.startswith("a: covers b, which covers c")
    # a group is a chain too
    group = [fan(id, value, "self_draw", group="g") for id, value in (("dear", 2), ("cheap", 1))]
    group[1] = fan("cheap", 1, "self_draw", group="g", covers=("a",))
    assert "dear: covers cheap, which covers a" in refused(*group, A)


# The order of the rows


def test_coverers_stand_first_and_others_as_written() -> None:
    lattice = compiled(
        fan("low", 1, "self_draw"),
        fan("each", 1, "quads", count="each"),
        fan("mid", 2, "concealed", covers=("low",)),
        fan("other", 7, "no_meld"),
        fan("top", 3, "suits == 1", covers=("mid", "low"), reduces={"each": 1}),
    )
    assert lattice.rows == lattice.fans == ("top", "mid", "low", "each", "other")


def test_further_rows_of_a_fan_stand_last() -> None:
    lattice = compiled(
        fan("t", 1, "terminal_pungs", count="each", label="pungs"),
        fan("w", 1, "guest_wind_pungs", count="each", label="pungs"),
        fan("d", 2, "self_draw", covers=("w",)),
    )
    assert lattice.fans == ("d", "pungs")
    assert lattice.rows == ("d", "t", "w")


def test_compiling_is_deterministic() -> None:
    """The same rows, order and table, whatever the hashes of texts are."""
    code = (
        "import hashlib, mjcore.fans.compiler as compiler\n"
        "class Lattice:\n"
        "    def __init__(self, rows, fans, **frame):\n"
        "        print(hashlib.sha256(repr((rows, fans, frame)).encode()).hexdigest())\n"
        "compiler.Lattice = Lattice\n"
        "from mjcore import rules\n"
        "rules.get('mcr').lattice, rules.get('mcr', strict98=True, red_peacock=True).lattice\n"
        "rules.get('riichi').lattice, rules.get('riichi', 'tenhou3', open_riichi=True, paarenchan=True).lattice\n"
    )
    path = os.pathsep.join([os.path.dirname(os.path.dirname(mjcore.__file__)), *filter(None, sys.path)])
    answers = set()
    for seed in "0123":
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        answers.add(run.stdout)
    assert len(answers) == 1
    assert len(set(answers.pop().split())) == 4


# The compiled object


def test_a_lattice_never_changes() -> None:
    lattice = compiled(A, B)
    assert (lattice.rows, lattice.minimum, lattice.sets, lattice.forms) == (("a", "b"), 0, 4, ("standard",))
    for name in ("rows", "fans", "minimum", "sets", "forms", "new"):
        with pytest.raises(AttributeError):
            setattr(lattice, name, ())
    with pytest.raises(RuleError, match="filled once"):
        lattice.__init__(  # type: ignore[misc]
            [], (), sets=4, forms=(), wait_forms=(), minimum=5, only_masks=(), declared=(), forest=False,
            available_waits=False, body_wait=False, discard_pung_concealed=False, quad_pairs=False, players=4,
            absent=0, claimed_chows=True, known=(), streak_from=0, best_place=True, product=False, cap=None,
            shown_factors=(1, 2, 2, 2), ties_by_group=False, most_suits=3, declared_void=False, wild_copies=0,
            discard_wins=True, numbers=(), han_fu=None,
        )  # fmt: skip
    assert (lattice.rows, lattice.minimum, lattice.counts_han) == (("a", "b"), 0, False)
    assert compiled(A, B, han_fu=HanFu()).counts_han is True


def test_no_rows_at_all() -> None:
    assert compiled().rows == ()
    assert counted(house_rules(), "123456789m1122z", "1z") == {}


def test_the_names_are_those_of_the_vocabulary() -> None:
    assert {fact.feature for fact in FACTS.values()} <= set(FEATURE_SIZES)
    names = [*FACTS, *DERIVED, *CIRCUMSTANCE_BITS, *RELATION_NAMES, *COUNTER_NAMES, *BONUS_NAMES]
    assert len(names) == len(set(names))
    assert {form for fact in FACTS.values() for form in fact.forms} <= set(FORM_ROWS)
    assert len(set(EVIDENCE_NAMES)) == len(EVIDENCE_NAMES)
    for name in DERIVED:
        compiled(fan(name, 1, name))
