"""Shanten, waits, acceptance and discards of many hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import mjcore.asking  # noqa: F401  (finds rule sets by name)
from mjcore.batch.blocks import check_apart, check_threads, checked_out, run_blocks
from mjcore.errors import HandError, MahjongError
from mjcore.hand.answers import Discard
from mjcore.hand.arrays import QUESTIONS, answer_block, engine_for
from mjcore.hand.queries import HandEngine
from mjcore.rules import RuleSet
from mjcore.typing import HandLike

KINDS = 34
MOST_MELDS = 5
MOST_JOKERS = 17
ANY_MELDS = 255
NOT_HELD = 127
NO_SUIT = 3
SUITS = "mps"

Rules = str | RuleSet | HandEngine | None
Hands = npt.NDArray[np.integer[Any]] | Iterable[HandLike]
Numbers = int | Sequence[int] | npt.NDArray[np.integer[Any]]
Copies = npt.NDArray[np.integer[Any]] | Sequence[Sequence[int]] | None


class BatchAcceptance(NamedTuple):
    """Answers of `acceptance`, one row a hand.

    shanten   int8 (N)    -1 complete, 0 ready
    accepted  uint64 (N)  bit k: one more tile of kind k lowers the shanten
    copies    uint8 (N)   how many tiles of these kinds are left
    """

    shanten: npt.NDArray[np.int8]
    accepted: npt.NDArray[np.uint64]
    copies: npt.NDArray[np.uint8]


class BatchDiscards(NamedTuple):
    """Answers of `discards`, one row a hand, one column a kind.

    shanten   int8 (N, 34)    after the discard; 127 where the kind can not be discarded
    accepted  uint64 (N, 34)  bit k: then one more tile of kind k lowers the shanten
    copies    uint8 (N, 34)   how many tiles of these kinds are left
    best      uint64 (N)      bit k: discarding kind k leaves the least shanten and, of those, the most copies
    """

    shanten: npt.NDArray[np.int8]
    accepted: npt.NDArray[np.uint64]
    copies: npt.NDArray[np.uint8]
    best: npt.NDArray[np.uint64]


def shanten(
    hands: Hands,
    rules: Rules = None,
    *,
    melds: Numbers | None = None,
    jokers: Numbers = 0,
    void_suit: str | Sequence[str | None] | None = None,
    used: Copies = None,
    threads: int = 1,
    out: npt.NDArray[np.int8] | None = None,
) -> npt.NDArray[np.int8]:
    """Shanten of many hands: int8 (N), -1 complete, 0 ready.

    hands      (N, 34) counts of the concealed tiles, each 0..4 (uint8 is taken as it is, other integers are
               converted); or N hands as `mjcore.shanten` takes them, which are asked about one by one
    rules      None (standard form, seven pairs, thirteen orphans), a rule set or its name, a `HandEngine`
    melds      number of melds beside the counts, one for all or (N); None: as many as the tiles leave
               (a rule set with hands of 13 tiles and 10 counted ones: one), none where any size is a hand
    jokers     number of universal jokers beside the counts, one for all or (N)
    void_suit  "m", "p" or "s": a suit that may not stand in the win; one for all or N of them (None: no suit)
    used       (N, 34) copies that can not come any more (own melds, tiles seen): strict answers; they may not
               exceed four together with the counts
    threads    how many threads share the work
    out        an int8 array (N) to write into; returned

    Raises HandError for the first row that is no hand, with its number in the message and in `.row`; the rows
    before it are written then.

    >>> import numpy as np
    >>> counts = np.zeros((1, 34), np.uint8)
    >>> counts[0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 27]] = 1
    >>> shanten(counts)
    array([0], dtype=int8)
    """
    asked = _Asked("shanten", hands, rules, melds, jokers, void_suit, used, threads)
    found = np.empty(asked.n, np.int8) if out is None else checked_out(out, "out", (asked.n,), np.int8)
    asked.answer({"shanten": found})
    return found


def waits(
    hands: Hands,
    rules: Rules = None,
    *,
    melds: Numbers | None = None,
    jokers: Numbers = 0,
    void_suit: str | Sequence[str | None] | None = None,
    used: Copies = None,
    threads: int = 1,
    out: npt.NDArray[np.uint64] | None = None,
) -> npt.NDArray[np.uint64]:
    """Kinds that complete hands of 3n + 1 tiles: uint64 (N), bit k = kind k; 0 if the hand is not ready.

    Arguments and errors as in `shanten`. A kind of which all four copies are concealed is no wait unless the
    rule set says so (MCR does).

    >>> int(waits(["123m456p789s1122z"])[0]) == 1 << 27 | 1 << 28
    True
    """
    asked = _Asked("waits", hands, rules, melds, jokers, void_suit, used, threads)
    found = np.empty(asked.n, np.uint64) if out is None else checked_out(out, "out", (asked.n,), np.uint64)
    asked.answer({"mask": found})
    return found


def acceptance(
    hands: Hands,
    rules: Rules = None,
    *,
    visible: Copies = None,
    melds: Numbers | None = None,
    jokers: Numbers = 0,
    void_suit: str | Sequence[str | None] | None = None,
    used: Copies = None,
    threads: int = 1,
    out: BatchAcceptance | None = None,
) -> BatchAcceptance:
    """Kinds that lower the shanten of hands, and how many copies of them are left.

    visible   (N, 34) copies seen outside the concealed tiles, own melds included: they are not left. They may
              still be accepted; `used` says which kinds can not come at all. By default what is used
    Further arguments and errors as in `shanten`; `out` is an earlier answer to write into.

    >>> found = acceptance(["123m456p789s1122z"])
    >>> found.shanten, found.copies
    (array([0], dtype=int8), array([4], dtype=uint8))
    """
    asked = _Asked("acceptance", hands, rules, melds, jokers, void_suit, used, threads, visible)
    n = asked.n
    if out is None:
        out = BatchAcceptance(np.empty(n, np.int8), np.empty(n, np.uint64), np.empty(n, np.uint8))
    else:
        _check_answer(out, BatchAcceptance, [((n,), np.int8), ((n,), np.uint64), ((n,), np.uint8)])
    asked.answer({"shanten": out.shanten, "mask": out.accepted, "copies": out.copies})
    return out


def discards(
    hands: Hands,
    rules: Rules = None,
    *,
    visible: Copies = None,
    melds: Numbers | None = None,
    jokers: Numbers = 0,
    void_suit: str | Sequence[str | None] | None = None,
    used: Copies = None,
    threads: int = 1,
    out: BatchDiscards | None = None,
) -> BatchDiscards:
    """Every discard of hands of 3n + 2 tiles: shanten and accepted kinds after it, copies left, the best ones.

    With a void suit, only its tiles can be discarded while there are some. Arguments and errors as in
    `acceptance`; a discarded tile is not left, and is used up if `used` is given.

    >>> found = discards(["123m456p789s11224z"])
    >>> int(found.best[0]) == 1 << 30, int(found.shanten[0, 30]), int(found.copies[0, 30])
    (True, 0, 4)
    """
    asked = _Asked("discards", hands, rules, melds, jokers, void_suit, used, threads, visible)
    n = asked.n
    if out is None:
        out = BatchDiscards(
            np.empty((n, KINDS), np.int8),
            np.empty((n, KINDS), np.uint64),
            np.empty((n, KINDS), np.uint8),
            np.empty(n, np.uint64),
        )
    else:
        shape = (n, KINDS)
        _check_answer(
            out, BatchDiscards, [(shape, np.int8), (shape, np.uint64), (shape, np.uint8), ((n,), np.uint64)]
        )
    asked.answer({"shanten": out.shanten, "mask": out.accepted, "copies": out.copies, "best": out.best})
    return out


def is_win(
    hands: Hands,
    rules: Rules = None,
    *,
    melds: Numbers | None = None,
    jokers: Numbers = 0,
    void_suit: str | Sequence[str | None] | None = None,
    used: Copies = None,
    threads: int = 1,
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]:
    """Whether hands of 3n + 2 tiles are complete: bool (N); the cheap test before scoring.

    Arguments and errors as in `shanten`. With jokers beside melds give the copies in the melds as `used`:
    otherwise a joker may stand for a fifth copy of a kind.

    >>> is_win(["123m456p789s11222z", "123m456p789s11223z"])
    array([ True, False])
    """
    asked = _Asked("win", hands, rules, melds, jokers, void_suit, used, threads)
    found = np.empty(asked.n, np.bool_) if out is None else checked_out(out, "out", (asked.n,), np.bool_)
    asked.answer({"yes": found})
    return found


class _Asked:
    """The arguments of a question, checked and as the native side takes them."""

    def __init__(self, question: str, hands: Hands, rules: Rules, melds: Numbers | None, jokers: Numbers,
                 void_suit: str | Sequence[str | None] | None, used: Copies, threads: int,
                 visible: Copies = None) -> None:  # fmt: skip
        self.question = question
        self.threads = check_threads(threads)
        self.engine = engine_for(rules)
        # hands that are no rows of counts are asked about one by one: their melds and jokers matter
        self.hands: list[HandLike] | None = None
        if isinstance(hands, np.ndarray):
            self.rows = _counts(hands, "hands")
            self.n = len(self.rows)
        else:
            try:
                self.hands = list(hands)
            except TypeError:
                raise HandError(f"hands: {type(hands).__name__}, expected an array (N, {KINDS}) or hands") from None
            self.n = len(self.hands)
        self.melds: Any = ANY_MELDS if melds is None else _column(melds, "melds", self.n, MOST_MELDS)
        self.jokers = _column(jokers, "jokers", self.n, MOST_JOKERS)
        self.voids = _voids(void_suit, self.n)
        if used is None and question == "discards" and self.engine.strict and self.hands is None:
            # strictly, even without melds the discarded tile is used up
            used = np.zeros((self.n, KINDS), np.uint8)
        if self.hands is not None and used is not None and (visible is not None or question == "win"):
            raise HandError("used= belongs to arrays of counts; hands show their melds, and visible= what else is gone")
        self.used = None if used is None else self._copies(used, "used")
        self.seen = self.used if visible is None else self._copies(visible, "visible")

    def _copies(self, source: Any, name: str) -> npt.NDArray[np.uint8]:
        array = _counts(_array(source, name), name)
        if len(array) != self.n:
            raise HandError(f"{name}: {len(array)} rows, expected {self.n}")
        return array

    def answer(self, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Fills the arrays, or raises HandError for the first row at fault."""
        given = {"used": self.used, "visible": None if self.seen is self.used else self.seen}
        if self.hands is None:
            given["hands"] = self.rows
        names = {"shanten": "out.shanten", "mask": "out.accepted", "copies": "out.copies", "best": "out.best"}
        out = {names[name] if len(arrays) > 1 else "out": array for name, array in arrays.items()}
        check_apart(out)
        for name, array in given.items():
            for to_name, to in out.items():
                check_apart({name: array, to_name: to})
        if self.hands is not None:
            for row, hand in enumerate(self.hands):
                self._answer_alone(row, hand, arrays)
            return
        number = QUESTIONS.index(self.question)

        def block(start: int, stop: int) -> tuple[int, int] | None:
            def part(array: Any) -> Any:
                return array[start:stop] if isinstance(array, np.ndarray) else array

            def answers(name: str) -> Any:
                array = arrays.get(name)
                return None if array is None else array[start:stop].reshape(-1).view(np.uint8)

            found = answer_block(
                self.engine, number, part(self.rows), stop - start, part(self.melds), part(self.jokers),
                part(self.voids), part(self.used), part(self.seen), answers("shanten"), answers("mask"),
                answers("copies"), answers("best"), answers("yes"),
            )  # fmt: skip
            return None if found is None else (start + found[0], found[1])

        faults = [fault for fault in run_blocks(block, self.n, self.threads) if fault]
        if faults:
            self._raise(*min(faults))

    def _options(self, row: int) -> dict[str, Any]:
        """The keywords of the single question about a row."""

        def one(array: Any) -> int:
            return int(array[row]) if isinstance(array, np.ndarray) else array

        options: dict[str, Any] = {"jokers": one(self.jokers)}
        if one(self.melds) != ANY_MELDS:
            options["melds"] = one(self.melds)
        if one(self.voids) != NO_SUIT:
            options["void_suit"] = SUITS[one(self.voids)]
        if self.used is not None:
            options.update(strict=True, visible=self.used[row].tobytes())
        elif self.seen is not None:
            options["visible"] = self.seen[row].tobytes()
        return options

    def _answer_alone(self, row: int, hand: HandLike, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Fills one row by asking about that hand."""
        engine, options = self.engine, self._options(row)
        try:
            if self.question == "shanten":
                arrays["shanten"][row] = engine.shanten(hand, **options)
            elif self.question == "waits":
                arrays["mask"][row] = engine.waits_mask(hand, **options)
            elif self.question == "acceptance":
                found = engine.acceptance(hand, **options)
                arrays["shanten"][row], arrays["copies"][row] = found.shanten, found.copies
                arrays["mask"][row] = found.mask
            elif self.question == "discards":
                here = {name: part[row : row + 1] for name, part in arrays.items()}
                _put_discards(engine.discards(hand, **options), here)
            else:
                arrays["yes"][row] = engine.is_win(hand, **options)
        except MahjongError as error:
            raise HandError(f"row {row}: {error}", row) from None

    def _raise(self, row: int, fault: int) -> None:
        """The error that asking about this row alone gives, with the number of the row."""
        counts, options = self.rows[row].tobytes(), self._options(row)
        tiles = int(self.rows[row].sum()) + options["jokers"]
        if self.question == "win" and tiles % 3 == 1:
            raise HandError(f"row {row}: a win has 3n + 2 concealed tiles; this hand has {tiles}", row)
        single: dict[str, Callable[..., object]] = {
            "shanten": self.engine.shanten,
            "waits": self.engine.waits_mask,
            "acceptance": self.engine.acceptance,
            "discards": self.engine.discards,
            # is_win knows no visible tiles
            "win": self.engine.shanten if self.used is not None else self.engine.is_win,
        }
        try:
            single[self.question](counts, **options)
            if self.seen is not None:
                self.engine.shanten(counts, **{**options, "visible": self.seen[row].tobytes()})
        except MahjongError as error:
            raise HandError(f"row {row}: {error}", row) from None
        raise HandError(f"row {row}: no hand (fault {fault})", row)


def _put_discards(discards: Iterable[Discard], row: dict[str, npt.NDArray[Any]]) -> None:
    """Writes the discards of one hand, best first, into arrays of one row."""
    row["shanten"][0], row["mask"][0], row["copies"][0] = NOT_HELD, 0, 0
    best, order = 0, None
    for discard in discards:
        kind = discard.tile.kind
        # a joker has no column
        if kind < KINDS:
            row["shanten"][0, kind], row["copies"][0, kind] = discard.shanten, discard.copies
            row["mask"][0, kind] = discard.mask
            order = order or (discard.shanten, discard.copies)
            if order == (discard.shanten, discard.copies):
                best |= 1 << kind
    row["best"][0] = best


def _counts(array: npt.NDArray[Any], name: str) -> npt.NDArray[np.uint8]:
    """(N, 34) as contiguous uint8; a copy if need be."""
    if array.ndim != 2 or array.shape[1] != KINDS or array.dtype.kind not in "iu":
        raise HandError(f"{name}: {array.dtype}{array.shape}, expected integers of shape (N, {KINDS})")
    if array.dtype != np.uint8:
        wrong = (array < 0) | (array > 4)
        if wrong.any():
            row, kind = (int(i) for i in np.argwhere(wrong)[0])
            raise HandError(f"row {row}: {name}[{row}, {kind}] is {array[row, kind]}; a count is 0 to 4", row)
        array = array.astype(np.uint8)
    return np.ascontiguousarray(array)


def _column(source: Any, name: str, n: int, most: int) -> Any:
    """One number for all rows, or n of them as uint8; 0..most."""
    if isinstance(source, (int, np.integer)) and not isinstance(source, bool):
        if not 0 <= source <= most:
            raise HandError(f"{name}={source}, expected 0 to {most}")
        return int(source)
    array = _array(source, name)
    if array.shape != (n,) or array.dtype.kind not in "iu":
        raise HandError(f"{name}: {array.dtype}{array.shape}, expected an integer or integers of shape ({n},)")
    wrong = (array < 0) | (array > most)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise HandError(f"row {row}: {name} is {array[row]}, expected 0 to {most}", row)
    return np.ascontiguousarray(array, np.uint8)


def _array(source: Any, name: str) -> npt.NDArray[Any]:
    try:
        return np.asarray(source)
    except (TypeError, ValueError, OverflowError):
        raise HandError(f"{name}: {type(source).__name__}, expected integers in an array or nested lists") from None


def _voids(void_suit: str | Sequence[str | None] | None, n: int) -> Any:
    numbers: dict[object, int] = {None: NO_SUIT, "m": 0, "p": 1, "s": 2}
    if void_suit is None or isinstance(void_suit, str):
        if void_suit not in numbers:
            raise HandError(f"void_suit={void_suit!r}, expected 'm', 'p' or 's'")
        return numbers[void_suit]
    if not isinstance(void_suit, (Sequence, np.ndarray)) or isinstance(void_suit, bytes) or len(void_suit) != n:
        raise HandError(f"void_suit: {type(void_suit).__name__}, expected 'm', 'p', 's' or a sequence of {n} such")
    found = np.empty(n, np.uint8)
    for row, suit in enumerate(void_suit):
        if not (suit is None or (isinstance(suit, str) and suit in numbers)):
            raise HandError(f"row {row}: void_suit {suit!r}, expected 'm', 'p', 's' or None", row)
        found[row] = numbers[suit]
    return found


def _check_answer(out: Any, kind: type[Any], wanted: list[tuple[tuple[int, ...], Any]]) -> None:
    if not isinstance(out, kind):
        raise HandError(f"out: {type(out).__name__}, expected a {kind.__name__} of arrays to write into")
    names: tuple[str, ...] = kind._fields
    for name, array, (shape, dtype) in zip(names, out, wanted, strict=True):
        checked_out(array, f"out.{name}", shape, dtype)
