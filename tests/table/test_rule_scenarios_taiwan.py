"""What rules/taiwan.md says about the course of a hand, sentence by sentence: walls made for it, results reckoned by
hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import mjcore as mj
from mjcore.game.bots import greedy
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, events, fans, finish, now, others, play, reasons, result, rule_set

TW = "taiwan/taiwan"
# 1s or 4s: concealed 1, with no flower and on a discard all chows 2
CHOWS = "123m456m789m123p23s55s"
# 2s alone: concealed 1, single wait 1
SINGLE = "123m456m789m123p13s55s"
JUNK = "147m258p369s1234567z"
FLOWERS = {1: "12345678f"}


def position(name: str | RuleSet = TW, **facts: Any) -> mj.Table:
    """The flowers lie before seat 1 where nothing else is said."""
    return mj.Table.position(name, **{"aside": FLOWERS, **facts})


def quiet(table: mj.Table) -> mj.Table:
    """Nobody declares at the deal."""
    while table.phase == "ready":
        table.step("pass")
    return table


def test_play_16_tiles_the_dealer_17_and_16_are_kept_back() -> None:
    table = deal(TW)
    assert [table.tiles_held(seat) for seat in range(4)] == [17, 16, 16, 16]
    assert table.live == 144 - 65 - 16
    assert finish(table).reason == "exhaustive"
    assert len(events(table, "draw")) == 63


def test_play_one_more_is_kept_back_with_each_kong() -> None:
    table = deal(TW, ["1111p"])
    now(table, "0 kong 1p")
    # one was drawn, one more is kept
    assert table.live == 63 - 2


def test_play_flowers_by_rounds_from_the_tail() -> None:
    table = deal(TW, ["1f", "3f"], back="2f 1m 3m")
    assert events(table, "draw") == [("draw", 0, "2f"), ("draw", 1, "1m"), ("draw", 0, "3m")]


def test_play_win_before_pung_before_chow() -> None:
    table = quiet(deal(TW, ["4s", "35s", "44s", CHOWS]))
    now(table, "0 discard 4s")
    for seat, claim in ((1, "chow mid"), (2, "pung"), (3, "win")):
        assert {claim, "pass"} <= others(table, seat)
    now(table, "1 chow mid", "2 pung", "3 pass")
    assert (table.phase, table.turn) == ("throw", 2)


def test_money_ping_hu_from_a_player_and_from_the_dealer() -> None:
    table = quiet(deal(TW, ["9s", CHOWS, "4s"], "8s 4s"))
    play(table, "0 discard 9s", "2 discard 4s", "1 win")
    assert (fans(table), result(table).deltas) == ({"concealed": 1, "ping_hu": 2}, (0, 6, -6, 0))
    table = quiet(deal(TW, ["4s", CHOWS], "8s 8s 8s 9s"))
    play(table, "0 discard 9s", "0 discard 4s", "1 win")
    # the dealer pays one tai more
    assert result(table).deltas == (-7, 7, 0, 0)


def test_money_streaks() -> None:
    # N 2: the dealer is in it with 1 + 2 x 2
    table = position(hands={1: SINGLE}, aside={0: "12345678f"}, live=30, event=("discard", 0, "2s"), streak=2)
    now(table, "1 win")
    assert result(table).deltas == (-(3 + 2 + 5), 10, 0, 0)
    table = position(hands={1: SINGLE}, aside={0: "12345678f"}, live=30, event=("discard", 2, "2s"), streak=2)
    now(table, "1 win")
    assert result(table).deltas == (0, 5, -5, 0)
    # self-drawn: concealed self-draw 3, single wait 1
    table = position(hands={1: SINGLE}, aside={0: "12345678f"}, live=30, drawn="2s", turn=1, streak=2)
    now(table, "1 win")
    assert result(table).deltas == (-12, 26, -7, -7)
    table = position("taiwan/taiwan_100_20", hands={0: SINGLE}, aside={1: "12345678f"}, live=30, streak=1,
                     event=("discard", 2, "2s"))
    now(table, "0 win")
    assert result(table).deltas == (200, 0, -200, 0)
    table = position("taiwan/taiwan_seed", hands={0: SINGLE}, aside={1: "12345678f"}, live=30, streak=3,
                     event=("discard", 2, "2s"))
    now(table, "0 win")
    assert result(table).deltas == (6, 0, -6, 0)


def test_multi_three_winners_each_settled_apart() -> None:
    hands = [CHOWS, "345p345p678p99p56s777m", "111m222m333m44s66s777p"]
    table = position(hands={1: hands[0], 2: hands[1], 3: hands[2]}, aside={0: "2345678f", 2: "1f"}, live=30,
                     event=("discard", 0, "4s"))
    assert set(table.pending) == {1, 2, 3}
    now(table, "2 win", "1 win", "3 win")
    # the case tw-13
    assert result(table).deltas == (-26, 7, 5, 14)
    table = position(rule_set(TW, multi="nearest"), hands={1: hands[0], 2: hands[1], 3: hands[2]},
                     aside={0: "2345678f", 2: "1f"}, live=30, event=("discard", 0, "4s"))
    now(table, "3 win", "2 win", "1 win")
    assert result(table).deltas == (-7, 7, 0, 0)


def test_same_turn_bar_a_passed_win_bars_discards_until_the_own_draw() -> None:
    table = quiet(deal(TW, ["4s9s", "1z", CHOWS], "4s 9p 1s 9p 1z 8s 4s"))
    play(table, "0 discard 4s", "2 pass")
    assert (table.phase, table.seat) == ("turn", 1)
    now(table, "1 discard 4s")
    assert "win" not in can(table, 2)
    # after his own draw he may
    play(table, "2 discard 9p", "3 discard 1s")
    assert "win" in can(table, 2)
    free = quiet(deal(rule_set(TW, same_turn_bar=False), ["4s9s", "1z", CHOWS], "4s 9p"))
    play(free, "0 discard 4s", "2 pass", "1 discard 4s")
    assert "win" in can(free, 2)


@pytest.mark.parametrize("passed", ["1s", "9p"])
def test_same_turn_bar_does_not_touch_robbed_kongs(passed: str) -> None:
    table = position(hands={1: CHOWS}, melds={3: ["[444s>]"]}, event=("discard", 2, passed), draws="4s", live=30,
                     seed=3)
    while table.phase == "claim":
        table.step("pass")
    now(table, "3 kong 4s")
    assert (table.phase, table.pending) == ("rob", (1,))
    now(table, "1 win")
    assert result(table).discarder == 3


def test_a_kong_that_was_not_robbed_bars_discards() -> None:
    table = position(hands={1: CHOWS}, melds={3: ["[444s>]"]}, drawn="4s", turn=3, draws="1s", live=30, seed=3)
    now(table, "3 kong 4s", "1 pass")
    before = table.clone()
    now(table, "3 discard 1s")
    assert "win" not in can(table, 1)
    before.step("discard 1s")
    assert before == table


def test_same_turn_bar_does_not_touch_self_draws() -> None:
    table = quiet(deal(TW, ["4s", "", CHOWS], "9p 4s"))
    play(table, "0 discard 4s", "2 pass", "1 discard 9p")
    play(table, "2 win")
    assert result(table).winners == (2,)


def test_eight_flowers_win_at_once_paid_as_a_self_draw() -> None:
    table = deal(TW, ["", "", "1234567f"], "9s", back="1m2m3m4m5m6m7m")
    assert table.phase != "flower"
    table = deal(TW, ["", "", "12345678f"])
    assert (table.phase, table.seat, others(table)) == ("flower", 2, {"pass", "win"})
    now(table, "2 win")
    # 3 + 8, the dealer one more
    assert (fans(table), result(table).deltas) == ({"eight_flowers": 8}, (-12, -11, 34, -11))


def test_seven_rob_one_another_exposes_the_eighth() -> None:
    table = quiet(deal(TW, ["9s", JUNK, "1234567f"], "8f"))
    play(table, "0 discard 9s")
    while table.phase == "claim":
        table.step("pass")
    assert (table.phase, table.pending) == ("rob", (2,))
    now(table, "2 win")
    assert (fans(table), result(table).deltas) == ({"seven_rob_one": 8}, (0, -11, 11, 0))


def test_seven_rob_one_the_holder_of_the_eighth() -> None:
    # seat 1 has exposed 8f at the deal; seat 2 then draws its seventh: seat 1 alone pays
    table = quiet(deal(TW, ["9s", "8f", "123456f"], "9p 7f"))
    play(table, "2 win")
    assert (fans(table), result(table).deltas) == ({"seven_rob_one": 8}, (0, -11, 11, 0))
    # the dealer as the holder: one tai more
    table = quiet(deal(TW, ["9s8f", "", "123456f"], "9p 7f"))
    play(table, "2 win")
    assert result(table).deltas == (-12, 0, 12, 0)


def test_seven_rob_one_at_the_deal() -> None:
    # seat 1 lays its flower first, seat 2 has seven then: seat 1 pays
    table = deal(TW, ["9s", "8f", "1234567f"])
    assert (table.pending, others(table, 2)) == ((2,), {"pass", "win"})
    now(table, "2 win")
    assert (fans(table), result(table).deltas) == ({"seven_rob_one": 8}, (0, -11, 11, 0))
    # seat 3 lays its flower after the seven lie there
    table = deal(TW, ["9s", "", "1234567f", "8f"])
    now(table, "2 win")
    assert (fans(table), result(table).deltas) == ({"seven_rob_one": 8}, (0, 0, 11, -11))


def test_eight_flowers_when_the_eighth_is_drawn() -> None:
    table = quiet(deal(TW, ["9s", "9s", "1234567f"], "9p 8f"))
    play(table, "0 discard 9s", "2 win")
    assert (fans(table), result(table).deltas) == ({"eight_flowers": 8}, (-12, -11, 34, -11))


def test_heaven() -> None:
    table = quiet(deal(TW, [CHOWS + "4s"]))
    play(table, "0 win")
    # swallows concealed, self-draw, single wait
    assert fans(table) == {"heaven": 24}
    # dealer: 3 + 24 + 1 from each
    assert result(table).deltas == (84, -28, -28, -28)


def test_earth_at_the_first_own_draw() -> None:
    table = quiet(deal(TW, ["9s", "", CHOWS], "9p 4s"))
    play(table, "0 discard 9s", "2 win")
    assert fans(table) == {"earth": 16}
    # after a claim: no longer
    table = quiet(deal(TW, ["1z", "", CHOWS, "11z"], "2z 2z 4s"))
    play(table, "0 discard 1z", "3 pung", "2 win")
    assert "earth" not in fans(table)


def test_human_on_a_discard_before_the_own_first_draw() -> None:
    table = quiet(deal(TW, ["4s", "", CHOWS]))
    play(table, "0 discard 4s", "2 win")
    assert fans(table)["human"] == 8
    assert not {"concealed", "self_draw", "single_wait"} & set(fans(table))


def test_heaven_ready() -> None:
    table = deal(TW, ["9p", "", CHOWS], "9s 9p")
    while table.seat != 2:
        table.step("pass")
    assert (table.phase, others(table)) == ("ready", {"ready", "pass"})
    now(table, "2 ready")
    play(table, "0 discard 9p", "1 discard 9s")
    # throws what it draws
    assert (table.seat, can(table)) == (2, ["discard 9p"])


def test_heaven_and_earth_ready_are_counted() -> None:
    table = deal(TW, ["9p", "", CHOWS, "9p"], "9s 9p 4s")
    while table.seat != 2:
        table.step("pass")
    now(table, "2 ready")
    play(table, "0 discard 9p", "3 discard 4s", "2 win")
    assert {"heaven_ready": 8, "concealed": 1}.items() <= fans(table).items()
    table = quiet(deal(TW, ["9p", "", "123m456m789m123p23s57s", "9p"], "9s 5s 4s"))
    play(table, "0 discard 9p", "2 ready", "2 discard 7s", "3 discard 4s", "2 win")
    assert {"earth_ready": 4, "concealed": 1}.items() <= fans(table).items()
    assert "heaven_ready" not in fans(table)


def test_ready_only_within_the_first_turn() -> None:
    table = quiet(deal(TW, ["9p", "", "123m456m789m123p23s57s"], "9s 9s 9p 9p 9p 5s"))
    play(table, "0 discard 9p", "2 discard 9s")
    while not (table.phase == "turn" and table.seat == 2):
        table.step("pass" if "pass" in can(table) else can(table)[-1])
    assert "ready" not in can(table)


def test_kong_bloom_on_a_kong_or_a_flower_replacement() -> None:
    hand = "1111p123m456m789m23s5s"
    table = quiet(deal(TW, [hand + "5s"], back="4s"))
    play(table, "0 kong 1p", "0 win")
    assert fans(table) == {"concealed_self": 3, "kong_bloom": 1}
    assert result(table).deltas == (24, -8, -8, -8)
    table = quiet(deal(TW, ["9s", "9p", CHOWS], "9s 9p 9p 9p 9s 1f", back="4s"))
    play(table, "0 discard 9s", "2 win")
    assert fans(table) == {"concealed_self": 3, "kong_bloom": 1}


def test_last_draw_and_last_discard() -> None:
    table = position(hands={2: SINGLE}, drawn="2s", turn=2, live=0, aside={0: "12345678f"}, dealer=3)
    now(table, "2 win")
    # concealed self-draw 3, single 1, last draw 1
    assert result(table).deltas == (-8, -8, 25, -9)
    table = position(hands={2: SINGLE}, event=("discard", 1, "2s"), live=0, aside={0: "12345678f"}, dealer=3)
    now(table, "2 win")
    assert result(table).deltas == (0, -6, 6, 0)


def test_rob_kong_the_konger_alone_pays() -> None:
    table = position(hands={2: SINGLE, 1: "[222s<]"}, event=("added_kong", 1, "2s"), live=30, dealer=3,
                     aside={0: "12345678f"})
    now(table, "2 win")
    assert result(table).deltas == (0, -6, 6, 0)


def test_draw_nobody_pays() -> None:
    found = finish(deal(TW))
    assert (found.deltas, reasons(found)) == ((0, 0, 0, 0), [])


@pytest.mark.parametrize("draw_streak", [True, False])
def test_the_dealer_stays_after_a_win_or_a_draw_with_a_streak(draw_streak: bool) -> None:
    match = mj.Match(rule_set(TW, draw_streak=draw_streak), seed=6, rounds=1)
    match.play(greedy)
    for before, after in pairwise(match.history):
        won = before.dealer in before.winners
        if won or not before.winners:
            assert (after.dealer, after.streak) == (before.dealer, before.streak + (won or draw_streak))
        else:
            assert (after.dealer, after.streak) == ((before.dealer + 1) % 4, 0)
