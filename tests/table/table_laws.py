"""Laws that hold at every decision of every hand, seen through what a table tells anybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, permutations
from random import Random
from typing import Any

import mjcore as mj
from mjcore.errors import IllegalAction
from mjcore.procedure.parts import DrawPlayer
from mjcore.rules.options import number
from mjcore.table.names import ACTIONS, PASS, WIN
from table.loaded_walls import loaded_wall
from table.lockstep_twin import choose

DEAD_WALL = 14
STICK = 1000
SAME_TIME = ("piao", "exchange", "void", "claim", "rob")
# all orders of so many seats, some of more
MOST_PERMUTED = 4
SOME_ORDERS = 20


def packed(kinds: Iterable[int]) -> int:
    """How many there are of each kind, a byte for each."""
    return sum(1 << 8 * kind for kind in kinds)


def melds_of(table: mj.Table, seat: int) -> list[mj.Meld]:
    """None of a table's own melds is hidden."""
    return [meld for meld in table.melds(seat) if meld is not None]


class Tiles:
    """Follows the tiles of one hand: all that lie somewhere, and those that are still to be drawn, are the game's."""

    def __init__(self, table: mj.Table) -> None:
        rules = table.rules
        self.rules = rules
        kinds = [tile & 63 for tile in table.wall]
        self.size = len(kinds)
        # of the tiles before each place of the wall
        self.before = [0, *accumulate(1 << 8 * kind for kind in kinds)]
        # places of the next tile that fit what was seen; several where both ends have had equal tiles
        self.fronts = {table.players * (3 * rules.sets + 1) + 1}
        self.left = self.size - min(self.fronts)
        self.picks = 0
        self.laid = 0
        self.robbed: int | None = None
        self.river_game = rules.values.get("mode") == "xueliu"
        self.turned = rules.id == "dazhong" and rules.values["caishen"] != "none"
        self.check(table)

    def step(self, table: mj.Table, seat: int, action: int) -> None:
        """An action that is about to be made. Tiles that are picked, or were won on and laid aside, are in no hand."""
        phase = table.phase
        if phase == "exchange":
            self.picks += 1 << 8 * action
        elif action == WIN and phase == "turn" and self.river_game:
            assert table.drawn is not None
            self.laid += 1 << 8 * table.drawn.kind
        elif action == WIN and phase == "rob":
            tile, giver = table.last_tile, table.last_seat
            assert tile is not None
            assert giver is not None
            laid_down = [meld.tiles[0].kind for meld in melds_of(table, giver) if meld.type == "concealed kong"]
            if tile.kind not in (*laid_down, *(aside.kind for aside in table.aside(giver))):
                self.robbed = tile.kind

    def placed(self, table: mj.Table) -> int:
        found = self.laid + self.picks
        for seat in range(table.players):
            found += int.from_bytes(table.concealed(seat), "little")
            found += packed(tile.kind for meld in melds_of(table, seat) for tile in meld.tiles)
            found += packed(tile.kind for tile in table.aside(seat))
            found += packed(thrown.tile.kind for thrown in table.river(seat) if not thrown.claimed)
        return found

    def check(self, table: mj.Table) -> None:
        if table.phase != "exchange":
            self.picks = 0
        if self.robbed is not None and table.phase != "rob":
            self.laid += 1 << 8 * self.robbed
            self.robbed = None
        rest = self.before[-1] - self.placed(table)
        assert rest >= 0, table
        left = sum(rest.to_bytes(64, "little"))
        if self.rules.id != "dazhong":
            assert self.moved(rest, left), f"{table}: tiles that are nowhere, or twice"
        assert table.live == self.live(table, left), f"{table}: {left} tiles are left"

    def moved(self, rest: int, left: int) -> bool:
        """Whether what is left is a stretch of the wall, drawn from either end since the last time."""
        drawn = range(self.left - left + 1)
        self.fronts = {front + taken for front in self.fronts for taken in drawn
                       if self.before[front + taken + left] - self.before[front + taken] == rest}
        self.left = left
        return bool(self.fronts)

    def live(self, table: mj.Table, left: int) -> int:
        """How many may be drawn yet, by how many are left."""
        rules, kongs = self.rules, 0
        if rules.id == "riichi":
            return left - DEAD_WALL
        if rules.id == "taiwan":
            kongs = sum("kong" in meld.type for seat in range(table.players) for meld in melds_of(table, seat))
            return max(0, left - number(rules.values["dead_wall"]) - kongs)
        if rules.id == "dazhong":
            left -= self.turned
            return max(0, min(left, number(rules.values["wall_limit"]) - (self.size - left - self.turned)))
        return left


def balanced(table: mj.Table, sticks: int) -> bool:
    """Nothing is won that nobody lost, but for deposits on the table, and the fine that goes to nobody. `sticks`: those
    at the start."""
    total, rules = sum(table.deltas), table.rules
    if rules.id == "riichi":
        return total == STICK * (sticks - table.sticks)
    fine = number(rules.values["active_pig_fine"]) if rules.id == "sichuan" else 0
    return total == 0 or (fine > 0 > total and total % fine == 0)


def check_end(table: mj.Table, sticks: int) -> None:
    """How a finished hand looks: nobody is asked, and the money adds up, worked out twice."""
    assert (table.pending, table.seat, table.phase, table.legal_actions()) == ((), None, "end", [])
    assert balanced(table, sticks), table.deltas
    result = table.result
    assert result is not None
    assert tuple(result.ledger.totals(table.players)) == table.deltas == result.deltas, (table.rules, result.ledger)
    assert all(isinstance(player, DrawPlayer) for player in result.players)


def check_mask(table: mj.Table) -> None:
    """Each action of each seat: the legal ones are accepted by a clone, all others refused without a trace."""
    before, same = table.to_bytes(), hash(table)
    for seat in range(table.players):
        legal = set(table.legal_actions(seat))
        assert bool(legal) == (seat in table.pending)
        assert legal != {PASS}
        assert legal <= set(table.rules.flow.actions), (table, legal)
        assert table.mask(seat) == bytes(action in legal for action in range(ACTIONS))
        for action in range(ACTIONS):
            clone = table.clone()
            if action in legal:
                clone.step(action, seat)
                assert clone != table
                assert clone.done or clone.pending
                continue
            try:
                clone.step(action, seat)
            except IllegalAction:
                assert clone.to_bytes() == before
                assert clone == table
            else:
                raise AssertionError(f"{table}: seat {seat} did {action}, legal are {legal}")
    assert (table.to_bytes(), hash(table)) == (before, same)


def check_clone(table: mj.Table, rng: Random) -> None:
    """What happens to a clone does not happen to the table, and what happens to both is the same."""
    before = table.to_bytes()
    other, again, told = table.clone(), table.clone(), table.clone(log=True)
    assert other == again == told == table
    assert hash(other) == hash(table)
    while not other.done:
        seat = rng.choice(other.pending)
        action = rng.choice(other.legal_actions(seat))
        other.step(action, seat)
        assert again != other
        again.step(action, seat)
        told.step(action, seat)
    assert (again, told, again.to_bytes()) == (other, other, other.to_bytes())
    assert again.deltas == other.deltas == told.deltas
    assert table.to_bytes() == before
    assert mj.Table.from_bytes(before) == table


def moment(table: mj.Table) -> tuple[Any, ...]:
    """A question to several seats is over when this has changed."""
    return table.phase, table.turn, table.live, table.last_seat, sum(map(table.tiles_held, range(table.players)))


def check_orders(table: mj.Table, rng: Random) -> int:
    """The same answers in every order (in some, where there are many) lead to the same table; how many orders."""
    if table.phase not in SAME_TIME or len(table.pending) < 2:
        return 0
    seats = table.pending
    orders = (list(permutations(seats)) if len(seats) <= MOST_PERMUTED
              else [seats, seats[::-1], *(tuple(rng.sample(seats, len(seats))) for _ in range(SOME_ORDERS))])
    if table.phase == "exchange":
        ends = list(exchanged(table, orders, rng))
    else:
        answers = {seat: rng.choice(table.legal_actions(seat)) for seat in seats}
        ends = [answered(table, answers, order) for order in orders]
    for end in ends[1:]:
        assert end == ends[0], (table, table.rules)
        assert hash(end) == hash(ends[0])
        assert end.to_bytes() == ends[0].to_bytes()
    return len(orders)


def answered(table: mj.Table, answers: dict[int, int], order: Iterable[int]) -> mj.Table:
    out = table.clone()
    asked = moment(out)
    for seat in order:
        # whose answer can not count any more is not asked
        if moment(out) == asked and seat in out.pending:
            out.step(answers[seat], seat)
    return out


def exchanged(table: mj.Table, orders: Iterable[tuple[int, ...]], rng: Random) -> Iterator[mj.Table]:
    """All picks that are still to be made, seat by seat in each order, and once more pick by pick."""
    picks: dict[int, list[int]] = {}
    for seat in table.pending:
        alone = table.clone()
        picks[seat] = []
        # the last pick of all ends the phase
        while alone.phase == "exchange" and seat in alone.pending and len(picks[seat]) < 3:
            picks[seat].append(rng.choice(alone.legal_actions(seat)))
            alone.step(picks[seat][-1], seat)
    for order in orders:
        out = table.clone()
        for seat in order:
            for pick in picks[seat]:
                out.step(pick, seat)
        yield out
    out = table.clone()
    for place in range(3):
        for seat, own in picks.items():
            if place < len(own):
                out.step(own[place], seat)
    yield out


def start(rules: mj.rules.RuleSet, seed: int, rng: Random, *, loaded: bool) -> tuple[mj.Table, int]:
    """A table with a random context, and the deposits on it."""
    sticks = rng.randrange(3)
    table = mj.Table(rules, seed=seed, dealer=seed % rules.players, round_wind=rng.choice("ESWN"),
                     honba=rng.randrange(4), sticks=sticks, streak=rng.randrange(3),
                     wall=loaded_wall(rules, rng) if loaded else None)
    return table, sticks


def decisions(table: mj.Table, rng: Random, style: str) -> Iterator[tuple[int, int]]:
    """(seat, action) of each decision of a hand; whoever takes them makes them."""
    most, steps = 8 * len(table.wall), 0
    while not table.done:
        pending = table.pending
        seat = pending[0] if len(pending) == 1 else rng.choice(pending)
        legal = table.legal_actions(seat)
        assert legal, table
        yield seat, rng.choice(legal) if style == "random" else choose(table, seat, legal, rng, style)
        steps += 1
        assert steps <= most, f"{table}: no end after {steps} steps"
