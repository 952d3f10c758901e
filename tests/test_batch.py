"""Batches: the record's layout, and hostile arguments."""

from __future__ import annotations

import array
import mmap
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mjcore as mj
from faces import as_record, empty
from generators import ordinary_wins, wins
from mjcore.fans.batch import score_block
from mjcore.fans.wins import CIRCUMSTANCE_BITS
from reference import records

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
MCR = mj.rules.get("mcr")
WIN_DTYPE = mj.batch.WIN_DTYPE
SIZE = WIN_DTYPE.itemsize
WIN = mj.Win("123m456p789s1122z", "1z")


@pytest.fixture(scope="module")
def rows() -> npt.NDArray[np.void]:
    """2,000 different wins."""
    return as_record([*wins(1_500, 1), *ordinary_wins(500, 1)])


# The layout


def c_layout(struct: str) -> dict[str, tuple[int, int, int]]:
    """Field -> (offset, size of an item, items) of a struct in the shipped declarations, by C's rules."""
    text = (Path(mj.get_include()) / "mjcore" / "fans" / "wins.pxd").read_text("utf-8")
    body = text.split(f"cdef struct {struct}:\n")[1]
    found, end = {}, 0
    for line in body.splitlines():
        declared = re.match(r"    uint(\d+)_t (\w+)(?:\[(\d+)\])?", line)
        if declared is None:
            if line and not line.startswith("    "):
                break
            continue
        size, items = int(declared[1]) // 8, int(declared[3] or 1)
        start = -(-end // size) * size
        found[declared[2]] = (start, size, items)
        end = start + size * items
    widest = max(size for _, size, _ in found.values())
    return {**found, "": (-(-end // widest) * widest, 0, 0)}


def test_the_record_is_the_c_struct() -> None:
    layout = c_layout("WinData")
    assert layout.pop("") == (SIZE, 0, 0)
    assert tuple(layout) == WIN_DTYPE.names
    for name, (offset, size, items) in layout.items():
        dtype, place = WIN_DTYPE.fields[name][:2]  # type: ignore[index]
        assert (place, dtype.base.itemsize, int(np.prod(dtype.shape))) == (offset, size, items), name
        assert dtype.base.kind == "u"
    assert SIZE == records.LAYOUT.size == len(WIN.to_bytes())


def test_fields_of_a_known_win() -> None:
    hand = "123m5z[423s<](1111z)[9999p+^]"
    win = mj.Win(hand, "5z", self_draw=True, after_kong=True, seat_wind="E", round_wind="N", flowers="28f", streak=3)
    [row] = np.frombuffer(win.to_bytes(), WIN_DTYPE)
    assert row["counts"].tolist() == [1, 1, 1, *[0] * 28, 2, 0, 0]
    assert (row["win_tile"], row["n_melds"], row["version"]) == (31, 3, 1)
    assert row["melds"].tolist() == [*(meld.code for meld in win.melds), 0, 0]
    names = ("self_draw", "after_kong", "dealer")
    assert row["circumstances"] == sum(CIRCUMSTANCE_BITS[name] for name in names)
    assert (row["seat_wind"], row["round_wind"], row["flowers"], row["streak"]) == (0, 3, 0b10000010, 3)
    rest = "wild_kinds frames royals_held royals_aside jokers caishen dora ura red_fives norths payer kong_chain"
    for name in [*rest.split(), "void_suit", "reserved"]:
        assert not np.any(row[name]), name


def test_a_record_array_can_be_filled_by_hand() -> None:
    filled = np.zeros(1, WIN_DTYPE)
    filled["counts"][0, [0, 1, 2, 3, 4, 5, 6, 7, 8]] = 1
    filled["counts"][0, [27, 28]] = 3, 2
    filled["win_tile"] = 27
    filled["version"] = 1
    assert mj.batch.score(filled).total.tolist() == [28]
    filled["circumstances"] = CIRCUMSTANCE_BITS["dealer"]
    assert mj.Win.from_bytes(filled.tobytes()) == mj.Win("123456789m1122z", "1z")


# `pack`


def test_pack() -> None:
    assert mj.batch.pack([]).shape == (0,)
    assert mj.batch.pack([]).dtype == WIN_DTYPE
    packed = mj.batch.pack(win for win in [WIN, WIN])
    assert packed.tobytes() == 2 * WIN.to_bytes()
    packed["flowers"] = 255
    assert mj.batch.score(packed).total.tolist() == [22, 22]


@pytest.mark.parametrize("thing", [None, "123m456p789s1122z", b"", WIN.to_bytes(), 5, mj.Hand("1m"), mj.score(WIN)])
def test_pack_takes_wins_alone(thing: Any) -> None:
    with pytest.raises(mj.HandError, match=f"row 1: {type(thing).__name__}, expected a Win") as caught:
        mj.batch.pack([WIN, thing])
    assert caught.value.row == 1
    with pytest.raises(mj.HandError, match="row 0"):
        mj.batch.score([thing])


# Arguments of `batch.score`

_GOOD = np.frombuffer(bytearray(4 * WIN.to_bytes()), WIN_DTYPE)
WRONG_ROWS: dict[str, Any] = {
    "two dimensions": _GOOD.reshape(2, 2),
    "no dimension": _GOOD[0:1].reshape(()),
    "one record": _GOOD[0],
    "bytes": _GOOD.view(np.uint8),
    "matrix of bytes": _GOOD.view(np.uint8).reshape(4, SIZE),
    "opaque": _GOOD.view(f"V{SIZE}"),
    "other field": _GOOD.view([("win", f"V{SIZE}")]),
    "other byte order": _GOOD.astype(WIN_DTYPE.newbyteorder()),
    "fewer fields": _GOOD[["counts", "win_tile"]],
    "objects": np.array([WIN, WIN], object),
    "no objects": np.array([], object),
    "numbers": np.zeros(SIZE),
    "texts": np.array(["123m"]),
    "a Win": WIN,
    "a number": 5,
    "nothing": None,
}


@pytest.mark.parametrize("name", WRONG_ROWS)
def test_wrong_rows(name: str) -> None:
    with pytest.raises((mj.HandError, TypeError)) as caught:
        mj.batch.score(WRONG_ROWS[name])
    if isinstance(WRONG_ROWS[name], np.ndarray):
        assert isinstance(caught.value, mj.HandError)


@pytest.mark.parametrize("text", ["", "123m456p789s1122z", b"", WIN.to_bytes()])
def test_a_text_is_no_rows(text: Any) -> None:
    """Not even an empty one, which would be no rows."""
    if text:
        with pytest.raises(mj.HandError):
            mj.batch.score(text)


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**30, 2.0, "2", None, True, np.ones(2)])
def test_wrong_threads(threads: Any) -> None:
    with pytest.raises(mj.HandError, match="threads="):
        mj.batch.score(_GOOD, threads=threads)


@pytest.mark.parametrize("on_error", ["", "ignore", None, True])
def test_wrong_on_error(on_error: Any) -> None:
    with pytest.raises(mj.HandError, match="on_error="):
        mj.batch.score(_GOOD, on_error=on_error)


@pytest.mark.parametrize("rules", ["", "mcr/none", "no such rules", None, 5, b"mcr"])
def test_wrong_rules(rules: Any) -> None:
    with pytest.raises(mj.RuleError):
        mj.batch.score(_GOOD, rules)


def test_no_rows() -> None:
    nothing: Any
    for nothing in (_GOOD[:0], [], (), iter([]), np.zeros(0, WIN_DTYPE)):
        result = mj.batch.score(nothing, threads=3)
        assert [part.shape for part in result if part is not None] == [(0,), (0,), (0, 82), (0,)]
    out = empty(0, MCR)
    assert mj.batch.score(_GOOD[:0], out=out).total is out.total


def wrong_outs() -> dict[str, Any]:
    right = empty(4, MCR)
    columns = len(MCR.fan_ids)
    still = right.total.copy()
    still.flags.writeable = False
    frozen = right.fans.copy()  # type: ignore[union-attr]
    frozen.flags.writeable = False
    return {
        "nothing": (),
        "a list": list(right),
        "three": tuple(right)[:3],
        "five": (*right, None),
        "an array": right.total,
        "total of int64": right._replace(total=right.total.astype(np.int64)),
        "total of uint32": right._replace(total=right.total.astype(np.uint32)),
        "total in other byte order": right._replace(total=right.total.astype(">i4" if np.little_endian else "<i4")),
        "total too short": right._replace(total=right.total[:3]),
        "total too long": right._replace(total=np.zeros(5, np.int32)),
        "total in two dimensions": right._replace(total=right.total.reshape(2, 2)),
        "total strided": right._replace(total=np.zeros(8, np.int32)[::2]),
        "total backwards": right._replace(total=np.zeros(4, np.int32)[::-1]),
        "total repeated": right._replace(total=np.broadcast_to(np.int32(1), 4)),
        "total read-only": right._replace(total=still),
        "total a list": right._replace(total=[0] * 4),  # type: ignore[arg-type]
        "total a buffer": right._replace(total=array.array("i", [0] * 4)),  # type: ignore[arg-type]
        "legal of bytes": right._replace(legal=right.legal.view(np.uint8)),
        "legal strided": right._replace(legal=np.zeros(8, np.bool_)[::2]),
        "fans missing": right._replace(fans=None),
        "fans flat": right._replace(fans=np.zeros(4 * columns, np.uint8)),
        "fans too narrow": right._replace(fans=np.zeros((4, columns - 1), np.uint8)),
        "fans too wide": right._replace(fans=np.zeros((4, columns + 1), np.uint8)),
        "fans by columns": right._replace(fans=np.zeros((4, columns), np.uint8, "F")),
        "fans of int8": right._replace(fans=np.zeros((4, columns), np.int8)),
        "fans read-only": right._replace(fans=frozen),
        "error of bool": right._replace(error=np.zeros(4, np.bool_)),
        "error missing": right._replace(error=None),  # type: ignore[arg-type]
    }


@pytest.mark.parametrize("name", wrong_outs())
def test_wrong_out(name: str) -> None:
    with pytest.raises(mj.HandError, match=r"^out"):
        mj.batch.score(_GOOD, out=wrong_outs()[name])


def test_out_is_used_again(rows: npt.NDArray[np.void]) -> None:
    out = mj.batch.score(rows)
    assert out.fans is not None
    first = [out.total.copy(), out.legal.copy(), out.fans.copy(), out.error.copy()]
    for _ in range(3):
        assert mj.batch.score(rows[::-1], out=out).total is out.total
        again = [out.total, out.legal, out.fans, out.error]
        assert all(np.array_equal(now[::-1], before) for now, before in zip(again, first, strict=True))
    # without fans those of before stay
    bare = mj.batch.score(rows, fans=False, out=out)
    assert bare.fans is None
    assert (out.fans[::-1] == first[2]).all()
    assert (out.total == first[0]).all()
    # an answer without fans serves for answers without fans
    assert mj.batch.score(rows, fans=False, out=bare).total is out.total


def test_out_that_is_not_aligned() -> None:
    """An int32 may begin at any byte."""
    right = empty(4, MCR)
    total = np.frombuffer(bytearray(17), np.int32, 4, offset=1)
    assert not total.flags.aligned
    assert mj.batch.score(_GOOD, out=right._replace(total=total)).total is total
    assert total.tolist() == [14] * 4
    arguments = block_arguments()
    arguments["wins"] = memoryview(b"!" + 3 * WIN.to_bytes())[1:]
    arguments["total"] = memoryview(bytearray(13))[1:]
    score_block(*arguments.values())
    assert np.frombuffer(bytes(arguments["total"]), np.int32).tolist() == [14] * 3


# `score_block`, which trusts nobody either


def block_arguments(n: int = 3) -> dict[str, Any]:
    return {
        "lattice": MCR.lattice,
        "wins": bytearray(n * WIN.to_bytes()),
        "n": n,
        "strict": True,
        "total": bytearray(4 * n),
        "legal": bytearray(n),
        "fans": bytearray(n * len(MCR.fan_ids)),
        "error": bytearray(n),
    }


BUFFERS = ("wins", "total", "legal", "fans", "error")


def free(arguments: dict[str, Any]) -> None:
    """No buffer is held any more: a bytearray that is exported can not grow."""
    for name in BUFFERS:
        if isinstance(arguments[name], bytearray):
            arguments[name].append(0)


def test_block() -> None:
    arguments = block_arguments()
    score_block(*arguments.values())
    assert list(memoryview(arguments["total"]).cast("i")) == [14] * 3
    assert arguments["legal"] == b"\1\1\1"
    assert arguments["error"] == bytes(3)
    assert arguments["fans"] == 3 * mj.batch.score([WIN]).fans.tobytes()  # type: ignore[union-attr]
    free(arguments)
    nothing = block_arguments(0)
    score_block(*nothing.values())
    free(nothing)


@pytest.mark.parametrize("name", BUFFERS)
@pytest.mark.parametrize(
    "change",
    ["shorter", "longer", "empty", "read-only", "strided", "released", "text", "list", "number", "nothing"],
)
def test_wrong_buffer(name: str, change: str) -> None:
    arguments = block_arguments()
    good = arguments[name]
    view = memoryview(bytearray(2 * len(good)))
    released = memoryview(good)
    released.release()
    arguments[name] = {
        "shorter": good[:-1],
        "longer": good + b"\0",
        "empty": b"",
        "read-only": bytes(good),
        "strided": view[::2],
        "released": released,
        "text": "0" * len(good),
        "list": list(good),
        "number": len(good),
        "nothing": None,
    }[change]
    if (name, change) in (("wins", "read-only"), ("fans", "nothing")):
        score_block(*arguments.values())
    else:
        with pytest.raises((mj.HandError, TypeError, BufferError, ValueError)):
            score_block(*arguments.values())
        assert bytes(good) in (bytes(len(good)), 3 * WIN.to_bytes()), "written in spite of the error"
    free(arguments)


@pytest.mark.parametrize("n", [-1, -(2**62), -(2**63), 2, 4, 2**31, 2**57, 2**62 + 1, 2**63 - 1, 2**64, 10**40])
def test_wrong_number_of_rows(n: int) -> None:
    arguments = block_arguments()
    arguments["n"] = n
    with pytest.raises((mj.HandError, OverflowError)):
        score_block(*arguments.values())
    free(arguments)


@pytest.mark.parametrize("n", [None, "3", 3.0, [3]])
def test_no_number_of_rows(n: Any) -> None:
    arguments = block_arguments()
    arguments["n"] = n
    with pytest.raises(TypeError):
        score_block(*arguments.values())
    free(arguments)


@pytest.mark.parametrize("lattice", [None, 5, "mcr", MCR, object()])
def test_no_lattice(lattice: Any) -> None:
    arguments = block_arguments()
    arguments["lattice"] = lattice
    with pytest.raises(TypeError):
        score_block(*arguments.values())
    free(arguments)


def test_buffers_of_other_objects(tmp_path: Path) -> None:
    """A mapped file, and arrays of other items of the same size."""
    path = tmp_path / "wins"
    path.write_bytes(3 * WIN.to_bytes())
    arguments = block_arguments()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        arguments["wins"], arguments["total"] = mapped, array.array("i", [7, 7, 7])
        arguments["fans"] = np.zeros((3, len(MCR.fan_ids)), np.int8)
        score_block(*arguments.values())
    assert arguments["total"].tolist() == [14, 14, 14]
