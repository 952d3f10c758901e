"""Another deal of what a seat does not know: it sees no difference, and the table plays on."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

import mjcore as mj
from table.lockstep_twin import choose
from table.observed_games import (
    CASES,
    another_wall,
    another_world,
    case_id,
    decisions,
    open_hands,
    rule_set,
    some_decisions,
    start,
    wall_of,
)

HANDS = 30 if os.environ.get("MJCORE_LONG") else 3
PASS, WIN, PUNG = 128, 129, 143

each_case = pytest.mark.parametrize("case", CASES, ids=case_id)


def looks_on(table: mj.Table, seat: int) -> bool:
    """Whether somebody else is asked, who after another deal has nothing to say: then the hand goes on."""
    return table.phase in ("claim", "rob", "ready") and seat not in table.pending


def check_deal(table: mj.Table, dealt: mj.Table, seat: int) -> None:
    """What a deal leaves alone."""
    assert sorted(dealt.wall) == sorted(table.wall)
    if not looks_on(table, seat):
        assert dealt.observe(seat).to_bytes() == table.observe(seat).to_bytes()
        for other in set(open_hands(table)) - {table.turn}:
            assert str(dealt.hand(other)) == str(table.hand(other))
    held = Counter(kind for other in range(dealt.players) for kind, count in enumerate(dealt.concealed(other))
                   for _ in range(count))
    if table.phase != "piao":
        assert not [kind for kind in held if kind >= 34]
    for other in range(dealt.players):
        held.update(tile.kind for meld in dealt.melds(other) for tile in meld.tiles)
        held.update(thrown.tile.kind for thrown in dealt.river(other) if not thrown.claimed)
        held.update(tile.kind for tile in dealt.aside(other))
        assert dealt.tiles_held(other) == sum(dealt.concealed(other))
    held.update(tile.kind for tile in dealt.dora_indicators)
    assert max(held.values()) <= 4
    if dealt.turn != seat and dealt.drawn is not None and not dealt.done:
        assert dealt.concealed(dealt.turn)[dealt.drawn.kind]
    # all that follows from the tiles is up to date
    assert mj.Table.from_bytes(dealt.to_bytes(), dealt.rules) == dealt


@each_case
@pytest.mark.parametrize("consistent", [False, True])
def test_the_seat_sees_no_difference(case: Any, consistent: bool) -> None:
    rules, others = rule_set(case), 0
    for seed in range(HANDS):
        rng = Random(seed)
        for table in some_decisions(rules, seed, 0.2):
            before = table.to_bytes()
            for seat in range(table.players):
                number = rng.getrandbits(70)
                dealt = table.redeal(seat, number, consistent)
                check_deal(table, dealt, seat)
                assert dealt == table.redeal(seat, number, consistent=consistent)
                assert table.observe(seat).redeal(seat, number, consistent) == dealt
                others += dealt.to_bytes() != table.redeal(seat, number + 1, consistent).to_bytes()
                if not looks_on(table, seat):
                    # the deal of another deal: nothing hidden has a part in it
                    assert dealt.redeal(seat, number, consistent) == dealt
            assert table.to_bytes() == before
    assert others > 10


@each_case
def test_other_worlds_are_dealt_alike(case: Any) -> None:
    """Two tables that look the same to a seat are the same after a deal by the same seed."""
    rules, compared = rule_set(case), 0
    for seed in range(HANDS):
        rng = Random(seed)
        course = [list(steps) for _, steps in decisions(rules, seed)]
        for steps in rng.sample(course, min(8, len(course))):
            table = start(rules, seed)
            first = table.wall
            for seat, action in steps:
                table.step(action, seat)
            for _ in range(10):
                wall, exchanged = another_wall(table, first, rng)
                other = another_world(table, seed, wall, steps, exchanged)
                for seat in range(table.players):
                    if other is not None and other.observe(seat).to_bytes() == table.observe(seat).to_bytes():
                        compared += wall != first
                        assert other.redeal(seat, 5) == table.redeal(seat, 5)
    assert compared > 10


@each_case
def test_it_plays_on(case: Any) -> None:
    rules, ends = rule_set(case), 0
    for seed in range(2 * HANDS):
        rng = Random(seed)
        for table in some_decisions(rules, 50 + seed, 0.05):
            dealt = table.redeal(rng.randrange(table.players), seed, consistent=bool(seed % 2))
            while not dealt.done:
                seat = rng.choice(dealt.pending)
                dealt.step(choose(dealt, seat, dealt.legal_actions(seat), rng, "greedy"), seat)
            ends += 1
    assert ends > HANDS


@pytest.mark.parametrize("name", ["riichi", "riichi/tenhou3", "kawuxing"])
def test_ready_hands_stay_ready(name: str) -> None:
    """By option; of a hand that is shown, all but the drawn tile is known anyway."""
    rules, found = rule_set((name, {})), 0
    for seed in range(20 * HANDS):
        for table in some_decisions(rules, seed, 0.1):
            ready = [seat for seat in range(table.players) if "ready" in table.flags(seat)]
            for seat in range(table.players if ready and not table.done else 0):
                dealt = table.redeal(seat, seed, consistent=True)
                if dealt.phase == "rob" or looks_on(table, seat):
                    continue
                for other in ready:
                    assert dealt.waits(other), (seed, seat, other)
                    found += other != seat
                    if name == "kawuxing":
                        assert dealt.waits(other) == table.waits(other)
    assert found > 20


def test_all_deals_are_as_likely() -> None:
    """The tiles that a seat does not see come to every place as often."""
    table, deals = mj.Table("riichi", seed=4), 3000
    hand, wall, own = Counter[int](), Counter[int](), table.concealed(0)
    indicator = table.dora_indicators[0].kind
    for seed in range(deals):
        dealt = table.redeal(0, seed)
        hand.update(kind for kind, count in enumerate(dealt.concealed(2)) for _ in range(count))
        wall[dealt.wall[60] & 63] += 1
    unseen = 136 - 14 - 1
    for kind in range(34):
        left = 4 - own[kind] - (kind == indicator)
        share = left / unseen
        for counted, tiles in ((hand, 13), (wall, 1)):
            expected = deals * tiles * share
            assert abs(counted[kind] - expected) <= 5 * (expected * (1 - share)) ** 0.5, kind


def test_flowers_lie_in_the_wall_alone() -> None:
    """Where they are set aside at once no hand holds one; the wall keeps them, wherever they were."""
    table = mj.Table("mcr", seed=11)
    flowers = [sum(len(table.aside(seat)) for seat in range(4))]
    places = Counter[int]()
    for seed in range(200):
        dealt = table.redeal(1, seed)
        assert not any(count for seat in range(4) for count in dealt.concealed(seat)[34:])
        places.update(place for place, tile in enumerate(dealt.wall) if tile >= 34)
        flowers.append(sum(len(dealt.aside(seat)) for seat in range(4)))
    assert len(set(flowers)) == 1
    assert len(places) > 60


def test_private_walls() -> None:
    """Where seats draw from walls of their own each keeps as many tiles."""
    for seed in range(3):
        rng = Random(seed)
        table = mj.Table("mcr", seed=seed, private_walls=True)
        while not table.done:
            seat = rng.choice(table.pending)
            table.step(choose(table, seat, table.legal_actions(seat), rng, "greedy"), seat)
            for other in range(4 if rng.random() < 0.1 else 0):
                dealt = table.redeal(other, seed)
                check_deal(table, dealt, other)
                while not dealt.done:
                    dealt.step(rng.choice(dealt.legal_actions()))


def test_answers_are_asked_for_again() -> None:
    """What others have answered is not public, so that they answer anew."""
    rules = mj.rules.get("sichuan", preset="sbr_2025", exchange_three="on")
    table = mj.Table(rules, seed=3)
    for _ in range(7):
        seat = table.pending[-1]
        table.step(table.legal_actions(seat)[0], seat)
    dealt = table.redeal(0, 1)
    assert (dealt.phase, dealt.pending) == ("exchange", (0, 1, 2, 3))
    assert [dealt.tiles_held(seat) for seat in range(4)] == [14, 13, 13, 13]


@pytest.mark.parametrize("name", ["mcr", "dazhong"])
def test_face_down_kongs(name: str) -> None:
    """Their kinds are dealt again too: any of which the seat has seen no tile."""
    rules, found = mj.rules.get(name), Counter[bool]()
    for seed in range(400):
        for table in some_decisions(rules, seed, 0.05):
            for other in range(4):
                kongs = [meld.kind for meld in table.melds(other) if meld.type == "concealed kong"]
                if not kongs or table.done:
                    continue
                for seat in set(range(4)) - {other}:
                    again = [meld.kind for meld in table.redeal(seat, seed).melds(other)
                             if meld.type == "concealed kong"]
                    assert len(again) == len(kongs)
                    assert not any(table.concealed(seat)[kind] for kind in again)
                    found[again == kongs] += 1
        if found[False] > 20:
            return
    raise AssertionError(found)


# Kongs and flowers that are waiting to be robbed

def go_on(table: mj.Table, until: str) -> None:
    """Everybody throws what was drawn and passes, but seat 0 takes pungs and kongs of 6p."""
    while table.phase != until and not table.done:
        seat, legal = table.pending[0], table.legal_actions(table.pending[0])
        pungs = [other for other in table.pending if other == 0 and PUNG in table.legal_actions(0)]
        if pungs and table.last_tile.kind == 14:
            for other in table.pending:
                table.step(PUNG if other == 0 else PASS, other)
            continue
        if 64 + 14 in legal:
            action = 64 + 14
        elif PASS in legal:
            action = PASS
        elif table.drawn is not None and table.drawn.code in legal:
            action = table.drawn.code
        else:
            action = [action for action in legal if action < 34 and action != 14][-1]
        table.step(action, seat)


@pytest.mark.parametrize("name", ["mcr", "dazhong", "hk", "sichuan", "kawuxing", "riichi"])
def test_a_kong_that_may_be_robbed(name: str) -> None:
    """The tile in question stays in the hand that it lies in; who does not see it taken goes on."""
    rules = rule_set((name, {"min_faan": 0} if name == "hk" else {}))
    wall = wall_of(rules, {0: "66p", 1: "123456789m57p99p"}, "2p6p4p3p2m6p", 1)
    table = mj.Table(rules, wall=wall)
    while table.phase == "piao":
        table.step(158)
    go_on(table, "rob")
    assert (table.phase, table.pending) == ("rob", (1,))
    went_on = 0
    for seed in range(100):
        for seat in range(4):
            dealt = table.redeal(seat, seed, consistent=bool(seed % 2))
            check_deal(table, dealt, seat)
            if dealt.phase == "rob":
                assert dealt.concealed(0)[14] == 1
                dealt.step(WIN, dealt.pending[0])
                assert dealt.won
            else:
                went_on += 1
                assert "added kong" in {meld.type for meld in dealt.melds(0)}
    assert went_on > 100


@pytest.mark.parametrize("case", [("hk", {"rob_closed_kong_13": True}), ("riichi", {"kokushi_robs_ankan": True})],
                         ids=case_id)
def test_a_concealed_kong_that_may_be_robbed(case: Any) -> None:
    rules = rule_set(case)
    wall = wall_of(rules, {0: "1111m", 1: "99m19p19s1234567z"}, "", 2)
    table = mj.Table(rules, wall=wall)
    table.step(64)
    assert (table.phase, table.pending) == ("rob", (1,))
    for seed in range(50):
        for seat in range(4):
            dealt = table.redeal(seat, seed)
            check_deal(table, dealt, seat)
            assert (dealt.phase == "rob") == (seat == 1)


def test_a_flower_that_may_be_taken() -> None:
    """Seven flowers lie before seat 1, the eighth is drawn by seat 2: all that is public."""
    rules = mj.rules.get("taiwan")
    wall = wall_of(rules, {1: "1234567f"}, "1m8f", 3)
    table = mj.Table(rules, wall=wall)
    while table.phase != "rob":
        legal = table.legal_actions()
        table.step(PASS if PASS in legal else legal[0])
    assert table.pending == (1,)
    for seed in range(20):
        for seat in range(4):
            dealt = table.redeal(seat, seed)
            check_deal(table, dealt, seat)
            assert (dealt.phase, dealt.pending) == ("rob", (1,))


def test_ready_hands_that_are_asked_for() -> None:
    """Who is asked about its dealt hand is not public: after another deal those are who can be."""
    rules = mj.rules.get("taiwan")
    wall = wall_of(rules, {1: "123456789m123p5558s", 3: "123456789s123m555p9p"}, "", 4)
    table = mj.Table(rules, wall=wall)
    asked, seen = [], set()
    while table.phase == "ready":
        asked.append(table.seat)
        seen.add(table.observe(2).to_bytes())
        for seat in range(4):
            dealt = table.redeal(seat, 7)
            check_deal(table, dealt, seat)
            if seat == table.seat:
                assert dealt.pending == (seat,)
        table.step(PASS)
    assert asked == [1, 3]
    assert len(seen) == 1
