"""Batches of hostile records, of very many rows, and from many threads.

MJCORE_LONG=1 takes a million hostile records.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mjcore as mj
from faces import Answer, answers, as_record, empty, from_text, same_answers
from generators import impossible_wins, non_wins, ordinary_wins, wins
from mjcore.fans.checks import ERROR_TEXTS
from reference import records
from reference.hand import readings
from reference.mcr import score as twin_score

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
MCR = mj.rules.get("mcr")
WIN_DTYPE = mj.batch.WIN_DTYPE
SIZE = WIN_DTYPE.itemsize
WIN = mj.Win("123m456p789s1122z", "1z")


@pytest.fixture(scope="module")
def rows() -> npt.NDArray[np.void]:
    """2,000 different wins."""
    return as_record([*wins(1_500, 1), *ordinary_wins(500, 1)])


# Records of random bytes


def mutated(rng: Random, data: bytes) -> bytes:
    """The record with a few bytes changed, the fields that matter more often than the others."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        field = rng.choice(("counts", "counts", "win_tile", "n_melds", "melds", "circumstances", "", ""))
        dtype, start = WIN_DTYPE.fields[field][:2] if field else (WIN_DTYPE, 0)  # type: ignore[index]
        place = start + rng.randrange(dtype.itemsize)
        sort = rng.random()
        if sort < 0.4:
            changed[place] = rng.randrange(256)
        elif sort < 0.8:
            changed[place] ^= 1 << rng.randrange(8)
        else:
            changed[place] = rng.choice((0, 1, 2, 3, 4, 5))
    return bytes(changed)


def moved_tile(rng: Random, data: bytes) -> bytes:
    """The record with one concealed tile exchanged and random circumstances."""
    changed = bytearray(data)
    held = [kind for kind in range(34) if changed[kind]]
    changed[rng.choice(held)] -= 1
    changed[rng.randrange(34)] += 1
    changed[56] = rng.randrange(256) & rng.randrange(256)
    return bytes(changed)


def hostile_records(number: int, seed: int) -> list[bytes]:
    rng = Random(seed)
    good = [records.pack(win) for win in [*wins(2_000, seed), *impossible_wins(500, seed), *non_wins(500, seed)]]
    found: list[bytes] = []
    while len(found) < number:
        sort = rng.random()
        if sort < 0.1:
            found.append(rng.randbytes(SIZE))
        elif sort < 0.15:
            found.append(bytes(rng.choices((0, 1, 2, 3, 4, 255), k=SIZE)))
        elif sort < 0.4:
            found.append(moved_tile(rng, rng.choice(good)))
        elif sort < 0.9:
            found.append(mutated(rng, rng.choice(good)))
        else:
            found.append(rng.choice(good))
    return found


def structural(codes: set[int]) -> set[int]:
    """Faults that strict=False does not forgive."""
    return codes & records.STRUCTURAL


@pytest.mark.parametrize("strict", [True, False])
def test_hostile_records(strict: bool) -> None:
    """100,000 of them: a row is scored if and only if the plain check finds it sound and its tiles are a win;
    the code of a fault is one of the true ones."""
    hostile = hostile_records(1_000_000 if LONG else 100_000, 20 + strict)
    array_ = np.frombuffer(b"".join(hostile), WIN_DTYPE)
    result = mj.batch.score(array_, on_error="mark", strict=strict, threads=2)
    found = answers(result, MCR)
    wrong = []
    seen: Counter[int] = Counter()
    scored = 0
    for data, answer in zip(hostile, found, strict=True):
        faults = records.faults(data)
        if not strict:
            faults = structural(faults)
        code = answer if isinstance(answer, int) else 0
        seen[code] += 1
        if faults:
            fine = code in faults
        else:
            record = records.unpack(data)
            fine = code == (0 if readings(record.counts, record.n_melds) else records.NO_WIN)
            # the twin is slow
            if isinstance(answer, Answer) and scored < 2_000:
                scored += 1
                twin = twin_score(records.to_plain(data))
                fine = twin is not None and (twin.total, twin.legal) == answer[:2] and answer.fans in twin.all_fans
        if not fine:
            wrong.append((data.hex(), answer, faults))
    assert not wrong, (len(wrong), wrong[:3])
    assert scored == 2_000
    # the others belong to rule sets with bonus tiles, or without some tiles, or with more circumstances
    known = {code for code in ERROR_TEXTS if code <= records.OTHER_CIRCUMSTANCE or code in records.STRUCTURAL}
    known -= {records.BAD_VOID_SUIT, *records.OF_WILD}
    expected = {0, *known} if strict else {0, records.NO_WIN, *structural(known)}
    assert set(seen) == expected, "some fault is never met"


def scored_from_bytes(data: bytes) -> tuple[Answer | int, str]:
    """The answer and "", or 0, or NO_WIN, and the text of the error."""
    try:
        win = mj.Win.from_bytes(data)
    except mj.HandError as error:
        return 0, str(error)
    # what can be held can be shown, and is what was given
    assert eval(repr(win), {"Win": mj.Win}) == win
    # East is the dealer, said or not
    east = records.unpack(data).seat_wind == 0
    assert win.to_bytes() == (data[:56] + bytes([data[56] | 128]) + data[57:] if east else data)
    try:
        score = mj.score(win)
    except mj.NotAWin as error:
        return records.NO_WIN, str(error)
    except mj.HandError as error:
        return 0, str(error)
    return Answer(score.total, score.legal, {entry.fan: entry.count for entry in score.fans}), ""


def test_hostile_records_as_wins() -> None:
    """`Win.from_bytes` refuses what a batch refuses, and scores the rest alike."""
    hostile = hostile_records(20_000, 30)
    found = answers(mj.batch.score(np.frombuffer(b"".join(hostile), WIN_DTYPE), on_error="mark"), MCR)
    texts: Counter[str] = Counter()
    for data, answer in zip(hostile, found, strict=True):
        single, text = scored_from_bytes(data)
        texts[text] += 1
        if isinstance(answer, int) and answer != records.NO_WIN:
            assert text, data.hex()
        else:
            assert single == answer, data.hex()
    assert len(texts) > 15


def test_melds_stand_in_the_first_places() -> None:
    """Not behind a place without one, nor more or fewer of them than the record says."""
    win = mj.Win("123m5z[423s<](1111z)[9999p+^]", "5z")
    good = np.frombuffer(bytearray(win.to_bytes()), WIN_DTYPE)
    assert mj.batch.score(good, on_error="mark").error.tolist() == [0]
    for places in ([0, 1, 2], [1, 0, 2], [1, 2, 0], [0, 0, 1], [1, 1, 0]):
        moved = good.copy()
        moved["melds"] = 0
        meld = iter(good["melds"][0])
        for place, used in enumerate(places):
            if used:
                moved["melds"][0, place] = next(meld)
        for n_melds in range(6):
            moved["n_melds"] = n_melds
            assert mj.batch.score(moved, on_error="mark").error.tolist() != [0], (places, n_melds)
    held = mj.batch.pack([mj.Win("12m123p456s11z[222m<]", "3m", rob_kong=True, seat_wind="S")])
    for place in range(4):
        hole = held.copy()
        hole["melds"] = 0
        hole["melds"][0, place] = held["melds"][0, 0]
        error = mj.batch.score(hole, on_error="mark").error.tolist()
        assert error == [0 if place == 0 else records.BAD_MELD], place


@pytest.mark.parametrize("rules", ["mcr", "riichi"])
def test_every_packed_meld(rules: str) -> None:
    """A meld is taken only if it is packed as `Meld.code` does it: all bits of its form, each other bit, all bits of
    red tiles."""
    forms = np.arange(1 << 13, dtype=np.uint32)
    others = [0, *(1 << place for place in range(13, 32)), *(reds << 19 for reds in range(1 << 6))]
    codes = np.unique(np.concatenate([forms | other for other in others]))
    rows = np.repeat(mj.batch.pack([mj.Win("11z234567m22z[222s<]", "2z")]), len(codes))
    rows["melds"][:, 0] = codes
    errors = mj.batch.score(rows, rules, on_error="mark").error
    packed = np.array([records.meld_tiles(code) is not None for code in codes.tolist()])
    assert (errors[packed] != records.BAD_MELD).all()
    assert np.isin(errors[~packed], [records.BAD_MELD, records.FIVE_COPIES]).all()
    for code in codes[packed].tolist():
        assert mj.Meld.from_code(code).code == code


@pytest.mark.parametrize("rules", ["mcr", "riichi"])
@pytest.mark.parametrize("field", ["payer", "reserved"])
def test_fields_without_a_use(rules: str, field: str) -> None:
    rows = mj.batch.pack([WIN] * 8)
    where = np.arange(8)
    rows[field][(where, where) if field == "reserved" else where] = 1 << where
    assert mj.batch.score(rows, rules, on_error="mark").error.tolist() == [records.UNUSED_FIELD] * 8
    for row in rows:
        with pytest.raises(mj.HandError, match="a field of the record is not 0"):
            mj.Win.from_bytes(row.tobytes())


@pytest.mark.parametrize("rules", ["mcr", "riichi"])
@pytest.mark.parametrize("field", ["kong_chain", "void_suit"])
def test_numbers_of_other_rule_sets(rules: str, field: str) -> None:
    """A rule set refuses those that it does not have, whatever they are; `Win` those that can not be."""
    rows = mj.batch.pack([mj.Win("123m11z456p(2222z)(3333z)", "1z", self_draw=True, after_kong=True)] * 255)
    rows[field] = np.arange(1, 256)
    assert mj.batch.score(rows, rules, on_error="mark").error.tolist() == [records.OTHER_CIRCUMSTANCE] * 255
    for row in rows[:2 if field == "kong_chain" else 3]:
        with pytest.raises(mj.HandError, match="a circumstance or bonus tile that the rule set does not have"):
            mj.score(mj.Win.from_bytes(row.tobytes()), rules=rules)
    for row in rows[2 if field == "kong_chain" else 3:]:
        with pytest.raises(mj.HandError, match=f"^{field}: "):
            mj.Win.from_bytes(row.tobytes())


@pytest.mark.parametrize(("red_fives", "fault"), [(0, 0), (1, 0), (2, records.BAD_REDS), (16, records.BAD_REDS),
                                                  (64, records.BAD_REDS)])
def test_red_fives_of_rules_without_them(red_fives: int, fault: int) -> None:
    """They are fives as others are; but there can not be more of them than fives."""
    rows = mj.batch.pack([mj.Win("123456m789p11122z", "1z")])
    rows["red_fives"] = red_fives
    assert mj.batch.score(rows, on_error="mark").error.tolist() == [fault]


def test_a_streak_is_the_dealers() -> None:
    """`Win.from_bytes` checks what `Win` checks."""
    row = mj.batch.pack([mj.Win("123m456p789s1122z", "1z", seat_wind="S")])
    row["streak"] = 3
    with pytest.raises(mj.HandError, match="streak"):
        mj.Win.from_bytes(row.tobytes())


@pytest.mark.parametrize("size", [0, 1, SIZE - 1, SIZE + 1, 2 * SIZE])
def test_bytes_of_no_record(size: int) -> None:
    with pytest.raises(mj.HandError, match=f"{SIZE} bytes"):
        mj.Win.from_bytes(bytes(size))


@pytest.mark.parametrize("data", [None, "a" * SIZE, [0] * SIZE, SIZE])
def test_no_bytes(data: Any) -> None:
    with pytest.raises((mj.HandError, TypeError)):
        mj.Win.from_bytes(data)


# Many rows, many threads


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_million_rows(rows: npt.NDArray[np.void], threads: int) -> None:
    times = 500
    one = mj.batch.score(rows)
    many = mj.batch.score(np.tile(rows, times), fans=threads == 2, threads=threads)
    assert len(many.total) == 1_000_000
    for part, whole in zip(one, many, strict=True):
        if part is not None and whole is not None:
            assert (whole.reshape(times, *part.shape) == part).all()


def test_a_fault_far_behind_is_named() -> None:
    many = np.frombuffer(bytearray(200_000 * WIN.to_bytes()), WIN_DTYPE)
    many["seat_wind"][199_999] = 9
    for threads in (1, 3):
        with pytest.raises(mj.HandError, match=r"^row 199999: ") as caught:
            mj.batch.score(many, threads=threads)
        assert caught.value.row == 199_999


def test_batches_at_once(rows: npt.NDArray[np.void]) -> None:
    """Several threads, the same rows and rule sets, each call with threads of its own; rule sets are compiled
    while others score."""
    expected = mj.batch.score(rows)

    def work(number: int) -> bool:
        fine = True
        for turn in range(6):
            fresh = mj.rules.get("mcr", two_concealed_kongs=8, strict98=turn % 2 == 0, kong_pair=("5", "6")[turn % 2])
            mj.batch.score(rows[number::3], fresh)
            again = mj.batch.score(rows, threads=1 + number % 3)
            fine = fine and same_answers(again, expected)
            text = mj.score("123m456p789s1122z", "1z", self_draw=number % 2 == 0)
            fine = fine and text.total == (16 if number % 2 == 0 else 14)
        return fine

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(16)))


def test_the_gil_is_released() -> None:
    """Another thread sees the answers half written: it ran while the rows were scored."""
    n = 1_000_000
    many = np.frombuffer(n * WIN.to_bytes(), WIN_DTYPE)
    for _ in range(20):
        out = empty(n, MCR)
        thread = threading.Thread(target=mj.batch.score, args=(many,), kwargs={"out": out})
        thread.start()
        halfway = False
        while thread.is_alive() and not halfway:
            last, first = int(out.total[-1]), int(out.total[0])
            halfway = first == 14 and last != 14
        thread.join()
        assert (out.total == 14).all()
        if halfway:
            return
    raise AssertionError("no other thread ran during a batch")


# Single calls and batches do not disturb each other


def test_errors_leave_nothing_behind(rows: npt.NDArray[np.void]) -> None:
    hands = list(wins(50, 50))
    before = [from_text(win, MCR) for win in hands]
    bad = rows.copy()
    bad["version"][7] = 9
    for _ in range(50):
        with pytest.raises(mj.HandError):
            mj.batch.score(bad)
        with pytest.raises(mj.HandError):
            mj.batch.score(rows, out=())  # type: ignore[arg-type]
        with pytest.raises(mj.RuleError):
            mj.rules.get("mcr", no_option=1)
    assert [from_text(win, MCR) for win in hands] == before
    assert not mj.batch.score(rows).error.any()
