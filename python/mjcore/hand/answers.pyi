"""Answers of the hand engine: the tiles that a hand accepts, and what each discard leaves."""

from collections.abc import Iterator
from typing import Any, NoReturn, SupportsIndex, final

from mjcore.hand.tiles import Tile

@final
class Acceptance:
    """What brings a hand nearer to a win. Immutable; made by `mjcore.acceptance`.

    Behaves like the tuple of `shanten`, `tiles` and `copies`: ``shanten, tiles, copies = acceptance``.
    """

    def __init__(self, *args: NoReturn, **kwargs: NoReturn) -> None:
        """Raises TypeError: made by `mjcore.acceptance`."""

    @property
    def shanten(self) -> int:
        """Of the hand: -1 complete, 0 ready."""

    @property
    def tiles(self) -> tuple[tuple[Tile, int], ...]:
        """(Tile, copies left) of each kind of which one more lowers the shanten, in the order of the kinds;
        empty for a complete hand."""

    @property
    def copies(self) -> int:
        """How many copies of them are left in all."""

    @property
    def mask(self) -> int:
        """The kinds as a mask: bit k is kind k."""

    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, place: SupportsIndex | slice, /) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[int, int, bytes]]: ...

@final
class Discard:
    """A discard and what it leaves. Immutable; made by `mjcore.discards`.

    Behaves like the tuple of `tile`, `shanten`, `accepted` and `copies`:
    ``for tile, shanten, accepted, copies in mj.discards(hand)``.
    """

    def __init__(self, *args: NoReturn, **kwargs: NoReturn) -> None:
        """Raises TypeError: made by `mjcore.discards`."""

    @property
    def tile(self) -> Tile:
        """What is discarded."""

    @property
    def shanten(self) -> int:
        """Of the hand without it."""

    @property
    def accepted(self) -> tuple[tuple[Tile, int], ...]:
        """(Tile, copies left) of each kind of which one more lowers that shanten, in the order of the kinds;
        the discarded tile is not among the copies left."""

    @property
    def copies(self) -> int:
        """How many copies of them are left in all."""

    @property
    def mask(self) -> int:
        """The accepted kinds as a mask: bit k is kind k."""

    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, place: SupportsIndex | slice, /) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[int, int, int, bytes]]: ...

def acceptance_again(shanten: int, mask: int, left: bytes) -> Acceptance:
    """Unpickles an Acceptance; HandError for numbers that are none."""

def discard_again(kind: int, shanten: int, mask: int, left: bytes) -> Discard:
    """Unpickles a Discard; HandError for numbers that are none."""
