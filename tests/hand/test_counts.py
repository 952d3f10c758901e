"""34 counts from every kind of object that can hold them, and from those that can not."""

from __future__ import annotations

import array
import ctypes
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError
from mjcore.hand.counts import counts
from mjcore.hand.hands import Hand

GOOD = bytes([1] * 13 + [0] * 20 + [1])


class Index:
    """An integer of its own making."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Shrinking:
    """An item that empties the list it stands in when it is asked for its value."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def __index__(self) -> int:
        self.items.clear()
        return 1


def carriers(good: bytes) -> dict[str, Any]:
    wide = np.frombuffer(good, np.uint8)
    found: dict[str, Any] = {
        "bytes": good,
        "bytearray": bytearray(good),
        "memoryview": memoryview(good),
        "slice": memoryview(b"xx" + good)[2:],
        "list": list(good),
        "tuple": tuple(good),
        "indices": [Index(value) for value in good],
        "numpy row": np.stack([wide, wide])[1],
        "read-only": np.frombuffer(good, np.uint8),
        "numpy items": list(wide),
        "ctypes": (ctypes.c_uint8 * 34)(*good),
        "ctypes words": (ctypes.c_int * 34)(*good),
    }
    found |= {f"array {code}": array.array(code, list(good)) for code in "bBhHiIlLqQ"}
    found |= {f"numpy {code}": wide.astype(code) for code in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")}
    return found


@pytest.mark.parametrize("name", carriers(GOOD))
def test_every_carrier(name: str) -> None:
    assert counts(carriers(GOOD)[name]) == GOOD
    assert Hand(carriers(GOOD)[name]).counts == GOOD


@given(st.lists(st.integers(0, 4), min_size=34, max_size=34))
def test_all_carriers_agree(values: list[int]) -> None:
    for name, carrier in carriers(bytes(values)).items():
        assert counts(carrier) == bytes(values), name


@given(
    st.lists(st.integers(0, 4), min_size=34, max_size=34),
    st.integers(0, 33),
    st.one_of(st.integers(5, 300), st.integers(-(2**70), -1), st.integers(2**15, 2**70)),
)
def test_a_wrong_value_is_named(values: list[int], place: int, wrong: int) -> None:
    tile = f"{place % 9 + 1}{'mpsz'[place // 9]}"
    values[place] = wrong
    for source in (values, tuple(values), [Index(value) for value in values]):
        with pytest.raises(HandError, match=rf"count {place} \({tile}\)"):
            counts(source)
    if 0 <= wrong < 256:
        with pytest.raises(HandError, match=rf"count {place} \({tile}\) is {wrong}"):
            counts(bytes(values))
    for code in ("i2", "i4", "i8", "u8"):
        if np.iinfo(code).min <= wrong <= np.iinfo(code).max:
            with pytest.raises(HandError, match=rf"count {place} \({tile}\)"):
                counts(np.array(values, code))


_WRONG: dict[str, Any] = {
    "no bytes": b"",
    "33 bytes": GOOD[:33],
    "35 bytes": GOOD + b"\0",
    "136 bytes": 4 * GOOD,
    "bytes of 255": b"\xff" * 34,
    "no list": [],
    "33 items": list(GOOD[:33]),
    "35 items": [*GOOD, 0],
    "nested": [list(GOOD)],
    "nested items": [[1]] * 34,
    "no tuple": (),
    "floats": [1.0] * 34,
    "texts": ["1"] * 34,
    "nothing": [None] * 34,
    "text": None,
    "dict": dict.fromkeys(range(34), 1),
    "set": set(range(34)),
    "generator": (1 for _ in range(34)),
    "range": range(34),
    "int": 34,
    "object": object(),
    "float array": array.array("d", list(GOOD)),
    "numpy floats": np.ones(34),
    "numpy halves": np.ones(34, np.float16),
    "numpy complex": np.ones(34, np.complex64),
    "numpy objects": np.array([1] * 34, object),
    "numpy texts": np.array(["1"] * 34),
    "numpy structs": np.zeros(34, [("a", "u1"), ("b", "u1")]),
    "numpy of no size": np.zeros(0, np.uint8),
    "numpy of no dimension": np.uint8(3),
    "zero-dimensional": np.array(3, np.uint8),
    "two-dimensional": np.zeros((34, 1), np.uint8),
    "one row": np.zeros((1, 34), np.uint8),
    "every other": np.zeros(68, np.uint8)[::2],
    "a column": np.zeros((34, 4), np.uint8)[:, 1],
    "backwards": np.zeros(34, np.uint8)[::-1],
    "repeated": np.broadcast_to(np.uint8(1), 34),
    "other byte order": np.ones(34, ">i4" if np.little_endian else "<i4"),
    "17 words": np.zeros(17, np.uint16),
    "34 of 8 bytes too few": np.zeros(33, np.int64),
    "strided view": memoryview(bytes(68))[::2],
    "matrix view": memoryview(bytes(34)).cast("B", (2, 17)),
    "characters": memoryview(bytes(34 * 4)).cast("f"),
}


@pytest.mark.parametrize("name", _WRONG)
def test_no_counts(name: str) -> None:
    with pytest.raises(HandError):
        counts(_WRONG[name])
    with pytest.raises(HandError):
        Hand(_WRONG[name])


def test_a_released_view() -> None:
    view = memoryview(GOOD)
    view.release()
    with pytest.raises(HandError):
        counts(view)


def test_a_list_that_changes_while_it_is_read() -> None:
    items: list[Any] = list(GOOD)
    items[0] = Shrinking(items)
    assert counts(items) == GOOD
    assert items == []


def test_an_item_that_fails_says_so_itself() -> None:
    class Failing:
        def __index__(self) -> int:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        counts([Failing()] * 34)


def test_the_source_stays_as_it_was() -> None:
    source = bytearray(GOOD)
    hand = Hand(source)
    source[0] = 4
    source.append(1)  # no buffer is held any more
    assert hand.counts == GOOD


@pytest.mark.parametrize("values", [bytes(34), b"\1" * 19 + bytes(15), b"\4" * 34])
def test_a_hand_has_1_to_18_tiles(values: bytes) -> None:
    assert counts(values) == values
    with pytest.raises(HandError, match=f"a hand of {sum(values)} tiles"):
        Hand(values)


def test_all_18() -> None:
    assert Hand(b"\1" * 18 + bytes(16)).size == 18
