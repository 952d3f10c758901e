"""Hong Kong / Guangdong: every row with a hand that has it and one that nearly does, reckoned by hand; options,
presets, payments, the course of a hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

import mjcore as mj
from mjcore import legal, rules
from mjcore.errors import HandError, NotAWin, RuleError
from mjcore.procedure.parts import ClaimAnswer, Dealt, NextDeal
from mjcore.rules import RuleSet
from mjcore.rules.hk import PRESETS, UNIT_TABLES

HK = rules.get("hk")
# every win counts and nothing is cut off
OPEN = rules.get("hk", min_faan=0, limit=13)
# four chows, the pair of 9m to come; and the same with other people's flower
CHOWS = ("234p567p345s678s9m", "9m")
FOREIGN = "2f"  # no flower of East


def faan(hand: str, win: str | None, table: RuleSet = OPEN, **how: Any) -> dict[str, int]:
    """The counted rows and their values; what a batch says is the same."""
    found = mj.score(hand, win, table, **how)
    values = {fan.fan: fan.value for fan in found.fans}
    cap = int(table.values["limit"] or 0)
    assert found.total == min(sum(values.values()), cap)
    assert found.unit == table.unit_of(found.total)
    many = mj.batch.score([found.win], table)
    assert (many.total.tolist(), many.legal.tolist()) == ([found.total], [found.legal])
    return values


ROWS: list[tuple[str, str, dict[str, Any], dict[str, int]]] = [
    # 平糊 and its near miss, a pung of 6s
    (*CHOWS, {"self_draw": True, "flowers": "1f"},
     {"common_hand": 1, "self_draw": 1, "concealed": 1, "seat_flower": 1}),
    ("234p567p345s666s9m", "9m", {"self_draw": True, "flowers": "1f"},
     {"self_draw": 1, "concealed": 1, "seat_flower": 1}),
    # any pair will do, one claimed chow ends 門前清
    ("234p567p345s1z[678s<]", "1z", {"flowers": FOREIGN}, {"common_hand": 1}),
    # 無花
    ("234p567p345s1z[678s<]", "1z", {}, {"common_hand": 1, "no_flowers": 1}),
    # 對對糊, and with a chow nothing at all
    ("22m555p77s[333m<][888p^]", "7s", {"flowers": FOREIGN}, {"all_pungs": 3}),
    ("22m567p77s[333m<][888p^]", "7s", {"flowers": FOREIGN}, {}),
    # a closed kong leaves a hand concealed
    ("123m456p78s33s(6666m)", "9s", {"flowers": FOREIGN}, {"concealed": 1}),
    # 混一色, 清一色, two suits
    ("123m456m789m11z22z", "2z", {"seat_wind": "S"},
     {"half_flush": 3, "concealed": 1, "no_flowers": 1, "seat_wind": 1}),
    ("123s44s678s789s99s", "9s", {"flowers": "2f"}, {"full_flush": 7, "concealed": 1}),
    ("123s44s678s789p99s", "9s", {"flowers": "2f"}, {"concealed": 1}),
    # one wind that is both, and one that is neither
    ("123m456p789s11z33s", "1z", {"flowers": FOREIGN}, {"seat_wind": 1, "round_wind": 1, "concealed": 1}),
    ("123m456p789s11z33s", "1z", {"seat_wind": "S", "round_wind": "W", "flowers": "1f"}, {"concealed": 1}),
    # dragons; two of them without the third as the pair
    ("123m456p33s55z[777z<]", "5z", {"flowers": FOREIGN}, {"white_dragon": 1, "red_dragon": 1}),
    ("123m456p33s66z[789s<]", "6z", {"flowers": FOREIGN}, {"green_dragon": 1}),
    ("55z66z[777z<][123s<][999s^]", "6z", {"flowers": FOREIGN}, {"little_three_dragons": 5, "half_flush": 3}),
    ("555z66z33m[777z<][123p<]", "6z", {"flowers": FOREIGN}, {"big_three_dragons": 8}),
    # winds
    ("11z22z123m[333z<][444z<]", "2z", {"flowers": FOREIGN}, {"little_four_winds": 6, "half_flush": 3}),
    ("11m22z123m[333z<][444z<]", "2z", {"seat_wind": "W", "flowers": FOREIGN}, {"half_flush": 3, "seat_wind": 1}),
    ("111z22z33m[333z<][444z<]", "2z", {"flowers": FOREIGN}, {"big_four_winds": 13, "half_flush": 3}),
    # terminals and honours
    ("11m99p[111s<][999m^][222z<]", "1m", {"flowers": FOREIGN}, {"mixed_terminals": 4}),
    ("11m99p[111s<][999m^][999s<]", "1m", {"flowers": FOREIGN}, {"all_terminals": 10}),
    ("11m99p[111s<][888m^][222z<]", "1m", {"flowers": FOREIGN}, {"all_pungs": 3}),
    ("11z55z[222z<][333z<][666z^]", "5z", {"seat_wind": "S", "round_wind": "W", "flowers": "1f"},
     {"all_honours": 10}),
    # 坎坎糊: drawn, or the pair on a discard; a pung finished by a discard is none
    ("111m222p333s444p5s", "5s", {"self_draw": True}, {"four_concealed_pungs": 8, "self_draw": 1, "no_flowers": 1}),
    ("111m222p333s5s(4444p)", "5s", {"flowers": FOREIGN}, {"four_concealed_pungs": 8}),
    ("111m222p333s44p55s", "4p", {"flowers": "1f"}, {"all_pungs": 3, "concealed": 1, "seat_flower": 1}),
    # 十八羅漢 takes 坎坎糊, which gives 門前清 back
    ("5m(1111m)(2222p)(3333s)[4444p<]", "5m", {"flowers": FOREIGN}, {"four_kongs": 13}),
    ("5m(1111m)(2222p)(3333s)(4444p)", "5m", {"flowers": FOREIGN}, {"four_kongs": 13, "concealed": 1}),
    ("55m66m(1111m)(2222p)(3333s)", "5m", {"flowers": FOREIGN}, {"all_pungs": 3, "concealed": 1}),
    # 九子連環: the thirteen tiles before the win count
    ("1112345678999m", "5m", {"flowers": FOREIGN}, {"nine_gates": 10}),
    ("1112345677899m", "9m", {"flowers": FOREIGN}, {"full_flush": 7, "concealed": 1}),
    ("19m19p19s1234567z", "1m", {"flowers": FOREIGN}, {"thirteen_orphans": 13}),
    # 天糊, 地糊 (the dealer's first discard); a first own draw is nothing here
    (*CHOWS, {"self_draw": True, "first_turn": True, "flowers": FOREIGN}, {"heavenly": 13, "common_hand": 1}),
    (*CHOWS, {"first_turn": True, "seat_wind": "S", "flowers": "1f"}, {"earthly": 13, "common_hand": 1}),
    (*CHOWS, {"first_turn": True, "seat_wind": "S", "self_draw": True, "flowers": "1f"},
     {"common_hand": 1, "self_draw": 1, "concealed": 1}),
    # how the tile came
    ("23m678m456p789p33p", "1m", {"rob_kong": True, "flowers": FOREIGN},
     {"common_hand": 1, "concealed": 1, "rob_kong": 1}),
    (*CHOWS, {"last_tile": True, "flowers": FOREIGN}, {"common_hand": 1, "concealed": 1, "last_tile": 1}),
    (*CHOWS, {"last_tile": True, "self_draw": True, "flowers": FOREIGN},
     {"common_hand": 1, "concealed": 1, "last_tile": 1, "self_draw": 1}),
    (*CHOWS, {"after_flower": True, "self_draw": True, "flowers": FOREIGN},
     {"common_hand": 1, "concealed": 1, "after_flower": 1, "self_draw": 1}),
    ("123m33s78s(6666m)(7777p)", "9s", {"after_kong": True, "self_draw": True, "flowers": FOREIGN},
     {"after_kong": 1, "concealed": 1, "self_draw": 1}),
    ("123m33s78s(6666m)(7777p)", "9s", {"after_kong": True, "kong_chain": 1, "self_draw": True, "flowers": FOREIGN},
     {"after_kong": 1, "concealed": 1, "self_draw": 1}),
    ("123m33s78s(6666m)(7777p)", "9s", {"after_kong": True, "kong_chain": 2, "self_draw": True, "flowers": FOREIGN},
     {"double_kong": 8, "concealed": 1, "self_draw": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "win", "how", "expected"), ROWS, ids=lambda value: str(value)[:40])
def test_rows(hand: str, win: str, how: dict[str, Any], expected: dict[str, int]) -> None:
    assert faan(hand, win, **how) == expected


def test_every_row_is_tried() -> None:
    tried = {name for row in ROWS for name in row[3]}
    flowers = {"all_seasons", "all_plants", "seven_flowers", "eight_flowers"}
    assert tried | flowers == set(OPEN.fan_ids)


@pytest.mark.parametrize(
    ("seat", "flowers", "order", "expected"),
    [
        ("E", "15f", "mljz", {"seat_flower": 2}), ("S", "26f", "mljz", {"seat_flower": 2}),
        ("W", "38f", "mljz", {"seat_flower": 2}), ("N", "47f", "mljz", {"seat_flower": 2}),
        ("W", "37f", "mljz", {"seat_flower": 1}), ("W", "37f", "mlzj", {"seat_flower": 2}),
        ("N", "48f", "mlzj", {"seat_flower": 2}), ("E", "26f", "mljz", {}),
        # a set takes its own flower with it, and only that
        ("E", "1234f", "mljz", {"all_seasons": 2}), ("E", "12345f", "mljz", {"all_seasons": 2, "seat_flower": 1}),
        ("E", "5678f", "mljz", {"all_plants": 2}), ("E", "15678f", "mljz", {"all_plants": 2, "seat_flower": 1}),
        ("E", "1235f", "mljz", {"seat_flower": 2}),
        # seven and eight that came one by one win no more, but count
        ("E", "12345678f", "mljz", {"all_seasons": 2, "all_plants": 2}),
    ],
)  # fmt: skip
def test_flowers(seat: str, flowers: str, order: str, expected: dict[str, int]) -> None:
    table = OPEN.replace(flower_order=order)
    assert faan("123m456p78s33s[666m<]", "9s", table, seat_wind=seat, flowers=flowers) == expected


def test_flower_wins() -> None:
    hand = "123m456m789m1234z"
    how = {"self_draw": True, "seat_wind": "W"}
    assert faan(hand, None, HK, flowers="1234567f", **how) == {"seven_flowers": 3}
    assert faan(hand, None, HK, flowers="12345678f", **how) == {"eight_flowers": 8}
    with pytest.raises(NotAWin):
        mj.score(hand, None, HK, flowers="123456f", **how)
    # the minimum is asked of them too
    found = mj.score(hand, None, HK.replace(min_faan=4), flowers="1234567f", **how)
    assert (found.legal, found.total) == (False, 3)
    assert mj.score(hand, None, HK, flowers="1234567f", **how).payments(0, 2) == (-16, -16, 48, -16)
    eight = HK.replace(flower_win=8)
    assert faan(hand, None, eight, flowers="12345678f", **how) == {"eight_flowers": 8}
    with pytest.raises(NotAWin):
        mj.score(hand, None, eight, flowers="1234567f", **how)
    with pytest.raises(HandError):
        mj.score(hand, None, HK.replace(flower_win="off"), flowers="12345678f", **how)


# Options


def test_presets() -> None:
    assert HK == rules.get("guangdong") == rules.get("hk_old_style") == rules.get("hk/hk_old_style")
    assert (HK.preset, HK.players, HK.sets, HK.minimum) == ("hk_old_style", 4, 4, 3)
    common = {"seven_pairs": False, "flower_win": 7, "after_flower": 1, "full_flush": 7, "lit3_includes": False,
              "min_counts_flowers": True, "flower_order": "mljz", "multi": "nearest", "draw_dealer": "stay",
              "rob_closed_kong_13": False, "pao_12": False, "chip_value": 1, "flower_rounds": "by_round",
              "same_turn_bar": False}
    table: dict[str, list[Any]] = {
        "hk_old_style": [3, 10, "half_spicy", "2,1,2", 2],
        "guangdong_seed": [0, 10, "half_spicy", "2,1,2", 3],
        "hk_full_gun": [3, 10, "half_spicy", "4,0,2", 2],
        "hk_13": [3, 13, "half_spicy", "2,1,2", 2],
        "hk_full_spicy": [3, 10, "full_spicy", "2,1,2", 2],
        "hk_4710": [3, 10, "4710", "2,1,2", 2],
        "hk_ra": [3, 13, "half_spicy", "2,0,1", 2],
    }
    assert table.keys() == PRESETS.keys()
    names = ("min_faan", "limit", "unit_table", "payment", "dice")
    for preset, values in table.items():
        assert rules.get(preset).values == {**dict(zip(names, values, strict=True)), **common}
        assert rules.get(preset).preset == preset


def test_units() -> None:
    units = {name: [rules.get("hk", limit=13, unit_table=name).unit_of(total) for total in range(14)]
             for name in UNIT_TABLES}
    assert units["half_spicy"] == [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]
    assert units["full_spicy"] == [2**total for total in range(14)]
    assert units["4710"] == [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64]


def test_minimum_and_limit() -> None:
    poor = ("234p567p345s99m67s", "8s")
    found = mj.score(*poor, HK, seat_wind="W", flowers="2f")
    assert (found.legal, found.total) == (False, 2)
    with pytest.raises(RuleError, match="2"):
        found.payments(0, 2, 0)
    assert mj.score(*poor, HK.replace(min_faan=2), seat_wind="W", flowers="2f").legal
    rich = mj.score("19m19p19s1234567z", "1m", HK)
    assert (rich.raw, rich.total, rich.unit) == (14, 10, 128)
    for limit, total in ((8, 8), (13, 13)):
        assert mj.score("19m19p19s1234567z", "1m", HK.replace(limit=limit)).total == total
    with pytest.raises(RuleError, match="min_faan 9 is above the limit of 8"):
        HK.replace(min_faan=9, limit=8)


def test_flowers_may_be_left_out_of_the_minimum() -> None:
    strict = HK.replace(min_counts_flowers=False)
    for table, flowers, legal_, total in (
        (HK, "1f", True, 3), (strict, "1f", False, 3), (strict, "1234f", False, 4), (strict, "", True, 3),
    ):  # fmt: skip
        found = mj.score(*CHOWS, table, flowers=flowers)
        assert (found.legal, found.total) == (legal_, total)
    assert mj.score(*CHOWS, strict, flowers="1f", self_draw=True).legal


@pytest.mark.parametrize(
    ("options", "hand", "win", "how", "expected"),
    [
        ({"full_flush": 6}, "123s44s678s789s99s", "9s", {"flowers": "2f"}, {"full_flush": 6, "concealed": 1}),
        ({"after_flower": 0}, *CHOWS, {"after_flower": True, "self_draw": True, "flowers": "2f"},
         {"common_hand": 1, "concealed": 1, "self_draw": 1}),
        ({"lit3_includes": True}, "55z66z[777z<][123s<][999s^]", "6z", {"flowers": "2f"},
         {"little_three_dragons": 5, "half_flush": 3, "green_dragon": 1, "red_dragon": 1}),
        ({"seven_pairs": True}, "1133m5577p2299s6z", "6z", {"flowers": "2f"}, {"seven_pairs": 4, "concealed": 1}),
        ({"seven_pairs": True}, "1111m5577p2299s6z", "6z", {"flowers": "2f"}, {"seven_pairs": 4, "concealed": 1}),
        # four chows are worth less here than seven pairs of one suit
        ({"seven_pairs": True}, "1122335566778m", "8m", {"flowers": "2f"},
         {"full_flush": 7, "seven_pairs": 4, "concealed": 1}),
    ],
)  # fmt: skip
def test_options_change_the_table(options: dict[str, Any], hand: str, win: str, how: dict[str, Any],
                                  expected: dict[str, int]) -> None:
    assert faan(hand, win, OPEN.replace(**options), **how) == expected


def test_no_seven_pairs_by_default() -> None:
    with pytest.raises(NotAWin):
        mj.score("1133m5577p2299s6z", "6z", HK)
    assert mj.waits("1133m5577p2299s6z", HK) == ()
    assert mj.waits("1133m5577p2299s6z", HK.replace(seven_pairs=True)) == (mj.Tile("6z"),)


# Payments


def test_who_pays() -> None:
    """South's 4 faan of 混一色 and 門前清."""
    def paid(preset: str, loser: int | None) -> tuple[int, ...]:
        found = mj.score("123m456m789m11z33z", "3z", preset, seat_wind="S", flowers="1f", self_draw=loser is None)
        return found.payments(0, 1, loser)

    assert paid("hk_old_style", 2) == (-16, 64, -32, -16)
    assert paid("hk_full_gun", 2) == (0, 64, -64, 0)
    assert paid("hk_ra", 2) == (0, 32, -32, 0)
    # 5 faan with 自摸
    assert paid("hk_old_style", None) == (-48, 144, -48, -48)
    assert paid("hk_full_spicy", None) == (-64, 192, -64, -64)
    assert paid("hk_4710", None) == (-32, 96, -32, -32)
    assert paid("hk_ra", None) == (-24, 72, -24, -24)
    # a konger who is robbed pays as a discarder; 搶槓 is the fifth faan
    robbed = mj.score("123m456m78m11z333z", "9m", HK, seat_wind="S", flowers="1f", rob_kong=True)
    assert robbed.payments(0, 1, 2) == (-24, 96, -48, -24)


def test_chip_value() -> None:
    win = ("123m456m789m11z33z", "3z")
    for value, totals in ((1, (-16, 64, -32, -16)), ("1/2", (-8, 32, -16, -8)), ("1/4", (-4, 16, -8, -4)),
                          (10, (-160, 640, -320, -160))):
        found = mj.score(*win, HK.replace(chip_value=value), seat_wind="S", flowers="1f")
        assert (found.unit, found.payments(0, 1, 2)) == (16, totals)
    chicken = mj.score("22m567p77s[333m<][888p^]", "7s", rules.get("guangdong_seed", chip_value="1/4"), flowers="2f")
    with pytest.raises(RuleError, match="expected a whole number"):
        chicken.payments(0, 0, 1)
    assert HK.replace(chip_value=0.25) == HK.replace(chip_value=" 1/4 ")  # type: ignore[arg-type]
    assert HK.replace(chip_value="20").values["chip_value"] == 20
    for wrong in (0, -1, "1/3", True, None, 1.5, ""):
        with pytest.raises(RuleError, match="option chip_value"):
            HK.replace(chip_value=wrong)


def test_payment_of_ones_own() -> None:
    found = mj.score("123m456m789m11z33z", "3z", HK.replace(payment=[3, 0, 1]), seat_wind="S", flowers="1f")
    assert found.payments(0, 1, 2) == (0, 48, -48, 0)
    with pytest.raises(RuleError, match="payment 2,-1,2: expected three numbers of 0 or more"):
        HK.replace(payment="2,-1,2")
    with pytest.raises(RuleError, match="option payment"):
        HK.replace(payment=[2, 1])


def test_twelve_tiles_on_the_table() -> None:
    """The fourth claimed meld is of the opposite player's discard: seat 3 pays for seat 1's hand of 3 faan."""
    hand, fed = "7s[333m<][888p>][222p<][555s^]", rules.get("hk", pao_12=True)
    found = mj.score(hand, "7s", fed, flowers="2f")
    assert found.payments(0, 1, 0) == (0, 32, 0, -32)
    assert found.payments(0, 1, 3) == (0, 32, 0, -32)
    assert found.payments(0, 1, 0, pao=2) == (0, 32, -32, 0)
    assert mj.score(hand, "7s", HK, flowers="2f").payments(0, 1, 0) == (-16, 32, -8, -8)
    drawn = mj.score(hand, "7s", fed, flowers="2f", self_draw=True)
    assert drawn.payments(0, 1) == (0, 96, 0, -96)
    # a closed kong is nobody's: three claimed melds
    three = mj.score("7s[333m<][888p>][222p<](5555s)", "7s", fed, flowers="2f")
    assert three.payments(0, 1, 0) == (-16, 32, -8, -8)
    with pytest.raises(RuleError, match="fewer than 4 claimed melds"):
        three.payments(0, 1, 0, pao=3)
    with pytest.raises(RuleError, match="without the option pao_12"):
        mj.score(hand, "7s", HK, flowers="2f").payments(0, 1, 0, pao=3)
    liable = legal.fourth_meld_liability(found.win.melds, rules=fed)
    assert liable is not None
    assert (liable.what, liable.seat(1)) == ("pao_12", 3)
    assert legal.fourth_meld_liability(found.win.melds, rules=HK) is None
    assert legal.fourth_meld_liability(three.win.melds, rules=fed) is None


def test_several_winners() -> None:
    found = mj.score("22m555p77s[333m<][888p>]", "7s", HK, flowers="2f", seat_wind="S")
    assert found.payments(0, 1, 0) == (-32, 64, -16, -16)
    assert found.payments(0, 1, 0, winners=[1, 3]) == (-32, 48, -16, 0)


def test_earth_is_the_dealers_discard() -> None:
    found = mj.score(*CHOWS, HK, first_turn=True, seat_wind="W")
    assert found.payments(0, 2, 0) == (-256, -128, 512, -128)
    with pytest.raises(HandError, match=re.escape("earthly is won on the discard of the dealer, seat 0, not of seat 1")):
        found.payments(0, 2, 1)


# The course of a hand


def test_deal_and_opening() -> None:
    assert HK.deal() == Dealt((14, 13, 13, 13), 91)
    seed = rules.get("guangdong_seed")
    found = seed.open_wall([2, 3, 4])
    assert (found.stacks, found.wall_seat, found.start, found.live) == ((18, 18, 18, 18), 0, 10, 91)
    assert found.jump == ((3, 16, "top"), (3, 18, "top"))
    assert found.live_next == (3, 18, "bottom")
    # 18 points: counted from seat 1, that is wall 2, and all of it stays behind
    assert seed.open_wall([6, 6, 6], dealer=1).order[0] == (1, 1, "top")
    assert HK.open_wall([3, 4], dealer=2).wall_seat == 0
    with pytest.raises(HandError, match="expected one roll of 2 dice"):
        HK.open_wall([2, 3, 4])


def test_claims() -> None:
    assert HK.claims(0, [(1, "chow"), (3, "pung")]) == ClaimAnswer(((3, "pung"),), 0)
    assert HK.claims(0, [(1, "chow"), (3, "kong"), (2, "win")]).claims == ((2, "win"),)
    wins = [(3, "win"), (1, "win")]
    assert HK.claims(0, wins).claims == ((1, "win"),)
    assert HK.replace(multi="all").claims(0, wins).claims == ((1, "win"), (3, "win"))


def test_next_dealer() -> None:
    assert HK.next_dealer(0, [0]).dealer == 0
    assert HK.next_dealer(0, [2]) == NextDeal(1, 0)
    assert HK.next_dealer(3, [0, 3], discarder=1).dealer == 3
    assert HK.next_dealer(2, []).dealer == 2
    assert HK.replace(draw_dealer="pass").next_dealer(2, []).dealer == 3


def test_what_may_be_won_on() -> None:
    orphans = "19m19p19s1234567z"
    assert not legal.robs_closed_kong(orphans, "1z", rules=HK)
    robbing = HK.replace(rob_closed_kong_13=True)
    assert legal.robs_closed_kong(orphans, "1z", rules=robbing)
    assert not legal.robs_closed_kong("123m456p789s1122z", "1z", rules=robbing)
    # passing 3 faan bars, passing a shape that may not win does not
    barring = HK.replace(same_turn_bar=True)
    assert not legal.same_turn_barred(CHOWS[0], "9m", rules=HK)
    assert legal.same_turn_barred(CHOWS[0], "9m", rules=barring)
    assert not legal.same_turn_barred(CHOWS[0], "1m8m", rules=barring)
    assert not legal.same_turn_barred(CHOWS[0], "9m", rules=barring, flowers="2f")
    with pytest.raises(RuleError, match="mcr has no option 'same_turn_bar'"):
        legal.same_turn_barred(CHOWS[0], "9m", rules="mcr")
