"""What the functions of this package take: rule sets, hands, tiles and numbers, read and checked in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import SupportsIndex, TypeVar

from mjcore.errors import HandError, RuleError, brief
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.rules import resolve
from mjcore.rules.base import RuleSet
from mjcore.rules.options import Value, number
from mjcore.typing import HandLike, TileLike

T = TypeVar("T")

NORTH = 30
TERMINALS_AND_HONORS = tuple(kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8))
KONGS = 4  # no fifth one in a round
# seats from the previous one to the next one, for each number of players
SOURCES = {3: "<>", 4: "<^>"}


class Rules:
    """The options that play goes by, the number of players and the engine for their hands."""

    __slots__ = ("engine", "id", "players", "values")

    def __init__(self, rules: str | RuleSet) -> None:
        found = resolve(rules)
        self.id = found.id
        self.values = found.values
        self.players = number(self["players"])
        # its answers are about four sets and a pair, seven pairs and thirteen orphans; three players have no 2m to 8m
        self.engine = found.engine

    def __getitem__(self, option: str) -> Value:
        """The value of an option; RuleError for a rule set that is not played with it."""
        try:
            return self.values[option]
        except KeyError:
            raise RuleError(f"{self.id} has no option {option!r}: expected a rule set of riichi mahjong") from None

    def lists(self, option: str, name: str) -> bool:
        """Whether an option that is a comma list names `name`."""
        return name in [part.strip() for part in str(self[option]).split(",")]

    def hand(self, source: HandLike, size: int) -> Hand:
        """A hand of `size` tiles, a meld counted as three, that can be held in this game; HandError otherwise."""
        hand = source if type(source) is Hand else Hand(source)
        if hand.size != size:
            when = "after a draw" if size == 14 else "before a draw"
            raise HandError(f"a hand of {hand.size} tiles: expected {size}, a meld counted as three, {when}")
        for tile in hand.tiles:
            self.in_play(tile)
        for meld in hand.melds:
            self.meld(meld)
        return hand

    def hand_or_drawn(self, source: HandLike, drawn: Tile | None) -> Hand:
        """A hand of 14 tiles on its own turn, with `drawn` in it if a tile was drawn."""
        hand = self.hand(source, 14)
        if drawn is not None and drawn not in hand.tiles:
            raise HandError(f"{drawn} was drawn, but is not among the concealed tiles {_text(hand.tiles)}")
        return hand

    def tile(self, source: TileLike) -> Tile:
        """A tile that is in play; HandError otherwise."""
        return self.in_play(Tile(source))

    def tiles(self, source: str | Iterable[TileLike]) -> tuple[Tile, ...]:
        """Tiles of a text, or several of them, all in play."""
        if isinstance(source, str):
            return tuple([self.in_play(tile) for tile in parse_tiles(source)]) if source.strip() else ()
        return tuple([self.tile(tile) for tile in each(source, "tiles")])

    def in_play(self, tile: Tile) -> Tile:
        if not self.engine.tiles >> tile.kind & 1:
            raise HandError(f"{tile} is not in play: {self.id} for {self.players} players has no such tile")
        return tile

    def meld(self, meld: Meld) -> Meld:
        """A meld that can be laid down in this game; HandError otherwise."""
        if self.players == 3 and meld.type == "chow":
            raise HandError(f"{meld}: there are no chows with three players")
        if meld.source and meld.source not in SOURCES[self.players]:
            raise HandError(f"{meld}: nobody sits opposite with three players")
        for tile in meld.tiles:
            self.in_play(tile)
        return meld

    def source(self, source: str) -> str:
        """One of the signs of a seat seen from the own one, as in a Meld."""
        if source not in ("<", "^", ">") or source not in SOURCES[self.players]:
            signs = " ".join(SOURCES[self.players])
            raise HandError(f"the discarder is {brief(source)}: expected one of {signs} (previous, opposite, next)")
        return source


def each(value: Iterable[T], what: str) -> Iterator[T]:
    """What to loop over; HandError that names `what` if that can not be."""
    try:
        return iter(value)
    except TypeError:
        raise HandError(f"{what}: {brief(value)} is not several of them") from None


def whole_number(value: SupportsIndex, what: str) -> int:
    """A whole number; HandError that names `what` otherwise."""
    try:
        return index(value)
    except TypeError:
        raise HandError(f"{what}: {brief(value)} is no whole number") from None


def amount(value: SupportsIndex, what: str) -> int:
    """A whole number from 0 on; HandError that names `what` otherwise."""
    number = whole_number(value, what)
    if number < 0:
        raise HandError(f"{what}: {number} is less than 0")
    return number


def drawn_tile(rules: Rules, drawn: TileLike | None) -> Tile | None:
    """The tile just drawn; None after a chow or pung, when nothing was."""
    return None if drawn is None else rules.tile(drawn)


def kongs_made(hand: Hand, kongs: SupportsIndex) -> int:
    """Kongs of the round so far: as told, and at least those of the hand itself."""
    return max(amount(kongs, "kongs"), sum(meld.is_kong for meld in hand.melds))


def _text(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))
