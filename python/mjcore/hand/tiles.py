"""`Tile`: one of the 64 kinds of tile, or a red five."""

from __future__ import annotations

from mjcore.errors import HandError, MahjongError
from mjcore.hand.text import parse_tile, tile_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsIndex

RED = 64
"""The bit of a tile byte that marks a red five."""

_WILD = [
    *("百搭", "财神", "猫", "老鼠", "聚宝盆", "花", "元", "喜", "合", "筒", "索", "万", "总"),
    *(number + who for who in "皇后" for number in "一二三四"),
]
_WILD_EN = ["Joker", "God of Wealth", "Cat", "Mouse", "Treasure Bowl"]
_NUMBERS_EN = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]
_FLOWERS_EN = ["Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Bamboo", "Chrysanthemum"]
_HONORS_EN = [
    *(f"{wind} Wind" for wind in ["East", "South", "West", "North"]),
    *(f"{color} Dragon" for color in ("White", "Green", "Red", "Big White")),
]


def _names() -> dict[str, list[str]]:
    """The names of the kinds in each language, as far as they have some (in the order of the kinds)."""
    zh = [n + suit for suit in "万筒条" for n in "一二三四五六七八九"]
    ja = [n + suit for suit in "萬筒索" for n in "一二三四五六七八九"]
    en = [f"{n} of {suit}" for suit in ("Characters", "Dots", "Bamboo") for n in _NUMBERS_EN]
    zh += [*"东南西北", "白板", "发财", "红中", "大白板", *"春夏秋冬梅兰竹菊", *_WILD]
    ja += [*"東南西北白發中", "", *"春夏秋冬梅蘭竹菊"]
    en += [*_HONORS_EN, *_FLOWERS_EN, *_WILD_EN]
    return {"zh": zh, "ja": ja, "en": en}


def _signs() -> list[str]:
    """The Unicode character of each kind, as far as there is one (in the order of the kinds)."""
    block = 0x1F000
    suits = [*range(block + 7, block + 16), *range(block + 25, block + 34), *range(block + 16, block + 25)]
    honors = [*range(block, block + 4), block + 6, block + 5, block + 4]
    flowers = [*range(block + 38, block + 42), *range(block + 34, block + 38), block + 42]
    return [*map(chr, suits), *map(chr, honors), "", *map(chr, flowers)]


_NAMES = _names()
_SIGNS = _signs()


class Tile:
    """One kind of tile, or a red five. Immutable; there is one object per tile, so ``is`` compares too.

    `source` is a text of one tile in any notation, a kind 0..63, or a Tile. NotationError for a faulty
    text, HandError for another number or type. Tiles are ordered by kind, a red five after the plain one,
    and serve as an index (their kind).

    >>> Tile("0m"), Tile(33), Tile("0m").kind, Tile("0m").red
    (Tile('0m'), Tile('7z'), 4, True)
    """

    __slots__ = ("_text", "code", "kind", "rank", "red", "suit")

    code: int
    """The tile byte: the kind, plus 64 for a red five."""
    kind: int
    """0..63: 1m..9m 1p..9p 1s..9s, E S W N, white green red, big white, 1f..8f, 0j, other wild tiles."""
    red: bool
    """Whether this is a red five."""
    suit: str
    """``m p s``, ``z`` (winds and dragons), ``f`` (flowers) or ``j`` (jokers and other wild tiles)."""
    rank: int
    """The number of the tile in its suit as the notation has it; a five for a red five. Big white is 8 of z,
    the joker 0 of j, the wild tiles after it 1, 2, ..."""
    _text: str

    def __new__(cls, source: Tile | str | SupportsIndex) -> Tile:
        tile = _BY_TEXT.get(source) if type(source) is str else None
        return tile if tile is not None else Tile.from_code(parse_tile(source))

    @staticmethod
    def from_code(code: int) -> Tile:
        """The tile of a tile byte: its kind, plus 64 for a red five. HandError if there is none."""
        try:
            tile = TILES[code] if code >= 0 else None
        except (TypeError, IndexError):
            tile = None
        if tile is None:
            raise HandError(f"{code!r} is no tile byte; they are 0 to 63, and 68, 77, 86 for the red fives")
        return tile

    @property
    def plain(self) -> Tile:
        """The same tile, not red."""
        return Tile.from_code(self.kind)

    @property
    def unicode(self) -> str:
        """Its character of the Unicode mahjong block; "" where there is none (big white, special jokers).

        >>> Tile("1z").unicode == chr(0x1F000)
        True
        """
        return _SIGNS[self.kind] if self.kind < len(_SIGNS) else ""

    def name(self, lang: str = "zh") -> str:
        """Its name in ``zh``, ``en`` or ``ja``; its text where the language has no name for it.

        >>> Tile("5m").name(), Tile("5m").name("en"), Tile("0p").name("ja")
        ('五万', 'Five of Characters', '赤五筒')
        """
        names = _NAMES.get(lang)
        if names is None:
            raise MahjongError(f"lang is {lang!r}; names are there in {', '.join(sorted(_NAMES))}")
        name = names[self.kind] if self.kind < len(names) else ""
        if self.red:
            return {"zh": "红", "ja": "赤", "en": "Red "}[lang] + name
        return name or self._text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Tile('{self._text}')"

    def __index__(self) -> int:
        return self.kind

    def __lt__(self, other: Tile) -> bool:
        if type(other) is not Tile:
            return NotImplemented
        return (self.kind, self.red) < (other.kind, other.red)

    def __le__(self, other: Tile) -> bool:
        if type(other) is not Tile:
            return NotImplemented
        return (self.kind, self.red) <= (other.kind, other.red)

    def __gt__(self, other: Tile) -> bool:
        if type(other) is not Tile:
            return NotImplemented
        return (self.kind, self.red) > (other.kind, other.red)

    def __ge__(self, other: Tile) -> bool:
        if type(other) is not Tile:
            return NotImplemented
        return (self.kind, self.red) >= (other.kind, other.red)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Tile never changes; can not set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Tile never changes; can not delete {name!r}")

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Tile.from_code, (self.code,)


def _suit_and_rank(kind: int) -> tuple[str, int]:
    if kind < 27:
        return "mps"[kind // 9], kind % 9 + 1
    if kind < 35:
        return "z", kind - 26
    return ("f", kind - 34) if kind < 43 else ("j", kind - 43)


def _tile(code: int, text: str) -> Tile:
    tile = object.__new__(Tile)
    kind = code % RED
    suit, rank = _suit_and_rank(kind)
    values = {"code": code, "kind": kind, "red": code >= RED, "suit": suit, "rank": rank, "_text": text}
    for name, value in values.items():
        object.__setattr__(tile, name, value)
    return tile


TILES: tuple[Tile | None, ...] = tuple(
    None if text is None else _tile(code, text) for code, text in enumerate(tile_texts())
)
"""The tile of each tile byte, None where there is none."""

_BY_TEXT: dict[str, Tile] = {str(tile): tile for tile in TILES if tile is not None}
