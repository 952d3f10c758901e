"""Every rule set whose fans add up or multiply against the plain twin: totals, units, legality, fans, refusals; single
calls and batches; presets and random options.

MJCORE_LONG=1 takes 20,000 hands for each preset, a larger number that many.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mjcore as mj
from generators import wins as mcr_wins
from lattice_answers import differences, name_of, presets, some_options
from lattice_recipes import as_lattice_win, wins
from mjcore.rules import RuleSet
from reference import mcr
from reference.lattice import score as twin
from reference.lattice import table_of
from reference.lattice_cases import KINDS_WITH_WINS, from_case
from reference.lattice_wins import Frame, LatticeWin, to_arguments

LONG = int(os.environ.get("MJCORE_LONG") or 0)
HANDS = 20_000 if LONG == 1 else max(LONG, 300)
SEED = 20261130
SHARED = os.environ.get("MJCORE_SHARED")
# files of cases and the rule sets that they are about
CASES = {"hk": "hk", "taiwan": "taiwan", "sichuan": "sichuan", "sichuan_tables": "sichuan", "kawuxing": "kawuxing",
         "set156_caishen": "dazhong"}

PRESETS = presets()
RULE_SETS = [mj.rules.get(name) for name in dict.fromkeys(rules.id for rules in PRESETS)]


@pytest.mark.parametrize("rules", PRESETS, ids=name_of)
def test_presets(rules: RuleSet) -> None:
    hands = HANDS // 4 if table_of(rules).frame.wild_copies else HANDS
    faults = list(differences(wins(rules, hands, SEED), rules))
    assert not faults, f"{len(faults)} of {hands} differ, the first: {faults[0]}"


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.id)
def test_options(rules: RuleSet) -> None:
    rng = Random(SEED)
    for number in range(HANDS // 15):
        start = rules.with_preset(rng.choice(list(rules.presets)))
        changed = some_options(rng, start)
        hands = 2 if table_of(changed).frame.wild_copies else 15
        for fault in differences(wins(changed, hands, SEED + number), changed):
            pytest.fail(fault)


@pytest.mark.parametrize("rules", PRESETS, ids=name_of)
def test_foreign_hands_are_refused(rules: RuleSet) -> None:
    """Hands of Chinese Official: of another size, with tiles that are not in play, with chows that can not be claimed;
    what is left is scored like any other."""
    frame = table_of(rules).frame
    kept, refused = [], 0
    for win in mcr_wins(HANDS, SEED):
        # where a kind is wild, one of which the hand has no tile
        wild = next(kind for kind in range(34) if not win.all_counts[kind]) if frame.wild_copies else None
        other = LatticeWin(win.counts, win.melds, win.win, wild=wild)
        chow = any(meld.type == "chow" for meld in win.melds)
        if frame.sets == 4 and frame.kinds >= set(other.kinds) and (frame.claimed_chows or not chow):
            kept.append(other)
            continue
        hand, tile, circumstances = to_arguments(other)
        with pytest.raises(mj.HandError):
            mj.score(hand, tile, rules, **circumstances)
        refused += 1
    assert not list(differences(kept, rules))
    assert refused or frame.kinds == set(range(34))


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.id)
def test_every_fan_is_tried(rules: RuleSet) -> None:
    """What the recipes are for: no row of any preset that they never make."""
    # presets with the same fans and frame make the same hands
    different = {(start.fans, table_of(start).frame): start for start in map(rules.with_preset, rules.presets)}
    without_wild = [start for start in different.values() if not table_of(start).frame.wild_copies]
    plain = {row.public_id for start in without_wild for row in start.fans}
    for start in different.values():
        missing = {row.public_id for row in start.fans if row.pattern}
        if table_of(start).frame.wild_copies:
            # what such hands alone can have; trying all that wild tiles can be takes long
            missing -= plain
        for win in wins(start, 8000, SEED):
            if not missing:
                break
            found = twin(win, start)
            missing -= found.best.detected if found else set()
        assert not missing, (start.preset, missing)


def test_the_twin_agrees_with_that_of_mcr() -> None:
    rules = mj.rules.get("mcr")
    for win in mcr_wins(HANDS, SEED):
        one, other = mcr.score(win), twin(as_lattice_win(win), rules)
        assert one is not None
        assert other is not None
        assert (one.total, one.legal) == (other.best.total, other.best.legal), win
        lists = [{fan: times for fan, (times, _) in fans.items()} for fans in other.lists]
        assert any(fans in one.all_fans for fans in lists), win


@pytest.mark.skipif(not SHARED, reason="MJCORE_SHARED is not set")
@pytest.mark.parametrize("name", CASES)
def test_the_twin_agrees_with_the_cases(name: str) -> None:
    path = Path(str(SHARED)) / "cases" / f"{name}.json"
    known = mj.rules.get(CASES[name])
    cases = [case for case in json.loads(path.read_text())["cases"]
             if case["kind"] in KINDS_WITH_WINS and case["preset"] in known.presets]
    assert cases
    for case in cases:
        rules = known.with_preset(case["preset"]).replace(**case.get("options", {}))
        check_case(case, rules)


def check_case(case: dict[str, Any], rules: RuleSet) -> None:
    expected, found = case["expect"], twin(from_case(case), rules)
    if not expected["win"]:
        assert found is None or not found.best.legal, case
        return
    assert found is not None, case
    values: Counter[str] = Counter()
    for fan, value in expected["fans"]:
        values[fan] += value
    lists = [{fan: value for fan, (_, value) in fans.items()} for fans in found.lists]
    assert found.best.total == expected["total"], case
    assert dict(values) in lists, (case, lists)


def test_frames_name_what_the_compiler_takes() -> None:
    """An argument of `compile_fans` that the twin has not heard of would be ignored."""
    from inspect import signature

    from mjcore.fans.compiler import compile_fans

    known = {*Frame._fields, "players", "circumstances", "streak_from", "han_fu", "rows"}
    assert set(signature(compile_fans).parameters) <= known
