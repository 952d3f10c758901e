"""Whole rounds of riichi: `mjcore check` plays them again on a table and finds whatever the line says wrongly."""

from __future__ import annotations

import copy
import gzip
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from case_changes import damaged
from mjcore import check

SHARED = os.environ.get("MJCORE_SHARED")
ROUNDS = Path(SHARED or ".") / "data" / "riichi_rounds.jsonl.gz"
REAL_ROUNDS = 2300
needs_shared = pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")

Line = dict[str, Any]
ALL = [f"{rank}{suit}" for suit in "mps" for rank in "1234567890"] + [f"{rank}z" for rank in "1234567"]


def split(hand: str) -> list[str]:
    """The tiles of a text like 340m55p."""
    found, ranks = [], ""
    for sign in hand:
        ranks, found = ("", found + [rank + sign for rank in ranks]) if sign.isalpha() else (ranks + sign, found)
    return found


def wall_for(hands: list[str], live: list[str], dora: str) -> dict[str, list[str]]:
    """A wall whose first tiles these are."""
    left = [tile for tile in ALL for _ in range(1 if tile[0] == "0" else 3 if tile[0] == "5" and tile[1] != "z" else 4)]
    for tile in [*split("".join(hands)), *live, dora]:
        left.remove(tile)
    live = live + left[:70 - len(live)]
    rest = left[len(left) - 13:]
    return {"live": live, "rinshan": rest[:4], "dora": [dora, *rest[4:8]], "ura": rest[8:13]}


def line(hands: list[str], live: list[str], events: list[list[Any]], **more: Any) -> Line:
    given = {
        "game": "made", "index": 0, "players": 4, "rules": {"aka": True, "kuitan": True, "length": "hanchan"},
        "round_wind": "E", "kyoku": 1, "dealer": 0, "honba": 0, "sticks": 0, "scores": [25000] * 4, "hands": hands,
        "dora0": "9p", "wall": wall_for(hands, live, "9p"), "events": events, "wins": [], "draw": None,
        "scores_after": [25000] * 4,
    }
    return given | more


NINE = line(
    ["199m19p19s123455z", "234m234p34s22678s", "123m456m789m1122s", "123p456p779s888s3z"], ["4z"],
    [["draw", 0, "4z"], ["ryuukyoku", "kyuushu_kyuuhai"]],
    draw={"type": "kyuushu_kyuuhai", "deltas": [0] * 4, "scores_before": [25000] * 4, "shown": {"0": "199m"},
          "honba": 0, "sticks": 0},
)
# the dealer throws what completes 234m 234p 34s 678s 22s
RON = line(
    ["119m1379p135s123z", "234m234p34s22678s", "123m456m789m1122s", "123p456p779s888s3z"], ["4z"],
    [["draw", 0, "4z"], ["discard", 0, "5s", False], ["win", 0]],
    wins=[{
        "id": "made#0.0", "hand": "234m234p34522678s", "melds": [], "nuki": 0, "win_tile": "5s", "tsumo": False,
        "seat_wind": "S", "round_wind": "E", "dealer": False, "riichi": 0, "ippatsu": False, "rinshan": False,
        "chankan": False, "nuki_ron": False, "last_tile": False, "first_turn": False, "dora_indicators": ["9p"],
        "ura_indicators": [], "honba": 0, "sticks": 0,
        "expected": {"yaku": [["pinfu", 1], ["tanyao", 1]], "yakuman": [], "han": 2, "fu": 30, "points": 2000,
                     "limit": None},
        "winner": 1, "loser": 0, "dealer_seat": 0, "pao": None, "deltas": [-2000, 2000, 0, 0], "multi_index": 0,
        "honba_paid": 0,
    }],
    scores_after=[23000, 27000, 25000, 25000],
)
MADE = {"nine terminals": NINE, "ron": RON}


def report_of(*rounds: object) -> check.Report:
    return check.run_text("".join(json.dumps(found) + "\n" for found in rounds), "rounds.jsonl")


def told(report: check.Report) -> str:
    """What is wrong with the last round, which must be something."""
    assert report.failed >= 1
    text = "\n".join(report.results[-1].lines())
    assert "broke down" not in text
    return text


def real_rounds() -> Iterator[Line]:
    with gzip.open(ROUNDS, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


@pytest.mark.parametrize("name", MADE)
def test_made_rounds_pass(name: str) -> None:
    report = report_of(MADE[name])
    assert report.ok, told(report)
    assert report.results[0].case == "made#0"


@needs_shared
def test_real_rounds_pass() -> None:
    report = check.run(ROUNDS)
    assert not list(report.failures), "\n".join(line for found in list(report.failures)[:5] for line in found.lines())
    assert str(report) == f"{REAL_ROUNDS} passed, 0 failed, 0 not run"


@needs_shared
def test_real_rounds_pass_without_walls() -> None:
    """Their settlements and the states between them are all that can be checked then."""
    bare = [{name: value for name, value in found.items() if name != "wall"} for found in real_rounds()]
    assert str(report_of(*bare)) == f"{REAL_ROUNDS} passed, 0 failed, 0 not run"


def other(tile: str) -> str:
    return "1z" if tile != "1z" else "2z"


def damages(found: Line) -> Iterator[tuple[str, Line]]:
    """The round with one thing in it made wrong."""
    def changed(*path: Any, value: Any) -> Line:
        copied = copy.deepcopy(found)
        place: Any = copied
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = value(place[path[-1]]) if callable(value) else value
        return copied

    players = found["players"]
    yield "dora0", changed("dora0", value=other)
    yield "dealer", changed("dealer", value=lambda seat: (seat + 1) % players)
    for name in ("honba", "sticks"):
        yield name, changed(name, value=lambda number: number + 1)
    for seat in range(players):
        yield "scores", changed("scores", seat, value=lambda points: points + 100)
        yield "scores_after", changed("scores_after", seat, value=lambda points: points - 100)
    for n, win in enumerate(found["wins"]):
        yield "points", changed("wins", n, "expected", "points", value=lambda points: points + 100)
        yield "winner", changed("wins", n, "winner", value=(win["winner"] + 1) % players)
        yield "deltas", changed("wins", n, "deltas", 0, value=lambda points: points + 100)
        yield "win sticks", changed("wins", n, "sticks", value=lambda number: number + 1)
    if found["draw"]:
        yield "draw", changed("draw", "deltas", 0, value=lambda points: points + 100)
        yield "type", changed("draw", "type", value=lambda kind: "suukaikan" if kind != "suukaikan" else "exhaustive")
    if found.get("final"):
        yield "final", changed("final", "scores", 0, value=lambda points: points + 100)
        yield "final points", changed("final", "points", 0, value=lambda points: points + 0.1)
        yield "no final", {name: value for name, value in found.items() if name != "final"}
    else:
        yield "a final", found | {"final": {"scores": found["scores_after"], "points": [0.0] * players}}
    yield from damaged_events(found, changed)


def damaged_events(found: Line, changed: Callable[..., Line]) -> Iterator[tuple[str, Line]]:
    events = found["events"]
    for n, event in enumerate(events):
        if event[0] == "disconnect":
            continue
        yield f"without {event[0]}", found | {"events": events[:n] + events[n + 1:]}
        yield f"twice {event[0]}", found | {"events": [*events[:n], event, *events[n:]]}
        if n + 1 < len(events) and events[n + 1] != event and not _any_order(event, events[n + 1]):
            yield f"swapped {event[0]}", found | {"events": [*events[:n], events[n + 1], event, *events[n + 2:]]}
        for k, part in enumerate(event[1:], 1):
            if type(part) is bool and not _told_apart(found, n):
                continue
            if type(part) is bool:
                yield f"flag {event[0]}", changed("events", n, k, value=not part)
            elif type(part) is int and event[0] != "win":
                yield f"seat {event[0]}", changed("events", n, k, value=(part + 1) % found["players"])
            elif event[0] == "discard" and (tiles := _never_held(found, event[1])):
                yield "tile discard", changed("events", n, k, value=tiles[0])
            elif isinstance(part, str) and part in ALL and event[0] not in ("nuki", "discard"):
                yield f"tile {event[0]}", changed("events", n, k, value=other(part))


def _never_held(found: Line, seat: int) -> list[str]:
    """Red fives that the seat does not get: it could throw another tile than the line says, and nobody would notice."""
    own = {*split(found["hands"][seat]), *(event[2] for event in found["events"] if event[:2] == ["draw", seat])}
    return [tile for tile in ("0p", "0s") if tile not in own]


def _told_apart(found: Line, place: int) -> bool:
    """Whether the seat never had an equal tile, so that the discard is the drawn tile or is not."""
    _, seat, tile = found["events"][place][:3]
    draws = [event[2] for event in found["events"][:place] if event[:2] == ["draw", seat]]
    return (split(found["hands"][seat]) + draws).count(tile) == 1


def _any_order(one: list[Any], two: list[Any]) -> bool:
    return "disconnect" in (one[0], two[0])


@pytest.mark.parametrize("name", MADE)
def test_no_wrong_made_round_passes(name: str) -> None:
    tried = 0
    for what, wrong in damages(MADE[name]):
        report = report_of(wrong)
        assert not report.ok, (what, wrong["events"])
        assert "broke down" not in told(report)
        tried += 1
    assert tried >= 20


@needs_shared
def test_no_wrong_real_round_passes() -> None:
    """Some rounds with one thing after the other made wrong; a damaged beginning needs the round before."""
    tried = 0
    before: Line | None = None
    for n, found in enumerate(real_rounds()):
        follows = before is not None and before["game"] == found["game"]
        if n % 97 == 5 or (found["draw"] and found["draw"]["type"] not in ("exhaustive", "kyuushu_kyuuhai")):
            lead = [before] if follows else []
            for k, (what, wrong) in enumerate(damages(found)):
                if k % 15 == n % 15:
                    report = report_of(*lead, wrong)
                    assert report.passed == len(lead), (found["game"], found["index"], what)
                    assert report.failed == 1, (found["game"], found["index"], what)
                    told(report)
                    tried += 1
        before = found
    assert tried > 300


@needs_shared
def test_a_failure_says_where() -> None:
    found = next(real_rounds())
    events = copy.deepcopy(found["events"])
    place = next(n for n, event in enumerate(events) if event[0] == "discard" and n > 20)
    events[place][2] = other(events[place][2])
    text = told(report_of(found | {"events": events}))
    assert f"{found['game']}#0" in text
    assert f"events[{place}]" in text
    assert json.dumps(events[place]) in text


@needs_shared
def test_a_round_follows_from_the_one_before() -> None:
    first, second, third = (found for found, _ in zip(real_rounds(), range(3), strict=False))
    assert report_of(first, second, third).ok
    assert report_of(third, first).ok, "nothing is known before them"
    wrong = second | {"honba": second["honba"] + 1}
    assert "honba" in told(report_of(first, wrong))


def test_malformed_rounds_are_faults() -> None:
    for name, value in {
        "events": [["draw", 0]], "hands": ["1m"] * 4, "players": 5, "wins": [{}], "dora0": "0z", "rules": {},
        "kyoku": 3, "scores": [1], "wall": {"live": []}, "draw": None, "index": -1, "game": 3, "round_wind": "N",
        "dealer": 4, "more": 1, "final": {},
    }.items():
        told(report_of(NINE | {name: value}))
        told(report_of({key: kept for key, kept in NINE.items() if key != name} if name in NINE and name not in (
            "wall", "draw") else NINE | {name: value}))
    for event in (["draw", 4, "1m"], ["draw", 0, "0z"], ["draw", 0, "1m", "back"], ["fly", 0], [], 3, [["draw"]],
                  ["discard", 0, "1m"], ["ankan", 0, ["1m"]], ["win", 0], ["ryuukyoku", "rain"],
                  ["chi", 0, 1, "1m", "1m"]):
        assert "events[0]" in told(report_of(NINE | {"events": [event]}))


@settings(max_examples=500)
@given(damaged(NINE) | damaged(RON))
def test_damaged_rounds(found: dict[str, Any]) -> None:
    (result,) = report_of(found).results
    assert "broke down" not in result.message
    assert (result.outcome == "failed") == bool(result.message or result.differences)
