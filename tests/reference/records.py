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
from dataclasses import dataclass
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
# those that a rule set may have beside them
FURTHER = {
    "on_kong_discard": 1 << 13,
    "ready_at_deal": 1 << 14,
    "ready_first_turn": 1 << 15,
    "shown": 1 << 17,
    "seven_rob_one": 1 << 20,
    "loser_riichi": 1 << 21,
    "loser_shown": 1 << 22,
}
KNOWN = (1 << 23) - 1
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
    FORBIDDEN_SUITS,
    READY_WITH_CLAIMS,
    BAD_KONG_CHAIN,
    BAD_VOID_SUIT,
    BAD_FLOWER_WIN,
    BAD_WILD_KINDS,
    WILD_NOT_SAID,
    TOO_MANY_WILD,
) = range(2, 49)
# of wild tiles with a face of their own
OF_WILD = {BAD_WILD_KINDS, WILD_NOT_SAID, TOO_MANY_WILD}
# what no choice among the circumstances mends
STRUCTURAL = {*range(BAD_VERSION, ROB_AND_SELF_DRAW), OTHER_CIRCUMSTANCE, BAD_REDS, UNUSED_FIELD, BAD_VOID_SUIT,
              *OF_WILD}  # fmt: skip
# in the place of the winning tile of a flower win
NO_TILE = 255
# what may be said of a flower win
OF_FLOWER_WINS = ("self_draw", "last_tile", "after_kong", "after_flower", "first_turn", "dealer", "seven_rob_one")


@dataclass(frozen=True)
class Frame:
    """What a rule set that adds up points has beside the general circumstances."""

    further: tuple[str, ...] = ()
    kong_chain: bool = False
    void_suit: bool = False
    flower_wins: bool = False
    sets: int = 4
    wild_copies: int = 0


MCR = Frame()


class Record(NamedTuple):
    """What a rule set without jokers and dora reads; `foreign` and `indicators` are fields that it must find empty, and
    so is `wild_kinds` where no kind is wild. `melds` are those in use, `unused` the places behind them; `nameless` are
    the fields without a use."""

    counts: bytes
    win: int
    melds: tuple[int, ...]
    circumstances: int
    seat_wind: int
    round_wind: int
    flowers: int
    version: int
    wild_kinds: int
    foreign: tuple[int, ...]
    n_melds: int
    unused: tuple[int, ...]
    streak: int
    indicators: bytes
    red_fives: int
    norths: int
    kong_chain: int
    void_suit: int
    nameless: bytes

    def has(self, *names: str) -> bool:
        """Whether one of these circumstances is told."""
        return any(self.circumstances & (CIRCUMSTANCES | FURTHER)[name] for name in names)

    @property
    def kongs(self) -> int:
        return sum(meld >> 6 & 7 >= EXPOSED_KONG for meld in self.melds)

    @property
    def claimed(self) -> bool:
        return any(meld >> 6 & 7 != CONCEALED_KONG for meld in self.melds)


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
        wild_kinds,
        (frames, royals_held, royals_aside, jokers, caishen),
        n_melds,
        fields[3 + min(n_melds, 5) : 8],
        fields[24],
        fields[19] + fields[20],
        fields[21],
        fields[22],
        fields[25],
        fields[26],
        bytes((fields[23],)) + fields[27],
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


def faults(data: bytes, frame: Frame = MCR) -> set[int]:
    """The codes of everything that is wrong with a record for a rule set without bonus tiles; circumstances are
    compared only if the hand, the melds and the winds are sound. NO_WIN and FORBIDDEN_SUITS are not looked for."""
    record = unpack(data)
    flower_win = frame.flower_wins and record.win == NO_TILE
    found, total = hand_faults(record, frame.sets, flower_win, frame.wild_copies)
    if has_bad_reds(record):
        found.add(BAD_REDS)
    if record.norths:
        found.add(WILD_TILES)
    known = GENERAL | sum(FURTHER[name] for name in frame.further)
    if record.circumstances & KNOWN & ~known or any(record.indicators):
        found.add(OTHER_CIRCUMSTANCE)
    if (record.kong_chain and not frame.kong_chain) or (record.void_suit and not frame.void_suit):
        found.add(OTHER_CIRCUMSTANCE)
    if flower_win and is_no_flower_win(record):
        found.add(BAD_FLOWER_WIN)
    # too many wild tiles are tiles none the less
    if found - {TOO_MANY_WILD}:
        return found
    wrong = flower_win_faults(record, total) if flower_win else circumstance_faults(record, total)
    return found | wrong | ({BAD_VOID_SUIT} if record.void_suit > 3 else set())


def is_no_flower_win(record: Record) -> bool:
    """Whether a record without a winning tile is not even a flower win: it is drawn or robbed, not both, with flowers,
    and what is told of other wins is not told of it."""
    strange = record.circumstances & ~sum((CIRCUMSTANCES | FURTHER)[name] for name in OF_FLOWER_WINS)
    return record.has("self_draw") == record.has("seven_rob_one") or not record.flowers or strange != 0


def flower_win_faults(record: Record, total: list[int]) -> set[int]:
    """Which circumstances of a flower win contradict its hand or each other. It has no winning tile: the same as if it
    were one that the hand does not have."""
    other = next(kind for kind in range(KINDS) if not total[kind])
    drawn = record.circumstances & ~FURTHER["seven_rob_one"]
    return circumstance_faults(record._replace(win=other, circumstances=drawn), total)


def hand_faults(
    record: Record, sets: int = 4, flower_win: bool = False, wild_copies: int = 0
) -> tuple[set[int], list[int]]:
    """What is wrong with the tiles, the winds and the fields of wild tiles; and the copies of each kind."""
    found = set[int]()
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
    if sum(record.counts) != 3 * (sets - record.n_melds) + (1 if flower_win else 2):
        found.add(BAD_SIZE)
    if not flower_win and (record.win >= KINDS or not record.counts[record.win]):
        found.add(BAD_WIN_TILE)
    if record.seat_wind > 3 or record.round_wind > 3:
        found.add(BAD_WIND)
    if any(record.foreign):
        found.add(WILD_TILES)
    if wild_copies:
        found |= wild_faults(record.wild_kinds, total, wild_copies)
    elif record.wild_kinds:
        found.add(WILD_TILES)
    if any(record.nameless):
        found.add(UNUSED_FIELD)
    return found, total


def wild_faults(wild_kinds: int, total: list[int], copies: int) -> set[int]:
    """What is wrong with the kind that is wild, where there are so many tiles of it."""
    if wild_kinds == 0:
        return {WILD_NOT_SAID}
    kinds = [kind for kind in range(64) if wild_kinds >> kind & 1]
    if len(kinds) > 1 or kinds[0] >= KINDS:
        return {BAD_WILD_KINDS}
    return {TOO_MANY_WILD} if total[kinds[0]] > copies else set()


def has_bad_reds(record: Record) -> bool:
    """Whether more red fives are told than there are concealed fives."""
    reds = [record.red_fives >> 2 * suit & 3 for suit in range(4)]
    return reds[3] > 0 or any(red > record.counts[five] for red, five in zip(reds, FIVES, strict=False))


def circumstance_faults(record: Record, total: list[int]) -> set[int]:
    """Which circumstances contradict the tiles or each other (rules/mcr.md D17, and what a first turn is)."""
    win, held = record.win, record.counts[record.win]
    drawn, east = record.has("self_draw"), record.seat_wind == 0
    kong = record.kongs > 0
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
        NOT_ON_A_DISCARD: record.has("on_kong_discard") and drawn,
        LOSER_ON_SELF_DRAW: record.has("loser_riichi", "loser_shown") and drawn,
        READY_WITH_CLAIMS: record.has("ready_at_deal", "ready_first_turn") and record.claimed,
        BAD_FLOWER_WIN: record.has("seven_rob_one"),
        BAD_KONG_CHAIN: record.kong_chain > (record.kongs if after_kong else 0),
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
