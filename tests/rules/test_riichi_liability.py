"""Liability in riichi: for a yakuman or a part of the hand, and for the open kan before the win."""

from __future__ import annotations

from typing import Any

import pytest

import mjcore as mj
from mjcore import rules
from mjcore.errors import HandError, RuleError

PAO = "daisangen,daisuushii,rinshan"
WHOLE, PART = (rules.get("riichi", aka=0, pao=PAO, pao_scope=scope) for scope in ("whole", "own_part"))
# daisangen and tsuuiisou; seat 0 feeds the third set of dragons of seat 1
DRAGONS = "2z[555z<][666z^][777z<]"
SELF: dict[str, Any] = {"self_draw": True, "after_kong": True, "seat_wind": "S"}
DAISANGEN_ALONE, ALL = (-48000, 64000, -8000, -8000), (-64000, 64000, 0, 0)


def paid(kong: str, table: mj.RuleSet = PART, **more: Any) -> tuple[int, ...]:
    return mj.score(DRAGONS + kong, "2z", table, **SELF).payments(dealer=0, winner=1, pao=0, **more)


def test_after_a_closed_kan_only_the_yakuman_counts() -> None:
    assert paid("(1111z)") == DAISANGEN_ALONE
    assert paid("(1111z)", WHOLE) == ALL
    with pytest.raises(HandError, match="no exposed kong"):
        paid("(1111z)", direct_kong_from=0)


def test_who_gave_the_kan_pays_for_the_whole_hand() -> None:
    assert paid("[1111z<]", direct_kong_from=0) == ALL
    # another player's kan, or one that nobody spoke of, adds nothing to what the dragons are worth
    assert paid("[1111z>]", direct_kong_from=2) == paid("[1111z<]") == DAISANGEN_ALONE
    # nor does it where the rules do not name the kan
    assert paid("[1111z<]", PART.replace(pao="daisangen"), direct_kong_from=0) == DAISANGEN_ALONE


def test_liable_for_the_kan_alone() -> None:
    for table in (PART, WHOLE):
        hand = mj.score("345345m77p23p[9999s<]", "4p", table.replace(min_han=1), **SELF)
        assert hand.payments(dealer=0, winner=1, pao=0) == hand.payments(dealer=0, winner=1, pao=0, direct_kong_from=0)
        assert hand.payments(dealer=0, winner=1, pao=0)[2:] == (0, 0)
        with pytest.raises(RuleError, match="seat 2 is not liable for this hand: seat 0 gave"):
            hand.payments(dealer=0, winner=1, pao=2, direct_kong_from=0)
        closed = mj.score("345345m77p23p(9999s)", "4p", table, **SELF)
        with pytest.raises(RuleError, match="nobody can be liable"):
            closed.payments(dealer=0, winner=1, pao=0)


def test_the_giver_of_a_kan_is_another_seat() -> None:
    for seat in (1, 4, -1, True, "0"):
        with pytest.raises(HandError):
            paid("[1111z<]", direct_kong_from=seat)
    ron = mj.score(DRAGONS + "[1111z<]", "2z", PART, seat_wind="S")
    with pytest.raises(HandError, match="no replacement tile"):
        ron.payments(dealer=0, winner=1, loser=2, direct_kong_from=0)
