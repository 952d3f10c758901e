"""Many hands dealt and played to their end."""

from __future__ import annotations

from typing import NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from mjcore.batch.blocks import check_apart, check_threads, checked_out, run_blocks
from mjcore.errors import HandError, brief
from mjcore.rules import RuleSet, resolve
from mjcore.table.views import REASONS

# Hands of a block: a hand takes as long as a thousand questions about one.
HANDS = 256
# Some hundredths of a second, before an interrupt is seen.
MOST_OF_A_BLOCK = 4096
MOST_HANDS = 1 << 28


class BatchRollouts(NamedTuple):
    """Answers of `rollouts`, one row a hand.

    deltas   int32 (N, players)  what each seat won or lost
    reason   uint8 (N)           how the hand ended, an index into `REASON_NAMES`
    winners  uint16 (N)          bit i = seat i has won
    steps    int32 (N)           actions of all seats
    live     int32 (N)           tiles that could still be drawn
    """

    deltas: npt.NDArray[np.int32]
    reason: npt.NDArray[np.uint8]
    winners: npt.NDArray[np.uint16]
    steps: npt.NDArray[np.int32]
    live: npt.NDArray[np.int32]


REASON_NAMES: tuple[str, ...] = REASONS
"""`BatchRollouts.reason` as `Result.reason` says it."""


def rollouts(
    rules: str | RuleSet,
    hands: int,
    *,
    policy: str = "random",
    seed: SupportsIndex | str = 0,
    first_game: int = 0,
    threads: int = 1,
    out: BatchRollouts | None = None,
) -> BatchRollouts:
    """Deals hands and plays each to its end, all seats by one policy.

    >>> import mjcore as mj
    >>> played = mj.batch.rollouts("sichuan", 1000, policy="greedy", seed=7)
    >>> played.deltas.shape, int(played.deltas.sum())
    ((1000, 4), 0)

    rules       a `RuleSet`, a name, or "name/preset"
    hands       how many
    policy      "random": any legal action, each as likely. "greedy": wins, declares and claims what brings the hand
                nearer, throws what leaves it nearest with most tiles to come
    seed        of all hands, a whole number or a text
    first_game  row i is the hand `Table(rules, seed=seed, game=first_game + i)`, so that a run can be split
    threads     how many threads share the work; the answers do not depend on it
    out         arrays of an earlier answer to write into: same shapes and dtypes, contiguous; returned
    """
    rule_set = resolve(rules)
    check_threads(threads)
    _check_number("hands", hands, MOST_HANDS)
    _check_number("first_game", first_game, 1 << 62)
    if out is None:
        result = BatchRollouts(
            np.empty((hands, rule_set.players), np.int32),
            np.empty(hands, np.uint8),
            np.empty(hands, np.uint16),
            np.empty(hands, np.int32),
            np.empty(hands, np.int32),
        )
    else:
        result = _checked(out, hands, rule_set.players)
    from mjcore.table.rollouts import rollout_block

    flow = rule_set.flow

    def block(start: int, stop: int) -> None:
        rollout_block(
            flow, seed, first_game + start, stop - start, policy, result.deltas[start:stop], result.reason[start:stop],
            result.winners[start:stop], result.steps[start:stop], result.live[start:stop],
        )  # fmt: skip

    run_blocks(block, hands, threads, HANDS, MOST_OF_A_BLOCK)
    return result


def _check_number(name: str, number: object, most: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < most:
        raise HandError(f"{name}={brief(number)}, expected a number from 0 to {most - 1}")


def _checked(out: BatchRollouts, hands: int, players: int) -> BatchRollouts:
    if not isinstance(out, BatchRollouts):
        raise HandError(f"out: {type(out).__name__}, expected an answer of `rollouts`")
    shapes = {"deltas": ((hands, players), np.int32), "reason": ((hands,), np.uint8), "winners": ((hands,), np.uint16),
              "steps": ((hands,), np.int32), "live": ((hands,), np.int32)}  # fmt: skip
    named = out._asdict()
    for name, (shape, dtype) in shapes.items():
        checked_out(named[name], name, shape, dtype)
    check_apart(named)
    return out
