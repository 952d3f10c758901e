"""Matches of Chinese Standard Mahjong as Botzone keeps them: played again on a table, compared with the judge's words.

Walls, draws, hands and decisions must be possible as they are told; compared are the fan that each seat could win with
at each discard, added kong and draw (`canHu`), whether it was enough, the fans of the win, and the payments.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from mjcore.check.fields import Fault, Fields
from mjcore.check.report import Difference
from mjcore.formats.botzone_matches import (
    NOT_ASKED,
    RULE_FILE,
    BotzoneEvent,
    BotzoneMatch,
    may_win,
    read_data,
    rule_set,
)
from mjcore.rules import RuleSet, load

if TYPE_CHECKING:
    from mjcore.game.tables import Table

# the judge writes another word for one fan
SPELLINGS = {"嵌张": "坎张"}
# labels of equal value that the rules let the player choose between: compared as one count
TWO_CHOWS = ("一般高", "喜相逢", "连六", "老少副")
NO_WIN = "no win"


def is_match(file: Fields) -> bool:
    return file.has("logs") and not file.has("schema")


def ident(case: Fields) -> str:
    return case.text("matchId", "the match")


def run(case: Fields) -> list[Difference]:
    """Compares all that a match states; what comes after a player's error is not there."""
    match = read_data(case.rest())
    if not match.events:
        raise Fault("nothing happens in the match: there is nothing to compare")
    found: list[Difference] = []
    table = match.table()
    # where one fan is enough every complete hand can win, so that the table says what it is worth
    for n, ((event, table), (_, any_win)) in enumerate(zip(match.replay(), match.replay(_any_win()), strict=True)):
        found += _wins(n, event, table, any_win)
    return found + _end(match, table)


@cache
def _any_win() -> RuleSet:
    return load("minimum = 1\n" + RULE_FILE)


def _wins(n: int, event: BotzoneEvent, table: Table, any_win: Table) -> list[Difference]:
    found = []
    for seat, fan in enumerate(event.can_hu):
        worth = _worth(any_win, seat) if may_win(event, any_win, seat) else 0
        if fan != NOT_ASKED and max(fan, 0) != worth:
            found.append(Difference(f"events[{n}].canHu[{seat}]", fan if fan > 0 else NO_WIN, worth or NO_WIN))
        enough, legal = fan >= rule_set().minimum, may_win(event, table, seat)
        if enough != legal:
            found.append(Difference(f"events[{n}]: may seat {seat} win", enough, legal))
    return found


def _worth(table: Table, seat: int) -> int:
    """What the seat would win with now."""
    table = table.clone(log=True)
    table.step("win", seat)
    while not table.done:
        table.step("pass")
    result = table.result
    assert result is not None, "a win without a result"
    worth: int = next(win.score.total for win in result.wins if win.seat == seat)
    return worth


def _end(match: BotzoneMatch, table: Table) -> list[Difference]:
    result = table.result
    if result is None or match.scores is None:
        # a player's error, or a record that breaks off
        return []
    found = []
    if match.scores != result.deltas:
        found.append(Difference("scores", match.scores, result.deltas))
    names = {row.public_id: row.names["zh"] for row in rule_set().fans}
    ours = _counts((names[fan.fan], fan.count) for win in result.wins for fan in win.score.fans)
    theirs = _counts((name, times) for name, times, _ in match.fans)
    if theirs != ours:
        found.append(Difference("fan", theirs, ours))
    return found


def _counts(fans: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, times in fans:
        name = "/".join(TWO_CHOWS) if name in TWO_CHOWS else SPELLINGS.get(name, name)
        found[name] = found.get(name, 0) + times
    return dict(sorted(found.items()))
