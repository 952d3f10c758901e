"""Options about who wins from whom and what else payments go by, and the table of payments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any, cast

import click
from rich.table import Table

from mjcore.cli.console import table
from mjcore.cli.options import PAYMENTS, SEATS, WINDS, option
from mjcore.cli.words import hand_points, name_in, reason, word
from mjcore.fans.scores import Score
from mjcore.rules.base import RuleSet
from mjcore.settle.ledger import Ledger

WIND_NAMES = {"en": "ESWN", "zh": "东南西北", "ja": "東南西北"}


def _numbers(_context: click.Context, parameter: click.Parameter, text: str | None) -> list[int] | None:
    """Whole numbers with commas."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        raise click.UsageError(f"{parameter.opts[0]} {text}: expected whole numbers with commas, like 0,2")
    return [int(part) for part in parts]


# by the arguments of the settlements
DETAILS: dict[str, Callable[[Any], Any]] = {
    "pao": option(PAYMENTS, "--pao", type=int, metavar="SEAT", help="The seat that is liable for the hand."),
    "honba": option(PAYMENTS, "--honba", type=click.IntRange(0), metavar="N", help="Counters on the table."),
    "sticks": option(PAYMENTS, "--sticks", type=click.IntRange(0), metavar="N",
                     help="Riichi deposits that the winner takes."),
    "won": option(PAYMENTS, "--won", callback=_numbers, metavar="SEAT,...",
                  help="Seats that have won before and are out of the hand."),
    "winners": option(PAYMENTS, "--winners", callback=_numbers, metavar="SEAT,...",
                      help="All seats that win on the tile: they pay each other nothing."),
    "direct_kong_from": option(PAYMENTS, "--kong-from", "direct_kong_from", type=int, metavar="SEAT",
                               help="Who gave the tile of the exposed kong, in a win on its replacement."),
    "shown": option(PAYMENTS, "--shown-seats", "shown_seats", callback=_numbers, metavar="SEAT,...",
                    help="All seats that have laid their hands open; says --shown and --loser-shown too."),
    "piao": option(PAYMENTS, "--piao", callback=_numbers, metavar="N,...", help="What each seat floats, like 1,3,0."),
    "horse_tile": option(PAYMENTS, "--horse", "horse_tile", metavar="TILE", help="The tile turned for the horse."),
    "bao": option(PAYMENTS, "--bao", type=int, metavar="SEAT",
                  help="Who gave a shown hand its tile and held a safe one: pays for all."),
}  # fmt: skip
# parameters that are not called as the argument
NAMED = {"shown": "shown_seats"}
ONE_SEAT, SEVERAL_SEATS = ("pao", "direct_kong_from", "bao"), ("won", "winners", "shown")


def payment_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The seats, and what else payments go by, given to the function as `details`: those that were said."""

    @option(SEATS, "--dealer", type=int, metavar="SEAT", default=0, help="The dealer's seat, 0 and up.  [default: 0]")
    @option(SEATS, "--winner", type=int, metavar="SEAT", help="The winner's seat.  [default: by --seat-wind]")
    @option(SEATS, "--loser", type=int, metavar="SEAT", help="The seat whose tile won: shows the payments.")
    @wraps(function)
    def command(*arguments: Any, **more: Any) -> Any:
        given = {name: more.pop(NAMED.get(name, name)) for name in DETAILS}
        return function(*arguments, details={k: v for k, v in given.items() if v is not None}, **more)

    for add in reversed(DETAILS.values()):
        add(command)
    return cast(Callable[..., Any], command)


def asked_for(rule_set: RuleSet) -> tuple[str, ...]:
    """What the settlement of a rule set takes beside the seats."""
    return tuple(signature(rule_set.make_settlement).parameters)[4:]


def check_details(rule_set: RuleSet, paid: bool, details: dict[str, Any]) -> None:
    """Refuses what the settlement of the rules does not ask for, seats that are none, and all of it where nothing is
    paid."""
    known = asked_for(rule_set)
    for name, value in details.items():
        flag = _flag(name)
        if name not in known:
            raise click.UsageError(f"{flag}: the payments of {rule_set.id} do not ask for it")
        if not paid:
            raise click.UsageError(f"{flag} is about payments: a win on another player's tile needs --loser too")
        if name in ONE_SEAT:
            check_seat(rule_set, flag, value)
        elif name in SEVERAL_SEATS:
            for seat in value:
                check_seat(rule_set, flag, seat)


def check_seat(rule_set: RuleSet, flag: str, seat: int | None) -> None:
    """Refuses a seat that the table has not."""
    if seat is not None and not 0 <= seat < rule_set.players:
        raise click.UsageError(f"{flag} {seat}: expected a seat 0..{rule_set.players - 1}")


def _flag(name: str) -> str:
    for parameter in click.get_current_context().command.params:
        if parameter.name == NAMED.get(name, name):
            return parameter.opts[0]
    return name


def place(rule_set: RuleSet, dealer: int, winner: int | None, seat_wind: str | None) -> tuple[int, str]:
    """The winner's seat and wind, each found from the other where only one is given. Beyond the fourth seat there are
    no winds, and that of any player but the dealer will do."""
    players = rule_set.players
    if winner is None:
        wind = seat_wind or WINDS[0]
        if wind not in WINDS[:players]:
            raise click.UsageError(f"--seat-wind {wind}: {players} players have {', '.join(WINDS[:players])}")
        return (dealer + WINDS.index(wind)) % players, wind
    steps = (winner - dealer) % players
    wind = WINDS[steps] if steps < len(WINDS) else WINDS[1]
    if seat_wind not in (None, wind):
        raise click.UsageError(f"--winner {winner} with --dealer {dealer} has the wind {wind}, not {seat_wind}")
    return winner, wind


def payment_table(found: Score, ledger: Ledger, dealer: int, lang: str) -> Table:
    """What each seat gains or pays, and for what; with the winds where the rules have them."""
    change, players = word("change", lang), found.rules.players
    winds = "round_wind" in found.rules.circumstances
    return table(
        "", word("seat", lang), *([word("wind", lang)] if winds else []), change, word("why", lang), right=[change],
        rows=(
            (seat, *([WIND_NAMES[lang][(seat - dealer) % players]] if winds else []), f"{amount:+d}",
             _reasons(found, ledger, seat, lang))
            for seat, amount in enumerate(ledger.totals(players))
        ),
    )


def _reasons(found: Score, ledger: Ledger, seat: int, lang: str) -> str:
    """What a seat pays, and what it gets from nobody; payments for the same as one."""
    amounts: dict[str, int] = {}
    for entry in _entries(ledger, seat):
        name = _reason(found, entry.reason, entry.text, lang)
        amounts[name] = amounts.get(name, 0) + entry.amount
    return " + ".join(f"{amount} {name}" for name, amount in amounts.items())


def _entries(ledger: Ledger, seat: int) -> Iterable[Any]:
    return [*ledger.only(payer=seat), *ledger.outside.only(receiver=seat)]


def _reason(found: Score, key: str, text: str, lang: str) -> str:
    """The reason of a payment; where the points themselves are paid, what the rule set calls them."""
    if key == "points" and found.han is not None:
        return hand_points(lang)
    if key == "points" and not found.rules.units and not multiplies(found.rules):
        return name_in(found.rules.point_names, lang)
    return reason(key, text, lang)


def multiplies(rule_set: RuleSet) -> bool:
    """Whether values multiply instead of adding up."""
    return bool(rule_set.make_lattice_options(rule_set.values).get("product"))
