"""What rules/kawuxing.md says about the course of a hand, sentence by sentence: walls made for it, results reckoned by
hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import mjcore as mj
from mjcore.game.bots import greedy
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, finish, now, others, play, reasons, result, rule_set

SEED, XY = "kawuxing/kwx_seed", "kawuxing/kwx_xiangyang"
FREE = rule_set(XY, protect_shown=False)
# 1p 4p: 屁胡
PLAIN = "123456m78977p23p"
PLAIN_S = "123456s78977p23p"
# 5p between 4p and 6p: x2
FIVE = "123456m78977p46p"
FIVE_S = "123456s78977p46p"
ZERO = ("0 number 0", "1 number 0", "2 number 0", "3 number 0")


def position(name: str | RuleSet = SEED, **facts: Any) -> mj.Table:
    return mj.Table.position(name, **facts)


def start(name: str | RuleSet = SEED, *args: Any, **facts: Any) -> mj.Table:
    """A dealt hand without floats."""
    table = deal(name, *args, **facts)
    if table.phase == "piao":
        now(table, *ZERO[:table.players])
    return table


def test_s1_84_tiles_31_or_44_live() -> None:
    assert start(SEED).live == 31
    assert start(XY).live == 44
    assert [start(SEED).tiles_held(seat) for seat in range(4)] == [14, 13, 13, 13]


def test_s1_no_chow_and_a_win_before_a_pung() -> None:
    table = position(hands={1: "46m", 0: FIVE, 2: "55p"}, event=("discard", 3, "5p"), live=20)
    assert not any(action.startswith("chow") for action in can(table, 0))
    assert {0: "win", 2: "pung"}.items() <= {seat: can(table, seat)[1] for seat in table.pending}.items()
    now(table, "2 pung", "0 win")
    assert table.deltas == (2, 0, 0, -2)


def test_s1_several_wins_all_count() -> None:
    table = position(hands={0: FIVE, 2: "111222333m99p46p"}, event=("discard", 3, "5p"), live=20)
    now(table, "2 win", "0 win")
    assert (set(result(table).winners), table.deltas) == ({0, 2}, (2, 0, 2, -4))


def test_s2_a_ready_hand_is_shown_with_its_discard_and_frozen() -> None:
    table = start(SEED, [PLAIN + "9m"], "8m 8m 8m 7z")
    assert "ready" in can(table)
    now(table, "0 ready")
    # only what leaves it ready
    assert "discard 9m" in can(table)
    assert "discard 2p" not in can(table)
    play(table, "0 discard 9m")
    assert "shown" in table.flags(0)
    # everybody sees it
    assert str(table.observe(2).hand(0)) == str(table.hand(0))
    while not (table.seat == 0 and table.phase == "turn"):
        table.step("pass" if "pass" in can(table) else next(a for a in can(table) if a == f"discard {table.drawn}"))
    assert can(table) == ["discard 7z"]


def test_s2_show_min_wall() -> None:
    for live, may in ((12, True), (11, False)):
        table = position(rule_set(SEED, show_min_wall=12), hands={0: PLAIN}, turn=0, drawn="9m", live=live)
        assert ("ready" in can(table)) is may
    assert "ready" in can(position(hands={0: PLAIN}, turn=0, drawn="9m", live=3))


def test_s2_a_shown_hand_makes_no_pung_and_kongs_only_with_the_same_waits() -> None:
    table = position(hands={1: "111456m78977p23p"}, shown=[1], event=("discard", 2, "7p"), live=20)
    assert 1 not in table.pending
    table = position(hands={1: "111456m78977p23p"}, shown=[1], turn=1, drawn="1m", live=20)
    assert set(can(table)) == {"kong 1m", "discard 1m"}
    now(table, "1 kong 1m")
    assert table.deltas == (-2, 6, -2, -2)
    table = position(hands={1: "111456m78977p23p"}, shown=[1], event=("discard", 0, "1m"), live=20)
    assert others(table, 1) == {"kong", "pass"}
    table = position(hands={1: "3334678m111999p"}, shown=[1], turn=1, drawn="3m", live=20)
    assert "kong 3m" not in can(table)
    table = position(rule_set(SEED, kong_after_show="never"), hands={1: "111456m78977p23p"}, shown=[1], turn=1,
                     drawn="1m", live=20)
    assert can(table) == ["discard 1m"]


@pytest.mark.parametrize(("shown", "both", "pay"), [((), 2, 1), ((0,), 2, 2), ((2,), 2, 2), ((0, 2), 2, 2),
                                                    ((0, 2), 4, 4)])
def test_s2_shown_by_the_winner_or_the_payer_doubles(shown: tuple[int, ...], both: int, pay: int) -> None:
    hands = {0: PLAIN, 2: "123456m78988p56p"}
    table = position(rule_set(SEED, show_both=both), hands=hands, shown=shown, event=("discard", 2, "1p", "drawn"),
                     live=20)
    now(table, "0 win")
    assert table.deltas == (pay, 0, -pay, 0)


def test_s2_each_payer_of_a_self_draw_by_himself() -> None:
    hands = {0: PLAIN, 2: "123456m78988p56p"}
    table = position(hands=hands, shown=[2], turn=0, drawn="1p", live=20)
    now(table, "0 win")
    assert table.deltas == (4, -1, -2, -1)


def test_s2_protected_discards() -> None:
    facts: dict[str, Any] = {"hands": {0: PLAIN_S, 1: "1p4p258s369s5566z"}, "shown": [0], "turn": 1, "drawn": "9s",
                             "live": 20}
    table = position(XY, **facts)
    assert not {"discard 1p", "discard 4p"} & set(can(table))
    assert "discard 9s" in can(table)
    table = position(rule_set(XY, protect_shown=False), **facts)
    assert {"discard 1p", "discard 4p"} <= set(can(table))
    # holding nothing else
    table = position(XY, hands={0: PLAIN_S, 1: "1p"}, melds={1: ["[555z>]", "[666z>]", "[777z>]", "[999s<]"]},
                     shown=[0], turn=1, drawn="4p", live=20)
    assert set(can(table)) - {"ready"} == {"discard 1p", "discard 4p"}
    # a shown hand has but the drawn tile to throw
    table = position(XY, hands={0: PLAIN_S, 1: "456789s11p99956p"}, shown=[0, 1], turn=1, drawn="1p", live=20)
    assert "discard 1p" in can(table)


def test_s2_bao_hu_pays_for_all() -> None:
    rules = rule_set(XY, protect_shown=False, bao_hu=True)
    facts: dict[str, Any] = {"hands": {0: PLAIN_S, 1: "1p4p258s369s5566z"}, "shown": [0], "turn": 1, "drawn": "9s",
                             "live": 20}
    table = position(rules, **facts)
    now(table, "1 discard 1p", "0 win")
    one = position(rule_set(XY, protect_shown=False), **facts)
    now(one, "1 discard 1p", "0 win")
    assert one.deltas == (2, -2, 0)
    # a discard is paid by the discarder alone in any case
    assert table.deltas[1] == -table.deltas[0]


def test_s3_min_mult_after_the_show_doubling_and_never_for_self_draws() -> None:
    hands = {0: PLAIN_S, 2: "123456s78988p56p"}
    for shown, may in (((), False), ((0,), True), ((2,), True)):
        table = position(FREE, hands=hands, shown=shown, event=("discard", 2, "1p", "drawn"), live=20)
        assert ("win" in can(table, 0)) is may
    assert "win" in can(position(XY, hands=hands, turn=0, drawn="1p", live=20))
    # x2 by the hand
    assert "win" in can(position(XY, hands={0: FIVE_S}, event=("discard", 2, "5p"), live=20), 0)


def test_s4_floats() -> None:
    table = deal(SEED, ["1p", PLAIN])
    assert (table.phase, set(table.pending)) == ("piao", {0, 1, 2, 3})
    now(table, "3 number 2", "0 number 3", "1 number 1", "2 number 0", "0 discard 1p")
    now(table, "1 win")
    # 1, and 1 + 3
    assert (table.deltas, reasons(result(table))[0][:2]) == ((-5, 5, 0, 0), (0, 1))
    table = deal(SEED, ["9m", PLAIN], "1p")
    play(table, "3 number 2", "0 number 3", "1 number 1", "2 number 0", "0 discard 9m", "1 win")
    assert table.deltas == (-5, 5 + 2 + 4, -2, -4)


@pytest.mark.parametrize(("tile", "points"), [("7z", 10), ("5s", 5), ("9p", 9)])
def test_s4_a_horse_for_a_shown_winner_on_a_self_draw(tile: str, points: int) -> None:
    table = position(XY, hands={0: PLAIN_S}, shown=[0], turn=0, drawn="1p", draws=tile, live=20)
    now(table, "0 win")
    assert table.deltas == (2 * (2 + points), -2 - points, -2 - points)
    # hidden: none; on a discard: none; in the seed: none
    table = position(XY, hands={0: PLAIN_S}, turn=0, drawn="1p", draws=tile, live=20)
    now(table, "0 win")
    assert table.deltas == (2, -1, -1)
    table = position(FREE, hands={0: PLAIN_S}, shown=[0], event=("discard", 1, "1p"), draws=tile, live=20)
    now(table, "0 win")
    assert table.deltas == (2, -2, 0)


def test_s4_kongs_at_once_and_in_a_row() -> None:
    table = start(SEED, ["1111m2222m3333m55p"], "6p 7p 8p")
    now(table, "0 kong 1m")
    assert table.deltas == (6, -2, -2, -2)
    now(table, "0 kong 2m")
    assert table.deltas == (18, -6, -6, -6)
    now(table, "0 kong 3m")
    assert table.deltas == (42, -14, -14, -14)
    table = start(rule_set(SEED, chain="flat"), ["1111m2222m3333m55p"], "6p 7p 8p")
    now(table, "0 kong 1m", "0 kong 2m", "0 kong 3m")
    assert table.deltas == (30, -10, -10, -10)


def test_s4_a_discard_ends_the_row() -> None:
    table = start(SEED, ["1111m2222m55p9m9m7z"], "6p 7p 8p 7p 8p")
    play(table, "0 kong 1m", "0 discard 6p", "0 kong 2m")
    assert table.deltas == (12, -4, -4, -4)


def test_s4_direct_and_added_kongs() -> None:
    for name, pay in ((SEED, 1), (XY, 2)):
        table = position(name, hands={1: "999p"}, event=("discard", 0, "9p"), live=20)
        now(table, "1 kong")
        assert table.deltas[:2] == (-pay, pay)
    table = position(hands={1: "9p"}, melds={1: ["[555m>]"]}, turn=1, drawn="5m", live=20)
    now(table, "1 kong 5m")
    while table.phase == "rob":
        table.step("pass")
    assert table.deltas == (-1, 3, -1, -1)


def test_s3_robbed_kongs_pay_nothing_and_double() -> None:
    table = position(hands={0: FIVE}, melds={2: ["[555p>]"]}, event=("added_kong", 2, "5p"), live=20)
    now(table, "0 win")
    # between 4 and 6 x2, robbed x2
    assert table.deltas == (4, 0, -4, 0)


def test_s3_circumstances_double() -> None:
    # the discard after a kong
    table = start(SEED, ["1111m1p5z", "", "234678m78977p23p"], "9m")
    play(table, "0 kong 1m", "0 discard 1p")
    now(table, "2 win")
    assert table.deltas == (6 - 2, -2, -2 + 2, -2)
    # the last tile
    table = position(hands={0: PLAIN}, turn=0, drawn="1p", live=0)
    now(table, "0 win")
    assert table.deltas == (6, -2, -2, -2)
    table = position(hands={0: PLAIN}, event=("discard", 1, "1p"), live=0)
    now(table, "0 win")
    assert table.deltas == (2, -2, 0, 0)
    # a kong's replacement
    table = position(hands={0: "1111456m78977p23p"}, turn=0, draws="1p", live=20)
    now(table, "0 kong 1m", "0 win")
    assert table.deltas == (6 + 6, -4, -4, -4)


def test_s4_kong_income_stays_and_a_draw_costs_nothing_in_the_seed() -> None:
    table = start(SEED, ["1111m"])
    now(table, "0 kong 1m")
    finish(table)
    assert (result(table).reason, result(table).deltas) == ("exhaustive", (6, -2, -2, -2))


# ready for 1p and 4p, for 4p and 7p; not ready
OTHER_S, THIRD_S = "456789s11p99923p", "234567888s66z56p"
FAR = ("12589s258p55667z", "13479s1369p6777z", "24689s145799p55z")


@pytest.mark.parametrize(("hands", "shown", "expected"), [
    # seats 0 (best 2) and 1 (best 1) are ready
    ((FIVE_S, OTHER_S, "12479s158p55667z"), (), (2, 1, -3)),
    # all ready, one shown: it pays each unshown seat twice its best
    ((FIVE_S, OTHER_S, THIRD_S), (1,), (4, -6, 2)),
    # all ready, nobody shown; none ready
    ((FIVE_S, OTHER_S, THIRD_S), (), (0, 0, 0)),
    (FAR, (), (0, 0, 0)),
])
def test_s5_exhaustive_draw_in_xiangyang(hands: tuple[str, ...], shown: tuple[int, ...],
                                         expected: tuple[int, ...]) -> None:
    table = position(XY, hands=hands, shown=shown, turn=2, drawn="9s", live=0)
    finish(table)
    assert result(table).deltas == expected


def test_s5_kong_void_on_flat_draw() -> None:
    for void, expected in ((False, (4, -2, -2)), (True, (0, 0, 0))):
        table = position(rule_set(XY, kong_void_on_flat_draw=void), turn=0, draws="2p", live=1,
                         hands={0: "2222589s258p5566z", 1: FAR[1], 2: "14689s145799p57z"})
        now(table, "0 kong 2s")
        finish(table)
        assert (result(table).ready, result(table).deltas) == ((), expected)


@pytest.mark.parametrize("name", [SEED, XY])
def test_s6_the_dealer(name: str) -> None:
    match = mj.Match(name, seed=2, hands=60)
    match.play(greedy)
    for before, after in pairwise(match.history):
        if not before.winners:
            expected = before.last_drawer
        else:
            expected = before.winners[0] if len(before.winners) == 1 else before.discarder
        assert after.dealer == expected
