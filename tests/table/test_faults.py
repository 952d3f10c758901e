"""Deliberate faults: in what a rule set tells the native table, and in the code of the table. Each must be noticed.

The second kind takes a compiler and ten minutes, so only MJCORE_LONG=1 does it (`tests/mutants.py`).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from table.code_faults import MUTANTS
from table.data_faults import FAULTS, Fault, differs, play
from table.hand_starts import LONG
from table.option_sets import NAMES, rule_set

TESTS = Path(__file__).resolve().parents[1]
SOURCES = TESTS.parent / "src" / "mjcore" / "table"
FEWEST = 25



@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: str(fault.name))
def test_faults_in_the_data_are_noticed(fault: Fault) -> None:
    assert fault.hand is not None, "python -m table.data_faults finds a hand"
    play(rule_set(fault.rules, **fault.options), fault.hand)
    assert differs(fault, fault.hand), "python -m table.data_faults finds another hand"


def test_every_rule_set_has_faults() -> None:
    assert {fault.rules.partition("/")[0] for fault in FAULTS} == set(NAMES)
    assert {mutant.rules.partition("/")[0] for mutant in MUTANTS} == set(NAMES)
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= FEWEST


@pytest.mark.skipif(not SOURCES.is_dir(), reason="no sources")
def test_faults_in_the_code_have_their_place() -> None:
    """Each text stands once in the sources, so that its mutant is the one that was meant."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("*.pyx"))]
    times = {mutant.name: sum(text.count(mutant.old) for text in sources) for mutant in MUTANTS}
    assert {name: number for name, number in times.items() if number != 1} == {}
    assert [mutant.name for mutant in MUTANTS if mutant.hand is None] == []


@pytest.mark.skipif(not (LONG and SOURCES.is_dir()), reason="MJCORE_LONG is not set, or no sources")
def test_faults_in_the_code_are_noticed() -> None:
    done = subprocess.run([sys.executable, str(TESTS / "mutants.py")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
