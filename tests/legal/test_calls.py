"""Calls on a discard and swap calling (section 2)."""

from __future__ import annotations

import pytest

from mjcore import Hand, HandError, Tile, rules
from mjcore.legal import legal_calls, legal_discards, swap_tiles

GENBUTSU = rules.get("riichi", kuikae="genbutsu_only_banned")
FREE = rules.get("riichi", kuikae="none")
SANMA = "riichi/tenhou3"


def text(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles))


def melds(*args: object, **named: object) -> list[str]:
    return [str(call.meld) for call in legal_calls(*args, **named)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("meld", "both", "genbutsu"),
    [
        ("[456m<]", "4m 7m", "4m"),  # the low end
        ("[645m<]", "3m 6m", "6m"),  # the high end
        ("[546m<]", "5m", "5m"),  # the middle
        ("[312p<]", "3p", "3p"),  # an edge wait: nothing beyond 1
        ("[789p<]", "7p", "7p"),  # nothing beyond 9
        ("[123s<]", "1s 4s", "1s"),
        ("[978s<]", "6s 9s", "9s"),
        ("[046m<]", "5m", "5m"),  # a red five is a five
        ("[067m<]", "5m 8m", "5m"),
        ("[406m<]", "4m 7m", "4m"),
        ("[555m^]", "5m", "5m"),
        ("[055m^]", "5m", "5m"),
        ("[777z>]", "7z", "7z"),
        ("[5555m^]", "", ""),
        ("[5555m+^]", "", ""),
        ("(1111z)", "", ""),
    ],
)
def test_swap_tiles(meld: str, both: str, genbutsu: str) -> None:
    assert text(swap_tiles(meld)) == both
    assert text(swap_tiles(meld, rules=GENBUTSU)) == genbutsu
    assert swap_tiles(meld, rules=FREE) == ()


def test_discards_after_a_call() -> None:
    hand = Hand("0479s1z", ["[222p^]", "[333p^]", "[456s<]"])
    assert text(legal_discards(hand, None)) == "0s 9s 1z"
    assert text(legal_discards(hand, None, rules=GENBUTSU)) == "0s 7s 9s 1z"
    assert text(legal_discards(hand, None, rules=FREE)) == "4s 0s 7s 9s 1z"
    # after a draw nothing is forbidden any more
    assert text(legal_discards(hand, "9s")) == "4s 0s 7s 9s 1z"


def test_the_last_meld_is_the_one_just_called() -> None:
    hand = Hand("0479s1z", ["[456s<]", "[222p^]", "[333p^]"])
    assert text(legal_discards(hand, None)) == "4s 0s 7s 9s 1z"
    with pytest.raises(HandError, match="nothing drawn"):
        legal_discards(Hand("0479s1z", ["[456s<]", "[222p^]", "(3333p)"]), None)
    with pytest.raises(HandError, match="nothing drawn"):
        legal_discards("123m456p789s11225z", None)


def test_in_riichi_the_drawn_tile_alone() -> None:
    hand = "123m056p789s11122z"
    assert text(legal_discards(hand, "5p", riichi=True)) == "5p"
    assert text(legal_discards(hand, "0p", riichi=True)) == "0p"
    with pytest.raises(HandError, match="in riichi"):
        legal_discards(hand, None, riichi=True)
    with pytest.raises(HandError, match="not among"):
        legal_discards(hand, "9p", riichi=True)


def test_chows_come_from_the_previous_seat_alone() -> None:
    hand = "34679m123p11122z"
    assert melds(hand, "5m", "<", live_tiles=9) == ["[534m<]", "[546m<]", "[567m<]"]
    assert melds(hand, "8m", "<", live_tiles=9) == ["[867m<]", "[879m<]"]
    assert melds(hand, "5m", ">", live_tiles=9) == melds(hand, "5m", "^", live_tiles=9) == []
    # suits do not run into each other, honours make no runs
    assert melds("89m12p123s111z22z3z", "1p", "<", live_tiles=9) == []
    assert melds("89m1p123s1112234z", "3z", "<", live_tiles=9) == []


def test_never_a_chow_with_three_players() -> None:
    hand = "3467p123s111222z"
    assert melds(hand, "5p", "<", live_tiles=9, rules=SANMA) == []
    assert melds(hand, "1z", "<", live_tiles=9, rules=SANMA) == ["[111z<]", "[1111z<]"]
    with pytest.raises(HandError, match="expected one of < >"):
        legal_calls(hand, "1z", "^", live_tiles=9, rules=SANMA)
    with pytest.raises(HandError, match="no chows"):
        legal_calls("123s111222z7p[456p<]", "1z", "<", live_tiles=9, rules=SANMA)


def test_red_fives_make_two_calls() -> None:
    calls = legal_calls("40566p11122234z", "5p", "^", live_tiles=9)
    assert [(str(call.meld), text(call.own)) for call in calls] == [("[550p^]", "5p 0p")]
    calls = legal_calls("4055667p111222z", "5p", "<", live_tiles=9)
    assert {(str(call.meld), text(call.own)) for call in calls} == {
        ("[546p<]", "4p 6p"),
        ("[567p<]", "6p 7p"),
        ("[555p<]", "5p 5p"),
        ("[550p<]", "5p 0p"),
        ("[5550p<]", "5p 5p 0p"),
    }
    assert {str(call.meld) for call in legal_calls("0567p111222333z", "4p", "<", live_tiles=9)} == {
        "[456p<]",
        "[406p<]",
    }


def test_a_call_that_leaves_no_discard_is_none() -> None:
    """Four tiles 4 5 6 7: calling 4 with 56 leaves 4 and 7, both forbidden."""
    hand = Hand("4567m", ["[111z^]", "[222z^]", "[333z^]"])
    assert melds(hand, "4m", "<", live_tiles=9) == []
    assert melds(hand, "4m", "<", live_tiles=9, rules=GENBUTSU) == ["[456m<]"]
    assert melds(hand, "4m", "<", live_tiles=9, rules=FREE) == ["[456m<]"]
    # 5 with 46 leaves 5 and 7, 5 with 67 leaves 4 and 5 (8 and 5 are forbidden)
    found = {str(call.meld): text(call.discards) for call in legal_calls(hand, "5m", "<", live_tiles=9)}
    assert found == {"[546m<]": "7m", "[567m<]": "4m"}
    same = Hand("4456m", ["[111z^]", "[222z^]", "[333z^]"])
    assert melds(same, "4m", "<", live_tiles=9, rules=GENBUTSU) == ["[444m<]"]


def test_no_call_on_the_last_discard() -> None:
    hand = "34555m123p11122z"
    assert len(legal_calls(hand, "5m", "<", live_tiles=1)) == 3
    assert legal_calls(hand, "5m", "<", live_tiles=0) == ()


def test_no_fifth_kong() -> None:
    hand = "34555m123p11122z"
    assert "[5555m<]" in melds(hand, "5m", "<", live_tiles=9, kongs=3)
    assert melds(hand, "5m", "<", live_tiles=9, kongs=4) == ["[534m<]", "[555m<]"]
    four = Hand("1z", ["(1111m)", "(2222m)", "(3333m)", "(4444m)"])
    assert legal_calls(four, "1z", "<", live_tiles=9) == ()


def test_nothing_is_called_in_riichi() -> None:
    assert legal_calls("34555m123p11122z", "5m", "<", live_tiles=9, riichi=1) == ()


def test_what_is_refused() -> None:
    with pytest.raises(HandError, match="expected one of < \\^ >"):
        legal_calls("34555m123p11122z", "5m", "", live_tiles=9)
    with pytest.raises(HandError, match="less than 0"):
        legal_calls("34555m123p11122z", "5m", "<", live_tiles=-1)
    with pytest.raises(HandError, match="expected 13"):
        legal_calls("34555m123p111222z", "5m", "<", live_tiles=9)
    with pytest.raises(HandError, match="opposite"):
        swap_tiles("[555p^]", rules=SANMA)
