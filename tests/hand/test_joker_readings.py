"""Readings of hands with jokers: against everything that the jokers could be, and by laws for more of them.

MJCORE_LONG=1 looks at a hundred and sixty times as many hands.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, pairwise, permutations, product
from math import prod
from random import Random

import pytest

import mjcore as mj
from mjcore.errors import HandError
from mjcore.hand.decompose import ReadingView, reading_again
from reference.facts import EAST, HONOURS, KINDS, PlainMeld, count, parse_tiles, tiles_text
from reference.hand import PlainSet
from reference.joker_hands import joker_readings
from reference.splits import PATTERNS, SuitReading, complete_suits, order
from wild_recipes import (
    FORMS,
    MAKERS,
    Natural,
    Seen,
    any_with_jokers,
    by_assignment,
    caps_beside,
    make_hand,
    readings,
    seen,
    tiles_of,
    told,
    twice,
    with_jokers,
)

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))


def many(times: int) -> int:
    """How many hands to look at."""
    return 40 * times if LONG else -(-times // 4)


# Universal jokers


@pytest.mark.parametrize(("number", "times"), [(0, 200), (1, 300), (2, 200), (3, 30)])
@pytest.mark.parametrize("name", MAKERS)
def test_every_reading(name: str, number: int, times: int) -> None:
    rng = Random(f"{number} jokers, {name}")
    forms, sizes, wrong = set(), set(), []
    for _ in range(many(times)):
        hand = with_jokers(rng, name, number)
        found = [seen(reading) for reading in readings(hand, number)]
        forms |= {each.form for each in found}
        sizes.add((sum(hand.counts) + number) // 3)
        if twice(found) or set(found) != by_assignment(hand, [(31, number)]):
            wrong.append(hand)
    assert not wrong, (len(wrong), wrong[:3])
    wanted = {
        "straights": {"knitted_straight"},
        "pairs": {"seven_pairs", "pairs_and_set"},
        "orphans": {"thirteen_orphans"},
        "knitted": {"greater_knitted", "lesser_knitted"},
    }
    assert forms >= wanted.get(name, {"standard"})
    if name == "standard" and times >= 60:
        assert sizes == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize(("number", "times"), [(1, 40), (2, 12)])
def test_the_reference_sees_the_same(number: int, times: int) -> None:
    """Its own way to take hands apart: not a line in common with the library."""
    rng = Random(f"reference, {number}")
    for _ in range(many(times)):
        hand = any_with_jokers(rng, number)
        found = {reference_form(reading) for reading in readings(hand, number)}
        caps = caps_beside(hand)
        assert found == set(
            joker_readings(hand.counts, number, FORMS, melds=len(hand.melds), caps=caps, quads=True)
        ), hand


def reference_form(reading: ReadingView) -> tuple[object, ...]:
    sets = sorted(plain_set(text) for text in reading.sets[: reading.concealed])
    pair = parse_tiles(reading.pair)[0] if reading.pair else None
    jokers = tuple(mj.Tile(text).kind for text in reading.jokers)
    return reading.form, tuple(sets), pair, tuple(parse_tiles(reading.pattern)), jokers


def plain_set(text: str) -> PlainSet:
    kinds = parse_tiles(text)
    return PlainSet("pung" if kinds[0] == kinds[1] else "chow", kinds[0])


# one group: the sets, the kind of the pair (none: no pair)
Part = tuple[tuple[PlainSet, ...], int | None]


def parts(hand: Natural, group: int) -> dict[tuple[int, bool], list[Part]]:
    """Of one group: everything that holds its natural tiles, by the number of sets and whether there is a pair."""
    start = 9 * group
    own, caps = hand.counts[start : start + 9], caps_beside(hand)[start : start + 9]
    found: dict[tuple[int, bool], list[Part]] = {}
    for target, ways in (complete_suits(4) if group < 3 else complete_honours()).items():
        if all(low <= tiles <= most for low, tiles, most in zip(own, target, caps, strict=True)):
            for sets, pair in ways:
                plain = tuple(PlainSet(sort, start + low) for sort, low in sets)
                key = (len(sets), pair is not None)
                found.setdefault(key, []).append((plain, None if pair is None else start + pair))
    return found


@cache
def complete_honours() -> dict[tuple[int, ...], list[SuitReading]]:
    pungs = [tuple(("pung", kind) for kind in chosen) for n in range(5) for chosen in combinations(range(7), n)]
    return {
        tuple(3 * (("pung", kind) in sets) + 2 * (kind == pair) for kind in range(7)): [SuitReading(sets, pair)]
        for sets in pungs
        for pair in (None, *range(7))
        if ("pung", pair) not in sets
    }


def by_targets(hand: Natural, sets: int) -> Iterator[list[list[Part]]]:
    """The readings as sets and a pair: for each split of them, lists of which any choice is a reading."""
    groups = [parts(hand, group) for group in range(4)]
    for shapes in product(*groups):
        if sum(number for number, _ in shapes) == sets and sum(pair for _, pair in shapes) == 1:
            yield [groups[group][shape] for group, shape in enumerate(shapes)]


@pytest.mark.parametrize(("number", "times"), [(number, 6) for number in range(9)])
def test_sums_of_sets(number: int, times: int) -> None:
    """The other way round: all sets and pairs first, then those that have the natural tiles."""
    rng = Random(f"sums, {number}")
    for turn in range(many(times)):
        hand = with_jokers(rng, "standard", number)
        while (sum(hand.counts) + number) // 3 > 4:
            hand = with_jokers(rng, "standard", number)
        if turn == 0 and number == 8:
            # more targets in one suit than are kept
            hand = Natural(count(parse_tiles("234567m")))
        found = [seen(reading) for reading in readings(hand, number, forms="standard")]
        assert not twice(found)
        lists = list(by_targets(hand, (sum(hand.counts) + number) // 3))
        assert len(found) == sum(prod(map(len, split)) for split in lists), hand
        if len(found) < 2000:
            told = {(each.sets[: len(each.sets) - len(hand.melds)], each.pair) for each in found}
            assert told == {
                (
                    tuple(sorted(tiles_text(each.tiles) for each in chain(*(sets for sets, _ in choice)))),
                    next(tiles_text([pair, pair]) for _, pair in choice if pair is not None),
                )
                for split in lists
                for choice in product(*split)
            }, hand


@pytest.mark.parametrize(("number", "times"), [(1, 60), (2, 40), (3, 25), (4, 12), (5, 6), (6, 3), (7, 2), (8, 3)])
def test_one_joker_after_the_other(number: int, times: int) -> None:
    """With J jokers: all that there is with one of them fixed to some kind."""
    rng = Random(f"one after the other, {number}")
    most = 0
    for _ in range(many(times)):
        hand = with_jokers(rng, "standard", number) if number > 5 else any_with_jokers(rng, number)
        forms = "standard" if number > 5 else FORMS
        found = [seen(reading) for reading in readings(hand, number, forms=forms)]
        expected: set[Seen] = set()
        for kind in range(KINDS):
            if hand.counts[kind] < caps_beside(hand)[kind]:
                fixed = hand._replace(counts=count([*tiles_of(hand.counts), kind]))
                for reading in readings(fixed, number - 1, forms=forms):
                    one = seen(reading)
                    expected.add(one._replace(jokers=tuple(sorted((*one.jokers, kind)))))
        assert not twice(found)
        assert set(found) == expected, hand
        most = max(most, len(found))
    if number == 8:
        assert most > 1000


# The order


def place_in_order(hand: Natural, reading: ReadingView) -> tuple[object, ...]:
    sets = [plain_set(text) for text in reading.sets[: reading.concealed]]
    pair = parse_tiles(reading.pair)[0] if reading.pair else None
    pattern = PATTERNS.index(tuple(parse_tiles(reading.pattern))) if reading.pattern else 0
    target = count([*tiles_of(hand.counts), *(mj.Tile(text).kind for text in reading.jokers)])
    form = FORMS.index(reading.form)
    if reading.form in ("standard", "knitted_straight"):
        split = []
        for group in range(4):
            split.append(sum(each.kind // 9 == group for each in sets))
            split.append(int(pair is not None and pair // 9 == group))
        return form, pattern, split, order([(each.sort, each.kind) for each in sets], pair, KINDS)
    if reading.form in ("seven_pairs", "pairs_and_set"):
        more = []
        for kind, tiles in enumerate(target):
            beside = sum(each.tiles.count(kind) for each in sets)
            least = (max(0, hand.counts[kind] - beside) + 1) // 2
            pairs = (tiles - beside) // 2
            more.append(pairs if pairs > least else 9)
        return form, [(each.sort, each.kind) for each in sets], more
    if reading.form == "thirteen_orphans":
        return form, target.index(2)
    honours = sum(target[kind] << kind for kind in HONOURS)
    return form, honours.bit_count(), pattern, honours, sum(target[kind] << kind for kind in range(EAST))


@pytest.mark.parametrize("name", MAKERS)
def test_order(name: str) -> None:
    rng = Random(f"order, {name}")
    for _ in range(many(60)):
        number = rng.randrange(5)
        hand = with_jokers(rng, name, number)
        keys = [place_in_order(hand, reading) for reading in readings(hand, number)]
        assert all(one < other for one, other in pairwise(keys)), hand


def test_without_jokers_nothing_is_different() -> None:
    rng = Random("no jokers")
    for _ in range(many(300)):
        hand = rng.choice(list(MAKERS.values()))(rng)
        win = rng.choice([None, *tiles_of(hand.counts)])
        absent = next(kind for kind in range(KINDS) if not hand.counts[kind])
        own = mj.decompose(make_hand(hand), win)
        assert mj.decompose(make_hand(hand), win, wild=tiles_text([absent])) == own
        assert own
        assert not any(reading.jokers for reading in own)


# Counts reckoned by hand


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("12m33p0j", 1),
        ("13m55z0j", 1),
        ("23m55z0j", 2),
        # a pair of any kind of which the melds leave two
        ("00j[123m<]", 34),
        ("00j[111z<]", 33),
        ("00j[111z<](7777z)", 32),
        ("5m0j[456m<]", 1),
        ("5m0j[550m<]", 0),
        # the joker in the meld is a 5m too
        ("5m0j[50m0j<]", 0),
        ("5m0j[40m0j<]", 1),
        # 111z 11m, 123m 11z, 111m 11z
        ("1m00j11z", 3),
        # any of 55 sets with a pair of any kind, but not a pung with the pair of its kind
        ("00000j", 55 * 34 - 34),
        ("5555m0j", 0),
        # 345m 55m, 555m 33m
        ("3555m0j", 2),
        # the seventh pair can be of a kind that is there
        ("1133m5577p1199s00j", 34),
        ("1133m5577p119s000j", 34),
        # the pair of any orphan, or of the only one that is missing
        ("19m19p19s1234567z0j", 13),
        ("19m19p19s123456z00j", 13),
        ("19m19p19s1234566z0j", 1),
        # one of three honours; 9s and one of three honours, or two of them
        ("147m258p369s1234z0j", 3),
        ("147m258p36s1234z00j", 6),
        # seven honours: seven of the nine; six of them: the last honour and the same, or nothing else
        ("147m258p1234567z0j", 3),
        ("147m258p123456z00j", 6),
    ],
)
def test_counts(hand: str, number: int) -> None:
    assert len(mj.decompose(hand)) == number


# Five of a kind


@pytest.mark.parametrize(("number", "times"), [(1, 80), (2, 15), (3, 2)])
def test_more_than_four_of_a_kind(number: int, times: int) -> None:
    rng = Random(f"fifth, {number}")
    for _ in range(many(times)):
        hand = any_with_jokers(rng, number)
        found = [reference_form(reading) for reading in readings(hand, number, fifth=True)]
        caps = caps_beside(hand, min(7, 4 + number))
        expected = joker_readings(hand.counts, number, FORMS, melds=len(hand.melds), caps=caps, quads=True)
        # the reference does not know six of a kind as three pairs
        assert {each for each in found if each[0] != "seven_pairs"} == {
            tuple(each) for each in expected if each.form != "seven_pairs"
        }
        assert len(found) == len(set(found))


def test_five_and_more() -> None:
    assert told("5555m0j", fifth=True) == {("555m", "55m", ":5m")}
    assert told("5m0j[550m<]", fifth=True) == {("55m", ":5m")}
    # the joker in the meld makes room too
    assert told("5m0j[50m0j<]", fifth=True) == {("55m", ":5m")}
    assert ("555m", "555m", "11z", ":5m", ":5m") in told("5555m11z00j", fifth=True)
    assert ("555m", "555m", "11z", ":5m", ":5m") not in told("5555m11z00j")
    # three pairs of 5m, but not four: seven at most, in the melds too
    found = mj.decompose("1122m1122p55m0000j", fifth=True, forms="seven_pairs")
    assert {reading.jokers.count("5m") for reading in found} == {0, 2, 4}
    found = mj.decompose("11z000j[5555m<]", fifth=True)
    assert {reading.jokers.count("5m") for reading in found} == {0, 1, 2, 3}
    assert {reading.jokers.count("5m") for reading in mj.decompose("11z000j[5555m<]")} == {0}


# Suits


def test_suits_permuted() -> None:
    rng = Random("permuted")
    for _ in range(many(40)):
        number = rng.randrange(1, 4)
        hand = any_with_jokers(rng, number)
        own = readings(hand, number)
        for places in permutations(range(3)):
            letters = str.maketrans("mps", "".join("mps"[place] for place in places))

            def moved(kind: int, places: tuple[int, ...] = places) -> int:
                return kind if kind >= EAST else 9 * places[kind // 9] + kind % 9

            melds = [PlainMeld(m.type, tuple(map(moved, m.tiles)), m.source, moved(m.tiles[0])) for m in hand.melds]
            other = Natural(count(map(moved, tiles_of(hand.counts))), tuple(melds))
            assert {seen_anew(reading) for reading in readings(other, number)} == {
                seen_anew(reading, letters) for reading in own
            }


def seen_anew(reading: ReadingView, letters: dict[int, int] | None = None) -> tuple[object, ...]:
    """Without the order of suits."""
    texts = [*reading.sets, reading.pair, *reading.jokers]
    pattern = [reading.pattern[i : i + 4] for i in range(0, len(reading.pattern), 4)]
    if letters is not None:
        texts = [text.translate(letters) for text in texts]
        pattern = [text.translate(letters) for text in pattern]
    return reading.form, tuple(sorted(texts)), frozenset(pattern)


# Views


def test_views_are_values() -> None:
    found = mj.decompose("1133m5577p1199s00j")
    assert len(set(found)) == len(found) == 34
    first = found[0]
    assert repr(first) == "<Reading seven_pairs jokers 1m 1m>"
    assert (first.jokers, first.tiles) == (("1m", "1m"), "111133m5577p1199s")
    assert pickle.loads(pickle.dumps(found)) == found
    # 1z stands as itself and 2z for 6z, or the other way round
    found = mj.decompose("147m258p369s12345z", wild="12z", forms="lesser_knitted")
    assert len(set(found)) == len(found) == 6
    assert [(r.tiles[12:], r.jokers) for r in found] == [
        ("12345z", ()),
        ("13456z", ("6z",)),
        ("23456z", ("6z",)),
        ("13457z", ("7z",)),
        ("23457z", ("7z",)),
        ("34567z", ("6z", "7z")),
    ]
    function, (data,) = first.__reduce__()
    assert function is reading_again
    for wrong in (data[:-1], data + b"\0", data[:-1] + b"\xff", b"\x09" + data[1:], b"\xff" * len(data)):
        with pytest.raises(HandError, match="no reading"):
            reading_again(wrong)
