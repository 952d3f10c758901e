"""Guangdong mahjong as it is played in Hong Kong (廣東麻將, 香港舊章): faan that add up to a limit, and what they pay.

Rules: the tables in use in Hong Kong; the flow of the game (walls, three dice, the dealer's jump, flowers by rounds)
is that of Guangdong. docs/rules/hk.md names the sources and where they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mjcore.errors import HandError, RuleError
from mjcore.fans.rows import Fan
from mjcore.procedure.claims import resolve_claims
from mjcore.procedure.parts import ClaimAnswer, Dealt, NextDeal, Procedure
from mjcore.procedure.succession import next_dealer
from mjcore.procedure.walls import Opening, deal_counts, open_wall, tile_count
from mjcore.rules.base import RuleSet, Values
from mjcore.rules.hk_table import MOST_FAAN, UNIT_TABLES, table
from mjcore.rules.options import NumberOption, NumbersOption, Option, Value, number, numbers
from mjcore.settle.fed_melds import fed_meld, source_seat
from mjcore.settle.multiples import settle_multiples

if TYPE_CHECKING:
    from mjcore.fans.scores import Score
    from mjcore.settle.ledger import Ledger

# a fourth claimed meld makes whoever fed it liable
LIABLE_MELD = 4
MOST_SCALE = 1_000_000
DECIMALS = {"0.5": "1/2", "0.25": "1/4"}

DRAGONS = ("white_dragon", "green_dragon", "red_dragon")
WINDS = ("seat_wind", "round_wind")
FLOWER_ROWS = ("seat_season", "seat_plant", "all_seasons", "all_plants")

FANS = (
    Fan("thirteen_orphans", "十三幺", "Thirteen Orphans", 13, "form_thirteen_orphans", covers=("concealed",)),
    Fan("heavenly", "天糊", "Heavenly Hand", 13, "heaven", covers=("self_draw", "concealed")),
    # the vocabulary's `human`: on a discard before the first own draw
    Fan("earthly", "地糊", "Earthly Hand", 13, "human and not rob_kong", covers=("concealed",)),
    Fan("four_kongs", "十八羅漢", "Four Kongs", 13, "kongs == 4", covers=("all_pungs", "four_concealed_pungs"),
        revives=("concealed",)),
    Fan("big_four_winds", "大四喜", "Big Four Winds", 13, "wind_pungs == 4", covers=(*WINDS, "all_pungs")),
    Fan("nine_gates", "九子連環", "Nine Gates", 10, "nine_gates", covers=("full_flush", "concealed")),
    Fan("all_honours", "字一色", "All Honours", 10, "honours", covers=("all_pungs", *DRAGONS, *WINDS)),
    Fan("all_terminals", "清么九", "All Terminals", 10, "all_pungs and terminals", covers=("all_pungs",)),
    Fan("four_concealed_pungs", "坎坎糊", "Four Concealed Pungs", 8, "concealed_pungs == 4",
        covers=("all_pungs", "concealed")),
    Fan("big_three_dragons", "大三元", "Big Three Dragons", 8, "dragon_pungs == 3", covers=DRAGONS),
    Fan("double_kong", "槓上槓", "Kong on Kong", 8, "double_kong", covers=("after_kong",)),
    Fan("full_flush", "清一色", "Full Flush", 7, "suits == 1 and not has_honours"),
    Fan("little_four_winds", "小四喜", "Little Four Winds", 6, "wind_pungs == 3 and wind_pair", covers=WINDS),
    Fan("little_three_dragons", "小三元", "Little Three Dragons", 5, "dragon_pungs == 2 and dragon_pair",
        covers=DRAGONS),
    Fan("mixed_terminals", "花么九", "Mixed Terminals", 4, "all_pungs and yaochu and has_honours and suits >= 1",
        covers=("all_pungs",)),
    Fan("all_pungs", "對對糊", "All Pungs", 3, "all_pungs"),
    Fan("half_flush", "混一色", "Half Flush", 3, "suits == 1 and has_honours"),
    Fan("all_seasons", "一台花（四季）", "All Seasons", 2, "all_seasons", covers=("seat_season",)),
    Fan("all_plants", "一台花（四君子）", "All Plants", 2, "all_plants", covers=("seat_plant",)),
    Fan("common_hand", "平糊", "Common Hand", 1, "all_chows"),
    Fan("self_draw", "自摸", "Self-Draw", 1, "self_draw"),
    Fan("concealed", "門前清", "Concealed Hand", 1, "concealed"),
    Fan("seat_wind", "門風", "Seat Wind", 1, "seat_pung"),
    Fan("round_wind", "圈風", "Round Wind", 1, "round_pung"),
    Fan("white_dragon", "白板", "White Dragon", 1, "white_pung"),
    Fan("green_dragon", "發財", "Green Dragon", 1, "green_pung"),
    Fan("red_dragon", "紅中", "Red Dragon", 1, "red_pung"),
    Fan("no_flowers", "無花", "No Flowers", 1, "no_flowers"),
    Fan("seat_season", "正花", "Seat Flower", 1, "seat_season", label="seat_flower"),
    Fan("seat_plant", "正花", "Seat Flower", 1, "seat_plant", label="seat_flower"),
    Fan("rob_kong", "搶槓", "Robbing the Kong", 1, "rob_kong"),
    Fan("after_kong", "槓上花", "Win after a Kong", 1, "after_kong"),
    Fan("after_flower", "花上花", "Win after a Flower", 1, "after_flower"),
    Fan("last_tile", "海底", "Last Tile", 1, "last_draw or last_discard"),
)
SEVEN_PAIRS = Fan("seven_pairs", "七對", "Seven Pairs", 4, "form_seven_pairs")
# won without a winning tile; no other row holds on a hand without a shape
FLOWER_WINS = {
    7: Fan("seven_flowers", "七隻花", "Seven Flowers", 3, "instant and flower_count == 7", forms=("shapeless",)),
    8: Fan("eight_flowers", "八隻花", "Eight Flowers", 8, "instant and flower_count == 8", forms=("shapeless",)),
}


class _ScaleOption(Option):
    """What a unit is worth: a whole number, or one of the fractions among the values."""

    @property
    def allowed(self) -> str:
        return f"{super().allowed} or another whole number up to {MOST_SCALE}"

    def check(self, value: object) -> Value:
        text = "" if isinstance(value, bool) else str(value).strip()
        if text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_SCALE)) and 0 < int(text) <= MOST_SCALE:
            return int(text)
        return super().check(DECIMALS.get(text, value))

    def accepts(self, value: object) -> bool:
        if type(value) is int:
            return 0 < value <= MOST_SCALE
        return super().accepts(DECIMALS.get(str(value), value) if type(value) is float else value)


OPTIONS = (
    NumberOption("min_faan", 3, "faan that a win needs", "起糊番数", least=0, most=MOST_FAAN),
    NumberOption("limit", 10, "most faan that are paid", "爆棚番数，超过的番不计", least=1, most=MOST_FAAN),
    Option("unit_table", tuple(UNIT_TABLES), "what a share pays by faan: half_spicy 1 2 4 8 16 24 32 48 64 ...; "
           "full_spicy doubles with each faan; 4710 doubles at 4, 7 and 10 faan after the third",
           "每份的番数表：half_spicy 半辣上；full_spicy 辣辣上；4710 四七十"),
    NumbersOption("payment", "2,1,2", "shares of the discarder, of each other loser, of each player after a self-draw: "
                  "2,1,2 half-gun; 4,0,2 full-gun; 2,0,1 as riichi_advanced",
                  "出铳者、其他输家、自摸时每家各付几份：2,1,2 半铳；4,0,2 全铳；2,0,1 riichi_advanced", lengths=(3,)),
    Option("dice", (2, 3), "dice that open the wall", "开牌的骰子数"),
    Option("flower_rounds", ("by_round", "until_clean"), "a flower drawn for a flower before the first discard waits "
           "for the next round of the table, or is replaced at once", "开局补花：补回的花待下一轮再补，或立即补到无花"),
    Option("seven_pairs", (False, True), "seven pairs win, 4 faan; four equal tiles are two pairs",
           "七对可和，4 番；四张相同作两对"),
    Option("flower_win", (7, 8, "off"), "flowers that win at once: seven (3 faan) and eight (8); eight alone; never",
           "花和：七只（3 番）与八只（8 番）；只有八只；不设"),
    Option("after_flower", (1, 0), "faan for a win on the replacement of a flower", "花上自摸的番数"),
    Option("full_flush", (7, 6), "faan of 清一色", "清一色的番数"),
    Option("lit3_includes", (False, True), "小三元: False 5 in all, True its two dragon pungs count besides",
           "小三元：False 共 5 番；True 另计两副三元刻"),
    Option("min_counts_flowers", (True, False), "own flowers and sets of flowers count towards the minimum",
           "正花与一台花计入起糊番数"),
    Option("flower_order", ("mljz", "mlzj"), "plants of the seats E S W N: mljz 梅兰菊竹 (West 8f, North 7f), mlzj "
           "梅兰竹菊 (West 7f, North 8f)", "东南西北的花：mljz 梅兰菊竹；mlzj 梅兰竹菊"),
    Option("multi", ("nearest", "all"), "several want to win on one tile: the nearest in turn does, or all do",
           "一炮多响：nearest 截糊；all 全部和"),
    Option("draw_dealer", ("stay", "pass"), "after a drawn hand the dealer stays, or the deal passes",
           "荒庄：stay 连庄；pass 过庄"),
    Option("rob_closed_kong_13", (False, True), "thirteen orphans may win on the tile of a closed kong",
           "十三幺可抢暗杠"),
    Option("pao_12", (False, True), "十二張包: whoever fed the fourth claimed meld pays for all", "十二张包"),
    _ScaleOption("chip_value", (1, "1/2", "1/4"), "what a unit is worth: 一二蚊 1, 五一 1/2, 二五雞 1/4",
                 "每份的筹码：一二蚊 1；五一 1/2；二五鸡 1/4"),
    Option("same_turn_bar", (False, True), "who passes a win may not win on a discard before the next own draw",
           "过水：过了和，下次摸牌前不得和别家打出的牌"),
)
PRESETS: dict[str, Values] = {
    "hk_old_style": {},
    "guangdong_seed": {"min_faan": 0, "dice": 3},
    "hk_full_gun": {"payment": "4,0,2"},
    "hk_13": {"limit": 13},
    "hk_full_spicy": {"unit_table": "full_spicy"},
    "hk_4710": {"unit_table": "4710"},
    "hk_ra": {"limit": 13, "payment": "2,0,1"},
}


def fans(values: Values) -> tuple[Fan, ...]:
    """The faan table with the options worked in."""
    rows = {row.id: row for row in FANS}

    def edit(name: str, **fields: Any) -> None:
        rows[name] = replace(rows[name], **fields)

    edit("full_flush", value=number(values["full_flush"]))
    if not values["after_flower"]:
        del rows["after_flower"]
    if values["lit3_includes"]:
        edit("little_three_dragons", covers=())
    if values["flower_order"] == "mlzj":
        edit("seat_plant", pattern="seat_plant_mlzj")
    if not values["min_counts_flowers"]:
        for name in FLOWER_ROWS:
            edit(name, acc="flower")
    if values["seven_pairs"]:
        rows[SEVEN_PAIRS.id] = SEVEN_PAIRS
    for flowers, row in FLOWER_WINS.items():
        if values["flower_win"] != "off" and flowers >= number(values["flower_win"]):
            rows[row.id] = row
    # dearest first
    return tuple(sorted(rows.values(), key=lambda row: -row.value))


def frame(values: Values) -> dict[str, Any]:
    """Minimum, units and forms as the options have them."""
    forms = ["standard", "thirteen_orphans"]
    if values["seven_pairs"]:
        forms.insert(1, "seven_pairs")
    if values["flower_win"] != "off":
        forms.append("shapeless")
    return {
        "minimum": number(values["min_faan"]),
        "units": UNIT_TABLES[str(values["unit_table"])],
        "forms": tuple(forms),
    }


def lattice_options(values: Values) -> dict[str, Any]:
    return {"cap": number(values["limit"])}


def check_options(values: Values) -> str:
    """What does not fit together, or ""."""
    if number(values["min_faan"]) > number(values["limit"]):
        return f"min_faan {values['min_faan']} is above the limit of {values['limit']}"
    if min(numbers(values["payment"])) < 0:
        return f"payment {values['payment']}: expected three numbers of 0 or more"
    return ""


def settle(score: Score, dealer: int, winner: int, loser: int | None, pao: int | None = None,
           winners: Iterable[int] = ()) -> Ledger:
    """Units by the faan; the option `payment` says how many each pays. A robbed konger pays as a discarder, a win on
    flowers is paid as a self-draw. `pao`: the seat that is liable by `pao_12` and pays for all; where it is not
    given it is found by the winner's melds, in the order they were made. `winners`: all who win on the same tile; each
    win is settled apart, and they pay each other nothing."""
    values, players = score.rules.values, score.rules.players
    if loser is not None and loser != dealer and any(fan.fan == "earthly" for fan in score.fans):
        raise HandError(f"earthly is won on the discard of the dealer, seat {dealer}, not of seat {loser}")
    return settle_multiples(
        score.unit or 0, numbers(values["payment"]), winner=winner, loser=loser, players=players,
        liable=_liable(score, winner, pao), scale=Fraction(str(values["chip_value"])), winners=winners,
    )


def _liable(score: Score, winner: int, pao: int | None) -> int | None:
    """Who is liable for a hand with four claimed melds, if anybody is."""
    if not score.rules.values["pao_12"]:
        if pao is not None:
            raise RuleError(f"nobody is liable (pao={pao}) without the option pao_12")
        return None
    meld = fed_meld(score.win.melds, LIABLE_MELD)
    if pao is None:
        return None if meld is None else source_seat(meld.source, winner, score.rules.players)
    if meld is None:
        raise RuleError(f"nobody is liable (pao={pao}) for a hand with fewer than {LIABLE_MELD} claimed melds")
    return pao


def deal(rules: RuleSet) -> Dealt:
    """13 tiles each, the dealer one more; the whole wall may be drawn."""
    return deal_counts(tile_count(rules.tiles), rules.players, 3 * rules.sets + 1)


def opening(rules: RuleSet, dice: Sequence[int], dealer: int = 0) -> Opening:
    """One roll says the wall and how many of its stacks stay behind as the tail."""
    return open_wall(dice, tiles=tile_count(rules.tiles), players=rules.players, hand=3 * rules.sets + 1, skip="first",
                     dice_count=number(rules.values["dice"]), dealer=dealer)


def claims(rules: RuleSet, discarder: int, wants: Sequence[tuple[int, str]], won: Iterable[int] = ()) -> ClaimAnswer:
    """A win before a kong or pung, that before a chow."""
    return resolve_claims(discarder, wants, players=rules.players, multi=str(rules.values["multi"]), won=won)


def succession(rules: RuleSet, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
               last_drawer: int | None = None, streak: int = 0) -> NextDeal:
    """A dealer who wins stays; `draw_dealer` says what happens after a drawn hand."""
    return next_dealer(dealer, winners, players=rules.players, after_draw=str(rules.values["draw_dealer"]),
                       discarder=discarder, streak=streak)


RULES = RuleSet(
    id="hk",
    names={"en": "Hong Kong / Guangdong", "zh": "广东麻将（香港）"},
    aliases=("guangdong",),
    point_names={"en": "faan", "zh": "番"},
    summary="faan up to a limit, minimum 3, four players, 144 tiles, seven presets",
    tiles={4: "123456789m123456789p123456789s1234567z", 1: "12345678f"},
    players=4,
    sets=4,
    minimum=3,
    forms=("standard", "thirteen_orphans"),
    wait_forms=("standard",),
    quad_pairs=True,
    circumstances=("self_draw", "rob_kong", "last_tile", "after_kong", "kong_chain", "after_flower", "first_turn",
                   "seat_wind", "round_wind", "flowers"),
    options=OPTIONS,
    presets=PRESETS,
    preset="hk_old_style",
    make_fans=fans,
    make_frame=frame,
    check_options=check_options,
    make_lattice_options=lattice_options,
    make_settlement=settle,
    procedure=Procedure(deal=deal, open_wall=opening, claims=claims, next_dealer=succession, rounds=4),
    make_table=table,
)
