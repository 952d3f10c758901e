"""What Kawuxing allows: the `play` statements of the case file, and their neighbours."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from mjcore import HandError, RuleError, Tile
from mjcore.legal.shown import (
    claims_beside_shown,
    discards_beside_shown,
    kong_keeps_shown,
    kongs_beside_shown,
    may_show,
    pays_for_all,
)
from mjcore.rules.kawuxing import RULES

SHARED = os.environ.get("MJCORE_SHARED")
SEED = RULES
XIANGYANG = RULES.with_preset("kwx_xiangyang")
NEVER = SEED.replace(kong_after_show="never")
PROTECTED = SEED.replace(protect_shown=True)


def texts(tiles: Any) -> list[str]:
    return [str(tile) for tile in tiles]


def test_a_shown_hand_lays_down_kongs_that_keep_its_waits() -> None:
    """kawuxing-049: it waits for 1p 4p before and after a concealed kong of 9m."""
    assert kong_keeps_shown(["1p", "4p"], ["4p", "1p"], rules=SEED)
    assert not kong_keeps_shown(["1p", "4p"], ["1p"], rules=SEED)
    assert not kong_keeps_shown(["1p"], ["1p", "4p"], rules=SEED)
    assert not kong_keeps_shown("14p", "14p", rules=NEVER)
    hand = "999m23p123p77z[555z<]"
    assert kongs_beside_shown("9" + hand, "9m", live_tiles=9, shown=True, rules=SEED) == (
        ("concealed kong", Tile("9m")),)
    assert kongs_beside_shown("9" + hand, "9m", live_tiles=9, shown=True, rules=NEVER) == ()
    # not shown it needs no such thing
    assert kongs_beside_shown("9" + hand, "9m", live_tiles=9, rules=NEVER)
    assert kongs_beside_shown("9" + hand, "9m", live_tiles=0, rules=SEED) == ()
    assert kongs_beside_shown("9" + hand, None, live_tiles=9, rules=SEED) == ()


def test_a_kong_that_takes_a_wait_away() -> None:
    # the three 1p are the pair and a part of the run too
    assert texts(SEED.engine.waits("11123p789m77755z")) == ["1p", "4p", "5z"]
    full = "111123p789m77755z"
    assert kongs_beside_shown(full, "1p", live_tiles=9, shown=True, rules=SEED) == ()
    assert texts(kind for _, kind in kongs_beside_shown(full, "1p", live_tiles=9, rules=SEED)) == ["1p"]
    # four tiles that were held already, of which one belongs to a run
    full = "789999m123456p5z7z"
    assert kongs_beside_shown(full, "7z", live_tiles=9, shown=True, rules=SEED) == ()
    assert texts(kind for _, kind in kongs_beside_shown(full, "7z", live_tiles=9, rules=SEED)) == ["9m"]


def test_a_kong_of_a_discard() -> None:
    hand = "999m23p123p77z[555z<]"
    assert claims_beside_shown(hand, "9m", live_tiles=9, shown=True, rules=SEED) == ("kong",)
    assert claims_beside_shown(hand, "9m", live_tiles=9, rules=SEED) == ("kong", "pung")
    assert claims_beside_shown(hand, "9m", live_tiles=9, shown=True, rules=NEVER) == ()
    assert claims_beside_shown(hand, "9m", live_tiles=0, rules=SEED) == ("pung",)
    assert claims_beside_shown(hand, "1p", live_tiles=0, shown=True, rules=SEED) == ("win",)
    # no pung once it is shown
    assert claims_beside_shown(hand, "7z", live_tiles=9, shown=True, rules=SEED) == ()


def test_there_is_no_chow() -> None:
    """kawuxing-051: nothing is done with a 5m, whatever the neighbours held."""
    assert claims_beside_shown("46m22255567799p", "5m", live_tiles=20, rules=SEED) == ()
    assert claims_beside_shown("46s22255567799p", "5s", live_tiles=20, rules=XIANGYANG) == ()


def test_when_a_hand_may_be_shown() -> None:
    ready, short = "123456m78977p23p", "123456m78977p25p"
    assert may_show(ready, live_tiles=0, rules=SEED)
    assert not may_show(short, live_tiles=20, rules=SEED)
    late = SEED.replace(show_min_wall=12)
    assert [may_show(ready, live_tiles=left, rules=late) for left in (11, 12, 13)] == [False, True, True]
    with pytest.raises(HandError, match="a hand of 14 tiles: expected 13"):
        may_show(ready + "1p", live_tiles=20, rules=SEED)


def test_a_shown_hand_discards_what_it_draws() -> None:
    full = "123456m78977p23p9m"
    assert texts(discards_beside_shown(full, "9m", shown=True, rules=SEED)) == ["9m"]
    # even what another shown hand waits for
    assert texts(discards_beside_shown(full, "9m", shown=True, waits="9m", rules=PROTECTED)) == ["9m"]
    assert len(discards_beside_shown(full, "9m", rules=SEED)) == 12
    with pytest.raises(HandError, match="expected the drawn tile"):
        discards_beside_shown(full, shown=True, rules=SEED)
    with pytest.raises(HandError, match="not among the concealed tiles"):
        discards_beside_shown(full, "5z", rules=SEED)


def test_what_a_shown_hand_waits_for_is_kept() -> None:
    full = "14p[555m<][777m<][222p<][999p<]"
    assert texts(discards_beside_shown(full, "4p", waits="1p", rules=PROTECTED)) == ["4p"]
    assert texts(discards_beside_shown(full, "4p", waits="1p", rules=SEED)) == ["1p", "4p"]
    # nothing else is there
    assert texts(discards_beside_shown(full, "4p", waits="14p", rules=PROTECTED)) == ["1p", "4p"]
    assert texts(discards_beside_shown(full, "4p", rules=PROTECTED)) == ["1p", "4p"]
    # right after a pung as well
    assert texts(discards_beside_shown(full, waits="1p", rules=PROTECTED)) == ["4p"]


def test_who_pays_for_all() -> None:
    full, liable = "14p[555m<][777m<][222p<][999p<]", SEED.replace(bao_hu=True)
    assert pays_for_all(full, "1p", "1p", rules=liable)
    assert not pays_for_all(full, "4p", "1p", rules=liable)
    assert not pays_for_all(full, "1p", "14p", rules=liable)
    assert not pays_for_all(full, "1p", "1p", rules=SEED)
    with pytest.raises(HandError, match="7p is discarded, but is not"):
        pays_for_all(full, "7p", "1p", rules=liable)


def test_questions_of_another_game() -> None:
    with pytest.raises(RuleError, match="has no option"):
        may_show("123456m78977p23p", live_tiles=20, rules="mcr")
    with pytest.raises(HandError, match="not in play"):
        discards_beside_shown("123456m78977p23p9m", "9m", waits="1z", rules=SEED)


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
def test_the_statements_of_the_case_file() -> None:
    """Every `play` statement is one of a shown hand's kong, a pung or a chow."""
    path = Path(SHARED or ".") / "cases" / "kawuxing.json"
    cases = [case for case in json.loads(path.read_text("utf-8"))["cases"] if case["kind"] == "play"]
    assert cases
    for case in cases:
        state, rule_set = case["state"], SEED.with_preset(case["preset"]).replace(**case.get("options", {}))
        if state["action"].startswith("kong"):
            legal = kong_keeps_shown(state["waits_before"], state["waits_after"], rules=rule_set)
        else:
            tile = state["event"].removeprefix("discard ")
            assert tile == "5m", case["id"]
            legal = state["action"] in claims_beside_shown("46m22255567799p", tile, live_tiles=20, rules=rule_set)
        assert legal is case["expect"]["legal"], case["id"]
