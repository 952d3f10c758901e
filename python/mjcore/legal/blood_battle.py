"""Play that goes on after a win: when it ends, which wins are compulsory near the wall's end, and what passing one
bars.

>>> from mjcore import rules
>>> goes_on([0, 1, 2, 3], live_tiles=20, rules=rules.get("sichuan", players=5))
False
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from mjcore.legal.inputs import amount, each
from mjcore.legal.local_rules import LocalRules
from mjcore.rules.base import RuleSet
from mjcore.rules.options import number
from mjcore.settle.ledger import seat_of, yes_no


def goes_on(won: Iterable[SupportsIndex] = (), *, live_tiles: SupportsIndex, rules: str | RuleSet = "sichuan") -> bool:
    """Whether a hand goes on after a discard that nobody takes, or after a win.

    won         the seats that have won in it
    live_tiles  how many can still be drawn: without one nothing goes on

    Option `mode`: xuezhan until one player is left, xueliu until the wall ends, single until the first win.
    """
    table = LocalRules(rules, "mode")
    players = table.rules.players
    winners = {seat_of(seat, players, "winner") for seat in each(won, "won")}
    most = {"single": 0, "xuezhan": players - 2, "xueliu": players}[str(table["mode"])]
    return amount(live_tiles, "live_tiles") > 0 and len(winners) <= most


def must_win(left: SupportsIndex, *, drawn_tile: bool = True, rules: str | RuleSet = "sichuan") -> bool:
    """Whether a win that is possible has to be taken.

    left        tiles of the wall before the last draw, the drawn one included
    drawn_tile  the win is on the tile of that draw: drawn, discarded at once, or added to a kong

    Option `forced_last` says from how many tiles on, `forced_win_scope` whether only wins on these tiles are meant.

    >>> must_win(4), must_win(5), must_win(2, drawn_tile=False)
    (True, False, False)
    """
    table = LocalRules(rules, "forced_last", "forced_win_scope")
    yes_no(drawn_tile, "drawn_tile")
    near_the_end = 0 < amount(left, "left") <= number(table["forced_last"])
    return near_the_end and (drawn_tile or table["forced_win_scope"] == "any_tile")


def win_after_passing(passed: SupportsIndex | None, value: SupportsIndex, *, drawn_since: bool,
                      rules: str | RuleSet = "sichuan") -> bool:
    """Whether a win worth `value` fans may be taken by a player who has let one pass.

    passed       the most fans of a win let pass; None: none
    drawn_since  the player has drawn a tile since then, which may be the winning one

    Option `missed_win`: nothing is barred, or wins worth as much or less until the own next draw.

    >>> win_after_passing(1, 2, drawn_since=False, rules="sichuan/sbr_2025")
    True
    >>> win_after_passing(1, 1, drawn_since=False, rules="sichuan/sbr_2025")
    False
    """
    table = LocalRules(rules, "missed_win")
    yes_no(drawn_since, "drawn_since")
    fans = amount(value, "value")
    if passed is None or drawn_since or table["missed_win"] == "none":
        return True
    return fans > amount(passed, "passed")
