"""`mjcore shanten`: how far a hand is from being ready, by form, and which tiles bring it nearer."""

from __future__ import annotations

from collections.abc import Iterator

import click
from rich.table import Table
from rich.text import Text

import mjcore
from mjcore.cli.console import show, show_json, table
from mjcore.cli.options import AskedHand, hand_options, with_forms
from mjcore.cli.tiles_text import tiles_in_style
from mjcore.cli.words import form_name, word
from mjcore.errors import HandError
from mjcore.hand.answers import Acceptance


@click.command("shanten")
@hand_options
def shanten_command(asked: AskedHand) -> None:
    """Show how many tiles HAND is from being ready, and which tiles bring it nearer.

    -1 is complete, 0 ready. Without --rules the forms are sets and a pair, seven different pairs and
    thirteen orphans, and HAND may have any number of sets.

    \b
    Exit code 0: answered
              2: bad input
    """
    shanten = mjcore.shanten(asked.hand, asked.rules, **asked.options)
    forms = dict(_by_form(asked))
    accepted = mjcore.acceptance(asked.hand, asked.rules, **asked.options) if asked.left_to_draw else None
    if asked.as_json:
        show_json(
            {
                "shanten": shanten,
                "forms": forms,
                "accepted": None if accepted is None else {str(tile): left for tile, left in accepted.tiles},
                "copies": None if accepted is None else accepted.copies,
            }
        )
        return
    parts: list[str | Text | Table] = [_verdict(shanten, asked.lang)]
    if len(forms) > 1:
        columns = (word("form", asked.lang), word("shanten", asked.lang))
        rows = ((form_name(form, asked.lang), "" if far is None else far) for form, far in forms.items())
        parts.append(table("", *columns, right=columns[1:], rows=rows))
    if accepted is not None:
        parts.append(_accepted(accepted, asked))
    show(*parts)


def _by_form(asked: AskedHand) -> Iterator[tuple[str, int | None]]:
    """Each form with its shanten; None for one that the hand can not have."""
    for form in asked.engine.forms:
        try:
            yield form, with_forms(asked.engine, (form,)).shanten(asked.hand, **asked.options)
        except HandError:
            # that there is nothing else to refuse is known by then
            yield form, None


def _verdict(shanten: int, lang: str) -> Text:
    text = f"{word('shanten', lang)} {shanten}"
    if shanten <= 0:
        text += f": {word('ready' if shanten == 0 else 'complete', lang)}"
    return Text(text, style="bold")


def _accepted(accepted: Acceptance, asked: AskedHand) -> str:
    tiles = tiles_in_style((tile for tile, _ in accepted.tiles), asked.style)
    return (
        f"{word('accepted tiles', asked.lang)}: {tiles}\n{word('copies left', asked.lang)}: {accepted.copies}"
    )
