"""A riichi match from hand to hand: whose deal is next, when it is over, and the final points.

A hand is told by its `Ending` and the ledger of all its transfers, riichi deposits included; `next_hand`
gives the `MatchState` of the next hand or the `MatchEnd`. Points on the table and with the players together
stay the same throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError
from mjcore.settle.ledger import Ledger, Transfer, several, whole
from mjcore.settle.shares import STICK, not_negative, one_of, riichi_table, turn_order

WINDS = ("E", "S", "W")
LENGTHS = ("hanchan", "tonpuu")
ENDINGS = ("win", "exhaustive_draw", "nagashi_mangan", "abortive_draw")
RENCHAN = ("tenpai", "win_only", "noten")
LEFTOVER = ("first", "lost")
TIES = ("seat_order", "shared")
_UNIT = 100  # the smallest stick: what a shared amount is shared in


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match before a hand. Seat 0 is the first dealer, so the dealer of kyoku n is seat n - 1.

    `deposits` counts the riichi sticks on the table, which no score holds.
    """

    scores: tuple[int, ...]
    round_wind: str = "E"
    dealer: int = 0
    honba: int = 0
    deposits: int = 0
    length: str = "hanchan"

    def __post_init__(self) -> None:
        object.__setattr__(self, "scores", tuple(whole(score, "a score") for score in self.scores))
        players = riichi_table(len(self.scores))
        one_of(self.length, LENGTHS, "the length")
        one_of(self.round_wind, WINDS[:WINDS.index(self._last_wind) + 2], f"the round wind of a {self.length}")
        dealer = whole(self.dealer, "the dealer")
        if not 0 <= dealer < players:
            raise HandError(f"the dealer is seat {dealer}: expected a seat 0..{players - 1}")
        object.__setattr__(self, "dealer", dealer)
        object.__setattr__(self, "honba", not_negative(self.honba, "honba"))
        object.__setattr__(self, "deposits", not_negative(self.deposits, "the number of deposits"))

    @property
    def players(self) -> int:
        return len(self.scores)

    @property
    def kyoku(self) -> int:
        """The number of the deal in its round, from 1."""
        return self.dealer + 1

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats from first to last; of equal scores the earlier seat is ahead."""
        return _ranking(self.scores)

    @property
    def _last_wind(self) -> str:
        return "S" if self.length == "hanchan" else "E"

    @property
    def is_last(self) -> bool:
        """The last regular hand (South 4, East 4 of a tonpuu; kyoku 3 of three players) or one of an extension."""
        last, now = WINDS.index(self._last_wind), WINDS.index(self.round_wind)
        return now > last or (now == last and self.kyoku == self.players)

    @property
    def is_last_extension(self) -> bool:
        """The last hand of the round of extension, after which the match ends whatever the scores."""
        return self.round_wind != self._last_wind and self.is_last and self.kyoku == self.players

    def __str__(self) -> str:
        return f"{self.round_wind}{self.kyoku} honba {self.honba}, deposits {self.deposits}: {self.scores}"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended: one of `ENDINGS`, who won, who was tenpai at a draw by an empty wall.

    Nagashi mangan that counts as a win is a `win` of those who have it.
    """

    kind: str
    winners: tuple[int, ...] = ()
    tenpai: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        one_of(self.kind, ENDINGS, "the ending")
        if bool(self.winners) != (self.kind == "win"):
            raise HandError(f"{self.kind} with the winners {self.winners}: expected winners of a win, and no other")
        if self.tenpai and self.kind not in ("exhaustive_draw", "nagashi_mangan"):
            raise HandError(f"{self.kind} with tenpai players {self.tenpai}: expected an empty wall")


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """A match that is over: the last scores, with what was left on the table if somebody got it.

    `reason`: `tobi` (a score below 0), `target` (the target is reached after the last regular hand),
    `length` (no hand is left), `agari_yame`, `tenpai_yame` (the leading dealer stops by a win, by tenpai).
    `ledger` moves the deposits that were left; `lost` counts those nobody got.
    """

    scores: tuple[int, ...]
    reason: str
    ledger: Ledger = field(default_factory=Ledger)
    lost: int = 0

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats from first to last; of equal scores the earlier seat is ahead."""
        return _ranking(self.scores)


def first_hand(players: SupportsIndex = 4, *, start: SupportsIndex | None = None, length: str = "hanchan"
               ) -> MatchState:
    """East 1. `start` is 25000 for four and 35000 for three players if not given.

    >>> print(first_hand())
    E1 honba 0, deposits 0: (25000, 25000, 25000, 25000)
    """
    number = riichi_table(players)
    return MatchState((_start(start, number),) * number, length=length)


def next_hand(state: MatchState, ending: Ending, ledger: Ledger, *, target: SupportsIndex | None = None,
              renchan: str = "tenpai", tobi: bool = True, extension: bool = True, agari_yame: bool = True,
              leftover_deposits: str = "first", ties: str = "seat_order") -> MatchState | MatchEnd:
    """What follows a hand that moved the points of `ledger`: the next hand, or the end of the match.

    The dealer stays (`renchan`) after a win of his own, and after an exhaustive draw or nagashi mangan if he is
    tenpai (`tenpai`), never (`win_only`), or always (`noten`); an abortive draw is always repeated. Honba rises
    by one when the dealer stays and at every draw, and falls to 0 when only others win.

    The match ends when a score is below 0 (`tobi`). From the last regular hand on it ends too when the dealer
    does not stay and somebody has the `target` (30000; three players: 40000), there is no `extension`, or the
    round of extension is over; with `agari_yame` also when the dealer stays by win or tenpai, is first (among
    equals the earlier seat) and has the target. Deposits on the table do not count for the target; at the end
    they go to the first or are lost. With `ties` "shared" equal firsts share them, in hundreds, the earlier
    seats getting what can not be shared.

    >>> print(next_hand(first_hand(), Ending("win", winners=(1,)), Ledger([Transfer(0, 1, 8000, "points")])))
    E2 honba 0, deposits 0: (17000, 33000, 25000, 25000)
    """
    for given, kind in ((state, MatchState), (ending, Ending), (ledger, Ledger)):
        if not isinstance(given, kind):
            raise HandError(f"{given!r}: expected a {kind.__name__}")
    scores = tuple(map(sum, zip(state.scores, ledger.totals(state.players), strict=True)))
    return after_hand(state, ending, scores, _deposits(state.deposits, ledger), target=target, renchan=renchan,
                      tobi=tobi, extension=extension, agari_yame=agari_yame, leftover_deposits=leftover_deposits,
                      ties=ties)


def after_hand(state: MatchState, ending: Ending, scores: Sequence[int], deposits: SupportsIndex, *,
               target: SupportsIndex | None = None, renchan: str = "tenpai", tobi: bool = True,
               extension: bool = True, agari_yame: bool = True, leftover_deposits: str = "first",
               ties: str = "seat_order") -> MatchState | MatchEnd:
    """As `next_hand`, where the scores after the hand and the deposits left on the table are known.

    >>> print(after_hand(first_hand(), Ending("abortive_draw"), (25000, 24000, 25000, 25000), 1))
    E1 honba 1, deposits 1: (25000, 24000, 25000, 25000)
    """
    scores = tuple(whole(score, "a score") for score in several(scores, "scores"))
    left = not_negative(deposits, "the number of deposits")
    if len(scores) != state.players:
        raise HandError(f"{len(scores)} scores: expected {state.players}")
    goal = (30000 if state.players == 4 else 40000) if target is None else whole(target, "the target")
    one_of(renchan, RENCHAN, "renchan")
    one_of(leftover_deposits, LEFTOVER, "leftover_deposits")
    one_of(ties, TIES, "ties")
    winners = turn_order(ending.winners, state.dealer, state.players, "winner")
    tenpai = turn_order(ending.tenpai, state.dealer, state.players, "tenpai player")

    by_right = state.dealer in (winners if ending.kind == "win" else tenpai)
    if ending.kind == "win":
        stays = by_right
    elif ending.kind == "abortive_draw":
        stays = True
    else:
        stays = renchan == "noten" or (renchan == "tenpai" and by_right)

    reason = None
    if tobi and min(scores) < 0:
        reason = "tobi"
    elif state.is_last and not stays:
        if max(scores) >= goal:
            reason = "target"
        elif not extension or state.is_last_extension:
            reason = "length"
    elif state.is_last and by_right and agari_yame and _ranking(scores)[0] == state.dealer \
            and scores[state.dealer] >= goal:
        reason = "agari_yame" if ending.kind == "win" else "tenpai_yame"
    if reason is not None:
        return _end(scores, reason, left, leftover_deposits, ties)

    honba = state.honba + 1 if stays or ending.kind != "win" else 0
    dealer = state.dealer if stays else (state.dealer + 1) % state.players
    wind = state.round_wind if stays or dealer else WINDS[WINDS.index(state.round_wind) + 1]
    return MatchState(scores, wind, dealer, honba, left, state.length)


def final_points(scores: Sequence[SupportsIndex], *, start: SupportsIndex | None = None,
                 uma: Sequence[int] | None = None, oka: SupportsIndex | None = None, ties: str = "seat_order",
                 round_to: SupportsIndex = 1000) -> tuple[int, ...]:
    """The result of a match in points, exactly: 59000 is what players write as +59.0.

    A score is rounded to a multiple of `round_to` (half away from zero; 100 or 1: not at all), the return is
    taken off, and the uma of the place is added; the first gets what the others together lack. The return is
    the `start` (25000; three players: 35000) and each player's part of the oka. `uma`, a number for each place,
    and `oka` are in thousands as they are usually written: 20 10 -10 -20 and 20; three players 20 0 -20 and 15.

    Equal scores: with `seat_order` the earlier seat is ahead, with `shared` they share the uma (and the oka) of
    their places alike, in hundreds (finer if `round_to` is); what can not be shared goes to the earlier seats. WRC
    and EMA share, round nothing and have no oka.

    The points sum to zero, less the deposits that were lost at the end.

    >>> final_points([16400, 39900, 9600, 34100])
    (-24000, 50000, -40000, 14000)
    >>> wrc = {"start": 30000, "uma": (15, 5, -5, -15), "oka": 0, "ties": "shared", "round_to": 100}
    >>> final_points([30000, 35500, 30000, 24500], **wrc)
    (0, 20500, 0, -20500)
    """
    players = riichi_table(len(scores))
    held = [whole(score, "a score") for score in scores]
    begun, unit = _start(start, players), whole(round_to, "round_to")
    bonus = ((20, 10, -10, -20) if players == 4 else (20, 0, -20)) if uma is None \
        else tuple(whole(part, "the uma") for part in several(uma, "uma"))
    pot = 1000 * ((20 if players == 4 else 15) if oka is None else not_negative(oka, "the oka"))
    one_of(ties, TIES, "ties")
    if unit < 1:
        raise RuleError(f"round_to is {unit}: expected 1 or more")
    if len(bonus) != players or sum(bonus) != 0:
        raise RuleError(f"the uma is {bonus}: expected {players} numbers that sum to 0")
    if pot % players:
        raise RuleError(f"an oka of {pot} among {players} players: expected what all pay alike")
    surplus = sum(held) - players * begun
    if surplus > 0:
        raise RuleError(f"scores of {sum(held)} in all: expected {players * begun}, or less if deposits were lost")

    back = begun + pot // players
    points = [_round_half_away(score, unit) - back for score in held]
    order = _ranking(held)
    groups = [[seat for seat in order if held[seat] == score] for score in sorted({*held}, reverse=True)] \
        if ties == "shared" else [[seat] for seat in order]
    place = players
    for group in reversed(groups):
        place -= len(group)
        # the first are what all the others leave, so that rounding and oka end up with them
        total = (surplus - sum(points[seat] for seat in order[len(group):]) if place == 0
                 else 1000 * sum(bonus[place:place + len(group)]))
        for seat, part in zip(group, _shared(total, len(group), min(unit, _UNIT)), strict=True):
            points[seat] = part if place == 0 else points[seat] + part
    return tuple(points)


def _ranking(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat)))


def _start(start: SupportsIndex | None, players: int) -> int:
    return (25000 if players == 4 else 35000) if start is None else not_negative(start, "the start")


def _round_half_away(number: int, unit: int) -> int:
    size = (2 * abs(number) + unit) // (2 * unit) * unit
    return size if number >= 0 else -size


def _shared(total: int, parts: int, unit: int = _UNIT) -> list[int]:
    """`total` in parts as equal as multiples of `unit` allow, the first the larger ones."""
    each, more = divmod(total // unit, parts)
    shares = [(each + (n < more)) * unit for n in range(parts)]
    shares[0] += total % unit
    return shares


def _deposits(before: int, ledger: Ledger) -> int:
    """The sticks on the table after the hand's deposits were paid in and winners took theirs out."""
    points = before * STICK
    for entry in ledger.outside:
        if entry.reason == "riichi_deposit":
            points += entry.amount
        elif entry.reason == "deposits":
            points -= entry.amount
    if points < 0 or points % STICK:
        raise RuleError(f"deposits of {points} are left on the table: expected 0 or more sticks of {STICK}")
    return points // STICK


def _end(scores: tuple[int, ...], reason: str, deposits: int, leftover_deposits: str, ties: str) -> MatchEnd:
    if not deposits or leftover_deposits == "lost":
        return MatchEnd(scores, reason, lost=deposits)
    firsts = [seat for seat in _ranking(scores) if scores[seat] == max(scores)]
    if ties == "seat_order":
        firsts = firsts[:1]
    ledger = Ledger(Transfer(None, seat, part, "leftover_deposits", "deposits left at the end")
                    for seat, part in zip(firsts, _shared(deposits * STICK, len(firsts)), strict=True))
    totals = ledger.totals(len(scores))
    return MatchEnd(tuple(map(sum, zip(scores, totals, strict=True))), reason, ledger)
