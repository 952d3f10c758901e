"""What mjcore says of wins of any rule set, beside what the plain twin says, and where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import mjcore as mj
from mjcore.rules import RuleSet
from mjcore.rules.options import NumberOption, NumbersOption, Option, SetOption, Value
from reference.lattice import Result
from reference.lattice import score as twin
from reference.lattice_wins import LatticeWin, to_arguments

Fans = dict[str, tuple[int, int]]


def presets(han: bool = False) -> list[RuleSet]:
    """Every rule set as every preset has it, and for each number of players that changes the size of a hand; those that
    count han, which have a twin of their own, if `han` says so."""
    found: list[RuleSet] = []
    for name in mj.rules.available():
        rules = mj.rules.get(name)
        if rules.lattice.counts_han == han:
            found += [rules.with_preset(preset) for preset in rules.presets]
            found += by_players(rules)
    return found


def by_players(rules: RuleSet) -> list[RuleSet]:
    """The rule set for the least and the most players, and for those whose hands are of another size."""
    option = next((option for option in rules.options if option.id == "players"), None)
    if not isinstance(option, NumberOption):
        return []
    tables = [rules.replace(players=number) for number in range(option.least, option.most + 1)]
    sizes = {table.sets: table for table in reversed(tables)}
    return [table for table in tables if table in (tables[0], tables[-1]) or sizes[table.sets] is table]


def name_of(rules: RuleSet) -> str:
    usual = rules.with_preset(rules.preset)
    return f"{rules.id}/{rules.preset}" + (f"/{rules.players} players" if rules.players != usual.players else "")


def some_options(rng: Random, rules: RuleSet, share: float = 0.35) -> RuleSet:
    """The rule set with some of its options changed."""
    while True:
        changed = {option.id: some_value(rng, option) for option in rules.options if rng.random() < share}
        try:
            return rules.replace(**changed)
        except mj.RuleError:
            # values that do not go together
            continue


def some_value(rng: Random, option: Option) -> Value:
    if isinstance(option, SetOption):
        return ",".join(member for member in option.members if rng.random() < 0.5)
    if isinstance(option, NumbersOption):
        return option.default
    if isinstance(option, NumberOption):
        near = range(option.least, min(option.most, option.least + 12 * option.step) + 1, option.step)
        return rng.choice([option.default, *near, *([None] if option.or_none else [])])
    return rng.choice(option.values)


def answer(win: LatticeWin, rules: RuleSet) -> mj.Score | None:
    """mjcore's score, None if it sees no win. Other faults of a hand are raised."""
    hand, tile, circumstances = to_arguments(win)
    try:
        return mj.score(hand, tile, rules, **circumstances)
    except mj.NotAWin:
        return None


def fans_of(score: mj.Score) -> Fans:
    return {entry.fan: (entry.count, entry.value) for entry in score.fans}


def differences(wins: Iterable[LatticeWin], rules: RuleSet) -> Iterator[str]:
    """A text for each win that mjcore and the twin do not agree on, single or in a batch."""
    hands = list(wins)
    batch = in_batch(hands, rules)
    for place, win in enumerate(hands):
        ours, theirs = answer(win, rules), twin(win, rules)
        fault = differing(ours, theirs, rules) or differing_row(batch, place, ours, rules)
        if fault:
            yield f"{name_of(rules)} {rules} {to_arguments(win)}: {fault}"


def differing(ours: mj.Score | None, theirs: Result | None, rules: RuleSet) -> str:
    if ours is None or theirs is None:
        return "" if ours is theirs else f"ours {ours}, twin {theirs and theirs.best}"
    best = theirs.best
    said = (ours.total, ours.raw, ours.unit, ours.legal)
    # where a total pays itself there is no unit
    expected = (best.total, best.raw, rules.unit_of(best.total) if rules.units else None, best.legal)
    if said != expected:
        return f"total, raw, unit, legal: ours {said} {fans_of(ours)}, twin {expected} {best.fans}"
    if fans_of(ours) not in theirs.lists:
        return f"fans: ours {fans_of(ours)}, twin {theirs.lists}"
    return ""


def in_batch(hands: Iterable[LatticeWin], rules: RuleSet) -> mj.batch.BatchScore:
    made = []
    for win in hands:
        hand, tile, circumstances = to_arguments(win)
        made.append(mj.Win(hand, tile, **circumstances))
    return mj.batch.score(made, rules, on_error="mark")


def differing_row(batch: mj.batch.BatchScore, place: int, ours: mj.Score | None, rules: RuleSet) -> str:
    """How a row of a batch differs from the score of the same win by itself."""
    error, total, legal = int(batch.error[place]), int(batch.total[place]), bool(batch.legal[place])
    if ours is None:
        return "" if (error != 0, total, legal) == (True, -1, False) else f"batch {error, total, legal}, but no win"
    assert batch.fans is not None
    counts = {rules.fan_ids[column]: int(times) for column, times in enumerate(batch.fans[place]) if times}
    said: tuple[Any, ...] = (error, total, legal, counts)
    expected = (0, ours.total, ours.legal, {entry.fan: entry.count for entry in ours.fans})
    return "" if said == expected else f"batch {said}, single {expected}"
