"""The plain twin of shanten, acceptance, waits and discards is right: against the published cases, against
independent packages, and each of its methods against another one.

MJCORE_LONG=1 takes forty times as many random hands.
"""

from __future__ import annotations

import doctest
import importlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import hand_recipes
from hand_recipes import FULL_SIZES, READY_SIZES, SANMA, SIZES, melds_beside, mixture
from reference import distance as twin
from reference import joker_hands as jokers
from reference.distance import FAR, FORMS, SETS, accepted, discards, distance, is_win, mask, nearest, shanten, waits
from reference.facts import HONOURS, KINDS, TERMINALS, botzone, count
from reference.hand import KNITTED_PATTERNS, readings
from reference.hand import waits as plain_waits
from reference.splits import complete_suits

SHARED = os.environ.get("MJCORE_SHARED")
LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
MORE = 40 if LONG else 1

RIICHI = ("standard", "seven_pairs", "thirteen_orphans")
# those that reference.hand reads
READ_FORMS = tuple(form for form in FORMS if form != "pairs_and_set")
# a case's field -> forms and options
FIELDS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "std": (("standard",), {}),
    "sp": (("seven_pairs",), {}),
    "sp4": (("seven_pairs",), {"quads": True}),
    "to": (("thirteen_orphans",), {}),
    "hk": (("greater_knitted", "lesser_knitted"), {}),
    "hk7": (("greater_knitted",), {}),
    "ks": (("knitted_straight",), {}),
    "all3": (RIICHI, {}),
}


# The published cases


@cache
def cases() -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = json.loads((Path(SHARED or "") / "cases" / "shanten.json").read_text())["hands"]
    assert len(hands) >= 600
    return hands


def caps_of(melds: Iterable[int]) -> list[int]:
    """k is a pung of the kind, 100 + k a chow from it."""
    caps = [4] * KINDS
    for meld in melds:
        for kind in [meld] * 3 if meld < 100 else range(meld - 100, meld - 97):
            caps[kind] -= 1
    return caps


with_cases = pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")


@with_cases
@pytest.mark.parametrize("field", FIELDS)
def test_cases(field: str) -> None:
    forms, options = FIELDS[field]
    seen: Counter[str] = Counter()
    for case in cases():
        if field in case:
            assert shanten(case["counts"], forms, **options) == case[field], case
            seen[field] += 1
        if f"accept_{field}" in case:
            assert sorted(accepted(case["counts"], forms, **options)) == case[f"accept_{field}"], case
            seen["accept"] += 1
    assert min(seen[field], 2 * seen["accept"]) >= 90


@with_cases
def test_discards_of_cases() -> None:
    stated = [case for case in cases() if "discards" in case]
    for case in stated:
        found = discards(case["counts"], ["standard"])
        assert {str(kind): [after, *sorted(kinds)] for kind, (after, kinds) in found.items()} == case["discards"]
    assert len(stated) >= 290


@with_cases
def test_strict_cases() -> None:
    stated = [case for case in cases() if "strict" in case]
    for case in stated:
        caps = caps_of(case["strict"]["melds"])
        assert shanten(case["counts"], ["standard"], caps=caps) == case["strict"]["std"], case
        if "accept" in case["strict"]:
            assert sorted(accepted(case["counts"], ["standard"], caps=caps)) == case["strict"]["accept"], case
        assert case.get("strict_differs", False) == (case["strict"]["std"] != case["std"])
    assert len(stated) >= 190


# Two methods for a suit, three for a hand


def test_enumerated_suits_are_those_of_the_table() -> None:
    rng = Random(1)
    table = twin.all_suit_vectors(5)
    assert table.shape == (5**9, 12)
    for _ in range(300 * MORE):
        pattern = tuple(rng.choice((0, 0, 1, 1, 2, 3, 4)) for _ in range(9))
        [row] = twin.pattern_rows(np.array([pattern]))
        assert table[row].tolist() == twin.suit_vector(pattern, [4] * 9, True, 5), pattern
    for kinds, chows, copies in ((7, False, 4), (9, True, 2), (4, True, 5)):
        table = twin.vector_table(kinds, chows, 3, copies)
        for row in rng.choices(range(len(table)), k=300 * MORE):
            pattern = tuple(row // (copies + 1) ** (kinds - 1 - rank) % (copies + 1) for rank in range(kinds))
            assert table[row].tolist() == twin.suit_vector(pattern, [copies] * kinds, chows, 3), pattern


def test_zeros_of_the_table_are_the_complete_suits() -> None:
    table = twin.all_suit_vectors(4)
    known = complete_suits(4)
    rows = np.arange(5**9)
    tiles = sum(rows // 5**rank % 5 for rank in range(9))
    for pairs, sets in product((0, 1), range(5)):
        complete = rows[(table[:, 6 * pairs + sets] == 0) & (tiles == 3 * sets + 2 * pairs)]
        patterns = {tuple(int(row) // 5 ** (8 - rank) % 5 for rank in range(9)) for row in complete}
        assert patterns == {
            counts
            for counts, found in known.items()
            if any((len(each.sets), each.pair is not None) == (sets, bool(pairs)) for each in found)
        }
    assert (table[:, [5, 11]] == FAR).all()


@pytest.mark.parametrize("tiles", SIZES)
def test_tables_and_loops_agree(tiles: int) -> None:
    hands = mixture(tiles, 90 * MORE, [tiles])
    batch = twin.standard_distances(np.array(hands), tiles // 3)
    assert batch.tolist() == [distance(hand, "standard", tiles // 3) for hand in hands]
    masks = twin.standard_accepted(np.array(hands), tiles // 3)
    assert masks.tolist() == [mask(accepted(hand, ["standard"])) for hand in hands]


# hand_speed: a million hands of 14 tiles each, from shanten -1 on
HISTOGRAMS = {
    "normal": ("2 581 20021 166450 407739 299170 93456 12067 515", "2 663 23401 194606 439331 285550 54837 1610"),
    "half": ("152 12752 145411 422476 341828 73442 3933 6", "210 19554 213059 477373 258312 31311 181 0"),
    "full": ("115999 786763 96150 1088", "117278 803822 78900"),
}


@pytest.mark.parametrize("name", HISTOGRAMS)
def test_histograms(name: str) -> None:
    number = 100_000 * MORE
    hands = hand_recipes.BATCHES[name](number, seed=11)
    assert (hands.sum(axis=1) == 14).all()
    assert hands.max() == 4
    best = twin.standard_distances(hands, 4).astype(int)
    orphans = [*TERMINALS, *HONOURS]
    kinds = (hands >= 1).sum(axis=1)
    pairs = 7 - (hands >= 2).sum(axis=1) + np.maximum(0, 7 - kinds)
    thirteen = 14 - (hands[:, orphans] >= 1).sum(axis=1) - (hands[:, orphans] >= 2).any(axis=1)
    for forms, known in zip((best, np.minimum(np.minimum(best, pairs), thirteen)), HISTOGRAMS[name], strict=True):
        expected = np.array(known.split(), float) * number / 1e6
        found = np.bincount(forms, minlength=len(expected))
        # both are samples; more than five standard errors do not happen
        errors = np.abs(found[: len(expected)] - expected) / np.sqrt(expected * (1 + number / 1e6) + 1)
        assert found[len(expected) :].sum() <= 5
        assert errors.max() < 5, (found, expected)
    # the formulas above are those of the twin
    for hand, two, three in zip(hands[:200].tolist(), pairs.tolist(), thirteen.tolist(), strict=False):
        assert distance(hand, "seven_pairs", 4) == two
        assert distance(hand, "thirteen_orphans", 4) == three


# Whole targets, for every form


@cache
def sums_of_sets(sets: int) -> list[tuple[int, ...]]:
    chosen = combinations_with_replacement(SETS, sets)
    return [count([tile for each in some for tile in each.tiles]) for some in chosen]


def whole_targets(form: str, sets: int, caps: Sequence[int], quads: bool) -> np.ndarray[Any, Any]:
    """All targets of a form, each as 34 counts within the caps."""
    ones = np.eye(KINDS, dtype=np.int8)
    if form == "standard":
        found = (np.array(sums_of_sets(sets), np.int8)[:, None] + 2 * ones).reshape(-1, KINDS)
    elif form == "knitted_straight":
        found = (np.array(sums_of_sets(sets - 3), np.int8)[:, None] + 2 * ones).reshape(-1, KINDS)
        nine = np.array([count(pattern) for pattern in KNITTED_PATTERNS], np.int8)
        found = (found[:, None] + nine).reshape(-1, KINDS)
    elif form in ("seven_pairs", "pairs_and_set"):
        kinds = [kind for kind in range(KINDS) if caps[kind]]
        sevens = combinations_with_replacement(kinds, 7) if quads else combinations(kinds, 7)
        found = np.array([count([*pairs, *pairs]) for pairs in sevens], np.int8).reshape(-1, KINDS)
        if form == "pairs_and_set":
            found = (found[:, None] + np.array(sums_of_sets(1), np.int8)).reshape(-1, KINDS)
    elif form == "thirteen_orphans":
        orphans = [*TERMINALS, *HONOURS]
        found = np.array([count([*orphans, pair]) for pair in orphans], np.int8)
    else:
        sixteen = [[*HONOURS, *pattern] for pattern in KNITTED_PATTERNS]
        chosen = [kinds for each in sixteen for kinds in combinations(each, 14)]
        greater = form == "greater_knitted"
        found = np.array([count(kinds) for kinds in chosen if (set(HONOURS) <= set(kinds)) == greater], np.int8)
    return found[(found <= np.array(caps)).all(axis=1)]


def random_caps(rng: Random) -> list[int]:
    if rng.random() < 0.2:
        return [4] * KINDS
    return [rng.choice((4, 4, 4, 3, 3, 2, 1, 0) if rng.random() < 0.5 else (4,)) for _ in range(KINDS)]


@pytest.mark.parametrize(
    ("form", "sets"),
    [
        *(("standard", sets) for sets in range(3)),
        *(("knitted_straight", sets) for sets in (3, 4)),
        *((form, 5 if form == "pairs_and_set" else 4) for form in FORMS[2:]),
    ],
)
def test_forms_are_their_targets(form: str, sets: int) -> None:
    rng = Random(f"{form} {sets}")
    impossible = 0
    for number in range(12):
        quads, caps = bool(number % 2), random_caps(rng)
        if form in ("seven_pairs", "pairs_and_set"):
            # few kinds, or there would be too many targets
            there: Sequence[int] = rng.sample(range(KINDS), rng.choice((6, 8, 9) if quads else (6, 10)))
            if form == "pairs_and_set":
                low = rng.choice((0, 9, 18))
                there = [*range(low, low + 5), *rng.sample(range(27, KINDS), 2 if quads else 3)]
        else:
            there = SANMA if rng.random() < 0.2 else range(KINDS)
        exists = mask(there)
        most = [cap * (exists >> kind & 1) for kind, cap in enumerate(caps)]
        targets = whole_targets(form, sets, most, quads)
        for hand in mixture(number, 15, [3 * sets + 1, 3 * sets + 2]):
            missing = np.maximum(targets - np.array(hand, np.int8), 0).sum(axis=1)
            expected = int(missing.min()) if len(missing) else None
            assert distance(hand, form, sets, exists=exists, caps=caps, quads=quads) == expected, (hand, caps, there)
            impossible += expected is None
    assert form in ("standard", "knitted_straight") or impossible, "no case without a target"


def test_a_fifth_copy_beside_the_knitted_tiles() -> None:
    """With five sets, two sets and the pair may ask for four of a kind that the pattern has a copy of."""
    hand = count([*KNITTED_PATTERNS[0], 0, 0, 0, 0, 1, 2, 9, 9])
    assert distance(hand, "knitted_straight", 5) == 1
    assert distance(hand, "knitted_straight", 5, caps=[5] * KINDS) == 0


def test_forms_for_other_hands_only() -> None:
    hand = count([*range(14)])
    for form in FORMS[2:]:
        assert distance(hand, form, 3) is None
        assert distance(hand, form, 5 if form == "pairs_and_set" else 4, melds=1) is None
    assert distance(hand, "knitted_straight", 2) is None
    assert shanten(hand, ["pairs_and_set"]) == FAR
    # without honours there are neither orphans nor knitted honours, and no seven pairs of six kinds
    assert all(distance(hand, form, 4, exists=mask(range(27))) is None for form in FORMS[4:])
    assert distance(hand, "seven_pairs", 4, exists=mask(range(6))) is None
    assert distance(hand, "seven_pairs", 4, exists=mask(range(6)), quads=True) == 8


# Waits and wins against the twin of the decomposition


def test_waits_and_wins() -> None:
    rng = Random(2)
    seen: Counter[str] = Counter()
    for hand in mixture(20, 120 * MORE, READY_SIZES):
        melds = melds_beside(rng, hand, rng.randrange(5 - sum(hand) // 3) if sum(hand) < 13 else 0)
        melded = count(kind for meld in melds for kind in meld.tiles)
        forms = ("standard", "seven_pairs")
        options: dict[str, Any] = {"quads": True, "melds": len(melds), "caps": hand_recipes.caps_beside(melds)}
        structural = waits(hand, forms, **options)
        available = waits(hand, forms, available=True, **options)
        assert structural == set(plain_waits(hand)), hand
        assert available == set(plain_waits(hand, melded, available=True)), hand
        there = shanten(hand, forms, **options) == 0
        assert available == (accepted(hand, forms, **options) if there else set()), hand
        seen["waits"] += bool(structural)
        seen["not available"] += structural != available
    assert seen["waits"] > 40
    assert seen["not available"] > 4
    won = 0
    for hand in mixture(21, 80 * MORE, FULL_SIZES[1:]):
        win = is_win(hand, READ_FORMS, quads=True)
        assert win == bool(readings(hand)), hand
        won += win
    assert won > 5


def test_one_tile_is_at_most_one_step() -> None:
    forms = ("standard", "knitted_straight", "seven_pairs", "pairs_and_set")
    for hand in mixture(22, 40 * MORE):
        sets = sum(hand) // 3
        before = nearest(hand, forms, sets)
        useful = accepted(hand, forms)
        # suits in another order
        turned = (*hand[9:27], *hand[:9], *hand[27:])
        assert accepted(turned, forms) == {kind if kind >= 27 else (kind - 9) % 27 for kind in useful}
        for kind in range(KINDS):
            after = nearest(twin.drawn(hand, kind), forms, sets)
            assert after == before - (kind in useful)
            assert hand[kind] < 4 or kind not in useful


# Jokers


def random_types(rng: Random, number: int) -> list[tuple[int, int]]:
    """Types of a laminar family, so many jokers in all."""
    chosen = Counter(rng.choice((1, 2, 4, 7, 7, 8, 16, 24, 31, 31)) for _ in range(number))
    return sorted(chosen.items())


def without(rng: Random, hand: Sequence[int], number: int) -> list[int]:
    """The hand with so many of its tiles exchanged for jokers."""
    return list(hand_recipes.completed(rng, hand, sum(hand) - number))


def test_joker_distances() -> None:
    rng = Random(3)
    for whole in mixture(30, 15 * MORE):
        number = rng.choice((1, 1, 2)) if sum(whole) > 2 else 1
        hand, sets = without(rng, whole, number), sum(whole) // 3
        options = {"quads": rng.random() < 0.5, "exists": rng.choice((twin.ALL34, twin.ALL34, mask(SANMA)))}
        for stock in (number, random_types(rng, number)):
            found = jokers.distance_with(hand, stock, READ_FORMS, sets, **options)
            assert found == jokers.distance_by_assignment(hand, stock, READ_FORMS, sets, **options), (hand, stock)
        best = nearest(hand, READ_FORMS, sets, **options)
        assert jokers.distance_with(hand, number, READ_FORMS, sets, **options) == best - number * (best != FAR)


def test_joker_waits() -> None:
    rng = Random(4)
    seen = 0
    for whole in mixture(31, 15 * MORE, READY_SIZES[1:]):
        number = rng.choice((1, 2, 3))
        hand = without(rng, whole, number)
        for available in (False, True):
            found = jokers.joker_waits(hand, number, ["standard"], available=available)
            assert found == waits(hand, ["standard"], jokers=number, available=available)
            seen += bool(found)
        assert jokers.joker_accepted(hand, number, ["standard"]) == accepted(hand, ["standard"], jokers=number)
    assert seen > 5


def test_served_is_the_greatest_matching() -> None:
    rng = Random(5)

    def matched(missing: list[int], stock: list[int]) -> int:
        if not stock:
            return 0
        best = matched(missing, stock[1:])
        for leaf in range(5):
            if stock[0] >> leaf & 1 and missing[leaf]:
                fewer = [left - (leaf == place) for place, left in enumerate(missing)]
                best = max(best, 1 + matched(fewer, stock[1:]))
        return best

    for _ in range(200):
        # any masks at all, laminar or not
        stock = [rng.randrange(1, 32) for _ in range(rng.randrange(1, 5))]
        missing = [rng.choice((0, 0, 1, 2, 3)) for _ in range(5)]
        assert jokers.served(missing, [(leaves, 1) for leaves in stock]) == matched(missing, stock)


def test_joker_readings() -> None:
    rng = Random(6)
    for number, sets in product((1, 2, 3), (1, 4, 5)):
        for _ in range(MORE):
            hand = without(rng, hand_recipes.complete(rng, sets, rng.choice((range(KINDS), range(9)))), number)
            caps = hand_recipes.caps_beside(melds_beside(rng, hand, 1)) if rng.random() < 0.5 else None
            for stock in (number, random_types(rng, number)):
                brute = jokers.joker_readings(hand, stock, ["standard"], caps=caps)
                assert brute == jokers.readings_by_groups(hand, stock, caps=caps), (hand, stock, caps)
                assert bool(brute) == jokers.joker_is_win(hand, stock, ["standard"], caps=caps), (hand, stock, caps)


def test_special_forms_with_jokers() -> None:
    """There is a reading exactly if the hand is won, for every form."""
    rng = Random(7)
    seen: Counter[str] = Counter()
    for recipe, tiles, tried, form in (
        (hand_recipes.pairs_and_set, 17, 6, "pairs_and_set"),
        (hand_recipes.pairs, 14, 12, "seven_pairs"),
        (hand_recipes.orphans, 14, 30, "thirteen_orphans"),
        (hand_recipes.knitted, 14, 30, "knitted_straight"),
        (hand_recipes.knitted, 14, 30, "greater_knitted"),
        (hand_recipes.knitted, 14, 30, "lesser_knitted"),
    ):
        for _ in range(tried * MORE):
            hand = without(rng, recipe(rng, tiles), 2)
            stocks: list[jokers.Jokers] = [2, random_types(rng, 2)]
            for stock, quads in product(stocks, (False, True)):
                won = jokers.joker_is_win(hand, stock, [form], quads=quads)
                if won or rng.random() < 0.02:
                    found = jokers.joker_readings(hand, stock, [form], quads=quads)
                    assert bool(found) == won, (form, hand, stock)
                    assert {reading.form for reading in found} <= {form}
                    seen[form] += won
    assert all(seen[form] for form in FORMS[1:]), seen
    quad = count([*[0] * 4, *range(9, 14), *range(9, 14), *[30] * 3])
    for quads in (False, True):
        assert jokers.joker_is_win(quad, 0, ["pairs_and_set"], quads=quads) == quads
        assert bool(jokers.joker_readings(quad, 0, ["pairs_and_set"], quads=quads)) == quads


def test_more_jokers_by_fixing_one() -> None:
    rng = Random(8)
    for number in (3, 4, 5):
        hand = without(rng, hand_recipes.complete(rng, 3, range(9)), number)
        by_one = set()
        for kind in range(KINDS):
            if hand[kind] < 4:
                for reading in jokers.readings_by_groups(twin.drawn(hand, kind), number - 1):
                    by_one.add(reading._replace(jokers=tuple(sorted((*reading.jokers, kind)))))
        assert jokers.readings_by_groups(hand, number) == by_one


def test_natural_use() -> None:
    rng = Random(9)
    natural = 0
    for _ in range(5 * MORE):
        whole = hand_recipes.complete(rng, 4, rng.choice((range(KINDS), range(9))))
        hand = without(rng, whole, rng.choice((1, 2)))
        faces = [before - after for before, after in zip(whole, hand, strict=True)]
        if rng.random() < 0.3:
            faces = [*faces[1:], faces[0]]
        printed = [a + b for a, b in zip(hand, faces, strict=True)]
        found = jokers.wild_readings(hand, faces, ["standard", "seven_pairs"])
        for each in found:
            assert sorted((*each.themselves, *each.acting)) == list(each.reading.jokers)
            assert all(each.themselves.count(kind) <= faces[kind] for kind in each.themselves)
        unused = {each.reading._replace(jokers=()) for each in found if not each.acting}
        expected = set()
        if max(printed) <= 4:
            expected = jokers.joker_readings(printed, 0, ["standard", "seven_pairs"])
        assert unused == expected
        natural += bool(unused)
    assert natural > 1


# Independent packages, those that are installed


def oracle_hands(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    return mixture(40, 100 * MORE, [*sizes, *[size for size in (13, 14) if size in sizes] * 4])


def riichi_forms(hand: Sequence[int]) -> tuple[str, ...]:
    return RIICHI if sum(hand) >= 13 else RIICHI[:1]


def test_agrees_with_mahjong() -> None:
    calculator = pytest.importorskip("mahjong.shanten").Shanten()
    for hand in oracle_hands([size for size in SIZES if size <= 14]):
        assert calculator.calculate_shanten_for_regular_hand(list(hand)) == shanten(hand, ["standard"]), hand
        assert calculator.calculate_shanten(list(hand)) == shanten(hand, riichi_forms(hand)), hand


def test_agrees_with_riichienv() -> None:
    package = pytest.importorskip("riichienv")
    sanma = 0
    for hand in oracle_hands([size for size in SIZES if size <= 14]):
        tiles = [4 * kind + copy for kind in range(KINDS) for copy in range(hand[kind])]
        assert package.calculate_shanten(tiles) == shanten(hand, riichi_forms(hand)), hand
        if not any(hand[1:8]):
            exists = mask(SANMA)
            assert package.calculate_shanten_3p(tiles) == shanten(hand, riichi_forms(hand), exists=exists), hand
            sanma += 1
    assert sanma > 50


def test_agrees_with_pymahjonggb() -> None:
    """PyMahjongGB sets no limit to the copies of a kind in sets and a pair, as if there were a fifth, and may
    name kinds of which four are held. Its seven pairs take four equal tiles as two pairs."""
    package = pytest.importorskip("MahjongGB")
    kinds = {botzone(kind): kind for kind in range(KINDS)}
    asked = [
        (package.RegularShanten, FORMS[:1]),
        (package.KnittedStraightShanten, ("knitted_straight",)),
        (package.SevenPairsShanten, ("seven_pairs",)),
        (package.ThirteenOrphansShanten, ("thirteen_orphans",)),
        (package.HonorsAndKnittedTilesShanten, FORMS[5:]),
    ]
    differs = 0
    for hand in oracle_hands([size for size in READY_SIZES if size <= 13]):
        tiles = tuple(botzone(kind) for kind in range(KINDS) for _ in range(hand[kind]))
        for function, forms in asked if sum(hand) == 13 else asked[:1]:
            # four equal tiles are two pairs, but no six
            caps = [4 if "seven_pairs" in forms else 5] * KINDS
            value, useful = function(tiles)
            assert value == shanten(hand, forms, caps=caps, quads=True), (hand, forms)
            named = {kinds[tile] for tile in useful if hand[kinds[tile]] < 4}
            assert named == {kind for kind in accepted(hand, forms, caps=caps, quads=True) if hand[kind] < 4}
            differs += value != shanten(hand, forms, quads=True)
    assert differs


@pytest.mark.parametrize("name", ["hand_recipes", "reference.distance", "reference.joker_hands"])
def test_examples(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed
