"""What meets rarely in the rule texts of Sichuan, Kawuxing, Hong Kong, Taiwan, and the ends of riichi games."""

from __future__ import annotations

from typing import Any

import pytest

import mjcore as mj
from mjcore.game.bots import greedy
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, fans, finish, now, others, play, reasons, result, rule_set

pytestmark = pytest.mark.native
SEED, SBR, APP, RIVER = "sichuan/chengdu_seed", "sichuan/sbr_2025", "sichuan/xuezhan_app", "sichuan/xueliu_app"
HK, TW, KWX = "hk/hk_old_style", "taiwan/taiwan", "kawuxing/kwx_seed"
TENHOU, SANMA, WRC = "riichi/tenhou", "riichi/tenhou3", "riichi/wrc2025"
RUNS = "123456789m2355p"
FEED = "234567999m4688p"


def position(name: str | RuleSet, **facts: Any) -> mj.Table:
    return mj.Table.position(name, **facts)


def test_sichuan_s3_robbing_a_further_added_kong_after_a_kong() -> None:
    # closed kong, then the fourth tile onto a pung: robbed 1, after a kong 1; the first kong's money goes back
    table = position(SBR, hands={0: "1111m248s36s2s"[:0] or "1111m2346m88m", 3: FEED}, melds={0: ["[555p>]"]},
                     void=("s", "s", "s", "s"), turn=0, drawn="7m"[:0] or "8m", draws="5p", live=20)
    now(table, "0 kong 1m")
    assert table.deltas == (6, -2, -2, -2)
    now(table, "0 kong 5p", "3 win")
    assert table.deltas == (-4, 0, 0, 4)


def test_sichuan_s4_several_kongs_in_a_row_refund_is_of_the_last() -> None:
    table = deal(SBR, ["1111m9999s5p", "", "", FEED])
    play(table, "0 void p", "1 void s", "2 void s", "3 void s", "0 kong 9s", "0 kong 1m", "0 discard 5p", "3 win")
    # 12 for two, 6 of the last go back; the win is worth 2
    assert table.deltas == (6 - 2, -2, -2, -2 + 2)


def test_sichuan_s5_a_refund_reaches_a_seat_that_has_won_since() -> None:
    # every payment of the kong is reversed
    far = ("2222m1479m1588p4p", "24688s1379p1479p", "13579s2469s3469p", "2468s1357s13779p")
    table = position(SEED, turn=0, draws="1s1p", live=2, hands={0: far[0] + "5p", 1: "123456m789s2355p"[:0] or far[1],
                                                              2: far[2], 3: far[3]})
    now(table, "0 kong 2m")
    finish(table)
    assert result(table).deltas == (0, 0, 0, 0)


def test_sichuan_s7_a_winner_wins_again_on_a_discard_and_kongs_one() -> None:
    void = ("p", "p", "s", "m")
    table = position(RIVER, hands={2: RUNS}, void=void, won=[2], event=("discard", 0, "4p"), live=20)
    now(table, "2 win")
    assert (table.deltas, table.done) == ((-1, 0, 1, 0), False)
    assert (table.phase, table.seat) == ("turn", 3)
    table = position(RIVER, hands={2: "111456789m2355p"}, void=("m", "p", "s", "p"), won=[2], event=("discard", 0, "1m"),
                     live=20)
    assert others(table, 2) == {"kong", "pass"}


def test_sichuan_s4_xueliu_transfer_to_a_seat_that_had_won() -> None:
    table = position(RIVER, hands={0: "1111m5p7788s2468p"[:0] or "1111m579p134679s", 3: FEED}, turn=0, drawn="9p",
                     void=("p", "s", "s", "s"), won=[3], live=20)
    now(table, "0 kong 1m")
    assert table.deltas == (6, -2, -2, -2)
    play(table, "0 discard 5p", "3 win")
    assert table.deltas == (-2, -2, -2, 6)


def test_kawuxing_s4_a_claimed_kong_and_one_on_its_replacement_are_a_row() -> None:
    table = position(KWX, hands={1: "9991111p"}, event=("discard", 0, "9p"), live=20, draws="5z")
    now(table, "1 kong")
    assert table.deltas == (-1, 1, 0, 0)
    now(table, "1 kong 1p")
    # the second pays twice
    assert table.deltas == (-5, 13, -4, -4)


def test_hk_two_kongs_in_a_row_the_first_claimed() -> None:
    table = deal(HK, ["1z", "111z2222z1234m7m"[:0] or "111z2222z12345m7m"[:-1] + "m"], back="7m6m")
    assert table.phase == "turn"
    table = deal(HK, ["1z", "111z2222z12456m"], back="3m6m"[:0] or "6m3m")
    now(table, "0 discard 1z", "1 kong", "1 kong 2z", "1 win")
    assert {"double_kong": 8, "self_draw": 1}.items() <= fans(table).items()


@pytest.mark.parametrize("name", [TW, KWX, "dazhong", "mcr", SEED])
def test_no_kong_after_a_claim_where_the_text_is_silent_or_says_so(name: str) -> None:
    table = position(name, hands={1: "55p1111p"}, event=("discard", 0, "5p"), live=20)
    now(table, "1 pung")
    assert others(table) == set()


def test_riichi_s10_the_fourth_wind_may_be_won_on() -> None:
    table = deal(TENHOU, ["1z", "1z", "123m456p789s55z1z7z"[:0] or "123m456p111222s1z", "1z"], dora="9p")
    assert table.phase == "turn"
    table = deal(TENHOU, ["1z", "1z", "1z", "1z123m456p55s99s"[:0] or "1z"], "9s 9s 9s", dora="9p")
    play(table, "0 discard 1z", "1 discard 1z", "2 discard 1z", "3 discard 1z")
    assert result(table).reason == "four_winds"


def test_riichi_s13_no_abortion_after_an_own_north() -> None:
    table = deal(SANMA, ["19m19p19s12345z7p"], rinshan="8s")
    assert "abort" in can(table)
    now(table, "0 extract")
    assert "abort" not in can(table)


def test_riichi_s9_a_robbed_kong_turns_nothing_where_all_turn_at_once() -> None:
    table = position(WRC, hands={2: "45m234p567p345s66s"}, melds={3: ["[666m>]"]}, event=("added_kong", 3, "6m"), live=40,
                     rivers={2: "1z"}, dora="1z")
    now(table, "2 win")
    assert len(table.dora_indicators) == 1


@pytest.mark.parametrize(("name", "target", "last"), [(TENHOU, 30000, 7), (SANMA, 40000, 5), ("riichi/mjsoul", 30000, 7)])
def test_riichi_s12_when_a_game_ends(name: str, target: int, last: int) -> None:
    seen = set()
    for seed in range(40):
        match = mj.Match(name, seed=seed)
        match.play(greedy)
        turn = 0
        for number, found in enumerate(match.history):
            players = len(found.deltas)
            scores, dealer = found.scores, found.dealer
            ends = number == len(match.history) - 1
            drawn = not found.winners
            stays = dealer in found.winners or found.aborted or (drawn and dealer in found.ready)
            first = max(range(players), key=lambda seat: (scores[seat], -seat))
            why = ""
            if min(scores) < 0:
                why = "tobi"
            elif turn >= last and not stays and (max(scores) >= target or turn >= last + players):
                why = "length"
            elif turn >= last and stays and not found.aborted and first == dealer and scores[dealer] >= target:
                why = "stays"
            assert bool(why) == ends, (seed, number, scores, why)
            seen.add(why)
            turn += not stays
    assert {"tobi", "length", ""} <= seen


def test_riichi_s12_deposits_go_to_the_first_at_the_end() -> None:
    for seed in range(60):
        match = mj.Match(TENHOU, seed=seed)
        match.play(greedy)
        assert match.end is not None
        left = match.history[-1].sticks
        scores = match.history[-1].scores
        if left:
            first = max(range(4), key=lambda seat: (scores[seat], -seat))
            assert match.end.scores[first] == scores[first] + 1000 * left
            assert sum(match.end.scores) == 100000
            return
    raise AssertionError("no game ended with deposits")


def test_riichi_s10_an_abortive_draw_keeps_dealer_and_deposits() -> None:
    seen = 0
    for seed in range(60):
        match = mj.Match(TENHOU, seed=seed)
        match.play(aborting)
        for before, after in zip(match.history, match.history[1:], strict=False):
            if before.aborted:
                seen += 1
                assert (after.dealer, after.honba) == (before.dealer, before.honba + 1)
                assert after.sticks >= 0
                assert before.deltas == (0, 0, 0, 0) or before.reason == "four_riichi" or reasons(before)
    assert seen


def aborting(table: mj.Table, seat: int) -> int:
    """Greedy, but gives up with nine kinds."""
    abort = mj.action_id("abort")
    return abort if abort in table.legal_actions(seat) else greedy(table, seat)
