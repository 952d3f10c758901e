"""Riichi wins scored by mjcore, riichienv and PyPI mahjong: the same wins, in the same run.

The wins are those of tests/riichi_recipes.py: one stream in which every yaku occurs, and ordinary wins. riichienv is
asked through its Rust class, its arguments built beforehand; mahjong reads no text, so it is asked with its lists of
tiles built beforehand, which is kinder than the text that mjcore reads.
"""

from __future__ import annotations

from importlib import import_module

import mjcore as mj
from measure import Job, Line, Task, judged, least_ns, two_threads
from riichi_oracles import mahjong_call, riichienv_call
from riichi_wins import RULES, RiichiWins  # first: it finds the folder of the tests

RIICHIENV, MAHJONG = "riichienv", "mahjong"


def our_jobs(hands: RiichiWins) -> dict[str, Job]:
    rules = mj.rules.resolve(RULES)
    rows, prepared, texts = hands.rows, hands.wins, hands.texts
    out, totals = mj.batch.score(rows, rules), mj.batch.score(rows, rules, fans=False)
    score = mj.score

    def one_call() -> None:
        for win in prepared:
            _ = score(win, rules=rules).points

    def one_call_with_yaku() -> None:
        for win in prepared:
            scored = score(win, rules=rules)
            _ = scored.points, scored.han, scored.fu, scored.fans

    def from_text() -> None:
        for hand, tile, rest in texts:
            scored = score(hand, tile, rules, **rest)
            _ = scored.points, scored.han, scored.fu

    def from_text_with_yaku() -> None:
        for hand, tile, rest in texts:
            scored = score(hand, tile, rules, **rest)
            _ = scored.points, scored.han, scored.fu, scored.fans

    def explained() -> None:
        for win in prepared:
            scored = score(win, rules=rules)
            _ = scored.fu_items, scored.covered, scored.reading, [fan.sets for fan in scored.fans]

    return {
        "batch": lambda: mj.batch.score(rows, rules, out=out),
        "batch, no counts": lambda: mj.batch.score(rows, rules, fans=False, out=totals),
        "call": one_call,
        "call, yaku": one_call_with_yaku,
        "text": from_text,
        "text, yaku": from_text_with_yaku,
        "explained": explained,
    }


def check_equal(hands: RiichiWins) -> None:
    """mahjong is asked the same; riichienv differs on doubled yakuman (tests/test_riichi_oracles.py)."""
    if installed(MAHJONG):
        points = []
        for win in hands.plain:
            function, arguments, keywords = mahjong_call(win)
            cost = function(*arguments, **keywords).cost
            points.append(cost["total"] if cost else 0)
        assert mj.batch.score(hands.rows, RULES).total.tolist() == points


def installed(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def peer_jobs(hands: RiichiWins) -> dict[str, Job]:
    jobs: dict[str, Job] = {}
    if installed(RIICHIENV):
        calls = list(map(riichienv_call, hands.plain))

        def evaluate() -> None:
            for evaluator, tiles, melds, rest in calls:
                evaluator(tiles, melds).calc(*rest)

        jobs[RIICHIENV] = evaluate
    if installed(MAHJONG):
        estimates = [mahjong_call(win) for win in hands.plain]

        def estimate() -> None:
            for function, arguments, keywords in estimates:
                function(*arguments, **keywords)

        jobs[MAHJONG] = estimate
    return jobs


def scoring(hands: RiichiWins, what: str, repeats: int) -> list[Line]:
    jobs = {**our_jobs(hands), **peer_jobs(hands)}
    ns = least_ns({name: Task(job, len(hands)) for name, job in jobs.items()}, repeats)
    env, package = ns.get(RIICHIENV), ns.get(MAHJONG)
    return [
        judged(f"{what}, {work}", ns[name], against, peer, most=most, ratio=ratio)
        for work, name, against, peer, ratio, most in (
            ("batch: han, fu, points, yaku counts", "batch", env, RIICHIENV, 20, None),
            ("batch: han, fu, points", "batch, no counts", env, RIICHIENV, 20, 80),
            ("call, Win prepared: points", "call", env, RIICHIENV, None, 400),
            ("call, Win prepared: all and yaku", "call, yaku", env, RIICHIENV, 4, None),
            ("call, text: han, fu, points", "text", package, MAHJONG, 10, None),
            ("call, text: all and yaku", "text, yaku", package, MAHJONG, 10, None),
            ("call, everything explained", "explained", None, "", None, 5000),
        )
    ]


def scoring_threads(hands: RiichiWins, repeats: int) -> list[Line]:
    import numpy as np

    rules = mj.rules.resolve(RULES)
    half = np.tile(hands.rows, 20)
    whole = np.tile(half, 2)
    out = mj.batch.score(whole, rules)

    def prepare_half() -> Job:
        mine = mj.batch.score(half, rules)
        return lambda: mj.batch.score(half, rules, out=mine)

    def score_all(threads: int) -> object:
        return mj.batch.score(whole, rules, threads=threads, out=out)

    return two_threads("batch", score_all, prepare_half, len(whole), repeats, least_gain=1.8)


def riichi(number: int, repeats: int) -> list[Line]:
    """All lines about riichi wins."""
    hands, ordinary = RiichiWins(number), RiichiWins(number, ordinary=True)
    check_equal(hands)
    check_equal(ordinary)
    return [
        *scoring(hands, "all yaku", repeats),
        *scoring(ordinary, "ordinary wins", repeats),
        *scoring_threads(hands, repeats),
    ]
