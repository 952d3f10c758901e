"""Every reading of a hand: all hands of one suit, random hands of every size and form, what is refused.

MJCORE_LONG=1 looks at all 17-tile hands of one suit instead of a sample, and at 20 times as many random ones.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore.errors import HandError, MahjongError
from recipes import (
    CHOWS,
    PUNGS,
    Sets,
    fits,
    held,
    honours_and_knitted,
    knitted_straight,
    make_meld,
    seven_pairs,
    thirteen_orphans,
)
from reference.facts import EAST, KINDS, PlainMeld, count
from reference.hand import PlainSet
from reference.splits import (
    PATTERNS,
    Reading,
    SuitReading,
    all_readings,
    complete_suits,
    number_of_suits,
    set_text,
    suits,
)

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
HANDS = 60_000 if LONG else 3_000

FORMS = (
    "standard",
    "knitted_straight",
    "seven_pairs",
    "pairs_and_set",
    "thirteen_orphans",
    "greater_knitted",
    "lesser_knitted",
    "shapeless",
)


def told(readings: Sequence[Any]) -> list[Reading]:
    """Native readings as plain ones."""
    return [Reading(r.form, r.sets, r.concealed, r.pair, r.pattern, r.places) for r in readings]


def suit_texts(readings: Sequence[SuitReading], pair: bool) -> list[tuple[tuple[str, ...], str]]:
    """The readings of a suit with (or without) a pair as `sets` and `pair` of hands of characters."""
    return [
        (
            tuple(set_text(PlainSet(sort, low)) for sort, low in sets),
            "" if rank is None else f"{rank + 1}{rank + 1}m",
        )
        for sets, rank in readings
        if (rank is not None) == pair
    ]


def in_suit(counts: Sequence[int], suit: int) -> bytes:
    return bytes(9 * suit) + bytes(counts) + bytes(9 * (2 - suit) + 7)


# Hands of one suit


def test_the_number_of_hands() -> None:
    assert number_of_suits(range(15)) == 405_350
    assert number_of_suits([14]) == 118_800
    assert sum(1 for _ in suits([14])) == 118_800
    table = complete_suits(4)
    complete = [counts for counts, readings in table.items() if any(r.pair is not None for r in readings)]
    assert sum(sum(counts) == 14 for counts in complete) == 13_259


@pytest.mark.parametrize("suit", range(3))
def test_every_hand_of_one_suit(suit: int) -> None:
    """All 405,350: 3n + 2 tiles as they are, 3n beside a pair of dragons; without it they and 3n + 1 are
    refused."""
    letter = "mps"[suit]
    table = complete_suits(4)
    wrong: list[tuple[object, ...]] = []
    seen = 0
    for counts in suits(range(15)):
        seen += 1
        tiles, hand = sum(counts), in_suit(counts, suit)
        known = table.get(counts, ())
        even = all(held % 2 == 0 for held in counts)
        if tiles % 3 == 2:
            expected = [("standard", *reading) for reading in suit_texts(known, True)]
            expected += [("seven_pairs", (), "")] * (tiles == 14 and even)
            if tiles == 2:
                # a hand has at least one set
                expected = [(form, (*sets, "111z"), pair) for form, sets, pair in expected]
                found = mj.decompose(mj.Hand(hand, ["(1111z)"]))
            else:
                found = mj.decompose(hand)
        else:
            if suit == 0 and not refused(hand):
                wrong.append((counts, "not refused", []))
            if tiles % 3 == 1 or not tiles:
                continue
            expected = [("standard", sets, "77z") for sets, _ in suit_texts(known, False)]
            expected += [("seven_pairs", (), "")] * (tiles == 12 and even)
            found = mj.decompose(hand[:33] + b"\2")
        texts = [(r.form, tuple(text.replace(letter, "m") for text in r.sets), r.pair) for r in found]
        if [(form, sets, pair.replace(letter, "m")) for form, sets, pair in texts] != expected:
            wrong.append((counts, texts, expected))
    assert seen == 405_350
    assert not wrong, (len(wrong), wrong[:5])


def refused(hand: bytes) -> bool:
    try:
        mj.decompose(hand)
    except HandError:
        return True
    return False


def test_17_tiles_of_one_suit() -> None:
    """Every complete hand, and of the others every 7th."""
    table = complete_suits(5)
    wrong = []
    complete = 0
    for number, counts in enumerate(suits([17])):
        known = suit_texts(table.get(counts, ()), True)
        complete += bool(known)
        if known or LONG or number % 7 == 0:
            found = [(r.sets, r.pair) for r in mj.decompose(in_suit(counts, 0), forms="standard")]
            if found != known:
                wrong.append((counts, found, known))
    assert complete == sum(sum(counts) == 17 for counts in table)
    assert complete > 20_000
    assert not wrong, (len(wrong), wrong[:5])


# Hands of several suits, with melds, of all sizes and forms

Hand = tuple[tuple[int, ...], list[PlainMeld]]


def random_sets(rng: Random, number: int) -> tuple[Sets, int]:
    """Sets of a few neighbouring kinds, so that many hands have several readings, and a pair."""
    suits = rng.sample(range(3), rng.choice((1, 1, 2, 3)))
    low, high = sorted(rng.sample(range(9), 2))
    if rng.random() < 0.3:
        low, high = 0, 8
    kinds = {9 * suit + rank for suit in suits for rank in range(low, high + 1)}
    if rng.random() < 0.3:
        kinds |= set(range(EAST, KINDS))
    among = [each for each in [*CHOWS, *CHOWS, *PUNGS] if kinds >= set(each.tiles)]
    for attempt in range(1000):
        if attempt == 20:
            among, kinds = [*CHOWS, *PUNGS], set(range(KINDS))
        sets = [rng.choice(among) for _ in range(number)]
        pair = rng.choice(sorted(kinds))
        if fits(sets, pair):
            return sets, pair
    raise AssertionError("no hand fits")


def random_hand(rng: Random) -> Hand:
    """A hand of 1 to 5 sets, some of them melded; one in three with a concealed tile exchanged."""
    number = rng.choice((1, 2, 3, 4, 4, 5, 5))
    sets, pair = random_sets(rng, number)
    melded = rng.choice((0, 0, 0, 1, 2, number))
    melds = [make_meld(rng, each) for each in sets[:melded]]
    counts = held(sets[melded:], pair)
    if rng.random() < 0.3:
        everything = held(sets, pair)
        out = rng.choice([kind for kind in range(KINDS) if counts[kind]])
        counts[out] -= 1
        counts[rng.choice([kind for kind in range(KINDS) if everything[kind] < 4])] += 1
    return tuple(counts), melds


def knitted_hand(rng: Random) -> Hand:
    """The nine knitted tiles, 0 to 2 sets (melded or not) and a pair, all near each other."""
    while True:
        sets, pair = random_sets(rng, rng.randrange(3))
        counts = [a + b for a, b in zip(held(sets, pair), count(rng.choice(PATTERNS)), strict=True)]
        if max(counts) <= 4:
            break
    melds = []
    if sets and rng.random() < 0.3:
        for tile in sets[0].tiles:
            counts[tile] -= 1
        melds = [make_meld(rng, sets[0])]
    return tuple(counts), melds


def pairs_and_a_set(rng: Random) -> Hand:
    while True:
        each = rng.choice([*CHOWS, *PUNGS])
        pairs = [rng.choice(range(KINDS) if rng.random() < 0.5 else range(9)) for _ in range(7)]
        counts = [own + 2 * pairs.count(kind) for kind, own in enumerate(held([each]))]
        if max(counts) <= 4:
            return tuple(counts), []


def of_recipe(recipe: Callable[[Random], Any]) -> Callable[[Random], Hand]:
    def make(rng: Random) -> Hand:
        win = recipe(rng)
        return win.counts, list(win.melds)

    return make


MAKERS: dict[str, Callable[[Random], Hand]] = {
    "sets": random_hand,
    "knitted straight": knitted_hand,
    "knitted straight of 14": of_recipe(knitted_straight),
    "pairs and a set": pairs_and_a_set,
    "seven pairs": of_recipe(seven_pairs),
    "thirteen orphans": of_recipe(thirteen_orphans),
    "honours and knitted": of_recipe(honours_and_knitted),
}


def make_hand(hand: Hand) -> mj.Hand:
    counts, melds = hand
    return mj.Hand(bytes(counts), [meld.text for meld in melds])


@pytest.mark.parametrize("name", MAKERS)
def test_random_hands(name: str) -> None:
    """Readings, their order, and the places of every tile as the winning one."""
    rng = Random(f"readings of {name}")
    seen, wrong = set(), []
    number = HANDS if name == "sets" else HANDS // 10
    for _ in range(number):
        counts, melds = hand = MAKERS[name](rng)
        win = rng.choice([None, *(kind for kind in range(KINDS) if counts[kind])])
        found = told(mj.decompose(make_hand(hand), win))
        seen |= {(reading.form, sum(counts)) for reading in found}
        if found != all_readings(counts, melds, win):
            wrong.append((hand, win, found))
    assert not wrong, (len(wrong), wrong[:3])
    sizes = {size for form, size in seen if form == "standard"}
    if name == "sets":
        assert sizes == {2, 5, 8, 11, 14, 17}
    forms = {form for form, _ in seen}
    wanted = {
        "knitted straight": {"knitted_straight"},
        "knitted straight of 14": {"knitted_straight"},
        "pairs and a set": {"pairs_and_set"},
        "seven pairs": {"seven_pairs"},
        "thirteen orphans": {"thirteen_orphans"},
        "honours and knitted": {"greater_knitted", "lesser_knitted"},
    }
    assert wanted.get(name, set()) <= forms


def test_the_winning_tile_may_be_given_apart() -> None:
    rng = Random("apart")
    for _ in range(HANDS // 10):
        counts, melds = hand = rng.choice(list(MAKERS.values()))(rng)
        win = rng.choice([kind for kind in range(KINDS) if counts[kind]])
        before = list(counts)
        before[win] -= 1
        if sum(before):
            apart = mj.decompose(make_hand((tuple(before), melds)), win)
            assert apart == mj.decompose(make_hand(hand), win)


def test_suits_permuted_give_permuted_readings() -> None:
    rng = Random("permuted")
    wrong = []
    for _ in range(HANDS // 5):
        counts, melds = hand = rng.choice(list(MAKERS.values()))(rng)
        own = told(mj.decompose(make_hand(hand)))
        for places in permutations(range(3)):
            letters = str.maketrans("mps", "".join("mps"[places[suit]] for suit in range(3)))

            def moved(kind: int, places: tuple[int, ...] = places) -> int:
                return kind if kind >= EAST else 9 * places[kind // 9] + kind % 9

            tiles = [moved(kind) for kind in range(KINDS) for _ in range(counts[kind])]
            other = [
                PlainMeld(m.type, tuple(map(moved, m.tiles)), m.source, moved(m.tiles[0])) for m in melds
            ]
            found = {unordered(r) for r in told(mj.decompose(make_hand((count(tiles), other))))}
            expected = {
                unordered(
                    r._replace(
                        sets=tuple(text.translate(letters) for text in r.sets),
                        pair=r.pair.translate(letters),
                        pattern=r.pattern.translate(letters),
                    )
                )
                for r in own
            }
            if found != expected:
                wrong.append((hand, places))
    assert not wrong, wrong[:3]


def unordered(reading: Reading) -> tuple[object, ...]:
    """The reading without the order of its concealed sets and of the suits in its pattern."""
    concealed, melded = reading.sets[: reading.concealed], reading.sets[reading.concealed :]
    pattern = frozenset(re.findall(r"\d+\w", reading.pattern))
    return reading.form, tuple(sorted(concealed)), melded, reading.pair, pattern


# Room for readings


def most_readings(sets: int) -> int:
    """No hand of `sets` sets and a pair has more readings: by the most that each suit can have."""
    most: dict[tuple[int, bool], int] = {}
    for readings in complete_suits(5).values():
        for paired in (False, True):
            same = [reading for reading in readings if (reading.pair is not None) == paired]
            if same:
                key = (len(same[0].sets), paired)
                most[key] = max(most.get(key, 0), len(same))
    # suits together: the honours have one way to be seen
    total = {(n, paired): 1 for n in range(sets + 1) for paired in (False, True)}
    for _ in range(3):
        total = {
            (n, paired): max(
                most[own, has] * total[n - own, paired and not has]
                for own in range(n + 1)
                for has in {False, paired}
                if (own, has) in most
            )
            for n in range(sets + 1)
            for paired in (False, True)
        }
    return total[sets, True]


def test_there_is_room_for_every_reading() -> None:
    text = (Path(mj.get_include()) / "mjcore" / "hand" / "decompose.pxd").read_text("utf-8")
    found = re.search(r"MAX_READINGS = (\d+)", text)
    assert found
    room = int(found[1])
    for sets in range(1, 6):
        bound = most_readings(sets)
        if sets >= 3:
            bound += len(PATTERNS) * (most_readings(sets - 3) if sets > 3 else 1)
        # seven pairs, orphans and knitted tiles are one reading each. The set beside seven pairs is what the
        # kinds held an odd number of times say: three neighbours, or one kind. So there is one of it.
        assert bound + 4 <= room, sets
    assert most_readings(4) >= 4
    assert most_readings(5) >= 6


# What is refused, and the views


@pytest.mark.parametrize(
    ("hand", "win", "says"),
    [
        ("123m", None, "3 concealed tiles"),
        ("123456m", "1m", "6 concealed tiles"),
        ("1234m", None, "name the winning tile"),
        ("1m", None, "name the winning tile"),
        ("1111m", "1m", "fifth copy"),
        ("1m[111m<]", "1m", "fifth"),
        ("12m[345m<]", "9m", "not one of its concealed tiles"),
        ("12344m", "9m", "not one of its concealed tiles"),
        ("111m44m[999s<]", "9s", "not one of its concealed tiles"),
        ("11m", None, "0 sets"),
        ("1m", "1m", "0 sets"),
        ("1m1f", None, "flowers"),
        ("1m0j", None, "0 sets"),
        ("1m{he}123m", None, "{he}: say what it stands for"),
        ("12340m", "1f", "winning tile"),
        ("12344m", "0j", "not one of its concealed tiles"),
        ("12344m1f", "1m", "flowers"),
        ("", None, ""),
        ("123m4", None, ""),
        ("12344m", "", ""),
        ("12344m", "12m", ""),
        ("12344m", 64, ""),
        ("12344m", -1, ""),
        ("12344m", 10**30, ""),
        (bytes(34), None, ""),
        (b"\5" + bytes(33), None, ""),
        (b"\2" + bytes(32), None, ""),
        (None, None, ""),
        (17, None, ""),
    ],
)
def test_refused(hand: Any, win: Any, says: str) -> None:
    with pytest.raises(MahjongError, match=says or None):
        mj.decompose(hand, win)


@pytest.mark.parametrize("forms", ["no form", ["standard", "pairs"], [None], [3], [["standard"]]])
def test_unknown_forms(forms: Any) -> None:
    with pytest.raises(HandError, match="expected one of " + ", ".join(FORMS)):
        mj.decompose("12344m", forms=forms)


def test_a_wind_chow_is_no_set() -> None:
    assert mj.decompose("123z44z") == ()
    assert mj.decompose("89m1p44z") == ()
    assert mj.decompose("8m9m1p44p") == ()


def test_the_last_tile_of_18_is_one_too_many() -> None:
    assert len(mj.decompose("123456789m123456p11z", "1z")) == 1
    with pytest.raises(MahjongError):
        mj.decompose("123456789m123456789p1z", "1z")


def test_each_form_alone() -> None:
    hands = {
        "standard": "123m456p789s11122z",
        "knitted_straight": "147m258p369s111z55z",
        "seven_pairs": "1122m3344p5566s77z",
        "pairs_and_set": "1122m3344p5566s77z123s",
        "thirteen_orphans": "19m19p19s12345677z",
        "greater_knitted": "147m25p36s1234567z",
        "lesser_knitted": "147m258p369s12345z",
    }
    assert (*hands, "shapeless") == FORMS
    for form, hand in hands.items():
        assert [r.form for r in mj.decompose(hand)] == [form]
        assert [r.form for r in mj.decompose(hand, forms=form)] == [form]
        assert [r.form for r in mj.decompose(hand, forms=(form, form))] == [form]
        assert mj.decompose(hand, forms=[other for other in FORMS if other != form]) == ()
        assert mj.decompose(hand, forms=()) == ()


def test_a_red_five_is_a_five() -> None:
    [reading] = mj.decompose("340m11z", "0m")
    assert (reading.sets, reading.places) == (("345m",), (0,))
    assert mj.decompose("345m11z", "0m") == (reading,)


def test_views_are_values() -> None:
    first, second = mj.decompose("111222333m99p", "9p")
    again, _ = mj.decompose("111222333m99p", "9p")
    assert first == again
    assert hash(first) == hash(again)
    assert first != second
    assert first != mj.decompose("111222333m99p", "1m")[0]
    assert first != "first"
    assert repr(second) == "<Reading standard 111m 222m 333m 99p>"
    with pytest.raises(AttributeError):
        first.form = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        type(first)()
