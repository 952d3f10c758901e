"""The kinds of options: what each takes, how it may be written, what it is turned into, what is refused and how."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjcore import rules
from mjcore.errors import RuleError
from mjcore.rules.options import NumberOption, NumbersOption, Option, SetOption, members, numbers

CHOICE = Option("choice", ("a", "b"), "which")
SWITCH = Option("switch", (True, False), "whether")
MIXED = Option("mixed", (False, 8, 9), "from which number on")
NUMBER = NumberOption("number", 20, "how many", least=-5, most=100)
HUNDREDS = NumberOption("hundreds", 25000, "points", least=0, most=50000, step=100)
SET = SetOption("set", ("b", "a"), "which of them", members=("a", "b", "c"))
UMA = NumbersOption("uma", "20,10,-10,-20", "by rank", lengths=(4, 3))

TAKEN: list[tuple[Option, Any, Any]] = [
    (CHOICE, "a", "a"),
    (CHOICE, " B ", "b"),
    (SWITCH, True, True),
    (SWITCH, "false", False),
    (MIXED, False, False),
    (MIXED, "8", 8),
    (NUMBER, 20, 20),
    (NUMBER, -5, -5),
    (NUMBER, "100", 100),
    (NUMBER, " -5 ", -5),
    (NUMBER, "007", 7),
    (HUNDREDS, 0, 0),
    (HUNDREDS, "30000", 30000),
    (SET, "", ""),
    (SET, "none", ""),
    (SET, [], ""),
    (SET, "c", "c"),
    (SET, "c, a", "a,c"),
    (SET, ["b", "a"], "a,b"),
    (SET, {"c", "b"}, "b,c"),
    (SET, frozenset("abc"), "a,b,c"),
    (UMA, "20,10,-10,-20", "20,10,-10,-20"),
    (UMA, " 15, 0 ,-15", "15,0,-15"),
    (UMA, [30, 10, -10, -30], "30,10,-10,-30"),
    (UMA, ("1", 2, np.int64(-3)), "1,2,-3"),
]
REFUSED: list[tuple[Option, Any, str]] = [
    *((CHOICE, wrong, "expected one of 'a', 'b'") for wrong in ("c", "", "a,b", None, 0, ["a"], ("a",))),
    *((SWITCH, wrong, "expected one of True, False") for wrong in (1, 0, "yes", None, 1.0, "", np.True_)),
    *((MIXED, wrong, "expected one of False, 8, 9") for wrong in (True, 0, 10, 8.0, "x")),
    *(
        (NUMBER, wrong, "expected a whole number -5..100")
        for wrong in (-6, 101, 20.0, True, None, "", "x", "1.5", "--5", "5-", "9" * 5000, "٣x", [20], 10**30, b"20")
    ),
    *(
        (HUNDREDS, wrong, "expected a whole number 0..50000 in steps of 100")
        for wrong in (50, 49_999, 50_100, "25050", -100, False)
    ),
    *(
        (SET, wrong, "expected any of a, b, c, each once, with commas")
        for wrong in ("d", "a,a", "a,,b", "A", ["a", "a"], [None], [["a"]], None, 0, True, {"a": 1}, ("a", "none"))
    ),
    *(
        (UMA, wrong, "expected 4 or 3 whole numbers with commas")
        for wrong in ("", "1,2", "1,2,3,4,5", "1,2,x", "1,2,", "1.0,2,3", [1, 2], [1, 2, True], [1, 2, 3.0], 5, None,
                      "--5,1,2", "5-,1,2", f"{'9' * 5000},1,2", {1, 2, 3})
    ),
]  # fmt: skip


@pytest.mark.parametrize(("option", "given", "value"), TAKEN)
def test_taken(option: Option, given: Any, value: Any) -> None:
    found = option.check(given)
    assert found == value
    assert type(found) is type(value)
    # what was found is taken as it is
    assert option.check(found) == found
    assert option.accepts(found)


@pytest.mark.parametrize(("option", "given", "message"), REFUSED)
def test_refused(option: Option, given: Any, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        option.check(given)
    assert str(caught.value).startswith(f"option {option.id}: ")
    assert str(caught.value).endswith(message)
    assert not option.accepts(given)


def test_what_they_say_of_themselves() -> None:
    for option, default, allowed in (
        (CHOICE, "a", "'a', 'b'"),
        (NUMBER, 20, "-5..100"),
        (HUNDREDS, 25000, "0..50000 in steps of 100"),
        (SET, "a,b", "any of a, b, c"),
        (UMA, "20,10,-10,-20", "4 or 3 whole numbers with commas"),
    ):
        assert (option.default, option.allowed) == (default, allowed)
        assert len({option, option}) == 1
        with pytest.raises(AttributeError):
            option.id = "other"  # type: ignore[misc]


def test_values_as_data() -> None:
    assert members("a,c") == ("a", "c")
    assert members("") == ()
    assert numbers("20,10,-10,-20") == (20, 10, -10, -20)


def test_a_rule_set_takes_them_however_they_are_written() -> None:
    """And has them in one form, so that equal choices are equal rule sets."""
    ways: list[dict[str, Any]] = [
        {"pao": "daisuushii,daisangen", "uma": [15, 5, -5, -15], "start": "30000", "kiriage": "true"},
        {"pao": ["daisangen", "daisuushii"], "uma": "15,5, -5,-15", "start": 30000, "kiriage": True},
    ]
    one, other = (rules.get("riichi", **way) for way in ways)
    assert one == other
    assert hash(one) == hash(other)
    assert one.values["pao"] == "daisangen,daisuushii"
    assert repr(one) == "<RuleSet riichi start=30000 uma='15,5,-5,-15' kiriage=True>"
    assert rules.get("riichi", pao="none").values["pao"] == ""
