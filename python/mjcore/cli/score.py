"""`mjcore score`: the fans, total and payments of a win."""

from __future__ import annotations

from inspect import signature
from typing import Any

import click

import mjcore
from mjcore.cli.console import NoWin, show, show_json
from mjcore.cli.options import (
    RULES,
    SEATS,
    WIN,
    WINDS,
    GroupedCommand,
    circumstance_options,
    json_option,
    lang_option,
    option,
    preset_options,
    read_rules,
    tiles_option,
)
from mjcore.cli.score_text import payment_table, score_parts
from mjcore.errors import NotAWin
from mjcore.rules.base import RuleSet


@click.command("score", cls=GroupedCommand)
@click.argument("hand")
@option(RULES, "--rules", "name", default="mcr", show_default=True, metavar="NAME",
        help="The rule set, or a rule file (.toml).")
@preset_options
@option(WIN, "--win", required=True, metavar="TILE", help="The winning tile; in HAND already or not.")
@option(WIN, "--self-draw", is_flag=True, help="Won on the own draw.")
@option(WIN, "--rob-kong", is_flag=True, help="Won on the tile another player added to a pung.")
@circumstance_options
@option(WIN, "--last-copy", is_flag=True, help="The other three copies of the winning tile are face up.")
@option(WIN, "--lenient", is_flag=True, help="Drop circumstances that can not be true, not refuse them.")
@option(SEATS, "--dealer", type=int, metavar="SEAT", default=0, help="The dealer's seat, 0 and up.  [default: 0]")
@option(SEATS, "--winner", type=int, metavar="SEAT", help="The winner's seat.  [default: by --seat-wind]")
@option(SEATS, "--loser", type=int, metavar="SEAT", help="The seat whose tile won: shows the payments.")
@option(SEATS, "--honba", type=click.IntRange(0), metavar="N", help="Counters; riichi mahjong only, as what follows.")
@option(SEATS, "--sticks", type=click.IntRange(0), metavar="N", help="Riichi deposits that the winner takes.")
@option(SEATS, "--pao", type=int, metavar="SEAT", help="The seat that is liable for a yakuman.")
@tiles_option
@lang_option
@json_option
def score_command(hand: str, win: str, name: str, preset: str | None, settings: tuple[str, ...], self_draw: bool,
                  lenient: bool, circumstances: dict[str, Any], dealer: int, winner: int | None, loser: int | None,
                  honba: int | None, sticks: int | None, pao: int | None, tiles: str, lang: str, as_json: bool,
                  **further: Any) -> None:
    """Score a win: HAND with or without its winning tile.

    \b
    Tiles: 123m characters, 456p dots, 789s bamboo, 1234z E S W N, 567z white green red; 0m 0p 0s red fives.
    Melds: [423s<] a chow of the previous player's 4s, [777z^] a pung, [1111z>] a kong,
           [1111z+<] an added kong, (1111z) a concealed kong.

    \b
    Exit code 0: a win
              1: complete but below the minimum, or no winning shape
              2: bad input
    """
    rule_set = read_rules(name, preset, settings)
    for seat, what in ((dealer, "--dealer"), (winner, "--winner"), (loser, "--loser"), (pao, "--pao")):
        if seat is not None and not 0 <= seat < rule_set.players:
            raise click.UsageError(f"{what} {seat}: expected a seat 0..{rule_set.players - 1}")
    paid = self_draw or loser is not None
    details = _details(rule_set, paid, honba=honba, sticks=sticks, pao=pao)
    winner, seat_wind = _place(dealer, winner, circumstances.pop("seat_wind", None), rule_set.players)
    try:
        found = mjcore.score(
            hand, win=win, rules=rule_set, strict=not lenient, self_draw=self_draw, seat_wind=seat_wind,
            **further, **circumstances,
        )
    except NotAWin as error:
        raise NoWin(str(error)) from error
    if as_json:
        show_json(found.to_dict(lang, dealer=dealer, winner=winner, loser=loser, **details))
    else:
        parts = score_parts(found, lang, tiles)
        if found.legal and paid:
            ledger = found.ledger(dealer=dealer, winner=winner, loser=loser, **details)
            parts.append(payment_table(found, ledger, dealer, lang))
        show(*parts)
    click.get_current_context().exit(0 if found.legal else 1)


def _details(rule_set: RuleSet, paid: bool, **given: int | None) -> dict[str, int]:
    """What was said about payments beside the seats, if the settlement of the rules asks for it."""
    details = {name: value for name, value in given.items() if value is not None}
    known = signature(rule_set.make_settlement).parameters
    for name in details:
        if name not in known:
            raise click.UsageError(f"--{name}: the payments of {rule_set.id} do not ask for it")
        if not paid:
            raise click.UsageError(f"--{name} is about payments: a win on another player's tile needs --loser too")
    return details


def _place(dealer: int, winner: int | None, seat_wind: str | None, players: int) -> tuple[int, str]:
    """The winner's seat and wind, each found from the other where only one is given."""
    if winner is None:
        wind = seat_wind or WINDS[0]
        if wind not in WINDS[:players]:
            raise click.UsageError(f"--seat-wind {wind}: {players} players have {', '.join(WINDS[:players])}")
        return (dealer + WINDS.index(wind)) % players, wind
    wind = WINDS[(winner - dealer) % players]
    if seat_wind not in (None, wind):
        raise click.UsageError(
            f"--winner {winner} with --dealer {dealer} has the wind {wind}, not {seat_wind}"
        )
    return winner, wind
