"""Values that are no values of an argument: refused by name, however odd they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from mjcore.errors import brief

HAND = ("123m456p789s1122z", "1z")
HK, SICHUAN = mj.rules.get("hk"), mj.rules.get("sichuan")
HUGE = 10**5000  # too long to be shown


class Silent:
    def __repr__(self) -> str:
        raise OSError


ODD = [HUGE, -HUGE, Silent(), np.array([]), "x" * 500]
CALLS: dict[str, Callable[[Any], Any]] = {
    "a flag": lambda odd: mj.score(*HAND, self_draw=odd),
    "riichi": lambda odd: mj.score(*HAND, "riichi", riichi=odd),
    "streak": lambda odd: mj.score(*HAND, streak=odd),
    "kong_chain": lambda odd: mj.Win(*HAND, kong_chain=odd),
    "seat_wind": lambda odd: mj.score(*HAND, seat_wind=odd),
    "void_suit": lambda odd: mj.Win(*HAND, void_suit=odd),
    "nuki": lambda odd: mj.Win(*HAND, nuki=odd),
    "an option": lambda odd: mj.rules.get("hk", limit=odd),
    "a numbers option": lambda odd: mj.rules.get("hk", payment=odd),
    "jokers": lambda odd: mj.waits(HAND[0], jokers=odd),
    "most_suits": lambda odd: mj.HandEngine(most_suits=odd),
    "threads": lambda odd: mj.batch.score([mj.Win(*HAND)], threads=odd),
    "strict": lambda odd: mj.batch.score([mj.Win(*HAND)], strict=odd),
    "a dealer": lambda odd: mj.score(*HAND, self_draw=True).payments(dealer=odd),
    "counts": lambda odd: mj.shanten([odd] * 34),
    "a claim": lambda odd: HK.claims(0, [odd]),
    "what is claimed": lambda odd: HK.claims(0, [(1, odd)]),
    "dice": lambda odd: HK.open_wall(odd),
    "a preset": lambda odd: HK.with_preset(odd),
    "the type of a kong": lambda odd: SICHUAN.settle_kong(0, odd),
    "what a kong moved": lambda odd: SICHUAN.settle_draw([], [(0, odd)]),
}


@pytest.mark.parametrize("odd", ODD, ids=["huge", "less than nothing", "silent", "an empty array", "long"])
@pytest.mark.parametrize("name", CALLS)
def test_odd_values(name: str, odd: Any) -> None:
    with pytest.raises(mj.MahjongError) as caught:
        CALLS[name](odd)
    assert len(str(caught.value)) < 400


def test_fans_of_odd_names() -> None:
    for odd in (HUGE, Silent(), "x" * 500):
        with pytest.raises(mj.RuleError, match=r"hk has no fan .*; known: thirteen_orphans") as caught:
            HK.fan(odd)  # type: ignore[arg-type]
        assert "x" * 100 not in str(caught.value)


def test_flowers_of_other_text_classes() -> None:
    assert mj.score(*HAND, flowers=np.str_("13f")) == mj.score(*HAND, flowers="13f")


def test_values_in_messages_are_brief() -> None:
    assert brief("5m") == "'5m'"
    assert brief(HUGE) == "a value of type int that can not be shown"
    assert brief(Silent()) == "a value of type Silent that can not be shown"
    assert len(brief("x" * 500)) == 80


def test_a_void_suit_where_any_may_be_missing() -> None:
    """Only where one is declared it limits the waits, as it limits the win."""
    hand = "111222333m45m55p"
    values = mj.wait_values(hand, "sichuan", void_suit="p")
    assert [wait.discard for wait in values] == [mj.score(hand, wait.tile, "sichuan", void_suit="p") for wait in values]
    assert len(values) == 3
    assert mj.wait_values(hand, "sichuan/sbr_2025", void_suit="p") == ()
    with pytest.raises(mj.MahjongError, match="hk has no void suits"):
        mj.wait_values(hand, "hk", void_suit="p")
