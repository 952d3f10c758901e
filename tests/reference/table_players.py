"""Players that choose from legal actions: at random, or towards a win, so that wins and kongs are seen."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import mjcore as mj
from mjcore.errors import HandError
from reference import table_legal as can


def at_random(table: Any, seat: int, rng: Random) -> int:
    actions = list(table.legal(seat))
    return can.WIN if can.WIN in actions and rng.random() < 0.9 else rng.choice(actions)


def greedy(table: Any, seat: int, rng: Random, *, calls: float = 0.3) -> int:
    """Wins, declares and lays down kongs when it may; claims now and then; throws what keeps the hand nearest to ready
    and accepts most."""
    actions = list(table.legal(seat))
    for action in (can.WIN, can.EXTRACT):
        if action in actions and rng.random() < 0.9:
            return int(action)
    if can.READY in actions and rng.random() < 0.7:
        return can.READY
    kongs = [action for action in actions if can.KONG <= action < can.PASS or action == can.KONG_CLAIM]
    if kongs and rng.random() < 0.7:
        return int(rng.choice(kongs))
    throws = {action: kind for action in actions
              if (kind := action if action < can.KONG else _red(action)) is not None}
    if not throws:
        claims = [action for action in actions if can.class_of(action) in (1, 2)]
        if can.PASS not in actions:
            return int(rng.choice(actions))
        return int(rng.choice(claims)) if claims and rng.random() < calls else can.PASS
    if table.phase == "exchange":
        return int(rng.choice(actions))
    order: dict[int, int] = {}
    # melds of too many suits: no win is possible any more, and there is no best discard
    with suppress(HandError):
        for place, discard in enumerate(mj.discards(table.hand_of(seat), table.facts.rules, **_void(table, seat))):
            order.setdefault(discard.tile.kind, place)
    return int(min(throws, key=lambda action: (order.get(throws[action], 99), rng.random())))


def _void(table: Any, seat: int) -> dict[str, Any]:
    void = table.suit_void(seat)
    return {} if void is None else {"void_suit": void, "any_suit": True}


def _red(action: int) -> int | None:
    return (4, 13, 22)[action - can.RED_DISCARD] if can.RED_DISCARD <= action < can.CHOW else None


def play(table: Any, rng: Random, chooser: Any = at_random) -> int:
    """Plays a hand to its end; how many actions it had. Each time any of the seats that may answer does."""
    steps = 0
    while not table.done:
        seat = rng.choice(list(table.pending))
        table.step(chooser(table, seat, rng), seat)
        steps += 1
    return steps
