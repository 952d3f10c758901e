"""Every reading of a hand: how its tiles can be seen as a winning form."""

from collections.abc import Iterable
from typing import NoReturn, final

from mjcore.typing import HandLike, TileLike

FORM_NAMES: tuple[str, ...]
"""The forms, in the order in which readings come."""

@final
class ReadingView:
    """One way to see a hand; immutable. Made by `decompose` and by `mjcore.score`."""

    def __init__(self, *args: NoReturn, **kwargs: NoReturn) -> None:
        """Raises TypeError: readings are made by `decompose`."""

    @property
    def form(self) -> str:
        """One of `FORM_NAMES`."""

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets as text ("123m", "555z"), concealed ones first, then the melds in their order."""

    @property
    def concealed(self) -> int:
        """How many of the sets are concealed."""

    @property
    def pair(self) -> str:
        """The pair as text ("99p"), "" if the form has none."""

    @property
    def places(self) -> tuple[int | str, ...]:
        """Where the winning tile can stand: indices into `sets`, "pair", and "body" for a tile of a special
        form outside sets and pair; empty if no winning tile was named."""

    @property
    def pattern(self) -> str:
        """The nine kinds of a knitted form as text ("147m258p369s"), "" otherwise."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[bytes]]: ...

def reading_again(data: bytes) -> ReadingView:
    """Unpickles a reading."""

def decompose(
    hand: HandLike, win: TileLike | None = None, *, forms: str | Iterable[str] = ...
) -> tuple[ReadingView, ...]:
    """All readings of a complete hand (3n + 2 tiles with its melds, n = 1..5).

    hand    a Hand, text, or 34 counts; with the winning tile, or without it and `win` given
    win     the winning tile; if the hand holds 3n + 2 tiles it must be one of the concealed ones
    forms   the forms to look for, names of `FORM_NAMES`; all by default

    Empty if the tiles complete no form. Raises HandError for a hand of another size or with tiles
    that sets are not made of, NotationError for a faulty text.
    """
