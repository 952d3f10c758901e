"""Hands played to their end by the policies, without a log and without the GIL."""

from typing import SupportsIndex, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from mjcore.table.tables import Table

POLICIES: tuple[str, ...]
"""`random` takes any legal action, `greedy` goes for the nearest hand."""

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
    deltas: Buffer | NDArray[np.int32],
    reason: Buffer | NDArray[np.uint8],
    winners: Buffer | NDArray[np.uint16],
    steps: Buffer | NDArray[np.int32],
    live: Buffer | NDArray[np.int32],
) -> None:
    """Deals and plays the hands first_game .. first_game + n - 1 of a seed into rows of writable arrays:
    deltas int32 (n, players), reason uint8, winners uint16 (a mask of seats), steps int32, live int32 (tiles left)."""
