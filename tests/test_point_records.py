"""Hostile records of rule sets of points that have everything: flower wins, kongs in a row, void suits, declarations,
or a wild kind.

MJCORE_LONG=1 takes ten times as many.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from faces import Answer, answers
from generators import non_wins, wins
from house_rules import fan, house_rules
from mjcore.fans.checks import ERROR_TEXTS
from mjcore.rules import RuleSet
from reference import records
from reference.facts import KINDS
from reference.hand import readings
from reference.records import CIRCUMSTANCES, FURTHER, Record

NUMBER = 40_000 * (10 if int(os.environ.get("MJCORE_LONG") or 0) else 1)
WIN_DTYPE = mj.batch.WIN_DTYPE
SIZE = WIN_DTYPE.itemsize
PLACES = {name: WIN_DTYPE.fields[name][1] for name in ("kong_chain", "void_suit", "flowers", "wild_kinds")}  # type: ignore[index]
TOLD = ("on_kong_discard", "ready_at_deal", "ready_first_turn", "shown", "seven_rob_one", "loser_shown")
FRAME = records.Frame(TOLD, kong_chain=True, void_suit=True, flower_wins=True)
EIGHT = 4096
# the same but for flower wins, with a wild kind of which so many tiles are in play
WILD_TOLD = tuple(name for name in TOLD if name != "seven_rob_one")
WILD_FRAME = records.Frame(WILD_TOLD, kong_chain=True, void_suit=True, wild_copies=2)
OWN_FACES = 2048

# each told thing has a value of its own, so that a total says what was seen
ROWS = (
    *(fan(name, 1 << place, name) for place, name in enumerate(TOLD) if name != "seven_rob_one"),
    fan("double_kong", 64, "double_kong"),
    fan("drawn", 128, "self_draw"),
    fan("five_flowers", 256, "flower_count >= 5"),
    fan("season", 512, "seat_season"),
    fan("robbed_eight", EIGHT + 1024, "instant and flower_count == 8 and seven_rob_one", forms=("shapeless",)),
    fan("eight", EIGHT, "instant and flower_count == 8 and self_draw", forms=("shapeless",)),
)


def rules_of(**lattice: Any) -> RuleSet:
    return house_rules(
        *ROWS,
        forms=("standard", "seven_pairs", "shapeless"),
        circumstances=(*TOLD, "kong_chain", "void_suit"),
        **lattice,
    )


def wild_rules() -> RuleSet:
    return house_rules(
        *(row for row in ROWS if row.forms is None),
        fan("own", OWN_FACES, "no_wild"),
        forms=("standard", "seven_pairs"),
        circumstances=(*WILD_TOLD, "kong_chain", "void_suit", "wild"),
        wild_copies=WILD_FRAME.wild_copies,
    )


@lru_cache(4096)
def wins_with_any(counts: bytes, melds: tuple[int, ...], wild: int) -> bool:
    """Whether the tiles of a kind can be such that the hand wins."""
    natural = [0 if kind == wild else held for kind, held in enumerate(counts)]
    melded = [tile for meld in melds for tile in records.meld_tiles(meld) or ()]
    for kinds in combinations_with_replacement(range(KINDS), counts[wild]):
        meant = natural.copy()
        for kind in kinds:
            meant[kind] += 1
        if any(meant[kind] + melded.count(kind) > 4 for kind in kinds):
            continue
        if any(reading.form in ("standard", "seven pairs") for reading in readings(meant, len(melds))):
            return True
    return False


def worth_with_wild(record: Record) -> int | None:
    """The total of a record without faults that names a wild kind, None if it is no win."""
    as_it_lies = worth(record)
    if as_it_lies is not None:
        return as_it_lies + OWN_FACES
    if not wins_with_any(record.counts, record.melds, record.wild_kinds.bit_length() - 1):
        return None
    return told_worth(record)


def worth(record: Record) -> int | None:
    """The total of a record without faults, None if it is no win."""
    flowers = record.flowers.bit_count()
    if record.win == records.NO_TILE:
        if flowers < 8:
            return None
        return EIGHT + (1024 if record.has("seven_rob_one") else 0)
    found = readings(record.counts, record.n_melds)
    if not any(reading.form in ("standard", "seven pairs") for reading in found):
        return None
    return told_worth(record)


def told_worth(record: Record) -> int:
    """What circumstances and flowers are worth."""
    flowers = record.flowers.bit_count()
    total = sum(1 << place for place, name in enumerate(TOLD) if name != "seven_rob_one" and record.has(name))
    total += 64 * (record.has("after_kong") and record.kong_chain > 1) + 128 * record.has("self_draw")
    return total + 256 * (flowers >= 5) + 512 * (record.flowers >> record.seat_wind & 1)


def suits_of(record: Record) -> set[int]:
    """Suits of hand and melds."""
    tiles = [kind for kind, copies in enumerate(record.counts) if copies]
    tiles += [kind for meld in record.melds for kind in records.meld_tiles(meld) or ()]
    return {kind // 9 for kind in tiles if kind < 27}


def changed(rng: Random, data: bytes, flower_wins: float = 0.4) -> bytes:
    """The record with other circumstances, often without its winning tile, and sometimes a byte changed."""
    record = bytearray(data)
    sort = rng.random()
    if sort < flower_wins:
        record[record[34]] -= 1
        record[34] = records.NO_TILE
        record[PLACES["flowers"]] = rng.choice((0, 1, 127, 255, 255, 255, rng.randrange(256)))
        bits = rng.choice((1, 1 << 20, 1 << 20, 1 | 1 << 20, 0))
        if rng.random() < 0.4:
            bits |= rng.choice([*CIRCUMSTANCES.values(), *FURTHER.values()])
    else:
        bits = int.from_bytes(record[56:60], "little")
        if rng.random() < 0.6:
            bits |= sum(rng.choices([*CIRCUMSTANCES.values(), *FURTHER.values()], k=1))
        if rng.random() < 0.4:
            bits |= rng.choice((1 | 8, 1 << 14, 1 << 15, 1 << 17 | 1 << 22))
    record[56:60] = bits.to_bytes(4, "little")
    if rng.random() < 0.3:
        record[PLACES["kong_chain"]] = rng.choice((1, 2, 2, 2, 3, 4, 5, 255))
    if rng.random() < 0.3:
        record[PLACES["void_suit"]] = rng.choice((1, 2, 3, 4, 128))
    if rng.random() < 0.2:
        record[rng.randrange(SIZE)] = rng.choice((0, 1, 2, 4, 8, 255, rng.randrange(256)))
    return bytes(record)


def hostile(seed: int) -> list[bytes]:
    rng = Random(seed)
    plain = [*wins(2_000, seed), *non_wins(200, seed)]
    good = [records.pack(win) for win in plain]
    # kongs in a row are rare
    good += [data for win, data in zip(plain, good, strict=True) if sum(meld.kong for meld in win.melds) > 1] * 5
    return [changed(rng, rng.choice(good)) for _ in range(NUMBER)]


def with_wild_kind(rng: Random, data: bytes) -> bytes:
    """The record with a kind that is wild, and some of its tiles exchanged for tiles of that kind."""
    record = bytearray(changed(rng, data, flower_wins=0.02))
    held = [kind for kind in range(34) if record[kind]]
    wild = rng.choice([*held, rng.randrange(34), rng.randrange(34)])
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        if held:
            taken = rng.choice(held)
            record[taken] -= 1
            record[wild] = min(record[wild] + 1, 255)
            held = [kind for kind in range(34) if record[kind] and kind != wild]
            if record[34] == taken and not record[taken]:
                record[34] = wild
    kinds = 1 << wild
    if rng.random() < 0.1:
        kinds = rng.choice((0, kinds | 1 << rng.randrange(64), 1 << rng.randrange(34, 64), rng.getrandbits(64)))
    record[PLACES["wild_kinds"] : PLACES["wild_kinds"] + 8] = kinds.to_bytes(8, "little")
    return bytes(record)


def hostile_with_wild(seed: int) -> list[bytes]:
    rng = Random(seed)
    good = [records.pack(win) for win in [*wins(1_000, seed), *non_wins(50, seed)]]
    return [with_wild_kind(rng, rng.choice(good)) for _ in range(NUMBER // 2)]


def single(data: bytes, rules: RuleSet) -> Answer | int:
    """What a call says; the code of a hand that is no win, -1 of one that is refused."""
    try:
        win = mj.Win.from_bytes(data)
        assert mj.Win.from_bytes(win.to_bytes()) == win == eval(repr(win), {"Win": mj.Win})
        score = mj.score(win, rules=rules)
    except mj.NotAWin as error:
        forbidden = "suits, more than a win" in str(error) or "tiles of its void suit" in str(error)
        return records.FORBIDDEN_SUITS if forbidden else records.NO_WIN
    except mj.HandError:
        return -1
    assert sum(entry.value for entry in score.fans) == score.total
    return Answer(score.total, score.legal, {entry.fan: entry.count for entry in score.fans})


@pytest.mark.parametrize("best_place", [False, True])
def test_hostile_records(best_place: bool) -> None:
    """A row is scored if and only if the plain check finds it sound and its tiles are a win, and is worth what it
    says; the code of a fault is one of the true ones, and a call agrees."""
    rules = rules_of(best_place=best_place)
    rows = hostile(70 + best_place)
    found = answers(mj.batch.score(np.frombuffer(b"".join(rows), WIN_DTYPE), rules, on_error="mark"), rules)
    seen: Counter[int] = Counter()
    flower_wins = 0
    wrong = []
    for data, answer in zip(rows, found, strict=True):
        faults = records.faults(data, FRAME)
        code = answer if isinstance(answer, int) else 0
        seen[code] += 1
        if faults:
            fine = code in faults and single(data, rules) == -1
        else:
            record = records.unpack(data)
            expected = worth(record)
            fine = expected == (None if code == records.NO_WIN else answer.total if isinstance(answer, Answer) else -1)
            fine = fine and single(data, rules) == answer
            flower_wins += record.win == records.NO_TILE and code == 0
        if not fine:
            wrong.append((data.hex(), answer, faults))
    assert not wrong, (len(wrong), wrong[:3])
    assert flower_wins > NUMBER // 100
    of_others = {*range(records.OTHER_CIRCUMSTANCE + 1, records.NOT_ON_A_DISCARD), records.BAD_INDICATOR,
                 records.URA_WITHOUT_RIICHI, records.MORE_URA_THAN_DORA, records.OTHER_REDS, records.FORBIDDEN_SUITS,
                 *records.OF_WILD}  # fmt: skip
    assert set(seen) == {0, *ERROR_TEXTS} - of_others, "some fault is never met"


def test_hostile_records_with_a_wild_kind() -> None:
    rules = wild_rules()
    rows = hostile_with_wild(75)
    found = answers(mj.batch.score(np.frombuffer(b"".join(rows), WIN_DTYPE), rules, on_error="mark"), rules)
    seen: Counter[int] = Counter()
    acting = 0
    wrong = []
    for data, answer in zip(rows, found, strict=True):
        faults = records.faults(data, WILD_FRAME)
        code = answer if isinstance(answer, int) else 0
        seen[code] += 1
        if faults:
            fine = code in faults and single(data, rules) == -1
        else:
            expected = worth_with_wild(records.unpack(data))
            fine = expected == (None if code == records.NO_WIN else answer.total if isinstance(answer, Answer) else -1)
            fine = fine and single(data, rules) == answer
            acting += isinstance(answer, Answer) and "own" not in answer.fans
        if not fine:
            wrong.append((data.hex(), answer, faults))
    assert not wrong, (len(wrong), wrong[:3])
    assert acting > NUMBER // 100
    assert set(seen) >= {0, records.NO_WIN, records.WILD_TILES, records.UNUSED_FIELD, *records.OF_WILD}


def test_hostile_records_with_a_wild_kind_elsewhere() -> None:
    """Where no kind is wild such a record is refused, whatever else it says."""
    rows = [data for data in hostile_with_wild(76)[: NUMBER // 8] if records.unpack(data).wild_kinds]
    for rules in (mj.rules.get("mcr"), mj.rules.get("riichi"), rules_of(), rules_of(best_place=True)):
        error = mj.batch.score(np.frombuffer(b"".join(rows), WIN_DTYPE), rules, on_error="mark").error
        assert error.all()
        for data, code in zip(rows, error.tolist(), strict=True):
            if not records.faults(data, WILD_FRAME):
                assert code in (records.WILD_TILES, records.OTHER_CIRCUMSTANCE)


@pytest.mark.parametrize("wild", [False, True])
def test_hostile_records_without_strict(wild: bool) -> None:
    """What can not be true is dropped: the row is scored as the `Win` is that drops it too."""
    rules, frame = (wild_rules(), WILD_FRAME) if wild else (rules_of(), FRAME)
    rows = hostile_with_wild(80) if wild else hostile(80)[: NUMBER // 4]
    rows = [data for data in rows if not records.faults(data, frame) & records.STRUCTURAL]
    records_ = np.frombuffer(b"".join(rows), WIN_DTYPE)
    found = answers(mj.batch.score(records_, rules, on_error="mark", strict=False), rules)
    dropped: Counter[int] = Counter()
    for data, answer in zip(rows, found, strict=True):
        faults = records.faults(data, frame)
        record = records.unpack(data)
        if records.BAD_FLOWER_WIN in faults and record.win == records.NO_TILE:
            # no other win either
            assert answer == records.BAD_FLOWER_WIN
            continue
        dropped.update(faults)
        given: dict[str, Any] = {name: True for name in (*CIRCUMSTANCES, *FURTHER) if record.has(name)}
        hand = mj.Hand(record.counts, [mj.Meld.from_code(code) for code in record.melds])
        loose = mj.Win(
            hand, None if record.win == records.NO_TILE else record.win, **given, strict=False,
            seat_wind="ESWN"[record.seat_wind], round_wind="ESWN"[record.round_wind], streak=record.streak,
            flowers=[mj.Tile(f"{place + 1}f") for place in range(8) if record.flowers >> place & 1],
            kong_chain=min(record.kong_chain, 5), void_suit=(None, "m", "p", "s")[record.void_suit],
            wild=record.wild_kinds.bit_length() - 1 if record.wild_kinds else None,
        )  # fmt: skip
        assert mj.Win.from_bytes(loose.to_bytes()) == loose
        assert single(loose.to_bytes(), rules) == answer, data.hex()
    met = {records.BAD_KONG_CHAIN, records.READY_WITH_CLAIMS, records.LOSER_ON_SELF_DRAW, records.STREAK_NOT_DEALER,
           records.KONG_WIN_WITHOUT_KONG}  # fmt: skip
    # without flower wins there is no eighth flower to take
    assert met | (set() if wild else {records.BAD_FLOWER_WIN}) <= set(dropped)


@pytest.mark.parametrize("declared_void", [False, True])
@pytest.mark.parametrize("most_suits", [1, 2, 3])
def test_forbidden_suits(most_suits: int, declared_void: bool) -> None:
    """A win has no more suits than the rules let it have, melds counted, and none of the void suit."""
    rules = rules_of(most_suits=most_suits, declared_void=declared_void)
    rng = Random(most_suits)
    rows = []
    for win in wins(3_000, 90 + most_suits):
        row = bytearray(records.pack(win))
        row[PLACES["void_suit"]] = rng.randrange(4)
        rows.append(bytes(row))
    rows = [data for data in rows if not records.faults(data, FRAME)]
    found = answers(mj.batch.score(np.frombuffer(b"".join(rows), WIN_DTYPE), rules, on_error="mark"), rules)
    seen: Counter[bool] = Counter()
    for data, answer in zip(rows, found, strict=True):
        record = records.unpack(data)
        suits = suits_of(record)
        forbidden = len(suits) > most_suits or (declared_void and record.void_suit - 1 in suits)
        seen[forbidden] += 1
        if forbidden:
            assert answer == records.FORBIDDEN_SUITS
        else:
            expected = worth(record)
            assert answer == records.NO_WIN if expected is None else isinstance(answer, Answer)
            assert expected is None or answer[0] == expected  # type: ignore[index]
        assert single(data, rules) == answer
    assert seen[False] > 100
    assert seen[True] > (100 if declared_void or most_suits < 3 else -1)
