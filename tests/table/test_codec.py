"""States as bytes: what comes back is the same, and no bytes give a table that can not be played to its end."""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from mjcore import HandError, RuleError, Table, rules
from mjcore.rules import RuleSet
from mjcore.table.codec import rules_of, rules_text
from table.lockstep_twin import choose
from table.option_sets import VARIANTS, rule_set

LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
HANDS = 30 if LONG else 3
CHANGES = 4000 if LONG else 250
MOST_STEPS = 1500
STYLES = ("greedy", "eager", "random")


def played(rules_: RuleSet, game: int, **context: Any) -> Iterator[Table]:
    """One hand: the table at every decision and at the end."""
    rng = Random(f"{rules_.id} {rules_.preset} {game}")
    table = Table(rules_, seed=77, game=game, dealer=game % rules_.players, round_wind="ESWN"[game % 4], **context)
    yield table
    while not table.done:
        seat = rng.choice(table.pending)
        table.step(choose(table, seat, table.legal_actions(seat), rng, STYLES[game % 3]), seat)
        yield table


def check_again(table: Table) -> None:
    data = table.to_bytes()
    again = Table.from_bytes(data)
    assert again == table
    assert again.to_bytes() == data
    assert (again.censored, again.seat, again.pending) == (table.censored, table.seat, table.pending)
    for seat in table.pending:
        assert again.legal_actions(seat) == table.legal_actions(seat)


def touch(table: Table) -> None:
    """Every question that a table answers."""
    for seat in range(table.players):
        for question in (table.concealed, table.river, table.aside, table.waits, table.void, table.flags, table.mask,
                         table.legal_actions, table.planes, table.tiles_held, table.melds):
            question(seat)
        table.redeal(seat, 1)
        if not table.censored:
            table.hand(seat)
            table.observe(seat)
    _ = (table.live, table.wild, table.dora_indicators, table.last_tile, table.drawn, table.scores)
    _ = (hash(table), repr(table))


def play_on(table: Table, rng: Random) -> None:
    for _ in range(MOST_STEPS):
        if table.done:
            return
        seat = rng.choice(table.pending)
        table.step(rng.choice(table.legal_actions(seat)), seat)
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_comes_back(name: str) -> None:
    rules_ = VARIANTS[name]
    for game in range(HANDS):
        rng = Random(game)
        for table in played(rules_, game):
            check_again(table)
            if table.done or rng.random() < 0.05:
                for seat in range(table.players):
                    check_again(table.observe(seat))


def test_walls_of_their_own_and_forced_discards() -> None:
    for game in range(HANDS):
        for table in played(rules.get("mcr"), game, private_walls=True):
            check_again(table)
        for table in played(rules.get("sichuan", "xueliu_app"), game, auto=True):
            check_again(table)


def test_pickles_and_copies() -> None:
    for name in ("riichi", "mcr", "sichuan/xueliu_app", "kawuxing"):
        *_, table = played(rule_set(name), 1)
        for again in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
            assert again == table
        assert copy.deepcopy(table).log == table.log
        seen = table.observe(1)
        again = pickle.loads(pickle.dumps(seen))
        assert (again, again.censored) == (seen, True)


def test_a_loaded_table_goes_on_as_the_other() -> None:
    rng = Random(5)
    for table in played(rules.get("dazhong", "dazhong_caishen"), 4):
        if rng.random() < 0.1:
            again, other = Table.from_bytes(table.to_bytes()), table.clone()
            for either in (again, other):
                play_on(either, Random(9))
            assert again == other


def test_a_shown_hand_that_draws_what_it_waits_for() -> None:
    """Its fourth copy is drawn: others keep away from the kind as before."""
    table = Table.position("kawuxing", hands={0: "11123p789m77755z"}, drawn="9p", turn=0, draws="6m 6m 6m 1p", live=30)
    table.step("ready")
    table.step("discard 9p")
    while table.turn or table.phase != "turn":
        table.step(table.legal_actions()[0] if table.phase == "turn" else "pass")
        check_again(table)
    assert str(table.drawn) == "1p"
    assert table.concealed(0)[9] == 4


def test_rule_sets_by_name() -> None:
    for base in (rules.get(name) for name in rules.available()):
        for preset in base.presets:
            table = Table(base.with_preset(preset), seed=1)
            assert Table.from_bytes(table.to_bytes()).rules == table.rules
    changed = rules.get("hk", "hk_ra", multi="all")
    table = Table(changed, seed=1)
    assert Table.from_bytes(table.to_bytes()).rules == changed
    assert Table.from_bytes(table.to_bytes(), changed) == table
    with pytest.raises(HandError, match="were made under"):
        Table.from_bytes(table.to_bytes(), "hk")
    with pytest.raises(RuleError):
        Table.from_bytes(table.to_bytes(), "chess")


def test_rule_sets_that_no_name_finds() -> None:
    house = rules.load('base = "mcr"\nid = "friday"\nminimum = 6')
    table = Table(house, seed=1)
    with pytest.raises(HandError, match="rules="):
        Table.from_bytes(table.to_bytes())
    assert Table.from_bytes(table.to_bytes(), house) == table
    assert pickle.loads(pickle.dumps(table)) == table
    # the name of a known one, with another table of fans
    other = rules.load('base = "mcr"\nid = "mcr"\nminimum = 6')
    with pytest.raises(HandError, match="rules="):
        Table.from_bytes(Table(other, seed=1).to_bytes())


@pytest.mark.parametrize("text", [b"", b"[]", b"[1,{}]", b'["mcr",[]]', b'["mcr",{"x":1}]', b'["chess",{}]',
                                  b"[" * 8000, b"\xff\xfe", b'["mcr",{"two_concealed_kongs":[1]}]', b'["mcr/none",{}]'])
def test_texts_that_name_no_rule_set(text: bytes) -> None:
    with pytest.raises(HandError):
        rules_of(text, 0)
    assert rules_text(rules.get("mcr")).startswith(b'["mcr')


@pytest.mark.parametrize("data", [None, 1, "text", [], b"", b"mjct", b"x" * 900, bytes(900), 10**12])
def test_what_is_no_table(data: Any) -> None:
    with pytest.raises(HandError):
        Table.from_bytes(data)
    with pytest.raises(HandError):
        Table.from_bytes(data, "mcr")


def test_bytes_like_objects() -> None:
    table = Table("mcr", seed=1)
    for kind in (bytearray, memoryview):
        assert Table.from_bytes(kind(table.to_bytes())) == table


def states(number: int, seed: int) -> Iterator[tuple[bytes, int]]:
    """Bytes of tables and observations, with the place where the state begins."""
    rng = Random(seed)
    for _ in range(number):
        tables = played(rng.choice(list(VARIANTS.values())), rng.randrange(10**6))
        table = next(tables)
        for _ in range(rng.randrange(110)):
            table = next(tables, None) or table
        seen = table.observe(rng.randrange(table.players)) if rng.random() < 0.4 else table
        data = seen.to_bytes()
        yield data, 14 + int.from_bytes(data[12:14], "little")


def test_changed_bytes() -> None:
    """A changed byte gives a HandError, or a table that answers every question and can be played to its end."""
    loaded, rng = 0, Random(6)
    for data, begin in states(CHANGES, 4):
        for _ in range(60):
            changed = bytearray(data)
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                place = rng.randrange(begin if rng.random() < 0.98 else 0, len(data))
                flipped = changed[place] ^ 1 << rng.randrange(8)
                changed[place] = rng.choice((0, 1, 2, 3, 63, 255, flipped, rng.randrange(256)))
            try:
                table = Table.from_bytes(bytes(changed))
            except HandError:
                continue
            loaded += 1
            if rng.random() < 0.2:
                touch(table)
                if not table.censored:
                    play_on(table, rng)
    assert loaded > CHANGES


def test_every_byte_changed() -> None:
    rng = Random(8)
    for name in ("riichi/tenhou3", "sichuan/sbr_2025", "taiwan", "dazhong/dazhong_caishen"):
        tables = [table.to_bytes() for table in played(rule_set(name), 2)]
        data = tables[len(tables) // 2]
        for place in range(len(data)):
            for value in {0, 1, 255, data[place] ^ 128, (data[place] + 1) % 256} - {data[place]}:
                changed = bytearray(data)
                changed[place] = value
                try:
                    table = Table.from_bytes(bytes(changed))
                except HandError:
                    continue
                touch(table)
                play_on(table, rng)


def test_cut_and_longer_bytes() -> None:
    for data, _ in states(6, 12):
        for size in range(len(data)):
            with pytest.raises(HandError):
                Table.from_bytes(data[:size])
        with pytest.raises(HandError):
            Table.from_bytes(data + b"\0")


def test_exchanged_tiles_are_noticed() -> None:
    """Tiles that are conserved, but lie otherwise: hands of another size, a drawn tile that is not held."""
    table = Table("hk", seed=3)
    data = table.to_bytes()
    place = data.rindex(table.wall)
    swapped = bytearray(data)
    # two tiles of the wall that nobody has drawn may change places, a drawn one and another may not
    swapped[place + 90], swapped[place + 91] = swapped[place + 91], swapped[place + 90]
    again = Table.from_bytes(bytes(swapped))
    assert again != table or data[place + 90] == data[place + 91]
    kept = bytearray(data)
    other = next(i for i in range(100, 140) if data[place + i] != data[place])
    kept[place], kept[place + other] = kept[place + other], kept[place]
    with pytest.raises(HandError, match=r"copies|nowhere"):
        Table.from_bytes(bytes(kept))
