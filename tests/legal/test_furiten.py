"""Furiten (section 10): own discards, tiles let pass, riichi."""

from __future__ import annotations

import pytest

from mjcore import HandError, RuleError, rules
from mjcore.legal import Passed, furiten, makes_furiten

TWO_PAIRS = "123m456p789s1122z"  # waits 1z 2z
THREE_SIDED = "23456m456p789s55z"  # waits 1m 4m 7m
NO_YAKU = "23m456p789s55z[123s<]"  # waits 1m 4m; nothing but the shape
ORPHANS = "19m19p19s1234567z"
SANMA = "riichi/tenhou3"


def test_discard_furiten_is_of_all_waits() -> None:
    """A 7m in the river forbids winning on 1m and 4m as well."""
    assert furiten(THREE_SIDED, "9p7m").kinds == ("discard",)
    assert not furiten(THREE_SIDED, "9p8m")


def test_red_fives_count_as_their_kind() -> None:
    assert furiten("46m456p789s111z22z", "0m").discard
    assert furiten("46m456p789s111z22z", passed="0m").temporary


def test_a_wait_that_can_not_come_is_no_furiten_by_itself() -> None:
    """All four 2m in the own kong: the river can not hold one, and other tiles do no harm."""
    assert not furiten("13m456p789s22z(2222m)", "1m3m9p")


def test_temporary_furiten_needs_the_shape_alone() -> None:
    assert furiten(NO_YAKU, passed="4m").kinds == ("temporary",)
    assert not furiten(NO_YAKU, passed="5m9s")


def test_own_calls_do_not_lift_it() -> None:
    """4m passed while 23m waited; then a pung was called and the hand waits for 9p now."""
    now = "2345p777s[555z^][111z^]"
    then = Passed("4m", hand="23m345p77755s[111z^]")
    assert furiten(now, passed=[then]).temporary
    assert not furiten(now, passed=["4m"])
    assert furiten(now, passed=["2p"]).temporary


def test_riichi_furiten_is_told_apart_from_temporary() -> None:
    assert furiten(TWO_PAIRS, passed_in_riichi="9m2z").kinds == ("riichi",)
    assert furiten(TWO_PAIRS, passed="2z", passed_in_riichi="9m2z").kinds == ("temporary", "riichi")
    assert furiten(TWO_PAIRS, "1z", passed="2z", passed_in_riichi="2z").kinds == ("discard", "temporary", "riichi")


def test_a_hand_that_waits_for_nothing_is_not_furiten() -> None:
    assert not furiten("147m258p369s1234z", "147m1z", passed="258p")


@pytest.mark.parametrize("given", [[Passed("1z", "added_kong")], [Passed("1z")], ["1z"], "1z"])
def test_declining_to_rob_a_kong_counts(given: list[str | Passed] | str) -> None:
    assert furiten(TWO_PAIRS, passed=given).temporary
    assert furiten(TWO_PAIRS, passed_in_riichi=given).riichi


def test_a_concealed_kong_counts_only_where_it_can_be_robbed() -> None:
    """Section 10: 69 logged closed kongs of a tile somebody waited for, none could be won on."""
    assert not furiten(TWO_PAIRS, passed=[Passed("1z", "concealed_kong")])
    assert not furiten(ORPHANS, passed=[Passed("1z", "concealed_kong")])
    assert furiten(ORPHANS, passed=[Passed("1z", "concealed_kong")], rules="riichi/mjsoul").temporary
    assert not furiten(TWO_PAIRS, passed=[Passed("1z", "concealed_kong")], rules="riichi/mjsoul")


def test_a_refused_north_is_an_option() -> None:
    hand = "123p456p789s2244z"
    lenient = rules.get("riichi", preset="tenhou3", nuki_furiten=False)
    assert furiten(hand, passed=[Passed("4z", "nuki")], rules=SANMA).temporary
    assert not furiten(hand, passed=[Passed("4z", "nuki")], rules=lenient)
    # a north discarded is a discard
    assert furiten(hand, passed=[Passed("4z")], rules=lenient).temporary


def test_one_tile_at_a_time() -> None:
    assert makes_furiten(TWO_PAIRS, "2z")
    assert makes_furiten(TWO_PAIRS, "2z", "added_kong")
    assert not makes_furiten(TWO_PAIRS, "2z", "concealed_kong")
    assert not makes_furiten(TWO_PAIRS, "9m")


def test_three_player_hands() -> None:
    """No 2m to 8m: 1m 9m make no run, and 23m is no hand at all."""
    assert furiten("11199m123p456p11z", "9m", rules=SANMA).discard
    with pytest.raises(HandError, match="not in play"):
        furiten("23m456p789s11222z", rules=SANMA)
    with pytest.raises(HandError, match="not in play"):
        furiten("11199m123p456p11z", "5m", rules=SANMA)


def test_what_is_refused() -> None:
    with pytest.raises(HandError, match="14 tiles: expected 13"):
        furiten("123m456p789s11222z")
    with pytest.raises(HandError, match="expected one of discard, added_kong"):
        furiten(TWO_PAIRS, passed=[Passed("1z", "gift")])
    with pytest.raises(HandError, match="passed tiles"):
        furiten(TWO_PAIRS, passed=3)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="sets no norths aside"):
        furiten(TWO_PAIRS, passed=[Passed("4z", "nuki")])
    with pytest.raises(HandError, match="expected 4z"):
        furiten("11199m123p456p11z", passed=[Passed("1z", "nuki")], rules=SANMA)
    with pytest.raises(RuleError, match="has no option"):
        furiten(TWO_PAIRS, rules="mcr")
