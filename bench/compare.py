"""mjcore and PyMahjongGB side by side on the same hands in the same run; prints times, ratios and goals.

    python bench/compare.py [--hands 10000] [--repeats 15] [--json]

Times are CPU times of one thread, the least of all repeats. The jobs take turns, so that a busy moment of the
machine meets all of them; in its turn a job runs for at least 30 ms, so that none pays for tables that another
has pushed out of the caches. Only the lines about two threads are times by the clock: they compare with a
control, the same batch in two processes, which share neither interpreter nor lock. What the control gains is
what the machine has to give at that moment.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import numpy as np

import mjcore as mj
from hands import Hands, read_for_peer

try:
    from MahjongGB import MahjongFanCalculator
except ImportError:
    MahjongFanCalculator = None

Job = Callable[[], Any]


class Line(NamedTuple):
    """One line of the report. `ours` and `peer` are nanoseconds for one hand or `unit`; goals are written out."""

    work: str
    ours: float
    peer: float | None
    unit: str
    goal: str
    reached: bool | None

    @property
    def ratio(self) -> float | None:
        return self.peer / self.ours if self.peer else None


# A job's turn is at least this long.
TURN = 0.03


def least_times(jobs: dict[str, Job], repeats: int) -> dict[str, float]:
    """CPU seconds of each job, the least of the repeats; the jobs take turns."""
    times = {}
    for name, job in jobs.items():
        start = time.process_time()
        job()
        times[name] = math.ceil(TURN / max(time.process_time() - start, 1e-4))
    least = dict.fromkeys(jobs, float("inf"))
    for _ in range(repeats):
        for name, job in jobs.items():
            start = time.process_time()
            for _ in range(times[name]):
                job()
            least[name] = min(least[name], (time.process_time() - start) / times[name])
    return least


def our_jobs(hands: Hands) -> dict[str, Job]:
    rules = mj.rules.get("mcr")
    rows, wins, texts, concealed = hands.rows, hands.wins, hands.texts, hands.concealed
    out, totals = mj.batch.score(rows, rules), mj.batch.score(rows, rules, fans=False)
    score = mj.score

    def one_call() -> None:
        for win in wins:
            _ = score(win, rules=rules).total

    def one_call_with_fans() -> None:
        for win in wins:
            scored = score(win, rules=rules)
            _ = scored.total, scored.fans

    def from_text() -> None:
        for hand, tile, rest in texts:
            _ = score(hand, tile, rules, **rest).total

    def from_text_with_fans() -> None:
        for hand, tile, rest in texts:
            scored = score(hand, tile, rules, **rest)
            _ = scored.total, scored.fans

    def from_counts() -> None:
        for counts, tile, rest in concealed:
            _ = score(counts, tile, rules, **rest).total

    def explained() -> None:
        for win in wins:
            scored = score(win, rules=rules)
            _ = scored.covered, scored.reading, [entry.sets for entry in scored.fans]

    return {
        "batch": lambda: mj.batch.score(rows, rules, out=out),
        "batch, totals": lambda: mj.batch.score(rows, rules, fans=False, out=totals),
        "call": one_call,
        "call, fans": one_call_with_fans,
        "counts": from_counts,
        "text": from_text,
        "text, fans": from_text_with_fans,
        "explained": explained,
    }


def peer_jobs(hands: Hands) -> dict[str, Job]:
    if MahjongFanCalculator is None:
        return {}
    arguments, texts, ask = hands.peer_arguments, hands.peer_texts, MahjongFanCalculator

    def prebuilt() -> None:
        for each in arguments:
            ask(*each)

    def from_text() -> None:
        for hand, tile, rest in texts:
            ask(*read_for_peer(hand, tile, rest))

    return {"peer": prebuilt, "peer, text": from_text}


def check_equal(hands: Hands) -> None:
    """Both sides are asked the same."""
    for (hand, tile, rest), arguments in zip(hands.peer_texts, hands.peer_arguments, strict=True):
        assert read_for_peer(hand, tile, rest) == arguments, hand
    if MahjongFanCalculator is not None:
        totals = [sum(points for points, _ in MahjongFanCalculator(*each)) for each in hands.peer_arguments]
        assert mj.batch.score(hands.rows).total.tolist() == totals


def scoring(hands: Hands, repeats: int) -> list[Line]:
    least = least_times({**our_jobs(hands), **peer_jobs(hands)}, repeats)
    hands_of = {"counts": len(hands.concealed)}
    ns = {name: seconds / hands_of.get(name, len(hands)) * 1e9 for name, seconds in least.items()}
    peer, peer_text = ns.get("peer"), ns.get("peer, text")
    lines = []
    for work, name, against, least_ratio, most_ns in (
        ("batch: totals, legality, fan counts", "batch", peer, 30, 90),
        ("batch: totals, legality", "batch, totals", peer, None, 90),
        ("call, Win prepared: total", "call", peer, 8, 250),
        ("call, Win prepared: total and fans", "call, fans", peer, 5, None),
        ("call, 34 counts: total", "counts", None, None, 400),
        ("call, text: total", "text", peer_text, 5, None),
        ("call, text: total and fans", "text, fans", peer_text, 5, None),
        ("call, everything explained", "explained", None, None, 5000),
    ):
        goals = [f">= {least_ratio}x"] * bool(least_ratio) + [f"<= {most_ns} ns"] * bool(most_ns)
        reached = ns[name] <= most_ns if most_ns else None
        if least_ratio and against:
            reached = against / ns[name] >= least_ratio and reached is not False
        lines.append(Line(work, ns[name], against, "ns a hand", ", ".join(goals), reached))
    return lines


def scoring_ordinary(hands: Hands, repeats: int) -> list[Line]:
    """The batch lines again for ordinary wins."""
    ours = our_jobs(hands)
    jobs = {"batch": ours["batch"], "batch, totals": ours["batch, totals"], **peer_jobs(hands)}
    jobs.pop("peer, text", None)
    ns = {name: seconds / len(hands) * 1e9 for name, seconds in least_times(jobs, repeats).items()}
    peer = ns.get("peer")
    lines = []
    for work, name in (("totals, legality, fan counts", "batch"), ("totals, legality", "batch, totals")):
        reached = None if peer is None else peer / ns[name] >= 30 and ns[name] <= 90
        lines.append(Line(f"batch of ordinary wins: {work}", ns[name], peer, "ns a hand", ">= 30x, <= 90 ns", reached))
    return lines


# Two threads


def in_two_processes(rows: np.ndarray[Any, Any], times: int) -> float:
    """Seconds from the common start of two processes that score the rows until both are done."""
    ready_read, ready_write = os.pipe()
    start_read, start_write = os.pipe()
    children = []
    for _ in range(2):
        child = os.fork()
        if not child:
            out = mj.batch.score(rows)
            os.write(ready_write, b"r")
            os.read(start_read, 1)
            for _ in range(times):
                mj.batch.score(rows, out=out)
            os._exit(0)
        children.append(child)
    for _ in children:
        os.read(ready_read, 1)
    start = time.perf_counter()
    os.write(start_write, b"gg")
    for child in children:
        os.waitpid(child, 0)
    seconds = time.perf_counter() - start
    for end in (ready_read, ready_write, start_read, start_write):
        os.close(end)
    return seconds


def two_threads(hands: Hands, repeats: int) -> list[Line]:
    """Twice the rows with one thread, with two threads, and half of them in each of two processes."""
    times = 20
    half = np.tile(hands.rows, times)
    whole = np.tile(half, 2)
    out = mj.batch.score(whole)
    one = two = control = float("inf")
    for _ in range(repeats):
        for threads in (1, 2):
            start = time.perf_counter()
            mj.batch.score(whole, threads=threads, out=out)
            seconds = time.perf_counter() - start
            one, two = (min(one, seconds), two) if threads == 1 else (one, min(two, seconds))
        if hasattr(os, "fork"):
            control = min(control, in_two_processes(half, 1))
    per_hand = 1e9 / len(whole)
    lines = [
        Line("batch, clock: one thread", one * per_hand, None, "ns a hand", "", None),
        Line(f"batch, clock: two threads ({one / two:.2f}x)", two * per_hand, None, "ns a hand", ">= 1.8x", None),
    ]
    if control < float("inf"):
        share = one / two / (one / control)
        text = f"control, clock: two processes ({one / control:.2f}x; threads reach {share:.0%} of it)"
        lines.append(Line(text, control * per_hand, None, "ns a hand", "", None))
        # if two processes gain less, the machine has no two free cores to judge by
        free = one / control >= 1.7
        lines[1] = lines[1]._replace(reached=one / two >= 1.8 or (share >= 0.95 if free else None))
    return lines


# Once in a process


def compile_time(repeats: int) -> Line:
    """A rule set whose options nobody asked for before."""
    mcr = mj.rules.get("mcr")
    _ = mcr.lattice
    choices = product((False, True), (6, 8), ("5", "separate", "6"), ("triple", "none", "both"), (True, False))
    names = ("strict98", "two_concealed_kongs", "kong_pair", "all_terminals_same_pungs", "knitted_all_chows")
    times = []
    for values, _ in zip(choices, range(max(repeats, 3) + 1), strict=False):
        rules = mcr.replace(**dict(zip(names, values, strict=True)))
        if rules != mcr:
            start = time.process_time()
            _ = rules.lattice
            times.append(time.process_time() - start)
    ms = min(times) * 1e3
    return Line("rule set compiled", ms, None, "ms", "<= 10 ms", ms <= 10)


def in_new_process(code: str, repeats: int) -> float:
    """Milliseconds that the code says it took in a new interpreter, the least of the repeats."""
    script = f"import time\nstart = time.perf_counter()\n{code}\nprint(time.perf_counter() - start)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    runs = [
        subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
        for _ in range(repeats)
    ]
    return min(float(run.stdout) for run in runs) * 1e3


def once(repeats: int) -> list[Line]:
    plain = in_new_process("import mjcore", repeats)
    first = in_new_process("import mjcore as mj; mj.score('123m456p789s1122z', '1z')", repeats)
    return [
        compile_time(repeats),
        Line("import mjcore", plain, None, "ms", "< 5 ms", plain < 5),
        Line("import and the first score (all tables built)", first, None, "ms", "", None),
    ]


# The report


def cells(line: Line) -> tuple[str, ...]:
    ratio = f"{line.ratio:.1f}x" if line.ratio else ""
    mark = {True: "yes", False: "NO", None: ""}[line.reached]
    precision = 2 if line.unit == "ms" else 1 if line.ours < 1000 else 0
    peer = f"{line.peer:.0f}" if line.peer else ""
    return line.work, f"{line.ours:.{precision}f}", peer, line.unit, ratio, line.goal, mark


HEADINGS = ("work", "mjcore", "PyMahjongGB", "", "ratio", "goal", "reached")


def show(lines: list[Line]) -> None:
    rows = [cells(line) for line in lines]
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
        for row in (HEADINGS, *rows):
            print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
        return
    table = Table()
    for number, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if number in (1, 2, 4) else "left")
    for row in rows:
        table.add_row(*row)
    console = Console()
    console.width = max(console.width, 130)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args()
    hands, ordinary = Hands(options.hands), Hands(options.hands, ordinary=True)
    check_equal(hands)
    check_equal(ordinary)
    # new processes first: this one grows
    lines = [
        *once(options.repeats),
        *scoring(hands, options.repeats),
        *scoring_ordinary(ordinary, options.repeats),
        *two_threads(hands, options.repeats),
    ]
    lines = lines[3:] + lines[:3]
    if options.json:
        print(json.dumps([{**line._asdict(), "ratio": line.ratio} for line in lines], indent=2))
        return
    show(lines)
    if MahjongFanCalculator is None:
        print("PyMahjongGB is not installed: nothing to compare with (pip install PyMahjongGB)")


if __name__ == "__main__":
    main()
