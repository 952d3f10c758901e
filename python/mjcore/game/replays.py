"""Hands again, move by move: from a record of what was decided, or from a wall and a log of events.

>>> import mjcore as mj
>>> table = mj.Table("riichi", seed=2024)
>>> while not table.done:
...     table.step(table.legal_actions()[-1])
>>> record = table.record()
>>> len(record.to_bytes()) < 200, mj.Table.replay(record) == table
(True, True)
>>> mj.Table.replay(("riichi", table.wall, table.log)).result.deltas == table.result.deltas
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from mjcore.errors import LogError, MahjongError, brief
from mjcore.hand.tiles import Tile
from mjcore.procedure.walls import tile_count
from mjcore.rules import RuleSet, resolve
from mjcore.table.codec import rules_of, rules_text
from mjcore.table.events import EVENT_NAMES, Event
from mjcore.table.names import (
    ABORT,
    CHOW,
    CHOW_RED,
    DISCARD_HELD,
    DISCARD_RED,
    EXTRACT,
    KONG,
    KONG_OF,
    NUMBER,
    PASS,
    PUNG,
    PUNG_RED,
    READY,
    VOID,
    WIN,
)
from mjcore.table.tables import Table
from mjcore.table.views import REASONS

MAGIC = b"mjr1"
HEAD = 16
OF_SEAT = 180  # + seat, before an action of a seat that was not the one asked; no action has these ids
CONTEXT = ("seed", "game", "dealer", "round_wind", "honba", "sticks", "streak", "scores", "private_walls", "auto")
WINDS = "ESWN"
# how often dice are thrown anew for a log that does not tell its seed
MOST_THROWS = 2000
# what may stand in a log between a question and what came of it
BETWEEN = ("pay", "rob", "ready_paid", "dora", "horse")


@dataclass(frozen=True, slots=True)
class Record:
    """All that a hand is made of: what it was dealt from, and every decision. `Table.record()` gives it.

    rules       the rule set
    seed, game  numbers that the wall and all other chance follow from
    dealer, round_wind, honba, sticks, streak, scores, private_walls, auto   as `mjcore.Table` takes them
    wall        the tiles in drawing order, where they were given; None: they follow from seed and game
    steps       an action id each; 180 + seat before it where a seat answered that was not asked next

    `to_bytes` takes some 100 to 150 bytes a hand, with a given wall 140 more.
    """

    rules: RuleSet
    seed: int
    game: int
    dealer: int
    round_wind: str
    honba: int
    sticks: int
    streak: int
    scores: tuple[int, ...]
    private_walls: bool
    auto: bool
    wall: bytes | None
    steps: bytes

    def table(self) -> Table:
        """The table before the first decision."""
        return Table(self.rules, wall=self.wall, **{name: getattr(self, name) for name in CONTEXT})

    def to_bytes(self) -> bytes:
        """The record as bytes that any platform reads; `from_bytes` is the inverse. LogError for a record with other
        fields than a table gives."""
        try:
            return self._bytes()
        except (TypeError, AttributeError, ValueError, OverflowError) as error:
            raise LogError(f"{brief(self)}, expected the fields that a table gives ({error})") from error

    def _bytes(self) -> bytes:
        text = rules_text(self.rules)
        scores = () if self.scores == _usual_scores(self.rules) else self.scores
        flags = self.private_walls | self.auto << 1 | (self.wall is not None) << 2 | bool(scores) << 3
        numbers = (self.game, self.dealer, WINDS.index(self.round_wind), self.honba, self.sticks, self.streak, flags,
                   *(2 * score if score >= 0 else -2 * score - 1 for score in scores))
        return b"".join((MAGIC, self.rules.flow.id.to_bytes(4, "little"), self.seed.to_bytes(8, "little"),
                         _varint(len(text)), text, *map(_varint, numbers), self.wall or b"", self.steps))

    @staticmethod
    def from_bytes(data: bytes, rules: str | RuleSet | None = None) -> Record:
        """The record in bytes of `to_bytes`. `rules` where the rule set is none that is known by its name. LogError."""
        try:
            return _read(bytes(memoryview(data)), rules)
        except TypeError:
            raise LogError(f"a record from {brief(data)}: expected the bytes of `to_bytes`") from None
        except IndexError:
            raise LogError("the bytes of a record end too early") from None
        except LogError:
            raise
        except MahjongError as error:
            raise LogError(f"a record that can not be read: {error}") from error


def _usual_scores(rules: RuleSet) -> tuple[int, ...]:
    return (cast(int, rules.values.get("start", 0)),) * rules.players


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _numbers(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Numbers as `_varint` writes them, each with the place after it."""
    while True:
        found = shift = 0
        while data[at] & 128 and shift < 63:
            found |= (data[at] & 127) << shift
            shift += 7
            at += 1
        found |= data[at] << shift
        at += 1
        yield found, at


def _read(data: bytes, rules: str | RuleSet | None) -> Record:
    if data[:4] != MAGIC:
        raise LogError("no bytes of a record: expected those of `to_bytes`")
    size, at = next(_numbers(data, HEAD))
    rule_set: RuleSet = rules_of(data[at : at + size], int.from_bytes(data[4:8], "little"), rules).rules
    numbers = _numbers(data, at + size)
    head = [next(numbers) for _ in range(7)]
    (game, dealer, wind, honba, sticks, streak, flags), at = [found for found, _ in head], head[-1][1]
    if wind >= len(WINDS) or flags > 15:
        raise LogError("a record with a wind or a flag that there is not")
    scores = _usual_scores(rule_set)
    if flags & 8:
        coded = [next(numbers) for _ in range(rule_set.players)]
        scores, at = tuple(code // 2 if code % 2 == 0 else -code // 2 for code, _ in coded), coded[-1][1]
    tiles = tile_count(rule_set.tiles) if flags & 4 else 0
    if at + tiles > len(data):
        raise LogError("the bytes of a record end too early")
    wall = data[at : at + tiles] if flags & 4 else None
    return Record(rule_set, int.from_bytes(data[8:16], "little"), game, dealer, WINDS[wind], honba, sticks, streak,
                  scores, bool(flags & 1), bool(flags & 2), wall, data[at + tiles :])


def record_of(table: Table) -> Record:
    """The record of a table that has a log since its deal. LogError for any other."""
    context, pairs = table._context(), table.steps
    if context is None or pairs is None:
        raise LogError("this table has no record: it was made without a log, or from a state and not from a deal")
    again = Table(table.rules, **context)
    steps, at = bytearray(), 0
    while at < len(pairs):
        seat, action = pairs[at], pairs[at + 1]
        if seat != again.seat:
            steps.append(OF_SEAT + seat)
        steps.append(action)
        again.step(action, seat)
        # those that it makes by itself are noted as well
        at = len(again.steps or b"") if context["auto"] else at + 2
    return Record(rules=table.rules, steps=bytes(steps), **context)


def replay(log: object) -> Table:
    """The table, with its log, after everything that a `Record` says, or a tuple (rules, wall, events).

    `events` is what `table.log` gave, whole or its beginning. A fourth part of the tuple is a mapping of what the
    events do not tell: seed, game, round_wind, honba, sticks, streak, scores, private_walls, auto. With all of it the
    table is the same in every byte; without a seed all but its random numbers are. LogError for what can not be
    replayed.
    """
    if isinstance(log, Record):
        return _replay_record(log)
    if not isinstance(log, (tuple, list)) or len(log) not in (3, 4):
        raise LogError(f"a log that is {brief(log)}: expected a Record, or (rules, wall, events)")
    rules, wall, events = log[:3]
    context = log[3] if len(log) == 4 else {}
    if not isinstance(context, Mapping) or not all(name in CONTEXT for name in context):
        raise LogError(f"the context of the log is {brief(context)}: expected some of {', '.join(CONTEXT)}")
    try:
        return _replay_events(resolve(rules), wall, _events(events), dict(context))
    except LogError:
        raise
    except (MahjongError, TypeError) as error:
        raise LogError(f"a log that can not be replayed: {error}") from error


def _replay_record(record: Record) -> Table:
    try:
        table = record.table()
    except (MahjongError, TypeError) as error:
        raise LogError(f"a record of no table that can be: {error}") from error
    if not isinstance(record.steps, bytes):
        raise LogError(f"the steps of a record are {brief(record.steps)}: expected bytes")
    seat: int | None = None
    for place, action in enumerate(record.steps):
        if OF_SEAT <= action < OF_SEAT + 10 and seat is None:
            seat = action - OF_SEAT
            continue
        try:
            table.step(action, seat)
        except MahjongError as error:
            raise LogError(f"step {place} of the record: {error}") from error
        seat = None
    if seat is not None:
        raise LogError("the last step of the record has no action")
    return table


# From events

class _OtherChance(LogError):
    """What chance decided is otherwise in the log."""


def _events(events: Any) -> tuple[Event, ...]:
    try:
        found = tuple(Event(*event) for event in events)
    except (TypeError, NotImplementedError):
        raise LogError(f"the events of a log are {brief(events)}: expected those of `table.log`") from None
    for place, event in enumerate(found):
        if not (isinstance(event.what, str) and event.what in EVENT_NAMES and isinstance(event.how, int)
                and isinstance(event.value, int) and isinstance(event.tile, (Tile, type(None)))
                and isinstance(event.seat, (int, type(None))) and isinstance(event.other, (int, type(None)))):
            raise LogError(f"event {place} of the log is {brief(event)}: expected one of `table.log`")
    if not found or found[0].what != "start":
        raise LogError("the log does not begin with a deal")
    return found


def _replay_events(rules: RuleSet, wall: Any, events: Sequence[Event], context: dict[str, Any]) -> Table:
    dealer = context.setdefault("dealer", events[0].seat)
    if not isinstance(dealer, int) or dealer != events[0].seat:
        raise LogError(f"the dealer is {brief(context['dealer'])}, in the log seat {events[0].seat}")
    if "seed" in context:
        dealt = Table(rules, **context)
        # a wall that follows from the seed was not given
        return _follow(dealt if dealt.wall == _bytes_of(wall) else Table(rules, wall=wall, **context), events)
    for seed in range(MOST_THROWS):
        try:
            return _follow(Table(rules, seed=seed, wall=wall, **context), events)
        except _OtherChance as error:
            fault = error
    raise LogError(str(fault)) from fault


def _bytes_of(wall: Any) -> bytes | None:
    tiles = getattr(wall, "tiles", wall)
    return bytes(tiles) if isinstance(tiles, (bytes, bytearray)) else None


def _follow(table: Table, events: Sequence[Event]) -> Table:
    """Plays until all events have happened."""
    done = _compare(table, events, 0)
    while done < len(events):
        if table.done:
            raise LogError(f"event {done} of the log, {events[done].what}, comes after the end of the hand")
        seat = table.seat
        if table.phase == "exchange":
            seat = events[done].seat
        action = _action(table, seat, events, done)
        if action is None:
            break
        try:
            table.step(action, seat)
        except MahjongError as error:
            raise LogError(f"event {done} of the log, {events[done].what}: {error}") from error
        done = _compare(table, events, done)
    return table


def _compare(table: Table, events: Sequence[Event], done: int) -> int:
    """How many events have happened by now; those from `done` on have to be the log's."""
    mine = table.log or ()
    for place in range(done, min(len(mine), len(events))):
        if mine[place] != events[place]:
            fault = f"event {place} of the log is {events[place]}: on this table it is {mine[place]}"
            by_chance = mine[place].what in ("exchange", "draw") and mine[place].what == events[place].what
            raise _OtherChance(fault) if by_chance else LogError(fault)
    return len(mine)


def _action(table: Table, seat: int | None, events: Sequence[Event], done: int) -> int | None:
    """What the seat answers, by what happened next; None where the log does not tell."""
    phase, event = table.phase, events[done]
    if phase in ("piao", "void"):
        first = NUMBER if phase == "piao" else VOID
        return next((first + later.value for later in events[done:] if (later.what, later.seat) == (phase, seat)), None)
    if phase == "exchange":
        return event.tile.kind if event.what == "pick" and event.tile is not None else PASS
    if phase == "ready":
        return READY if event.what == "ready" and event.seat == seat else PASS
    if phase == "flower":
        return WIN if event.what == "win" and event.seat == seat else PASS
    if phase in ("turn", "throw"):
        return _own_action(table, next((later for later in events[done:] if later.what not in BETWEEN), event))
    return _claim(table, seat, events[done:])


def _own_action(table: Table, event: Event) -> int:
    what, tile = event.what, event.tile
    if what == "discard" and tile is not None:
        named = DISCARD_RED + tile.kind // 9 if tile.red else tile.kind
        held = event.how == 0 and tile == table.drawn and DISCARD_HELD in table.legal_actions()
        return DISCARD_HELD if held else named
    if what == "kong" and tile is not None:
        return KONG_OF + tile.kind
    return {"ready": READY, "extract": EXTRACT, "win": WIN, "abort": ABORT}.get(what, PASS)


def _claim(table: Table, seat: int | None, later: Sequence[Event]) -> int:
    """A win, or a claim before anything else moves, else pass."""
    for event in later:
        if event.what == "win":
            if event.seat == seat:
                return WIN
        elif event.what == "abort" and event.how == REASONS.index("three_rons"):
            return WIN if WIN in table.legal_actions(seat) else PASS
        elif event.what not in BETWEEN:
            mine = event.seat == seat and table.phase == "claim" and event.what in ("chow", "pung", "kong")
            return _claim_of(event) if mine else PASS
    return PASS


def _claim_of(event: Event) -> int:
    if event.what == "kong":
        return KONG
    # of the packed meld: red fives, without the claimed tile those of the hand
    reds = (event.value >> 19 & 63).bit_count() - (event.tile is not None and event.tile.red)
    if event.what == "pung":
        return PUNG_RED if reds else PUNG
    return (CHOW_RED if reds else CHOW) + (event.value >> 11 & 3)
