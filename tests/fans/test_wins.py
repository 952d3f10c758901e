"""Wins: circumstances that can not be are refused by name, odd input too; wins are values."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from generators import to_win_arguments, wins
from mjcore.errors import HandError, NotationError
from mjcore.fans.checks import ERROR_TEXTS
from mjcore.fans.wins import CIRCUMSTANCE_BITS, WIN_SIZE, Win

PLAIN = ("123456789m1122z", "1z")
KONG = ("123456m11z3p4p(2222z)", "5p")
FLAGS = ("self_draw", "rob_kong", "last_tile", "after_kong", "after_flower", "last_copy", "first_turn")


def text_of(words: str) -> str:
    """The error text that begins with these words."""
    [text] = [text for text in ERROR_TEXTS.values() if text.startswith(words)]
    return text


# Impossible circumstances: hand, tile, circumstances, what is dropped without strict, how the text begins
IMPOSSIBLE: list[tuple[tuple[str, str], dict[str, Any], str, str]] = [
    (("13456m333456p55z", "2m"), {"rob_kong": 1, "self_draw": 1}, "rob_kong", "rob_kong and self_draw"),
    (("13456m333456p55z", "2m"), {"rob_kong": 1, "last_tile": 1}, "last_tile", "rob_kong and last_tile"),
    (PLAIN, {"rob_kong": 1}, "rob_kong", "rob_kong: the other three copies lie in the robbed pung"),
    (("13456m55z789p[234m<]", "2m"), {"rob_kong": 1}, "rob_kong", "rob_kong: the other three"),
    (KONG, {"after_kong": 1}, "after_kong", "after_kong without self_draw"),
    (PLAIN, {"after_kong": 1, "self_draw": 1}, "after_kong", "after_kong, but the hand has no kong"),
    (("123456m11z34p[222z<]", "5p"), {"after_kong": 1, "self_draw": 1}, "after_kong", "after_kong, but the hand"),
    (PLAIN, {"after_flower": 1, "flowers": 1}, "after_flower", "after_flower without self_draw"),
    (PLAIN, {"after_flower": 1, "self_draw": 1}, "after_flower", "after_flower, but no flower was set aside"),
    (
        KONG,
        {"after_flower": 1, "after_kong": 1, "self_draw": 1, "flowers": "5f"},
        "after_kong",
        "after_kong and after_flower",
    ),
    (PLAIN, {"last_copy": 1}, "last_copy", "last_copy: another copy"),
    (KONG, {"first_turn": 1, "self_draw": 1}, "first_turn", "first_turn: a claim or a kong"),
    (("13456m333456p55z", "2m"), {"first_turn": 1, "rob_kong": 1}, "first_turn", "first_turn: a claim or a kong"),
    (PLAIN, {"first_turn": 1, "last_tile": 1, "self_draw": 1}, "first_turn", "first_turn and last_tile"),
    (PLAIN, {"dealer": True, "seat_wind": "S"}, "dealer", "dealer, but the seat wind is not East"),
    (PLAIN, {"streak": 2, "seat_wind": "S"}, "streak", "streak counts the dealer's wins"),
    (PLAIN, {"first_turn": 1}, "first_turn", "first_turn: the dealer has no first turn on a discard"),
]


@pytest.mark.parametrize(("hand", "how", "dropped", "words"), IMPOSSIBLE)
def test_impossible_circumstances(hand: tuple[str, str], how: dict[str, Any], dropped: str, words: str) -> None:
    with pytest.raises(HandError) as caught:
        Win(*hand, **how)
    assert str(caught.value) == text_of(words)
    assert caught.value.row is None
    # without strict this one goes, and nothing else
    win = Win(*hand, **how, strict=False)
    named = {name for name in how if name in CIRCUMSTANCE_BITS and how[name]}
    named |= {"dealer"} if win.seat_wind == "E" else set()
    assert set(win.circumstances) == named - {dropped}
    assert win == Win(*hand, **{**how, dropped: {"dealer": None, "streak": 0}.get(dropped, False)})
    with pytest.raises(HandError, match="^" + text_of(words).split(",")[0]):
        mj.score(*hand, **how)
    assert mj.score(*hand, **how, strict=False).win == win


def test_every_impossible_circumstance_is_tested() -> None:
    """Those of riichi, which have higher codes, and what a rule set does not have are in test_riichi_wins."""
    tested = {text_of(words) for _, _, _, words in IMPOSSIBLE}
    assert tested == {text for code, text in ERROR_TEXTS.items() if 10 < code < 25}


def test_a_dealer_who_is_not_east_and_streaks() -> None:
    with pytest.raises(HandError, match="dealer=False, but the seat wind East is the dealer's"):
        Win(*PLAIN, dealer=False)
    assert Win(*PLAIN, dealer=False, strict=False) == Win(*PLAIN)
    with pytest.raises(HandError, match="streak counts the dealer's wins, but the winner is not the dealer"):
        Win(*PLAIN, seat_wind="S", streak=1)
    assert Win(*PLAIN, seat_wind="S", streak=1, strict=False) == Win(*PLAIN, seat_wind="S")
    assert Win(*PLAIN, streak=3).streak == Win(*PLAIN, streak=np.uint8(3)).streak == 3
    assert "dealer" in Win(*PLAIN).circumstances
    assert "dealer" not in Win(*PLAIN, seat_wind="N").circumstances
    assert Win(*PLAIN, dealer=True) == Win(*PLAIN, dealer=np.True_) == Win(*PLAIN)
    assert Win(*PLAIN, seat_wind="S", dealer=False) == Win(*PLAIN, seat_wind="S")


HANDS = [
    PLAIN,
    KONG,
    ("123456m11z34p[2222z<]", "5p"),
    ("123456m11z34p[222z<]", "5p"),
    ("13456m333456p55z", "2m"),
    ("13456m55z789p[222m<]", "2m"),
    ("13456m55z789p[234m<]", "2m"),
    ("3m[222m<][111m<][444m<](5555m)", "3m"),
]


def said_against(hand: tuple[str, str], how: dict[str, bool], seat: str, flowers: int) -> set[str]:
    """How the texts begin of all that speaks against these circumstances, in plain words."""
    read = mj.Hand(hand[0])
    kind = mj.Tile(hand[1]).kind
    in_hand = read.counts[kind]
    in_melds = sum(tile.kind == kind for meld in read.melds for tile in meld.tiles)
    found = set()
    if how["rob_kong"]:
        found |= {"rob_kong and self_draw"} if how["self_draw"] else set()
        found |= {"rob_kong: the other"} if in_hand + in_melds else set()
        found |= {"rob_kong and last_tile"} if how["last_tile"] else set()
    if how["after_kong"]:
        found |= {"after_kong without"} if not how["self_draw"] else set()
        found |= {"after_kong, but"} if not any(meld.is_kong for meld in read.melds) else set()
    if how["after_flower"]:
        found |= {"after_flower without"} if not how["self_draw"] else set()
        found |= {"after_flower, but"} if not flowers else set()
        found |= {"after_kong and after_flower"} if how["after_kong"] else set()
    if how["last_copy"] and in_hand:
        found.add("last_copy:")
    if how["first_turn"]:
        found |= {"first_turn: a claim"} if read.melds or how["rob_kong"] else set()
        found |= {"first_turn and last"} if how["last_tile"] else set()
        found |= {"first_turn: the dealer"} if seat == "E" and not how["self_draw"] else set()
    return found


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("seat", ["E", "W"])
@pytest.mark.parametrize("flowers", [0, 2])
def test_all_combinations(hand: tuple[str, str], seat: str, flowers: int) -> None:
    """All 128 of each hand: refused if and only if something speaks against them, and for that reason."""
    legal = 0
    for values in product((False, True), repeat=len(FLAGS)):
        how = dict(zip(FLAGS, values, strict=True))
        against = said_against(hand, how, seat, flowers)
        loose = Win(*hand, **how, seat_wind=seat, flowers=flowers, strict=False)
        kept = {name: name in loose.circumstances for name in FLAGS}
        assert all(how[name] for name in FLAGS if kept[name])
        assert not said_against(hand, kept, seat, flowers)
        if against:
            with pytest.raises(HandError) as caught:
                Win(*hand, **how, seat_wind=seat, flowers=flowers)
            assert any(str(caught.value).startswith(words) for words in against), (how, against, str(caught.value))
            # none went for nothing: with it, something would speak against what is left
            for name in FLAGS:
                if how[name] and not kept[name]:
                    assert said_against(hand, {**kept, name: True}, seat, flowers), (how, kept, name)
        else:
            legal += 1
            assert kept == how
            assert Win(*hand, **how, seat_wind=seat, flowers=flowers) == loose
            assert Win.from_bytes(loose.to_bytes()) == loose
    assert legal >= 4


# Odd input

TOO_MANY = "five copies of 1m"


@pytest.mark.parametrize(
    ("arguments", "how", "message"),
    [
        # the winning tile
        (("123456789m1122z",), {}, "the winning tile is not named: give win="),
        (("123456789m1122z", None), {}, "the winning tile is not named: give win="),
        (("123456789m1122z", "1f"), {}, "the winning tile 1f is no tile of a set"),
        (("123456789m1122z", "0j"), {}, "the winning tile 0j is no tile of a set"),
        (("123456789m1122z", "{dabai}"), {}, "the winning tile {dabai} is no tile of a set"),
        (("123456789m1122z", 64), {}, "64 is no tile"),
        (("123456789m1122z", -1), {}, "-1 is no tile"),
        (("123456789m1122z", 1.0), {}, "a Tile, text or a kind 0 to 63 expected; got float"),
        (("123456789m1122z", True), {}, "a Tile, text or a kind 0 to 63 expected; got bool"),
        (("123456789m11122z", "3z"), {}, "complete with 14 concealed tiles, but the winning tile 3z is not among them"),
        (("12345m55p111222z4m", "0m"), {}, "the winning tile 0m is not among them"),
        # numbers of tiles
        (("123456789m112z", "1z"), {}, "12 concealed tiles: a hand has 3n + 1 without the winning tile, 3n + 2"),
        (("123456789m112233z", "1z"), {}, "15 concealed tiles: a hand has"),
        (("123m[444m<]", "1m"), {}, "3 concealed tiles: a hand has"),
        (("1m", "1m"), {}, "a hand of 2 tiles with the winning one (a meld counted as three): expected 1 to 5 sets"),
        (("11m", "1m"), {}, "a hand of 2 tiles with the winning one"),
        # copies
        (("1111m234567p234s", "1m"), {}, TOO_MANY),
        (("11m[111m<]234567p2s", "1m"), {}, "no more 1m: at most 4"),
        (("1m[111m<]234567p223s", "1m"), {}, TOO_MANY),
        (("2223p555777s(1111m)", "1m"), {}, TOO_MANY),
        # tiles and melds that belong to other rule sets
        (("12345678m1122z1f", "1z"), {}, "1f can not stand in this hand: flowers are given with flowers="),
        (("12345678m1122z0j", "1z"), {}, "0j can not stand in this hand"),
        (("12345678m1122z{dabai}", "1z"), {}, "{dabai} can not stand in this hand"),
        (("123456m1122z[7{zong}9m<]", "1z"), {}, "[7m{zong}9m<] can not stand in this hand: jokers, quints"),
        (("123456m1122z[777{zong}m<]", "1z"), {}, "[777m{zong}<] can not stand in this hand"),
        (("123456m1122z[7777{zong}m<]", "1z"), {}, "[7777m{zong}<] can not stand in this hand"),
        (("123456m1122z[7777{zong}{zong}m<]", "1z"), {}, "[7777m{zong}{zong}<] can not stand in this hand"),
        (("0000m123456p111z", "1z"), {}, "four red m: there are at most three of a suit"),
        # what is no hand at all
        ((None, "1m"), {}, "a hand is a Hand, text or 34 counts"),
        ((b"", "1m"), {}, "0 counts; a hand has 34"),
        (([0] * 34, "1m"), {}, "a hand of 0 tiles"),
        (([1] * 34, "1m"), {}, "a hand of 34 tiles"),
        ((Win(*PLAIN), "1z"), {}, "a hand is a Hand, text or 34 counts"),
        # winds
        (PLAIN, {"seat_wind": "Q"}, "seat_wind 'Q': expected 'E', 'S', 'W' or 'N'"),
        (PLAIN, {"seat_wind": 9}, "seat_wind 9: expected"),
        (PLAIN, {"seat_wind": 0}, "seat_wind 0: expected"),
        (PLAIN, {"seat_wind": None}, "seat_wind None: expected"),
        (PLAIN, {"round_wind": ""}, "round_wind '': expected"),
        (PLAIN, {"round_wind": "5z"}, "round_wind '5z': expected"),
        (PLAIN, {"round_wind": ["E"]}, "round_wind ['E']: expected"),
        # flowers
        (PLAIN, {"flowers": 9}, "flowers 9: expected a number 0..8"),
        (PLAIN, {"flowers": -1}, "flowers -1: expected a number 0..8"),
        (PLAIN, {"flowers": 10**30}, "flowers 1000000000000000000000000000000: expected a number 0..8"),
        (PLAIN, {"flowers": True}, "flowers True: expected a number 0..8"),
        (PLAIN, {"flowers": 1.5}, "flowers 1.5: expected text, tiles or a number 0..8"),
        (PLAIN, {"flowers": "11f"}, "flowers: 1f stands twice, there is one of each"),
        (PLAIN, {"flowers": ["3f", mj.Tile("3f")]}, "flowers: 3f stands twice"),
        (PLAIN, {"flowers": "5m"}, "flowers: 5m is no flower, expected tiles of 12345678f"),
        (PLAIN, {"flowers": "0j"}, "flowers: 0j is no flower"),
        (PLAIN, {"flowers": "9f"}, "a number 1 to 8 before f"),
        (PLAIN, {"flowers": [None]}, "a Tile, text or a kind"),
        # streaks
        (PLAIN, {"streak": -1}, "streak -1: expected a number 0..255"),
        (PLAIN, {"streak": 256}, "streak 256: expected a number 0..255"),
        (PLAIN, {"streak": 2**70}, "streak 1180591620717411303424: expected a number 0..255"),
        (PLAIN, {"streak": True}, "streak True: expected a number 0..255"),
        (PLAIN, {"streak": 1.0}, "streak: a number 0..255 expected; got float"),
        (PLAIN, {"streak": None}, "streak: a number 0..255 expected; got NoneType"),
    ],
)
def test_odd_input(arguments: tuple[Any, ...], how: dict[str, Any], message: str) -> None:
    for strict in (True, False):
        with pytest.raises((HandError, NotationError)) as caught:
            Win(*arguments, **how, strict=strict)
        assert message in str(caught.value)


@pytest.mark.parametrize("how", [{"self_drawn": True}, {"double_riichi": True}, {"dora": "1m"}, {"Self_draw": True}])
def test_unknown_circumstances(how: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        Win(*PLAIN, **how)
    with pytest.raises(TypeError):
        Win(*PLAIN, True)  # type: ignore[misc]


def test_hands_of_one_to_five_sets() -> None:
    for text, win, sets in (
        ("23m11z", "1m", 1),
        ("23m11z[444p<]", "1m", 2),
        ("23456m11z[444p<]", "1m", 3),
        ("1z[444p<][555p<][666p<][777p<]", "1z", 4),
        ("1z[444p<][555p<][666p<][777p<](8888p)", "1z", 5),
        ("12345678m11122233z", "9m", 5),
    ):
        made = Win(text, win)
        assert sum(made.counts) + 3 * len(made.melds) == 3 * sets + 2
        if sets == 4:
            assert mj.score(made).total
        else:
            with pytest.raises(HandError, match="mcr is played with hands of 14 tiles"):
                mj.score(made)


def test_other_ways_to_name_the_same_win() -> None:
    win = Win(*PLAIN, seat_wind="S", round_wind="W", flowers="248f")
    counts = mj.Hand("123456789m1122z").counts
    complete = mj.Hand("123456789m11122z").counts
    hands = [mj.Hand("123456789m1122z"), counts, list(counts), np.frombuffer(counts, np.uint8)]
    hands += ["123456789m11122z", mj.Hand("123456789m11122z"), complete, bytearray(complete)]
    for hand in [*hands, "一二三四五六七八九万 东东 南南"]:
        for tile in ("1z", mj.Tile("1z"), 27, np.int64(27), "东"):
            assert Win(hand, tile, seat_wind="S", round_wind="W", flowers="248f") == win
    for south, west in (("s", "w"), ("2z", "3z"), ("南", "西")):
        assert Win(*PLAIN, seat_wind=south, round_wind=west, flowers="248f") == win
    for flowers in (["2f", "4f", "8f"], "2f 4f 8f", (36, 38, 42), iter([mj.Tile("8f"), "4f", np.int64(36)])):
        assert Win(*PLAIN, seat_wind="S", round_wind="W", flowers=flowers) == win
    for none in (0, "", " ", (), None, np.int64(0)):
        assert Win(*PLAIN, flowers=none) == Win(*PLAIN)
    assert Win(*PLAIN, flowers=3) == Win(*PLAIN, flowers="123f") == Win(*PLAIN, flowers=np.uint8(3))
    assert Win(*PLAIN, flowers=mj.Tile("1f")) == Win(*PLAIN, flowers="1f")


# What a win says of itself


def test_what_it_says() -> None:
    win = Win("05m[406p<](1111z)[9999s+^]34m", "5m", self_draw=True, after_kong=True, seat_wind="W", flowers="13f")
    assert win.counts == mj.Hand("34555m").counts
    assert win.melds == (mj.Meld("[406p<]"), mj.Meld("(1111z)"), mj.Meld("[9999s+^]"))
    assert win.win_tile == mj.Tile("5m")
    assert (win.self_draw, win.seat_wind, win.round_wind, win.streak) == (True, "W", "E", 0)
    assert win.flowers == (mj.Tile("1f"), mj.Tile("3f"))
    assert win.circumstances == ("self_draw", "after_kong")
    assert win.text == "3405m[406p<](1111z)[9999s+^]"
    assert repr(win) == (
        "Win('3405m[406p<](1111z)[9999s+^]', '5m', self_draw=True, after_kong=True, "
        "seat_wind='W', round_wind='E', flowers='13f')"
    )


def test_red_fives() -> None:
    """How many of a suit are red is kept, not which: of several fives another than the winning one is shown red."""
    for hand, tile, text, shown in (
        ("340m55p789s11122z", "2z", "340m55p789s11122z", "2z"),
        ("34m55p789s111222z", "0m", "34m55p789s111222z", "0m"),
        ("345m05p789s1112z2z", "2z", "345m05p789s11122z", "2z"),
        ("345m5p789s111222z", "0p", "345m0p789s111222z", "5p"),
        ("345m0p789s111222z", "0p", "345m0p789s111222z", "0p"),
        ("345m[055p<]789s1112z", "2z", "345m789s1112z[055p<]", "2z"),
    ):
        win = Win(hand, tile)
        assert (win.text, str(win.win_tile)) == (text, shown)
        assert eval(repr(win)) == win
        assert mj.score(win).total == mj.score(hand.replace("0", "5"), tile.replace("0", "5")).total
    assert Win("345m0p789s111222z", "5p") != Win("345m5p789s111222z", "5p")


@pytest.mark.parametrize("seed", range(4))
def test_values(seed: int) -> None:
    """repr, bytes and pickle lead back to the same win; equal wins have equal hashes."""
    rng = Random(seed)
    seen: dict[bytes, Win] = {}
    for plain in wins(400, seed):
        hand, tile, how = to_win_arguments(plain)
        how["streak"] = rng.randrange(3) if plain.seat_wind == 0 else 0
        win = Win(hand, tile, **how)
        assert eval(repr(win)) == win
        assert Win.from_bytes(win.to_bytes()) == win
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(win, protocol)) == win
        assert copy.copy(win) == copy.deepcopy(win) == win
        assert hash(Win(hand, tile, **how)) == hash(win)
        assert len(win.to_bytes()) == WIN_SIZE
        same = seen.setdefault(win.to_bytes(), win)
        assert same == win
    assert len({*seen.values()}) == len(seen) > 300


def test_what_makes_wins_different() -> None:
    win = Win("13456m333456p55z", "2m", self_draw=True, flowers="1f")
    same = {"self_draw": True, "flowers": "1f"}
    others = [
        Win("13456m333456p66z", "2m", **same),
        Win("12456m333456p55z", "3m", **same),
        Win("13456m456p55z[333p<]", "2m", **same),
        Win("13456m456p55z[333p>]", "2m", **same),
        Win("13456m456p55z(3333p)", "2m", **same),
        Win("13456m333456p55z", "2m", flowers="1f"),
        Win("13456m333456p55z", "2m", **same, last_tile=True),
        Win("13456m333456p55z", "2m", **same, seat_wind="S"),
        Win("13456m333456p55z", "2m", **same, round_wind="S"),
        Win("13456m333456p55z", "2m", self_draw=True, flowers="2f"),
        Win("13456m333456p55z", "2m", **same, streak=1),
        Win("13456m333406p55z", "2m", **same),
    ]
    assert len({win, *others}) == len(others) + 1
    assert win != "Win"
    assert win != win.to_bytes()
    with pytest.raises(TypeError):
        _ = win < others[0]  # type: ignore[operator]


def test_a_win_never_changes() -> None:
    win = Win(*PLAIN, self_draw=True)
    before = win.to_bytes()
    for name in (*(name for name in dir(win) if name[0] != "_"), "new"):
        with pytest.raises(AttributeError):
            setattr(win, name, 1)
        with pytest.raises(AttributeError):
            delattr(win, name)
    for again in (lambda: win.__init__("1m23p", "4p"), lambda: win.__init__(*PLAIN)):  # type: ignore[misc]
        with pytest.raises(TypeError, match="a Win never changes"):
            again()
    assert win.to_bytes() == before
    with pytest.raises(TypeError):
        type("Mine", (Win,), {})


def test_a_failed_win_is_none() -> None:
    """An object of which `__init__` failed is not half a win."""
    win = Win.__new__(Win)
    for hand, how in ((PLAIN, {"streak": 256}), (PLAIN, {"last_copy": True}), (PLAIN, {"flowers": 9})):
        with pytest.raises(HandError):
            win.__init__(*hand, **how)  # type: ignore[misc]
        assert win.to_bytes() == bytes(WIN_SIZE)
    for use in (mj.score, lambda it: Win.from_bytes(it.to_bytes()), lambda it: pickle.loads(pickle.dumps(it))):
        with pytest.raises(HandError):
            use(win)
    with pytest.raises(HandError, match="row 0"):
        mj.batch.score([win])


@pytest.mark.parametrize("data", [b"", bytes(WIN_SIZE - 1), bytes(WIN_SIZE + 1), bytes(WIN_SIZE), None, "x", 5])
def test_bytes_that_are_no_win(data: Any) -> None:
    with pytest.raises(HandError):
        Win.from_bytes(data)


def test_bytes_in_other_clothes() -> None:
    win = Win(*KONG, self_draw=True)
    data = win.to_bytes()
    records = mj.batch.pack([win])
    for clothes in (bytearray(data), memoryview(data), np.frombuffer(data, np.uint8), records, records[0],
                    memoryview(data).cast("I"), np.frombuffer(data, np.uint8)[::-1][::-1]):  # fmt: skip
        assert Win.from_bytes(clothes) == win
