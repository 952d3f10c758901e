"""From another notation into the main grammar, with the place each character came from."""

from __future__ import annotations

from collections.abc import Callable

from mjcore.errors import HandError, NotationError
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile

Translator = Callable[[str], tuple[str, list[int]]]
"""Takes a text, returns it in the main grammar and, for each of its characters and its end, the position in
the original; raises NotationError."""

SEPARATORS = ",，、"
MARKS = "[]()<^>+"


class Translation:
    """A text on its way into the main grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._main: list[str] = []
        self._places: list[int] = []

    def put(self, main: str, position: int) -> None:
        """Appends text of the main grammar that stands for what is at `position`."""
        self._main.append(main)
        self._places += [position] * len(main)

    def error(self, position: int, expected: str) -> NotationError:
        return NotationError(self.text, position, expected)

    def result(self) -> tuple[str, list[int]]:
        return "".join(self._main), [*self._places, len(self.text)]


def parse(translate: Translator, text: str) -> Hand:
    """The hand of a text of that notation; NotationError with the position in this text."""
    if not isinstance(text, str):
        raise HandError(f"text expected; got {type(text).__name__}")
    main, places = translate(text)
    try:
        return Hand(main)
    except NotationError as error:
        raise NotationError(text, places[error.position], error.expected) from None


def format_meld(meld: Meld, join: Callable[[list[Tile]], str]) -> str:
    """A meld in the brackets of the main grammar around the tiles as `join` writes them."""
    tiles = list(meld.tiles)
    if meld.concealed:
        return f"({join(tiles)})"
    if meld.type == "chow":
        tiles.insert(0, tiles.pop(meld.code >> 11 & 3))
    return f"[{join(tiles)}{'+' if meld.type == 'added kong' else ''}{meld.source}]"


def no_sign(notation: str, tile: Tile) -> HandError:
    """The error for a tile that a notation can not write."""
    return HandError(f"{notation} has no sign for {tile} ({tile.name('en')})")
