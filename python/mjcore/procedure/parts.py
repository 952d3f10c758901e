"""What a rule set says about the course of a hand: the functions it answers with, and what they answer.

Everything here is a pure function of plain facts; no game has to be running. Rule sets hand in a `Procedure`;
`RuleSet.deal`, `RuleSet.claims` and the like call it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.settle.ledger import several, yes_no
from mjcore.settle.shares import not_negative

if TYPE_CHECKING:
    from mjcore.settle.ledger import Ledger
    from mjcore.settle.match import MatchEnd, MatchState

# a tile of a wall: seat of the wall, stack from its right end (1 is the first), "top" or "bottom"
Place = tuple[int, int, str]


class Dealt(NamedTuple):
    """hands: tiles by player, the dealer first, with the tile of the first turn; wall: tiles that may be drawn yet."""

    hands: tuple[int, ...]
    wall: int


class ClaimAnswer(NamedTuple):
    """claims: (seat, what) honoured, nearest to the discarder first; next: who draws next (after a pung or chow that
    is the player after the claimer, who only discards), None where the hand is over."""

    claims: tuple[tuple[int, str], ...]
    next: int | None


class NextDeal(NamedTuple):
    """dealer: of the next hand; streak: how often in a row it has been dealer before."""

    dealer: int
    streak: int


@dataclass(frozen=True)
class DrawPlayer:
    """A player at the end of a hand that nobody could end.

    hand     the tiles without a winning tile, and the melds, or what `Hand` takes; None where it does not matter, of a
             seat that has won
    won      has won in this hand
    void     the suit that it has declared to be rid of: "m", "p", "s"
    active   has discarded a tile of another suit before it was rid of that one
    shown    has laid its ready hand open
    norths   norths that it has set aside
    discards what it has discarded; called: another player has claimed some of it
    """

    hand: Hand | None
    won: bool = False
    void: str | None = None
    active: bool = False
    shown: bool = False
    norths: int = 0
    discards: tuple[Tile, ...] = ()
    called: bool = False

    def __post_init__(self) -> None:
        if self.hand is not None and type(self.hand) is not Hand:
            object.__setattr__(self, "hand", Hand(self.hand))
        for name in ("won", "active", "shown", "called"):
            yes_no(getattr(self, name), name)
        object.__setattr__(self, "norths", not_negative(self.norths, "the number of norths"))
        object.__setattr__(self, "discards", tuple(map(Tile, several(self.discards, "discards"))))


class DrawnHand(NamedTuple):
    """A hand that nobody could end.

    state    by seat: "won", "ready", "notready", or "pig" (holds what it had to be rid of)
    best     by seat: the most that its waits are worth, None if it is not ready
    ledger   what moves now
    """

    state: tuple[str, ...]
    best: tuple[int | None, ...]
    ledger: Ledger


@dataclass(frozen=True)
class Procedure:
    """The functions behind the methods of the same names of a `RuleSet`; None for what its games do not have.

    All take the rule set first. `mjcore.rules.base.RuleSet` documents the further arguments.
    `settle_event` takes the name of an event and facts about it by keyword; it answers "pay", a ledger, and what else
    its game notes down, by seat.

    `rounds` says how many winds a game has where the deal goes round the table; 0: a game is as many hands as the
    players agree on. A game that scores tell the end of has `first_hand`, `next_hand` and `final_points` instead
    (`mjcore.rules.riichi_play` has their arguments).
    """

    deal: Callable[..., Dealt] | None = None
    open_wall: Callable[..., object] | None = None
    claims: Callable[..., ClaimAnswer] | None = None
    next_dealer: Callable[..., NextDeal] | None = None
    settle_kong: Callable[..., Ledger] | None = None
    settle_kong_discard: Callable[..., Ledger] | None = None
    settle_draw: Callable[..., DrawnHand] | None = None
    settle_event: Callable[..., Mapping[str, object]] | None = None
    wild_kinds: Callable[..., tuple[Tile, ...]] | None = None
    rounds: int = 0
    first_hand: Callable[..., MatchState] | None = None
    next_hand: Callable[..., MatchState | MatchEnd] | None = None
    final_points: Callable[..., tuple[int, ...]] | None = None
