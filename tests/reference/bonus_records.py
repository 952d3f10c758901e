"""Riichi wins as the bytes of batch records, and what can be wrong with such a record, in plain words.

>>> from reference.riichi_facts import PlainRiichiWin
>>> from reference.facts import count, parse_tiles
>>> win = PlainRiichiWin(count(parse_tiles("123456789m11222z")), (), 27, riichi=1, dora=(0,))
>>> faults(pack(win), TENHOU), faults(pack(win), TENHOU3)
(set(), {26})
"""

from __future__ import annotations

from dataclasses import dataclass

from reference import records
from reference.facts import FIVES, PlainMeld
from reference.records import LAYOUT, TYPES, VERSION, Record, meld_tiles, pack_meld, unpack
from reference.riichi_facts import ABSENT, NORTH, PlainRiichiWin

BITS = {
    **records.CIRCUMSTANCES,
    "riichi": 1 << 8,
    "double_riichi": 1 << 9,
    "open_riichi": 1 << 10,
    "ippatsu": 1 << 11,
    "on_riichi_discard": 1 << 12,
    "on_kong_discard": 1 << 13,
    "loser_riichi": 1 << 21,
}
# places of the red tiles of a meld
RED_PLACES = 19


@dataclass(frozen=True)
class Frame:
    """What the rules have: players, red fives of m, p, s, norths set aside, open riichi."""

    players: int = 4
    reds: tuple[int, int, int] = (1, 1, 1)
    norths: bool = False
    open_riichi: bool = False


TENHOU, TENHOU3 = Frame(), Frame(3, (0, 1, 1), norths=True)


# Writing


def pack(win: PlainRiichiWin) -> bytes:
    """The record of a win, whether or not what it says is possible."""
    names = [name for name in BITS if getattr(win, name, False) is True]
    names += ["riichi"] * (win.riichi > 0) + ["double_riichi"] * (win.riichi > 1)
    melds = [
        pack_meld(meld) | reds_of(meld, win.meld_reds[n] if n < len(win.meld_reds) else 0)
        for n, meld in enumerate(win.melds)
    ]
    return LAYOUT.pack(
        bytes(win.counts),
        win.win,
        len(melds),
        *melds,
        *[0] * (5 - len(melds)),
        sum(BITS[name] for name in {*names}),
        win.seat_wind,
        win.round_wind,
        0,
        VERSION,
        *[0] * 6,
        bytes(kind + 1 for kind in win.dora).ljust(5, b"\0"),
        bytes(kind + 1 for kind in win.ura).ljust(5, b"\0"),
        sum(red << 2 * suit for suit, red in enumerate(win.reds)),
        win.nuki,
        0,
        win.streak,
        0,
        0,
        bytes(8),
    )


def reds_of(meld: PlainMeld, number: int) -> int:
    """The bits of a meld's red fives: the claimed tile stands first, and is red before another is; of equal ones
    the last are."""
    places = [place for place, kind in enumerate(sorted(meld.tiles)) if kind in FIVES]
    if meld.type != "chow" and meld.exposed:
        places = [*places[1:], *places[:1]]
    return sum(1 << (RED_PLACES + place) for place in places[len(places) - number :])


# Judging


def faults(data: bytes, frame: Frame) -> set[int]:
    """The codes of everything that is wrong with a record under such rules; what depends on sound tiles is looked at
    only if they are sound. NO_WIN is not looked for."""
    record = unpack(data)
    found, total = records.hand_faults(record)
    known = records.GENERAL | sum(BITS.values()) & ~(0 if frame.open_riichi else BITS["open_riichi"])
    if record.circumstances & records.KNOWN & ~known or record.kong_chain or record.void_suit:
        found.add(records.OTHER_CIRCUMSTANCE)
    return found or (
        records.circumstance_faults(record, total)
        | riichi_faults(record)
        | bonus_faults(record, total)
        | frame_faults(record, total, frame)
    )


def told(record: Record, *names: str) -> bool:
    return any(record.circumstances & BITS[name] for name in names)


def riichi_faults(record: Record) -> set[int]:
    drawn = told(record, "self_draw")
    wrong = {
        records.RIICHI_OPEN_HAND: told(record, "riichi") and record.claimed,
        records.RIICHI_FIRST_TURN: told(record, "riichi") and told(record, "first_turn"),
        records.WITHOUT_RIICHI: told(record, "double_riichi", "open_riichi", "ippatsu") and not told(record, "riichi"),
        records.IPPATSU_AFTER_KONG: told(record, "ippatsu") and told(record, "after_kong", "after_flower"),
        records.NOT_ON_A_DISCARD: told(record, "on_riichi_discard") and (drawn or told(record, "rob_kong")),
    }
    return {code for code, is_wrong in wrong.items() if is_wrong}


def indicators(places: bytes) -> list[int] | None:
    """The kinds of the indicators, None if they are none."""
    held = [place for place in places if place]
    if any(place > 34 for place in held) or bytes(held).ljust(5, b"\0") != places:
        return None
    return [place - 1 for place in held]


def bonus_faults(record: Record, total: list[int]) -> set[int]:
    dora, ura = indicators(record.indicators[:5]), indicators(record.indicators[5:])
    copies = list(total)
    copies[NORTH] += record.norths
    for kind in (*(dora or ()), *(ura or ())):
        copies[kind] += 1
    wrong = {
        records.FIVE_COPIES: max(copies) > 4,
        records.BAD_INDICATOR: dora is None or ura is None,
        records.URA_WITHOUT_RIICHI: any(record.indicators[5:]) and not told(record, "riichi"),
        records.BAD_REDS: records.has_bad_reds(record),
        records.MORE_URA_THAN_DORA: sum(map(bool, record.indicators[5:])) > sum(map(bool, record.indicators[:5])),
    }
    return {code for code, is_wrong in wrong.items() if is_wrong}


def frame_faults(record: Record, total: list[int], frame: Frame) -> set[int]:
    reds = [record.red_fives >> 2 * suit & 3 for suit in range(3)]
    for meld in record.melds:
        if meld & 63 < 27:
            reds[(meld & 63) // 9] += (meld >> RED_PLACES & 63).bit_count()
    used = {kind for kind in range(34) if total[kind]} | {place - 1 for place in record.indicators if place}
    three = frame.players == 3
    wrong = {
        records.NOT_IN_TILE_SET: three and not used.isdisjoint(ABSENT),
        records.NO_CLAIMED_CHOWS: three and any(meld >> 6 & 7 == records.CHOW for meld in record.melds),
        records.NO_SUCH_SEAT: record.seat_wind >= frame.players,
        records.WILD_TILES: record.norths > 0 and not frame.norths,
        records.OTHER_REDS: any(red > most for red, most in zip(reds, frame.reds, strict=True)),
    }
    return {code for code, is_wrong in wrong.items() if is_wrong}


def to_plain(data: bytes, players: int) -> PlainRiichiWin:
    """The win of a record without faults. A replacement for a flower is one as any other."""
    record = unpack(data)
    kinds = {number: name for name, number in TYPES.items()}
    melds = []
    for meld in record.melds:
        sort = kinds[meld >> 6 & 7]
        tiles = tuple(meld_tiles(meld) or ())
        melds.append(PlainMeld(sort, tiles, *(() if sort == "concealed kong" else ("<", tiles[0]))))
    m, p, s = (record.red_fives >> 2 * suit & 3 for suit in range(3))
    flags = ("self_draw", "rob_kong", "last_tile", "first_turn", "open_riichi", "ippatsu", "on_riichi_discard",
             "on_kong_discard", "loser_riichi")  # fmt: skip
    return PlainRiichiWin(
        tuple(record.counts),
        tuple(melds),
        record.win,
        **{name: told(record, name) for name in flags},
        after_kong=told(record, "after_kong", "after_flower"),
        seat_wind=record.seat_wind,
        round_wind=record.round_wind,
        riichi=told(record, "riichi") + told(record, "double_riichi"),
        dora=tuple(indicators(record.indicators[:5]) or ()),
        ura=tuple(indicators(record.indicators[5:]) or ()),
        reds=(m, p, s),
        meld_reds=tuple((meld >> RED_PLACES & 63).bit_count() for meld in record.melds),
        nuki=record.norths,
        streak=record.streak,
        players=players,
    )
