"""34 counts from any Python object that holds them."""

from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

_Counts: TypeAlias = Buffer | Sequence[SupportsIndex] | NDArray[np.integer[Any]]

def counts(source: _Counts) -> bytes:
    """34 counts as bytes, from bytes, a contiguous buffer of integers, a list or a tuple.

    Kinds stand in the order 1m..9m 1p..9p 1s..9s, East South West North, White Green Red; each count
    is 0 to 4. Anything else raises HandError.
    """
