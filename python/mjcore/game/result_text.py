"""A result in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mjcore.fans.scores import Score
from mjcore.game.words import ENDS, column, reason, word
from mjcore.settle.ledger import Ledger

if TYPE_CHECKING:
    from mjcore.game.results import Result, WinResult

GAP = {"en": " ", "zh": "", "ja": ""}


def result_text(result: Result, lang: str = "en") -> str:
    """How the hand ended, its wins with their fans, the payments and what each seat gained."""
    return "\n".join(_lines(result, lang))


def _lines(result: Result, lang: str) -> Iterator[str]:
    yield ENDS[result.reason][column(lang)]
    if result.history is None:
        if result.winners:
            yield word("winners", lang).format(_seats(result.winners, lang))
    else:
        for win in result.wins:
            yield f"{_how(win, lang)}: {worth(win.score, lang)}"
            yield from (f"  {_fan(win.score, fan.fan, fan.count, fan.value, lang)}" for fan in win.score.fans)
    if result.reason in ("exhaustive", "nagashi"):
        yield word("ready", lang).format(_seats(result.ready, lang))
    if result.history is not None:
        yield from _payments(result.ledger, lang)
    yield word("change", lang).format(" ".join(f"{delta:+d}" if delta else "0" for delta in result.deltas))


def _seat(seat: int | None, lang: str) -> str:
    return word("table", lang) if seat is None else word("seat", lang).format(seat)


def _seats(seats: Iterable[int], lang: str) -> str:
    return ", ".join(_seat(seat, lang) for seat in seats) or word("nobody", lang)


def _how(win: WinResult, lang: str) -> str:
    """Who won, on which tile of whom."""
    if win.tile is None:
        key = "flowers" if win.loser is None else "flowers of"
    elif win.loser is None:
        key = "self-draw"
    else:
        key = "robbed" if "rob_kong" in win.score.win.circumstances else "discard"
    return word(key, lang).format(seat=_seat(win.seat, lang), tile=win.tile, loser=_seat(win.loser, lang))


def worth(score: Score, lang: str = "en") -> str:
    """What a win is worth in the words of its rule set: "24 points", "3 han 40 fu"."""
    if score.han is None:
        names = score.rules.point_names
        return f"{score.total} {names.get(lang) or names.get('en') or next(iter(names.values()))}"
    if score.yakuman:
        return word("yakuman", lang) if score.yakuman == 1 else word("many yakuman", lang).format(score.yakuman)
    parts = [word("han", lang).format(score.han)]
    if score.fu:
        parts.append(word("fu", lang).format(score.fu))
    return GAP[lang].join(parts)


def _fan(score: Score, fan: str, count: int, value: int, lang: str) -> str:
    times = f" x{count}" if count > 1 else ""
    return f"{value} {score.rules.fan(fan).name(lang)}{times}"


def _payments(ledger: Ledger, lang: str) -> Iterator[str]:
    for entry in ledger:
        yield word("pays", lang).format(
            payer=_seat(entry.payer, lang), receiver=_seat(entry.receiver, lang), amount=entry.amount,
            why=reason(entry.reason, entry.text, lang),
        )
