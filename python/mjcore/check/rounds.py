"""Whole riichi rounds, one JSON object a line: played again on a table, compared with what the line says happened.

A round with its wall is dealt from it and driven by its events: whoever is asked does what the line says he did next,
or passes. All that is seen on the way and at the end must be what the line says. A round without its wall is checked
for its settlement and for the state it leads to.
"""

from __future__ import annotations

from typing import Any

from mjcore.check import riichi_wins
from mjcore.check.fields import Fault, Fields
from mjcore.check.report import Difference
from mjcore.check.round_lines import CALLS, KIND, STICK, Round, ident, read
from mjcore.check.round_replay import Replay, differing, placed
from mjcore.check.values import compare
from mjcore.rules.riichi_match import (
    final_points,
    first_hand,
    next_hand,
    settle_exhaustive_draw,
    settle_nagashi,
)
from mjcore.settle.ledger import Ledger, Transfer
from mjcore.settle.match import Ending, MatchEnd, MatchState

__all__ = ["Rounds", "ident"]

SUITS = 27  # kinds of suits, before the honours
ENDS_OF_RUN = {kind for kind in range(SUITS) if kind % 9 in (0, 8)} | set(range(SUITS, 34))


class Rounds:
    """Runs the rounds of a file, one after the other: each must begin as the one before in its game ended."""

    def __init__(self) -> None:
        self._next: dict[str, tuple[int, MatchState | MatchEnd]] = {}

    def run(self, case: Fields) -> list[Difference]:
        """Compares all that a round states."""
        found = read(case)
        differences = self._begins(found)
        for n, win in enumerate(found.wins):
            told = {name: value for name, value in win.items() if name != "id"}
            rules = {name: found.rules.values[name] for name in ("kuitan", "length")}
            rules["aka"] = bool(found.rules.values["aka"])
            differences += placed(f"wins[{n}]", riichi_wins.run(
                Fields(told | {"players": found.state.players, "rules": rules}, f"wins[{n}]")))
        differences += _settlement(found)
        if found.wall is not None:
            differences += Replay(found, found.wall).run()
        return differences + self._ends(found)

    def _begins(self, found: Round) -> list[Difference]:
        index, expected = self._next.pop(found.game, (0, first_hand(found.rules)))
        if index != found.index:
            return []  # nothing is known of the round before
        if isinstance(expected, MatchEnd):
            return [Difference("index", f"another round, {index}", f"the end of the game ({expected.reason})")]
        return differing(_told(found.state), _told(expected))

    def _ends(self, found: Round) -> list[Difference]:
        followed = next_hand(found.state, _ending(found), _ledger(found), found.rules)
        self._next[found.game] = (found.index + 1, followed)
        if isinstance(followed, MatchState):
            return [Difference("final", "the end of the game", followed)] if found.final else []
        if not found.final:
            return [Difference("final", "no end of the game", followed.reason)]
        return compare(found.final, {
            "scores": lambda: list(followed.scores),
            "points": lambda: [points / 1000 for points in final_points(followed.scores, found.rules)],
        }, "the end of a game")


def _told(state: MatchState) -> dict[str, object]:
    return {"round_wind": state.round_wind, "kyoku": state.kyoku, "dealer": state.dealer, "honba": state.honba,
            "sticks": state.deposits, "scores": list(state.scores)}


def _settlement(found: Round) -> list[Difference]:
    """Deposits, payments and scores after them fit together."""
    players, state = found.state.players, found.state
    before = list(state.scores)
    for seat in found.deposits:
        before[seat] -= STICK
    sticks = state.deposits + len(found.deposits)
    moved = [0] * players
    stated: dict[str, object] = {"scores_after": found.after}
    answers: dict[str, object] = {}
    if found.draw is not None:
        draw = {name: found.draw[name] for name in ("deltas", "scores_before", "honba", "sticks")}
        ledger = _draw_ledger(found, found.draw)
        moved = list(ledger.totals(players))
        told = {"deltas": moved, "scores_before": before, "honba": state.honba, "sticks": sticks}
        stated |= {f"draw.{name}": value for name, value in draw.items()}
        answers |= {f"draw.{name}": value for name, value in told.items()}
    for n, win in enumerate(found.wins):
        moved = [one + other for one, other in zip(moved, win["deltas"], strict=True)]
        # the first in turn order takes the deposits and the honba
        for name, value in (("sticks", sticks), ("honba_paid", state.honba)):
            stated[f"wins[{n}].{name}"] = win[name]
            answers[f"wins[{n}].{name}"] = 0 if n else value
    answers["scores_after"] = [one + other for one, other in zip(before, moved, strict=True)]
    return differing(stated, answers)


def _draw_ledger(found: Round, draw: dict[str, Any]) -> Ledger:
    if draw["type"] == "exhaustive":
        return settle_exhaustive_draw(draw["shown"], found.rules)
    if draw["type"] != "nagashi_mangan":
        return Ledger()
    rivers: dict[int, set[int]] = {seat: set() for seat in range(found.state.players)}
    called = {event.other for event in found.events if event.name in CALLS}
    for event in found.events:
        if event.name == "discard":
            rivers[event.seat].add(event.tile & KIND)
    seats = [seat for seat, river in rivers.items() if seat not in called and river <= ENDS_OF_RUN]
    if not seats:
        raise Fault("draw.type is nagashi_mangan: nobody threw terminals and honours only")
    return settle_nagashi(seats, dealer=found.state.dealer, rules=found.rules)


def _ending(found: Round) -> Ending:
    if found.draw is None:
        return Ending("win", tuple(win["winner"] for win in found.wins))
    kinds = {"exhaustive": "exhaustive_draw", "nagashi_mangan": "nagashi_mangan"}
    kind = kinds.get(found.draw["type"], "abortive_draw")
    return Ending(kind, tenpai=tuple(found.draw["shown"]) if kind != "abortive_draw" else ())


def _ledger(found: Round) -> Ledger:
    """What the line says that moved, deposits told apart."""
    entries = [Transfer(seat, None, STICK, "riichi_deposit") for seat in found.deposits]
    entries += [Transfer(None, win["winner"], STICK * win["sticks"], "deposits") for win in found.wins if win["sticks"]]
    known = Ledger(entries).totals(found.state.players)
    for seat, (moved, told) in enumerate(zip(found.moved, known, strict=True)):
        if moved > told:
            entries.append(Transfer(None, seat, moved - told, "points"))
        elif moved < told:
            entries.append(Transfer(seat, None, told - moved, "points"))
    return Ledger(entries)
