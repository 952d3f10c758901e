"""Walls: how many stacks each seat builds, where the dice open them, in which order the tiles are drawn, the deal.

Walls stand in turn order (wall 0 in front of seat 0) and are drawn clockwise: from a wall's right end to its left, on
into the wall of the seat before. In each stack the top tile comes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mjcore.errors import HandError, RuleError, brief
from mjcore.hand.text import parse_tiles
from mjcore.procedure.parts import Dealt, Place
from mjcore.settle.ledger import seat_of, table_size, whole
from mjcore.settle.shares import not_negative, one_of

# what is counted off from the right end: the smaller die, or the sum of the first roll, the second, or of both
SKIPS = ("smaller", "first", "second", "both")
BLOCK = 4  # tiles that a player takes at a time from the wall, two stacks
MOST_TILES = 1000


@dataclass(frozen=True, slots=True)
class Opening:
    """A wall that the dice have opened.

    stacks          by wall, wall 0 first
    wall_seat       the wall where counting starts, also where it runs on into the next one
    skip            stacks counted off from the right end of that wall; they are drawn last
    live            tiles that may be drawn after the deal
    second_roller   who throws the second roll; None where there is only one
    order           every tile in drawing order, by its place: (wall, stack from the right end, "top" or "bottom")
    hands           places of the tiles that each seat is dealt
    jump            places of the tiles that the dealer takes one by one after the blocks of four
    """

    stacks: tuple[int, ...]
    wall_seat: int
    skip: int
    live: int
    second_roller: int | None
    order: tuple[Place, ...]
    hands: tuple[tuple[Place, ...], ...]
    jump: tuple[Place, ...]

    @property
    def start(self) -> int:
        """The stack that is drawn first, counted from the right end of `wall_seat`, on into the next wall."""
        return self.skip + 1

    @property
    def live_next(self) -> Place | None:
        """The first tile that is drawn after the deal; None if none may be."""
        return self.order[sum(map(len, self.hands))] if self.live else None


def tile_count(tiles: Mapping[int, str]) -> int:
    """How many tiles a set has: kinds as text, by number of copies."""
    return sum(copies * len(parse_tiles(kinds)) for copies, kinds in tiles.items())


def wall_stacks(tiles: int, walls: int, dealer: int = 0) -> tuple[int, ...]:
    """Stacks of two by wall, as even as can be: the first walls from the dealer get one more. Where two of four
    do, these are the dealer's and the opposite one.

    >>> wall_stacks(108, 4), wall_stacks(84, 4, dealer=1), wall_stacks(136, 3)
    ((14, 13, 14, 13), (10, 11, 10, 11), (23, 23, 22))
    """
    number = table_size(walls)
    stacks, odd = divmod(_tiles(tiles), 2)
    if odd:
        raise RuleError(f"a wall of {2 * stacks + 1} tiles: expected stacks of two")
    first = seat_of(dealer, number, "dealer")
    even, more = divmod(stacks, number)
    longer = {0, 2} if (number, more) == (4, 2) else set(range(more))
    return tuple(even + ((wall - first) % number in longer) for wall in range(number))


def deal_counts(tiles: int, players: int, hand: int, reserved: int = 0, extra: int = 1) -> Dealt:
    """Tiles by player, the dealer first with `extra` more, and how many may be drawn yet: never the `reserved` ones.

    >>> deal_counts(108, 5, 10)
    Dealt(hands=(11, 10, 10, 10, 10), wall=57)
    """
    number, size = table_size(players), not_negative(hand, "the number of tiles of a hand")
    hands = (size + not_negative(extra, "the dealer's extra tiles"), *[size] * (number - 1))
    all_tiles = _tiles(tiles)
    wall = all_tiles - sum(hands) - not_negative(reserved, "the number of reserved tiles")
    if wall < 0:
        raise RuleError(f"{all_tiles} tiles: expected {all_tiles - wall} or more, for {number} hands and "
                        f"{reserved} kept back")
    return Dealt(hands, wall)


def open_wall(dice: Sequence[int] | Sequence[Sequence[int]], *, tiles: int, players: int, hand: int, skip: str,
              dice_count: int = 2, dealer: int = 0, walls: int | None = None, reserved: int = 0,
              extra: int = 1) -> Opening:
    """Where a roll opens the wall, and who gets which tile.

    The sum of the first roll, counted from the dealer in turn order, says the wall. `skip` says what is counted off
    from its right end: the "smaller" die, or the sum of the "first" roll, the "second", or "both"; who sits at the wall
    throws the second one. `walls` is `players` where not given.
    """
    one_of(skip, SKIPS, "the way of counting off")
    rolls = _rolls(dice, 2 if skip in ("second", "both") else 1, dice_count)
    number, sides = table_size(players), table_size(players if walls is None else walls)
    first = seat_of(dealer, number, "dealer")
    stacks = wall_stacks(tiles, sides, first)
    counts = deal_counts(tiles, number, hand, reserved, extra)
    size, more = whole(hand, "the number of tiles of a hand"), whole(extra, "the dealer's extra tiles")
    wall_seat = (first + sum(rolls[0]) - 1) % sides
    counted = {"smaller": min(rolls[0]), "first": sum(rolls[0]), "second": sum(rolls[-1]), "both": sum(map(sum, rolls))}
    order = drawing_order(stacks, wall_seat, counted[skip])
    shares = dealt(number, size, more)
    blocks = size // BLOCK * BLOCK
    return Opening(
        stacks=stacks,
        wall_seat=wall_seat,
        skip=counted[skip],
        live=counts.wall,
        # a wall without a player: the dealer throws for it
        second_roller=(wall_seat if wall_seat < number else first) if len(rolls) == 2 else None,
        order=order,
        hands=tuple(tuple(order[i] for i in shares[(seat - first) % number]) for seat in range(number)),
        jump=tuple(order[i] for i in shares[0][blocks:]),
    )


def drawing_order(stacks: Sequence[int], wall_seat: int, skip: int) -> tuple[Place, ...]:
    """Every tile of the walls in the order in which it is drawn, after `skip` stacks of one wall were counted off.

    >>> drawing_order([1, 1, 2], 0, 1)[:3]
    ((2, 1, 'top'), (2, 1, 'bottom'), (2, 2, 'top'))
    """
    walls = [(wall_seat - n) % len(stacks) for n in range(len(stacks))]
    places = [(wall, stack) for wall in walls for stack in range(1, stacks[wall] + 1)]
    if not 0 <= skip < len(places):
        raise RuleError(f"{skip} stacks counted off: expected 0..{len(places) - 1}")
    return tuple((wall, stack, half) for wall, stack in places[skip:] + places[:skip] for half in ("top", "bottom"))


def dealt(players: int, hand: int, extra: int = 1) -> tuple[tuple[int, ...], ...]:
    """Which tiles of the drawing order each player is dealt, the dealer first: blocks of four in turn while they last,
    then one by one, at the end the dealer's `extra`.

    >>> dealt(4, 13)[0]
    (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52)
    """
    shares: list[list[int]] = [[] for _ in range(players)]
    blocks, singles = divmod(hand, BLOCK)
    taken = 0
    for size in [*[BLOCK] * blocks, *[1] * singles]:
        for share in shares:
            share += range(taken, taken + size)
            taken += size
    shares[0] += range(taken, taken + extra)
    return tuple(map(tuple, shares))


def _tiles(tiles: int) -> int:
    number = not_negative(tiles, "the number of tiles")
    if number > MOST_TILES:
        raise RuleError(f"{number} tiles: expected {MOST_TILES} at most")
    return number


def _rolls(dice: Sequence[int] | Sequence[Sequence[int]], rolls: int, dice_count: int) -> list[list[int]]:
    """The rolls as lists, each of so many dice."""
    given: list[object] = list(dice) if isinstance(dice, (list, tuple)) else []
    grouped = given if all(isinstance(roll, (list, tuple)) for roll in given) else [given]
    found = [[whole(die, "a die") for die in roll] for roll in grouped if isinstance(roll, (list, tuple))]
    if [len(roll) for roll in found] != [dice_count] * rolls:
        expected = f"one roll of {dice_count} dice" if rolls == 1 else f"{rolls} rolls of {dice_count} dice"
        raise HandError(f"the dice are {brief(dice)}: expected {expected}")
    for die in (die for roll in found for die in roll):
        if not 1 <= die <= 6:
            raise HandError(f"a die shows {die}: expected 1..6")
    return found
