"""What a rule set says about the course of a hand: the functions it answers with, and what they answer.

Everything here is a pure function of plain facts; no game has to be running. Rule sets hand in a `Procedure`;
`RuleSet.deal`, `RuleSet.claims` and the like call it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mjcore.settle.ledger import Ledger

# a tile of a wall: seat of the wall, stack from its right end (1 is the first), "top" or "bottom"
Place = tuple[int, int, str]


class Dealt(NamedTuple):
    """hands: tiles by seat, the dealer's (seat 0) with the tile of the first turn; wall: tiles that may be drawn yet."""

    hands: tuple[int, ...]
    wall: int


class ClaimAnswer(NamedTuple):
    """claims: (seat, what) honoured, nearest to the discarder first; next: who draws after that, None where the
    claimer goes on without a draw or the hand is over."""

    claims: tuple[tuple[int, str], ...]
    next: int | None


class NextDeal(NamedTuple):
    """dealer: of the next hand; streak: how often in a row it has been dealer before."""

    dealer: int
    streak: int


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
    """

    deal: Callable[..., Dealt] | None = None
    open_wall: Callable[..., object] | None = None
    claims: Callable[..., ClaimAnswer] | None = None
    next_dealer: Callable[..., NextDeal] | None = None
    settle_kong: Callable[..., Ledger] | None = None
    settle_kong_discard: Callable[..., Ledger] | None = None
    settle_draw: Callable[..., DrawnHand] | None = None
