"""`mj.wait_values` takes its arguments as `mj.score` does."""

from __future__ import annotations

import pytest

import mjcore as mj

HAND = "22456m340p67888s"


@pytest.mark.parametrize("east", ["E", "e", "1z", "东", None])
def test_the_dealer_has_no_first_turn_on_a_discard(east: str | None) -> None:
    """However East is written."""
    values = mj.wait_values(HAND, "riichi", seat_wind=east, first_turn=True)
    assert values == mj.wait_values(HAND, "riichi", seat_wind="E", first_turn=True)
    assert values
    for wait in values:
        assert [fan.fan for fan in wait.self_draw.fans] == ["tenhou"]
        assert wait.discard == mj.score(HAND, wait.tile, "riichi")


def test_none_is_no_norths() -> None:
    hand = "11m456p340p67s888s"
    assert mj.wait_values(hand, "riichi/tenhou3", nuki=None) == mj.wait_values(hand, "riichi/tenhou3")


@pytest.mark.parametrize("rules", ["riichi", "mcr"])
def test_each_wait_is_scored_as_by_score(rules: str) -> None:
    found = mj.wait_values(HAND, rules, seat_wind="S")
    assert tuple(wait.tile for wait in found) == mj.waits(HAND, rules)
    for wait in found:
        assert wait.self_draw == mj.score(HAND, wait.tile, rules, seat_wind="S", self_draw=True)
        assert wait.discard == mj.score(HAND, wait.tile, rules, seat_wind="S")


def test_an_odd_wind_is_refused() -> None:
    with pytest.raises(mj.HandError, match="seat_wind"):
        mj.wait_values(HAND, "riichi", seat_wind="X")
