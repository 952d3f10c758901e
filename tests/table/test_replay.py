"""Replay is play: records and logs give the same table again, and what is no log is refused."""

from __future__ import annotations

import os
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from mjcore import LogError, Table, rules
from mjcore.game.replays import Record
from table.lockstep_twin import choose
from table.option_sets import VARIANTS

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
HANDS = 24 if LONG else 3
STYLES = ("greedy", "eager", "random")


def context_of(rules_: rules.RuleSet, rng: Random) -> dict[str, Any]:
    context: dict[str, Any] = {
        "seed": rng.choice((5, "tea house", -3, 1 << 63)), "game": rng.randrange(1 << 20), "honba": rng.randrange(3),
        "sticks": rng.randrange(3), "streak": rng.randrange(3), "round_wind": rng.choice("ESWN"),
        "dealer": rng.randrange(rules_.players), "auto": rng.random() < 0.3,
    }
    if rng.random() < 0.3:
        context["scores"] = [rng.randrange(-500, 60000) for _ in range(rules_.players)]
    if rng.random() < 0.3:
        context["wall"] = Table(rules_, seed=rng.randrange(99)).wall
    return context


def play(table: Table, rng: Random, most: int) -> None:
    while not table.done and most:
        seat = rng.choice(table.pending)
        table.step(choose(table, seat, table.legal_actions(seat), rng, STYLES[rng.randrange(3)]), seat)
        most -= 1


@pytest.mark.parametrize("name", VARIANTS)
def test_replay_is_play(name: str) -> None:
    rules_ = VARIANTS[name]
    for hand in range(HANDS):
        rng = Random(f"{name} {hand}")
        context = context_of(rules_, rng)
        table = Table(rules_, **context)
        play(table, rng, rng.choice((7, 40, 9999)))
        record = table.record()
        again = Table.replay(record)
        assert (again, again.log, again.steps) == (table, table.log, table.steps)
        assert again.record() == record
        assert Record.from_bytes(record.to_bytes()) == record == pickle.loads(pickle.dumps(record))
        # from the events: what is not answered yet is not in them
        wall = context.pop("wall", table.wall)
        told = Table.replay((rules_, wall, table.log, context))
        assert told.log == table.log
        if table.phase not in ("claim", "rob", "piao", "void"):
            assert told == table
        del context["seed"]
        assert Table.replay((rules_, wall, table.log, context)).log == table.log


def test_records_are_short() -> None:
    sizes: dict[str, list[int]] = {name: [] for name in rules.available()}
    for name, found in sizes.items():
        for game in range(12):
            table = Table(name, seed="short", game=game)
            play(table, Random(game), 9999)
            found.append(len(table.record().to_bytes()))
    assert all(sum(found) / len(found) < 160 for found in sizes.values()), sizes


def test_a_table_knows_its_record_only_from_the_deal() -> None:
    table = Table("mcr", seed=1)
    assert table.clone(log=True).record() == table.record()
    for other in (Table("mcr", seed=1, log=False), table.clone(), table.observe(0), Table.from_bytes(table.to_bytes()),
                  table.redeal(0, 1), Table.position("mcr")):
        with pytest.raises(LogError, match="no record"):
            other.record()


def test_a_log_may_end_early() -> None:
    table = Table("riichi", seed=11)
    play(table, Random(3), 9999)
    log = table.log
    assert log is not None
    for number in range(1, len(log), 5):
        again = Table.replay(("riichi", table.wall, log[:number]))
        assert (again.log or ())[:number] == log[:number]


def finished(name: str = "riichi") -> Table:
    table = Table(name, seed=8)
    play(table, Random(1), 9999)
    return table


@pytest.mark.parametrize("log", [None, 1, "log", (), ("mcr",), ("mcr", b"", []), ("mcr", None, None),
                                 ("mcr", "1m", [1]), ("chess", b"", []), ("mcr", b"", [], {"colour": 1}),
                                 ("mcr", b"", [], 7)])
def test_what_is_no_log(log: Any) -> None:
    with pytest.raises(LogError):
        Table.replay(log)


def test_logs_that_can_not_be() -> None:
    table = finished()
    log = list(table.log or ())
    places = [place for place, event in enumerate(log) if event.what == "discard"]
    other = [event for event in log if event.what == "discard" and event.tile != log[places[3]].tile]
    faults = [
        log[1:],
        log[: places[0]] + log[places[0] + 1 :],
        [*log, log[-1]],
        [*log[: places[3]], log[places[3]]._replace(seat=(log[places[3]].seat or 0) ^ 1), *log[places[3] + 1 :]],
        [*log[: places[3]], log[places[3]]._replace(tile=other[0].tile), *log[places[3] + 1 :]],
        [*log[: places[3]], log[places[3]]._replace(what="dance"), *log[places[3] + 1 :]],
        [*log[: places[3]], log[places[3]]._replace(how="fast"), *log[places[3] + 1 :]],
        [log[0]._replace(seat=9), *log[1:]],
    ]
    for fault in faults:
        with pytest.raises(LogError):
            Table.replay(("riichi", table.wall, fault))
    with pytest.raises(LogError):
        Table.replay(("riichi", table.wall[:-1], log))
    with pytest.raises(LogError, match="dealer"):
        Table.replay(("riichi", table.wall, log, {"dealer": 2}))
    shuffled = bytes(sorted(table.wall))
    with pytest.raises(LogError, match="event"):
        Table.replay(("riichi", shuffled, log))


def test_records_that_can_not_be() -> None:
    record = finished().record()
    data = record.to_bytes()
    for fault in (None, 7, "text", b"", b"mjr1", data[:30], b"x" + data[1:], bytes(200)):
        with pytest.raises(LogError):
            Record.from_bytes(fault)  # type: ignore[arg-type]
    for change in ({"steps": record.steps + b"\0"}, {"steps": b"\xb3"}, {"steps": b"\xff"}, {"steps": b"\xb4"},
                   {"steps": b"\xb4\xb4\x00"}, {"steps": 5}, {"dealer": 7}, {"scores": (1,)}, {"wall": b"1"},
                   {"round_wind": "X"}):
        with pytest.raises(LogError):
            Table.replay(replace(record, **change))
    rng = Random(2)
    for _ in range(500):
        changed = bytearray(data)
        changed[rng.randrange(len(data))] = rng.randrange(256)
        try:
            Table.replay(Record.from_bytes(bytes(changed)))
        except LogError:
            continue


def test_a_rule_set_of_a_file() -> None:
    house = rules.load('base = "mcr"\nid = "friday"\nminimum = 6')
    table = Table(house, seed=1)
    play(table, Random(1), 30)
    data = table.record().to_bytes()
    with pytest.raises(LogError, match="rules="):
        Record.from_bytes(data)
    assert Table.replay(Record.from_bytes(data, house)) == table
