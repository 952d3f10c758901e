"""Taiwanese 16 tiles: every row with a hand that has it and one that nearly does, reckoned by hand; options, presets,
payments, debts, the course of a hand."""

from __future__ import annotations

from typing import Any

import pytest

import mjcore as mj
from mjcore import legal, rules
from mjcore.errors import HandError, NotAWin, RuleError
from mjcore.procedure.parts import ClaimAnswer, Dealt, NextDeal
from mjcore.rules import RuleSet
from mjcore.rules.taiwan import PRESETS, reserved_tiles
from mjcore.settle.ledger import Ledger

TAIWAN = rules.get("taiwan")
SEED = rules.get("taiwan_seed")
# five chows, no honour, a wait for 1s and 4s
PING_HU = "123m456m789m123p23s55s"
MELDED = "9m[123m<][456p<][777s>][444z^][345s<]"
NO_HAND = "123m456m789m1234567z"


def tai(hand: str, win: str | None, table: RuleSet = TAIWAN, **how: Any) -> dict[str, int]:
    """The counted rows and their values; what a batch says is the same."""
    found = mj.score(hand, win, table, **how)
    values = {fan.fan: fan.value for fan in found.fans}
    assert found.legal
    assert found.total == sum(values.values())
    assert mj.batch.score([found.win], table).total.tolist() == [found.total]
    return values


ROWS: list[tuple[str, str, dict[str, Any], dict[str, int]]] = [
    # 平胡, and what forbids it: a flower, an honour, a single wait, a self-draw, a pung, a robbed kong
    (PING_HU, "4s", {}, {"concealed": 1, "ping_hu": 2}),
    (PING_HU, "4s", {"seat_wind": "S", "flowers": "3f"}, {"concealed": 1}),
    ("123m456m789m123p23s11z", "4s", {}, {"concealed": 1}),
    ("123m456m789m123p13s55s", "2s", {}, {"concealed": 1, "single_wait": 1}),
    (PING_HU, "4s", {"self_draw": True}, {"concealed_self": 3}),
    ("123m456m789m111p23s55s", "4s", {}, {"concealed": 1}),
    (PING_HU, "4s", {"rob_kong": True}, {"concealed": 1, "rob_kong": 1}),
    ("123m456m789m23s55s[123p<]", "4s", {}, {"ping_hu": 2}),
    ("123m456m789m23s55s[123p<]", "4s", {"self_draw": True}, {"self_draw": 1}),
    # 獨聽: of 1s and 4s four 1s are in the melds already; three of them are not enough
    ("456m789m23s55p[111s<][123s<]", "4s", {}, {"single_wait": 1}),
    ("456m789m23s55p[111s<][123p<]", "4s", {}, {}),
    # winds and dragons
    ("123m456m789m11z55p[777z<]", "1z", {}, {"round_wind": 1, "seat_wind": 1, "red": 1}),
    ("123m456m789m11z55p[777z<]", "1z", {"seat_wind": "S", "round_wind": "W"}, {"red": 1}),
    ("123m456m789m66z55z[123p<]", "5z", {}, {"white": 1}),
    ("123m456m789m66z55z[123p<]", "6z", {}, {"green": 1}),
    ("123m456m66z55z[777z<][123p<]", "6z", {}, {"little_three_dragons": 4}),
    ("123m456m66z55p[777z<][555z<]", "6z", {}, {"big_three_dragons": 8}),
    ("123m456p11z22z[333z<][444z<]", "2z", {"seat_wind": "N"}, {"little_four_winds": 8}),
    ("123m456p22z55p[333z<][444z<]", "2z", {"seat_wind": "N"}, {"seat_wind": 1}),
    ("123m111z22z55p[333z<][444z<]", "2z", {}, {"big_four_winds": 16}),
    ("999m111z22z55p[333z<][444z<]", "2z", {}, {"big_four_winds": 16, "all_pungs": 4}),
    # flushes
    ("123m456m789m11z55z[777m<]", "5z", {"seat_wind": "S"}, {"half_flush": 4, "white": 1}),
    ("123m456m789m11m55m[777m<]", "5m", {}, {"full_flush": 8}),
    ("123m456m789m11m55p[777m<]", "5p", {}, {}),
    ("111z222z555z66z77z[333z<]", "7z", {"seat_wind": "S"},
     {"all_honours": 16, "little_three_dragons": 4, "three_concealed": 2, "round_wind": 1, "seat_wind": 1}),
    # pungs
    ("22m555p77s[333m<][888p^][999s<]", "7s", {}, {"all_pungs": 4}),
    ("22m567p77s[333m<][888p^][999s<]", "7s", {}, {}),
    ("111m222m333m44s66s777p", "4s", {}, {"four_concealed": 5, "all_pungs": 4, "concealed": 1}),
    ("111m222m333m44s66s777p", "4s", {"self_draw": True}, {"five_concealed": 8, "self_draw": 1}),
    ("111m222p333s444p555s9m", "9m", {}, {"five_concealed": 8, "single_wait": 1}),
    ("111m222p333s9m(4444p)(5555s)", "9m", {}, {"five_concealed": 8, "single_wait": 1}),
    # the winning tile stands in the chow, the pung stays concealed
    ("555m67m111p999p345s88s", "5m", {}, {"concealed": 1, "three_concealed": 2}),
    ("111p999p345s88s55m[678m<]", "5m", {}, {}),
    # all melds claimed: no single wait beside; a closed kong is not claimed
    (MELDED, "9m", {"seat_wind": "N", "flowers": "2f"}, {"all_melded": 2, "seat_wind": 1}),
    (MELDED, "9m", {"seat_wind": "N", "self_draw": True}, {"half_melded": 1, "self_draw": 1, "seat_wind": 1}),
    ("9m[123m<][456p<][777s>](4444z)[345s<]", "9m", {"seat_wind": "N"}, {"single_wait": 1, "seat_wind": 1}),
    # a closed kong leaves a hand concealed
    ("123m456m789m23s55s(1111p)", "4s", {}, {"concealed": 1}),
    # ready at the start
    (PING_HU, "4s", {"ready_at_deal": True}, {"heaven_ready": 8, "concealed": 1, "ping_hu": 2}),
    (PING_HU, "4s", {"ready_first_turn": True}, {"earth_ready": 4, "concealed": 1, "ping_hu": 2}),
    # 天胡, 地胡, 人胡 take what goes without saying, single waits too
    ("123m456m789m123p13s55s", "2s", {"self_draw": True, "first_turn": True}, {"heaven": 24}),
    ("123m456m789m123p13s55s", "2s", {"self_draw": True, "first_turn": True, "seat_wind": "S"}, {"earth": 16}),
    ("123m456m789m123p13s55s", "2s", {"first_turn": True, "seat_wind": "S"}, {"human": 8}),
    (PING_HU, "4s", {"first_turn": True, "seat_wind": "S"}, {"human": 8, "ping_hu": 2}),
    ("111m222m333m44s66s777p", "4s", {"self_draw": True, "first_turn": True}, {"heaven": 24, "five_concealed": 8}),
    # 嚦咕嚦咕: four equal tiles are two pairs, flushes count, pungs do not
    ("11m33m55m77p99p22s666s8s", "8s", {"self_draw": True}, {"ligu": 8, "self_draw": 1}),
    ("11m11m33m77p99p22s66s88s", "8s", {}, {"ligu": 8}),
    ("1133557799m666m11z2z", "2z", {}, {"ligu": 8, "half_flush": 4}),
    ("1111222233334z555z", "4z", {}, {"ligu": 8, "all_honours": 16}),
    # how the tile came
    (PING_HU, "4s", {"last_tile": True}, {"concealed": 1, "ping_hu": 2, "last_discard": 1}),
    (PING_HU, "4s", {"last_tile": True, "self_draw": True}, {"concealed_self": 3, "last_draw": 1}),
    ("123m456m789m23s55s(1111p)", "4s", {"self_draw": True, "after_kong": True},
     {"concealed_self": 3, "kong_bloom": 1}),
    (PING_HU, "4s", {"self_draw": True, "after_flower": True, "flowers": "2f"}, {"concealed_self": 3, "kong_bloom": 1}),
    ("123m456m789m23s55s[1111p<]", "4s", {"self_draw": True, "after_kong": True}, {"self_draw": 1, "kong_bloom": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "win", "how", "expected"), ROWS, ids=lambda value: str(value)[:40])
def test_rows(hand: str, win: str, how: dict[str, Any], expected: dict[str, int]) -> None:
    assert tai(hand, win, **how) == expected


def test_every_row_is_tried() -> None:
    tried = {name for row in ROWS for name in row[3]}
    flowers = {"seat_flower", "seasons_set", "plants_set", "eight_flowers", "seven_rob_one"}
    assert tried | flowers == set(TAIWAN.fan_ids)


@pytest.mark.parametrize(
    ("seat", "flowers", "order", "expected"),
    [
        ("E", "15f", "mljz", {"seat_flower": 2}), ("S", "26f", "mljz", {"seat_flower": 2}),
        ("W", "38f", "mljz", {"seat_flower": 2}), ("N", "47f", "mljz", {"seat_flower": 2}),
        ("W", "37f", "mlzj", {"seat_flower": 2}), ("N", "47f", "mlzj", {"seat_flower": 1}), ("E", "26f", "mljz", {}),
        ("E", "12345f", "mljz", {"seasons_set": 2, "seat_flower": 1}),
        ("N", "45678f", "mljz", {"plants_set": 2, "seat_flower": 1}),
        ("E", "1235f", "mljz", {"seat_flower": 2}),
        ("E", "12345678f", "mljz", {"seasons_set": 2, "plants_set": 2}),
    ],
)  # fmt: skip
def test_flowers(seat: str, flowers: str, order: str, expected: dict[str, int]) -> None:
    table = TAIWAN.replace(flower_order=order)
    assert tai("456m789m234p23s55p[111s<]", "4s", table, seat_wind=seat, flowers=flowers) == expected


def test_flower_wins() -> None:
    eight = {"flowers": "12345678f", "self_draw": True, "seat_wind": "W"}
    rob = {"flowers": "1234567f", "seven_rob_one": True, "seat_wind": "W"}
    assert tai(NO_HAND, None, **eight) == {"eight_flowers": 8}
    assert tai(NO_HAND, None, **rob) == {"seven_rob_one": 8}
    stacks = TAIWAN.replace(flower_win_stacks=True)
    assert tai(NO_HAND, None, stacks, **eight) == {"eight_flowers": 8, "seasons_set": 2, "plants_set": 2}
    # 5f 6f 7f are not West's
    assert tai(NO_HAND, None, stacks, **rob) == {"seven_rob_one": 8, "seasons_set": 2}
    with pytest.raises(NotAWin):
        mj.score(NO_HAND, None, TAIWAN, flowers="1234567f", self_draw=True)
    assert mj.score(NO_HAND, None, TAIWAN, **eight).payments(0, 2) == (-12, -11, 34, -11)
    robbed = mj.score(NO_HAND, None, TAIWAN, **rob)
    assert robbed.payments(0, 2, 1) == (0, -11, 11, 0)
    # d between winner and dealer here too
    assert robbed.payments(0, 2, 0, streak=1) == (-14, 0, 14, 0)
    with pytest.raises(RuleError):
        robbed.payments(0, 2)


def test_seven_pairs_and_a_chow_do_not_count() -> None:
    for table in (TAIWAN, TAIWAN.replace(ligu=False)):
        with pytest.raises(NotAWin):
            mj.score("1133m5577p2299s123s6z", "6z", table)
    with pytest.raises(NotAWin):
        mj.score("11m33m55m77p99p22s666s8s", "8s", TAIWAN.replace(ligu=False))


def test_waits_of_pairs_are_waits_too() -> None:
    """As sets and a pair the hand waits for 2m alone, as pairs for every kind of which there are two."""
    hand = "22m11223355666677s"
    assert tai(hand, "2m", TAIWAN.replace(ligu=False)) == {"concealed": 1, "single_wait": 1}
    assert len(mj.waits(hand, TAIWAN)) == 6
    # 4s and 6s would make pairs and a pung, so that 3s is not the only wait
    assert tai("2222445555667777s", "3s") == {"full_flush": 8, "concealed": 1}


# Options


def test_presets() -> None:
    assert rules.get("taiwan/taiwan") == TAIWAN
    assert (TAIWAN.preset, TAIWAN.players, TAIWAN.sets, TAIWAN.minimum) == ("taiwan", 4, 5, 0)
    common = {"cap": None, "ligu": True, "multi": "all", "same_turn_bar": True, "dead_wall": 16, "draw_streak": True,
              "flower_win_stacks": False, "see_flower_see_honour": False, "flower_order": "mljz", "all_honours": 16,
              "heaven": 24}
    table = {
        "taiwan": {"base": 3, "unit": 1, "dealer_tai": 1, "streak_tai": 2, "la_zhuang": False},
        "taiwan_100_20": {"base": 100, "unit": 20, "dealer_tai": 1, "streak_tai": 2, "la_zhuang": False},
        "taiwan_seed": {"base": 1, "unit": 1, "dealer_tai": 0, "streak_tai": 1, "la_zhuang": True},
    }
    assert table.keys() == PRESETS.keys()
    for preset, values in table.items():
        found = rules.get("taiwan", preset)
        assert (found.values, found.preset) == ({**values, **common}, preset)


@pytest.mark.parametrize(
    ("options", "hand", "win", "how", "expected"),
    [
        ({"all_honours": 8}, "111z222z555z66z77z[333z<]", "7z", {"seat_wind": "S"},
         {"all_honours": 8, "little_three_dragons": 4, "three_concealed": 2, "round_wind": 1, "seat_wind": 1}),
        ({"heaven": 16}, PING_HU, "4s", {"self_draw": True, "first_turn": True}, {"heaven": 16}),
        # 見花見字: West's 3f for East, South pungs of East
        ({"see_flower_see_honour": True}, "123m456m789m22z55p[777z<]", "2z", {"flowers": "13f"},
         {"wind_pungs": 1, "red": 1, "flowers": 2}),
        ({"see_flower_see_honour": True}, "123m456m11z55p[222z<][777z<]", "1z", {}, {"wind_pungs": 2, "red": 1}),
        ({"see_flower_see_honour": True}, "123m456p11z22z[333z<][444z<]", "2z", {}, {"little_four_winds": 8}),
        ({"see_flower_see_honour": True}, "123m111z22z55p[333z<][444z<]", "2z", {}, {"big_four_winds": 16}),
        ({"see_flower_see_honour": True}, "123m456m66z55z[777z<][123p<]", "6z", {}, {"little_three_dragons": 4}),
        ({"see_flower_see_honour": True}, "456m789m234p23s55p[111s<]", "4s", {"flowers": "12345f"},
         {"flowers": 5, "seasons_set": 2}),
    ],
)  # fmt: skip
def test_options_change_the_table(options: dict[str, Any], hand: str, win: str, how: dict[str, Any],
                                  expected: dict[str, int]) -> None:
    assert tai(hand, win, TAIWAN.replace(**options), **how) == expected


def test_cap() -> None:
    """The cap is for the tai of the hand; those of the dealer come on top."""
    win = ("111m222m333m44s66s777p", "4s")
    assert TAIWAN.replace(cap="none") == TAIWAN
    found = mj.score(*win, TAIWAN.replace(cap=8), streak=1)
    assert (found.raw, found.total) == (10, 8)
    assert found.payments(0, 0, 1) == (14, -14, 0, 0)
    assert mj.score(*win, TAIWAN, streak=1).payments(0, 0, 1) == (16, -16, 0, 0)
    assert mj.score(*win, TAIWAN.replace(cap=10)).total == 10


# Payments


def test_who_pays() -> None:
    def paid(winner: int, loser: int | None, table: RuleSet = TAIWAN, dealer: int = 0, **details: int
             ) -> tuple[int, ...]:
        found = mj.score(PING_HU, "4s", table, self_draw=loser is None, seat_wind="ESWN"[(winner - dealer) % 4])
        return found.payments(dealer, winner, loser, **details)

    # 3 tai either way: 門清 and 平胡, or 門清自摸
    assert paid(1, 2) == (0, 6, -6, 0)
    assert paid(1, 0) == (-7, 7, 0, 0)
    assert paid(0, 3) == (7, 0, 0, -7)
    assert paid(1, None) == (-7, 19, -6, -6)
    assert paid(0, None) == (21, -7, -7, -7)
    # 連二拉二: 2 x 2 and the dealer's 1
    assert paid(1, 0, streak=2) == (-11, 11, 0, 0)
    assert paid(1, 2, streak=2) == (0, 6, -6, 0)
    assert paid(3, 1, rules.get("taiwan_100_20"), dealer=1, streak=2) == (0, -260, 0, 260)
    # by the seed only each hand that the dealer stayed
    assert paid(1, 0, SEED) == (-4, 4, 0, 0)
    assert paid(1, 0, SEED, streak=2) == (-6, 6, 0, 0)
    assert paid(1, 0, TAIWAN.replace(base=5, unit=2, dealer_tai=2, streak_tai=3), streak=1) == (-21, 21, 0, 0)
    # the streak of a dealer's win is known to the win
    found = mj.score(PING_HU, "4s", TAIWAN, streak=1)
    assert found.payments(0, 0, 1) == (9, -9, 0, 0)
    assert found.payments(0, 0, 1, streak=0) == (7, -7, 0, 0)
    assert [entry.reason for entry in found.ledger(0, 0, 1)] == ["base", "points", "dealer"]


def test_three_winners_on_one_discard() -> None:
    """一炮三響: the dealer pays each apart."""
    wins = {1: PING_HU, 2: "345p345p678p99p56s777m", 3: "111m222m333m44s66s777p"}
    ledger = Ledger()
    for seat, hand in wins.items():
        found = mj.score(hand, "4s", TAIWAN, seat_wind="ESWN"[seat])
        ledger += found.ledger(0, seat, 0)
    assert ledger.totals() == (-26, 7, 5, 14)


def test_la_zhuang() -> None:
    asked = SEED.procedure.settle_event
    assert asked is not None
    owed = asked(SEED, "la_zhuang_request", dealer=0, debtor=1, amount=6)
    assert owed == {"pay": Ledger(), "deferred": {1: 6}, "stake": {1: 2}}
    for winner, totals in ((0, (8, -8, 0, 0)), (1, (4, -4, 0, 0)), (3, (6, -6, 0, 0)), (None, (6, -6, 0, 0)),
                           ([0, 2], (8, -8, 0, 0)), ([0, 1], (6, -6, 0, 0))):
        answer = asked(SEED, "la_zhuang_resolve", dealer=0, debtor=1, amount=6, next_winner=winner)
        pay = answer["pay"]
        assert isinstance(pay, Ledger)
        assert pay.totals() == totals
    with pytest.raises(RuleError, match="unknown event 'la_zhuang'"):
        asked(SEED, "la_zhuang", dealer=0, debtor=1, amount=6)
    with pytest.raises(RuleError, match="without the option la_zhuang"):
        asked(TAIWAN, "la_zhuang_request", dealer=0, debtor=1, amount=6)
    with pytest.raises(HandError, match="seat 0 owes itself"):
        asked(SEED, "la_zhuang_request", dealer=0, debtor=0, amount=6)


# The course of a hand


def test_deal_and_opening() -> None:
    """144 - 65 tiles, 16 of which stay."""
    assert TAIWAN.deal() == Dealt((17, 16, 16, 16), 63)
    assert TAIWAN.replace(dead_wall=0).deal().wall == 79
    assert [reserved_tiles(TAIWAN, kongs) for kongs in (0, 1, 4)] == [16, 17, 20]
    found = TAIWAN.open_wall([1, 1, 2])
    # wall 3 from its fifth stack on; four stacks a round, so that 32 stacks later the dealer takes one tile more
    assert (found.wall_seat, found.start, found.live) == (3, 5, 63)
    assert [len(hand) for hand in found.hands] == [17, 16, 16, 16]
    assert found.hands[0][:4] == ((3, 5, "top"), (3, 5, "bottom"), (3, 6, "top"), (3, 6, "bottom"))
    assert found.jump == ((1, 1, "top"),)
    assert found.live_next == (1, 1, "bottom")


def test_claims() -> None:
    wins = [(3, "win"), (1, "win"), (2, "win")]
    assert TAIWAN.claims(0, wins).claims == ((1, "win"), (2, "win"), (3, "win"))
    assert TAIWAN.replace(multi="nearest").claims(0, wins).claims == ((1, "win"),)
    assert TAIWAN.claims(0, [(1, "chow"), (2, "pung")]) == ClaimAnswer(((2, "pung"),), 3)


def test_next_dealer() -> None:
    assert TAIWAN.next_dealer(0, [0], streak=1) == NextDeal(0, 2)
    assert TAIWAN.next_dealer(0, [2], streak=1) == NextDeal(1, 0)
    assert TAIWAN.next_dealer(0, [0, 2], discarder=1, streak=1) == NextDeal(0, 2)
    assert TAIWAN.next_dealer(0, [], streak=1) == NextDeal(0, 2)
    assert TAIWAN.replace(draw_streak=False).next_dealer(0, [], streak=1) == NextDeal(0, 1)


def test_same_turn_bar() -> None:
    assert legal.same_turn_barred(PING_HU, "4s", rules=TAIWAN)
    assert legal.same_turn_barred(PING_HU, ["9m", "1s"], rules=TAIWAN)
    assert not legal.same_turn_barred(PING_HU, "5s2s", rules=TAIWAN)
    assert not legal.same_turn_barred(PING_HU, "", rules=TAIWAN)
    assert not legal.same_turn_barred(PING_HU, "4s", rules=TAIWAN.replace(same_turn_bar=False))
    # a shape that is no win by these rules can not be passed
    assert not legal.same_turn_barred("1133m5577p2299s123s6z", "6z", rules=TAIWAN)
    with pytest.raises(HandError, match="expected 16"):
        legal.same_turn_barred("123m456p789s1122z", "1z", rules=TAIWAN)
