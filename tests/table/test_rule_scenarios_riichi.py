"""What rules/riichi.md sections 1, 2, 8, 9, 10 say about the course of a hand, sentence by sentence: walls made for it,
results reckoned by hand. Ends, draws, money and three players: test_rule_scenarios_riichi_ends.py."""

from __future__ import annotations

from typing import Any

import pytest

import mjcore as mj
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, events, fans, now, others, play, result, rule_set

TENHOU, WRC, SOUL, MLEAGUE = "riichi/tenhou", "riichi/wrc2025", "riichi/mjsoul", "riichi/mleague"
# 5z or 1z: white dragon or East
PAIRS = "123m456p789s11z55z"
# 3m 6m: all simples, two-sided
SIMPLE = "45m234p567p345s66s"


def position(name: str | RuleSet = TENHOU, **facts: Any) -> mj.Table:
    return mj.Table.position(name, **{"dora": "9p", **facts})


def test_s1_four_players_70_draws_and_14_tiles_dead() -> None:
    table = deal(TENHOU)
    assert ([table.tiles_held(seat) for seat in range(4)], table.live) == ([14, 13, 13, 13], 69)


def test_s1_every_replacement_takes_a_tile_from_the_live_end() -> None:
    table = deal(TENHOU, ["1111m"], rinshan="9s")
    now(table, "0 kong 1m")
    assert (str(table.drawn), table.live) == ("9s", 68)


def test_s2_win_before_pung_before_chow() -> None:
    table = deal(TENHOU, ["6m", "57m", "66m", SIMPLE.replace("66s", "88s")], dora="1z")
    now(table, "0 discard 6m")
    assert {1, 2, 3} == set(table.pending)
    now(table, "1 chow mid", "2 pung", "3 pass")
    assert (table.phase, table.turn) == ("throw", 2)


def test_s2_chow_only_from_the_previous_seat() -> None:
    table = deal(TENHOU, ["6m", "", "57m", "57m"])
    now(table, "0 discard 6m")
    assert not {2, 3} & {seat for seat in table.pending if others(table, seat) & {"chow mid"}}


def test_s2_no_calls_on_the_last_discard_and_no_kong_without_a_live_tile() -> None:
    facts: dict[str, Any] = {"hands": {0: "57m", 1: "666m", 2: SIMPLE}, "event": ("discard", 3, "6m"),
                             "rivers": {2: "1z"}}
    table = position(live=1, **facts)
    assert all(claim in can(table, seat) for seat, claim in enumerate(("chow mid", "kong", "win")))
    table = position(live=0, **facts)
    assert (table.pending, can(table, 2)) == ((2,), ["pass", "win"])
    table = position(hands={0: "1111m258m147p369s1z"}, turn=0, live=0)
    assert "kong 1m" not in can(table)
    table = position(hands={0: "8m147258p369s2z"}, melds={0: ["[888m<]"]}, turn=0, live=0)
    assert not any(action.startswith("kong") for action in can(table))


def test_s2_at_most_four_kongs() -> None:
    melds = {0: ["(1111m)", "(2222m)", "(3333m)", "(4444m)"]}
    table = position(hands={0: "5p", 1: "666p147s58m11234z"}, melds=melds, turn=0, drawn="6p", live=20,
                     dora="9p9p1z1z2z")
    now(table, "0 discard 6p")
    assert "kong" not in can(table, 1)


def test_s2_kong_only_right_after_a_draw_never_after_a_call() -> None:
    table = position(hands={1: "1111m9s"}, melds={1: ["[222p<]"]}, event="throw", turn=1, live=40)
    assert others(table) == set()
    # after the replacement draw of a kong again
    table = deal(TENHOU, ["1111m2222p"])
    now(table, "0 kong 1m")
    assert "kong 2p" in can(table)


@pytest.mark.parametrize(("meld", "hand", "banned"), [
    ("[222p<]", "2p1357m", {"2p"}),
    # called 4 with 56: neither 4 nor 7
    ("[456p<]", "4p7p1357m", {"4p", "7p"}),
    ("[5p4p6p<]", "5p1357m", {"5p"}),
    # called 3 with 12: only 3; called 7 with 89: only 7
    ("[3p1p2p<]", "3p6p1357m", {"3p"}), ("[7p8p9p<]", "7p4p1357m", {"7p"}),
    # called 7 with 56: 4 too
    ("[7p5p6p<]", "4p7p1357m", {"4p", "7p"}),
])
def test_s2_kuikae(meld: str, hand: str, banned: set[str]) -> None:
    for option in ("both_banned", "genbutsu_only_banned", "none"):
        called = meld.strip("[]<")
        table = position(rule_set(TENHOU, kuikae=option), hands={1: hand}, melds={1: [meld]}, event="throw", turn=1,
                         live=40)
        legal = {action.partition(" ")[2].replace("0", "5") for action in can(table)}
        same = {called[:2]} if called[1].isalpha() else {called[0] + called[-1]}
        expected = {"both_banned": banned, "genbutsu_only_banned": banned & same, "none": set()}[option]
        assert {tile for tile in ("2p", "3p", "4p", "5p", "6p", "7p") if tile in hand_tiles(hand)} - legal == expected


def hand_tiles(text: str) -> set[str]:
    return {str(mj.Tile(kind)) for kind in range(34) if mj.Hand(text).counts[kind]}


def test_s2_a_call_without_a_legal_discard_is_illegal() -> None:
    melds = {1: ["[111z>]", "[222z>]", "[333z>]"]}
    table = position(hands={1: "4456p"}, melds=melds, event=("discard", 0, "7p"), live=40)
    # 4456 + 7: chow with 56 leaves 4 4, both banned; pung is impossible
    assert "chow high" not in can(table, 1)
    table = position(hands={1: "4456p"}, melds=melds, event=("discard", 0, "4p"), live=40)
    assert "chow low" not in can(table, 1)
    assert "pung" in can(table, 1)


def test_s3_a_hand_with_no_yaku_may_not_win() -> None:
    # closed wait, no yaku by a discard; self-drawn there is one
    hand = "123m456p789s24m99p"
    assert "win" not in can(position(hands={1: hand}, event=("discard", 0, "3m"), live=40, dora="2m"), 1)
    assert "win" in can(position(hands={1: hand}, turn=1, drawn="3m", live=40, dora="2m"))


def test_s8_riichi_needs_a_closed_ready_hand_1000_points_and_four_live_tiles() -> None:
    hand = {0: PAIRS, 1: ""}
    for scores, live, may in (([25000] * 4, 40, True), ([1000, 33000, 33000, 33000], 40, True),
                              ([900, 33100, 33000, 33000], 40, False), ([25000] * 4, 4, True),
                              ([25000] * 4, 3, False)):
        table = position(hands={0: hand[0]}, turn=0, drawn="9m", live=live, scores=scores)
        assert ("ready" in can(table)) is may, (scores, live)
    table = position(hands={0: "123m456p11z55z"}, melds={0: ["[789s<]"]}, turn=0, drawn="9m", live=40)
    assert "ready" not in can(table)
    table = position(hands={0: "123m456p11z55z"}, melds={0: ["(9999s)"]}, turn=0, drawn="9m", live=40)
    assert "ready" in can(table)
    # furiten is no bar
    table = position(hands={0: PAIRS}, turn=0, drawn="9m", live=40, rivers={0: "5z"})
    assert "ready" in can(table)
    # M.League: below 1000 and without a further draw
    table = position(MLEAGUE, hands={0: PAIRS}, turn=0, drawn="9m", live=0, scores=[0, 33000, 33000, 34000])
    assert "ready" in can(table)


def test_s8_only_discards_that_keep_it_ready() -> None:
    table = position(hands={0: PAIRS}, turn=0, drawn="9m", live=40)
    now(table, "0 ready")
    assert set(can(table)) == {"discard 9m", "discard 1m", "discard 2m", "discard 3m"} & set(can(table))
    assert "discard 9m" in can(table)
    assert "discard 1z" not in can(table)


def test_s8_the_deposit_is_paid_when_the_discard_is_not_won_on() -> None:
    table = deal(TENHOU, [PAIRS + "9m", "99m"], dora="9p")
    now(table, "0 ready")
    assert table.deltas == (0, 0, 0, 0)
    now(table, "0 discard 9m")
    # paid before the claim
    play(table, "1 pung")
    assert (table.deltas, table.sticks) == ((-1000, 0, 0, 0), 1)
    table = deal(TENHOU, [PAIRS + "6m", "", SIMPLE], dora="9p")
    now(table, "0 ready", "0 discard 6m", "2 win")
    # the earthly man is not played: pinfu 1, all simples 1, dora 0; 30 fu 2 han: 2000. No deposit
    assert fans(table) == {"pinfu": 1, "tanyao": 1}
    assert (result(table).sticks, result(table).deltas) == (0, (-2000, 0, 2000, 0))


def test_s8_after_it_only_what_was_drawn() -> None:
    table = position(hands={0: PAIRS}, riichi=[0], turn=0, drawn="9m", live=40)
    assert can(table) == ["discard 9m"]


def test_s8_ankan_after_riichi() -> None:
    hand = "111m456p789s2355p"
    table = position(hands={0: hand}, riichi=[0], turn=0, drawn="1m", live=40)
    assert "kong 1m" in can(table)
    # 3334: the waits change
    table = position(hands={0: "3334m678m111p999p"}, riichi=[0], turn=0, drawn="3m", live=40)
    assert "kong 3m" not in can(table)
    # four of the hand before: they can not be laid down
    table = position(hands={0: "1111m23m456p789s5s"}, riichi=[0], turn=0, drawn="9m", live=40)
    assert "kong 1m" not in can(table)
    table = position(rule_set(TENHOU, ankan_after_riichi="none"), hands={0: hand}, riichi=[0], turn=0, drawn="1m",
                     live=40)
    assert "kong 1m" not in can(table)


def test_s4_double_riichi_and_what_spoils_it() -> None:
    table = deal(TENHOU, [PAIRS + "9m", "", "5z"], "8s 9s", dora="9p", ura="9p")
    play(table, "0 ready", "0 discard 9m", "2 discard 5z", "0 win")
    assert fans(table) == {"double_riichi": 2, "ippatsu": 1, "yakuhai_haku": 1}
    # 40 fu 4 han: mangan of the dealer is 7700 at 30 fu; here 40 fu: 12000
    assert result(table).deltas == (12000, 0, -12000, 0)
    # after a call: riichi alone
    table = deal(TENHOU, ["9m", PAIRS, "99m", "5z"], "9s", dora="9p", ura="9p")
    play(table, "0 discard 9m", "2 pung", "1 ready")
    now(table, f"1 discard {table.drawn}")
    play(table, "3 discard 5z", "1 win")
    assert ("double_riichi" in fans(table), fans(table)["riichi"]) == (False, 1)


def test_s4_ippatsu_up_to_the_own_next_draw_and_calls_end_it() -> None:
    table = deal(TENHOU, [PAIRS + "9m"], "8s 8m 8s 5z", dora="9p", ura="9p")
    play(table, "0 ready", "0 discard 9m", "0 win")
    assert {"double_riichi", "ippatsu", "menzen_tsumo"} <= set(fans(table))
    # the turn after it is too late
    table = deal(TENHOU, [PAIRS + "9m"], "8s 8m 8s 7z 6z 6z 6m 5z", dora="9p", ura="9p")
    play(table, "0 ready", "0 discard 9m", "0 discard 7z", "0 win")
    assert "ippatsu" not in fans(table)
    # a call ends it
    table = deal(TENHOU, [PAIRS + "9m", "8s", "88s"], "2z 2z 2z 5z 5z", dora="9p", ura="9p")
    play(table, "0 ready", "0 discard 9m", "1 discard 8s", "2 pung", "0 win")
    assert "ippatsu" not in fans(table)
    # the own concealed kong too
    table = deal(TENHOU, ["111m456p789s11z55z9m"], "2z 3z 4z 1m", rinshan="5z", dora="9p9p", ura="9p9p")
    play(table, "0 ready", "0 discard 9m", "0 kong 1m", "0 win")
    assert ("ippatsu" in fans(table), fans(table)["rinshan_kaihou"]) == (False, 1)


def test_s4_a_robbed_kong_does_not_end_ippatsu_first() -> None:
    # seat 3 makes a pung of 6m; seat 2 declares, and seat 3 draws the fourth: 3m and 6m
    table = deal(TENHOU, ["6m", "", SIMPLE, "66m"], "9s 9p 9m 6m", dora="1z", ura="1z")
    play(table, "0 discard 6m", "3 pung", "2 ready", "2 discard 9m")
    now(table, "3 kong 6m", "2 win")
    # pinfu and all simples
    assert fans(table) == {"riichi": 1, "ippatsu": 1, "chankan": 1, "pinfu": 1, "tanyao": 1}


def test_s9_kan_dora_of_a_concealed_kong_flips_at_once() -> None:
    for name in (TENHOU, WRC):
        table = deal(name, ["1111m"], dora="9p 8p 7p")
        now(table, "0 kong 1m")
        assert [str(tile) for tile in table.dora_indicators] == ["9p", "8p"]


def test_s9_kan_dora_of_an_open_kong_flips_right_before_the_discard() -> None:
    table = deal(TENHOU, ["5s", "", "555s"], dora="9p 8p 7p", seed=2)
    play(table, "0 discard 5s", "2 kong")
    assert len(table.dora_indicators) == 1
    play(table, f"2 discard {table.drawn}")
    assert [str(tile) for tile in table.dora_indicators] == ["9p", "8p"]
    table = deal(WRC, ["5s", "", "555s"], dora="9p 8p 7p", seed=2)
    play(table, "0 discard 5s", "2 kong")
    assert len(table.dora_indicators) == 2


def test_s9_or_right_after_the_next_kong_two_in_a_row() -> None:
    table = deal(TENHOU, ["5s", "", "555s1111m"], dora="9p 8p 7p 6p", seed=2)
    play(table, "0 discard 5s", "2 kong")
    now(table, "2 kong 1m")
    # the pending one and that of the concealed kong
    assert len(table.dora_indicators) == 3


def test_s9_it_counts_for_a_win_on_that_discard_and_never_flips_for_a_replacement_win() -> None:
    # 8m turned before the discard: 9m is a dora
    table = deal(TENHOU, ["5s", "", "555s9m", "678m78m111z333z55z"], rinshan="9s", dora="9p 8m 7p")
    play(table, "0 discard 5s", "2 kong", "2 discard 9m")
    now(table, "3 win")
    assert (fans(table)["dora"], len(table.dora_indicators)) == (1, 2)
    table = deal(TENHOU, ["5s", "", "555s234m678m34p66p"], rinshan="5p", dora="9m 3p 7p", seed=2)
    play(table, "0 discard 5s", "2 kong", "2 win")
    assert (fans(table).get("dora"), fans(table)["rinshan_kaihou"], len(table.dora_indicators)) == (None, 1, 1)


def test_s9_nor_when_the_added_kong_is_robbed() -> None:
    table = position(hands={2: SIMPLE}, melds={3: ["[666m>]"]}, event=("added_kong", 3, "6m"), live=40,
                     rivers={2: "1z"}, dora="1z")
    now(table, "2 win")
    assert len(table.dora_indicators) == 1


def test_s10_discard_furiten_claimed_ones_included() -> None:
    for river, may in (("1z", False), ("5z", False), ("9m", True)):
        table = position(hands={2: PAIRS}, rivers={2: river}, event=("discard", 1, "5z"), live=40)
        assert ("win" in can(table, 2)) is may
    # 6m was claimed from it: 3m is barred too
    table = deal(TENHOU, [SIMPLE + "6m", "66m", "3m"], "", dora="1z")
    play(table, "0 discard 6m", "1 pung", "2 discard 3m")
    assert "win" not in can(table, 0)


def test_s10_temporary_furiten_until_the_own_next_draw() -> None:
    table = deal(TENHOU, ["5z", "5z", PAIRS, "1z"], "9s 9s 1z", dora="9p")
    play(table, "0 discard 5z", "2 pass")
    now(table, "1 discard 5z")
    assert "win" not in can(table, 2)
    # the own draw lifts it
    play(table, "2 discard 9s", "3 discard 1z")
    assert "win" in can(table, 2)


def test_s10_a_tile_that_completes_the_shape_without_yaku_counts_as_passed() -> None:
    # 3m makes three colours, 6m has no yaku
    hand = "45m345p345s999p66z"
    table = deal(TENHOU, ["6m", "9s", hand], "9s 9s", dora="1z")
    play(table, "0 discard 6m", "1 discard 9s")
    assert (table.phase, table.turn) == ("turn", 2)
    barred = deal(TENHOU, ["6m", "3m", hand], "9s 9s", dora="1z")
    play(barred, "0 discard 6m", "1 discard 3m")
    assert "win" not in can(barred, 2)
    free = deal(TENHOU, ["7s", "3m", hand], "9s 9s", dora="1z")
    play(free, "0 discard 7s", "1 discard 3m")
    assert "win" in can(free, 2)


def test_s10_own_calls_do_not_lift_it() -> None:
    # seat 2 has a pung of 5z, passes 6m of seat 0, and makes a pung of 1z; then 3m
    table = deal(TENHOU, ["5z6m", "1z", "45m234p11z9s55z678s", "3m"], "8m 8m 8m 8m 9p", dora="9m")
    play(table, "0 discard 5z", "2 pung", "2 discard 9s")
    assert "win" not in can(table, 2)
    play(table, "0 discard 6m", "2 pass", "1 discard 1z", "2 pung")
    now(table, next(f"2 {action}" for action in can(table) if action in ("discard 8s", "discard 6s")))
    play(table, "3 discard 3m")
    assert "win" not in can(table, 2)


def test_s10_riichi_passing_bars_to_the_end_but_not_self_draws() -> None:
    table = deal(TENHOU, [PAIRS + "9m", "5z", "1z"], "8s 8s 8m 7z 9s 9s 9s 5z", dora="9p",
                 ura="9p")
    play(table, "0 ready", "0 discard 9m", "1 discard 5z", "0 pass", "0 discard 7z", "2 discard 1z")
    assert "win" not in can(table, 0)
    play(table, "0 win")
    assert fans(table)["menzen_tsumo"] == 1


def test_s10_chankan_on_an_added_kong_alone_and_declining_makes_furiten() -> None:
    table = position(hands={2: SIMPLE, 0: "3m"}, melds={3: ["[666m>]"]}, event=("added_kong", 3, "6m"), live=40,
                     rivers={2: "1z"}, draws="9s9s", dora="1z")
    assert "win" in can(table, 2)
    now(table, "2 pass")
    assert (table.turn, table.phase) == (3, "turn")
    play(table, f"3 discard {table.drawn}", "0 discard 3m")
    # barred until the own draw
    assert "win" not in can(table, 2)
    table = position(hands={0: "6666m123p456p1z22z7z", 2: "45m234p678p345s66s"}, turn=0, live=40, rivers={2: "1z"})
    now(table, "0 kong 6m")
    assert (table.phase, table.seat) == ("turn", 0)


@pytest.mark.parametrize(("name", "may"), [(TENHOU, False), (SOUL, True), (WRC, True), (MLEAGUE, False)])
def test_s10_thirteen_orphans_rob_a_concealed_kong_by_option(name: str, may: bool) -> None:
    table = deal(name, ["9999m", "1m19p19s12345677z"])
    now(table, "0 kong 9m")
    assert (table.phase == "rob") is may
    if may:
        now(table, "1 win")
        assert table.deltas == (-32000, 32000, 0, 0)
        assert events(table, "rob")
