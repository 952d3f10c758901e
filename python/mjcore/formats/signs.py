"""Reads notations that write tiles as signs: Chinese text and the Unicode mahjong block.

Both also take the tiles of the main grammar (``0m``, ``{zong}``) for what they have no sign for, and its
brackets for melds. Full-width forms count as their ASCII twins.
"""

from __future__ import annotations

from mjcore.formats.translation import MARKS, SEPARATORS, Translation
from mjcore.hand.tiles import TILES

ZH_NUMBERS = {sign: str(number) for number, sign in enumerate("一二三四五六七八九", 1)} | {"伍": "5"}
ZH_SUITS = dict.fromkeys("万萬", "m") | dict.fromkeys("筒饼餅文", "p") | dict.fromkeys("条條索竹", "s")
ZH_RED = "红紅赤"
ZH_WORDS = {
    word: main
    for main, words in {
        "1z": "东 東 东风 東風",
        "2z": "南 南风 南風",
        "3z": "西 西风 西風",
        "4z": "北 北风 北風",
        "5z": "白 白板",
        "6z": "发 發 発 发财 發財",
        "7z": "中 红中 紅中",
        "{dabai}": "大白板",
        "1f": "春",
        "2f": "夏",
        "3f": "秋",
        "4f": "冬",
        "5f": "梅",
        "6f": "兰 蘭",
        "7f": "竹",
        "8f": "菊",
        "0j": "百搭",
        "{caishen}": "财神 財神",
        "{mao}": "猫 貓",
        "{laoshu}": "老鼠",
        "{jubao}": "聚宝盆 聚寶盆",
    }.items()
    for word in words.split()
}
UNICODE_WORDS = {tile.unicode: str(tile) for tile in TILES if tile and not tile.red and tile.unicode}

_VARIATIONS = "\ufe0e\ufe0f"
_BACK = chr(0x1F02B)
_CORNERS = {"【": "[", "】": "]", "「": "[", "」": "]"}
_LONGEST = 3


def _fold(text: str) -> str:
    """The text with full-width forms as ASCII, character by character."""
    return "".join(
        chr(ord(c) - 0xFEE0) if "\uff01" <= c <= "\uff5e" else _CORNERS.get(c, " " if c.isspace() else c)
        for c in text
    )


def _word_at(text: str, i: int, words: dict[str, str]) -> str:
    """The longest word that begins there and tears no other apart: 发财, but 发 before 财神; "" if there is none."""
    found = [word for n in range(min(_LONGEST, len(text) - i), 0, -1) if (word := text[i : i + n]) in words]
    for word in found:
        end = i + len(word)
        torn = any(
            text[i:k] in found and any(text[k:m] in words for m in range(end + 1, min(k + _LONGEST, len(text)) + 1))
            for k in range(i + 1, end)
        )
        if not torn:
            return word
    return ""


def translate(text: str, *, chinese: bool, unicode: bool) -> tuple[str, list[int]]:
    """The text in the main grammar, and the places its characters came from (translation.Translator)."""
    words = (ZH_WORDS if chinese else {}) | (UNICODE_WORDS if unicode else {})
    numbers, suits, red = (ZH_NUMBERS, ZH_SUITS, ZH_RED) if chinese else ({}, {}, "")
    out = Translation(text)
    folded = _fold(text)
    waiting: list[tuple[str, int]] = []
    i = 0
    while i < len(folded):
        sign = folded[i]
        number = sign if sign in "0123456789" else numbers.get(sign, "")
        if sign in red and i + 1 < len(folded) and numbers.get(folded[i + 1], folded[i + 1]) == "5":
            waiting.append(("0", i))
            i += 2
            continue
        if number:
            waiting.append((number, i))
            i += 1
            continue
        if waiting:
            suit = suits.get(sign) or (sign if sign in "mpszfj" else "")
            if not suit:
                raise out.error(i, _expected_suit(chinese))
            for digit, position in waiting:
                out.put(digit + suit, position)
            waiting.clear()
            i += 1
            continue
        word = _word_at(folded, i, words)
        if word:
            out.put(words[word], i)
            i += len(word)
        elif sign == "{":
            end = folded.find("}", i) + 1 or len(folded)
            name = folded[i:end]
            if not name.isascii():
                raise out.error(i + 1, "the name of a tile in ASCII letters")
            for k, letter in enumerate(name):
                out.put(letter, i + k)
            i = end
        elif sign in MARKS:
            out.put(sign, i)
            i += 1
        elif sign == " " or sign in SEPARATORS or sign in _VARIATIONS:
            out.put(" ", i)
            i += 1
        else:
            raise out.error(i, _expected(chinese, unicode) if sign != _BACK else "a known tile, not its back")
    if waiting:
        raise out.error(len(text), _expected_suit(chinese))
    return out.result()


def _expected(chinese: bool, unicode: bool) -> str:
    if chinese and unicode:
        return "a tile in Chinese or of the Unicode mahjong block"
    return "a tile in Chinese (一万 东 中 春 ...)" if chinese else "a tile of the Unicode mahjong block"


def _expected_suit(chinese: bool) -> str:
    return "a suit (万 筒 条) after the numbers" if chinese else "a suit letter after the digits"
