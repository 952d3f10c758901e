"""Random hands of four and three players on mj.Table and on `riichienv`, wins included.

300 hands of each; MJCORE_LONG=1 takes 20,000.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

pytest.importorskip("riichienv")

from table import lockstep_riichienv as lockstep

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
HANDS = 20_000 if LONG else 300
# what so many hands must have shown
SEEN = {
    4: ("reach", "chi", "pon", "daiminkan", "ankan", "kakan", "ron", "tsumo", "wins in riichi", "wins passed",
        "exhaustive_draw"),
    3: ("reach", "kita", "pon", "daiminkan", "ankan", "kakan", "ron", "tsumo", "wins in riichi", "wins passed",
        "exhaustive_draw", "kyushu_kyuhai"),
}



def play_all(players: int, hands: int, platform: str = "tenhou") -> Counter[str]:
    counted: Counter[str] = Counter()
    for seed in range(hands):
        counted += lockstep.play(players, seed, platform)
    return counted


@pytest.mark.parametrize("players", [4, 3])
def test_the_same_may_be_done(players: int) -> None:
    counted = play_all(players, HANDS)
    print(players, dict(counted))
    missing = [name for name in SEEN[players] if not counted[name]]
    assert not missing


@pytest.mark.parametrize("players", [4, 3])
def test_the_same_by_the_rules_of_mahjong_soul(players: int) -> None:
    print(players, dict(play_all(players, HANDS // 2, "mjsoul")))


@pytest.mark.parametrize("players", [4, 3])
def test_the_same_happens_in_the_same_order(players: int) -> None:
    """Indicators are turned and deposits paid at the same places."""
    for seed in range(HANDS // 2):
        lockstep.play(players, seed, courses=True)


@pytest.mark.parametrize(("more", "less"), [((), (lockstep.WIN,)), ((), (lockstep.READY,)), ((lockstep.READY,), ()),
                                            ((lockstep.PUNG,), ()), ((), (lockstep.HELD,))])
def test_another_table_is_noticed(monkeypatch: pytest.MonkeyPatch, more: tuple[int, ...], less: tuple[int, ...]
                                  ) -> None:
    """One that offers an action everywhere or nowhere."""
    real = lockstep.Table

    class Other:
        def __init__(self, *given: Any, **named: Any) -> None:
            self.real = real(*given, **named)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.real, name)

        def legal_actions(self, seat: int) -> list[int]:
            return sorted({*self.real.legal_actions(seat), *more} - {*less})

    monkeypatch.setattr(lockstep, "Table", Other)
    with pytest.raises(lockstep.Differs, match="only mjcore"):
        play_all(4, 300)
