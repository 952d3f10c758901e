"""What all batch functions share: blocks for threads, arrays to write into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from mjcore.errors import HandError, brief

# Rows that one thread takes at a time, at least; few enough that threads end together.
BLOCK = 8192
# Blocks for each thread where there are many rows: starting one costs more than a thousand quick questions.
BLOCKS_PER_THREAD = 8


def check_threads(threads: int) -> int:
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise HandError(f"threads={brief(threads)}, expected a number from 1 to 1024")
    return threads


def run_blocks(block: Callable[[int, int], Any], n: int, threads: int, least: int = BLOCK,
               most: int | None = None) -> list[Any]:
    """What `block(start, stop)` gives for consecutive parts of n rows, in order; several threads share them, each
    taking at least so many at a time. An interrupt is seen after a part, so that slow work has one of at most `most`
    rows."""
    if n <= least or (threads == 1 and most is None):
        return [block(0, n)]
    size = n if threads == 1 else max(least, -(-n // (threads * BLOCKS_PER_THREAD)))
    size = size if most is None else min(size, most)
    starts = range(0, n, size)
    if threads == 1:
        return [block(start, min(start + size, n)) for start in starts]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(min(threads, len(starts))) as pool:
        return list(pool.map(block, starts, [min(start + size, n) for start in starts]))


def checked_out(array: object, name: str, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    """`array` if answers of this shape and dtype can be written into it."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != dtype:
        found = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise HandError(f"{name}: {found}, expected {np.dtype(dtype)}{shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise HandError(f"{name}: expected a contiguous array that can be written")
    return array


def check_apart(named: Mapping[str, npt.NDArray[Any] | None]) -> None:
    """Refuses arrays of which one would overwrite another."""
    arrays = [(name, array) for name, array in named.items() if array is not None and array.size]
    for i, (name, array) in enumerate(arrays):
        for other_name, other in arrays[:i]:
            if np.may_share_memory(array, other):
                raise HandError(f"{name} and {other_name} share memory")
