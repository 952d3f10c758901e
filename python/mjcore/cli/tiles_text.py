"""Tiles in the notation that the reader asked for."""

from __future__ import annotations

from mjcore.formats import chinese, unicode
from mjcore.hand.hands import Hand

STYLES = ("mpsz", "unicode", "chinese")


def in_style(text: str, style: str) -> str:
    """A set, pair or hand given as MPSZ text."""
    if style == "mpsz":
        return text
    return unicode.format(Hand(text)) if style == "unicode" else chinese.format(Hand(text))
