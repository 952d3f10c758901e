"""`mjcore waits`: the tiles that complete a ready hand, and what it is worth with each."""

from __future__ import annotations

from typing import Any

import click

import mjcore
from mjcore.cli.console import NoWin, show, show_json, table
from mjcore.cli.options import (
    KINDS,
    OUTPUT,
    AskedHand,
    GroupedCommand,
    circumstance_options,
    counts_of,
    hand_options,
    option,
)
from mjcore.cli.score_text import worth
from mjcore.cli.tiles_text import tiles_in_style
from mjcore.cli.words import word
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet
from mjcore.waiting import WaitValue

NORTH = Tile("4z")


@click.command("waits", cls=GroupedCommand)
@hand_options
@option(OUTPUT, "--values", is_flag=True, help="What the hand is worth with each, drawn and discarded.")
@circumstance_options
def waits_command(asked: AskedHand, values: bool, circumstances: dict[str, Any]) -> None:
    """Show the tiles that complete a ready HAND of 3n + 1 tiles, and how many copies of each are left.

    With --values also what the win would be worth under --rules; the options of how it is won go with it.

    \b
    Exit code 0: HAND is ready
              1: it is not
              2: bad input
    """
    worths = _worths(asked, values, circumstances)
    options = dict(asked.options)
    if values:
        options["visible"] = _seen(options.get("visible"), circumstances)
    waits = mjcore.waits(asked.hand, asked.rules, **options)
    accepted = mjcore.acceptance(asked.hand, asked.rules, **options)
    left = dict(accepted.tiles)
    # of a kind that is waited for as a fifth copy there is none
    found = {tile: left.get(tile, 0) for tile in waits}
    copies = sum(found.values())
    if asked.as_json:
        answer: dict[str, Any] = {"waits": {str(tile): number for tile, number in found.items()}, "copies": copies}
        if values:
            answer["values"] = {
                str(tile): {"self_draw": w.self_draw.to_dict(asked.lang), "discard": w.discard.to_dict(asked.lang)}
                for tile, w in worths.items()
            }
        show_json(answer)
        click.get_current_context().exit(0 if found else 1)
    if not found:
        raise NoWin(f"the hand is not ready: its shanten is {accepted.shanten}")
    tile_column, left_column, *more = [
        word(key, asked.lang) for key in ("tile", "copies left", *(("drawn", "discarded") if values else ()))
    ]
    rows = (
        (tiles_in_style([tile], asked.style), number, *(_cells(worths.get(tile), asked.lang) if values else ()))
        for tile, number in found.items()
    )
    show(
        table("", tile_column, left_column, *more, right=[left_column], rows=rows),
        f"{word('copies left', asked.lang)}: {copies}",
    )


def _worths(asked: AskedHand, values: bool, circumstances: dict[str, Any]) -> dict[Tile, WaitValue]:
    """The waits with their values, where these are asked for."""
    if not values:
        if circumstances:
            raise click.UsageError(f"{_flag(next(iter(circumstances)))} needs --values")
        return {}
    if not isinstance(asked.rules, RuleSet) or asked.options["jokers"] or asked.options["void_suit"]:
        raise click.UsageError("--values needs --rules, and goes without --forms, --jokers and --void-suit")
    return {wait.tile: wait for wait in mjcore.wait_values(asked.hand, asked.rules, **circumstances)}


def _flag(name: str) -> str:
    """How an argument of `mjcore.score` is called on the command line."""
    for parameter in waits_command.params:
        if parameter.name == name:
            return parameter.opts[0]
    return name


def _seen(visible: list[int] | None, circumstances: dict[str, Any]) -> list[int]:
    """The visible copies with the indicators and the norths set aside."""
    seen = [visible or [0] * KINDS]
    for flag, name in (("--dora", "dora_indicators"), ("--ura", "ura_indicators")):
        text = circumstances.get(name, "")
        if text.strip():
            seen.append(counts_of(flag, text))
    counts = [sum(copies) for copies in zip(*seen, strict=True)]
    counts[NORTH.kind] += circumstances.get("nuki", 0)
    return counts


def _cells(wait: WaitValue | None, lang: str) -> tuple[str, str]:
    """A wait of which all copies are gone has no value."""
    return ("", "") if wait is None else (worth(wait.self_draw, lang), worth(wait.discard, lang))
