"""A score as tables for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from mjcore.cli.console import table
from mjcore.cli.payments import multiplies
from mjcore.cli.tiles_text import in_style, tiles_in_style
from mjcore.cli.words import form_name, fu_item, han_and_fu, limit_name, name_in, points_and_fan, word, yakuman
from mjcore.fans.scores import Score


def score_parts(found: Score, lang: str, style: str) -> list[str | Text | Table]:
    """The reading, the counted fans, what they cover, the fu, the total and the verdict."""
    names = {fan: found.rules.fan(fan).name(lang) for fan in found.rules.fan_ids}
    points, fan, sets = _columns(found, lang)
    names["combination"] = word("combination", lang)
    parts: list[str | Text | Table] = [_hand(found, style), Text(_reading(found, lang, style), style="bold")]
    if found.win.wild is not None:
        parts.append(_wild(found, lang, style))
    parts.append(
        table(
            "", points, fan, sets, right=[points],
            rows=((_worth_of(found, e.value), _times(names[e.fan], e.count), _join(e.sets, style))
                  for e in found.fans),
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
        return *points_and_fan(found.rules.point_names, lang), word("sets", lang)
    return word("yakuman" if found.yakuman else "han", lang), word("yaku", lang), word("sets", lang)


def _hand(found: Score, style: str) -> str:
    """The hand and its winning tile, or its flowers where these win."""
    win = found.win
    last = tiles_in_style(win.flowers, style) if win.win_tile is None else in_style(str(win.win_tile), style)
    return f"{in_style(win.text, style)} + {last}"


def _reading(found: Score, lang: str, style: str) -> str:
    """How the hand is read: the form, then the tiles of its pattern, its sets and its pair."""
    if found.win.win_tile is None:
        return word("flower win", lang)
    reading = found.reading
    tiles = _join((reading.pattern, *reading.sets, reading.pair), style)
    form = form_name(reading.form, lang)
    if reading.form == "pairs_and_set" and len({*reading.sets[0]}) == 2:
        form = word("pairs and a pung", lang)
    return f"{form}: {tiles}" if tiles else form


def _wild(found: Score, lang: str, style: str) -> str:
    """The wild kind, and what its tiles stand for besides themselves."""
    text = f"{word('wild', lang)}: {in_style(str(found.win.wild), style)}"
    if found.wild_as:
        text += f" ({word('standing for', lang)} {tiles_in_style(found.wild_as, style)})"
    return text


def _worth_of(found: Score, value: int) -> str:
    """A value, with a cross where values multiply."""
    return f"×{value}" if multiplies(found.rules) else str(value)


def _join(texts: Iterable[str], style: str) -> str:
    return " ".join(in_style(text, style) for text in texts if text)


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def worth(found: Score, lang: str) -> str:
    """What a hand is worth in a few words: "4 han 40 fu, mangan: 8000", "6 faan: 32", and whether it may win if it may
    not."""
    if found.han is None:
        text = _worth_of(found, found.total)
        if found.rules.units:
            text += f" {name_in(found.rules.point_names, lang)}"
    elif found.yakuman:
        text = yakuman(found.yakuman, lang)
    else:
        text = han_and_fu(found.han, found.fu or 0, lang)
        if found.limit:
            text += f", {limit_name('kazoe' if found.limit == 'yakuman' else found.limit, lang)}"
    if not found.legal:
        return f"{text}: {word('not legal', lang)}"
    if found.han is not None:
        return f"{text}: {found.total}"
    return text if found.unit is None else f"{text}: {found.unit}"


def _verdict(found: Score, lang: str) -> Text:
    style = "green" if found.legal else "red"
    if found.han is not None:
        return Text(worth(found, lang) + (f": {_refusal(found, lang)}" if found.reason else ""), style=style)
    text = Text(f"{word('total', lang)} {_worth_of(found, found.total)}")
    if found.raw > found.total:
        text.append(f" ({word('before the cap', lang)} {found.raw})")
    elif found.total != found.total_without_flowers:
        text.append(f" ({word('without flowers', lang)} {found.total_without_flowers})")
    if found.legal and found.unit is not None:
        parts = (str(found.unit), word("a share", lang))
        text.append(f", {' '.join(parts if lang == 'en' else reversed(parts))}")
    if found.legal:
        return text.append(f": {word('legal', lang)}", style=style)
    return text.append(f": {word('not legal', lang)}: {_refusal(found, lang)}", style=style)


def _refusal(found: Score, lang: str) -> str:
    """Why a hand may not win."""
    return found.reason if lang == "en" else f"{word('minimum', lang)} {found.rules.minimum}"
