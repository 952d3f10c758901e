"""The simple player: it always has a legal move, and knows no more than its seat."""

from __future__ import annotations

import random

import pytest

import mjcore as mj
from mjcore import rules
from mjcore.game.bots import greedy
from mjcore.table.names import action_id

PRESETS = [f"{name}/{preset}" for name in rules.available() for preset in rules.get(name).presets]


@pytest.mark.parametrize("name", PRESETS)
def test_whole_hands_and_nothing_that_is_hidden(name: str) -> None:
    """The move is the same when what the seat does not see is dealt anew."""
    chance = random.Random(name)
    reasons = set()
    for seed in range(3):
        table = mj.Table(name, seed=seed)
        while not table.done:
            seat = table.seat
            action = greedy(table, seat)
            assert action in table.legal_actions()
            if table.phase in ("turn", "throw", "claim") and chance.random() < 0.5:
                assert greedy(table.redeal(seat, chance.randrange(1 << 32)), seat) == action
            table.step(action)
        reasons.add(table.result.reason)
    # some minimum is too much for three hands, and a blood river ends with the wall
    assert "win" in reasons or table.rules.minimum >= 8 or table.rules.values.get("mode") == "xueliu"


def test_a_match() -> None:
    final = mj.Match("sichuan", seed=7, hands=3).play(greedy)
    assert sum(final) == 0
    assert any(final)


def test_what_it_does() -> None:
    declared = claimed = konged = 0
    for seed in range(10):
        for name in ("riichi", "kawuxing", "taiwan"):
            table = mj.Table(name, seed=seed)
            while not table.done:
                legal, action = table.legal_actions(), greedy(table, table.seat)
                if action_id("win") in legal:
                    assert action == action_id("win")
                elif action_id("ready") in legal:
                    assert action == action_id("ready")
                    declared += 1
                claimed += action in (action_id("pung"), action_id("chow low"))
                konged += action == action_id("kong")
                assert name != "riichi" or table.phase != "claim" or action in (action_id("pass"), action_id("win"))
                table.step(action)
    assert min(declared, claimed, konged) > 0


def test_it_throws_the_void_suit_and_keeps_wild_tiles() -> None:
    for name, seeds in (("sichuan/sbr_2025", 5), ("dazhong/dazhong_caishen", 10)):
        for seed in range(seeds):
            table = mj.Table(name, seed=seed)
            while not table.done:
                seat, action = table.seat, greedy(table, table.seat)
                if table.phase == "turn" and action < 64 and table.void(seat) is not None:
                    held = {mj.Tile(kind).suit for kind, count in enumerate(table.concealed(seat)) if count}
                    assert mj.Tile(action).suit == table.void(seat) or table.void(seat) not in held
                if table.phase == "turn" and action < 64:
                    assert action not in {tile.kind for tile in table.wild}
                table.step(action)
