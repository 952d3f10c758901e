"""Distances when some kinds may be used less or more than four times, or do not exist."""

from collections.abc import Iterable
from typing import SupportsIndex

def distance(
    counts: Iterable[SupportsIndex],
    caps: Iterable[SupportsIndex],
    sets: SupportsIndex,
    form: str = "standard",
    *,
    quad_pairs: bool = True,
    pairs_with: str = "any",
) -> tuple[int | None, int]:
    """How many tiles a hand misses when each kind may be used only so often, and which would bring it nearer.

    counts  34 numbers 0..7: the concealed tiles
    caps    34 numbers 0..7: the most copies of each kind in a complete hand. 0 takes a kind out of the tile
            set, 4 less the copies in melds allows no fifth copy
    sets    sets still to make, 0..5
    form    one of FORM_NAMES of mjcore.hand.decompose, except "shapeless"
    quad_pairs  whether equal tiles may be several of seven pairs
    pairs_with  "pung": the set beside seven pairs is one; "any": or a chow

    Returns the number, None if no such hand exists, and the mask of the kinds of which one more tile lowers it.
    """
