"""`Meld`: a chow, pung or kong laid down."""

from __future__ import annotations

from mjcore.hand.text import format_meld, parse_meld, tiles_of_meld
from mjcore.hand.tiles import Tile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsIndex

    from mjcore.hand.hands import Hand

_TYPES = ("", "chow", "pung", "exposed kong", "added kong", "concealed kong", "quint", "sextet")
_SOURCES = ("", ">", "^", "<")


class Meld:
    """A chow, pung or kong laid down. Immutable and hashable, a thin cover of one packed integer.

    `source` is a text (``[423s<]`` a chow of a claimed 4s, ``[555m^]``, ``[5555m>]``, ``[5555m+<]`` an added
    kong, ``(1111z)`` a concealed one), a packed meld, or a Meld. ``<`` stands for the previous seat, ``^``
    for the opposite, ``>`` for the next one as the seat that discarded the claimed tile. In a chow the
    claimed tile stands first and the others ascend; otherwise the first tile that is no joker is the claimed
    one. NotationError for a faulty text, HandError otherwise.

    A joker stands for the tile that is missing: ``[4{zong}6s<]``, ``[55m0j>]``. Where it could be the lowest
    or the highest of a chow the order says which: ``[5{zong}6s<]`` is 456s, ``[56{zong}s<]`` is 567s. One
    natural tile with jokers is a pung, kong, quint or sextet. A meld has one kind of joker.

    >>> meld = Meld("[423s<]")
    >>> meld.type, meld.tiles, meld.claimed, meld.source
    ('chow', (Tile('2s'), Tile('3s'), Tile('4s')), Tile('4s'), '<')
    """

    __slots__ = ("code",)

    code: int
    """The packed meld (src/mjcore/hand/kinds.pxd)."""

    def __new__(cls, source: Meld | str | SupportsIndex) -> Meld:
        if type(source) is Meld:
            return source
        return _make(parse_meld(source))

    @staticmethod
    def from_code(code: int) -> Meld:
        """The meld of a packed integer, which it brings into its normal form. HandError if it is none."""
        return _make(parse_meld(code))

    @property
    def type(self) -> str:
        """One of ``chow pung quint sextet`` or an ``exposed kong``, ``added kong``, ``concealed kong``."""
        return _TYPES[self.code >> 6 & 7]

    @property
    def kind(self) -> int:
        """Its kind of tile; of a chow the lowest (also where a joker stands for it)."""
        return self.code & 63

    @property
    def source(self) -> str:
        """Whose discard was claimed: ``<`` previous, ``^`` opposite, ``>`` next seat; "" for none."""
        return _SOURCES[self.code >> 9 & 3]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles: a chow ascending, otherwise the claimed tile first; jokers as jokers, red fives red."""
        return tuple([Tile.from_code(code) for code in tiles_of_meld(self)])

    @property
    def claimed(self) -> Tile | None:
        """The tile that was claimed (of an added kong: for its pung); None in a concealed kong."""
        return self.tiles[self.code >> 11 & 3] if self.source else None

    @property
    def concealed(self) -> bool:
        """Whether this is a concealed kong."""
        return not self.source

    @property
    def is_kong(self) -> bool:
        """Whether this is a kong of any of the three types."""
        return 3 <= self.code >> 6 & 7 <= 5

    def __str__(self) -> str:
        return format_meld(self)

    def __repr__(self) -> str:
        return f"Meld('{format_meld(self)}')"

    def __eq__(self, other: object) -> bool:
        return self.code == other.code if type(other) is Meld else NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Meld never changes; can not set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Meld never changes; can not delete {name!r}")

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Meld.from_code, (self.code,)


def copies_held(hand: Hand) -> list[int]:
    """How many tiles of each kind are in a hand and its melds, reds with their fives."""
    held = [*hand.counts]
    for meld in hand.melds:
        for tile in meld.tiles:
            held[tile.kind] += 1
    return held


def _make(code: int) -> Meld:
    meld = object.__new__(Meld)
    object.__setattr__(meld, "code", code)
    return meld
