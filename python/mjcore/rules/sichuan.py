"""Sichuan and Chengdu mahjong (四川麻将, 成都麻将): 108 tiles, doublings, a missing suit, play on after a win.

Presets: the Chengdu text, the SBR competition rules of 2025, and a room-card app's blood battle (血战) and blood river
(血流). Tables of 2 to 10 players with hands of 13, 10, 7 or 4 tiles. docs/rules/sichuan.md names the sources, and
which points no source settles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mjcore.procedure.parts import Procedure
from mjcore.rules.base import RuleSet, Values
from mjcore.rules.options import NumberOption, Option, SetOption, number
from mjcore.rules.sichuan_fans import fans
from mjcore.rules.sichuan_play import (
    claimable,
    deal,
    opening,
    resolve,
    settle,
    settle_draw,
    settle_kong,
    settle_kong_discard,
    succession,
)
from mjcore.rules.sichuan_table import table

if TYPE_CHECKING:
    from mjcore.fans.rows import Fan

TILES = {4: "123456789m123456789p123456789s"}
MOST_PLAYERS = 10
MOST_FANS = 24
# what one share pays: a doubling for each fan
UNITS = tuple(2**total for total in range(MOST_FANS + 1))
# what a hand of so many players has, in sets
SETS = {2: 4, 3: 4, 4: 4, 5: 3, 6: 2}
OFF_ON = (False, True)

OPTIONS = (
    NumberOption("players", 4, "players, 2 to 10; five have hands of 10 tiles, six of 7, more of 4",
                 "人数，二至十人；五人每人十张，六人七张，七人以上四张", least=2, most=MOST_PLAYERS),
    Option("mode", ("xuezhan", "xueliu", "single"), "xuezhan: play goes on until all but one have won; xueliu: until "
           "the wall ends, winners go on too; single: the first win ends the hand",
           "血战：只剩一家未和为止；血流：摸完牌墙为止，和牌者继续；single：一家和牌即止"),
    Option("void", ("free", "declared"), "free: at most two suits in the win; declared: each player names the suit "
           "it will be rid of before the first turn", "free：和牌时最多两门；declared：开局定缺"),
    Option("void_first", (True, False), "declared void: tiles of the suit have to be discarded first",
           "定缺时须先打完所缺的一门"),
    Option("exchange_three", ("off", "on"), "three tiles of one suit are exchanged before the first turn",
           "开局换三张"),
    Option("exchange_direction", ("cw", "ccw", "across", "random", "dice"), "who gets the three tiles: clockwise, "
           "counter-clockwise, opposite, by lot, by dice", "换三张的方向：顺时针、逆时针、对家、随机、掷骰"),
    Option("fans", ("seed", "sbr", "app"), "fan table: the Chengdu text's, the SBR competition's, the app's",
           "番种表：成都文本、SBR 竞赛规则、房卡应用"),
    NumberOption("fan_cap", None, "most fans that count, None for no limit", "封顶番数，None 为不封顶", least=0,
                 most=MOST_FANS, or_none=True),
    Option("zimo", ("none", "plus_fan", "plus_base", "double"), "a self-draw: nothing more; a fan; one base more from "
           "each; twice as much from each", "自摸：不加；加一番；加底；加倍"),
    NumberOption("kong_open", 1, "points for an exposed kong, from whoever gave the tile", "直杠，由引杠者付",
                 least=0, most=1000),
    NumberOption("kong_added", 1, "points for an added kong, from each player in the hand", "面下杠，其他未和者各付",
                 least=0, most=1000),
    Option("kong_added_fresh", OFF_ON, "an added kong is paid only if the tile was just drawn",
           "补杠须用刚摸到的牌才收钱"),
    NumberOption("kong_closed", 2, "points for a concealed kong, from each player in the hand",
                 "下雨（暗杠），其他未和者各付", least=0, most=1000),
    Option("gangpao", ("none", "refund", "transfer_this", "transfer_all"), "when the discard after a kong is won, the "
           "kong's money: stays; goes back to those who paid; goes to the winner; and that of all earlier kongs too",
           "杠上炮时的杠钱：不动；退还；转移本杠（呼叫转移）；转移全部"),
    Option("gangpao_split", ("stays", "first"), "what several winners can not share alike stays with the owner of the "
           "kong, or goes to the first winner in turn order", "一炮多响时杠钱除不尽的余数：留给杠家；归第一家"),
    Option("refund_if_not_ready", (True, False), "who is not ready when the wall ends gives back kong money",
           "流局未听牌者退还杠钱（退税）"),
    NumberOption("pig_points", 16, "at the wall's end whoever breaks the void rule pays each other player in the hand",
                 "查花猪，付给每个未和的非花猪", least=0, most=1_000_000),
    Option("pig_also_dajiao", OFF_ON, "and pays as not ready too", "花猪同时查大叫"),
    NumberOption("active_pig_fine", 0, "fine, to nobody, if it discarded another suit while it held the void one",
                 "主动花猪的罚分，不付给任何人", least=0, most=1_000_000),
    NumberOption("forced_last", 4, "so many tiles before the wall's end a possible win is compulsory",
                 "最后几张有和必和", least=0, most=108),
    Option("forced_win_scope", ("last_tiles_only", "any_tile"), "then compulsory: on one of these tiles; on any tile",
           "必和的范围：仅最后几张本身；任何牌"),
    Option("missed_win", ("none", "until_own_draw_same_or_lower"), "after passing a win: nothing; until the own next "
           "draw no win that is worth as much or less (顺和)", "过和：无限制；自己摸牌前不可和同番或更低"),
    Option("direct_kong_draw", ("self_draw", "discard"), "a win on the replacement of an exposed kong is paid as a "
           "self-draw; by the giver of the kong alone", "点杠花：当自摸；当点炮"),
    Option("wait_limit", ("own", "hand"), "no wait is a kind of which four are held: melds included; concealed ones "
           "alone", "已有四张的牌不算听：含副露；仅手牌"),
    Option("jingoudiao_exposed", (True, False), "金钩钓 needs four exposed sets; else any triplet hand that waits for "
           "its pair", "金钩钓须四副露；否则对对和单吊即可"),
    *(Option(name, OFF_ON, f"fans=app: {text}", f"{zh}（fans=app）") for name, text, zh in (
        ("yaojiu", "带幺九, a 1 or 9 in every set", "带幺九"),
        ("jiangdui", "将对, triplets of 2, 5 and 8", "将对"),
        ("menqing", "门清, self-drawn without a meld", "门清"),
        ("duanyao", "断幺九, neither 1 nor 9", "断幺九"),
        ("tiandi", "天胡 and 地胡, wins on the first turn", "天地胡"),
    )),
    Option("replacement", ("front", "back"), "where the tile for a kong is drawn: as any other; at the wall's end",
           "杠后补牌：牌墙前端；后端"),
    Option("multi_win", (True, False), "all who want to win on one tile do; else the nearest", "一炮多响"),
    Option("must_flush", OFF_ON, "a win has one suit only, as always with two players", "必须清一色（二人时总是）"),
    Option("four_pairs", (False,), "six players: four pairs are no winning shape", "六人四对不算和牌"),
    SetOption("claims", ("pung", "kong", "win"), "what may be done with a discard; two players may do nothing",
              "对弃牌可作的动作；二人时不可", members=("pung", "kong", "win")),
    Option("discards", ("face_up", "face_down"), "discards lie open; face down, as always with two players, they can "
           "not be claimed", "弃牌正面；背面（二人时总是），不可取用"),
)

_COMPETITION: Values = {
    "void": "declared", "fans": "sbr", "fan_cap": 3, "zimo": "plus_base", "kong_open": 2, "kong_added_fresh": True,
    "gangpao": "refund", "pig_points": 0, "pig_also_dajiao": True, "active_pig_fine": 24, "forced_last": 0,
    "missed_win": "until_own_draw_same_or_lower", "wait_limit": "hand",
}
_APP: Values = {
    "void": "declared", "fans": "app", "fan_cap": 6, "zimo": "plus_base", "kong_open": 2, "gangpao": "transfer_all",
    "pig_points": 64, "forced_last": 0, "forced_win_scope": "any_tile",
}
PRESETS: dict[str, Values] = {
    "chengdu_seed": {},
    "sbr_2025": _COMPETITION,
    "xuezhan_app": _APP,
    "xueliu_app": {**_APP, "mode": "xueliu"},
}


def rows(values: Values) -> tuple[Fan, ...]:
    """The fan table with the options worked in."""
    return fans(values)


def frame(values: Values) -> dict[str, Any]:
    """Players, the size of a hand and its forms."""
    players = number(values["players"])
    sets = SETS.get(players, 1)
    forms = ("standard", "seven_pairs") if sets == 4 else ("standard",)
    return {"players": players, "sets": sets, "forms": forms, "wait_forms": forms}


def most_suits(values: Values) -> int:
    """Suits that a win may have: without the declared one there are two at most as well."""
    return 1 if values["must_flush"] or values["players"] == 2 else 2


def lattice_options(values: Values) -> dict[str, Any]:
    return {
        "available_waits": True,
        "claimed_chows": False,
        "cap": values["fan_cap"],
        "discard_wins": "win" in claimable(values),
        "most_suits": most_suits(values),
        "declared_void": values["void"] == "declared",
        # four equal tiles among seven pairs are known there; of readings worth the same the one with the dearest
        # pattern is shown
        "best_place": values["fans"] == "app",
        "ties_by_group": values["fans"] == "app",
    }


def engine_options(values: Values) -> dict[str, Any]:
    return {"strict": values["wait_limit"] == "own", "most_suits": most_suits(values)}


RULES = RuleSet(
    id="sichuan",
    names={"en": "Sichuan", "zh": "四川麻将", "ja": "四川麻雀"},
    aliases=("chengdu",),
    point_names={"en": "fan", "zh": "番", "ja": "翻"},
    summary="doublings, a missing suit, blood battle and blood river, 2 to 10 players, 108 tiles",
    tiles=TILES,
    players=4,
    sets=4,
    minimum=0,
    forms=("standard", "seven_pairs"),
    wait_forms=("standard", "seven_pairs"),
    quad_pairs=True,
    circumstances=("self_draw", "rob_kong", "last_tile", "after_kong", "first_turn", "seat_wind", "on_kong_discard",
                   "void_suit"),
    options=OPTIONS,
    presets=PRESETS,
    preset="chengdu_seed",
    make_fans=rows,
    make_frame=frame,
    make_lattice_options=lattice_options,
    make_engine_options=engine_options,
    make_settlement=settle,
    units=UNITS,
    procedure=Procedure(deal=deal, open_wall=opening, claims=resolve, next_dealer=succession, settle_kong=settle_kong,
                        settle_kong_discard=settle_kong_discard, settle_draw=settle_draw),
    make_table=table,
)
