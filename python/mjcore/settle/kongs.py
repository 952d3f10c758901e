"""Kongs that are paid at once, and how that money moves again: refunds and transfers.

What a kong moved is handed about as signed numbers by seat, as `Ledger.totals` has them: (-1, 3, -1, -1). Reasons in
the ledgers: `exposed_kong`, `added_kong`, `concealed_kong`, `refund_kong`, `kong_transfer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError, brief
from mjcore.settle.ledger import Ledger, Transfer, seat_of, several, table_size, whole

KONG_TYPES = ("exposed kong", "added kong", "concealed kong")
# what becomes of kong money when the discard after the kong is won
KONG_DISCARD_MODES = ("none", "refund", "transfer_this", "transfer_all")


def settle_kong(type: str, amount: SupportsIndex, *, owner: SupportsIndex, source: SupportsIndex | None = None,
                out: Iterable[SupportsIndex] = (), players: SupportsIndex = 4) -> Ledger:
    """An exposed kong is paid `amount` by `source`, who gave the tile; another one by each player who is still in
    the hand (not in `out`).

    Whether a kong is paid at all (robbed, added too late) and how much (kongs in a row) is for the caller to say:
    an `amount` of 0 moves nothing. HandError for an impossible seat or a missing or needless source, RuleError for
    another type or a negative amount.

    >>> settle_kong("exposed kong", 2, owner=0, source=2).totals()
    (2, 0, -2, 0)
    >>> settle_kong("concealed kong", 2, owner=1, out=[3]).totals()
    (-2, 4, -2, 0)
    """
    number = table_size(players)
    if type not in KONG_TYPES:
        raise RuleError(f"a kong of type {brief(type)}: expected one of {', '.join(KONG_TYPES)}")
    receiver, share = seat_of(owner, number, "owner of the kong"), whole(amount, "what the kong is paid")
    if share < 0:
        raise RuleError(f"a kong that is paid {share}: expected 0 or more")
    gone = {seat_of(seat, number, "player out of the hand") for seat in several(out, "players out of the hand")}
    if receiver in gone:
        raise HandError(f"seat {receiver} is out of the hand and has no kong")
    payers = _payers(type, receiver, source, gone, number)
    if not share:
        return Ledger()
    reason = type.replace(" ", "_")
    return Ledger(Transfer(seat, receiver, share, reason, type) for seat in payers)


def _payers(type: str, owner: int, source: SupportsIndex | None, gone: set[int], players: int) -> list[int]:
    if type != "exposed kong":
        if source is not None:
            raise HandError(f"{type}, tile given by {source}: only the tile of an exposed kong is given")
        return [seat for seat in range(players) if seat != owner and seat not in gone]
    giver = seat_of(source, players, "source of the kong")
    if giver == owner or giver in gone:
        raise HandError(f"seat {giver} gave the tile of the kong of seat {owner}: expected another player in the hand")
    return [giver]


def settle_kong_discard(incomes: Sequence[Sequence[SupportsIndex]], *, mode: str, discarder: SupportsIndex,
                        winners: Iterable[SupportsIndex], rest_to_first: bool = False,
                        players: SupportsIndex = 4) -> Ledger:
    """What moves when the discard right after a kong is won.

    `incomes`: what each kong of the discarder moved, the last one just now; leave out what was moved or given back.
    `mode`: none; refund: those who paid the last kong get it back; transfer_this, transfer_all: what the last kong, all
    kongs brought in goes to the winners in equal parts; what can not be shared stays with the discarder, or goes to the
    first winner in turn order.

    >>> settle_kong_discard([(-1, 3, -1, -1)], mode="refund", discarder=1, winners=[3]).totals()
    (1, -3, 1, 1)
    >>> settle_kong_discard([(-2, 6, -2, -2), (0, 2, -2, 0)], mode="transfer_all", discarder=1, winners=[0, 2]).totals()
    (4, -8, 4, 0)
    """
    number = table_size(players)
    owner = seat_of(discarder, number, "discarder")
    if mode not in KONG_DISCARD_MODES:
        raise RuleError(f"kong money after a discard: {brief(mode)}, expected one of {', '.join(KONG_DISCARD_MODES)}")
    receivers = sorted({seat_of(seat, number, "winner") for seat in several(winners, "winners")},
                       key=lambda seat: (seat - owner - 1) % number)
    if not receivers or owner in receivers:
        raise HandError(f"winners {receivers} on a discard of seat {owner}: expected others")
    kongs = [_income(income, owner, number) for income in several(incomes, "what kongs moved")]
    if mode == "none" or not kongs:
        return Ledger()
    if mode == "refund":
        return _give_back(owner, kongs[-1], "refund of the kong, whose discard was won")
    moved = kongs[-1:] if mode == "transfer_this" else kongs
    share, rest = divmod(sum(kong[owner] for kong in moved), len(receivers))
    shares = [share] * len(receivers)
    if rest_to_first:
        shares[0] += rest
    text = "the kong goes to the winner" if mode == "transfer_this" else "all kongs go to the winner"
    return Ledger(Transfer(owner, seat, part, "kong_transfer", text)
                  for seat, part in zip(receivers, shares, strict=True) if part)


def refund_kongs(kongs: Iterable[tuple[SupportsIndex, Sequence[SupportsIndex]]], owners: Iterable[SupportsIndex], *,
                 players: SupportsIndex = 4, text: str = "refund of a kong") -> Ledger:
    """Takes back the kongs of some players. `kongs`: (owner, what it moved by seat) of each; leave out what
    was moved or refunded before. HandError for a kong that can not be, whoever its owner is.

    >>> refund_kongs([(1, (-1, 3, -1, -1)), (2, (0, 0, 1, -1))], owners=[1]).totals()
    (1, -3, 1, 1)
    """
    number = table_size(players)
    back = {seat_of(seat, number, "owner of a kong") for seat in several(owners, "owners")}
    ledger = Ledger()
    for kong in several(kongs, "kongs"):
        if not isinstance(kong, (tuple, list)) or len(kong) != 2:
            raise HandError(f"a kong is {brief(kong)}: expected its owner and what it moved by seat")
        seat = seat_of(kong[0], number, "owner of a kong")
        income = _income(kong[1], seat, number)
        if seat in back:
            ledger += _give_back(seat, income, text)
    return ledger


def _income(moved: Sequence[SupportsIndex], owner: int, players: int) -> tuple[int, ...]:
    """What a kong of `owner` moved, checked: nobody else gets anything."""
    try:
        income = tuple(whole(amount, "what a kong moved") for amount in moved)
    except TypeError:
        raise HandError(f"what a kong moved is {brief(moved)}: expected a number for each of {players} seats") from None
    others = income[:owner] + income[owner + 1:]
    if len(income) != players or sum(income) != 0 or max(others) > 0:
        raise HandError(f"a kong of seat {owner} moved {income}: expected {players} numbers that sum to 0, only the "
                        "owner's above it")
    return income


def _give_back(owner: int, income: Sequence[int], text: str) -> Ledger:
    return Ledger(Transfer(owner, seat, -amount, "refund_kong", text)
                  for seat, amount in enumerate(income) if amount < 0)
