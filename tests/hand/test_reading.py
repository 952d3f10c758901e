"""The place where the facade puts the reader of other notations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mjcore.errors import NotationError
from mjcore.hand import reading
from mjcore.hand.hands import Hand
from mjcore.hand.text import set_reader


@pytest.fixture(autouse=True)
def kept() -> Iterator[None]:
    before = reading.reader
    yield
    set_reader(before)


def test_the_reader_gets_what_the_main_grammar_never_begins_with() -> None:
    seen: list[str] = []

    def reader(text: str) -> tuple[str, list[int]]:
        seen.append(text)
        return "55m", [7, 8, 9, 10]

    set_reader(reader)
    assert reading.reader is reader
    for text in ("x", " [x", "東", "5m東", "_", ",", "(W"):
        assert str(Hand(text)) == "55m"
    assert seen == ["x", " [x", "東", "5m東", "_", ",", "(W"]
    for text in ("5mx", "", "!", "{x}", "5", "[5x", "\x00x"):
        with pytest.raises(NotationError):
            Hand(text)
    assert len(seen) == 7


def test_faults_are_placed_in_the_original() -> None:
    set_reader(lambda text: ("5m9z", [0, 0, 4, 5, len(text)]))
    with pytest.raises(NotationError) as caught:
        Hand("xxxxyyyy")
    assert (caught.value.text, caught.value.position) == ("xxxxyyyy", 4)


@pytest.mark.parametrize("answer", ["東", "5m\u200b", b"5m", None])
def test_a_reader_must_answer_in_the_main_grammar(answer: Any) -> None:
    set_reader(lambda text: (answer, [0] * 9))
    with pytest.raises(TypeError, match="ASCII"):
        Hand("x")


def test_an_error_of_the_reader_comes_through() -> None:
    def reader(text: str) -> tuple[str, list[int]]:
        raise NotationError(text, 1, "something else")

    set_reader(reader)
    with pytest.raises(NotationError, match="something else"):
        Hand("xyz")
