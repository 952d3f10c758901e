"""Facts about a hand that can not be: refused by every rule set that is asked, whether its options look at them or
not."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from mjcore import legal, rules
from mjcore.errors import HandError, MahjongError, RuleError
from mjcore.procedure.parts import DrawPlayer
from mjcore.procedure.walls import deal_counts, open_wall, wall_stacks
from mjcore.rules import RuleSet
from mjcore.settle.ledger import Ledger
from mjcore.settle.match import Ending, MatchState, next_hand
from mjcore.settle.multiples import settle_multiples

HK, TAIWAN, DAZHONG, MCR = (rules.get(name) for name in ("hk", "taiwan", "dazhong", "mcr"))
SICHUAN, KAWUXING = rules.get("sichuan"), rules.get("kawuxing")
RIVER = SICHUAN.replace(mode="xueliu")
TABLES = (HK, TAIWAN, DAZHONG, SICHUAN, KAWUXING)
READY, KWX_READY = "123456789m2355p", "123456m78977p23p"


class Seat:
    """A number of the caller's own."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_claims(table: RuleSet) -> None:
    wrong: list[Any] = [[(1,)], [5], [(1, "win", 3)], [(1, [])], 5, None, [("1", "win")]]
    for wants in wrong:
        with pytest.raises(MahjongError):
            table.claims(0, wants)
    with pytest.raises(HandError):
        table.claims(0, [(1, "win")], won=5)  # type: ignore[arg-type]
    assert table.claims(0, iter([(1, "win")])).claims == ((1, "win"),)  # type: ignore[arg-type]
    if "claims" in table.values:
        with pytest.raises(RuleError, match="not claimed"):
            table.replace(claims="win").claims(0, [(1, "pung")])


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_next_dealer(table: RuleSet) -> None:
    for number in (np.int8(127), Seat(127)):
        streak: Any = number
        found = table.next_dealer(0, [0], streak=streak)
        assert (found, type(found.streak)) == ((0, 128), int)
    for last_drawer in (99, "x", True):
        with pytest.raises(HandError, match="last tile"):
            table.next_dealer(0, [0], last_drawer=last_drawer)  # type: ignore[arg-type]
    with pytest.raises(HandError, match="drawn hand"):
        table.next_dealer(0, [], discarder=2, last_drawer=1)


def test_numbers_are_taken_as_they_were_checked() -> None:
    times: list[Any] = [np.int8(2), np.int8(1), np.int8(2)]
    assert settle_multiples(100, times, winner=1, loser=0).totals()[0] == -200
    four: Any = Seat(4)
    assert wall_stacks(Seat(136), four) == wall_stacks(136, 4)  # type: ignore[arg-type]
    assert deal_counts(Seat(136), four, Seat(13)) == deal_counts(136, 4, 13)  # type: ignore[arg-type]
    size: Any = np.int8(13)
    assert open_wall([1, 2], tiles=136, players=4, hand=size, skip="first").hands == open_wall(
        [1, 2], tiles=136, players=4, hand=13, skip="first").hands
    state = MatchState((25000,) * 4, honba=np.int8(127), dealer=np.int8(1))  # type: ignore[arg-type]
    after = next_hand(state, Ending("win", winners=(Seat(1),)), Ledger())  # type: ignore[arg-type]
    assert isinstance(after, MatchState)
    assert (after.honba, after.dealer) == (128, 1)
    owed = {"dealer": 0, "debtor": 1, "amount": 6}
    pulling = TAIWAN.replace(la_zhuang=True)
    paid = [pulling.settle_event("la_zhuang_resolve", **owed, next_winner=winner)["pay"]
            for winner in (0, np.int8(0), [0], Seat(0))]
    assert paid == paid[:1] * 4


@pytest.mark.parametrize(("table", "ready"), [(SICHUAN, READY), (KAWUXING, KWX_READY)], ids=("sichuan", "kawuxing"))
def test_drawn_hands(table: RuleSet, ready: str) -> None:
    as_text: list[Any] = [DrawPlayer(ready)] * 4  # type: ignore[arg-type]
    assert table.settle_draw(as_text).state == ("ready",) * 4
    wrong: list[Any] = [[mj.Hand(ready)] * 4, [ready] * 4, [None] * 4, None, 5]
    for players in wrong:
        with pytest.raises(HandError):
            table.settle_draw(players)
    for other in ("123456789m11z23p", "123456789s2355s", "123456m78977p2z3z"):
        if table is KAWUXING or "z" in other:
            with pytest.raises(HandError, match="not in play"):
                table.settle_draw([DrawPlayer(mj.Hand(other))] * 4)
    with pytest.raises(HandError):
        DrawPlayer(5)  # type: ignore[arg-type]
    with pytest.raises(HandError, match="True or False"):
        DrawPlayer(mj.Hand(ready), shown="no")  # type: ignore[arg-type]
    silent = table.replace(refund_if_not_ready=False) if table is SICHUAN else table
    faulty: list[Any] = [[(2,)], [2], 5, [(9, (0, 0, 0, 0))], [(0, (1, 1, -1, -1))], [(0, 5)]]
    for kongs in faulty:
        for asked in (table, silent):
            with pytest.raises(HandError):
                asked.settle_draw(as_text, kongs)


@pytest.mark.parametrize("table", [SICHUAN, RIVER, KAWUXING], ids=("sichuan", "river", "kawuxing"))
def test_kongs(table: RuleSet) -> None:
    wrong: list[dict[str, Any]] = [
        {"won": ["x", 99]}, {"won": 5}, {"chain": 0}, {"chain": "2"}, {"tile": "1z"}, {"tile": 99}, {"tile": "x"},
        {"robbed": True}, {"robbed": "no"}, {"fresh": "no"}, {"fresh": 1}, {"won": [0, 0]},
    ]
    for facts in wrong:
        with pytest.raises(MahjongError):
            table.settle_kong(1, "concealed kong", **facts)
    types: list[Any] = ["pung", [], None]
    for type_ in types:
        with pytest.raises(RuleError, match="type"):
            table.settle_kong(1, type_)
    assert table.settle_kong(1, "added kong", tile="5p", robbed=True) == Ledger()
    if table is not RIVER:
        with pytest.raises(HandError):
            table.settle_kong(1, "concealed kong", won=[1])


def test_scores_are_settled_by_their_own_rules_and_seats() -> None:
    drawn, taken = (mj.score("123m456p789s1122z", "1z", MCR, self_draw=self_draw) for self_draw in (True, False))
    tai = mj.score("123m456m789m123p23s55s", "1s", TAIWAN)
    for score in (tai, mj.score("123m456p789s1122z", "1z", MCR.replace(base=4)), None, 5):
        with pytest.raises(RuleError, match="score"):
            MCR.settle(score, 0, 1, 2)  # type: ignore[arg-type]
    low = mj.score("234m22567p34s[345s<]", "5s", MCR)
    assert not low.legal
    for found, loser in ((drawn, 2), (taken, None), (low, 2)):
        with pytest.raises(RuleError):
            MCR.settle(found, 0, 1, loser)
    assert MCR.settle(drawn, 0, 1) == drawn.ledger(0, 1)
    assert MCR.settle(taken, 0, 1, 2) == taken.ledger(0, 1, 2)


def test_winners_of_hk_name_the_winner() -> None:
    score = mj.score("222m555m777p99p33s", "3s", HK.replace(min_faan=0))
    assert score.payments(winner=2, loser=1, winners=[2, 3]) == score.payments(winner=2, loser=1, winners=[3, 2])
    for winners in ([2, 3], 5, [3]):
        with pytest.raises(HandError, match="winners"):
            score.payments(winner=0, loser=1, winners=winners)


def test_the_giver_of_a_kong_is_a_seat_and_there_is_a_kong() -> None:
    kong, none = "345345m77p23p[9999p^]", "345345m77p23p(9999p)"
    for direct in ("self_draw", "discard"):
        table = SICHUAN.replace(direct_kong_draw=direct)
        score = mj.score(kong, "4p", table, self_draw=True, after_kong=True)
        assert score.payments(direct_kong_from=2)
        wrong: list[Any] = [-1, 9, True, "1", 0]
        for seat in wrong:
            with pytest.raises(HandError):
                score.payments(direct_kong_from=seat)
        with pytest.raises(HandError):
            score.payments(direct_kong_from=2, won=[2])
        with pytest.raises(HandError, match="no exposed kong"):
            mj.score(none, "4p", table, self_draw=True, after_kong=True).payments(direct_kong_from=2)
        with pytest.raises(HandError):
            score.payments(won=5)


def test_seats_of_kawuxing() -> None:
    score = mj.score("123456m78977p46p", "5p", KAWUXING)
    wrong: list[dict[str, Any]] = [{"shown": 5}, {"shown": [[]]}, {"shown": [9]}, {"piao": 5}, {"piao": [1]}]
    for facts in wrong:
        with pytest.raises(HandError):
            score.payments(loser=1, **facts)


def test_what_play_refuses() -> None:
    with pytest.raises(HandError, match="all four"):
        legal.claims_on_discard("5555s123456m234p", "5s", live_tiles=20)
    with pytest.raises(HandError, match="all four"):
        legal.claims_on_discard("5s123456m234p[555s<]", "5s", live_tiles=20)
    with pytest.raises(HandError, match="all four"):
        legal.claims_beside_shown("5555p123456m789p", "5p", live_tiles=20)
    with pytest.raises(HandError, match="chow"):
        legal.claims_on_discard("123456m2355p[123s<]", "5p", live_tiles=20)
    with pytest.raises(HandError, match="chow"):
        legal.may_show("456m78977p23p[123m<]", live_tiles=20)
    # where chows are claimed they are melds like any other
    assert legal.same_turn_barred("123m456m789m1123p[345s<]", "1s", rules="taiwan") is False
    wrong: Any = "no"
    for ask in (
        lambda: legal.void_discards("123456789m23p5s55p", "2p", frozen=wrong),
        lambda: legal.claims_on_discard("123456789m23p55s", "5s", live_tiles=2, frozen=wrong),
        lambda: legal.own_kongs("2222m3m45678p5s[555s<]", None, live_tiles=2, frozen=wrong),
        lambda: legal.claims_beside_shown("34m22255567799p", "2p", live_tiles=2, shown=wrong),
        lambda: legal.discards_beside_shown("1p4p[555m<][777m<][222p<][999p<]", "4p", shown=wrong),
        lambda: legal.kongs_beside_shown("9999m11p45p[777z<][555z<]", "9m", live_tiles=2, shown=wrong),
        lambda: legal.must_win(2, drawn_tile=wrong),
        lambda: legal.win_after_passing(1, 1, drawn_since=wrong),
        lambda: legal.nine_terminals("1234569m19p19s123z", first_turn=wrong),
        lambda: legal.nagashi_mangan("19m", called=wrong),
        lambda: legal.four_winds("3333z", uninterrupted=wrong),
        lambda: legal.four_kongs([0], discard_passed=wrong),
    ):
        with pytest.raises(HandError, match="True or False"):
            ask()


def test_a_wait_without_a_copy_left_keeps_its_fans() -> None:
    """5m is waited for, of which the hand holds all: 888m keeps 将对, 333m or 111m would not."""
    table = SICHUAN.replace(wait_limit="hand", jiangdui=True, fans="app", fan_cap=None)
    hand = mj.Hand("5m[555m<][222m^][888p>][222p<]")
    rest = [DrawPlayer(mj.Hand("147m258m369m1479p"))] * 3
    with_eight = mj.Hand("5m[888m<][222m^][888p>][222p<]")
    best = [table.settle_draw([DrawPlayer(held), *rest]).best[0] for held in (hand, with_eight)]
    assert best == [index(mj.score(with_eight, "5m", table).unit or 0)] * 2
    # chows and a triplet 2222m: no kind like it makes 带幺九 of a hand that has none
    yaojiu = table.replace(yaojiu=True, jiangdui=False)
    chows = mj.Hand("13m99m[2222m^][999p<][111p<]")
    assert yaojiu.settle_draw([DrawPlayer(chows), *rest]).best[0] == mj.score(
        mj.Hand("13m99m[5555m^][999p<][111p<]"), "2m", yaojiu).unit
