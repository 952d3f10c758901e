"""What rules/hk.md says about the course of a hand, sentence by sentence: walls made for it, results
reckoned by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import mjcore as mj
from mjcore.game.bots import greedy
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, events, fans, finish, now, others, play, reasons, result, rule_set

HK = "hk/hk_old_style"
# on 3m, 6m, 9m: half flush 3, concealed 1, no flowers 1, East of the round 1 = 6: unit 32
HALF = "12345678m111z22z"
# the same with West: 5, unit 24
WEST = "12345678m333z44z"
ORPHANS = "19m19p19s1234567z"
FLOWERS = {1: "12345678f"}


def position(name: str | RuleSet = HK, **facts: Any) -> mj.Table:
    """The flowers lie before seat 1 where nothing else is said."""
    return mj.Table.position(name, **{"aside": FLOWERS, **facts})


@pytest.mark.parametrize("preset", [HK, "hk/guangdong_seed"])
def test_flowers_a_replacement_waits_until_the_round_of_the_table_is_finished(preset: str) -> None:
    table = deal(preset, ["1f", "3f"], back="2f 1m 3m")
    assert events(table, "draw") == [("draw", 0, "2f"), ("draw", 1, "1m"), ("draw", 0, "3m")]


def test_flowers_until_clean() -> None:
    table = deal(rule_set(HK, flower_rounds="until_clean"), ["1f", "3f"], back="2f 1m 3m")
    assert events(table, "draw") == [("draw", 0, "2f"), ("draw", 0, "1m"), ("draw", 1, "3m")]


def test_flowers_each_replaces_all_of_his_hand() -> None:
    table = deal(HK, ["1f2f", "3f"], back="1m 2m 3m")
    assert events(table, "draw") == [("draw", 0, "1m"), ("draw", 0, "2m"), ("draw", 1, "3m")]


def test_flowers_in_play_are_replaced_at_once_from_the_tail() -> None:
    table = deal(HK, ["9s"], "5f", "7z")
    play(table, "0 discard 9s")
    while table.phase == "claim":
        table.step("pass")
    assert (table.seat, str(table.drawn), [str(tile) for tile in table.aside(1)]) == (1, "7z", ["5f"])


def test_seven_flowers_win_at_once_paid_as_a_self_draw() -> None:
    table = deal(HK, ["1234567f"])
    assert (table.phase, table.seat, others(table)) == ("flower", 0, {"win", "pass"})
    now(table, "0 win")
    # 3 faan, everything else swallowed: unit 8, each pays 16
    assert (fans(table), result(table).deltas) == ({"seven_flowers": 3}, (48, -16, -16, -16))


def test_seven_flowers_when_the_seventh_is_drawn_and_eight_after_a_pass() -> None:
    table = deal(HK, ["", "123456f"], "7f", back="1m2m3m4m5m6m 8f 9s")
    play(table, "1 win")
    assert result(table).deltas == (-16, 48, -16, -16)
    table = deal(HK, ["", "123456f"], "7f", back="1m2m3m4m5m6m 8f 9s")
    while table.phase != "flower":
        table.step("pass" if "pass" in can(table) else can(table)[-1])
    now(table, "1 pass")
    assert (table.phase, table.seat) == ("flower", 1)
    now(table, "1 win")
    # eight flowers 8: unit 64, each pays 128
    assert (fans(table), result(table).deltas) == ({"eight_flowers": 8}, (-128, 384, -128, -128))


def test_option_flower_win() -> None:
    assert deal(rule_set(HK, flower_win=8), ["1234567f"]).phase == "turn"
    table = deal(rule_set(HK, flower_win=8), ["12345678f"])
    assert (table.phase, can(table)) == ("flower", ["pass", "win"])
    assert deal(rule_set(HK, flower_win="off"), ["12345678f"]).phase == "turn"


def test_turn_draw_or_claim_then_kong() -> None:
    table = deal(HK, ["5m", "55m1111p"], back="7z")
    now(table, "0 discard 5m", "1 pung")
    assert others(table) == {"kong 1p"}
    now(table, "1 kong 1p")
    assert (table.phase, table.seat, str(table.drawn)) == ("turn", 1, "7z")
    # a chow too, and the fourth tile onto the own pung
    table = position(hands={1: "46m9p", 0: "5m"}, melds={1: ["[999p>]"]}, event=("discard", 0, "5m"), live=40)
    now(table, "1 chow mid")
    assert others(table) == {"kong 9p"}


def test_an_added_kong_may_be_robbed_and_passing_a_win_bars_nothing() -> None:
    table = deal(HK, ["9m", "", "99m", HALF], "1s 2s 3s 9m")
    now(table, "0 discard 9m")
    assert {seat: others(table, seat) for seat in table.pending} == {2: {"pass", "pung"}, 3: {"pass", "win"}}
    play(table, "2 pung", "2 kong 9m")
    assert (table.phase, table.pending) == ("rob", (3,))
    now(table, "3 win")
    assert fans(table) == {"half_flush": 3, "concealed": 1, "no_flowers": 1, "round_wind": 1, "rob_kong": 1}
    # 7 faan: unit 48; the konger pays as discarder
    assert result(table).deltas == (-48, -48, -96, 192)
    assert reasons(result(table)) == [(0, 3, 48, "points"), (1, 3, 48, "points"), (2, 3, 96, "points")]


def test_a_closed_kong_is_robbed_by_thirteen_orphans_only_by_option() -> None:
    hand = ["9999m", "1m19p19s12345677z"]
    table = deal(HK, hand)
    now(table, "0 kong 9m")
    assert (table.phase, table.seat) == ("turn", 0)
    table = deal(rule_set(HK, rob_closed_kong_13=True), hand)
    now(table, "0 kong 9m")
    assert (table.phase, table.pending) == ("rob", (1,))
    now(table, "1 win")
    # thirteen orphans, robbed, no flowers: the limit of 10, unit 128
    assert result(table).deltas == (-256, 512, -128, -128)
    # nobody else may
    table = deal(rule_set(HK, rob_closed_kong_13=True), ["9999m", HALF])
    now(table, "0 kong 9m")
    assert (table.phase, table.seat) == ("turn", 0)


def test_option_same_turn_bar() -> None:
    hands = ["9m", HALF]
    table = deal(HK, hands, "1s 9m 9m")
    play(table, "0 discard 9m", "1 pass", "2 discard 9m")
    assert "win" in can(table, 1)
    table = deal(rule_set(HK, same_turn_bar=True), ["9m", "", HALF], "9m 1s 1s 1s 9m")
    now(table, "0 discard 9m", "2 pass")
    play(table, "1 discard 9m")
    assert "win" not in can(table, 2)
    # lifted by the own draw
    play(table, "2 discard 1s", "1 discard 9m", "2 win")
    assert result(table).winners == (2,)


def test_two_winners_nearest_or_all() -> None:
    for option, winners, expected in (("nearest", (1,), (-64, 128, -32, -32)),
                                      # each settled apart, winners do not pay each other: 2 x 32 + 32, 2 x 24 + 24
                                      ("all", (1, 3), (-112, 96, -56, 72))):
        table = deal(rule_set(HK, multi=option), ["1s", HALF, "", WEST], "1s 2s 3s 9m")
        play(table, "0 discard 1s", "0 discard 9m", "3 win", "1 win")
        assert (result(table).winners, result(table).deltas) == (winners, expected)


@pytest.mark.parametrize(("name", "expected"), [
    (HK, (-64, 128, -32, -32)), ("hk/hk_full_gun", (-128, 128, 0, 0)), ("hk/hk_ra", (-64, 64, 0, 0)),
    # 6 faan: 2^6, 16
    ("hk/hk_full_spicy", (-128, 256, -64, -64)), ("hk/hk_4710", (-32, 64, -16, -16)),
])
def test_money_of_a_discard(name: str, expected: tuple[int, ...]) -> None:
    table = deal(name, ["1s", HALF], "1s 2s 3s 9m")
    play(table, "0 discard 1s", "0 discard 9m", "1 win")
    assert fans(table) == {"half_flush": 3, "concealed": 1, "no_flowers": 1, "round_wind": 1}
    assert result(table).deltas == expected


def test_a_win_on_a_flower_replacement() -> None:
    for option, faan, pay in ((1, {"after_flower": 1}, 96), (0, {}, 64)):
        table = deal(rule_set(HK, after_flower=option), ["", "12345678m111z22z"], "1f", back="9m")
        play(table, "1 win")
        # spring is East's; half flush 3, concealed 1, self-drawn 1, round wind 1 = 6, unit 32
        assert fans(table) == {"half_flush": 3, "concealed": 1, "self_draw": 1, "round_wind": 1, **faan}
        assert result(table).deltas == (-pay, 3 * pay, -pay, -pay)


def test_a_win_on_a_kong_replacement() -> None:
    table = deal(HK, ["1111z12345678m22z"], back="9m")
    now(table, "0 kong 1z", "0 win")
    # both winds of the dealer; a closed kong keeps the hand concealed
    assert fans(table) == {"half_flush": 3, "concealed": 1, "self_draw": 1, "after_kong": 1, "no_flowers": 1,
                           "round_wind": 1, "seat_wind": 1}
    # 9: unit 96
    assert result(table).deltas == (576, -192, -192, -192)


def test_a_win_after_two_kongs_in_a_row() -> None:
    table = deal(HK, ["1111z2222z12345m7m"], back="7m6m")
    now(table, "0 kong 1z", "0 kong 2z", "0 win")
    found = fans(table)
    assert (found["double_kong"], "after_kong" in found, found["self_draw"]) == (8, False, 1)
    # 10 by the limit: 128
    assert result(table).deltas == (768, -256, -256, -256)


def test_two_kongs_with_a_discard_between_are_not_in_a_row() -> None:
    table = deal(HK, ["1111z2222z12345m7m"], "1s 2s 3s 7m", back="9s6m")
    play(table, "0 kong 1z", "0 discard 9s", "0 kong 2z", "0 win")
    found = fans(table)
    assert (found["after_kong"], "double_kong" in found) == (1, False)


def test_last_tile_self_drawn_or_the_discard_after_it() -> None:
    # 6, self-drawn 1 more; the flowers at seat 1: no flowers at seat 0
    table = position(hands={0: HALF}, drawn="9m", turn=0, live=0, dealer=3)
    now(table, "0 win")
    # 6 + self 1 + last 1 = 8: unit 64
    assert result(table).deltas == (384, -128, -128, -128)
    table = position(hands={0: HALF, 2: "99m", 3: "78m"}, live=0, dealer=3, event=("discard", 2, "9m"))
    assert table.pending == (0,)
    now(table, "0 win")
    # 7: unit 48
    assert result(table).deltas == (192, -48, -96, -48)
    table = position(hands={0: HALF}, live=1, dealer=3, event=("discard", 2, "9m"))
    now(table, "0 win")
    assert result(table).deltas == (128, -32, -64, -32)


def test_heavenly_and_earthly() -> None:
    table = deal(HK, ["123456789m111z22z"])
    now(table, "0 win")
    # swallows self-draw and concealed
    assert fans(table)["heavenly"] == 13
    assert not {"self_draw", "concealed"} & set(fans(table))
    table = deal(HK, ["9m", "", HALF])
    now(table, "0 discard 9m", "2 win")
    assert fans(table)["earthly"] == 13
    # not on the second seat's first discard
    table = deal(HK, ["", "", HALF], "9m")
    play(table, "1 discard 9m", "2 win")
    assert "earthly" not in fans(table)


def test_a_hand_below_the_minimum_may_not_win() -> None:
    hand = "234p567p345s99m67s"
    facts: dict[str, Any] = {"hands": {2: hand}, "event": ("discard", 0, "8s"), "live": 40}
    # common hand 1, concealed 1; a flower of South is worth nothing to West
    assert "win" not in can(position(aside={2: "2f", 1: "1345678f"}, **facts), 2)
    # his own flower is a third
    assert "win" in can(position(aside={2: "3f", 1: "1245678f"}, **facts), 2)
    assert "win" not in can(position(rule_set(HK, min_counts_flowers=False), aside={2: "3f", 1: "1245678f"},
                                     **facts), 2)
    assert "win" in can(position("hk/guangdong_seed", aside={2: "2f", 1: "1345678f"}, **facts), 2)


def test_no_furiten_and_no_swap_ban() -> None:
    table = deal(HK, ["1s", HALF], "9m 9m")
    play(table, "0 discard 1s", "1 discard 9m", "2 discard 9m")
    assert "win" in can(table, 1)
    table = deal(HK, ["4m", "4567m"])
    now(table, "0 discard 4m", "1 chow low")
    assert {"discard 4m", "discard 7m"} <= set(can(table))


def test_option_pao_12() -> None:
    melds = {1: ["[123m<]", "[456m<]", "[789m<]", "[111z>]"]}
    for pao, expected in ((False, (-64, 192, -64, -64)), (True, (0, 192, -192, 0))):
        table = position(rule_set(HK, pao_12=pao), hands={1: "2z"}, melds=melds, drawn="2z", turn=1, live=40,
                         aside={0: "12345678f"})
        now(table, "1 win")
        # half flush 3, round wind 1, self-drawn 1, no flowers 1 = 6: 32; [111z>] came from seat 2
        assert result(table).deltas == expected


def test_end_no_payment_and_the_dealer_stays() -> None:
    for option, dealer in (("stay", 0), ("pass", 1)):
        match = mj.Match(rule_set(HK, draw_dealer=option), seed=2)
        found = finish(match.table)
        assert (found.reason, found.deltas) == ("exhaustive", (0, 0, 0, 0))
        match.next()
        assert match.dealer == dealer


def test_dealer_wins_stays_else_passes_and_the_round_changes_after_four() -> None:
    match = mj.Match("hk/guangdong_seed", seed=5, rounds=2)
    match.play(greedy)
    passed = 0
    for before, after in pairwise(match.history):
        stays = not before.winners or before.dealer in before.winners
        passed += not stays
        assert after.dealer == (before.dealer if stays else (before.dealer + 1) % 4)
        assert after.round_wind == "ESWN"[passed // 4]
    assert match.over
    assert passed == 7
