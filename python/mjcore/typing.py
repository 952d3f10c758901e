"""Types of arguments, for annotations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from mjcore.hand.hands import Hand
    from mjcore.hand.tiles import Tile

    HandLike: TypeAlias = Hand | str | Buffer | Sequence[int]
    TileLike: TypeAlias = Tile | str | int
