"""Chinese Official Mahjong (MCR, 国标麻将): 81 fan and 明暗杠.

Rules: 《中国麻将竞赛规则（试行）》, 1998; where it is silent, what the judge of the IJCAI/Botzone contest and
the scorers in use agree on. Every point on which books or programs differ is an option; docs/rules/mcr.md
says who does what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mjcore.fans.rows import Fan
from mjcore.procedure.claims import WITH_CHOW, resolve_claims
from mjcore.procedure.parts import ClaimAnswer, Dealt, NextDeal, Procedure
from mjcore.procedure.succession import next_dealer
from mjcore.procedure.walls import Opening, deal_counts, open_wall, tile_count
from mjcore.rules.base import RuleSet, Values
from mjcore.rules.mcr_table import table
from mjcore.rules.options import NumberOption, Option, number
from mjcore.settle.base_points import settle_base_points
from mjcore.settle.penalties import Penalty, false_win, repeated_breach

if TYPE_CHECKING:
    from mjcore.fans.scores import Score
    from mjcore.settle.ledger import Ledger

BASE = 8
MOST_BASE = 1000
MINIMUM = 8
FALSE_WIN_FINES = (10, 20)
DEAD_CALL_FINES = (0, 5, 10, 20)
ROUNDS = 4

S, K = "standard", "knitted_straight"
SK = (S, K)
S7K = (S, K, "seven_pairs")
# what a hand that is concealed by definition leaves out; the covered 不求人 gives back 自摸
INHERENT = ("concealed_hand", "fully_concealed_hand")

FANS = (
    # 88
    Fan("big_four_winds", "大四喜", "Big Four Winds", 88, "wind_pungs == 4",
        covers=("all_pungs", "prevalent_wind", "seat_wind", "pung_guest_wind")),
    Fan("big_three_dragons", "大三元", "Big Three Dragons", 88, "dragon_pungs == 3",
        covers=("two_dragon_pungs", "dragon_pung")),
    Fan("all_green", "绿一色", "All Green", 88, "only('23468s6z')", covers=("half_flush", "one_voided_suit")),
    Fan("nine_gates", "九莲宝灯", "Nine Gates", 88, "nine_gates",
        covers=("full_flush", "no_honors", *INHERENT), revives=("self_drawn",), reduces={"pung_terminal": 1}),
    Fan("four_kongs", "四杠", "Four Kongs", 88, "kongs == 4", covers=("all_pungs", "single_wait")),
    Fan("seven_shifted_pairs", "连七对", "Seven Shifted Pairs", 88, "seven_shifted_pairs",
        covers=("seven_pairs", "full_flush", "no_honors", *INHERENT), revives=("self_drawn",)),
    Fan("thirteen_orphans", "十三幺", "Thirteen Orphans", 88, "form_thirteen_orphans",
        covers=INHERENT, revives=("self_drawn",)),
    # 64
    Fan("all_terminals", "清幺九", "All Terminals", 64, "terminals",
        covers=("all_pungs", "outside_hand", "pung_terminal", "no_honors", "double_pung")),
    Fan("little_four_winds", "小四喜", "Little Four Winds", 64, "wind_pungs == 3 and wind_pair",
        covers=("pung_guest_wind",)),
    Fan("little_three_dragons", "小三元", "Little Three Dragons", 64, "dragon_pungs == 2 and dragon_pair",
        covers=("two_dragon_pungs", "dragon_pung")),
    Fan("all_honors", "字一色", "All Honors", 64, "honours",
        covers=("all_pungs", "outside_hand", "pung_guest_wind", "one_voided_suit")),
    Fan("four_concealed_pungs", "四暗刻", "Four Concealed Pungs", 64, "concealed_pungs == 4",
        covers=("all_pungs", *INHERENT), revives=("self_drawn",)),
    Fan("pure_terminal_chows", "一色双龙会", "Pure Terminal Chows", 64, "pure_terminal_chows",
        covers=("full_flush", "all_chows", "no_honors", "pure_double_chow", "two_terminal_chows")),
    # 48
    Fan("quadruple_chow", "一色四同顺", "Quadruple Chow", 48, "pure_quad", forest=True, covers=("tile_hog",)),
    Fan("four_pure_shifted_pungs", "一色四节高", "Four Pure Shifted Pungs", 48, "pure_pung_shift4", forest=True,
        covers=("all_pungs",)),
    # 32
    Fan("four_pure_shifted_chows", "一色四步高", "Four Pure Shifted Chows", 32, "pure_shift4", forest=True),
    Fan("three_kongs", "三杠", "Three Kongs", 32, "kongs == 3"),
    Fan("all_terminals_and_honors", "混幺九", "All Terminals and Honors", 32, "yaochu and has_honours and suits >= 1",
        covers=("all_pungs", "outside_hand", "pung_terminal", "pung_guest_wind")),
    # 24
    Fan("seven_pairs", "七对", "Seven Pairs", 24, "form_seven_pairs", covers=INHERENT, revives=("self_drawn",)),
    Fan("greater_honors_and_knitted_tiles", "七星不靠", "Greater Honors and Knitted Tiles", 24,
        "form_greater_knitted", covers=INHERENT, revives=("self_drawn",)),
    Fan("all_even_pungs", "全双刻", "All Even Pungs", 24, "all_pungs and ranks_in('2468') and not has_honours",
        covers=("all_pungs", "all_simples", "no_honors")),
    Fan("full_flush", "清一色", "Full Flush", 24, "suits == 1 and not has_honours", covers=("no_honors",)),
    Fan("pure_triple_chow", "一色三同顺", "Pure Triple Chow", 24, "pure_triple", forest=True),
    Fan("pure_shifted_pungs", "一色三节高", "Pure Shifted Pungs", 24, "pure_pung_shift3", forest=True),
    Fan("upper_tiles", "全大", "Upper Tiles", 24, "ranks_in('789') and not has_honours",
        covers=("upper_four", "no_honors")),
    Fan("middle_tiles", "全中", "Middle Tiles", 24, "ranks_in('456') and not has_honours",
        covers=("all_simples", "no_honors")),
    Fan("lower_tiles", "全小", "Lower Tiles", 24, "ranks_in('123') and not has_honours",
        covers=("lower_four", "no_honors")),
    # 16
    Fan("pure_straight", "清龙", "Pure Straight", 16, "pure_straight", forest=True),
    Fan("three_suited_terminal_chows", "三色双龙会", "Three-Suited Terminal Chows", 16, "three_suited_terminal_chows",
        covers=("all_chows", "no_honors", "mixed_double_chow", "two_terminal_chows")),
    Fan("pure_shifted_chows", "一色三步高", "Pure Shifted Chows", 16, "pure_shift3", forest=True),
    Fan("all_fives", "全带五", "All Fives", 16, "five_sets", covers=("all_simples", "no_honors")),
    Fan("triple_pung", "三同刻", "Triple Pung", 16, "triple_pung", forest=True),
    Fan("three_concealed_pungs", "三暗刻", "Three Concealed Pungs", 16, "concealed_pungs == 3"),
    # 12
    Fan("lesser_honors_and_knitted_tiles", "全不靠", "Lesser Honors and Knitted Tiles", 12,
        "form_lesser_knitted or form_lesser_knitted_with_nine", covers=INHERENT, revives=("self_drawn",)),
    Fan("knitted_straight", "组合龙", "Knitted Straight", 12,
        "form_knitted_straight or form_lesser_knitted_with_nine"),
    Fan("upper_four", "大于五", "Upper Four", 12, "ranks_in('6789') and not has_honours", covers=("no_honors",)),
    Fan("lower_four", "小于五", "Lower Four", 12, "ranks_in('1234') and not has_honours", covers=("no_honors",)),
    Fan("big_three_winds", "三风刻", "Big Three Winds", 12, "wind_pungs == 3 and not wind_pair",
        covers=("pung_guest_wind",)),
    # 8
    Fan("mixed_straight", "花龙", "Mixed Straight", 8, "mixed_straight", forest=True),
    Fan("reversible_tiles", "推不倒", "Reversible Tiles", 8, "only('1234589p245689s5z')", covers=("one_voided_suit",)),
    Fan("mixed_triple_chow", "三色三同顺", "Mixed Triple Chow", 8, "mixed_triple", forest=True),
    Fan("mixed_shifted_pungs", "三色三节高", "Mixed Shifted Pungs", 8, "mixed_pung_shift3", forest=True),
    Fan("chicken_hand", "无番和", "Chicken Hand", 8, if_nothing=True, ignores=("flower_tiles",)),
    Fan("last_tile_draw", "妙手回春", "Last Tile Draw", 8, "last_draw", covers=("self_drawn",)),
    Fan("last_tile_claim", "海底捞月", "Last Tile Claim", 8, "last_discard"),
    Fan("out_with_replacement_tile", "杠上开花", "Out with Replacement Tile", 8, "after_kong", covers=("self_drawn",)),
    Fan("robbing_the_kong", "抢杠和", "Robbing the Kong", 8, "rob_kong", covers=("last_tile",)),
    # 6
    Fan("all_pungs", "碰碰和", "All Pungs", 6, "all_pungs"),
    Fan("half_flush", "混一色", "Half Flush", 6, "suits == 1 and has_honours"),
    Fan("mixed_shifted_chows", "三色三步高", "Mixed Shifted Chows", 6, "mixed_shift3", forest=True),
    Fan("all_types", "五门齐", "All Types", 6, "types5", forms=S7K),
    Fan("melded_hand", "全求人", "Melded Hand", 6, "all_claimed and not self_draw", covers=("single_wait",)),
    Fan("two_concealed_kongs", "双暗杠", "Two Concealed Kongs", 6, "closed_kongs == 2 and open_kongs == 0",
        covers=("two_concealed_pungs",)),
    Fan("two_dragon_pungs", "双箭刻", "Two Dragon Pungs", 6, "dragon_pungs == 2", covers=("dragon_pung",)),
    # 5
    Fan("concealed_and_melded_kong", "明暗杠", "Concealed and Melded Kong", 5,
        "closed_kongs == 1 and open_kongs == 1"),
    # 4
    Fan("outside_hand", "全带幺", "Outside Hand", 4, "outside"),
    Fan("fully_concealed_hand", "不求人", "Fully Concealed Hand", 4, "concealed and self_draw", covers=("self_drawn",)),
    Fan("two_melded_kongs", "双明杠", "Two Melded Kongs", 4, "closed_kongs == 0 and open_kongs == 2"),
    Fan("last_tile", "和绝张", "Last Tile", 4, "last_copy"),
    # 2
    Fan("dragon_pung", "箭刻", "Dragon Pung", 2, "dragon_pungs >= 1", forms=SK),
    Fan("prevalent_wind", "圈风刻", "Prevalent Wind", 2, "round_pung", forms=SK),
    Fan("seat_wind", "门风刻", "Seat Wind", 2, "seat_pung", forms=SK),
    Fan("concealed_hand", "门前清", "Concealed Hand", 2, "concealed and not self_draw"),
    Fan("all_chows", "平和", "All Chows", 2, "all_chows and suited_pair", forms=SK, covers=("no_honors",)),
    Fan("tile_hog", "四归一", "Tile Hog", 2, "quads", count="each", forms=S7K),
    Fan("double_pung", "双同刻", "Double Pung", 2, "double_pung", forest=True),
    Fan("two_concealed_pungs", "双暗刻", "Two Concealed Pungs", 2, "concealed_pungs == 2"),
    Fan("concealed_kong", "暗杠", "Concealed Kong", 2, "closed_kongs == 1 and open_kongs == 0"),
    Fan("all_simples", "断幺", "All Simples", 2, "simples", covers=("no_honors",)),
    # 1
    Fan("pure_double_chow", "一般高", "Pure Double Chow", 1, "pure_double", forest=True),
    Fan("mixed_double_chow", "喜相逢", "Mixed Double Chow", 1, "mixed_double", forest=True),
    Fan("short_straight", "连六", "Short Straight", 1, "short_straight", forest=True),
    Fan("two_terminal_chows", "老少副", "Two Terminal Chows", 1, "two_terminal", forest=True),
    Fan("pung_terminal", "幺九刻", "Pung of Terminals or Honors", 1, "terminal_pungs", count="each", forms=SK,
        label="pung_of_terminals_or_honors"),
    Fan("pung_guest_wind", "幺九刻", "Pung of Terminals or Honors", 1, "guest_wind_pungs", count="each", forms=SK,
        label="pung_of_terminals_or_honors"),
    Fan("melded_kong", "明杠", "Melded Kong", 1, "closed_kongs == 0 and open_kongs == 1"),
    Fan("one_voided_suit", "缺一门", "One Voided Suit", 1, "suits == 2"),
    Fan("no_honors", "无字", "No Honors", 1, "not has_honours", forms=S7K),
    Fan("edge_wait", "边张", "Edge Wait", 1, "wait_count == 1 and role_edge", forms=SK, group="wait"),
    Fan("closed_wait", "坎张", "Closed Wait", 1, "wait_count == 1 and role_closed", forms=SK, group="wait"),
    Fan("single_wait", "单钓将", "Single Wait", 1, "wait_count == 1 and role_pair", forms=SK, group="wait"),
    Fan("self_drawn", "自摸", "Self-Drawn", 1, "self_draw"),
    Fan("flower_tiles", "花牌", "Flower Tiles", 1, "flowers", count="each", acc="flower"),
)

HEAVENLY = (
    Fan("heavenly_hand", "天和", "Heavenly Hand", 8, "heaven"),
    Fan("earthly_hand", "地和", "Earthly Hand", 8, "earth"),
    Fan("human_hand", "人和", "Human Hand", 8, "human"),
)

# Fans under which 缺一门 is not added by the letter of the 1998 book: they speak of the suits themselves.
STRICT98 = ("big_three_dragons", "little_three_dragons", "quadruple_chow", "four_pure_shifted_pungs",
            "four_pure_shifted_chows", "big_three_winds")

OPTIONS = (
    Option("knitted_body_wait", (True, False), "a wait fan counts with 组合龙 if the winning tile, though of the "
           "nine-tile body, can also stand outside it",
           "和牌张是组合龙的九张之一、但也可算在九张之外时，照计听牌番（边张、坎张、单钓将）"),
    Option("unique_wait", ("structural", "available"), "is a kind of which the hand holds all four a wait? "
           "structural: yes; available: no",
           "手中已有四张的牌算不算听口（影响边张、坎张、单钓将）：structural 算；available 不算"),
    Option("inherent_self_draw", ("self_drawn", "fully_concealed"), "self-draw of a hand that is concealed by "
           "definition: 自摸 1, or 不求人 4",
           "本身必为门前清的牌型自摸：计自摸 1 番，或不求人 4 番"),
    Option("two_concealed_kongs", (6, 8), "value of 双暗杠", "双暗杠的番数"),
    Option("kong_pair", ("5", "separate", "6"), "a concealed and a melded kong: 明暗杠 5; separate 暗杠 2 + 明杠 1; "
           "or 6 for any two kongs that are not both concealed",
           "一明杠一暗杠：5 明暗杠；separate 暗杠 2 加明杠 1；6 两副杠只要不全是暗杠就计 6 番"),
    Option("concealed_pung_on_discard", (False, True), "a pung completed by a discard counts as concealed",
           "点和而成的刻子算暗刻"),
    Option("all_terminals_same_pungs", ("triple", "none", "both"), "under 清幺九: 三同刻 counts and 双同刻 does not, "
           "neither, or both",
           "清幺九下：计三同刻而不计双同刻；都不计；都计"),
    Option("knitted_all_chows", (True, False), "平和 counts with 组合龙", "组合龙可另计平和"),
    Option("lesser_with_knitted", (True, False), "全不靠 with all nine knitted suit tiles adds 组合龙",
           "全不靠有齐九张组合龙时另计组合龙"),
    Option("strict98", (False, True), "缺一门 is not added to " + ", ".join(STRICT98),
           "以下番种不另计缺一门（1998 年规则原文）：大三元、小三元、一色四同顺、一色四节高、一色四步高、三风刻"),
    Option("heavenly_hands", (False, True), "天和, 地和, 人和 count 8 each", "天和、地和、人和各 8 番"),
    Option("red_peacock", (False, True), "红孔雀 88: only 1579 bamboo and the red dragon",
           "红孔雀 88 番：只有 1579 条和红中"),
    Option("red_peacock_white", (False, True), "红孔雀 may hold the white dragon", "红孔雀可含白板"),
    NumberOption("base", BASE, "points of a win that each other player pays beside its fan",
                 "底分：和牌时其他各家除番数外另付的分", least=0, most=MOST_BASE),
)


def fans(values: Values) -> tuple[Fan, ...]:
    """The fan table with the options worked in."""
    rows = {row.id: row for row in FANS}

    def edit(names: tuple[str, ...], change: Callable[[Fan], Fan]) -> None:
        for name in names:
            rows[name] = change(rows[name])

    if values["inherent_self_draw"] == "fully_concealed":
        inherent = tuple(row.id for row in FANS if "fully_concealed_hand" in row.covers)
        edit(inherent, lambda row: replace(row, covers=_without(row.covers, "fully_concealed_hand"), revives=()))
    edit(("two_concealed_kongs",), lambda row: replace(row, value=number(values["two_concealed_kongs"])))
    if values["kong_pair"] == "separate":
        del rows["concealed_and_melded_kong"]
        edit(("concealed_kong",), lambda row: replace(row, pattern="closed_kongs == 1 and open_kongs <= 1"))
        edit(("melded_kong",), lambda row: replace(row, pattern="closed_kongs <= 1 and open_kongs == 1"))
    elif values["kong_pair"] == "6":
        edit(("concealed_and_melded_kong", "two_melded_kongs"), lambda row: replace(row, value=6))
    if values["all_terminals_same_pungs"] == "none":
        edit(("all_terminals",), lambda row: replace(row, covers=(*row.covers, "triple_pung")))
    elif values["all_terminals_same_pungs"] == "both":
        edit(("all_terminals",), lambda row: replace(row, covers=_without(row.covers, "double_pung")))
    if not values["knitted_all_chows"]:
        edit(("all_chows",), lambda row: replace(row, forms=(S,)))
    if not values["lesser_with_knitted"]:
        edit(("knitted_straight",), lambda row: replace(row, pattern="form_knitted_straight"))
    if values["strict98"]:
        edit(STRICT98, lambda row: replace(row, covers=(*row.covers, "one_voided_suit")))
    if values["heavenly_hands"]:
        rows.update({row.id: row for row in HEAVENLY})
    if values["red_peacock"]:
        tiles = "1579s57z" if values["red_peacock_white"] else "1579s7z"
        rows["red_peacock"] = Fan("red_peacock", "红孔雀", "Red Peacock", 88, f"only('{tiles}')",
                                  covers=("half_flush", "one_voided_suit", "all_pungs"))
    # dearest first, as the book has them; what is new among its equals last
    return tuple(sorted(rows.values(), key=lambda row: -row.value))


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)


def lattice_options(values: Values) -> dict[str, Any]:
    return {
        "available_waits": values["unique_wait"] == "available",
        "body_wait": bool(values["knitted_body_wait"]),
        "discard_pung_concealed": bool(values["concealed_pung_on_discard"]),
    }


def engine_options(values: Values) -> dict[str, Any]:
    return {"fifth_waits": values["unique_wait"] == "structural"}


def settle(score: Score, dealer: int, winner: int, loser: int | None) -> Ledger:
    """Self-draw: each other player pays the base (8) and the total. Otherwise the one who gave the tile pays
    the base and the total, the other two pay the base. The dealer pays and gets like everybody else."""
    base = number(score.rules.values["base"])
    return settle_base_points(score.total, base=base, players=score.rules.players, winner=winner, loser=loser)


def settle_false_win(offender: int, distance: int) -> Penalty:
    """A win declared wrongly. `distance`: 0 the hand was ready, or complete below the minimum: 10 to each other
    player and no win in this hand; 1 one tile short of ready: 20 to each; 2 or more: expulsion."""
    return false_win(offender, distance, fines=FALSE_WIN_FINES)


def settle_dead_call(offender: int, times: int) -> Penalty:
    """A claim called and not carried out, for the `times`-th time: a warning first, then 5, 10, 20."""
    return repeated_breach(offender, times, steps=DEAD_CALL_FINES)


def deal(rules: RuleSet) -> Dealt:
    """13 tiles each, the dealer one more; the whole wall may be drawn."""
    return deal_counts(tile_count(rules.tiles), rules.players, 3 * rules.sets + 1)


def opening(rules: RuleSet, dice: Sequence[Sequence[int]], dealer: int = 0) -> Opening:
    """Two rolls: the first says the wall, whose owner throws the second; both together say the stacks that are counted
    off."""
    return open_wall(dice, tiles=tile_count(rules.tiles), players=rules.players, hand=3 * rules.sets + 1, skip="both",
                     dealer=dealer)


def claims(rules: RuleSet, discarder: int, wants: Sequence[tuple[int, str]], won: Iterable[int] = ()) -> ClaimAnswer:
    """One winner, the nearest in turn order."""
    return resolve_claims(discarder, wants, players=rules.players, ranks=WITH_CHOW, won=won)


def succession(rules: RuleSet, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
               last_drawer: int | None = None, streak: int = 0) -> NextDeal:
    """The deal passes on after every hand."""
    return next_dealer(dealer, winners, players=rules.players, after_win="pass", after_draw="pass",
                       discarder=discarder, streak=streak)


RULES = RuleSet(
    id="mcr",
    names={"en": "Chinese Official (MCR)", "zh": "国标麻将"},
    aliases=("guobiao",),
    summary="81 fan, minimum 8, four players, 144 tiles",
    tiles={4: "123456789m123456789p123456789s1234567z", 1: "12345678f"},
    players=4,
    sets=4,
    minimum=MINIMUM,
    forms=(S, K, "seven_pairs", "thirteen_orphans", "greater_knitted", "lesser_knitted"),
    wait_forms=(S, "seven_pairs"),
    quad_pairs=True,
    circumstances=("self_draw", "rob_kong", "last_tile", "after_kong", "after_flower", "last_copy", "first_turn",
                   "seat_wind", "round_wind", "flowers"),
    options=OPTIONS,
    presets={"default": {}},
    make_fans=fans,
    make_lattice_options=lattice_options,
    make_engine_options=engine_options,
    make_settlement=settle,
    make_penalties={"false_win": settle_false_win, "dead_call": settle_dead_call},
    procedure=Procedure(deal=deal, open_wall=opening, claims=claims, next_dealer=succession, rounds=ROUNDS),
    make_table=table,
)
