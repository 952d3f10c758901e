"""Matches: one hand after another, with the deal, the round wind, counters, deposits and scores carried on.

How long a match is:

- where the deal goes round the table (mcr, hk, taiwan): `rounds` winds, 4 by default. In mcr the deal passes after
  every hand, so that a match has 16.
- where the winner deals (dazhong, sichuan, kawuxing): `hands` hands, 16 by default; the rules say nothing of it. The
  round wind of dazhong advances when the deal has passed the first dealer again, and after North comes East.
- riichi: as its options `length`, `target`, `tobi`, `extension` and `agari_yame` say.

What players arrange among themselves between hands is not seen here: a debt that is left unpaid and staked on the next
hand (拉庄, option `la_zhuang` of taiwan) is paid at once; `RuleSet.settle_event` says what it would come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import SupportsIndex

from mjcore.errors import IllegalAction, RuleError
from mjcore.game.results import WINDS, Result
from mjcore.game.tables import Table
from mjcore.procedure.rounds import round_advances
from mjcore.rules import resolve
from mjcore.rules.base import RuleSet
from mjcore.settle.ledger import whole
from mjcore.settle.match import MatchEnd, MatchState

HANDS = 16
MOST_HANDS = 1_000_000

# hands in a row; a dealer who stays longer counts as this, and so do more counters
MOST_STREAK = 250

Policy = Callable[[Table, int], int]
"""What chooses an action: a function of the table and the seat that is asked."""


class Match:
    """A match of several hands. Play `table`, call `next`, until that is None; seat 0 deals first.

    rules     rule set, or its name
    seed      number or text; hand n is that of (seed, n), whatever was played before. None: one by chance (`seed`)
    rounds    winds, 1..4, where the rules have round winds; hands: hands. One of them; by default as the rules have it
              (the docstring of this module); neither with riichi
    log       whether results know their wins and payments
    private_walls, auto   as of `mjcore.Table`

    RuleError for a length that the rules do not have. Where the dealer stays after drawn hands, a match of players who
    never win does not end: give `hands`.

    >>> import mjcore as mj
    >>> match = mj.Match("mcr", seed=7)
    >>> match.dealer, match.round_wind, match.hand_number, match.scores, match.over
    (0, 'E', 0, (0, 0, 0, 0), False)
    >>> final = match.play(lambda table, seat: table.legal_actions()[0])
    >>> len(match.history), match.over, sum(final)
    (16, True, 0)
    """

    def __init__(self, rules: str | RuleSet = "mcr", *, seed: int | str | None = None, rounds: int | None = None,
                 hands: int | None = None, log: bool = True, private_walls: bool = False, auto: bool = False) -> None:
        self._rules = resolve(rules)
        self._seed = _chance() if seed is None else seed
        self._rounds, self._hands = _length(self._rules, rounds, hands)
        self._log, self._private_walls, self._auto = log, private_walls, auto
        self._streak = self._number = self._round = 0
        self._history: list[Result] = []
        self._end: MatchEnd | None = None
        first = self._rules.procedure.first_hand
        # the match as rule sets with a course of their own have it
        self._state: MatchState | None = None if first is None else first(self._rules)
        self._dealer = self._sticks = self._honba = 0
        self._scores: tuple[int, ...] = (0,) * self._rules.players
        if self._state is not None:
            self._scores = self._state.scores
        self._table = self._deal()

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self._rules

    @property
    def seed(self) -> int | str:
        """What the walls depend on: with it the same match can be played again."""
        return self._seed

    @property
    def table(self) -> Table:
        """The hand in play (`mjcore.Table`); the last one when the match is over."""
        return self._table

    @property
    def over(self) -> bool:
        """Whether the last hand has been taken into the scores."""
        return self._end is not None

    @property
    def end(self) -> MatchEnd | None:
        """Once the match is over: the last scores, why it ended ("length", with riichi "tobi" "target" "agari_yame"
        "tenpai_yame" too), and what became of deposits."""
        return self._end

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores before the hand in play; at the end the last ones."""
        return self._scores

    @property
    def dealer(self) -> int:
        """The dealer of the hand in play."""
        return self._dealer

    @property
    def round_wind(self) -> str:
        """The round wind, "E" "S" "W" "N"; "E" throughout where the rules have none."""
        return self._state.round_wind if self._state is not None else WINDS[self._round % len(WINDS)]

    @property
    def hand_number(self) -> int:
        """The number of the hand in play, from 0: the `game` of its table."""
        return self._number

    @property
    def honba(self) -> int:
        """Counters on the table."""
        return self._honba

    @property
    def sticks(self) -> int:
        """Riichi deposits on the table before the hand in play."""
        return self._sticks

    @property
    def streak(self) -> int:
        """How often in a row the dealer has stayed; with riichi how often in a row it has won."""
        return self._streak

    @property
    def history(self) -> tuple[Result, ...]:
        """The results of the hands that have been taken into the scores."""
        return tuple(self._history)

    def next(self) -> Table | None:
        """Takes the result of the hand that is over into the scores; the table of the next hand, None at the end of the
        match. IllegalAction while the hand goes on."""
        if self._end is not None:
            return None
        result = self._table.result
        if result is None:
            raise IllegalAction(f"hand {self._number} is not over: expected its result before the next hand")
        self._history.append(result)
        follow = self._follow if self._state is None else self._follow_state
        self._end = follow(result)
        if self._end is not None:
            self._scores = self._end.scores
            return None
        self._number += 1
        self._table = self._deal()
        return self._table

    def final(self) -> tuple[int, ...]:
        """What each seat has at the end: points with uma and oka where the rules have them, else the scores.
        IllegalAction while the match goes on."""
        if self._end is None:
            raise IllegalAction(f"the match is not over: hand {self._number} is in play")
        points = self._rules.procedure.final_points
        return self._scores if points is None else points(self._rules, self._scores)

    def play(self, policy: Policy) -> tuple[int, ...]:
        """Plays to the end; `policy` takes the table and the seat that is asked, and gives the action. Returns
        `final()`."""
        for table in self:
            while (seat := table.seat) is not None:
                table.step(policy(table, seat), seat)
        return self.final()

    def __iter__(self) -> Iterator[Table]:
        """The tables, from the one in play on. Each has to be played to its end before the next one."""
        while self._end is None:
            yield self._table
            self.next()

    def __repr__(self) -> str:
        state = "over" if self.over else f"hand {self._number}, {self.round_wind}, dealer {self._dealer}"
        return f"<Match {self._rules.id} {state}: {' '.join(map(str, self._scores))}>"

    def _deal(self) -> Table:
        return Table(
            self._rules, seed=self._seed, game=self._number, dealer=self._dealer, round_wind=self.round_wind,
            honba=min(self._honba, MOST_STREAK), sticks=self._sticks, streak=min(self._streak, MOST_STREAK),
            scores=self._scores, log=self._log, private_walls=self._private_walls, auto=self._auto,
        )

    def _follow(self, result: Result) -> MatchEnd | None:
        """What follows where the rules say who deals next."""
        after = self._rules.next_dealer(
            result.dealer, result.winners, discarder=result.discarder if result.winners else None,
            last_drawer=result.last_drawer, streak=self._streak, ready=result.ready, aborted=result.aborted,
        )
        self._scores, self._sticks = result.scores, result.sticks
        if round_advances(result.dealer, after.dealer, players=self._rules.players) and self._has_winds:
            self._round += 1
        if len(self._history) == self._hands or self._round == self._rounds:
            return MatchEnd(self._scores, "length")
        self._dealer, self._streak = after
        return None

    def _follow_state(self, result: Result) -> MatchEnd | None:
        """What follows where the rules know the whole match."""
        follow = self._rules.procedure.next_hand
        assert follow is not None, "a first hand without a next one"
        after = follow(self._rules, self._state, reason=result.reason, winners=result.winners, ready=result.ready,
                       players=result.players, scores=result.scores, sticks=result.sticks)
        if isinstance(after, MatchEnd):
            return after
        stays = after.dealer == self._dealer and after.round_wind == self.round_wind
        self._streak = self._streak + (result.dealer in result.winners) if stays else 0
        self._state, self._scores = after, after.scores
        self._dealer, self._honba, self._sticks = after.dealer, after.honba, after.deposits
        return None

    @property
    def _has_winds(self) -> bool:
        return _has_winds(self._rules)


def _chance() -> int:
    from secrets import randbits

    return randbits(64)


def _has_winds(rules: RuleSet) -> bool:
    return "round_wind" in rules.circumstances


def _length(rules: RuleSet, rounds: SupportsIndex | None, hands: SupportsIndex | None) -> tuple[int | None, int | None]:
    """Winds and hands of a match, one of which is None, both where the rules know its end themselves."""
    if rules.procedure.first_hand is not None:
        if rounds is not None or hands is not None:
            raise RuleError(f"the options of {rules.id} say how long a match is: expected neither rounds nor hands")
        return None, None
    if rules.procedure.next_dealer is None:
        raise RuleError(f"{rules.id} does not say who deals next: there are only single hands, expected mjcore.Table")
    if rounds is not None and hands is not None:
        raise RuleError("a match of so many rounds and so many hands: expected one of them")
    if rounds is not None:
        if not _has_winds(rules):
            raise RuleError(f"{rules.id} has no round winds: expected a number of hands")
        return _within(rounds, "rounds", len(WINDS)), None
    if hands is not None:
        return None, _within(hands, "hands", MOST_HANDS)
    return (rules.procedure.rounds, None) if rules.procedure.rounds else (None, HANDS)


def _within(value: SupportsIndex, what: str, most: int) -> int:
    number = whole(value, f"the number of {what}")
    if not 1 <= number <= most:
        raise RuleError(f"a match of {number} {what}: expected 1..{most}")
    return number
