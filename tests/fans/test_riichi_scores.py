"""Scores of riichi explain themselves: han, fu and their items, limits, points, the place of the winning tile."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import mjcore as mj
from mjcore.errors import RuleError
from mjcore.fans.han_fu import LIMIT_NAMES, FuItem
from mjcore.fans.scores import Score
from mjcore.rules.riichi_yaku import LOCAL
from reference.riichi import score as twin
from reference.riichi_facts import PlainRiichiWin, to_score_arguments
from riichi_recipes import wins

Hand = tuple[str, str]
RIICHI = mj.rules.get("riichi")
ALL_LOCAL = RIICHI.replace(**dict.fromkeys((row.id for row in LOCAL), True), open_riichi=True, renhou_mode="yaku5")
PINFU: Hand = ("123m567m34p99s678s", "5p")
PAIRS: Hand = ("1188m2233p4466s7z", "7z")
ORPHANS: Hand = ("19m19p19s1234567z", "1z")


def ask(hand: Hand, rules: Any = "riichi", **how: Any) -> Score:
    """Won by South unless `how` says otherwise."""
    return mj.score(*hand, rules=rules, **{"seat_wind": "S", **how})


# Worked examples: hand, circumstances, (han, fu, base points, total), limit
EXAMPLES: list[tuple[Hand, dict[str, Any], tuple[int, int, int, int], str | None]] = [
    (PINFU, {}, (1, 30, 240, 1000), None),
    (PINFU, {"seat_wind": "E"}, (1, 30, 240, 1500), None),
    (PINFU, {"self_draw": True}, (2, 20, 320, 1500), None),
    (PINFU, {"self_draw": True, "seat_wind": "E"}, (2, 20, 320, 2100), None),
    (PINFU, {"riichi": 1, "dora_indicators": "8s", "ura_indicators": "4z"}, (4, 30, 1920, 7700), None),
    (PINFU, {"riichi": 1, "dora_indicators": "8s8s"}, (6, 30, 3000, 12000), "haneman"),
    (PINFU, {"riichi": 2, "ippatsu": True, "self_draw": True}, (5, 20, 2000, 8000), "mangan"),
    # an open hand of 20 fu has 30
    (("34m567m99s678s[123p<]", "2m"), {}, (0, 30, 0, 0), None),
    (("34m567m55s678s[345p<]", "2m"), {}, (1, 30, 240, 1000), None),
    (PAIRS, {}, (2, 25, 400, 1600), None),
    (PAIRS, {"riichi": 1, "self_draw": True}, (4, 25, 1600, 6400), None),
    (("234567m34555p78s", "6s"), {"riichi": 1, "self_draw": True}, (4, 20, 1280, 5200), None),
    # 20 + 10 + 32 + 16 + 4 = 82
    (("34m99p(1111z)(2222p)555s", "2m"), {"riichi": 1}, (4, 90, 2000, 8000), "mangan"),
    (("34m99p[1111z<](2222p)555s", "2m"), {}, (1, 60, 480, 2000), None),
    # 20 + 8 + 4 + 8 = 40
    (("23m11z[7777p<]666s222z", "4m"), {"round_wind": "S"}, (2, 40, 640, 2600), None),
    (("111222m333p44s77z", "4s"), {}, (4, 50, 2000, 8000), "mangan"),
    (("1234567892233m", "2m"), {}, (8, 40, 4000, 16000), "baiman"),
    (("11122233m555m99m", "3m"), {"self_draw": True}, (0, 50, 8000, 32000), "yakuman"),
    (("111222333m5559m", "9m"), {"self_draw": True}, (0, 50, 8000, 32000), "yakuman"),
    (ORPHANS, {}, (0, 0, 8000, 32000), "yakuman"),
    (ORPHANS, {"seat_wind": "E", "self_draw": True}, (0, 0, 8000, 48000), "yakuman"),
]


@pytest.mark.parametrize(("hand", "how", "numbers", "limit"), EXAMPLES)
def test_examples(hand: Hand, how: dict[str, Any], numbers: tuple[int, int, int, int], limit: str | None) -> None:
    score = ask(hand, **how)
    assert (score.han, score.fu, score.unit, score.points) == numbers
    assert (score.limit, score.total) == (limit, score.points)
    assert score.legal == (numbers[3] > 0)


def test_limits() -> None:
    """By han; 13 counted ones are no yakuman but worth one, if the rules say so."""
    hand = ("12344455667m88m", "7m")
    for dora, han, limit, base in (
        ("", 7, "haneman", 3000),
        ("1p1p1p1p", 7, "haneman", 3000),
        ("9m", 8, "baiman", 4000),
        ("3m", 10, "baiman", 4000),
        ("3m9m", 11, "sanbaiman", 6000),
        ("3m3m", 13, "yakuman", 8000),
        ("3m3m4m", 15, "yakuman", 8000),
    ):
        score = ask(hand, dora_indicators=dora)
        assert (score.han, score.limit, score.unit, score.yakuman) == (han, limit, base, 0), dora
        counted = ask(hand, RIICHI.replace(kazoe=False), dora_indicators=dora)
        assert (counted.limit, counted.unit) == ((limit, base) if han < 13 else ("sanbaiman", 6000))
    assert ask(PINFU, RIICHI.replace(kiriage=True), riichi=1, dora_indicators="8s").limit == "mangan"


def test_yakuman() -> None:
    four = ("111m222p333s4445z", "5z")
    assert [(f.fan, f.value) for f in ask(four).fans] == [("suuankou_tanki", 1)]
    double = RIICHI.replace(double_yakuman="suuankou_tanki")
    score = ask(four, double, self_draw=True)
    assert (score.yakuman, score.unit, score.points, score.raw) == (2, 16000, 64000, 16000)
    capped = ask(four, double.replace(max_yakuman=1), self_draw=True)
    # what it would be worth is shown, what it is worth is paid
    assert [(f.fan, f.value) for f in capped.fans] == [("suuankou_tanki", 2)]
    assert (capped.yakuman, capped.unit, capped.raw) == (1, 8000, 16000)
    winds = ask(("111222333444z55z", "5z"), double.replace(double_yakuman=["suuankou_tanki", "daisuushii"]))
    assert {f.fan: f.value for f in winds.fans} == {"tsuuiisou": 1, "suuankou_tanki": 2, "daisuushii": 2}
    assert (winds.yakuman, winds.han, winds.limit, winds.raw) == (5, 0, "yakuman", 40000)
    assert {c.fan: c.by for c in ask(four, riichi=1, dora_indicators="4z").covered if c.fan != "toitoi"} == {
        "riichi": "suuankou_tanki", "suuankou": "suuankou_tanki",
    }  # fmt: skip


# Fu


def items(score: Score) -> list[tuple[str, int, str]]:
    return [(item.item, item.fu, item.set) for item in score.fu_items]


def test_fu_items() -> None:
    assert items(ask(PINFU)) == [("base", 20, ""), ("closed_discard", 10, "")]
    assert items(ask(PINFU, self_draw=True)) == [("base", 20, "")]
    assert items(ask(PAIRS)) == [("seven_pairs", 25, "")]
    assert items(ask(ORPHANS)) == []
    score = ask(("13m11z[7777p<](6666s)222z", "2m"), round_wind="E", self_draw=True)
    assert items(score) == [
        ("base", 20, ""), ("self_draw", 2, ""), ("concealed_pung", 8, "222z"), ("open_kong", 8, "7777p"),
        ("concealed_kong", 16, "6666s"), ("pair", 2, "11z"), ("wait_closed", 2, "123m"), ("round_up", 2, ""),
    ]  # fmt: skip
    assert isinstance(score.fu_items[0], FuItem)
    # a triplet that a discard completes is open
    score = ask(("11m99p678s234s[777z<]", "1m"))
    assert items(score) == [
        ("base", 20, ""), ("open_pung", 4, "111m"), ("open_pung", 4, "777z"), ("round_up", 2, ""),
    ]  # fmt: skip
    assert items(ask(("11m99p678s234s[777z<]", "1m"), self_draw=True))[2] == ("concealed_pung", 8, "111m")
    # waits of one kind
    for hand, wait in (
        (("12m678p678s99s777z", "3m"), ("wait_edge", 2, "123m")),
        (("89m678p678s99s777z", "7m"), ("wait_edge", 2, "789m")),
        (("24m678p678s99s777z", "3m"), ("wait_closed", 2, "234m")),
        (("234m678p678s9s777z", "9s"), ("wait_pair", 2, "99s")),
    ):
        assert wait in items(ask(hand)), hand
    # open and nothing else
    assert items(ask(("34m567m55s678s[345p<]", "2m"))) == [("base", 20, ""), ("round_up", 10, "")]


def test_fu_of_options() -> None:
    """The pair of both winds, the self-draw on a replacement tile."""
    pair = ("234m678p678s2z777z", "2z")
    for value in (4, 2):
        rules = RIICHI.replace(double_wind_fu=value)
        assert ("pair", value, "22z") in items(ask(pair, rules, round_wind="S"))
        assert ("pair", 2, "22z") in items(ask(pair, rules))
    kong = ("34m567m55s678s(5555z)", "2m")
    for value in (True, False):
        score = ask(kong, RIICHI.replace(rinshan_fu=value), self_draw=True, after_kong=True)
        assert (("self_draw", 2, "") in items(score)) == value
        assert ("self_draw", 2, "") in items(ask(kong, RIICHI.replace(rinshan_fu=value), self_draw=True))


def test_han_that_stand_alone_have_no_fu() -> None:
    fixed = RIICHI.replace(renhou_mode="mangan_fixed", shiisan_puutaa="mangan")
    for hand, how, fan in (
        (("123m456p789s1122z", "1z"), {"first_turn": True, "seat_wind": "W"}, "renhou"),
        (("147m258p369s1234z", "4z"), {"first_turn": True, "self_draw": True}, "shiisan_puutaa"),
    ):
        score = ask(hand, fixed, **how, dora_indicators="2m")
        assert [(f.fan, f.value) for f in score.fans] == [(fan, 5)]
        assert (score.han, score.fu, score.limit, score.raw, score.fu_items) == (5, 0, "mangan", 2000, ())
    # a hand that is worth as much counts as it is
    rich = ask(("234567m55p66778s", "8s"), fixed, first_turn=True, seat_wind="W", dora_indicators="4p4p4s")
    assert (rich.han, rich.limit) == (7, "haneman")
    assert {c.fan: c.by for c in rich.covered}["renhou"] in {f.fan for f in rich.fans}


def test_any_tile_of_a_dealt_hand_may_be_the_winning_one() -> None:
    """If the rules say so: then all that is explained is about that tile."""
    wide = RIICHI.replace(tenhou_wide_wait=True)
    how: dict[str, Any] = {"self_draw": True, "first_turn": True, "seat_wind": "E"}
    usual, best = (ask(("11122233344455m", "1m"), rules, **how) for rules in (RIICHI, wide))
    assert [f.fan for f in usual.fans] == ["tenhou", "suuankou"]
    assert [f.fan for f in best.fans] == ["tenhou", "suuankou_tanki"]
    assert (best.reading.pair, best.reading.places) == ("55m", ("pair",))
    assert ("wait_pair", 2, "55m") in items(best)
    assert best.win.win_tile == mj.Tile("1m")
    assert ask(("11122233344455m", "1m"), wide, **{**how, "first_turn": False}).fans == ask(
        ("11122233344455m", "1m"), RIICHI, **{**how, "first_turn": False}
    ).fans


# The place of the winning tile


@pytest.mark.parametrize(
    ("hand", "how", "places", "fans"),
    [
        # 222m before the discard, or 34m waiting: the chow leaves the triplet concealed
        (("22234m567p345s99s", "2m"), {"riichi": 1}, ["234m"], {"riichi"}),
        # two-sided for pinfu rather than closed
        (("12334m456p678s99s", "2m"), {}, ["234m"], {"pinfu"}),
        # the pair for two fu more where there is no pinfu
        (("3455m678p678s777z", "5m"), {}, ["pair"], {"yakuhai_chun"}),
        (("223344m667788p5z", "5z"), {}, ["pair"], {"ryanpeikou"}),
    ],
)
def test_the_place_of_the_winning_tile(hand: Hand, how: dict[str, Any], places: list[str], fans: set[str]) -> None:
    score = ask(hand, **how)
    reading = score.reading
    assert [reading.sets[place] if isinstance(place, int) else place for place in reading.places] == places
    assert {entry.fan for entry in score.fans} == fans


# What holds for every score


def scored(plain: PlainRiichiWin, rules: Any) -> Score:
    hand, tile, how = to_score_arguments(plain)
    return mj.score(hand, tile, rules=rules, **how)


WINS = [*wins(600, 81, local=True), *wins(400, 82)]
SCORES = [scored(plain, ALL_LOCAL) for plain in WINS[:600]] + [scored(plain, RIICHI) for plain in WINS[600:]]


def test_han_add_up() -> None:
    for score in SCORES:
        values = {row.public_id: row for row in score.rules.fans}
        total = sum(entry.value for entry in score.fans)
        assert all(entry.count >= 1 for entry in score.fans)
        if score.yakuman:
            assert (score.han, score.yakuman) == (0, total)
            assert {values[entry.fan].acc for entry in score.fans} == {"yakuman"}
            assert score.unit == score.raw == 8000 * total
        else:
            assert score.han == total
            bonus = sum(entry.value for entry in score.fans if values[entry.fan].acc == "bonus")
            assert score.legal == (total - bonus >= 1)
        if not score.legal:
            assert score.reason == "0 han of yaku, Japanese Riichi asks for 1"
            assert (score.total, score.unit, score.points) == (0, 0, 0)
        else:
            assert score.reason == ""


def test_limits_are_those_of_the_base_points() -> None:
    for score in SCORES:
        base, han, fu = score.unit or 0, score.han or 0, score.fu or 0
        if base >= 8000:
            assert score.limit == "yakuman"
        else:
            assert score.limit == LIMIT_NAMES.get(base)
        if score.legal and not score.yakuman:
            assert score.raw == fu * 2 ** (2 + han)
            assert base == (score.raw if score.limit is None else base) <= max(2000, base)
            assert (score.limit is None) == (han < 5 and score.raw < 2000)
        assert score.total == score.points == score.total_without_flowers


def test_fu_items_add_up_and_agree_with_the_twin() -> None:
    names = {
        "chiitoitsu": {"seven_pairs"}, "base": {"base"}, "closed ron": {"closed_discard"}, "tsumo": {"self_draw"},
        "kan": {"open_kong", "concealed_kong"}, "triplet": {"open_pung", "concealed_pung"}, "pair": {"pair"},
        "closed wait": {"wait_closed"}, "edge wait": {"wait_edge"}, "single wait": {"wait_pair"},
    }  # fmt: skip
    compared = 0
    for plain, score in zip(WINS[600:], SCORES[600:], strict=True):
        assert sum(item.fu for item in score.fu_items) == score.fu
        assert all(item.fu > 0 for item in score.fu_items)
        if not score.legal or score.yakuman:
            continue
        expected = twin(plain)
        assert expected is not None
        left = [(names[name], fu) for name, fu in expected.fu_items]
        for item in (item for item in score.fu_items if item.item != "round_up"):
            same = next(((allowed, fu) for allowed, fu in left if fu == item.fu and item.item in allowed), None)
            if same is None:
                break
            left.remove(same)
        else:
            compared += not left
            if not left:
                continue
        # another reading or place that is worth the same
        hand, tile, _ = to_score_arguments(plain)
        assert sum(len(reading.places) for reading in mj.decompose(hand, tile)) > 1, score
    assert compared > 200


def test_items_and_places_say_the_same() -> None:
    """What the winning tile completes: one role, in the reading that is shown."""
    seen = set()
    for score in SCORES:
        reading = score.reading
        texts = {*reading.sets, reading.pair}
        for item in score.fu_items:
            if item.set:
                assert item.set in texts or item.set[1:] in texts, score
        if reading.form != "standard":
            continue
        wait = next((item.item for item in score.fu_items if item.item.startswith("wait_")), "")
        seen.add(wait)
        assert reading.places, score
        tile = str(score.win.win_tile).replace("0", "5")
        for place in reading.places:
            if place == "pair":
                assert wait == "wait_pair"
                assert tile in (reading.pair[0] + reading.pair[2],)
                continue
            text = reading.sets[int(place)]
            assert int(place) < reading.concealed
            assert tile[0] in text
            assert text[-1] == tile[1]
            pung = text[0] == text[1]
            closed = not pung and text[1] == tile[0]
            edge = not pung and (text[:3], tile[0]) in (("123", "3"), ("789", "7"))
            expected = "wait_closed" if closed else "wait_edge" if edge else ""
            assert wait == expected, score
    assert seen == {"", "wait_pair", "wait_closed", "wait_edge"}


def test_sets_are_those_of_the_reading() -> None:
    order = {id(rules): list(dict.fromkeys(row.public_id for row in rules.fans)) for rules in (RIICHI, ALL_LOCAL)}
    for score in SCORES:
        texts = {*score.reading.sets, score.reading.pair}
        for entry in score.fans:
            assert set(entry.sets) <= texts, score
        places = [order[id(score.rules)].index(entry.fan) for entry in score.fans]
        assert places == sorted(set(places))
        assert not {c.fan for c in score.covered} & {entry.fan for entry in score.fans}
        for covered in score.covered:
            assert covered.by in {entry.fan for entry in score.fans}


@pytest.mark.parametrize(
    ("hand", "how", "fan", "sets"),
    [
        (("223344m667788p5z", "5z"), {}, "ryanpeikou", ("234m", "234m", "678p", "678p")),
        (("123456789m2233p", "2p"), {}, "ittsuu", ("123m", "456m", "789m")),
        (("111222m34s55777z", "2s"), {}, "yakuhai_chun", ("777z",)),
        (("34m33z678p[5555z<][666z<]", "2m"), {}, "yakuhai_haku", ("555z",)),
        (("34m33z678p[5555z<][666z<]", "2m"), {}, "yakuhai_hatsu", ("666z",)),
        (("34m678p55s[222z<][777p<]", "2m"), {}, "seat_wind_south", ("222z",)),
        (("34m678p55s[222z<][777p<]", "2m"), {"round_wind": "S", "seat_wind": "W"}, "round_wind_south", ("222z",)),
        (("111m222p3344s(5555z)", "3s"), {}, "sanankou", ("111m", "222p", "555z")),
        (("11m222p3344s(5555z)1m", "3s"), {}, "toitoi", ("111m", "222p", "333s", "555z", "44s")),
        (("55566677z23s555m", "4s"), {}, "shousangen", ("555z", "666z", "77z")),
        (("111222333z23s55m", "4s"), {}, "sanpuukou", ("111z", "222z", "333z")),
        (("11m222z333z444z23m", "1m"), {"seat_wind": "E"}, "otakaze_sankou", ("222z", "333z", "444z")),
        (("79p55s(1111m)[2222p<][3333s+^]", "8p"), {}, "sankantsu", ("111m", "222p", "333s")),
        (PINFU, {}, "pinfu", ("123m", "567m", "345p", "678s", "99s")),
        (PINFU, {"riichi": 1}, "riichi", ()),
        (PAIRS, {}, "chiitoitsu", ()),
    ],
)
def test_sets_of_known_yaku(hand: Hand, how: dict[str, Any], fan: str, sets: tuple[str, ...]) -> None:
    found = {entry.fan: entry for entry in ask(hand, ALL_LOCAL, **how).fans}
    assert found[fan].sets == sets


# As data, and where no han are counted


def test_to_dict() -> None:
    score = ask(("222340m067p678s1z", "1z"), riichi=2, dora_indicators="4p", ura_indicators="1m", self_draw=True)
    data = score.to_dict("ja")
    assert json.loads(json.dumps(data, ensure_ascii=False)) == data
    assert {name: data[name] for name in ("rules", "hand", "win", "riichi", "dora_indicators", "ura_indicators")} == {
        "rules": "riichi", "hand": "222340m067p678s1z", "win": "1z", "riichi": 2, "dora_indicators": "4p",
        "ura_indicators": "1m",
    }  # fmt: skip
    assert (data["han"], data["fu"], data["yakuman"], data["limit"], data["unit"]) == (9, 30, 0, "baiman", 4000)
    assert [entry["name"] for entry in data["fans"]] == ["門前清自摸和", "両立直", "ドラ", "裏ドラ", "赤ドラ"]
    assert data["fu_items"][-1] == {"item": "wait_pair", "fu": 2, "set": "11z"}
    assert data["payments"] == [*score.payments()] == [-8000, 16000, -4000, -4000]
    for each in SCORES[:200]:
        data = each.to_dict()
        assert json.loads(json.dumps(data)) == data
        for name in ("han", "fu", "yakuman", "limit", "unit", "points"):
            assert data[name] == getattr(each, name)
        assert sum(item["fu"] for item in data["fu_items"]) == each.fu
        # and it leads back to the win
        flags = ("dealer", "riichi", "double_riichi")
        how: dict[str, Any] = {name: True for name in data["circumstances"] if name not in flags}
        how |= {name: data[name] for name in ("seat_wind", "round_wind", "riichi", "dora_indicators", "ura_indicators")}
        assert mj.Win(data["hand"], data["win"], **how, nuki=data["nuki"]) == mj.Win.from_bytes(
            without_streak(each.win.to_bytes())
        )


def without_streak(data: bytes) -> bytes:
    """The streak is not among plain data."""
    return data[:93] + b"\0" + data[94:]


def test_where_no_han_are_counted() -> None:
    score = mj.score("123m456p789s1122z", "1z", rules="mcr")
    for name in ("han", "fu", "yakuman", "limit", "unit", "points"):
        assert getattr(score, name) is None
    assert score.fu_items == ()
    assert not {"han", "fu", "yakuman", "fu_items", "riichi"} & set(score.to_dict())


def test_scores_are_values() -> None:
    for score in SCORES[:60]:
        again = pickle.loads(pickle.dumps(score))
        assert again == score
        assert again.to_dict() == score.to_dict()
        assert pickle.loads(pickle.dumps(score.fans)) == score.fans
        assert pickle.loads(pickle.dumps(score.fu_items)) == score.fu_items
    riichi, mcr = (mj.score("123m456p789s1122z", "1z", rules=rules) for rules in ("riichi", "mcr"))
    assert riichi != mcr
    assert repr(riichi) == "<Score 3900 (2 han 40 fu): seat_wind_east round_wind_east>"
    assert repr(ask(ORPHANS)) == "<Score 32000 (1 yakuman): kokushi_musou_13men>"
    poor = ask(("34m567m99s678s[123p<]", "2m"), dora_indicators="8s")
    assert repr(poor) == "<Score 0 (2 han 30 fu, not legal): dora*2>"
    with pytest.raises(RuleError, match="no payments for a hand that may not win: 0 han of yaku"):
        poor.payments(loser=0)


def test_payments() -> None:
    """The winner gets the points, the counters and the deposits."""
    for number, score in enumerate(SCORES[:300]):
        if not score.legal:
            continue
        dealer = number % 4
        winner = (dealer + "ESWN".index(score.win.seat_wind)) % 4
        loser = None if score.win.self_draw else (winner + 1 + number // 4 % 3) % 4
        pays = score.payments(dealer, loser=loser, honba=number % 3, sticks=number % 2)
        assert pays[winner] == (score.points or 0) + 300 * (number % 3) + 1000 * (number % 2)
        assert sum(pays) == 1000 * (number % 2)
        assert score.ledger(dealer, winner, loser).totals(4)[winner] == score.points


def test_other_minimum() -> None:
    two = RIICHI.replace(min_han=2)
    score = ask(PINFU, two, dora_indicators="8s")
    assert (score.legal, score.reason) == (False, "1 han of yaku, Japanese Riichi asks for 2")
    assert ask(PINFU, two, riichi=1).legal
