"""What holds for every hand, whatever the answers are: laws of the hand engine, tried on hands of all sorts."""

from __future__ import annotations

import os
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import mjcore as mj
from hand_cases import ENGINES, FORM_SETS, TILE_SETS, Table
from hand_faces import TILES, answers_of, hand_text, outcome
from hand_recipes import (
    FULL_SIZES,
    READY_SIZES,
    RECIPES,
    SIZES,
    caps_beside,
    completed,
    melds_beside,
    pairs,
    visible_beside,
)
from reference.distance import KINDS

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
MORE = 20 if LONG else 1
Counts = tuple[int, ...]

several = settings(max_examples=200 * MORE)
many = settings(max_examples=500 * MORE)
names = st.sampled_from(("standard", "riichi", "mcr", "quad pairs", "large", "large, quad pairs", "knitted"))
# engines that have an answer for every size
every_size = st.sampled_from(("standard", "riichi", "mcr", "large, quad pairs"))


@st.composite
def hands(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES) -> Counts:
    """Hands of all recipes, with a chance of any; the size comes first, so that small ones are tried first."""
    size, recipe = draw(st.sampled_from(sizes)), draw(st.sampled_from(RECIPES))
    return tuple(recipe(Random(draw(st.integers(0, 1 << 32))), size))


@st.composite
def tables(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES) -> Table:
    """Hands with melds and visible tiles."""
    counts, rng = draw(hands(sizes)), Random(draw(st.integers(0, 1 << 32)))
    sets = sum(counts) // 3
    melds = melds_beside(rng, counts, draw(st.integers(0, min(5 - sets, (18 - sum(counts)) // 3))))
    return Table(counts, melds, visible_beside(rng, counts, melds, draw(st.sampled_from((0, 10, 60)))))


def engine_for(name: str, counts: Counts, jokers: int = 0) -> mj.HandEngine:
    """That of the name, or the standard one if none of its forms has so many tiles."""
    forms, _ = FORM_SETS[name]
    sets = (sum(counts) + jokers) // 3
    if "standard" in forms or (sets == 4 and name != "knitted_straight"):
        return ENGINES[name]
    return ENGINES["standard"]


def drawn(counts: Counts, kind: int, number: int = 1) -> Counts:
    return tuple(held + number * (kind == each) for each, held in enumerate(counts))


# One tile is one step


@many
@given(hands(READY_SIZES), names)
def test_an_accepted_tile_lowers_by_one_and_no_other_does(counts: Counts, name: str) -> None:
    engine = engine_for(name, counts)
    shanten, accepted = engine.shanten(counts), engine.acceptance_mask(counts)
    assert accepted or shanten == -1 or max(counts) == 4
    for kind in range(KINDS):
        if counts[kind] < 4:
            assert engine.shanten(drawn(counts, kind)) == shanten - (accepted >> kind & 1), kind
        else:
            assert not accepted >> kind & 1


@many
@given(hands(FULL_SIZES), names)
def test_discards_are_the_hands_after_them(counts: Counts, name: str) -> None:
    engine = engine_for(name, counts)
    found = engine.discards(counts)
    assert sorted(each.tile.kind for each in found) == [kind for kind in range(KINDS) if counts[kind]]
    shanten = engine.shanten(counts)
    for each in found:
        after = drawn(counts, each.tile.kind, -1)
        acceptance = engine.acceptance(after)
        assert (each.shanten, each.mask) == (acceptance.shanten, acceptance.mask)
        assert each.shanten in (shanten, shanten + 1)
        # the copy that was discarded is not drawn again
        left = {tile: copies - (tile is each.tile) for tile, copies in acceptance.tiles}
        assert dict(each.accepted) == left
        assert each.copies == sum(left.values())
    order = [(each.shanten, -each.copies, each.tile) for each in found]
    assert order == sorted(order)
    assert min(each.shanten for each in found) == max(shanten, 0)
    best = engine.best_discards(counts)
    assert best == tuple(each for each in found if (each.shanten, each.copies) == (found[0].shanten, found[0].copies))


@many
@given(hands(READY_SIZES), every_size)
def test_waits_are_the_tiles_that_complete(counts: Counts, name: str) -> None:
    engine = engine_for(name, counts)
    waits = engine.waits(counts)
    assert bool(waits) <= (engine.shanten(counts) == 0)
    for kind in range(KINDS):
        if counts[kind] < 4:
            assert engine.is_win(counts, kind) == (TILES[kind] in waits)
            assert engine.is_win(drawn(counts, kind)) == (TILES[kind] in waits)


@many
@given(hands(FULL_SIZES[1:]))
def test_wins_are_hands_with_readings(counts: Counts) -> None:
    """`decompose` takes four equal tiles for two pairs."""
    forms = FORM_SETS["mcr"][0]
    assert mj.is_win(counts, rules=ENGINES["mcr"]) == bool(mj.decompose(hand_text(counts), forms=forms))


# Jokers


@many
@given(hands(), every_size, st.integers(1, 8))
def test_a_joker_is_the_best_tile(counts: Counts, name: str, jokers: int) -> None:
    """With g jokers the hand is as far as with g - 1 and the tile that helps most."""
    if jokers >= sum(counts):
        return
    counts = completed(Random(jokers), counts, sum(counts) - jokers)
    engine = engine_for(name, counts, jokers)
    shanten = engine.shanten(counts, jokers=jokers)
    possible = [kind for kind in range(KINDS) if counts[kind] < 4]
    assert shanten == min(engine.shanten(drawn(counts, kind), jokers=jokers - 1) for kind in possible)


@many
@given(hands(READY_SIZES), every_size, st.integers(1, 6))
def test_jokers_change_neither_the_distance_nor_what_is_accepted(counts: Counts, name: str, jokers: int) -> None:
    """What is missing from the same number of sets is the same, so that each joker is worth a step."""
    if jokers >= sum(counts):
        return
    engine = engine_for(name, counts)
    fewer = completed(Random(jokers), counts, sum(counts) - jokers)
    for kind in range(KINDS):
        if fewer[kind] < 4:
            # a tile in the place of a joker: as good as the joker if it is accepted, else of no use
            step = engine.shanten(drawn(fewer, kind), jokers=jokers - 1) - engine.shanten(fewer, jokers=jokers)
            accepted = engine.acceptance_mask(fewer, jokers=jokers) >> kind & 1
            assert step == (0 if accepted else 1)


# Other names for the same tiles


def moved(counts: Counts, places: tuple[int, ...], mirrored: tuple[bool, ...]) -> Counts:
    after = list(counts)
    for suit in range(3):
        ranks = counts[9 * suit : 9 * suit + 9]
        after[9 * places[suit] : 9 * places[suit] + 9] = ranks[::-1] if mirrored[suit] else ranks
    return tuple(after)


def moved_mask(mask: int, places: tuple[int, ...], mirrored: tuple[bool, ...]) -> int:
    bits = moved(tuple(mask >> kind & 1 for kind in range(KINDS)), places, mirrored)
    return sum(bit << kind for kind, bit in enumerate(bits))


@many
@given(hands(), every_size, st.sampled_from(list(permutations(range(3)))), st.tuples(*[st.booleans()] * 3))
def test_suits_permuted_and_ranks_mirrored(
    counts: Counts, name: str, places: tuple[int, ...], mirrored: tuple[bool, ...]
) -> None:
    if name == "mcr":
        # a knitted straight is one only if all suits are turned together
        mirrored = (mirrored[0],) * 3
    engine, other = engine_for(name, counts), moved(counts, places, mirrored)
    acceptance = engine.acceptance(counts)
    turned = engine.acceptance(other)
    assert (turned.shanten, turned.copies) == (acceptance.shanten, acceptance.copies)
    assert turned.mask == moved_mask(acceptance.mask, places, mirrored)
    if sum(counts) % 3 == 2:
        after = {each.tile.kind: each for each in engine.discards(other)}
        for each in engine.discards(counts):
            [kind] = [k for k in range(KINDS) if moved_mask(1 << each.tile.kind, places, mirrored) >> k & 1]
            assert (after[kind].shanten, after[kind].copies) == (each.shanten, each.copies)
            assert after[kind].mask == moved_mask(each.mask, places, mirrored)
    for suit, letter in enumerate("mps"):
        found = outcome(engine.shanten, counts, void_suit=letter)
        assert outcome(engine.shanten, other, void_suit="mps"[places[suit]]) == found


# Less is there


@several
@given(tables(), every_size)
def test_what_is_used_up_never_helps(table: Table, name: str) -> None:
    engine, hand = engine_for(name, table.counts), table.hand
    plain = engine.shanten(hand)
    unseen = outcome(engine.shanten, hand, strict=True)
    strict = outcome(engine.shanten, hand, strict=True, visible=table.visible)
    for less, more in ((plain, unseen), (unseen, strict)):
        assert not isinstance(more, int) or (isinstance(less, int) and less <= more)
    assert engine.shanten(hand, visible=table.visible) == plain
    if not table.melds:
        assert unseen == plain
    # a suit less
    for suit in "mps":
        void = outcome(engine.shanten, hand, void_suit=suit)
        assert not isinstance(void, int) or void >= plain


@several
@given(hands())
def test_tiles_of_no_use_are_dead_weight(counts: Counts) -> None:
    """A kind that is not in play is as good as any other of its sort, in any number."""
    engine = mj.HandEngine(tiles=TILE_SETS["84"])
    characters = sum(counts[:9])
    if not characters:
        return
    # all of them as one heap from the left
    heap = [min(4, max(0, characters - 4 * rank)) for rank in range(9)]
    other = (*heap, *counts[9:])
    for question in (engine.shanten, engine.acceptance_mask):
        assert question(counts) == question(other)


@several
@given(tables())
def test_melds_of_the_standard_form_do_not_matter(table: Table) -> None:
    engine = ENGINES["standard"]
    answers = [engine.shanten(table.hand), engine.acceptance_mask(table.hand)]
    assert answers == [engine.shanten(table.counts), engine.acceptance_mask(table.counts)]
    used = [4 - cap for cap in caps_beside(table.melds)]
    assert engine.acceptance(table.hand) == engine.acceptance(table.counts, visible=used)


@several
@given(hands((2, 5, 8, 11, 14)), st.integers(27, 33))
def test_three_equal_tiles_more_are_a_set_more(counts: Counts, kind: int) -> None:
    if counts[kind]:
        return
    engine = ENGINES["standard"]
    with_pung = drawn(counts, kind, 3)
    assert engine.shanten(with_pung) <= engine.shanten(counts)


@several
@given(st.integers(0, 1 << 32))
def test_four_equal_tiles_in_seven_pairs(seed: int) -> None:
    """Two pairs at best: never nearer than if they count as one."""
    counts = pairs(Random(seed), 14)
    as_two, as_one = ENGINES["quad pairs"].shanten(counts), ENGINES["seven_pairs"].shanten(counts)
    assert as_two <= as_one
    if max(counts) < 3:
        assert as_two == as_one


# All ways to ask


@several
@given(hands(), st.sampled_from((None, "mcr", "riichi", "large")))
def test_all_carriers_of_a_hand_are_equal(counts: Counts, name: str | None) -> None:
    rules: Any = name if name in (None, "mcr") else ENGINES[name or ""]
    if name == "mcr" and sum(counts) > 14:
        return
    carriers = [
        bytes(counts), bytearray(counts), memoryview(bytes(counts)), list(counts), tuple(counts),
        [np.int64(held) for held in counts], np.array(counts, np.uint8), np.array(counts, np.int8),
        np.array(counts, np.uint16), np.array(counts, np.int32), np.array(counts, np.int64),
        hand_text(counts), mj.Hand(bytes(counts)), mj.Hand(hand_text(counts)),
    ]  # fmt: skip
    expected = answers_of(carriers[0], rules)
    for carrier in carriers[1:]:
        assert answers_of(carrier, rules) == expected, type(carrier)


@several
@given(tables(), st.sampled_from((None, "m", "p", "s")), st.booleans(), st.integers(0, 3))
def test_methods_functions_and_batches_are_equal(table: Table, void: str | None, strict: bool, jokers: int) -> None:
    """With all options at once."""
    engine = ENGINES["riichi"]
    if jokers >= sum(table.counts):
        jokers = 0
    counts = completed(Random(jokers), table.counts, sum(table.counts) - jokers)
    table = Table(counts, table.melds, table.visible)
    options: dict[str, Any] = {"jokers": jokers, "void_suit": void, "strict": strict, "visible": table.visible}
    beside: dict[str, Any] = {"jokers": jokers, "melds": len(table.melds), "void_suit": void}
    copies: dict[str, Any] = {"used": table.used} if strict else {"visible": table.used}
    used: dict[str, Any] = {"used": table.used} if strict else {}
    hand = table.hand
    if void and any(9 * "mps".index(void) <= kind < 9 * "mps".index(void) + 9 for m in table.melds for kind in m.tiles):
        # plain counts beside melds do not tell their suits
        return
    found = outcome(engine.shanten, hand, **options)
    assert outcome(mj.shanten, hand, engine, **options) == found
    batch = outcome(mj.batch.shanten, table.rows, engine, **beside, **used)
    assert (batch[0] == found) if isinstance(found, int) else batch[1].startswith("row 0: ")
    if not isinstance(found, int):
        return
    acceptance = engine.acceptance(hand, **options)
    assert mj.acceptance(hand, engine, **options) == acceptance
    assert engine.acceptance_mask(hand, **options) == acceptance.mask
    rows = mj.batch.acceptance(table.rows, engine, **beside, **copies)
    assert (rows.shanten[0], rows.accepted[0], rows.copies[0]) == (found, acceptance.mask, acceptance.copies)
    if (sum(counts) + jokers) % 3 == 1:
        waits = engine.waits_mask(hand, **options)
        assert waits == (acceptance.mask if found == 0 else 0)
        assert mj.batch.waits(table.rows, engine, **beside, **used)[0] == waits
        assert engine.waits(hand, **options) == mj.waits(hand, engine, **options)
        return
    if strict:
        assert mj.batch.is_win(table.rows, engine, **beside, **used)[0] == (found == -1)
    discards = outcome(engine.discards, hand, **options)
    assert outcome(mj.discards, hand, engine, **options) == discards
    assert outcome(mj.best_discards, hand, engine, **options) == outcome(engine.best_discards, hand, **options)
    if not isinstance(discards[0], mj.Discard):
        return
    given = mj.batch.discards(table.rows, engine, **beside, **copies)
    natural = [each for each in discards if each.tile.kind < KINDS]
    for each in natural:
        kind = each.tile.kind
        row = (given.shanten[0, kind], given.accepted[0, kind], given.copies[0, kind])
        assert row == (each.shanten, each.mask, each.copies)
    assert np.count_nonzero(given.shanten[0] < 127) == len(natural)
    best = [each.tile.kind for each in natural if each[1:4:2] == natural[0][1:4:2]]
    assert int(given.best[0]) == sum(1 << kind for kind in best)
