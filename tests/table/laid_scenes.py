"""Hands laid out tile by tile, for what neither fair nor loaded walls show: robbed kongs, abortive draws, nagashi."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import mjcore as mj
from mjcore.hand.text import parse_tiles
from mjcore.procedure.walls import dealt
from mjcore.table.names import ABORT, EXTRACT, NUMBER, PASS, action_id

FLOWERS = range(35, 43)
# the replacements of kongs and the turned tile are no flowers
BACK = 30
RED = 64
EAST = 27
# by sets: one suit, waiting for 7p
FLUSH = {1: "6899p", 2: "2226899p", 3: "2223336899p", 4: "2223334446899p", 5: "1112223334446899p"}
# what scenes start with
START: dict[str, Any] = {"honba": 2, "sticks": 1, "streak": 1}
ORPHANS = {0, 8, 9, 17, 18, 26, *range(27, 34)}
TWO_SUITS = "12345611m12368p"


@dataclass(frozen=True)
class Scene:
    """Seat 0 deals. `wishes`: (seat, action) in the order in which they are made, each as soon as it is legal; what
    else is asked is passed, or the drawn tile is thrown."""

    name: str
    wall: bytes
    wishes: tuple[tuple[int, str], ...]


def laid_wall(rules: mj.rules.RuleSet, hands: list[str], draws: list[str | None] | None = None,
              tail: str = "") -> bytes:
    """A wall that deals these tiles to the seats and fills their hands up, goes on with `draws` (None: any tile), and
    ends with `tail`, its last tile first."""
    left = sorted(mj.Table(rules, seed=0).wall)
    size = len(left)

    def take(text: str) -> list[int]:
        found = []
        for tile in parse_tiles(text) if text else ():
            # some fives are there in red only
            found.append(tile.code if tile.code in left else tile.code | RED)
            left.remove(found[-1])
        return found

    shares = [take(text) for text in hands]
    chosen = [take(text) if text else [] for text in draws or []]
    back = take(tail)
    rng = Random(size)
    rng.shuffle(left)
    flowers = [tile for tile in left if tile in FLOWERS]
    left = [tile for tile in left if tile not in FLOWERS]
    wall: list[int | None] = [None] * size
    places = dealt(rules.players, 3 * rules.sets + 1)
    for seat, own in enumerate(places):
        share = shares[seat] if seat < len(shares) else []
        filled = share + [left.pop() for _ in range(len(own) - len(share))]
        for place, tile in zip(own, filled, strict=True):
            wall[place] = tile
    first = sum(map(len, places))
    for i, tiles in enumerate(chosen):
        wall[first + i] = tiles[0] if tiles else left.pop()
    for i, tile in enumerate(back):
        wall[size - 1 - i] = tile
    free = [place for place in range(size) if wall[place] is None]
    middle = free[:max(0, len(free) - BACK)][-len(flowers):] if flowers else []
    for place, tile in zip(middle, flowers, strict=True):
        wall[place] = tile
    for place in free:
        if wall[place] is None:
            wall[place] = left.pop()
    assert not left
    return bytes(tile for tile in wall if tile is not None)


def _robbed_kong(rules: mj.rules.RuleSet) -> Scene:
    """Seat 0 makes a pung of a discard of seat 2 and draws the fourth tile; seat 1 has waited for it all the time."""
    players = rules.players
    wishes = [(seat, f"void {'p' if seat == 2 else 's'}") for seat in range(players)]
    draws: list[str | None] = [None] * (2 + players - 1) + ["7p"]
    wall = laid_wall(rules, ["77p", FLUSH[rules.sets], "7p"], draws, "1m" if rules.id == "dazhong" else "")
    if rules.id != "sichuan" or rules.values["void"] != "declared":
        wishes = []
    return Scene("robbed kong", wall, (*wishes, (2, "discard 7p"), (0, "pung"), (0, "kong 7p"), (1, "win")))


def _robbed_second_kong(rules: mj.rules.RuleSet) -> Scene:
    """As that, but seat 0 has laid down another kong before in the same turn."""
    wishes = [(seat, f"void {'p' if seat == 2 else 's'}") for seat in range(4)]
    wall = laid_wall(rules, ["77p9999m", TWO_SUITS, "7p"], [None] * 5 + ["7p"])
    if rules.values["void"] != "declared":
        wishes = []
    return Scene("robbed second kong", wall, (*wishes, (2, "discard 7p"), (0, "pung"), (0, "kong 9m"), (0, "kong 7p"),
                                              (1, "win")))


def _kong_discard(rules: mj.rules.RuleSet) -> Scene:
    """Two win on what seat 0 throws after a kong."""
    wall = laid_wall(rules, ["9999m7p", FLUSH[4], "11122233344s68p"])
    return Scene("two win after a kong", wall, ((0, "kong 9m"), (0, "discard 7p"), (1, "win"), (2, "win")))


def _passed_over(rules: mj.rules.RuleSet) -> Scene:
    """A nearer seat wins, and the other one on the next such tile."""
    wall = laid_wall(rules, ["7p", FLUSH[4], "7p", "11122233344s68p"])
    return Scene("passed over", wall, ((0, "discard 7p"), (1, "win"), (2, "discard 7p"), (3, "win")))


def _first_discard(rules: mj.rules.RuleSet) -> Scene:
    # a flush is worth the limit there without that
    waiting = TWO_SUITS if rules.id == "hk" else FLUSH[rules.sets]
    return Scene("first discard", laid_wall(rules, ["7p", waiting]), ((0, "discard 7p"), (1, "win")))


def _robbed_closed_kong(rules: mj.rules.RuleSet) -> Scene:
    return Scene("robbed closed kong", laid_wall(rules, ["9999m", "1m19p19s12345677z"]), ((0, "kong 9m"), (1, "win")))


def _robbed_north(rules: mj.rules.RuleSet) -> Scene:
    return Scene("robbed north", laid_wall(rules, ["4z", "111222333999p4z"]), ((0, "extract"), (1, "win")))


def _robbed_flower(rules: mj.rules.RuleSet) -> Scene:
    hands = ["147m258p369s1234567z9p", "123m1234567f789s345p", "147m258p369s1234567z", "258m147p369s1234567z"]
    return Scene("robbed flower", laid_wall(rules, hands, ["1s", "8f"]), ((1, "win"),))


def _nagashi(rules: mj.rules.RuleSet, *, claimed: bool) -> Scene:
    """Seat 0 draws and throws nothing but terminals and honours, of which seat 2 claims the first one or nobody any."""
    players, size = rules.players, len(mj.Table(rules, seed=0).wall)
    yaochu = [str(mj.Tile(kind)) for kind in sorted(ORPHANS - {EAST}) for _ in range(2)]
    others = [str(mj.Tile(kind)) for kind in range(27) if kind not in ORPHANS and (players == 4 or kind >= 9)
              for _ in range(3)]
    own = 1 if claimed else players - 1
    draws: list[str | None] = [yaochu.pop() if i % players == own else others.pop()
                               for i in range(size - 14 - 13 * players - 1)]
    if claimed:
        return Scene("nagashi claimed", laid_wall(rules, ["1z", "", "11z"], draws), ((0, "discard 1z"), (2, "pung")))
    return Scene("nagashi", laid_wall(rules, ["1z"], draws), ((0, "discard 1z"),))


def _riichi_scenes(rules: mj.rules.RuleSet) -> Iterator[Scene]:
    players = rules.players
    actions = set(rules.flow.actions)
    if ABORT in actions:
        yield Scene("nine kinds", laid_wall(rules, ["19m19p19s1234z"]), ((0, "abort"),))
    yield _nagashi(rules, claimed=False)
    fed: tuple[tuple[int, str], ...] = (
        (0, "discard 1z"), (2, "discard 5z"), (0, "pung"), (0, "discard 2s"), (1, "discard 6z"), (0, "pung"),
        (0, "discard 5s"), (1, "discard 7z"), (0, "pung"), (0, "discard 8s"))
    yield Scene("dragons fed", laid_wall(rules, ["556677z1145p258s1z", "67z", "5z6p"]),
                (*fed, (2, "discard 6p"), (0, "win")))
    if players != 4:
        return
    # a chow of 3p would leave nothing but its other end
    yield Scene("nothing to throw", laid_wall(rules, ["556677z4566p258s1z", "67z", "5z", "3p"]),
                (*fed, (3, "discard 3p")))
    yield _nagashi(rules, claimed=True)
    draws: list[str | None] = [*[None] * (len(mj.Table(rules, seed=0).wall) - 14 - 53 - 2), "7p"]
    kept = "777p123456m78m99s1z"
    yield Scene("last replacement", laid_wall(rules, [kept], draws, "9m"),
                ((0, "discard 1z"), (0, "kong 7p"), (0, "win")))
    # the kong's indicator would make its tiles dora
    yield Scene("replacement of a discard's kong", laid_wall(rules, [kept, "", "7p"], None, "9m1s2s3s4s4s6p"),
                ((0, "discard 1z"), (2, "discard 7p"), (0, "kong"), (0, "win")))
    yield Scene("four winds", laid_wall(rules, ["1z"] * 4), tuple((seat, "discard 1z") for seat in range(4)))
    after_kong = laid_wall(rules, ["1z", "1z9999m", "1z", "1z"])
    yield Scene("four winds and a kong", after_kong, ((0, "discard 1z"), (1, "kong 9m"), *(
        (seat, "discard 1z") for seat in (1, 2, 3))))
    yield Scene("four kongs of one seat", laid_wall(rules, ["11112222333344m"], None, "44m"),
                tuple((0, f"kong {rank}m") for rank in (1, 2, 3, 4)))
    ready = ["12345678923m77z3z", "12345678923p66z", "12345678923s55z", "11122233344z56m"]
    yield Scene("four riichi", laid_wall(rules, ready), tuple((seat, "ready") for seat in range(4)))
    hands = ["14m19p369s123456z9m", "78m234567p23488s", "78m234678p34577s", "78m34522p456567s"]
    winners = (1,) if rules.values["multi_ron"] == "head_bump" else (1, 2, 3)
    yield Scene("three rons", laid_wall(rules, hands), ((0, "discard 9m"), *((seat, "win") for seat in winners)))


def scenes(rules: mj.rules.RuleSet) -> Iterator[Scene]:
    """All that these rules have a place for."""
    actions = set(rules.flow.actions)
    if action_id("pung") in actions and rules.values.get("exchange_three") != "on":
        yield _robbed_kong(rules)
    if rules.id == "sichuan" and rules.players == 4 and rules.values["exchange_three"] == "off":
        yield _robbed_second_kong(rules)
        if rules.values["void"] == "free" and rules.values["mode"] != "single":
            yield _kong_discard(rules)
        if rules.values["void"] == "free" and not rules.values["multi_win"]:
            yield _passed_over(rules)
    if rules.values.get("caishen") == "next":
        yield Scene("four wild tiles", laid_wall(rules, ["2222m"], None, "1m"), ())
    if rules.id in ("mcr", "hk", "taiwan", "riichi"):
        yield _first_discard(rules)
    if rules.values.get("kokushi_robs_ankan") or rules.values.get("rob_closed_kong_13"):
        yield _robbed_closed_kong(rules)
    if EXTRACT in actions:
        yield _robbed_north(rules)
        yield Scene("north after riichi", laid_wall(rules, ["12345623p78955s1z", "4z", "4p"], None, "9m"), (
            (0, "ready"), (0, "discard 1z"), (1, "extract"), (2, "discard 4p"), (0, "win")))
    if rules.id == "taiwan":
        yield _robbed_flower(rules)
    if rules.id == "riichi":
        yield from _riichi_scenes(rules)


def by_default(table: mj.Table, seat: int) -> int:
    """Passes, or throws what was drawn."""
    legal = table.legal_actions(seat)
    if PASS in legal:
        return PASS
    drawn = table.drawn
    if table.phase in ("turn", "throw") and drawn is not None and drawn.kind in legal:
        return drawn.kind
    return NUMBER if NUMBER in legal else legal[0]


def wishes(scene: Scene) -> list[tuple[int, int]]:
    """(seat, action) as ids, in order."""
    return [(seat, action_id(text)) for seat, text in scene.wishes]


def answers(table: mj.Table, left: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """(seat, action) of each decision; whoever takes them makes them. Takes wishes from `left` as they come true."""
    while not table.done:
        seat = table.seat
        assert seat is not None
        action = by_default(table, seat)
        if left and left[0][0] in table.pending and left[0][1] in table.legal_actions(left[0][0]):
            seat, action = left.pop(0)
        yield seat, action
