"""Options of a rule set where tables have other rules of play than riichi: read and checked in one place."""

from __future__ import annotations

from mjcore.errors import HandError, RuleError, brief
from mjcore.hand.hands import Hand
from mjcore.hand.melds import copies_held
from mjcore.hand.tiles import Tile
from mjcore.rules import resolve
from mjcore.rules.base import RuleSet
from mjcore.rules.options import Value
from mjcore.typing import HandLike, TileLike

SUITS = "mps"


class LocalRules:
    """A rule set and the options that a question goes by; RuleError if it is not played with one of them."""

    __slots__ = ("rules", "sets")

    def __init__(self, rules: str | RuleSet, *options: str) -> None:
        self.rules = resolve(rules)
        self.sets = self.rules.sets
        for option in options:
            if option not in self.rules.values:
                raise RuleError(f"{self.rules.id} has no option {option!r}: this question is not one of its games")

    def __getitem__(self, option: str) -> Value:
        return self.rules.values[option]

    def hand(self, source: HandLike, beside: int) -> Hand:
        """A hand of 3 * sets + `beside` tiles (1 before a draw, 2 after it), all in play; HandError otherwise."""
        hand = source if type(source) is Hand else Hand(source)
        expected = 3 * self.sets + beside
        if hand.size != expected:
            raise HandError(f"a hand of {hand.size} tiles: expected {expected}, a meld counted as three")
        if any(meld.type == "chow" for meld in hand.melds) and not self._chows:
            raise HandError(f"{hand} has a chow: {self.rules.id} has none")
        for tile in (*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles)):
            self._in_play(tile)
        return hand

    def tile(self, source: TileLike) -> Tile:
        """A tile that is in play; HandError otherwise."""
        return self._in_play(Tile(source))

    def beside(self, source: TileLike, hand: Hand) -> Tile:
        """A tile that another player discards, of which the hand and its melds do not hold all four."""
        tile = self.tile(source)
        if copies_held(hand)[tile.kind] >= 4:
            raise HandError(f"{tile} is discarded, but {hand} holds all four")
        return tile

    def void(self, suit: str | None) -> str | None:
        """The suit that a player has declared to be rid of; None where no suits are declared."""
        if suit is not None and (not isinstance(suit, str) or suit not in SUITS or len(suit) != 1):
            raise HandError(f"the void suit is {brief(suit)}: expected m, p or s")
        if self["void"] != "declared":
            return None
        if suit is None:
            raise HandError("the void suit is None: expected m, p or s, each player has declared one")
        return suit

    def waits(self, hand: Hand, void: str | None) -> int:
        """The kinds that complete a hand, as a mask."""
        engine = self.rules.engine
        return engine.waits_mask(hand) if void is None else engine.waits_mask(hand, void_suit=void)

    @property
    def _chows(self) -> bool:
        """Whether anybody may claim a chow in this game."""
        return bool(self.rules.make_lattice_options(self.rules.values).get("claimed_chows", True))

    def _in_play(self, tile: Tile) -> Tile:
        if not self.rules.engine.tiles >> tile.kind & 1:
            raise HandError(f"{tile} is not in play: {self.rules.id} has no such tile")
        return tile


def of_suit(tile: Tile, suit: str | None) -> bool:
    """Whether a tile is of this suit; of none, no tile is."""
    return suit is not None and tile.kind < 27 and SUITS[tile.kind // 9] == suit
