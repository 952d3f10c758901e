"""Errors: every bad input raises a subclass of `MahjongError`, which is a `ValueError`."""

from __future__ import annotations


class MahjongError(ValueError):
    """Root of all errors of mjcore. The message says what, where and what was expected."""


class NotationError(MahjongError):
    """A text is not a tile, meld or hand.

    `text` is the whole text, `position` the index of the first character at fault
    (``len(text)`` if the text ended too early), `expected` says what could have stood there.
    """

    def __init__(self, text: str, position: int, expected: str) -> None:
        self.text = text
        self.position = position
        self.expected = expected
        found = f"{text[position]!r}" if position < len(text) else "the end of the text"
        # of a long text only the surroundings are shown
        start = max(0, position - 40)
        shown = text[start : start + 80].replace("\n", " ")
        super().__init__(
            f"{found} at position {position}: expected {expected}\n  {shown}\n  {' ' * (position - start)}^"
        )

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, str]]:
        return type(self), (self.text, self.position, self.expected)


class HandError(MahjongError):
    """A hand or a win that can not exist: five copies of a tile, a wrong number of tiles,
    impossible circumstances. `row` is the row of a batch at fault, None outside batches."""

    def __init__(self, message: str, row: int | None = None) -> None:
        self.row = row
        super().__init__(message)


class NotAWin(HandError):
    """The tiles form no winning shape of the rule set."""


class RuleError(MahjongError):
    """An unknown rule set, preset or option, a value that is not allowed, or a faulty fan table."""


class IllegalAction(MahjongError):
    """An action that the rules do not allow now; nothing was changed."""


class LogError(MahjongError):
    """A game record that can not be read or replayed."""


MOST_SHOWN = 80  # of a value in a message
MOST_BITS = 63   # of a number that says something


def brief(value: object) -> str:
    """A value as messages show it: short, and whatever it is.

    >>> brief("5x"), brief(10**5000)
    ("'5x'", 'a value of type int that can not be shown')
    """
    try:
        text = repr(value)
    except Exception:  # of any class: a number too long for text, an object of the caller's
        return f"a value of type {type(value).__name__} that can not be shown"
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
