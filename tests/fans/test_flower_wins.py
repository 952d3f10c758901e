"""Flower wins, which have no winning tile; and what else only rule sets of points ask of a win."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import mjcore as mj
from house_rules import fan, house_rules
from mjcore.errors import HandError, NotAWin
from mjcore.fans.checks import ERROR_TEXTS
from mjcore.fans.wins import Win

PLAIN = ("123456789m1122z", "1z")
HAND = "123m406p789s1122z"
KONGS = ("123m1z456p(1111s)[2222s<]", "1z")
OPEN = ("123456m11z34p[222z<]", "5p")
DRAWN = {"self_draw": True, "flowers": 8}
ROBBED = {"seven_rob_one": True, "flowers": 8}
RULES = house_rules(
    fan("eight", 8, "instant and flower_count == 8", forms=("shapeless",)),
    fan("first", 4, "instant and first_turn", forms=("shapeless",)),
    fan("robbed", 2, "instant and seven_rob_one", forms=("shapeless",)),
    fan("shown", 1, "shown"),
    fan("tile", 1, "flowers", count="each", acc="flower"),
    forms=("standard", "shapeless"),
    circumstances=("seven_rob_one", "shown"),
    minimum=5,
)


def text_of(words: str) -> str:
    """The error text that begins with these words."""
    [text] = [text for text in ERROR_TEXTS.values() if text.startswith(words)]
    return text


# What can not be: hand, circumstances, what is left of them without strict, how the text begins
IMPOSSIBLE: list[tuple[tuple[str, str | None], dict[str, Any], dict[str, Any], str]] = [
    (OPEN, {"ready_at_deal": True}, {}, "ready_at_deal or ready_first_turn, but the hand has claimed"),
    (KONGS, {"ready_first_turn": True, "shown": True}, {"shown": True}, "ready_at_deal or ready_first_turn, but"),
    (OPEN, {"ready_at_deal": True, "ready_first_turn": True}, {}, "ready_at_deal or ready_first_turn, but the hand"),
    (PLAIN, {"self_draw": True, "loser_shown": True}, {"self_draw": True}, "loser_riichi or loser_shown, but nobody"),
    (KONGS, {"kong_chain": 1}, {}, "kong_chain: more kongs in a row"),
    (KONGS, {"kong_chain": 2, "self_draw": True}, {"self_draw": True}, "kong_chain: more kongs in a row"),
    (
        KONGS,
        {"kong_chain": 3, "self_draw": True, "after_kong": True},
        {"self_draw": True, "after_kong": True},
        "kong_chain: more kongs in a row",
    ),
    # the kong replacement goes, and what hangs on it
    (PLAIN, {"kong_chain": 1, "self_draw": True, "after_kong": True}, {"self_draw": True}, "after_kong, but the hand"),
    # a hand with a winning tile takes no flower
    (PLAIN, {"seven_rob_one": True, "flowers": 8}, {"flowers": 8}, "a win without a winning tile is a flower win"),
    (PLAIN, {"seven_rob_one": True, "self_draw": True}, {"self_draw": True}, "a win without a winning tile"),
    # of flower wins, which are wins as others
    ((HAND, None), {**DRAWN, "after_kong": True}, DRAWN, "after_kong, but the hand has no kong"),
    ((HAND, None), {**ROBBED, "after_flower": True}, ROBBED, "after_flower without self_draw"),
    ((HAND, None), {**DRAWN, "first_turn": True, "last_tile": True}, {**DRAWN, "last_tile": True}, "first_turn and la"),
    ((HAND, None), {**ROBBED, "first_turn": True}, ROBBED, "first_turn: the dealer has no first turn on a discard"),
    ((HAND, None), {**DRAWN, "kong_chain": 2}, DRAWN, "kong_chain: more kongs in a row"),
    ((HAND, None), {**DRAWN, "streak": 2, "seat_wind": "S"}, {**DRAWN, "seat_wind": "S"}, "streak counts the dealer's"),
    (
        (HAND, None),
        {**DRAWN, "dora_indicators": "1m", "ura_indicators": "2m"},
        {**DRAWN, "dora_indicators": "1m"},
        "ura indicators without riichi",
    ),
]  # fmt: skip
# what strict=False does not forgive: circumstances of a hand without a winning tile, what is said
NO_FLOWER_WINS: list[tuple[dict[str, Any], str]] = [
    ({}, "the winning tile is not named"),
    ({"self_draw": True}, "the winning tile is not named"),
    ({"flowers": 8}, "a win without a winning tile is a flower win"),
    ({**DRAWN, "seven_rob_one": True}, "a win without a winning tile is a flower win"),
    *(({**DRAWN, name: True}, "a win without a winning tile is a flower win") for name in (
        "rob_kong", "last_copy", "riichi", "ippatsu", "on_kong_discard", "loser_shown", "shown", "ready_at_deal")),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "how", "left", "words"), IMPOSSIBLE)
def test_what_can_not_be(
    hand: tuple[str, str | None], how: dict[str, Any], left: dict[str, Any], words: str
) -> None:
    for call in (Win, mj.score):
        with pytest.raises(HandError) as caught:
            call(*hand, **how)
        assert str(caught.value) == text_of(words)
    loose = Win(*hand, **how, strict=False)
    assert loose == Win(*hand, **left)
    assert Win.from_bytes(loose.to_bytes()) == loose == eval(repr(loose))


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(("how", "words"), NO_FLOWER_WINS)
def test_what_is_no_flower_win(how: dict[str, Any], words: str, strict: bool) -> None:
    with pytest.raises(HandError, match=words):
        Win(HAND, None, **how, strict=strict)
    # 14 tiles have their winning tile among them
    with pytest.raises(HandError, match="the winning tile is not named"):
        Win("123456789m11122z", None, **DRAWN, strict=strict)


def test_every_text_is_tested() -> None:
    """Of these codes; the others are in test_wins, test_riichi_wins, test_finishes and test_wild_wins."""
    tested = {text_of(words) for *_, words in IMPOSSIBLE}
    tested.add(text_of("void_suit: not 0 for none"))  # stands in records only
    assert tested >= {text for code, text in ERROR_TEXTS.items() if 42 <= code < 46}


@pytest.mark.parametrize("value", [4, 5, 128, 255])
def test_a_void_suit_that_is_none(value: int) -> None:
    row = mj.batch.pack([Win(*PLAIN)])
    row["void_suit"] = value
    with pytest.raises(HandError, match=r"^void_suit: not 0 for none, 1 m, 2 p or 3 s$"):
        Win.from_bytes(row.tobytes())
    for rules in (house_rules(fan("it", 1, "self_draw"), circumstances=("void_suit",), best_place=best)
                  for best in (False, True)):  # fmt: skip
        with pytest.raises(HandError, match=r"^row 0: void_suit"):
            mj.batch.score(row, rules, strict=False)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"kong_chain": 6}, "kong_chain 6: expected a number 0..5"),
        ({"kong_chain": -1}, "kong_chain -1: expected a number 0..5"),
        ({"kong_chain": True}, "kong_chain True: expected a number 0..5"),
        ({"kong_chain": 1.0}, "kong_chain: a number 0..5 expected; got float"),
        ({"kong_chain": 10**30}, "expected a number 0..5"),
        ({"void_suit": "z"}, "void_suit='z': expected 'm', 'p', 's' or None"),
        ({"void_suit": ""}, "void_suit='': expected"),
        ({"void_suit": "mp"}, "void_suit='mp': expected"),
        ({"void_suit": 1}, "void_suit=1: expected"),
        *(({name: wrong}, f"{name}={wrong!r}: expected True or False") for wrong in ("yes", 2, [1])
          for name in ("ready_at_deal", "ready_first_turn", "shown", "loser_shown", "seven_rob_one")),
    ],
)  # fmt: skip
def test_odd_input(how: dict[str, Any], message: str) -> None:
    for call in (Win, mj.score):
        for strict in (True, False):
            with pytest.raises(HandError) as caught:
                call(*PLAIN, **how, strict=strict)
            assert message in str(caught.value)


WINS = [
    Win(HAND, None, **DRAWN),
    Win(HAND, None, **ROBBED, seat_wind="S", round_wind="W"),
    Win(HAND, None, self_draw=True, flowers="3f", first_turn=True, streak=3),
    Win(HAND, None, **DRAWN, after_flower=True, last_tile=True),
    Win("[123m<][456p<](1111z)1m9s55z", None, **DRAWN, after_kong=True, kong_chain=1, void_suit="s"),
    Win("111222333m444p1s", None, **DRAWN),
    Win(*KONGS, self_draw=True, after_kong=True, kong_chain=2, void_suit="m"),
    Win(*PLAIN, ready_at_deal=True, ready_first_turn=True, shown=True, loser_shown=True),
]


@pytest.mark.parametrize("win", WINS)
def test_wins_are_values(win: Win) -> None:
    assert Win.from_bytes(win.to_bytes()) == eval(repr(win)) == copy.deepcopy(win) == win
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(win, protocol)) == win
    assert hash(Win.from_bytes(win.to_bytes())) == hash(win)
    assert mj.batch.pack([win]).tobytes() == win.to_bytes()
    assert len({*WINS}) == len(WINS)


def test_what_a_win_says() -> None:
    win = WINS[0]
    assert (win.win_tile, win.text, sum(win.counts), len(win.flowers)) == (None, HAND, 13, 8)
    assert (win.kong_chain, win.void_suit, win.circumstances) == (0, None, ("self_draw", "dealer"))
    assert repr(win) == (
        "Win('123m406p789s1122z', None, self_draw=True, seat_wind='E', round_wind='E', flowers='12345678f')"
    )
    assert (WINS[6].kong_chain, WINS[6].void_suit) == (2, "m")
    assert repr(WINS[6]) == (
        "Win('123m456p1z(1111s)[2222s<]', '1z', self_draw=True, after_kong=True, seat_wind='E', round_wind='E', "
        "kong_chain=2, void_suit='m')"
    )
    assert WINS[7].circumstances == ("dealer", "ready_at_deal", "ready_first_turn", "shown", "loser_shown")
    assert WINS[1].circumstances == ("seven_rob_one",)
    assert not WINS[1].self_draw


@pytest.mark.parametrize(
    ("hand", "how", "fans", "legal"),
    [
        (HAND, DRAWN, {"eight": 8}, True),
        (HAND, ROBBED, {"eight": 8, "robbed": 2}, True),
        (HAND, {"self_draw": True, "flowers": "3f", "first_turn": True}, {"first": 4}, False),
        # any hand; no tile of it matters
        ("111222333m444p1s", DRAWN, {"eight": 8}, True),
        ("[123m<][456p<](1111z)1m9s55z", DRAWN, {"eight": 8}, True),
        ("111122223333m4p", DRAWN, {"eight": 8}, True),
        ("147m258p369s1234z", DRAWN, {"eight": 8}, True),
        ("123456789m1122z", DRAWN, {"eight": 8}, True),
    ],
)
def test_scores(hand: str, how: dict[str, Any], fans: dict[str, int], legal: bool) -> None:
    score = mj.score(hand, None, RULES, **how)
    assert {entry.fan: entry.value for entry in score.fans} == fans
    assert (score.total, score.raw, score.legal) == (sum(fans.values()), sum(fans.values()), legal)
    assert all(entry.sets == () for entry in score.fans)
    assert score.covered == ()
    # no reading of the tiles: none was looked for
    reading = score.reading
    assert (reading.form, reading.sets, reading.pair, reading.places, reading.tiles) == ("shapeless", (), "", (), "")
    assert score == mj.score(Win(hand, None, **how), rules=RULES)
    told = score.to_dict()
    assert (told["hand"], told["win"], told["total"]) == (score.win.text, None, score.total)
    assert told["reading"] == {"form": "shapeless", "sets": [], "pair": "", "pattern": ""}
    assert (told["payments"] is None) == (not legal or "seven_rob_one" in how)
    many = mj.batch.score([score.win] * 2, RULES, threads=2)
    assert (many.total.tolist(), many.legal.tolist()) == ([score.total] * 2, [legal] * 2)
    assert many.fans is not None
    assert {name for name, n in zip(RULES.fan_ids, many.fans[0].tolist(), strict=True) if n == 1} == set(fans)
    assert many.fans[0].sum() == len(fans)


def test_who_pays_for_a_robbed_flower() -> None:
    """Whoever exposed it: it is no self-draw."""
    score = mj.score(HAND, None, RULES, **ROBBED)
    with pytest.raises(mj.RuleError, match="loser= names who gave the winning tile"):
        score.payments()
    assert score.payments(loser=2) == (30, -10, -10, -10)


def test_hands_that_do_not_win() -> None:
    with pytest.raises(NotAWin, match="123m406p789s1122z with 7 flowers is no flower win of house"):
        mj.score(HAND, None, RULES, self_draw=True, flowers=7)
    with pytest.raises(NotAWin, match=r"^row 1: "):
        mj.batch.score([WINS[0], Win(HAND, None, self_draw=True, flowers=7)], RULES)
    for rules in ("mcr", "riichi", house_rules(fan("it", 1, "self_draw"))):
        with pytest.raises(HandError, match="has no flower wins"):
            mj.score(HAND, None, rules, **DRAWN)
        assert mj.batch.score([WINS[0]], rules, on_error="mark").error[0]
    with pytest.raises(HandError, match="is played with hands of 14 tiles"):
        mj.score("123m406p1122z", None, RULES, **DRAWN)
    # a seat and circumstances that the rule set does not have
    with pytest.raises(HandError, match="a circumstance or bonus tile that the rule set does not have"):
        mj.score(HAND, None, house_rules(fan("it", 1, "instant", forms=("shapeless",)), forms=("shapeless",)), **ROBBED)
    with pytest.raises(HandError, match="a circumstance or bonus tile that the rule set does not have"):
        mj.score(HAND, None, RULES, **DRAWN, void_suit="m")


def test_a_win_on_a_tile_may_have_flowers_too() -> None:
    score = mj.score(*PLAIN, RULES, flowers=8, shown=True)
    assert {entry.fan: entry.value for entry in score.fans} == {"shown": 1, "tile": 8}
    assert (score.total, score.total_without_flowers, score.legal) == (9, 1, False)
