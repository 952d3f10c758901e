"""Japanese riichi mahjong for four and three players, with the rules of the great platforms as presets.

Rules: Tenhou's, as its logs show them; the other presets say where they differ. docs/rules/riichi.md names the
sources, and which values no source confirms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mjcore.errors import HandError, RuleError, brief
from mjcore.fans.han_fu import YAKUMAN, HanFu
from mjcore.procedure.parts import Procedure
from mjcore.rules.base import RuleSet, Values
from mjcore.rules.kong_giver import has_exposed_kong, kong_giver
from mjcore.rules.options import NumberOption, NumbersOption, Option, SetOption, members, number, numbers
from mjcore.rules.riichi_play import final_points, first_hand, next_hand, settle_draw, succession
from mjcore.rules.riichi_table import table
from mjcore.rules.riichi_yaku import DOUBLE, LOCAL, yaku_rows
from mjcore.settle.ledger import Ledger, seat_of
from mjcore.settle.shares import settle_win

if TYPE_CHECKING:
    from mjcore.fans.rows import Fan
    from mjcore.fans.scores import Score

ABORTIVE = ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou")
PAO = ("daisangen", "daisuushii", "suukantsu", "rinshan")
TILES = {4: "123456789m123456789p123456789s1234567z"}
TILES_OF_THREE = {4: "19m123456789p123456789s1234567z"}
# 1m and 9m follow each other where there is nothing between them
NEXT_OF_THREE = {0: 8, 8: 0}
REDS = {0: (0, 0, 0), 2: (0, 1, 1), 3: (1, 1, 1), 4: (1, 2, 1)}

OPTIONS = (
    Option("players", (4, 3), "players; three play without 2m-8m and without chi",
           "人数；三人时没有二万至八万，不能吃"),
    NumberOption("start", 25000, "points at the start", "起始点数", least=0, most=1_000_000, step=100),
    NumberOption("target", 30000, "points that end the game, and that are taken off at the end",
                 "终局所需点数，也是终局时扣去的返点", least=0, most=1_000_000, step=100),
    NumbersOption("uma", "20,10,-10,-20", "thousands by rank at the end",
                  "顺位马：终局按名次加减的千点", lengths=(4, 3)),
    NumberOption("oka", 20, "thousands to the first at the end",
                 "头名赏（オカ）：终局时首位另得的千点", least=0, most=1000),
    Option("aka", (3, 0, 2, 4), "red fives: 3 one of each suit; 2 none of m; 4 two of p; 0 none",
           "赤五：3 每门一张；2 没有赤五万；4 赤五筒两张；0 无"),
    Option("kuitan", (True, False), "tanyao counts for open hands", "食断：副露也算断幺九"),
    Option("kuikae", ("both_banned", "genbutsu_only_banned", "none"), "discards forbidden after a call: the called "
           "kind and the other end of the run; the called kind; none",
           "食替（吃碰后禁打的牌）：现物与筋都禁；只禁现物；不禁"),
    Option("double_wind_fu", (4, 2), "fu of a pair of the wind that is both seat and round wind",
           "连风牌雀头（既是自风又是场风）的符"),
    Option("kiriage", (False, True), "4 han 30 fu and 3 han 60 fu are a mangan",
           "切上满贯：4 番 30 符与 3 番 60 符作满贯"),
    Option("kazoe", (True, False), "13 han are a yakuman; else 11 and more are a sanbaiman",
           "累计役满：13 番作役满；否则 11 番以上均为三倍满"),
    Option("multiple_yakuman", (True, False), "several yakuman add up; else a hand is worth one",
           "多个役满累加；否则一手只算一倍"),
    NumberOption("max_yakuman", 0, "most yakuman that a hand is worth; 0: no limit",
                 "役满倍数上限，0 为不限", least=0, most=20),
    SetOption("double_yakuman", (), "yakuman that are worth two", "算两倍的役满", members=DOUBLE),
    Option("renhou_mode", ("none", "yaku5", "mangan_fixed", "yakuman"), "renhou: not played; 5 han beside others; "
           "a mangan alone if the hand is not worth as much; a yakuman",
           "人和：不采用；5 番，可与他役相加；不足满贯时单独作满贯；役满"),
    Option("kan_dora", ("ankan_at_once", "all_at_once", "after_discard"), "when the indicator of a kan is turned: of "
           "a closed one at once, of others before the discard; of all at once; of others after the discard",
           "杠宝牌何时翻开：暗杠即翻，其他在打牌前；一律即翻；暗杠即翻，其他在打牌后"),
    SetOption("pao", ("daisangen", "daisuushii"), "yakuman (and rinshan after a called kan) for which whoever gave "
              "the last set is liable", "给出最后一副牌者须包牌的役满（以及明杠后的岭上开花）", members=PAO),
    Option("pao_scope", ("whole", "own_part"), "the liable player pays for the whole hand, or for that yakuman only",
           "包牌者负责整手牌，或只负责该役满"),
    Option("multi_ron", ("double", "triple", "head_bump"), "two may win on one tile and three end the hand; three "
           "may; only the first in turn does",
           "一炮多响：两家可同和，三家则流局；三家可同和；头跳：只有顺序最近的一家和"),
    SetOption("abortive_draws", ABORTIVE, "draws that end a hand at once", "途中流局的种类", members=ABORTIVE),
    Option("nagashi", ("mangan", "none", "win"), "nagashi mangan: paid at the draw; not played; counts as a win",
           "流局满贯：流局时支付；不采用；视同和牌"),
    Option("tobi", (True, False), "the game ends when a score is below 0", "击飞：有人点数为负即终局"),
    Option("extension", (True, False), "the game goes on by a wind while nobody has the target",
           "无人达到所需点数时加打一圈（南入、西入）"),
    Option("agari_yame", (True, False), "the game ends when the dealer of the last hand leads and stays dealer",
           "末局庄家连庄且居首位时可终局"),
    Option("riichi_below_1000", (False, True), "riichi may be declared with less than 1000 points",
           "不足 1000 点也可立直"),
    Option("riichi_without_draw", (False, True), "riichi may be declared without a further draw",
           "没有下一次摸牌也可立直"),
    Option("kokushi_robs_ankan", (False, True), "kokushi may win on a tile of a closed kan", "国士无双可抢暗杠"),
    Option("leftover_deposits", ("first", "lost"), "deposits left at the end go to the first, or to nobody",
           "终局剩余的立直棒归首位，或不归任何人"),
    Option("ties", ("seat_order", "shared"), "equal scores at the end: the earlier seat is first, or uma is shared",
           "终局同分：起家顺序在前者名次高，或平分顺位马"),
    Option("tsumo_loss", ("loss", "north_bisection", "flat"), "three players, self-draw: the fourth share is lost; "
           "each payer adds half of it; the total of four players in equal parts",
           "三人自摸时缺的一家份额：不付（自摸损）；两家各加一半；按四人总额两家均分"),
    Option("nuki", (False, True), "three players: norths may be set aside", "三人时可拔北"),
    Option("nuki_furiten", (True, False), "passing a north that is set aside makes furiten",
           "见逃别家拔出的北也造成振听"),
    Option("rinshan_fu", (True, False), "a self-draw on a replacement tile gives the 2 fu of a self-draw",
           "岭上牌自摸也加自摸 2 符"),
    Option("min_han", (1, 2, 3, 4), "han of yaku that a win needs", "和牌所需的役的番数（缚）"),
    Option("two_han_from", (0, 3, 4, 5), "honba from which a win needs two han; 0: never",
           "从几本场起须二番缚，0 为无"),
    Option("tenhou_wide_wait", (False, True), "tenhou: any tile may be the winning one, so that a wide wait is found",
           "天和：任何一张都可当和牌张，因而可成宽听的役满"),
    Option("ankan_after_riichi", ("same_waits", "same_shape", "none"), "closed kan of the drawn tile after riichi: if "
           "the waits stay; if the three are a triplet in every reading; never",
           "立直后用摸到的牌暗杠：听口不变；三张在任何拆法都是刻子；不可"),
    Option("fifth_tile_tenpai", ("melds", "none"), "tenpai at a draw while all four copies of the wait are in own "
           "melds: yes; no", "流局时所听的牌四张全在自己的副露中：算听牌；不算"),
    Option("renchan", ("tenpai", "win_only", "noten"), "the dealer stays after a win, and: tenpai at a draw; never "
           "else; at any draw", "庄家连庄：和牌，以及流局听牌；只有和牌；任何流局"),
    Option("length", ("hanchan", "tonpuu"), "two winds or one", "半庄或东风战"),
    Option("open_riichi", (False, True), "オープン立直: riichi with the hand shown, 2 han",
           "开立直：亮出手牌立直，2 番"),
    Option("open_riichi_sashikomi", (False, True), "dealing into an open riichi without own riichi costs a yakuman",
           "自己未立直而放铳给开立直，作役满"),
    Option("shiisan_puutaa", ("none", "mangan", "yakuman"), "十三不塔: first draw of 12 unrelated tiles and a pair",
           "十三不搭：第一次摸牌后十二张互不相搭与一对"),
    Option("paarenchan_from", (8, 9), "wins in a row of the dealer that make paarenchan", "八连庄所需的连续和牌次数"),
    *(Option(row.id, (False, True), f"{row.ja}: {'yakuman' if row.acc == 'yakuman' else f'{row.value} han'}",
             f"{row.zh}：{'役满' if row.acc == 'yakuman' else f'{row.value} 番'}")
      for row in LOCAL),
)

_THREE: Values = {
    "players": 3, "start": 35000, "target": 40000, "uma": "20,0,-20", "oka": 15, "aka": 2, "nuki": True,
    "abortive_draws": "kyuushu_kyuuhai,suukaikan",
}
_MJSOUL: Values = {
    "oka": 0, "double_yakuman": ",".join(DOUBLE), "pao_scope": "own_part", "kokushi_robs_ankan": True,
}
_TOURNAMENT: Values = {
    "start": 30000, "target": 30000, "uma": "15,5,-5,-15", "oka": 0, "aka": 0, "double_wind_fu": 2,
    "multiple_yakuman": False, "renhou_mode": "mangan_fixed", "kan_dora": "all_at_once", "abortive_draws": "",
    "tobi": False, "extension": False, "agari_yame": False, "kokushi_robs_ankan": True, "ties": "shared",
    "fifth_tile_tenpai": "none",
}
PRESETS: dict[str, Values] = {
    "tenhou": {},
    "tenhou3": _THREE,
    "mjsoul": {
        **_MJSOUL, "uma": "15,5,-5,-15", "multi_ron": "triple",
        "abortive_draws": "kyuushu_kyuuhai,suufon_renda,suucha_riichi,suukaikan",
    },
    "mjsoul3": {**_THREE, **_MJSOUL, "uma": "15,0,-15"},
    "wrc2025": {
        **_TOURNAMENT, "kiriage": True, "pao": "daisangen,daisuushii,suukantsu", "multi_ron": "head_bump",
        "nagashi": "none", "riichi_without_draw": True, "leftover_deposits": "lost",
    },
    "ema2016": {**_TOURNAMENT, "kazoe": False, "multi_ron": "triple"},
    "mleague": {
        "uma": "30,10,-10,-30", "double_wind_fu": 2, "kiriage": True, "kazoe": False, "kan_dora": "all_at_once",
        "pao": "daisangen,daisuushii,suukantsu", "multi_ron": "head_bump", "abortive_draws": "", "nagashi": "none",
        "tobi": False, "extension": False, "agari_yame": False, "riichi_below_1000": True,
        "riichi_without_draw": True, "ties": "shared",
    },
}


def fans(values: Values) -> tuple[Fan, ...]:
    """The yaku with the options worked in."""
    return yaku_rows(dict(values))


def frame(values: Values) -> dict[str, Any]:
    """Players, tiles and what else of the rule set the options decide."""
    three = values["players"] == 3
    forms = ["standard", "seven_pairs", "thirteen_orphans"]
    if values["shiisan_puutaa"] != "none":
        forms.append("shapeless")
    circumstances = ["self_draw", "rob_kong", "last_tile", "after_kong", "first_turn", "seat_wind", "round_wind",
                     "riichi", "double_riichi", "ippatsu", "loser_riichi", "on_riichi_discard", "on_kong_discard",
                     "dora_indicators", "ura_indicators"]
    if values["open_riichi"]:
        circumstances.append("open_riichi")
    if values["nuki"]:
        circumstances.append("nuki")
    if values["paarenchan"]:
        circumstances.append("streak")
    return {
        "players": values["players"],
        "tiles": TILES_OF_THREE if three else TILES,
        "minimum": values["min_han"],
        "forms": tuple(forms),
        "circumstances": tuple(circumstances),
    }


def lattice_options(values: Values) -> dict[str, Any]:
    three = values["players"] == 3
    most_yakuman = number(values["max_yakuman"])
    if not values["multiple_yakuman"]:
        most_yakuman = 1
    return {
        "available_waits": True,
        "claimed_chows": not three,
        "streak_from": number(values["paarenchan_from"]) - 1 if values["paarenchan"] else 0,
        "han_fu": HanFu(
            double_wind_fu=number(values["double_wind_fu"]),
            self_draw_after_kong=bool(values["rinshan_fu"]),
            flat_row="pinfu",
            kiriage=bool(values["kiriage"]),
            kazoe=bool(values["kazoe"]),
            most_yakuman=most_yakuman,
            next_kind=NEXT_OF_THREE if three else {},
            most_reds=REDS[number(values["aka"])],
            norths=bool(values["nuki"]),
            tsumo_share=str(values["tsumo_loss"]),
            any_first_tile=bool(values["tenhou_wide_wait"]),
        ),
    }


def check_options(values: Values) -> str:
    """What does not fit together, or ""."""
    three = values["players"] == 3
    if values["nuki"] and not three:
        return "nuki: norths are set aside in games of three players only"
    if three and values["aka"] in (3, 4):
        return f"aka={values['aka']}: three players have no 5m, expected 0 or 2"
    uma = numbers(values["uma"])
    if len(uma) != values["players"] or sum(uma) != 0:
        return f"uma {values['uma']}: expected {values['players']} numbers that sum to 0"
    if number(values["oka"]) * 10 % number(values["players"]):
        return f"oka {values['oka']}: expected thousands that {values['players']} players pay alike, in hundreds"
    return ""


def settle(score: Score, dealer: int, winner: int, loser: int | None, honba: int = 0, sticks: int = 0,
           pao: int | Mapping[str, int] | None = None, direct_kong_from: int | None = None) -> Ledger:
    """Ron: the loser pays all; self-draw: the dealer pays and gets twice as much as the others. `honba` are the
    counters, `sticks` the deposits that this winner takes, `pao` the seat that is liable for the hand, or for what:
    {"daisangen": 2, "suukantsu": 3}; `direct_kong_from`: who gave the tile of the open kan on whose replacement was
    won."""
    values, players = score.rules.values, score.rules.players
    two_han_from = number(values["two_han_from"])
    wind = (seat_of(winner, players, "winner") - seat_of(dealer, players, "dealer")) % players
    if "ESWN"[wind] != score.win.seat_wind:
        raise HandError(f"seat {winner} has the wind {'ESWN'[wind]} where seat {dealer} deals, but the win was scored "
                        f"with the seat wind {score.win.seat_wind}")
    if 0 < two_han_from <= honba and not _has_two_han(score):
        raise RuleError(f"no payments for a hand of one han: two are needed from {two_han_from} honba")
    giver = None if direct_kong_from is None else kong_giver(score, winner, direct_kong_from)
    liable = {} if pao is None else liable_parts(score, pao, giver)
    # who throws the tile himself pays all of his part anyhow
    parts = {seat: part for seat, part in liable.items() if seat != loser}
    first = next(iter(parts), None)
    others = {seat: part for seat, part in parts.items() if seat != first}
    base = (score.unit or 0) - sum(others.values())
    ledger = settle_win(base, winner=winner, dealer=dealer, loser=loser, players=players, honba=honba, sticks=sticks,
                        tsumo_loss=str(values["tsumo_loss"]), pao=first,
                        pao_base=None if first is None else parts[first])
    for seat, part in others.items():
        ledger += settle_win(part, winner=winner, dealer=dealer, loser=loser, players=players, pao=seat)
    return ledger


def liable_parts(score: Score, pao: int | Mapping[str, int], kong_from: int | None) -> dict[int, int]:
    """The part of a win's base points for which each seat is liable: all of them for who gave the kong before the win.
    RuleError if there is none. `kong_from`: who gave it, if that is known.

    Where the whole hand is meant one seat answers for it: who fed the dragons or winds, else who fed the fourth kong.
    """
    values, base = score.rules.values, score.unit or 0
    rows = members(values["pao"])
    yakuman = {fan.fan: fan.value for fan in score.fans if fan.fan in rows} if score.yakuman else {}
    rinshan = "rinshan" in rows and "after_kong" in score.win.circumstances and has_exposed_kong(score)
    if not yakuman and not rinshan:
        raise RuleError(f"nobody can be liable for this hand, only for {', '.join(rows) or 'nothing'} by these rules")
    if isinstance(pao, Mapping):
        for what in pao:
            if what not in yakuman:
                raise RuleError(f"nobody can be liable for {brief(what)}: expected one of "
                                f"{', '.join(yakuman) or 'no yakuman, in this hand'}")
        fed = {what: seat_of(pao[what], score.rules.players, "responsible player") for what in PAO if what in pao}
    else:
        seat = seat_of(pao, score.rules.players, "responsible player")
        if not yakuman and kong_from not in (None, seat):
            raise RuleError(f"seat {seat} is not liable for this hand: seat {kong_from} gave the tile of the kong")
        if not yakuman:
            return {seat: base}
        fed = {what: seat for what in PAO if what in yakuman}
    parts: dict[int, int] = {}
    left = base
    for what, seat in fed.items():
        part = min(left, YAKUMAN * yakuman[what])
        parts[seat] = parts.get(seat, 0) + part
        left -= part
    if parts and values["pao_scope"] == "whole":
        return {next(iter(parts)): base}
    if kong_from is not None and rinshan and kong_from in parts:
        return {kong_from: base}
    return {seat: part for seat, part in parts.items() if part}


def _has_two_han(score: Score) -> bool:
    bonus = sum(fan.value for fan in score.fans if score.rules.fan(fan.fan).acc == "bonus")
    return bool(score.yakuman) or (score.han or 0) - bonus >= 2


RULES = RuleSet(
    id="riichi",
    names={"en": "Japanese Riichi", "zh": "日本麻将", "ja": "リーチ麻雀"},
    aliases=("japanese",),
    summary="yaku, han and fu; four or three players, red fives, seven presets",
    tiles=TILES,
    players=4,
    sets=4,
    minimum=1,
    forms=("standard", "seven_pairs", "thirteen_orphans"),
    wait_forms=("standard", "seven_pairs"),
    circumstances=(),
    options=OPTIONS,
    presets=PRESETS,
    preset="tenhou",
    make_fans=fans,
    make_frame=frame,
    check_options=check_options,
    make_lattice_options=lattice_options,
    make_settlement=settle,
    procedure=Procedure(next_dealer=succession, settle_draw=settle_draw, first_hand=first_hand, next_hand=next_hand,
                        final_points=final_points),
    make_table=table,
)
