"""What the questions of the hand engine give back, what engines are, and what is refused."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_faces import TILES, Refused, answers_of, outcome
from hand_recipes import mixture
from mjcore import asking
from mjcore.errors import HandError, MahjongError, NotationError, RuleError
from mjcore.hand import answers, queries
from reference import distance as twin

USUAL = ("standard", "seven_pairs", "thirteen_orphans")


# What comes back


def test_an_acceptance_is_like_a_tuple() -> None:
    found = mj.acceptance("123m456p789s1155z", visible=mj.Hand("1z").counts)
    shanten, tiles, copies = found
    assert (shanten, tiles, copies) == (0, ((TILES[27], 1), (TILES[31], 2)), 3) == found
    assert (found.shanten, found.tiles, found.copies, found.mask) == (*found, 1 << 27 | 1 << 31)
    assert len(found) == 3
    assert (found[0], found[-1], found[1:]) == (0, 3, (tiles, copies))
    assert repr(found) == "<Acceptance shanten 0: 1z*1 5z*2 (3)>"
    assert repr(mj.acceptance("11m")) == "<Acceptance shanten -1: nothing (0)>"
    assert hash(found) == hash(tuple(found))
    with pytest.raises(IndexError):
        found[3]


def test_a_discard_is_like_a_tuple() -> None:
    found = mj.discards("123m456p789s11557z")[0]
    tile, shanten, accepted, copies = found
    assert (tile, shanten, accepted, copies) == (TILES[33], 0, ((TILES[27], 2), (TILES[31], 2)), 4) == found
    assert (found.tile, found.shanten, found.accepted, found.copies, found.mask) == (*found, 1 << 27 | 1 << 31)
    assert len(found) == 4
    assert (found[0], found[2:]) == (TILES[33], (accepted, copies))
    assert repr(found) == "<Discard 7z shanten 0: 1z*2 5z*2 (4)>"
    assert found.tile is mj.Tile("7z")
    with pytest.raises(IndexError):
        found[4]


def test_equal_answers() -> None:
    """Equal if they say the same, however many copies of other kinds are left."""
    one, other = mj.acceptance("11m23p"), mj.acceptance("99m23p")
    assert one == other
    assert hash(one) == hash(other)
    assert one != mj.acceptance("11m24p")
    assert one not in ("text", (0,))
    assert len({*mj.discards("11m235p"), *mj.discards("11m235p")}) == 4
    assert mj.discards("11m235p")[0] != one


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(protocol: int) -> None:
    things = [
        mj.acceptance("123m456p789s1155z"),
        *mj.discards("123m456p789s1155z0j"),
        mj.HandEngine(),
        mj.HandEngine(("standard", "pairs_and_set"), tiles="123456789m567z", sets=5, quad_pairs=True, strict=True,
                      fifth_waits=True, wild={"{wan}": "123456789m"}, most_suits=2, pairs_with="pung"),
    ]  # fmt: skip
    for thing in things:
        again = pickle.loads(pickle.dumps(thing, protocol))
        assert again == thing
        assert (type(again), hash(again), repr(again)) == (type(thing), hash(thing), repr(thing))
    assert copy.copy(things[0]) == copy.deepcopy(things[0]) == things[0]


def test_nothing_can_be_changed_or_made() -> None:
    acceptance, discard, engine = mj.acceptance("11m23p"), mj.discards("11m235p")[0], mj.HandEngine()
    for thing, names in (
        (acceptance, ("shanten", "tiles", "copies", "mask")),
        (discard, ("tile", "shanten", "accepted", "copies", "mask")),
        (engine, ("forms", "tiles", "sets", "quad_pairs", "fifth_waits", "strict", "wild", "other")),
    ):
        for name in names:
            with pytest.raises(AttributeError):
                setattr(thing, name, 1)
    for made in (mj.Acceptance, mj.Discard):
        with pytest.raises(TypeError, match=r"made by mjcore\."):
            made()
        assert repr(made.__new__(made))
        with pytest.raises(TypeError):
            type("Mine", (made,), {})
    with pytest.raises(TypeError):
        type("Mine", (mj.HandEngine,), {})
    engine.wild.clear()
    assert engine.wild
    engine.__init__(("seven_pairs",), sets=4)  # type: ignore[call-arg]
    assert engine == mj.HandEngine()
    assert mj.HandEngine.__new__(mj.HandEngine) == mj.HandEngine()


@pytest.mark.parametrize(
    "numbers", [(-2, 0), (17, 0), (0, 1 << 34), (0, 0, b"\0" * 33), (0, 0, b"\5" * 34), (0, 0, b"")]
)
def test_what_is_unpickled_is_checked(numbers: tuple[Any, ...]) -> None:
    shanten, mask, left = (*numbers, bytes(34))[:3]
    for again in (answers.acceptance_again, lambda *rest: answers.discard_again(0, *rest)):
        with pytest.raises(HandError, match="no answer of the hand engine"):
            again(shanten, mask, left)
    for kind in (-1, 64, 1 << 20):
        with pytest.raises(HandError, match="no answer of the hand engine"):
            answers.discard_again(kind, 0, 0, bytes(34))


# Engines


def test_what_an_engine_knows_of_itself() -> None:
    engine = mj.HandEngine(("lesser_knitted", "standard"), tiles="0m", sets=2, quad_pairs=True, strict=True)
    assert engine.forms == ("standard", "lesser_knitted")
    assert (engine.tiles, engine.sets) == (16, 2)
    assert (engine.quad_pairs, engine.fifth_waits, engine.strict) == (True, False, True)
    usual = mj.HandEngine()
    assert usual.forms == USUAL
    assert (usual.tiles, usual.sets, usual.quad_pairs, usual.strict) == (twin.ALL34, None, False, False)
    assert repr(usual) == "HandEngine(('standard', 'seven_pairs', 'thirteen_orphans'))"
    assert (usual.most_suits, usual.pairs_with) == (3, "any")
    other = mj.HandEngine("standard", tiles="123m7z", sets=4, fifth_waits=True, wild={"{xi}": "7z"})
    assert repr(other) == "HandEngine(('standard',), tiles='123m7z', sets=4, fifth_waits=True, wild={'{xi}': '7z'})"
    few = mj.HandEngine("pairs_and_set", most_suits=1, pairs_with="pung")
    assert repr(few) == "HandEngine(('pairs_and_set',), most_suits=1, pairs_with='pung')"
    assert eval(repr(few), {"HandEngine": mj.HandEngine}) == few
    assert eval(repr(other), {"HandEngine": mj.HandEngine}) == other
    assert eval(repr(usual), {"HandEngine": mj.HandEngine}) == usual


def test_equal_engines() -> None:
    different = [
        mj.HandEngine(),
        mj.HandEngine("standard"),
        mj.HandEngine(tiles=(1 << 27) - 1),
        mj.HandEngine(sets=4),
        mj.HandEngine(quad_pairs=True),
        mj.HandEngine(fifth_waits=True),
        mj.HandEngine(strict=True),
        mj.HandEngine(wild={}),
        mj.HandEngine(wild={"0j": None}),
        mj.HandEngine(most_suits=1),
        mj.HandEngine(most_suits=2),
        mj.HandEngine(pairs_with="pung"),
    ]
    assert len(set(different)) == len(different)
    assert mj.HandEngine(reversed(USUAL), tiles="123456789m123456789p123456789s1234567z") == different[0]
    assert mj.HandEngine(sets=np.int64(4)) == different[3]
    assert mj.HandEngine() != "engine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"forms": ()}, "no forms given; there are standard, "),
        ({"forms": "pairs"}, "form 'pairs': expected one of standard, "),
        ({"forms": ("standard", "shapeless")}, "form 'shapeless': expected one of"),
        ({"forms": [None]}, "form None: expected one of"),
        ({"forms": [np.zeros(3)]}, "form array"),
        ({"forms": 5}, "several of them expected; got int"),
        ({"tiles": 0}, "tiles: a mask of kinds has some of the bits 0 to 33, not 0x0"),
        ({"tiles": 1 << 34}, "tiles: a mask of kinds has some of the bits 0 to 33, not 0x400000000"),
        ({"tiles": -1}, "not -0x1"),
        ({"tiles": "123m1f"}, "tiles: 1f can not be part of a set"),
        ({"tiles": "12"}, "expected"),
        ({"tiles": ""}, "tiles: no kinds given"),
        ({"tiles": [1, 2]}, "tiles: a text of tiles or a mask of kinds expected; got list"),
        ({"tiles": True}, "tiles: a text of tiles or a mask of kinds expected; got bool"),
        ({"sets": 0}, "sets=0: expected 1 to 5, or None for hands of any size"),
        ({"sets": 6}, "sets=6: expected 1 to 5"),
        ({"sets": 1 << 70}, "expected 1 to 5"),
        ({"sets": True}, "sets=True: expected 1 to 5"),
        ({"sets": "4"}, "sets='4': expected 1 to 5"),
        ({"sets": np.array([4, 4])}, "expected 1 to 5"),
        ({"most_suits": 0}, "most_suits=0: expected 1, 2 or 3"),
        ({"most_suits": 4}, "most_suits=4: expected 1, 2 or 3"),
        ({"most_suits": True}, "most_suits=True: expected 1, 2 or 3"),
        ({"most_suits": None}, "most_suits=None: expected 1, 2 or 3"),
        ({"most_suits": "2"}, "most_suits='2': expected 1, 2 or 3"),
        ({"most_suits": np.array([2])}, "expected 1, 2 or 3"),
        ({"pairs_with": "chow"}, "pairs_with='chow': expected 'any' or 'pung', the set beside seven pairs"),
        ({"pairs_with": None}, "pairs_with=None: expected 'any' or 'pung'"),
        ({"pairs_with": ["pung"]}, "pairs_with=['pung']: expected 'any' or 'pung'"),
        ({"pairs_with": np.array(["pung"])}, "expected 'any' or 'pung'"),
        ({"quad_pairs": None}, "quad_pairs=None: expected True or False"),
        ({"fifth_waits": "no"}, "fifth_waits='no': expected True or False"),
        ({"strict": 2}, "strict=2: expected True or False"),
        ({"wild": ["0j"]}, "wild: a mapping of wild tiles to kinds expected; got list"),
        ({"wild": {"1m": None}}, "wild: 1m is a tile of its own; take such tiles out of the hand"),
        ({"wild": {"0j": "12m"}}, "wild: 0j stands for 12m; a wild tile stands for all the characters, dots"),
        ({"wild": {"0j": "12z"}}, "wild: 0j stands for 12z; a wild tile"),
        ({"wild": {"0j": "1f"}}, "wild tile 0j: 1f can not be part of a set"),
        ({"wild": {"0j": 0}}, "wild tile 0j: a mask of kinds has some of the bits 0 to 33"),
        ({"wild": {"0j": " "}}, "wild tile 0j: no kinds given"),
        ({"wild": {"0j": "123m"}, "tiles": "123p"}, "wild: 0j stands for no kind that is in play"),
        ({"wild": {"zz": None}}, "expected"),
        (
            {"wild": {"{wan}": "123456789m1234z", "{xi}": "1234567z"}},
            "wild: of two wild tiles one must stand for all that the other does, or they have nothing in common",
        ),
    ],
)
def test_engines_that_can_not_be(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(MahjongError) as caught:
        mj.HandEngine(**arguments)
    assert message in str(caught.value)


def test_kinds_of_jokers_are_cut_to_the_tiles_in_play() -> None:
    engine = mj.HandEngine(tiles="19m123456789p567z", wild={"{wan}": "123456789m", "{he}": "1234567z"})
    assert engine.wild == {mj.Tile("{wan}"): 1 | 1 << 8, mj.Tile("{he}"): 7 << 31}
    everything = mj.HandEngine(tiles="123456789m", wild={"{wan}": "123456789m"})
    assert everything.is_win("11m{wan}12m")


# What is refused

BAD: list[tuple[Any, dict[str, Any], type[MahjongError], str]] = [
    # carriers
    (None, {}, HandError, "a hand is a Hand, text or 34 counts"),
    (5, {}, HandError, "not int"),
    ([0] * 33, {}, HandError, "33 counts; a hand has 34"),
    ([5] + [0] * 33, {}, HandError, r"count 0 \(1m\) is 5; a count is 0 to 4"),
    ([-1] + [0] * 33, {}, HandError, r"count 0 \(1m\) is -1"),
    ([1 << 80] + [0] * 33, {}, HandError, r"count 0 \(1m\) is too large"),
    ([1.0] + [0] * 33, {}, HandError, "an integer 0 to 4 as count 0 expected; got float"),
    (bytes([5] + [0] * 33), {}, HandError, r"count 0 \(1m\) is 5"),
    (bytes(33), {}, HandError, "33 counts"),
    (np.zeros((2, 34), np.uint8), {}, HandError, "a buffer of 2 dimensions"),
    (np.zeros(34), {}, HandError, "a buffer of format 'd'; counts are integers"),
    (np.full(34, 5, np.uint8), {}, HandError, r"count 0 \(1m\) is 5"),
    (np.zeros(68, np.uint8)[::2], {}, HandError, "contiguous"),
    ("123", {}, NotationError, "expected a suit letter"),
    ("11111m", {}, NotationError, "no more 1m: at most 4 in a hand"),
    # sizes
    (bytes(34), {}, HandError, r"0 concealed tiles; a hand has 3n \+ 1 or 3n \+ 2, at most 17"),
    ("123m", {}, HandError, r"3 concealed tiles; a hand has 3n \+ 1 or 3n \+ 2, at most 17"),
    ("123456789m123456789p", {}, HandError, "18 concealed tiles; a hand has"),
    ("123456789m123456789p1s", {}, NotationError, "at most 18 tiles"),
    (bytes([1] * 33 + [0]), {}, HandError, "33 concealed tiles; a hand has"),
    ("12m", {"jokers": 1}, HandError, r"3 concealed tiles \(1 of them wild\); a hand has"),
    ("12m0j0j", {"jokers": 2}, HandError, r"6 concealed tiles \(4 of them wild\); a hand has"),
    ("1m", {"jokers": 17}, HandError, r"18 concealed tiles \(17 of them wild\)"),
    ("123456789m12345p", {"melds": 2}, HandError, "14 concealed tiles and 2 melds are more than 5 sets and a pair"),
    # options
    ("1m", {"melds": -1}, HandError, "melds=-1: a number 0 to 5 expected"),
    ("1m", {"melds": 6}, HandError, "melds=6: a number 0 to 5 expected"),
    ("1m", {"melds": 1 << 90}, HandError, "a number 0 to 5 expected"),
    ("1m", {"melds": True}, HandError, "melds=True: a number 0 to 5 expected"),
    ("1m", {"melds": "1"}, HandError, "melds: a number 0 to 5 expected; got str"),
    ("1m[111z<]", {"melds": 2}, HandError, "melds=2, but the hand has 1 of its own"),
    ("1m[111z<]", {"melds": 0}, HandError, "melds=0, but the hand has 1 of its own"),
    ("1m", {"jokers": -1}, HandError, "jokers=-1: a number 0 to 17 expected"),
    ("1m", {"jokers": 18}, HandError, "jokers=18: a number 0 to 17 expected"),
    ("1m", {"jokers": None}, HandError, "jokers: a number 0 to 17 expected; got NoneType"),
    ("1m", {"jokers": False}, HandError, "jokers=False: a number 0 to 17 expected"),
    ("1m", {"void_suit": "z"}, HandError, "void_suit='z': expected 'm', 'p' or 's'"),
    ("1m", {"void_suit": ""}, HandError, "void_suit='': expected"),
    ("1m", {"void_suit": "mp"}, HandError, "void_suit='mp': expected"),
    ("1m", {"void_suit": 0}, HandError, "void_suit=0: expected"),
    ("1m", {"strict": "yes"}, HandError, "strict='yes': expected True or False"),
    ("1m", {"strict": np.array([True, False])}, HandError, "expected True or False"),
    ("1m", {"visible": "1m"}, HandError, "a hand is a Hand, text or 34 counts"),
    ("1m", {"visible": [4] + [0] * 33}, HandError, "1 1m in the hand and 4 visible ones: there are only 4"),
    ("1m[333z<]", {"visible": [0] * 29 + [2] + [0] * 4}, HandError, "3 3z in the hand and 2 visible ones"),
    ("1m", {"visible": [5] + [0] * 33}, HandError, r"count 0 \(1m\) is 5"),
]


@pytest.mark.parametrize(("hand", "options", "error", "message"), BAD, ids=[str(n) for n in range(len(BAD))])
def test_what_is_refused(hand: Any, options: dict[str, Any], error: type[MahjongError], message: str) -> None:
    engine = mj.HandEngine()
    methods: list[Callable[..., Any]] = [
        engine.shanten, engine.waits, engine.waits_mask, engine.acceptance, engine.acceptance_mask, engine.discards,
        engine.best_discards,
    ]  # fmt: skip
    functions: list[Callable[..., Any]] = [mj.shanten, mj.waits, mj.acceptance, mj.discards, mj.best_discards]
    if not options.keys() & {"strict", "visible"}:
        methods.append(engine.is_win)
        functions.append(mj.is_win)
    for question in (*methods, *functions):
        if "concealed tiles" in message and "discards" in question.__name__:
            with pytest.raises(error):
                question(hand, **options)
        else:
            with pytest.raises(error, match=message):
                question(hand, **options)


def test_what_a_rule_set_does_not_play_with() -> None:
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("11m[111z<]", {}, "this one has 5: 2 concealed tiles and 1 meld"),
        ("123m456p789s12z", {"melds": 0}, "this one has 11"),
        ("123m456p789s123m45567p", {}, "this one has 17"),
        ("123m456p789s1z", {"melds": 2}, "this one has 16: 10 concealed tiles and 2 melds"),
        ("123m456p789s11z0j0j0j0j", {}, "this one has 15: 15 concealed tiles (4 of them wild)"),
    ]
    for hand, options, this in cases:
        for rules, who in (
            ("mcr", "mcr is played with"),
            ("guobiao/default", "guobiao/default is played with"),
            (mj.rules.get("mcr"), "mcr is played with"),
            (mj.rules.get("mcr").engine, "this engine is for"),
        ):
            for question in (mj.shanten, mj.acceptance):
                with pytest.raises(HandError) as caught:
                    question(hand, rules, **options)
                assert str(caught.value) == f"{who} hands of 13 or 14 tiles, a meld counted as three; {this}"
    # plain counts leave out the melds
    assert mj.shanten("123m456p789s1z", "mcr") == mj.shanten("123m456p789s1z[111m<]", "mcr") == 0
    # so that no special form is thought of
    assert mj.shanten("1122334455m", "mcr") == mj.shanten("1122334455m", mj.HandEngine("standard"))


def test_melds_of_tiles_that_are_not_in_play() -> None:
    engine = mj.HandEngine(tiles=(1 << 27) - 1)
    with pytest.raises(HandError, match=r"the meld \[111z<\] is of tiles that are not in play"):
        engine.shanten("11m[111z<]")
    # concealed ones are dead weight
    assert engine.shanten("11z") == 1
    assert engine.acceptance("1z").tiles == tuple((tile, 4) for tile in TILES[:27])


def test_rules_that_are_none() -> None:
    for question in (mj.shanten, mj.waits, mj.acceptance, mj.discards, mj.best_discards, mj.is_win):
        with pytest.raises(RuleError, match="unknown rule set 'mcx'; known: "):
            question("11m", rules="mcx")
        for wrong in (5, b"mcr", ["mcr"], object(), mj.HandEngine):
            with pytest.raises(RuleError, match="named by text"):
                question("11m", rules=wrong)  # type: ignore[arg-type]


def test_the_winning_tile() -> None:
    assert mj.is_win("123m456p789s1122z", "1z")
    assert mj.is_win("123m456p789s11222z", "1z")
    assert mj.is_win("123m456p789s11222z")
    assert mj.is_win("123m456p789s1122z", mj.Tile("2z"))
    assert mj.is_win("123m456p789s1122z", 28)
    assert not mj.is_win("123m456p789s1122z", "3z")
    for hand, win, message in (
        ("123m456p789s1122z", None, "13 concealed tiles: name the winning tile, or give 3n + 2 tiles"),
        ("123m456p789s11222z", "3z", "has 14 concealed tiles, but 3z is not one of them"),
        ("123m456p789s11222z", "0j", "has 14 concealed tiles, but 0j is not one of them"),
        ("111123m456p789s1z", "1m", "1m would be the fifth copy of its kind"),
        ("1m[111m<]", "1m", "1m would be the fifth copy of its kind"),
        ("123m", "1m", "3 concealed tiles; a hand has"),
        ("1m", "12m", "expected"),
    ):
        with pytest.raises(MahjongError) as caught:
            mj.is_win(hand, win)
        assert message in str(caught.value)
    # no form is possible: no win, and no error
    assert mj.HandEngine("seven_pairs").is_win("11m") is False


def test_strict_takes_what_says_yes_or_no() -> None:
    for yes in (True, 1, np.True_, np.bool_(True)):
        assert mj.waits("1111m", strict=yes) == mj.waits("1111m", strict=True)  # type: ignore[arg-type]
    assert mj.shanten("5m[5555p+<]", strict=0) == 0  # type: ignore[arg-type]


def test_unknown_keywords() -> None:
    for question in (mj.shanten, mj.HandEngine().discards):
        with pytest.raises(TypeError):
            question("11m", joker=1)  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            question()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        mj.is_win("11m", strict=True)  # type: ignore[call-arg]


# Names of rule sets


class Small:
    engine = mj.HandEngine("standard", sets=1)


def test_the_resolver() -> None:
    rules: Any = Small
    try:
        queries.set_resolver(lambda name: rules)
        assert queries.shanten("1122m", "anything") == queries.shanten("1122m", rules) == 0
        # the names known before are forgotten
        with pytest.raises(HandError, match="mcr is played with hands of 4 or 5 tiles"):
            mj.shanten("123m456p789s1122z", "mcr")
        queries.set_resolver(None)  # type: ignore[arg-type]
        assert queries.shanten("1122m", rules) == 0
        with pytest.raises(RuleError, match="found by name through mjcore"):
            queries.shanten("11m", "mcr")
        queries.set_resolver(lambda name: 5)  # type: ignore[arg-type, return-value]
        with pytest.raises(AttributeError):
            queries.shanten("11m", "mcr")
    finally:
        queries.set_resolver(asking._resolve)
    assert mj.shanten("147m258p369s1234z", "mcr") == 0


def test_wrong_engines_are_refused() -> None:
    class Wrong:
        engine = "engine"

    rules: Any = Wrong
    try:
        queries.set_resolver(lambda name: rules)
        with pytest.raises(TypeError):
            queries.shanten("11m", "mcr")
    finally:
        queries.set_resolver(asking._resolve)


# Threads


def test_first_hands_of_five_sets_in_several_threads() -> None:
    """The tables for 16 and 17 tiles are made when the first such hand comes, whoever asks."""
    hands = mixture(11, 60, (16, 17))
    expected = [twin.shanten(counts, ("standard", "pairs_and_set")) for counts in hands]
    for tiles in ("123456789m123456789p123456789s1234567z", "123456789m123456789p123456789s123456z",
                  "123456789m123456789p123456789s12345z"):  # fmt: skip
        engine = mj.HandEngine(("standard", "pairs_and_set"), tiles=tiles)

        def ask(_: int, engine: mj.HandEngine = engine) -> list[int]:
            return [engine.shanten(bytes(counts)) for counts in hands]

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(ask, range(8)))
        assert all(each == found[0] for each in found)
        assert len(tiles) < 38 or found[0] == expected


def test_threads_share_an_engine() -> None:
    hands = [bytes(counts) for counts in mixture(12, 100)]
    expected = [answers_of(hand, "mcr") + answers_of(hand, strict=True) for hand in hands]

    def ask(_: int) -> bool:
        return [answers_of(hand, "mcr") + answers_of(hand, strict=True) for hand in hands] == expected

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, range(8)))


# Nothing else comes out than a MahjongError


def test_random_arguments() -> None:
    rng = Random(13)
    things: list[Any] = [
        None, True, 0, 1, -1, 3, 17, 1 << 70, 2.5, "", "m", "1m", "123m456p789s1122z", "0j0j", b"", b"m", bytes(34),
        bytes([1] * 14 + [0] * 20), [0] * 34, [1] * 34, (4,) * 34, {}, {"0j": None}, [], [[]], object(), range(34),
        np.zeros(34, np.uint8), np.zeros(0), np.int64(3), np.zeros((34, 34)), mj.Tile("1m"), mj.Hand("1m"), "mcr",
        mj.Hand("11m0j[111z<]"), mj.HandEngine(),
    ]  # fmt: skip
    engine = mj.HandEngine()
    questions: list[Callable[..., Any]] = [
        mj.shanten, mj.waits, mj.acceptance, mj.discards, mj.best_discards, engine.waits_mask, engine.acceptance_mask
    ]  # fmt: skip
    answered = 0
    for _ in range(6000):
        options = {
            name: rng.choice(things)
            for name in ("melds", "jokers", "void_suit", "strict", "visible")
            if rng.random() < 0.3
        }
        question = rng.choice(questions)
        if question in questions[:5] and rng.random() < 0.2:
            options["rules"] = rng.choice(things)
        answered += not isinstance(outcome(question, rng.choice(things), **options), Refused)
    assert answered > 50
    for _ in range(2000):
        names = ("forms", "tiles", "sets", "quad_pairs", "fifth_waits", "strict", "wild")
        options = {name: rng.choice(things) for name in names if rng.random() < 0.3}
        # a tile set keeps its tables for ever
        if isinstance(options.get("tiles"), int):
            del options["tiles"]
        outcome(mj.HandEngine, **options)
        outcome(mj.is_win, rng.choice(things), rng.choice(things), rng.choice(things))
