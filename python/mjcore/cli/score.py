"""`mjcore score`: the fans, total and payments of a win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

import mjcore
from mjcore import rules
from mjcore.cli.console import NoWin, show, show_json
from mjcore.cli.options import (
    RULES,
    SOME,
    WIN,
    GroupedCommand,
    check_circumstances,
    circumstance_options,
    json_option,
    lang_option,
    option,
    preset_options,
    read_rules,
    tiles_option,
    void_suit_option,
    wild_option,
)
from mjcore.cli.payments import asked_for, check_details, check_seat, payment_options, payment_table, place
from mjcore.cli.score_text import score_parts
from mjcore.errors import NotAWin


@click.command("score", cls=GroupedCommand)
@click.argument("hand")
@option(RULES, "--rules", "name", default="mcr", show_default=True, metavar="NAME",
        help=f"The rule set: {', '.join(rules.available())}; name/preset; or a rule file (.toml).")
@preset_options
@option(WIN, "--win", metavar="TILE", help="The winning tile; in HAND already or not. Only a flower win has none.")
@option(WIN, "--self-draw", is_flag=True, help="Won on the own draw.")
@option(WIN, "--rob-kong", is_flag=True, help="Won on the tile another player added to a pung.")
@circumstance_options
@option(WIN, "--last-copy", is_flag=True, help="The other three copies of the winning tile are face up.")
@option(SOME, "--seven-rob-one", is_flag=True, help="A flower win: the eighth flower, which another player exposes.")
@void_suit_option
@wild_option
@option(WIN, "--lenient", is_flag=True, help="Drop circumstances that can not be true, not refuse them.")
@payment_options
@tiles_option
@lang_option
@json_option
def score_command(hand: str, win: str | None, name: str, preset: str | None, settings: tuple[str, ...], lenient: bool,
                  circumstances: dict[str, Any], dealer: int, winner: int | None, loser: int | None,
                  details: dict[str, Any], tiles: str, lang: str, as_json: bool, **further: Any) -> None:
    """Score a win: HAND with or without its winning tile.

    \b
    Tiles: 123m characters, 456p dots, 789s bamboo, 1234z E S W N, 567z white green red; 0m 0p 0s red fives.
    Melds: [423s<] a chow of the previous player's 4s, [777z^] a pung, [1111z>] a kong,
           [1111z+<] an added kong, (1111z) a concealed kong.

    A win by flowers has no winning tile: HAND of 3n + 1 tiles, --flowers, and --self-draw or --seven-rob-one.

    \b
    Exit code 0: a win
              1: complete but below the minimum, or no winning shape
              2: bad input
    """
    rule_set = read_rules(name, preset, settings)
    for seat, what in ((dealer, "--dealer"), (winner, "--winner"), (loser, "--loser")):
        check_seat(rule_set, what, seat)
    circumstances |= {name: value for name, value in further.items() if value is not None and value is not False}
    paid = "self_draw" in circumstances or loser is not None
    if "streak" in circumstances and "streak" in asked_for(rule_set):
        details["streak"] = circumstances.pop("streak")
    check_details(rule_set, paid, details)
    check_circumstances(rule_set, circumstances)
    if win is None and not {"self_draw", "seven_rob_one"} & {*circumstances}:
        raise click.UsageError("--win is missing: only a flower win has no winning tile, and that needs --flowers, and "
                               "--self-draw or --seven-rob-one")
    winner, seat_wind = place(rule_set, dealer, winner, circumstances.pop("seat_wind", None))
    circumstances |= dict.fromkeys(_shown(rule_set.circumstances, details, winner, loser), True)
    try:
        found = mjcore.score(hand, win=win, rules=rule_set, strict=not lenient, seat_wind=seat_wind, **circumstances)
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


def _shown(known: tuple[str, ...], details: dict[str, Any], winner: int, loser: int | None) -> Iterator[str]:
    """What the seats that have laid their hands open mean for the win."""
    for name, seat in (("shown", winner), ("loser_shown", loser)):
        if name in known and seat in details.get("shown", ()):
            yield name
