"""The hand strings of kobalab's programs: ``m123p406z11,s1-23,z222=,m555=0,p1111``.

The letter stands before its digits, melds follow after commas: a mark after the claimed tile says who
discarded it (``-`` the previous seat, ``=`` the opposite, ``+`` the next); in a chow the tiles ascend,
otherwise the claimed tile is the last, and in an added kong the added tile follows the mark; four tiles
without a mark are a concealed kong. A final ``_`` or ``*`` (drawn and thrown at once, riichi) says nothing
about the tiles and is passed over; hidden tiles (``_``) can not be read. There are no flowers and jokers.
A text may also be melds alone.
"""

from __future__ import annotations

from mjcore.formats import translation
from mjcore.formats.translation import Translation
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile
from mjcore.typing import HandLike

_Placed = tuple[str, int]
_SOURCES = {"-": "<", "=": "^", "+": ">"}
_MARKS = {source: mark for mark, source in _SOURCES.items()}


def translate(text: str) -> tuple[str, list[int]]:
    """The text in the main grammar, and the places its characters came from (translation.Translator)."""
    out = Translation(text)
    start = 0
    while start <= len(text):
        end = text.find(",", start)
        end = len(text) if end < 0 else end
        if start == 0 and not any(mark in text[:end] for mark in _SOURCES):
            _concealed(out, start, end)
        elif text[start:end].strip():
            _meld(out, start, end)
        elif end < len(text):
            raise out.error(end, "a meld between the commas")
        start = end + 1
    return out.result()


def _trim(text: str, start: int, end: int) -> int:
    """The end of text[start:end] without white space and the marks of a discard."""
    while end > start and text[end - 1].isspace():
        end -= 1
    if end - start > 1 and text[end - 1] == "*":
        end -= 1
    if end - start > 1 and text[end - 1] == "_" and text[end - 2] != "_":
        end -= 1
    return end


def _concealed(out: Translation, start: int, end: int) -> None:
    letter = ""
    for i in range(start, _trim(out.text, start, end)):
        sign = out.text[i]
        if sign in "mpsz":
            if letter and out.text[i - 1] == letter:
                raise out.error(i, f"digits after {letter}")
            letter = sign
        elif sign in "0123456789" and letter:
            out.put(sign + letter, i)
        elif sign.isspace():
            out.put(" ", i)
        elif sign == "_":
            raise out.error(i, "a known tile; _ is a hidden one")
        else:
            if not letter:
                raise out.error(i, "a letter m p s z before the digits")
            raise out.error(i, f"digits after {letter}, another letter m p s z, or a comma")
    if letter and out.text[end - 1] == letter:
        raise out.error(end, f"digits after {letter}")


def _meld(out: Translation, start: int, end: int) -> None:
    text = out.text
    while text[start].isspace():
        start += 1
    end = _trim(text, start, end)
    letter, i = text[start], start + 1
    if letter not in "mpsz":
        raise out.error(start, "a letter m p s z before the digits of a meld")
    tiles: list[_Placed] = []
    claimed, mark = -1, 0
    while i < end:
        if text[i] in "0123456789":
            tiles.append((text[i], i))
        elif text[i] in _SOURCES and tiles and claimed < 0:
            claimed, mark = len(tiles) - 1, i
        else:
            raise out.error(i, "a digit" if claimed >= 0 else "a digit, or - = + after the claimed tile")
        i += 1
    if claimed < 0:
        if len(tiles) < 4:
            raise out.error(end, "- = + after the claimed tile, or four equal tiles")
        _put(out, ("(", start), letter, tiles, (")", end))
        return
    equal = len({digit.replace("0", "5") for digit, _ in tiles}) == 1
    added = equal and len(tiles) == 4 and claimed == 2
    if equal and not added and claimed != len(tiles) - 1:
        raise out.error(mark, "the mark after the claimed tile, which is the last")
    tiles.insert(0, tiles.pop(claimed))
    _put(out, ("[", start), letter, tiles, ("+" * added + _SOURCES[text[mark]] + "]", mark))


def _put(out: Translation, opening: _Placed, letter: str, tiles: list[_Placed], closing: _Placed) -> None:
    out.put(*opening)
    for digit, position in tiles:
        out.put(digit + letter, position)
    out.put(*closing)


def parse(text: str) -> Hand:
    """The hand of a kobalab text; NotationError at the character at fault.

    >>> parse("m123p40z11,s1-23,z222=,m555=0")
    Hand('123m40p11z[123s<][222z^][5550m+^]')
    """
    return translation.parse(translate, text)


def format(hand: HandLike) -> str:
    """A hand as kobalab writes it; `parse` reads it back. HandError for a flower or a joker.

    >>> format(Hand("123m40p11z[123s<][222z^][5550m+^]"))
    'm123p40z11,s1-23,z222=,m555=0'
    """
    hand = Hand(hand)
    return ",".join([_join(list(hand.tiles)), *map(_format_meld, hand.melds)])


def _join(tiles: list[Tile]) -> str:
    out, letter = "", ""
    for tile in tiles:
        if tile.kind >= 34:
            raise translation.no_sign("kobalab's notation", tile)
        out += tile.suit * (tile.suit != letter) + str(tile)[0]
        letter = tile.suit
    return out


def _format_meld(meld: Meld) -> str:
    tiles = list(meld.tiles)
    if meld.type in ("quint", "sextet"):
        raise translation.no_sign("kobalab's notation", tiles[0])
    if meld.concealed:
        return _join(tiles)
    claimed = meld.code >> 11 & 3
    if meld.type != "chow":
        claimed = len(tiles) - 1 - (meld.type == "added kong")
        tiles.insert(claimed, tiles.pop(0))
    text = _join(tiles)
    return text[: claimed + 2] + _MARKS[meld.source] + text[claimed + 2 :]
