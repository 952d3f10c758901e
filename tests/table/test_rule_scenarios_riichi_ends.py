"""What rules/riichi.md says about ends of hands and games, liability, money, sticks, and three players: walls made for
it, results reckoned by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import mjcore as mj
from mjcore.game.bots import greedy
from mjcore.rules.base import RuleSet
from table.rule_scenes import can, deal, events, fans, finish, now, others, play, reasons, result, rule_set

TENHOU, WRC, SOUL = "riichi/tenhou", "riichi/wrc2025", "riichi/mjsoul"
MLEAGUE, SANMA = "riichi/mleague", "riichi/tenhou3"
PAIRS = "123m456p789s11z55z"
SIMPLE = "45m234p567p345s66s"
NINE = "19m19p19s123z"
# not ready, no two suits alike
FAR = ("147m258p369s1234z", "258m369p147s1234z", "369m147p258s1234z", "147m369p258s1234z")


def position(name: str | RuleSet = TENHOU, **facts: Any) -> mj.Table:
    return mj.Table.position(name, **{"dora": "9p", **facts})


def test_s10_nine_kinds_on_the_own_first_draw() -> None:
    table = deal(TENHOU, [NINE], honba=2, sticks=1)
    assert "abort" in can(table)
    now(table, "0 abort")
    found = result(table)
    assert (found.reason, found.deltas, found.sticks) == ("nine_kinds", (0, 0, 0, 0), 1)
    table = deal(TENHOU, ["5m", "", NINE])
    play(table, "0 discard 5m", "2 abort")
    assert result(table).reason == "nine_kinds"
    # eight kinds; a call before; the second draw; M.League
    assert "abort" not in can(deal(TENHOU, ["19m19p19s12z2345m66p"]))
    table = deal(TENHOU, ["5m", "", NINE, "55m"])
    play(table, "0 discard 5m", "3 pung", f"3 {can(table, 3)[-1] if can(table, 3) else 'pass'}")
    while not (table.phase == "turn" and table.seat == 2):
        table.step("pass" if "pass" in can(table) else can(table)[-1])
    assert "abort" not in can(table)
    assert "abort" not in can(deal(MLEAGUE, [NINE]))


def test_s10_four_winds() -> None:
    hands = ["1z", "1z", "1z", "1z"]
    table = deal(TENHOU, hands)
    play(table, *(f"{seat} discard 1z" for seat in range(4)))
    assert (result(table).reason, result(table).deltas) == ("four_winds", (0, 0, 0, 0))
    # another wind
    table = deal(TENHOU, ["1z", "1z", "1z", "2z"])
    play(table, *(f"{seat} discard 1z" for seat in range(3)), "3 discard 2z")
    assert not table.done
    # not with another discard and a call between
    table = deal(TENHOU, ["1z", "1z", "1z9s", "1z99s"], "6z 6z")
    play(table, "0 discard 1z", "1 discard 1z", "2 discard 9s", "3 pung", "3 discard 1z")
    assert not table.done
    table = deal(MLEAGUE, hands)
    play(table, *(f"{seat} discard 1z" for seat in range(4)))
    assert not table.done


def four_riichi(name: str = TENHOU, last: str = "9s") -> mj.Table:
    hands = ["123m456p789s11z55z9m", "123m456p789s22z66z", "234m456p678s33z77z", "234m567p678s44z" + last * 2]
    table = deal(name, hands, "9m 8m 8m", dora="9p")
    return play(table, "0 ready", "0 discard 9m", "1 ready", "1 discard 9m", "2 ready", "2 discard 8m", "3 ready")


def test_s10_four_riichi_the_fourth_deposit_is_paid() -> None:
    table = four_riichi()
    play(table, "3 discard 8m")
    found = result(table)
    assert (found.reason, found.deltas, found.sticks) == ("four_riichi", (-1000,) * 4, 4)
    assert [line[:3] for line in reasons(found)] == [(seat, None, 1000) for seat in range(4)]
    # three riichi and a fourth where it is not played
    table = four_riichi(MLEAGUE)
    play(table, "3 discard 8m")
    assert not table.done


def test_s10_four_kongs_of_two_players() -> None:
    hands = ["1111m2222m", "3333m4444m"]
    table = deal(TENHOU, hands, rinshan="9s9s8s8s", dora="9p 8p 7p 6p 5p")
    play(table, "0 kong 1m", "0 kong 2m", "1 kong 3m", "1 kong 4m")
    assert not table.done
    play(table, f"1 discard {table.drawn}")
    while not table.done and table.phase == "claim":
        table.step("pass")
    assert (result(table).reason, result(table).deltas) == ("four_kongs", (0, 0, 0, 0))
    # a single player with all four goes on
    table = deal(TENHOU, ["1111m2222m3333m55s"], rinshan="9s9s8s", dora="9p 8p 7p 6p 5p")
    play(table, "0 kong 1m", "0 kong 2m", "0 kong 3m", "0 discard 5s")
    assert not table.done


def test_s10_three_wins_on_one_discard() -> None:
    hands = {0: "45m234p567p345s66s", 1: "78m234p678p456s88s", 3: "78m456p567p567s22s"}
    facts: dict[str, Any] = {"hands": hands, "event": ("discard", 2, "6m"), "live": 40,
                             "rivers": {0: "1z", 1: "1z", 3: "1z"}, "dora": "1z", "sticks": 1, "honba": 1}
    table = position(**facts)
    assert set(table.pending) == {0, 1, 3}
    now(table, "0 win", "1 win", "3 win")
    assert (result(table).reason, result(table).deltas, result(table).sticks) == ("three_rons", (0,) * 4, 1)
    # two of them: both paid in full, sticks and honba to the first after the discarder (seat 3)
    table = position(**facts)
    now(table, "0 win", "1 pass", "3 win")
    # pinfu and all simples: 2000, the dealer (seat 0) 2900; 300 and the stick to seat 3
    assert result(table).deltas == (2900, 0, -2900 - 2000 - 300, 2000 + 300 + 1000)
    # triple, head bump
    table = position("riichi/mjsoul", **facts)
    now(table, "0 win", "1 win", "3 win")
    assert result(table).deltas == (2900, 2000, -7200, 3300)
    table = position(WRC, **facts)
    # seat 1 is farther than seat 0, and is not asked
    now(table, "0 win", "3 win")
    assert (result(table).winners, result(table).deltas) == ((3,), (0, 0, -2300, 3300))


def test_s10_noten_payments() -> None:
    for ready, expected in (((), (0, 0, 0, 0)), ((0,), (3000, -1000, -1000, -1000)),
                            ((0, 2), (1500, -1500, 1500, -1500)), ((0, 1, 2), (1000, 1000, 1000, -3000))):
        hands = dict(enumerate(FAR))
        hands[0] = "123456789m13p44z" if 0 in ready else "147m258p369s1777z"
        hands[1] = ("567p456s789s13s22z" if 1 in ready else "258m369p147s1666z")
        hands[2] = "678p456s678m68s33z" if 2 in ready else "36m147p258s5556z9m"
        hands[3] = "147m369p258s1235z"
        table = position(hands=hands, live=0, turn=3, drawn="4z")
        finish(table)
        assert (result(table).ready, result(table).deltas) == (ready, expected)


def test_s10_exhaustive_after_the_last_discard() -> None:
    table = deal(TENHOU)
    finish(table)
    assert len(events(table, "draw")) + 1 == 70


def nagashi(honba: int = 0, sticks: int = 0, name: str = TENHOU) -> mj.Table:
    hands = {0: "147m258p369s1777z", 1: "258m369p147s1666z", 2: "36m147p258s5556z9m", 3: "147m369p258s1235z"}
    return position(name, hands=hands, live=0, turn=3, drawn="4z", honba=honba, sticks=sticks, rivers={0: "1p9s"})


def test_s10_nagashi_mangan_without_honba_and_sticks() -> None:
    table = nagashi(honba=2, sticks=1)
    finish(table)
    # the dealer as a self-draw: 4000 each
    assert (result(table).reason, result(table).deltas, result(table).sticks) == ("nagashi",
                                                                                  (12000, -4000, -4000, -4000), 1)
    table = nagashi(name=WRC)
    finish(table)
    assert result(table).reason == "exhaustive"


def test_s10_nagashi_not_when_a_discard_was_claimed() -> None:
    # seat 1 has claimed 1p of seat 0
    hands = {0: "147m258p369s1777z", 1: "258m369p47s66z", 2: "36m147p258s5556z9m", 3: "147m369p258s1235z"}
    table = position(hands=hands, melds={1: ["[111p<]"]}, live=0, turn=3, drawn="4z", rivers={0: "9s"})
    finish(table)
    assert result(table).reason == "exhaustive"
    # of another seat: the terminals of seat 0 are all there
    table = position(hands=hands, melds={1: ["[111p>]"]}, live=0, turn=3, drawn="4z", rivers={0: "9s"})
    finish(table)
    assert result(table).reason == "nagashi"


def test_s7_pao() -> None:
    melds = {1: ["[555z^]", "[666z<]", "[777z>]"]}
    # the third dragons came from seat 2: it pays all of a self-draw, 32000 and the honba
    table = position(hands={1: "12m99p"}, melds=melds, turn=1, drawn="3m", live=40, honba=1)
    now(table, "1 win")
    assert result(table).deltas == (0, 32300, -32300, 0)
    # on another's discard half each, honba by the one who is liable
    table = position(hands={1: "12m99p"}, melds=melds, event=("discard", 3, "3m"), live=40, honba=1, rivers={1: "9m"})
    now(table, "1 win")
    assert result(table).deltas == (0, 32300, -16300, -16000)
    # from himself: full
    table = position(hands={1: "12m99p"}, melds=melds, event=("discard", 2, "3m"), live=40, rivers={1: "9m"})
    now(table, "1 win")
    assert result(table).deltas == (0, 32000, -32000, 0)
    # a concealed kong as the last set: nobody
    table = position(hands={1: "12m99p"}, melds={1: ["[555z^]", "[666z<]", "(7777z)"]}, turn=1, drawn="3m", live=40)
    now(table, "1 win")
    assert result(table).deltas == (-16000, 32000, -8000, -8000)


def test_s7_pao_of_the_fourth_winds() -> None:
    melds = {1: ["[111z^]", "[222z<]", "[333z>]", "[444z<]"]}
    table = position(hands={1: "9p"}, melds=melds, turn=1, drawn="9p", live=40)
    now(table, "1 win")
    assert result(table).deltas == (-32000, 32000, 0, 0)


def test_s11_dealer_self_draw_with_honba_and_sticks() -> None:
    table = position(hands={0: SIMPLE}, turn=0, drawn="6m", live=40, honba=2, sticks=1, dora="1z")
    now(table, "0 win")
    # pinfu 1, all simples 1, self-drawn 1: 20 fu 3 han: 1300 all; 200 each, the stick
    assert result(table).deltas == (4500 + 1000, -1500, -1500, -1500)


def test_s4_last_tile() -> None:
    for live, drawn_from, extra in ((0, "wall", True), (1, "wall", False)):
        table = position(hands={0: SIMPLE}, turn=0, drawn="6m", live=live, dora="1z", draw_from=drawn_from)
        now(table, "0 win")
        # 3 han 20 fu: 1300 all; 4 han: 2600
        assert result(table).deltas[0] == (7800 if extra else 3900)
    # not on a replacement: rinshan alone, 4 han with self-drawn... no pinfu by rinshan is kept: 4 han 20 fu
    table = position(hands={0: SIMPLE}, event=("discard", 3, "6m"), live=0, dora="1z", rivers={0: "1z"})
    now(table, "0 win")
    # last discard 1, pinfu 1, simples 1: 30 fu 3 han: 5800
    assert result(table).deltas == (5800, 0, 0, -5800)


def test_s4_heaven_and_earth() -> None:
    table = deal(TENHOU, [SIMPLE + "6m"])
    now(table, "0 win")
    assert (fans(table), result(table).deltas) == ({"tenhou": 1}, (48000, -16000, -16000, -16000))
    table = deal(TENHOU, ["9s", "", SIMPLE], "9s 6m")
    play(table, "0 discard 9s", "2 win")
    assert (fans(table), result(table).deltas) == ({"chiihou": 1}, (-16000, -8000, 32000, -8000))
    # a call before
    table = deal(TENHOU, ["9s", "99s", SIMPLE], "6m")
    play(table, "0 discard 9s", "1 pung", "2 win")
    assert "chiihou" not in fans(table)


def test_s13_three_players() -> None:
    table = deal(SANMA, ["4z"], rinshan="9s 8s")
    assert ([table.tiles_held(seat) for seat in range(3)], table.live) == ([14, 13, 13], 54)
    now(table, "0 extract")
    # from the dead wall, one live tile less; any number in a row
    assert (str(table.drawn), table.live, [str(tile) for tile in table.aside(0)]) == ("9s", 53, ["4z"])
    table = deal(SANMA, ["44z"], rinshan="9s 8s")
    now(table, "0 extract", "0 extract")
    assert str(table.drawn) == "8s"
    # no chow
    table = position(SANMA, hands={1: "46p"}, event=("discard", 0, "5p"), live=30)
    assert not {"chow mid"} & set(can(table, 1))
    # at least one live tile left
    assert "extract" not in can(position(SANMA, hands={0: "4z123p456p789s112z"}, turn=0, drawn="9s", live=0))
    assert "extract" in can(position(SANMA, hands={0: "4z123p456p789s112z"}, turn=0, drawn="9s", live=1))
    # not after a claim
    table = position(SANMA, hands={1: "4z123p456p1z"}, melds={1: ["[222s<]"]}, event="throw", turn=1, live=30)
    assert others(table) == set()


def test_s13_north_after_riichi_only_the_drawn_one() -> None:
    table = position(SANMA, hands={0: "123p456p789s11z55z"}, riichi=[0], turn=0, drawn="4z", live=30)
    assert set(can(table)) == {"extract", "discard 4z"}
    table = position(SANMA, hands={0: "123p456p789s44z55z"}, riichi=[0], turn=0, drawn="9p", live=30)
    assert "extract" not in can(table)


def test_s13_a_north_breaks_first_turns_and_is_robbed_without_chankan() -> None:
    table = deal(SANMA, ["4z", "19m19p19s12355z7z"], "9s", rinshan="8s")
    now(table, "0 extract")
    play(table, "0 discard 8s")
    assert "abort" not in can(table, 1)
    # seven pairs waiting for the north
    table = position(SANMA, hands={1: "1199m1199p1199s4z"}, event=("nuki", 0), live=30, rivers={1: "2p"}, dora="1z")
    now(table, "1 win")
    # seven pairs 2, 25 fu: 1600 (honroutou: no, only with toitoi or chiitoitsu and honours: 2 more): 4 han 6400
    assert result(table).deltas == (-6400, 6400, 0)


def test_s6_three_players_self_draw_loses_the_north_share() -> None:
    # pinfu 1, all simples 1, self-drawn 1: 20 fu 3 han is 640: the dealer 1300, the other 700, 100 a counter
    table = position(SANMA, hands={1: "234p678p34567s66s"}, turn=1,
                     drawn="8s", live=30, dora="1z", honba=1)
    now(table, "1 win")
    assert result(table).deltas == (-1400, 2200, -800)


def test_s10_three_players_noten_pool_of_2000() -> None:
    for ready, expected in (((0,), (2000, -1000, -1000)), ((0, 1), (1000, 1000, -2000)), ((), (0, 0, 0))):
        hands = {0: "123456789p13s33z" if 0 in ready else "19m147p258s13567z",
                 1: "345p456s789s79p22z" if 1 in ready else "19m258p369s12567z", 2: "19m369p147s13567z"}
        table = position(SANMA, hands=hands, live=0, turn=2, drawn="1z")
        finish(table)
        assert (result(table).ready, result(table).deltas) == (ready, expected)


def test_s11_s12_a_game_goes_on_as_the_text_says() -> None:
    for name, players, target, last in ((TENHOU, 4, 30000, 7), (SANMA, 3, 40000, 5), (WRC, 4, 30000, 7),
                                        (MLEAGUE, 4, 30000, 7), (SOUL, 4, 30000, 7)):
        values = rule_set(name).values
        for seed in range(6):
            match = mj.Match(name, seed=seed)
            final = match.play(greedy)
            assert sum(final) == 0 or name in (WRC,)
            turn = 0
            hands = match.history
            for before, after in pairwise(hands):
                won, drawn = before.winners, not before.winners
                stays = before.dealer in won or before.aborted or (drawn and before.dealer in before.ready)
                assert after.dealer == (before.dealer if stays else (before.dealer + 1) % players)
                assert after.honba == (before.honba + 1 if stays or drawn else 0)
                turn += not stays
                assert after.round_wind == "ESWN"[turn // players]
                assert not (values["tobi"] and min(before.scores) < 0)
                if turn - (not stays) >= last and not stays:
                    assert values["extension"]
                    assert max(before.scores) < target


def test_s12_final_points() -> None:
    for name in (TENHOU, SANMA, MLEAGUE, WRC):
        values = rule_set(name).values
        for seed in range(3):
            match = mj.Match(name, seed=seed)
            final = match.play(greedy)
            uma = [int(part) for part in str(values["uma"]).split(",")]
            assert match.end is not None
            scores = list(match.end.scores)
            order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
            if len(set(scores)) < len(scores):
                continue
            if name == TENHOU:
                plain = [round_half_away(scores[seat]) - 30 + uma[place] for place, seat in enumerate(order)]
                assert [final[seat] for seat in order[1:]] == [1000 * points for points in plain[1:]]
                assert final[order[0]] == -1000 * sum(plain[1:])


def round_half_away(points: int) -> int:
    """Thousands, half away from zero."""
    return (abs(points) + 500) // 1000 * (1 if points >= 0 else -1)
