"""Riichi (section 8) and nine terminals and honours (section 10)."""

from __future__ import annotations

import pytest

from mjcore import HandError, rules
from mjcore.legal import furiten, nine_terminals, riichi_discards, tenpai_waits

SANMA = "riichi/tenhou3"


def discards(hand: str, drawn: str | None, **named: object) -> str:
    facts = {"score": 25000, "live_tiles": 20, **named}
    return " ".join(map(str, riichi_discards(hand, drawn, **facts)))  # type: ignore[arg-type]


def test_every_discard_that_leaves_a_ready_hand() -> None:
    assert discards("23456m456p789s559s", "9s") == "9s"
    assert discards("2345m456p78999s55z", "9s") == "2m 5m"
    assert discards("147m258p369s12345z", "1z") == ""


def test_red_fives_are_offered_apart() -> None:
    assert discards("05m123456p789s111z", "1z").split()[:2] == ["5m", "0m"]


def test_thousand_points_are_enough() -> None:
    hand = "123m456p789s11225z"
    assert discards(hand, "5z", score=1000) == "5z"
    assert discards(hand, "5z", score=999) == ""
    assert discards(hand, "5z", score=-300, rules=rules.get("riichi", riichi_below_1000=True)) == "5z"


def test_one_tile_for_each_player_must_be_left() -> None:
    hand = "123p456p789s11225z"
    assert discards(hand, "5z", live_tiles=4) == "5z"
    assert discards(hand, "5z", live_tiles=3) == ""
    assert discards(hand, "5z", live_tiles=3, rules=SANMA) == "5z"
    assert discards(hand, "5z", live_tiles=2, rules=SANMA) == ""
    assert discards(hand, "5z", live_tiles=0, rules=rules.get("riichi", riichi_without_draw=True)) == "5z"


def test_the_hand_is_closed() -> None:
    assert discards("123m456p11225z[789s<]", "5z") == ""
    assert discards("123m456p11225z[999s<]", "5z") == ""
    assert discards("123m456p11225z(9999s)", "5z") == "5z"
    assert discards("123p456p11225z(9999s)", "5z", nuki=2, rules=SANMA) == "5z"
    assert discards("123p456p11225z[9999s^]", "5z") == ""
    assert discards("123m456p789s11225z", None) == ""
    assert discards("123m456p789s11225z", "5z", riichi=1) == ""


def test_a_wait_for_four_own_concealed_tiles_is_none() -> None:
    """1111z with three runs waits for a fifth east; discarding one of the easts waits for the fourth."""
    assert tenpai_waits("123456789m1111z") == ()
    assert discards("123456789m1111z5z", "5z") == "1z"
    # four 9m held, but the wait is another
    assert "3z" in discards("789999m456p78s11z3z", "3z")


def test_a_wait_for_the_own_closed_kong_is_an_option() -> None:
    hand = "13m456p789s22z5z(2222m)"
    assert "5z" in discards(hand, "5z")
    assert "5z" not in discards(hand, "5z", rules=rules.get("riichi", fifth_tile_tenpai="none"))


def test_norths_set_aside_count_for_that_option() -> None:
    hand, strict = "123456p789s11145z", rules.get("riichi", preset="tenhou3", fifth_tile_tenpai="none")
    assert discards(hand, "5z", nuki=3, rules=SANMA) == "4z 5z"
    assert discards(hand, "5z", nuki=2, rules=strict) == "4z 5z"
    assert discards(hand, "5z", nuki=3, rules=strict) == "4z"


def test_furiten_riichi_is_allowed() -> None:
    """The discard itself may be what the hand waits for (section 8: 122 logged)."""
    assert "1m" in discards("123456m456p789s55z", "1m")
    assert furiten("23456m456p789s55z", "1m").discard


def test_three_player_tiles() -> None:
    with pytest.raises(HandError, match="not in play"):
        discards("123m456p789s11225z", "5z", rules=SANMA)


def test_what_is_refused() -> None:
    with pytest.raises(HandError, match="expected 14"):
        discards("123m456p789s1122z", "1z")
    with pytest.raises(HandError, match="6z was drawn"):
        discards("123m456p789s11225z", "6z")
    with pytest.raises(HandError, match="score"):
        discards("123m456p789s11225z", "5z", score="many")


NINE = "1234569m19p19s123z"  # 1m 9m 1p 9p 1s 9s 1z 2z 3z
EIGHT = "1234569m19p12s123z"


def test_nine_terminals() -> None:
    assert nine_terminals(NINE, first_turn=True)
    assert not nine_terminals(EIGHT, first_turn=True)
    assert not nine_terminals(NINE, first_turn=False)
    # kinds count, not tiles
    assert not nine_terminals("11122233344455z", first_turn=True)
    assert nine_terminals("19m19p19s12345677z", first_turn=True)
    assert nine_terminals("19m19p1s1234z22334s", first_turn=True)


@pytest.mark.parametrize(
    ("preset", "allowed"),
    [("tenhou", True), ("tenhou3", True), ("mjsoul", True), ("mjsoul3", True), ("wrc2025", False),
     ("ema2016", False), ("mleague", False)],
)
def test_nine_terminals_is_an_option(preset: str, allowed: bool) -> None:
    hand = "19m123456p19s1234z"
    assert nine_terminals(hand, first_turn=True, rules=f"riichi/{preset}") is allowed


def test_nine_terminals_after_an_own_kong() -> None:
    assert not nine_terminals("19m19p19s12345z(2222p)", first_turn=True)
