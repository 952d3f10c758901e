"""Tiles in the notation that the reader asked for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from mjcore.formats import chinese, unicode
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile

STYLES = ("mpsz", "unicode", "chinese")


def in_style(text: str, style: str) -> str:
    """A set, pair or hand given as MPSZ text."""
    if style == "mpsz":
        return text
    return unicode.format(Hand(text)) if style == "unicode" else chinese.format(Hand(text))


def tiles_in_style(tiles: Iterable[Tile], style: str) -> str:
    """Different tiles in their order, suit by suit."""
    suits = [[str(tile) for tile in suit] for _, suit in groupby(tiles, key=lambda tile: tile.suit)]
    texts = ("".join(text[0] for text in suit) + suit[0][1] for suit in suits)
    return " ".join(in_style(text, style) for text in texts)
