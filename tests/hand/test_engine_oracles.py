"""The hand engine against independent programs, and against figures that were published.

Packages: riichienv, mahjong (the extra "oracles") and PyMahjongGB; tests of those that are not installed are skipped.
MJCORE_LONG=1 takes ten times as many hands, and a million for the figures.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_cases import ENGINES, FORM_SETS, LONG, MORE, TILE_SETS, hands_of
from hand_recipes import BATCHES, READY_SIZES, SIZES, melds_beside, mixture, normal_batch
from reference import distance as twin
from reference.distance import KINDS, mask
from reference.facts import PlainMeld, botzone
from reference.many_hands import MCR, Hands

SHARED = os.environ.get("MJCORE_SHARED")
OF_13 = [tiles for tiles in SIZES if tiles <= 14]
BOTZONE = {botzone(kind): kind for kind in range(KINDS)}


# Figures of a million hands of 14 tiles on which four independent programs agree: how many of each shanten from -1 on

ROWS = 1_000_000
PUBLISHED = {
    ("normal", "standard"): (1, 581, 20021, 166450, 407739, 299170, 93456, 12067, 515),
    ("normal", "riichi"): (2, 663, 23401, 194606, 439331, 285550, 54837, 1610),
    ("half", "standard"): (152, 12752, 145411, 422476, 341828, 73442, 3933, 6),
    ("half", "riichi"): (210, 19554, 213059, 477373, 258312, 31311, 181, 0),
    ("full", "standard"): (115999, 786763, 96150, 1088),
    ("full", "riichi"): (117278, 803822, 78900),
}
# of the best of three forms (tomohxx), and of the standard form
MEANS = {"riichi": 3.1559, "standard": 3.32}
NUMBER = ROWS if LONG else 200_000


@pytest.mark.parametrize("tiles", BATCHES)
@pytest.mark.parametrize("name", ["standard", "riichi"])
def test_histograms(name: str, tiles: str) -> None:
    """Each bar within five standard deviations of the difference of two such samples."""
    published = np.array(PUBLISHED[tiles, name])
    assert published.sum() == ROWS
    shanten = mj.batch.shanten(BATCHES[tiles](NUMBER), ENGINES[name], threads=2)
    # the last bar is of hands that are so far or farther: eight is very rare
    found = np.bincount(np.minimum(shanten + 1, len(published) - 1), minlength=len(published))
    print(f"{tiles} {name}: {found.tolist()} of {NUMBER}")
    share = (published + found) / (ROWS + NUMBER)
    deviation = np.sqrt(np.maximum(share, 3 / ROWS) * (1 - share) * (1 / ROWS + 1 / NUMBER))
    assert (np.abs(found / NUMBER - published / ROWS) <= 5 * deviation).all(), found.tolist()


@pytest.mark.parametrize("name", MEANS)
def test_means(name: str) -> None:
    shanten = mj.batch.shanten(normal_batch(NUMBER, seed=4), ENGINES[name])
    mean, deviation = float(shanten.mean()), float(shanten.std()) / NUMBER**0.5
    print(f"{name}: {mean:.4f} of {NUMBER}, deviation {deviation:.4f}")
    rounding = 0.005 if name == "standard" else 0.00005
    assert abs(mean - MEANS[name]) < 5 * deviation + rounding


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
def test_shared_cases_in_a_batch() -> None:
    """The worked cases, which `mjcore check` runs one by one, in one go for every form."""
    data = json.loads((Path(SHARED or "") / "cases" / "shanten.json").read_text("utf-8"))
    fields = {"std": "standard", "all3": "riichi", "sp": "seven_pairs", "sp4": "quad pairs", "to": "thirteen_orphans",
              "hk": "knitted", "hk7": "greater_knitted", "ks": "knitted_straight"}  # fmt: skip
    for field, name in fields.items():
        cases = [case for case in data["hands"] if field in case]
        hands = np.array([case["counts"] for case in cases], np.uint8)
        found = mj.batch.acceptance(hands, ENGINES[name])
        assert found.shanten.tolist() == [case[field] for case in cases]
        for case, accepted in zip(cases, found.accepted.tolist(), strict=True):
            assert mask(case.get(f"accept_{field}", ())) in (accepted, 0), case["id"]
        assert len(cases) > 90


# Riichi


def tiles_136(hand: Sequence[int]) -> list[int]:
    return [4 * kind + copy for kind in range(KINDS) for copy in range(hand[kind])]


def riichi(hands: Hands, **options: Any) -> list[int]:
    """Seven pairs and orphans for hands of 13 and 14 tiles."""
    return mj.batch.shanten(hands, **options).tolist()


@pytest.mark.parametrize("tiles", OF_13)
def test_riichienv(tiles: int) -> None:
    package = pytest.importorskip("riichienv")
    hands = hands_of(50, 1_500 if tiles < 13 else 6_000, tiles)
    assert riichi(hands) == [package.calculate_shanten(tiles_136(hand)) for hand in hands.tolist()]
    three = hands_of(51, 3_000, tiles)
    three[:, 1:8] = 0
    three = three[np.isin(three.sum(axis=1), OF_13)]
    engine = mj.HandEngine(tiles=TILE_SETS["sanma"])
    assert riichi(three, rules=engine) == [package.calculate_shanten_3p(tiles_136(hand)) for hand in three.tolist()]
    assert len(three) > 1_000 * MORE


@pytest.mark.parametrize("tiles", OF_13)
def test_mahjong(tiles: int) -> None:
    calculator = pytest.importorskip("mahjong.shanten").Shanten()
    hands = hands_of(52, 250 if tiles < 13 else 1_200, tiles)
    assert riichi(hands) == [calculator.calculate_shanten(hand) for hand in hands.tolist()]
    standard = mj.batch.shanten(hands, ENGINES["standard"]).tolist()
    assert standard == [calculator.calculate_shanten_for_regular_hand(hand) for hand in hands.tolist()]


def test_discards_by_riichienv() -> None:
    """The shanten after each discard, and what is accepted then, by asking again and again."""
    package = pytest.importorskip("riichienv")

    def shanten(hand: Sequence[int]) -> int:
        return int(package.calculate_shanten(tiles_136(hand)))

    for hand in mixture(53, 40 * MORE, [14, 11, 8]):
        for each in mj.discards(hand):
            after = twin.drawn(hand, each.tile.kind, -1)
            assert shanten(after) == each.shanten
            accepted = {k for k in range(KINDS) if after[k] < 4 and shanten(twin.drawn(after, k)) < each.shanten}
            assert each.mask == mask(accepted)


# MCR

# PyMahjongGB sets no limit to the copies of a kind in sets and a pair, as if there were a fifth, and may name kinds of
# which four are held; seven pairs of it take four equal tiles as two pairs, but no six as three.
CAPS = dict.fromkeys(FORM_SETS, 5) | {"quad pairs": 4}


def with_a_fifth(name: str, hand: Sequence[int]) -> tuple[int, set[int]]:
    """What PyMahjongGB means."""
    forms, quads = FORM_SETS[name]
    options: dict[str, Any] = {"caps": [CAPS[name]] * KINDS, "quads": quads}
    return twin.shanten(hand, forms, **options), twin.accepted(hand, forms, **options)


def test_pymahjonggb_by_form() -> None:
    """Equal where no fifth copy is in play; the others are equal if there were one, and few."""
    package = pytest.importorskip("MahjongGB")
    functions = {
        "standard": package.RegularShanten,
        "knitted_straight": package.KnittedStraightShanten,
        "quad pairs": package.SevenPairsShanten,
        "thirteen_orphans": package.ThirteenOrphansShanten,
        "knitted": package.HonorsAndKnittedTilesShanten,
    }
    seen: Counter[str] = Counter()
    sizes = [tiles for tiles in READY_SIZES if tiles <= 13]
    for hand in mixture(54, 2_500 * MORE, [*sizes, *[13] * 8]):
        tiles = tuple(botzone(kind) for kind in range(KINDS) for _ in range(hand[kind]))
        for name, function in functions.items() if sum(hand) == 13 else [("standard", package.RegularShanten)]:
            value, useful = function(tiles)
            named = {BOTZONE[tile] for tile in useful if hand[BOTZONE[tile]] < 4}
            found = ENGINES[name].acceptance(hand)
            seen[name] += 1
            if (found.shanten, found.mask) != (value, mask(named)):
                value_then, useful_then = with_a_fifth(name, hand)
                assert value == value_then, (name, hand)
                assert named == {kind for kind in useful_then if hand[kind] < 4}, (name, hand)
                seen[f"{name}, a fifth copy"] += 1
    print(dict(seen))
    assert min(seen[name] for name in functions) > 1_000
    for name in functions:
        assert seen[f"{name}, a fifth copy"] < seen[name] // 20


def to_pack(meld: PlainMeld) -> tuple[str, str, int]:
    """A meld as PyMahjongGB has it: a chow by its middle tile, and a number that does not matter here."""
    if meld.type == "chow":
        return "CHI", botzone(sorted(meld.tiles)[1]), 1
    kind = botzone(meld.tiles[0])
    return ("PENG", kind, 1) if meld.type == "pung" else ("GANG", kind, 0 if meld.type == "concealed kong" else 1)


def test_pymahjonggb_with_melds() -> None:
    """The best of all forms, for hands of four sets with some laid down."""
    package = pytest.importorskip("MahjongGB")
    rng, seen = Random(55), Counter[str]()
    for hand in mixture(55, 3_000 * MORE, [1, 4, 7, 10, 13, 13, 13]):
        melds = melds_beside(rng, hand, 4 - sum(hand) // 3)
        if len(melds) + sum(hand) // 3 != 4:
            continue
        tiles = tuple(botzone(kind) for kind in range(KINDS) for _ in range(hand[kind]))
        value = package.MahjongShanten(tuple(map(to_pack, melds)), tiles)
        source = mj.Hand(bytes(hand), [meld.text for meld in melds])
        found = mj.shanten(source, "mcr")
        assert found == mj.shanten(bytes(hand), "mcr", melds=len(melds))
        if found != value:
            options: dict[str, Any] = {"quads": True, "melds": len(melds)}
            fifth = {form: [4 if form == "seven_pairs" else 5] * KINDS for form in MCR}
            assert value == min(twin.shanten(hand, [form], caps=fifth[form], **options) for form in MCR), source
            seen["a fifth copy"] += 1
        seen[f"{len(melds)} melds"] += 1
    print(dict(seen))
    assert min(seen[f"{number} melds"] for number in range(5)) > 100
    assert seen["a fifth copy"] < seen.total() // 20
