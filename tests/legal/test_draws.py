"""Tenpai at a draw, nagashi mangan, abortive draws (section 10)."""

from __future__ import annotations

import pytest

from mjcore import HandError, rules
from mjcore.legal import four_kongs, four_riichi, four_winds, nagashi_mangan, tenpai, tenpai_waits, three_rons

SANMA = "riichi/tenhou3"
NO_FIFTH = rules.get("riichi", fifth_tile_tenpai="none")
SANMA_NO_FIFTH = rules.get("riichi", preset="tenhou3", fifth_tile_tenpai="none")


def waits(hand: str, **named: object) -> str:
    return " ".join(map(str, tenpai_waits(hand, **named)))  # type: ignore[arg-type]


def test_the_shape_alone_is_tenpai() -> None:
    assert waits("23m456p789s55z[123s<]") == "1m 4m"  # no yaku in sight
    assert tenpai("23m456p789s55z[123s<]")
    assert not tenpai("147m258p369s1234z")


def test_four_concealed_are_no_wait() -> None:
    assert not tenpai("123456789m1111z")
    assert not tenpai("123456789m1111z", rules=NO_FIFTH)
    assert not tenpai("1111z123m456p789s")
    # one of two waits is gone, the other is left
    assert waits("1111234m456p789s") == "4m"


@pytest.mark.parametrize(
    ("hand", "wait"),
    [
        ("13m456p789s22z(2222m)", "2m"),
        ("13m456p22z[2222m^][789s<]", "2m"),
        ("11233m456p22z[222m^]", "2m"),  # one in the hand, three in the meld
        ("2m[1111z^][222m^][333z^][444z^]", "2m"),
    ],
)
def test_four_in_melds_are_an_option(hand: str, wait: str) -> None:
    assert waits(hand) == wait
    assert waits(hand, rules=NO_FIFTH) == ""
    assert waits(hand, rules="riichi/ema2016") == waits(hand, rules="riichi/wrc2025") == ""


def test_the_other_wait_is_left() -> None:
    assert waits("23m456p789s22z(1111m)") == "1m 4m"
    assert waits("23m456p789s22z(1111m)", rules=NO_FIFTH) == "4m"


def test_norths_set_aside_are_in_possession() -> None:
    hand = "123p456p789s1114z"
    assert waits(hand, nuki=3, rules=SANMA) == "4z"
    assert waits(hand, nuki=2, rules=SANMA_NO_FIFTH) == "4z"
    assert waits(hand, nuki=3, rules=SANMA_NO_FIFTH) == ""


def test_three_player_tiles() -> None:
    """Without 2m to 8m a pair of 1m and 9m waits for nothing between."""
    assert waits("1199m123p456789s", rules=SANMA) == "1m 9m"


def test_nagashi() -> None:
    assert nagashi_mangan("19m19p19s1234567z", called=False)
    assert nagashi_mangan(["1m"], called=False)
    assert not nagashi_mangan("19m19p18s1234567z", called=False)
    assert not nagashi_mangan("19m19p19s1234567z", called=True)
    assert not nagashi_mangan("", called=False)
    assert not nagashi_mangan("", called=True)
    assert nagashi_mangan("19m1z", called=False, rules=SANMA)
    assert nagashi_mangan("19m1z", called=False, rules=rules.get("riichi", nagashi="win"))
    assert not nagashi_mangan("19m1z", called=False, rules="riichi/wrc2025")


def test_four_winds() -> None:
    assert four_winds("1111z", uninterrupted=True)
    assert four_winds(["4z"] * 4, uninterrupted=True)
    assert not four_winds("111z", uninterrupted=True)
    assert not four_winds("1112z", uninterrupted=True)
    assert not four_winds("5555z", uninterrupted=True)  # dragons are no winds
    assert not four_winds("1111m", uninterrupted=True)
    assert not four_winds("1111z", uninterrupted=False)
    assert not four_winds("1111z", uninterrupted=True, rules="riichi/wrc2025")
    assert not four_winds("111z", uninterrupted=True, rules=SANMA)
    every = "kyuushu_kyuuhai,suufon_renda,suucha_riichi,suukaikan,sanchahou"
    assert not four_winds("111z", uninterrupted=True, rules=rules.get("riichi", preset="tenhou3", abortive_draws=every))
    with pytest.raises(HandError, match="5 first discards"):
        four_winds(["1z"] * 5, uninterrupted=True)


def test_four_riichi() -> None:
    assert four_riichi(4)
    assert not four_riichi(3)
    assert not four_riichi(4, rules="riichi/mleague")
    assert not four_riichi(3, rules=SANMA)  # 29 logged rounds went on
    with pytest.raises(HandError, match="there are 3"):
        four_riichi(4, rules=SANMA)


def test_four_kongs() -> None:
    assert four_kongs([0, 1, 2, 3], discard_passed=True)
    assert four_kongs([2, 2, 2, 0], discard_passed=True)
    assert not four_kongs([2, 2, 2, 2], discard_passed=True)
    assert not four_kongs([2, 2, 0], discard_passed=True)
    assert not four_kongs([2, 2, 2, 0], discard_passed=False)
    assert four_kongs([2, 2, 2, 0], discard_passed=True, rules=SANMA)
    assert not four_kongs([2, 2, 2, 0], discard_passed=True, rules="riichi/ema2016")
    with pytest.raises(HandError, match="5 kongs"):
        four_kongs([2, 2, 2, 0, 0], discard_passed=True)
    with pytest.raises(HandError, match="expected a seat 0"):
        four_kongs([3], discard_passed=True, rules=SANMA)


def test_three_rons() -> None:
    assert three_rons(3)
    assert not three_rons(2)
    assert not three_rons(3, rules="riichi/mjsoul")
    assert not three_rons(3, rules="riichi/mleague")
    assert not three_rons(3, rules=rules.get("riichi", multi_ron="triple"))
    assert not three_rons(3, rules=rules.get("riichi", abortive_draws="suukaikan"))
    assert not three_rons(2, rules=SANMA)
    with pytest.raises(HandError, match="4 winners"):
        three_rons(4)
