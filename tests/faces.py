"""Every way to have mjcore score a win, as functions with one signature, so that a test can compare them.

A face of a single win takes a `PlainWin` and a `RuleSet` and gives an `Answer`; a face of a batch takes an
array of records and gives one `Answer` a row. Faults come out as the errors that mjcore raises.
"""

from __future__ import annotations

import array
import pickle
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import mjcore as mj
from reference import records
from reference.facts import PlainWin, to_win_arguments

Records = npt.NDArray[np.void]


class Answer(NamedTuple):
    total: int
    legal: bool
    fans: dict[str, int]


def answer(score: mj.Score) -> Answer:
    """What a `Score` says; its parts must fit together."""
    assert sum(entry.value for entry in score.fans) == score.total, score
    flowers = sum(entry.value for entry in score.fans if entry.fan == "flower_tiles")
    assert score.total_without_flowers == score.total - flowers, score
    return Answer(score.total, score.legal, {entry.fan: entry.count for entry in score.fans})


def as_record(wins: Iterable[PlainWin]) -> Records:
    """An array of WIN_DTYPE, written without the help of `mjcore.Win`."""
    return np.frombuffer(bytearray(b"".join(map(records.pack, wins))), mj.batch.WIN_DTYPE)


# Single wins

Face = Callable[[PlainWin, mj.rules.RuleSet], Answer]
# 34 counts in every carrier that a hand is taken from
CARRIERS: dict[str, Callable[[bytes], Any]] = {
    "bytes": bytes,
    "bytearray": bytearray,
    "memoryview": memoryview,
    "array of bytes": lambda counts: array.array("B", counts),
    "array of ints": lambda counts: array.array("i", list(counts)),
    "numpy uint8": lambda counts: np.frombuffer(counts, np.uint8),
    "numpy int64": lambda counts: np.frombuffer(counts, np.uint8).astype(np.int64),
    "row of a numpy matrix": lambda counts: np.frombuffer(3 * counts, np.uint8).reshape(3, 34)[1],
    "list": list,
    "tuple": tuple,
}


def from_text(win: PlainWin, rules: mj.rules.RuleSet) -> Answer:
    hand, tile, circumstances = to_win_arguments(win)
    return answer(mj.score(hand, tile, rules, **circumstances))


def from_win(win: PlainWin, rules: mj.rules.RuleSet) -> Answer:
    hand, tile, circumstances = to_win_arguments(win)
    return answer(mj.score(mj.Win(hand, tile, **circumstances), rules=rules))


def from_bytes(win: PlainWin, rules: mj.rules.RuleSet) -> Answer:
    return answer(mj.score(mj.Win.from_bytes(records.pack(win)), rules=rules))


def from_hand(win: PlainWin, rules: mj.rules.RuleSet) -> Answer:
    hand, tile, circumstances = to_win_arguments(win)
    return answer(mj.score(mj.Hand(hand).draw(tile), mj.Tile(tile), rules, **circumstances))


def from_dict(win: PlainWin, rules: mj.rules.RuleSet) -> Answer:
    hand, tile, circumstances = to_win_arguments(win)
    told = mj.score(hand, tile, rules, **circumstances).to_dict()
    return Answer(told["total"], told["legal"], {entry["fan"]: entry["count"] for entry in told["fans"]})


def from_pickle(win: PlainWin, rules: mj.rules.RuleSet) -> Answer:
    hand, tile, circumstances = to_win_arguments(win)
    return answer(pickle.loads(pickle.dumps(mj.score(hand, tile, rules, **circumstances))))


def counts_face(carrier: Callable[[bytes], Any], with_win: bool) -> Face:
    def face(win: PlainWin, rules: mj.rules.RuleSet) -> Answer:
        _, _, circumstances = to_win_arguments(win)
        counts = bytearray(win.counts)
        counts[win.win] -= not with_win
        hand = carrier(bytes(counts))
        if win.melds:
            hand = mj.Hand(hand, [meld.text for meld in win.melds])
        return answer(mj.score(hand, win.win, rules, **circumstances))

    return face


def notation_face(name: str) -> Face:
    def face(win: PlainWin, rules: mj.rules.RuleSet) -> Answer:
        hand, tile, circumstances = to_win_arguments(win)
        text = mj.formats.FORMATS[name].format(mj.Hand(hand))
        return answer(mj.score(text, tile, rules, **circumstances))

    return face


SINGLE: dict[str, Face] = {
    "text": from_text,
    "Win": from_win,
    "bytes of a record": from_bytes,
    "Hand": from_hand,
    "to_dict": from_dict,
    "pickle": from_pickle,
    **{f"counts as {name}": counts_face(carrier, False) for name, carrier in CARRIERS.items()},
    **{f"counts with win as {name}": counts_face(carrier, True) for name, carrier in CARRIERS.items()},
    **{f"{name} text": notation_face(name) for name in mj.formats.FORMATS},
}

# Many wins at once

BatchFace = Callable[[Records, mj.rules.RuleSet], mj.batch.BatchScore]


def answers(result: mj.batch.BatchScore, rules: mj.rules.RuleSet) -> list[Answer | int]:
    """The answers of a batch; for a row at fault its code. Such a row must be empty."""
    assert result.fans is not None
    ids = rules.fan_ids
    found: list[Answer | int] = []
    for total, legal, fans, error in zip(
        result.total.tolist(), result.legal.tolist(), result.fans.tolist(), result.error.tolist(), strict=True
    ):
        if error:
            assert (total, legal, sum(fans)) == (-1, False, 0)
            found.append(error)
        else:
            counted = {ids[column]: times for column, times in enumerate(fans) if times}
            found.append(Answer(total, legal, counted))
    return found


def empty(rows: int, rules: mj.rules.RuleSet) -> mj.batch.BatchScore:
    """Arrays to write into, full of what no answer is."""
    columns = len(rules.fan_ids)
    return mj.batch.BatchScore(
        np.full(rows, -77, np.int32),
        np.ones(rows, np.bool_),
        np.full((rows, columns), 77, np.uint8),
        np.full(rows, 77, np.uint8),
        *(np.full(rows, 77, np.uint8) if rules.lattice.counts_han else None for _ in range(3)),
    )


def same_answers(a: mj.batch.BatchScore, b: mj.batch.BatchScore) -> bool:
    """All arrays are equal, those that are there."""
    return all(np.array_equal(one, other) for one, other in zip(a, b, strict=True) if one is not None)  # type: ignore[arg-type]


def plain_batch(rows: Records, rules: mj.rules.RuleSet, **options: Any) -> mj.batch.BatchScore:
    return mj.batch.score(rows, rules, on_error="mark", **options)


def out_face(rows: Records, rules: mj.rules.RuleSet) -> mj.batch.BatchScore:
    out = empty(len(rows), rules)
    result = plain_batch(rows, rules, out=out)
    assert all(given is returned for given, returned in zip(out, result, strict=True))
    return result


def every_other(rows: Records, rules: mj.rules.RuleSet) -> mj.batch.BatchScore:
    return plain_batch(np.repeat(rows, 2)[::2], rules)


def backwards(rows: Records, rules: mj.rules.RuleSet) -> mj.batch.BatchScore:
    result = plain_batch(rows[::-1], rules)
    parts: list[Any] = [part if part is None else part[::-1] for part in result]
    return mj.batch.BatchScore(*parts)


def inside_a_larger_record(rows: Records, rules: mj.rules.RuleSet) -> mj.batch.BatchScore:
    """A field of records of 109 bytes: strided and not aligned."""
    games = np.zeros(len(rows), [("number", "i4"), ("win", mj.batch.WIN_DTYPE), ("won", "?")])
    games["win"] = rows
    return plain_batch(games["win"], rules)


def unaligned(rows: Records, rules: mj.rules.RuleSet) -> mj.batch.BatchScore:
    data = b"!" + rows.tobytes()
    return plain_batch(np.frombuffer(data, mj.batch.WIN_DTYPE, offset=1), rules)


def row_by_row(rows: Records, rules: mj.rules.RuleSet) -> mj.batch.BatchScore:
    parts = [plain_batch(rows[number : number + 1], rules) for number in range(len(rows))]
    whole: list[Any] = [None if same[0] is None else np.concatenate(same) for same in zip(*parts, strict=True)]
    return mj.batch.BatchScore(*whole)


BATCH: dict[str, BatchFace] = {
    "batch": plain_batch,
    "two threads": lambda rows, rules: plain_batch(rows, rules, threads=2),
    "four threads": lambda rows, rules: plain_batch(rows, rules, threads=4),
    "more threads than rows": lambda rows, rules: plain_batch(rows, rules, threads=1024),
    "out": out_face,
    "every other row": every_other,
    "backwards": backwards,
    "inside a larger record": inside_a_larger_record,
    "unaligned": unaligned,
    "row by row": row_by_row,
}
