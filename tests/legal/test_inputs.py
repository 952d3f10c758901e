"""Whatever is given, the answer is one or a MahjongError; all public functions take rules alike."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from mjcore import Hand, MahjongError, RuleError, legal, rules

HANDS: list[Any] = [
    "123456789m2355p", "123456789m23p5s55p", "123m456p789s1122z", "123m456p789s11225z", "23m456p789s55z[123s<]",
    "19m19p19s1234567z", "1111m055p5p78s2222z", "123p456p789s1444z", "123p456p789s11444z",
    "11z(1111m)(2222m)(3333m)(4444m)", Hand("0479s1z[222p^][333p^][456s<]"), bytes(34),
    bytes([3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25), [1] * 34, "1f2f", "0j123m", "", "x", None, 7, 3.5,
    "1m" * 9, "123m456p789s1122z[55m0j^]", "[55555m^]", "5{zong}6m",
]  # fmt: skip
TILES: list[Any] = ["1m", "0m", "5m", "4z", "1z", 0, 4, 33, 63, 64, -1, None, "12m", "1f", "0j", 2.0, "", [], "9s"]
NUMBERS: list[Any] = [0, 1, 2, 3, 4, 9, 70, -1, True, None, "3", 2.5, 10**30]
LISTS: list[Any] = ["", "19m1z", "1111z", ["1m"], ["4z"] * 4, None, 5, [None], [["1m"]], [64], iter(["1m"]),
                    [legal.Passed("1z")], [legal.Passed("4z", "nuki")], [legal.Passed("1z", "gift")],
                    [legal.Passed("1z", "concealed_kong", "19m19p19s1234567z")], [legal.Passed(None)]]  # type: ignore[arg-type]
SOURCES: list[Any] = ["<", "^", ">", "", "<^", None, 1, []]
WAYS: list[Any] = ["discard", "added_kong", "concealed_kong", "nuki", "", None, 3]
MELDS: list[Any] = ["[456s<]", "[555m^]", "[5555m>]", "(1111z)", "[777z<]", "[5555m+<]", "456s", "", None, 5]
MELD_LISTS: list[Any] = [["[555z<]", "[666z^]", "[777z>]"], ["(1111z)"] * 4, ["(1111z)"] * 5, [], None, 3, [None]]
SEATS: list[Any] = [[0, 1, 2, 3], [0, 0, 0, 1], [5], [], None, 3, ["0"], [True] * 4]
FLAGS = [False, True, True, "no", 0, None]
RULES: list[Any] = ["riichi", "riichi/tenhou3", "riichi/wrc2025", "sichuan", "sichuan/xueliu_app", "hk", "taiwan",
                    "mcr", "riichi/mjsoul3", "", None, 3, "riichi/nonsense"]
SHOWING: list[Any] = ["kawuxing", "kwx_seed", "riichi", "sichuan", None, 3, "kawuxing/nonsense"]
SHOWN: list[Any] = ["1112345678999m", "11112345678999m", "1115m(2222m)[777z<]55p9p", "1115m(2222m)[777z<]55p",
                    "123456m78977p23p", "1s", "", None, 5, "1234m", [1] * 34]
VOIDS: list[Any] = ["s", "m", None, "p", "x", 3]

CALLS: list[tuple[Callable[..., Any], list[list[Any]], dict[str, list[Any]]]] = [
    (legal.furiten, [HANDS, LISTS], {"passed": LISTS, "passed_in_riichi": LISTS}),
    (legal.makes_furiten, [HANDS, TILES, WAYS], {}),
    (legal.swap_tiles, [MELDS], {}),
    (legal.legal_discards, [HANDS, TILES], {"riichi": FLAGS}),
    (legal.legal_calls, [HANDS, TILES, SOURCES], {"live_tiles": NUMBERS, "kongs": NUMBERS, "riichi": FLAGS}),
    (legal.closed_kongs, [HANDS, TILES], {"live_tiles": NUMBERS, "kongs": NUMBERS, "riichi": FLAGS}),
    (legal.added_kongs, [HANDS, TILES], {"live_tiles": NUMBERS, "kongs": NUMBERS}),
    (legal.can_rob, [HANDS, TILES, WAYS], {}),
    (legal.can_set_north_aside, [HANDS, TILES], {"live_tiles": NUMBERS, "riichi": FLAGS}),
    (legal.riichi_discards, [HANDS, TILES],
     {"score": NUMBERS, "live_tiles": NUMBERS, "riichi": FLAGS, "nuki": NUMBERS}),
    (legal.nine_terminals, [HANDS], {"first_turn": FLAGS}),
    (legal.tenpai_waits, [HANDS], {"nuki": NUMBERS}),
    (legal.tenpai, [HANDS], {"nuki": NUMBERS}),
    (legal.nagashi_mangan, [LISTS], {"called": FLAGS}),
    (legal.four_winds, [LISTS], {"uninterrupted": FLAGS}),
    (legal.four_riichi, [NUMBERS], {}),
    (legal.four_kongs, [SEATS], {"discard_passed": FLAGS}),
    (legal.three_rons, [NUMBERS], {}),
    (legal.liabilities, [MELD_LISTS], {"fourth_kong": NUMBERS}),
    (legal.rinshan_liability, [MELDS], {}),
    (legal.fourth_meld_liability, [MELD_LISTS], {}),
    (legal.robs_closed_kong, [HANDS, TILES], {}),
    (legal.same_turn_barred, [HANDS, LISTS], {}),
    (legal.goes_on, [SEATS], {"live_tiles": NUMBERS}),
    (legal.must_win, [NUMBERS], {"drawn_tile": FLAGS}),
    (legal.win_after_passing, [NUMBERS, NUMBERS], {"drawn_since": FLAGS}),
    (legal.void_discards, [HANDS, TILES, VOIDS], {"frozen": FLAGS}),
    (legal.claims_on_discard, [HANDS, TILES, VOIDS], {"live_tiles": NUMBERS, "frozen": FLAGS}),
    (legal.own_kongs, [HANDS, TILES, VOIDS], {"live_tiles": NUMBERS, "frozen": FLAGS}),
    (legal.may_show, [SHOWN], {"live_tiles": NUMBERS, "rules": SHOWING}),
    (legal.discards_beside_shown, [SHOWN, TILES], {"shown": FLAGS, "waits": LISTS, "rules": SHOWING}),
    (legal.pays_for_all, [SHOWN, TILES, LISTS], {"rules": SHOWING}),
    (legal.claims_beside_shown, [SHOWN, TILES], {"live_tiles": NUMBERS, "shown": FLAGS, "rules": SHOWING}),
    (legal.kongs_beside_shown, [SHOWN, TILES], {"live_tiles": NUMBERS, "shown": FLAGS, "rules": SHOWING}),
    (legal.kong_keeps_shown, [LISTS, LISTS], {"rules": SHOWING}),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_nothing_but_a_mahjong_error_comes_out(call: tuple[Callable[..., Any], list[Any], dict[str, Any]]) -> None:
    function, places, names = call
    rng = Random(function.__name__)
    answers = 0
    for _ in range(4000):
        # mostly sound arguments, which stand first, so that some calls get through
        def pick(values: list[Any]) -> Any:
            return rng.choice(values[: max(2, len(values) // 2)] if rng.random() < 0.8 else values)

        given = [pick(values) for values in places]
        named = {name: pick(values) for name, values in names.items()}
        try:
            function(*given, **{"rules": pick(RULES), **named})
            answers += 1
        except MahjongError:
            pass
    assert answers >= 20


def test_every_function_is_tried() -> None:
    functions = {name for name in legal.__all__ if name.islower()}
    assert functions == {function.__name__ for function, _, _ in CALLS}


def test_rules_are_named_or_given() -> None:
    given = rules.get("riichi", preset="wrc2025")
    assert legal.tenpai_waits("13m456p789s22z(2222m)", rules=given) == ()
    assert legal.tenpai_waits("13m456p789s22z(2222m)", rules="japanese/wrc2025") == ()
    with pytest.raises(RuleError, match="mcr has no option"):
        legal.tenpai("123m456p789s1122z", rules="mcr")


def test_answers_are_values() -> None:
    call = legal.legal_calls("34555m123p11122z", "5m", "<", live_tiles=9)[0]
    liable = legal.liabilities(["[555z<]", "[666z^]", "[777z>]"])[0]
    for value in (call, liable, legal.furiten("123m456p789s1122z", "1z"), legal.Passed("1z")):
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(value) == hash(pickle.loads(pickle.dumps(value)))
        with pytest.raises(AttributeError):
            value.meld = None  # type: ignore[misc, union-attr]
