"""Botzone's tiles: ``W1 W2 W3 B4 B5 B6 T7 F1 F1 J1 H3``, melds in the brackets of the main grammar.

W characters, B dots, T bamboo, F1..F4 East South West North, J1 red J2 green J3 white, H1..H8 flowers.
Mind the order of the dragons: it is the reverse of the main grammar's. There are no red fives and jokers.
"""

from __future__ import annotations

from mjcore.formats import translation
from mjcore.formats.translation import MARKS, SEPARATORS, Translation
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.typing import HandLike

_TILES = {
    letter: [number + suit for number in numbers]
    for letter, numbers, suit in (
        ("W", "123456789", "m"),
        ("B", "123456789", "p"),
        ("T", "123456789", "s"),
        ("F", "1234", "z"),
        ("J", "765", "z"),
        ("H", "12345678", "f"),
    )
}
_NAMES = {main: f"{letter}{i}" for letter, tiles in _TILES.items() for i, main in enumerate(tiles, 1)}


def translate(text: str) -> tuple[str, list[int]]:
    """The text in the main grammar, and the places its characters came from (translation.Translator)."""
    out = Translation(text)
    i = 0
    while i < len(text):
        tiles = _TILES.get(text[i])
        if tiles is not None:
            digit = text[i + 1 : i + 2]
            number = ord(digit) - ord("0") if digit else 0
            if not 1 <= number <= len(tiles):
                raise out.error(i + 1, f"a number 1 to {len(tiles)} after {text[i]}")
            out.put(tiles[number - 1], i)
            i += 2
        elif text[i] in MARKS or text[i].isspace() or text[i] in SEPARATORS:
            out.put(text[i] if text[i] in MARKS else " ", i)
            i += 1
        else:
            raise out.error(i, "a tile of Botzone: a letter W B T F J H and its number")
    return out.result()


def parse(text: str) -> Hand:
    """The hand of a Botzone text; NotationError at the character at fault.

    >>> parse("W1 W2 W3 J1 J2 J3 [B4B2B3<]")
    Hand('123m567z[423p<]')
    """
    return translation.parse(translate, text)


def format(hand: HandLike) -> str:
    """A hand in Botzone's tiles; `parse` reads it back. HandError for a red five or a joker.

    >>> format(Hand("123m567z[423p<]"))
    'W1 W2 W3 J3 J2 J1 [B4B2B3<]'
    """
    hand = Hand(hand)
    return " ".join([*map(name, hand.tiles), *(translation.format_meld(m, _join) for m in hand.melds)])


def name(tile: Tile) -> str:
    """Botzone's name of a tile. HandError for a red five or a joker.

    >>> name(Tile("7z"))
    'J1'
    """
    known = _NAMES.get(str(tile))
    if known is None:
        raise translation.no_sign("Botzone", tile)
    return known


def _join(tiles: list[Tile]) -> str:
    return "".join(map(name, tiles))
