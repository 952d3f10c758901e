"""All faces agree: the plain twin, single calls from every kind of input, batches in every form, and permuted
suits give the same answer for the same win, or the same error.

MJCORE_LONG=1 takes 10 times as many wins.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from faces import BATCH, SINGLE, Answer, answers, as_record, from_text, same_answers
from generators import (
    PlainMeld,
    PlainWin,
    impossible_wins,
    non_wins,
    ordinary_wins,
    to_text,
    to_win_arguments,
    wins,
)
from mjcore.fans.checks import ERROR_TEXTS
from reference import records
from reference.facts import EAST, count, possible
from reference.mcr import Options, score

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
TIMES = 10 if LONG else 1
MCR = mj.rules.get("mcr")
# the base of the payments says nothing about fans
OPTIONS = [option for option in MCR.options if option.id != "base"]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that threads share even small batches, with a last block that is not full."""
    monkeypatch.setattr("mjcore.batch.blocks.BLOCK", 37)


def sample(seed: int) -> list[PlainWin]:
    return [*wins(1_500 * TIMES, seed), *ordinary_wins(500 * TIMES, seed)]


def rule_sets() -> dict[str, dict[str, Any]]:
    """The default, each other value of each option alone, and mixtures of all."""
    found: dict[str, dict[str, Any]] = {"default": {}}
    for option in OPTIONS:
        for value in option.values[1:]:
            found[f"{option.id}={value}"] = {option.id: value}
    rng = Random("mixtures")
    for number in range(8):
        found[f"mixture {number}"] = {option.id: rng.choice(option.values) for option in OPTIONS}
    return found


RULE_SETS = rule_sets()


def test_there_are_rule_sets_for_every_option() -> None:
    named = {name.split("=")[0] for name in RULE_SETS if "=" in name}
    assert named == {option.id for option in OPTIONS} == set(vars(Options()))


# The twin


@pytest.mark.parametrize("name", RULE_SETS)
def test_twin(name: str) -> None:
    """Total, legality and fans: the twin has the fan list among its lists of maximal total."""
    options = RULE_SETS[name]
    rules = mj.rules.get("mcr", **options)
    hands = sample(1) if name == "default" else list(wins(400 * TIMES, len(name)))
    wrong = []
    batch = answers(mj.batch.score(as_record(hands), rules), rules)
    for win, in_batch in zip(hands, batch, strict=True):
        expected, found = score(win, Options(**options)), from_text(win, rules)
        assert expected is not None
        if (
            found != in_batch
            or (found.total, found.legal) != (expected.total, expected.legal)
            or found.fans not in expected.all_fans
        ):
            wrong.append((to_win_arguments(win), found, in_batch, expected))
    assert not wrong, (len(wrong), wrong[:3])


def test_options_make_a_difference() -> None:
    """Else the test above would say nothing about them."""
    rows = as_record(wins(3_000, 5))
    usual = mj.batch.score(rows).total
    for name, options in RULE_SETS.items():
        # only a hand without a claim has a first turn; red_peacock_white changes nothing alone
        if "=" in name and options != {"red_peacock_white": True}:
            assert (mj.batch.score(rows, mj.rules.get("mcr", **options)).total != usual).any(), name
    peacock = [mj.rules.get("mcr", red_peacock=True, red_peacock_white=white) for white in (False, True)]
    assert (mj.batch.score(rows, peacock[0]).total != mj.batch.score(rows, peacock[1]).total).any()


# Single calls


@pytest.mark.parametrize("name", SINGLE)
def test_single_call(name: str) -> None:
    rules = mj.rules.get("mcr", **RULE_SETS["mixture 0"])
    face, wrong = SINGLE[name], []
    for number, win in enumerate(sample(2)):
        own_rules = MCR if number % 4 else rules
        found, expected = face(win, own_rules), from_text(win, own_rules)
        if found != expected:
            wrong.append((to_win_arguments(win), found, expected))
    assert not wrong, (len(wrong), wrong[:3])


def test_records_are_written_alike() -> None:
    """Bytes of `Win`, of `pack` and of the plain writer."""
    hands = sample(3)
    objects = [mj.Win(hand, tile, **rest) for hand, tile, rest in map(to_win_arguments, hands)]
    for win, native in zip(hands, objects, strict=True):
        assert native.to_bytes() == records.pack(win)
        assert mj.Win.from_bytes(records.pack(win)) == native
    assert mj.batch.pack(objects).tobytes() == as_record(hands).tobytes()
    found, expected = mj.batch.score(objects), mj.batch.score(as_record(hands))
    assert same_answers(found, expected)


def test_repr_of_a_win_is_the_win() -> None:
    for hand, tile, circumstances in map(to_win_arguments, sample(4)):
        win = mj.Win(hand, tile, **circumstances)
        assert eval(repr(win), {"Win": mj.Win}) == win


# Batches


@pytest.mark.parametrize("name", BATCH)
def test_batch(name: str) -> None:
    """The same answers as single calls, with and without rows at fault among them."""
    rules = mj.rules.get("mcr", **RULE_SETS["mixture 1"])
    hands = sample(6)[: 200 if name == "row by row" else None]
    faulty = [win for pair in zip(hands, non_wins(len(hands), 6), strict=True) for win in pair]
    for own_rules in (MCR, rules):
        single = [from_text(win, own_rules) for win in hands]
        assert answers(BATCH[name](as_record(hands), own_rules), own_rules) == single
        mixed = answers(BATCH[name](as_record(faulty), own_rules), own_rules)
        assert mixed[::2] == single
        assert set(mixed[1::2]) == {records.NO_WIN}


@pytest.mark.parametrize("threads", [1, 3])
def test_batch_without_fans(threads: int) -> None:
    rows = as_record(sample(7))
    full = mj.batch.score(rows)
    bare = mj.batch.score(rows, fans=False, threads=threads)
    assert bare.fans is None
    assert (bare.total == full.total).all()
    assert (bare.legal == full.legal).all()
    assert not bare.error.any()


# Suits permuted

# What these fans ask for is fixed to suits. Everything else is the same for every suit.
ONE_SUIT = {"all_green", "reversible_tiles", "red_peacock"}


def permuted(win: PlainWin, places: tuple[int, ...]) -> PlainWin:
    def moved(kind: int) -> int:
        return kind if kind >= EAST else 9 * places[kind // 9] + kind % 9

    tiles = [moved(kind) for kind in range(34) for _ in range(win.counts[kind])]
    melds = []
    for meld in win.melds:
        claimed = None if meld.claimed is None else moved(meld.claimed)
        melds.append(PlainMeld(meld.type, tuple(map(moved, meld.tiles)), meld.source, claimed))
    return replace(win, counts=count(tiles), melds=tuple(melds), win=moved(win.win))


@pytest.mark.parametrize("places", [places for places in permutations(range(3)) if places != (0, 1, 2)])
def test_suits_permuted(places: tuple[int, ...]) -> None:
    wrong = []
    alike = 0
    for win in wins(500 * TIMES, 8):
        other = permuted(win, places)
        found, twin = from_text(other, MCR), score(other)
        assert twin is not None
        fine = found.total == twin.total and found.fans in twin.all_fans
        before, again = from_text(win, MCR), score(win)
        assert again is not None
        if not ONE_SUIT & (set(before.fans) | set(found.fans)):
            alike += 1
            fine = fine and found.total == before.total and found.fans in again.all_fans
        if not fine:
            wrong.append((to_win_arguments(win), places, found, before))
    assert alike > 400 * TIMES
    assert not wrong, (len(wrong), wrong[:3])


# The same errors

# An error as the class and the text behind "row N: "; a batch gives the code, a single call the text of it.
Told = tuple[type[Exception], str]


def single_error(face: Any, win: PlainWin) -> Told | None:
    try:
        face(win, MCR)
    except mj.HandError as error:
        return type(error), str(error)
    return None


def code_of(win: PlainWin, **options: Any) -> int:
    return int(mj.batch.score(as_record([win]), on_error="mark", **options).error[0])


@pytest.mark.parametrize("name", SINGLE)
def test_no_win_in_single_calls(name: str) -> None:
    for win in non_wins(100 * TIMES, 9):
        told = single_error(SINGLE[name], win)
        assert told is not None, to_win_arguments(win)
        assert told[0] is mj.NotAWin
        assert told == single_error(from_text, win)


def test_no_win_in_a_batch() -> None:
    for win in non_wins(300 * TIMES, 10):
        assert score(win) is None
        assert code_of(win) == records.NO_WIN
        with pytest.raises(mj.NotAWin, match=f"^row 0: {ERROR_TEXTS[records.NO_WIN]}$") as caught:
            mj.batch.score(as_record([win]))
        assert caught.value.row == 0


def test_impossible_wins_are_refused_by_name() -> None:
    """The same fault in a `Win` and in a record, and it is a true one."""
    seen: Counter[int] = Counter()
    for win in impossible_wins(1_500 * TIMES, 11):
        code = code_of(win)
        seen[code] += 1
        assert code in records.faults(records.pack(win)), (code, to_win_arguments(win))
        for face in (from_text, SINGLE["bytes of a record"]):
            assert single_error(face, win) == (mj.HandError, ERROR_TEXTS[code]), to_win_arguments(win)
    expected = {
        records.ROB_AND_LAST_TILE,
        records.ROBBED_TILE_HELD,
        records.KONG_WIN_ON_DISCARD,
        records.KONG_WIN_WITHOUT_KONG,
        records.LAST_COPY_HELD,
    }
    assert set(seen) >= expected


def test_impossible_wins_without_strict() -> None:
    """What can not be true is dropped, by a `Win`, by a record and by the twin alike."""
    hands = list(impossible_wins(800 * TIMES, 12))
    batch = answers(mj.batch.score(as_record(hands), strict=False), MCR)
    wrong = []
    for win, in_batch in zip(hands, batch, strict=True):
        hand, tile, circumstances = to_win_arguments(win)
        dropped = mj.Win(hand, tile, **circumstances, strict=False)
        scored = mj.score(dropped)
        found = Answer(scored.total, scored.legal, {entry.fan: entry.count for entry in scored.fans})
        twin = score(win)
        assert twin is not None
        if (
            found != in_batch
            or found != from_text(possible(win), MCR)
            or found.total != twin.total
            or found.fans not in twin.all_fans
        ):
            wrong.append((to_win_arguments(win), found, in_batch, twin))
        assert mj.score(hand, tile, **circumstances, strict=False) == scored
    assert not wrong, (len(wrong), wrong[:3])


@pytest.mark.parametrize("threads", [1, 4])
def test_the_row_at_fault_is_named_and_the_others_are_whole(threads: int) -> None:
    rng = Random(threads)
    hands = sample(13)
    whole = mj.batch.score(as_record(hands))
    faults = [*non_wins(20, 13), *impossible_wins(20, 13)]
    for _ in range(30):
        places = sorted(rng.sample(range(len(hands)), rng.choice((1, 2, 5))))
        changed = list(hands)
        for place in places:
            changed[place] = rng.choice(faults)
        out = mj.batch.score(as_record(changed), on_error="mark")
        assert out.fans is not None
        for part in (out.total, out.legal, out.fans, out.error):
            part[...] = 99
        with pytest.raises(mj.HandError) as caught:
            mj.batch.score(as_record(changed), threads=threads, out=out)
        first = changed[places[0]]
        assert caught.value.row == places[0]
        more = f" (and {len(places) - 1} more rows at fault)" if len(places) > 1 else ""
        assert str(caught.value) == f"row {places[0]}: {ERROR_TEXTS[code_of(first)]}{more}"
        assert isinstance(caught.value, mj.NotAWin) == (code_of(first) == records.NO_WIN)
        assert np.flatnonzero(out.error).tolist() == places
        others = np.setdiff1d(np.arange(len(hands)), places)
        for after, before in zip(out[:4], whole[:4], strict=True):
            assert after is not None
            assert before is not None
            assert (after[others] == before[others]).all()
        assert out[4:] == (None, None, None)
        assert (out.total[places] == -1).all()
        assert not out.legal[places].any()
        assert not out.fans[places].any()


def test_texts_at_fault_say_where() -> None:
    """The same text is refused by every call that takes a hand."""
    win = next(iter(ordinary_wins(1, 14)))
    text = to_text(win) + "x"
    for call in (mj.Hand, lambda t: mj.score(t, "1m"), lambda t: mj.Win(t, "1m"), mj.decompose):
        with pytest.raises(mj.NotationError) as caught:
            call(text)
        assert (caught.value.text, caught.value.position) == (text, len(text) - 1)
