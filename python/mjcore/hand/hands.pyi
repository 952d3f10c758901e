"""Hands: concealed tiles and melds, immutable."""

from collections.abc import Iterable
from typing import SupportsIndex, final

from mjcore.hand.counts import _Counts
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile

@final
class Hand:
    """Concealed tiles and melds of one player. Immutable, hashable, safe to share between threads.

    `source` is a Hand, a text or 34 counts (bytes, a buffer of integers, a list or a tuple); `melds` are
    further Melds, texts or packed melds. NotationError for a faulty text, HandError for what no hand can be:
    more than four copies of a tile, more than five melds, none or more than 18 tiles (a meld counts three).
    Whether the number of tiles suits a question (a win has 3n + 2) is decided where the question is asked.

    >>> hand = Hand("123m406p789s11z[555z<]")
    >>> hand.size, hand.draw("1z")
    (14, Hand('123m406p789s111z[555z<]'))
    """

    def __init__(
        self,
        source: Hand | str | _Counts,
        melds: Iterable[Meld | str | SupportsIndex] = (),
    ) -> None: ...
    @staticmethod
    def from_tiles(
        tiles: Iterable[Tile | str | SupportsIndex], melds: Iterable[Meld | str | SupportsIndex] = ()
    ) -> Hand:
        """The hand of several Tiles, texts of one tile, or kinds, in any order.

        >>> Hand.from_tiles(["1m", 0, "0p"])
        Hand('11m0p')
        """

    @staticmethod
    def from_136(
        ids: Iterable[SupportsIndex],
        melds: Iterable[Meld | str | SupportsIndex] = (),
        *,
        red_fives: bool = False,
    ) -> Hand:
        """The hand of tile ids 0..135, four of each kind in order; 136..143 are the flowers 1f..8f.

        With `red_fives` the first five of each suit (16, 52, 88) is red. An id twice raises HandError.

        >>> Hand.from_136([0, 4, 8, 16, 17], red_fives=True)
        Hand('12350m')
        """

    @staticmethod
    def from_mjai(tiles: str | Iterable[str], melds: Iterable[Meld | str | SupportsIndex] = ()) -> Hand:
        """The hand of mjai tiles: ``1m``..``9s``, ``5mr``, ``E S W N P F C``, in a list or one spaced text.

        >>> Hand.from_mjai(["5mr", "E", "P", "C"])
        Hand('0m157z')
        """

    @property
    def counts(self) -> bytes:
        """34 counts of the concealed tiles, as bytes (1m..9m 1p..9p 1s..9s E S W N, white green red)."""

    @property
    def counts64(self) -> bytes:
        """Counts of the concealed tiles of all 64 kinds, as bytes."""

    @property
    def size(self) -> int:
        """How many tiles: the concealed ones, and three for each meld."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles, sorted."""

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds, in the order they were given."""

    def draw(self, tile: Tile | str | SupportsIndex) -> Hand:
        """The hand with one more tile: a Tile, text or a kind. HandError for a fifth copy or a 19th tile."""

    def discard(self, tile: Tile | str | SupportsIndex) -> Hand:
        """The hand without one concealed tile: a Tile, text or a kind. HandError if it is not there.

        A Tile or text means exactly that tile; a kind (an int) takes a plain five before a red one.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Hand], tuple[str]]: ...
