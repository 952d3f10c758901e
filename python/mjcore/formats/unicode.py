"""The Unicode mahjong block (U+1F000..U+1F02A): a character per tile, melds in the main grammar's brackets.

What Unicode has no character for is written as in the main grammar: red fives ``0m``, big white and the
special jokers ``{dabai}``, ``{zong}``.
"""

from __future__ import annotations

from mjcore.formats import signs, translation
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.typing import HandLike

_RED_DRAGON = Tile("7z").unicode
_AS_TEXT = "\ufe0e"


def translate(text: str) -> tuple[str, list[int]]:
    """The text in the main grammar, and the places its characters came from (translation.Translator)."""
    return signs.translate(text, chinese=False, unicode=True)


def parse(text: str) -> Hand:
    """The hand of a text of mahjong characters; NotationError at the character at fault.

    >>> parse("\\U0001F007\\U0001F008\\U0001F009\\U0001F004")
    Hand('123m7z')
    """
    return translation.parse(translate, text)


def format(hand: HandLike) -> str:
    """A hand in mahjong characters; `parse` reads it back.

    The red dragon, which many systems draw as a picture, is followed by U+FE0E, "show as text".

    >>> format(Hand("11z")) == 2 * chr(0x1F000)
    True
    """
    hand = Hand(hand)
    return _join(list(hand.tiles)) + "".join(translation.format_meld(meld, _join) for meld in hand.melds)


def _join(tiles: list[Tile]) -> str:
    text = "".join([str(tile) if tile.red or not tile.unicode else tile.unicode for tile in tiles])
    return text.replace(_RED_DRAGON, _RED_DRAGON + _AS_TEXT)
