"""Wins of every rule set, scored in the same run as those of MCR, beside which each is set; a section of compare.py.

Goals: at most 70 ns for the total of an ordinary win where a rule set has no fans that combine sets, and no rule set
takes longer than MCR does for wins of the same kind. Riichi has goals of its own (compare_riichi.py). Where a kind is
wild nothing is judged: such a win is scored as each of the hands that its wild tiles can make.
"""

from __future__ import annotations

import mjcore as mj
from family_wins import RULE_SETS, FamilyWins
from measure import Job, Line, Task, judged, least_ns
from riichi_wins import RULES as RIICHI
from riichi_wins import RiichiWins
from wins import Wins

MCR = "mcr"
WITH_WILD = "dazhong/dazhong_caishen"
# the most nanoseconds for a total; rule sets that combine sets are judged by MCR alone
MOST = 70
COMBINING = ("dazhong",)
# MCR's time by that of another rule set: at least 1, but for what two runs differ by
LEAST_RATIO = 0.97
STREAMS = {"ordinary wins": True, "every fan often": False}
WORKS = {
    "totals": "batch: totals",
    "counts": "batch: totals, fan counts",
    "call": "call, Win prepared: total",
}
# of the stream with rare fans, what is shown
OF_RARE = ("totals", "counts")


def all_wins(number: int, ordinary: bool) -> dict[str, FamilyWins | Wins | RiichiWins]:
    """The wins of each rule set."""
    return {
        MCR: Wins(number, ordinary),
        **{name: FamilyWins(name, number, ordinary) for name in RULE_SETS},
        RIICHI: RiichiWins(number, ordinary),
    }


def jobs(name: str, wins: list[mj.Win]) -> dict[str, Job]:
    rules = mj.rules.resolve(name)
    rows = mj.batch.pack(wins)
    counts, totals = mj.batch.score(rows, rules), mj.batch.score(rows, rules, fans=False)
    score = mj.score

    def one_call() -> None:
        for win in wins:
            _ = score(win, rules=rules).total

    return {
        "totals": lambda: mj.batch.score(rows, rules, fans=False, out=totals),
        "counts": lambda: mj.batch.score(rows, rules, out=counts),
        "call": one_call,
    }


def measured(number: int, ordinary: bool, repeats: int) -> dict[tuple[str, str], float]:
    """Nanoseconds a hand, by rule set and work."""
    tasks = {
        f"{name} {work}": Task(job, number)
        for name, hands in all_wins(number, ordinary).items()
        for work, job in jobs(name, hands.wins).items()
        if ordinary or work in OF_RARE
    }
    ns = least_ns(tasks, repeats)
    return {(name, work): found for (name, _, work), found in ((key.rpartition(" "), each) for key, each in ns.items())}


def families(number: int, repeats: int) -> list[Line]:
    """All lines about the rule sets beside MCR."""
    lines = []
    for stream, ordinary in STREAMS.items():
        ns = measured(number, ordinary, repeats)
        for work in WORKS if ordinary else OF_RARE:
            lines.append(Line(f"{stream}, {WORKS[work]}: {MCR}", ns[MCR, work]))
            for name in (*RULE_SETS, RIICHI):
                is_judged = name not in (WITH_WILD, RIICHI)
                has_most = is_judged and name not in COMBINING and ordinary and work == "totals"
                lines.append(judged(
                    f"{stream}, {WORKS[work]}: {name}", ns[name, work], ns[MCR, work], "MCR",
                    most=MOST if has_most else None, ratio=LEAST_RATIO if is_judged else None,
                ))  # fmt: skip
    return lines
