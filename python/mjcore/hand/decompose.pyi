"""Every reading of a hand: how its tiles can be seen as a winning form."""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, SupportsIndex, final

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
        form outside sets and pair; empty if no winning tile was named. A joker can stand wherever one is used."""

    @property
    def pattern(self) -> str:
        """The nine kinds of a knitted form as text ("147m258p369s"), "" otherwise."""

    @property
    def jokers(self) -> tuple[str, ...]:
        """The tiles that jokers stand for as text ("5m", "7z"), from the lowest; wild tiles that stand as
        themselves are not among them."""

    @property
    def tiles(self) -> str:
        """The concealed tiles as text ("123m99p"), each joker as what it stands for."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[bytes]]: ...

def reading_again(data: bytes) -> ReadingView:
    """Unpickles a reading."""

def decompose(
    hand: HandLike,
    win: TileLike | None = None,
    *,
    forms: str | Iterable[str] = ...,
    jokers: Mapping[Any, str | Iterable[TileLike]] | None = None,
    wild: str | Iterable[TileLike] | None = None,
    universal: str | Iterable[TileLike] | None = None,
    natural: bool = True,
    fifth: bool = False,
    limit: SupportsIndex = 200_000,
) -> tuple[ReadingView, ...]:
    """All readings of a complete hand (3n + 2 tiles with its melds, n = 1..5).

    hand    a Hand, text, or 34 counts; with the winning tile, or without it and `win` given
    win     the winning tile; if the hand holds 3n + 2 tiles it must be one of the concealed ones
    forms   the forms to look for, names of `FORM_NAMES`; all by default

    Jokers among the concealed tiles are whatever completes the hand; each way comes once. Universal are 0j,
    {caishen} {mao} {laoshu} {jubao}, emperors and empresses. The frames ({he} and so on) must be told.

    jokers     what a kind of joker stands for, as in {"he": "1234567z"}: every kind, or one or more of
               characters, dots, bamboo, winds and dragons; two kinds of joker nested or separate
    wild       kinds that were turned up, as in "5m": all concealed tiles of theirs are universal jokers
    universal  what universal jokers stand for, as tiles; every kind if None
    natural    True: a 5m that is wild stands as itself where the reading has room for it; False: never
    fifth      True: of a kind up to 4 + jokers copies, 7 at most; False: not more than 4, melds included
    limit      HandError if there are more readings of a hand with jokers

    Empty if the tiles complete no form. Raises HandError for a hand of another size or with tiles
    that sets are not made of, NotationError for a faulty text.
    """
