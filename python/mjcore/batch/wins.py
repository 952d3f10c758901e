"""Scores of many wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mjcore.batch.blocks import check_apart, check_threads, checked_out, run_blocks
from mjcore.errors import HandError, NotAWin, brief
from mjcore.fans.batch import score_block
from mjcore.fans.checks import ERROR_TEXTS, NOT_WINS
from mjcore.fans.wins import WIN_SIZE, Win
from mjcore.rules import RuleSet, resolve

WIN_DTYPE = np.dtype(
    {
        "names": [
            "counts", "win_tile", "n_melds", "melds", "circumstances", "seat_wind", "round_wind", "flowers",
            "version", "wild_kinds", "frames", "royals_held", "royals_aside", "jokers", "caishen", "dora", "ura",
            "red_fives", "norths", "payer", "streak", "kong_chain", "void_suit", "reserved",
        ],
        "formats": [
            ("u1", 34), "u1", "u1", ("u4", 5), "u4", "u1", "u1", "u1",
            "u1", "u8", "u4", "u1", "u1", "u1", "u1", ("u1", 5), ("u1", 5),
            "u1", "u1", "u1", "u1", "u1", "u1", ("u1", 8),
        ],
        "offsets": [
            0, 34, 35, 36, 56, 60, 61, 62,
            63, 64, 72, 76, 77, 78, 79, 80, 85,
            90, 91, 92, 93, 94, 95, 96,
        ],
        "itemsize": WIN_SIZE,
    }
)  # fmt: skip
"""A win as a record, byte for byte the C struct `WinData` of ``mjcore/fans/wins.pxd``.

counts         uint8[34]  concealed tiles, the winning tile included
win_tile       uint8      kind 0..33
n_melds        uint8      melds in use
melds          uint32[5]  packed melds (`Meld.code`); the rest 0
circumstances  uint32     bits of `mjcore.fans.wins.CIRCUMSTANCE_BITS`
seat_wind, round_wind  uint8  0..3 = E S W N
flowers        uint8      bit i = flower i + 1
version        uint8      1
red_fives      uint8      red fives among the concealed tiles: of m in bits 0-1, of p in 2-3, of s in 4-5
dora, ura      uint8[5]   indicators as kind + 1, 0 in the places behind the last
norths         uint8      norths set aside
streak         uint8      the dealer's wins in a row before this one
The other fields belong to rule sets with wild tiles and are 0 elsewhere.
"""


class BatchScore(NamedTuple):
    """Answers of `score`, one row a win.

    total    int32 (N)     points with flowers, -1 for a row at fault; where yaku count han what the winner gets
                           without honba and deposits, 0 if not legal
    legal    bool (N)      whether the rule set lets the hand win
    fans     uint8 (N, F)  how often each fan counts, columns as `RuleSet.fan_ids`; None if not wanted
    error    uint8 (N)     0, or a key of `mjcore.fans.checks.ERROR_TEXTS`: why the row was not scored
    han, fu, yakuman  uint8 (N)  as of `Score`; None where no han are counted
    """

    total: npt.NDArray[np.int32]
    legal: npt.NDArray[np.bool_]
    fans: npt.NDArray[np.uint8] | None
    error: npt.NDArray[np.uint8]
    han: npt.NDArray[np.uint8] | None = None
    fu: npt.NDArray[np.uint8] | None = None
    yakuman: npt.NDArray[np.uint8] | None = None


def pack(wins: Iterable[Win]) -> npt.NDArray[np.void]:
    """An array of WIN_DTYPE from `Win` objects."""
    records = []
    try:
        numbered = enumerate(wins)
    except TypeError:
        raise HandError(f"wins: {type(wins).__name__}, expected Win objects or an array of WIN_DTYPE") from None
    for number, win in numbered:
        if not isinstance(win, Win):
            raise HandError(f"row {number}: {type(win).__name__}, expected a Win", number)
        records.append(win.to_bytes())
    return np.frombuffer(bytearray(b"".join(records)), dtype=WIN_DTYPE)


def score(
    wins: npt.NDArray[np.void] | Iterable[Win],
    rules: str | RuleSet = "mcr",
    *,
    fans: bool = True,
    strict: bool = True,
    threads: int = 1,
    on_error: str = "raise",
    out: BatchScore | None = None,
) -> BatchScore:
    """Scores many wins.

    wins      one-dimensional array of WIN_DTYPE (one that is not contiguous is copied), or `Win` objects
    rules     a `RuleSet`, a name, or "name/preset"
    fans      whether fan counts are wanted
    strict    False drops circumstances that can not be true instead of refusing the row
    threads   how many threads share the work
    on_error  "raise": raise HandError (NotAWin where the tiles form no shape) for the first row at fault,
              with its number in the message and in `.row`; "mark": only fill `error`
    out       arrays of an earlier answer to write into: same shapes and dtypes, contiguous; returned

    A row at fault is never scored: total -1, not legal, no fans. With "raise" the other rows of `out` are
    written before the error is raised.
    """
    rule_set = resolve(rules)
    lattice = rule_set.lattice
    rows = _rows(wins)
    n = len(rows)
    for name, given in (("strict", strict), ("fans", fans)):
        if not isinstance(given, (bool, np.bool_)):
            raise HandError(f"{name}={brief(given)}, expected True or False")
    if on_error not in ("raise", "mark"):
        raise HandError(f"on_error={on_error!r}, expected 'raise' or 'mark'")
    check_threads(threads)
    columns = len(lattice.fans)
    if out is None:
        result = BatchScore(
            np.empty(n, np.int32),
            np.empty(n, np.bool_),
            np.empty((n, columns), np.uint8) if fans else None,
            np.empty(n, np.uint8),
            *(np.empty(n, np.uint8) if lattice.counts_han else None for _ in range(3)),
        )
    else:
        result = _checked_out(out, rows, columns, fans, lattice.counts_han)

    def block(start: int, stop: int) -> None:
        score_block(
            lattice,
            rows[start:stop].view(np.uint8),
            stop - start,
            bool(strict),
            result.total[start:stop],
            result.legal[start:stop].view(np.uint8),
            None if result.fans is None else result.fans[start:stop],
            result.error[start:stop],
            *(None if array is None else array[start:stop] for array in result[4:]),
        )

    run_blocks(block, n, threads)
    if on_error == "raise" and result.error.any():
        row = int(np.flatnonzero(result.error)[0])
        code = int(result.error[row])
        more = int(np.count_nonzero(result.error)) - 1
        text = f"row {row}: {ERROR_TEXTS[code]}" + (f" (and {more} more rows at fault)" if more else "")
        raise (NotAWin if code in NOT_WINS else HandError)(text, row)
    return result


def _rows(wins: npt.NDArray[np.void] | Iterable[Win]) -> npt.NDArray[np.void]:
    if not isinstance(wins, np.ndarray):
        return pack(wins)
    if wins.dtype != WIN_DTYPE or wins.ndim != 1:
        raise HandError(
            f"wins: array of shape {wins.shape} and dtype {_short(wins.dtype)}, expected one dimension of WIN_DTYPE"
        )
    return np.ascontiguousarray(wins)


def _short(dtype: np.dtype[Any]) -> str:
    text = str(dtype)
    return text if len(text) < 60 else text[:57] + "..."


def _checked_out(
    out: BatchScore, rows: npt.NDArray[np.void], columns: int, fans: bool, counts_han: bool
) -> BatchScore:
    n = len(rows)
    if not isinstance(out, tuple) or len(out) not in (4, len(BatchScore._fields)):
        raise HandError("out: expected a BatchScore of arrays to write into")
    out = BatchScore(*out)
    wanted: list[tuple[str, tuple[int, ...], Any]] = [
        ("total", (n,), np.int32),
        ("legal", (n,), np.bool_),
        ("fans", (n, columns), np.uint8),
        ("error", (n,), np.uint8),
        *((name, (n,), np.uint8) for name in ("han", "fu", "yakuman")),
    ]
    arrays = {
        f"out.{name}": checked_out(array, f"out.{name}", shape, dtype)
        for array, (name, shape, dtype) in zip(out, wanted, strict=True)
        if (name != "fans" or fans) and (name in BatchScore._fields[:4] or counts_han)
    }
    check_apart({"wins": rows, **arrays})
    if not fans:
        out = out._replace(fans=None)
    return out if counts_han else out._replace(han=None, fu=None, yakuman=None)
