"""What `mjcore check` does not understand fails, whatever it is, and says what was expected."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from case_changes import changed
from mjcore import check

HAND: dict[str, Any] = {
    "id": "one",
    "source": "a test",
    "concealed": "1122z",
    "melds": [
        {"type": "chow", "tiles": "123m", "from": "left", "called": "2m"},
        {"type": "pung", "tiles": "777p", "from": "across"},
        {"type": "kong_concealed", "tiles": "9999s", "from": None},
    ],
    "win_tile": "1z",
    "win": "self_draw",
    "seat_wind": "E",
    "round_wind": "E",
    "last_copy": False,
    "wall_last": False,
    "kong_draw": False,
    "flowers": 1,
    "expected": {
        "total": 11,
        "total_without_flowers": 10,
        "can_win": True,
        "fans": {
            "prevalent_wind": 1, "seat_wind": 1, "two_concealed_pungs": 1, "concealed_kong": 1,
            "pung_of_terminals_or_honors": 1, "self_drawn": 1, "flower_tiles": 1,
        },
    },
}
SCORE: dict[str, Any] = {
    "id": "one",
    "kind": "score",
    "options": {},
    "dealer": 3,
    "round_wind": 1,
    "winner": 1,
    "win": "discard",
    "from": 0,
    "hand": "123m456p789s1122z",
    "win_tile": "1z",
    "melds": [],
    "flowers": "1f",
    "wild": {},
    "ctx": {},
    "expect": {
        "win": True,
        "total": 13,
        "fans": [["mixed_straight", 8], ["prevalent_wind", 2], ["concealed_hand", 2], ["flower_tiles", 1]],
        "pay": [-21, 37, -8, -8],
    },
    "why": "West wins on North's discard",
}
FANS = SCORE | {"kind": "fans", "expect": {k: v for k, v in SCORE["expect"].items() if k != "pay"}}
NO_SHAPE = SCORE | {"kind": "nowin", "hand": "123m456p789s1345z", "expect": {"win": False}}
TOO_CHEAP = SCORE | {
    "kind": "nowin", "hand": "123m456p777s1122z",
    "expect": {
        "win": False, "total_if_allowed": 5,
        "fans_if_allowed": [["prevalent_wind", 2], ["concealed_hand", 2], ["flower_tiles", 1]],
    },
}
SETTLE: dict[str, Any] = {
    "id": "settled", "kind": "settle", "winner": 1, "win": "discard", "fan": 9, "from": 0,
    "expect": {"pay": [-17, 33, -8, -8]},
}
GOOD_CASES = {"score": SCORE, "fans": FANS, "no shape": NO_SHAPE, "too cheap": TOO_CHEAP, "settle": SETTLE}


def hands(*items: object, **more: object) -> dict[str, Any]:
    return {"schema": "mcr-hand/1", "hands": list(items), **more}


def cases(*items: object, **more: object) -> dict[str, Any]:
    file = {"schema": "mjcore-variant-cases/1", "variant": "mcr", "notation": "mpsz", "cases": list(items)}
    return {**file, **more}


def only_failure(report: check.Report) -> str:
    """The text of the one result, which must be a failure that says why."""
    assert not report.ok
    assert (report.passed, report.failed, report.not_run) == (0, 1, 0)
    (result,) = report.results
    text = "\n".join(result.lines()[1:])
    assert text.strip()
    return text


def test_a_good_hand_passes() -> None:
    report = check.run_data(hands(HAND, fan_counts={}, classes=[], games=1, drawn_games=0))
    assert report.ok, list(map(check.Result.lines, report.failures))
    assert str(report) == "1 passed, 0 failed, 0 not run"


@pytest.mark.parametrize("case", GOOD_CASES.values(), ids=GOOD_CASES)
def test_good_cases_pass(case: dict[str, Any]) -> None:
    report = check.run_data(cases(case))
    assert report.ok, list(map(check.Result.lines, report.failures))


BAD_HANDS = [
    ("id", ..., "field id is missing"),
    ("id", 5, "id is 5: expected a text"),
    ("id", "", "the id is empty"),
    ("concealed", ..., "field concealed is missing"),
    ("melds", ..., "field melds is missing"),
    ("win_tile", ..., "field win_tile is missing"),
    ("win", ..., "field win is missing"),
    ("seat_wind", ..., "field seat_wind is missing"),
    ("round_wind", ..., "field round_wind is missing"),
    ("last_copy", ..., "field last_copy is missing"),
    ("wall_last", ..., "field wall_last is missing"),
    ("kong_draw", ..., "field kong_draw is missing"),
    ("flowers", ..., "field flowers is missing"),
    ("expected", ..., "nothing to compare"),
    ("expected", {}, "nothing to compare"),
    ("expected", [], "expected an object"),
    ("expected", None, "expected an object"),
    ("expected.payments", [0, 0, 0, 0], "unknown field expected.payments"),
    ("expected.note", "", "unknown field expected.note"),
    ("note", "", "unknown field note"),
    ("red_fives", 0, "unknown field red_fives"),
    ("concealed", "1122z1z", "expected 13"),
    ("concealed", "112z", "expected 13"),
    ("concealed", "11122z", "expected 13"),
    ("concealed", "[123m<]1122z", "expected tiles like"),
    ("concealed", "1122q", "expected tiles like"),
    ("concealed", "東東南南", "expected tiles like"),
    ("concealed", 1122, "expected a text"),
    ("win_tile", "", "expected one tile like 5m"),
    ("win_tile", "1z1z", "expected one tile like 5m"),
    ("win_tile", "11z", "expected one tile like 5m"),
    ("win_tile", "0m", "expected one tile like 5m"),
    ("concealed", "0022z", "expected tiles like"),
    ("melds.1.tiles", "055p", "the tiles of one meld"),
    ("win_tile", "8z", ""),
    ("win_tile", None, "expected a text"),
    ("win", "tsumo", "expected one of self_draw, discard, rob_kong"),
    ("win", True, "expected one of self_draw, discard, rob_kong"),
    ("win", ["self_draw"], "expected one of self_draw, discard, rob_kong"),
    ("seat_wind", "e", "expected one of E, S, W, N"),
    ("round_wind", 1, "expected one of E, S, W, N"),
    ("last_copy", 0, "expected true or false"),
    ("wall_last", "no", "expected true or false"),
    ("kong_draw", None, "expected true or false"),
    ("flowers", True, "expected a whole number 0..8"),
    ("flowers", 9, "expected a whole number 0..8"),
    ("flowers", -1, "expected a whole number 0..8"),
    ("flowers", 1.0, "expected a whole number 0..8"),
    ("flowers", 10**30, "expected a whole number 0..8"),
    ("strict", "false", "expected true or false"),
    ("melds", {}, "melds is {}: expected a list"),
    ("melds.0", "123m", "expected an object"),
    ("melds.0.type", "run", r"melds\[0\].type is \"run\""),
    ("melds.0.type", "pung", "expected a pung, not a chow"),
    ("melds.1.type", "kong_exposed", "exposed kong"),
    ("melds.0.tiles", "124m", ""),
    ("melds.0.tiles", "123z", ""),
    ("melds.0.tiles", "123m<][123m", "the tiles of one meld"),
    ("melds.0.tiles", "", "the tiles of one meld"),
    ("melds.0.from", None, "expected one of left, across, right"),
    ("melds.0.from", ..., r"field melds\[0\].from is missing"),
    ("melds.0.from", 3, "expected one of left, across, right"),
    ("melds.0.called", "4m", "expected one of the tiles 123m"),
    ("melds.0.called", "2p", "expected one of the tiles 123m"),
    ("melds.0.as", "1m", r"unknown field melds\[0\].as"),
    ("melds.2.from", "left", "nobody gave a concealed kong"),
    ("options", {"no_such_option": True}, "no_such_option"),
    ("options", {"two_concealed_kongs": 7}, "6, 8"),
    ("options", {"two_concealed_kongs": "8"}, "6, 8"),
    ("options", {"two_concealed_kongs": 8.0}, "6, 8"),
    ("options", {"knitted_body_wait": 1}, "true, false"),
    ("options", {"kong_pair": [5]}, ""),
    ("options", [], "expected an object"),
    ("kong_draw", True, ""),
    ("last_copy", True, ""),
    ("expected.total", 12, "total: expected 12, got 11"),
    ("expected.total", "11", "expected a whole number"),
    ("expected.total", 11.0, "expected a whole number"),
    ("expected.total", None, "expected a whole number"),
    ("expected.total_without_flowers", 11, "total_without_flowers: expected 11, got 10"),
    ("expected.can_win", False, "can_win: expected False, got True"),
    ("expected.can_win", 1, "expected true or false"),
    ("expected.fans", ["seat_wind"], "expected an object of fans and counts"),
    ("expected.fans", {}, "fan seat_wind: expected 0, got 1"),
    ("expected.fans.seat_wind", 2, "fan seat_wind: expected 2, got 1"),
    ("expected.fans.seat_wind", True, "expected a whole number from 1"),
    ("expected.fans.all_types", 0, "expected a whole number from 1"),
    ("expected.fans.no_such_fan", 1, "unknown fan no_such_fan"),
    ("expected.fans.seat_wind", ..., "fan seat_wind: expected 0, got 1"),
    ("expected.fans.all_types", 1, "fan all_types: expected 1, got 0"),
    ("expected.fans_alt", {}, "expected a list"),
    ("expected.fans_alt", [[]], "expected an object of fans and counts"),
    ("expected.fans_alt", [{"seat_wind": 1}], r"points of fans_alt\[0\]: expected 2, got 11"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD_HANDS)
def test_bad_hands_fail(path: str, value: object, message: str) -> None:
    text = only_failure(check.run_data(hands(changed(HAND, path, value))))
    assert re.search(message, text), text
    assert "broke down" not in text


def test_an_alternative_list_may_be_right() -> None:
    wrong = HAND["expected"]["fans"] | {"concealed_kong": 2}
    del wrong["two_concealed_pungs"]
    assert check.run_data(hands(changed(HAND, "expected.fans_alt", [wrong]))).ok
    swapped = changed(HAND, "expected.fans_alt", [HAND["expected"]["fans"]])
    assert check.run_data(hands(changed(swapped, "expected.fans", wrong))).ok
    text = only_failure(check.run_data(hands(changed(HAND, "expected.fans", wrong))))
    assert "fan concealed_kong: expected 2, got 1" in text
    assert "fan two_concealed_pungs: expected 0, got 1" in text


def test_can_win_alone_is_compared() -> None:
    no_shape = HAND | {"concealed": "1345z", "expected": {"can_win": False}}
    assert check.run_data(hands(no_shape)).ok
    only_failure(check.run_data(hands(changed(no_shape, "expected.can_win", True))))
    only_failure(check.run_data(hands(changed(no_shape, "expected.total", 0))))


def test_impossible_circumstances_need_strict_false() -> None:
    """Two copies of the winning tile are concealed, so that three can not be face up."""
    impossible = HAND | {"last_copy": True}
    assert "total" not in only_failure(check.run_data(hands(impossible)))
    assert "total" not in only_failure(check.run_data(hands(impossible | {"strict": True})))
    assert check.run_data(hands(impossible | {"strict": False})).ok


BAD_CASES = [
    ("id", ..., "field id is missing"),
    ("kind", ..., "field kind is missing"),
    ("kind", "scores", "unknown kind scores: expected one of score, nowin"),
    ("kind", None, "expected a text"),
    ("preset", "no_such_preset", "no_such_preset"),
    ("preset", None, "expected a text"),
    ("options", {"no_such_option": 1}, "no_such_option"),
    ("why", 5, "expected a text"),
    ("note", "", "unknown field note"),
    ("expect", ..., "expect is empty"),
    ("expect", {}, "expect is empty"),
    ("expect", [], "expected an object"),
    ("expect.unit", 8, "unknown field expect.unit"),
    ("expect.kinds", [], "unknown field expect.kinds"),
]
BAD_SCORES = [
    *BAD_CASES,
    ("expect.win", False, "does not fit the kind score"),
    ("expect.win", 1, "does not fit the kind score"),
    ("expect.total", 12, "total: expected 12, got 13"),
    ("expect.total", 13.0, "total: expected 13.0, got 13"),
    ("expect.total", {"phan": 1, "mun": 1}, "got 13"),
    ("expect.pay", [-21, 37, -8], "pay: expected"),
    ("expect.pay", [-21, 37, -7, -9], "pay: expected"),
    ("expect.pay.0", -21.0, "pay: expected"),
    ("expect.fans", {"mixed_straight": 8}, "expected a list"),
    ("expect.fans.0.1", 9, "mixed_straight"),
    ("expect.fans.0.0", "pure_straight", "pure_straight"),
    ("expect.fans.3", ..., "flower_tiles"),
    ("expect.fans.3", ["concealed_hand", 2], "flower_tiles"),
    ("dealer", 4, "expected a whole number 0..3"),
    ("dealer", "E", "expected a whole number 0..3"),
    ("winner", ..., "field winner is missing"),
    ("winner", 0, "another seat than the winner's"),
    ("win", "instant", "expected one of self, discard, robkong"),
    ("from", None, "expected a whole number 0..3"),
    ("from", ..., "field from is missing"),
    ("round_wind", 0, "expected a whole number 1..4"),
    ("round_wind", 2, "prevalent_wind"),
    ("hand", "123m456p789s11122z", "without its winning tile"),
    ("hand", "456p789s1122z[123m<]", "melds stand in the field melds"),
    ("hand", "123m406p789s1122z", "no red fives"),
    ("win_tile", "0m", "no red fives"),
    ("hand", ..., "field hand is missing"),
    ("win_tile", ..., "field win_tile is missing"),
    ("flowers", 1, "expected a text"),
    ("flowers", "9f", ""),
    ("flowers", "11f", ""),
    ("wild", {"indicator": "5m"}, "no wild tiles"),
    ("wild", [], "expected an object"),
    ("ctx", {"no_such_flag": True}, "unknown field ctx.no_such_flag"),
    ("ctx", {"last_tile": 1}, "expected true or false"),
    ("ctx", {"after_kong": True}, ""),
    ("melds", None, "expected a list"),
    ("melds", [{"type": "pong", "tiles": "777z", "from": 1}], "another seat than the winner's"),
    ("melds", [{"type": "pong", "tiles": "777z", "from": 4}], "expected a whole number 0..3"),
    ("melds", [{"type": "pung5", "tiles": "77777z", "from": 0}], "type is"),
    ("melds", [{"type": "pong", "tiles": "777z", "from": 0, "as": "7z"}], "unknown field"),
]
BAD_SETTLEMENTS = [
    *BAD_CASES,
    ("expect.pay.1", 34, "pay: expected"),
    ("fan", ..., "field fan is missing"),
    ("fan", -1, "expected a whole number"),
    ("fan", 8.5, "expected a whole number"),
    ("winner", 0, "another seat than the winner's"),
    ("win", "self", "all others pay"),
    ("hand", "11m", "unknown field hand"),
]
BAD = [
    *((SCORE, *bad) for bad in BAD_SCORES),
    *((SETTLE, *bad) for bad in BAD_SETTLEMENTS),
    (FANS, "expect.pay", [-21, 37, -8, -8], "unknown field expect.pay"),
    (NO_SHAPE, "expect.win", True, "does not fit the kind nowin"),
    (NO_SHAPE, "expect.total_if_allowed", 5, "unknown field expect.total_if_allowed"),
    *((NO_SHAPE, "win", win, "win is .*: expected one of self, discard, robkong") for win in ([], {}, None, 1)),
    (NO_SHAPE, "hand", SCORE["hand"], "win: expected false, got true"),
    (NO_SHAPE, "hand", "1111m456p789s1345z", ""),
    (NO_SHAPE, "hand", "11111m456p789s134z", ""),
    (TOO_CHEAP, "expect.total_if_allowed", 6, "total_if_allowed: expected 6, got 5"),
    (TOO_CHEAP, "expect.fans_if_allowed.0.1", 3, "fans_if_allowed"),
    (TOO_CHEAP, "expect", {"total_if_allowed": 5}, None),
    (SCORE | {"kind": "nowin"}, "expect", {"total_if_allowed": 13}, "win: expected false, got true"),
]


@pytest.mark.parametrize(("case", "path", "value", "message"), BAD)
def test_bad_cases_fail(case: dict[str, Any], path: str, value: object, message: str | None) -> None:
    report = check.run_data(cases(changed(case, path, value)))
    if message is None:  # less is stated, and what is left is right
        assert report.ok
        return
    text = only_failure(report)
    assert re.search(message, text), text
    assert "broke down" not in text


@pytest.mark.parametrize("kind", ["play", "north", "availability"])
def test_kinds_in_words_are_not_run_and_prove_nothing(kind: str) -> None:
    report = check.run_data(cases({"id": "words", "kind": kind, "state": {}, "expect": {"legal": True}}))
    assert str(report) == "0 passed, 0 failed, 1 not run"
    assert not report.ok
    more = check.run_data(cases({"id": "words", "kind": kind, "expect": {}}, SCORE))
    assert str(more) == "1 passed, 0 failed, 1 not run"
    assert more.ok
    unknown = check.run_data(cases({"id": "words", "kind": kind, "expect": {}}, variant="no_such_game"))
    assert "unknown rule set no_such_game" in only_failure(unknown)


@pytest.mark.parametrize(("variant", "kind"), [
    *(("mcr", kind) for kind in ("wild", "kong", "exhaust", "gangpao", "xi", "side")),
    *(("riichi", kind) for kind in ("claim", "deal", "open", "multi")),
])
def test_a_kind_the_rule_set_can_not_answer_fails(variant: str, kind: str) -> None:
    case = {"id": "it", "kind": kind, "expect": {"pay": [0, 0, 0, 0]}}
    text = only_failure(check.run_data(cases(case, variant=variant)))
    assert f"rule set {variant} can not answer the kind {kind}: expected one of score" in text


def test_an_unknown_rule_set_names_the_known_ones() -> None:
    text = only_failure(check.run_data(cases(SCORE, variant="no_such_game")))
    assert re.search("unknown rule set no_such_game: mjcore has .*mcr", text)


@pytest.mark.parametrize(("data", "message"), [
    (None, "the file holds null"),
    ([HAND], "expected an object with a schema"),
    ({}, "field schema is missing"),
    ({"hands": [HAND]}, "field schema is missing"),
    ({"schema": "mcr-hand/2", "hands": [HAND]}, "unknown schema mcr-hand/2: expected mcr-hand/1"),
    ({"schema": 1, "hands": [HAND]}, "schema is 1: expected a text"),
    ({"schema": "mcr-hand/1"}, "field hands is missing"),
    ({"schema": "mcr-hand/1", "hands": {"one": HAND}}, "expected a list"),
    (hands(HAND, options={}), "unknown field options"),
    (cases(SCORE, variant=None), "variant is null"),
    (cases(SCORE, notation="chinese"), "expected one of mpsz"),
    (cases(SCORE, options={}), "unknown field options"),
    (hands("a hand"), "expected an object"),
    (hands(None), "expected an object"),
])
def test_bad_files_fail(data: object, message: str) -> None:
    text = only_failure(check.run_data(data, "bad.json"))
    assert message in text


def test_the_same_id_twice_fails() -> None:
    report = check.run_data(hands(HAND, HAND))
    assert (report.passed, report.failed) == (1, 1)
    assert "stands twice" in next(iter(report.failures)).message
    assert not report.ok


def test_a_file_without_cases_proves_nothing() -> None:
    assert not check.run_data(hands()).ok
    assert not check.run_data(cases()).ok


@pytest.mark.parametrize(("text", "message"), [
    ("", "not JSON"),
    ("{", "not JSON"),
    ("mcr-hand/1", "not JSON"),
    ('{"schema": "mcr-hand/1", "hands": [], "hands": []}', "the key 'hands' stands twice"),
    ('{"schema": NaN}', "NaN is no number"),
    ('{"schema": Infinity}', "Infinity is no number"),
    ("[" * 100_000, "nested too deeply"),
    ("[" * 976 + "]" * 976, "nested too deeply"),
    ("[" * 102 + "]" * 102, "nested too deeply, more than 100 levels"),
    ("[" * 101 + "]" * 101, "expected an object with a schema"),
    *((json.dumps(cases(SCORE, **{name: "X"})).replace('"X"', "[" * 976 + "]" * 976), "nested too deeply")
      for name in ("schema", "variant", "cases")),
    ('{"schema": ' + "9" * 5000 + "}", ""),
])
def test_bad_texts_fail(text: str, message: str) -> None:
    assert message in only_failure(check.run_text(text))


def test_data_without_end_fails() -> None:
    """Python can pass on what no JSON text holds."""
    endless: list[object] = []
    endless.append(endless)
    for data in (endless, cases(SCORE, variant=endless), {"schema": endless}, cases(endless)):
        only_failure(check.run_data(data))
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    for data in (deep, cases(SCORE, variant=deep), cases(changed(SCORE, "expect.fans", deep)),
                 cases(changed(SCORE, "hand", 10**5000)), cases(changed(SCORE, "hand", {(1, 2): 3}))):
        assert "broke down" not in only_failure(check.run_data(data))


def test_a_key_twice_in_a_case_fails() -> None:
    text = json.dumps(hands(HAND)).replace('"total": 11,', '"total": 12, "total": 11,')
    assert "the key 'total' stands twice" in only_failure(check.run_text(text))


def test_bad_paths_fail(tmp_path: Path) -> None:
    assert "not read" in only_failure(check.run(tmp_path / "none.json"))
    assert "not read" in only_failure(check.run(tmp_path))
    latin = tmp_path / "latin.json"
    latin.write_bytes('{"schema": "é"}'.encode("latin-1"))
    assert "not UTF-8" in only_failure(check.run(latin))
    good = tmp_path / "good.json"
    good.write_text(json.dumps(hands(HAND)), "utf-8-sig")
    assert check.run(good).ok
    assert check.run(str(good)).ok


def test_reports_add_up() -> None:
    both = check.run_data(hands(HAND)) + check.run_data(cases(SCORE, changed(SETTLE, "fan", 10)))
    assert str(both) == "2 passed, 1 failed, 0 not run"
    assert [result.case for result in both.failures] == ["settled"]
    assert next(iter(both.failures)).lines() == [
        "failed: settled", "  pay: expected [-17, 33, -8, -8], got [-18, 34, -8, -8]",
    ]
