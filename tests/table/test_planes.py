"""Planes: equal to those of the plain twin, whatever lies hidden."""

from __future__ import annotations

import os
from array import array
from typing import Any

import pytest

import mjcore as mj
from mjcore.errors import MahjongError
from reference.table_planes import planes
from table.observed_games import CASES, case_id, decisions, rule_set

np = pytest.importorskip("numpy")

HANDS = 30 if os.environ.get("MJCORE_LONG") else 3

each_case = pytest.mark.parametrize("case", CASES, ids=case_id)


@each_case
@pytest.mark.parametrize("style", ["greedy", "random"])
def test_planes_equal_the_twin(case: Any, style: str) -> None:
    rules = rule_set(case)
    for seed in range(HANDS):
        for number, (table, _) in enumerate(decisions(rules, seed, style)):
            if number % 5 and not table.done and table.phase in ("turn", "throw", "claim"):
                continue
            for seat in range(table.players):
                found, expected = table.planes(seat), np.array(planes(table, seat))
                assert found.shape == (24 + 24 * table.players, 34)
                apart = np.argwhere(found != expected)
                assert not len(apart), (seed, seat, table.phase, [
                    (row, column, found[row, column], expected[row, column]) for row, column in apart[:5]])


@each_case
def test_planes_of_an_observation(case: Any) -> None:
    """What is hidden has no part in them."""
    for number, (table, _) in enumerate(decisions(rule_set(case), 7)):
        if number % 7 == 0 or table.done:
            for seat in range(table.players):
                assert (table.observe(seat).planes(seat) == table.planes(seat)).all()


def test_a_buffer_of_ones_own() -> None:
    """Planes are written into any buffer of the right size."""
    table = mj.Table("riichi", seed=1)
    expected = table.planes(2)
    out = np.full(expected.shape, 99, np.uint8)
    assert table.planes(2, out=out) is out
    assert (out == expected).all()
    flat = array("B", bytes(expected.size))
    table.planes(2, out=flat)
    assert flat.tobytes() == expected.tobytes()
    for wrong in (np.zeros(3, np.uint8), b"123", "text"):
        with pytest.raises((MahjongError, TypeError, BufferError)):
            table.planes(2, out=wrong)
    with pytest.raises(MahjongError):
        table.planes(4)
