"""Which jokers a hand has and what they may stand for: narrow ones, tiles turned up, the winning tile.

MJCORE_LONG=1 looks at a hundred and sixty times as many hands.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore.errors import HandError, MahjongError
from reference.facts import HONOURS, KINDS, count, parse_tiles, tiles_text
from reference.joker_hands import assignments, kinds_of, leaf_of, natural_use, served
from wild_recipes import (
    MAKERS,
    Jokers,
    Natural,
    Seen,
    any_with_jokers,
    by_assignment,
    caps_beside,
    copies_held,
    make_hand,
    readings,
    seen,
    tiles_of,
    told,
    twice,
)

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))


def many(times: int) -> int:
    """How many hands to look at."""
    return 40 * times if LONG else -(-times // 4)
NUMBERS = "123456789m123456789p123456789s"
FRAMES = {48: "hua", 49: "yuan", 50: "xi", 51: "he", 52: "tong", 53: "suo", 54: "wan", 55: "zong"}


# Worked cases


def test_worked_cases() -> None:
    # 5m turned up: both of them are any pair, or one is 6m and the other the second 9m
    assert told("55m78m9m[123s<][456p<][777z<]", "9m", wild="5m") == {
        *(("789m", tiles_text([kind, kind]), *(f":{mj.Tile(kind)}",) * 2) for kind in range(33) if kind != 4),
        ("789m", "55m"),
        ("678m", "99m", ":6m", ":9m"),
    }
    # 5p turned up: as itself, as 2s, as 4p and 9s, as the pair
    rest = ("123m", "456m", "789m")
    assert (*rest, "567p", "22s") in told("123m456m789m5p6p22s", "7p", wild="5p")
    assert (*rest, "123s", "22s", ":2s") in told("123m456m789m5p1s22s", "3s", wild="5p")
    pungs = ("111m", "222p", "444p", "333s", "99s", ":4p", ":9s")
    assert pungs in told("111m222p333s44p55p", "9s", wild="5p")
    assert (*rest, "111p", "234s", "55p") in told("123m456m789m111p23s55p", "4s", wild="5p")


@pytest.mark.parametrize(
    ("hand", "win", "frames", "sets"),
    [
        # the seed's special jokers: {zong} is any number, {yuan} a dragon, {xi} a wind, {he} an honour
        ("123m45m{zong}789m22s99p", "9p", {"zong": NUMBERS}, ("456m", "999p", ":6m")),
        ("55z{yuan}234m567p33s88s", "8s", {"yuan": "567z"}, ("555z", "888s", ":5z")),
        ("22z{xi}234m567p345s8s", "8s", {"xi": "1234z"}, ("222z", "567p", ":2z")),
        ("77z{he}234m567p345s8s", "8s", {"he": "1234567z"}, ("777z", "567p", ":7z")),
        ("45m{he}234m567p345s8s", "8s", {"he": "1234567z"}, None),
        ("77z{zong}234m567p34s22z", "5s", {"zong": NUMBERS}, None),
        ("77z{huang1}22z88s[123p<][555z^]", "8s", {}, ("777z", ":7z")),
    ],
)
def test_special_jokers(hand: str, win: str, frames: dict[str, str], sets: tuple[str, ...] | None) -> None:
    found = told(hand, win, jokers=frames)
    if sets is None:
        assert not found
    else:
        assert any(set(sets) <= set(reading) for reading in found)


# Narrow jokers

FAMILIES = (
    (1, 2, 4, 7, 8, 16, 24, 31),
    (1, 3, 7, 24, 8),
    (4, 12, 28, 1, 31),
    (2, 16, 18, 13),
)


def narrow_hand(rng: Random, number: int) -> tuple[Natural, Jokers]:
    """A hand without so many tiles, and jokers that mostly can stand for those."""
    while True:
        hand = MAKERS[rng.choice(list(MAKERS))](rng)
        tiles = tiles_of(hand.counts)
        if len(tiles) >= number:
            break
    rng.shuffle(tiles)
    family = rng.choice(FAMILIES)
    masks = [
        rng.choice([mask for mask in family if mask >> leaf_of(kind) & 1 or rng.random() < 0.05] or family)
        for kind in tiles[:number]
    ]
    return hand._replace(counts=count(tiles[number:])), sorted(Counter(masks).items())


def leaves_text(leaves: int) -> str:
    return tiles_text(kinds_of(leaves))


def frames_of(jokers: Jokers) -> tuple[list[int], dict[str, str]]:
    """Frame tiles for the jokers and what they stand for."""
    named = dict(zip(FRAMES, jokers, strict=False))
    tiles = [kind for kind, (_, number) in named.items() for _ in range(number)]
    return tiles, {FRAMES[kind]: leaves_text(leaves) for kind, (leaves, _) in named.items()}


@pytest.mark.parametrize(("number", "times"), [(1, 300), (2, 200), (3, 100)])
def test_narrow_jokers(number: int, times: int) -> None:
    rng = Random(f"narrow, {number}")
    some = 0
    for _ in range(many(times)):
        hand, jokers = narrow_hand(rng, number)
        tiles, frames = frames_of(jokers)
        found = [seen(reading) for reading in mj.decompose(make_hand(hand, tiles), jokers=frames)]
        assert not twice(found)
        assert set(found) == by_assignment(hand, jokers), (hand, jokers)
        some += bool(found)
    assert some >= many(times) // 2


@pytest.mark.parametrize(("number", "times"), [(4, 40), (5, 25), (6, 12), (7, 6)])
def test_many_narrow_jokers(number: int, times: int) -> None:
    """Of the readings with as many universal ones, those that some matching of jokers and tiles allows."""
    rng = Random(f"narrow, {number}")
    for _ in range(many(times)):
        hand, jokers = narrow_hand(rng, number)
        tiles, frames = frames_of(jokers)
        found = {seen(reading) for reading in mj.decompose(make_hand(hand, tiles), jokers=frames)}
        every = {seen(reading) for reading in readings(hand, number)}
        assert found == {reading for reading in every if served(lacking(reading.jokers), jokers) == number}


def lacking(kinds: Iterable[int]) -> list[int]:
    """How many there are in each leaf."""
    leaves = Counter(map(leaf_of, kinds))
    return [leaves[leaf] for leaf in range(5)]


# Wild tiles with a face


def turned_up(rng: Random, most: int = 3) -> tuple[Natural, list[int]]:
    """Tiles as printed, and kinds of which some tiles are held: they are wild."""
    while True:
        hand = MAKERS[rng.choice(list(MAKERS))](rng)
        kept = tiles_of(hand.counts)
        kinds = rng.sample(range(KINDS), rng.choice((1, 1, 2, 5)))
        for wild in rng.choices(kinds, k=rng.choice((0, 0, 1, 2))):
            # in place of another tile
            kept[rng.randrange(len(kept))] = wild
        printed = Natural(count(kept), hand.melds)
        if max(copies_held(printed)) <= 4 and 1 <= sum(printed.counts[kind] for kind in kinds) <= most:
            return printed, kinds


def test_faces() -> None:
    rng = Random("faces")
    natural = acting = 0
    for _ in range(many(80)):
        printed, kinds = turned_up(rng)
        faces = [printed.counts[kind] if kind in kinds else 0 for kind in range(KINDS)]
        hand = printed._replace(counts=tuple(a - b for a, b in zip(printed.counts, faces, strict=True)))
        wild = tiles_text(sorted(kinds))
        expected = by_assignment(hand, [(31, sum(faces))])
        found = [seen(reading) for reading in mj.decompose(make_hand(printed), wild=wild)]
        assert Counter(found) == Counter(
            reading._replace(jokers=natural_use(reading.jokers, faces)[1]) for reading in expected
        )
        always = [seen(reading) for reading in mj.decompose(make_hand(printed), wild=wild, natural=False)]
        assert not twice(always)
        assert set(always) == expected
        # without any wild tile that acts: the readings of what is printed
        assert {reading for reading in found if not reading.jokers} == {
            seen(reading) for reading in mj.decompose(make_hand(printed))
        }
        natural += any(not reading.jokers for reading in found)
        acting += any(reading.jokers for reading in found)
    assert natural > 4
    assert acting > 4


def test_faces_beside_other_jokers() -> None:
    """As many of them as possible stand as themselves, so that the narrow ones can still stand for the rest."""
    rng = Random("faces and frames")
    for _ in range(many(40)):
        printed, kinds = turned_up(rng, 2)
        faces = [printed.counts[kind] if kind in kinds else 0 for kind in range(KINDS)]
        kept = [kind for kind in tiles_of(printed.counts) if kind not in kinds]
        if not kept:
            continue
        kept.remove(rng.choice(kept))
        hand = printed._replace(counts=count(kept))
        jokers = [(rng.choice(rng.choice(FAMILIES)), 1)]
        tiles, frames = frames_of(jokers)
        own = [kind for kind in range(KINDS) for _ in range(faces[kind])]
        both = Natural(count([*kept, *own]), printed.melds)
        options = {"jokers": frames, "wild": tiles_text(sorted(kinds))}
        found = {seen(reading) for reading in mj.decompose(make_hand(both, tiles), natural=False, **options)}
        assert found == by_assignment(hand, [*jokers, (31, len(own))])
        least = Counter(
            (reading[:4], fewest_acting(reading.jokers, faces, [*jokers, (31, len(own))])) for reading in found
        )
        assert least == Counter(
            (seen(reading)[:4], len(reading.jokers))
            for reading in mj.decompose(make_hand(both, tiles), **options)
        )


def fewest_acting(missing: Sequence[int], faces: Sequence[int], jokers: Jokers) -> int:
    """How many jokers must stand for another kind, over all choices of those that do not."""
    own = [kind for kind in missing if faces[kind]]
    best = len(missing)
    for number in range(1, len(own) + 1):
        for chosen in combinations(own, number):
            if all(chosen.count(kind) <= faces[kind] for kind in chosen):
                rest = list(missing)
                for kind in chosen:
                    rest.remove(kind)
                left = [*jokers[:-1], (31, jokers[-1][1] - number)]
                if served(lacking(rest), left) == len(rest):
                    best = min(best, len(rest))
    return best


@pytest.mark.parametrize("natural", [True, False])
def test_universal_for_some_kinds(natural: bool) -> None:
    rng = Random(f"some kinds, {natural}")
    for _ in range(many(60)):
        printed, kinds = turned_up(rng)
        some = rng.choice((range(27), HONOURS, range(1, 8), rng.sample(range(KINDS), 20)))
        found = mj.decompose(
            make_hand(printed), wild=tiles_text(sorted(kinds)), natural=natural, universal=tiles_text(sorted(some))
        )
        every = mj.decompose(make_hand(printed), wild=tiles_text(sorted(kinds)), natural=natural)
        # what stands as itself need not be among them
        assert list(found) == [r for r in every if {mj.Tile(text).kind for text in r.jokers} <= set(some)]


# The winning tile


def places_by_assignment(hand: Natural, jokers: Jokers, winner: int) -> dict[Seen, set[int | str]]:
    """Where the winning tile can stand if it is a joker of these leaves, one of `jokers`."""
    found: dict[Seen, set[int | str]] = {}
    rest = [(leaves, number - (leaves == winner)) for leaves, number in jokers]
    caps = caps_beside(hand)
    for kind in kinds_of(winner):
        own = hand._replace(counts=count([*tiles_of(hand.counts), kind]))
        for kinds in assignments(own.counts, rest, caps, all_used=True) if own.counts[kind] <= caps[kind] else ():
            meant = own._replace(counts=count([*tiles_of(own.counts), *kinds]))
            for reading in mj.decompose(make_hand(meant), kind):
                found.setdefault(seen(reading, [*kinds, kind]), set()).update(reading.places)
    return found


def test_a_natural_winning_tile() -> None:
    rng = Random("natural winner")
    for _ in range(many(100)):
        hand = any_with_jokers(rng, 2)
        if not sum(hand.counts):
            continue
        win = rng.choice(tiles_of(hand.counts))
        found = readings(hand, 2, win=win)
        assert [reading.places == () for reading in readings(hand, 2)] == [True] * len(found)
        for reading in found:
            own = mj.Tile(win)
            sets = [place for place, text in enumerate(reading.sets[: reading.concealed]) if holds(text, own)]
            assert [place for place in reading.places if isinstance(place, int)] == sets
            assert ("pair" in reading.places) == holds(reading.pair, own)
        before = list(hand.counts)
        before[win] -= 1
        if sum(before):
            assert readings(hand._replace(counts=tuple(before)), 2, win=win) == found


def holds(text: str, tile: mj.Tile) -> bool:
    return bool(text) and tile.kind in parse_tiles(text)


@pytest.mark.parametrize(("number", "times"), [(1, 150), (2, 100), (3, 15)])
def test_a_joker_as_winning_tile(number: int, times: int) -> None:
    rng = Random(f"joker as winner, {number}")
    for _ in range(many(times)):
        hand, jokers = narrow_hand(rng, number)
        tiles, frames = frames_of(jokers)
        place = rng.randrange(len(jokers))
        win = list(FRAMES)[place]
        found = mj.decompose(make_hand(hand, tiles), win, jokers=frames)
        expected = places_by_assignment(hand, jokers, jokers[place][0])
        assert {seen(reading): set(reading.places) for reading in found} == expected, (hand, jokers, win)


def test_a_wild_tile_as_winning_tile() -> None:
    # it stands as itself
    [reading] = mj.decompose("46m5m11z", "5m", wild="5m", forms="standard")[:1]
    assert (reading.sets, reading.places, reading.jokers) == (("456m",), (0,), ())
    # one of two 5m does: the winning one or the other
    found = {(r.sets, r.pair): (r.places, r.jokers) for r in mj.decompose("46m55m1z", "5m", wild="5m")}
    assert found[("456m",), "11z"] == ((0, "pair"), ("1z",))
    always = {(r.sets, r.pair): r for r in mj.decompose("46m55m1z", "5m", wild="5m", natural=False)}
    assert always[("456m",), "11z"].jokers == ("5m", "1z")
    assert always[("456m",), "11z"].places == (0, "pair")
    # a joker without a face is what no 5m is
    found = {(r.sets, r.pair): (r.places, r.jokers) for r in mj.decompose("46m5m1z0j", "0j", wild="5m")}
    assert found[("456m",), "11z"] == (("pair",), ("1z",))


# Refusals


@pytest.mark.parametrize(
    ("hand", "options", "says"),
    [
        ("12m33p{he}", {}, r"\{he\}: say what it stands for, such as jokers=\{'he': "),
        ("12m33p{he}", {"jokers": {"zong": NUMBERS}}, r"\{he\}: say what"),
        ("12m33p{he}", {"jokers": {"he": "12z"}}, r"\{he\} stands for part of"),
        ("12m33p{he}", {"jokers": {"he": "1f"}}, r"jokers: \{he\}: 1f can not be meant"),
        ("12m33p{he}", {"jokers": {"he": ""}}, ""),
        ("12m33p{he}", {"jokers": {"he": None}}, ""),
        ("12m33p{he}", {"jokers": {"ho": "1z"}}, "the name of a tile"),
        ("12m33p{he}", {"jokers": {"5m": "1z"}}, "jokers: 5m is no joker"),
        ("12m33p{he}", {"jokers": {99: "1z"}}, "99 is no tile"),
        ("12m33p{he}", {"jokers": ["he"]}, "a dict such as .* expected; got list"),
        ("12m33p{he}", {"jokers": "he"}, "a dict such as .* expected; got str"),
        ("12m3p{he}{xi}", {"jokers": {"he": "1234567z", "xi": "123456789m1234z"}}, "overlap"),
        ("12m3p{he}5m", {"jokers": {"he": "1234567z"}, "wild": "5m", "universal": "1m5z"}, "overlap"),
        ("12m3p{he}5m", {"jokers": {"he": "1234567z"}, "wild": "5m", "universal": "1m"}, "universal: the kinds of"),
        ("12m335m", {"wild": "1f"}, "wild: 1f can not be meant"),
        ("12m335m", {"wild": ""}, ""),
        ("12m335m", {"wild": 5}, ""),
        ("12m335m", {"universal": "0j"}, "universal: 0j can not"),
        ("12m33p0j", {"win": "5m"}, "not one of its concealed tiles"),
        ("12m33p0j", {"win": "1f"}, "winning tile must be"),
        ("12m33p1f", {}, "flowers"),
        ("12m33p{dabai}", {}, "big whites"),
        ("00000000j{huang1}5m{hou1}", {"forms": "standard"}, "limit=200000"),
        ("00000j", {"limit": 1835}, "1836 readings; limit=1835"),
        ("000000j[000j1z<]", {}, ""),
        ("0j", {}, "name the winning tile"),
        ("000j", {}, "3 concealed tiles"),
        ("00000000j12m", {"win": "0j"}, "ninth copy"),
    ],
)
def test_refused(hand: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(MahjongError, match=says or None):
        mj.decompose(hand, **options)


def test_as_many_jokers_as_can_be() -> None:
    """Too many readings to list, said in little time."""
    jokers = "00000000j" + "{huang1}" * 8
    for hand in (jokers + "1m", jokers[:-8] + "12m"):
        with pytest.raises(HandError, match=r"more than \d+ readings"):
            mj.decompose(hand)


def test_names_of_jokers() -> None:
    expected = mj.decompose("12m33p{he}", jokers={"he": "123456789m"})
    assert expected
    for name in ("{he}", mj.Tile("{he}"), 51):
        assert mj.decompose("12m33p{he}", jokers={name: [*range(9)]}) == expected
    every = NUMBERS + "1234567z"
    for tile in ("0j", "{caishen}", "{mao}", "{huang1}", "{hou4}"):
        assert mj.decompose(f"12m33p{tile}") == mj.decompose("12m33p0j")
        assert mj.decompose(f"12m33p{tile}", jokers={tile: "1234567z"}) == ()
    assert mj.decompose("12m33p{hua}", jokers={"hua": every}) == mj.decompose("12m33p0j")
    # two names for the same
    assert mj.decompose("12m3p{he}{xi}", jokers={"he": NUMBERS, "xi": NUMBERS}) == mj.decompose(
        "12m3p{he}{he}", jokers={"he": NUMBERS}
    )
