"""Random and greedy play: the laws of a hand for every rule set and preset, and that all there is has been seen.

2,000 hands of each in CI, 200 under sanitizers, 100,000 with MJCORE_LONG=1; `pytest -s` shows what they were made of.
The tiles are followed step by step in every tenth hand (with MJCORE_LONG=1 in all) and looked at when each ends.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import mjcore as mj
from table import table_laws as laws
from table.census import action_name, as_table, expected
from table.hand_starts import LONG, SANITIZED
from table.laid_scenes import START, answers, scenes, wishes
from table.option_sets import NAMES, PRESETS, VARIANTS

HANDS = 100_000 if LONG else 200 if SANITIZED else 2000
FEW = 4000 if LONG else 16 if SANITIZED else 80
FOLLOWED = 1 if LONG else 10
# most hands at random, the others towards wins, half of these on loaded walls
STYLES = ("random", "random", "greedy", "wild", "random", "random", "greedy", "wild")
LOADED = (False, False, False, True, False, False, True, True)
# what only options outside the presets have
OTHERS = tuple(name for name in VARIANTS if name not in PRESETS)
# of few hands; no scene is laid out where tiles are exchanged, and hands of four tiles have no kong to spare
RARE = {"phase rob", "win robbed", "kong concealed", "kong of a discard"}


def play(rules: mj.rules.RuleSet, hands: int, counted: Counter[str]) -> None:
    for hand in range(hands):
        rng = Random(f"{rules} {hand}")
        table, sticks = laws.start(rules, hand, rng, loaded=LOADED[hand % len(LOADED)])
        tiles = laws.Tiles(table)
        follow = hand % FOLLOWED == 0
        for seat, action in laws.decisions(table, rng, STYLES[hand % len(STYLES)]):
            counted["phase " + table.phase] += 1
            counted[action_name(table, seat, action)] += 1
            tiles.step(table, seat, action)
            table.step(action, seat)
            if follow or (tiles.robbed is not None and table.phase != "rob"):
                tiles.check(table)
        laws.check_end(table, sticks)
        tiles.check(table)
        counted["end " + str(table._facts()["reason"])] += 1


def play_scenes(rules: mj.rules.RuleSet, counted: Counter[str]) -> None:
    for scene in scenes(rules):
        table, left = mj.Table(rules, wall=scene.wall, **START), wishes(scene)
        tiles = laws.Tiles(table)
        for seat, action in answers(table, left):
            counted["phase " + table.phase] += 1
            counted[action_name(table, seat, action)] += 1
            tiles.step(table, seat, action)
            table.step(action, seat)
            tiles.check(table)
        assert not left, (scene.name, rules, left)
        laws.check_end(table, START["sticks"])
        counted["end " + str(table._facts()["reason"])] += 1


@pytest.mark.parametrize("name", NAMES)
def test_random_and_greedy_play(name: str) -> None:
    """Every phase, action and way to end that the rules have is seen."""
    presets = [preset for preset in PRESETS if preset.startswith(name + "/")]
    counted = {preset: Counter[str]() for preset in presets}
    wanted = {preset: expected(VARIANTS[preset]) for preset in presets}
    for preset in presets:
        play(VARIANTS[preset], HANDS, counted[preset])
        play_scenes(VARIANTS[preset], counted[preset])
    print("\n" + as_table(counted, wanted))
    for preset in presets:
        assert SANITIZED or {what for what in wanted[preset] if not counted[preset][what]} == set(), preset
        assert set(counted[preset]) <= wanted[preset], preset


@pytest.mark.parametrize("name", OTHERS)
def test_play_under_other_options(name: str) -> None:
    rules, counted = VARIANTS[name], Counter[str]()
    play(rules, FEW, counted)
    play_scenes(rules, counted)
    print("\n" + as_table({name: counted}, {name: expected(rules)}))
    assert set(counted) <= expected(rules)
    assert SANITIZED or {what for what in expected(rules) if not counted[what]} <= RARE


@pytest.mark.parametrize("name", VARIANTS)
def test_the_mask_says_what_may_be_done(name: str) -> None:
    """And clones go their own ways."""
    rules, seen = VARIANTS[name], Counter[str]()
    for hand in range(FEW // 8):
        rng = Random(f"mask {name} {hand}")
        table, _ = laws.start(rules, hand, rng, loaded=hand % 2 == 1)
        for seat, action in laws.decisions(table, rng, rng.choice(("random", "wild"))):
            if table.phase not in seen or rng.random() < 0.01:
                laws.check_mask(table)
                laws.check_clone(table, rng)
                seen[table.phase] += 1
            table.step(action, seat)
    print(dict(seen))


@pytest.mark.parametrize("name", VARIANTS)
def test_answers_in_any_order(name: str) -> None:
    """Whoever answers first, the same tiles move and the bytes of the table are the same."""
    rules, seen = VARIANTS[name], Counter[str]()
    for hand in range(4 * FEW):
        rng = Random(f"orders {name} {hand}")
        table, _ = laws.start(rules, hand, rng, loaded=hand % 4 > 0)
        before = ""
        for seat, action in laws.decisions(table, rng, rng.choice(("greedy", "wild", "wild"))):
            phase = table.phase
            # all seats are asked at once before the first turn: when they are, and sometimes when some have answered
            if len(table.pending) > 1 and (phase in ("claim", "rob") or phase != before or rng.random() < 0.05):
                laws.check_orders(table, rng)
                seen[phase] += 1
            before = phase
            table.step(action, seat)
    print(dict(seen))
    assert SANITIZED or seen["claim"] > 0 or rules.players == 2
