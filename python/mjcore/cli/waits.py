"""`mjcore waits`: the tiles that complete a ready hand."""

from __future__ import annotations

import click

import mjcore
from mjcore.cli.console import NoWin, show, show_json, table
from mjcore.cli.options import AskedHand, hand_options
from mjcore.cli.tiles_text import tiles_in_style
from mjcore.cli.words import word


@click.command("waits")
@hand_options
def waits_command(asked: AskedHand) -> None:
    """Show the tiles that complete a ready HAND of 3n + 1 tiles, and how many copies of each are left.

    \b
    Exit code 0: HAND is ready
              1: it is not
              2: bad input
    """
    waits = mjcore.waits(asked.hand, asked.rules, **asked.options)
    accepted = mjcore.acceptance(asked.hand, asked.rules, **asked.options)
    left = dict(accepted.tiles)
    # of a kind that is waited for as a fifth copy there is none
    found = {tile: left.get(tile, 0) for tile in waits}
    copies = sum(found.values())
    if asked.as_json:
        show_json({"waits": {str(tile): number for tile, number in found.items()}, "copies": copies})
        click.get_current_context().exit(0 if found else 1)
    if not found:
        raise NoWin(f"the hand is not ready: its shanten is {accepted.shanten}")
    columns = (word("tile", asked.lang), word("copies left", asked.lang))
    rows = ((tiles_in_style([tile], asked.style), number) for tile, number in found.items())
    show(table("", *columns, right=columns[1:], rows=rows), f"{word('copies left', asked.lang)}: {copies}")
