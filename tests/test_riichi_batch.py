"""Batches of riichi wins: the same answers as single calls under random options, records that are hostile, arrays to
write into, permuted suits.

MJCORE_LONG=1 takes ten times as many wins.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import mjcore as mj
from faces import empty, same_answers
from mjcore.fans.checks import ERROR_TEXTS
from mjcore.rules import RuleSet
from reference import bonus_records, records
from reference.facts import EAST, PlainMeld, count
from reference.riichi import score as twin
from reference.riichi_facts import PlainRiichiWin, to_score_arguments
from riichi_recipes import non_wins, ordinary_wins, some_values, unconnected_wins, wins

TIMES = 10 if int(os.environ.get("MJCORE_LONG") or 0) else 1
PRESETS = {4: "tenhou", 3: "tenhou3"}
FRAMES = {4: bonus_records.TENHOU, 3: bonus_records.TENHOU3}
RULES = {players: mj.rules.get(preset) for players, preset in PRESETS.items()}
WIN_DTYPE = mj.batch.WIN_DTYPE
SIZE = WIN_DTYPE.itemsize


class Answer(NamedTuple):
    total: int
    legal: bool
    han: int
    fu: int
    yakuman: int
    fans: dict[str, int]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that threads share even small batches, with a last block that is not full."""
    monkeypatch.setattr("mjcore.batch.blocks.BLOCK", 37)


def sample(players: int, seed: int, number: int = 400, local: bool = False) -> list[PlainRiichiWin]:
    return [*wins(number * TIMES, seed, players, local=local), *ordinary_wins(number // 4 * TIMES, seed, players)]


def as_record(plain: Iterable[PlainRiichiWin]) -> npt.NDArray[np.void]:
    """An array of WIN_DTYPE, written without the help of `mjcore.Win`."""
    return np.frombuffer(bytearray(b"".join(map(bonus_records.pack, plain))), WIN_DTYPE)


def single(win: PlainRiichiWin, rules: RuleSet) -> Answer:
    hand, tile, how = to_score_arguments(win)
    return answer(mj.score(hand, tile, rules=rules, **how))


def answer(score: mj.Score) -> Answer:
    fans = {entry.fan: entry.count for entry in score.fans}
    han, fu, yakuman = (number if number is not None else -1 for number in (score.han, score.fu, score.yakuman))
    return Answer(score.total, score.legal, han, fu, yakuman, fans)


def answers(result: mj.batch.BatchScore, rules: RuleSet) -> list[Answer | int]:
    """The answers of a batch; for a row at fault its code. Such a row must be empty."""
    parts: list[Any] = [*result[:2], *result[4:], result.fans, result.error]
    found: list[Answer | int] = []
    for total, legal, han, fu, yakuman, fans, error in zip(*(part.tolist() for part in parts), strict=True):
        counted = {name: times for name, times in zip(rules.fan_ids, fans, strict=True) if times}
        if error:
            assert (total, legal, han, fu, yakuman, counted) == (-1, False, 0, 0, 0, {})
        found.append(error or Answer(total, legal, han, fu, yakuman, counted))
    return found


# The same answers


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("seed", range(6))
def test_single_calls_and_batches_agree(players: int, seed: int) -> None:
    """Under random options, with rows among them that are no wins."""
    rng = Random(seed)
    values = some_values(rng) if seed else {}
    rules = RULES[players].replace(**values)
    hands = [win for win in sample(players, seed, 250, local=True) if not win.open_riichi or values.get("open_riichi")]
    hands += [win for win in unconnected_wins(20, seed, players) if twin(win, values)]
    expected: list[Answer | int] = [single(win, rules) for win in hands]
    for win in non_wins(40, seed, players):
        place = rng.randrange(len(hands))
        hands.insert(place, win)
        expected.insert(place, records.NO_WIN)
    rows = as_record(hands)
    for threads in (1, 3):
        assert answers(mj.batch.score(rows, rules, on_error="mark", threads=threads), rules) == expected
    backwards = mj.batch.score(rows[::-1], rules, on_error="mark")
    assert answers(backwards, rules) == expected[::-1]


@pytest.mark.parametrize("players", [4, 3])
def test_records_are_written_alike(players: int) -> None:
    """Bytes of `Win` and of the plain writer, which knows the layout by itself."""
    for win in sample(players, 20, local=True):
        hand, tile, how = to_score_arguments(win)
        data = bonus_records.pack(win)
        record = records.unpack(mj.Win(hand, tile, **how).to_bytes())
        # a record written by hand need not call East the dealer
        dealer = records.CIRCUMSTANCES["dealer"] * (win.seat_wind == 0)
        assert records.unpack(data)._replace(circumstances=record.circumstances) == record
        assert records.unpack(data).circumstances | dealer == record.circumstances
        assert mj.Win.from_bytes(data) == mj.Win(hand, tile, **how)
        assert bonus_records.faults(data, replace(FRAMES[players], open_riichi=True)) == set()
        plain = bonus_records.to_plain(data, players)
        assert (plain.counts, plain.riichi, plain.dora, plain.ura) == (win.counts, win.riichi, win.dora, win.ura)
        assert plain.red_fives == win.red_fives


# Arrays to write into


def test_out() -> None:
    rules = RULES[4]
    rows = as_record(sample(4, 30))
    expected = mj.batch.score(rows, rules)
    out = empty(len(rows), rules)
    found = mj.batch.score(rows, rules, out=out)
    assert all(given is returned for given, returned in zip(out, found, strict=True))
    assert same_answers(found, expected)
    assert all(part is not None for part in found)
    # without fans
    bare = mj.batch.score(rows, rules, fans=False)
    assert bare.fans is None
    assert same_answers(bare, expected._replace(fans=None))
    assert same_answers(mj.batch.score(rows, rules, fans=False, out=empty(len(rows), rules)), bare)
    # two threads, an array not aligned
    data = b"!" + rows.tobytes()
    shifted = np.frombuffer(data, WIN_DTYPE, offset=1)
    assert same_answers(mj.batch.score(shifted, rules, threads=2, out=empty(len(rows), rules)), expected)


def test_wrong_out() -> None:
    rules = RULES[4]
    rows = as_record(sample(4, 31, 8))
    good = empty(len(rows), rules)
    for name in ("han", "fu", "yakuman"):
        array = getattr(good, name)
        wrong: list[Any] = [None, array[:-1], array.astype(np.int8), array.reshape(-1, 1), np.zeros(len(rows)), "x",
                            np.zeros(2 * len(rows), np.uint8)[::2]]  # fmt: skip
        for other in wrong:
            with pytest.raises(mj.HandError, match=f"out.{name}"):
                mj.batch.score(rows, rules, out=good._replace(**{name: other}))
    with pytest.raises(mj.HandError, match=r"out\.(han|fu)"):
        mj.batch.score(rows, rules, out=good._replace(fu=good.han))
    # arrays of a rule set that counts none do not do, the other way round they do
    points = empty(len(rows), mj.rules.get("mcr"))
    assert points.han is None
    with pytest.raises(mj.HandError, match=r"out\."):
        mj.batch.score(rows, rules, out=points)
    plain = mj.batch.pack([mj.Win("123m456p789s1122z", "1z")] * len(rows))
    fans = np.zeros((len(rows), len(mj.rules.get("mcr").fan_ids)), np.uint8)
    found = mj.batch.score(plain, "mcr", out=good._replace(fans=fans))
    assert found[4:] == (None, None, None)
    assert found.total.tolist() == [14] * len(rows)


def test_a_row_at_fault_is_named_and_the_others_are_whole() -> None:
    rules = RULES[4]
    hands = sample(4, 32, 100)
    whole = mj.batch.score(as_record(hands), rules)
    changed = as_record(hands)
    changed["norths"][[17, 60]] = 4
    out = empty(len(hands), rules)
    with pytest.raises(mj.HandError) as caught:
        mj.batch.score(changed, rules, out=out, threads=2)
    assert caught.value.row == 17
    code = mj.batch.score(changed, rules, on_error="mark").error[17]
    assert code in (records.WILD_TILES, records.FIVE_COPIES)
    assert str(caught.value) == f"row 17: {ERROR_TEXTS[code]} (and 1 more rows at fault)"
    others = np.setdiff1d(np.arange(len(hands)), [17, 60])
    for name in mj.batch.BatchScore._fields:
        after, before = getattr(out, name), getattr(whole, name)
        assert (after[others] == before[others]).all(), name
        if name not in ("total", "error"):
            assert not after[[17, 60]].any(), name


# Records of random bytes

LIKED = ("counts", "win_tile", "melds", "circumstances", "circumstances", "dora", "dora", "ura", "red_fives", "norths",
         "seat_wind", "streak", "flowers", "")  # fmt: skip


def mutated(rng: Random, data: bytes) -> bytes:
    """The record with a few bytes changed, the fields that matter more often than the others."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        field = rng.choice(LIKED)
        dtype, start = WIN_DTYPE.fields[field][:2] if field else (WIN_DTYPE, 0)  # type: ignore[index]
        place = start + rng.randrange(dtype.itemsize)
        sort = rng.random()
        if sort < 0.2:
            changed[place] = rng.randrange(256)
        elif sort < 0.6:
            changed[place] ^= 1 << rng.randrange(8)
        else:
            changed[place] = rng.choice((0, 1, 2, 3, 4, 5, rng.randrange(36)))
    return bytes(changed)


def moved_tile(rng: Random, data: bytes) -> bytes:
    """The record with one concealed tile exchanged and random circumstances."""
    changed = bytearray(data)
    held = [kind for kind in range(34) if changed[kind]]
    changed[rng.choice(held)] -= 1
    changed[rng.randrange(34)] += 1
    bits = rng.getrandbits(23) & rng.getrandbits(23) & (sum(bonus_records.BITS.values()) | rng.getrandbits(23))
    changed[56:60] = bits.to_bytes(4, "little")
    return bytes(changed)


def hostile_records(number: int, seed: int, players: int) -> list[bytes]:
    rng = Random(seed)
    good = [bonus_records.pack(win) for win in (*wins(600, seed, players, local=True), *non_wins(100, seed, players))]
    good += [bonus_records.pack(win) for win in wins(150, seed, 7 - players)]
    ways: tuple[tuple[float, Callable[[], bytes]], ...] = (
            (0.03, lambda: rng.randbytes(SIZE)), (0.3, lambda: moved_tile(rng, rng.choice(good))),
            (0.9, lambda: mutated(rng, rng.choice(good))), (1, lambda: rng.choice(good)),
    )  # fmt: skip
    return [next(way for most, way in ways if rng.random() <= most)() for _ in range(number)]


@pytest.mark.parametrize("players", [4, 3])
def test_hostile_records(players: int) -> None:
    """A row is scored if and only if the plain check finds it sound and its tiles are a win; the code of a fault is
    one of the true ones. `Win.from_bytes` and a single call agree."""
    frame = replace(FRAMES[players], open_riichi=True)
    rules = RULES[players].replace(open_riichi=True)
    values = {"open_riichi": True}
    hostile = hostile_records(30_000 * TIMES, 40 + players, players)
    found = answers(mj.batch.score(np.frombuffer(b"".join(hostile), WIN_DTYPE), rules, on_error="mark"), rules)
    seen: Counter[int] = Counter()
    wrong = []
    compared = 0
    for data, got in zip(hostile, found, strict=True):
        faults = bonus_records.faults(data, frame)
        code = got if isinstance(got, int) else 0
        seen[code] += 1
        fine = code in faults if faults else code in (0, records.NO_WIN)
        if not faults and compared < 1_500 * TIMES:
            # the twin is slow
            compared += 1
            expected = twin(bonus_records.to_plain(data, players), values)
            fine = (expected is None) == (code == records.NO_WIN)
            if isinstance(got, Answer) and expected is not None:
                fine = (got.legal, got.total) == (expected.legal, expected.points)
                if expected.legal:
                    fine = fine and (got.han, got.yakuman) == (expected.han, expected.yakuman)
        fine = fine and from_bytes(data, rules) == (got if code in (0, records.NO_WIN) else None)
        if not fine:
            wrong.append((data.hex(), got, faults, from_bytes(data, rules)))
    assert not wrong, (len(wrong), wrong[:3])
    never = {*range(records.FORBIDDEN_SUITS, records.TOO_MANY_WILD + 1)}
    if players == 4:
        never |= {records.NOT_IN_TILE_SET, records.NO_CLAIMED_CHOWS, records.NO_SUCH_SEAT}
    assert set(seen) == {0, *ERROR_TEXTS} - never, "some fault is never met"


def from_bytes(data: bytes, rules: RuleSet) -> Answer | int | None:
    """What a single call says; None for a record that it refuses though it is no win by chance."""
    try:
        return answer(mj.score(mj.Win.from_bytes(data), rules=rules))
    except mj.NotAWin:
        return records.NO_WIN
    except mj.HandError:
        return None


@pytest.mark.parametrize("players", [4, 3])
def test_hostile_records_without_strict(players: int) -> None:
    """What can not be true is dropped: the row is scored as the `Win` is that drops it too."""
    rules = RULES[players].replace(open_riichi=True)
    frame = replace(FRAMES[players], open_riichi=True)
    forgiven = {*range(records.ROB_AND_SELF_DRAW, records.OTHER_CIRCUMSTANCE), records.URA_WITHOUT_RIICHI,
                *range(records.RIICHI_OPEN_HAND, records.BAD_INDICATOR)}  # fmt: skip
    rng = Random(50 + players)
    checked = 0
    for win in sample(players, 50 + players, 300, local=True):
        data = bytearray(bonus_records.pack(win))
        bits = int.from_bytes(data[56:60], "little") | rng.getrandbits(22) & rng.getrandbits(22)
        bits &= sum(bonus_records.BITS.values())
        data[56:60] = bits.to_bytes(4, "little")
        faults = bonus_records.faults(bytes(data), frame)
        if not faults or not faults <= forgiven:
            continue
        checked += 1
        hand, tile, how = to_score_arguments(win)
        how = {name: value for name, value in how.items() if name not in bonus_records.BITS}
        how |= {name: True for name, bit in bonus_records.BITS.items() if bits & bit}
        how["riichi"] = bool(how.get("riichi")) if not how.pop("double_riichi", False) else 2 * bool(how.get("riichi"))
        loose = mj.Win(hand, tile, **how, strict=False)
        [got] = answers(mj.batch.score(np.frombuffer(bytes(data), WIN_DTYPE), rules, strict=False), rules)
        assert got == answer(mj.score(loose, rules=rules)), (hand, how)
    assert checked > 150


# Suits permuted

# What these ask for is fixed to suits, and the red fives that a rule set has
ONE_SUIT = {"ryuuiisou", "beni_kujaku", "daisharin", "daichikurin", "daisuurin", "hyakuman_goku", "iipin_mouyue",
            "chuupin_raoyui", "uupin_kaihou"}  # fmt: skip


def permuted(win: PlainRiichiWin, places: tuple[int, ...]) -> PlainRiichiWin:
    def moved(kind: int) -> int:
        return kind if kind >= EAST else 9 * places[kind // 9] + kind % 9

    melds = []
    for meld in win.melds:
        claimed = None if meld.claimed is None else moved(meld.claimed)
        melds.append(PlainMeld(meld.type, tuple(map(moved, meld.tiles)), meld.source, claimed))
    reds = [0, 0, 0]
    for suit in range(3):
        reds[places[suit]] = win.reds[suit]
    m, p, s = reds
    return replace(
        win,
        counts=count(moved(kind) for kind in range(34) for _ in range(win.counts[kind])),
        melds=tuple(melds),
        win=moved(win.win),
        reds=(m, p, s),
        dora=tuple(map(moved, win.dora)),
        ura=tuple(map(moved, win.ura)),
    )


@pytest.mark.parametrize("places", [places for places in permutations(range(3)) if places != (0, 1, 2)])
def test_suits_permuted(places: tuple[int, ...]) -> None:
    """Han, fu and points are the same; the yaku too, unless readings that are worth the same differ in them."""
    local: dict[str, bool | int | str] = dict.fromkeys(
        (*sorted(ONE_SUIT - {"ryuuiisou"}), "sanrenkou", "isshoku_sanjun", "open_riichi"), True
    )
    rules = RULES[4].replace(**local)
    hands = sample(4, 60, 300, local=True)
    before = answers(mj.batch.score(as_record(hands), rules), rules)
    after = answers(mj.batch.score(as_record(permuted(win, places) for win in hands), rules), rules)
    alike = 0
    for win, one, other in zip(hands, before, after, strict=True):
        assert isinstance(one, Answer)
        assert isinstance(other, Answer)
        if ONE_SUIT & {*one.fans, *other.fans}:
            continue
        assert one[:5] == other[:5], to_score_arguments(win)
        if one.fans != other.fans:
            expected = twin(win, local)
            assert expected is not None
            assert expected.others, to_score_arguments(win)
        alike += 1
    assert alike > 250


def test_three_players_have_two_suits() -> None:
    hands = sample(3, 61)
    kept = [win for win in hands if not any(win.all_counts[kind] for kind in (0, 8)) and not win.reds[0]]
    swapped = [permuted(win, (0, 2, 1)) for win in kept]
    before, after = (answers(mj.batch.score(as_record(part), RULES[3]), RULES[3]) for part in (kept, swapped))
    assert len(kept) > 100
    for one, other in zip(before, after, strict=True):
        assert isinstance(one, Answer)
        assert isinstance(other, Answer)
        if not {"ryuuiisou"} & {*one.fans, *other.fans}:
            assert one[:5] == other[:5]
