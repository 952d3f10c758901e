"""Riichi hands without a winner, and the deposit of a riichi.

Reasons in the ledgers: `noten`, `nagashi_mangan`, `riichi_deposit` (paid into the pot: the receiver is None).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError
from mjcore.fans.han_fu import MANGAN
from mjcore.settle.ledger import Ledger, Transfer, seat_of
from mjcore.settle.shares import STICK, not_negative, one_of, riichi_table, settle_win, turn_order

ABORTIVE_DRAWS = ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou")


def exhaustive_draw(tenpai: Iterable[SupportsIndex], *, players: SupportsIndex = 4,
                    pool: SupportsIndex | None = None) -> Ledger:
    """The wall is empty: those not in `tenpai` pay the pool together, the others share it.

    `pool` is 3000 for four and 2000 for three players if not given. Nothing moves if all or none are tenpai.

    >>> exhaustive_draw([2]).totals(), exhaustive_draw([0, 3]).totals(), exhaustive_draw([0, 1], players=3).totals(3)
    ((-1000, -1000, 3000, -1000), (1500, -1500, -1500, 1500), (1000, 1000, -2000))
    """
    number = riichi_table(players)
    total = (number - 1) * 1000 if pool is None else not_negative(pool, "the noten pool")
    ready = sorted(turn_order(tenpai, number - 1, number, "tenpai player"))
    others = [seat for seat in range(number) if seat not in ready]
    if not (ready and others and total):
        return Ledger()
    payments = max(len(ready), len(others))
    if total % payments:
        raise RuleError(f"a noten pool of {total}: expected a multiple of {payments}")
    # one side has one seat, or both have two, which pair up
    return Ledger(
        Transfer(others[n % len(others)], ready[n % len(ready)], total // payments, "noten", "noten payment")
        for n in range(payments)
    )


def nagashi_mangan(seats: Iterable[SupportsIndex], *, dealer: SupportsIndex, players: SupportsIndex = 4,
                   tsumo_loss: str = "loss", honba: SupportsIndex = 0, sticks: SupportsIndex = 0) -> Ledger:
    """Each of `seats` is paid as for a mangan by self-draw, instead of the noten payments.

    Honba and deposits stay, so both are 0. Where nagashi mangan counts as a win, pass them: the first of
    `seats` in turn order from the dealer gets them.

    >>> nagashi_mangan([2], dealer=3).totals()
    (-2000, -2000, 8000, -4000)
    """
    number = riichi_table(players)
    east = seat_of(dealer, number, "dealer")
    order = turn_order(seats, east - 1, number, "player with nagashi mangan")
    if not order:
        raise HandError("nobody has nagashi mangan: expected at least one seat")
    entries: list[Transfer] = []
    for place, seat in enumerate(order):
        paid = settle_win(MANGAN, winner=seat, dealer=east, players=number, tsumo_loss=tsumo_loss,
                          honba=0 if place else honba, sticks=0 if place else sticks)
        entries += [replace(entry, reason="nagashi_mangan", text="nagashi mangan") if entry.reason == "points"
                    else entry for entry in paid]
    return Ledger(entries)


def abortive_draw(kind: str) -> Ledger:
    """The hand is aborted: nothing moves, and deposits stay on the table. `kind` is one of `ABORTIVE_DRAWS`.

    >>> abortive_draw("suufon_renda").totals()
    (0, 0, 0, 0)
    """
    one_of(kind, ABORTIVE_DRAWS, "the abortive draw")
    return Ledger()


def riichi_deposit(seat: SupportsIndex, *, players: SupportsIndex = 4) -> Ledger:
    """A riichi is accepted: the seat pays 1000 into the pot.

    >>> riichi_deposit(1).totals()
    (0, -1000, 0, 0)
    """
    payer = seat_of(seat, riichi_table(players), "player in riichi")
    return Ledger([Transfer(payer, None, STICK, "riichi_deposit", "riichi deposit")])
