"""Other notations than the main grammar: Chinese text, Unicode tiles, Botzone, kobalab.

Each module has ``parse(text) -> Hand``, ``format(hand) -> str`` and ``translate`` into the main grammar.
`translate` here recognises the notation; it is what makes ``Hand("一二三万 东东")`` work. Whole matches of Botzone are
read by `mjcore.formats.botzone_matches`.
"""

from __future__ import annotations

from types import ModuleType

from mjcore.errors import NotationError
from mjcore.formats import botzone, chinese, kobalab, signs, unicode

FORMATS: dict[str, ModuleType] = {
    "chinese": chinese,
    "unicode": unicode,
    "botzone": botzone,
    "kobalab": kobalab,
}
"""The modules by name."""


def translate(text: str) -> tuple[str, list[int]]:
    """A text of any of the notations in the main grammar, and the position each character came from (and the
    end), as mjcore.hand.text.set_reader wants it. NotationError if it is of none.

    >>> translate("W1 J1")
    ('1m 7z', [0, 0, 2, 3, 3, 5])
    """
    if not text.isascii():
        return signs.translate(text, chinese=True, unicode=True)
    start = len(text) - len(text.lstrip(" \t\r\n[("))
    first = text[start : start + 1]
    if first and first in "WBTFJH":
        return botzone.translate(text)
    if first and first in "mpsz_," and not text[:start].strip():
        return kobalab.translate(text)
    raise NotationError(text, start, "a tile, as in 123m, {zong}, 一二三万, W1W2W3 or m123")
