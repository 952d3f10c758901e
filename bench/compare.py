"""mjcore and other packages side by side on the same hands in the same run; prints times, ratios and goals.

    python bench/compare.py [--only hands|wins|riichi|families|table] [--hands 10000] [--repeats 15] [--json]

Wins of MCR are scored here and by PyMahjongGB, those of riichi (compare_riichi.py) by riichienv and mahjong;
compare_families.py sets all rule sets beside MCR, compare_table.py plays whole hands of each. compare_hands.py asks
about hands, here and of riichienv, mahjong, xiangting and PyMahjongGB, as far as they are installed. How times are
taken is explained in measure.py.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import product

import numpy as np

import compare_families
import compare_hands
import compare_riichi
import compare_table
import mjcore as mj
from measure import Job, Line, Task, in_new_process, judged, least_ns, show, two_threads
from wins import Wins, read_for_peer

try:
    from MahjongGB import MahjongFanCalculator
except ImportError:
    MahjongFanCalculator = None

PEER = "PyMahjongGB"


def our_jobs(hands: Wins) -> dict[str, Job]:
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


def peer_jobs(hands: Wins) -> dict[str, Job]:
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


def check_equal(hands: Wins) -> None:
    """Both sides are asked the same."""
    for (hand, tile, rest), arguments in zip(hands.peer_texts, hands.peer_arguments, strict=True):
        assert read_for_peer(hand, tile, rest) == arguments, hand
    if MahjongFanCalculator is not None:
        totals = [sum(points for points, _ in MahjongFanCalculator(*each)) for each in hands.peer_arguments]
        assert mj.batch.score(hands.rows).total.tolist() == totals


def scoring(hands: Wins, repeats: int) -> list[Line]:
    jobs = {**our_jobs(hands), **peer_jobs(hands)}
    of = {"counts": len(hands.concealed)}
    ns = least_ns({name: Task(job, of.get(name, len(hands))) for name, job in jobs.items()}, repeats)
    peer, peer_text = ns.get("peer"), ns.get("peer, text")
    return [
        judged(work, ns[name], against, PEER, most=most, ratio=ratio)
        for work, name, against, ratio, most in (
            ("batch: totals, legality, fan counts", "batch", peer, 30, 90),
            ("batch: totals, legality", "batch, totals", peer, None, 90),
            ("call, Win prepared: total", "call", peer, 8, 250),
            ("call, Win prepared: total and fans", "call, fans", peer, 5, None),
            ("call, 34 counts: total", "counts", None, None, 400),
            ("call, text: total", "text", peer_text, 5, None),
            ("call, text: total and fans", "text, fans", peer_text, 5, None),
            ("call, everything explained", "explained", None, None, 5000),
        )
    ]


def scoring_ordinary(hands: Wins, repeats: int) -> list[Line]:
    """The batch lines again for ordinary wins."""
    ours = our_jobs(hands)
    jobs = {"batch": ours["batch"], "batch, totals": ours["batch, totals"], **peer_jobs(hands)}
    jobs.pop("peer, text", None)
    ns = least_ns({name: Task(job, len(hands)) for name, job in jobs.items()}, repeats)
    return [
        judged(f"batch of ordinary wins: {work}", ns[name], ns.get("peer"), PEER, most=90, ratio=30)
        for work, name in (("totals, legality, fan counts", "batch"), ("totals, legality", "batch, totals"))
    ]


def scoring_threads(hands: Wins, repeats: int) -> list[Line]:
    half = np.tile(hands.rows, 20)
    whole = np.tile(half, 2)
    out = mj.batch.score(whole)

    def prepare_half() -> Job:
        mine = mj.batch.score(half)
        return lambda: mj.batch.score(half, out=mine)

    def score_all(threads: int) -> object:
        return mj.batch.score(whole, threads=threads, out=out)

    return two_threads("batch", score_all, prepare_half, len(whole), repeats, least_gain=1.8)


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
    return judged("rule set compiled", ms, most=10, unit="ms")


def once(repeats: int) -> list[Line]:
    plain = in_new_process("import mjcore", repeats)
    first = in_new_process("import mjcore as mj; mj.score('123m456p789s1122z', '1z')", repeats)
    return [
        compile_time(repeats),
        judged("import mjcore", plain, most=5, unit="ms"),
        Line("import and the first score (all tables built)", first, unit="ms"),
    ]


def wins(number: int, repeats: int) -> list[Line]:
    """All lines about wins."""
    hands, ordinary = Wins(number), Wins(number, ordinary=True)
    check_equal(hands)
    check_equal(ordinary)
    # new processes first: this one grows
    first = once(repeats)
    return [
        *scoring(hands, repeats),
        *scoring_ordinary(ordinary, repeats),
        *scoring_threads(hands, repeats),
        *first,
    ]


SECTIONS = {
    "hands": compare_hands.hands,
    "wins": wins,
    "riichi": compare_riichi.riichi,
    "families": compare_families.families,
    "table": compare_table.table,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=SECTIONS, help="one section")
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args()
    found = {}
    for name, lines_of in SECTIONS.items():
        if options.only in (None, name):
            found[name] = lines_of(options.hands, options.repeats)
            if not options.json:
                show(f"\n{name}", found[name])
    if options.json:
        lines = [{"section": name, **line._asdict(), "ratio": line.ratio} for name in found for line in found[name]]
        print(json.dumps(lines, indent=2))
    else:
        for missing in compare_hands.missing_peers():
            print(f"{missing} is not installed: nothing to compare with (pip install {missing})")


if __name__ == "__main__":
    main()
