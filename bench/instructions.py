"""Counts the instructions for one hand, under valgrind. Unlike a time, the number is the same every time.

    python bench/instructions.py                     # compares with bench/instructions.txt
    python bench/instructions.py shanten discards    # only these kinds of work
    python bench/instructions.py --write             # writes the file anew, or these kinds of work in it

A kind of work runs once over the hands in one process and k times more in another; the difference is k times the
work, free of what start and preparation cost. The figures belong to a processor, compiler and Python, which the
file names: where those differ they are shown side by side and nothing is judged.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).resolve().with_name("instructions.txt")
HANDS = 2_000
# whole hands, dealt and played
ROLLOUTS = 1_000
# Python's own work is not the same to the last instruction: dictionaries depend on addresses.
TOLERANCE = 0.02
NAME = 24
KINDS = 34

Job = Callable[[], object]


# The measured process: no numpy, whose import alone would take valgrind half a minute


def score_work(name: str, rule_set: str, data: bytes, texts: list[tuple[str, str, dict[str, Any]]]) -> Job:
    """Scoring wins: records, or texts with circumstances."""
    import mjcore as mj
    from mjcore.fans.batch import score_block

    rules = mj.rules.get(rule_set)
    n, score = HANDS, mj.score
    total, legal, error = bytearray(4 * n), bytearray(n), bytearray(n)
    fans = bytearray(n * len(rules.fan_ids))
    han = [bytearray(n) for _ in range(3)] if rules.lattice.counts_han else []
    size = len(data) // n
    wins = [mj.Win.from_bytes(data[i * size : (i + 1) * size]) for i in range(n)]
    return {
        "batch": lambda: score_block(rules.lattice, data, n, True, total, legal, fans, error, *han),
        "batch, totals": lambda: score_block(rules.lattice, data, n, True, total, legal, None, error, *han),
        "call": lambda: [score(win, rules=rules).total for win in wins],
        "call, fans": lambda: [score(win, rules=rules).fans for win in wins],
        "call, explained": lambda: [score(win, rules=rules).covered for win in wins],
        "text": lambda: [score(hand, tile, rules, **rest).total for hand, tile, rest in texts],
    }[name]


def hand_work(name: str, hands: bytes, short: bytes, ready: bytes) -> Job:
    """Questions about hands of 14 tiles, of 13, and of 13 that are ready."""
    import mjcore as mj
    from mjcore.hand.arrays import QUESTIONS, answer_block
    from mjcore.hand.queries import HandEngine

    n, shanten = HANDS, mj.shanten
    # as many bytes as the widest answer, eight for each kind, for each of the five arrays
    arrays = {key: bytearray(8 * KINDS * n) for key in ("shanten", "mask", "copies", "best", "yes")}

    def block(question: str, rows: bytes, engine: HandEngine, **sizes: int) -> Job:
        answers = [memoryview(arrays[key])[: sizes[key] * n] if key in sizes else None for key in arrays]
        number = QUESTIONS.index(question)
        # any number of melds, no jokers, no void suit, no copies used or seen
        return lambda: answer_block(engine, number, rows, n, 255, 0, 3, None, None, *answers)

    single = [hands[i * KINDS : (i + 1) * KINDS] for i in range(n)]

    def call() -> None:
        for hand in single:
            shanten(hand)

    usual, mcr, sichuan = HandEngine(), mj.rules.get("mcr").engine, mj.rules.get("sichuan").engine
    return {
        "shanten, standard": block("shanten", hands, HandEngine("standard"), shanten=1),
        "shanten": block("shanten", hands, usual, shanten=1),
        "shanten, mcr": block("shanten", hands, mcr, shanten=1),
        "shanten, sichuan": block("shanten", hands, sichuan, shanten=1),
        "acceptance": block("acceptance", short, usual, shanten=1, mask=8, copies=1),
        "waits": block("waits", ready, usual, mask=8),
        "discards": block("discards", hands, usual, shanten=KINDS, mask=8 * KINDS, copies=KINDS, best=8),
        "is win": block("win", hands, usual, yes=1),
        "shanten, call": call,
    }[name]


def table_work(rule_set: str, policy: str) -> Job:
    """Hands dealt and played to their end, with all payments."""
    import mjcore as mj
    from mjcore.table.rollouts import rollout_block

    rules, n = mj.rules.resolve(rule_set), ROLLOUTS
    out = [bytearray(size * n) for size in (4 * rules.players, 1, 2, 4, 4)]
    return lambda: rollout_block(rules.flow, 1, 0, n, policy, *out)


RIICHI = "riichi "
OF_WINS = ("batch", "batch, totals", "call", "call, fans", "call, explained", "text")
OF_RIICHI = tuple(RIICHI + name for name in OF_WINS)
# rule sets of which only the total is asked for
FAMILIES = {
    "hk": "hk",
    "taiwan": "taiwan",
    "sichuan": "sichuan/chengdu_seed",
    "kawuxing": "kawuxing/kwx_seed",
    "dazhong": "dazhong",
    "dazhong_caishen": "dazhong/dazhong_caishen",
}
OF_FAMILIES = {f"{family} {work}": family for work in ("batch", "call") for family in FAMILIES}
# rule set and policy
OF_TABLES = {
    **{f"table {name}": (FAMILIES.get(name, name), "random") for name in ("mcr", *FAMILIES, "riichi")},
    **{f"table {name}, greedy": (FAMILIES.get(name, name), "greedy") for name in ("mcr", "sichuan", "riichi")},
}
OF_HANDS = ("shanten, standard", "shanten", "shanten, mcr", "shanten, sichuan", "is win", "shanten, call")
# How often the hands are worked on: enough that what Python does besides is little.
REPEATS = {
    **dict.fromkeys((*OF_WINS, *OF_RIICHI, *OF_FAMILIES), 5),
    **dict.fromkeys(OF_HANDS, 50),
    **dict.fromkeys(("acceptance", "waits"), 25),
    "discards": 5,
    **dict.fromkeys(OF_TABLES, 1),
}
WORKS = tuple(REPEATS)


def child(name: str, repeats: int) -> None:
    import marshal

    given = marshal.load(sys.stdin.buffer)
    if name in OF_TABLES:
        job = table_work(*given)
    elif kind_of(name) == "hands":
        job = hand_work(name, *given)
    else:
        job = score_work(work_on_wins(name), *given)
    job()
    for _ in range(repeats):
        job()


# The measuring process


def instructions(name: str, hands: bytes, repeats: int) -> int:
    """What a process executes that does the work so often. Arguments and environment have the same length every
    time: where they lie in memory changes what Python does by some thousand instructions."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, __file__]
    run = subprocess.run(
        [*command, "--child", name, "--repeats", f"{repeats:03}"],
        env=environment,
        input=hands,
        capture_output=True,
        check=False,
    )
    told = run.stderr.decode("utf-8", "replace")
    found = re.search(r"Collected : (\d+)", told)
    if run.returncode or found is None:
        raise SystemExit(f"{name}: valgrind failed\n{told[-2000:]}")
    return int(found[1])


def given(name: str) -> bytes:
    """What the measured process reads."""
    import marshal

    if name in OF_WINS:
        from wins import Wins

        wins = Wins(HANDS)
        return marshal.dumps(("mcr", wins.record_bytes, wins.texts))
    if name in OF_RIICHI:
        from riichi_wins import RULES, RiichiWins

        riichi = RiichiWins(HANDS)
        return marshal.dumps((RULES, riichi.record_bytes, riichi.texts))
    if name in OF_FAMILIES:
        from family_wins import FamilyWins

        rule_set = FAMILIES[OF_FAMILIES[name]]
        return marshal.dumps((rule_set, FamilyWins(rule_set, HANDS).record_bytes, []))
    if name in OF_TABLES:
        return marshal.dumps(OF_TABLES[name])
    from mjcore.cli.speed import Hands, ready_hand

    kinds = (Hands(HANDS, 14), Hands(HANDS, 13), Hands(HANDS, 13, ready_hand))
    return marshal.dumps(tuple(b"".join(hands.counts) for hands in kinds))


def kind_of(name: str) -> str:
    """Which hands a work needs."""
    if name in OF_TABLES:
        return name
    return "wins" if name in OF_WINS else "riichi" if name in OF_RIICHI else OF_FAMILIES.get(name, "hands")


def work_on_wins(name: str) -> str:
    """The work without the family. A batch of those of which only totals are asked for has no fan counts."""
    if name not in OF_FAMILIES:
        return name.removeprefix(RIICHI)
    return "batch, totals" if name.endswith("batch") else "call"


def measure(names: list[str]) -> dict[str, float]:
    """Instructions a hand for each kind of work."""
    data: dict[str, bytes] = {}
    for name in names:
        if kind_of(name) not in data:
            data[kind_of(name)] = given(name)
    found = {}
    for name in names:
        repeats, hands = REPEATS[name], data[kind_of(name)]
        # two processes at a time: the count does not depend on what else runs
        with ThreadPoolExecutor(2) as pool:
            less, more = pool.map(partial(instructions, name, hands), (0, repeats))
        found[name] = (more - less) / (repeats * (ROLLOUTS if name in OF_TABLES else HANDS))
        print(f"{name:{NAME}} {found[name]:8.0f}", flush=True)
    return found


def environment() -> str:
    from importlib.metadata import version

    compiler = subprocess.run(
        [*(sysconfig.get_config_var("CC") or "cc").split(), "-dumpfullversion"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    python, cython = platform.python_version(), version("cython")
    return f"{platform.machine()}, Python {python}, compiler {compiler}, Cython {cython}"


def figures() -> tuple[str, dict[str, float]]:
    """The environment and the figures of the file."""
    _, where, *lines = FIGURES.read_text("utf-8").splitlines()
    return where.removeprefix("# "), {
        name.strip(): float(figure) for name, _, figure in (line.rpartition(" ") for line in lines)}


def write(found: dict[str, float]) -> None:
    """Writes the file; figures of the same environment that were not measured stay."""
    where, known = figures() if FIGURES.exists() else ("", {})
    if where == environment():
        found = {name: figure for name in WORKS if (figure := found.get(name, known.get(name))) is not None}
    lines = [
        "# Instructions for one hand, written by bench/instructions.py --write",
        f"# {environment()}",
        *(f"{name:{NAME}} {figure:8.0f}" for name, figure in found.items()),
    ]
    FIGURES.write_text("\n".join(lines) + "\n", "utf-8")


def compare(found: dict[str, float]) -> int:
    """Shows the figures beside those of the file; 1 if one is worse by more than the tolerance."""
    where, known = figures()
    same = where == environment()
    worse = []
    print(f"\nin the file: {where}\nhere:        {environment()}\n")
    for name, figure in found.items():
        before = known.get(name)
        change = f"{figure / before - 1:+8.1%}" if before else "     new"
        print(f"{name:{NAME}} {before or 0:8.0f} {figure:8.0f} {change}")
        if before and figure > before * (1 + TOLERANCE):
            worse.append(name)
    if worse and same:
        print(f"\nmore instructions than before: {', '.join(worse)}")
    elif not same:
        print("\nnot the same environment: nothing is judged")
    return 1 if worse and same else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", nargs="*", help=f"kinds of work: {'; '.join(WORKS)}. All by default")
    parser.add_argument("--write", action="store_true", help="write bench/instructions.txt")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--repeats", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.repeats)
        return 0
    unknown = set(options.work) - set(WORKS)
    if unknown:
        parser.error(f"unknown work: {', '.join(unknown)}")
    found = measure(options.work or list(WORKS))
    if options.write:
        write(found)
        return 0
    return compare(found) if FIGURES.exists() else 0


if __name__ == "__main__":
    sys.exit(main())
