"""rules/riichi.md: what meets rarely. Liability after an added kong, robbed and fourth kongs, furiten by other claims,
indicators under indicators, norths between turns, options of other rooms."""

from __future__ import annotations

from typing import Any

import mjcore as mj
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, fans, finish, now, play, result

TENHOU, WRC, SOUL, SANMA = "riichi/tenhou", "riichi/wrc2025", "riichi/mjsoul", "riichi/tenhou3"
PAIRS = "123m456p789s11z55z"
SIMPLE = "45m234p567p345s66s"


def position(name: str | RuleSet = TENHOU, **facts: Any) -> mj.Table:
    return mj.Table.position(name, **{"dora": "9p", **facts})


def test_s7_pao_stays_with_the_feeder_of_the_third_set_when_another_is_added_to() -> None:
    # red dragons from seat 2 first, then white from seat 3, green from seat 0: seat 0 completed the three
    melds = {1: ["[777z>]", "[555z^]", "[666z<]"]}
    table = position(hands={1: "12m99p"}, melds=melds, turn=1, drawn="3m", live=40)
    now(table, "1 win")
    assert result(table).deltas == (-32000, 32000, 0, 0)
    # the replacement wins
    seeds = [seed for seed in range(400) if replaced(melds, seed) == "2m"]
    assert seeds
    table = position(hands={1: "13m99p"}, melds=melds, turn=1, drawn="7z", live=40, seed=seeds[0])
    now(table, "1 kong 7z", "1 win")
    assert result(table).deltas == (-32000, 32000, 0, 0)


def replaced(melds: dict[int, list[str]], seed: int) -> str:
    table = position(hands={1: "13m99p"}, melds=melds, turn=1, drawn="7z", live=40, seed=seed)
    now(table, "1 kong 7z")
    return str(table.drawn)


def test_s10_the_fourth_kong_may_be_robbed_its_replacement_win_and_its_discard_be_won_on() -> None:
    hands = ["1111m2222m5z", "3333m4444m", "678m678p678s5z9p9p9p"]
    table = deal(TENHOU, hands, rinshan="9s9s8s8s", dora="9m 8p 7p 6p 5s", seed=3)
    play(table, "0 kong 1m", "0 kong 2m", "0 discard 9s", "1 kong 3m", "1 kong 4m")
    now(table, "1 discard 8s")
    # nobody wins: aborted
    assert result(table).reason == "four_kongs"
    hands[2] = "678m678p67s55s999p"
    table = deal(TENHOU, hands, rinshan="9s9s8s8s", dora="9m 8p 7p 6p 5s", seed=3)
    play(table, "0 kong 1m", "0 kong 2m", "0 discard 9s", "1 kong 3m", "1 kong 4m")
    now(table, "1 discard 8s")
    assert (table.phase, table.pending) == ("claim", (2,))


def test_s10_a_pung_instead_of_a_win_is_a_passed_win() -> None:
    # seat 2 waits for 1z and 5z, and takes 5z as a pung
    table = deal(TENHOU, ["5z", "1z", "123m456p789s11z55z"], "9s 9s 9s 1z", dora="9p")
    play(table, "0 discard 5z", "2 pung")
    now(table, "2 discard 1m")
    # 23m 11z: 1m 4m, furiten by 1m
    assert "win" not in can(table, 2)


def test_s8_a_claim_of_the_declaration_tile_ends_ippatsu() -> None:
    table = deal(TENHOU, ["9s", PAIRS + "", "99m", "5z"], "9m 9s 9s", dora="9p", ura="9p")
    play(table, "0 discard 9s", "1 ready", "1 discard 9m", "2 pung", "3 discard 5z", "1 win")
    assert ("ippatsu" in fans(table), "double_riichi" in fans(table)) == (False, True)


def test_s8_four_riichi_when_the_fourth_is_won_on() -> None:
    hands = ["123m456p789s11z55z9m", "123m456p789s22z66z", "234m456p678s33z77z", "234m567p678s44z99s"]
    table = deal(TENHOU, hands, "9m 8m 6z", dora="9p")
    play(table, "0 ready", "0 discard 9m", "1 ready", "1 discard 9m", "2 ready", "2 discard 8m", "3 ready",
         "3 discard 6z", "1 win")
    assert (result(table).reason, result(table).sticks) == ("win", 0)
    # three deposits to the winner, the fourth was not paid
    assert result(table).deltas[0] == result(table).deltas[2] == -1000


def test_s9_ura_as_many_as_omote_only_for_riichi_winners() -> None:
    # 7s 6s under the indicators: 8s, 7s in the hand
    table = deal(TENHOU, [PAIRS + "9m", "", "5z"], "8s 9s", dora="9p 9p", ura="7s 6s")
    play(table, "0 ready", "0 discard 9m", "2 discard 5z", "0 win")
    assert fans(table)["ura_dora"] == 1
    table = deal(TENHOU, ["9s", PAIRS + "", "5z"], "9s 9s", dora="9p 9p", ura="7s 6s")
    play(table, "0 discard 9s", "2 discard 5z", "1 win")
    assert "ura_dora" not in fans(table)


def test_s9_a_pending_flip_comes_right_after_an_added_kong() -> None:
    # 5s kong of a discard, the replacement is the fourth of a pung: the first indicator turns with the second kong
    table = deal(TENHOU, ["6s", "", "66s555s", "5s"], "9s 9s 9s", rinshan="6s 8s", dora="9p 8p 7p 6p", seed=4)
    play(table, "0 discard 6s", "2 pung", "3 discard 0s", "2 kong")
    assert (len(table.dora_indicators), str(table.drawn)) == (1, "6s")
    now(table, "2 kong 6s")
    while table.phase == "rob":
        table.step("pass")
    assert len(table.dora_indicators) == 2
    now(table, "2 discard 8s")
    assert len(table.dora_indicators) == 3


def test_s4_last_discard_after_a_last_replacement_draw() -> None:
    table = position(hands={0: "1111m258m147p369s", 2: SIMPLE}, turn=0, drawn="6m", live=1,
                     rivers={2: "1z"}, dora="1z")
    now(table, "0 kong 1m", "0 discard 6m")
    assert table.pending == (2,)
    now(table, "2 win")
    # last discard 1, pinfu 1, simples 1: 30 fu 3 han
    assert result(table).deltas == (-3900, 0, 3900, 0)


def test_s10_keishiki_and_a_fifth_tile() -> None:
    # 1111m alone as a wait for 1m... the own concealed four: not ready
    hands = {0: "1111m456p789s222z", 1: "258m369p147s6667z", 2: "36m147p258s5556z9m",
             3: "47m369p258s33477z"}
    table = position(hands=hands, live=0, turn=3, drawn="4z")
    finish(table)
    assert 0 not in result(table).ready


def test_s13_refused_north_makes_furiten_and_ippatsu_ends_with_a_north() -> None:
    seven = "1199m1199p1199s4z"
    table = position(SANMA, hands={1: seven, 0: "4z4z", 2: ""}, event=("nuki", 0), live=30, rivers={1: "2p"}, dora="1z")
    now(table, "1 pass", "0 discard 4z")
    # barred until its own draw
    assert "win" not in can(table, 1)
    # a north by another ends ippatsu
    hand = "123456p789s11z55z"
    table = deal(SANMA, [hand + "9m", "4z", "5z"], "7s 6s", rinshan="8s", dora="9p", ura="9p")
    play(table, "0 ready", "0 discard 9m", "1 extract", "1 discard 8s", "2 discard 5z", "0 win")
    assert "ippatsu" not in fans(table)


def test_s13_a_north_spoils_double_riichi_and_earthly_wins() -> None:
    hand = "123456p789s11z55z"
    table = deal(SANMA, ["4z", hand, "5z"], "9m 7s", rinshan="8s", dora="9p", ura="9p")
    play(table, "0 extract", "0 discard 8s", "1 ready", "1 discard 9m", "2 discard 5z", "1 win")
    assert ("double_riichi" in fans(table), fans(table)["riichi"], fans(table)["ippatsu"]) == (False, 1, 1)
    table = deal(SANMA, ["4z", hand], "5z", rinshan="8s", dora="9p")
    play(table, "0 extract", "0 discard 8s", "1 win")
    assert "chiihou" not in fans(table)
    # one's own too
    table = deal(SANMA, [hand + "4z"], rinshan="9m", dora="9p")
    play(table, "0 extract", "0 ready")
    play(table, "0 discard 9m")
    assert "double" not in table.flags(0)


def test_s13_a_north_counts_as_a_dora_and_its_replacement_as_rinshan() -> None:
    table = deal(SANMA, ["123456p789s11z55z4z"], rinshan="5z", dora="1z")
    now(table, "0 extract", "0 win")
    found = fans(table)
    assert found["rinshan_kaihou"] == 1
    assert "tenhou" not in found
    assert {name for name in found if "nuki" in name or "north" in name or name == "dora"}
    # each north one more with West turned
    west = deal(SANMA, ["123456p789s11z55z4z"], rinshan="5z", dora="3z")
    now(west, "0 extract", "0 win")
    assert sum(fans(west).values()) == sum(found.values()) + 1


def test_s11_three_players_ron_pays_200_a_counter() -> None:
    table = position(SANMA, hands={1: "123456p789s11z55z"}, event=("discard", 2, "5z"), live=30, honba=3,
                     rivers={1: "2p"}, dora="1p")
    plain = position(SANMA, hands={1: "123456p789s11z55z"}, event=("discard", 2, "5z"), live=30, rivers={1: "2p"},
                     dora="1p")
    now(table, "1 win")
    now(plain, "1 win")
    assert result(table).deltas[1] - result(plain).deltas[1] == 600


def test_s4_renhou_by_option() -> None:
    hands = ["5z", "", PAIRS]
    table = deal(WRC, hands, dora="9p")
    play(table, "0 discard 5z", "2 win")
    assert result(table).deltas == (-8000, 0, 8000, 0)
    table = deal(TENHOU, hands, dora="9p")
    play(table, "0 discard 5z", "2 win")
    # white dragon: 40 fu 1 han
    assert (fans(table), result(table).deltas) == ({"yakuhai_haku": 1}, (-1300, 0, 1300, 0))


def test_s7_pao_own_part_of_several_yakuman() -> None:
    # big three dragons and all honours
    melds = {1: ["[555z^]", "[666z<]", "[777z>]"]}
    for name, expected in ((TENHOU, (0, 64000, -64000, 0)),
                           # Mahjong Soul: seat 2 pays the dragons, the rest is a self-draw of a non-dealer
                           (SOUL, (-16000, 64000, -32000 - 8000, -8000))):
        table = position(name, hands={1: "1122z"}, melds=melds, turn=1, drawn="2z", live=40)
        now(table, "1 win")
        assert result(table).deltas == expected


def test_s14_head_bump_and_all() -> None:
    hands = {0: SIMPLE, 3: "78m456p567p567s22s"}
    facts: dict[str, Any] = {"hands": hands, "event": ("discard", 2, "6m"), "live": 40, "rivers": {0: "1z", 3: "1z"},
                             "dora": "1z"}
    table = position("riichi/mleague", **facts)
    now(table, "3 win")
    assert result(table).winners == (3,)
    table = position("riichi/ema2016", **facts)
    now(table, "3 win", "0 win")
    assert set(result(table).winners) == {0, 3}
