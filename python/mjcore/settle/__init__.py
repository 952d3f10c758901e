"""From points to payments: ledgers, the families of settlement, penalties."""

from __future__ import annotations

from mjcore.settle.base_points import settle_base_points
from mjcore.settle.draw_checks import pay_each, pay_worth
from mjcore.settle.hand_draws import abortive_draw, exhaustive_draw, nagashi_mangan, riichi_deposit
from mjcore.settle.kongs import refund_kongs, settle_kong, settle_kong_discard
from mjcore.settle.ledger import Ledger, Transfer
from mjcore.settle.limits import limit_name, round_up, yakuman_base
from mjcore.settle.match import Ending, MatchEnd, MatchState, final_points, first_hand, next_hand
from mjcore.settle.penalties import Penalty, false_win, fine_to_each, fine_to_nobody, repeated_breach
from mjcore.settle.shares import Ron, ron_winners, settle_rons, settle_win, win_total
from mjcore.settle.unit_shares import settle_unit

# `limits.base_points` is not among them: the module of `settle_base_points` has that name here
__all__ = [
    "Ending",
    "Ledger",
    "MatchEnd",
    "MatchState",
    "Penalty",
    "Ron",
    "Transfer",
    "abortive_draw",
    "exhaustive_draw",
    "false_win",
    "final_points",
    "fine_to_each",
    "fine_to_nobody",
    "first_hand",
    "limit_name",
    "nagashi_mangan",
    "next_hand",
    "pay_each",
    "pay_worth",
    "refund_kongs",
    "repeated_breach",
    "riichi_deposit",
    "ron_winners",
    "round_up",
    "settle_base_points",
    "settle_kong",
    "settle_kong_discard",
    "settle_rons",
    "settle_unit",
    "settle_win",
    "win_total",
    "yakuman_base",
]
