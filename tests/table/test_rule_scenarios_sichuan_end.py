"""What rules/sichuan.md section 5 and rules/sichuan_tables.md say about the end of the wall and other table sizes, with
results reckoned by hand."""

from __future__ import annotations

from typing import Any

import pytest

import mjcore as mj
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, finish, now, play, reasons, result, rule_set

SEED, SBR, APP, RIVER = "sichuan/chengdu_seed", "sichuan/sbr_2025", "sichuan/xuezhan_app", "sichuan/xueliu_app"
RUNS = "123456789m2355p"
# two suits and far from ready, no two seats alike
FAR = ("147m1225888p369m", "24688s1379p1479p", "13579s2469s3469p")
THREE = "147m258p369s1479s"


def position(name: str | RuleSet = SEED, **facts: Any) -> mj.Table:
    return mj.Table.position(name, **facts)


def ended(name: str | RuleSet, hands: dict[int, str], **facts: Any) -> mj.Result:
    """Seat 3 throws the last tile, which nobody can take."""
    table = position(name, hands=hands, turn=3, drawn="1s", live=0, **facts)
    for _ in range(20):
        if table.done:
            break
        legal = can(table)
        table.step("pass" if "pass" in legal else "discard 1s" if "discard 1s" in legal else legal[0])
    return result(table)


def test_s5_not_ready_pays_each_ready_seat_its_largest_unit() -> None:
    found = ended(SEED, {0: RUNS, 1: FAR[1], 2: FAR[2], 3: "2468s1357s13779p"})
    assert (found.reason, found.ready, found.deltas) == ("exhaustive", (0,), (3, -1, -1, -1))
    # two ready: 1 and the better wait of the other, all triplets 2
    found = ended(SEED, {0: RUNS, 1: "222444777m6699p", 2: FAR[2], 3: "1357s2468s11379p"})
    assert found.ready == (0, 1)
    assert found.deltas == (2, 4, -3, -3)


def test_s5_all_in_the_same_state_nothing() -> None:
    assert ended(SEED, {0: "1245m125588p369m", 1: FAR[1], 2: FAR[2], 3: "2468s1357s13779p"}).deltas == (0, 0, 0, 0)


def test_s5_a_pig_pays_16_to_each_who_is_none() -> None:
    found = ended(SEED, {0: RUNS, 1: THREE, 2: FAR[2], 3: "2468s1357s13779p"})
    assert found.ready == (0,)
    # seats 2 and 3 pay the ready one besides; the pig does not
    assert found.deltas == (18, -48, 15, 15)
    found = ended(rule_set(SEED, pig_also_dajiao=True), {0: RUNS, 1: THREE, 2: FAR[2], 3: "2468s1357s13779p"})
    assert found.deltas == (19, -49, 15, 15)


def test_s5_a_pig_is_found_in_the_melds_too() -> None:
    table = position(hands={0: RUNS, 1: "24688s1479p", 2: FAR[2], 3: "2468s1357s13779p"}, melds={1: ["[888m<]"]},
                     turn=3, drawn="1s", live=0)
    play(table, "3 discard 1s")
    assert result(table).deltas == (18, -48, 15, 15)


def test_s5_sbr_a_passive_pig_pays_as_not_ready() -> None:
    hands = {0: RUNS, 1: "124m258p369p479s1p", 2: FAR[2], 3: "2468s1357s13779p"}
    found = ended(SBR, hands, void=("s", "s", "m", "m"), rivers={1: "5s6s"})
    assert found.deltas == (3, -1, -1, -1)


def test_s5_an_active_pig_is_fined_24_to_nobody() -> None:
    # it throws another suit while it holds its void one, where that is allowed
    rules = rule_set(SBR, void_first=False)
    table = position(rules, hands={0: RUNS, 1: "124m258p369p479s9m", 2: FAR[2], 3: "2468s1357s13779p"}, turn=1,
                     drawn="9p", void=("s", "s", "m", "m"), draws="5s5s", live=2)
    play(table, "1 discard 9p")
    finish(table)
    assert (result(table).deltas, sum(result(table).deltas)) == ((3, -25, -1, -1), -24)


KONG = "2222m1479m13588p"


@pytest.mark.parametrize(("refund", "expected"), [(True, (0, 0, 0, 0)), (False, (6, -2, -2, -2))])
def test_s5_kong_money_of_a_seat_that_is_not_ready_goes_back(refund: bool, expected: tuple[int, ...]) -> None:
    table = position(rule_set(SEED, refund_if_not_ready=refund), turn=0, draws="9s", live=1,
                     hands={0: KONG + "5p", 1: FAR[1], 2: FAR[2], 3: "2468s1357s13779p"})
    now(table, "0 kong 2m")
    assert table.deltas == (6, -2, -2, -2)
    finish(table)
    assert result(table).ready == ()
    assert result(table).deltas == expected


def test_s5_a_pig_gives_its_kong_money_back_too_and_a_ready_seat_keeps_it() -> None:
    table = position(turn=0, draws="9s", live=1, hands={0: "2222m1479m1588p3s", 1: FAR[1], 2: FAR[2],
                                                        3: "2468s1357s13779p"}, drawn="6s")
    now(table, "0 kong 2m")
    finish(table)
    assert result(table).deltas == (-48, 16, 16, 16)
    table = position(turn=0, draws="9s", live=1, hands={0: "2222m456789m2355p", 1: FAR[1], 2: FAR[2],
                                                        3: "2468s1357s13779p"})
    now(table, "0 kong 2m")
    finish(table)
    # the kong is a fan: 2 from each
    assert result(table).deltas == (12, -4, -4, -4)


def test_s5_winners_keep_theirs_and_take_no_part() -> None:
    # seat 0 wins after its kong, then the wall ends
    table = position(turn=0, draws="4p9s", live=2, hands={0: "2222m456789m2355p", 1: FAR[1], 2: FAR[2],
                                                          3: "2468s1357s13779p"})
    now(table, "0 kong 2m", "0 win")
    # kong 2 each; kong 1 and its replacement 1: 4 each
    assert table.deltas == (18, -6, -6, -6)
    finish(table)
    assert result(table).deltas == (18, -6, -6, -6)


def test_s5_no_checks_when_three_have_won() -> None:
    hands = {0: "345678m345p79p11p", 1: "111222333m79p44p", 2: "5555s8p", 3: "444666777s79p33p"}
    table = position(hands=hands, turn=2, live=20)
    now(table, "2 kong 5s")
    assert table.deltas == (-2, -2, 6, -2)
    play(table, "2 discard 8p", "0 win", "1 win", "3 win")
    # three times 1 (no fan after a kong in the seed); the kong stays
    assert result(table).deltas == (-1, -1, 3, -1)


def test_s5_river_winners_count_as_ready_and_receive() -> None:
    void = ("s", "m", "m", "m")
    found = ended(RIVER, {0: RUNS, 1: "24688s1379p1479p", 2: "13579s2469s3469p", 3: "2468s1357s13779p"}, void=void,
                  won=[0])
    assert found.deltas == (3, -1, -1, -1)


def test_s5_blood_battle_winners_do_not_receive() -> None:
    void = ("s", "m", "m", "m")
    found = ended(APP, {0: RUNS, 1: "24688s1379p1479p", 2: "13579s2469s3469p", 3: "2468s1357s13779p"}, void=void,
                  won=[0])
    assert found.deltas == (0, 0, 0, 0)


def test_s5_a_moved_kong_is_not_refunded_again() -> None:
    # seat 0 kongs, throws, and seat 3 wins: the money is seat 3's; seat 0 is not ready at the end of the wall
    table = deal(APP, ["1111m5p", "", "", "234567999m4688p"])
    play(table, "0 void p", "1 void s", "2 void s", "3 void s", "0 kong 1m", "0 discard 5p", "3 win")
    assert table.deltas == (-2, -2, -2, 6)
    finish(table)
    assert not [line for line in reasons(result(table)) if "refund" in line[3]]


@pytest.mark.parametrize(("players", "hand", "live"), [(2, 13, 81), (3, 13, 68), (4, 13, 55), (5, 10, 57), (6, 7, 65),
                                                       (7, 4, 79), (8, 4, 75)])
def test_tables_hands_and_walls(players: int, hand: int, live: int) -> None:
    options = {"must_flush": True, "claims": "", "discards": "face_down"} if players == 2 else {}
    table = deal(rule_set(SEED, players=players, **options))
    assert [table.tiles_held(seat) for seat in range(players)] == [hand + 1] + [hand] * (players - 1)
    assert table.live == live


def two_players(**options: object) -> RuleSet:
    return rule_set(SEED, players=2, must_flush=True, claims="", discards="face_down", **options)


def test_tables_two_players() -> None:
    table = position(two_players(), hands={0: "1112345678956m"}, event=("discard", 1, "7m"), live=20)
    # no claims and no discard wins
    assert table.phase == "turn"
    table = position(two_players(), hands={0: "1112345678956m"}, turn=0, drawn="7m", live=20)
    now(table, "0 win")
    # one win ends the deal: 4
    assert result(table).deltas == (4, -4)
    # only one suit wins
    assert "win" not in can(position(two_players(), hands={0: RUNS}, turn=0, drawn="4p", live=20))
    # concealed kong, paid 2 by the other, replaced from the wall
    table = position(two_players(), hands={0: "1111m258m258p1479p"}, turn=0, live=20)
    now(table, "0 kong 1m")
    assert (table.deltas, table.live) == ((2, -2), 19)
    # discards lie face down
    table = position(two_players(), hands={0: "1479m258m258p1479p"}, turn=0, live=20, seed=3)
    now(table, "0 discard 9m")
    assert "9m" not in [str(thrown.tile) for thrown in table.observe(1).river(0)[-1:]]


def test_tables_three_players_must_flush_by_agreement() -> None:
    for flush, may in ((False, True), (True, False)):
        table = position(rule_set(SEED, players=3, must_flush=flush), hands={0: RUNS}, event=("discard", 2, "4p"),
                         live=20)
        assert ("win" in can(table, 0)) is may


def test_tables_blood_battle_to_the_last_but_one() -> None:
    rules = rule_set(SEED, players=5)
    table = position(rules, hands={0: "123456m55p78p", 2: "444777m99p78p"}, won=[3, 4], event=("discard", 1, "9p"),
                     live=20)
    now(table, "0 win", "2 win")
    # four of five have won
    assert table.done
    assert table.deltas == (1, -2, 1, 0, 0)


def test_tables_as_many_winners_as_are_needed_the_nearest_first() -> None:
    # three players, two wins end it: never more claimants than that
    rules = rule_set(SEED, players=3)
    table = position(rules, hands={0: RUNS, 2: "333444555m23p77p"}, event=("discard", 1, "4p"),
                     live=20)
    now(table, "0 win", "2 win")
    assert (table.done, table.deltas) == (True, (1, -2, 1))


def test_tables_self_draw_is_paid_by_those_who_play_on() -> None:
    rules = rule_set(SEED, players=7)
    table = position(rules, hands={0: "23m55p"}, won=[1, 2], turn=0, drawn="4m", live=20)
    now(table, "0 win")
    assert table.deltas == (4, 0, 0, -1, -1, -1, -1)


def test_tables_winners_hands_stay_hidden() -> None:
    table = position(hands={0: RUNS}, event=("discard", 1, "4p"), live=20)
    now(table, "0 win")
    assert not table.done
    assert sum(table.observe(2).concealed(0)) == 0
