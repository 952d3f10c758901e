"""Seven pairs and a set of which rules ask that it is a pung."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_cases import EXISTS, MORE, TILE_SETS, expected_discards, hands_of, same
from hand_recipes import completed, pairs_and_set, ready
from reference import distance as twin
from reference import few_suits, joker_hands, many_hands
from reference.distance import ALL34, FAR, KINDS, mask
from reference.facts import HONOURS, tiles_text

FORMS = {"alone": ("pairs_and_set",), "with sets": ("standard", "pairs_and_set")}
WILD = {"{wan}": "123456789m", "{he}": "1234567z", "0j": None}
LEAVES = {"{wan}": 1, "{he}": 24, "0j": 31}


def engine_of(name: str, quads: bool = True, **more: Any) -> mj.HandEngine:
    return mj.HandEngine(FORMS[name], quad_pairs=quads, pairs_with="pung", **more)


def pung_hands(seed: int, number: int, tiles: int) -> many_hands.Hands:
    """Near to pairs and a set, and of all other sorts."""
    rng = Random(seed)
    rows = [pairs_and_set(rng, tiles) for _ in range(number * MORE)]
    return np.concatenate([np.array(rows, np.uint8), hands_of(seed, number // 2, tiles)])


def hand_text(counts: Any) -> str:
    return tiles_text([kind for kind in range(KINDS) for _ in range(counts[kind])])


@pytest.mark.parametrize("tiles", [16, 17])
@pytest.mark.parametrize("quads", [False, True])
@pytest.mark.parametrize("name", FORMS)
def test_all_questions(name: str, quads: bool, tiles: int) -> None:
    engine, usual = engine_of(name, quads), mj.HandEngine(FORMS[name], quad_pairs=quads)
    options: dict[str, Any] = {"quads": quads, "pung": True}
    hands = pung_hands(71, 160, tiles)
    shanten = many_hands.distances(hands, FORMS[name], 5, **options) - 1
    same(mj.batch.shanten(hands, engine), shanten, hands)
    assert np.count_nonzero(shanten != mj.batch.shanten(hands, usual)) > 30
    few = hands[::6]
    accepted = many_hands.accepted(few, FORMS[name], 5, **options)
    same(mj.batch.acceptance(few, engine).accepted, accepted, few)
    if tiles == 16:
        waits = np.where(shanten[::6] == 0, accepted, np.uint64(0))
        same(mj.batch.waits(few, engine), waits, few)
        assert [engine.waits_mask(hand) for hand in few.tolist()] == waits.tolist()
    else:
        same(mj.batch.is_win(few, engine), shanten[::6] == -1, few)
        after = few[::4]
        expected = expected_discards(after, FORMS[name], 5, **options)
        found = mj.batch.discards(after, engine)
        same(found.shanten, expected[0], after)
        same(found.accepted, expected[1], after)
        for row, hand in enumerate(after.tolist()):
            for each in engine.discards(hand):
                kind = each.tile.kind
                assert (each.shanten, each.mask) == (expected[0][row, kind], expected[1][row, kind])
    for row, hand in enumerate(few.tolist()):
        assert (engine.shanten(hand), engine.acceptance_mask(hand)) == (shanten[6 * row], accepted[row])


def test_known_hands() -> None:
    engine, usual = engine_of("alone"), mj.HandEngine("pairs_and_set", quad_pairs=True)
    chow, pung = "1122m3344p5566s77z123m", "1122m3344p5566s77z999m"
    assert (usual.shanten(chow), engine.shanten(chow)) == (-1, 0)
    assert usual.is_win(pung)
    assert engine.is_win(pung)
    assert not engine.is_win(chow)
    # three 2m are the pung, or a pair beside a chow
    assert usual.waits("1122m3344p5566s77z23m") == (mj.Tile("1m"), mj.Tile("3m"), mj.Tile("4m"))
    assert engine.waits("1122m3344p5566s77z23m") == (mj.Tile("3m"),)
    # any of eight pairs becomes the pung
    assert len(engine.waits("1122m3344p5566s77z11z")) == 8
    # four equal tiles are two pairs
    assert engine.waits("1111m3344p55667s222z") == (mj.Tile("7s"),)
    assert engine_of("alone", False).shanten("1111m3344p55667s222z") == 2


@pytest.mark.parametrize("quads", [False, True])
def test_jokers(quads: bool) -> None:
    rng = Random(72)
    engine = engine_of("alone", quads, wild=WILD)
    options: dict[str, Any] = {"quads": quads, "pung": True}
    for place in range(16 * MORE):
        tiles, number = rng.choice((16, 17)), rng.choice((1, 1, 2, 3))
        hand = completed(rng, pairs_and_set(rng, tiles), tiles - number)
        shanten = twin.shanten(hand, FORMS["alone"], jokers=number, **options)
        assert engine.shanten(hand, jokers=number) == shanten
        accepted = twin.accepted(hand, FORMS["alone"], jokers=number, **options) if shanten >= 0 else ()
        assert engine.acceptance_mask(hand, jokers=number) == mask(accepted)
        held = rng.choices(list(LEAVES), k=number)
        types = [(LEAVES[tile], held.count(tile)) for tile in set(held)]
        text = hand_text(hand) + "".join(held)
        assert engine.shanten(text) == joker_hands.joker_shanten(hand, types, FORMS["alone"], **options), text
        if number == 1 and place % 4 == 0:
            accepted = joker_hands.joker_accepted(hand, types, FORMS["alone"], **options)
            assert engine.acceptance_mask(text) == mask(accepted), text


def test_copies_used_up_void_suits_and_tile_sets() -> None:
    rng = Random(73)
    for _ in range(40 * MORE):
        hand = pairs_and_set(rng, rng.choice((16, 17)))
        options: dict[str, Any] = {"quads": True, "pung": True}
        seen = [rng.choice((0, 0, 1, 2)) for _ in range(KINDS)]
        seen = [min(gone, 4 - held) for gone, held in zip(seen, hand, strict=True)]
        caps = [4 - gone for gone in seen]
        engine = engine_of("with sets")
        asked: dict[str, Any] = {"strict": True, "visible": seen}
        assert engine.shanten(hand, **asked) == twin.shanten(hand, FORMS["with sets"], caps=caps, **options)
        accepted = twin.accepted(hand, FORMS["with sets"], caps=caps, **options)
        assert engine.acceptance_mask(hand, **asked) == mask(accepted)
        void = rng.randrange(3)
        exists = ALL34 & ~few_suits.SUITS[void]
        assert engine.shanten(hand, void_suit="mps"[void]) == twin.shanten(
            hand, FORMS["with sets"], exists=exists, **options
        )
        name = rng.choice(("108", "84", "few"))
        engine = engine_of("alone", tiles=TILE_SETS[name])
        shanten = twin.shanten(hand, FORMS["alone"], exists=EXISTS[name], **options)
        assert shanten < FAR
        assert engine.shanten(hand) == shanten
        accepted = twin.accepted(hand, FORMS["alone"], exists=EXISTS[name], **options)
        assert engine.acceptance_mask(hand) == mask(accepted)


@pytest.mark.parametrize("most", [1, 2])
def test_few_suits(most: int) -> None:
    rng, kinds = Random(74), [*HONOURS, *range(9 * most)]
    engine = engine_of("with sets", most_suits=most)
    for _ in range(30 * MORE):
        hand = completed(rng, ready(rng, 16, kinds), 16) if rng.random() < 0.5 else pairs_and_set(rng, 16)
        options: dict[str, Any] = {"quads": True, "pung": True, "most": most}
        assert engine.shanten(hand) == few_suits.shanten(hand, FORMS["with sets"], **options)
        assert engine.acceptance_mask(hand) == mask(few_suits.accepted(hand, FORMS["with sets"], **options))


def test_fifth_copies() -> None:
    """A fourth and fifth tile of a pung, or of two pairs, as a pair or as the pung."""
    rng, asked, differs = Random(75), 0, 0
    engine, usual = engine_of("alone", fifth_waits=True), engine_of("alone")
    while asked < 30 * MORE:
        hand = pairs_and_set(rng, 16)
        if max(hand) < 4 or twin.shanten(hand, FORMS["alone"], quads=True, pung=True) > 1:
            continue
        structural = twin.waits(hand, FORMS["alone"], quads=True, pung=True)
        available = twin.waits(hand, FORMS["alone"], available=True, quads=True, pung=True)
        assert engine.waits_mask(hand) == mask(structural), hand
        assert usual.waits_mask(hand) == mask(available), hand
        asked += bool(structural)
        differs += structural != available
    assert differs > 3


def test_the_engine() -> None:
    engine, usual = mj.HandEngine("pairs_and_set", pairs_with="pung"), mj.HandEngine("pairs_and_set")
    assert (engine.pairs_with, usual.pairs_with) == ("pung", "any")
    assert usual == mj.HandEngine("pairs_and_set", pairs_with="any")
    # other forms do not ask
    counts = mj.Hand("1133557799m113p").counts
    assert mj.HandEngine(pairs_with="pung").shanten(counts) == mj.HandEngine().shanten(counts)
