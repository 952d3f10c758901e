"""A score as tables for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from mjcore.cli.console import table
from mjcore.cli.tiles_text import in_style
from mjcore.cli.words import form_name, fu_item, han_and_fu, limit_name, reason, word, yakuman
from mjcore.fans.scores import Score
from mjcore.settle.ledger import Ledger

WINDS = {"en": "ESWN", "zh": "东南西北", "ja": "東南西北"}


def score_parts(found: Score, lang: str, style: str) -> list[str | Text | Table]:
    """The reading, the counted fans, what they cover, the fu, the total and the verdict."""
    names = {fan: found.rules.fan(fan).name(lang) for fan in found.rules.fan_ids}
    points, fan, sets = _columns(found, lang)
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
    if found.fu_items and not found.yakuman:
        fu = word("fu", lang)
        parts.append(
            table(
                "", fu, word("fu for", lang), sets, right=[fu],
                rows=((i.fu, fu_item(i.item, lang), in_style(i.set, style) if i.set else "") for i in found.fu_items),
            )
        )
    parts.append(_verdict(found, lang))
    return parts


def _columns(found: Score, lang: str) -> tuple[str, str, str]:
    """The heads of the table of fans: what they are worth, what they are called, what made them."""
    if found.han is None:
        worth, fan = "points", "fan"
    else:
        worth, fan = "yakuman" if found.yakuman else "han", "yaku"
    return word(worth, lang), word(fan, lang), word("sets", lang)


def _reading(found: Score, lang: str, style: str) -> str:
    """How the hand is read: the form, then the tiles of its pattern, its sets and its pair."""
    reading = found.reading
    tiles = _join((reading.pattern, *reading.sets, reading.pair), style)
    return f"{form_name(reading.form, lang)}: {tiles}" if tiles else form_name(reading.form, lang)


def _join(texts: Iterable[str], style: str) -> str:
    return " ".join(in_style(text, style) for text in texts if text)


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def worth(found: Score, lang: str) -> str:
    """What a hand is worth in a few words: "4 han 40 fu, mangan: 8000", and whether it may win if it may not."""
    if found.han is None:
        text = str(found.total)
    elif found.yakuman:
        text = yakuman(found.yakuman, lang)
    else:
        text = han_and_fu(found.han, found.fu or 0, lang)
        if found.limit:
            text += f", {limit_name('kazoe' if found.limit == 'yakuman' else found.limit, lang)}"
    if not found.legal:
        return f"{text}: {word('not legal', lang)}"
    return text if found.han is None else f"{text}: {found.total}"


def _verdict(found: Score, lang: str) -> Text:
    style = "green" if found.legal else "red"
    if found.han is not None:
        return Text(worth(found, lang) + (f": {found.reason}" if found.reason else ""), style=style)
    text = Text(f"{word('total', lang)} {found.total}")
    if found.total != found.total_without_flowers:
        text.append(f" ({word('without flowers', lang)} {found.total_without_flowers})")
    if found.legal:
        return text.append(f": {word('legal', lang)}", style=style)
    return text.append(f": {word('not legal', lang)}: {found.reason}", style=style)


def payment_table(found: Score, ledger: Ledger, dealer: int, lang: str) -> Table:
    """What each seat gains or pays, and for what."""
    change, players = word("change", lang), found.rules.players
    return table(
        "", word("seat", lang), word("wind", lang), change, word("why", lang), right=[change],
        rows=(
            (seat, WINDS[lang][(seat - dealer) % players], f"{amount:+d}", _reasons(found, ledger, seat, lang))
            for seat, amount in enumerate(ledger.totals(players))
        ),
    )


def _reasons(found: Score, ledger: Ledger, seat: int, lang: str) -> str:
    """What a seat pays, and what it gets from nobody."""
    entries = [*ledger.only(payer=seat), *ledger.outside.only(receiver=seat)]
    han = found.han is not None
    return " + ".join(f"{e.amount} {reason(e.reason, e.text, lang, han)}" for e in entries)
