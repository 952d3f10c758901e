"""The rule set of Sichuan mahjong: presets by the table, what each option changes, settlements reckoned by hand."""

from __future__ import annotations

from typing import Any

import pytest

import mjcore as mj
from mjcore import rules
from mjcore.errors import HandError, NotAWin, RuleError
from mjcore.fans.rows import Fan
from mjcore.procedure.parts import DrawPlayer
from mjcore.rules import RuleSet
from mjcore.rules.options import SetOption

SEED = rules.get("sichuan")
SBR = rules.get("sichuan", "sbr_2025")
APP = rules.get("sichuan", "xuezhan_app")
RIVER = rules.get("sichuan", "xueliu_app")

# rules/sichuan.md section 2; an empty cell is the seed's value
TABLE: dict[str, tuple[Any, Any, Any]] = {
    "mode": ("xuezhan", "xuezhan", "xuezhan"),
    "void": ("free", "declared", "declared"),
    "void_first": (True, True, True),
    "exchange_three": ("off", "off", "off"),
    "fans": ("seed", "sbr", "app"),
    "fan_cap": (None, 3, 6),
    "zimo": ("none", "plus_base", "plus_base"),
    "kong_open": (1, 2, 2),
    "kong_added": (1, 1, 1),
    "kong_added_fresh": (False, True, False),
    "kong_closed": (2, 2, 2),
    "gangpao": ("none", "refund", "transfer_all"),
    "refund_if_not_ready": (True, True, True),
    "pig_points": (16, 0, 64),
    "pig_also_dajiao": (False, True, False),
    "active_pig_fine": (0, 24, 0),
    "forced_last": (4, 0, 0),
    "forced_win_scope": ("last_tiles_only", "last_tiles_only", "any_tile"),
    "missed_win": ("none", "until_own_draw_same_or_lower", "none"),
    "direct_kong_draw": ("self_draw", "self_draw", "self_draw"),
    "wait_limit": ("own", "hand", "own"),
    "jingoudiao_exposed": (True, True, True),
    "gangpao_split": ("stays", "stays", "stays"),
    **dict.fromkeys(("yaojiu", "jiangdui", "menqing", "duanyao", "tiandi", "four_pairs"), (False, False, False)),
    "replacement": ("front", "front", "front"),
    "multi_win": (True, True, True),
    "players": (4, 4, 4),
    "must_flush": (False, False, False),
    "claims": ("pung,kong,win",) * 3,
    "discards": ("face_up",) * 3,
}


def test_presets_have_the_values_of_the_table() -> None:
    assert SEED.presets.keys() == {"chengdu_seed", "sbr_2025", "xuezhan_app", "xueliu_app"}
    assert SEED == rules.get("chengdu") == rules.get("sichuan", "chengdu_seed")
    for name, values in TABLE.items():
        assert (SEED.values[name], SBR.values[name], APP.values[name]) == values, name
    changed = {name for name in APP.values if APP.values[name] != RIVER.values[name]}
    assert changed == {"mode"}
    assert RIVER.values["mode"] == "xueliu"
    unlisted = SEED.values.keys() - TABLE.keys()
    assert unlisted == {"exchange_direction"}


def test_every_option_is_explained_in_two_languages() -> None:
    assert SEED.names.keys() == {"en", "zh", "ja"}
    for option in SEED.options:
        assert option.help_in("en") != option.help_in("zh"), option.id
    for preset in SEED.presets:
        for row in SEED.with_preset(preset).replace(**ALL_SWITCHES).fans:
            assert row.names.keys() >= {"en", "zh"}, row.id


SWITCHES = ("yaojiu", "jiangdui", "menqing", "duanyao", "tiandi")
ALL_SWITCHES: dict[str, Any] = dict.fromkeys(SWITCHES, True)


def changes(before: RuleSet, **options: Any) -> dict[str, set[str]]:
    """Row -> the fields that an option changes; new and missing rows as such."""
    old, new = ({row.id: row for row in rule_set.fans} for rule_set in (before, before.replace(**options)))
    found: dict[str, set[str]] = {id: {"new"} for id in new.keys() - old.keys()}
    found |= {id: {"gone"} for id in old.keys() - new.keys()}
    for id in old.keys() & new.keys():
        fields = {name for name in vars(old[id]) if getattr(old[id], name) != getattr(new[id], name)}
        if fields:
            found[id] = fields
    return found


def test_options_that_change_the_fan_table() -> None:
    assert changes(SEED, zimo="plus_fan") == {"zimo": {"new"}}
    assert changes(SEED, zimo="double") == {}
    assert changes(SEED, fans="sbr") == {id: {"new"} for id in ("jingoudiao", "gangshangpao", "qianggang", "haidi")}
    assert changes(SEED, jingoudiao_exposed=False) == {}
    assert changes(SBR, jingoudiao_exposed=False) == {"jingoudiao": {"pattern"}}
    assert changes(APP, jingoudiao_exposed=False) == {"jingoudiao": {"pattern"}, "qing_jingou": {"pattern"}}
    assert changes(APP, yaojiu=True) == {"daiyao": {"new"}, "qing_yaojiu": {"new"}}
    assert changes(APP, jiangdui=True) == {"jiangdui": {"new"}, "jiang_jingou": {"new"}}
    assert changes(APP, tiandi=True) == {"tianhu": {"new"}, "dihu": {"new"}}
    assert changes(APP, menqing=True) == {"menqing": {"new"}}
    assert changes(APP, duanyao=True) == {"duanyao": {"new"}}
    for name in SWITCHES:
        assert changes(SBR, **{name: True}) == {}


def test_the_values_of_the_tables() -> None:
    def values(rows: tuple[Fan, ...]) -> dict[str, int]:
        return {row.public_id: row.value for row in rows}

    assert values(SEED.fans) == {
        "pinghu": 0, "gang": 1, "gen": 1, "duiduihu": 1, "qidui": 2, "qingyise": 2, "gangshanghua": 1,
    }
    assert values(SBR.fans) == values(SEED.fans) | {"jingoudiao": 1, "gangshangpao": 1, "qianggang": 1, "haidi": 1}
    assert values(APP.replace(**ALL_SWITCHES).fans) == {
        "pinghu": 0, "duiduihu": 1, "qingyise": 2, "qidui": 2, "jingoudiao": 2, "daiyao": 2, "qingdui": 3,
        "jiangdui": 3, "long_qidui": 4, "qing_qidui": 4, "qing_yaojiu": 4, "jiang_jingou": 4, "qing_jingou": 4,
        "qing_long_qidui": 5, "tianhu": 5, "dihu": 5, "shiba_luohan": 6, "qing_shiba_luohan": 8, "gen": 1,
        "gangshanghua": 1, "gangshangpao": 1, "qianggang": 1, "menqing": 1, "duanyao": 1,
    }


# Hands: (rule set, hand, winning tile, circumstances, fans with their values, total after the cap)

APP_ALL = APP.replace(**ALL_SWITCHES, fan_cap=None)
S = {"void_suit": "s"}
M = {"void_suit": "m"}
HANDS: list[tuple[RuleSet, str, str, dict[str, Any], dict[str, int], int]] = [
    # additive tables: nothing excludes anything
    (SEED, "1111222233334m", "4m", {}, {"qingyise": 2, "qidui": 2, "gen": 3}, 7),
    (SEED, "4m(1111m)[2222m^][3333m>][5555m+<]", "4m", {"self_draw": True, "after_kong": True},
     {"qingyise": 2, "duiduihu": 1, "gang": 4, "gangshanghua": 1}, 8),
    (SEED, "123m456p789p2355p", "4p", {"self_draw": True, "last_tile": True}, {"pinghu": 0}, 0),
    (SBR, "123m456p789p2355p", "4p", {"self_draw": True, "last_tile": True, **S}, {"haidi": 1}, 1),
    (SBR, "123m456p789p2355p", "4p", {"last_tile": True, **S}, {"haidi": 1}, 1),
    (SBR, "123m456p789p2355p", "4p", {"on_kong_discard": True, **S}, {"gangshangpao": 1}, 1),
    (SEED, "123m456p789p2355p", "4p", {"on_kong_discard": True}, {"pinghu": 0}, 0),
    (SBR, "123m456p2355p[9999p^]", "4p", {"self_draw": True, "after_kong": True, "last_tile": True, **S},
     {"gang": 1, "gangshanghua": 1, "haidi": 1}, 3),
    # a pung of four tiles is a root, a kong is a kong
    (SBR, "45m55p[333m^][888p<][999p>]", "3m", S, {"gen": 1}, 1),
    (SBR, "5p(1111m)[222m^][777p>][999p<]", "5p", S, {"duiduihu": 1, "jingoudiao": 1, "gang": 1}, 3),
    (SBR, "55p99p[222m^][777p>][111p<]", "5p", S, {"duiduihu": 1}, 1),
    (SBR.replace(jingoudiao_exposed=False), "111m333m555p777p9p", "9p", S, {"duiduihu": 1, "jingoudiao": 1}, 2),
    (SBR.replace(jingoudiao_exposed=False), "111m333m555p77p99p", "9p", S, {"duiduihu": 1}, 1),
    # the app: one pattern, roots beside it
    (APP_ALL, "5p[1111m^](4444m)[2222p>][6666p<]", "5p", S, {"shiba_luohan": 6}, 6),
    (APP_ALL, "5p[111m^](4444m)[2222p>][6666p<]", "5p", S, {"jingoudiao": 2, "gen": 3}, 5),
    (APP, "1111222233334m", "4m", S, {"qing_long_qidui": 5, "gen": 2}, 6),
    (APP, "1133557799224m", "4m", S, {"qing_qidui": 4}, 4),
    (APP, "11112222m33449p", "9p", S, {"long_qidui": 4, "gen": 1}, 5),
    (APP, "3344556677889m", "9m", S, {"qing_qidui": 4}, 4),
    (APP, "55p99p[222p^][777p>][111p<]", "5p", S, {"qingdui": 3}, 3),
    (APP, "1112345678999m", "5m", S, {"qingyise": 2}, 2),
    (APP_ALL, "22p88p[222m^][555p>][888m<]", "2p", S, {"jiangdui": 3, "duanyao": 1}, 4),
    (APP_ALL, "2p[222m^][555p>][888m<][888p<]", "2p", S, {"jiang_jingou": 4, "duanyao": 1}, 5),
    (APP, "2p[222m^][555p>][888m<][888p<]", "2p", S, {"jingoudiao": 2}, 2),
    (APP_ALL, "123789m11112p99p", "3p", S, {"daiyao": 2, "gen": 1}, 3),
    (APP_ALL, "12378911199m78m", "9m", S, {"qing_yaojiu": 4, "gen": 2}, 6),
    (APP_ALL, "234567m2345567p", "8p", {"self_draw": True, **S}, {"menqing": 1, "duanyao": 1}, 2),
    (APP_ALL, "234567m2345567p", "8p", S, {"duanyao": 1}, 1),
    (APP_ALL, "567m2345567p[222m^]", "8p", {"self_draw": True, **S}, {"duanyao": 1}, 1),
    (APP_ALL, "567m2345567p(2222m)", "8p", {"self_draw": True, **S}, {"duanyao": 1, "gen": 1}, 2),
    # the first turn
    (APP_ALL, "123456789m2355p", "4p", {"self_draw": True, "first_turn": True, **S}, {"tianhu": 5, "menqing": 1}, 6),
    (APP_ALL, "123456789m2355p", "4p", {"self_draw": True, "first_turn": True, "seat_wind": "S", **S},
     {"dihu": 5, "menqing": 1}, 6),
    (APP_ALL, "1111222233334m", "4m", {"self_draw": True, "first_turn": True, **S},
     {"tianhu": 5, "gen": 3, "menqing": 1}, 9),
    (APP, "123456789m2355p", "4p", {"self_draw": True, "first_turn": True, **S}, {"pinghu": 0}, 0),
    (APP, "123456789m2355p", "4p", {"rob_kong": True, **S}, {"qianggang": 1}, 1),
    # the cap
    (SBR, "1111222233334m", "4m", S, {"qingyise": 2, "qidui": 2, "gen": 3}, 3),
    (SBR.replace(fan_cap=None), "1111222233334m", "4m", S, {"qingyise": 2, "qidui": 2, "gen": 3}, 7),
    (SBR.replace(fan_cap=0), "1111222233334m", "4m", S, {"qingyise": 2, "qidui": 2, "gen": 3}, 0),
    # the best reading: seven pairs, not three equal chows twice
    (SEED, "1122335566779p", "9p", {}, {"qingyise": 2, "qidui": 2}, 4),
    (SEED.replace(zimo="plus_fan"), "1122335566779p", "9p", {"self_draw": True},
     {"qingyise": 2, "qidui": 2, "zimo": 1}, 5),
    # smaller hands
    (SEED.replace(players=5), "2224445m[777m>]", "5m", {}, {"duiduihu": 1, "qingyise": 2}, 3),
    (SEED.replace(players=6), "5556p[2222m^]", "6p", {"self_draw": True}, {"gang": 1, "duiduihu": 1}, 2),
    (SEED.replace(players=10), "2m[333m^]", "2m", {}, {"duiduihu": 1, "qingyise": 2}, 3),
]


def shown(score: mj.Score) -> dict[str, int]:
    return {fan.fan: fan.value for fan in score.fans}


@pytest.mark.parametrize(("rule_set", "hand", "win", "named", "fans", "total"), HANDS)
def test_hands(rule_set: RuleSet, hand: str, win: str, named: dict[str, Any], fans: dict[str, int], total: int
               ) -> None:
    score = mj.score(hand, win, rule_set, **named)
    assert score.legal
    assert (shown(score), score.total, score.unit) == (fans, total, 2**total)
    assert score.raw == sum(fans.values())


NO_WINS: list[tuple[RuleSet, str, str, dict[str, Any]]] = [
    (SEED, "123m456p789s2355p", "4p", {}),  # three suits
    (SEED, "123m456p2355p[777s^]", "4p", {}),
    (APP, "123456789m2355p", "4p", M),  # holds the suit that it should not
    (APP, "123m456p789s2355p", "4p", {}),
    (SEED.replace(must_flush=True), "123456789m2355p", "4p", {}),
    (SEED.replace(players=2), "123456789m2355p", "4p", {"self_draw": True}),
    (SEED, "123456789m2355p", "5p", {}),
    (SEED.replace(players=5), "1155779944m", "4m", {}),
    (SEED.replace(players=6), "1133557m", "7m", {}),
]


@pytest.mark.parametrize(("rule_set", "hand", "win", "named"), NO_WINS)
def test_no_wins(rule_set: RuleSet, hand: str, win: str, named: dict[str, Any]) -> None:
    with pytest.raises(NotAWin):
        mj.score(hand, win, rule_set, **named)


def test_waits_go_by_the_void_suit_and_the_limit() -> None:
    def waits(rule_set: RuleSet, hand: str, **named: Any) -> str:
        return " ".join(map(str, mj.waits(hand, rule_set, **named)))

    assert waits(SEED, "123456789m2355p") == "1p 4p"
    assert waits(SEED, "123m456p789s2355p") == ""
    assert waits(APP, "123456789m2355p", void_suit="p") == ""
    assert waits(APP, "123456789m2355p", void_suit="s") == "1p 4p"
    assert waits(SEED.replace(must_flush=True), "123456789m2355p") == ""
    assert waits(SEED.replace(players=2), "1112345678999m") == "1m 2m 3m 4m 5m 6m 7m 8m 9m"
    # all four of the only wait lie in an own kong
    kong = "46m789p11p[5555m^][333p<]"
    assert waits(SEED, kong) == ""
    assert waits(SBR, kong) == "5m"


# Payments


def pay(rule_set: RuleSet, hand: str, win: str, winner: int, loser: int | None, named: dict[str, Any],
        **details: Any) -> tuple[int, ...]:
    self_draw = loser is None
    return mj.score(hand, win, rule_set, self_draw=self_draw, **named).payments(0, winner, loser, **details)


PLAIN, DUIDUI = "123456789m2355p", "55p99p[222m^][777p>][111p<]"


def test_wins_are_paid() -> None:
    assert pay(SEED, DUIDUI, "5p", 1, 3, {}) == (0, 2, 0, -2)
    assert pay(SEED, DUIDUI, "5p", 1, None, {}) == (-2, 6, -2, -2)
    assert pay(SBR, DUIDUI, "5p", 1, None, S) == (-3, 9, -3, -3)
    assert pay(SBR.replace(zimo="double"), DUIDUI, "5p", 1, None, S) == (-4, 12, -4, -4)
    assert pay(SBR.replace(zimo="plus_fan"), DUIDUI, "5p", 1, None, S) == (-4, 12, -4, -4)
    assert pay(SBR.replace(zimo="none"), DUIDUI, "5p", 1, None, S) == (-2, 6, -2, -2)


def test_who_has_won_neither_pays_nor_gets() -> None:
    assert pay(APP, DUIDUI, "5p", 1, None, S, won=[2]) == (-3, 6, 0, -3)
    assert pay(RIVER, DUIDUI, "5p", 1, None, S, won=[1, 2]) == (-3, 9, -3, -3)
    assert pay(RIVER, DUIDUI, "5p", 1, 2, S, won=[1, 2]) == (0, 2, -2, 0)
    with pytest.raises(HandError, match="out of the hand"):
        pay(APP, DUIDUI, "5p", 1, 2, S, won=[2])
    with pytest.raises(HandError, match="out of the hand"):
        pay(APP, DUIDUI, "5p", 1, None, S, won=[1])


def test_a_draw_after_an_exposed_kong() -> None:
    """点杠花: 4 of each and one more, or 4 of whoever gave the kong."""
    hand = "345345m77p23p[9999p^]"
    named = {"after_kong": True, **S}
    assert pay(APP, hand, "4p", 0, None, named, direct_kong_from=2) == (15, -5, -5, -5)
    feeder = APP.replace(direct_kong_draw="discard")
    assert pay(feeder, hand, "4p", 0, None, named, direct_kong_from=2) == (4, 0, -4, 0)
    # a concealed or added kong has no feeder
    assert pay(feeder, hand, "4p", 0, None, named) == (15, -5, -5, -5)
    with pytest.raises(HandError, match="no replacement"):
        pay(feeder, hand, "4p", 0, None, S, direct_kong_from=2)


def test_two_players_win_on_no_discard() -> None:
    two = SEED.replace(players=2)
    assert pay(two, "1112345678956m", "7m", 0, None, {}) == (4, -4)
    with pytest.raises(RuleError, match="discard"):
        pay(two, "1112345678956m", "7m", 0, 1, {})


def test_kongs_are_paid() -> None:
    def kong(rule_set: RuleSet, type: str, **named: Any) -> tuple[int, ...]:
        return rule_set.settle_kong(1, type, **named).totals(rule_set.players)

    assert kong(SEED, "exposed kong", source=3) == (0, 1, 0, -1)
    assert kong(SBR, "exposed kong", source=3) == (0, 2, 0, -2)
    assert kong(SEED, "added kong") == (-1, 3, -1, -1)
    assert kong(SEED, "added kong", fresh=False) == (-1, 3, -1, -1)
    assert kong(SBR, "added kong", fresh=False) == (0, 0, 0, 0)
    assert kong(SBR, "concealed kong", fresh=False) == (-2, 6, -2, -2)
    assert kong(SEED, "concealed kong", won=[0]) == (0, 4, -2, -2)
    assert kong(RIVER, "concealed kong", won=[0, 1]) == (-2, 6, -2, -2)
    assert kong(SEED, "added kong", robbed=True) == (0, 0, 0, 0)
    assert kong(SEED.replace(kong_closed=5, players=6), "concealed kong") == (-5, 25, -5, -5, -5, -5)
    with pytest.raises(RuleError, match="type"):
        kong(SEED, "pung")


def test_kong_money_after_the_discard() -> None:
    incomes = [(-2, 6, -2, -2), (-1, 3, -1, -1)]

    def moved(rule_set: RuleSet, *winners: int) -> tuple[int, ...]:
        return rule_set.settle_kong_discard(incomes, 1, winners).totals()

    assert moved(SEED, 0) == (0, 0, 0, 0)
    assert moved(SBR, 0) == (1, -3, 1, 1)
    assert moved(APP, 0) == (9, -9, 0, 0)
    assert moved(APP, 0, 2) == (4, -8, 4, 0)
    assert moved(APP.replace(gangpao_split="first"), 0, 2) == (4, -9, 5, 0)
    assert moved(APP.replace(gangpao="transfer_this"), 0) == (3, -3, 0, 0)


READY, DEAD, PIG = "123456789m2355p", "147m258m369m1479p", "147m258p369p1479s"
BEST = "3444m[111m<][888p^][999p>]"  # 3m makes four triplets, 2m and 5m nothing


def drawn(rule_set: RuleSet, hands: list[str | None], kongs: Any = (), void: str | None = None, active: bool = False
          ) -> tuple[tuple[str, ...], tuple[int | None, ...], tuple[int, ...]]:
    players = [DrawPlayer(None if hand is None else mj.Hand(hand), hand is None, void, active) for hand in hands]
    found = rule_set.settle_draw(players, kongs)
    return found.state, found.best, found.ledger.totals(rule_set.players)


def test_who_is_not_ready_pays_the_best_of_who_is() -> None:
    assert drawn(SEED, [READY, BEST, DEAD, None]) == (
        ("ready", "ready", "notready", "won"), (1, 2, None, None), (1, 2, -3, 0))
    assert drawn(SEED, [DEAD, DEAD, DEAD, DEAD])[2] == (0, 0, 0, 0)
    assert drawn(SEED, [READY, BEST, READY, READY])[2] == (0, 0, 0, 0)
    # neither self-draw nor its fan is in the worth of a wait; the cap is
    assert drawn(SEED.replace(zimo="plus_fan"), [BEST, DEAD, None, None])[1] == (2, None, None, None)
    assert drawn(SEED, ["1111222233334m", DEAD, None, None])[1] == (128, None, None, None)
    assert drawn(SBR, ["1111222233334m", DEAD, None, None], void="s")[1] == (8, None, None, None)


def test_pigs() -> None:
    assert drawn(SEED, [READY, PIG, DEAD, PIG]) == (
        ("ready", "pig", "notready", "pig"), (1, None, None, None), (33, -32, 31, -32))
    also = SEED.replace(pig_also_dajiao=True, pig_points=5)
    assert drawn(also, [READY, PIG, DEAD, None])[2] == (7, -11, 4, 0)
    assert drawn(SEED, [PIG, PIG, None, None])[2] == (0, 0, 0, 0)
    # a declared void suit: one tile of it is enough
    assert drawn(APP, [READY, READY, READY, None], void="p")[0] == ("pig", "pig", "pig", "won")
    assert drawn(APP, [READY, DEAD, None, None], void="s")[2] == (1, -1, 0, 0)
    assert drawn(APP, [READY, "147m258m369m147p9s", None, None], void="s")[2] == (64, -64, 0, 0)


def test_an_active_pig_is_fined_besides() -> None:
    state, _, totals = drawn(SBR, [READY, PIG, None, None], void="s", active=True)
    assert state == ("ready", "pig", "won", "won")
    assert totals == (1, -25, 0, 0)
    assert drawn(SBR, [READY, PIG, None, None], void="s")[2] == (1, -1, 0, 0)
    players = [DrawPlayer(mj.Hand(hand), False, "s", True) for hand in (READY, PIG, DEAD, DEAD)]
    ledger = SBR.settle_draw(players).ledger
    assert [(entry.payer, entry.receiver, entry.amount) for entry in ledger.outside] == [(1, None, 24)]


def test_kongs_are_refunded_by_who_is_not_ready() -> None:
    """退税: the pig and the hand that is not ready give back, the ready one and the winner keep."""
    kongs = [(0, (3, -1, -1, -1)), (1, (-2, 6, -2, -2)), (2, (-1, 0, 1, 0)), (3, (0, 0, -1, 1))]
    players = [DrawPlayer(mj.Hand(READY)), DrawPlayer(mj.Hand(PIG)), DrawPlayer(mj.Hand(DEAD)), DrawPlayer(None, True)]
    found = SEED.settle_draw(players, kongs)
    refunds = found.ledger.only("refund_kong")
    assert refunds.totals() == (2 + 1, -6, 2 - 1, 2)
    assert {entry.reason for entry in found.ledger} == {"refund_kong", "pig", "not_ready"}
    assert all(entry.text for entry in found.ledger)
    assert str(refunds).splitlines()[0] == "seat 1 pays seat 0 2: refund of a kong: not ready"
    assert found.ledger.totals() == (3 + 16 + 1, -6 - 32, 1 + 16 - 1, 2)
    keeps = SEED.replace(refund_if_not_ready=False).settle_draw(players, kongs)
    assert keeps.ledger.only("refund_kong").totals() == (0, 0, 0, 0)
    # also when nobody is ready
    assert drawn(SEED, [DEAD, DEAD, DEAD, DEAD], [(1, (-2, 6, -2, -2))])[2] == (2, -6, 2, 2)


def test_a_hand_that_ended_by_wins_has_no_checks() -> None:
    kongs = [(0, (3, -1, -1, -1))]
    assert drawn(SEED, [DEAD, None, None, None], kongs) == (
        ("notready", "won", "won", "won"), (None,) * 4, (0, 0, 0, 0))
    assert drawn(SEED, [DEAD, DEAD, None, None], kongs)[2] == (-3, 1, 1, 1)


def test_winners_of_blood_river_are_ready() -> None:
    players = [DrawPlayer(mj.Hand(READY), True, "s"), DrawPlayer(mj.Hand(DEAD), False, "s"),
               DrawPlayer(mj.Hand(BEST), True, "s"), DrawPlayer(mj.Hand(DEAD), False, "s")]
    found = RIVER.settle_draw(players)
    assert found.state == ("ready", "notready", "ready", "notready")
    assert found.ledger.totals() == (2, -3, 4, -3)
    with pytest.raises(HandError, match="seat 0"):
        RIVER.settle_draw([DrawPlayer(None, True, "s"), *players[1:]])
    # the hand is asked for if somebody pays it, and a winner is ready whatever is said of its hand
    found = RIVER.settle_draw([DrawPlayer(None, True, "s"), players[0], players[2], DrawPlayer(mj.Hand(DEAD), True)])
    assert (found.state, found.best, found.ledger.totals()) == (("ready",) * 4, (None, 1, 2, None), (0, 0, 0, 0))


def test_a_wait_of_which_no_copy_is_left_has_a_worth() -> None:
    """`wait_limit` hand: 5m is waited for although all four lie in an own kong."""
    kong = "46m789p11p[5555m^][333p<]"
    assert drawn(SBR, [kong, DEAD, None, None], void="s")[:2] == (
        ("ready", "notready", "won", "won"), (2, None, None, None))
    assert drawn(SEED, [kong, DEAD, None, None])[0] == ("notready", "notready", "won", "won")
    # a terminal stands for a terminal, and where every kind of the suit is in the hand the wait has no fans
    app = APP_ALL.replace(wait_limit="hand")
    assert drawn(app, ["23m11789p[1111m^][999p<]", DEAD, None, None], void="s")[1][0] == 16
    assert drawn(app, ["12346789m99p[5555m^]", DEAD, None, None], void="s")[1][0] == 1


def test_players_of_a_drawn_hand_are_counted() -> None:
    with pytest.raises(HandError, match="expected 4"):
        SEED.settle_draw([DrawPlayer(mj.Hand(READY))])
    for hand in ("123456789m235p", "123456789m11z23p"):
        with pytest.raises(HandError):
            SEED.settle_draw([DrawPlayer(mj.Hand(hand))] * 4)
    with pytest.raises(HandError, match="void"):
        APP.settle_draw([DrawPlayer(mj.Hand(READY), void="x")] * 4)
    # where no suit is declared nobody looks at it
    assert SEED.settle_draw([DrawPlayer(mj.Hand(READY), void="m")] * 4).state == ("ready",) * 4


# The course of a hand


def test_deal_by_players() -> None:
    dealt = {players: SEED.replace(players=players).deal() for players in range(2, 11)}
    assert {players: deal.wall for players, deal in dealt.items()} == {
        2: 81, 3: 68, 4: 55, 5: 57, 6: 65, 7: 79, 8: 75, 9: 71, 10: 67}
    assert dealt[6].hands == (8, 7, 7, 7, 7, 7)


def test_the_wall_is_opened_by_the_smaller_die() -> None:
    opening = SEED.open_wall([2, 6], dealer=1)
    assert (opening.stacks, opening.wall_seat, opening.skip, opening.live) == ((13, 14, 13, 14), 0, 2, 55)


def test_claims() -> None:
    assert SEED.claims(1, [(2, "kong"), (3, "win")]).claims == ((3, "win"),)
    assert SEED.claims(1, [(0, "win"), (3, "win")]).claims == ((3, "win"), (0, "win"))
    assert SEED.replace(multi_win=False).claims(1, [(0, "win"), (3, "win")]).claims == ((3, "win"),)
    # blood battle: as many winners as leave one player
    assert SEED.claims(1, [(0, "win"), (3, "win")], won=[2]) == (((3, "win"), (0, "win")), None)
    assert SEED.claims(1, [(0, "win")], won=[2]).next == 1
    assert SEED.claims(1, [(3, "win")], won=[0]).next == 1
    assert RIVER.claims(1, [(0, "win"), (2, "win"), (3, "win")], won=[0, 2]).next == 1
    assert SEED.replace(mode="single").claims(1, [(0, "win")]).next is None
    for rule_set in (SEED.replace(players=2), SEED.replace(discards="face_down"), SEED.replace(claims="win")):
        with pytest.raises(RuleError, match="pung"):
            rule_set.claims(0, [(1, "pung")])
    with pytest.raises(RuleError, match="chow"):
        SEED.claims(0, [(1, "chow")])


def test_the_first_winner_deals_next() -> None:
    assert SBR.next_dealer(0, [2], discarder=1).dealer == 2
    assert SBR.next_dealer(0, [2, 3], discarder=1).dealer == 1
    assert SBR.next_dealer(3, []).dealer == 3
    assert SBR.next_dealer(3, [3]).dealer == 3


def test_options_that_are_refused() -> None:
    for option, value in (("players", 1), ("players", 11), ("fan_cap", -1), ("four_pairs", True), ("claims", "chow"),
                          ("kong_open", None), ("must_flush", "sometimes")):
        with pytest.raises(RuleError, match=option):
            SEED.replace(**{option: value})
    assert SEED.replace(fan_cap="none").values["fan_cap"] is None
    [claims] = [option for option in SEED.options if option.id == "claims"]
    assert isinstance(claims, SetOption)
