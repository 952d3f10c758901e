"""What meets rarely in the rule texts of Sichuan, Kawuxing, Hong Kong, Taiwan, and the ends of riichi games."""

from __future__ import annotations

from typing import Any

import pytest

import mjcore as mj
from mjcore.game.bots import greedy
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, fans, finish, now, others, play, result

SEED, SBR, APP, RIVER = "sichuan/chengdu_seed", "sichuan/sbr_2025", "sichuan/xuezhan_app", "sichuan/xueliu_app"
HK, TW, KWX = "hk/hk_old_style", "taiwan/taiwan", "kawuxing/kwx_seed"
TENHOU, SANMA, WRC = "riichi/tenhou", "riichi/tenhou3", "riichi/wrc2025"
RUNS = "123456789m2355p"
FEED = "234567999m4688p"


def position(name: str | RuleSet, **facts: Any) -> mj.Table:
    return mj.Table.position(name, **facts)


def test_sichuan_s3_robbing_a_further_added_kong_after_a_kong() -> None:
    # closed kong, then the fourth tile onto a pung: robbed 1, after a kong 1 = 4. Whether the money of the first kong
    # goes back as after a discard, the text leaves open
    table = position(SBR, hands={0: "1111m2346m88m", 3: FEED}, melds={0: ["[555p>]"]},
                     void=("s", "s", "s", "s"), turn=0, drawn="8m", draws="5p", live=20)
    now(table, "0 kong 1m")
    assert table.deltas == (6, -2, -2, -2)
    now(table, "0 kong 5p", "3 win")
    assert table.deltas in ((-4, 0, 0, 4), (2, -2, -2, 2))


def test_sichuan_s4_several_kongs_in_a_row_refund_is_of_the_last() -> None:
    table = deal(SBR, ["1111m9999s5p", "", "", FEED])
    play(table, "0 void p", "1 void s", "2 void s", "3 void s", "0 kong 9s", "0 kong 1m", "0 discard 5p", "3 win")
    # 12 for two, 6 of the last go back; the win is worth 2
    assert table.deltas == (6 - 2, -2, -2, -2 + 2)


def test_sichuan_s5_a_refund_reaches_a_seat_that_has_won_since() -> None:
    # every payment of the kong is reversed
    hands = {0: "2222m1479m1588p45p", 1: "345678m678s79s11s", 2: "13579s2469s3469p", 3: "2468s1357s13779p"}
    table = position(SEED, turn=0, draws="9m8s", live=2, hands=hands)
    now(table, "0 kong 2m", "0 discard 9m")
    play(table, "1 win")
    finish(table)
    # the kong's 2 come back; a self-draw without a fan is left
    assert result(table).deltas == (-1, 3, -1, -1)


def test_sichuan_s7_a_winner_wins_again_on_a_discard_and_kongs_one() -> None:
    void = ("p", "p", "s", "m")
    table = position(RIVER, hands={2: RUNS}, void=void, won=[2], event=("discard", 0, "4p"), live=20)
    now(table, "2 win")
    assert (table.deltas, table.done) == ((-1, 0, 1, 0), False)
    assert (table.phase, table.seat) == ("turn", 3)
    table = position(RIVER, hands={2: "111456789m2355p"}, void=("m", "p", "s", "p"), won=[2],
                     event=("discard", 0, "1m"), live=20)
    assert others(table, 2) == {"kong", "pass"}


def test_sichuan_s4_xueliu_transfer_to_a_seat_that_had_won() -> None:
    table = position(RIVER, hands={0: "1111m579p134679s", 3: FEED}, turn=0, drawn="9p",
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
    table = deal(HK, ["1z", "111z2222z124566m"], back="6m3m")
    now(table, "0 discard 1z", "1 kong", "1 kong 2z", "1 win")
    assert {"double_kong": 8, "self_draw": 1}.items() <= fans(table).items()


@pytest.mark.parametrize("name", [TW, KWX, "dazhong", "mcr", SEED])
def test_no_kong_after_a_claim_where_the_text_is_silent_or_says_so(name: str) -> None:
    table = position(name, hands={1: "55p1111p"}, event=("discard", 0, "5p"), live=20)
    now(table, "1 pung")
    assert others(table) == set()


def test_riichi_s10_four_winds_must_be_the_same() -> None:
    hands = ["1z", "1z", "1z", "1z2z"]
    table = deal(TENHOU, hands, dora="9p")
    play(table, "0 discard 1z", "1 discard 1z", "2 discard 1z", "3 discard 1z")
    assert result(table).reason == "four_winds"
    table = deal(TENHOU, hands, dora="9p")
    play(table, "0 discard 1z", "1 discard 1z", "2 discard 1z", "3 discard 2z")
    assert not table.done


def test_riichi_s13_no_abortion_after_an_own_north() -> None:
    table = deal(SANMA, ["19m19p19s12345z7p"], rinshan="8s")
    assert "abort" in can(table)
    now(table, "0 extract")
    assert "abort" not in can(table)


def test_riichi_s9_a_robbed_kong_turns_nothing_where_all_turn_at_once() -> None:
    table = position(WRC, hands={2: "45m234p567p345s66s"}, melds={3: ["[666m>]"]}, event=("added_kong", 3, "6m"),
                     live=40, rivers={2: "1z"}, dora="1z")
    now(table, "2 win")
    assert len(table.dora_indicators) == 1


@pytest.mark.parametrize(("name", "target", "last"), [(TENHOU, 30000, 7), (SANMA, 40000, 5),
                                                      ("riichi/mjsoul", 30000, 7)])
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
                # deposits alone were paid, and they stay
                assert set(before.deltas) <= {0, -1000}
                assert sum(before.scores) + 1000 * before.sticks == 100000
    assert seen


def aborting(table: mj.Table, seat: int) -> int:
    """Greedy, but gives up with nine kinds."""
    abort = mj.action_id("abort")
    return abort if abort in table.legal_actions(seat) else greedy(table, seat)
