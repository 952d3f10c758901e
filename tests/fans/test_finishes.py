"""How rows become a total: sums and products, caps, what is outside the minimum, groups, places of the winning tile."""

from __future__ import annotations

import pickle
from math import prod
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from generators import to_win_arguments, wins
from house_rules import fan, house_rules
from mjcore.errors import NotAWin, RuleError
from mjcore.fans.rows import Fan
from mjcore.rules import RuleSet

PLAIN = ("123456789m1122z", "1z")
CLAIMED = ("5p[123m<][444p<][789s<][222z<]", "5p")
KONGS = ("1z[123m<](1111s)[2222s<](3333p)", "1z")
# three chows of one sort or three pungs, and a pung of dragons
BOTH = ("111222333m44p77z", "7z")
DRAWN = fan("drawn", 2, "self_draw")
CLOSED = fan("closed", 3, "concealed")


def scored(rules: RuleSet, hand: str, win: str, **how: Any) -> mj.Score:
    """The score, which a batch agrees with; it is what its fans are worth."""
    score = mj.score(hand, win, rules, **how)
    many = mj.batch.score([score.win], rules)
    assert (many.total.tolist(), many.legal.tolist(), many.error.tolist()) == ([score.total], [score.legal], [0])
    assert many.fans is not None
    counts = {name: n for name, n in zip(rules.fan_ids, many.fans[0].tolist(), strict=True) if n}
    assert counts == {entry.fan: entry.count for entry in score.fans}
    assert pickle.loads(pickle.dumps(score.win)) == score.win
    assert score.to_dict()["total"] == score.total
    return score


def fans(score: mj.Score) -> dict[str, int]:
    return {entry.fan: entry.value for entry in score.fans}


def product_rules(*rows: Fan, **frame: Any) -> RuleSet:
    return house_rules(*rows, best_place=True, product=True, **frame)


# Products


def test_values_multiply() -> None:
    rules = product_rules(DRAWN, CLOSED, fan("flush", 4, "suits == 1"))
    for hand, how, total in (
        (PLAIN, {"self_draw": True}, 2 * 3 * 4),
        (PLAIN, {}, 3 * 4),
        (("123456789m55p11z", "1z"), {"self_draw": True}, 2 * 3),
        (("5m[123m<][444m<][789m<][222z<]", "5m"), {}, 4),
        # without any row there is nothing to multiply
        (CLAIMED, {}, 0),
    ):
        score = scored(rules, *hand, **how)
        assert score.total == score.raw == score.total_without_flowers == total
        assert prod(fans(score).values()) == (total or 1)


def test_counted_rows_multiply_as_often_as_they_count() -> None:
    rules = product_rules(DRAWN, fan("kong", 2, "each_kong", count="each"), fan("quad", 3, "quads", count="each"))
    score = scored(rules, *KONGS)
    assert fans(score) == {"kong": 8}
    assert [entry.count for entry in score.fans] == [3]
    assert score.total == 8
    score = scored(rules, "111123m567p11z(1111s)", "1z", self_draw=True)
    assert fans(score) == {"drawn": 2, "kong": 2, "quad": 3}
    assert score.total == 12


def test_relations_multiply_as_often_as_they_count() -> None:
    relations = {"pure_double": 3, "short_straight": 5, "two_terminal": 7}
    rules = product_rules(*(fan(name, value, name, forest=True) for name, value in relations.items()))
    score = scored(rules, "112233m778899m7z", "7z")
    assert fans(score) == {"two_terminal": 343}
    assert score.total == 343
    score = scored(rules, "112233m445566m7z", "7z")
    assert (score.total, fans(score)) == (125, {"short_straight": 125})


def test_a_covered_row_does_not_multiply() -> None:
    rules = product_rules(fan("draw", 5, "self_draw", covers=("closed",)), CLOSED)
    assert scored(rules, *PLAIN, self_draw=True).total == 5
    assert scored(rules, *PLAIN).total == 3
    assert [tuple(entry) for entry in scored(rules, *PLAIN, self_draw=True).covered] == [("closed", "draw")]


def test_the_fallback_of_products() -> None:
    nothing = fan("nothing", 1, if_nothing=True)
    assert scored(product_rules(DRAWN, nothing), *CLAIMED).total == 1
    assert fans(scored(product_rules(DRAWN, nothing), *CLAIMED, self_draw=True)) == {"drawn": 2}
    # beside rows that it does not look at it is a factor like others
    rules = product_rules(DRAWN, CLOSED, fan("nothing", 7, if_nothing=True, ignores=("drawn",)))
    assert scored(rules, *CLAIMED, self_draw=True).total == 14
    assert scored(rules, *CLAIMED).total == 7
    assert scored(rules, *PLAIN, self_draw=True).total == 6


def test_large_products() -> None:
    """They end at a number that a batch can hold."""
    rules = product_rules(*(fan(f"r{n}", 8000, f"claimed == {n - n}") for n in range(4)))
    assert scored(rules, *PLAIN).total == 1 << 30
    one = product_rules(fan("kong", 8000, "each_kong", count="each"))
    score = scored(one, *KONGS)
    assert score.total == sum(fans(score).values()) == 1 << 30


@pytest.mark.parametrize("seed", range(3))
def test_products_and_sums_find_the_same_rows(seed: int) -> None:
    """Where no reading is better than another, the sum and the product are about the same rows."""
    rows = (DRAWN, CLOSED, fan("flush", 4, "suits == 1"), fan("claims", 5, "claimed >= 2"),
            fan("kong", 2, "each_kong", count="each"), fan("honours", 7, "has_honours"))  # fmt: skip
    products, sums = product_rules(*rows), house_rules(*rows, best_place=True)
    plain = [mj.Win(hand, tile, **how) for hand, tile, how in map(to_win_arguments, wins(300, seed))]
    many = mj.batch.score(plain, products)
    for win, total in zip(plain, many.total.tolist(), strict=True):
        score, other = mj.score(win, rules=products), mj.score(win, rules=sums)
        assert [(entry.fan, entry.count) for entry in score.fans] == [(entry.fan, entry.count) for entry in other.fans]
        worth = {row.id: row.value for row in rows}
        assert score.total == total == prod(worth[e.fan] ** e.count for e in score.fans) * bool(score.fans)
        assert other.total == sum(worth[e.fan] * e.count for e in other.fans)


# The minimum of products


@pytest.mark.parametrize(
    ("how", "legal"),
    [
        ({}, False),
        ({"self_draw": True}, True),  # asks for nothing
        ({"shown": True}, True),
        ({"loser_shown": True}, False),
        ({"shown": True, "loser_shown": True}, True),
        ({"rob_kong": True}, False),
        ({"rob_kong": True, "loser_shown": True, "shown": True}, True),
    ],
)
def test_the_minimum_of_products(how: dict[str, Any], legal: bool) -> None:
    """A product of 3 where 6 are asked for; what shown hands multiply counts for the minimum alone."""
    rules = product_rules(CLOSED, minimum=6, circumstances=("shown", "loser_shown"), shown_factors=(1, 2, 1, 3))
    score = scored(rules, "13456m333456p55z", "2m", **how)
    assert (score.total, score.legal) == (3, legal)
    assert score.reason == ("" if legal else "worth 3, House asks for 6 on another player's tile")


def test_the_usual_shown_factors() -> None:
    rules = product_rules(CLOSED, minimum=6, circumstances=("shown", "loser_shown"))
    for how in ({"shown": True}, {"loser_shown": True}, {"shown": True, "loser_shown": True}):
        assert scored(rules, *PLAIN, **how).legal
    assert not scored(rules, *PLAIN).legal
    # they are no part of a sum
    assert not scored(house_rules(CLOSED, minimum=6, circumstances=("shown",)), *PLAIN, shown=True).legal


# Caps, units, rows outside the minimum


@pytest.mark.parametrize("finish", [{}, {"best_place": True}, {"best_place": True, "product": True}])
@pytest.mark.parametrize("cap", [None, 0, 1, 5, 6, 7, 100])
def test_caps(finish: dict[str, bool], cap: int | None) -> None:
    rules = house_rules(fan("draw", 2, "self_draw"), fan("closed", 3, "concealed"), cap=cap, **finish)
    raw = 6 if "product" in finish else 5
    score = scored(rules, *PLAIN, self_draw=True)
    assert (score.raw, score.total) == (raw, raw if cap is None else min(raw, cap))
    assert score.total_without_flowers == raw
    # the fans say what they are worth, not what is paid
    assert fans(score) == {"draw": 2, "closed": 3}


def test_the_best_reading_is_chosen_before_the_cap() -> None:
    rules = house_rules(fan("pungs", 9, "pungs == 4"), fan("chows", 8, "chows == 3"), cap=8)
    score = scored(rules, *BOTH)
    assert (score.raw, score.total, fans(score)) == (9, 8, {"pungs": 9})


def test_the_minimum_does_not_see_the_cap() -> None:
    rules = house_rules(CLOSED, DRAWN, minimum=5, cap=4)
    assert scored(rules, *PLAIN, self_draw=True).legal
    assert not scored(rules, *PLAIN).legal


def test_units() -> None:
    rules = house_rules(CLOSED, DRAWN, cap=5, units=(1, 2, 4, 8, 16, 24))
    score = scored(rules, *PLAIN, self_draw=True)
    assert (score.total, score.unit) == (5, 24)
    assert scored(rules, *PLAIN).unit == 8
    assert {name: score.to_dict()[name] for name in ("raw", "unit", "total")} == {"raw": 5, "unit": 24, "total": 5}
    # the total itself is paid
    plain = house_rules(CLOSED)
    assert scored(plain, *PLAIN).unit is None
    assert "unit" not in scored(plain, *PLAIN).to_dict()
    assert plain.unit_of(3) == 3
    short = house_rules(CLOSED, DRAWN, units=(1, 2, 4, 8))
    score = mj.score(*PLAIN, short, self_draw=True)
    with pytest.raises(RuleError, match=r"no unit for a total of 5, only for 0\.\.3"):
        _ = score.unit


@pytest.mark.parametrize("best_place", [False, True])
def test_rows_outside_the_minimum(best_place: bool) -> None:
    rules = house_rules(
        DRAWN, fan("season", 4, "seat_season", acc="flower"), fan("none", 5, "no_flowers", acc="flower"),
        fan("nothing", 1, if_nothing=True), minimum=2, best_place=best_place,
    )  # fmt: skip
    for how, total, points, legal in (
        ({"self_draw": True}, 7, 2, True),
        ({"self_draw": True, "flowers": "1f"}, 6, 2, True),
        ({"self_draw": True, "flowers": "2f"}, 2, 2, True),
        ({"flowers": "15f"}, 4, 0, False),
        ({}, 5, 0, False),
        ({"flowers": "2f"}, 1, 1, False),
    ):
        score = scored(rules, *CLAIMED, **how)
        assert (score.total, score.raw, score.total_without_flowers, score.legal) == (total, total, points, legal)
        assert sum(fans(score).values()) == total
        if not legal:
            assert score.reason == f"{points} points without flowers, House asks for 2"


def test_such_rows_may_be_covered_and_are_capped() -> None:
    rules = house_rules(fan("all", 9, "all_seasons", acc="flower", covers=("season",)),
                        fan("season", 4, "seat_season", acc="flower"), DRAWN, cap=10)  # fmt: skip
    score = scored(rules, *CLAIMED, flowers="1234f", self_draw=True)
    assert (score.total, score.raw, fans(score)) == (10, 11, {"all": 9, "drawn": 2})
    assert [tuple(entry) for entry in score.covered] == [("season", "all")]


def test_counted_flowers_and_others_outside_the_minimum() -> None:
    rules = house_rules(DRAWN, fan("each", 1, "flowers", count="each", acc="flower"),
                        fan("plant", 2, "seat_plant", acc="flower"))  # fmt: skip
    score = scored(rules, *CLAIMED, flowers="158f", self_draw=True)
    assert (score.total, score.total_without_flowers) == (3 + 2 + 2, 2)


def test_readings_are_compared_without_such_rows() -> None:
    """What is outside the minimum does not make a reading better."""
    rules = house_rules(fan("pungs", 3, "pungs == 4"), fan("chows", 9, "chows == 3", acc="flower"))
    score = scored(rules, *BOTH)
    assert (score.total, fans(score)) == (3, {"pungs": 3})


# Groups


def test_a_group_keeps_the_row_that_is_worth_most() -> None:
    """Its value less what it takes from counted rows."""
    kong = fan("kong", 1, "each_kong", count="each")
    dear = fan("dear", 5, "kongs == 3", group="g", reduces={"kong": 3})
    cheap = fan("cheap", 3, "all_claimed or all_exposed", group="g")
    assert fans(scored(house_rules(kong, dear, cheap), *KONGS)) == {"kong": 3, "cheap": 3}
    worth_it = fan("dear", 7, "kongs == 3", group="g", reduces={"kong": 3})
    assert fans(scored(house_rules(kong, worth_it, cheap), *KONGS)) == {"dear": 7}
    # a cover says the same where the pattern fixes the count
    cheap = fan("cheap", 3, "all_exposed", group="g", revives=("kong",))
    covering = fan("dear", 5, "kongs == 3", group="g", covers=("kong",))
    assert fans(scored(house_rules(kong, covering, cheap), *KONGS)) == {"kong": 3, "cheap": 3}
    covering = fan("dear", 7, "kongs == 3", group="g", covers=("kong",))
    assert fans(scored(house_rules(kong, covering, cheap), *KONGS)) == {"dear": 7}


def test_equal_rows_of_a_group() -> None:
    """The larger value decides, then the written order."""
    kong = fan("kong", 1, "each_kong", count="each")
    net = (fan("net", 3, "all_exposed", group="g"), fan("gross", 6, "kongs == 3", group="g", reduces={"kong": 3}))
    assert fans(scored(house_rules(kong, *net), *KONGS)) == {"gross": 6}
    same = (fan("first", 3, "all_exposed", group="g"), fan("second", 3, "kongs == 3", group="g"))
    assert fans(scored(house_rules(*same), *KONGS)) == {"first": 3}
    assert fans(scored(house_rules(*same[::-1]), *KONGS)) == {"second": 3}


def test_a_group_with_an_unknown_loss() -> None:
    kong = fan("kong", 1, "each_kong", count="each")
    for pattern in ("kongs >= 2", "self_draw"):
        dear = fan("dear", 5, pattern, group="g", covers=("kong",))
        with pytest.raises(RuleError, match="dear: a row of a group covers kong, but how often"):
            _ = house_rules(kong, dear, fan("cheap", 3, "all_exposed", group="g")).lattice
        # alone in its group it is compared with nobody
        assert house_rules(kong, dear).lattice


@pytest.mark.parametrize("best_place", [False, True])
def test_ties_by_group(best_place: bool) -> None:
    """Of readings worth as much the one whose group row is worth more."""
    def rules(pungs: tuple[int, int], chows: tuple[int, int], ties: bool) -> RuleSet:
        rows = [fan("pungs", pungs[0], "pungs == 4", group="g"), fan("more_pungs", pungs[1], "pungs == 4")]
        rows += [fan("chows", chows[0], "chows == 3", group="g"), fan("more_chows", chows[1], "chows == 3")]
        return house_rules(*rows, best_place=best_place, ties_by_group=ties)

    for pungs, chows, best in (((4, 2), (3, 3), "pungs"), ((3, 3), (4, 2), "chows"), ((3, 4), (5, 1), "pungs"),
                               ((5, 1), (3, 4), "chows")):  # fmt: skip
        score = scored(rules(pungs, chows, True), *BOTH)
        assert set(fans(score)) == {best, f"more_{best}"}, (pungs, chows)
        assert score.total == max(sum(pungs), sum(chows))
        assert score.reading.sets == (
            ("111m", "222m", "333m", "777z") if best == "pungs" else ("123m", "123m", "123m", "777z")
        )
    # otherwise the group does not matter
    assert len({tuple(fans(scored(rules(*part, False), *BOTH))) for part in (((4, 2), (3, 3)), ((3, 3), (4, 2)))}) == 1


# Every place of the winning tile


@pytest.mark.parametrize(
    ("rows", "hand", "best"),
    [
        # 3m closes 123 or stands in the middle of 234
        ({"role_edge": 2, "role_closed": 1}, ("12234m[555s<][666s<]77z", "3m"), "role_edge"),
        ({"role_edge": 1, "role_closed": 2}, ("12234m[555s<][666s<]77z", "3m"), "role_closed"),
        # 2m makes a pung that is not concealed, or a chow beside one
        ({"role_pung": 2, "concealed_pungs == 1": 3}, ("22234m44s[111p<][999p<]", "2m"), "concealed_pungs == 1"),
        ({"role_pung": 4, "concealed_pungs == 1": 3}, ("22234m44s[111p<][999p<]", "2m"), "role_pung"),
        # the pair, or the end of a chow
        ({"role_pair": 2, "role_two_sided": 1}, ("2344m[555s<][666s<][777z<]", "4m"), "role_pair"),
        ({"role_pair": 1, "role_two_sided": 2}, ("2344m[555s<][666s<][777z<]", "4m"), "role_two_sided"),
    ],
)
def test_places(rows: dict[str, int], hand: tuple[str, str], best: str) -> None:
    score = scored(house_rules(*(fan(name, value, name) for name, value in rows.items()), best_place=True), *hand)
    assert fans(score) == {best: rows[best]}
    [place] = score.reading.places
    held = score.reading.pair if place == "pair" else score.reading.sets[place]
    if best == "role_pung":
        assert held == "222m"
    elif best == "role_pair":
        assert held == "44m"
    else:
        assert held in ("123m" if best == "role_edge" else "234m")


def test_one_place_at_a_time() -> None:
    """What holds in two places does not hold in one; without best_place it is told of the hand."""
    both = fan("both", 1, "role_edge and role_closed")
    hand = ("12234m[555s<][666s<]77z", "3m")
    assert fans(scored(house_rules(both), *hand)) == {"both": 1}
    assert fans(scored(house_rules(both, best_place=True), *hand)) == {}


def test_a_pung_opened_by_a_discard() -> None:
    """The winning tile opens the pung in which it stands."""
    rules = house_rules(fan("three", 4, "concealed_pungs == 3"), fan("pung", 1, "each_concealed_pung", count="each"),
                        fan("placed", 3, "role_pung"), best_place=True)  # fmt: skip
    hand = ("222333m55p11z[789s<]", "5p")
    assert fans(scored(rules, *hand)) == {"pung": 2, "placed": 3}
    assert fans(scored(rules, *hand, self_draw=True)) == {"three": 4, "pung": 3, "placed": 3}


@pytest.mark.parametrize("product", [False, True])
def test_a_tile_outside_the_sets(product: bool) -> None:
    """In a knitted straight the winning tile may have no place among the sets."""
    rules = house_rules(
        fan("straight", 3, "form_knitted_straight"), fan("pair", 2, "role_pair", forms=("knitted_straight",)),
        forms=("standard", "knitted_straight"), best_place=True, product=product,
    )  # fmt: skip
    for win, expected in (("1z", {"straight": 3, "pair": 2}), ("4m", {"straight": 3}), ("9s", {"straight": 3})):
        tiles = [*mj.Hand("147m258p334569s11z").tiles]
        tiles.remove(mj.Tile(win))
        score = scored(rules, "".join(map(str, tiles)), win)
        assert fans(score) == expected
        assert score.reading.form == "knitted_straight"


def test_hands_agree_where_places_do_not_matter() -> None:
    """Rows that no role is about count alike with and without best_place."""
    rows = (fan("pungs", 5, "pungs >= 2"), fan("flush", 4, "suits == 1"), fan("chows", 3, "chows == 4"), DRAWN, CLOSED,
            fan("nothing", 1, if_nothing=True))  # fmt: skip
    plain = [mj.Win(hand, tile, **how) for hand, tile, how in map(to_win_arguments, wins(1000, 5))]
    one, other = house_rules(*rows), house_rules(*rows, best_place=True)
    found = [mj.batch.score(plain, rules) for rules in (one, other)]
    assert (found[0].total == found[1].total).all()
    assert found[0].fans is not None
    assert found[1].fans is not None
    assert (found[0].fans == found[1].fans).all()
    assert len(np.unique(found[0].total)) > 5


# Suits of a win


@pytest.mark.parametrize(
    ("frame", "how"),
    [
        ({"most_suits": 2}, {}),
        ({"most_suits": 1}, {}),
        ({"declared_void": True}, {"void_suit": "s"}),
        ({"declared_void": True}, {"void_suit": "m"}),
        ({"declared_void": True, "most_suits": 2}, {}),
    ],
)
@pytest.mark.parametrize("best_place", [False, True])
def test_forbidden_suits(frame: dict[str, Any], how: dict[str, Any], best_place: bool) -> None:
    rules = house_rules(CLOSED, circumstances=("void_suit",), best_place=best_place, **frame)
    with pytest.raises(NotAWin, match=r"suits, more than a win of house may have$|tiles of its void suit, [mps]$"):
        mj.score(*CLAIMED, rules, **how)
    win = mj.Win(*CLAIMED, **how)
    with pytest.raises(NotAWin, match=r"^row 0: more suits"):
        mj.batch.score([win], rules)
    assert mj.score(*CLAIMED, house_rules(CLOSED, circumstances=("void_suit",)), **how).legal


def test_allowed_suits() -> None:
    rules = house_rules(CLOSED, circumstances=("void_suit",), most_suits=2, declared_void=True)
    for hand, void in ((("123456789m55p11z", "1z"), "s"), (PLAIN, "p"), (PLAIN, None)):
        score = scored(rules, *hand, void_suit=void)
        assert score.total == 3
        assert score.to_dict()["void_suit"] == void
