"""Scoring many wins at once, without the GIL."""

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from mjcore.fans.checks import ERROR_TEXTS as ERROR_TEXTS
from mjcore.fans.lattice import Lattice

def score_block(
    lattice: Lattice,
    wins: Buffer | NDArray[np.uint8],
    n: int,
    strict: bool,
    total: Buffer | NDArray[np.int32],
    legal: Buffer | NDArray[np.uint8],
    fans: Buffer | NDArray[np.uint8] | None,
    error: Buffer | NDArray[np.uint8],
    han: Buffer | NDArray[np.uint8] | None = None,
    fu: Buffer | NDArray[np.uint8] | None = None,
    yakuman: Buffer | NDArray[np.uint8] | None = None,
) -> None:
    """Scores `n` records. All arguments are contiguous buffers: `wins` n records of WIN_DTYPE, `total` n int32,
    `legal` and `error` n bytes, `fans` n * len(lattice.fans) bytes or None, `han`, `fu` and `yakuman` n bytes where
    the lattice counts han. Several threads may score different blocks at the same time; the GIL is released. Used by
    `mjcore.batch.score`."""
