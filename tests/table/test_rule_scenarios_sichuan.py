"""What rules/sichuan.md sections 1, 2, 4, 6, 7 say about the course of a hand: walls made for it, results reckoned by
hand. The end of the wall and other table sizes: test_rule_scenarios_sichuan_end.py."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import mjcore as mj
from mjcore.game.bots import greedy
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, events, finish, kinds_of_melds, now, others, play, result, rule_set

SEED, SBR, APP, RIVER = "sichuan/chengdu_seed", "sichuan/sbr_2025", "sichuan/xuezhan_app", "sichuan/xueliu_app"
# 1p 4p: no fan, unit 1
RUNS = "123456789m2355p"
# 5p: no fan
CLOSED = "123456789m4688p"
# 5p and 7p: all triplets 1, unit 2
TRIPLETS = "111222m999p55p77p"
VOIDS = ("0 void s", "1 void s", "2 void s", "3 void s")


def position(name: str | RuleSet = SEED, **facts: Any) -> mj.Table:
    return mj.Table.position(name, **facts)


def test_s1_53_tiles_are_dealt_55_live_no_dead_wall() -> None:
    table = deal(SEED)
    assert ([table.tiles_held(seat) for seat in range(4)], table.live) == ([14, 13, 13, 13], 55)
    finish(table)
    assert len(events(table, "draw")) == 55


def test_s1_kong_replacements_come_from_the_front_or_by_option_from_the_back() -> None:
    table = deal(SEED, ["1111m"], "9s", back="8s")
    now(table, "0 kong 1m")
    assert str(table.drawn) == "9s"
    table = deal(rule_set(SEED, replacement="back"), ["1111m"], "9s", back="8s")
    now(table, "0 kong 1m")
    assert str(table.drawn) == "8s"


def test_s1_no_chow() -> None:
    table = deal(SEED, ["5m", "46m113355779p99s"])
    now(table, "0 discard 5m")
    assert (table.phase, table.seat) == ("turn", 1)
    assert not any(mj.action_text(action).startswith("chow") for action in table.rules.flow.actions)


def test_s1_all_wins_on_one_tile_are_honoured_and_the_last_winner_s_neighbour_draws() -> None:
    table = position(hands={0: CLOSED, 3: TRIPLETS}, event=("discard", 2, "5p"), live=20)
    now(table, "0 win", "3 win")
    assert table.deltas == (1, 0, -3, 2)
    # counted from the discarder the last winner is seat 0
    assert (table.phase, table.seat, table.won) == ("turn", 1, (0, 3))


def test_s1_seats_that_have_won_are_skipped() -> None:
    # seat 1 wins on the dealer's tile, then seat 0 on seat 2's: seat 2 draws again
    table = deal(SEED, ["123456s789s4688p5p", RUNS[:9] + "m2366p"], "5p", back="9s")
    now(table, "0 discard 4p", "1 win")
    assert (table.phase, table.seat, table.deltas) == ("turn", 2, (-1, 1, 0, 0))
    assert "discard 5p" in can(table, 2)


def test_s1_a_win_before_a_kong_or_pung() -> None:
    table = position(hands={0: "123456789m7955p", 2: "888p"}, event=("discard", 1, "8p"), live=20)
    assert (others(table, 0), others(table, 2)) == ({"pass", "win"}, {"pass", "pung", "kong"})
    now(table, "2 kong", "0 win")
    assert (table.won, table.melds(2), table.deltas) == ((0,), (), (1, -1, 0, 0))


def test_s1_no_kong_right_after_the_own_pung() -> None:
    table = position(hands={2: "88p5555s"}, event=("discard", 1, "8p"), live=20)
    now(table, "2 pung")
    assert others(table) == set()


def test_s1_last_tile_no_kong_on_the_last_discard_pung_and_win() -> None:
    table = position(hands={0: "1111m258m147p36p2p"}, turn=0, live=0)
    assert others(table) == set()
    table = position(hands={0: "888p", 3: "123456789m7955p"}, event=("discard", 1, "8p"), live=0)
    assert others(table, 0) == {"pass", "pung"}
    assert "win" in others(table, 3)


def test_s2_void_free_at_most_two_suits_at_the_win() -> None:
    # three suits with the tile
    table = position(hands={0: "345m345678s79p11s"}, event=("discard", 2, "8p"), live=20)
    assert "win" not in can(table, 0)
    # a pung of the third suit is no bar
    table = position(hands={0: "123456789m23p55s"}, event=("discard", 2, "5s"), live=20)
    assert "pung" in can(table, 0)


def test_s4_blood_battle_ends_with_three_winners_at_once() -> None:
    hands = {0: "345678m345p79p11p", 1: "111222333m79p44p", 3: "444555666s79p33p"}
    table = position(hands=hands, event=("discard", 2, "8p"), live=20)
    now(table, "0 win", "1 win", "3 win")
    assert (set(result(table).winners), result(table).discarder) == ({0, 1, 3}, 2)
    # no fan in any of them
    assert result(table).deltas == (1, 1, -3, 1)


def test_s4_a_seat_that_has_won_neither_pays_nor_receives() -> None:
    # seat 1 wins; seat 2's concealed kong is paid by 0 and 3
    table = deal(SEED, ["5p", CLOSED, "7777s"])
    play(table, "0 discard 5p", "1 win", "2 kong 7s")
    assert table.deltas == (-1 - 2, 1, 4, -2)
    # self-draw: two pay
    table = position(hands={0: RUNS}, won=[1], turn=0, drawn="4p", live=20)
    now(table, "0 win")
    assert table.deltas == (2, 0, -1, -1)


@pytest.mark.parametrize(("name", "pay"), [
    (SEED, (-1, -1, -1, 3)), (rule_set(SEED, zimo="plus_fan"), (-2, -2, -2, 6)),
    (rule_set(SEED, zimo="plus_base"), (-2, -2, -2, 6)), (rule_set(SEED, zimo="double"), (-2, -2, -2, 6))])
def test_s4_self_draw(name: str | RuleSet, pay: tuple[int, ...]) -> None:
    table = position(name, hands={3: RUNS}, turn=3, drawn="4p", live=20)
    now(table, "3 win")
    assert table.deltas == pay


def test_s4_kongs_are_paid_at_once() -> None:
    table = deal(SEED, ["7777s"])
    now(table, "0 kong 7s")
    assert table.deltas == (6, -2, -2, -2)
    for name, pay in ((SEED, 1), (SBR, 2), (APP, 2)):
        table = deal(name, ["5m", "", "555m"])
        void = () if name == SEED else ("0 void m", "1 void s", "2 void s", "3 void s")
        play(table, *void, "0 discard 5m", "2 kong")
        assert table.deltas == (-pay, 0, pay, 0)


def test_s4_an_added_kong_is_paid_by_each_and_in_sbr_only_with_the_tile_just_drawn() -> None:
    void = ("p",) * 4
    for name, drawn, paid in ((SEED, "5m", True), (SEED, "9s", True), (SBR, "5m", True), (SBR, "9s", False)):
        facts = {} if name == SEED else {"void": void}
        hand = "123456789s" + ("5m" if drawn == "9s" else "")
        table = position(name, hands={1: hand}, melds={1: ["[555m>]"]}, turn=1, drawn=drawn, live=20, seed=4, **facts)
        now(table, "1 kong 5m")
        while table.phase == "rob":
            table.step("pass")
        assert table.deltas == ((-1, 3, -1, -1) if paid else (0, 0, 0, 0))


def test_s4_a_robbed_kong_pays_nothing() -> None:
    table = position(hands={2: "[555p<]", 3: CLOSED}, event=("added_kong", 2, "5p"), live=20)
    now(table, "3 win")
    assert table.deltas == (0, 0, -1, 1)
    assert kinds_of_melds(table, 2) == ["pung"]
    # robbing is a fan in SBR
    table = position(SBR, hands={2: "[555p<]", 3: CLOSED}, event=("added_kong", 2, "5p"), live=20, void=("s",) * 4)
    now(table, "3 win")
    assert table.deltas == (0, 0, -2, 2)
    # the next to draw is the winner's neighbour
    assert (table.phase, table.seat) == ("turn", 0)


KONG_THEN_5P = ("0 kong 1m", "0 discard 5p")
# no 1m: 5p alone
FEED = "234567999m4688p"


def test_s4_gangpao_refund_of_the_kong_just_made() -> None:
    table = deal(SBR, ["1111m5p", "", "", FEED])
    play(table, "0 void p", "1 void s", "2 void s", "3 void s", "0 kong 1m")
    assert table.deltas == (6, -2, -2, -2)
    play(table, "0 discard 5p", "3 win")
    # discard after a kong 1 fan: 2; the kong goes back to those who paid
    assert table.deltas == (-2, 0, 0, 2)


def test_s4_gangpao_transfer_of_all_kongs_of_the_deal() -> None:
    table = deal(APP, ["1111m9999s5p", "", "", FEED])
    play(table, "0 void p", "1 void s", "2 void s", "3 void s", "0 kong 9s", "0 kong 1m")
    assert table.deltas == (12, -4, -4, -4)
    play(table, "0 discard 5p", "3 win")
    assert table.deltas == (-2, -4, -4, -4 + 12 + 2)


def test_s4_gangpao_transfer_this_splits_among_the_winners() -> None:
    rules = rule_set(SEED, gangpao="transfer_this")
    table = deal(rules, ["1111m9999s5p", "444555666m46p88p", "", "222333777s46p22p"])
    play(table, "0 kong 9s", "0 kong 1m", "0 discard 5p")
    now(table, "1 win", "3 win")
    # three concealed triplets, no fan: 1 each; the last kong's 6 is split 3 and 3, the first one's stays
    assert table.deltas == (12 - 2 - 6, -4 + 1 + 3, -4, -4 + 1 + 3)


def test_s4_gangpao_the_remainder_stays_with_the_konger() -> None:
    rules = rule_set(SEED, gangpao="transfer_this")
    # an added kong brings 3: 1 and 1, 1 stays
    table = position(rules, hands={0: "5p1458899s9s", 1: "444555666m46p88p", 3: "222333777s46p22p"},
                     melds={0: ["[111m>]"]}, turn=0, drawn="1m", draws="9s", live=20)
    play(table, "0 kong 1m", "0 discard 5p")
    now(table, "1 win", "3 win")
    assert table.deltas == (3 - 2 - 2, -1 + 1 + 1, -1, -1 + 1 + 1)


def test_s4_gangpao_only_after_a_kong_of_the_same_turn() -> None:
    table = deal(APP, ["1111m5p", "", "", FEED], "9s8s8s8s8s")
    play(table, "0 void p", "1 void s", "2 void s", "3 void s", "0 kong 1m")
    drawn = str(table.drawn)
    # another tile is thrown after the kong; 5p a turn later
    kept = ("discard 5p", f"discard {drawn}")
    other = next(action for action in can(table) if action[-1] == "p" and action not in kept)
    play(table, f"0 {other}")
    play(table, "0 discard 5p", "3 win")
    assert table.deltas == (6 - 1, -2, -2, -2 + 1)


def test_s2_direct_kong_draw() -> None:
    hand = "345345m77p23p999p"
    for option, pay in (("self_draw", (-4, 12, -4, -4)), ("discard", (0, 4, -4, 0))):
        rules = rule_set(SEED, direct_kong_draw=option)
        table = position(rules, hands={1: hand}, event=("discard", 2, "9p"), draws="4p", live=20)
        now(table, "1 kong")
        assert table.deltas == (0, 1, -1, 0)
        now(table, "1 win")
        # the kong and the win on its replacement: 4
        assert table.deltas == tuple(a + b for a, b in zip(pay, (0, 1, -1, 0), strict=True))


def test_s2_forced_last() -> None:
    for live, forced in ((4, False), (3, True), (0, True)):
        table = position(hands={0: RUNS}, turn=0, drawn="4p", live=live)
        assert (can(table) == ["win"]) is forced
    # a tile drawn from the last four and thrown
    for live, how, forced in ((3, ("drawn",), True), (4, ("drawn",), False), (3, (), False)):
        table = position(hands={0: RUNS}, event=("discard", 1, "4p", *how), live=live)
        assert ("pass" not in can(table, 0)) is forced
    table = position(rule_set(SEED, forced_win_scope="any_tile"), hands={0: RUNS}, event=("discard", 1, "4p"), live=3)
    assert can(table, 0) == ["win"]
    table = position(SBR, hands={0: RUNS}, void=("s", "p", "s", "s"), event=("discard", 1, "4p", "drawn"), live=0)
    assert "pass" in can(table, 0)


def test_s2_missed_win_until_the_own_draw_same_or_lower() -> None:
    # 1p and 4p are worth the same
    table = deal(SBR, ["4p1p", "1p4p", RUNS], "9s 9s")
    play(table, "0 void p", "1 void p", "2 void s", "3 void p", "0 discard 4p", "2 pass", "1 discard 1p")
    assert (table.phase, table.turn, "win" in can(table, 2)) == ("turn", 2, False)
    free = deal(SEED, ["4p1p", "1p4p", RUNS], "9s 9s")
    play(free, "0 discard 4p", "2 pass", "1 discard 1p")
    assert "win" in can(free, 2)


def test_s2_missed_win_is_lifted_by_the_own_draw_and_a_self_draw_is_free() -> None:
    table = deal(SBR, ["4p", "1p", RUNS, "1p"], "9s 4p")
    play(table, "0 void p", "1 void p", "2 void s", "3 void p", "0 discard 4p", "2 pass")
    while not (table.phase == "turn" and table.seat == 2):
        table.step("pass" if "pass" in can(table) else next(a for a in can(table) if a.startswith("discard")))
    assert "win" in can(table)
    play(table, f"2 discard {table.drawn}", "3 discard 1p")
    assert "win" in can(table, 2)


def test_s3_a_declared_void_suit_is_thrown_first_and_not_claimed() -> None:
    table = deal(SBR, ["123456789m12s23p", "55s55m"])
    assert (table.phase, set(table.pending)) == ("void", {0, 1, 2, 3})
    now(table, "2 void s", "1 void s", "0 void s", "3 void s")
    assert {action for action in can(table) if action.startswith("discard")} == {"discard 1s", "discard 2s"}
    table = position(SBR, hands={0: "55s", 1: "99p"}, void=("s", "m", "m", "s"), event=("discard", 3, "5s"), live=20)
    assert "pung" not in can(table, 0)
    table = position(SBR, hands={0: "55s"}, void=("m", "m", "m", "s"), event=("discard", 3, "5s"), live=20)
    assert "pung" in can(table, 0)
    # nor konged: four of the void suit
    table = position(SBR, hands={0: "5555s123456789m1p"}, void=("s", "m", "m", "m"), turn=0, live=20)
    assert "kong 5s" not in can(table)
    # nor won on
    table = position(SBR, hands={0: "123456789m55s23p"}, void=("p", "s", "s", "p"), event=("discard", 3, "4p"), live=20)
    assert "win" not in can(table, 0)


@pytest.mark.parametrize(("direction", "source"), [("across", 2), ("cw", 1), ("ccw", 3)])
def test_s2_exchange_three_tiles_of_one_suit(direction: str, source: int) -> None:
    # play goes counter-clockwise: clockwise is from the next seat to the previous one
    hands = ["123m2468p1357s9s99p", "123p", "123s", "789m"]
    table = deal(rule_set(APP, exchange_three="on", exchange_direction=direction), hands)
    assert (table.phase, set(table.pending)) == ("exchange", {0, 1, 2, 3})
    now(table, "0 discard 1m")
    # of the same suit
    assert set(can(table, 0)) <= {f"discard {rank}m" for rank in range(1, 10)}
    now(table, "0 discard 2m", "0 discard 3m", "1 discard 1p", "1 discard 2p", "1 discard 3p", "2 discard 1s",
        "2 discard 2s", "2 discard 3s", "3 discard 7m", "3 discard 8m")
    before = table.concealed(0)
    now(table, "3 discard 9m")
    assert table.phase == "void"
    got = Counter(table.concealed(0)[kind] - before[kind] for kind in range(34))
    kinds = [kind for kind in range(34) if table.concealed(0)[kind] > before[kind]]
    given = {1: [9, 10, 11], 2: [18, 19, 20], 3: [6, 7, 8]}[source]
    assert (set(kinds) >= set(given), max(got) >= 1) == (True, True)


def test_s2_exchange_by_chance() -> None:
    seen = set()
    for seed in range(40):
        wall = deal(APP, ["123m1122445566p", "123p", "123s", "789m"]).wall
        table = mj.Table(rule_set(APP, exchange_three="on", exchange_direction="random"), wall=wall, seed=seed)
        now(table, *(f"0 discard {rank}m" for rank in "123"), *(f"1 discard {rank}p" for rank in "123"),
            *(f"2 discard {rank}s" for rank in "123"), *(f"3 discard {rank}m" for rank in "789"))
        hand = table.concealed(0)
        seen.add((hand[9] == 3, hand[18] > 0, hand[8] > 0))
    # from the next, from across, from the previous seat
    assert seen == {(True, False, False), (False, True, False), (False, False, True)}


def test_s7_a_winner_s_hand_is_frozen_and_wins_again() -> None:
    table = deal(RIVER, ["4p1p", "", RUNS], "9s 9s 9s 4p")
    play(table, "0 void p", "1 void m", "2 void s", "3 void m", "0 discard 4p", "2 win")
    assert (table.won, table.deltas) == ((2,), (-1, 0, 1, 0))
    # the winner stays in the deal: the next after it draws
    assert (table.phase, table.seat) == ("turn", 3)


def test_s7_frozen_throws_what_it_draws_wins_again_and_all_pay() -> None:
    table = position(RIVER, hands={2: RUNS}, void=("p", "m", "s", "m"), won=[2], turn=2, drawn="9s", live=20)
    assert can(table) == ["discard 9s"]
    table = position(RIVER, hands={2: RUNS}, void=("p", "m", "s", "m"), won=[2], turn=2, drawn="4p", live=20)
    assert set(can(table)) == {"win", "discard 4p"}
    now(table, "2 win")
    # pinghu 1 and the base for a self-draw, from everybody
    assert table.deltas == (-2, -2, 6, -2)
    assert (table.phase, table.seat) == ("turn", 3)
    assert table.tiles_held(2) == 13


def test_s7_a_frozen_hand_may_kong_only_if_its_waits_stay() -> None:
    hand = "111m456m789m2355p"
    table = position(RIVER, hands={2: hand}, void=("p", "m", "s", "m"), won=[2], turn=2, drawn="1m", live=20)
    assert "kong 1m" in can(table)
    now(table, "2 kong 1m")
    # winners stay in the deal and pay
    assert table.deltas == (-2, -2, 6, -2)
    # 3334: waits for 2m 4m 5m, after the kong for 4m alone
    table = position(RIVER, hands={2: "3334m678m111p999p"}, void=("p", "m", "s", "m"), won=[2], turn=2, drawn="3m",
                     live=20)
    assert "kong 3m" not in can(table)
    # nor claims anything
    table = position(RIVER, hands={2: "999m234m678m2355p"}, void=("p", "p", "s", "m"), won=[2],
                     event=("discard", 1, "5p"), live=20)
    assert "pung" not in can(table, 2)


def test_s6_the_first_winner_deals_next() -> None:
    for name in (SEED, RIVER):
        match = mj.Match(name, seed=3, hands=25)
        match.play(greedy)
        shared = 0
        for before, after in pairwise(match.history):
            if not before.winners:
                assert after.dealer == before.dealer
            elif len(before.winners) == 1:
                assert after.dealer == before.winners[0]
            else:
                shared += 1
                assert after.dealer == before.discarder


def test_s6_a_shared_first_win_makes_the_discarder_dealer() -> None:
    match = mj.Match(SEED, seed=3, hands=400)
    match.play(greedy)
    shared = [(before, after) for before, after in pairwise(match.history) if len(before.winners) > 1]
    assert shared
    assert all(after.dealer == before.discarder for before, after in shared)


def test_s3_heavenly_and_earthly_wins_by_option() -> None:
    rules = rule_set(APP, tiandi=True)
    table = deal(rules, [RUNS + "4p"])
    play(table, *VOIDS, "0 win")
    # x32 and the base from each
    assert table.deltas == (99, -33, -33, -33)
    table = deal(rules, ["9p", RUNS], "4p")
    play(table, "0 void p", *VOIDS[1:], "0 discard 9p", "1 win")
    assert table.deltas == (-33, 99, -33, -33)


def test_s3_last_tile_and_kong_circumstances_in_sbr() -> None:
    void = ("s",) * 4
    # last tile 1: 2, and the base
    table = position(SBR, hands={0: RUNS}, void=void, turn=0, drawn="4p", live=0)
    now(table, "0 win")
    assert table.deltas == (9, -3, -3, -3)
    table = position(SBR, hands={0: RUNS}, void=("s", "p", "s", "s"), event=("discard", 1, "4p"), live=0)
    now(table, "0 win")
    assert table.deltas == (2, -2, 0, 0)
    # kong 1, its replacement 1: 4 + 1, and the kong's 2
    table = position(SBR, hands={0: "1111m456789m2355p"}, void=void, turn=0, drawn="1m", draws="4p", live=20)
    now(table, "0 kong 1m", "0 win")
    assert table.deltas == (21, -7, -7, -7)
    # on the last tile: 1 more
    table = position(SBR, hands={0: "1111m456789m2355p"}, void=void, turn=0, drawn="1m", draws="4p", live=1)
    now(table, "0 kong 1m", "0 win")
    assert table.deltas == (33, -11, -11, -11)
