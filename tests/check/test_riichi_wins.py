"""Lines of riichi wins: every stated value is compared, and what is not understood fails.

The three wins here are reckoned by hand; the shared file has real ones.
"""

from __future__ import annotations

import copy
import gzip
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from case_changes import changed, damaged
from mjcore import check
from mjcore.check import riichi_wins
from mjcore.check.fields import Fields

SHARED = os.environ.get("MJCORE_SHARED")
REAL = Path(SHARED or ".") / "data" / "riichi_wins.jsonl.gz"
ROUNDS = Path(SHARED or ".") / "data" / "riichi_rounds.jsonl.gz"
needs_shared = pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
REAL_WINS = 1962

RULES = {"aka": True, "kuitan": True, "length": "hanchan"}
# closed, pair of the seat wind: 20 + 10 + 2 = 32, up to 40 fu; 3 han: 40 * 2^5 * 4 = 5120, up to 5200
RON: dict[str, Any] = {
    "id": "ron", "players": 4, "rules": RULES, "hand": "123456m678p345s22z", "melds": [], "nuki": 0,
    "win_tile": "5s", "tsumo": False, "seat_wind": "S", "round_wind": "E", "dealer": False, "riichi": 1,
    "ippatsu": False, "rinshan": False, "chankan": False, "nuki_ron": False, "last_tile": False,
    "first_turn": False, "dora_indicators": ["1m"], "ura_indicators": ["2m"], "honba": 1, "sticks": 2,
    "expected": {
        "yaku": [["riichi", 1], ["dora", 1], ["ura_dora", 1]], "yakuman": [], "han": 3, "fu": 40,
        "points": 5200, "limit": None,
    },
    "winner": 1, "loser": 2, "dealer_seat": 0, "pao": None, "scores_before": [25000, 25000, 24000, 24000],
    "deltas": [0, 7500, -5500, 0], "multi_index": 0, "honba_paid": 1,
}
# three players: 20 + 4 + 16 + 2 (closed wait) + 2 = 44, up to 50 fu; 5 han, 4000 and 2000
NUKI: dict[str, Any] = RON | {
    "id": "nuki", "players": 3, "hand": "9m9m123p406s", "nuki": 1, "win_tile": "0s", "tsumo": True, "riichi": 0,
    "melds": [
        {"kind": "pon", "tiles": "555z", "called": "5z", "from": 0, "from_rel": 2},
        {"kind": "kakan", "tiles": "6666z", "called": "6z", "from": 2, "from_rel": 1, "added": "6z"},
    ],
    "rinshan": True, "dora_indicators": ["8s", "2z"], "ura_indicators": [], "honba": 0, "sticks": 0, "honba_paid": 0,
    "expected": {
        "yaku": [["rinshan_kaihou", 1], ["yakuhai_haku", 1], ["yakuhai_hatsu", 1], ["dora", 1], ["aka_dora", 1]],
        "yakuman": [], "han": 5, "fu": 50, "points": 6000, "limit": "mangan",
    },
    "loser": None, "scores_before": [35000, 35000, 35000], "deltas": [-4000, 6000, -2000],
}
# who gave the third dragon pays all, and the honba
PAO: dict[str, Any] = RON | {
    "id": "pao", "hand": "123m99p", "win_tile": "3m", "tsumo": True, "riichi": 0, "ura_indicators": [], "sticks": 0,
    "melds": [
        {"kind": "pon", "tiles": "555z", "called": "5z", "from": 0, "from_rel": 3},
        {"kind": "pon", "tiles": "666z", "called": "6z", "from": 2, "from_rel": 1},
        {"kind": "daiminkan", "tiles": "7777z", "called": "7z", "from": 3, "from_rel": 2},
    ],
    "expected": {
        "yaku": [], "yakuman": [["daisangen", 1]], "han": 0, "fu": 50, "points": 32000, "limit": "yakuman",
    },
    "loser": None, "pao": 3, "deltas": [0, 32300, 0, -32300],
}
WINS = {win["id"]: win for win in (RON, NUKI, PAO)}


def lines(*wins: object) -> str:
    return "".join(json.dumps(win) + "\n" for win in wins)


def report_of(*wins: object) -> check.Report:
    return check.run_text(lines(*wins), "wins.jsonl")


def told(report: check.Report) -> str:
    """What the one result says, which must be a failure."""
    assert (report.passed, report.failed, report.not_run) == (0, 1, 0)
    (result,) = report.results
    text = "\n".join(result.lines()[1:])
    assert text.strip()
    assert "broke down" not in text
    return text


def wrong_values(value: Any) -> Iterator[Any]:
    """Values near this one that are not it."""
    if isinstance(value, list):
        yield [*value, copy.deepcopy(value[-1]) if value else ["riichi", 1]]
        for n, item in enumerate(value):
            yield [*value[:n], *value[n + 1:]]
            for wrong in wrong_values(item):
                yield [*value[:n], wrong, *value[n + 1:]]
    elif isinstance(value, str):
        yield from (value + "x", "", None)
    elif value is None:
        yield from ("mangan", 0, False)
    else:
        yield from (value + 1, value - 1, -value or 7, str(value), float(value), None, bool(value))


def mutations(win: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The win with one stated value made wrong, for each of them."""
    for name, value in win["expected"].items():
        if name == "fu" and win["expected"].get("yakuman"):
            continue
        for wrong in wrong_values(value):
            yield name, win | {"expected": win["expected"] | {name: wrong}}
    for wrong in wrong_values(win["deltas"]):
        yield "deltas", win | {"deltas": wrong}
    yield "more", win | {"expected": win["expected"] | {"no_such_field": 1}}


@pytest.mark.parametrize("win", WINS.values(), ids=WINS)
def test_good_wins_pass(win: dict[str, Any]) -> None:
    report = report_of(win)
    assert str(report) == "1 passed, 0 failed, 0 not run", [result.lines() for result in report.failures]
    assert report.results[0].case == win["id"]


@pytest.mark.parametrize("win", WINS.values(), ids=WINS)
def test_no_wrong_value_passes(win: dict[str, Any]) -> None:
    names = set()
    for name, wrong in mutations(win):
        told(report_of(wrong))
        names.add(name)
    assert names >= {"yaku", "yakuman", "han", "points", "limit", "deltas", "more"}
    assert ("fu" in names) == (win is not PAO)


@pytest.mark.parametrize("win", WINS.values(), ids=WINS)
def test_a_part_may_be_stated(win: dict[str, Any]) -> None:
    """Each stated value alone is compared, and the order of the yaku says nothing."""
    bare = {name: value for name, value in win.items() if name not in ("expected", "deltas")}
    for name, value in win["expected"].items():
        report = report_of(bare | {"expected": {name: value}})
        if name == "fu" and win is PAO:
            assert "nothing to compare" in told(report)
        else:
            assert report.ok, name
    assert report_of(bare | {"deltas": win["deltas"]}).ok
    assert "nothing to compare" in told(report_of(bare))
    assert "nothing to compare" in told(report_of(bare | {"expected": {}}))
    assert report_of(changed(win, "expected.yaku", win["expected"]["yaku"][::-1])).ok


def test_what_says_nothing_else_may_be_left_out() -> None:
    needed = ("id", "players", "rules", "hand", "melds", "win_tile", "tsumo", "seat_wind", "round_wind")
    bare = {name: RON[name] for name in needed} | {"riichi": 1, "expected": {"yaku": [["riichi", 1]], "points": 1300}}
    assert report_of(bare).ok
    for name in needed:
        assert f"the field {name} is missing" in told(report_of(changed(bare, name, ...))) or name == "rules"
    assert "the field rules.aka is missing" in told(report_of(changed(bare, "rules", ...)))


def test_fu_of_a_yakuman_is_not_compared_but_read() -> None:
    assert report_of(changed(PAO, "expected.fu", 0)).ok
    assert report_of(changed(PAO, "expected.fu", ...)).ok
    assert "expected a whole number" in told(report_of(changed(PAO, "expected.fu", "50")))


BAD = [
    (RON, "id", "", "the id is empty"),
    (RON, "id", 1, "id is 1: expected a text"),
    (RON, "players", 2, "expected a whole number 3..4"),
    (RON, "players", "4", "expected a whole number 3..4"),
    (RON, "rules.aka", 1, "expected true or false"),
    (RON, "rules.kuitan", ..., "field rules.kuitan is missing"),
    (RON, "rules.length", "sudden", "expected one of hanchan, tonpuu"),
    (RON, "rules.kiriage", True, "unknown field rules.kiriage"),
    (RON, "note", "", "unknown field note"),
    (RON, "hand", "123456m678p34s22z", "expected one of the tiles of hand"),
    (RON, "hand", "123456m678p345s222z", "expected 14"),
    (RON, "hand", "123456m678p345s2z", "expected 14"),
    (RON, "hand", "123456m678p345s22", "expected tiles like"),
    (RON, "hand", "123456m678p345s08z", "expected tiles like"),
    (RON, "hand", "123456m678p345s22z ", "expected tiles like"),
    (RON, "hand", "", "expected tiles like"),
    (RON, "hand", ["1m"], "expected a text"),
    (RON, "win_tile", "0s", "expected one of the tiles of hand"),
    (RON, "win_tile", "55s", "expected one tile"),
    (RON, "win_tile", "0z", "expected one tile"),
    (RON, "tsumo", 0, "expected true or false"),
    (RON, "tsumo", True, "expected null for a self-draw"),
    (RON, "seat_wind", "s", "expected one of E, S, W, N"),
    (RON, "seat_wind", "E", "dealer does not fit seat_wind E"),
    (RON, "seat_wind", "W", "does not fit winner 1 and dealer_seat 0"),
    (RON, "round_wind", 1, "expected one of E, S, W, N"),
    (RON, "dealer", True, "dealer does not fit seat_wind S"),
    (RON, "riichi", True, "expected a whole number 0..2"),
    (RON, "riichi", 3, "expected a whole number 0..2"),
    (RON, "riichi", 0, ""),
    (RON, "ippatsu", True, "yaku"),
    (RON, "chankan", "yes", "expected true or false"),
    (RON, "nuki", 1, ""),
    (RON, "nuki", 5, "expected a whole number 0..4"),
    (RON, "nuki_ron", True, "expected three players and a ron on 4z"),
    (RON, "dora_indicators", "1m", "expected a list"),
    (RON, "dora_indicators", ["1m"] * 6, "expected a list of up to 5 tiles"),
    (RON, "dora_indicators", ["12m"], "expected a list of up to 5 tiles"),
    (RON, "dora_indicators", [1], "expected a list of up to 5 tiles"),
    (RON, "dora_indicators", ["3p"], "dora"),
    (RON, "ura_indicators", ["8z"], "expected a list of up to 5 tiles"),
    (RON, "honba", -1, "expected a whole number"),
    (RON, "honba_paid", 0, "deltas"),
    (RON, "sticks", 1, "deltas"),
    (RON, "sticks", None, "expected a whole number"),
    (RON, "winner", 4, "expected a whole number 0..3"),
    (RON, "winner", ..., "the fields winner and dealer_seat must be too"),
    (RON, "dealer_seat", ..., "the fields winner and dealer_seat must be too"),
    (RON, "dealer_seat", 1, "does not fit winner 1"),
    (RON, "loser", 1, ""),
    (RON, "loser", 3, "deltas"),
    (RON, "loser", None, "expected null for a self-draw, else the seat that pays"),
    (RON, "loser", 4, "expected a whole number 0..3 or null"),
    (RON, "pao", 4, "expected a whole number 0..3 or null"),
    (RON, "multi_index", 4, "expected a whole number 0..3"),
    (RON, "scores_before", [25000] * 3, "expected 4 whole numbers"),
    (RON, "deltas", {}, "expected a list"),
    (RON, "expected", [], "expected an object"),
    (RON, "expected.deltas", [0, 7500, -5500, 0], "unknown field expect.deltas"),
    (RON, "expected.yaku", {"riichi": 1}, "expected a list"),
    (RON, "expected.yaku", [["no_such_yaku", 1]], "no_such_yaku"),
    (RON, "expected.yakuman", None, "expected a list"),
    (NUKI, "players", 4, ""),
    (NUKI, "seat_wind", "N", "expected one of E, S, W"),
    (NUKI, "nuki_ron", True, "expected three players and a ron on 4z"),
    (NUKI, "melds.0.kind", "pung", "expected one of chi, pon, daiminkan, kakan, ankan"),
    (NUKI, "melds.0.kind", "chi", "expected a chow, not a pung"),
    (NUKI, "melds.0.tiles", "55z5z", "the tiles of one meld"),
    (NUKI, "melds.0.tiles", "556z", ""),
    (NUKI, "melds.0.called", "6z", "expected one of the tiles 555z"),
    (NUKI, "melds.0.called", ..., r"field melds\[0\].called is missing"),
    (NUKI, "melds.0.from_rel", ..., r"field melds\[0\].from_rel is missing"),
    (NUKI, "melds.0.from_rel", 3, "expected a whole number 1..2"),
    (NUKI, "melds.0.from_rel", 0, "expected a whole number 1..2"),
    (NUKI, "melds.0.from", 2, "expected seat 0, as from_rel says"),
    (NUKI, "melds.0.added", "5z", r"unknown field melds\[0\].added"),
    (NUKI, "melds.1.added", "5z", "expected one of the tiles 6666z"),
    (NUKI, "melds.1.tiles", "666z", "expected a added kong|expected an added kong|tile"),
    (NUKI, "melds.1.kind", "ankan", "unknown field"),
    (NUKI, "melds.0", "555z", "expected an object"),
    (NUKI, "hand", "9m9m123p456s", "expected one of the tiles of hand"),
    (NUKI, "rinshan", False, "rinshan_kaihou"),
    (NUKI, "rules.aka", False, ""),
    (PAO, "pao", None, "deltas"),
    (PAO, "expected.yakuman", [["daisangen", 2]], "daisangen"),
]


@pytest.mark.parametrize(("win", "path", "value", "message"), BAD)
def test_bad_wins_fail(win: dict[str, Any], path: str, value: object, message: str) -> None:
    text = told(report_of(changed(win, path, value)))
    assert re.search(message, text), text


def test_options_come_from_the_line() -> None:
    """Without open tanyao the win has no yaku; without red fives a plain five is no dora."""
    melds = [{"kind": "chi", "tiles": "234s", "called": "2s", "from": 0, "from_rel": 3}]
    win = {name: value for name, value in RON.items() if name not in ("ura_indicators", "deltas", "expected")}
    win |= {"hand": "345666m567p88s", "win_tile": "5p", "melds": melds, "riichi": 0, "dora_indicators": []}
    # 20 + 4 = 24, up to 30 fu; 30 * 2^3 * 4 = 960, up to 1000
    one = {"expected": {"yaku": [["tanyao", 1]], "han": 1, "fu": 30, "points": 1000}}
    assert report_of(win | one).ok
    assert report_of(win | one | {"rules": RULES | {"aka": False, "length": "tonpuu"}}).ok
    assert "no win" in told(report_of(win | one | {"rules": RULES | {"kuitan": False}}))


def test_lines_that_are_no_wins_fail() -> None:
    text = "\n" + lines(RON) + "\n   \n{\n" + lines(NUKI)[:-1] + "x\n[1]\n" + lines(NUKI | {"id": "ron"}, PAO)
    report = check.run_text(text, "some.jsonl")
    assert (report.passed, report.failed) == (2, 4)
    assert [result.case for result in report.results] == ["ron", "line 5", "line 6", "line 7", "ron", "pao"]
    failures = [result.message for result in report.failures]
    assert "not JSON" in failures[0]
    assert "not JSON" in failures[1]
    assert "expected an object" in failures[2]
    assert "the id ron stands twice" in failures[3]


def test_a_round_is_told_apart() -> None:
    found = {"game": "g", "index": 3, "players": 4, "events": [["draw", 0, "1m"]], "wins": []}
    report = report_of(found)
    assert "the field rules" in told(report)
    assert report.results[0].case == "g#3"


def test_files_are_known_by_their_content(tmp_path: Path) -> None:
    text = lines(RON, NUKI).encode()
    for name, data in {
        "wins.jsonl": text, "wins.jsonl.gz": gzip.compress(text), "packed.jsonl": gzip.compress(text),
        "plain.jsonl.gz": text, "wins.txt": text, "wins.gz": gzip.compress(text), "bom.jsonl": b"\xef\xbb\xbf" + text,
    }.items():
        (tmp_path / name).write_bytes(data)
        assert str(check.run(tmp_path / name)) == "2 passed, 0 failed, 0 not run", name
    assert str(check.run_text(text.decode())) == "2 passed, 0 failed, 0 not run"


def test_files_of_one_value_may_be_compressed(tmp_path: Path) -> None:
    data = {"schema": "mjcore-shanten-cases/1", "hands": [{"id": 1, "counts": [2] * 1 + [0] * 33, "std": -1}]}
    (tmp_path / "hands.json.gz").write_bytes(gzip.compress(json.dumps(data, indent=1).encode()))
    assert check.run(tmp_path / "hands.json.gz").ok


def test_broken_files_fail(tmp_path: Path) -> None:
    text = lines(*(RON | {"id": str(n), "scores_before": [n] * 4} for n in range(200))).encode()
    for name, data, message in (
        ("empty.jsonl", b"", "a file without lines"),
        ("blank.jsonl", b"\n \n", "a file without lines"),
        ("cut.jsonl.gz", gzip.compress(text)[:-40], "not read"),
        ("head.jsonl.gz", gzip.compress(text)[:5], "not read"),
        ("no.jsonl.gz", b"\x1f\x8b" + text, "not read"),
        ("latin.jsonl", text + b'{"id": "\xe9"}\n', "not UTF-8"),
    ):
        (tmp_path / name).write_bytes(data)
        report = check.run(tmp_path / name)
        assert not report.ok, name
        assert message in report.results[-1].message, name
        assert report.results[-1].case == name


def test_lines_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is run before the next is read."""
    run, read = riichi_wins.run, 0

    class Stream:
        def __iter__(self) -> Iterator[str]:
            nonlocal read
            for n in range(50):
                read += 1
                yield lines(RON | {"id": str(n)})

    ran: list[int] = []

    def noted(case: Fields) -> list[check.Difference]:
        ran.append(read)
        return run(case)

    monkeypatch.setattr(riichi_wins, "run", noted)
    from mjcore.check.runner import _run_stream

    report = _run_stream(Stream(), "many.jsonl")  # type: ignore[arg-type]
    assert report.passed == 50
    assert ran == list(range(1, 51))


@needs_shared
def test_real_wins_pass() -> None:
    report = check.run(REAL)
    assert not list(report.failures), [result.lines() for result in list(report.failures)[:5]]
    assert str(report) == f"{REAL_WINS} passed, 0 failed, 0 not run"


@needs_shared
def test_no_wrong_real_value_passes() -> None:
    """Every win with one value made wrong, all values in turn."""
    tried = 0
    with gzip.open(REAL, "rt", encoding="utf-8") as file:
        for n, line in enumerate(file):
            win = json.loads(line)
            wrong = list(mutations(win))
            # another part of each win, so that all kinds of change are tried on all kinds of wins
            for name, case in wrong[n % 21::21]:
                assert report_of(case).failed == 1, (win["id"], name)
                tried += 1
    assert tried > 3 * REAL_WINS


@settings(max_examples=500)
@given(damaged(RON) | damaged(NUKI) | damaged(PAO))
def test_damaged_wins(win: dict[str, Any]) -> None:
    (result,) = report_of(win).results
    assert "broke down" not in result.message
    assert (result.outcome == "failed") == bool(result.message or result.differences)
