"""The rule set of Kawuxing: presets, what each option changes, payments reckoned by hand, and a slow twin."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore.errors import HandError, NotAWin, RuleError
from mjcore.fans.rows import Fan
from mjcore.procedure.parts import DrawPlayer
from mjcore.rules import RuleSet
from mjcore.rules.kawuxing import RULES
from mjcore.rules.options import Option
from reference.facts import tiles_text
from reference.kawuxing import Plain, score

SEED = RULES
XIANGYANG = RULES.with_preset("kwx_xiangyang")
FULL = SEED.replace(channel="full")
WINS = (int(os.environ.get("MJCORE_LONG") or 0) and 40_000) or 1_500
PLAIN = ("123456m78977p23p", "1p")  # 屁胡
FIVE = ("123456m78977p46p", "5p")  # 卡五星


def fans(hand: str, win: str, rules: RuleSet = SEED, **circumstances: Any) -> dict[str, int]:
    found = mj.score(hand, win, rules, **circumstances)
    rows = {row.fan: row.value for row in found.fans}
    product = 1
    for value in rows.values():
        product *= value
    assert product == found.total == found.raw
    return rows


def test_presets() -> None:
    assert (SEED.preset, SEED.players, SEED.minimum) == ("kwx_seed", 4, 1)
    assert SEED.tiles == {4: "123456789p123456789m567z"}
    assert (XIANGYANG.players, XIANGYANG.minimum) == (3, 2)
    assert XIANGYANG.tiles == {4: "123456789p123456789s567z"}
    seed = {"suits": "pm", "kong_open": 1, "kong_added": 1, "kong_closed": 2, "chain": "power", "min_mult": 1,
            "cap": None, "channel": "half", "show_both": 2, "horse": "none", "draw": "none", "protect_shown": False}
    other = {"suits": "ps", "kong_open": 2, "min_mult": 2, "cap": 8, "horse": "shown_self", "draw": "xiangyang",
             "protect_shown": True}
    for rules, expected in ((SEED, seed), (XIANGYANG, {**seed, **other})):
        assert {name: rules.values[name] for name in expected} == expected
    for rules in (SEED, XIANGYANG):
        assert len(rules.lattice.rows) == len(rules.fans) == 17


def test_every_option_speaks_two_languages() -> None:
    for option in SEED.options:
        assert option.help
        assert option.zh
        assert option.help_in("zh") == option.zh
    for row in SEED.fans:
        assert row.names.keys() == {"zh", "en"}


def rows_of(rules: RuleSet) -> dict[str, Fan]:
    return {row.id: row for row in rules.fans}


CHANGES: list[tuple[dict[str, Any], dict[str, set[str]]]] = [
    ({"channel": "full"}, {"ansigui": {"pattern"}, "mingsigui": {"pattern"}}),
    *(({name: value}, {name: {"value"}}) for name, value in (
        ("kawuxing", 4), ("pengpenghu", 4), ("mingsigui", 4), ("shouzhuayi", 8), ("gangshanghua", 4))),
    ({"lux": "4,8,16,32"}, {"chao_haohua": {"value"}, "chao_chao_haohua": {"value"}}),
    ({"lux": [4, 8, 16, 128]}, {"chao_haohua": {"value"}}),
]


@pytest.mark.parametrize(("options", "expected"), CHANGES, ids=lambda value: " ".join(map(str, value)))
def test_options_edit_the_table(options: dict[str, Any], expected: dict[str, set[str]]) -> None:
    before, after = rows_of(SEED), rows_of(SEED.replace(**options))
    assert before.keys() == after.keys()
    changed = {id: {name for name in vars(before[id]) if getattr(before[id], name) != getattr(after[id], name)}
               for id in before}
    assert {id: names for id, names in changed.items() if names} == expected


def test_other_options_leave_the_table_alone() -> None:
    tested = {name for options, _ in CHANGES for name in options}
    for option in SEED.options:
        if type(option) is Option and option.id not in tested:
            for value in option.values[1:]:
                assert SEED.replace(**{option.id: value}).fans == SEED.fans, option.id


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cap": 64}, "option cap: 64 is not allowed, expected one of None, 8, 16, 32"),
        ({"cap": 8, "min_mult": 16}, "min_mult=16: expected the cap of 8 at most"),
        ({"lux": "4,8,32"}, "option lux: '4,8,32' is not allowed, expected 4 whole numbers with commas"),
        ({"lux": "4,8,32,0"}, "lux 4,8,32,0: expected numbers 1..1024"),
        ({"suits": "ms"}, "option suits: 'ms' is not allowed"),
        ({"players": 2}, "option players: 2 is not allowed, expected one of 4, 3"),
        ({"show_both": 3}, "option show_both: 3 is not allowed"),
        ({"horse": True}, "option horse: True is not allowed"),
    ],
)
def test_what_does_not_fit(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        SEED.replace(**options)
    assert message in str(caught.value)


# What is scored


@pytest.mark.parametrize(
    ("hand", "win", "circumstances", "expected"),
    [
        (*PLAIN, {}, {"pihu": 1}),
        (*FIVE, {}, {"kawuxing": 2}),
        # the five at the end of its run, and in the pair
        ("123456m78977p67p", "5p", {}, {"pihu": 1}),
        ("123456m789p1235p", "5p", {}, {"pihu": 1}),
        # 4 5 5 6: between, not in the pair
        ("123m789m123p4556p", "5p", {}, {"kawuxing": 2}),
        # the five in 345 or in 456
        ("111789m34456p77z", "5p", {}, {"kawuxing": 2}),
        ("333m45m12378966p", "3m", {}, {"ansigui": 4}),
        # the four are there, but another tile wins
        ("33334m12378966p", "5m", {}, {"pihu": 1}),
        ("567m23789p66p[555m<]", "1p", {}, {"pihu": 1}),
        ("67m12378966p[555m<]", "5m", {}, {"mingsigui": 2}),
        ("46m12378966p[555m<]", "5m", {}, {"mingsigui": 2, "kawuxing": 2}),
        # a kong is neither
        ("67m12366p[3333m<](5555m)", "8m", {}, {"pihu": 1}),
        ("111m999m333p5z77z", "7z", {}, None),
        ("111m999m333p55z77z", "7z", {}, {"pengpenghu": 2}),
        ("5m[111m<][333p<][777z^][999p>]", "5m", {}, {"pengpenghu": 2, "shouzhuayi": 4}),
        ("5m(1111m)[333p<][777z^][999p>]", "5m", {}, {"pengpenghu": 2, "shouzhuayi": 4}),
        ("5z[555m<](3333p)[666z^](7777z)", "5z", {}, {"pengpenghu": 2, "shouzhuayi": 4, "xiaosanyuan": 4}),
        ("345m89p55566677z", "7p", {}, {"xiaosanyuan": 4}),
        ("34m88p55566677z7z", "5m", {}, {"dasanyuan": 8}),
        ("1133557799m11p6z", "6z", {}, {"qidui": 4}),
        ("1133557799224m", "4m", {}, {"qidui": 4, "qingyise": 4}),
        ("1111335577m99p6z", "6z", {}, {"haohua_qidui": 8}),
        ("1111333377m99p6z", "6z", {}, {"chao_haohua": 32}),
        # a meld, and three equal tiles
        ("11335577m9p[666z<]", "9p", {}, None),
        ("1133557779m11p6z", "6z", {}, None),
        ("11113333m5555p6z", "6z", {}, {"chao_chao_haohua": 128}),
        # two runs of each: seven pairs are worth more
        ("1122334455667m", "7m", {}, {"qidui": 4, "qingyise": 4}),
        ("1117894688899m", "5m", {}, {"kawuxing": 2, "qingyise": 4}),
        (*PLAIN, {"last_tile": True}, {"haidi": 2}),
        (*PLAIN, {"last_tile": True, "self_draw": True}, {"haidi": 2}),
        (*PLAIN, {"on_kong_discard": True}, {"gangshangpao": 2}),
        (*PLAIN, {"rob_kong": True}, {"qianggang": 2}),
        ("456m78977p23p(5555z)", "1p", {"self_draw": True, "after_kong": True}, {"gangshanghua": 2}),
        ("456m78977p23p(5555z)", "1p", {"self_draw": True, "after_kong": True, "last_tile": True},
         {"gangshanghua": 2, "haidi": 2}),
    ],
)
def test_fans(hand: str, win: str, circumstances: dict[str, Any], expected: dict[str, int] | None) -> None:
    if expected is None:
        with pytest.raises((NotAWin, HandError)):
            mj.score(hand, win, SEED, **circumstances)
    else:
        assert fans(hand, win, **circumstances) == expected


def test_full_channel() -> None:
    assert fans("33334m12378966p", "5m", FULL) == {"ansigui": 4}
    assert fans("567m23789p66p[555m<]", "1p", FULL) == {"mingsigui": 2}
    assert fans("67m12366p[3333m<](5555m)", "8m", FULL) == {"pihu": 1}
    # of four equal tiles in seven pairs the pairs count
    assert fans("1111335577m99p6z", "6z", FULL) == {"haohua_qidui": 8}


def test_options_of_the_values() -> None:
    assert fans(*FIVE, SEED.replace(kawuxing=4)) == {"kawuxing": 4}
    assert fans("46m12378966p[555m<]", "5m", SEED.replace(mingsigui=4)) == {"mingsigui": 4, "kawuxing": 2}
    assert fans("1111333377m99p6z", "6z", SEED.replace(lux="4,8,16,32")) == {"chao_haohua": 16}


def test_there_are_no_other_tiles() -> None:
    with pytest.raises(HandError):
        mj.score("123456s78977p23p", "1p", SEED)
    with pytest.raises(HandError):
        mj.score("123456m78977p11z1p", "1p", SEED)
    assert mj.score("123456s78977p23p", "1p", XIANGYANG).total == 1


def test_minimum_after_showing() -> None:
    def legal(rules: RuleSet, hand: tuple[str, str] = PLAIN, **circumstances: Any) -> bool:
        return mj.score(hand[0].replace("m", "s"), hand[1], rules, **circumstances).legal

    assert not legal(XIANGYANG)
    assert legal(XIANGYANG, rob_kong=True)  # 抢杠 is worth 2
    assert legal(XIANGYANG, self_draw=True)
    assert legal(XIANGYANG, shown=True)
    assert legal(XIANGYANG, loser_shown=True)
    assert legal(XIANGYANG, FIVE)
    four = XIANGYANG.replace(min_mult=4)
    assert not legal(four, FIVE)
    assert legal(four, FIVE, shown=True)
    assert not legal(four, shown=True, loser_shown=True)
    assert legal(four.replace(show_both=4), shown=True, loser_shown=True)
    with pytest.raises(RuleError, match="2"):
        mj.score(PLAIN[0].replace("m", "s"), "1p", XIANGYANG).payments(0, 0, 2)


# What is paid


def pay(rules: RuleSet, hand: tuple[str, str] = FIVE, winner: int = 0, loser: int | None = None,
        circumstances: dict[str, Any] | None = None, **details: Any) -> tuple[int, ...]:
    text, win = (part.replace("m", "s") if rules.values["suits"] == "ps" else part for part in hand)
    found = mj.score(text, win, rules, self_draw=loser is None, **circumstances or {})
    return found.payments(0, winner, loser, **details)


def test_the_giver_pays_or_all_do() -> None:
    assert pay(SEED, loser=2) == (2, 0, -2, 0)
    assert pay(SEED) == (6, -2, -2, -2)
    assert pay(SEED.replace(base=5), loser=2) == (10, 0, -10, 0)
    assert pay(XIANGYANG, winner=2) == (-2, -2, 4)


def test_showing_doubles_by_payer() -> None:
    assert pay(SEED, shown=[0]) == (12, -4, -4, -4)
    assert pay(SEED, shown=[1]) == (8, -4, -2, -2)
    assert pay(SEED, shown=[0, 1]) == (12, -4, -4, -4)
    assert pay(SEED.replace(show_both=4), shown=[0, 1]) == (16, -8, -4, -4)
    # who neither wins nor pays does not matter
    assert pay(SEED, loser=2, shown=[1, 3]) == (2, 0, -2, 0)
    # what the win itself says
    assert pay(SEED, loser=2, circumstances={"shown": True}) == (4, 0, -4, 0)
    assert pay(SEED, loser=2, circumstances={"loser_shown": True}, shown=[2]) == (4, 0, -4, 0)


def test_the_cap_comes_after_showing() -> None:
    sixteen = ("1133557799224m", "4m")
    assert pay(XIANGYANG, sixteen, loser=1) == (8, -8, 0)
    eight = ("1111335577m99p6z", "6z")
    assert pay(XIANGYANG, eight, loser=1, shown=[0]) == (8, -8, 0)
    assert pay(XIANGYANG.replace(cap=16), eight, loser=1, shown=[0]) == (16, -16, 0)
    assert pay(XIANGYANG.replace(cap=None), sixteen, loser=1, shown=[1]) == (32, -32, 0)
    assert pay(XIANGYANG.replace(base=3), sixteen, loser=1) == (24, -24, 0)


def test_floats() -> None:
    assert pay(SEED, loser=1, piao=[1, 3, 5, 0]) == (6, -6, 0, 0)
    assert pay(SEED, piao=[1, 3, 5, 0]) == (17, -6, -8, -3)
    assert pay(SEED, loser=1, shown=[0], piao=[1, 3, 0, 0]) == (8, -8, 0, 0)
    with pytest.raises(RuleError, match="expected 2 at most"):
        pay(SEED.replace(piao=2), loser=1, piao=[1, 3, 0, 0])
    with pytest.raises(HandError, match="one for each of 4 seats"):
        pay(SEED, loser=1, piao=[1, 3, 0])
    with pytest.raises(RuleError, match="expected 0 or more"):
        pay(SEED, loser=1, piao=[1, -1, 0, 0])


def test_horse() -> None:
    shown: dict[str, Any] = {"horse_tile": "7z", "shown": [0]}
    assert pay(XIANGYANG, **shown) == (28, -14, -14)
    assert pay(XIANGYANG, horse_tile="3s", shown=[0]) == (14, -7, -7)
    assert pay(XIANGYANG, horse_tile="3s") == (4, -2, -2)
    assert pay(XIANGYANG, horse_tile="3s", shown=[1]) == (6, -4, -2)
    assert pay(XIANGYANG, loser=1, **shown) == (4, -4, 0)
    assert pay(XIANGYANG.replace(horse="self"), horse_tile="3s") == (10, -5, -5)
    assert pay(SEED, **shown) == (12, -4, -4, -4)
    with pytest.raises(HandError, match="not in play"):
        pay(SEED, horse_tile="1s", shown=[0])


def test_who_pays_for_all() -> None:
    liable = SEED.replace(bao_hu=True)
    assert pay(liable, loser=2, shown=[0], bao=2) == (12, 0, -12, 0)
    assert pay(liable, loser=2, shown=[0], bao=2, piao=[1, 0, 0, 2]) == (17, 0, -17, 0)
    assert [entry.reason for entry in mj.score(*FIVE, liable).ledger(0, 0, 2, bao=2)] == ["pao", "points", "pao"]
    with pytest.raises(RuleError, match="bao_hu"):
        pay(SEED, loser=2, bao=2)
    for bao, loser in ((0, 2), (1, 2), (1, None), (9, 2)):
        with pytest.raises(HandError, match=r"liable player|pay for all"):
            pay(liable, loser=loser, bao=bao)


@pytest.mark.parametrize(
    ("rules", "seat", "type", "facts", "expected"),
    [
        (SEED, 0, "exposed kong", {"source": 2}, (1, 0, -1, 0)),
        (SEED, 1, "added kong", {}, (-1, 3, -1, -1)),
        (SEED, 1, "added kong", {"fresh": False}, (-1, 3, -1, -1)),
        (SEED, 1, "added kong", {"robbed": True}, (0, 0, 0, 0)),
        (SEED, 0, "concealed kong", {}, (6, -2, -2, -2)),
        (SEED, 0, "concealed kong", {"chain": 2}, (12, -4, -4, -4)),
        (SEED, 0, "concealed kong", {"chain": 4}, (48, -16, -16, -16)),
        (SEED.replace(chain="flat"), 0, "concealed kong", {"chain": 4}, (12, -4, -4, -4)),
        (SEED.replace(base=3), 0, "exposed kong", {"source": 2}, (3, 0, -3, 0)),
        (XIANGYANG, 2, "exposed kong", {"source": 0}, (-2, 0, 2)),
        (XIANGYANG.replace(kong_added=0), 2, "added kong", {}, (0, 0, 0)),
    ],
)
def test_kongs(rules: RuleSet, seat: int, type: str, facts: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert rules.settle_kong(seat, type, **facts).totals(rules.players) == expected


def test_kongs_that_can_not_be() -> None:
    with pytest.raises(RuleError, match="0 kongs in a row"):
        SEED.settle_kong(0, "added kong", chain=0)
    with pytest.raises(RuleError, match="a kong of type 'kong'"):
        SEED.settle_kong(0, "kong")
    with pytest.raises(HandError):
        SEED.settle_kong(0, "exposed kong")
    # the discard after a kong moves nothing of it
    assert len(SEED.settle_kong_discard([(-1, 3, -1, -1)], 1, [0])) == 0


# The end of the wall. Seat by seat: best 2, 1, 1; what is not ready
READY = ("123456s78977p46p", "123456789s11p23p", "234567s789p23p55z")
SHORT = "123456s78977p25p"


def drawn(rules: RuleSet, hands: tuple[str, ...], shown: tuple[int, ...] = (), kongs: Any = ()) -> Any:
    players = [DrawPlayer(mj.Hand(hand), shown=seat in shown) for seat, hand in enumerate(hands)]
    found = rules.settle_draw(players, kongs)
    return found.ledger.totals(rules.players), found.state, found.best


def test_all_are_ready() -> None:
    assert drawn(XIANGYANG, READY, (1,)) == ((4, -6, 2), ("ready",) * 3, (2, 1, 1))
    assert drawn(XIANGYANG, READY)[0] == (0, 0, 0)
    assert drawn(XIANGYANG, READY, (0, 1, 2))[0] == (0, 0, 0)
    assert drawn(XIANGYANG, READY, (0, 1))[0] == (-2, -2, 4)
    assert drawn(XIANGYANG.replace(base=2), READY, (1,))[0] == (8, -12, 4)


def test_some_are_not_ready() -> None:
    assert drawn(XIANGYANG, (READY[0], SHORT, READY[2])) == ((2, -3, 1), ("ready", "notready", "ready"), (2, None, 1))
    # showing does not matter there
    assert drawn(XIANGYANG, (READY[0], SHORT, READY[2]), (0,))[0] == (2, -3, 1)
    assert drawn(XIANGYANG, (READY[0], SHORT, SHORT))[0] == (4, -2, -2)
    assert drawn(XIANGYANG, (SHORT,) * 3) == ((0, 0, 0), ("notready",) * 3, (None,) * 3)


def test_the_best_of_a_draw_is_capped() -> None:
    pure = "1133557799224s"
    assert drawn(XIANGYANG, (pure, SHORT, SHORT)) == ((16, -8, -8), ("ready", "notready", "notready"), (8, None, None))
    assert drawn(XIANGYANG.replace(cap=None), (pure, SHORT, SHORT))[0] == (32, -16, -16)


def test_a_draw_costs_nothing() -> None:
    hands = tuple(hand.replace("s", "m") for hand in (*READY, SHORT))
    assert drawn(SEED, hands, (0,)) == ((0, 0, 0, 0), ("ready", "ready", "ready", "notready"), (2, 1, 1, None))


def test_kongs_of_a_flat_draw() -> None:
    kongs = [(0, (4, -2, -2)), (1, (-1, 2, -1))]
    void = XIANGYANG.replace(kong_void_on_flat_draw=True)
    assert drawn(XIANGYANG, READY, kongs=kongs)[0] == (0, 0, 0)
    assert drawn(void, READY, kongs=kongs)[0] == (-3, 0, 3)
    assert drawn(void, (SHORT,) * 3, kongs=kongs)[0] == (-3, 0, 3)
    assert drawn(void, (READY[0], SHORT, SHORT), kongs=kongs)[0] == (4, -2, -2)


def test_a_wait_of_which_none_is_left_is_none() -> None:
    assert [str(tile) for tile in mj.waits("1p234m[555m<][777z<][999p<]", SEED)] == ["1p"]
    # all four 1m are in the own hand and triplet
    assert mj.waits("1m234p[111m<][777z<][999p<]", SEED) == ()
    assert drawn(XIANGYANG, ("1s234p[111s<][777z<][999p<]", SHORT, SHORT))[1] == ("notready",) * 3


def test_a_won_hand_has_no_end_of_the_wall() -> None:
    players = [DrawPlayer(mj.Hand(hand)) for hand in READY]
    with pytest.raises(HandError, match="seat 1: a win ends the hand"):
        XIANGYANG.settle_draw([players[0], DrawPlayer(None, won=True), players[2]])
    with pytest.raises(HandError, match="2 players: expected 3"):
        XIANGYANG.settle_draw(players[:2])


# The course of a hand


def test_deal_and_wall() -> None:
    assert SEED.deal() == ((14, 13, 13, 13), 31)
    assert XIANGYANG.deal() == ((14, 13, 13), 44)
    opened = SEED.open_wall([3, 4])
    assert (opened.stacks, opened.wall_seat, opened.skip, opened.live) == ((11, 10, 11, 10), 2, 3, 31)
    assert SEED.open_wall([3, 4], 1).stacks == (10, 11, 10, 11)
    assert XIANGYANG.open_wall([1, 1]).stacks == (14, 14, 14)


def test_claims() -> None:
    assert SEED.claims(0, [(1, "pung"), (3, "win"), (2, "win")]) == (((2, "win"), (3, "win")), None)
    assert SEED.claims(0, [(2, "kong")]) == (((2, "kong"),), 2)
    assert SEED.claims(0, [(3, "pung")]) == (((3, "pung"),), 0)
    with pytest.raises(RuleError, match="chow"):
        SEED.claims(0, [(1, "chow")])


def test_next_dealer() -> None:
    assert XIANGYANG.next_dealer(0, [2], discarder=1).dealer == 2
    assert XIANGYANG.next_dealer(0, [0], streak=1) == (0, 2)
    assert XIANGYANG.next_dealer(0, [0, 2], discarder=1).dealer == 1
    assert XIANGYANG.next_dealer(0, [], last_drawer=2).dealer == 2


# The twin


def random_win(rng: Random) -> tuple[list[int], list[tuple[str, int]]] | None:
    """Concealed tiles of a win with its melds, often of few kinds, so that values meet."""
    kinds = [*range(9), *range(9, 18), *range(31, 34)]
    if rng.random() < 0.5:
        kinds = [*range(rng.choice([0, 9]), 18)][:9] + [*range(31, 34)] * (rng.random() < 0.4)
    left = dict.fromkeys(range(34), 0) | dict.fromkeys(kinds, 4)
    concealed: list[int] = []
    melds: list[tuple[str, int]] = []

    def take(tiles: list[int]) -> bool:
        if any(left[tile] < tiles.count(tile) for tile in tiles):
            return False
        for tile in tiles:
            left[tile] -= 1
        return True

    if rng.random() < 0.25:
        for _ in range(7):
            kind = rng.choice(kinds[:7] if rng.random() < 0.5 else kinds)
            if not take([kind] * 2):
                return None
            concealed += [kind] * 2
        return concealed, melds
    for _ in range(4):
        kind, sort = rng.choice(kinds), rng.random()
        if sort < 0.45 and kind < 27 and kind % 9 < 7:
            tiles = [kind, kind + 1, kind + 2]
        elif sort < 0.9:
            tiles = [kind] * 3
        else:
            tiles = [kind] * 4
        if not take(tiles):
            return None
        if len(tiles) == 4:
            melds.append((rng.choice(["exposed kong", "added kong", "concealed kong"]), kind))
        elif tiles[0] == tiles[1] and rng.random() < 0.5:
            melds.append(("pung", kind))
        else:
            concealed += tiles
    kind = rng.choice(kinds)
    return (concealed + [kind] * 2, melds) if take([kind] * 2) else None


def circumstances_of(rng: Random, melds: list[tuple[str, int]], only: bool) -> dict[str, Any]:
    """How it was won; `only` the winner holds the tile, so that no added kong of it can be robbed."""
    self_draw = rng.random() < 0.5
    found: dict[str, Any] = {"self_draw": self_draw, "last_tile": rng.random() < 0.2}
    if self_draw:
        found["after_kong"] = any("kong" in sort for sort, _ in melds) and rng.random() < 0.4
    elif only and not found["last_tile"] and rng.random() < 0.3:
        found["rob_kong"] = True
    else:
        found["on_kong_discard"] = rng.random() < 0.3
    return found


VALUES: list[dict[str, Any]] = [
    {}, {"channel": "full"}, {"channel": "full", "kawuxing": 4, "mingsigui": 4},
    {"pengpenghu": 4, "shouzhuayi": 8, "gangshanghua": 4, "lux": "4,8,16,32"},
]


def test_the_twin_agrees() -> None:
    rng = Random(8)
    seen: set[str] = set()
    signs = {"pung": "[{}<]", "exposed kong": "[{}<]", "added kong": "[{}+<]", "concealed kong": "({})"}
    done = 0
    while done < WINS:
        made = random_win(rng)
        if made is None:
            continue
        tiles, melds = made
        win = rng.choice(tiles)
        values = rng.choice(VALUES)
        held = tiles.count(win) + sum(kind == win for _, kind in melds)
        circumstances = circumstances_of(rng, melds, held == 1)
        counts = tuple(tiles.count(kind) for kind in range(34))
        plain = {**values, "lux": tuple(map(int, values.get("lux", "4,8,32,128").split(",")))}
        expected = score(Plain(counts, tuple(melds), win, frozenset(n for n, on in circumstances.items() if on), plain))
        assert expected is not None
        rest = sorted(tiles)
        rest.remove(win)
        text = tiles_text(rest) + "".join(
            signs[sort].format(tiles_text([kind] * (4 if "kong" in sort else 3))) for sort, kind in melds)
        found = mj.score(text, tiles_text([win]), SEED.replace(**values), **circumstances)
        best, ways = expected
        rows = {row.fan: row.value for row in found.fans}
        assert (found.total, rows in ways) == (best, True), (text, win, circumstances, values, rows, ways)
        seen |= rows.keys()
        done += 1
    assert seen >= {row.id for row in SEED.fans} - {"chao_chao_haohua", "dasanyuan"}
