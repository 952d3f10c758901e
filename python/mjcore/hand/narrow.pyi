"""Distances with narrow jokers: wild tiles that stand for some kinds only."""

from collections.abc import Iterable, Mapping
from typing import SupportsIndex

def distance(
    counts: Iterable[SupportsIndex],
    jokers: Mapping[str, SupportsIndex],
    sets: SupportsIndex,
    form: str = "standard",
    *,
    caps: Iterable[SupportsIndex] = ...,
    quad_pairs: bool = True,
    pairs_with: str = "any",
) -> tuple[int | None, int]:
    """How many tiles a hand misses when its jokers do what they can, and which would bring it nearer.

    counts  34 numbers 0..7: the natural concealed tiles
    jokers  how many jokers of each sort, by the letters of what they stand for: m p s suits, w winds, d dragons.
            {"m": 1, "wd": 1, "mpswd": 2} is one for characters, one for honours and two for everything. Of two
            sorts one holds the other, or they have nothing in common
    sets    sets still to make, 0..5
    form    one of FORM_NAMES of mjcore.hand.decompose, except "shapeless"
    caps    34 numbers 0..7: the most copies of each kind in a complete hand, jokers included
    quad_pairs  whether equal tiles may be several of seven pairs
    pairs_with  "pung": the set beside seven pairs is one; "any": or a chow

    Returns the number, None if no such hand exists, and the mask of the kinds of which one more tile lowers it.
    """
