"""The wall of the plain table: random numbers, the shuffled tiles, and who takes which of them from where."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from mjcore.procedure.walls import dealt

if TYPE_CHECKING:
    from reference.table_rules import Facts

STEP = 0x9E3779B97F4A7C15
WORD = 2**64 - 1
RED = 64
FLOWERS = range(35, 43)
INDICATORS = 5
DEAD = 14


def mix(z: int) -> int:
    """The finaliser of SplitMix64."""
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & WORD
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def seed_number(seed: int | str) -> int:
    if isinstance(seed, int) and 0 <= seed <= WORD:
        return seed
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8], "little")


class Stream:
    """The numbers of one hand."""

    def __init__(self, seed: int | str, game: int) -> None:
        self.key = mix(mix(seed_number(seed)) + STEP * (game + 1) & WORD)
        self.drawn = 0

    def below(self, n: int) -> int:
        while True:
            self.drawn += 1
            product = (mix(self.key + STEP * self.drawn & WORD) & 0xFFFFFFFF) * n
            if product & 0xFFFFFFFF >= 2**32 % n:
                return product >> 32

    def die(self) -> int:
        return self.below(6) + 1

    def shuffled(self, tiles: Sequence[int]) -> list[int]:
        found = list(tiles)
        for i in range(len(found) - 1, 0, -1):
            j = self.below(i + 1)
            found[i], found[j] = found[j], found[i]
        return found


class Wall:
    """Tiles in drawing order; `there` says which of them still lie in the wall."""

    def __init__(self, tiles: Sequence[int], facts: Facts, stream: Stream) -> None:
        if sorted(tiles) != sorted(facts.tiles):
            raise ValueError("the wall does not have the tiles of the rule set")
        self.tiles = list(tiles)
        self.facts = facts
        self.stream = stream
        self.there = [True] * len(self.tiles)
        self.turned: int | None = None  # place of the tile that was turned for the wild kind
        self.rinshan = 0

    def live(self, kongs: int) -> int:
        """How many tiles may still be drawn."""
        facts, size = self.facts, len(self.tiles)
        if facts.replacement == "dead":
            return sum(self.there[: size - DEAD - self.rinshan])
        left = sum(self.there) - (self.turned is not None)
        if facts.reserve is not None:
            return max(0, left - facts.reserve - kongs)
        if facts.limit is not None:
            return max(0, min(left, facts.limit - (size - sum(self.there))))
        return left

    def deal(self, players: int, dealer: int, hand: int) -> list[list[int]]:
        """The hands by seat; the dealer's last tile is the one of his first turn."""
        shares = dealt(players, hand)
        return [[self._take(place) for place in shares[(seat - dealer) % players]] for seat in range(players)]

    def draw(self) -> int:
        return self._take(self._free()[0])

    def next_to_draw(self) -> int | None:
        free = self._free()
        return self.tiles[free[0]] if free else None

    def replace(self, *, flower: bool = False) -> int:
        """The tile that replaces a kong, a north or a flower."""
        way = self.facts.replacement
        if way == "front":
            return self.draw()
        if way == "dead":
            self.rinshan += 1
            return self._take(len(self.tiles) - self.rinshan)
        if way == "die":
            return self._take(self._stack(1 if flower else self.stream.die()))
        return self._take(self._free()[-1])

    def turn_wild(self) -> int:
        """Turns the last tile that is no flower; it stays where it is."""
        self.turned = max(place for place in self._free() if self.tiles[place] not in FLOWERS)
        return self.tiles[self.turned]

    def indicators(self, shown: int) -> tuple[list[int], list[int]]:
        """The dora indicators that are turned, and the tiles under them."""
        first = len(self.tiles) - 1 - self.facts.rinshan
        return ([self.tiles[first - 2 * i] for i in range(shown)],
                [self.tiles[first - 1 - 2 * i] for i in range(shown)])

    def _free(self) -> list[int]:
        return [place for place, there in enumerate(self.there) if there and place != self.turned]

    def _stack(self, die: int) -> int:
        """The place of the tile that a die picks: the upper tile of the stack (even places), else the lower."""
        free, last = set(self._free()), len(self.tiles) // 2 - 1
        named = last - (die - 1)
        for stack in [*range(named, last + 1), *range(named - 1, -1, -1)]:
            for place in range(2 * stack, 2 * stack + 2):
                if place in free:
                    return place
        raise AssertionError("no tile is left to replace a kong")

    def _take(self, place: int) -> int:
        assert self.there[place]
        self.there[place] = False
        return self.tiles[place]
