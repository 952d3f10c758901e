"""Played rounds of riichi (`data/riichi_rounds.jsonl.gz`), played again at a plain table."""

from __future__ import annotations

from typing import Any, Protocol

from mjcore import Hand, Tile
from mjcore.procedure.walls import dealt
from reference import table_legal as can
from reference.table_wall import RED

SILENT = ("dora", "disconnect", "riichi_accepted")
FIVES = {"m": 0, "p": 1, "s": 2}


class Table(Protocol):
    """What a table has to have to be driven."""

    @property
    def pending(self) -> Any: ...
    @property
    def phase(self) -> str: ...
    @property
    def done(self) -> bool: ...
    def step(self, action: int, seat: int | None = None) -> Any: ...


def preset(record: dict[str, Any]) -> str:
    return "riichi/tenhou" if record["players"] == 4 else "riichi/tenhou3"


def wall_of(record: dict[str, Any]) -> list[int]:
    """The wall in drawing order. Of three players the fourth and fifth indicators lie in the live wall, where the log
    has them the other way round; they are turned only when those tiles can not be drawn any more."""
    n, wall = record["players"], record["wall"]
    hands = [[tile.code for tile in Hand(text).tiles] for text in record["hands"]]
    live, rinshan, dora, ura = ([Tile(text).code for text in wall[name]] for name in ("live", "rinshan", "dora", "ura"))
    size = 13 * n + len(live) + 14
    tiles: list[int | None] = [None] * size
    for seat, places in enumerate(dealt(n, 13)):
        for place, tile in zip(places, hands[(seat + record["dealer"]) % n], strict=False):
            tiles[place] = tile
    tiles[13 * n:13 * n + len(live)] = live
    for i, tile in enumerate(rinshan):
        tiles[size - 1 - i] = tile
    turned = sum(event[0] == "dora" for event in record["events"]) + 1
    first = size - 1 - len(rinshan)
    for i in range(5):
        if first - 2 * i >= size - 14 or i < turned:
            tiles[first - 2 * i], tiles[first - 1 - 2 * i] = dora[i], ura[i]
    assert None not in tiles
    return [tile for tile in tiles if tile is not None]


class Log:
    """The events of a round, and what they say each seat does."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        self.events = [event for event in record["events"] if event[0] not in SILENT]
        self.at = 0

    def own_turn(self, drawn: int | None) -> int:
        """The action of the seat whose turn it is, which has drawn what the log says."""
        event = self.events[self.at]
        if event[0] == "draw":
            if drawn != Tile(event[2]).code:
                raise ValueError(f"seat {event[1]} drew {drawn}, in the log {event[2]}")
            self.at += 1
            event = self.events[self.at]
        self.at += 1
        what = event[0]
        if what == "win":
            self.at -= 1
            return can.WIN
        if what == "riichi":
            return can.READY
        if what == "ryuukyoku":
            return can.ABORT
        if what == "nuki":
            return can.EXTRACT
        if what in ("ankan", "kakan"):
            return can.KONG + Tile(event[2][0] if what == "ankan" else event[2]).kind
        tile = Tile(event[2]).code
        if drawn == tile and not event[3]:
            return can.HAND
        return can.discard_id(tile)

    def claims(self) -> dict[int, int]:
        """What seats want of the tile in question: wins, or one call."""
        if self.at >= len(self.events):
            return {}
        event = self.events[self.at]
        if event[0] == "win":
            wins = self.record["wins"]
            return {wins[each[1]]["winner"]: can.WIN for each in self.events[self.at:] if each[0] == "win"}
        if event[0] == "ryuukyoku" and event[1] == "sanchahou":
            return dict.fromkeys(range(self.record["players"]), can.WIN)
        if event[0] not in ("chi", "pon", "daiminkan"):
            return {}
        self.at += 1
        _, seat, _, called, own = event
        if event[0] == "daiminkan":
            return {seat: can.KONG_CLAIM}
        tiles, kind = [Tile(text) for text in own], Tile(called).kind
        red = any(tile.code & RED for tile in tiles)
        if event[0] == "pon":
            return {seat: can.PUNG_RED if red else can.PUNG}
        place = kind - min(kind, *(tile.kind for tile in tiles))
        return {seat: (can.CHOW_RED if red else can.CHOW) + place}


def replay(table: Any, record: dict[str, Any]) -> None:
    """Plays a round as it was logged; what is not legal raises what `step` raises."""
    log = Log(record)
    while not table.done:
        if table.phase in ("turn", "throw"):
            action = log.own_turn(table.drawn)
            table.step(action)
            continue
        wanted = log.claims()
        asked = table.pending
        phase, here = table.phase, set(asked)
        while not table.done and table.phase == phase and here & set(table.pending):
            seat = table.pending[0]
            table.step(wanted.pop(seat, can.PASS), seat)
            here.discard(seat)
        missing = [seat for seat, action in wanted.items() if action != can.WIN or log.record["wins"]]
        if missing:
            raise ValueError(f"seats {missing} were not asked")


def facts(record: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a table for a round."""
    return {"wall": wall_of(record), "dealer": record["dealer"], "round_wind": "ESWN".index(record["round_wind"]),
            "honba": record["honba"], "sticks": record["sticks"], "scores": record["scores"]}
