"""The wins that are measured of every rule set whose fans add up or multiply: made by the recipes of
tests/lattice_recipes.py, so with the tiles, melds, circumstances, void suits, flowers and wild tiles of the rule set.

Two streams, as of the other wins: those in which rare fans are frequent, and ordinary ones of random sets. A hand that
the rule set refuses is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import lattice_recipes as recipes
import mjcore as mj
from recipes import pool
from reference.lattice import table_of
from reference.lattice_wins import LatticeWin, to_arguments

SEED = 1
# what is called by the family's name alone is the first of its presets
RULE_SETS = (
    "hk", "taiwan", "sichuan/chengdu_seed", "sichuan/sbr_2025", "sichuan/xuezhan_app", "kawuxing/kwx_seed",
    "kawuxing/kwx_xiangyang", "dazhong", "dazhong/dazhong_caishen",
)  # fmt: skip
# of ordinary wins, those of another form than sets and a pair, and those on flowers alone
OTHER_FORMS, ON_FLOWERS = 0.03, 0.003
# what comes up in any hand; of ordinary wins half know nothing rarer
EVERYDAY = {"self_draw", "seat_wind", "round_wind", "flowers", "void_suit", "shown", "loser_shown", "streak"}
FORMS = {
    "seven_pairs": recipes.seven_pairs,
    "pairs_and_set": recipes.pairs_and_set,
    "thirteen_orphans": recipes.thirteen_orphans,
}


def random_sets(rng: Random, table: recipes.Table) -> LatticeWin | None:
    """Random sets, chows and pungs about as often as in the ordinary wins of MCR."""
    kinds = table.some_kinds(rng)
    chows = pool(kinds, pungs=False)
    return recipes.filled(rng, table, [], [*chows, *chows, *pool(kinds, chows=False)], kinds)


def ordinary_wins(rules: mj.RuleSet, seed: int) -> Iterator[LatticeWin]:
    """Wins of random sets, none sought for its fans, without end."""
    rng = Random(seed)
    table = recipes.Table(table_of(rules).frame, frozenset(rules.circumstances), rules.players)
    everyday = replace(table, knows=table.knows & EVERYDAY)
    usable = recipes.recipes_for(table)
    forms = [recipe for recipe in FORMS.values() if recipe in usable]
    while True:
        chance = rng.random()
        if chance < ON_FLOWERS and recipes.on_flowers in usable:
            recipe = recipes.on_flowers
        else:
            recipe = rng.choice(forms) if forms and chance < ON_FLOWERS + OTHER_FORMS else random_sets
        win = recipe(rng, table)
        if win is None:
            continue
        if not win.instant:
            win = recipes.circumstances(rng, win, rng.choice((table, everyday)))
        yield recipes.with_wild(rng, win, table) if table.frame.wild_copies else win


class FamilyWins:
    """The same wins for everybody; each form is built when it is first asked for."""

    def __init__(self, name: str, number: int = 10_000, ordinary: bool = False) -> None:
        self.rules = mj.rules.resolve(name)
        # some more than are wanted, for those that are refused
        stream = ordinary_wins(self.rules, SEED) if ordinary else recipes.wins(self.rules, 2 * number + 50, SEED)
        self.wins: list[mj.Win] = []
        while len(self.wins) < number:
            hand, tile, rest = to_arguments(next(stream))
            win = mj.Win(hand, tile, **rest)
            if not refused(win, self.rules):
                self.wins.append(win)

    def __len__(self) -> int:
        return len(self.wins)

    @cached_property
    def rows(self) -> Any:
        """An array of WIN_DTYPE."""
        return mj.batch.pack(self.wins)

    @cached_property
    def record_bytes(self) -> bytes:
        """The records without numpy."""
        return b"".join(win.to_bytes() for win in self.wins)


def refused(win: mj.Win, rules: mj.RuleSet) -> bool:
    try:
        mj.score(win, rules=rules)
    except mj.HandError:
        return True
    return False
