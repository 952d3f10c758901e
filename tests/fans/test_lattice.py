"""How rows are counted: covers, reductions, groups, the fallback, labels, forests, forms. With made-up rule sets."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import mjcore as mj
from house_rules import FORMS, counted, fan, house_rules
from mjcore.fans.lattice import LIMITS
from mjcore.fans.rows import Fan

# concealed and won on a discard unless told otherwise
PUNGS = ("111333m77799p44s", "9p")
SHIFTED = ("111222333m99p44s", "9p")
CHOWS = ("123456789m1122z", "1z")


def counts(*rows: Fan, hand: tuple[str, str] = PUNGS, **how: Any) -> dict[str, int]:
    return counted(house_rules(*rows), *hand, **how)


ALL_PUNGS = fan("all_pungs", 6, "all_pungs")
CONCEALED = fan("concealed", 2, "concealed")
DRAWN = fan("drawn", 1, "self_draw")
TERMINALS = fan("terminals", 1, "terminal_pungs", count="each")


# Covers


def test_a_counted_row_takes_what_it_covers() -> None:
    rows = (fan("top", 9, "all_pungs", covers=("concealed",)), CONCEALED, DRAWN)
    assert counts(*rows) == {"top": 1}
    assert counts(*rows, self_draw=True) == {"top": 1, "drawn": 1}
    assert counts(*rows, hand=CHOWS) == {"concealed": 1}


def test_only_counted_rows_cover() -> None:
    """c is covered by b, b by a: with a it counts again, which a has to say."""
    a = fan("a", 9, "all_pungs", covers=("b",), revives=("c",))
    b = fan("b", 4, "concealed", covers=("c",))
    c = fan("c", 1, "self_draw")
    assert counts(a, b, c, self_draw=True) == {"a": 1, "c": 1}
    assert counts(a, b, c, hand=CHOWS, self_draw=True) == {"b": 1}
    assert counts(fan("a", 9, "all_pungs", covers=("b", "c")), b, c, self_draw=True) == {"a": 1}


def test_covers_do_not_ask_for_values() -> None:
    """A cheap row may cover a dear one; the total is what the rows say, not the most there could be."""
    assert counts(fan("cheap", 1, "concealed", covers=("all_pungs",)), ALL_PUNGS) == {"cheap": 1}


def test_the_written_order_does_not_matter() -> None:
    rows = [
        fan("a", 9, "all_pungs", covers=("b",), revives=("c",)),
        fan("b", 4, "concealed", covers=("c", "d")),
        fan("c", 1, "self_draw"),
        fan("d", 2, "terminal_pungs", count="each"),
        fan("e", 3, "suits == 3", reduces={"d": 1}, covers=("f",)),
        fan("f", 5, "no_meld"),
    ]
    rows[0] = fan("a", 9, "all_pungs", covers=("b",), revives=("c", "d"))
    answers = {tuple(sorted(counts(*order, self_draw=True).items())) for order in permutations(rows)}
    assert answers == {(("a", 1), ("c", 1), ("d", 1), ("e", 1))}


def test_more_than_one_word_of_rows() -> None:
    """Rows beyond the 64th count and cover like the others."""
    plain = [fan(f"r{n}", 1, "all_pungs") for n in range(LIMITS["rows"] - 4)]
    last = (
        fan("covered", 50, "concealed"),
        fan("each", 7, "terminal_pungs", count="each"),
        fan("pure", 9, "pure_pung_shift3"),
        fan("coverer", 3, "no_meld", covers=("covered", "r0", "r100"), reduces={"each": 1}),
    )
    rules = house_rules(*plain, *last)
    expected = {row.id: 1 for row in plain if row.id not in ("r0", "r100")}
    expected |= {"each": 1, "pure": 1, "coverer": 1}
    assert counted(rules, *SHIFTED) == expected
    score = mj.score(*SHIFTED, rules=rules)
    assert {c.fan: c.by for c in score.covered} == dict.fromkeys(("covered", "r0", "r100"), "coverer")
    # fans come as they are written
    assert [entry.fan for entry in score.fans] == list(expected)


def test_values_up_to_the_largest() -> None:
    rows = [fan(f"r{n}", 8191, "all_pungs") for n in range(16)]
    assert mj.score(*PUNGS, rules=house_rules(*rows)).total == 16 * 8191


def test_rows_that_count_the_same() -> None:
    drawn = fan("drawn", 3, "terminal_pungs and self_draw", count="each")
    assert counts(TERMINALS, drawn) == {"terminals": 2}
    assert counts(TERMINALS, drawn, self_draw=True) == {"terminals": 2, "drawn": 2}
    cover = fan("drawn", 3, "terminal_pungs and self_draw", count="each", covers=("terminals",))
    assert counts(TERMINALS, cover, self_draw=True) == {"drawn": 2}


# Covers with a number


def test_a_reduction_lowers_a_count() -> None:
    # two pungs of terminals, 111m and 999p
    assert counts(TERMINALS) == {"terminals": 2}
    for times, left in ((1, 1), (2, 0), (5, 0)):
        rows = (TERMINALS, fan("less", 3, "concealed", reduces={"terminals": times}))
        assert counts(*rows) == {name: n for name, n in {"terminals": left, "less": 1}.items() if n}
    # the whole count if the row is not there
    assert counts(TERMINALS, fan("less", 3, "self_draw", reduces={"terminals": 1})) == {"terminals": 2}


def test_reductions_add_up() -> None:
    less = [fan(f"less{n}", 1, pattern, reduces={"terminals": 1}) for n, pattern in enumerate(("concealed", "no_meld"))]
    assert counts(TERMINALS, *less) == {"less0": 1, "less1": 1}
    assert counts(TERMINALS, *less, hand=("111333m9p[444s<]777p", "9p")) == {"terminals": 1}
    assert counts(TERMINALS, *less, hand=("111333m9p(4444s)777p", "9p")) == {"less0": 1}


def test_a_covered_row_reduces_nothing() -> None:
    less = fan("less", 1, "concealed", reduces={"terminals": 1})
    rows = (TERMINALS, less, fan("top", 9, "no_meld", covers=("less",)))
    assert counts(*rows) == {"terminals": 2, "top": 1}


def test_a_row_reduced_to_nothing_is_covered() -> None:
    rows = (TERMINALS, fan("less", 3, "concealed", reduces={"terminals": 2}))
    assert [(c.fan, c.by) for c in mj.score(*PUNGS, rules=house_rules(*rows)).covered] == [("terminals", "less")]
    rows = (TERMINALS, fan("less", 3, "concealed", reduces={"terminals": 1}))
    score = mj.score(*PUNGS, rules=house_rules(*rows))
    assert score.covered == ()
    assert [entry.sets for entry in score.fans] == [("999p",), ()]


def test_reduced_to_nothing_the_fallback_may_count() -> None:
    less = fan("less", 0, "concealed", reduces={"terminals": 2})
    rows = (TERMINALS, less, fan("none", 8, if_nothing=True, ignores=("less",)))
    assert counts(*rows) == {"less": 1, "none": 1}


# Groups


def group(**values: int) -> list[Fan]:
    patterns = {"pungs": "all_pungs", "closed": "concealed", "drawn": "self_draw", "last": "last_tile"}
    return [fan(id, value, patterns[id], group="g") for id, value in values.items()]


def test_of_a_group_only_the_dearest_counts() -> None:
    rows = group(closed=2, pungs=6, drawn=4)
    assert counts(*rows, self_draw=True) == {"pungs": 1}
    assert counts(*rows, hand=CHOWS, self_draw=True) == {"drawn": 1}
    assert counts(*rows, hand=CHOWS) == {"closed": 1}
    assert counts(*rows, hand=("2m[111m<][222s<][123p<][999p<]", "2m")) == {}


def test_of_equals_the_first_counts() -> None:
    assert counts(*group(closed=3, pungs=3, drawn=3), self_draw=True) == {"closed": 1}
    assert counts(*group(drawn=3, closed=3, pungs=3), self_draw=True) == {"drawn": 1}
    assert counts(*group(pungs=3, closed=3, drawn=3), hand=CHOWS, self_draw=True) == {"closed": 1}


def test_when_the_dearest_is_covered_the_next_one_stands() -> None:
    rows = group(closed=2, pungs=6)
    top = fan("top", 9, "no_meld", covers=("pungs",), revives=("closed",))
    assert counts(*rows, top) == {"top": 1, "closed": 1}
    score = mj.score(*PUNGS, rules=house_rules(*rows, top))
    assert [(c.fan, c.by) for c in score.covered] == [("pungs", "top")]


def test_losers_of_a_group_cover_nothing() -> None:
    cheap = fan("cheap", 2, "concealed", group="g", covers=("drawn",))
    dear = fan("dear", 6, "all_pungs", group="g", revives=("drawn",))
    assert counts(cheap, dear, DRAWN, self_draw=True) == {"dear": 1, "drawn": 1}
    assert counts(cheap, dear, DRAWN, hand=CHOWS, self_draw=True) == {"cheap": 1}


def test_groups_do_not_see_each_other() -> None:
    rows = [*group(closed=2, pungs=6), fan("x", 1, "no_meld", group="h"), fan("y", 2, "concealed", group="h")]
    assert counts(*rows) == {"pungs": 1, "y": 1}
    score = mj.score(*PUNGS, rules=house_rules(*rows))
    assert {c.fan: c.by for c in score.covered} == {"closed": "pungs", "x": "y"}


# The fallback and the flowers

FLOWERS = fan("flowers", 1, "flowers", count="each", acc="flower")
NOTHING = fan("nothing", 8, if_nothing=True, ignores=("flowers",))


def test_the_fallback_counts_if_nothing_else_does() -> None:
    assert counts(NOTHING, FLOWERS, DRAWN) == {"nothing": 1}
    assert counts(NOTHING, FLOWERS, DRAWN, flowers="135f") == {"nothing": 1, "flowers": 3}
    assert counts(NOTHING, FLOWERS, DRAWN, self_draw=True) == {"drawn": 1}
    assert counts(fan("nothing", 8, if_nothing=True), FLOWERS, flowers="1f") == {"flowers": 1}
    # a row worth nothing is a row
    assert counts(NOTHING, FLOWERS, fan("zero", 0, "self_draw"), self_draw=True) == {"zero": 1}


def test_the_fallback_may_make_another_reading_the_best() -> None:
    """111222333m is three pungs (2 points) or three chows (nothing, so the fallback's 8)."""
    for value, best in ((2, "nothing"), (7, "nothing"), (9, "pungs")):
        assert counts(fan("pungs", value, "chows == 0"), NOTHING, FLOWERS, hand=SHIFTED) == {best: 1}


def test_flowers_are_outside_the_minimum() -> None:
    rules = house_rules(FLOWERS, DRAWN, minimum=2)
    score = mj.score(*PUNGS, rules=rules, self_draw=True, flowers=8)
    assert (score.total, score.total_without_flowers, score.legal) == (9, 1, False)
    assert score.reason == "1 points without flowers, House asks for 2"
    two = house_rules(fan("flowers", 2, "flowers", count="each", acc="flower"), DRAWN, minimum=1)
    score = mj.score(*PUNGS, rules=two, self_draw=True, flowers="18f")
    assert (score.total, score.total_without_flowers, score.legal, score.reason) == (5, 1, True, "")


def test_flowers_may_be_points() -> None:
    rules = house_rules(fan("flowers", 2, "flowers", count="each"), minimum=6)
    for number in range(9):
        score = mj.score(*PUNGS, rules=rules, flowers=number)
        assert score.total == score.total_without_flowers == 2 * number
        assert score.legal == (number >= 3)


# Labels


def test_rows_of_one_label_are_one_fan() -> None:
    rows = (
        fan("suited", 2, "terminal_pungs", count="each", label="pungs"),
        fan("winds", 3, "guest_wind_pungs", count="each", label="pungs"),
        fan("top", 9, "wind_pungs == 2", covers=("winds",)),
    )
    rules = house_rules(*rows)
    assert rules.fan_ids == ("top", "pungs")
    for hand, win, count, value, sets in (
        (*PUNGS, 2, 4, ("111m", "999p")),
        ("222333m444p5566s", "6s", 0, 0, ()),
        ("111m222333z5566p", "6p", 1, 2, ("111m",)),
        ("111m234p222z5566p", "6p", 2, 5, ("111m", "222z")),
    ):
        found = {entry.fan: entry for entry in mj.score(hand, win, rules).fans}
        if not count:
            assert "pungs" not in found
            continue
        entry = found["pungs"]
        assert (entry.count, entry.value, entry.sets) == (count, value, sets)
        counted(rules, hand, win)


def test_a_half_covered_fan_is_counted_not_covered() -> None:
    rules = house_rules(
        fan("suited", 2, "terminal_pungs", count="each", label="pungs"),
        fan("winds", 3, "guest_wind_pungs", count="each", label="pungs"),
        fan("top", 9, "concealed", covers=("winds",)),
    )
    score = mj.score("111m234p222z5566p", "6p", rules)
    assert [tuple(entry) for entry in score.fans] == [("pungs", 1, 2, ("111m",)), ("top", 1, 9, ())]
    assert score.covered == ()
    score = mj.score("123m234p222z5566p", "6p", rules)
    assert [tuple(entry) for entry in score.covered] == [("pungs", "top")]


# Relations between sets


def test_relations_without_a_forest_are_counted_once_each() -> None:
    rows = (fan("same", 1, "pure_double"), fan("three", 3, "pure_triple"), fan("ends", 2, "two_terminal"))
    assert counts(*rows, hand=("123123123789m5p", "5p")) == {"same": 1, "three": 1, "ends": 1}


def test_a_forest_joins_every_set_once() -> None:
    rows = (
        fan("same", 1, "pure_double", forest=True),
        fan("three", 5, "pure_triple", forest=True),
        fan("ends", 2, "two_terminal", forest=True),
    )
    # three equal chows, and the 789 hangs on one of them; it could hang on each, but that is worth one less
    assert counts(*rows, hand=("123123123789m5p", "5p")) == {"three": 1, "ends": 1}
    # two and two: each 123 with a 789, and one more of any kind
    assert counts(*rows, hand=("123123789789m5p", "5p")) == {"ends": 3}
    score = mj.score("123123789789m5p", "5p", house_rules(*rows))
    assert [(c.fan, c.by) for c in score.covered] == [("same", "combination")]


def test_the_forest_of_greatest_value_is_kept() -> None:
    def rows(two: int, three: int) -> tuple[Fan, ...]:
        return (fan("two", two, "short_straight", forest=True), fan("three", three, "pure_straight", forest=True))

    hand = ("123456789m55p11z", "1z")
    assert counts(*rows(2, 5), hand=hand) == {"three": 1}
    # 123-456 and 456-789
    assert counts(*rows(3, 5), hand=hand) == {"two": 2}


# Forms


def test_rows_hold_on_the_forms_of_their_facts() -> None:
    rows = (
        fan("closed", 1, "concealed"),
        fan("two_suits", 1, "suits == 2"),
        fan("chows", 1, "pungs == 0"),
        fan("hogs", 1, "quads", count="each"),
        fan("small", 1, "ranks_in('123456')"),
    )
    assert counts(*rows, hand=("1111m22334455p6z", "6z")) == {"closed": 1, "two_suits": 1, "hogs": 1, "small": 1}
    assert counts(*rows, hand=("147m258p345669s1z", "1z")) == {"closed": 1}
    assert counts(*rows, hand=("19m19p19s1234567z", "1z")) == {"closed": 1}


HANDS = {
    "standard": ("123456789m1122z", "1z"),
    "knitted_straight": ("147m258p345669s1z", "1z"),
    "seven_pairs": ("1188m22334455p6z", "6z"),
    "thirteen_orphans": ("19m19p19s1234567z", "1z"),
    "greater_knitted": ("147m25p36s123456z", "7z"),
    "lesser_knitted": ("147m258p36s12345z", "6z"),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_row_are_all_it_holds_on(form: str) -> None:
    rules = house_rules(fan("closed", 1, "concealed", forms=(form,)), fan("is", 2, f"form_{form}"))
    for name, hand in HANDS.items():
        assert counted(rules, *hand) == ({"closed": 1, "is": 1} if name == form else {})
        assert mj.score(*hand, rules=rules).reading.form == name


@pytest.mark.parametrize("form", FORMS)
def test_only_the_forms_of_a_rule_set_win(form: str) -> None:
    assert mj.score(*HANDS[form], rules=house_rules(DRAWN, forms=(form,))).reading.form == form
    others = tuple(other for other in FORMS if other != form)
    with pytest.raises(mj.NotAWin, match="no winning shape of house"):
        mj.score(*HANDS[form], rules=house_rules(DRAWN, forms=others))


def test_wait_forms_and_the_only_wait() -> None:
    """4455557m112233p waits for 6m to complete sets, for 7m to complete pairs."""
    single = fan("single", 1, "wait_count == 1")
    assert counted(house_rules(single), "4455557m112233p", "6m") == {"single": 1}
    assert counted(house_rules(single, wait_forms=("standard", "seven_pairs")), "4455557m112233p", "6m") == {}
    # a meld leaves no pairs
    pairs_too = house_rules(single, wait_forms=("standard", "seven_pairs"))
    assert counted(pairs_too, "4455557m[123p<][123p<]", "6m") == {"single": 1}


def test_kinds_of_which_none_is_left() -> None:
    """1111345678999m waits for 2m; a fifth 1m would complete it too."""
    only = fan("only", 1, "wait_count == 1")
    assert counted(house_rules(only, available_waits=True), "1111345678999m", "2m") == {"only": 1}
    assert counted(house_rules(only, available_waits=False), "1111345678999m", "2m") == {}
    # copies in melds are held too
    assert counted(house_rules(only, available_waits=True), "1234m[111m<][111p<][111s<]", "4m") == {"only": 1}
    assert counted(house_rules(only, available_waits=False), "1234m[111m<][111p<][111s<]", "4m") == {}


def test_discards_that_complete_a_pung() -> None:
    rows = (fan("three", 1, "concealed_pungs == 3"), fan("four", 1, "concealed_pungs == 4"))
    hand = ("111333m77799p44s", "9p")
    assert counted(house_rules(*rows), *hand) == {"three": 1}
    assert counted(house_rules(*rows), *hand, self_draw=True) == {"four": 1}
    assert counted(house_rules(*rows, discard_pung_concealed=True), *hand) == {"four": 1}
    # the tile can stand in the chow of 222m234m, so the pung was there before
    one = house_rules(fan("one", 1, "concealed_pungs == 1"))
    assert counted(one, "22234m44s[111p<][999p<]", "2m") == {"one": 1}


# Five sets


def test_a_rule_set_of_five_sets() -> None:
    rules = house_rules(
        fan("claimed", 5, "all_claimed"),
        fan("pungs", 9, "pungs == 5"),
        fan("chows", 2, "chows == 5"),
        fan("concealed", 3, "concealed_pungs >= 3"),
        fan("same", 1, "pure_double", forest=True),
        fan("each", 1, "terminal_pungs", count="each"),
        sets=5,
        forms=("standard",),
    )
    assert counted(rules, "123123m123p123789s5z", "5z") == {"chows": 1, "same": 1}
    assert counted(rules, "111222333444m5557p", "7p") == {"pungs": 1, "concealed": 1, "each": 1}
    assert counted(rules, "7p[111m<][222m<][333m<][444m<][555p<]", "7p") == {"claimed": 1, "pungs": 1, "each": 1}
    assert counted(rules, "7p[111m<][222m<](3333m)[444m<][555p<]", "7p") == {"pungs": 1, "each": 1}
    with pytest.raises(mj.HandError, match="house is played with hands of 17 tiles"):
        mj.score("123456789m1122z", "1z", rules)
    with pytest.raises(mj.HandError, match="mcr is played with hands of 14 tiles"):
        mj.score("123123m123p123789s5z", "5z")
