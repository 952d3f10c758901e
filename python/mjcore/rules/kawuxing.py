"""Kawuxing (卡五星): two suits and the dragons, values that multiply, hands that may be shown before they win.

Presets: the text that this rule set began with, and the game of Xiangyang. docs/rules/kawuxing.md names the sources,
and which points no source settles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mjcore.fans.rows import Fan
from mjcore.procedure.parts import Procedure
from mjcore.rules.base import RuleSet
from mjcore.rules.kawuxing_play import (
    claims,
    deal,
    opening,
    settle,
    settle_draw,
    settle_kong,
    settle_kong_discard,
    shown_factors,
    succession,
)
from mjcore.rules.kawuxing_table import table
from mjcore.rules.options import NumberOption, NumbersOption, Option, number, numbers

if TYPE_CHECKING:
    from mjcore.rules.base import Values

SUITS = {suit: f"123456789{suit}" for suit in "mps"}
DRAGONS = "567z"
OFF_ON = (False, True)
MOST = 1000
# a hand of 14 tiles and a product that the native table holds
MOST_VALUE = 1024

OPTIONS = (
    Option("players", (4, 3), "players; where three play the fourth rests", "人数；三人时第四家轮休"),
    Option("suits", ("pm", "ps"), "the two suits: dots and characters; dots and bamboo", "两门花色：筒万；筒条"),
    NumberOption("base", 1, "points that one unit is worth", "底分", least=1, most=MOST),
    Option("channel", ("half", "full"), "half: 明四归 and 暗四归 count only if the winning tile is one of the four; "
           "full: always", "半频道：和牌张是四张之一才算明四归、暗四归；全频道：总算"),
    Option("kawuxing", (2, 4), "multiplier of 卡五星", "卡五星的倍数"),
    Option("pengpenghu", (2, 4), "multiplier of 碰碰胡", "碰碰胡的倍数"),
    Option("mingsigui", (2, 4), "multiplier of 明四归", "明四归的倍数"),
    Option("shouzhuayi", (4, 8), "multiplier of 手抓一", "手抓一的倍数"),
    Option("gangshanghua", (2, 4), "multiplier of 杠上花", "杠上花的倍数"),
    NumbersOption("lux", "4,8,32,128", "multipliers of seven pairs with 0, 1, 2 and 3 kinds of four tiles",
                  "七对、豪华七对、超豪华、超超豪华的倍数", lengths=(4,)),
    Option("cap", (None, 8, 16, 32), "most that one payer's multiplier comes to, None for no limit",
           "封顶倍数，None 为不封顶"),
    NumberOption("min_mult", 1, "least multiplier, after showing, of a win on another player's tile",
                 "起胡倍数（点炮、抢杠，亮倒翻倍之后）", least=1, most=32),
    Option("show_both", (2, 4), "multiplier where winner and payer have both shown", "对亮时的倍数"),
    NumberOption("show_min_wall", None, "tiles that must be left in the wall to show a hand, None for any number",
                 "牌墙少于此数不能亮，None 为不限", least=0, most=84, or_none=True),
    Option("kong_after_show", ("keep_waits", "never"), "kongs of a shown hand: if the waits stay the same; never",
           "亮倒后开杠：听口不变才可；不可"),
    Option("protect_shown", OFF_ON, "what a shown hand waits for may not be discarded while another tile is held",
           "手中有别的牌时不得打出亮倒者所听的牌"),
    Option("bao_hu", OFF_ON, "who discards such a tile although another was held pays for all",
           "有牌不打而放炮给亮倒者，包赔"),
    NumberOption("kong_open", 1, "base points of an exposed kong, from whoever gave the tile", "明杠，由放杠者付",
                 least=0, most=MOST),
    NumberOption("kong_added", 1, "base points of an added kong, from each player", "补杠，各家付", least=0, most=MOST),
    NumberOption("kong_closed", 2, "base points of a concealed kong, from each player", "暗杠，各家付", least=0,
                 most=MOST),
    Option("chain", ("power", "flat"), "kongs in a row: the k-th pays 2^(k-1) times as much; from the second on twice",
           "杠上杠：第 k 个付 2^(k-1) 倍；第二个起一律二倍"),
    NumberOption("piao", None, "most that a player may float, None for any number", "漂的上限，None 为不限", least=0,
                 most=MOST, or_none=True),
    Option("horse", ("none", "shown_self", "self"), "a tile turned after a self-draw adds its rank: not played; for a "
           "shown winner; for every winner", "买马：不买；亮倒自摸；自摸"),
    Option("draw", ("none", "xiangyang"), "at the wall's end: nothing; hands that are not ready pay those that are, "
           "and where all are ready the shown ones the hidden ones", "流局：不赔；赔叫"),
    Option("kong_void_on_flat_draw", OFF_ON, "where all or none are ready at the wall's end kongs are paid back",
           "全听或全不听的流局，杠钱退回"),
)

PRESETS: dict[str, Values] = {
    "kwx_seed": {},
    "kwx_xiangyang": {"players": 3, "suits": "ps", "kong_open": 2, "min_mult": 2, "cap": 8, "horse": "shown_self",
                      "draw": "xiangyang", "protect_shown": True},
}
# seven pairs by kinds of which there are four tiles
PAIRS = (("qidui", "七对", "Seven Pairs"), ("haohua_qidui", "豪华七对", "Luxury Seven Pairs"),
         ("chao_haohua", "超豪华七对", "Double Luxury Seven Pairs"),
         ("chao_chao_haohua", "超超豪华七对", "Triple Luxury Seven Pairs"))


def fans(values: Values) -> tuple[Fan, ...]:
    """The multipliers with the options worked in."""
    by_win = "_by_win" if values["channel"] == "half" else ""
    lux = numbers(values["lux"])
    return (
        *(Fan(id, zh, en, lux[quads], f"form_seven_pairs and pair_quads == {quads}")
          for quads, (id, zh, en) in enumerate(PAIRS)),
        Fan("dasanyuan", "大三元", "Big Three Dragons", 8, "dragon_pungs == 3"),
        Fan("qingyise", "清一色", "Pure One Suit", 4, "suits == 1 and not has_honours"),
        Fan("shouzhuayi", "手抓一", "Last Tile in Hand", number(values["shouzhuayi"]), "all_exposed and role_pair"),
        Fan("xiaosanyuan", "小三元", "Little Three Dragons", 4, "dragon_pungs == 2 and dragon_pair"),
        # of a seven pairs hand the four equal tiles are pairs
        Fan("ansigui", "暗四归", "Concealed Four of a Kind", 4, f"concealed_four{by_win}", forms=("standard",)),
        Fan("pengpenghu", "碰碰胡", "All Triplets", number(values["pengpenghu"]), "all_pungs"),
        Fan("mingsigui", "明四归", "Exposed Four of a Kind", number(values["mingsigui"]), f"pung_plus_one{by_win}"),
        Fan("kawuxing", "卡五星", "Five Between", number(values["kawuxing"]), "role_closed and win_on('5m5p5s')"),
        Fan("gangshanghua", "杠上花", "Win on a Kong's Replacement", number(values["gangshanghua"]), "after_kong"),
        Fan("gangshangpao", "杠上炮", "Win on the Discard after a Kong", 2, "on_kong_discard and not rob_kong"),
        Fan("qianggang", "抢杠", "Robbing a Kong", 2, "rob_kong"),
        Fan("haidi", "海底", "Last Tile", 2, "last_tile and not rob_kong"),
        Fan("pihu", "屁胡", "Plain Win", 1, if_nothing=True),
    )


def frame(values: Values) -> dict[str, Any]:
    """Players, tiles and the least multiplier."""
    suits = "".join(SUITS[suit] for suit in str(values["suits"]))
    return {
        "players": values["players"],
        "tiles": {4: suits + DRAGONS},
        "minimum": values["min_mult"],
    }


def lattice_options(values: Values) -> dict[str, Any]:
    return {
        "product": True,
        "best_place": True,
        "shown_factors": shown_factors(values),
        "available_waits": True,
        "claimed_chows": False,
    }


def engine_options(values: Values) -> dict[str, Any]:
    # nobody waits for a tile of which the hand and its melds hold all copies
    return {"strict": True}


def check_options(values: Values) -> str:
    """What does not fit together, or ""."""
    if not all(1 <= each <= MOST_VALUE for each in numbers(values["lux"])):
        return f"lux {values['lux']}: expected numbers 1..{MOST_VALUE}"
    cap = values["cap"]
    if cap is not None and number(cap) < number(values["min_mult"]):
        return f"min_mult={values['min_mult']}: expected the cap of {cap} at most"
    return ""


RULES = RuleSet(
    id="kawuxing",
    names={"en": "Kawuxing", "zh": "卡五星"},
    aliases=("kwx",),
    point_names={"en": "times", "zh": "倍", "ja": "倍"},
    summary="multipliers that multiply, shown hands, floats and horses; four or three players, 84 tiles",
    tiles={4: f"{SUITS['p']}{SUITS['m']}{DRAGONS}"},
    players=4,
    sets=4,
    minimum=1,
    forms=("standard", "seven_pairs"),
    wait_forms=("standard", "seven_pairs"),
    quad_pairs=True,
    circumstances=("self_draw", "rob_kong", "last_tile", "after_kong", "on_kong_discard", "shown", "loser_shown"),
    options=OPTIONS,
    presets=PRESETS,
    preset="kwx_seed",
    make_fans=fans,
    make_frame=frame,
    check_options=check_options,
    make_lattice_options=lattice_options,
    make_engine_options=engine_options,
    make_settlement=settle,
    procedure=Procedure(deal=deal, open_wall=opening, claims=claims, next_dealer=succession, settle_kong=settle_kong,
                        settle_kong_discard=settle_kong_discard, settle_draw=settle_draw),
    make_table=table,
)
