"""The ledger: who paid whom how much, and why.

Settlement functions return a `Ledger`; adding two of them merges them, `totals` is what the
players see, and `refunds` takes back what a later event (a robbed kong, a hand that was not ready)
makes void. Nothing here knows a rule set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import Any, SupportsIndex, TypeVar

from mjcore.errors import MOST_BITS, HandError, RuleError, brief

REFUND = "refund_"  # what the reason of a refund starts with
T = TypeVar("T")


def whole(value: SupportsIndex, what: str) -> int:
    """`value` as an int; `RuleError` that names `what` if it is not a whole number (True is none)."""
    if isinstance(value, bool):
        raise RuleError(f"{what} is {value}: expected a whole number")
    try:
        number = index(value)
    except TypeError:
        raise RuleError(f"{what} is {brief(value)}: expected a whole number") from None
    if number.bit_length() > MOST_BITS:
        raise RuleError(f"{what} is {brief(value)}: expected a number of at most {MOST_BITS} bits")
    return number


def seat_of(value: SupportsIndex | None, seats: int, what: str) -> int:
    """`value` as a seat 0..seats-1; `HandError` that names `what` otherwise."""
    allowed = f"expected a seat 0..{seats - 1}"
    if value is None or isinstance(value, bool):
        raise HandError(f"the {what} is {value}: {allowed}")
    try:
        seat = index(value)
    except TypeError:
        raise HandError(f"the {what} is {brief(value)}: {allowed}") from None
    if not 0 <= seat < seats:
        raise HandError(f"the {what} is seat {brief(seat)}: {allowed}")
    return seat


def several(values: Iterable[T], what: str) -> Iterator[T]:
    """What to loop over; `HandError` that names `what` if that can not be."""
    try:
        return iter(values)
    except TypeError:
        raise HandError(f"{what}: {brief(values)} is not several of them") from None


def yes_no(value: bool, what: str) -> bool:
    """`value` if it is True or False; `HandError` that names `what` otherwise."""
    if not isinstance(value, bool):
        raise HandError(f"{what}={brief(value)}: expected True or False")
    return value


def table_size(seats: SupportsIndex) -> int:
    """`seats` as the size of a table; at least two."""
    number = whole(seats, "the number of players")
    if number < 2:
        raise RuleError(f"a table of {number} players: expected at least 2")
    return number


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment: `payer` gives `receiver` `amount` points.

    A side that is None is nobody at the table: the pot of a fine, a deposit. `reason` is a stable id
    for programs, `text` says the same for people.
    """

    payer: int | None
    receiver: int | None
    amount: int
    reason: str
    text: str = ""

    def __post_init__(self) -> None:
        for side in (self.payer, self.receiver):
            if side is not None and (type(side) is not int or side < 0):
                raise HandError(f"a transfer's side is {side!r}: expected a seat (0, 1, ...) or None")
        if self.payer == self.receiver:
            who = "nobody" if self.payer is None else f"seat {self.payer}"
            raise HandError(f"a transfer from {who} to {who}: expected two sides")
        if type(self.amount) is not int or self.amount <= 0:
            raise RuleError(f"a transfer of {self.amount!r}: expected a positive whole number")
        if not self.reason:
            raise RuleError("a transfer without a reason")

    def reversed(self, reason: str, text: str) -> Transfer:
        """The same amount the other way."""
        return Transfer(self.receiver, self.payer, self.amount, reason, text)

    def __str__(self) -> str:
        payer = "nobody" if self.payer is None else f"seat {self.payer}"
        receiver = "nobody" if self.receiver is None else f"seat {self.receiver}"
        return f"{payer} pays {receiver} {self.amount}: {self.text or self.reason}"


class Ledger:
    """An immutable list of transfers.

    >>> deal = Ledger([Transfer(0, 1, 8, "base"), Transfer(2, 1, 8, "base")])
    >>> deal.totals(seats=4)
    (-8, 16, -8, 0)
    >>> print(deal + Ledger([Transfer(3, None, 5, "fine", "a fine, to nobody")]))
    seat 0 pays seat 1 8: base
    seat 2 pays seat 1 8: base
    seat 3 pays nobody 5: a fine, to nobody
    """

    __slots__ = ("_entries",)
    _entries: tuple[Transfer, ...]

    def __init__(self, entries: Iterable[Transfer] = ()) -> None:
        self._entries = tuple(entries)
        for entry in self._entries:
            if not isinstance(entry, Transfer):
                raise TypeError(f"a ledger holds transfers, not {type(entry).__name__}")

    @property
    def entries(self) -> tuple[Transfer, ...]:
        """The transfers in the order they were booked."""
        return self._entries

    def totals(self, seats: SupportsIndex = 4) -> tuple[int, ...]:
        """The signed change of each seat. Sums to zero, less what `outside` went to nobody.

        `HandError` if a transfer names a seat that a table of `seats` players has not.
        """
        number = table_size(seats)
        change = [0] * number
        for entry in self._entries:
            if entry.payer is not None:
                change[seat_of(entry.payer, number, "payer")] -= entry.amount
            if entry.receiver is not None:
                change[seat_of(entry.receiver, number, "receiver")] += entry.amount
        return tuple(change)

    @property
    def outside(self) -> Ledger:
        """The transfers with nobody on one side: fines, deposits. Why the totals need not sum to zero."""
        return Ledger(entry for entry in self._entries if entry.payer is None or entry.receiver is None)

    def only(self, reason: str | None = None, *, payer: int | None = None,
             receiver: int | None = None) -> Ledger:
        """The transfers for this reason, by this payer, to this receiver (what is None does not matter)."""
        return Ledger(
            entry
            for entry in self._entries
            if reason in (None, entry.reason)
            and payer in (None, entry.payer)
            and receiver in (None, entry.receiver)
        )

    def refunds(self, reason: str, *, payer: int | None = None, receiver: int | None = None,
                text: str = "") -> Ledger:
        """What pays back the chosen transfers (as in `only`), alone: add it to this ledger to book it.

        A transfer that this ledger has already paid back is not paid back again.
        The reason of a refund is `refund_` and the reason of what it takes back.
        """
        if reason.startswith(REFUND):
            raise RuleError(f"{reason} is a refund: expected the reason of a payment")
        undo = REFUND + reason
        booked = Counter((e.receiver, e.payer, e.amount) for e in self._entries if e.reason == undo)
        back = []
        for entry in self.only(reason, payer=payer, receiver=receiver):
            key = (entry.payer, entry.receiver, entry.amount)
            if booked[key]:
                booked[key] -= 1
            else:
                back.append(entry.reversed(undo, text or f"refund of {entry.text or entry.reason}"))
        return Ledger(back)

    def to_dict(self) -> list[dict[str, Any]]:
        """The transfers as plain values for JSON."""
        return [
            {"payer": e.payer, "receiver": e.receiver, "amount": e.amount, "reason": e.reason, "text": e.text}
            for e in self._entries
        ]

    def __add__(self, other: Ledger) -> Ledger:
        return Ledger(self._entries + other._entries) if isinstance(other, Ledger) else NotImplemented

    def __iter__(self) -> Iterator[Transfer]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __eq__(self, other: object) -> bool:
        return self._entries == other._entries if isinstance(other, Ledger) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._entries)

    def __str__(self) -> str:
        return "\n".join(map(str, self._entries)) or "nobody pays"

    def __repr__(self) -> str:
        return f"<Ledger: {'; '.join(map(str, self._entries)) or 'nobody pays'}>"
