"""What rules/mcr.md says about the course of a hand, sentence by sentence: walls made for it, results
reckoned by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import mjcore as mj
from mjcore.game.bots import greedy
from table.rule_scenes import can, deal, events, fans, finish, kinds_of_melds, now, others, play, result, rule_set

# 5m alone: pure straight 16, all chows 2, concealed 2, closed wait 1 = 21
STRAIGHT = "12346789m345p22s"
# 3m or 6m: all chows 2, concealed 2, no more than 7 with a flower
CHEAP = "45m123p678p345s99s"


def position(**facts: Any) -> mj.Table:
    """The flowers lie before seat 1 where nothing else is said."""
    return mj.Table.position("mcr", **{"aside": {1: "12345678f"}, **facts})


def test_s8_the_dealer_has_14_tiles_and_all_144_are_drawn() -> None:
    table = deal("mcr")
    assert [table.tiles_held(seat) for seat in range(4)] == [14, 13, 13, 13]
    assert (table.live, table.phase, table.seat) == (144 - 53, "turn", 0)


def test_s8_flowers_are_replaced_from_the_back_until_none_is_left_dealer_first() -> None:
    # the dealer's replacement is a flower again: replaced before seat 1's
    table = deal("mcr", ["1f", "2f"], back="3f 1m 2m")
    assert events(table, "aside") == [("aside", 0, "1f"), ("aside", 0, "3f"), ("aside", 1, "2f")]
    assert [tile for what, seat, tile in events(table, "draw") if seat == 0] == ["3f", "1m"]
    assert [tile for what, seat, tile in events(table, "draw") if seat == 1] == ["2m"]
    assert table.live == 144 - 53 - 3


def test_s8_later_flowers_are_replaced_at_once_from_the_back() -> None:
    table = deal("mcr", ["9s"], "5f", "7z")
    play(table, "0 discard 9s")
    while table.phase == "claim":
        table.step("pass")
    assert (table.seat, str(table.drawn), [str(tile) for tile in table.aside(1)]) == (1, "7z", ["5f"])


@pytest.mark.parametrize(("wanted", "taken"), [
    (["1 chow mid", "2 pung", "3 win"], "win"),
    (["1 chow mid", "2 pung", "3 pass"], "pung"),
    (["1 chow mid", "2 pass", "3 pass"], "chow"),
])
def test_s8_win_before_pung_before_chow(wanted: list[str], taken: str) -> None:
    table = deal("mcr", ["5m", "46m", "55m", STRAIGHT])
    now(table, "0 discard 5m")
    assert {seat: others(table, seat) for seat in table.pending} == {
        1: {"chow mid", "pass"}, 2: {"pung", "pass"}, 3: {"win", "pass"}}
    now(table, *wanted)
    if taken == "win":
        assert result(table).deltas == (-29, -8, -8, 45)
        assert fans(table) == {"pure_straight": 16, "all_chows": 2, "concealed_hand": 2, "closed_wait": 1}
    else:
        assert (table.phase, table.turn) == ("throw", 2 if taken == "pung" else 1)


def test_s8_chow_only_from_the_left_neighbour() -> None:
    table = deal("mcr", ["5m", "46m", "46m", "46m"])
    now(table, "0 discard 5m")
    assert table.pending == (1,)


def test_s8_one_winner_the_nearest() -> None:
    table = deal("mcr", ["4m", "12356789m345p22s", "", "12356789m678p99s"])
    now(table, "0 discard 4m")
    # 4m and 7m: no closed wait, 20
    assert set(table.pending) == {1, 3}
    now(table, "3 win", "1 win")
    assert (result(table).winners, result(table).deltas) == ((1,), (-28, 44, -8, -8))
    # the nearer one passes
    table = deal("mcr", ["4m", "12356789m345p22s", "", "12356789m678p99s"])
    now(table, "0 discard 4m", "1 pass", "3 win")
    assert result(table).winners == (3,)


def test_s8_the_tile_just_claimed_may_be_discarded() -> None:
    table = deal("mcr", ["5m", "46m5m"])
    now(table, "0 discard 5m", "1 chow mid")
    assert "discard 5m" in can(table)
    table = deal("mcr", ["4m", "4567m"])
    now(table, "0 discard 4m", "1 chow low")
    assert {"discard 4m", "discard 7m"} <= set(can(table))


def test_s8_no_furiten() -> None:
    # seat 1 threw a 5m itself, passes one, and wins on the next
    table = deal("mcr", ["5m", STRAIGHT], "5m 5m")
    now(table, "0 discard 5m", "1 pass")
    assert (table.seat, str(table.drawn)) == (1, "5m")
    now(table, "1 discard 5m")
    play(table, "2 discard 5m")
    assert "win" in can(table, 1)


def test_s8_no_kong_straight_after_a_pung_or_chow() -> None:
    table = deal("mcr", ["5m", "55m5m1111p"])
    now(table, "0 discard 5m", "1 pung")
    assert others(table) == set()
    # at the next own draw both are allowed
    play(table, "1 kong 5m")
    assert "kong 1p" in can(table, 1)


def test_s8_kong_replacement_from_the_back() -> None:
    table = deal("mcr", ["1111p"], back="7z 6z")
    now(table, "0 kong 1p")
    assert (str(table.drawn), table.phase, table.seat) == ("7z", "turn", 0)
    table = deal("mcr", ["1p", "", "111p"], back="7z 6z")
    now(table, "0 discard 1p", "2 kong")
    assert (str(table.drawn), table.phase, table.seat) == ("7z", "turn", 2)


def test_s8_no_kong_with_an_empty_wall() -> None:
    for live, may in ((1, True), (0, False)):
        table = position(hands={0: "1111p234567m234s5z"}, live=live, turn=0)
        assert ("kong 1p" in can(table)) is may
    # nor a claimed one, with the wall empty after the last draw
    for live, may in ((1, True), (0, False)):
        table = position(hands={2: "111p", 3: STRAIGHT}, live=live, event=("discard", 0, "1p"))
        assert ("kong" in can(table, 2)) is may


def test_s8_the_hand_is_drawn_after_the_last_discard() -> None:
    found = finish(deal("mcr"))
    assert (found.reason, found.deltas, found.winners) == ("exhaustive", (0, 0, 0, 0), ())
    table = deal("mcr")
    finish(table)
    # every tile but the deal is drawn
    assert len(events(table, "draw")) == 144 - 53
    assert table.live == 0


def test_s8_the_concealed_kong_lies_face_down() -> None:
    table = deal("mcr", ["1111p"], back="7z")
    now(table, "0 kong 1p")
    shown = [str(table.observe(seat).melds(0)[0]) for seat in range(4)]
    assert "1" in shown[0]
    assert all("1" not in meld for meld in shown[1:])


def test_s8_settlement_self_draw() -> None:
    table = deal("mcr", [STRAIGHT, "", "", ""], "1z 1z 1z 5m")
    play(table, "0 win")
    # 16 + 2 + 4 (fully concealed) + 1 = 23: each pays 31
    assert fans(table) == {"pure_straight": 16, "all_chows": 2, "fully_concealed_hand": 4, "closed_wait": 1}
    assert result(table).deltas == (93, -31, -31, -31)


def test_s8_flowers_count_in_the_payment_but_not_for_the_minimum() -> None:
    table = deal("mcr", [STRAIGHT + "1f", "5m"], back="1z")
    play(table, "0 discard 1z", "1 discard 5m", "0 win")
    # 21 and the flower
    assert result(table).deltas == (46, -30, -8, -8)
    # 7 without the flower: not offered
    table = position(hands={0: CHEAP, 1: "6m"}, aside={0: "1f2f3f4f"}, live=40, event=("discard", 1, "6m"))
    assert "win" not in can(table, 0)


def test_s5_last_tile_drawn() -> None:
    # 21 (not melded 4 instead of concealed 2: 23) and last tile 8, no self-drawn: 31
    table = position(hands={0: STRAIGHT}, drawn="5m", turn=0, live=0)
    now(table, "0 win")
    assert result(table).deltas == (3 * 39, -39, -39, -39)


def test_s5_the_discard_after_the_last_tile() -> None:
    table = position(hands={0: STRAIGHT, 1: "46m", 2: "55m"}, live=0, event=("discard", 3, "5m", "drawn"))
    # a win alone is possible on it; 21 + 8
    assert table.pending == (0,)
    now(table, "0 win")
    assert result(table).deltas == (53, -8, -8, -37)
    table = position(hands={0: STRAIGHT, 1: "46m", 2: "55m"}, live=1, event=("discard", 3, "5m"))
    assert "pung" in can(table, 2)
    now(table, "0 win")
    assert result(table).deltas == (45, -8, -8, -29)


@pytest.mark.parametrize(("back", "expected"), [
    # 16 + concealed kong 2 + not melded 4 + closed 1 + terminals 1 + no honours 1, and the replacement 8
    ("5m", {"out_with_replacement_tile": 8}),
    # a flower between: none, but the flower
    ("1f 5m", {"flower_tiles": 1}),
])
def test_s5_out_with_a_replacement_tile(back: str, expected: dict[str, int]) -> None:
    table = deal("mcr", ["1111p12346789m22s"], back=back)
    now(table, "0 kong 1p", "0 win")
    assert fans(table) == {"pure_straight": 16, "concealed_kong": 2, "fully_concealed_hand": 4, "closed_wait": 1,
                           "pung_of_terminals_or_honors": 1, "no_honors": 1, **expected}
    pay = 8 + 25 + sum(expected.values())
    assert result(table).deltas == (3 * pay, -pay, -pay, -pay)


def test_s7_d15_a_flower_replacement_is_a_plain_self_draw() -> None:
    table = deal("mcr", ["", STRAIGHT], "1f", back="5m")
    play(table, "1 win")
    assert fans(table) == {"pure_straight": 16, "all_chows": 2, "fully_concealed_hand": 4, "closed_wait": 1,
                           "flower_tiles": 1}


def test_s5_replacement_and_last_tile_both_count() -> None:
    table = position(hands={0: "1111p12346789m22s"}, turn=0, live=1, draws="5m")
    now(table, "0 kong 1p", "0 win")
    assert result(table).deltas == (3 * 49, -49, -49, -49)


def test_s5_robbing_the_kong() -> None:
    table = deal("mcr", ["5m", "", "55m", STRAIGHT], "1z 2z 3z 5m")
    play(table, "0 discard 5m", "2 pung", "2 kong 5m")
    assert (table.phase, table.pending, others(table, 3)) == ("rob", (3,), {"pass", "win"})
    now(table, "3 win")
    # three face up, but 和绝张 is not added; counts as a discard win
    assert fans(table) == {"pure_straight": 16, "robbing_the_kong": 8, "all_chows": 2, "concealed_hand": 2,
                           "closed_wait": 1}
    assert result(table).deltas == (-8, -8, -37, 53)
    assert kinds_of_melds(table, 2) == ["pung"]


def test_s5_a_kong_that_nobody_robs_stands() -> None:
    table = deal("mcr", ["5m", "", "55m", STRAIGHT], "1z 2z 3z 5m", back="7z")
    play(table, "0 discard 5m", "2 pung", "2 kong 5m")
    now(table, "3 pass")
    assert (table.phase, table.seat, str(table.drawn)) == ("turn", 2, "7z")
    assert kinds_of_melds(table, 2) == ["added kong"]


def test_s5_only_added_kongs_can_be_robbed() -> None:
    # thirteen orphans waiting for 1p
    table = deal("mcr", ["1111p", "19m9p19s12345677z"], back="5m")
    now(table, "0 kong 1p")
    assert (table.phase, table.seat) == ("turn", 0)


def test_s5_the_fourth_of_three_face_up() -> None:
    table = position(hands={0: STRAIGHT}, rivers={1: "5m1z", 2: "5m2z", 3: "5m"}, live=40, event=("discard", 3, "5m"))
    now(table, "0 win")
    assert result(table).deltas == (49, -8, -8, -33)
    table = position(hands={0: STRAIGHT, 1: "[555m<]"}, live=40, event=("discard", 3, "5m"))
    now(table, "0 win")
    assert result(table).deltas == (49, -8, -8, -33)
    # two are not three; self-drawn: 23 + 4
    table = position(hands={0: STRAIGHT}, rivers={1: "5m1z", 2: "5m2z"}, live=40, event=("discard", 3, "5m"))
    now(table, "0 win")
    assert result(table).deltas == (45, -8, -8, -29)
    table = position(hands={0: STRAIGHT, 1: "[555m<]"}, live=40, drawn="5m", turn=0)
    now(table, "0 win")
    assert result(table).deltas == (3 * 35, -35, -35, -35)


def test_s5_a_tile_claimed_by_a_chow_is_seen_once() -> None:
    # one in a chow and two in rivers
    table = position(hands={0: STRAIGHT, 1: "[456m<]"}, rivers={2: "5m2z", 3: "5m"}, live=40,
                     event=("discard", 3, "5m"))
    now(table, "0 win")
    assert result(table).deltas == (49, -8, -8, -33)


def test_s1_a_hand_below_eight_may_not_win() -> None:
    table = position(hands={0: CHEAP}, live=40, event=("discard", 1, "6m"))
    assert "win" not in can(table, 0)
    # 7 points self-drawn: all chows 2, not melded 4, and one double at most
    table = position(hands={0: CHEAP}, live=40, drawn="6m", turn=0)
    assert "win" not in can(table, 0)


def test_s7_d16_no_heavenly_hand_unless_agreed() -> None:
    hand = ["123456789m345p22s"]
    table = deal("mcr", hand)
    now(table, "0 win")
    plain = sum(fans(table).values())
    table = deal(rule_set("mcr", heavenly_hands=True), hand)
    now(table, "0 win")
    assert sum(fans(table).values()) == plain + 8


def test_s8_the_deal_passes_every_hand_16_hands_4_winds() -> None:
    match = mj.Match("mcr", seed=3)
    dealers = []
    while True:
        dealers.append((match.round_wind, match.dealer))
        finish(match.table)
        if match.next() is None:
            break
    assert dealers == [(wind, dealer) for wind in "ESWN" for dealer in range(4)]


def test_s10_dazhong_the_hand_is_drawn_once_120_tiles_have_left_the_wall() -> None:
    table = deal("dazhong")
    assert table.live == 120 - 53
    assert finish(table).reason == "exhaustive"
    assert len(events(table, "draw")) == 67
    table = deal("dazhong", ["1f2f"], back="1m2m")
    assert table.live == 120 - 53 - 2
    assert deal(rule_set("dazhong", wall_limit=144)).live == 91


def test_s10_dazhong_a_kong_takes_the_upper_tile_of_the_stack_that_a_die_says() -> None:
    taken = set()
    for seed in range(60):
        table = mj.Table("dazhong", wall=deal("dazhong", ["1111p"], back="1m2m3m4m5m6m7m8m9m1s2s3s").wall, seed=seed)
        now(table, "0 kong 1p")
        taken.add(str(table.drawn))
    # the last stack is 2m over 1m, the second last 4m over 3m
    assert taken == {"2m", "4m", "6m", "8m", "1s", "3s"}


def test_s10_dazhong_flowers_from_the_last_stack() -> None:
    # the text says "the very back": the upper tile of the last stack or the lower one
    table = deal("dazhong", ["1111p1f"], back="1m2m3m")
    assert events(table, "draw")[0][2] in ("1m", "2m")


def test_s10_dazhong_the_winner_deals_and_after_a_draw_the_next() -> None:
    match = mj.Match("dazhong", seed=11, hands=12)
    match.play(greedy)
    assert {found.reason for found in match.history} == {"win", "exhaustive"}
    for before, after in pairwise(match.history):
        assert after.dealer == (before.winners[0] if before.winners else (before.dealer + 1) % 4)


def test_s10_dazhong_a_turned_tile_makes_three_wild_and_they_are_not_claimed() -> None:
    table = deal("dazhong/dazhong_caishen", back="5m")
    assert [str(tile) for tile in table.wild] == ["5m"]
    table = mj.Table.position("dazhong/dazhong_caishen", hands={1: "46m", 2: "55m"}, wild="5m", live=30,
                              event=("discard", 0, "5m"))
    assert table.phase != "claim"
