"""The questions of the hand engine for blocks of hands, without the GIL; used by `mjcore.batch`."""

from typing_extensions import Buffer

from mjcore.hand.queries import HandEngine

QUESTIONS: tuple[str, ...]
"""What can be asked: shanten, waits, acceptance, discards, win."""

def engine_for(rules: object) -> HandEngine:
    """The engine of a `rules=` argument: None, a HandEngine, a rule set, or the name of one.

    Raises RuleError for what is none of these. Names are known once `mjcore.asking` is loaded.
    """

def answer_block(
    engine: HandEngine,
    question: int,
    rows: Buffer,
    n: int,
    melds: int | Buffer,
    jokers: int | Buffer,
    void_suit: int | Buffer,
    used: Buffer | None,
    seen: Buffer | None,
    shanten: Buffer | None,
    mask: Buffer | None,
    copies: Buffer | None,
    best: Buffer | None,
    yes: Buffer | None,
) -> tuple[int, int] | None:
    """Answers a question of `QUESTIONS` (its index) for n rows.

    All arrays are contiguous buffers: `rows`, `used` and `seen` of 34 bytes a row; `melds` (255: as many as the
    tiles leave), `jokers`, `void_suit` (0..2, 3 for none) one byte a row or one int for all; the answers as
    `mjcore.batch` describes them, None for those that the question does not have. Returns None, or (row, fault) of
    the first row that is no hand; the rows before it are answered. Raises HandError for buffers of another size.
    """
