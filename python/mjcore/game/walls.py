"""Walls from what is known of them: parts of a dealt hand, stacks on a table, first draws.

>>> wall = Wall.from_draws("1m 9m 1p", "sichuan", seed=1)
>>> wall.tiles[:3], len(wall), Wall.from_draws("1m 9m 1p", "sichuan", seed=1) == wall
(b'\\x00\\x08\\t', 108, True)
>>> import mjcore as mj
>>> mj.Table("sichuan", wall=wall).wall == wall.tiles
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mjcore.errors import HandError, brief
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.procedure.walls import dealt, open_wall
from mjcore.rules import resolve
from mjcore.table.position import layout, shuffled

if TYPE_CHECKING:
    from mjcore.rules.base import RuleSet
    from mjcore.typing import TileLike

__all__ = ["Wall"]


class Wall:
    """All tiles of a game in drawing order, for `mjcore.Table(rules, wall=...)`. Immutable.

    hands    tiles dealt to each seat, seat 0 first; the dealer's may have his first draw as the last one
    live     what is drawn after the deal, in order, as far as it is known
    rinshan  replacements in the dead wall, in the order in which they are drawn
    dora, ura   indicators, and those under them, in the order in which they are turned
    rules, dealer   riichi for four players and seat 0 where not said; for other rule sets without a dead wall give
             hands and live alone
    seed     what is not given is dealt from the tiles that are left, as this seed decides

    HandError names the tile of which there are too many, and where a part is too long.

    >>> hands = ["1199m1199p1199s1z", "123456789m1122z", "123456789p3344z", "123456789s5566z"]
    >>> wall = Wall(hands, live="7z 3z", dora="5z", rules="riichi")
    >>> len(wall), Tile(wall.tiles[52]), Tile(wall.tiles[136 - 5])
    (136, Tile('7z'), Tile('5z'))
    """

    __slots__ = ("tiles",)

    tiles: bytes
    """Tile bytes in drawing order: a kind, plus 64 for a red five."""

    def __init__(self, hands: Sequence[str | Iterable[TileLike]] = (), live: str | Iterable[TileLike] = (),
                 rinshan: str | Iterable[TileLike] = (), dora: str | Iterable[TileLike] = (),
                 ura: str | Iterable[TileLike] = (), *, rules: str | RuleSet = "riichi", dealer: int = 0,
                 seed: int | str = 0) -> None:
        plan = layout(resolve(rules))
        places: dict[int, int] = {}
        number, players = len(plan["tiles"]), plan["players"]
        if not isinstance(hands, (list, tuple)) or len(hands) not in (0, players):
            raise HandError(f"{brief(hands)} as hands: expected a list of one for each of {players} seats")
        if isinstance(dealer, bool) or not isinstance(dealer, int) or not 0 <= dealer < players:
            raise HandError(f"the dealer is {brief(dealer)}: expected 0..{players - 1}")
        shares = dealt(players, plan["hand"])
        drawn = 0
        for seat, hand in enumerate(hands):
            share, tiles = shares[(seat - dealer) % players], tiles_of(hand)
            drawn += seat == dealer and len(tiles) == plan["hand"] + 1
            if len(tiles) not in (plan["hand"], len(share)):
                raise HandError(f"{len(tiles)} tiles for seat {seat}: expected {plan['hand']}")
            _put(places, share, tiles, "hand")
        first = players * plan["hand"] + drawn
        end, draws = number - plan["dead"], plan["dead_draws"]
        _put(places, range(first, number if not plan["dead"] else end), tiles_of(live), "live wall")
        _put(places, range(number - 1, number - 1 - draws, -1), tiles_of(rinshan), "rinshan tiles")
        indicators = 5 if plan["dead"] else 0
        top = number - 1 - draws
        _put(places, [top - 2 * i for i in range(indicators)], tiles_of(dora), "dora indicators")
        _put(places, [top - 1 - 2 * i for i in range(indicators)], tiles_of(ura), "ura indicators")
        _set(self, _filled(places, plan["tiles"], seed))

    @classmethod
    def from_draws(cls, draws: str | Iterable[TileLike], rules: str | RuleSet, seed: int | str = 0) -> Wall:
        """A wall that begins with these tiles; the rest follows from the seed."""
        plan, tiles = layout(resolve(rules)), tiles_of(draws)
        places: dict[int, int] = {}
        _put(places, range(len(plan["tiles"])), tiles, "wall")
        return _made(_filled(places, plan["tiles"], seed))

    @classmethod
    def from_walls(cls, walls: Sequence[Sequence[str | Iterable[TileLike]]],
                   dice: Sequence[int] | Sequence[Sequence[int]], rules: str | RuleSet, dealer: int = 0) -> Wall:
        """The walls on a table, opened by dice as `rules.open_wall` says. `walls`: one before each seat, each a list of
        stacks from its right end on, each stack its upper tile and its lower one. In a dead wall the two tiles of a
        stack change places, so that the upper one is drawn, or turned, first."""
        rule_set = resolve(rules)
        plan = layout(rule_set)
        if not isinstance(walls, (list, tuple)) or not all(isinstance(stacks, (list, tuple)) for stacks in walls):
            raise HandError(f"{brief(walls)} as walls: expected lists of stacks")
        sizes = [len(stacks) for stacks in walls]
        if rule_set.procedure.open_wall is None:
            # riichi: so many stacks from the right end as two dice show, and the dead wall on from there
            opening = open_wall(dice, tiles=len(plan["tiles"]), players=plan["players"], hand=plan["hand"],
                                skip="first", dealer=dealer, walls=len(walls), reserved=plan["dead"])
        else:
            opening = rule_set.open_wall(dice, dealer)
        if tuple(sizes) != opening.stacks:
            raise HandError(f"walls of {sizes} stacks: expected {list(opening.stacks)}")
        stacks = [[tiles_of(stack) for stack in wall] for wall in walls]
        for number, found in enumerate(stacks):
            for at, stack in enumerate(found, 1):
                if len(stack) != 2:
                    raise HandError(f"stack {at} of wall {number} has {len(stack)} tiles: expected 2")
        tiles = [stacks[wall][at - 1][half != "top"] for wall, at, half in opening.order]
        for i in range(len(tiles) - plan["dead"], len(tiles), 2):
            tiles[i], tiles[i + 1] = tiles[i + 1], tiles[i]
        return _made(_filled(dict(enumerate(tiles)), plan["tiles"], 0))

    def __len__(self) -> int:
        return len(self.tiles)

    def __eq__(self, other: object) -> bool:
        return self.tiles == other.tiles if type(other) is Wall else NotImplemented

    def __hash__(self) -> int:
        return hash(self.tiles)

    def __repr__(self) -> str:
        first = " ".join(str(Tile.from_code(tile)) for tile in self.tiles[:5])
        return f"<Wall of {len(self.tiles)} tiles: {first} ...>"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Wall never changes; can not set {name!r}")

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return _made, (self.tiles,)


def tiles_of(source: object) -> list[int]:
    """Tile bytes of a text, or of tiles; bytes are taken as they are."""
    if isinstance(source, (bytes, bytearray)):
        if any(tile > 127 for tile in source):
            raise HandError(f"tile bytes {brief(source)}: expected 0..127")
        return list(source)
    if source is None or (isinstance(source, str) and not source):
        return []
    try:
        return [tile.code for tile in parse_tiles(source)]  # type: ignore[arg-type]
    except NotImplementedError:
        raise HandError(f"{brief(source)} of several dimensions: expected tiles") from None


def _put(places: dict[int, int], where: Sequence[int], tiles: list[int], part: str) -> None:
    if len(tiles) > len(where):
        raise HandError(f"{len(tiles)} tiles as {part}: expected {len(where)} at most")
    places.update(zip(where, tiles, strict=False))


def surplus(tiles: Iterable[int], whole: bytes, what: str) -> Counter[int]:
    """The tiles of `whole` that are not among `tiles`. HandError for one of which there are too many."""
    left = Counter(whole)
    left.subtract(tiles)
    for tile, number in sorted(left.items()):
        if number < 0:
            there = Counter(whole)[tile]
            raise HandError(f"{what} {there - number} of {Tile.from_code(tile)}: there "
                            f"{'is' if there == 1 else 'are'} {there or 'none'} in this game")
    return left


def _filled(places: dict[int, int], whole: bytes, seed: int | str) -> bytes:
    left = surplus(places.values(), whole, "the wall has")
    rest = iter(shuffled(bytes(sorted(left.elements())), seed))
    return bytes([places[i] if i in places else next(rest) for i in range(len(whole))])


def _set(wall: Wall, tiles: bytes) -> None:
    object.__setattr__(wall, "tiles", tiles)


def _made(tiles: bytes) -> Wall:
    wall = object.__new__(Wall)
    _set(wall, tiles)
    return wall
