"""`mjcore discards`: what to discard."""

from __future__ import annotations

from collections.abc import Iterable

import click
from rich.text import Text

import mjcore
from mjcore.cli.console import show, show_json, table
from mjcore.cli.options import AskedHand, hand_options
from mjcore.cli.tiles_text import tiles_in_style
from mjcore.cli.words import word
from mjcore.hand.answers import Discard


@click.command("discards")
@hand_options
@click.option("--all", "every", is_flag=True, help="Those too that lead away from a win.")
@click.option("--any-suit", is_flag=True, help="Not only tiles of the void suit while there are some.")
def discards_command(asked: AskedHand, every: bool, any_suit: bool) -> None:
    """Show what to discard from a HAND of 3n + 2 tiles, the best first.

    A line for each discard that keeps the least shanten: the tiles which then bring the hand nearer, and how
    many copies of them are left. Most copies first.

    \b
    Exit code 0: answered
              2: bad input
    """
    found = mjcore.discards(asked.hand, asked.rules, any_suit=any_suit, **asked.options)
    chosen = found if every else tuple(each for each in found if each.shanten == found[0].shanten)
    if asked.as_json:
        show_json(
            [
                {
                    "discard": str(each.tile),
                    "shanten": each.shanten,
                    "accepted": {str(tile): left for tile, left in each.accepted},
                    "copies": each.copies,
                }
                for each in chosen
            ]
        )
        return
    columns = [word(key, asked.lang) for key in ("discard", "shanten", "accepted tiles", "copies left")]
    rows = (_row(each, found[0], asked.style) for each in chosen)
    show(table("", *columns, right=(columns[1], columns[3]), rows=rows))


def _row(each: Discard, best: Discard, style: str) -> Iterable[object]:
    bold = "bold" if (each.shanten, each.copies) == (best.shanten, best.copies) else ""
    cells = (
        tiles_in_style([each.tile], style),
        each.shanten,
        tiles_in_style((tile for tile, _ in each.accepted), style),
        each.copies,
    )
    return (Text(str(cell), style=bold) for cell in cells)
