"""Asking about hands in every way, so that a test can compare the answers; errors are answers too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import mjcore as mj
from mjcore.errors import MahjongError
from reference.facts import KINDS, tiles_text

TILES = tuple(mj.Tile(kind) for kind in range(KINDS))


class Refused(NamedTuple):
    error: type[MahjongError]
    message: str


def outcome(question: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What a question answers, or the error it raises."""
    try:
        return question(*arguments, **options)
    except MahjongError as error:
        return Refused(type(error), str(error))


def answers_of(source: Any, rules: Any = None, **options: Any) -> list[Any]:
    """All answers of the module functions."""
    functions: list[Callable[..., Any]] = [mj.shanten, mj.waits, mj.acceptance, mj.discards, mj.best_discards]
    found = [outcome(function, source, rules, **options) for function in functions]
    options.pop("strict", None)
    return [*found, outcome(mj.is_win, source, rules=rules, **options)]


def hand_text(counts: Sequence[int]) -> str:
    return tiles_text([kind for kind in range(KINDS) for _ in range(counts[kind])])
