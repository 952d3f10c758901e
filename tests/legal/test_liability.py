"""Liability (pao, section 7): who fed the set that made a yakuman certain."""

from __future__ import annotations

import pytest

from mjcore import Hand, HandError, rules
from mjcore.legal import Liability, liabilities, rinshan_liability

ALL = rules.get("riichi", pao="daisangen,daisuushii,suukantsu,rinshan")
NONE = rules.get("riichi", pao="")


def found(melds: list[str], **named: object) -> list[tuple[str, str]]:
    return [(liable.what, liable.source) for liable in liabilities(melds, **named)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("melds", "liable"),
    [
        (["[555z<]", "[666z^]", "[777z>]"], ">"),
        (["[777z>]", "[123m<]", "[555z<]", "[666z^]"], "^"),
        (["(5555z)", "[666z^]", "[7777z<]"], "<"),  # by an exposed kong
        (["[555z<]", "[666z^]", "(7777z)"], None),  # the closed kong shows the last set: nobody fed it
        (["[555z<]", "[666z^]", "[7777z+>]"], ">"),  # the pung was fed, the fourth tile changes nothing
        (["[5555z+<]", "[666z^]", "[777z>]"], ">"),
        (["[555z<]", "[666z^]"], None),  # the third one concealed in the hand
        (["[555z<]", "[666z^]", "[111z>]"], None),
    ],
)
def test_daisangen(melds: list[str], liable: str | None) -> None:
    assert found(melds) == ([("daisangen", liable)] if liable else [])
    assert found(melds, rules=NONE) == []
    assert found(melds, rules=rules.get("riichi", pao="daisuushii")) == []


@pytest.mark.parametrize(
    ("melds", "liable"),
    [
        (["[111z<]", "[222z^]", "[333z>]", "[444z<]"], "<"),
        (["[444z<]", "(2222z)", "(3333z)", "[1111z^]"], "^"),
        (["[111z<]", "[222z^]", "[333z>]", "(4444z)"], None),
        (["[111z<]", "[222z^]", "[333z>]", "[555z<]"], None),
    ],
)
def test_daisuushii(melds: list[str], liable: str | None) -> None:
    assert found(melds) == ([("daisuushii", liable)] if liable else [])


def test_suukantsu_is_an_option() -> None:
    melds = ["(1111m)", "[2222m+<]", "(3333p)", "[4444p^]"]
    assert found(melds) == []
    assert found(melds, rules=ALL) == [("suukantsu", "^")]
    assert found(melds, rules="riichi/mleague") == found(melds, rules="riichi/wrc2025") == [("suukantsu", "^")]
    assert found(melds, rules="riichi/ema2016") == []
    assert found([*melds[:3], "(4444p)"], rules=ALL) == []
    assert found([*melds[:3], "[4444p+^]"], rules=ALL) == []
    assert found([*melds[:3], "[444p^]"], rules=ALL) == []
    # the added kong was made last, in the place of its pung
    assert found(melds, fourth_kong=1, rules=ALL) == []
    assert found(melds, fourth_kong=3, rules=ALL) == [("suukantsu", "^")]
    with pytest.raises(HandError, match="fourth_kong"):
        found(melds, fourth_kong=4, rules=ALL)


def test_two_at_once() -> None:
    melds = ["[1111z<]", "(2222z)", "[3333z^]", "[4444z>]"]
    assert found(melds, rules=ALL) == [("daisuushii", ">"), ("suukantsu", ">")]


def test_from_a_hand() -> None:
    hand = Hand("1123m[555z<][666z^][777z>]")
    assert found(list(hand.melds)) == [("daisangen", ">")]  # type: ignore[arg-type]


def test_rinshan() -> None:
    assert rinshan_liability("[5555m<]") is None
    liable = rinshan_liability("[5555m<]", rules=ALL)
    assert liable is not None
    assert (liable.what, liable.source) == ("rinshan", "<")
    assert rinshan_liability("(5555m)", rules=ALL) is None
    assert rinshan_liability("[5555m+<]", rules=ALL) is None
    with pytest.raises(HandError, match="no kong"):
        rinshan_liability("[555m<]", rules=ALL)


def test_seats() -> None:
    meld = Hand("11m[555z<]").melds[0]
    assert [Liability("daisangen", source, meld).seat(3) for source in "<^>"] == [2, 1, 0]
    assert [Liability("daisangen", source, meld, 3).seat(0) for source in "<>"] == [2, 1]
    (three,) = liabilities(["[555z<]", "[666z>]", "[777z<]"], rules="riichi/tenhou3")
    assert three.seat(0) == 2
    with pytest.raises(HandError, match="owner"):
        three.seat(3)


def test_what_is_refused() -> None:
    with pytest.raises(HandError, match="opposite"):
        liabilities(["[555z^]"], rules="riichi/tenhou3")
    with pytest.raises(HandError, match="5 melds"):
        liabilities(["(1111m)"] * 5)
    with pytest.raises(HandError, match="melds"):
        liabilities(3)  # type: ignore[arg-type]
