"""Hands again, move by move: from a record of what was decided, or from a wall and a log of events.

>>> import mjcore as mj
>>> table = mj.Table("riichi", seed=2024)
>>> while not table.done:
...     table.step(table.legal_actions()[-1])
>>> record = table.record()
>>> len(record.to_bytes()) < 200, mj.Table.replay(record) == table
(True, True)
>>> mj.Table.replay(("riichi", table.wall, table.log)).result == table.result
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from mjcore.errors import HandError, IllegalAction, LogError, MahjongError, RuleError, brief
from mjcore.rules import RuleSet, resolve
from mjcore.table.codec import rules_of, rules_text
from mjcore.table.flow import Flow
from mjcore.table.events import Event
from mjcore.table.names import ACTIONS, action_text
from mjcore.table.tables import Table

MAGIC = b"mjr1"
OF_SEAT = 180  # + seat, before an action of a seat that was not the one asked; no action has these ids
MOST_STEPS = 1 << 16
MOST_CHANCES = 4000
CONTEXT = ("seed", "game", "dealer", "round_wind", "honba", "sticks", "streak", "scores", "private_walls", "auto")


@dataclass(frozen=True, slots=True)
class Record:
    """All that a hand is made of: what it was dealt from, and every decision.

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
        """The record as bytes that any platform reads; `from_bytes` is the inverse."""
        text, flow = rules_text(self.rules), self.rules.flow
        start = self.rules.values.get("start", 0)
        scores = () if self.scores == (start,) * self.rules.players else self.scores
        flags = self.private_walls | self.auto << 1 | (self.wall is not None) << 2 | bool(scores) << 3
        head = (len(text), self.game, self.dealer, "ESWN".index(self.round_wind), self.honba, self.sticks, self.streak,
                flags, *(2 * score if score >= 0 else -2 * score - 1 for score in scores))
        return b"".join((MAGIC, flow.id.to_bytes(4, "little"), self.seed.to_bytes(8, "little"), *map(_varint, head), text,
                         self.wall or b"", self.steps))

    @staticmethod
    def from_bytes(data: bytes, rules: str | RuleSet | None = None) -> Record:
        """The record in bytes of `to_bytes`. `rules` where the rule set is none that is known by its name. LogError."""
        try:
            return _read(bytes(memoryview(data)), rules)
        except (TypeError, IndexError):
            raise LogError(f"a record from {brief(data)}: expected the bytes of `to_bytes`") from None
        except (HandError, RuleError) as error:
            raise LogError(f"a record that can not be read: {error}") from error


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _read(data: bytes, rules: str | RuleSet | None) -> Record:
    if data[:4] != MAGIC or len(data) < 16:
        raise HandError("no bytes of a record")
    at = 16

    def number() -> int:
        nonlocal at
        found = shift = 0
        while True:
            found |= (data[at] & 127) << shift
            at += 1
            if not data[at - 1] & 128:
                return found
            shift += 7
            if shift > 63:
                raise HandError("a number of more than nine bytes")

    size, game, dealer, wind, honba, sticks, streak, flags = [number() for _ in range(8)]
    known = int.from_bytes(data[4:8], "little")
    if wind > 3 or flags > 15:
        raise HandError("a wind or a flag that there is not")
    # the scores stand before the text that says how many there are
    coded, before = [], at
    if flags & 8:
        players = _players(data, at, size, known, rules)
        at = before
        coded = [number() for _ in range(players)]
    found: Flow = rules_of(data[at : at + size], known, rules)
    at += size
    rule_set: RuleSet = found.rules
    tiles = sum(copies * _kinds(text) for copies, text in rule_set.tiles.items()) if flags & 4 else 0
    if at + tiles > len(data):
        raise HandError("the bytes end too early")
    scores = tuple(code >> 1 if code % 2 == 0 else -(code >> 1) - 1 for code in coded)
    return Record(rule_set, int.from_bytes(data[8:16], "little"), game, dealer, "ESWN"[wind], honba, sticks, streak,
                  scores or (rule_set.values.get("start", 0),) * rule_set.players, bool(flags & 1), bool(flags & 2),  # type: ignore[arg-type]
                  data[at : at + tiles] if flags & 4 else None, data[at + tiles :])
