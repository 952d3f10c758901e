"""From points to payments: ledgers, the families of settlement, penalties."""

from __future__ import annotations

from mjcore.settle.base_points import settle_base_points
from mjcore.settle.ledger import Ledger, Transfer
from mjcore.settle.penalties import Penalty, false_win, fine_to_each, fine_to_nobody, repeated_breach

__all__ = [
    "Ledger",
    "Penalty",
    "Transfer",
    "false_win",
    "fine_to_each",
    "fine_to_nobody",
    "repeated_breach",
    "settle_base_points",
]
