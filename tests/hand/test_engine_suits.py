"""The hand engine where a win may have two suits at most, or one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_cases import EXISTS, FORM_SETS, MORE, TILE_SETS, Table, hands_of, near_batch, same, tables
from hand_recipes import READY_SIZES, SIZES, completed, mixture, ready
from hand_recipes import quads as quads_of
from reference import distance as twin
from reference import few_suits
from reference.distance import FAR, KINDS, mask
from reference.facts import HONOURS, tiles_text
from reference.many_hands import Hands, copies

SUITED = tuple(range(27))
# as in Sichuan
PAIRS: tuple[tuple[str, ...], bool] = (("standard", "seven_pairs"), True)
SETS: dict[str, tuple[tuple[str, ...], bool]] = {**FORM_SETS, "pairs": PAIRS}
WILD = {"{wan}": "123456789m", "{tong}": "123456789p", "{he}": "1234567z", "0j": None}
LEAVES = {"{wan}": 1, "{tong}": 2, "{he}": 24, "0j": 31}


def engine_of(name: str, most: int, **more: Any) -> mj.HandEngine:
    forms, quads = SETS[name]
    return mj.HandEngine(forms, quad_pairs=quads, most_suits=most, **more)


def some_hands(seed: int, number: int, tiles: int, most: int) -> Hands:
    """Of all sorts; and near to winning with few suits, some with tiles of the others."""
    rows = [hands_of(seed, number // 2, tiles)]
    for suits in ([0], [1, 2], [0, 2]):
        kinds = [*HONOURS, *(kind for kind in SUITED if kind // 9 in suits[:most])]
        rows.append(near_batch(seed, number * MORE // 6, tiles, kinds))
    return np.concatenate(rows)


# Every question


@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("name", ["standard", "pairs", "seven_pairs", "riichi", "large, quad pairs"])
def test_all_questions(name: str, most: int) -> None:
    """Calls and batches, hands of all sizes."""
    forms, quads = SETS[name]
    engine = engine_of(name, most)
    differs = 0
    for tiles in SIZES if name in ("standard", "pairs") else (13, 14) if name == "seven_pairs" else (7, 13, 14, 16, 17):
        large = name.startswith("large") and tiles > 15
        hands = some_hands(31, 12 if large else 240, tiles, most)
        options: dict[str, Any] = {"quads": quads, "most": most}
        shanten = few_suits.distances(hands, forms, tiles // 3, **options) - 1
        found = mj.batch.shanten(hands, engine)
        same(found, shanten, hands)
        differs += np.count_nonzero(found != mj.batch.shanten(hands, engine_of(name, 3)))
        few = hands[::5]
        accepted = few_suits.masks(few, forms, tiles // 3, **options)
        acceptance = mj.batch.acceptance(few, engine)
        same(acceptance.accepted, accepted, few)
        same(acceptance.copies, copies(accepted, 4 - few), few)
        if tiles % 3 == 1:
            waits = np.where(shanten[::5] == 0, accepted, np.uint64(0))
            same(mj.batch.waits(few, engine), waits, few)
        else:
            same(mj.batch.is_win(few, engine), shanten[::5] == -1, few)
            check_discards(engine, few[:: 10 if large else 5], forms, options)
        for row, hand in enumerate(few[:20].tolist()):
            assert engine.shanten(hand) == shanten[5 * row]
            assert engine.acceptance_mask(hand) == accepted[row]
            if tiles % 3 == 1:
                assert engine.waits_mask(hand) == waits[row]
            else:
                assert engine.is_win(hand) == (shanten[5 * row] == -1)
    assert differs > 5


def check_discards(engine: mj.HandEngine, hands: Hands, forms: Sequence[str], options: dict[str, Any]) -> None:
    rows, kinds = np.nonzero(hands)
    after = hands[rows]
    after[np.arange(len(rows)), kinds] -= 1
    shanten = np.full(hands.shape, 127)
    accepted = np.zeros(hands.shape, np.uint64)
    sets = int(hands[0].sum()) // 3
    shanten[rows, kinds] = few_suits.distances(after, forms, sets, **options) - 1
    accepted[rows, kinds] = few_suits.masks(after, forms, sets, **options)
    found = mj.batch.discards(hands, engine)
    same(found.shanten, shanten, hands)
    same(found.accepted, accepted, hands)
    for row, hand in enumerate(hands.tolist()):
        single = engine.discards(hand)
        assert sorted(each.tile.kind for each in single) == list(twin.held_kinds(hand))
        order = [(each.shanten, -each.copies, each.tile.kind) for each in single]
        assert order == sorted(order)
        for each in single:
            kind = each.tile.kind
            assert (each.shanten, each.mask) == (shanten[row, kind], accepted[row, kind])
            assert each.copies == found.copies[row, kind]
        best = engine.best_discards(hand)
        assert best == tuple(each for each in single if (each.shanten, each.copies) == (single[0][1], single[0][3]))
        assert int(found.best[row]) == mask(each.tile.kind for each in best)


@pytest.mark.parametrize("most", [1, 2])
def test_waits_are_what_completes_a_hand_of_so_many_suits(most: int) -> None:
    """A tile of one suit more is no wait."""
    rng, engine = Random(most), engine_of("pairs", most)
    waiting = barred = 0
    for _ in range(600 * MORE):
        suits = rng.sample(range(3), min(most + rng.randrange(2), 3))
        kinds = [kind for kind in SUITED if kind // 9 in suits]
        hand = ready(rng, rng.choice(READY_SIZES), kinds)
        expected = few_suits.completing(hand, PAIRS[0], most)
        # four equal tiles are two pairs
        expected |= {
            kind
            for kind in twin.waits(hand, PAIRS[0], available=True, quads=True)
            if len(few_suits.suits_of(twin.held_kinds(twin.drawn(hand, kind)))) <= most
        }
        assert engine.waits_mask(hand) == mask(expected), hand
        waiting += bool(expected)
        barred += mask(expected) != engine_of("pairs", 3).waits_mask(hand)
    assert waiting > 100
    assert barred > 100


def test_a_known_hand() -> None:
    engine = mj.HandEngine(("standard", "seven_pairs"), tiles=TILE_SETS["108"], sets=4, quad_pairs=True, most_suits=2)
    # ready, but for three suits
    hand = "123m456m11p34p789s"
    assert engine.shanten(hand) == 3
    assert mj.HandEngine(most_suits=3).waits(hand) == (mj.Tile("2p"), mj.Tile("5p"))
    assert engine.waits("123m456m11p34p789p") == (mj.Tile("2p"), mj.Tile("5p"))
    assert not engine.is_win("123m456m11p345p789s")
    assert engine.is_win("123m456m11p345p789p")
    assert not mj.HandEngine(most_suits=1).is_win("123m456m11p345p789p")
    assert engine.waits("1111m7m3344p5566p") == (mj.Tile("7m"),)
    assert engine.waits("1111m7m3344p5566s") == ()
    # the honours are no suit
    assert mj.HandEngine(most_suits=1).is_win("123456789m11z222z")


# With melds


@pytest.mark.parametrize("most", [1, 2])
def test_melds(most: int) -> None:
    """Their suits are in the win; as a number they are of any suit."""
    forms, quads = PAIRS
    engine = engine_of("pairs", most)
    barred = differs = 0
    for table in tables(32 + most, 260):
        beside = few_suits.suits_in(table.melds)
        options: dict[str, Any] = {"quads": quads, "melds": len(table.melds), "most": most, "beside": beside}
        plain: dict[str, Any] = {"quads": quads, "melds": len(table.melds), "most": most}
        unknown = few_suits.shanten(table.counts, forms, **plain)
        assert engine.shanten(table.counts, melds=len(table.melds)) == unknown
        if len(beside) > most:
            check_barred(engine, table, f"the melds are of {len(beside)} suits, and a win has {most} at most")
            barred += 1
            continue
        shanten = few_suits.shanten(table.counts, forms, **options)
        accepted = few_suits.accepted(table.counts, forms, **options)
        differs += shanten != unknown
        assert engine.shanten(table.hand) == shanten, table
        assert engine.acceptance_mask(table.hand) == mask(accepted), table
        rows = mj.batch.acceptance([table.hand], engine)
        assert (rows.shanten[0], rows.accepted[0]) == (shanten, mask(accepted))
        if sum(table.counts) % 3 == 1:
            assert engine.waits_mask(table.hand) == (mask(accepted) if shanten == 0 else 0)
        else:
            assert engine.is_win(table.hand) == (shanten == -1)
            for each in engine.discards(table.hand)[:4]:
                after = twin.drawn(table.counts, each.tile.kind, -1)
                assert each.shanten == few_suits.shanten(after, forms, **options)
                assert each.mask == mask(few_suits.accepted(after, forms, **options))
    assert barred > (20 if most == 1 else 2)
    assert differs > 10


def check_barred(engine: mj.HandEngine, table: Table, message: str) -> None:
    questions: list[Any] = [engine.shanten, engine.acceptance, engine.acceptance_mask]
    for question in questions:
        with pytest.raises(mj.HandError, match=message):
            question(table.hand)
    with pytest.raises(mj.HandError, match="row 0: no win is possible"):
        mj.batch.shanten([table.hand], engine)
    if sum(table.counts) % 3 == 1:
        assert engine.waits(table.hand) == ()
        assert mj.batch.waits([table.hand], engine)[0] == 0
    else:
        assert engine.is_win(table.hand) is False
        with pytest.raises(mj.HandError, match=message):
            engine.discards(table.hand)


@pytest.mark.parametrize("sets", [1, 2, 3, 4])
@pytest.mark.parametrize("most", [1, 2])
def test_hands_of_few_sets(most: int, sets: int) -> None:
    """An engine for one size of hand, melds beside it."""
    forms, quads = PAIRS
    engine = engine_of("pairs", most, sets=sets, tiles=TILE_SETS["108"])
    rng, asked = Random(10 * most + sets), 0
    for table in tables(35 + sets, 600):
        kinds = [kind for meld in table.melds for kind in meld.tiles]
        if len(table.melds) + sum(table.counts) // 3 != sets or any(kind >= 27 for kind in kinds):
            continue
        counts = completed(rng, (*table.counts[:27], *[0] * 7), sum(table.counts), SUITED)
        if any(counts[kind] + kinds.count(kind) > 4 for kind in range(KINDS)):
            continue
        hand = mj.Hand(bytes(counts), [meld.text for meld in table.melds])
        options: dict[str, Any] = {"quads": quads, "melds": len(table.melds), "most": most, "exists": EXISTS["108"]}
        assert engine.shanten(counts) == few_suits.shanten(counts, forms, **options)
        options["beside"] = few_suits.suits_in(table.melds)
        if len(options["beside"]) > most:
            assert not engine.waits(hand) if hand.size % 3 == 1 else not engine.is_win(hand)
            continue
        assert engine.shanten(hand) == few_suits.shanten(counts, forms, **options)
        assert engine.acceptance_mask(hand) == mask(few_suits.accepted(counts, forms, **options))
        asked += 1
    assert asked > 15
    with pytest.raises(mj.HandError, match=f"hands of {3 * sets + 1} or {3 * sets + 2} tiles"):
        engine.shanten("1" * 4 + "2" * 4 + "3" * 4 + "4" * 4 + "m")


# With a declared void suit, other tile sets, jokers, strictly


@pytest.mark.parametrize("most", [1, 2])
def test_a_void_suit_besides(most: int) -> None:
    forms, quads = PAIRS
    engine = engine_of("pairs", most)
    rng = Random(41)
    for table in tables(41, 100):
        void = rng.randrange(3)
        beside = few_suits.suits_in(table.melds)
        options: dict[str, Any] = {"quads": quads, "melds": len(table.melds), "most": most, "void": void}
        suit = "mps"[void]
        shanten = few_suits.shanten(table.counts, forms, **options)
        assert engine.shanten(table.counts, melds=len(table.melds), void_suit=suit) == shanten
        rows = mj.batch.acceptance(table.rows, engine, melds=len(table.melds), void_suit=[suit])
        assert (rows.shanten[0], rows.accepted[0]) == (
            shanten, mask(few_suits.accepted(table.counts, forms, **options)),
        )  # fmt: skip
        if void in beside or len(beside) > most:
            message = f"of the void suit {suit}" if void in beside else "at most"
            with pytest.raises(mj.HandError, match=message):
                engine.shanten(table.hand, void_suit=suit)
            continue
        shanten = few_suits.shanten(table.counts, forms, beside=beside, **options)
        assert engine.shanten(table.hand, void_suit=suit) == shanten
        if sum(table.counts) % 3 == 2:
            found = engine.discards(table.hand, void_suit=suit)
            own = [kind for kind in range(9 * void, 9 * void + 9) if table.counts[kind]]
            held = own or list(twin.held_kinds(table.counts))
            assert sorted(each.tile.kind for each in found) == held
            every = engine.discards(table.hand, void_suit=suit, any_suit=True)
            assert {each.tile.kind for each in every} == set(twin.held_kinds(table.counts))
            for each in every[:3]:
                after = twin.drawn(table.counts, each.tile.kind, -1)
                assert each.shanten == few_suits.shanten(after, forms, beside=beside, **options)


@pytest.mark.parametrize("exists", ["108", "few", "one suit", "84"])
@pytest.mark.parametrize("most", [1, 2])
def test_tile_sets(most: int, exists: str) -> None:
    """Seven pairs of so few kinds, too."""
    for name in ("pairs", "seven_pairs"):
        forms, quads = SETS[name]
        engine = engine_of(name, most, tiles=TILE_SETS[exists])
        options: dict[str, Any] = {"quads": quads, "most": most, "exists": EXISTS[exists]}
        for tiles in (14, 13, 8, 4) if name == "pairs" else (14, 13):
            hands = some_hands(43, 60, tiles, most)
            shanten = few_suits.distances(hands, forms, tiles // 3, **options) - 1
            if shanten[0] == FAR - 1:
                with pytest.raises(mj.HandError, match="no form is possible"):
                    mj.batch.shanten(hands, engine)
                continue
            same(mj.batch.shanten(hands, engine), shanten, hands)
            few = hands[::4]
            same(mj.batch.acceptance(few, engine).accepted, few_suits.masks(few, forms, tiles // 3, **options), few)


@pytest.mark.parametrize("most", [1, 2])
def test_strict(most: int) -> None:
    forms, quads = PAIRS
    engine = engine_of("pairs", most, strict=True)
    differs = 0
    for table in tables(44, 120):
        beside = few_suits.suits_in(table.melds)
        options: dict[str, Any] = {"quads": quads, "melds": len(table.melds), "most": most, "caps": table.caps}
        asked: dict[str, Any] = {"melds": len(table.melds), "used": table.used}
        shanten = few_suits.shanten(table.counts, forms, **options)
        if shanten < FAR:
            found = mj.batch.acceptance(table.rows, engine, **asked)
            accepted = few_suits.accepted(table.counts, forms, **options)
            assert (found.shanten[0], found.accepted[0]) == (shanten, mask(accepted))
        if len(beside) > most:
            with pytest.raises(mj.HandError, match="no win is possible"):
                engine.shanten(table.hand, visible=table.visible)
            continue
        shanten = few_suits.shanten(table.counts, forms, beside=beside, **options)
        if shanten == FAR:
            with pytest.raises(mj.HandError, match=r"no form is possible .*; at most"):
                engine.shanten(table.hand, visible=table.visible)
            continue
        assert engine.shanten(table.hand, visible=table.visible) == shanten
        accepted = few_suits.accepted(table.counts, forms, beside=beside, **options)
        assert engine.acceptance_mask(table.hand, visible=table.visible) == mask(accepted)
        differs += shanten != engine.shanten(table.hand, strict=False)
        if sum(table.counts) % 3 == 2:
            for each in engine.discards(table.hand, visible=table.visible)[:3]:
                after = twin.drawn(table.counts, each.tile.kind, -1)
                room = {**options, "caps": twin.drawn(table.caps, each.tile.kind, -1)}
                assert each.shanten == few_suits.shanten(after, forms, beside=beside, **room)
                assert each.mask == mask(few_suits.accepted(after, forms, beside=beside, **room))
    assert differs > 2


@pytest.mark.parametrize("most", [1, 2])
def test_jokers(most: int) -> None:
    """Universal ones beside a hand, and such that stand for a suit or the honours."""
    forms, quads = PAIRS
    engine = engine_of("pairs", most, wild=WILD)
    rng = Random(45)
    for counts in mixture(45 + most, 60 * MORE, SIZES[1:]):
        number = min(rng.choice((1, 1, 2, 3)), sum(counts) - 1)
        hand = completed(rng, counts, sum(counts) - number)
        options: dict[str, Any] = {"quads": quads, "most": most}
        shanten = few_suits.shanten(hand, forms, jokers=number, **options)
        accepted = few_suits.accepted(hand, forms, jokers=number, **options)
        assert engine.shanten(hand, jokers=number) == shanten
        found = mj.batch.acceptance(np.array([hand], np.uint8), engine, jokers=number)
        assert (found.shanten[0], found.accepted[0]) == (shanten, mask(accepted))
        if sum(counts) % 3 == 2:
            for each in engine.discards(hand, jokers=number)[:2]:
                if each.tile.kind < KINDS:
                    after = twin.drawn(hand, each.tile.kind, -1)
                    assert each.shanten == few_suits.shanten(after, forms, jokers=number, **options)
        held = rng.choices(list(LEAVES), k=number)
        types = [(LEAVES[tile], held.count(tile)) for tile in set(held)]
        text = tiles_text([kind for kind in range(KINDS) for _ in range(hand[kind])]) + "".join(held)
        shanten = few_suits.shanten(hand, forms, jokers=types, **options)
        assert engine.shanten(text) == shanten, text
        if number < 3:
            assert engine.acceptance_mask(text) == mask(few_suits.accepted(hand, forms, jokers=types, **options))


def test_jokers_in_melds_are_of_the_suit_that_they_stand_for() -> None:
    engine = mj.HandEngine(most_suits=1)
    assert engine.waits("1112m[56m0j<]") == (mj.Tile("2m"), mj.Tile("3m"))
    with pytest.raises(mj.HandError, match="the melds are of 2 suits, and a win has 1 at most"):
        engine.shanten("1m[55m0j<][56p0j<]")


# Fifth copies


@pytest.mark.parametrize("most", [1, 2])
def test_fifth_copies(most: int) -> None:
    """Waits for a kind of which all four are held."""
    forms, quads = PAIRS
    rng, asked, differs = Random(51), 0, 0
    usual, engine = engine_of("pairs", most), engine_of("pairs", most, fifth_waits=True, wild=WILD)
    while asked < 60 * MORE:
        tiles = rng.choice(READY_SIZES)
        suits = rng.sample(range(3), most)
        kinds = [kind for kind in SUITED if kind // 9 in suits]
        hand = rng.choice((ready(rng, tiles, kinds), completed(rng, quads_of(rng, tiles), tiles)))
        jokers = rng.choice((0, 0, 1)) if tiles > 3 else 0
        hand = completed(rng, hand, tiles - jokers)
        if max(hand) < 4:
            continue
        structural = few_suits.waits(hand, forms, jokers=jokers, quads=quads, most=most)
        available = few_suits.waits(hand, forms, jokers=jokers, quads=quads, most=most, available=True)
        assert engine.waits_mask(hand, jokers=jokers) == mask(structural), hand
        assert mj.batch.waits(np.array([hand], np.uint8), engine, jokers=jokers)[0] == mask(structural)
        assert usual.waits_mask(hand, jokers=jokers) == mask(available)
        if jokers:
            text = tiles_text([kind for kind in range(KINDS) for _ in range(hand[kind])]) + "{wan}"
            structural = few_suits.waits(hand, forms, jokers=[(1, 1)], quads=quads, most=most)
            assert engine.waits_mask(text) == mask(structural), text
        asked += bool(structural)
        differs += structural != available
    assert differs > 3


# Laws


@pytest.mark.parametrize("most", [1, 2])
def test_suits_are_alike(most: int) -> None:
    engine = engine_of("pairs", most)
    for counts in mixture(61, 120 * MORE):
        shanten, accepted = engine.shanten(counts), engine.acceptance_mask(counts)
        for places in permutations(range(3)):
            moved = [kind for suit in places for kind in range(9 * suit, 9 * suit + 9)] + list(HONOURS)
            other = [counts[kind] for kind in moved]
            assert engine.shanten(other) == shanten
            found = engine.acceptance_mask(other)
            assert mask(kind for place, kind in enumerate(moved) if found >> place & 1) == accepted


def test_fewer_suits_are_never_nearer() -> None:
    engines = [engine_of("pairs", most) for most in (1, 2, 3)]
    for counts in mixture(62, 300 * MORE):
        one, two, three = (engine.shanten(counts) for engine in engines)
        assert one >= two >= three
        # the best void suit
        assert two == min(engines[2].shanten(counts, void_suit=suit) for suit in "mps")
        if not any(counts[18:27]) and not any(counts[9:18]) and three < 1:
            assert one >= three


def test_forms_of_three_suits() -> None:
    engine = mj.HandEngine(("thirteen_orphans", "lesser_knitted", "knitted_straight"), most_suits=2)
    with pytest.raises(mj.HandError, match=r"\(forms: .*; at most 2 suits\)"):
        engine.shanten("19m19p19s1234567z")
    with pytest.raises(mj.HandError, match="at most 1 suit"):
        mj.HandEngine("thirteen_orphans", most_suits=1).discards("19m19p19s11234567z")
    assert engine.waits("19m19p19s1234567z") == ()
    assert mj.batch.waits(["19m19p19s1234567z"], engine)[0] == 0
    assert engine.is_win("19m19p19s11234567z") is False
    rows = np.array([list(mj.Hand("19m19p19s11234567z").counts)], np.uint8)
    assert not mj.batch.is_win(rows, engine)[0]
    for question in (mj.batch.shanten, mj.batch.acceptance, mj.batch.discards):
        with pytest.raises(mj.HandError, match="row 0: no form is possible"):
            question(rows, engine)


def test_many_threads() -> None:
    engine = engine_of("pairs", 2)
    hands = some_hands(63, 3_000, 13, 2)
    assert np.array_equal(mj.batch.shanten(hands, engine, threads=4), mj.batch.shanten(hands, engine))


def test_tile_sets_without_tables_for_five_sets() -> None:
    text = "123456789m123456789p12346789s12346z"
    engine = mj.HandEngine(tiles=text, most_suits=2, fifth_waits=True)
    exists = mj.HandEngine(tiles=text).tiles
    for hand in mixture(64, 40, (16, 17)):
        options: dict[str, Any] = {"most": 2, "exists": exists}
        assert engine.shanten(hand) == few_suits.shanten(hand, ["standard"], **options)
        assert engine.acceptance_mask(hand) == mask(few_suits.accepted(hand, ["standard"], **options))


def test_three_suits_are_all() -> None:
    assert mj.HandEngine(most_suits=3) == mj.HandEngine()
    assert mj.HandEngine(most_suits=np.int64(2)) == mj.HandEngine(most_suits=2)
    assert [mj.HandEngine(most_suits=most).most_suits for most in (1, 2, 3)] == [1, 2, 3]
