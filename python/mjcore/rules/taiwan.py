"""Taiwanese mahjong with 16 tiles (台灣十六張麻將): five sets and a pair, a base and tai.

Rules: what the tai tables in print and in open code agree on. docs/rules/taiwan.md names the sources and where they
differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mjcore.errors import RuleError, brief
from mjcore.fans.rows import Fan
from mjcore.procedure.claims import resolve_claims
from mjcore.procedure.parts import ClaimAnswer, Dealt, NextDeal, Procedure
from mjcore.procedure.succession import next_dealer
from mjcore.procedure.walls import Opening, deal_counts, open_wall, tile_count
from mjcore.rules.base import RuleSet, Values
from mjcore.rules.options import NumberOption, Option, number
from mjcore.rules.taiwan_table import table
from mjcore.settle.dealer_points import settle_dealer_points
from mjcore.settle.deferred import defer, settle_deferred
from mjcore.settle.ledger import Ledger
from mjcore.settle.shares import not_negative

if TYPE_CHECKING:
    from mjcore.fans.scores import Score

DICE = 3
MOST_MONEY = 1_000_000
MOST_TAI = 1000

S, L, X = "standard", "pairs_and_set", "shapeless"
SL = (S, L)
DRAGONS = ("red", "green", "white")
WINDS = ("round_wind", "seat_wind")
# a hand that is concealed by definition; the covered 門清自摸 gives back 自摸
INHERENT = ("concealed", "concealed_self")
FIRST_TURN = ("concealed", "concealed_self", "self_draw", "single_wait")
FLOWER_ROWS = ("seasons_set", "plants_set", "seat_season", "seat_plant")

FANS = (
    Fan("heaven", "天胡", "Heavenly Hand", 24, "heaven", covers=FIRST_TURN),
    Fan("big_four_winds", "大四喜", "Big Four Winds", 16, "wind_pungs == 4", covers=WINDS),
    Fan("all_honours", "字一色", "All Honours", 16, "honours", forms=SL, covers=("all_pungs",)),
    Fan("earth", "地胡", "Earthly Hand", 16, "earth", covers=FIRST_TURN),
    Fan("human", "人胡", "Human Hand", 8, "human", covers=FIRST_TURN),
    Fan("five_concealed", "五暗刻", "Five Concealed Pungs", 8, "concealed_pungs == 5",
        covers=("all_pungs", *INHERENT), revives=("self_draw",)),
    Fan("full_flush", "清一色", "Full Flush", 8, "suits == 1 and not has_honours", forms=SL),
    Fan("big_three_dragons", "大三元", "Big Three Dragons", 8, "dragon_pungs == 3", covers=DRAGONS),
    Fan("little_four_winds", "小四喜", "Little Four Winds", 8, "wind_pungs == 3 and wind_pair", covers=WINDS),
    Fan("heaven_ready", "天聽", "Heavenly Ready", 8, "ready_at_deal"),
    Fan("eight_flowers", "八仙過海", "Eight Flowers", 8, "instant and flower_count == 8", forms=(X,)),
    Fan("seven_rob_one", "七搶一", "Seven Rob One", 8, "instant and flower_count == 7 and seven_rob_one", forms=(X,)),
    Fan("four_concealed", "四暗刻", "Four Concealed Pungs", 5, "concealed_pungs == 4"),
    Fan("all_pungs", "碰碰胡", "All Pungs", 4, "all_pungs"),
    Fan("half_flush", "湊一色", "Half Flush", 4, "suits == 1 and has_honours", forms=SL),
    Fan("little_three_dragons", "小三元", "Little Three Dragons", 4, "dragon_pungs == 2 and dragon_pair",
        covers=DRAGONS),
    Fan("earth_ready", "地聽", "Earthly Ready", 4, "ready_first_turn and not ready_at_deal"),
    Fan("concealed_self", "門清自摸", "Concealed Self-Draw", 3, "concealed and self_draw",
        covers=("self_draw", "concealed")),
    Fan("ping_hu", "平胡", "Ping Hu", 2,
        "all_chows and not has_honours and no_flowers and by_discard and wait_count > 1"),
    Fan("all_melded", "全求人", "All Melded", 2, "all_claimed and not self_draw", covers=("single_wait",)),
    Fan("three_concealed", "三暗刻", "Three Concealed Pungs", 2, "concealed_pungs == 3"),
    Fan("seasons_set", "花槓（四季）", "Four Seasons", 2, "all_seasons", covers=("seat_season",)),
    Fan("plants_set", "花槓（四君子）", "Four Plants", 2, "all_plants", covers=("seat_plant",)),
    Fan("half_melded", "半求人", "Half Melded", 1, "all_claimed and self_draw", covers=("single_wait",)),
    Fan("self_draw", "自摸", "Self-Draw", 1, "self_draw"),
    Fan("concealed", "門清", "Concealed Hand", 1, "concealed"),
    Fan("single_wait", "獨聽", "Single Wait", 1, "wait_count == 1"),
    Fan("round_wind", "圈風", "Round Wind", 1, "round_pung"),
    Fan("seat_wind", "門風", "Seat Wind", 1, "seat_pung"),
    Fan("red", "紅中", "Red Dragon", 1, "red_pung"),
    Fan("green", "青發", "Green Dragon", 1, "green_pung"),
    Fan("white", "白板", "White Dragon", 1, "white_pung"),
    Fan("seat_season", "正花", "Seat Flower", 1, "seat_season", label="seat_flower"),
    Fan("seat_plant", "正花", "Seat Flower", 1, "seat_plant", label="seat_flower"),
    Fan("rob_kong", "搶槓", "Robbing the Kong", 1, "rob_kong"),
    Fan("kong_bloom", "槓上開花", "Bloom on the Kong", 1, "after_kong or after_flower"),
    Fan("last_draw", "海底撈月", "Last Draw", 1, "last_draw"),
    Fan("last_discard", "河底撈魚", "Last Discard", 1, "last_discard"),
)
LIGU = Fan("ligu", "嚦咕嚦咕", "Seven Pairs and a Pung", 8, "form_pairs_and_set", covers=INHERENT,
           revives=("self_draw",))
# 見花見字: every flower, and every pung of honours (dragons have their rows) instead of seat and round wind
SEE_FLOWER = Fan("flowers", "見花", "Flowers", 1, "flowers", count="each")
SEE_WINDS = tuple(
    Fan(f"wind_pung_{count}", "見字", "Wind Pungs", 1, f"wind_pungs >= {count}", label="wind_pungs")
    for count in (1, 2, 3, 4)
)

OPTIONS = (
    NumberOption("base", 3, "money for a win without tai (底)", "底", least=0, most=MOST_MONEY),
    NumberOption("unit", 1, "money for each tai (台)", "每台的钱", least=1, most=MOST_MONEY),
    NumberOption("dealer_tai", 1, "tai more between the dealer and another player", "庄家台数", least=0, most=MOST_TAI),
    NumberOption("streak_tai", 2, "and more for each hand that the dealer has stayed (連N拉N)", "每连一庄另加的台数",
                 least=0, most=MOST_TAI),
    NumberOption("cap", None, "most tai that a hand is worth, those of the dealer not counted; None: no limit",
                 "每副牌的台数上限，庄家台另计；None 不设", least=1, most=MOST_TAI, or_none=True),
    Option("ligu", (True, False), "seven pairs and a pung win (嚦咕嚦咕), 8 tai", "嚦咕嚦咕（七对加一刻）可和"),
    Option("multi", ("all", "nearest"), "several want to win on one tile: all do, or the nearest in turn",
           "一炮多响：all 全部和；nearest 拦胡"),
    Option("same_turn_bar", (True, False), "過水: who passes a win may not win on a discard before the next own draw",
           "过水：过了和，下次摸牌前不得和别家打出的牌"),
    NumberOption("dead_wall", 16, "tiles kept back at the end of the wall, and one more for each kong",
                 "牌尾留牌张数，每杠另加一张", least=0, most=48),
    Option("draw_streak", (True, False), "a drawn hand adds to the dealer's streak", "荒庄也算连庄"),
    Option("flower_win_stacks", (False, True), "the tai of flowers count beside 八仙過海 and 七搶一",
           "八仙过海、七抢一另计花台"),
    Option("see_flower_see_honour", (False, True), "見花見字: every flower and every pung of honours is 1 tai, "
           "whatever seat and round are", "见花见字：每花每副字刻各 1 台，不论门风圈风"),
    Option("flower_order", ("mljz", "mlzj"), "plants of the seats E S W N: mljz 梅兰菊竹 (West 8f, North 7f), mlzj "
           "梅兰竹菊 (West 7f, North 8f)", "东南西北的花：mljz 梅兰菊竹；mlzj 梅兰竹菊"),
    Option("la_zhuang", (False, True), "拉莊: who lost to the dealer may leave it unpaid and stake a third of it on "
           "the next hand", "拉庄：输给庄家的可暂不付，留三分之一作下一盘的博注"),
    Option("all_honours", (16, 8), "tai of 字一色", "字一色的台数"),
    Option("heaven", (24, 16), "tai of 天胡", "天胡的台数"),
)
PRESETS: dict[str, Values] = {
    "taiwan": {},
    "taiwan_100_20": {"base": 100, "unit": 20},
    "taiwan_seed": {"base": 1, "unit": 1, "dealer_tai": 0, "streak_tai": 1, "la_zhuang": True},
}


def fans(values: Values) -> tuple[Fan, ...]:
    """The tai table with the options worked in."""
    rows = {row.id: row for row in FANS}

    def edit(name: str, **fields: Any) -> None:
        rows[name] = replace(rows[name], **fields)

    for name in ("all_honours", "heaven"):
        edit(name, value=number(values[name]))
    if values["flower_order"] == "mlzj":
        edit("seat_plant", pattern="seat_plant_mlzj")
    if values["ligu"]:
        rows[LIGU.id] = LIGU
    if values["see_flower_see_honour"]:
        for name in (*WINDS, "seat_season", "seat_plant"):
            del rows[name]
        rows |= {row.id: row for row in (SEE_FLOWER, *SEE_WINDS)}
        edit("seasons_set", covers=())
        edit("plants_set", covers=())
        for name in ("little_four_winds", "big_four_winds"):
            edit(name, covers=tuple(row.id for row in SEE_WINDS))
    if values["flower_win_stacks"]:
        for name in (*FLOWER_ROWS, SEE_FLOWER.id):
            if name in rows:
                edit(name, forms=(*SL, X))
    # dearest first
    return tuple(sorted(rows.values(), key=lambda row: -row.value))


def frame(values: Values) -> dict[str, Any]:
    return {"forms": (S, L, X) if values["ligu"] else (S, X), "wait_forms": SL if values["ligu"] else (S,)}


def lattice_options(values: Values) -> dict[str, Any]:
    return {"available_waits": True, "cap": values["cap"]}


def engine_options(values: Values) -> dict[str, Any]:
    """A kind of which hand and melds hold all four is no wait."""
    return {"pairs_with": "pung", "strict": True}


def settle(score: Score, dealer: int, winner: int, loser: int | None, streak: int | None = None) -> Ledger:
    """Whoever gave the tile, or after a self-draw each other player, pays the base and the tai; between the dealer and
    another player there are tai more. `streak`: how often in a row the dealer has stayed; where it is not given,
    that of the win, which has one if the dealer has won. Several winners: a settlement each."""
    values = score.rules.values
    stayed = not_negative(score.win.streak if streak is None else streak, "the streak")
    return settle_dealer_points(
        score.total, base=number(values["base"]), unit=number(values["unit"]), dealer=dealer, winner=winner,
        dealer_points=number(values["dealer_tai"]) + number(values["streak_tai"]) * stayed, loser=loser,
        players=score.rules.players,
    )


def reserved_tiles(rules: RuleSet, kongs: int = 0) -> int:
    """Tiles at the end of the wall that are not drawn, after so many kongs of all players.

    >>> reserved_tiles(RULES), reserved_tiles(RULES, kongs=2)
    (16, 18)
    """
    return number(rules.values["dead_wall"]) + not_negative(kongs, "the number of kongs")


def deal(rules: RuleSet) -> Dealt:
    """16 tiles each, the dealer one more."""
    return deal_counts(tile_count(rules.tiles), rules.players, 3 * rules.sets + 1, reserved=reserved_tiles(rules))


def opening(rules: RuleSet, dice: Sequence[int], dealer: int = 0) -> Opening:
    """Three dice say the wall and how many of its stacks stay behind as the tail; then two stacks each, four times."""
    return open_wall(dice, tiles=tile_count(rules.tiles), players=rules.players, hand=3 * rules.sets + 1, skip="first",
                     dice_count=DICE, dealer=dealer, reserved=reserved_tiles(rules))


def claims(rules: RuleSet, discarder: int, wants: Sequence[tuple[int, str]], won: Iterable[int] = ()) -> ClaimAnswer:
    """A win before a kong or pung, that before a chow."""
    return resolve_claims(discarder, wants, players=rules.players, multi=str(rules.values["multi"]), won=won)


def succession(rules: RuleSet, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
               last_drawer: int | None = None, streak: int = 0) -> NextDeal:
    """A dealer who wins stays, and after a drawn hand."""
    return next_dealer(dealer, winners, players=rules.players, discarder=discarder, streak=streak,
                       draw_counts=bool(rules.values["draw_streak"]))


def settle_event(rules: RuleSet, event: str, *, dealer: int, debtor: int, amount: int,
                 next_winner: int | Iterable[int] | None = None) -> Mapping[str, object]:
    """拉莊. "la_zhuang_request": `debtor` lost `amount` to the dealer and leaves it unpaid. "la_zhuang_resolve": the
    next hand has ended, won by `next_winner` (a seat, several, None for a drawn hand)."""
    if not rules.values["la_zhuang"]:
        raise RuleError(f"{event}: no debts are deferred without the option la_zhuang")
    owed = defer(amount, debtor=debtor, creditor=dealer, players=rules.players)
    if event == "la_zhuang_request":
        return {"pay": Ledger(), "deferred": {owed.debtor: owed.amount}, "stake": {owed.debtor: owed.stake}}
    if event == "la_zhuang_resolve":
        several = next_winner if isinstance(next_winner, Iterable) else [next_winner]
        winners = [] if next_winner is None else [seat for seat in several if seat is not None]
        return {"pay": settle_deferred(owed, winners, players=rules.players)}
    raise RuleError(f"unknown event {brief(event)}: expected la_zhuang_request or la_zhuang_resolve")


RULES = RuleSet(
    id="taiwan",
    names={"en": "Taiwanese (16 tiles)", "zh": "台湾麻将（十六张）"},
    aliases=(),
    point_names={"en": "tai", "zh": "台"},
    summary="base and tai, five sets and a pair, four players, 144 tiles, three presets",
    tiles={4: "123456789m123456789p123456789s1234567z", 1: "12345678f"},
    players=4,
    sets=5,
    minimum=0,
    forms=(S, L, X),
    wait_forms=SL,
    quad_pairs=True,
    circumstances=("self_draw", "rob_kong", "last_tile", "after_kong", "after_flower", "first_turn", "seat_wind",
                   "round_wind", "flowers", "streak", "ready_at_deal", "ready_first_turn", "seven_rob_one"),
    options=OPTIONS,
    presets=PRESETS,
    preset="taiwan",
    make_fans=fans,
    make_frame=frame,
    make_lattice_options=lattice_options,
    make_engine_options=engine_options,
    make_settlement=settle,
    procedure=Procedure(deal=deal, open_wall=opening, claims=claims, next_dealer=succession,
                        settle_event=settle_event, rounds=4),
    make_table=table,
)
