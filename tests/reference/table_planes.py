"""Planes of a table in plain Python, from the list in the design and what a table tells of itself."""

from __future__ import annotations

from typing import Any

import mjcore as mj
from mjcore.errors import MahjongError
from mjcore.hand.text import parse_tiles
from mjcore.table.events import Event

WIDTH, FIRST, EACH = 34, 24, 24
PHASES = ("piao", "exchange", "void", "flower", "ready", "turn", "throw", "claim", "rob", "end")
KONGS = ("exposed kong", "added kong")
# circumstances of a win that a hand has of itself
OWN = {"ready": "riichi", "double": "double_riichi", "shown": "shown", "ready_at_deal": "ready_at_deal",
       "ready_first_turn": "ready_first_turn"}

Plane = list[int]


def laid_aside(table: mj.Table, event: Event) -> bool:
    """Whether the tile lies beside the winners' hands then: self-drawn, with hands that go on, or robbed."""
    if event.what == "win":
        return event.other is None and table.rules.values.get("mode") == "xueliu"
    return event.what == "rob" and event.how == 1


class Discards:
    """The discards of a hand in their order, with what the log tells: (seat, place in the own river, after a kong)."""

    def __init__(self, table: mj.Table) -> None:
        self.all: list[tuple[int, int, bool]] = []
        self.laid: list[int] = []
        number = [0] * table.players
        drawn_by_kong = False
        for event in table.log:
            if event.what == "draw":
                drawn_by_kong = event.how == 2
            elif event.what in ("chow", "pung"):
                drawn_by_kong = False
            elif event.what == "discard":
                self.all.append((event.seat, number[event.seat], drawn_by_kong))
                number[event.seat] += 1
            elif laid_aside(table, event):
                self.laid.append(event.tile.kind)


def rows(number: int) -> list[Plane]:
    return [[0] * WIDTH for _ in range(number)]


def planes(table: mj.Table, seat: int) -> list[Plane]:
    """All planes of the seat; the table has its log."""
    view, out = table.observe(seat), rows(FIRST)
    discards = Discards(table)
    own_planes(table, view, seat, out)
    out[11] = unseen(table, view, seat, discards)
    in_question(table, view, out)
    scalars = {
        16: view.live, 17: PHASES.index(view.phase), 18: "ESWN".index(view.round_wind),
        19: (view.dealer - seat) % view.players, 20: view.honba + view.streak, 21: view.sticks,
        23: sum(event.what == "kong_stands" for event in table.log),
    }
    for number, value in scalars.items():
        out[number] = [value] * WIDTH
    for place in range(view.players):
        out += seat_planes(table, view, seat, (seat + place) % view.players, discards)
    return out


def own_planes(table: mj.Table, view: mj.Table, seat: int, out: list[Plane]) -> None:
    held = view.concealed(seat)[:WIDTH]
    for number in range(4):
        out[number] = [int(count > number) for count in held]
    out[4] = list(held)
    for tile in view.hand(seat).tiles:
        out[5][tile.kind % WIDTH] += tile.red
    if view.turn == seat and view.drawn is not None and view.drawn.kind < WIDTH:
        out[6][view.drawn.kind] = 1
    for tile in view.waits(seat):
        out[7][tile.kind] = 1
        out[8][tile.kind] = int(is_worth(view, seat, tile))
    for action in view.legal_actions():
        if action < WIDTH:
            out[9][action] = 1
        elif 64 <= action < 64 + WIDTH:
            out[10][action - 64] = 1


def is_worth(view: mj.Table, seat: int, wait: mj.Tile) -> bool:
    """Whether a discard of the tile makes a win that may be declared, by what the hand has of itself."""
    hand, known = view.hand(seat), view.rules.circumstances
    if view.turn == seat and view.drawn is not None:
        hand = hand.discard(view.drawn)
    if hand.size % 3 != 1:
        # after a win the drawn tile stays in it
        return False
    wind = (seat - view.dealer) % view.players
    said: dict[str, Any] = {
        "seat_wind": "ESWN"[wind if view.players <= 4 else min(wind, 1)],
        "round_wind": view.round_wind,
        "void_suit": view.void(seat),
        "flowers": "".join(str(tile) for tile in view.aside(seat) if tile.kind >= 35),
    }
    flags = view.flags(seat)
    said.update({name: True for flag, name in OWN.items() if flag in flags})
    if view.rules.id != "riichi":
        said.pop("riichi", None)
    elif said.pop("double_riichi", False):
        said["riichi"] = "double"
    said = {name: value for name, value in said.items() if name in known and value}
    if view.wild:
        said["wild"] = "".join(map(str, view.wild))
    try:
        return bool(mj.score(hand, wait, view.rules, **said).legal)
    except MahjongError:
        return False


def unseen(table: mj.Table, view: mj.Table, seat: int, discards: Discards) -> Plane:
    left = [0] * WIDTH
    for copies, tiles in view.rules.tiles.items():
        if copies > 1:
            for tile in parse_tiles(tiles):
                left[tile.kind] = copies
    gone = [kind for kind in range(WIDTH) for _ in range(view.concealed(seat)[kind])]
    gone += discards.laid
    gone += [tile.kind for tile in view.dora_indicators]
    gone += [event.tile.kind for event in table.log if event.what == "flip"]
    if view.phase == "rob" and table.log[-1].what == "kong" and table.log[-1].how == 4 and view.last_seat != seat:
        gone.append(view.last_tile.kind)
    for other in range(view.players):
        gone += [tile.kind for tile in view.aside(other)]
        gone += [tile.kind for meld in view.melds(other) if meld is not None for tile in meld.tiles]
        gone += [thrown.tile.kind for thrown in view.river(other) if not thrown.claimed]
    for kind in gone:
        if kind < WIDTH:
            left[kind] -= 1
    return left


def next_kind(view: mj.Table, kind: int) -> int:
    """The dora of an indicator."""
    circle = next(circle for circle in (range(9), range(9, 18), range(18, 27), range(27, 31), range(31, 34))
                  if kind in circle)
    if view.players == 3 and circle == range(9):
        # three players have 1m and 9m
        return 8 - kind
    return circle[(kind - circle[0] + 1) % len(circle)]


def in_question(table: mj.Table, view: mj.Table, out: list[Plane]) -> None:
    for tile in view.wild:
        out[12][tile.kind] = 1
    for tile in view.dora_indicators:
        out[13][tile.kind] += 1
        out[14][next_kind(view, tile.kind)] += 1
    for event in table.log:
        if event.what == "flip":
            out[13][event.tile.kind] += 1
    if view.phase in ("claim", "rob") and view.last_tile is not None and view.last_tile.kind < WIDTH:
        out[15][view.last_tile.kind] = 1


def river_planes(view: mj.Table, seat: int, discards: Discards, out: list[Plane]) -> None:
    ready, latest = "ready_at_deal" in view.flags(seat), []
    river = view.river(seat)
    for place, (by, number, after_kong) in enumerate(discards.all):
        if by != seat:
            continue
        thrown = river[number]
        ready = ready or thrown.ready
        kind = thrown.tile.kind
        latest.append(kind)
        if kind < WIDTH:
            told = (True, thrown.claimed or thrown.won, thrown.drawn, ready, after_kong)
            for row, there in enumerate(told, 6):
                out[row][kind] += there
            out[11][kind] = 255 - (len(discards.all) - 1 - place)
    for kind in latest[-6:]:
        if kind < WIDTH:
            out[12][kind] += 1


def seat_planes(table: mj.Table, view: mj.Table, seat: int, other: int, discards: Discards) -> list[Plane]:
    out = rows(EACH)
    for meld in view.melds(other):
        if meld is None:
            continue
        row = 0 if meld.type == "chow" else 1 if meld.type == "pung" else 2 if meld.type in KONGS else 3
        for tile in meld.tiles:
            out[row][tile.kind] += 1
        if row < 3:
            out[4][meld.claimed.kind] += 1
    river_planes(view, other, discards, out)
    for tile in view.aside(other):
        if tile.kind < WIDTH:
            out[13][tile.kind] += 1
        elif 35 <= tile.kind < 43:
            out[13][tile.kind - 35] += 1
    if other != seat:
        out[14] = list(view.concealed(other)[:WIDTH])
    else:
        # as the next one sees it
        out[14] = list(table.observe((seat + 1) % view.players).concealed(seat)[:WIDTH])
    void = view.void(other)
    if void is not None:
        first = 9 * "mps".index(void)
        out[15][first:first + 9] = [1] * 9
    flags = view.flags(other)
    points = view.scores[other]
    points = points // 1000 if view.rules.id == "riichi" else 128 + points
    floats = [event.value for event in table.log if event.what == "piao" and event.seat == other]
    scalars = {
        16: int("ready" in flags or "declaring" in flags), 17: int("shown" in flags), 18: int(other in view.won),
        20: (other - view.dealer) % view.players, 21: view.tiles_held(other), 22: min(max(points, 0), 255),
        23: sum(floats) if view.rules.id == "kawuxing" and view.rules.values["piao"] != 0 else len(view.aside(other)),
    }
    for number, value in scalars.items():
        out[number] = [value] * WIDTH
    return out
