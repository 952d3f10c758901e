"""What a seat sees: nothing that it can not know, and all that it can."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

import mjcore as mj
from table.observed_games import (
    CASES,
    another_wall,
    another_world,
    case_id,
    decisions,
    hides_discards,
    hides_kongs,
    open_hands,
    public_events,
    rule_set,
    some_decisions,
    start,
    wall_of,
)

HANDS = 30 if os.environ.get("MJCORE_LONG") else 3
NOTHING = 255
SWAPS = 30

each_case = pytest.mark.parametrize("case", CASES, ids=case_id)


@each_case
def test_other_worlds_look_the_same(case: Any) -> None:
    """Two walls with the same course of play, as far as a seat can tell: it sees the same bytes."""
    rules, seen = rule_set(case), Counter[str]()
    for seed in range(HANDS):
        rng = Random(seed)
        course = [list(steps) for _, steps in decisions(rules, seed)]
        for steps in rng.sample(course[:-1], min(6, len(course) - 1)) + course[-1:]:
            table = start(rules, seed)
            first = table.wall
            for seat, action in steps:
                table.step(action, seat)
            told = [public_events(table, seat) for seat in range(table.players)]
            for _ in range(SWAPS):
                wall, exchanged = another_wall(table, first, rng)
                other = another_world(table, seed, wall, steps, exchanged)
                if wall == first or other is None:
                    continue
                for seat in range(table.players):
                    if public_events(other, seat) == told[seat]:
                        seen[table.phase] += 1
                        assert other.observe(seat).to_bytes() == table.observe(seat).to_bytes(), (seed, seat, steps)
    assert seen["turn"] > 10, seen


@each_case
def test_answers_are_hidden(case: Any) -> None:
    """What a seat answers changes nothing that others see until all have answered."""
    rules, seen = rule_set(case), Counter[str]()
    for seed in range(3 * HANDS):
        for table in some_decisions(rules, seed, 1):
            if len(table.pending) < 2:
                continue
            before = [table.observe(seat).to_bytes() for seat in range(table.players)]
            for seat in table.pending:
                for action in table.legal_actions(seat):
                    after = table.clone()
                    after.step(action, seat)
                    if (after.phase, after.live, after.turn) != (table.phase, table.live, table.turn):
                        continue
                    seen[table.phase] += 1
                    for other in range(table.players):
                        if other != seat:
                            assert after.observe(other).to_bytes() == before[other], (seed, seat, action, other)
    expected = {"exchange": rules.values.get("exchange_three") == "on", "void": rules.values.get("void") == "declared",
                "piao": rules.id == "kawuxing"}
    assert {phase for phase, there in expected.items() if there} <= set(seen), seen


def test_the_seed_is_hidden() -> None:
    wall = mj.Table("riichi", seed=5).wall
    for seat in range(4):
        one, two = (mj.Table("riichi", seed=seed, wall=wall).observe(seat).to_bytes() for seed in (1, 2))
        assert one == two


def open_places(table: mj.Table) -> list[int]:
    """Places of the wall whose tile lies face up: the dora indicators."""
    if table.rules.id != "riichi":
        return []
    last = len(table.wall) - 1 - (4 if table.players == 4 else 8)
    return [last - 2 * number for number in range(len(table.dora_indicators))]


def check_seat(table: mj.Table, seen: mj.Table, seat: int, other: int) -> None:
    """What `seat` sees of `other`."""
    assert seen.tiles_held(other) == sum(table.concealed(other)) + (
        table.phase == "exchange" and other != seat and table.rules.sets * 3 + 1 - sum(table.concealed(other))
        + (other == table.dealer))
    assert seen.river(other) == table.river(other) or (hides_discards(table) and other != seat)
    assert (seen.aside(other), seen.flags(other)) == (table.aside(other), table.flags(other))
    hidden = table.phase == "void" and other != seat
    assert seen.void(other) == (None if hidden else table.void(other))
    if not (hides_kongs(table) and other != seat and not table.done):
        assert seen.melds(other) == table.melds(other)
    hand, waits = table.concealed(other), table.waits(other)
    if other != seat and other not in open_hands(table):
        hand, waits = bytes(64), ()
    elif other != seat and other == table.turn and table.drawn is not None and not table.done:
        kind = table.drawn.kind
        hand = hand[:kind] + bytes([hand[kind] - 1]) + hand[kind + 1:]
    assert (seen.concealed(other), seen.waits(other)) == (hand, waits)


@each_case
def test_what_is_seen(case: Any) -> None:
    """All that is public and all of the own seat is there, and nothing else."""
    rules = rule_set(case)
    for seed in range(HANDS):
        for table in some_decisions(rules, 100 + seed, 0.2):
            for seat in range(table.players):
                seen = table.observe(seat)
                if seat in table.pending:
                    assert (seen.seat, seen.pending) == (seat, (seat,))
                    assert seen.legal_actions() == table.legal_actions(seat)
                elif table.phase not in ("claim", "rob"):
                    # there an answer may be too late, and only the table knows
                    assert (seen.seat, seen.pending, seen.legal_actions()) == (None, (), [])
                for name in ("phase", "done", "turn", "dealer", "live", "deltas", "scores", "dora_indicators", "wild",
                             "won", "honba", "sticks", "players", "round_wind", "last_seat"):
                    assert getattr(seen, name) == getattr(table, name), name
                public = open_hands(table) if table.done else [seat]
                assert seen.drawn == (table.drawn if table.turn in {*public, seat} else None)
                places = open_places(table)
                assert list(seen.wall) == [tile if place in places else NOTHING
                                           for place, tile in enumerate(table.wall)]
                for other in range(table.players):
                    check_seat(table, seen, seat, other)


def test_face_down_discards() -> None:
    """With two players each sees its own discards alone."""
    rules = mj.rules.get("sichuan", players=2)
    for table in some_decisions(rules, 1, 0.1):
        for seat in range(2):
            seen = table.observe(seat)
            assert seen.river(seat) == table.river(seat)
            hidden = [thrown for thrown in seen.river(1 - seat) if not thrown.won]
            assert {thrown.tile.kind for thrown in hidden} <= {63}
            assert len(seen.river(1 - seat)) == len(table.river(1 - seat))
            if table.last_seat == 1 - seat and not table.done and not table.melds(1 - seat):
                assert seen.last_tile is None


@pytest.mark.parametrize("name", ["mcr", "dazhong"])
def test_face_down_kongs(name: str) -> None:
    """Others see that a concealed kong is there, not of which kind, until the hand is over."""
    rules, found = mj.rules.get(name), 0
    for seed in range(300):
        for table in some_decisions(rules, seed, 0.05):
            for other in range(4):
                kongs = [meld for meld in table.melds(other) if meld.type == "concealed kong"]
                for seat in range(4):
                    seen = table.observe(seat).melds(other)
                    assert len(seen) == len(table.melds(other))
                    hidden = len(kongs) if seat != other and not table.done else 0
                    assert seen.count(None) == hidden
                    assert [meld for meld in seen if meld is not None] == [
                        meld for meld in table.melds(other) if not (hidden and meld.type == "concealed kong")]
                    found += hidden
        if found > 20:
            return
    raise AssertionError("no concealed kong")


@pytest.mark.parametrize("name", ["mcr", "dazhong"])
def test_the_tile_of_a_face_down_kong(name: str) -> None:
    """Right after it, it is no tile in question either."""
    rules, found = mj.rules.get(name), 0
    for seed in range(300):
        for table, _ in decisions(rules, seed, "random"):
            acts = [event for event in table.log if event.what in ("discard", "kong")]
            if acts and acts[-1].what == "kong" and acts[-1].how == 5 and not table.done:
                for seat in range(4):
                    assert table.observe(seat).last_tile == (table.last_tile if seat == table.last_seat else None)
                    found += seat != table.last_seat
        if found > 10:
            return
    raise AssertionError("no concealed kong")


@pytest.mark.parametrize(("case", "declares"), [
    (("riichi", {}), False), (("riichi", {}), True), (("hk", {"same_turn_bar": True, "min_faan": 0}), False),
    (("sichuan", {"missed_win": "until_own_draw_same_or_lower"}), False), (("kawuxing", {}), True),
], ids=str)
def test_a_win_that_was_let_pass(case: Any, declares: bool) -> None:
    """Seat 1 lets 6p pass by. Whether it waited for it is what only seat 1 knows; a shown hand is public."""
    rules = rule_set(case)
    one = wall_of(rules, {1: "123456789m57p99p"}, "1p6p", 6)
    two = bytearray(one)
    hand = [place for place in range(4, 50) if place % 16 in range(4, 8)]
    for kind, other in ((13, 11), (15, 12)):
        # 57p goes into the wall, 34p to seat 1: it waits for 2p and 5p
        i, j = next(place for place in hand if two[place] == kind), two.index(other, 60)
        two[i], two[j] = two[j], two[i]
    tables = [mj.Table(rules, wall=bytes(wall)) for wall in (one, two)]
    asked = []
    for table in tables:
        while table.phase == "piao":
            table.step(158)
        while len(table.river(2)) == 0 or table.phase in ("claim", "rob"):
            seat = table.seat
            legal = table.legal_actions()
            if table.phase == "claim":
                asked.append((table is tables[0], seat, legal))
            if declares and seat == 1 and 130 in legal:
                table.step(130)
            elif 128 in legal:
                table.step(128)
            else:
                own = [action for action in legal if action < 34]
                table.step(table.drawn.code if seat != 0 and table.drawn.code in legal else own[-1])
    assert [seat for first, seat, legal in asked if first and 129 in legal] == [1]
    assert not [seat for first, seat, legal in asked if not first and 129 in legal]
    for seat in (0, 2, 3):
        same = tables[0].observe(seat).to_bytes() == tables[1].observe(seat).to_bytes()
        assert same != ("shown" in tables[0].flags(1))
