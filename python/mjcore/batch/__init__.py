"""Many hands at once: numpy arrays in, numpy arrays out, the GIL released.

>>> import mjcore as mj
>>> wins = mj.batch.pack([mj.Win("123456789m1122z", "1z"), mj.Win("123m456p789s1122z", "1z")])
>>> mj.batch.score(wins).total
array([28, 14], dtype=int32)
>>> mj.batch.shanten(["123m456p789s1122z", "159m159p159s1234z"])
array([0, 3], dtype=int8)

All functions are thread-safe, also on the same arrays as long as nobody writes to them; rows are read once, so that
a row changed meanwhile gives another answer but never a crash.
"""

from mjcore.batch.hands import (
    BatchAcceptance,
    BatchDiscards,
    acceptance,
    discards,
    is_win,
    shanten,
    waits,
)
from mjcore.batch.playing import REASON_NAMES, BatchRollouts, rollouts
from mjcore.batch.wins import WIN_DTYPE, BatchScore, pack, score

__all__ = [
    "REASON_NAMES",
    "WIN_DTYPE",
    "BatchAcceptance",
    "BatchDiscards",
    "BatchRollouts",
    "BatchScore",
    "acceptance",
    "discards",
    "is_win",
    "pack",
    "rollouts",
    "score",
    "shanten",
    "waits",
]
