"""Hands played to their end by the policies, without a log and without the GIL."""

from typing import Any, SupportsIndex, final

from numpy.typing import NDArray
from typing_extensions import Buffer

from mjcore.table.tables import Table

POLICIES: tuple[str, ...]
"""`random` takes any legal action, `greedy` goes for the nearest hand."""

STATE_BYTES: tuple[int, ...]
"""How many bytes of a state are in use, by the number of players."""

@final
class PolicyStream:
    """The random numbers of a policy.

    seed   a whole number or a text
    game   None, or the number of a hand: the stream that `mjcore.batch.rollouts` has for that hand of the seed
    """

    def __init__(self, seed: SupportsIndex | str = 0, game: SupportsIndex | None = None) -> None: ...

def choose(table: Table, policy: str = "random", stream: PolicyStream | None = None) -> int | None:
    """What the policy does for the seat that is asked, an action; None when the hand is over.

    stream   where `random` takes its numbers from; None: that of seed 0, from its start
    """

def rollout(table: Table, policy: str = "random", seed: SupportsIndex | str = 0) -> tuple[int, ...]:
    """Plays a copy of the table to its end; what each seat has won or lost in the hand then.

    policy   of all seats: "random" or "greedy"
    seed     of the choices of "random", a whole number or a text; the wall stays as it is
    """

def rollout_block(
    rules: object,
    seed: SupportsIndex | str,
    first_game: int,
    n: int,
    policy: str,
    deltas: Buffer | NDArray[Any],
    reason: Buffer | NDArray[Any],
    winners: Buffer | NDArray[Any],
    steps: Buffer | NDArray[Any],
    live: Buffer | NDArray[Any],
    most: int = ...,
) -> None:
    """Deals and plays the hands first_game .. first_game + n - 1 of a seed into rows of writable arrays:
    deltas int32 (n, players), reason uint8, winners uint16 (a mask of seats), steps int32, live int32 (tiles left).
    A hand stops after `most` actions (reason 0); with 0 it is dealt only."""
