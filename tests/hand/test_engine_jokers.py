"""The hand engine with jokers: universal ones beside any hand, narrow ones that stand for some kinds only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_cases import ENGINES, EXISTS, FORM_SETS, LONG, MORE, TILE_SETS, cheap, expected_discards, hands_of, same
from hand_recipes import FULL_SIZES, READY_SIZES, SIZES, caps_beside, completed, melds_beside, mixture
from reference import distance as twin
from reference import joker_hands, many_hands
from reference.distance import ALL34, FAR, KINDS, mask
from reference.facts import tiles_text

# wild tile -> leaves that it stands for (m, p, s, winds, dragons)
NARROW = {"{wan}": 1, "{tong}": 2, "{suo}": 4, "{yuan}": 7, "{xi}": 8, "{hua}": 16, "{he}": 24, "0j": 31, "{mao}": 31}
LEAF_TEXTS = ("123456789m", "123456789p", "123456789s", "1234z", "567z")
WILD = {
    tile: None if leaves == 31 else "".join(text for leaf, text in enumerate(LEAF_TEXTS) if leaves >> leaf & 1)
    for tile, leaves in NARROW.items()
}
WILD_KIND = {tile: mj.Tile(tile).kind for tile in NARROW}


# Universal ones


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("name", ["standard", "riichi", "mcr", "large, quad pairs"])
def test_universal_jokers(name: str, number: int) -> None:
    """What is missing, less the jokers; the same kinds are accepted."""
    forms, quads = FORM_SETS[name]
    for tiles in SIZES if LONG else (2, 8, 13, 14, 16) if cheap(name) else (14, 16):
        if number >= tiles:
            continue
        rng = Random(number)
        whole = hands_of(20 + number, 240 if cheap(name) else 6, tiles)
        hands = np.array([completed(rng, hand, tiles - number) for hand in whole.tolist()], np.uint8)
        sets = tiles // 3
        natural = many_hands.distances(hands, forms, sets, quads=quads)
        assert np.array_equal(mj.batch.shanten(hands, ENGINES[name], jokers=number), natural - number - 1)
        few = hands[::6]
        won = natural[::6] == number
        accepted = np.where(won, np.uint64(0), many_hands.accepted(few, forms, sets, quads=quads))
        found = mj.batch.acceptance(few, ENGINES[name], jokers=np.full(len(few), number))
        same(found.accepted, accepted, few)
        if tiles % 3 == 1:
            waits = np.where(natural[::6] == number + 1, accepted, np.uint64(0))
            same(mj.batch.waits(few, ENGINES[name], jokers=number), waits, few)
        else:
            same(mj.batch.is_win(few, ENGINES[name], jokers=number), won, few)
            few = few[:20] if cheap(name) else few[-1:]
            shanten, after = expected_discards(few, forms, sets, quads=quads, jokers=number)
            table = mj.batch.discards(few, ENGINES[name], jokers=number)
            same(table.shanten, shanten, few)
            same(table.accepted, after, few)
        for row, hand in enumerate(hands[:48:6].tolist()):
            check_joker_hand(ENGINES[name], hand, number, int(natural[6 * row]) - number - 1, int(accepted[row]))


def test_a_complete_hand_accepts_nothing() -> None:
    text = "123m123p123s1122z0j"
    hand = mj.Hand(text)
    assert mj.acceptance(hand).tiles == mj.acceptance(hand.counts, jokers=1).tiles == ()
    rows = np.array([list(hand.counts)], np.uint8)
    for found in (mj.batch.acceptance(rows, jokers=1), mj.batch.acceptance([text])):
        assert (found.shanten[0], found.accepted[0], found.copies[0]) == (-1, 0, 0)
    found = mj.batch.acceptance(rows, jokers=1, used=0 * rows)
    assert (found.shanten[0], found.accepted[0], found.copies[0]) == (-1, 0, 0)


def check_joker_hand(engine: mj.HandEngine, hand: Sequence[int], number: int, shanten: int, accepted: int) -> None:
    """One by one, with jokers in the text or as a number."""
    text = tiles_text([kind for kind in range(KINDS) for _ in range(hand[kind])])
    ways: list[tuple[Any, dict[str, int]]] = [(hand, {"jokers": number})]
    if number <= 4:
        ways.append((text + number * "0j", {}))
    if number > 1:
        ways.append((text + "0j{hou2}", {"jokers": number - 2}))
    for source, options in ways:
        assert engine.shanten(source, **options) == shanten
        assert engine.acceptance_mask(source, **options) == accepted
        if (sum(hand) + number) % 3 == 2:
            assert engine.is_win(source, **options) == (shanten == -1)
            for each in engine.discards(source, **options):
                if each.tile.kind >= KINDS:
                    # a joker less costs as much as a tile that is missing
                    assert each.shanten == shanten + 1
                    assert each.mask == engine.acceptance_mask(hand, jokers=number - 1)


@pytest.mark.parametrize("exists", ["sanma", "few"])
def test_universal_jokers_and_tile_sets(exists: str) -> None:
    forms = many_hands.RIICHI
    engine = mj.HandEngine(tiles=TILE_SETS[exists])
    for number, tiles in ((1, 14), (3, 11), (4, 13), (6, 17)):
        hands = np.array([completed(Random(tiles), hand, tiles - number) for hand in hands_of(30, 200, tiles).tolist()])
        expected = many_hands.distances(hands, forms, tiles // 3, exists=EXISTS[exists]) - number - 1
        assert np.array_equal(mj.batch.shanten(hands, engine, jokers=number), expected)


def test_a_joker_is_never_a_fifth_copy() -> None:
    """A win with jokers beside melds, which hold copies too; jokers in melds are what they stand for."""
    rng, seen = Random(21), Counter[bool]()
    for counts in mixture(21, 1_000 * MORE, FULL_SIZES):
        number = rng.choice((1, 1, 2, 3)) if sum(counts) > 3 else 1
        hand = completed(rng, counts, sum(counts) - number)
        melds = melds_beside(rng, hand, min(rng.randrange(6 - sum(counts) // 3), (18 - sum(counts)) // 3), 1.0)
        caps = caps_beside(melds)
        won = twin.is_win(hand, many_hands.RIICHI, jokers=number, caps=caps, melds=len(melds))
        usual = twin.is_win(hand, many_hands.RIICHI, jokers=number, melds=len(melds))
        source = mj.Hand(bytes(hand), [meld.text for meld in melds])
        assert mj.is_win(source, jokers=number) == won, (source, number)
        used = 4 - np.array([caps])
        rows = np.array([hand], np.uint8)
        assert mj.batch.is_win(rows, jokers=number, melds=len(melds), used=used)[0] == won
        assert mj.batch.is_win(rows, jokers=number, melds=len(melds))[0] == usual
        seen[won] += 1
        seen[won] += 100 * (won != usual)
    assert seen[True] > 50
    assert seen[False] > 600
    assert not mj.is_win("5m0j[555m<]")
    assert not mj.is_win("5m0j[5m0j0j<]")
    assert mj.is_win("5m0j[56m0j<]")
    assert not mj.is_win("5m0j[55m0j<]")
    assert not mj.is_win("55m[55m0j<]")


# Narrow ones


def narrow_hands(seed: int, number: int, sizes: Sequence[int]) -> list[tuple[tuple[int, ...], Counter[str]]]:
    """Natural tiles, and how many wild tiles of each sort."""
    rng, found = Random(seed), []
    for counts in mixture(seed, number * MORE, sizes):
        jokers = rng.choice((1, 1, 2, 2, 3, 4, 6, 8))
        jokers = min(jokers, sum(counts))
        some = rng.sample(list(NARROW), rng.choice((1, 2, 3)))
        held = Counter(rng.choice(some) for _ in range(jokers))
        held = Counter({tile: min(copies, 4) for tile, copies in held.items()})
        found.append((completed(rng, counts, sum(counts) - sum(held.values())), held))
    return found


def types_of(held: Counter[str]) -> list[tuple[int, int]]:
    numbers: Counter[int] = Counter()
    for tile, copies in held.items():
        numbers[NARROW[tile]] += copies
    return sorted((leaves, copies) for leaves, copies in numbers.items() if copies)


def text_of(counts: Sequence[int], held: Counter[str]) -> str:
    return tiles_text([kind for kind in range(KINDS) for _ in range(counts[kind])]) + "".join(held.elements())


@pytest.mark.parametrize("name", ["standard", "riichi", "mcr", "large"])
def test_narrow_jokers(name: str) -> None:
    forms, quads = FORM_SETS[name]
    engine = mj.HandEngine(forms, quad_pairs=quads, wild=WILD)
    number, sizes = {"standard": (300, SIZES), "large": (5, (16, 17))}.get(name, (70, SIZES))
    differs = 0
    for counts, held in narrow_hands(22, number, sizes):
        types, text = types_of(held), text_of(counts, held)
        shanten = joker_hands.joker_shanten(counts, types, forms, quads=quads)
        if shanten == FAR:
            with pytest.raises(mj.HandError, match="no form is possible"):
                engine.shanten(text)
            continue
        assert engine.shanten(text) == shanten, text
        # universal ones beside them as a number
        whole = sum(copies for leaves, copies in types if leaves == 31)
        others = Counter({tile: copies for tile, copies in held.items() if NARROW[tile] != 31})
        source = text_of(counts, others) or counts
        assert engine.shanten(source, jokers=whole) == shanten
        differs += shanten != twin.shanten(counts, forms, jokers=held.total(), quads=quads)
        if (sum(counts) + held.total()) % 3 == 2:
            assert engine.is_win(text) == (shanten == -1)
    assert differs > (number if name != "large" else 0) // 4


@pytest.mark.parametrize("name", ["standard", "riichi", "mcr"])
def test_what_narrow_jokers_accept(name: str) -> None:
    forms, quads = FORM_SETS[name]
    engine = mj.HandEngine(forms, quad_pairs=quads, wild=WILD)
    ready = 0
    for counts, held in narrow_hands(23, {"standard": 40}.get(name, 6), READY_SIZES):
        types, text = types_of(held), text_of(counts, held)
        if joker_hands.joker_shanten(counts, types, forms, quads=quads) == FAR:
            continue
        accepted = joker_hands.joker_accepted(counts, types, forms, quads=quads)
        found = engine.acceptance(text)
        assert found.mask == mask(accepted), text
        assert found.tiles == tuple((mj.Tile(kind), 4 - counts[kind]) for kind in sorted(accepted))
        waits = accepted if found.shanten == 0 else set()
        assert engine.waits_mask(text) == mask(waits)
        ready += bool(waits)
    assert ready > 3


def test_structural_waits_with_narrow_jokers() -> None:
    engine = mj.HandEngine("standard", wild=WILD, fifth_waits=True)
    differs = 0
    for counts, held in narrow_hands(24, 400, READY_SIZES[1:]):
        # more jokers than a few wait for nearly everything
        if max(counts) < 4 or held.total() > 3:
            continue
        types, text = types_of(held), text_of(counts, held)
        structural = joker_hands.joker_waits(counts, types, ["standard"])
        assert engine.waits_mask(text) == mask(structural), text
        differs += structural != joker_hands.joker_waits(counts, types, ["standard"], available=True)
    assert differs > 1


def test_discards_with_narrow_jokers() -> None:
    engine = mj.HandEngine("standard", wild=WILD)
    for counts, held in narrow_hands(25, 12, (2, 5, 8, 11)):
        found = {each.tile.kind: each for each in engine.discards(text_of(counts, held))}
        expected = {}
        types = types_of(held)
        for kind in twin.held_kinds(counts):
            after = twin.drawn(counts, kind, -1)
            shanten = joker_hands.joker_shanten(after, types, ["standard"])
            expected[kind] = (shanten, mask(joker_hands.joker_accepted(after, types, ["standard"])))
        for tile in held:
            rest = types_of(held - Counter([tile]))
            shanten = joker_hands.joker_shanten(counts, rest, ["standard"])
            expected[WILD_KIND[tile]] = (shanten, mask(joker_hands.joker_accepted(counts, rest, ["standard"])))
        assert {kind: (each.shanten, each.mask) for kind, each in found.items()} == expected, (counts, held)
        order = [(each.shanten, -each.copies, each.tile.kind) for each in engine.discards(text_of(counts, held))]
        assert order == sorted(order)


def test_narrow_jokers_with_melds_tile_sets_and_void_suits() -> None:
    rng, forms = Random(26), many_hands.RIICHI
    for counts, held in narrow_hands(26, 120, SIZES[2:]):
        types, text = types_of(held), text_of(counts, held)
        void = rng.choice((None, "m", "p", "s"))
        name = rng.choice(("", "sanma"))
        engine = mj.HandEngine(forms, wild=WILD, tiles=TILE_SETS.get(name))
        exists = EXISTS.get(name, ALL34)
        if void:
            exists &= ~(0x1FF << 9 * "mps".index(void))
        sets = (sum(counts) + held.total()) // 3
        melds = [] if void else list(melds_beside(rng, counts, min(5 - sets, 1), 1.0))
        if any(not EXISTS.get(name, ALL34) >> kind & 1 for meld in melds for kind in meld.tiles):
            continue
        hand = mj.Hand(text + "".join(meld.text for meld in melds)) if sets < 5 else mj.Hand(text)
        for strict in (False, True):
            options: dict[str, Any] = {"exists": exists, "melds": len(melds)}
            if strict:
                options["caps"] = caps_beside(melds)
            shanten = joker_hands.joker_shanten(counts, types, forms, **options)
            if shanten == FAR:
                with pytest.raises(mj.HandError, match="no form is possible"):
                    engine.shanten(hand, void_suit=void, strict=strict)
            else:
                assert engine.shanten(hand, void_suit=void, strict=strict) == shanten, (hand, void, strict)
        if (sum(counts) + held.total()) % 3 == 2:
            won = joker_hands.joker_is_win(counts, types, forms, **options)
            assert engine.is_win(hand, void_suit=void) == won, (hand, void)
