"""The plain riichi scorer on worked examples of rules/riichi.md."""

from __future__ import annotations

from typing import Any

import pytest

from reference.facts import PlainMeld, count, parse_tiles
from reference.riichi import PlainRiichiWin, PlainScore, score
from reference.riichi_facts import contradictions, parse_red, to_score_arguments

# a closed hand of pinfu and tanyao, won on 7m
PINFU = ("23456m22678p345s", "7m")
FOUR_DOUBLES = "kokushi_musou_13men,suuankou_tanki,junsei_chuuren_poutou,daisuushii"


def given(text: str, tile: str, **facts: Any) -> PlainRiichiWin:
    """The win of a hand like ``055m[111z](2222s)`` on a tile: claimed sets in brackets, concealed kans in parentheses.
    The winner sits south unless `facts` say otherwise; indicators are text."""
    plain, _, melded = text.replace("(", "[(").partition("[")
    melds, meld_reds = [], []
    for part in melded.replace("]", "").replace(")", "").split("["):
        if part:
            kinds, part_reds = parse_red(part.lstrip("("))
            sort = "chow" if kinds[0] != kinds[1] else "pung" if len(kinds) == 3 else "exposed kong"
            claimed = PlainMeld(sort, tuple(kinds), "<", kinds[0])
            melds.append(PlainMeld("concealed kong", tuple(kinds)) if part.startswith("(") else claimed)
            meld_reds.append(sum(part_reds))
    kinds, reds = parse_red(plain)
    [win], win_reds = parse_red(tile)
    man, pin, sou = (a + b for a, b in zip(reds, win_reds, strict=True))
    made = PlainRiichiWin(
        count([*kinds, win]),
        tuple(melds),
        win,
        seat_wind=facts.pop("seat_wind", 1),
        reds=(man, pin, sou),
        meld_reds=tuple(meld_reds),
        win_red=any(win_reds),
        dora=tuple(parse_tiles(facts.pop("dora", ""))),
        ura=tuple(parse_tiles(facts.pop("ura", ""))),
        **facts,
    )
    # the examples show fewer ura than dora to have exactly the han they want
    assert set(contradictions(made)) <= {"ura"}
    return made


def ask(text: str, tile: str, values: dict[str, Any] | None = None, **facts: Any) -> PlainScore:
    found = score(given(text, tile, **facts), values)
    assert found is not None, f"{text} is no win on {tile}"
    return found


def test_text() -> None:
    hand, tile, circumstances = to_score_arguments(given("2305m[067p][1111z](0555s)", "5m", dora="3p"))
    assert (hand, tile) == ("2305m[067p<][1111z<](0555s)", "5m")
    assert circumstances == {"seat_wind": "S", "round_wind": "E", "dora_indicators": "3p"}
    hand, tile, circumstances = to_score_arguments(given("46m22567p345678s", "0m", self_draw=True))
    assert (hand, tile) == ("46m22567p345678s", "0m")
    assert circumstances == {"seat_wind": "S", "round_wind": "E", "self_draw": True}


@pytest.mark.parametrize(
    ("text", "facts", "fu"),
    [
        ("23456m22678p345s", {"self_draw": True}, 20),  # pinfu
        ("23456m22678p345s", {}, 30),
        ("23456m22678p[345s]", {}, 30),  # open and nothing at all: 20
        ("23456m22678p[345s]", {"self_draw": True}, 30),  # 22
        ("68m234m22678p345s", {}, 40),  # closed wait
        ("89m234m22678p345s", {}, 40),  # edge wait
        ("23456m22z678p345s", {}, 40),  # own wind
        ("23456m33z678p345s", {}, 30),  # guest wind: pinfu
        ("23456m22678p[444s]", {}, 30),  # 22
        ("23456m22678p[4444s]", {}, 30),  # 28
        ("23456m22678p(4444s)", {"self_draw": True}, 40),  # 38
        ("23456m22678p(1111s)", {"self_draw": True}, 60),  # 54
        ("23456m22678p444s", {"self_draw": True}, 30),  # 26
        ("23456m22678p111s", {}, 40),  # 38
        ("77m22m345678p345s", {}, 40),  # a triplet completed by ron is open: 32
        ("77m22m345678p345s", {"self_draw": True}, 30),  # 26
    ],
)
def test_fu(text: str, facts: dict[str, Any], fu: int) -> None:
    assert ask(text, "7m", **facts).fu == fu


def test_seven_pairs_have_25_fu() -> None:
    found = ask("1133557799m113p", "3p")
    assert (found.yaku, found.fu, found.points) == ({"chiitoitsu": 2}, 25, 1600)


def test_double_wind() -> None:
    for values, fu in (({}, 4), ({"double_wind_fu": 2}, 2)):
        assert ("pair", fu) in ask("123m456p78s11z[555z]", "9s", values, seat_wind=0).fu_items
    triplet = ask("123m456p78s55z[111z]", "9s", seat_wind=0)
    assert triplet.yaku == {"seat_wind_east": 1, "round_wind_east": 1}


def test_replacement_fu() -> None:
    facts: dict[str, Any] = {"self_draw": True, "after_kong": True}
    hand = ("234m567p78s22z[4444s]", "9s")
    assert ("tsumo", 2) in ask(*hand, **facts).fu_items
    assert ("tsumo", 2) not in ask(*hand, {"rinshan_fu": False}, **facts).fu_items


def test_reading_and_place() -> None:
    """The best reading, and in it the best place of the winning tile."""
    # 13 han by three identical sequences, but a real yakuman goes first
    hand = ask("3334445556688m", "8m", self_draw=True, dora="222m")
    assert (hand.yaku, hand.points) == ({"suuankou": 1}, 32000)
    counted = ask("3334445556688m", "8m", dora="2m")
    assert counted.yaku == {"tanyao": 1, "chinitsu": 6, "toitoi": 2, "sanankou": 2, "dora": 3}
    # groups, never seven pairs
    assert ask("1122335566778s", "8s").yaku == {"pinfu": 1, "ryanpeikou": 3, "chinitsu": 6}
    assert ask("1122335577899s", "8s").yaku == {"ryanpeikou": 3, "chinitsu": 6}
    # 1s as the low end of 123s rather than in the pair
    assert ask("123m456789p1123s", "1s", riichi=1).yaku == {"riichi": 1, "pinfu": 1}
    # completed by ron a triplet is open; won by the pair all four are concealed
    assert ask("111m333p555s2277z", "7z").yaku == {"toitoi": 2, "sanankou": 2, "yakuhai_chun": 1}
    assert ask("111m333p555s2277z", "7z", self_draw=True).yaku == {"suuankou": 1}
    assert ask("111m333p555s222z7z", "7z").yaku == {"suuankou_tanki": 1}


def test_nine_gates() -> None:
    assert ask("1112345678999s", "5s").yaku == {"junsei_chuuren_poutou": 1}
    assert ask("1112345567899s", "9s").yaku == {"chuuren_poutou": 1}
    # a kan spoils it
    assert ask("2345678999s(1111s)", "8s").yaku == {"chinitsu": 6}


@pytest.mark.parametrize(
    ("facts", "values", "expected"),
    [
        ({"riichi": 1, "dora": "2m"}, {}, (4, 30, None, 7700)),
        ({"riichi": 1, "dora": "2m", "seat_wind": 0}, {}, (4, 30, None, 11600)),
        ({"riichi": 1, "dora": "2m"}, {"kiriage": True}, (4, 30, "mangan", 8000)),
        ({"riichi": 1, "dora": "22m"}, {}, (5, 30, "mangan", 8000)),
        ({"riichi": 1, "dora": "223m"}, {}, (6, 30, "haneman", 12000)),
        ({"riichi": 1, "dora": "22233m"}, {}, (8, 30, "baiman", 16000)),
        ({"riichi": 1, "ippatsu": True, "dora": "11p234m", "ura": "6m"}, {}, (12, 30, "sanbaiman", 24000)),
        ({"riichi": 2, "ippatsu": True, "dora": "11p234m", "ura": "6m"}, {}, (13, 30, "yakuman", 32000)),
        (
            {"riichi": 2, "ippatsu": True, "dora": "11p234m", "ura": "6m"},
            {"kazoe": False},
            (13, 30, "sanbaiman", 24000),
        ),
        ({"self_draw": True}, {}, (3, 20, None, 2700)),
        ({"self_draw": True, "seat_wind": 0}, {}, (3, 20, None, 3900)),
    ],
)
def test_limits(facts: dict[str, Any], values: dict[str, Any], expected: tuple[Any, ...]) -> None:
    found = ask(*PINFU, values, **facts)
    assert (found.han, found.fu, found.limit, found.points) == expected


@pytest.mark.parametrize(
    ("dora", "kiriage", "expected"),
    [
        ("", False, (1, 60, None, 2000)),
        ("1p", False, (3, 60, None, 7900)),
        ("1p", True, (3, 60, "mangan", 8000)),
        ("1p2m", False, (6, 60, "haneman", 12000)),
    ],
)
def test_sixty_fu(dora: str, kiriage: bool, expected: tuple[Any, ...]) -> None:
    found = ask("33346m22p(6666s)[7777p]", "5m", {"kiriage": kiriage}, self_draw=True, dora=dora)
    assert (found.han, found.fu, found.limit, found.points) == expected


def test_yakuman_multiples() -> None:
    four_winds = ("5z444z[111z][222z][333z]", "5z")
    doubles = {"double_yakuman": FOUR_DOUBLES}
    assert ask(*four_winds).yaku == {"daisuushii": 1, "tsuuiisou": 1}
    assert ask(*four_winds).points == 64000
    assert ask(*four_winds, doubles).yakuman == 3
    assert ask(*four_winds, {**doubles, "max_yakuman": 2}).points == 64000
    assert ask(*four_winds, {**doubles, "multiple_yakuman": False}).points == 32000


def test_wide_wait_of_a_heavenly_hand() -> None:
    facts: dict[str, Any] = {"self_draw": True, "first_turn": True, "seat_wind": 0}
    wide = {"tenhou_wide_wait": True}
    assert ask("19m19p19s1234567z", "1m", **facts).yaku == {"tenhou": 1, "kokushi_musou_13men": 1}
    assert ask("119m19p19s234567z", "1z", **facts).yaku == {"tenhou": 1, "kokushi_musou": 1}
    assert ask("119m19p19s234567z", "1z", wide, **facts).yaku == {"tenhou": 1, "kokushi_musou_13men": 1}
    assert ask("111m333p555s2277z", "7z", wide, **facts).yaku == {"tenhou": 1, "suuankou_tanki": 1}
    assert ask("1112345567899s", "9s", wide, **facts).yaku == {"tenhou": 1, "junsei_chuuren_poutou": 1}
    # on another's first draw the tile is known
    assert ask("1112345567899s", "9s", wide, **{**facts, "seat_wind": 2}).yaku == {"chiihou": 1, "chuuren_poutou": 1}


def test_dora_of_three_players() -> None:
    """1m and 9m follow each other; a norths set aside is a dora, and one more for each west indicator."""
    hand = ("99m123p456789s11z", "1z")
    for indicator, more in (("1m", 2), ("9m", 0), ("3z", 1), ("9s", 0), ("33z", 2)):
        assert ask(*hand, players=3, nuki=1, dora=indicator).yaku["dora"] == 1 + more
    assert ask("99m123m456789s11z", "1z", dora="1m").yaku["dora"] == 1


def test_north_is_nobodys_wind_with_three() -> None:
    hand = ("123p456p78s22s444z", "9s")
    assert not ask(*hand, players=3).legal
    assert ask(*hand, seat_wind=3).yaku == {"seat_wind_north": 1}


@pytest.mark.parametrize(
    ("text", "tile", "facts", "points"),
    [
        ("23456s34522678p", "7s", {}, (2000, 2800, 2800)),  # 1300 + 700, the missing 700
        ("23456s34522678p", "7s", {"seat_wind": 0}, (2600, 4000, 4000)),
        ("2233440556677s", "8s", {}, (18000, 24000, 24000)),
        ("2233440556677s", "8s", {"seat_wind": 0}, (24000, 36000, 36000)),
    ],
)
def test_self_draw_with_three(text: str, tile: str, facts: dict[str, Any], points: tuple[int, ...]) -> None:
    ways = ("loss", "north_bisection", "flat")
    found = [ask(text, tile, {"tsumo_loss": way}, players=3, self_draw=True, **facts).points for way in ways]
    assert tuple(found) == points


def test_renhou() -> None:
    def yaku(mode: str, dora: str = "") -> dict[str, int]:
        return ask(*PINFU, {"renhou_mode": mode}, first_turn=True, dora=dora).yaku

    assert yaku("none") == {"pinfu": 1, "tanyao": 1}
    assert yaku("yaku5") == {"pinfu": 1, "tanyao": 1, "renhou": 5}
    assert yaku("yakuman") == {"renhou": 1}
    # 4 han of 30 fu are less than a mangan, 5 han are not
    assert yaku("mangan_fixed", dora="1p") == {"renhou": 5}
    assert yaku("mangan_fixed", dora="1p2m") == {"pinfu": 1, "tanyao": 1, "dora": 3}
    nothing = ("123m456p79s22z234m", "8s")
    assert not ask(*nothing, first_turn=True).legal
    assert ask(*nothing, {"renhou_mode": "mangan_fixed"}, first_turn=True).points == 8000


def test_last_tile() -> None:
    drawn = ask(*PINFU, self_draw=True, last_tile=True)
    assert drawn.yaku == {"menzen_tsumo": 1, "haitei_raoyue": 1, "pinfu": 1, "tanyao": 1}
    assert ask(*PINFU, last_tile=True).yaku == {"houtei_raoyui": 1, "pinfu": 1, "tanyao": 1}
    # a replacement is not the last tile of the wall
    replaced = ask("234m22678p34s(5555s)", "2s", self_draw=True, last_tile=True, after_kong=True)
    assert replaced.yaku == {"menzen_tsumo": 1, "rinshan_kaihou": 1, "tanyao": 1}


def test_not_enough_han() -> None:
    found = ask("123m456p78s99s[234m]", "9s", dora="1p")
    assert (found.legal, found.points, found.yaku) == (False, 0, {})
    assert ask(*PINFU, {"min_han": 2}).legal
    assert not ask(*PINFU, {"min_han": 3}, dora="2m").legal
    opened = ("23456m22678p[345s]", "7m")
    assert ask(*opened).yaku == {"tanyao": 1}
    assert not ask(*opened, {"kuitan": False}).legal


@pytest.mark.parametrize(
    ("name", "value", "text", "tile", "facts"),
    [
        ("tsubame_gaeshi", 1, *PINFU, {"on_riichi_discard": True}),
        ("kanburi", 1, *PINFU, {"on_kong_discard": True}),
        ("shiiaru_raotai", 1, "2s[234m][555p][678p][4444s]", "2s", {}),
        ("otakaze_sankou", 2, "22m12s[222z][333z][444z]", "3s", {"seat_wind": 0}),
        ("sanpuukou", 2, "22m12s[222z][333z][444z]", "3s", {}),
        ("uumensai", 2, "34m567p888s22255z", "2m", {}),
        ("isshoku_sanjun", 3, "222333444m567p1s", "1s", {}),
        ("isshoku_sanjun", 2, "223344m1s[234m][567p]", "1s", {}),
        ("sanrenkou", 2, "1s567p[222m][333m][444m]", "1s", {}),
        ("sanshoku_tsuukan", 2, "123m456p78s22211z", "9s", {}),
        ("sanshoku_tsuukan", 1, "78s11222z[123m][456p]", "9s", {}),
        ("iipin_mouyue", 5, "23p456m22678p345s", "1p", {"self_draw": True, "last_tile": True}),
        ("chuupin_raoyui", 5, "456m22678p345s78p", "9p", {"last_tile": True}),
        ("uupin_kaihou", 1, "46p22m234s[678p](1111z)", "5p", {"self_draw": True, "after_kong": True}),
        ("ishi_no_ue_nimo_sannen", 1, *PINFU, {"riichi": 2, "last_tile": True}),
        ("daisharin", 1, "2233445566778p", "8p", {}),
        ("daichikurin", 1, "2233445566778s", "8s", {}),
        ("daisuurin", 1, "2233445566778m", "8m", {}),
        ("daichisei", 2, "1122334455667z", "7z", {}),
        ("isshoku_yonjun", 1, "222233334444m1s", "1s", {}),
        ("suurenkou", 1, "1s[222m][333m][444m][555m]", "1s", {}),
        ("hyakuman_goku", 1, "9m(7777m)(8888m)[6666m][555m]", "9m", {}),
        ("beni_kujaku", 1, "7s[111s][555s][999s][777z]", "7s", {}),
    ],
)
def test_local_yaku(name: str, value: int, text: str, tile: str, facts: dict[str, Any]) -> None:
    assert name not in ask(text, tile, **facts).yaku
    assert ask(text, tile, {name: True}, **facts).yaku[name] == value


def test_what_local_yaku_cover() -> None:
    assert ask("222333444m567p1s", "1s", {"isshoku_sanjun": True}).yaku == {"isshoku_sanjun": 3}
    stars = ask("1122334455667z", "7z", {"daichisei": True})
    assert (stars.yaku, stars.yakuman) == ({"daichisei": 2}, 2)
    assert ask("1122334455667z", "7z").yaku == {"tsuuiisou": 1}


def test_open_riichi() -> None:
    shown = {"open_riichi": True}
    facts: dict[str, Any] = {"riichi": 1, "open_riichi": True}
    assert ask(*PINFU, **facts).yaku == {"riichi": 1, "pinfu": 1, "tanyao": 1}
    assert ask(*PINFU, shown, **facts).yaku == {"open_riichi": 2, "pinfu": 1, "tanyao": 1}
    assert ask(*PINFU, shown, **{**facts, "riichi": 2}).yaku == {"open_riichi": 3, "pinfu": 1, "tanyao": 1}
    dealt = {**shown, "open_riichi_sashikomi": True}
    assert ask(*PINFU, dealt, **facts).yaku == {"open_riichi_sashikomi": 1}
    assert ask(*PINFU, dealt, **facts, loser_riichi=True).yaku["open_riichi"] == 2
    assert ask(*PINFU, dealt, **facts, self_draw=True).yaku["open_riichi"] == 2


def test_eighth_win_in_a_row() -> None:
    hand = ("123m456p78s99s[234m]", "9s")
    assert ask(*hand, {"paarenchan": True}, seat_wind=0, streak=7).yaku == {"paarenchan": 1}
    assert not ask(*hand, {"paarenchan": True}, seat_wind=0, streak=6).legal
    assert not ask(*hand, {"paarenchan": True, "paarenchan_from": 9}, seat_wind=0, streak=7).legal


def test_thirteen_unconnected() -> None:
    hand = ("147m258p369s1235z", "1z")
    facts: dict[str, Any] = {"self_draw": True, "first_turn": True, "seat_wind": 0}
    assert score(given(*hand, **facts)) is None
    assert ask(*hand, {"shiisan_puutaa": "mangan"}, **facts).points == 12000
    assert ask(*hand, {"shiisan_puutaa": "yakuman"}, **facts).yaku == {"shiisan_puutaa": 1}
    assert score(given(*hand, self_draw=True), {"shiisan_puutaa": "yakuman"}) is None
    near = given("147m257p369s1235z", "1z", **facts)
    assert score(near, {"shiisan_puutaa": "yakuman"}) is None
