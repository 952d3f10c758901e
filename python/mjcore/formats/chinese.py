"""Chinese text: ``一二三万 四五六筒 七八九条 东东 [三一二条<] (中中中中)``.

Read: simplified and traditional signs, 筒 饼 餅 文, 条 條 索 竹, Chinese, ASCII and full-width numbers,
full names (东风, 红中, 发财, 白板), a red five as 红五万 or 0万, jokers as 百搭, 财神 猫 老鼠 聚宝盆, 大白板,
the other named tiles in braces. Several numbers share the suit that follows them. Melds stand in the
brackets of the main grammar, also in 【】.
"""

from __future__ import annotations

from mjcore.formats import signs, translation
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.typing import HandLike

_NUMBERS = ["红五", "一", "二", "三", "四", "五", "六", "七", "八", "九"]
_SUITS = {"m": "万", "p": "筒", "s": "条"}
_OTHERS = {main: word for word, main in reversed(signs.ZH_WORDS.items())}
_TRADITIONAL = str.maketrans("万条东发兰红财宝猫", "萬條東發蘭紅財寶貓")


def translate(text: str) -> tuple[str, list[int]]:
    """The text in the main grammar, and the places its characters came from (translation.Translator)."""
    return signs.translate(text, chinese=True, unicode=False)


def parse(text: str) -> Hand:
    """The hand of a Chinese text; NotationError at the sign at fault.

    >>> parse("一二三万 四五六筒 东东 发")
    Hand('123m456p116z')
    """
    return translation.parse(translate, text)


def format(hand: HandLike, traditional: bool = False) -> str:
    """A hand in Chinese, in simplified or traditional signs; `parse` reads it back.

    >>> format(Hand("123m406p116z[312s<]"))
    '一二三万 四红五六筒 东东 发 [三一二条<]'
    """
    hand = Hand(hand)
    melds = [translation.format_meld(meld, lambda tiles: _join(tiles, "")) for meld in hand.melds]
    tiles = list(hand.tiles)
    text = " ".join([_join(tiles, " "), *melds] if tiles else melds)
    return text.translate(_TRADITIONAL) if traditional else text


def _join(tiles: list[Tile], space: str) -> str:
    """The tiles in their order: numbers of a suit share its sign, equal others stand together."""
    out = ""
    for i, tile in enumerate(tiles):
        last = i + 1 == len(tiles)
        if tile.suit in _SUITS:
            out += _NUMBERS[0 if tile.red else tile.rank]
            ends = last or tiles[i + 1].suit != tile.suit
            out += _SUITS[tile.suit] if ends else ""
        else:
            out += _OTHERS.get(str(tile), str(tile))
            ends = last or tiles[i + 1] is not tile
        out += space if ends and not last else ""
    return out
