"""Matches of Chinese Standard Mahjong as Botzone keeps them: what the judge said, what the players answered.

The game is MCR without flowers. Each seat draws from a wall of its own, a quarter of the tiles, replacements too, and
the hand is over when the wall of the seat whose turn it is has no tile left.

>>> match = read("game.json")                     # doctest: +SKIP
>>> for event, table in match.replay():           # doctest: +SKIP
...     print(event.what, event.seat, event.tile, table.seat)
>>> table.result.deltas == match.scores           # doctest: +SKIP
True
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from mjcore.errors import IllegalAction, LogError, MahjongError, brief
from mjcore.formats import botzone
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.rules import RuleSet, load

if TYPE_CHECKING:
    from mjcore.game.tables import Table

PLAYERS = 4
HAND = 13
WINDS = "ESWN"
RULE_FILE = """
base = "mcr"
id = "mcr_botzone"
names = { en = "Chinese Standard Mahjong (Botzone)", zh = "国标麻将（Botzone）" }
summary = "MCR without flowers"
tiles = { 4 = "123456789m123456789p123456789s1234567z" }
"""
EVENTS = ("DRAW", "PLAY", "CHI", "PENG", "GANG", "BUGANG", "HU", "HUANG")
SILENT = ("INIT", "DEAL")
# canHu of a seat that was not asked
NOT_ASKED = -4
WIN = 129


@cache
def rule_set() -> RuleSet:
    """The rule set of the matches: MCR without flowers.

    >>> rule_set().id, dict(rule_set().tiles)
    ('mcr_botzone', {4: '123456789m123456789p123456789s1234567z'})
    """
    return load(RULE_FILE)


class BotzoneEvent(NamedTuple):
    """One message of the judge.

    what      "DRAW" "PLAY" "CHI" "PENG" "GANG" "BUGANG" "HU" "HUANG" (the wall ended); CHI and PENG with the discard
              that follows
    seat      who did it; None for HUANG
    tile      drawn, discarded (of CHI and PENG the discard too), or what the kong is of; None for HU and HUANG
    middle    the middle tile of the chow
    can_hu    for each seat the fan that it would win with now; -1 to -3: no win, -4: it was not asked
    left      tiles in the wall of each seat
    answers   what the players said to it
    """

    what: str
    seat: int | None
    tile: Tile | None
    middle: Tile | None
    can_hu: tuple[int, ...]
    left: tuple[int, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True)
class BotzoneMatch:
    """A match, which is one hand. Immutable.

    name         of the match
    round_wind   "E" "S" "W" "N"; seat 0 is East and begins
    wall         tile bytes as `mjcore.Table` takes them: the wall of each seat, in drawing order
    hands        the tiles that each seat was dealt
    events       what happened, from the first draw on; what comes after a player's error is not there
    scores       what the judge gave each seat; None of a match that was not finished
    fault        who ended the match by an error, and its name ("WA", "WH", "TLE", ...); or None
    fans         of the win: (Chinese name, how often, value)
    """

    name: str
    round_wind: str
    wall: bytes = field(repr=False)
    hands: tuple[tuple[Tile, ...], ...] = field(repr=False)
    events: tuple[BotzoneEvent, ...] = field(repr=False)
    scores: tuple[int, ...] | None
    fault: tuple[int, str] | None
    fans: tuple[tuple[str, int, int], ...] = field(repr=False)

    def table(self, rules: RuleSet | None = None) -> Table:
        """A table that has just been dealt from the walls of the match; `rules` instead of those of the match."""
        from mjcore.game.tables import Table

        rules = rule_set() if rules is None else rules
        # nothing is left to chance: with any seed given, tables of one match are equal
        return Table(rules, seed=0, wall=self.wall, private_walls=True, dealer=0, round_wind=self.round_wind)

    def replay(self, rules: RuleSet | None = None) -> Iterator[tuple[BotzoneEvent, Table]]:
        """Plays the match again. Each event, and the table after it, which moves on with the next one.

        Those who may claim the discard of an event have not been asked yet; where nobody may, the table has drawn the
        next tile already. LogError where the table does not allow what was done, or tells it otherwise.
        """
        table = self.table(rules)
        for seat, tiles in enumerate(self.hands):
            dealt = list(table.hand(seat).tiles)
            if seat == table.turn and table.drawn is not None:
                dealt.remove(table.drawn)
            if sorted(map(str, dealt)) != sorted(map(str, tiles)):
                raise LogError(f"{self.name}: seat {seat} was dealt other tiles than its wall has")
        for place, event in enumerate(self.events):
            try:
                _apply(event, table)
            except IllegalAction as error:
                raise LogError(f"{self.name}: event {place}, {event.what} of seat {event.seat}: {error}") from None
            yield event, table


def may_win(event: BotzoneEvent, table: Table, seat: int) -> bool:
    """Whether the seat could win on what the event is about. `table` is as it is after the event."""
    asked = table.phase in ("claim", "rob") or event.what == "DRAW"
    return asked and WIN in table.legal_actions(seat)


def actions(event: BotzoneEvent, table: Table) -> tuple[str, ...]:
    """What the seat of an event decided at this table, as texts of actions; () for a draw and for the wall's end.

    `table` is as it was before the event.
    """
    if event.what in ("DRAW", "HUANG"):
        return ()
    if event.what == "HU":
        return ("win",)
    assert event.tile is not None
    if event.what == "PLAY":
        return (f"discard {event.tile}",)
    if event.what == "BUGANG" or (event.what == "GANG" and table.phase == "turn"):
        return (f"kong {event.tile}",)
    if event.what == "GANG":
        return ("kong",)
    return (_claim(event.middle, table), f"discard {event.tile}")


def _claim(middle: Tile | None, table: Table) -> str:
    if middle is None:
        return "pung"
    claimed = table.last_tile
    # what the claimed tile is in the chow; of another tile than it can be the table refuses any
    place = 1 if claimed is None else 1 + claimed.kind - middle.kind
    if not 0 <= place < 3:
        raise IllegalAction(f"a chow of {claimed} around {middle}")
    return f"chow {('low', 'mid', 'high')[place]}"


def _pass_all(table: Table) -> None:
    while table.phase in ("claim", "rob"):
        table.step("pass")


def _apply(event: BotzoneEvent, table: Table) -> None:
    if event.what in ("DRAW", "HUANG"):
        _pass_all(table)
        if event.what == "HUANG":
            if not table.done:
                raise IllegalAction("the wall has not ended")
        elif (table.phase, table.turn, table.drawn) != ("turn", event.seat, event.tile):
            raise IllegalAction(f"at the table it is the {table.phase} of seat {table.turn} with {table.drawn}")
        return
    for n, action in enumerate(actions(event, table)):
        if n:
            # the claim first: others had other wishes, which came to nothing
            _pass_all(table)
        table.step(action, event.seat)
    if event.what != "HU":
        return
    _pass_all(table)
    if not table.done or table.won != (event.seat,):
        raise IllegalAction("another seat wins")


def read(path: str | os.PathLike[str]) -> BotzoneMatch:
    """A match from a file. LogError for what is no such file, OSError for one that can not be opened."""
    with open(path, encoding="utf-8-sig") as file:
        try:
            data = json.load(file)
        except (ValueError, RecursionError) as error:
            raise LogError(f"{os.path.basename(path)} is no JSON: {error}") from None
    return read_data(data, os.path.basename(path))


def read_data(data: object, name: str = "the match") -> BotzoneMatch:
    """A match from the value of its JSON: an object with `initdata` and `logs`, or the list of messages alone, whose
    first one has `initdata`. LogError for what is none."""
    return _Reader(name).match(data)


class _Reader:
    """Reads one match; every fault names its place."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fault(self, where: str, value: object, expected: str) -> LogError:
        return LogError(f"{self.name}: {where} is {brief(value)}: expected {expected}")

    def match(self, data: object) -> BotzoneMatch:
        file = data if isinstance(data, dict) else {"logs": data}
        messages = file.get("logs")
        if not isinstance(messages, list) or not messages:
            raise self.fault("logs", messages, "a list of what the judge and the players said in turn")
        known: object = file["initdata"] if "initdata" in file else self.output(messages[0], 0).get("initdata")
        if isinstance(known, str):
            try:
                known = json.loads(known)
            except (ValueError, RecursionError):
                raise self.fault("initdata", known, "an object") from None
        if not isinstance(known, dict):
            raise self.fault("initdata", known, "an object")
        ident = file.get("matchId")
        if isinstance(ident, str):
            self.name = ident
        wind = known.get("quan")
        if type(wind) is not int or not 0 <= wind < PLAYERS:
            raise self.fault("initdata.quan", wind, "0..3")
        return self.course(messages, WINDS[wind], self.wall(known.get("walltiles")))

    def wall(self, text: object) -> bytes:
        """The four quarters, each in the order in which it is drawn: from its end."""
        names = text.split() if isinstance(text, str) else []
        tiles = [self.tile(name, f"walltiles[{n}]") for n, name in enumerate(names)]
        if sorted(tile.kind for tile in tiles) != sorted(4 * [tile.kind for tile in _kinds()]):
            raise self.fault("initdata.walltiles", text, "136 tiles, no flowers, four of each kind")
        part = len(tiles) // PLAYERS
        return bytes(tiles[part * (seat + 1) - 1 - n].kind for seat in range(PLAYERS) for n in range(part))

    def course(self, messages: list[Any], wind: str, wall: bytes) -> BotzoneMatch:
        hands: tuple[tuple[Tile, ...], ...] = ()
        events: list[BotzoneEvent] = []
        scores: tuple[int, ...] | None = None
        blame: tuple[int, str] | None = None
        fans: tuple[tuple[str, int, int], ...] = ()
        for n in range(0, len(messages), 2):
            output = self.output(messages[n], n)
            display = output.get("display")
            if not isinstance(display, dict):
                raise self.fault(f"logs[{n}].output.display", display, "an object")
            what, finished = display.get("action"), output.get("command") == "finish"
            if what == "DEAL":
                hands = self.dealt(display.get("hand"), n)
            elif what in EVENTS:
                said = messages[n + 1] if n + 1 < len(messages) else None
                events.append(self.event(what, display, n, said))
            elif finished:
                blame = (self.seat(display, n), str(what))
            elif what not in SILENT:
                raise self.fault(f"logs[{n}].output.display.action", what, ", ".join((*SILENT, *EVENTS)))
            if finished:
                scores = self.numbers(output.get("content"), f"logs[{n}].output.content")
                fans = self.fans(display.get("fan", []), n)
                break
        if len(hands) != PLAYERS:
            raise self.fault("the deal", hands, "a hand of each seat")
        return BotzoneMatch(self.name, wind, wall, hands, tuple(events), scores, blame, fans)

    def output(self, message: object, n: int) -> dict[str, Any]:
        output = message.get("output") if isinstance(message, dict) else None
        if isinstance(output, dict):
            return output
        raise self.fault(f"logs[{n}]", message, "an object with the output of the judge")

    def event(self, what: str, display: dict[str, Any], n: int, said: object) -> BotzoneEvent:
        where = f"logs[{n}].output.display"
        seat = None if what == "HUANG" else self.seat(display, n)
        tile = None if what in ("HU", "HUANG") else self.tile(display.get("tile"), f"{where}.tile")
        middle = self.tile(display.get("tileCHI"), f"{where}.tileCHI") if what == "CHI" else None
        can_hu = self.numbers(display.get("canHu"), f"{where}.canHu")
        left = self.numbers(display.get("tileCnt"), f"{where}.tileCnt")
        answers = tuple(self.answer(said, by) for by in range(PLAYERS)) if isinstance(said, dict) else ()
        return BotzoneEvent(what, seat, tile, middle, can_hu, left, answers)

    def answer(self, said: dict[str, Any], seat: int) -> str:
        """What a player said; nothing, where he failed to."""
        found = said.get(str(seat))
        text = found.get("response") if isinstance(found, dict) else None
        return text if isinstance(text, str) else ""

    def seat(self, display: dict[str, Any], n: int) -> int:
        seat = display.get("player")
        if type(seat) is int and 0 <= seat < PLAYERS:
            return seat
        raise self.fault(f"logs[{n}].output.display.player", seat, "0..3")

    def tile(self, name: object, where: str) -> Tile:
        try:
            tiles = botzone.parse(name).tiles if isinstance(name, str) else ()
        except MahjongError:
            tiles = ()
        if len(tiles) != 1:
            raise self.fault(where, name, "a tile, such as W1")
        return tiles[0]

    def dealt(self, hands: object, n: int) -> tuple[tuple[Tile, ...], ...]:
        where = f"logs[{n}].output.display.hand"
        if not isinstance(hands, list) or len(hands) != PLAYERS or not all(
                isinstance(hand, list) and len(hand) == HAND for hand in hands):
            raise self.fault(where, hands, "13 tiles of each seat")
        return tuple(tuple(self.tile(name, f"{where}[{seat}]") for name in hand) for seat, hand in enumerate(hands))

    def numbers(self, given: object, where: str) -> tuple[int, ...]:
        """A whole number for each seat, of a list or of an object."""
        values = [given.get(str(seat)) for seat in range(PLAYERS)] if isinstance(given, dict) else given
        if isinstance(values, list) and len(values) == PLAYERS:
            numbers = tuple(value for value in values if type(value) is int)
            if len(numbers) == PLAYERS:
                return numbers
        raise self.fault(where, given, "a whole number for each seat")

    def fans(self, given: object, n: int) -> tuple[tuple[str, int, int], ...]:
        found: list[tuple[str, int, int]] = []
        for row in given if isinstance(given, list) else [None]:
            told: dict[str, Any] = row if isinstance(row, dict) else {}
            fan = (told.get("name"), told.get("cnt"), told.get("value"))
            if tuple(map(type, fan)) != (str, int, int):
                raise self.fault(f"logs[{n}].output.display.fan", given, "rows with name, cnt and value")
            found.append((told["name"], told["cnt"], told["value"]))
        return tuple(found)


@cache
def _kinds() -> tuple[Tile, ...]:
    return tuple(tile for text in rule_set().tiles.values() for tile in parse_tiles(text))
