"""Wins where a kind is wild and its tiles keep their face: worked examples, what a win says, faults. What they score is
in test_wild_scores.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import mjcore as mj
from house_rules import counted, fan, house_rules
from mjcore.errors import HandError, NotationError, NotAWin, RuleError
from mjcore.fans.checks import ERROR_TEXTS
from mjcore.fans.wins import Win
from mjcore.rules import RuleSet
from reference import records
from reference.facts import parse_tiles

PLAIN = ("123m46m789m123p5s5m", "5s")
PAIR = ("55m78m[123s<][456p<][777z<]", "9m")
NONE = mj.rules.get("dazhong")
FLIP = NONE.replace(caishen="flip")  # three copies of the wild kind are in play
NEXT = NONE.replace(caishen="next")  # all four


def text_of(code: int) -> str:
    return ERROR_TEXTS[code]


def fans_of(score: mj.Score) -> dict[str, int]:
    return {entry.fan: entry.value for entry in score.fans}


# Worked examples, reckoned by hand: rules, hand, winning tile, circumstances, fans, what wild tiles stand for
WORKED: list[tuple[RuleSet, str, str, dict[str, Any], dict[str, int], str]] = [
    (
        FLIP, *PLAIN, {"wild": "5m"},
        {"single_wait": 1, "mixed_double_chow": 1, "all_chows": 2, "no_wild": 2, "pure_straight": 16,
         "concealed_hand": 2}, "",
    ),
    # drawn as the edge of 123p: the wait is that of the tiles as they are meant
    (
        FLIP, "123s456s789s12p55s", "5m", {"wild": "5m", "self_draw": True},
        {"fully_concealed_hand": 4, "mixed_double_chow": 1, "all_chows": 2, "pure_straight": 16, "one_voided_suit": 1,
         "edge_wait": 1}, "3p",
    ),
    # no tile of the wild kind at all
    (
        FLIP, "222p888s55z11s777m", "5z", {"wild": "5m"},
        {"three_concealed_pungs": 16, "no_wild": 2, "all_pungs": 6, "dragon_pung": 2, "concealed_hand": 2}, "",
    ),
    # a pair of winds for all types, though the hand wins as it lies
    (FLIP, *PAIR, {"wild": "5m"}, {"all_types": 6, "dragon_pung": 2, "mixed_straight": 8}, "1z1z"),
    (FLIP, "5m2s78m[123s<][456p<][777z<]", "9m", {"wild": "5m"}, {"dragon_pung": 2, "mixed_straight": 8}, "2s"),
    (
        FLIP, "234m234p234s567s9p", "8m", {"wild": "9p"},
        {"mixed_triple_chow": 8, "single_wait": 1, "all_chows": 2, "all_simples": 2, "short_straight": 1,
         "concealed_hand": 2}, "8m",
    ),
    # where no kind is wild, nothing is counted for it
    (
        NONE, *PLAIN, {},
        {"single_wait": 1, "mixed_double_chow": 1, "all_chows": 2, "pure_straight": 16, "concealed_hand": 2}, "",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "hand", "tile", "how", "fans", "stand_for"), WORKED)
def test_worked_examples(
    rules: RuleSet, hand: str, tile: str, how: dict[str, Any], fans: dict[str, int], stand_for: str
) -> None:
    score = mj.score(hand, tile, rules, seat_wind="S", **how)
    assert fans_of(score) == fans
    assert (score.total, score.raw, score.legal) == (sum(fans.values()), sum(fans.values()), True)
    # of wind pairs that are worth the same any may be meant
    assert len(score.wild_as) == len(parse_tiles(stand_for))
    if "1z" not in stand_for:
        assert "".join(map(str, score.wild_as)) == stand_for
    else:
        assert {str(tile) for tile in score.wild_as} <= {"1z", "2z", "3z", "4z"}
    told = score.to_dict()
    assert (told["hand"], told["win"]) == (score.win.text, tile)
    if rules is NONE:
        assert not {"wild", "wild_as"} & set(told)
    else:
        assert (told["wild"], told["wild_as"]) == (how["wild"], "".join(map(str, score.wild_as)))


def test_own_faces_are_worth_two_points() -> None:
    """They decide where the tiles that could be meant make no more than that."""
    hand, tile = "55m78m[123s<][456p<][789s<]", "9m"  # as a pair of honours 5m would make no fan more
    as_it_lies = mj.score(hand, tile, FLIP, wild="5m")
    assert (as_it_lies.total, as_it_lies.wild_as) == (as_it_lies.total_without_flowers, ())
    assert fans_of(as_it_lies)["no_wild"] == 2
    # where the kind is another, the hand is the same and has them too
    assert fans_of(mj.score(hand, tile, FLIP, wild="7z")) == fans_of(as_it_lies)
    # six points are more than two
    assert fans_of(mj.score(*PAIR, FLIP, wild="7p"))["no_wild"] == 2
    assert "no_wild" not in fans_of(mj.score(*PAIR, FLIP, wild="5m"))


@pytest.mark.parametrize(("hand", "tile", "wild", "counts"), [
    ("45m22p555s789p[123s<]", "6m", "3z", True),
    ("45m22p555s789p[123s<]", "6m", "5m", True),
    ("4m22p555s789p5z[123s<]", "6m", "5z", True),
    ("45m22p555s789p[123s<]", "6m", "6m", True),
    # a wild tile that stands for another one was not the last of that kind
    ("45m22p555s789p[123s<]", "5z", "5z", False),
    # three tiles in an own claimed meld show it, as those that are meant
    ("45m22p789p[666m<][123s<]", "6m", "3z", True),
    ("45m22p789p[666m<][123s<]", "3z", "3z", True),
    ("4m22p789p3z[666m<][123s<]", "6m", "3z", True),
])  # fmt: skip
def test_the_last_copy_is_one_of_the_winning_tile_as_it_lies(hand: str, tile: str, wild: str, counts: bool) -> None:
    shown = "666m" in hand
    score = mj.score(hand, tile, NEXT, last_copy=not shown, wild=wild)
    assert ("last_tile" in fans_of(score)) is counts


# Wins


WINS = [
    Win(*PLAIN, wild="5m"),
    Win(*PLAIN, wild="5s"),
    Win(*PLAIN, wild="7z", self_draw=True, flowers="18f"),
    Win(*PLAIN),
    Win(*PAIR, wild="5m", last_copy=True, seat_wind="W"),
    Win("123m456p789s1122z", None, self_draw=True, flowers=8, wild="1m"),
    Win("340m067p11z234s55z", "5z", riichi=2, dora_indicators="4p", wild="9s"),
]


@pytest.mark.parametrize("win", WINS)
def test_wins_are_values(win: Win) -> None:
    assert Win.from_bytes(win.to_bytes()) == eval(repr(win)) == copy.deepcopy(win) == win
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(win, protocol)) == win
    assert hash(Win.from_bytes(win.to_bytes())) == hash(win)
    [row] = mj.batch.pack([win])
    assert row.tobytes() == win.to_bytes()
    assert row["wild_kinds"] == (0 if win.wild is None else 1 << win.wild.kind)
    assert len({*WINS}) == len(WINS)


def test_what_a_win_says() -> None:
    assert [win.wild and str(win.wild) for win in WINS] == ["5m", "5s", "7z", None, "5m", "1m", "9s"]
    assert repr(WINS[0]) == "Win('123456789m123p5s', '5s', seat_wind='E', round_wind='E', wild='5m')"


def test_the_kind_in_other_types() -> None:
    every: list[Any] = ["5m", " 5m", "0m", "五万", mj.Tile("5m"), mj.Tile("0m"), 4]
    for wild in every:
        assert Win(*PLAIN, wild=wild) == WINS[0]
        assert mj.score(*PLAIN, FLIP, wild=wild) == mj.score(WINS[0], rules=FLIP)
    assert Win(*PLAIN, wild=None) == Win(*PLAIN)


@pytest.mark.parametrize(("wild", "error", "message"), [
    ("1f", HandError, "wild: 1f is no tile of a set"),
    ("0j", HandError, "wild: 0j is no tile of a set"),
    ("{dabai}", HandError, "wild: {dabai} is no tile of a set"),
    ("", NotationError, "expected a tile"),
    ("5m5m", NotationError, "expected nothing more"),
    ("x", NotationError, "expected a tile"),
    (64, HandError, ""),
    (-1, HandError, ""),
    (1 << 70, HandError, ""),
    (4.0, HandError, "a Tile, text or a kind 0 to 63 expected; got float"),
    (["5m"], HandError, "a Tile, text or a kind 0 to 63 expected; got list"),
    (True, HandError, ""),
])  # fmt: skip
def test_odd_kinds(wild: Any, error: type[Exception], message: str) -> None:
    hand, tile = PLAIN
    calls: list[Callable[[], object]] = [
        lambda: Win(hand, tile, wild=wild),
        lambda: mj.score(hand, tile, FLIP, wild=wild),
        lambda: mj.wait_values(hand, FLIP, wild=wild),
    ]
    for call in calls:
        with pytest.raises(error) as caught:
            call()
        assert message in str(caught.value)


# Faults: rules, hand, winning tile, wild kind, code
FAULTS: list[tuple[RuleSet | str, str, str, str | None, int]] = [
    (FLIP, *PLAIN, None, records.WILD_NOT_SAID),
    (NEXT, "123m456p789s1122z", "1z", None, records.WILD_NOT_SAID),
    (NEXT, "123m1122z", "1z", None, records.WILD_NOT_SAID),
    (FLIP, "144m789m123p555m5s", "5m", "5m", records.TOO_MANY_WILD),
    (FLIP, "55m78m[123s<][456p<][456m<]", "5m", "5m", records.TOO_MANY_WILD),
    (FLIP, "5m2s78m[123s<][456p<][555m<]", "9m", "5m", records.TOO_MANY_WILD),
    (FLIP, "2s678m[123s<][456p<](5555m)", "2s", "5m", records.TOO_MANY_WILD),
    (NEXT, "123m1122z", "1z", "5m", records.BAD_SIZE),
    *((rules, *PLAIN, "5m", records.WILD_TILES) for rules in ("mcr", "riichi", NONE)),
    *((rules, *PLAIN, "9s", records.WILD_TILES) for rules in ("mcr", "riichi", NONE)),
    (FLIP, "147m258p369s1357z", "1z", "7z", records.NO_WIN),
    (NEXT, "147m258p369s1135z", "1z", "7z", records.NO_WIN),
]


@pytest.mark.parametrize(("rules", "hand", "tile", "wild", "code"), FAULTS)
def test_faults(rules: RuleSet | str, hand: str, tile: str, wild: str | None, code: int) -> None:
    win = Win(hand, tile, wild=wild)
    assert mj.batch.score([win], rules, on_error="mark").error.tolist() == [code]
    assert mj.batch.score([win], rules, on_error="mark", strict=False).error.tolist() == [code]
    with pytest.raises(HandError) as caught:
        mj.batch.score([win, win], rules)
    assert str(caught.value).startswith(f"row 0: {text_of(code)}")
    error = NotAWin if code == records.NO_WIN else HandError
    calls: list[Callable[[], object]] = [
        lambda: mj.score(win, rules=rules),
        lambda: mj.score(hand, tile, rules, wild=wild),
        lambda: mj.score(hand, tile, rules, wild=wild, strict=False),
    ]
    for call in calls:
        with pytest.raises(error) as alone:
            call()
        assert type(alone.value) is error
        if code not in (records.NO_WIN, records.BAD_SIZE):
            assert str(alone.value) == text_of(code)


@pytest.mark.parametrize("kinds", [3, 1 << 4 | 1 << 33, 1 << 34, 1 << 63, 1 << 4 | 1 << 40, (1 << 64) - 1])
def test_records_that_name_no_kind(kinds: int) -> None:
    row = mj.batch.pack([WINS[0]])
    row["wild_kinds"] = kinds
    with pytest.raises(HandError) as caught:
        Win.from_bytes(row.tobytes())
    assert str(caught.value) == text_of(records.BAD_WILD_KINDS)
    for rules, code in ((FLIP, records.BAD_WILD_KINDS), (NEXT, records.BAD_WILD_KINDS), (NONE, records.WILD_TILES),
                        ("riichi", records.WILD_TILES), ("mcr", records.WILD_TILES)):  # fmt: skip
        assert mj.batch.score(row, rules, on_error="mark").error.tolist() == [code]
    assert records.faults(row.tobytes(), records.Frame(wild_copies=3)) == {records.BAD_WILD_KINDS}


@pytest.mark.parametrize("wild", [None, "5m"])
@pytest.mark.parametrize(("field", "code"), [
    ("payer", records.UNUSED_FIELD), ("reserved", records.UNUSED_FIELD), ("red_fives", records.BAD_REDS),
    ("frames", records.UNUSED_FIELD), ("jokers", records.UNUSED_FIELD), ("caishen", records.UNUSED_FIELD),
    ("void_suit", records.BAD_VOID_SUIT),
])  # fmt: skip
def test_a_wild_kind_hides_no_other_fault(field: str, code: int, wild: str | None) -> None:
    row = mj.batch.pack([Win(*PLAIN, wild=wild)])
    row[field] = 255
    with pytest.raises(HandError) as caught:
        Win.from_bytes(row.tobytes())
    assert str(caught.value) == text_of(code)


def test_a_kind_that_is_not_in_play() -> None:
    row = fan("own", 2, "no_wild")
    rules = replace(house_rules(row, wild_copies=4, circumstances=("wild",)), tiles={4: "2345678m123456789p1234567z"})
    assert counted(rules, "234m567p1122z[345m<]", "1z", wild="2m") == {"own": 1}
    win = Win("234m567p1122z[345m<]", "1z", wild="1m")
    with pytest.raises(HandError) as caught:
        mj.score(win, rules=rules)
    assert str(caught.value) == text_of(records.BAD_WILD_KINDS)
    # and a wild tile stands for no tile that is not
    with pytest.raises(NotAWin):
        mj.score("23m567p11222z1p[345m<]", "1p", replace(rules, tiles={4: "234567m156789p1234567z"}), wild="7z")


@pytest.mark.parametrize(("frame", "message"), [
    ({"wild_copies": 5}, "wild_copies 5, expected a number 0..4"),
    ({"wild_copies": -1}, "wild_copies -1, expected a number 0..4"),
    ({"wild_copies": True}, "wild_copies True, expected a number 0..4"),
    ({"wild_copies": 4, "best_place": True}, "wild_copies are for rule sets whose values add up"),
    ({"wild_copies": 4, "best_place": True, "product": True}, "wild_copies are for rule sets whose values add up"),
])  # fmt: skip
def test_frames_that_can_not_be(frame: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        _ = house_rules(fan("own", 2, "no_wild"), **frame).lattice


def test_every_text_is_tested() -> None:
    """Of the codes of wild tiles; the others are in test_flower_wins and where it says."""
    tested = {code for *_, code in FAULTS} | {records.BAD_WILD_KINDS}
    assert tested >= {code for code in ERROR_TEXTS if code >= 46} == records.OF_WILD


def test_a_wild_kind_hides_no_red_tile_of_a_meld() -> None:
    """Red fives among melds are fives."""
    row = mj.batch.pack([Win(*PAIR, wild="5m")])
    row["melds"][0, 2] |= 1 << 24
    assert records.faults(row.tobytes(), records.Frame(wild_copies=3)) == {records.BAD_MELD}
    with pytest.raises(HandError):
        Win.from_bytes(row.tobytes())
    assert mj.batch.score(row, FLIP, on_error="mark").error.tolist() == [records.BAD_MELD]


def test_what_can_not_be_is_dropped() -> None:
    """Without strict, as where no kind is wild."""
    row = mj.batch.pack([Win(*PLAIN, wild="5m", seat_wind="S")])
    for field, value, code in (("streak", 3, records.STREAK_NOT_DEALER),
                               ("circumstances", 8, records.KONG_WIN_ON_DISCARD)):  # fmt: skip
        changed = row.copy()
        changed[field] = value
        assert mj.batch.score(changed, FLIP, on_error="mark").error.tolist() == [code]
        assert mj.batch.score(changed, FLIP, strict=False).total.tolist() == [24]
