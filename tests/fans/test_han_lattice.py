"""How rows are counted where they count han: open values, yakuman, bonus tiles, han that stand alone, the best place of
the winning tile, fu, shares. With made-up rule sets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import mjcore as mj
from house_rules import fan, house_rules, told
from mjcore.errors import RuleError
from mjcore.fans.han_fu import HanFu
from mjcore.fans.rows import Fan
from mjcore.rules import RuleSet

CHOWS = ("123456789m1122z", "1z")
OPEN = ("123456m11z34p[222z<]", "5p")
PUNGS = ("111333m77799p44s", "9p")
SHIFTED = ("111222333m99p44s", "9p")

CONCEALED = fan("concealed", 1, "concealed")
DRAWN = fan("drawn", 1, "self_draw")
ANY = fan("any", 1, "claimed >= 0")
DORA = fan("dora", 1, "dora", count="each", acc="bonus")


def han_rules(*rows: Fan, minimum: int = 1, players: int = 4, **fields: Any) -> RuleSet:
    made = house_rules(*rows, minimum=minimum, han_fu=HanFu(**fields), circumstances=("riichi",))
    return replace(made, players=players)


def score(rules: RuleSet, hand: tuple[str, str], **how: Any) -> mj.Score:
    """The score of a win; a batch says the same."""
    told(rules, *hand, **how)
    return mj.score(*hand, rules, **how)


def values(found: mj.Score) -> dict[str, int]:
    return {entry.fan: entry.value for entry in found.fans}


def test_open_hands_have_values_of_their_own() -> None:
    rules = han_rules(fan("any", 3, "claimed >= 0", value_open=1), fan("same", 2, "suits >= 1"))
    closed, opened = score(rules, CHOWS), score(rules, OPEN)
    assert (closed.han, values(closed)) == (5, {"any": 3, "same": 2})
    assert (opened.han, values(opened)) == (3, {"any": 1, "same": 2})
    # a concealed kong opens no hand; nor do norths
    assert score(rules, ("123456m11z34p(2222z)", "5p")).han == 5
    # a row may be worth nothing in an open hand and still be there
    nothing = han_rules(fan("zero", 2, "claimed >= 0", value_open=0), ANY)
    assert values(score(nothing, OPEN)) == {"zero": 0, "any": 1}


def test_covers() -> None:
    top = fan("top", 2, "concealed", covers=("any",))
    found = score(han_rules(top, ANY, DRAWN), CHOWS, self_draw=True)
    assert (values(found), [tuple(entry) for entry in found.covered]) == ({"top": 2, "drawn": 1}, [("any", "top")])
    assert values(score(han_rules(top, ANY), OPEN)) == {"any": 1}


def test_bonus_tiles_are_outside_the_minimum() -> None:
    rules = han_rules(DORA, DRAWN, minimum=1)
    found = score(rules, CHOWS, dora_indicators="4z")
    assert (found.legal, found.han, found.total) == (False, 3, 0)
    assert found.reason == "0 han of yaku, House asks for 1"
    drawn = score(rules, CHOWS, dora_indicators="4z", self_draw=True)
    assert (drawn.legal, drawn.han, values(drawn)) == (True, 4, {"dora": 3, "drawn": 1})
    found = score(han_rules(DORA, DRAWN, minimum=2), CHOWS, dora_indicators="4z", self_draw=True)
    assert (found.han, found.reason) == (4, "1 han of yaku, House asks for 2")
    assert [tuple(entry) for entry in found.fans if entry.fan == "dora"] == [("dora", 3, 3, ())]
    with pytest.raises(RuleError, match="dora: a row of acc 'bonus' counts one han each"):
        _ = han_rules(replace(DORA, value=2)).lattice


def test_nothing_counts_beside_a_yakuman() -> None:
    limit = fan("limit", 1, "all_pungs", acc="yakuman")
    other = fan("other", 2, "concealed", acc="yakuman")
    rules = han_rules(ANY, DORA, limit, other)
    found = score(rules, PUNGS, dora_indicators="8p")
    assert (values(found), found.yakuman, found.han) == ({"limit": 1, "other": 2}, 3, 0)
    assert (found.unit, found.total, found.limit) == (24000, 144000, "yakuman")
    assert {entry.fan for entry in found.covered} == {"any", "dora"}
    for most, unit in ((1, 8000), (2, 16000), (3, 24000), (4, 24000)):
        capped = score(han_rules(limit, other, most_yakuman=most), PUNGS)
        assert (capped.unit, values(capped), capped.raw) == (unit, {"limit": 1, "other": 2}, 24000)
    # thirteen counted han are worth one, but are none
    counted = score(han_rules(fan("many", 13, "concealed")), PUNGS)
    assert (counted.unit, counted.yakuman, counted.han, counted.limit) == (8000, 0, 13, "yakuman")
    assert score(han_rules(fan("many", 13, "concealed"), kazoe=False), PUNGS).limit == "sanbaiman"


def test_a_cap_does_not_hide_the_better_reading() -> None:
    """111222333m is three pungs or three chows: worth the same under a cap, so that what is worth more stands."""
    pungs, chows = fan("pungs", 1, "pungs == 4", acc="yakuman"), fan("chows", 3, "chows == 3", acc="yakuman")
    for most in (0, 1, 2):
        assert values(score(han_rules(pungs, chows, most_yakuman=most), SHIFTED)) == {"chows": 3}
    pungs = replace(pungs, value=5)
    for most in (0, 1, 2):
        assert values(score(han_rules(pungs, chows, most_yakuman=most), SHIFTED)) == {"pungs": 5}


def test_the_best_reading_is_worth_most() -> None:
    """Base points before han, han before fu."""
    # pungs: 20 + 10 + 8 + 4 + 4 + 4 = 50; chows: 20 + 10 + 4 = 40
    pungs, chows = fan("pungs", 1, "pungs == 4"), fan("chows", 1, "chows == 3")
    assert [score(han_rules(pungs, chows), SHIFTED).fu, values(score(han_rules(pungs, chows), SHIFTED))] == [
        50, {"pungs": 1},
    ]  # fmt: skip
    found = score(han_rules(pungs, replace(chows, value=2)), SHIFTED)
    assert (found.han, found.fu, found.unit) == (2, 40, 640)
    # both a mangan: the one with more han
    found = score(han_rules(replace(pungs, value=4), replace(chows, value=5)), SHIFTED)
    assert (found.han, found.unit, found.limit) == (5, 2000, "mangan")
    # legal before not legal
    found = score(han_rules(pungs, replace(chows, value=3), minimum=3), SHIFTED)
    assert values(found) == {"chows": 3}


def test_han_that_stand_alone() -> None:
    """Instead of all others if that is worth more; what is counted goes before what is worth as much."""
    alone = fan("alone", 5, "concealed", acc="alternative")
    for han, counts in ((1, False), (4, True), (5, True), (6, True)):
        rules = han_rules(fan("yaku", han, "concealed"), DORA, alone)
        found = score(rules, ("123456789m22z34p", "5p"))
        # 30 fu: four han are 1920, less than a mangan
        expected = {"yaku": han} if counts and han > 4 else {"alone": 5}
        assert values(found) == expected, han
        other = {"alone", "yaku"} - set(expected)
        assert {entry.fan: entry.by for entry in found.covered} == {other.pop(): next(iter(expected))}
    rules = han_rules(DORA, alone)
    found = score(rules, CHOWS, dora_indicators="4z4z")
    # bonus tiles alone are no hand, and do not count beside it
    assert (values(found), found.han, found.fu, found.legal) == ({"alone": 5}, 5, 0, True)
    # of two the dearer one
    two = han_rules(alone, fan("dear", 8, "concealed", acc="alternative"), DRAWN)
    assert (values(score(two, CHOWS)), score(two, CHOWS).limit) == ({"dear": 8}, "baiman")


def test_every_place_of_the_winning_tile_is_a_hand() -> None:
    """2m completes the chow beside 222m, or opens the pung: 22m 234m were there before."""
    hand = ("22234m567p345s99s", "2m")
    three = fan("concealed_pung", 2, "concealed_pungs == 1")
    two_sided, pung = fan("chow", 1, "role_two_sided"), fan("pung", 1, "role_pung")
    found = score(han_rules(three, two_sided, pung), hand)
    assert values(found) == {"concealed_pung": 2, "chow": 1}
    assert found.reading.sets[found.reading.places[0]] == "234m"  # type: ignore[index]
    found = score(han_rules(two_sided, replace(pung, value=3)), hand)
    assert values(found) == {"pung": 3}
    assert found.reading.sets[found.reading.places[0]] == "222m"  # type: ignore[index]
    # no row is counted of two places at once
    both = han_rules(two_sided, pung, ANY)
    assert values(score(both, hand)) in ({"chow": 1, "any": 1}, {"pung": 1, "any": 1})


def test_fu_are_data() -> None:
    """All numbers that fu are made of are those of the rule set."""
    fields = {"base": 30, "closed_discard": 0, "self_draw": 8, "wait": 6, "double_wind_fu": 8}
    rules = han_rules(ANY, **fields)
    hand = ("12456789m11z345p", "3m")
    assert [(item.item, item.fu) for item in score(rules, hand).fu_items if item.fu] == [
        ("base", 30), ("pair", 8), ("wait_edge", 6), ("round_up", 6),
    ]  # fmt: skip
    assert score(rules, hand).fu == 50
    drawn = score(rules, hand, self_draw=True)
    assert (drawn.fu, sum(item.fu for item in drawn.fu_items)) == (60, 60)
    flat = han_rules(fan("any", 1, "claimed >= 0"), DRAWN, flat_row="drawn", **fields)
    assert score(flat, hand, self_draw=True).fu == 50


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"flat_row": "pinfu"}, "flat_row names the row 'pinfu', which does not exist"),
        ({"tsumo_share": "keep"}, "tsumo_share 'keep', expected one of loss, north_bisection, flat"),
        ({"base": -1}, "base -1, expected a number 0..255"),
        ({"wait": 2.0}, "wait 2.0, expected a number 0..255"),
        ({"double_wind_fu": 256}, "double_wind_fu 256, expected a number 0..255"),
        ({"most_yakuman": True}, "most_yakuman True, expected a number 0..255"),
        ({"most_reds": (1, 1, -1)}, "most_reds -1, expected a number 0..255"),
        ({"most_reds": (1, 1)}, "most_reds (1, 1), expected three numbers"),
        ({"next_kind": {0: 34}}, "next_kind: 34 is no kind of a set, expected 0..33"),
        ({"next_kind": {-1: 3}}, "next_kind: -1 is no kind of a set, expected 0..33"),
        ({"base": 60}, "hands of 204 fu: the native table has room for 190"),
    ],
)
def test_numbers_that_can_not_be(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        _ = han_rules(ANY, **fields).lattice
    assert str(caught.value) == message


def test_hands_of_most_fu() -> None:
    rules = han_rules(ANY, base=40, wait=8)
    found = score(rules, ("1z(1111m)(9999m)(1111p)(9999p)", "1z"))
    assert (found.fu, sum(item.fu for item in found.fu_items)) == (190, 190)


def test_shares_of_three_players() -> None:
    """What becomes of the fourth player's share of a self-draw: lost, halved, or the total in equal parts."""
    # 960 base points are shares of 1000 and 2000
    for share, totals in (("loss", (4000, 3000)), ("north_bisection", (6000, 4000)), ("flat", (6000, 4000))):
        rules = han_rules(fan("any", 3, "claimed >= 0"), players=3, tsumo_share=share)
        hand = ("123456789p34s55s", "2s")
        ways: list[dict[str, Any]] = [{"self_draw": True}, {"self_draw": True, "seat_wind": "S"}, {}]
        found = [score(rules, hand, **how) for how in ways]
        assert [each.unit for each in found] == [960, 960, 960]
        assert [each.total for each in found] == [*totals, 5800]


def test_labels() -> None:
    """Rows of one fan are shown as one, and counted together."""
    rules = han_rules(
        ANY, fan("dora", 1, "dora", count="each", acc="bonus"),
        fan("north_dora", 1, "north", count="each", acc="bonus", label="dora"), norths=True,
    )  # fmt: skip
    assert rules.fan_ids == ("any", "dora")
    found = score(rules, CHOWS, dora_indicators="4z", nuki=2)
    assert [(entry.fan, entry.count, entry.value) for entry in found.fans] == [("any", 1, 1), ("dora", 5, 5)]
    assert found.han == 6
    assert told(rules, *CHOWS, nuki=1) == {"any": 1, "dora": 1}


def test_a_fallback_has_no_place() -> None:
    with pytest.raises(RuleError, match="no forest, fallback or reduced counts where yaku count han"):
        _ = han_rules(fan("nothing", 1, if_nothing=True)).lattice
