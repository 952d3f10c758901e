"""`mjcore waits`: the tiles that complete a ready hand, and what it is worth with each."""

from __future__ import annotations

from typing import Any

import click

import mjcore
from mjcore.cli.console import NoWin, show, show_json, table
from mjcore.cli.options import (
    COPIES,
    KINDS,
    OUTPUT,
    AskedHand,
    GroupedCommand,
    check_circumstances,
    circumstance_options,
    counts_of,
    flag_of,
    hand_options,
    option,
    wild_option,
)
from mjcore.cli.score_text import worth
from mjcore.cli.tiles_text import tiles_in_style
from mjcore.cli.words import word
from mjcore.errors import HandError
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet
from mjcore.waiting import WaitValue

NORTH, JOKER = Tile("4z"), Tile("0j")


@click.command("waits", cls=GroupedCommand)
@hand_options
@option(OUTPUT, "--values", is_flag=True, help="What the hand is worth with each, drawn and discarded.")
@circumstance_options
@wild_option
def waits_command(asked: AskedHand, values: bool, circumstances: dict[str, Any], wild: str | None) -> None:
    """Show the tiles that complete a ready HAND of 3n + 1 tiles, and how many copies of each are left.

    With --values also what the win would be worth under --rules; the options of how it is won go with it.
    Tiles of the kind --wild stand for every kind, and complete every ready hand.

    \b
    Exit code 0: HAND is ready
              1: it is not
              2: bad input
    """
    worths = _worths(asked, values, circumstances, wild)
    options = dict(asked.options)
    if values:
        options["visible"] = _seen(options.get("visible"), circumstances)
    hand: Hand | str = asked.hand
    if wild is not None:
        # wild tiles make no fifth copy beside the own melds
        hand, options["strict"] = _as_jokers(asked.hand, Tile(wild)), True
    waits = mjcore.waits(hand, asked.rules, **options)
    accepted = mjcore.acceptance(hand, asked.rules, **options)
    left = dict(accepted.tiles)
    if wild is not None and waits:
        left[Tile(wild)] = _wild_left(asked, Tile(wild), options.get("visible"))
        waits = tuple(sorted({*waits, Tile(wild)}))
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


def _worths(asked: AskedHand, values: bool, circumstances: dict[str, Any], wild: str | None) -> dict[Tile, WaitValue]:
    """The waits with their values, where these are asked for."""
    if isinstance(asked.rules, RuleSet) and wild is not None:
        check_circumstances(asked.rules, {"wild": wild})
    if not values:
        if circumstances:
            raise click.UsageError(f"{flag_of(next(iter(circumstances)))} needs --values")
        return {}
    if not isinstance(asked.rules, RuleSet) or asked.options["jokers"]:
        raise click.UsageError("--values needs --rules, and goes without --forms and --jokers")
    said = {"void_suit": asked.options["void_suit"], "wild": wild}
    circumstances |= {name: value for name, value in said.items() if value is not None}
    check_circumstances(asked.rules, circumstances)
    return {wait.tile: wait for wait in mjcore.wait_values(asked.hand, asked.rules, **circumstances)}


def _as_jokers(text: str, wild: Tile) -> Hand:
    """The hand with jokers for its concealed tiles of the wild kind."""
    if wild.kind >= KINDS:
        raise HandError(f"--wild: no set is made of {wild}")
    hand = Hand(text)
    return Hand.from_tiles([JOKER if tile.kind == wild.kind else tile for tile in hand.tiles], hand.melds)


def _wild_left(asked: AskedHand, wild: Tile, visible: list[int] | None) -> int:
    """Tiles of the wild kind that can be drawn yet: a tile that was turned up is none of them."""
    copies = asked.rules.lattice.wild_copies if isinstance(asked.rules, RuleSet) else COPIES
    hand = Hand(asked.hand)
    seen = [*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles)]
    gone = sum(tile.kind == wild.kind for tile in seen) + (visible or [0] * KINDS)[wild.kind]
    return max(copies - gone, 0)


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
