"""The hand engine as Python sees it: every way to give a hand and an option.

Answers are compared with the plain twins of `reference.distance` and `reference.joker_hands`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from faces import CARRIERS
from hand_faces import TILES, answers_of, hand_text, outcome
from hand_recipes import caps_beside, melds_beside, mixture, visible_beside
from mjcore.errors import HandError
from reference import distance as twin
from reference import joker_hands as joker_twin

FORMS = twin.FORMS
USUAL = ("standard", "seven_pairs", "thirteen_orphans")
SUITS = {suit: sum(1 << kind for kind in range(9 * i, 9 * i + 9)) for i, suit in enumerate("mps")}


# The same hand in every way

DTYPES = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")


def test_every_carrier_gives_the_same_answers() -> None:
    for counts in mixture(1, 60):
        plain = bytes(counts)
        expected = answers_of(plain)
        for name, carrier in CARRIERS.items():
            assert answers_of(carrier(plain)) == expected, (name, counts)
        for dtype in DTYPES:
            assert answers_of(np.array(counts, dtype)) == expected, (dtype, counts)
        assert answers_of(mj.Hand(plain)) == expected
        assert answers_of(hand_text(counts)) == expected
        assert answers_of([np.int64(number) for number in counts]) == expected


def test_every_way_to_ask_gives_the_same_answers() -> None:
    engine = mj.HandEngine(FORMS, sets=4, quad_pairs=True, fifth_waits=True)
    rules = mj.rules.get("mcr")
    assert rules.engine is not engine
    for counts in mixture(2, 60, (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)):
        for source in (bytes(counts), list(counts), mj.Hand(bytes(counts))):
            expected = answers_of(source, "mcr")
            for way in (rules, "guobiao", "mcr/default", rules.engine):
                assert answers_of(source, way) == expected
            # the engine names no rule set in its errors
            methods = [engine.shanten, engine.waits, engine.acceptance, engine.discards, engine.best_discards]
            assert [outcome(method, source) for method in [*methods, engine.is_win]] == expected
            masks = outcome(engine.waits_mask, source), outcome(engine.acceptance_mask, source)
            if sum(counts) % 3 == 1:
                assert masks[0] == sum(1 << tile.kind for tile in expected[1])
            assert masks[1] == expected[2].mask == sum(1 << tile.kind for tile, _ in expected[2].tiles)


def test_other_notations_and_red_fives() -> None:
    assert mj.waits("m123p406s789z1122") == mj.waits("一二三万456p789s东东南南") == mj.waits("123m456p789s1122z")
    assert mj.acceptance("123m406p789s1122z") == mj.acceptance("123m456p789s1122z")
    assert mj.is_win("44406m", "0m")
    assert mj.is_win("34099m")


# Against the twins

ENGINES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "usual": (USUAL, {}),
    "all forms": (FORMS, {"quad_pairs": True}),
    "pairs": (("seven_pairs", "pairs_and_set"), {}),
    "orphans": (("thirteen_orphans",), {}),
    "knitted": (("knitted_straight", "lesser_knitted"), {}),
    "sanma": (USUAL, {"tiles": "19m123456789p123456789s1234567z"}),
    "no honours": (("standard", "seven_pairs"), {"tiles": (1 << 27) - 1}),
    "84 tiles": (FORMS, {"tiles": "123456789p123456789s567z"}),
}


def engine_of(name: str) -> tuple[mj.HandEngine, tuple[str, ...], dict[str, Any]]:
    """An engine, its forms, and the options of the twin that mean the same."""
    forms, options = ENGINES[name]
    engine = mj.HandEngine(forms, **options)
    return engine, forms, {"exists": engine.tiles, "quads": engine.quad_pairs}


def left_of(counts: Sequence[int], *gone: Sequence[int]) -> list[int]:
    return [4 - held - sum(each[kind] for each in gone) for kind, held in enumerate(counts)]


def pairs_of(kinds: Iterable[int], left: Sequence[int]) -> tuple[tuple[mj.Tile, int], ...]:
    return tuple((TILES[kind], left[kind]) for kind in sorted(kinds))


def expect(shanten: int, accepted: Iterable[int], left: Sequence[int]) -> tuple[Any, ...]:
    """What an `Acceptance` says."""
    tiles = pairs_of(accepted, left)
    return shanten, tiles, sum(copies for _, copies in tiles)


def expected_discards(
    table: dict[int, tuple[int, set[int]]], left: Sequence[int]
) -> list[tuple[mj.Tile, int, tuple[tuple[mj.Tile, int], ...], int]]:
    found = []
    for kind, (shanten, accepted) in table.items():
        _, tiles, copies = expect(shanten, accepted, left)
        found.append((shanten, -copies, kind, tiles))
    return [(TILES[kind], shanten, tiles, -less) for shanten, less, kind, tiles in sorted(found)]


@pytest.mark.parametrize("name", ENGINES)
def test_plain_questions(name: str) -> None:
    engine, forms, same = engine_of(name)
    for counts in mixture(3, 40):
        source, left = bytes(counts), left_of(counts)
        shanten = twin.shanten(counts, forms, **same)
        if shanten == twin.FAR:
            for question in (engine.shanten, engine.acceptance, engine.acceptance_mask):
                with pytest.raises(HandError, match="no form is possible"):
                    question(source)
            assert sum(counts) % 3 == 2 or engine.waits(source) == ()
            continue
        accepted = twin.accepted(counts, forms, **same)
        assert engine.shanten(source) == shanten
        assert engine.acceptance(source) == expect(shanten, accepted, left)
        if sum(counts) % 3 == 1:
            assert engine.waits(source) == tuple(TILES[kind] for kind in sorted(accepted)) * (shanten == 0)
            with pytest.raises(HandError, match=r"discards are a matter of 3n \+ 2 concealed tiles"):
                engine.discards(source)
        else:
            expected = expected_discards(twin.discards(counts, forms, **same), left)
            assert list(map(tuple, engine.discards(source))) == expected
            best = [entry for entry in expected if (entry[1], entry[3]) == (expected[0][1], expected[0][3])]
            assert list(map(tuple, engine.best_discards(source))) == best
            assert engine.is_win(source) is (shanten == -1)
            with pytest.raises(HandError, match=r"waits are a matter of 3n \+ 1 concealed tiles"):
                engine.waits(source)


@pytest.mark.parametrize("name", ["usual", "all forms", "no honours"])
def test_melds_visible_and_strict(name: str) -> None:
    engine, forms, same = engine_of(name)
    rng = Random(4)
    for counts in mixture(5, 50, (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)):
        melds = melds_beside(rng, counts, rng.randrange(0, 6 - sum(counts) // 3))
        if any(not engine.tiles >> kind & 1 for meld in melds for kind in meld.tiles):
            melds = ()
        hand = mj.Hand(bytes(counts), [meld.text for meld in melds])
        visible = visible_beside(rng, counts, melds, rng.randrange(60))
        own = [4 - left for left in caps_beside(melds)]
        caps, left = caps_beside(melds, visible), left_of(counts, own, visible)
        for strict in (False, True):
            options = {**same, "melds": len(melds), "caps": caps if strict else None}
            shanten = twin.shanten(counts, forms, **options)
            if shanten == twin.FAR:
                for question in (engine.shanten, engine.acceptance):
                    with pytest.raises(HandError, match="no form is possible"):
                        question(hand, strict=strict, visible=visible)
                continue
            expected = expect(shanten, twin.accepted(counts, forms, **options), left)
            assert engine.shanten(hand, strict=strict, visible=visible) == shanten
            assert engine.acceptance(hand, strict=strict, visible=visible) == expected
            # an engine that is strict by itself, and counts with the number of melds
            other = mj.HandEngine(forms, tiles=engine.tiles, quad_pairs=engine.quad_pairs, strict=strict)
            assert other.acceptance(hand, visible=visible) == expected
            if not strict:
                assert engine.shanten(bytes(counts), melds=len(melds)) == shanten
            if sum(counts) % 3 == 1:
                waits = tuple(tile for tile, _ in expected[1]) if shanten == 0 else ()
                assert engine.waits(hand, strict=strict, visible=visible) == waits
            else:
                table = {}
                for kind in twin.held_kinds(counts):
                    after = twin.drawn(counts, kind, -1)
                    if strict:
                        # the discarded copy is gone
                        options["caps"] = twin.drawn(caps, kind, -1)
                    table[kind] = twin.shanten(after, forms, **options), twin.accepted(after, forms, **options)
                found = engine.discards(hand, strict=strict, visible=visible)
                assert list(map(tuple, found)) == expected_discards(table, left)
                # so that what is accepted strictly is there
                assert not strict or all(copies for entry in found for _, copies in entry.accepted)


def test_fifth_copies_as_waits() -> None:
    structural = mj.HandEngine(FORMS, quad_pairs=True, fifth_waits=True)
    available = mj.HandEngine(FORMS, quad_pairs=True)
    for counts in mixture(6, 120, (4, 7, 10, 13)):
        for engine in (structural, available):
            expected = twin.waits(counts, FORMS, available=engine is available, quads=True)
            assert set(engine.waits(bytes(counts))) == {TILES[kind] for kind in expected}
    assert structural.waits("1111m") == (TILES[0],)
    assert structural.waits("1111m", strict=True) == available.waits("1111m") == ()


def test_void_suit() -> None:
    engine = mj.HandEngine(("standard", "seven_pairs"), quad_pairs=True)
    forms = ("standard", "seven_pairs")
    for counts in mixture(7, 45):
        for suit, kinds in SUITS.items():
            same = {"exists": twin.ALL34 & ~kinds, "quads": True}
            shanten, left = twin.shanten(counts, forms, **same), left_of(counts)
            accepted = twin.accepted(counts, forms, **same)
            assert engine.acceptance(bytes(counts), void_suit=suit) == expect(shanten, accepted, left)
            if sum(counts) % 3 == 2:
                table = twin.discards(counts, forms, **same)
                free = engine.discards(bytes(counts), void_suit=suit, any_suit=True)
                assert list(map(tuple, free)) == expected_discards(table, left)
                first = {kind: entry for kind, entry in table.items() if kinds >> kind & 1} or table
                must = engine.discards(bytes(counts), void_suit=suit)
                assert list(map(tuple, must)) == expected_discards(first, left)
                assert engine.is_win(bytes(counts), void_suit=suit) is (shanten == -1)


def test_void_suit_with_jokers_and_melds() -> None:
    assert [str(entry.tile) for entry in mj.discards("19m456p789s11222z0j", void_suit="m")] == ["1m", "9m"]
    assert "0j" in [str(entry.tile) for entry in mj.discards("19m456p789s11222z0j", void_suit="m", any_suit=True)]
    hand = mj.Hand("11p[123m<]")
    assert mj.is_win(hand)
    assert not mj.is_win(hand, void_suit="m")
    for question in (mj.shanten, mj.acceptance, mj.discards, mj.best_discards):
        with pytest.raises(HandError, match="one of the melds is of the void suit m"):
            question(hand, void_suit="m")
    assert mj.waits("1p[123m<]", void_suit="m") == ()
    assert mj.waits("1p[123m<]", void_suit="s") == (TILES[9],)


# Jokers


def test_universal_jokers() -> None:
    engine = mj.HandEngine(FORMS, quad_pairs=True)
    for counts in mixture(8, 60, (4, 5, 7, 8, 10, 11, 13, 14)):
        for jokers in (1, 2, 4):
            tiles = sum(counts) + jokers
            text = hand_text(counts) + jokers * "0j"
            if tiles % 3 == 0 or tiles > 17:
                continue
            same: dict[str, Any] = {"jokers": jokers}
            shanten = twin.shanten(counts, FORMS, quads=True, jokers=jokers)
            accepted = twin.accepted(counts, FORMS, quads=True, jokers=jokers) if shanten >= 0 else ()
            assert engine.shanten(bytes(counts), jokers=jokers) == engine.shanten(text) == shanten
            expected = expect(shanten, accepted, left_of(counts))
            assert engine.acceptance(text) == engine.acceptance(bytes(counts), **same) == expected
            if tiles % 3 == 1:
                waits = tuple(tile for tile, _ in expected[1]) if shanten == 0 else ()
                assert engine.waits(text) == engine.waits(bytes(counts), **same) == waits
            else:
                assert engine.is_win(text) is engine.is_win(bytes(counts), **same) is (shanten == -1)
                found = engine.discards(text)
                assert found == engine.discards(bytes(counts), **same)
                for entry in found:
                    after = mj.Hand(text).discard(entry.tile)
                    assert engine.acceptance(after)[0] == entry.shanten
                    assert engine.acceptance(after).mask == entry.mask
                assert mj.Tile("0j") in [entry.tile for entry in found]
                assert [(entry.shanten, -entry.copies, entry.tile) for entry in found] == sorted(
                    (entry.shanten, -entry.copies, entry.tile) for entry in found
                )


def test_which_tiles_are_jokers() -> None:
    """The plain joker, the emperors and the empresses, unless an engine says otherwise."""
    royals = [f"{{{who}{n}}}" for who in ("huang", "hou") for n in range(1, 5)]
    assert mj.HandEngine().wild == {mj.Tile(tile): twin.ALL34 for tile in ("0j", *royals)}
    for tile in ("0j", *royals):
        assert mj.shanten(f"123m456p789s1155z{tile}") == -1 == mj.shanten("123m456p789s1155z", jokers=1)
    assert mj.shanten("123m456p789s11z0j{hou3}", jokers=1) == -1
    for tile in ("1f", "{dabai}", "{caishen}", "{wan}"):
        with pytest.raises(HandError, match=f"^{tile} in the hand: no set is made of it, and it is no wild tile"):
            mj.shanten(f"123m456p789s1155z{tile}")
    other = mj.HandEngine(wild={"{caishen}": None})
    assert other.shanten("123m456p789s1155z{caishen}") == -1
    with pytest.raises(HandError, match=r"^0j in the hand"):
        other.shanten("123m456p789s1155z0j")
    assert mj.HandEngine(wild={}).wild == {}
    # as a number they need no tile
    assert mj.HandEngine(wild={}).shanten("123m456p789s1155z", jokers=1) == -1
    assert str(mj.HandEngine(wild={}).discards("123m456p789s1155z", jokers=1)[-1].tile) == "0j"
    assert str(other.discards("123m456p789s1155z{caishen}")[-1].tile) == "{caishen}"


def test_the_joker_as_the_winning_tile() -> None:
    assert mj.is_win("123m456p789s1155z", "0j")
    assert mj.is_win("123m456p789s1155z0j", "0j")
    assert not mj.is_win("123m456p789s1357z", "0j")
    with pytest.raises(HandError, match=r"^1f in the hand"):
        mj.is_win("123m456p789s1155z", "1f")


def test_jokers_are_no_fifth_copy() -> None:
    assert not mj.is_win("111m1m0j")
    assert mj.is_win("111m0j2m")
    # copies in own melds count too; for the shanten only if it is strict
    for hand in ("1z0j[1111m<]", "11m2m0j3m[555z<]", "23m0j99m[777z<]", "1m0j[222m<]"):
        assert mj.is_win(hand)
        assert mj.shanten(hand, strict=True) == -1
    for hand in ("1m0j[111m<]", "23m0j99m[1111m<][4444m<]", "5m0j[55m0j<]"):
        assert not mj.is_win(hand)
        assert mj.shanten(hand) == -1
        assert mj.shanten(hand, strict=True) == 0
    # two natural fives beside two in the meld are four, but the joker there stands for a fifth
    assert not mj.is_win("55m[55m0j<]")


NARROW: dict[str, str | int | None] = {
    "{wan}": "123456789m",
    "{tong}": "123456789p",
    "{suo}": "123456789s",
    "{xi}": "1234z",
    "{yuan}": "567z",
    "{zong}": "123456789m123456789p123456789s",
    "{he}": 0x7F << 27,
    "0j": None,
}
LEAVES = {"{wan}": 1, "{tong}": 2, "{suo}": 4, "{xi}": 8, "{yuan}": 16, "{zong}": 7, "{he}": 24, "0j": 31}


def test_narrow_jokers() -> None:
    engine = mj.HandEngine(FORMS, quad_pairs=True, wild=NARROW)
    rng = Random(9)
    for counts in mixture(10, 100, (4, 5, 7, 8, 10, 11, 13)):
        wild = rng.choices(list(NARROW), k=rng.randrange(1, 4))
        if (sum(counts) + len(wild)) % 3 == 0 or sum(counts) + len(wild) > 14:
            continue
        text = hand_text(counts) + "".join(wild)
        jokers = [(LEAVES[tile], 1) for tile in wild]
        shanten = joker_twin.joker_shanten(counts, jokers, FORMS, quads=True)
        accepted = joker_twin.joker_accepted(counts, jokers, FORMS, quads=True)
        assert engine.acceptance(text) == expect(shanten, accepted, left_of(counts)), text
        assert engine.shanten(text) == shanten
        if (sum(counts) + len(wild)) % 3 == 1:
            waits = accepted if shanten == 0 else set()
            assert engine.waits(text) == tuple(TILES[kind] for kind in sorted(waits))
        else:
            assert engine.is_win(text) is (shanten == -1)
            found = engine.discards(text)
            assert {str(entry.tile) for entry in found} >= set(wild)
            for entry in found:
                after = engine.acceptance(mj.Hand(text).discard(entry.tile))
                assert (entry.shanten, entry.mask) == (after.shanten, after.mask)


def test_narrow_jokers_and_fifth_copies() -> None:
    engine = mj.HandEngine(fifth_waits=True, wild=NARROW)
    assert TILES[0] in engine.waits("1111m23p{tong}")
    assert TILES[0] not in engine.waits("1111m23p{tong}", strict=True)
    assert TILES[0] not in mj.HandEngine(wild=NARROW).waits("1111m23p{tong}")
