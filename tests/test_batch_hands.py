"""Batches of questions to the hand engine: the same answers as single calls, arrays of all sorts, threads.

MJCORE_LONG=1 takes more rows.
"""

from __future__ import annotations

import re
import threading
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mjcore as mj
from hand_cases import BATCH, BATCH_DTYPES, ENGINES, LONG, MORE, Hands, empty, equal, many, parts, rows_for, tables
from hand_recipes import FULL_SIZES, full_batch, mixture, normal_batch
from reference import distance as twin
from reference.distance import KINDS
from reference.many_hands import kinds_in

batch = mj.batch


def single(name: str, hand: bytes, engine: mj.HandEngine, **options: Any) -> Any:
    """What a batch answers to one row, by single calls."""
    if name == "shanten":
        return (engine.shanten(hand, **options),)
    if name == "waits":
        return (engine.waits_mask(hand, **options),)
    if name == "is_win":
        return (engine.is_win(hand, **options),)
    if name == "acceptance":
        found = engine.acceptance(hand, **options)
        return (found.shanten, found.mask, found.copies)
    shanten, accepted, copies = [127] * KINDS, [0] * KINDS, [0] * KINDS
    for each in engine.discards(hand, **options):
        if each.tile.kind < KINDS:
            kind = each.tile.kind
            shanten[kind], accepted[kind], copies[kind] = each.shanten, each.mask, each.copies
    best = min(zip(shanten, [-number for number in copies], strict=True))
    chosen = [k for k in range(KINDS) if (shanten[k], -copies[k]) == best]
    return (shanten, accepted, copies, sum(1 << kind for kind in chosen))


# The same as single calls


@pytest.mark.parametrize("name", BATCH)
@pytest.mark.parametrize("rules", ["riichi", "large, quad pairs"])
def test_rows_are_single_calls(name: str, rules: str) -> None:
    engine, hands = ENGINES[rules], rows_for(name, 20)
    found = parts(BATCH[name](hands, engine))
    for row, hand in enumerate(hands):
        assert tuple(part[row].tolist() for part in found) == single(name, hand.tobytes(), engine)
    assert tuple(part.dtype for part in found) == BATCH_DTYPES[name]


@pytest.mark.parametrize("name", BATCH)
def test_a_number_for_each_row(name: str) -> None:
    """Melds, jokers and void suits of their own."""
    rng, hands = Random(2), rows_for(name, 12)
    melds, jokers, voids, rows = [], [], [], []
    for hand in hands.tolist():
        joker = rng.choice((0, 0, 1, 2)) if sum(hand) > 2 else 0
        for _ in range(joker):
            hand[rng.choice([kind for kind in range(KINDS) if hand[kind]])] -= 1
        rows.append(hand)
        jokers.append(joker)
        melds.append(rng.randrange(6 - (sum(hand) + joker) // 3))
        voids.append(rng.choice((None, None, "m", "p", "s")))
    array = np.array(rows, np.uint8)
    options: dict[str, Any] = {"melds": melds, "jokers": np.array(jokers, np.int16), "void_suit": voids}
    found = parts(BATCH[name](array, **options))
    often = {key: list(value) * 60 for key, value in options.items()}
    threaded = BATCH[name](np.tile(array, (60, 1)), threads=2, **often)
    for row, hand in enumerate(rows):
        each = {"melds": melds[row], "jokers": jokers[row], "void_suit": voids[row]}
        expected = single(name, bytes(hand), mj.HandEngine(), **each)
        assert tuple(part[row].tolist() for part in found) == expected, (hand, each)
    assert equal(threaded, tuple(np.concatenate([part] * 60) for part in found))


def test_hands_instead_of_counts() -> None:
    """With melds and jokers of their own."""
    some = tables(3, 60)
    hands = [table.hand for table in some]
    found = batch.acceptance(hands)
    assert found.shanten.tolist() == [mj.shanten(hand) for hand in hands]
    assert [int(mask) for mask in found.accepted] == [mj.acceptance(hand).mask for hand in hands]
    assert batch.shanten(iter(hands)).tolist() == found.shanten.tolist()
    assert batch.shanten([str(hand) for hand in hands]).tolist() == found.shanten.tolist()
    mixed = ["1m", mj.Hand("1m"), [1, *[0] * 33], (1, *[0] * 33), bytes([1, *[0] * 33]), np.eye(1, KINDS, dtype=int)[0]]
    assert batch.waits(mixed).tolist() == [1] * 6
    assert batch.shanten(["123m456p789s1122z0j", "123m456p789s11222z", "1m0j0j0j"]).tolist() == [-1, -1, 0]


def test_hands_of_a_rule_set_without_their_melds() -> None:
    """A hand of fewer tiles leaves out its melds, in a batch as alone."""
    hands: list[Any] = ["123m456p789s1z", mj.Hand("1m"), [1, 1, *[0] * 32]]
    expected = [mj.shanten(hand, "mcr") for hand in hands]
    assert batch.shanten(np.array([list(mj.Hand(hand).counts) for hand in hands]), "mcr").tolist() == expected
    assert batch.shanten(hands, "mcr").tolist() == expected


def test_rules() -> None:
    hands = normal_batch(500)
    for rules in ("mcr", mj.rules.get("mcr"), mj.rules.get("mcr").engine, "mcr/default"):
        assert equal(batch.shanten(hands, rules), batch.shanten(hands, "mcr"))
    assert not equal(batch.shanten(hands, "mcr"), batch.shanten(hands))
    assert equal(batch.shanten(hands, None), batch.shanten(hands, mj.HandEngine()))


# Arrays of all sorts


def arrays_like(hands: Hands) -> dict[str, npt.NDArray[Any]]:
    wide = np.zeros((len(hands), 2 * KINDS), np.uint8)
    wide[:, 3 : 3 + KINDS] = hands
    record = np.zeros(len(hands), np.dtype([("before", "u1"), ("counts", "u1", KINDS), ("after", "u4")]))
    record["counts"] = hands
    frozen = hands.copy()
    frozen.flags.writeable = False
    twice = np.repeat(hands, 2, axis=0)
    buffer = bytearray(hands.nbytes + 1)
    shifted = np.frombuffer(buffer, np.uint8, hands.size, offset=1).reshape(hands.shape)
    shifted[:] = hands
    return {
        **{np.dtype(kind).str: hands.astype(kind) for kind in ("i1", "u2", "i2", "u4", "i4", "u8", "i8", ">i4", ">u8")},
        "columns first": np.asfortranarray(hands),
        "columns of a wider array": wide[:, 3 : 3 + KINDS],
        "backwards": hands[::-1].copy()[::-1],
        "every other row": twice[::2],
        "a field of records": record["counts"],
        "read only": frozen,
        "unaligned": shifted,
        "strided columns": np.repeat(hands, 2, axis=1)[:, ::2],
        "a subclass": hands.view(np.matrix),
    }


@pytest.mark.parametrize("name", BATCH)
def test_arrays_of_all_sorts(name: str) -> None:
    hands = rows_for(name, 12, 4)
    expected = BATCH[name](hands)
    for sort, array in arrays_like(hands).items():
        assert equal(BATCH[name](array), expected), sort
    # and beside them
    ones = np.ones(len(hands), np.uint8)
    used = np.minimum(4 - hands, 1)
    strict = BATCH[name](hands, used=used)
    for sort, array in arrays_like(used).items():
        assert equal(BATCH[name](hands, used=array), strict), sort
    assert equal(BATCH[name](hands, used=used.tolist()), strict)
    if name == "shanten":
        fewer = hands.copy()
        fewer[np.arange(len(hands)), fewer.argmax(axis=1)] -= 1
        one = batch.shanten(fewer, jokers=1)
        for jokers in (ones, ones.tolist(), ones.astype(np.int64), np.repeat(ones, 3)[::3], tuple(ones), np.int8(1)):
            assert equal(batch.shanten(fewer, jokers=jokers), one)


@pytest.mark.parametrize("name", BATCH)
def test_out(name: str) -> None:
    hands = rows_for(name, 30, 5)
    expected = BATCH[name](hands)
    out = empty(name, len(hands))
    for threads in (1, 2):
        assert BATCH[name](hands, out=out, threads=threads) is out
        assert equal(out, expected)
    assert BATCH[name](hands[::-1], out=out) is out
    assert equal(tuple(part[::-1] for part in parts(out)), expected)
    # an answer serves again, and any byte may be its first
    first = parts(expected)[0]
    raw = np.frombuffer(bytearray(first.nbytes + 1), first.dtype, first.size, offset=1).reshape(first.shape)
    unaligned = out._replace(shanten=raw) if isinstance(out, tuple) else raw
    assert equal(BATCH[name](hands, out=unaligned), expected)
    if name in ("acceptance", "discards"):
        masks = expected.accepted
        raw = np.frombuffer(bytearray(masks.nbytes + 3), masks.dtype, masks.size, offset=3).reshape(masks.shape)
        assert equal(BATCH[name](hands, out=out._replace(accepted=raw)), expected)


@pytest.mark.parametrize("name", BATCH)
def test_few_rows(name: str) -> None:
    for n in (0, 1):
        for hands in (rows_for(name, 6)[:n], rows_for(name, 6)[:n].astype(int), rows_for(name, 6)[:n].tolist()):
            for threads in (1, 8):
                found = BATCH[name](hands, threads=threads, melds=None)
                assert [len(part) for part in parts(found)] == [n] * len(BATCH_DTYPES[name])
    nothing: Any
    for nothing in ([], (), iter([]), np.zeros((0, KINDS), np.uint8), np.zeros((0, KINDS), np.int64)):
        found = BATCH[name](nothing, "mcr", threads=3)
        assert [part.shape for part in parts(found)] == [part.shape for part in parts(empty(name, 0))]
    none = np.zeros((0, KINDS), int)
    assert equal(BATCH[name](none, used=none, melds=none[:, 0], jokers=none[:, 0], void_suit=[]), empty(name, 0))


# Many rows, threads


@pytest.mark.parametrize("name", BATCH)
def test_threads_share_a_million_rows(name: str) -> None:
    number = 1_000_000 if name in ("shanten", "is_win") or LONG else 100_000
    if name == "discards":
        number //= 4
    # all patterns of a suit, and hands of all tiles
    hands = np.concatenate([normal_batch(number // 2, 14, 6), full_batch(number // 2, 14, 6)])
    if name == "waits":
        hands[np.arange(len(hands)), hands.argmax(axis=1)] -= 1
    expected = BATCH[name](hands)
    for threads in (2, 8):
        assert equal(BATCH[name](hands, threads=threads), expected)
    if name == "shanten":
        standard = twin.standard_distances(hands, 4).astype(int) - 1
        assert np.array_equal(batch.shanten(hands, ENGINES["standard"], threads=2), standard)
    # in other blocks, and one after the other
    rows = slice(12_345, 23_456)
    assert equal(BATCH[name](hands[rows]), tuple(part[rows] for part in parts(expected)))


def test_callers_share_an_engine() -> None:
    """Several threads of Python ask about the same rows."""
    engine = mj.HandEngine(("standard", "pairs_and_set"), quad_pairs=True, fifth_waits=True)
    hands = np.concatenate([many(7, 400, tiles) for tiles in (13, 16, 4)])
    expected = [function(hands, engine) for function in (batch.shanten, batch.waits, batch.acceptance)]
    wrong: list[Any] = []

    def ask() -> None:
        for _ in range(20):
            found = [function(hands, engine) for function in (batch.shanten, batch.waits, batch.acceptance)]
            wrong.extend(pair for pair in zip(found, expected, strict=True) if not equal(*pair))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_rows_that_another_thread_writes_to() -> None:
    """Any answer or fault, but of a hand that was there; and no crash."""
    good, shared, stop = normal_batch(4_000, 14, 8), normal_batch(4_000, 14, 8), threading.Event()
    noise = np.random.default_rng(8).integers(0, 256, good.shape).astype(np.uint8)

    def disturb() -> None:
        while not stop.is_set():
            shared[:] = noise
            shared[:] = good

    messages: set[str] = set()
    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for _ in range(40 * MORE):
            for name in BATCH:
                try:
                    BATCH[name](shared, threads=2)
                except mj.HandError as error:
                    messages.add(str(error))
    finally:
        stop.set()
        thread.join()
    assert all(re.match(r"row \d+: ", message) for message in messages)


def test_best_discards_of_a_batch() -> None:
    hands = np.array(mixture(12, 200, FULL_SIZES), np.uint8)
    found = batch.discards(hands, ENGINES["riichi"])
    for row, hand in enumerate(hands):
        kinds = kinds_in(int(found.best[row]))
        assert [each.tile.kind for each in mj.best_discards(hand.tobytes())] == np.flatnonzero(kinds).tolist()
