"""Matches that Botzone's judge has judged, played again on a table with a wall for each seat.

The walls, every draw, what players answered, who could win for how much, what was paid: all as the judge says. Made
games show what the real ones lack: walls that end, kongs near their end, files that are none.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import mjcore as mj
from case_changes import changed, damaged
from mjcore import check
from mjcore.formats import botzone
from mjcore.formats import botzone_matches as matches
from mjcore.settle.base_points import settle_base_points
from mjcore.table.names import action_text
from table.made_botzone import Made, name, won

SHARED = os.environ.get("MJCORE_SHARED")
FOLDER = Path(SHARED or ".") / "data" / "botzone"
needs_shared = pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")

REAL = 12
JUDGED = 28
MINIMUM = 8
MADE = 150
WIN = 129
DISCARDS = ("PLAY", "PENG", "CHI")
ENDS = ("HU", "HUANG")
SIGNS = {3: "<", 2: "^", 1: ">"}
Counts = Counter[str]


class Watched:
    """Hands, melds and face-up tiles as the judge's messages tell them."""

    def __init__(self, match: matches.BotzoneMatch) -> None:
        self.round_wind = match.round_wind
        self.hands = [Counter(map(str, hand)) for hand in match.hands]
        # the text of each meld up to its closing bracket
        self.melds: list[list[str]] = [[] for _ in range(4)]
        self.seen: Counter[str] = Counter()
        self.drawn = self.last = ""
        self.turn, self.what = -1, ""
        self.replaced = False

    def take(self, event: matches.BotzoneEvent) -> None:
        seat, tile, what, before = event.seat, str(event.tile), event.what, self.what
        assert seat is not None
        hand, melds = self.hands[seat], self.melds[seat]
        claimed, source = self.last, SIGNS.get((self.turn - seat) % 4, "")
        if what == "DRAW":
            self.seen[claimed] += before in DISCARDS
            self.replaced = before in ("GANG", "BUGANG")
            hand[tile] += 1
            self.drawn = tile
        elif what == "BUGANG":
            place = next(n for n, meld in enumerate(melds) if meld.startswith(f"[{3 * tile[0]}{tile[1]}"))
            melds[place] = f"[{4 * tile[0]}{tile[1]}+{melds[place][-1]}"
            hand[tile] -= 1
            self.seen[tile] += 1
        elif what == "GANG" and before not in DISCARDS:
            melds.append(f"({4 * tile[0]}{tile[1]}")
            hand[tile] -= 4
        elif what == "CHI":
            rank, suit = str(event.middle)[0], str(event.middle)[1]
            tiles = [f"{int(rank) + step}{suit}" for step in (-1, 0, 1)]
            self.seen.update(tiles)
            hand[claimed] += 1
            hand.subtract(tiles)
            ranks = sorted((one[0] for one in tiles), key=lambda one: one != claimed[0])
            melds.append("[" + "".join(ranks) + suit + "<")
        elif what in ("PENG", "GANG"):
            copies = 3 if what == "PENG" else 4
            melds.append(f"[{copies * claimed[0]}{claimed[1]}{source}")
            hand[claimed] -= copies - 1
            self.seen[claimed] += copies
        if what in DISCARDS:
            hand[tile] -= 1
        if what != "DRAW":
            self.last = tile
        self.turn, self.what = seat, what

    def hand(self, seat: int, more: str = "") -> mj.Hand:
        tiles = self.hands[seat] + Counter([more] if more else [])
        melds = [meld + (")" if meld[0] == "(" else "]") for meld in self.melds[seat]]
        return mj.Hand("".join(tiles.elements()) + "".join(melds))

    def score(self, seat: int, left: tuple[int, ...]) -> mj.Score | None:
        """What the seat would win with now; None for no win."""
        own, added = self.what == "DRAW", self.what == "BUGANG"
        tile = self.drawn if own else self.last
        try:
            return mj.score(
                self.hand(seat, "" if own else tile), tile, self_draw=own, rob_kong=added, seat_wind="ESWN"[seat],
                round_wind=self.round_wind, last_tile=left[(self.turn + 1) % 4] == 0 and not added,
                after_kong=own and self.replaced, last_copy=self.seen[tile] == 3 and not added)
        except mj.NotAWin:
            return None


# What players said


def answered(text: str, table: mj.Table) -> list[str]:
    """An answer as texts of actions: a claim with the discard that follows it."""
    what, *names = text.split()
    tiles = [str(botzone.parse(given)) for given in names]
    if what == "PLAY":
        return [f"discard {tiles[0]}"]
    if what == "BUGANG" or (what == "GANG" and tiles):
        return [f"kong {tiles[0]}"]
    if what == "PENG":
        return ["pung", f"discard {tiles[0]}"]
    if what == "CHI":
        place = int(str(table.last_tile)[0]) - int(tiles[0][0]) + 1
        return [f"chow {('low', 'mid', 'high')[place]}", f"discard {tiles[1]}"]
    return [{"PASS": "pass", "HU": "win", "GANG": "kong"}[what]]


def moved_on(event: matches.BotzoneEvent, table: mj.Table) -> bool:
    """Whether the table has drawn the next tile already, as nobody could claim what the event is about."""
    return event.what != "DRAW" and table.phase not in ("claim", "rob")


def decided(event: matches.BotzoneEvent, table: mj.Table, rng: random.Random, counts: Counts) -> mj.Table:
    """A copy of the table in which everybody has answered, in any order. What they said is legal, each thing."""
    table = table.clone()
    if moved_on(event, table):
        assert set(event.answers) == {"PASS"}, event
        return table
    said = {seat: answered(text, table) for seat, text in enumerate(event.answers)}
    for seat, (action, *_) in said.items():
        legal = [action_text(number) for number in table.legal_actions(seat)]
        assert action in legal or (action == "pass" and not legal), (event, seat, legal)
        counts["answers"] += action != "pass"
        counts["passes of a choice"] += action == "pass" and len(legal) > 1
    turns = list(said)
    rng.shuffle(turns)
    open_ones = set(table.pending)
    for seat in turns:
        action = said[seat][0]
        if seat in table.pending and seat in open_ones:
            table.step(action, seat)
            open_ones = open_ones if table.phase in ("claim", "rob") else set()
        else:
            counts["claims that came to nothing"] += action != "pass"
    if table.phase == "throw":
        table.step(said[table.turn][1])
    return table


def check_wins(event: matches.BotzoneEvent, table: mj.Table, watched: Watched, counts: Counts) -> None:
    """What each seat could win, as the judge says, as `mj.score` says of the messages, and as the table says."""
    for seat, fan in enumerate(event.can_hu):
        legal = WIN in table.legal_actions(seat) and not moved_on(event, table)
        if fan == matches.NOT_ASKED:
            assert not legal, (event, seat)
            continue
        counts["canHu"] += 1
        assert legal == (fan >= MINIMUM), (event, seat)
        found = watched.score(seat, event.left)
        assert (found is not None) == (fan > 0), (event, seat)
        if found is None:
            continue
        counts["canHu of wins"] += 1
        assert found.total_without_flowers == fan, (event, seat, found)
        if not legal:
            continue
        counts["canHu of legal wins"] += 1
        result = won(table, seat)
        assert result.wins[0].score.total == fan
        if event.what == "DRAW":
            paid = [3 * (8 + fan) if other == seat else -8 - fan for other in range(4)]
        else:
            paid = [24 + fan if other == seat else -8 - fan if other == event.seat else -8 for other in range(4)]
        assert list(result.deltas) == paid


def check_hands(event: matches.BotzoneEvent, table: mj.Table, watched: Watched, counts: Counts) -> None:
    for seat in range(4):
        hand = watched.hand(seat)
        if moved_on(event, table) and not table.done and seat == table.turn:
            hand = watched.hand(seat, str(table.drawn))
        assert table.hand(seat) == hand, (event, seat)
        counts["hands"] += 1
    if not table.done:
        assert table.live == event.left[(table.turn + 1) % 4]


def check_match(match: matches.BotzoneMatch, counts: Counts) -> None:
    """Plays a match again and compares all that its messages say."""
    rng = random.Random(match.name)
    watched = Watched(match)
    expected = None
    table = match.table()
    for event, table in match.replay():
        counts["events"] += 1
        counts[event.what] += 1
        assert expected is None or expected == table, event
        if event.what in ENDS:
            break
        watched.take(event)
        check_hands(event, table, watched, counts)
        check_wins(event, table, watched, counts)
        expected = decided(event, table, rng, counts) if event.answers else None
    counts["matches"] += 1
    result = table.result
    assert result is not None, "the match has no end"
    assert result.deltas == result.ledger.totals(4) == match.scores
    if match.fans:
        score = result.wins[0].score
        assert sum(times * value for _, times, value in match.fans) == score.total
        assert named(score) == told_fans(match.fans)
        counts["lists of fans"] += 1


# the judge writes another word for one fan
JUDGED_AS = {"嵌张": "坎张"}
# fans of two chows: several labels of the same sets are right
TWO_CHOWS = ("一般高", "喜相逢", "连六", "老少副")


def told_fans(rows: Iterable[tuple[str, int, int]]) -> Counts:
    """How often each fan counts, by Chinese names."""
    found: Counts = Counter()
    for fan, times, _ in rows:
        found["two chows" if fan in TWO_CHOWS else JUDGED_AS.get(fan, fan)] += times
    return found


def named(score: mj.Score) -> Counts:
    """The fans of a score, as the judge tells them."""
    names = {row.public_id: row.names["zh"] for row in matches.rule_set().fans}
    return told_fans((names[fan.fan], fan.count, fan.value) for fan in score.fans)


def real_files() -> list[Path]:
    return sorted(FOLDER.glob("6a*.json"))


@needs_shared
def test_real_matches() -> None:
    counts: Counts = Counter()
    for path in real_files():
        match = matches.read(path)
        assert match.fault is None, "its judge ended it by an error of a player: replay up to it"
        check_match(match, counts)
    print(dict(counts))
    assert counts["matches"] == REAL
    assert counts["events"] > 800
    assert counts["canHu"] > 1500
    assert counts["canHu of legal wins"] >= REAL


@needs_shared
def test_judged_wins() -> None:
    """Of other matches only the end is known: names and values of fans, their sum, who pays what."""
    rows = [json.loads(line) for line in (FOLDER / "judged_wins.jsonl").read_text("utf-8").splitlines()]
    values = {row.names["zh"]: row.value for row in matches.rule_set().fans}
    counts: Counts = Counter()
    for row in rows:
        final = row["final"]
        counts[final["action"]] += 1
        if final["action"] != "HU":
            assert set(final.get("score", [0])) <= {0, -30, 10}
            continue
        winner, total, paid = final["player"], final["fanCnt"], final["score"]
        for fan in final["fan"]:
            assert values[JUDGED_AS.get(fan["name"], fan["name"])] == fan["value"], fan
            counts["fans"] += 1
        assert sum(fan["cnt"] * fan["value"] for fan in final["fan"]) == total
        losers = [seat for seat in range(4) if paid[seat] == min(paid)]
        loser = losers[0] if len(losers) == 1 else None
        ledger = settle_base_points(total, base=8, players=4, winner=winner, loser=loser)
        assert list(ledger.totals(4)) == paid
        counts["payments"] += 1
        path = FOLDER / f"{row['match']}.json"
        if path.exists():
            match = matches.read(path)
            assert (list(match.scores or ()), match.name) == (paid, row["match"])
            assert match.fans == tuple((fan["name"], fan["cnt"], fan["value"]) for fan in final["fan"])
            counts["replayed"] += 1
    print(dict(counts))
    assert len(rows) == JUDGED


# Made matches


@cache
def made(seed: int, claims: float = 0.8) -> Made:
    game = Made(seed, claims)
    game.play()
    return game


def test_made_matches() -> None:
    """The walls of seats end at different times, once there were kongs and claims."""
    counts: Counts = Counter()
    for seed in range(MADE):
        game = made(seed, (0.2, 0.6, 1.0)[seed % 3])
        match = matches.read_data(game.data)
        watched = Watched(match)
        table = match.table()
        for event, table in match.replay():
            if event.what not in ENDS:
                watched.take(event)
                check_hands(event, table, watched, counts)
        assert table == game.table
        assert match.scores == game.table.deltas
        counts += game.counts
    print(dict(counts))
    for what in ("HUANG", "chow", "pung", "kong", "questions at the last tile", "questions at the end of the own wall"):
        assert counts[what] > 20, what


def test_files(tmp_path: Path) -> None:
    game = made(1)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(game.data), encoding="utf-8")
    match = matches.read(path)
    assert (match.name, match.round_wind) == ("made 1", "S")
    assert match == matches.read_data(game.data) == matches.read_data(
        game.data | {"initdata": json.dumps(game.data["initdata"])})
    # messages alone, as the judge's first one has all that it began with
    logs = [{"output": game.logs[0]["output"] | {"initdata": game.data["initdata"]}}, *game.logs[1:]]
    assert matches.read_data(logs, "made 1") == match
    for text in ("", "[", "[" * 100_000):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(mj.LogError, match=r"match\.json is no JSON"):
            matches.read(path)
    with pytest.raises(OSError, match="missing"):
        matches.read(tmp_path / "missing")


def test_a_match_that_an_error_ended() -> None:
    game = made(2)
    logs = [*game.logs[:8], {"output": {"command": "finish", "content": {"0": 10, "1": 10, "2": -30, "3": 10},
                                        "display": {"action": "WA", "player": 2, "score": [10, 10, -30, 10]}}}]
    match = matches.read_data(game.data | {"logs": logs})
    assert (match.fault, match.scores) == ((2, "WA"), (10, 10, -30, 10))
    *_, (event, table) = match.replay()
    assert len(match.events) == 2
    assert not table.done
    assert event == match.events[-1]
    # one that nothing ended
    assert matches.read_data(game.data | {"logs": game.logs[:8]}).scores is None


@pytest.mark.parametrize(("path", "value", "message"), [
    ("initdata.quan", 4, "initdata.quan is 4: expected 0..3"),
    ("initdata.quan", True, "initdata.quan"),
    ("initdata.walltiles", "W1", "expected 136 tiles, no flowers, four of each kind"),
    ("initdata.walltiles", "H1", "expected 136 tiles"),
    ("initdata.walltiles", "W1 X2", r"walltiles\[1\] is 'X2': expected a tile, such as W1"),
    ("initdata.walltiles", None, "expected 136 tiles"),
    ("initdata", "{", "initdata is"),
    ("initdata", 3, "initdata is 3: expected an object"),
    ("logs", [], "logs is"),
    ("logs.0", 3, r"logs\[0\] is 3"),
    ("logs.2.output.display", 3, r"logs\[2\]\.output\.display is 3"),
    ("logs.2.output.display.hand", [[]] * 4, "expected 13 tiles of each seat"),
    ("logs.2.output.display.action", "INIT", "the deal"),
    ("logs.4.output.display.action", "FLY", "FLY"),
    ("logs.4.output.display.player", 4, r"logs\[4\].*player is 4: expected 0..3"),
    ("logs.4.output.display.tile", "W1 W2", r"logs\[4\].*tile is 'W1 W2': expected a tile"),
    ("logs.4.output.display.canHu", [0, 0, 0], "canHu"),
    ("logs.4.output.display.tileCnt", [0, 0, 0, 1.5], "tileCnt"),
    ("logs.4.output.command", "finish", "content"),
])
def test_a_faulty_file(path: str, value: object, message: str) -> None:
    with pytest.raises(mj.LogError, match=message):
        matches.read_data(changed(made(1).data, path, value))


def test_a_match_that_the_table_refuses() -> None:
    data = made(1).data
    match = matches.read_data(data)
    for path, value, message in (
        ("logs.4.output.display.player", 1, "event 0, DRAW of seat 1: at the table it is the turn of seat 0"),
        ("logs.4.output.display.tile", name(34 - 1 - match.wall[13] % 34), "event 0, DRAW of seat 0: at the table"),
        ("logs.6.output.display.action", "HUANG", "event 1, HUANG of seat None: the wall has not ended"),
        ("logs.6.output.display.action", "HU", "event 1, HU of seat 0: "),
        ("logs.6.output.display.action", "PENG", "event 1, PENG of seat 0: "),
        ("logs.6.output.display.player", 2, "event 1, PLAY of seat 2: "),
        ("logs.2.output.display.hand.1.0", name(match.wall[0]), "seat 1 was dealt other tiles than its wall has"),
    ):
        wrong = matches.read_data(changed(data, path, value))
        with pytest.raises(mj.LogError, match="made 1: " + message):
            list(wrong.replay())


@settings(max_examples=300)
@given(damaged(made(1).data))
def test_damaged_matches(data: dict[str, Any]) -> None:
    try:
        for _ in matches.read_data(data).replay():
            pass
    except mj.LogError:
        assert not check.run_data(data).ok
    assert "broke down" not in "".join(result.message for result in check.run_data(data).results)


# As a file of `mjcore check`


@needs_shared
def test_real_matches_pass_the_check() -> None:
    reports = [check.run(path) for path in real_files()]
    assert [str(report) for report in reports] == REAL * ["1 passed, 0 failed, 0 not run"]
    for path in real_files():
        wrong_matches(json.loads(path.read_text("utf-8")))


def test_made_matches_pass_the_check() -> None:
    ends = set()
    for seed in range(30):
        game = made(seed)
        # of complete hands below the minimum a made match does not know what they are worth
        if not check.run_data(game.data).ok:
            continue
        what = game.logs[-1]["output"]["display"]["action"]
        if what not in ends:
            assert wrong_matches(game.data) > 20
        ends.add(what)
    assert ends == {"HU", "HUANG"}


def wrong_matches(data: dict[str, Any]) -> int:
    """Changes a match in one place after the other: the check notices all of it, and says where."""
    tried = 0

    def refused(path: str, value: object, *said: str) -> None:
        nonlocal tried
        report = check.run_data(changed(data, path, value))
        assert not report.ok, (path, value)
        text = "\n".join(report.results[0].lines())
        assert "broke down" not in text
        assert all(part in text for part in (data["matchId"], *said)), (text, said)
        tried += 1

    last = len(data["logs"]) - 1
    for n in range(4, last, 2):
        display = data["logs"][n]["output"]["display"]
        where = f"logs.{n}.output.display"
        event = f"events[{n // 2 - 2}]"
        if n % 10 == 0 or max(display["canHu"]) > 0:
            for seat, fan in enumerate(display["canHu"]):
                if fan != matches.NOT_ASKED:
                    refused(f"{where}.canHu.{seat}", -3 if fan >= 8 else 8, f"{event}.canHu[{seat}]: expected",
                            f"{event}: may seat {seat} win: expected")
                    refused(f"{where}.canHu.{seat}", fan + 1 if fan > 0 else 1, f"{event}.canHu[{seat}]: expected")
        if display["action"] == "DRAW" and n % 6 == 0:
            refused(f"{where}.player", (display["player"] + 1) % 4, f"event {n // 2 - 2}, DRAW")
    end = f"logs.{last}.output"
    refused(f"{end}.content.0", data["logs"][last]["output"]["content"]["0"] + 1, "scores: expected")
    if data["logs"][last]["output"]["display"]["action"] == "HU":
        refused(f"{end}.display.fan.0.cnt", 5, "fan: expected")
        refused(f"{end}.display.player", (data["logs"][last]["output"]["display"]["player"] + 1) % 4, "HU of seat")
    else:
        refused(f"{end}.display.fan", [{"name": "花龙", "cnt": 1, "value": 8}], "fan: expected")
    refused(f"logs.{last}", {"output": {"command": "request", "display": {"action": "FLY"}}}, "FLY")
    return tried


def test_a_match_in_which_nothing_happens() -> None:
    report = check.run_data(made(1).data | {"logs": made(1).logs[:4]})
    assert "nothing happens in the match" in report.results[0].message
