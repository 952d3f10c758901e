"""How the plain table asks: one seat, all seats in any order, or those who want a tile.

The course of a hand is a generator. It says whom it asks (`phase`, `asked`) and then yields; it is sent (seat, action).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from reference.table_legal import PASS, WIN, class_of
from reference.table_state import Offer, State

Flow = Generator[None, tuple[int, int], Any]


class Asking(State):
    """Questions, and their answers."""

    phase: str = "deal"
    asked: dict[int, list[int]]  # what each seat may answer now; the first seat is the one that the table asks

    def ask_one(self, phase: str, seat: int, actions: list[int]) -> Flow:
        """The answer of one seat."""
        assert actions, f"{phase}: seat {seat} has nothing to do"
        self.phase, self.asked = phase, {seat: actions}
        _, action = yield
        self.asked = {}
        return action

    def ask_all(self, phase: str, options: dict[int, list[int]]) -> Flow:
        """One answer of each seat, in any order."""
        answers: dict[int, int] = {}
        while len(answers) < len(options):
            self.phase = phase
            self.asked = {seat: actions for seat, actions in options.items() if seat not in answers}
            seat, action = yield
            answers[seat] = action
        self.asked = {}
        return answers

    def ask_claims(self, phase: str, offer: Offer, options: dict[int, list[int]]) -> Flow:
        """(seat, action) of those who get the tile, nearest first, or the only one; () if nobody wants it."""
        answers: dict[int, int] = {}

        def key(seat: int, action: int) -> tuple[int, int]:
            return class_of(action), -((seat - offer.giver) % self.n)

        while True:
            best = max((key(seat, action) for seat, action in answers.items() if action != PASS), default=(0, 0))
            left = {seat: max(key(seat, action) for action in actions)
                    for seat, actions in options.items() if seat not in answers}
            left = {seat: own for seat, own in left.items()
                    if own > best or (own[0] == best[0] == 3 and self.facts.multi != "nearest")}
            if not left:
                break
            self.phase = phase
            self.asked = {seat: options[seat] for seat in sorted(left, key=lambda seat: left[seat], reverse=True)}
            seat, action = yield
            answers[seat] = action
        self.asked = {}
        wanted = sorted(((seat, action) for seat, action in answers.items() if action != PASS),
                        key=lambda answer: key(*answer), reverse=True)
        if wanted and wanted[0][1] == WIN and self.facts.multi != "nearest":
            return tuple(answer for answer in wanted if answer[1] == WIN)
        return tuple(wanted[:1])
