"""A riichi match by a rule set's options: several wins on one tile, draws, the next hand, the final points.

The functions of `mjcore.settle` take every number as an argument; these take them from a rule set.

>>> from mjcore.settle import Ending
>>> state = first_hand("riichi/tenhou")
>>> ledger = settle_exhaustive_draw([1], rules="riichi/tenhou")
>>> print(next_hand(state, Ending("exhaustive_draw", tenpai=(1,)), ledger, rules="riichi/tenhou"))
E2 honba 1, deposits 0: (24000, 28000, 24000, 24000)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mjcore.errors import HandError, RuleError
from mjcore.fans.scores import Score
from mjcore.rules import RuleSet, resolve, riichi_play
from mjcore.rules.options import number
from mjcore.rules.riichi import RULES
from mjcore.settle import hand_draws, match, shares
from mjcore.settle.ledger import Ledger
from mjcore.settle.match import Ending, MatchEnd, MatchState

DEFAULT = "riichi"


def riichi_rules(rules: str | RuleSet) -> RuleSet:
    """The rule set, which must be riichi or made from it."""
    found = resolve(rules)
    if found.make_settlement is not RULES.make_settlement:
        raise RuleError(f"{found.id} is no rule set of riichi")
    return found


def first_hand(rules: str | RuleSet = DEFAULT) -> MatchState:
    """East 1 with the points at the start."""
    return riichi_play.first_hand(riichi_rules(rules))


def ron_winners(claimants: Iterable[int], loser: int, rules: str | RuleSet = DEFAULT) -> tuple[int, ...]:
    """Which of those who call ron on one tile win, in turn order; () if three rons end the hand without a winner.

    >>> ron_winners([0, 3], 2), ron_winners([0, 3], 2, "mleague"), ron_winners([0, 1, 3], 2)
    ((3, 0), (3,), ())
    """
    values = riichi_rules(rules).values
    return shares.ron_winners(claimants, loser, number(values["players"]), str(values["multi_ron"]))


def settle_rons(
    scores: Mapping[int, Score], *, loser: int, dealer: int, honba: int = 0, sticks: int = 0,
    pao: Mapping[int, int | Mapping[str, int]] | None = None,
) -> Ledger:
    """Several wins on one tile, by the winner's seat: honba and deposits go to the first in turn order alone.
    `pao`: winner -> the seat that is liable for his hand, or seats by what they are liable for. All scores are of one
    rule set."""
    if not isinstance(scores, Mapping) or not all(isinstance(found, Score) for found in scores.values()):
        raise HandError(f"{scores!r}: expected scores by the seats of the winners")
    if not scores:
        raise HandError("no ron: expected at least one winner")
    rule_sets = {score.rules for score in scores.values()}
    if len(rule_sets) > 1:
        raise RuleError("scores of several rule sets: expected those of one")
    players = riichi_rules(rule_sets.pop()).players
    ledger = Ledger()
    for place, seat in enumerate(shares.turn_order(scores, loser, players, "winner")):
        details: dict[str, Any] = {"pao": (pao or {}).get(seat)}
        if not place:
            details |= {"honba": honba, "sticks": sticks}
        ledger += scores[seat].ledger(dealer, seat, loser, **details)
    return ledger


def settle_exhaustive_draw(tenpai: Iterable[int], rules: str | RuleSet = DEFAULT) -> Ledger:
    """Payments of those who are not tenpai when the wall is empty."""
    return hand_draws.exhaustive_draw(tenpai, players=riichi_rules(rules).players)


def settle_nagashi(seats: Iterable[int], *, dealer: int, honba: int = 0, sticks: int = 0,
                   rules: str | RuleSet = DEFAULT) -> Ledger:
    """Nagashi mangan; `honba` and `sticks` move only where it counts as a win. RuleError where it is not played."""
    found = riichi_rules(rules)
    if found.values["nagashi"] == "none":
        raise RuleError("nagashi mangan is not played under these rules")
    won = found.values["nagashi"] == "win"
    return hand_draws.nagashi_mangan(seats, dealer=dealer, players=found.players, honba=honba if won else 0,
                                     sticks=sticks if won else 0, tsumo_loss=str(found.values["tsumo_loss"]))


def next_hand(state: MatchState, ending: Ending, ledger: Ledger, rules: str | RuleSet = DEFAULT
              ) -> MatchState | MatchEnd:
    """The hand after one that moved the points of `ledger`, or the end of the match (`mjcore.settle.next_hand`)."""
    found = riichi_rules(rules)
    if not isinstance(state, MatchState):
        raise HandError(f"{state!r}: expected a MatchState")
    if state.players != found.players:
        raise HandError(f"a match of {state.players} players: expected {found.players}")
    return match.next_hand(state, ending, ledger, **riichi_play.match_options(found))


def final_points(scores: Sequence[int], rules: str | RuleSet = DEFAULT) -> tuple[int, ...]:
    """The result of a match with uma and oka, 59000 for +59.0. Where equal scores share their places, scores are not
    rounded to thousands (a choice of ours; docs/rules/riichi.md).

    >>> final_points([16400, 39900, 9600, 34100]), final_points([30000, 35500, 30000, 24500], "wrc2025")
    ((-24000, 50000, -40000, 14000), (0, 20500, 0, -20500))
    """
    found = riichi_rules(rules)
    if len(scores) != found.players:
        raise HandError(f"{len(scores)} scores: expected {found.players}")
    return riichi_play.final_points(found, scores)
