"""The native table and its plain twin play the same hands; whatever a player could see of either is compared."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import mjcore as mj
from mjcore.errors import MahjongError
from mjcore.table.names import action_text
from reference.table_machine import TwinTable

WIN, PASS, READY, EXTRACT = 129, 128, 130, 132
MOST_STEPS = 2000


class Apart(AssertionError):
    """The two differ; says where, with everything that is needed to see it again."""


def choose(table: mj.Table, seat: int, legal: list[int], rng: random.Random, style: str) -> int:
    """A legal action: at random, or by somebody who wants to win in many ways."""
    if style == "random" or len(legal) == 1:
        return rng.choice(legal)
    if WIN in legal and rng.random() < (0.9 if style == "greedy" else 0.6):
        return WIN
    if READY in legal and rng.random() < 0.7:
        return READY
    if EXTRACT in legal and rng.random() < 0.7:
        return EXTRACT
    kongs = [action for action in legal if 64 <= action < 128 or action == 145]
    if kongs and rng.random() < 0.6:
        return rng.choice(kongs)
    claims = [action for action in legal if 137 <= action <= 144]
    if claims:
        return rng.choice(claims) if rng.random() < (0.35 if style == "greedy" else 0.7) else PASS
    if PASS in legal:
        return PASS
    if style == "greedy" and legal[0] < 34 and table.phase in ("turn", "throw"):
        try:
            void = table.void(seat)
            best = {found.tile.kind for found in mj.best_discards(table.hand(seat), table.rules, void_suit=void)}
        except MahjongError:
            best = set()
        wanted = [action for action in legal
                  if action in best or (134 <= action <= 136 and 9 * (action - 134) + 4 in best)]
        if wanted and rng.random() < 0.97:
            return rng.choice(wanted)
    discards = [action for action in legal if action < 64 or 133 <= action <= 136]
    return rng.choice(discards or legal)


def compare(table: mj.Table, twin: TwinTable, where: str) -> None:
    """All that both tell."""
    if table.done != twin.done:
        raise Apart(f"{where}: over {table.done}, twin {twin.done} ({twin.result})")
    if table.done:
        return
    if (table.seat, table.phase) != (twin.seat, twin.phase):
        raise Apart(f"{where}: {table.phase} of seat {table.seat}, twin {twin.phase} of {twin.seat}")
    if sorted(table.pending) != sorted(twin.pending):
        raise Apart(f"{where}: pending {table.pending}, twin {twin.pending}")
    for seat in table.pending:
        ours, theirs = table.legal_actions(seat), twin.legal(seat)
        if ours != theirs:
            more = [action_text(action) for action in ours if action not in theirs]
            less = [action_text(action) for action in theirs if action not in ours]
            raise Apart(f"{where}: {table.phase} seat {seat}: only ours {more}, only the twin's {less}")
    if table.live != twin.live:
        raise Apart(f"{where}: live {table.live}, twin {twin.live}")
    for seat in range(table.players):
        # tiles that were picked or laid down have left the native hand, in the twin they wait in it
        if table.phase not in ("exchange", "rob") and list(table.concealed(seat)) != list(twin.concealed(seat)):
            raise Apart(f"{where}: hand of seat {seat} {table.hand(seat)}")
    if tuple(table.deltas) != tuple(twin.deltas):
        raise Apart(f"{where}: deltas {table.deltas}, twin {twin.deltas}")


def compare_ends(table: mj.Table, twin: TwinTable, where: str) -> None:
    result, facts = twin.result, table._facts()
    assert result is not None
    # the twin has no word of its own for a hand that ended with the wall and nagashi
    if facts["reason"].replace("nagashi", "exhaustive") != result["reason"]:
        raise Apart(f"{where}: ended by {facts['reason']}, twin {result['reason']}")
    if tuple(table.deltas) != tuple(result["deltas"]):
        raise Apart(f"{where}: deltas {table.deltas}, twin {result['deltas']}, winners {result['winners']}")
    for seat in range(table.players):
        kongs = [meld for meld in table.melds(seat) if meld is not None and meld.type == "concealed kong"]
        if seat == table.last_seat and any(table.last_tile in meld.tiles for meld in kongs):
            # a concealed kong that was robbed still lies there, in the twin three of its tiles are in the hand
            continue
        if list(table.concealed(seat)) != list(twin.concealed(seat)):
            raise Apart(f"{where}: hand of seat {seat} at the end")
        river = [(thrown.tile.code, thrown.drawn, thrown.claimed) for thrown in table.river(seat)]
        if river != twin.seats[seat].river:
            raise Apart(f"{where}: river of seat {seat} {river}, twin {twin.seats[seat].river}")
        # a robbed north still lies before its owner here, before the winner there
        robbed = table.rules.id == "riichi" and facts["reason"] == "win"
        if not robbed and sorted(tile.code for tile in table.aside(seat)) != sorted(twin.seats[seat].aside):
            raise Apart(f"{where}: tiles set aside by seat {seat}")
        if list(map(str, table.melds(seat))) != list(map(str, twin.laid(seat))):
            raise Apart(f"{where}: melds of seat {seat} {table.melds(seat)}, twin {twin.laid(seat)}")
    wins = [(more["seat"], more["loser"], None if more["win"].win_tile is None else more["win"].win_tile.kind)
            for what, more in facts["history"] if what == "win"]
    if wins != [tuple(found[:3]) for found in result["winners"]]:
        raise Apart(f"{where}: wins {wins}, twin {result['winners']}")
    pays = table.rules.procedure.settle_draw is not None
    if pays and facts["reason"] in ("exhaustive", "nagashi") and list(facts["ready"]) != sorted(result["ready"]):
        raise Apart(f"{where}: ready {facts['ready']}, twin {result['ready']}")


def lockstep(rules: str | mj.rules.RuleSet, seed: int, style: str = "greedy", counts: Counter[str] | None = None,
             **context: Any) -> int:
    """One hand; the number of decisions. Raises Apart."""
    rng = random.Random(f"{seed} {style}")
    table = mj.Table(rules, seed=seed, **context)
    wind = {"round_wind": "ESWN".index(context["round_wind"])} if "round_wind" in context else {}
    twin = TwinTable(rules, seed=seed, **{**context, **wind})
    steps: list[tuple[int, int]] = []
    while True:
        where = f"{rules} seed {seed} {style} {context} step {len(steps)} {steps[-6:]}"
        compare(table, twin, where)
        if table.done:
            break
        if len(steps) > MOST_STEPS:
            raise Apart(f"{where}: no end")
        seat = rng.choice(table.pending) if rng.random() < 0.5 else table.seat
        assert seat is not None
        legal = table.legal_actions(seat)
        action = choose(table, seat, legal, rng, style)
        if counts is not None:
            counts["phase " + table.phase] += 1
            counts[action_text(action).split()[0]] += 1
        table.step(action, seat)
        twin.step(action, seat)
        steps.append((seat, action))
    compare_ends(table, twin, where)
    if counts is not None:
        counts["end " + table._facts()["reason"]] += 1
    return len(steps)
