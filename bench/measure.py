"""What the comparisons share: lines of a report with ratios and goals, and how times are taken.

Times are CPU times of one thread, the least of all repeats, the jobs taking turns (`least_times`). Only what several
threads or new processes take is measured by the clock. Two threads are compared with a control, the same work in two
processes, which share neither interpreter nor lock: what the control gains is what the machine has to give at that
moment.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from mjcore.cli.speed import Job, Task, least_times

__all__ = [
    "Job",
    "Line",
    "Task",
    "environment",
    "in_new_process",
    "judged",
    "least_ns",
    "least_times",
    "show",
    "two_threads",
]


class Line(NamedTuple):
    """One line of a report: `ours` and what the package `peer` needs for the same, in `unit`; goals are written out.

    reached  None: nothing to judge, or not possible here
    """

    work: str
    ours: float
    theirs: float | None = None
    peer: str = ""
    unit: str = "ns a hand"
    goal: str = ""
    reached: bool | None = None

    @property
    def ratio(self) -> float | None:
        return self.theirs / self.ours if self.theirs else None


def judged(
    work: str,
    ours: float,
    theirs: float | None = None,
    peer: str = "",
    *,
    most: float | None = None,
    ratio: float | None = None,
    unit: str = "ns a hand",
) -> Line:
    """A line with the goals "at most so many of the unit" and "the peer takes so many times as long"."""
    goals, answers = [], []
    if ratio:
        goals.append(f">= {ratio:g}x")
        if theirs:
            answers.append(theirs / ours >= ratio)
    if most:
        goals.append(f"<= {most:g} {unit.split()[0]}")
        answers.append(ours <= most)
    return Line(work, ours, theirs, peer if theirs else "", unit, ", ".join(goals), all(answers) if answers else None)


def least_ns(tasks: dict[str, Task], repeats: int) -> dict[str, float]:
    """Nanoseconds a hand of each task, the least of the repeats."""
    seconds = least_times({name: task.run for name, task in tasks.items()}, repeats)
    return {name: seconds[name] / task.hands * 1e9 for name, task in tasks.items()}


# Two threads


def in_two_processes(prepare: Callable[[], Job]) -> float:
    """Seconds from the common start of two processes, each with the job that `prepare` gives, until both are done."""
    ready_read, ready_write = os.pipe()
    start_read, start_write = os.pipe()
    children = []
    for _ in range(2):
        child = os.fork()
        if not child:
            job = prepare()
            os.write(ready_write, b"r")
            os.read(start_read, 1)
            job()
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


def two_threads(
    work: str,
    whole: Callable[[int], object],
    prepare_half: Callable[[], Job],
    hands: int,
    repeats: int,
    least_gain: float | None = None,
) -> list[Line]:
    """All hands with one thread and with two (`whole(threads)`), and half of them in each of two processes.

    The goal is 95 % of what the processes gain; with `least_gain` a gain so great will do too.
    """
    one = two = control = float("inf")
    for threads in (1, 2):
        whole(threads)
    for _ in range(repeats):
        for threads in (1, 2):
            start = time.perf_counter()
            whole(threads)
            seconds = time.perf_counter() - start
            one, two = (min(one, seconds), two) if threads == 1 else (one, min(two, seconds))
        if hasattr(os, "fork"):
            control = min(control, in_two_processes(prepare_half))
    ns = 1e9 / hands
    goal = f">= {least_gain:g}x or >= 0.95 of the control" if least_gain else ">= 0.95 of the control"
    lines = [
        Line(f"{work}, clock: one thread", one * ns),
        Line(f"{work}, clock: two threads ({one / two:.2f}x)", two * ns, goal=goal),
    ]
    if control < float("inf"):
        share = control / two
        text = f"control, clock: two processes ({one / control:.2f}x; threads reach {share:.0%} of it)"
        lines.append(Line(text, control * ns))
        # if two processes gain less, the machine has no two free cores to judge by
        reached = share >= 0.95 if one / control >= 1.7 else None
        if least_gain and one / two >= least_gain:
            reached = True
        lines[1] = lines[1]._replace(reached=reached)
    return lines


# Once in a process


def environment() -> dict[str, str]:
    """That of a process which finds the same modules, wherever it starts."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}


def in_new_process(code: str, repeats: int) -> float:
    """Milliseconds that the code takes in a new interpreter, the least of the repeats."""
    script = f"import time\nstart = time.perf_counter()\n{code}\nprint(time.perf_counter() - start)"
    runs = [
        subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, text=True, check=True)
        for _ in range(repeats)
    ]
    return min(float(run.stdout) for run in runs) * 1e3


# The report

HEADINGS = ("work", "mjcore", "", "peer", "its", "ratio", "goal", "reached")
NUMBERS = (1, 4, 5)


def cells(line: Line) -> tuple[str, ...]:
    ratio = f"{line.ratio:.1f}x" if line.ratio else ""
    mark = {True: "yes", False: "NO", None: ""}[line.reached]
    precision = 2 if line.unit == "ms" else 1 if line.ours < 1000 else 0
    theirs = f"{line.theirs:.0f}" if line.theirs else ""
    return line.work, f"{line.ours:.{precision}f}", line.unit, line.peer, theirs, ratio, line.goal, mark


def show(title: str, lines: list[Line]) -> None:
    table = Table(title=title, title_justify="left")
    for number, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if number in NUMBERS else "left")
    for line in lines:
        table.add_row(*cells(line))
    console = Console()
    console.width = max(console.width, 150)
    console.print(table)
