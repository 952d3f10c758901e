"""The hand engine against its twins: random hands of all sizes, all forms, tile sets, and all options.

About 400,000 hands; MJCORE_LONG=1 takes ten times as many.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_cases import (
    ENGINES,
    EXISTS,
    FORM_SETS,
    MORE,
    TILE_SETS,
    cheap,
    expected_discards,
    fits,
    hands_of,
    near_batch,
    same,
)
from hand_faces import TILES
from hand_recipes import (
    FULL_SIZES,
    READY_SIZES,
    SIZES,
    completed,
    pairs_and_set,
    ready,
    ready_flush,
)
from hand_recipes import quads as quads_of
from reference import distance as twin
from reference import many_hands
from reference.distance import ALL34, KINDS, mask
from reference.facts import parse_tiles, tiles_text
from reference.many_hands import MCR, RIICHI, copies

# Shanten


@pytest.mark.parametrize("tiles", SIZES)
@pytest.mark.parametrize("name", FORM_SETS)
def test_shanten(name: str, tiles: int) -> None:
    forms, quads = FORM_SETS[name]
    if not fits(forms, tiles // 3):
        hands = hands_of(2, 10, tiles)
        with pytest.raises(mj.HandError, match="no form is possible"):
            mj.batch.shanten(hands, ENGINES[name])
        return
    number = 30_000 if cheap(name) else 600 if "pairs_and_set" in forms else 2_000
    hands = hands_of(2, number, tiles)
    expected = many_hands.distances(hands, forms, tiles // 3, quads=quads) - 1
    same(mj.batch.shanten(hands, ENGINES[name]), expected, hands)
    if tiles % 3 == 2:
        same(mj.batch.is_win(hands, ENGINES[name]), expected == -1, hands)
    # the first of them one by one
    for hand, shanten in zip(hands[:40].tolist(), expected[:40].tolist(), strict=True):
        assert ENGINES[name].shanten(hand) == shanten
        if tiles % 3 == 2:
            assert ENGINES[name].is_win(hand) == (shanten == -1)


@pytest.mark.parametrize("sets", [4, 5])
def test_hands_with_melds(sets: int) -> None:
    """An engine for one size of hand takes what is not there for melds, and special forms need the hand concealed."""
    forms = (*MCR, "pairs_and_set")
    engine = mj.HandEngine(forms, sets=sets, quad_pairs=True)
    for tiles in SIZES[: 2 * sets + 2]:
        melds = sets - tiles // 3
        hands = hands_of(3, 300, tiles)
        options: dict[str, Any] = {"quads": True, "melds": melds}
        expected = many_hands.distances(hands, forms, tiles // 3, **options) - 1
        same(mj.batch.shanten(hands, engine), expected, hands)
        same(mj.batch.shanten(hands, engine, melds=melds), expected, hands)
        same(mj.batch.shanten(hands, engine, melds=np.full(len(hands), melds)), expected, hands)
        for hand, shanten in zip(hands[:20].tolist(), expected[:20].tolist(), strict=True):
            assert engine.shanten(hand) == engine.shanten(hand, melds=melds) == shanten
    # any size, with melds beside: the same sets to make
    for tiles in (13, 14):
        hands = hands_of(4, 600, tiles)
        expected = many_hands.distances(hands, RIICHI, 4, melds=1) - 1
        same(mj.batch.shanten(hands, melds=1), expected, hands)
        assert not np.array_equal(mj.batch.shanten(hands), expected)


def test_rules_by_name() -> None:
    for tiles in SIZES[:10]:
        hands, sets = hands_of(5, 120, tiles), tiles // 3
        options: dict[str, Any] = {"quads": True, "melds": 4 - sets}
        expected = many_hands.distances(hands, MCR, sets, **options) - 1
        same(mj.batch.shanten(hands, "mcr"), expected, hands)
        assert [mj.shanten(bytes(hand), "mcr") for hand in hands[:20]] == expected[:20].tolist()
        accepted = many_hands.accepted(hands[:60], MCR, sets, **options)
        same(mj.batch.acceptance(hands[:60], "mcr").accepted, accepted, hands[:60])
        if tiles % 3 == 1:
            for hand in hands[:60].tolist():
                structural = twin.waits(hand, MCR, **options) if mj.shanten(hand, "mcr") <= 1 else set()
                assert [tile.kind for tile in mj.waits(hand, "mcr")] == sorted(structural), hand


# Acceptance and waits


@pytest.mark.parametrize("tiles", SIZES)
@pytest.mark.parametrize("name", FORM_SETS)
def test_acceptance(name: str, tiles: int) -> None:
    forms, quads = FORM_SETS[name]
    if not fits(forms, tiles // 3):
        return
    hands = hands_of(6, 1_200 if cheap(name) else 36 if "pairs_and_set" in forms else 240, tiles)
    expected = many_hands.accepted(hands, forms, tiles // 3, quads=quads)
    shanten = many_hands.distances(hands, forms, tiles // 3, quads=quads) - 1
    found = mj.batch.acceptance(hands, ENGINES[name])
    same(found.accepted, expected, hands)
    same(found.shanten, shanten, hands)
    same(found.copies, copies(expected, 4 - hands), hands)
    for row, hand in enumerate(hands[:12].tolist()):
        single = ENGINES[name].acceptance(hand)
        kinds = [kind for kind in range(KINDS) if int(expected[row]) >> kind & 1]
        assert single.tiles == tuple((TILES[kind], 4 - hand[kind]) for kind in kinds)
        assert (single.shanten, single.copies) == (shanten[row], found.copies[row])
        assert single.mask == ENGINES[name].acceptance_mask(hand) == expected[row]
        if tiles % 3 == 1:
            waits = ENGINES[name].waits(hand)
            assert waits == (tuple(TILES[kind] for kind in kinds) if shanten[row] == 0 else ())


@pytest.mark.parametrize("tiles", READY_SIZES)
def test_waits(tiles: int) -> None:
    """Of hands near to being ready."""
    hands = np.concatenate([near_batch(7, 3_000 * MORE, tiles), near_batch(7, 3_000 * MORE, tiles, range(9, 18))])
    for name in ("riichi", "large, quad pairs"):
        forms, quads = FORM_SETS[name]
        asked = hands if name == "riichi" else hands[::60]
        expected = many_hands.ready_masks(asked, forms, tiles // 3, quads=quads)
        found = mj.batch.waits(asked, ENGINES[name])
        same(found, expected, asked)
        assert np.count_nonzero(found) > len(asked) // 5
        for hand, waits in zip(asked[:30], expected[:30].tolist(), strict=True):
            assert ENGINES[name].waits_mask(bytes(hand)) == waits


@pytest.mark.parametrize("exists", ["", "108", "few"])
@pytest.mark.parametrize("name", ["standard", "riichi", "mcr", "large", "large, quad pairs"])
def test_structural_waits(name: str, exists: str) -> None:
    """With `fifth_waits`: a kind too of which the hand holds all four, whatever lies in melds."""
    forms, quads = FORM_SETS[name]
    rng, kinds = Random(f"{name} {exists}"), EXISTS.get(exists, ALL34)
    tiles = TILE_SETS.get(exists)
    engine = mj.HandEngine(forms, quad_pairs=quads, tiles=tiles, fifth_waits=True)
    usual = mj.HandEngine(forms, quad_pairs=quads, tiles=tiles)
    there = [kind for kind in range(KINDS) if kinds >> kind & 1]
    asked = differs = 0
    while asked < (15 if exists else 45) * MORE:
        size = rng.choice((16, 16, 13) if name.startswith("large") else READY_SIZES)
        jokers = rng.choice((0, 0, 1, 2)) if size > 3 else 0
        recipe = rng.choice((quads_of, ready_flush, pairs_and_set, ready, ready))
        whole = ready(rng, size, there) if recipe is ready else recipe(rng, size)
        hand = completed(rng, whole, size - jokers)
        if max(hand) < 4:
            continue
        void = rng.choice((None, None, None, "m", "p", "s"))
        there_now = kinds & ~(0x1FF << 9 * "mps".index(void)) if void else kinds
        options: dict[str, Any] = {"quads": quads, "jokers": jokers, "exists": there_now}
        asking: dict[str, Any] = {"jokers": jokers, "void_suit": void}
        # most hands wait for nothing, and the twin takes its time
        if twin.shanten(hand, forms, **options) > 1 and rng.random() < 0.98:
            continue
        structural = twin.waits(hand, forms, **options)
        if not structural:
            continue
        available = twin.waits(hand, forms, available=True, **options)
        text = tiles_text([kind for kind in range(KINDS) for _ in range(hand[kind])])
        assert engine.waits_mask(hand, **asking) == mask(structural), (text, asking)
        assert usual.waits_mask(hand, **asking) == mask(available), (text, asking)
        rows = np.array([hand], np.uint8)
        assert mj.batch.waits(rows, engine, **asking)[0] == mask(structural), (text, asking)
        # what has been used up is no matter, unless one asks strictly
        assert engine.waits_mask(hand, **asking, strict=True, visible=[0] * KINDS) == mask(available)
        asked += 1
        differs += structural != available
    assert exists or differs > asked // 20


def test_a_fifth_copy_in_pairs_and_a_set() -> None:
    """A pair and a pung of one kind; if four equal tiles are two pairs, a third tile of another pair will do too."""
    hand = "1111m2255p3344s1122z"
    for quads, waits in ((False, "1m"), (True, "1m25p34s12z")):
        engine = mj.HandEngine("pairs_and_set", quad_pairs=quads, fifth_waits=True)
        assert engine.waits(hand) == tuple(mj.Tile(kind) for kind in parse_tiles(waits))
        assert mj.batch.waits([hand], engine)[0] == mask(parse_tiles(waits))


# Discards


@pytest.mark.parametrize("tiles", FULL_SIZES)
@pytest.mark.parametrize("name", FORM_SETS)
def test_discards(name: str, tiles: int) -> None:
    forms, quads = FORM_SETS[name]
    if not fits(forms, tiles // 3):
        return
    hands = hands_of(9, 240 if cheap(name) else 12 if "pairs_and_set" in forms else 120, tiles)
    shanten, accepted = expected_discards(hands, forms, tiles // 3, quads=quads)
    found = mj.batch.discards(hands, ENGINES[name])
    same(found.shanten, shanten, hands)
    same(found.accepted, accepted, hands)
    # the discarded tile is not among those left
    number = np.array([copies(accepted[:, kind], 4 - hands) for kind in range(KINDS)]).T
    same(found.copies, number, hands)
    for row, hand in enumerate(hands[:30].tolist()):
        order = sorted(
            (int(shanten[row, kind]), -int(number[row, kind]), kind) for kind in range(KINDS) if hand[kind]
        )
        single = ENGINES[name].discards(hand)
        assert [(each.shanten, -each.copies, each.tile.kind) for each in single] == order
        for each in single:
            mask_after = int(accepted[row, each.tile.kind])
            assert each.mask == mask_after
            kinds = [kind for kind in range(KINDS) if mask_after >> kind & 1]
            assert each.accepted == tuple((TILES[kind], 4 - hand[kind]) for kind in kinds)
        best = [kind for *of_it, kind in order if of_it == list(order[0][:2])]
        assert [each.tile.kind for each in ENGINES[name].best_discards(hand)] == best
        assert ENGINES[name].best_discards(hand) == single[: len(best)]
        assert int(found.best[row]) == mask(best)
