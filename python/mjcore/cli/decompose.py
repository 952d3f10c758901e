"""`mjcore decompose`: every way to read a complete hand."""

from __future__ import annotations

import click

from mjcore.cli.console import NoWin, show, show_json, table
from mjcore.cli.options import json_option, lang_option
from mjcore.cli.words import form_name, word
from mjcore.hand.decompose import decompose as readings_of


@click.command("decompose")
@click.argument("hand")
@click.option("--win", metavar="TILE", help="The winning tile, if HAND is without it.")
@lang_option
@json_option
def decompose_command(hand: str, win: str | None, lang: str, as_json: bool) -> None:
    """Show every way to read a complete HAND as sets and a pair, or as a special form.

    Jokers (0j) may stand for any kind; each reading says for which.

    \b
    Exit code 0: there is one
              1: there is none
              2: bad input
    """
    readings = readings_of(hand, win)
    if as_json:
        show_json(
            [
                {"form": r.form, "sets": list(r.sets), "pair": r.pair, "pattern": r.pattern, "jokers": list(r.jokers)}
                for r in readings
            ]
        )
        click.get_current_context().exit(0 if readings else 1)
    if not readings:
        raise NoWin("the tiles can not be read as a complete hand")
    columns = [word("reading", lang), word("sets", lang), word("pair", lang)]
    rows = [[form_name(r.form, lang), " ".join(filter(None, (r.pattern, *r.sets))), r.pair] for r in readings]
    if any(r.jokers for r in readings):
        columns.append(word("jokers", lang))
        for row, reading in zip(rows, readings, strict=True):
            row.append(" ".join(reading.jokers))
    show(table("", *columns, rows=rows))
