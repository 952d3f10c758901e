"""Types of arguments, for annotations.

>>> from mjcore.typing import HandLike
>>> def best_discard(hand: HandLike) -> str: ...
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, TypedDict, Union

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    # type checkers know this one wherever it is not installed; from Python 3.12 on it is in collections.abc
    from typing_extensions import Buffer

    from mjcore.hand.hands import Hand
    from mjcore.hand.tiles import Tile

# The names in quotes are looked up by type checkers alone: these aliases import nothing.
HandLike: TypeAlias = Union["Hand", str, "Buffer", Sequence[SupportsIndex], "NDArray[np.integer[Any]]"]
"""A hand: a `Hand`, text in any notation, or 34 counts."""

TileLike: TypeAlias = Union["Tile", str, SupportsIndex]
"""A tile: a `Tile`, text of one tile, or a kind 0..63."""


class Circumstances(TypedDict, total=False):
    """What `mjcore.score` and `mjcore.Win` take by name. The docstring of `Win` explains each."""

    self_draw: bool
    rob_kong: bool
    last_tile: bool
    after_kong: bool
    after_flower: bool
    last_copy: bool
    first_turn: bool
    seat_wind: str
    round_wind: str
    flowers: str | int | Iterable[TileLike] | None
    dealer: bool | None
    streak: int
    strict: bool
