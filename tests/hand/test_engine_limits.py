"""The hand engine when not all kinds and copies are there: tile sets, void suits, own melds and visible tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_cases import (
    ENGINES,
    EXISTS,
    FORM_SETS,
    LONG,
    MORE,
    TILE_SETS,
    Table,
    cheap,
    expected_discards,
    hands_of,
    near_batch,
    same,
    tables,
)
from hand_recipes import SIZES
from reference import distance as twin
from reference import many_hands
from reference.distance import ALL34, FAR, KINDS, mask
from reference.many_hands import RIICHI, Hands, copies

SOME_SIZES = (2, 13, 7, 14, 8, 16, 11, 17, 4)


# Tile sets and void suits


@pytest.mark.parametrize("exists", TILE_SETS)
@pytest.mark.parametrize("name", ["standard", "riichi", "mcr", "quad pairs", "large", "thirteen_orphans"])
def test_tile_sets(name: str, exists: str) -> None:
    """Kinds that do not exist are never needed or accepted; held ones are dead weight."""
    forms, quads = FORM_SETS[name]
    engine = mj.HandEngine(forms, tiles=TILE_SETS[exists], quad_pairs=quads)
    options: dict[str, Any] = {"exists": EXISTS[exists], "quads": quads}
    kinds = [kind for kind in range(KINDS) if EXISTS[exists] >> kind & 1]
    number = 300 if cheap(name) else 12
    for tiles in SIZES if LONG else SOME_SIZES:
        hands = np.concatenate([hands_of(10, number, tiles), near_batch(10, number * MORE, tiles, kinds)])
        expected = many_hands.distances(hands, forms, tiles // 3, **options) - 1
        possible = expected < FAR - 1
        if not possible.any():
            with pytest.raises(mj.HandError, match="no form is possible"):
                mj.batch.shanten(hands, engine)
            continue
        # whether there is a target is not a matter of the tiles held
        assert possible.all()
        same(mj.batch.shanten(hands, engine), expected, hands)
        few = hands[:: 10 if cheap(name) else 3]
        accepted = many_hands.accepted(few, forms, tiles // 3, **options)
        same(mj.batch.acceptance(few, engine).accepted, accepted, few)
        assert not (accepted & ~np.uint64(EXISTS[exists])).any()
        if tiles % 3 == 2:
            few = few[:: 2 if cheap(name) else 8]
            shanten, accepted = expected_discards(few, forms, tiles // 3, **options)
            found = mj.batch.discards(few, engine)
            same(found.shanten, shanten, few)
            same(found.accepted, accepted, few)


@pytest.mark.parametrize("exists", ["", "108", "few"])
@pytest.mark.parametrize("name", ["standard", "riichi", "mcr", "quad pairs", "large, quad pairs"])
def test_void_suit(name: str, exists: str) -> None:
    forms, quads = FORM_SETS[name]
    engine = mj.HandEngine(forms, tiles=TILE_SETS.get(exists), quad_pairs=quads)
    for number, letter in enumerate("mps"):
        kinds = EXISTS.get(exists, ALL34) & ~(0x1FF << 9 * number)
        options: dict[str, Any] = {"exists": kinds, "quads": quads}
        some = [kind for kind in range(KINDS) if kinds >> kind & 1]
        for tiles in SIZES if LONG else SOME_SIZES[number::2]:
            count = 120 if cheap(name) else 6
            hands = np.concatenate([hands_of(11, count, tiles), near_batch(11, count * MORE, tiles, some)])
            expected = many_hands.distances(hands, forms, tiles // 3, **options) - 1
            if expected[0] == FAR - 1:
                with pytest.raises(mj.HandError, match="no form is possible"):
                    mj.batch.shanten(hands, engine, void_suit=letter)
                continue
            same(mj.batch.shanten(hands, engine, void_suit=letter), expected, hands)
            few = hands[::8]
            accepted = many_hands.accepted(few, forms, tiles // 3, **options)
            same(mj.batch.acceptance(few, engine, void_suit=letter).accepted, accepted, few)
            for hand, shanten, lowering in zip(few.tolist(), expected[::8].tolist(), accepted.tolist(), strict=True):
                assert engine.shanten(hand, void_suit=letter) == shanten
                assert engine.acceptance_mask(hand, void_suit=letter) == lowering
            if tiles % 3 == 2:
                check_void_discards(engine, few[::5], letter, forms, options)


def check_void_discards(
    engine: mj.HandEngine, hands: Hands, letter: str, forms: Sequence[str], options: dict[str, Any]
) -> None:
    """Tiles of the void suit go first."""
    suit = 9 * "mps".index(letter)
    own = np.isin(np.arange(KINDS), np.arange(suit, suit + 9))
    shanten, accepted = expected_discards(hands, forms, int(hands[0].sum()) // 3, **options)
    must = (hands[:, suit : suit + 9].sum(axis=1) > 0)[:, None] & ~own
    found = mj.batch.discards(hands, engine, void_suit=letter)
    same(found.shanten, np.where(must, 127, shanten), hands)
    same(found.accepted, np.where(must, np.uint64(0), accepted), hands)
    for row, hand in enumerate(hands.tolist()):
        for any_suit in (False, True):
            single = engine.discards(hand, void_suit=letter, any_suit=any_suit)
            kinds = [kind for kind in range(KINDS) if hand[kind] and (any_suit or not must[row, kind])]
            assert sorted(each.tile.kind for each in single) == kinds
            for each in single:
                assert (each.shanten, each.mask) == (shanten[row, each.tile.kind], accepted[row, each.tile.kind])


def test_a_meld_of_the_void_suit() -> None:
    hand, whole = mj.Hand("1112p[123m<]"), mj.Hand("11122p[123m<]")
    questions: list[Any] = [mj.shanten, mj.acceptance]
    for question in questions:
        with pytest.raises(mj.HandError, match="one of the melds is of the void suit m"):
            question(hand, void_suit="m")
    assert mj.waits(hand, void_suit="m") == ()
    assert mj.is_win(whole, void_suit="m") is False
    assert mj.is_win(whole, void_suit="s") is mj.is_win(whole) is True
    with pytest.raises(mj.HandError, match="one of the melds is of the void suit m"):
        mj.discards(whole, void_suit="m")
    assert mj.waits(hand, void_suit="s") == mj.waits(hand)


# Copies that are used up


@pytest.mark.parametrize("name", ["standard", "riichi", "mcr", "large, quad pairs"])
def test_strict(name: str) -> None:
    forms, quads = FORM_SETS[name]
    by_default = mj.HandEngine(forms, quad_pairs=quads, strict=True)
    differs = 0
    for number, table in enumerate(tables(12, 250 if cheap(name) else 150)):
        hand, counts = table.hand, table.counts
        options: dict[str, Any] = {"quads": quads, "melds": len(table.melds), "caps": table.caps}
        asked: dict[str, Any] = {"strict": True, "visible": table.visible}
        batch: dict[str, Any] = {"melds": len(table.melds), "used": table.used}
        shanten = twin.shanten(counts, forms, **options)
        if shanten == FAR:
            with pytest.raises(mj.HandError, match="no form is possible"):
                ENGINES[name].shanten(hand, **asked)
            with pytest.raises(mj.HandError, match="row 0: no form is possible"):
                mj.batch.shanten(table.rows, ENGINES[name], **batch)
            continue
        assert ENGINES[name].shanten(hand, **asked) == by_default.shanten(hand, visible=table.visible) == shanten, hand
        assert mj.batch.shanten(table.rows, ENGINES[name], **batch)[0] == shanten
        differs += shanten != ENGINES[name].shanten(hand)
        if number % (4 if cheap(name) else 10) == 0:
            check_strict_acceptance(name, table, options)
    assert differs > 5


def check_strict_acceptance(name: str, table: Table, options: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"strict": True, "visible": table.visible}
    batch: dict[str, Any] = {"melds": len(table.melds), "used": table.used}
    accepted = sorted(twin.accepted(table.counts, FORM_SETS[name][0], **options))
    found = ENGINES[name].acceptance(table.hand, **asked)
    assert [(tile.kind, left) for tile, left in found.tiles] == [
        (kind, table.caps[kind] - table.counts[kind]) for kind in accepted
    ]
    assert mj.batch.acceptance(table.rows, ENGINES[name], **batch).accepted[0] == mask(accepted)
    if sum(table.counts) % 3 == 1:
        waits = accepted if found.shanten == 0 else []
        assert [tile.kind for tile in ENGINES[name].waits(table.hand, **asked)] == waits
        assert mj.batch.waits(table.rows, ENGINES[name], **batch)[0] == mask(waits)


def test_strict_discards() -> None:
    """The discarded tile is used up too."""
    seen = 0
    for table in tables(13, 150):
        if sum(table.counts) % 3 != 2:
            continue
        counts, caps = table.counts, table.caps
        expected = {}
        for kind in twin.held_kinds(counts):
            after, room = twin.drawn(counts, kind, -1), twin.drawn(caps, kind, -1)
            options: dict[str, Any] = {"melds": len(table.melds), "caps": room}
            shanten = twin.shanten(after, RIICHI, **options)
            expected[kind] = (shanten, mask(twin.accepted(after, RIICHI, **options)))
        if FAR in [shanten for shanten, _ in expected.values()]:
            continue
        found = {each.tile.kind: each for each in mj.discards(table.hand, strict=True, visible=table.visible)}
        assert {kind: (each.shanten, each.mask) for kind, each in found.items()} == expected, table.hand
        for each in found.values():
            assert each.accepted == tuple((tile, caps[tile.kind] - counts[tile.kind]) for tile, _ in each.accepted)
            assert 0 not in [left for _, left in each.accepted]
        batch = mj.batch.discards(table.rows, melds=len(table.melds), used=table.used)
        for kind, (shanten, accepted) in expected.items():
            assert (batch.shanten[0, kind], batch.accepted[0, kind]) == (shanten, accepted)
        seen += 1
    assert seen > 30


def test_visible_tiles_are_not_left() -> None:
    """Without strict they change nothing but the copies left."""
    for table in tables(14, 150):
        counts, caps = table.counts, table.caps
        plain, seen = mj.acceptance(table.hand, strict=False), mj.acceptance(table.hand, visible=table.visible)
        assert (seen.shanten, seen.mask) == (plain.shanten, plain.mask)
        assert seen.tiles == tuple((tile, max(0, caps[tile.kind] - counts[tile.kind])) for tile, _ in plain.tiles)
        assert seen.copies == sum(left for _, left in seen.tiles)
        batch = mj.batch.acceptance(table.rows, melds=len(table.melds), visible=table.used)
        assert (batch.shanten[0], batch.accepted[0], batch.copies[0]) == (seen.shanten, seen.mask, seen.copies)
        if sum(counts) % 3 == 2:
            for each in mj.discards(table.hand, visible=table.visible):
                assert each.copies == sum(caps[tile.kind] - counts[tile.kind] for tile, _ in each.accepted)


def test_used_beside_visible() -> None:
    """`visible` of a batch, given with `used`, is what is not left; `used` is what can not be used."""
    hands = hands_of(15, 60, 13)
    rng = np.random.default_rng(15)
    used = np.minimum(4 - hands, rng.integers(0, 3, hands.shape))
    seen = np.minimum(4 - hands, used + 1)
    found, alone = mj.batch.acceptance(hands, used=used, visible=seen), mj.batch.acceptance(hands, used=used)
    same(found.accepted, alone.accepted, hands)
    same(found.copies, copies(found.accepted, 4 - hands - seen), hands)
    same(alone.copies, copies(alone.accepted, 4 - hands - used), hands)
    for hand, gone, accepted in zip(hands[:20].tolist(), used.tolist(), alone.accepted.tolist(), strict=False):
        caps = [4 - copies_gone for copies_gone in gone]
        assert accepted == mask(twin.accepted(hand, RIICHI, caps=caps))


def test_kongs_use_all_copies_up() -> None:
    hand = "23m44z[1111m<](5555p)[666z^]"
    assert mj.shanten(hand) == 0
    assert mj.waits(hand) == (mj.Tile("1m"), mj.Tile("4m"))
    assert mj.waits(hand, strict=True) == (mj.Tile("4m"),)
    assert mj.acceptance(hand).tiles == ((mj.Tile("1m"), 0), (mj.Tile("4m"), 4))
    assert mj.acceptance(hand, strict=True).tiles == ((mj.Tile("4m"), 4),)
    # the only wait lies in the own pung
    assert mj.shanten("1m[111m<]") == 0
    assert mj.shanten("1m[111m<]", strict=True) == 1


def test_jokers_in_melds_count_as_what_they_stand_for() -> None:
    """Strictly they use copies up; of the copies left they take none."""
    hand = mj.Hand("5m[55m0j<]")
    assert mj.waits(hand) == (mj.Tile("5m"),)
    assert mj.acceptance(hand).tiles == ((mj.Tile("5m"), 1),)
    # a fifth 5m would be needed for the pair
    assert mj.shanten(hand, strict=True) == 1
