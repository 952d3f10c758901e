"""A score as tables for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from mjcore.cli.console import table
from mjcore.cli.tiles_text import in_style
from mjcore.cli.words import form_name, reason, word
from mjcore.fans.scores import Score

WINDS = {"en": "ESWN", "zh": "东南西北", "ja": "東南西北"}


def score_parts(found: Score, lang: str, style: str) -> list[str | Text | Table]:
    """The reading, the counted fans, what they cover, the total and the verdict."""
    names = {fan.public_id: fan.name(lang) for fan in found.rules.fans}
    points, fan, sets = (word(key, lang) for key in ("points", "fan", "sets"))
    names["combination"] = word("combination", lang)
    win = found.win
    hand = f"{in_style(win.text, style)} + {in_style(str(win.win_tile), style)}"
    parts: list[str | Text | Table] = [hand, Text(_reading(found, lang, style), style="bold")]
    parts.append(
        table(
            "", points, fan, sets, right=[points],
            rows=((e.value, _times(names[e.fan], e.count), _join(e.sets, style)) for e in found.fans),
        )
    )
    if found.covered:
        parts.append(
            table(
                "", word("not counted", lang), word("covered by", lang),
                rows=((names[c.fan], names[c.by]) for c in found.covered),
            )
        )
    parts.append(_verdict(found, lang))
    return parts


def _reading(found: Score, lang: str, style: str) -> str:
    """How the hand is read: the form, then the tiles of its pattern, its sets and its pair."""
    reading = found.reading
    return f"{form_name(reading.form, lang)}: {_join((reading.pattern, *reading.sets, reading.pair), style)}"


def _join(texts: Iterable[str], style: str) -> str:
    return " ".join(in_style(text, style) for text in texts if text)


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def _verdict(found: Score, lang: str) -> Text:
    text = Text(f"{word('total', lang)} {found.total}")
    if found.total != found.total_without_flowers:
        text.append(f" ({word('without flowers', lang)} {found.total_without_flowers})")
    if found.legal:
        return text.append(f": {word('legal', lang)}", style="green")
    return text.append(f": {word('not legal', lang)}: {found.reason}", style="red")


def payment_table(found: Score, dealer: int, winner: int, loser: int | None, lang: str) -> Table:
    """What each seat gains or pays, and for what."""
    ledger = found.ledger(dealer=dealer, winner=winner, loser=loser)
    change = word("change", lang)
    return table(
        "", word("seat", lang), word("wind", lang), change, word("why", lang), right=[change],
        rows=(
            (
                seat,
                WINDS[lang][(seat - dealer) % 4],
                f"{amount:+d}",
                " + ".join(f"{e.amount} {reason(e.reason, e.text, lang)}" for e in ledger.only(payer=seat)),
            )
            for seat, amount in enumerate(ledger.totals())
        ),
    )
