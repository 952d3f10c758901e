"""`mjcore bench`: what questions about hands cost on this machine, and what other packages take for the same."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

import mjcore
from mjcore.cli.console import show, show_json, table
from mjcore.cli.options import json_option, lang_option
from mjcore.cli.speed import Hands, Peers, Task, calls, complete_hand, least_times, ready_hand
from mjcore.cli.words import form_name, word
from mjcore.fans.wins import Win
from mjcore.hand.queries import HandEngine

# How many different hands are asked about: in arrays, and one by one.
MANY, FEW = 20_000, 5_000
# How many whole hands are dealt and played.
HANDS = 300
# Seconds that each question is measured at a time, and how often.
TURN, REPEATS = 0.02, 5

STANDARD = "standard"
USUAL = "usual"
MCR = "mcr"


class Question(NamedTuple):
    """What is asked, which forms win, how the hands are given; and the packages that can be asked the same."""

    what: str
    forms: str
    given: str
    ours: Task
    peers: dict[str, Task | None]


def questions(peers: Peers) -> list[Question]:
    """All that is measured."""
    batch, standard = mjcore.batch, HandEngine(STANDARD)
    many, few = Hands(MANY, 14), Hands(FEW, 14)
    short, few_short = Hands(MANY, 13), Hands(FEW, 13)
    ready, few_ready = Hands(MANY, 13, ready_hand), Hands(FEW, 13, ready_hand)
    wins = Hands(FEW, 14, complete_hand)

    def array(hands: Hands, ask: Any, rules: Any = None) -> Task:
        out = ask(hands.rows, rules)
        return Task(lambda: ask(hands.rows, rules, out=out), len(hands))

    def played(rules: str) -> Task:
        out = batch.rollouts(rules, HANDS)
        return Task(lambda: batch.rollouts(rules, HANDS, out=out), HANDS)

    def mcr_shanten(hand: bytes) -> int:
        return mjcore.shanten(hand, MCR)

    def mcr_total(win: Win) -> int:
        return mjcore.score(win).total

    def peer(name: str, question: str, hands: Hands) -> dict[str, Task | None]:
        return {name: peers.task(name, question, hands)}

    return [
        Question("shanten", STANDARD, "array", array(many, batch.shanten, standard), {}),
        Question("shanten", USUAL, "array", array(many, batch.shanten), {}),
        Question("shanten", MCR, "array", array(short, batch.shanten, MCR), {}),
        Question("accepted tiles", USUAL, "array", array(short, batch.acceptance), {}),
        Question("discard", USUAL, "array", array(few, batch.discards), {}),
        Question("wait", USUAL, "array", array(ready, batch.waits), {}),
        Question(
            "shanten", USUAL, "bytes", calls(mjcore.shanten, few.counts),
            {**peer("riichienv", "shanten", few), **peer("mahjong", "shanten", few)},
        ),
        Question(
            "shanten", USUAL, "list", calls(mjcore.shanten, few.lists), peer("xiangting", "distance", few)
        ),
        Question(
            "shanten", MCR, "bytes", calls(mcr_shanten, few_short.counts),
            peer("PyMahjongGB", "mcr shanten", few_short),
        ),
        Question(
            "accepted tiles", USUAL, "list", calls(mjcore.acceptance, few_short.lists),
            peer("xiangting", "acceptance", few_short),
        ),
        Question("discard", USUAL, "bytes", calls(mjcore.discards, few.counts), {}),
        Question("wait", USUAL, "bytes", calls(mjcore.waits, few_ready.counts), {}),
        Question("random hand played", MCR, "seed", played(MCR), {}),
        Question("points", MCR, "Win", calls(mcr_total, wins.wins), peer("PyMahjongGB", "mcr score", wins)),
    ]  # fmt: skip


def figures(peers: Peers) -> Iterator[dict[str, Any]]:
    """Nanoseconds a hand for each question, ours and theirs."""
    asked = questions(peers)
    tasks = {
        (number, name): task
        for number, question in enumerate(asked)
        for name, task in (("", question.ours), *question.peers.items())
        if task is not None
    }
    seconds = least_times({key: task.run for key, task in tasks.items()}, REPEATS, TURN)
    ns = {key: seconds[key] / task.hands * 1e9 for key, task in tasks.items()}
    for number, question in enumerate(asked):
        ours = ns[number, ""]
        yield {
            "question": question.what,
            "forms": question.forms,
            "given": question.given,
            "ns": round(ours, 1),
            "peers": {
                name: {"ns": round(ns[number, name], 1), "times": round(ns[number, name] / ours, 2)}
                for name in question.peers
                if (number, name) in ns
            },
        }


@click.command("bench")
@lang_option
@json_option
def bench_command(lang: str, as_json: bool) -> None:
    """Measure on this machine what questions about hands cost, for a few seconds.

    Nanoseconds of CPU time for one hand; the least of several runs. Of the packages riichienv, mahjong,
    xiangting and PyMahjongGB those that are installed are asked the same, with the hands as they take them.
    """
    peers = Peers()
    found = list(figures(peers))
    machine = {"mjcore": mjcore.__version__, "python": platform.python_version(), "machine": platform.machine()}
    if as_json:
        show_json({**machine, "peers": peers.versions, "figures": found})
        return
    columns = [word(key, lang) for key in ("question", "form", "hands as", "ns a hand", "package", "its ns", "times")]
    right = [word(key, lang) for key in ("ns a hand", "its ns", "times")]
    title = ", ".join(f"{name} {is_}" for name, is_ in (machine | peers.versions).items())
    show(table(title, *columns, right=right, rows=_rows(found, lang)))


def _rows(found: list[dict[str, Any]], lang: str) -> Iterator[tuple[str, ...]]:
    forms = {STANDARD: form_name(STANDARD, lang), USUAL: word("three forms", lang), MCR: MCR}
    for figure in found:
        start = (
            word(figure["question"], lang),
            forms[figure["forms"]],
            word(figure["given"], lang),
            f"{figure['ns']:.1f}",
        )
        rest = [(name, f"{its['ns']:.1f}", f"{its['times']:.1f}") for name, its in figure["peers"].items()]
        for cells in rest or [("", "", "")]:
            yield (*start, *cells)
            start = ("", "", "", "")
