"""Whatever is handed to a table: it refuses in words or plays on, and never crashes, hangs or deals what can not be."""

from __future__ import annotations

import dataclasses
import gc
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import mjcore as mj
from mjcore.cli import commands
from mjcore.game.walls import Wall
from mjcore.table.rollouts import PolicyStream, rollout
from table.loaded_walls import loaded_wall

MOST_STEPS = 3000


class NoIndex:
    def __index__(self) -> Any:
        return "x"


class Endless:
    """More than anybody needs; who takes it all shows in the test."""

    def __iter__(self) -> Iterator[int]:
        yield from range(1000)
        raise AssertionError("taken to its end")


def finish(table: mj.Table) -> None:
    """Plays to the end, by any actions; all that comes up can be written and read."""
    rng, steps = Random(1), 0
    while not table.done:
        seat = rng.choice(table.pending)
        table.step(rng.choice(table.legal_actions(seat)), seat)
        steps += 1
        assert steps < MOST_STEPS
        assert mj.Table.from_bytes(table.to_bytes(), table.rules) == table


# Arguments

FLAT = memoryview(np.zeros((4, 4), np.uint8))
ODD: dict[str, Any] = {
    "none": None, "a truth": True, "a fraction": 1.5, "nan": float("nan"), "huge": 10**5000, "less": -(10**5000),
    "no index": NoIndex(), "an array": np.array([1, 2]), "a type": int, "a view": FLAT, "endless": Endless(),
    "nothing": object(), "bytes": b"E", "a surrogate": "\ud800", "a table": mj.Table("hk", seed=1),
}  # fmt: skip
# some of them are right for some arguments
FITTING = {("seed", "none"), ("scores", "none"), ("wall", "none"), ("log", "a truth"), ("auto", "a truth"),
           ("stream", "none")}  # fmt: skip
CALLS: dict[str, Callable[[Any], Any]] = {
    **{name: lambda odd, name=name: mj.Table("riichi", **{"seed": 1, name: odd})
       for name in ("seed", "game", "wall", "dealer", "round_wind", "honba", "sticks", "streak", "scores", "log",
                    "auto")},
    "rules": lambda odd: mj.Table(odd),
    "seat": lambda odd: mj.Table("hk", seed=1).hand(odd),
    "action": lambda odd: mj.Table("hk", seed=1).step(odd),
    "observer": lambda odd: mj.Table("hk", seed=1).observe(odd),
    "redeal": lambda odd: mj.Table("hk", seed=1).redeal(0, odd),
    "stream": lambda odd: PolicyStream(1, odd),
    "rollout": lambda odd: rollout(mj.Table("hk", seed=1), "random", odd),
    "bytes": lambda odd: mj.Table.from_bytes(odd),
    "replayed": lambda odd: mj.Table.replay(odd),
    "events": lambda odd: mj.Table.replay(("riichi", mj.Table("riichi", seed=1).wall, odd)),
    **{f"position {name}": lambda odd, name=name: mj.Table.position("riichi", **{name: odd})
       for name in ("round_wind", "event", "draw_from", "first_turn", "auto", "riichi", "won", "seed")},
    "position scores": lambda odd: mj.Table.position("riichi", scores=[odd] * 4),
    "position melds": lambda odd: mj.Table.position("riichi", melds={0: [odd]}),
    "position rivers": lambda odd: mj.Table.position("riichi", rivers={0: [odd]}),
    "wall hands": lambda odd: Wall(odd),
    "wall walls": lambda odd: Wall.from_walls(odd, (1, 2), "hk"),
}
FITTING |= {(f"position {name}", "a truth") for name in ("first_turn", "auto")}


@pytest.mark.parametrize("name", CALLS)
def test_odd_arguments(name: str) -> None:
    for what, odd in ODD.items():
        if (name, what) in FITTING:
            continue
        with pytest.raises(mj.MahjongError) as caught:
            CALLS[name](odd)
        assert len(str(caught.value)) < 1000, (name, what)


def test_names_in_messages_are_short() -> None:
    for name in ("x" * 100_000, "hk/" + "x" * 100_000):
        with pytest.raises(mj.RuleError) as caught:
            mj.Table(name)
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize("scores", [(), (1,), (25000,) * 3, (25000,) * 5, ""])
def test_scores_of_a_position(scores: Any) -> None:
    with pytest.raises(mj.HandError, match="one for each of 4 seats"):
        mj.Table.position("riichi", scores=scores)


@pytest.mark.parametrize("wind", ["", "ES", "w", None])
def test_wind_of_a_position(wind: Any) -> None:
    with pytest.raises(mj.HandError, match="expected E, S, W or N"):
        mj.Table.position("riichi", round_wind=wind)


def test_numbers_of_numpy_in_a_position() -> None:
    table = mj.Table.position("riichi", scores=np.full(4, 25000), honba=np.int8(2), dealer=np.uint8(1))
    assert (table.scores, table.honba, table.dealer) == ((25000,) * 4, 2, 1)


# Buffers

def read_only(size: int) -> Any:
    array = np.zeros(size, np.uint8)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("size", [256, 120 * 34])
def test_buffers(size: int) -> None:
    table = mj.Table("riichi", seed=1)

    def fill(out: Any) -> Any:
        return table.mask(out=out) if size == 256 else table.planes(0, out=out)

    objects = np.full(size // 8, None, object)
    for out in (bytes(size), read_only(size), bytearray(size - 1), bytearray(size + 1),
                np.zeros(2 * size, np.uint8)[::2], np.zeros(size, np.uint8)[::-1], objects, size,
                None if size > 256 else object(), [0] * size):
        if out is not None:
            with pytest.raises(mj.HandError, match="out"):
                fill(out)
    # bytes in the place of objects would be followed as pointers
    assert all(item is None for item in objects)
    room = np.zeros(size + 20, np.uint8)
    fill(room[10:-10])
    assert room[10:-10].any()
    assert not room[:10].any()
    assert not room[-10:].any()


# Tables that were never dealt, or twice

def test_dealt_once() -> None:
    table = mj.Table("hk", seed=1)
    before, events = table.to_bytes(), table.log
    with pytest.raises(mj.HandError, match="dealt already"):
        table.__init__("riichi", seed=2)
    assert (table.to_bytes(), table.log, table.rules.id) == (before, events, "hk")
    late = mj.Table.__new__(mj.Table)
    with pytest.raises(mj.HandError, match="never dealt"):
        late.legal_actions()
    late.__init__("hk", seed=1)
    assert late == table


def test_one_table_in_two_threads() -> None:
    """What they get is anything, but the process lives: the log moves while it is read."""
    tables = [mj.Table("sichuan/xueliu_app", seed=seed) for seed in range(20)]
    odd: list[Exception] = []

    def play(number: int) -> None:
        rng = Random(number)
        for table in tables:
            for _ in range(400):
                try:
                    if number % 2:
                        _ = table.log, table._facts()
                    else:
                        table.step(rng.choice(table.legal_actions() or [0]))
                except mj.MahjongError:
                    pass
                except Exception as error:
                    odd.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not odd


# Redealing

@pytest.mark.parametrize("options", [{"players": 2}, {"discards": "face_down"}])
def test_redealing_what_another_seat_saw(options: dict[str, Any]) -> None:
    """An observation of seat 0 does not hold what the others know: that is dealt too."""
    table, rng = mj.Table(mj.rules.get("sichuan", **options), seed=1), Random(1)
    for _ in range(30):
        table.step(rng.choice(table.legal_actions()))
    for seat in range(table.players):
        again = table.observe(0).redeal(seat, 1)
        assert not again.censored
        assert sorted(again.wall) == sorted(table.wall)
        assert mj.Table.from_bytes(again.to_bytes()) == again
        finish(again)


def test_redealing_ready_deals() -> None:
    """Who is asked whether its dealt hand is ready has such a hand, the seat that deals again included."""
    asked = 0
    for seed in range(100):
        table = mj.Table("taiwan", seed=seed, wall=loaded_wall(mj.rules.get("taiwan"), Random(seed)))
        if table.phase != "ready":
            continue
        for seat in range(4):
            again = table.redeal(seat, seed)
            if again.phase == "ready":
                asked += 1
                assert again.seat is not None
                assert again.waits(again.seat)
            assert pickle.loads(pickle.dumps(again)) == again
    assert asked > 10


# States as bytes

def test_bytes_before_the_first_turn() -> None:
    """Each byte of a state in which all are asked, changed a little: refused, or played to its end."""
    loaded = 0
    for dealer in (0, 2):
        table = mj.Table(mj.rules.get("sichuan", void="declared"), seed=1, dealer=dealer)
        data = table.to_bytes()
        for place in range(14 + int.from_bytes(data[12:14], "little"), len(data)):
            changed = bytearray(data)
            changed[place] ^= 1
            try:
                again = mj.Table.from_bytes(changed, table.rules)
            except mj.HandError:
                continue
            loaded += 1
            finish(again)
    assert loaded > 20


def test_picks_that_are_no_tiles() -> None:
    """A picked tile with a bit that no tile has."""
    table = mj.Table(mj.rules.get("sichuan", exchange_three="on"), seed=1)
    table.step(table.legal_actions()[0])
    after = table.to_bytes()
    refused = 0
    for place in range(len(after) - 1, 14, -1):
        changed = bytearray(after)
        changed[place] ^= 128
        try:
            again = mj.Table.from_bytes(changed, table.rules)
        except mj.HandError:
            refused += 1
            continue
        again.redeal(again.dealer, 1)
        finish(again)
    assert refused > 100


def test_seven_flowers_after_the_eighth() -> None:
    """In play, too, such a table can be written and read."""
    table = mj.Table.position("taiwan", aside={0: "123456f", 1: "8f"}, turn=3, draws="7f", live=30, seed=3)
    table.step(table.legal_actions()[0])
    while table.phase == "claim":
        table.step("pass")
    assert (table.phase, table.seat, table.last_seat) == ("flower", 0, 1)
    assert pickle.loads(pickle.dumps(table)) == table


# Records and logs

def test_damaged_events() -> None:
    table = mj.Table("riichi", seed=1)
    for _ in range(12):
        table.step(table.legal_actions()[0])
    log = table.log
    assert log is not None
    for place in range(1, len(log)):
        for field in ("what", "seat", "tile", "other", "how", "value"):
            for odd in ("win", 3, 10**30, b"", [], object()):
                events = list(log)
                events[place] = events[place]._replace(**{field: odd})
                try:
                    again = mj.Table.replay(("riichi", table.wall, events))
                except mj.LogError:
                    continue
                finish(again)


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(mj.Table("hk", seed=1).record())])
def test_records_of_anything(field: str) -> None:
    record = mj.Table("hk", seed=1).record()
    for odd in (-1, 10**30, object(), "x", [], (None,)):
        damaged = dataclasses.replace(record, **{field: odd})
        for call in (damaged.to_bytes, lambda: mj.Table.replay(damaged)):  # noqa: B023
            try:
                call()
            except mj.LogError:
                continue


# Rollouts

@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer that interrupts")
@pytest.mark.parametrize("threads", [1, 2])
def test_rollouts_are_interrupted(threads: int) -> None:
    """Hands without end: minutes of work, of which hardly any is done. No garbage is collected meanwhile: callbacks
    of the collector, such as those of hypothesis, swallow an exception that is raised in them."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    start = time.monotonic()
    gc.disable()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            mj.batch.rollouts("riichi", 5_000_000, policy="greedy", threads=threads)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
    assert time.monotonic() - start < 60


def test_parts_of_rollouts() -> None:
    """A run in parts is the run."""
    whole = mj.batch.rollouts("hk", 5000, seed=1)
    rest = mj.batch.rollouts("hk", 1000, seed=1, first_game=4000)
    assert (whole.deltas[4000:] == rest.deltas).all()


# House rules

@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("base", ["mcr", "dazhong"])
def test_other_numbers_of_players(base: str, players: int) -> None:
    """Payments by the rule set's own functions, too."""
    rules = mj.rules.load(f'base = "{base}"\nid = "few"\nplayers = {players}\nsets = 2\nminimum = 0\n')
    won = 0
    for seed in range(20):
        table, rng = mj.Table(rules, seed=seed), Random(seed)
        while not table.done:
            legal = table.legal_actions()
            table.step("win" if mj.action_id("win") in legal else rng.choice(legal))
        result = table.result
        assert result is not None
        assert tuple(result.ledger.totals(players)) == table.deltas
        won += bool(table.won)
    assert won


def test_pigs_with_honours() -> None:
    """Honours are no suit of those three of which a pig has all."""
    text = 'base = "sichuan"\nid = "z"\nsets = 2\n[tiles]\n4 = "123456789m123456789p123456789s1234567z"\n'
    rules, rng, pigs = mj.rules.load(text), Random(1), 0
    for seed in range(30):
        table = mj.Table(rules, seed=seed)
        while not table.done:
            table.step(rng.choice(table.legal_actions()))
        result = table.result
        assert result is not None
        assert tuple(result.ledger.totals(4)) == table.deltas
        pigs += any(transfer.reason == "pig" for transfer in result.ledger)
    assert pigs


def test_flowers_that_nobody_replaces() -> None:
    text = 'base = "kawuxing"\nid = "flowers"\n[tiles]\n4 = "123456789p123456789s567z"\n1 = "12345678f"\n'
    with pytest.raises(mj.RuleError, match="does not say how they are replaced"):
        mj.Table(mj.rules.load(text), seed=1)


# In the terminal

def test_a_long_number_is_no_move() -> None:
    result = CliRunner().invoke(commands, ["play", "--seed", "3", "--human", "0"], input="9" * 5000 + "\nq\n")
    assert result.exit_code == 0, result.output
