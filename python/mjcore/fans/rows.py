"""The row of a fan table: everything about one fan in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mjcore.errors import MahjongError

LANGUAGES = ("en", "zh", "ja")


@dataclass(frozen=True)
class Fan:
    """One row of a rule set's fan table.

    id        stable identifier, unique in the rule set
    zh, en, ja   names; "" where the game has none in that language
    value     what it is worth
    pattern   when it holds, an expression of `vocabulary`; "" only for a fallback
    covers    rows that are not counted when this one is
    reduces   counted rows whose count this row lowers, and by how much
    adds      rows that count beside this one although it implies them (documentation)
    revives   rows that `covers` names for a row named here too: left counted although the chain of
              covers would reach them ("excludes 不求人, which gives back 自摸")
    count     "once", or "each": `pattern` then holds a counter and the row counts that often
    acc       what it adds to: "points" (han, where yaku count han), or "flower" (to the total, but not to the points
              that the minimum is about); where yaku count han also "yakuman" (multiples; nothing counts beside
              them), "bonus" (han outside the minimum), "alternative" (han that stand alone, for the whole hand, if
              that is more)
    value_open   its value for a hand with claimed melds, where that is another one
    group     of the rows with the same group only the one that is worth most counts: its value less what it takes from
              counted rows (ties: the larger value, then the first)
    label     public id shown instead of `id`; rows with one label are shown as one fan
    forms     forms on which it can hold; None: those that the facts of its pattern are about
    forest    relation that takes part in the choice of combined sets
    if_nothing   counts if no other row does, those of `ignores` aside
    tags      words that settlement or legality ask for
    """

    id: str
    zh: str
    en: str
    value: int
    pattern: str = ""
    covers: tuple[str, ...] = ()
    reduces: Mapping[str, int] = field(default_factory=dict, hash=False)
    adds: tuple[str, ...] = ()
    revives: tuple[str, ...] = ()
    count: str = "once"
    acc: str = "points"
    group: str = ""
    label: str = ""
    forms: tuple[str, ...] | None = None
    forest: bool = False
    if_nothing: bool = False
    ignores: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    ja: str = ""
    value_open: int | None = None

    @property
    def public_id(self) -> str:
        return self.label or self.id

    @property
    def names(self) -> dict[str, str]:
        """Names by language, those that exist."""
        return {lang: name for lang, name in (("zh", self.zh), ("en", self.en), ("ja", self.ja)) if name}

    def name(self, lang: str) -> str:
        """The name in one of `LANGUAGES`, English where the game has none in it."""
        if lang not in LANGUAGES:
            raise MahjongError(f"lang is {lang!r}; names are there in {', '.join(LANGUAGES)}")
        return self.names.get(lang, self.en)
