"""A win as the bytes of a batch record: written field by field, and judged by plain words.

>>> from reference.facts import PlainWin, count, parse_tiles
>>> win = PlainWin(count(parse_tiles("123456789m11222z")), (), parse_tiles("1z")[0])
>>> faults(pack(win))
set()
>>> faults(pack(win)[:-41] + b"\\7" + pack(win)[-40:]) == {BAD_VERSION}
True
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from reference.facts import EAST, FIVES, KINDS, PlainMeld, PlainWin

# counts, winning tile, melds in use, melds, circumstances, seat wind, round wind, flowers, version,
# wild kinds, frames, royals held, royals set aside, jokers, caishen, dora, ura, red fives, norths, payer,
# streak, kong chain, void suit, reserved
LAYOUT = struct.Struct("=34sBB5IIBBBBQIBBBB5s5sBBBBBB8s")
VERSION = 1

CIRCUMSTANCES = {
    "self_draw": 1,
    "rob_kong": 2,
    "last_tile": 4,
    "after_kong": 8,
    "after_flower": 16,
    "last_copy": 32,
    "first_turn": 64,
    "dealer": 128,
}
KNOWN = (1 << 22) - 1
# those that every rule set takes
GENERAL = (1 << 8) - 1

CHOW, PUNG, EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG = range(1, 6)
TYPES = {
    "chow": CHOW,
    "pung": PUNG,
    "exposed kong": EXPOSED_KONG,
    "added kong": ADDED_KONG,
    "concealed kong": CONCEALED_KONG,
}
SOURCES = {"": 0, ">": 1, "^": 2, "<": 3}

# the codes of faults, in the order in which they are documented
NO_WIN = 1
(
    BAD_VERSION,
    BAD_COUNT,
    BAD_MELD,
    FIVE_COPIES,
    BAD_WIN_TILE,
    BAD_SIZE,
    BAD_WIND,
    BAD_CIRCUMSTANCE,
    WILD_TILES,
    ROB_AND_SELF_DRAW,
    ROB_AND_LAST_TILE,
    ROBBED_TILE_HELD,
    KONG_WIN_ON_DISCARD,
    KONG_WIN_WITHOUT_KONG,
    FLOWER_WIN_ON_DISCARD,
    FLOWER_WIN_WITHOUT_FLOWER,
    KONG_AND_FLOWER_WIN,
    LAST_COPY_HELD,
    FIRST_TURN_WITH_CLAIMS,
    FIRST_TURN_AND_LAST,
    DEALER_NOT_EAST,
    DEALER_FIRST_DISCARD,
    STREAK_NOT_DEALER,
    OTHER_CIRCUMSTANCE,
    NOT_IN_TILE_SET,
    NO_CLAIMED_CHOWS,
    NO_SUCH_SEAT,
    RIICHI_OPEN_HAND,
    WITHOUT_RIICHI,
    RIICHI_FIRST_TURN,
    IPPATSU_AFTER_KONG,
    NOT_ON_A_DISCARD,
    LOSER_ON_SELF_DRAW,
    BAD_INDICATOR,
    URA_WITHOUT_RIICHI,
    MORE_URA_THAN_DORA,
    BAD_REDS,
    OTHER_REDS,
    UNUSED_FIELD,
) = range(2, 41)
# what no choice among the circumstances mends
STRUCTURAL = {*range(BAD_VERSION, ROB_AND_SELF_DRAW), OTHER_CIRCUMSTANCE, BAD_REDS, UNUSED_FIELD}


class Record(NamedTuple):
    """What a rule set without wild tiles and dora reads; `foreign` and `indicators` are fields that it must find
    empty. `melds` are those in use, `unused` the places behind them; `nameless` are the fields without a use."""

    counts: bytes
    win: int
    melds: tuple[int, ...]
    circumstances: int
    seat_wind: int
    round_wind: int
    flowers: int
    version: int
    foreign: tuple[int, ...]
    n_melds: int
    unused: tuple[int, ...]
    streak: int
    indicators: bytes
    red_fives: int
    norths: int
    nameless: bytes

    def has(self, name: str) -> bool:
        return bool(self.circumstances & CIRCUMSTANCES[name])


def pack_meld(meld: PlainMeld) -> int:
    claimed = meld.tiles.index(meld.claimed) if meld.type == "chow" and meld.claimed is not None else 0
    return min(meld.tiles) | TYPES[meld.type] << 6 | SOURCES[meld.source] << 9 | claimed << 11


def pack(win: PlainWin) -> bytes:
    """The record of a win, whether or not its circumstances are possible."""
    names = [name for name in ("last_tile", "after_kong", "last_copy", "first_turn") if getattr(win, name)]
    names += [win.how] if win.how in CIRCUMSTANCES else []
    names += ["dealer"] if win.seat_wind == 0 else []
    melds = [pack_meld(meld) for meld in win.melds]
    return LAYOUT.pack(
        bytes(win.counts),
        win.win,
        len(melds),
        *melds,
        *[0] * (5 - len(melds)),
        sum(CIRCUMSTANCES[name] for name in names),
        win.seat_wind,
        win.round_wind,
        (1 << win.flowers) - 1,
        VERSION,
        *[0] * 6,
        bytes(5),
        bytes(5),
        *[0] * 6,
        bytes(8),
    )


def unpack(data: bytes) -> Record:
    fields = LAYOUT.unpack(data)
    counts, win, n_melds = fields[:3]
    circumstances, seat_wind, round_wind, flowers, version = fields[8:13]
    wild_kinds, frames, royals_held, royals_aside, jokers, caishen = fields[13:19]
    return Record(
        counts,
        win,
        fields[3 : 3 + min(n_melds, 5)],
        circumstances,
        seat_wind,
        round_wind,
        flowers,
        version,
        (wild_kinds, frames, royals_held, royals_aside, jokers, caishen),
        n_melds,
        fields[3 + min(n_melds, 5) : 8],
        fields[24],
        fields[19] + fields[20],
        fields[21],
        fields[22],
        bytes((fields[23], fields[25], fields[26])) + fields[27],
    )


def meld_tiles(meld: int) -> list[int] | None:
    """The kinds of a packed meld, None if no meld (without jokers) is packed so."""
    kind, sort, source, claimed = meld & 63, meld >> 6 & 7, meld >> 9 & 3, meld >> 11 & 3
    jokers, reds, joker = meld >> 13 & 63, meld >> 19 & 63, meld >> 25
    if jokers or joker or kind >= KINDS or sort not in TYPES.values() or (source == 0) != (sort == CONCEALED_KONG):
        return None
    if sort == CHOW:
        tiles = [kind, kind + 1, kind + 2]
        if kind >= EAST or kind % 9 > 6 or claimed > 2:
            return None
    else:
        tiles = [kind] * (3 if sort == PUNG else 4)
        if claimed:
            return None
    return tiles if reds in red_places(tiles, sort) else None


def red_places(tiles: list[int], sort: int) -> set[int]:
    """Where the red fives of a meld may stand, as bits of the places of its tiles: those of equal tiles last, but
    first the claimed one."""
    if sort == CHOW:
        return {0} | {1 << place for place, kind in enumerate(tiles) if kind in FIVES}
    if tiles[0] not in FIVES:
        return {0}
    size = len(tiles)
    last = [(1 << size) - (1 << size - number) for number in range(size + 1)]
    return {*last} if sort == CONCEALED_KONG else {first | reds for reds in last[:size] for first in (0, 1)}


def faults(data: bytes, sets: int = 4) -> set[int]:
    """The codes of everything that is wrong with a record for a rule set with the general circumstances and
    without bonus tiles; circumstances are compared only if the hand, the melds and the winds are sound. NO_WIN is
    not looked for."""
    record = unpack(data)
    found, total = hand_faults(record, sets)
    if has_bad_reds(record):
        found.add(BAD_REDS)
    if record.norths:
        found.add(WILD_TILES)
    if record.circumstances & KNOWN & ~GENERAL or any(record.indicators):
        found.add(OTHER_CIRCUMSTANCE)
    return found or circumstance_faults(record, total)


def hand_faults(record: Record, sets: int = 4) -> tuple[set[int], list[int]]:
    """What is wrong with the tiles, the winds and the fields of wild tiles; and the copies of each kind."""
    found = set()
    if record.version != VERSION:
        found.add(BAD_VERSION)
    if record.circumstances & ~KNOWN:
        found.add(BAD_CIRCUMSTANCE)
    if max(record.counts) > 4:
        found.add(BAD_COUNT)
    total = list(record.counts)
    if record.n_melds > sets or any(record.unused):
        found.add(BAD_MELD)
    for meld in record.melds:
        tiles = meld_tiles(meld)
        if tiles is None:
            found.add(BAD_MELD)
        for tile in tiles or ():
            total[tile] += 1
    if max(total) > 4:
        found.add(FIVE_COPIES)
    if sum(record.counts) != 3 * (sets - record.n_melds) + 2:
        found.add(BAD_SIZE)
    if record.win >= KINDS or not record.counts[record.win]:
        found.add(BAD_WIN_TILE)
    if record.seat_wind > 3 or record.round_wind > 3:
        found.add(BAD_WIND)
    if any(record.foreign):
        found.add(WILD_TILES)
    if any(record.nameless):
        found.add(UNUSED_FIELD)
    return found, total


def has_bad_reds(record: Record) -> bool:
    """Whether more red fives are told than there are concealed fives."""
    reds = [record.red_fives >> 2 * suit & 3 for suit in range(4)]
    return reds[3] > 0 or any(red > record.counts[five] for red, five in zip(reds, FIVES, strict=False))


def circumstance_faults(record: Record, total: list[int]) -> set[int]:
    """Which circumstances contradict the tiles or each other (rules/mcr.md D17, and what a first turn is)."""
    win, held = record.win, record.counts[record.win]
    drawn, east = record.has("self_draw"), record.seat_wind == 0
    kong = any(meld >> 6 & 7 >= EXPOSED_KONG for meld in record.melds)
    rob, last, first = record.has("rob_kong"), record.has("last_tile"), record.has("first_turn")
    after_kong, after_flower = record.has("after_kong"), record.has("after_flower")
    wrong = {
        DEALER_NOT_EAST: record.has("dealer") and not east,
        ROB_AND_SELF_DRAW: rob and drawn,
        ROB_AND_LAST_TILE: rob and last,
        ROBBED_TILE_HELD: rob and total[win] > 1,
        KONG_WIN_ON_DISCARD: after_kong and not drawn,
        KONG_WIN_WITHOUT_KONG: after_kong and not kong and not record.norths,
        FLOWER_WIN_ON_DISCARD: after_flower and not drawn,
        FLOWER_WIN_WITHOUT_FLOWER: after_flower and not record.flowers and not record.norths,
        KONG_AND_FLOWER_WIN: after_kong and after_flower,
        LAST_COPY_HELD: record.has("last_copy") and held > 1,
        FIRST_TURN_WITH_CLAIMS: first and (bool(record.melds) or record.norths > 0 or rob),
        FIRST_TURN_AND_LAST: first and last,
        DEALER_FIRST_DISCARD: first and east and not drawn,
        STREAK_NOT_DEALER: record.streak > 0 and not east,
    }
    return {code for code, is_wrong in wrong.items() if is_wrong}


def to_plain(data: bytes) -> PlainWin:
    """The win of a record without structural faults. A flower replacement has no fan and is left out; after
    a kong's replacement tile was a flower, the win is one on the flower's (rules/mcr.md section 5)."""
    record = unpack(data)
    melds = []
    for meld in record.melds:
        tiles = meld_tiles(meld)
        assert tiles
        sort = next(name for name, number in TYPES.items() if number == meld >> 6 & 7)
        melds.append(PlainMeld(sort, tuple(tiles), "" if sort == "concealed kong" else "<", tiles[0]))
    how = "self_draw" if record.has("self_draw") else "rob_kong" if record.has("rob_kong") else "discard"
    flower_last = record.has("after_flower") and how == "self_draw" and record.flowers > 0
    return PlainWin(
        tuple(record.counts),
        tuple(melds),
        record.win,
        how,
        last_tile=record.has("last_tile"),
        after_kong=record.has("after_kong") and not flower_last,
        last_copy=record.has("last_copy"),
        first_turn=record.has("first_turn"),
        seat_wind=record.seat_wind,
        round_wind=record.round_wind,
        flowers=record.flowers.bit_count(),
    )
