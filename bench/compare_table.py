"""The table: whole hands of every rule set, native and from Python, beside riichienv; a section of compare.py.

Hands are dealt from seeds, all different, and played to their end with all payments. "From Python" is the loop that a
user writes: the list of legal actions, a choice made by `random`, a step. `riichienv` plays its own hands by the same
loop; it is the peer of every rule set there, as no package plays the others. What counts is a decision: one seat that
is asked. Goals are per hand in nanoseconds, those of design; a rule set without a goal of its own is not judged.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

import mjcore as mj
from measure import Job, Line, Task, judged, least_ns, two_threads
from mjcore.table.rollouts import rollout_block

RULE_SETS = (
    "mcr", "hk", "taiwan", "dazhong", "dazhong/dazhong_caishen", "sichuan", "sichuan/sbr_2025", "kawuxing", "riichi",
    "riichi/tenhou3",
)  # fmt: skip
# the most nanoseconds for a hand: 100 k hands a second are 10,000
RANDOM_GOALS = {"mcr": 10_000, "sichuan": 6_667, "sichuan/sbr_2025": 6_667, "riichi": 10_000}
GREEDY_GOALS = {"mcr": 45_455, "sichuan": 22_222, "sichuan/sbr_2025": 22_222, "riichi": 28_571}
DEAL_GOAL = 600
PEER = "riichienv"
# hands of each kind of work, for every thousand that compare.py is asked for
NATIVE, GREEDY, DEALS, PYTHON, PEER_HANDS = 100, 50, 500, 20, 2
CLONES, BLOCK = 10_000, 64
SEED = 1


def block(name: str, policy: str, hands: int, most: int = 1 << 14) -> tuple[Job, np.ndarray[Any, Any]]:
    """Native hands, and how many actions each had."""
    rules = mj.rules.resolve(name)
    out = mj.batch.rollouts(rules, hands, policy=policy, seed=SEED)
    steps = out.steps.copy()
    return lambda: rollout_block(rules.flow, SEED, 0, hands, policy, *out, most), steps


def python_loop(tables: Callable[[int], Any], hands: int) -> Callable[[], int]:
    """Plays hands by random choices made in Python; how many there were."""

    def play() -> int:
        choose, decisions = random.Random(SEED).random, 0
        for game in range(hands):
            table = tables(game)
            legal_actions, step = table.legal_actions, table.step
            while not table.done:
                actions = legal_actions()
                step(actions[int(choose() * len(actions))])
                decisions += 1
        return decisions

    return play


def peer_loop(hands: int) -> Callable[[], int] | None:
    """The same of riichienv, without its log."""
    try:
        package = import_module(PEER)
    except ImportError:
        return None
    env = package.RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True)

    def play() -> int:
        choose, decisions = random.Random(SEED).random, 0
        for game in range(hands):
            asked = env.reset(seed=game)
            while not env.done():
                answers = {}
                for seat, found in asked.items():
                    actions = found.legal_actions()
                    answers[seat] = actions[int(choose() * len(actions))]
                decisions += len(answers)
                asked = env.step(answers)
        return decisions

    return play


def native(number: int, repeats: int) -> list[Line]:
    tasks, decisions = {}, {}
    for name in RULE_SETS:
        for policy, share in (("random", NATIVE), ("greedy", GREEDY)):
            hands = max(1, number * share // 1000)
            job, steps = block(name, policy, hands)
            tasks[f"{policy} hand, {name}"] = Task(job, hands)
            decisions[f"{policy} hand, {name}"] = steps.mean()
    for name in ("mcr", "sichuan", "riichi"):
        hands = max(1, number * DEALS // 1000)
        job, _ = block(name, "random", hands, most=0)
        tasks[f"deal, {name}"] = Task(job, hands)
    ns = least_ns(tasks, repeats)
    lines = []
    for work, found in ns.items():
        policy, _, name = work.replace(" hand,", "").partition(" ")
        if work.startswith("deal"):
            lines.append(judged(f"native: {work}", found, most=DEAL_GOAL))
            continue
        goals = RANDOM_GOALS if policy == "random" else GREEDY_GOALS
        each = f"{1e6 / found:.0f} k/s, {found / decisions[work]:.0f} ns a decision"
        lines.append(judged(f"native: {work} ({each})", found, most=goals.get(name)))
    return lines


def from_python(number: int, repeats: int) -> list[Line]:
    loops: dict[str, Callable[[], int]] = {}
    for name in RULE_SETS:
        rules, hands = mj.rules.resolve(name), max(1, number * PYTHON // 1000)

        def dealt(game: int, rules: Any = rules) -> Any:
            return mj.Table(rules, seed=SEED, game=game, log=False)

        loops[name] = python_loop(dealt, hands)
    theirs = peer_loop(max(1, number * PEER_HANDS // 1000))
    if theirs:
        loops[PEER] = theirs
    ns = least_ns({name: Task(loop, loop()) for name, loop in loops.items()}, repeats)
    unit = "ns a decision"
    lines = [
        judged(f"from Python, deal included: {name}", ns[name], ns.get(PEER), PEER, most=500, ratio=25, unit=unit)
        for name in RULE_SETS
    ]
    return [*lines, *calls(repeats)]


def calls(repeats: int) -> list[Line]:
    """Single calls in the middle of a hand; and its bytes as a clone copies them."""
    table = mj.Table("riichi", seed=SEED, log=False)
    for _ in range(40):
        table.step(table.legal_actions()[0])
    size = state_size(table.players)
    source, target = np.zeros((BLOCK, size), np.uint8), np.zeros((BLOCK, size), np.uint8)

    def many(ask: Callable[[], object]) -> Task:
        def work() -> None:
            for _ in range(CLONES):
                ask()

        return Task(work, CLONES)

    tasks = {
        "clone": many(table.clone),
        "legal_actions": many(table.legal_actions),
        "mask": many(table.mask),
        "copy": Task(lambda: [np.copyto(target, source) for _ in range(20)], 20 * BLOCK),
        "deal": many(lambda: mj.Table("riichi", seed=SEED, log=False)),
    }
    ns = least_ns(tasks, repeats)
    return [
        judged(f"a state of {size} bytes copied within a block of {BLOCK}", ns["copy"], most=50, unit="ns a clone"),
        judged("table.clone()", ns["clone"], most=150, unit="ns a call"),
        Line("table.legal_actions()", ns["legal_actions"], unit="ns a call"),
        Line("table.mask()", ns["mask"], unit="ns a call"),
        Line('Table("riichi", seed=1, log=False)', ns["deal"], unit="ns a call"),
    ]


def state_size(players: int) -> int:
    """Bytes in use of a state."""
    from mjcore.table.rollouts import STATE_BYTES

    return STATE_BYTES[players]


def threads(number: int, repeats: int) -> list[Line]:
    hands = max(2, number // 2 * 2)
    out, half = mj.batch.rollouts("riichi", hands), mj.batch.rollouts("riichi", hands // 2)

    def prepare_half() -> Job:
        return lambda: mj.batch.rollouts("riichi", hands // 2, out=half)

    def whole(count: int) -> object:
        return mj.batch.rollouts("riichi", hands, threads=count, out=out)

    return two_threads("random riichi hands", whole, prepare_half, hands, repeats, least_gain=1.8)


def table(number: int, repeats: int) -> list[Line]:
    """All lines about the table."""
    return [*native(number, repeats), *from_python(number, repeats), *threads(number, repeats)]
