"""Texts of tiles, melds and hands, as Python objects."""

from collections.abc import Callable, Iterable, Sequence
from typing import SupportsIndex

from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile

def set_reader(reader: Callable[[str], tuple[str, Sequence[int]]] | None) -> None:
    """Sets mjcore.hand.reading.reader, how other notations are read; None for the main grammar alone."""

def parse_tile(source: Tile | str | SupportsIndex) -> int:
    """The tile byte of a Tile, text or a kind 0..63: its kind, plus 64 for a red five.

    >>> parse_tile("5m"), parse_tile("0m"), parse_tile("7z"), parse_tile(33)
    (4, 68, 33, 33)
    """

def parse_tiles(source: str | Iterable[Tile | str | SupportsIndex]) -> tuple[Tile, ...]:
    """The tiles of a text in their order, or of several Tiles, texts or kinds.

    >>> parse_tiles("13f 0m")
    (Tile('1f'), Tile('3f'), Tile('0m'))
    """

def parse_meld(source: Meld | str | SupportsIndex) -> int:
    """The packed form of a Meld, text or a packed meld, in its one normal form.

    >>> hex(parse_meld("[423s<]"))
    '0x1653'
    """

def tile_texts() -> tuple[str | None, ...]:
    """The text of each tile byte 0..127, None where there is no such tile (all red ones but the fives).

    >>> tile_texts()[4], tile_texts()[68], tile_texts()[55]
    ('5m', '0m', '{zong}')
    """

def format_meld(source: Meld | str | SupportsIndex) -> str:
    """The text of a Meld, text or a packed meld.

    >>> format_meld("[ 4s 3s 2s < ]")
    '[423s<]'
    """

def tiles_of_meld(source: Meld | str | SupportsIndex) -> bytes:
    """The tile bytes of a meld: a chow ascending, otherwise the claimed tile first and jokers last.

    >>> tuple(tiles_of_meld("[423s<]"))
    (19, 20, 21)
    """
