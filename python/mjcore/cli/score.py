"""`mjcore score`: the fans, total and payments of a win."""

from __future__ import annotations

import re
from typing import Any

import click

import mjcore
from mjcore.cli.console import NoWin, show, show_json
from mjcore.cli.options import json_option, lang_option, preset_options, read_rules, tiles_option
from mjcore.cli.score_text import payment_table, score_parts
from mjcore.errors import NotAWin

WINDS = "ESWN"
SEAT = click.IntRange(0, 3)
WIND = click.Choice(tuple(WINDS), case_sensitive=False)
NOTED = "|".join(WINDS)  # how click shows the winds


def _flowers(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | int | None:
    """A number of flowers, or their tiles like 13f."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,3}", text) else text


@click.command("score")
@click.argument("hand")
@click.option("--win", required=True, metavar="TILE", help="The winning tile; in HAND already or not.")
@click.option("--rules", "name", default="mcr", show_default=True, metavar="NAME", help="The rule set.")
@preset_options
@click.option("--self-draw", is_flag=True, help="Won on the own draw.")
@click.option("--rob-kong", is_flag=True, help="Won on the tile another player added to a pung.")
@click.option("--last-tile", is_flag=True, help="On the wall's last tile, drawn or discarded after it.")
@click.option("--after-kong", is_flag=True, help="Drawn as replacement of a kong.")
@click.option("--after-flower", is_flag=True, help="Drawn as replacement of a flower.")
@click.option("--last-copy", is_flag=True, help="The other three copies of the winning tile are face up.")
@click.option("--first-turn", is_flag=True, help="Before anybody's second turn.")
@click.option("--seat-wind", type=WIND, metavar=NOTED, help="The winner's.  [default: by --winner, else E]")
@click.option(
    "--round-wind", type=WIND, metavar=NOTED, default="E", show_default=True, help="The wind of the round."
)
@click.option("--flowers", callback=_flowers, metavar="TILES", help="Flowers: a number, or tiles like 13f.")
@click.option("--lenient", is_flag=True, help="Drop circumstances that can not be true, not refuse them.")
@click.option("--dealer", type=SEAT, metavar="SEAT", default=0, help="The dealer's seat, 0..3.  [default: 0]")
@click.option("--winner", type=SEAT, metavar="SEAT", help="The winner's seat.  [default: by --seat-wind]")
@click.option("--loser", type=SEAT, metavar="SEAT", help="The seat whose tile won: shows the payments.")
@tiles_option
@lang_option
@json_option
def score_command(hand: str, win: str, name: str, preset: str | None,
                  settings: tuple[str, ...], lenient: bool, dealer: int, winner: int | None,
                  loser: int | None, tiles: str, lang: str, as_json: bool, seat_wind: str | None,
                  flowers: str | int | None, **circumstances: Any) -> None:
    """Score a win: HAND with or without its winning tile.

    \b
    Tiles: 123m characters, 456p dots, 789s bamboo, 1234z E S W N, 567z white green red.
    Melds: [423s<] a chow of the previous player's 4s, [777z^] a pung, [1111z>] a kong,
           [1111z+<] an added kong, (1111z) a concealed kong.

    \b
    Exit code 0: a win
              1: complete but below the minimum, or no winning shape
              2: bad input
    """
    rule_set = read_rules(name, preset, settings)
    winner, seat_wind = _place(dealer, winner, seat_wind)
    if flowers is not None:
        circumstances["flowers"] = flowers
    try:
        found = mjcore.score(
            hand, win=win, rules=rule_set, strict=not lenient, seat_wind=seat_wind, **circumstances
        )
    except NotAWin as error:
        raise NoWin(str(error)) from error
    if as_json:
        show_json(found.to_dict(lang, dealer=dealer, winner=winner, loser=loser))
    else:
        parts = score_parts(found, lang, tiles)
        if found.legal and (loser is not None or circumstances["self_draw"]):
            parts.append(payment_table(found, dealer, winner, loser, lang))
        show(*parts)
    click.get_current_context().exit(0 if found.legal else 1)


def _place(dealer: int, winner: int | None, seat_wind: str | None) -> tuple[int, str]:
    """The winner's seat and wind, each found from the other where only one is given."""
    if winner is None:
        wind = seat_wind or WINDS[0]
        return (dealer + WINDS.index(wind)) % 4, wind
    wind = WINDS[(winner - dealer) % 4]
    if seat_wind not in (None, wind):
        raise click.UsageError(
            f"--winner {winner} with --dealer {dealer} has the wind {wind}, not {seat_wind}"
        )
    return winner, wind
