"""Questions about hands, here and by other packages, with the goals of the hand engine; a section of compare.py.

All hands are random tiles of a wall of 136 (those for `waits`: ready hands), different ones, and as many for each
question as one call takes. Other packages answer one hand at a call, so batches are set beside such calls too.
"""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import mjcore as mj
from measure import Job, Line, Task, environment, in_new_process, judged, least_ns, two_threads
from mjcore.cli.speed import PEERS, Hands, Peers, calls, complete_hand, ready_hand
from mjcore.hand.queries import HandEngine

# Arrays are longer than what is asked one by one.
ROWS = 10
DOWNSTREAM = Path(__file__).resolve().parents[1] / "tests" / "downstream"


def missing_peers() -> list[str]:
    """Packages to compare with that are not installed."""
    return sorted(set(PEERS) - set(Peers().versions))


def array(hands: Hands, ask: Callable[..., Any], rules: Any = None, **options: Any) -> Task:
    """A batch function on all hands, writing into the same arrays again and again."""
    out = ask(hands.rows, rules, **options)
    return Task(lambda: ask(hands.rows, rules, out=out, **options), len(hands))


def check_equal(number: int) -> None:
    """All packages give the same answers."""
    peers, few = Peers(), min(number, 300)
    hands, short = Hands(few, 14), Hands(few, 13)
    shanten = mj.batch.shanten(hands.rows).tolist()
    accepted = mj.batch.acceptance(short.rows)
    for peer, question, asked, expected in (
        ("riichienv", "shanten", hands, shanten),
        ("mahjong", "shanten", hands, shanten),
        ("xiangting", "distance", hands, [each + 1 for each in shanten]),
        ("xiangting", "acceptance", short, list(zip(accepted.shanten + 1, accepted.accepted, strict=True))),
        ("PyMahjongGB", "mcr shanten", short, mj.batch.shanten(short.rows, "mcr").tolist()),
    ):
        answers = peers.answers(peer, question, asked)
        assert answers is None or answers == expected, (peer, question)


# Arrays of hands


def batches(number: int, repeats: int, peers: Peers) -> list[Line]:
    batch, standard = mj.batch, HandEngine("standard")
    many, short, long = Hands(number, 14), Hands(number, 13), Hands(number, 17)
    ready = Hands(number, 13, ready_hand)
    few, few_short = Hands(number // ROWS, 14), Hands(number // ROWS, 13)
    tasks = {
        "standard": array(many, batch.shanten, standard),
        "usual": array(many, batch.shanten),
        "five sets": array(long, batch.shanten, standard),
        "mcr": array(many, batch.shanten, "mcr"),
        "accepted, standard": array(short, batch.acceptance, standard),
        "accepted": array(short, batch.acceptance),
        "waits": array(ready, batch.waits),
        "discards": array(few, batch.discards),
        "win": array(many, batch.is_win),
    }
    others = {
        "riichienv": peers.task("riichienv", "shanten", few),
        "xiangting": peers.task("xiangting", "acceptance", few_short),
        "PyMahjongGB": peers.task("PyMahjongGB", "mcr shanten", few_short),
    }
    if downstream() is not None:
        engine, data, out = HandEngine(), b"".join(many.counts), bytearray(len(many))
        tasks["c api"] = Task(lambda: downstream().shanten(engine, data, out), len(many))
    ns = least_ns({**tasks, **{name: task for name, task in others.items() if task is not None}}, repeats)
    return [
        judged(work, ns[name], ns.get(peer), peer, most=most)
        for work, name, peer, most in (
            ("array: shanten, standard form", "standard", "", 10),
            ("array: shanten, best of three forms", "usual", "riichienv", 13),
            ("array: shanten of 17 tiles, standard form", "five sets", "", 13),
            ("array: shanten, all forms of MCR", "mcr", "PyMahjongGB", 120),
            ("array: is it a win, three forms", "win", "", None),
            ("array: acceptance, standard form", "accepted, standard", "", None),
            ("array: acceptance, three forms", "accepted", "xiangting", 50),
            ("array: waits of ready hands", "waits", "", 40),
            ("array: every discard with acceptance", "discards", "", 400),
            ("loop of another project (C API): shanten", "c api", "", None),
        )
        if name in ns
    ]


@cache
def downstream() -> Any:
    """The module of loops in tests/downstream, built for the occasion; None where that is not possible."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(DOWNSTREAM, folder, dirs_exist_ok=True)
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        if subprocess.run(command, cwd=folder, env=environment(), capture_output=True, check=False).returncode:
            return None
        sys.path.insert(0, folder)
        try:
            return importlib.import_module("hand_loops")
        finally:
            sys.path.remove(folder)


# Jokers


def jokers(number: int, repeats: int) -> list[Line]:
    """Hands of 14 tiles of which some are jokers: the same tables, so the same time."""
    tasks = {}
    for many in (0, 1, 2, 4, 8):
        hands = Hands(number, 14 - many)
        tasks[f"shanten {many}"] = array(hands, mj.batch.shanten, jokers=many)
        tasks[f"win {many}"] = array(hands, mj.batch.is_win, jokers=many)
    ns = least_ns(tasks, repeats)
    lines = []
    for work, title in (("shanten", "shanten"), ("win", "is it a win")):
        none = ns[f"{work} 0"]
        for many in (1, 2, 4, 8):
            found = ns[f"{work} {many}"]
            text = f"array: {title}, {many} joker{'s' * (many > 1)} ({found / none:.2f} of none)"
            lines.append(Line(text, found, goal="about that of none: <= 1.25", reached=found <= 1.25 * none))
    return lines


# The most microseconds for all readings of a hand as sets and a pair, by number of jokers.
MOST_FOR_READINGS = {1: 1.0, 2: 1.5, 4: 6.0, 8: 150.0}


def readings(number: int, repeats: int) -> list[Line]:
    """Complete hands of which some tiles are jokers, in the native loop: what Python makes of readings takes longer
    than finding them."""
    loops = downstream()
    if loops is None:
        return []
    tasks, room = {}, bytearray(1 << 20)
    for many in MOST_FOR_READINGS:
        def less(rng: Random, tiles: int, many: int = many) -> bytes:
            counts = bytearray(complete_hand(rng, tiles))
            for _ in range(many):
                counts[rng.choice([kind for kind in range(34) for _ in range(counts[kind])])] -= 1
            return bytes(counts)

        # the hands with most readings take a hundred times as long as others: many of them
        hands = Hands(number // 10 if many > 4 else number, 14, less)
        data = b"".join(hands.counts)
        tasks[str(many)] = Task(lambda data=data, many=many: loops.readings(data, many, 1, room), len(hands))
    ns = least_ns(tasks, repeats)
    return [
        judged(
            f"C API: all readings as sets and a pair, {many} joker{'s' * (many > 1)}",
            ns[str(many)] / 1e3, most=most, unit="us a hand",
        )
        for many, most in MOST_FOR_READINGS.items()
    ]  # fmt: skip


# One call a hand


def single_calls(number: int, repeats: int, peers: Peers) -> list[Line]:
    hands, short, ready = Hands(number, 14), Hands(number, 13), Hands(number, 13, ready_hand)

    def mcr_shanten(hand: bytes) -> int:
        return mj.shanten(hand, "mcr")

    tasks: dict[str, Task | None] = {
        "bytes": calls(mj.shanten, hands.counts),
        "array": calls(mj.shanten, hands.arrays),
        "list": calls(mj.shanten, hands.lists),
        "hand": calls(mj.shanten, hands.hands),
        "mcr": calls(mcr_shanten, short.counts),
        "waits": calls(mj.waits, ready.counts),
        "acceptance": calls(mj.acceptance, short.counts),
        "acceptance, list": calls(mj.acceptance, short.lists),
        "discards": calls(mj.discards, hands.counts),
        "best": calls(mj.best_discards, hands.counts),
        "riichienv": peers.task("riichienv", "shanten", hands),
        "mahjong": peers.task("mahjong", "shanten", hands),
        "xiangting": peers.task("xiangting", "distance", hands),
        "xiangting, acceptance": peers.task("xiangting", "acceptance", short),
        "PyMahjongGB": peers.task("PyMahjongGB", "mcr shanten", short),
    }
    ns = least_ns({name: task for name, task in tasks.items() if task is not None}, repeats)
    return [
        judged(f"call: {work}", ns[name], ns.get(task), task.partition(",")[0], most=most, ratio=ratio)
        for work, name, task, ratio, most in (
            ("shanten from bytes", "bytes", "riichienv", 1.9, 150),
            ("shanten from a uint8 array", "array", "riichienv", 1.9, 150),
            ("shanten from a list", "list", "mahjong", 100, 300),
            ("shanten from a list", "list", "xiangting", None, 300),
            ("shanten of a Hand", "hand", "", None, None),
            ("shanten, all forms of MCR, from bytes", "mcr", "PyMahjongGB", None, None),
            ("waits of a ready hand, from bytes", "waits", "", None, None),
            ("acceptance from bytes", "acceptance", "", None, None),
            ("acceptance from a list", "acceptance, list", "xiangting, acceptance", None, None),
            ("discards from bytes", "discards", "", None, None),
            ("best discards from bytes", "best", "", None, None),
        )
    ]


# Threads, and the first answer


def threads(number: int, repeats: int) -> list[Line]:
    """One question that hardly does more than reading its rows, and one that works on each."""
    lines = []
    for work, ask, tiles, times in (("shanten", mj.batch.shanten, 14, 20), ("acceptance", mj.batch.acceptance, 13, 5)):
        half = np.tile(Hands(number, tiles).rows, (times, 1))
        whole = np.concatenate([half, half])
        out = ask(whole)

        def prepare_half(ask: Any = ask, half: Any = half) -> Job:
            mine = ask(half)
            return lambda: ask(half, out=mine)

        def ask_all(count: int, ask: Any = ask, whole: Any = whole, out: Any = out) -> object:
            return ask(whole, threads=count, out=out)

        lines += two_threads(f"array: {work}", ask_all, prepare_half, len(whole), repeats)
    return lines


def once(repeats: int) -> list[Line]:
    start = "import mjcore as mj; "
    return [
        judged(f"import and the first {work}", in_new_process(start + code, repeats), most=100, unit="ms")
        for work, code in (
            ("shanten (tables built)", "mj.shanten('159m159p159s1234z')"),
            ("shanten of 17 tiles", "mj.shanten('159m159p159s12345677z')"),
            ("discards", "mj.discards('159m159p159s12345z')"),
            ("shanten of MCR", "mj.shanten('159m159p159s1234z', 'mcr')"),
        )
    ]


def hands(number: int, repeats: int) -> list[Line]:
    """All lines about hands."""
    check_equal(number)
    peers = Peers()
    # new processes first: this one grows
    first = once(repeats)
    return [
        *batches(ROWS * number, repeats, peers),
        *jokers(ROWS * number, repeats),
        *readings(number, repeats),
        *single_calls(number, repeats, peers),
        *threads(ROWS * number, repeats),
        *first,
    ]
