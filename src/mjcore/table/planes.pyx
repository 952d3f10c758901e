"""What a seat sees as rows of bytes, a column for each kind of tile: food for networks.

One list for all rule sets; a row that a rule set does not use stays 0. Scalars fill their row.

    0-3   own hand: at least 1, 2, 3, 4     4   own hand, counts
    5     own red fives, counts             6   own drawn tile
    7     own waits                         8   those that a bare win on a discard would be worth enough for
    9     legal discards (ids 0..33)        10  legal kongs (ids 64..97)
    11    copies not seen: those of the game less own hand, rivers, indicators, melds that are not hidden
    12    wild kinds                        13  turned indicators, counts
    14    dora, counts                      15  the tile in question (phases claim and rob)
    16    live tiles    17  phase    18  round wind    19  dealer, seats after the own one    20  honba and streak
    21    sticks        22  0        23  kongs made

and from 24 + 24 * r on of the seat r places after the own one:

    +0    tiles of chows, counts            +1  of pungs    +2  of open and added kongs    +3  of concealed kongs
    +4    tiles claimed from others         +5  tiles for which jokers stand in melds
    +6    discards, counts                  +7  claimed or won on     +8  thrown as drawn
    +9    from the declaration on           +10 after a kong
    +11   255 less the age of the last discard of the kind, in discards of all seats
    +12   the last six discards             +13 set-aside tiles: honours, and flowers in columns 0-7
    +14   the hand, if it lies open         +15 kinds of the void suit
    +16   ready    +17  shown    +18  has won    +19  0    +20  seat wind    +21  concealed tiles
    +22   score: thousands of points in riichi, else 128 + points, within 0..255
    +23   piao, where that is played, else number of set-aside tiles
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport first_bit
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport (
    DEALER, DOUBLE_RIICHI, READY_AT_DEAL, READY_FIRST_TURN, RIICHI, SHOWN, WinData,
)
from mjcore.hand.kinds cimport (
    ADDED_KONG, CHOW, CONCEALED_KONG, EAST, EXPOSED_KONG, FLOWER, KINDS, PUNG, SUIT_KINDS, WHITE, meld_claimed,
    meld_jokers, meld_kind, meld_type,
)
from mjcore.table.flow cimport PAY_RIICHI, FlowData
from mjcore.table.gate cimport fill_win, passes
from mjcore.table.observe cimport censor, lies_open
from mjcore.table.state cimport (
    AS_ADDED_KONG, AS_DISCARD, ASIDE_FIRST, END_THREE_RONS, IS_READY, IS_SHOWN, KIND_BITS, NO_VOID, NOTHING,
    PHASE_CLAIM, PHASE_END, PHASE_ROB, READY_DEAL, READY_PENDING, RED_TILE, RIVER_DRAWN, RIVER_KONG, RIVER_LAID,
    RIVER_READY, RIVER_SEAT, Seat, State, next_seat,
)
from mjcore.table.wall cimport dora_place, live_tiles

cdef enum:
    # rows of the table
    HAND_AT_LEAST = 0
    HAND = 4
    REDS = 5
    DRAWN = 6
    WAITS = 7
    GOOD_WAITS = 8
    DISCARDS = 9
    KONGS = 10
    UNSEEN = 11
    WILD = 12
    INDICATORS = 13
    DORA = 14
    IN_QUESTION = 15
    FIRST_SCALAR = 16
    # rows of a seat
    CHOWS = 0
    PUNGS = 1
    OPEN_KONGS = 2
    CONCEALED_KONGS = 3
    CLAIMED = 4
    JOKERS = 5
    THROWN = 6
    TAKEN = 7
    AS_DRAWN = 8
    AFTER_READY = 9
    AFTER_KONG = 10
    AGE = 11
    LATEST = 12
    ASIDE = 13
    OPEN_HAND = 14
    VOID = 15
    FIRST_SEAT_SCALAR = 16
    N_LATEST = 6
    ZERO_POINTS = 128
    COPIES = 4
    HONOURS = 7
    FLOWERS = 8
    SUIT_SIZE = 9
    # what a bare win keeps of its circumstances
    BARE = RIICHI | DOUBLE_RIICHI | SHOWN | READY_AT_DEAL | READY_FIRST_TURN | DEALER

cdef extern from *:
    """
    #include <string.h>
    #include "mjcore/bits.h"
    #define MJ_ONES 0x0101010101010101ull
    /* The first 34 bits as bytes of 0 or 1. */
    static inline void mj_spread34(uint64_t bits, uint8_t *out) {
        int i;
        for (i = 0; i < 4; i++) {
            uint64_t x = mj_spread8(bits >> (8 * i));
            memcpy(out + 8 * i, &x, 8);
        }
        out[32] = bits >> 32 & 1;
        out[33] = bits >> 33 & 1;
    }
    /* For n = 1..4 a row of 34 that says where a count below 128 is at least n. */
    static inline void mj_at_least(const uint8_t *counts, uint8_t *out) {
        int n, i;
        for (i = 0; i < 4; i++) {
            uint64_t x, y;
            memcpy(&x, counts + 8 * i, 8);
            for (n = 1; n <= 4; n++) {
                y = ((x + MJ_ONES * (128 - n)) >> 7) & MJ_ONES;
                memcpy(out + 34 * (n - 1) + 8 * i, &y, 8);
            }
        }
        for (i = 32; i < 34; i++) {
            for (n = 1; n <= 4; n++) out[34 * (n - 1) + i] = counts[i] >= n;
        }
    }
    """
    void spread34 "mj_spread34"(uint64_t bits, uint8_t *out) noexcept nogil
    void at_least "mj_at_least"(const uint8_t *counts, uint8_t *out) noexcept nogil


cdef inline uint8_t *row(uint8_t *out, int number) noexcept nogil:
    return out + PLANE_WIDTH * number


cdef inline void fill(uint8_t *out, int number, int value) noexcept nogil:
    """A scalar row; all rows are 0 before."""
    if value:
        memset(out + PLANE_WIDTH * number, value, PLANE_WIDTH)


cdef inline void spread(uint8_t *out, int number, uint64_t mask) noexcept nogil:
    if mask:
        spread34(mask, out + PLANE_WIDTH * number)


cdef inline void mark(uint8_t *out, int number, int tile) noexcept nogil:
    """One more of a tile byte that may be NOTHING."""
    if tile & KIND_BITS < KINDS:
        out[PLANE_WIDTH * number + (tile & KIND_BITS)] += 1


cdef inline int seats_after(const State *view, int seat, int other) noexcept nogil:
    """Places of `other` after `seat`."""
    return other - seat if other >= seat else other - seat + view.players


cdef inline int within(int value, int most) noexcept nogil:
    return 0 if value < 0 else most if value > most else value


# The whole table

cdef int dora_of(const FlowData *flow, int kind) noexcept nogil:
    """The kind that an indicator names: the next one in play of the suit, the winds or the dragons."""
    cdef int first, size, _
    if kind < SUIT_KINDS:
        size = SUIT_SIZE
        first = kind - kind % SUIT_SIZE
    else:
        first = EAST if kind < WHITE else WHITE
        size = WHITE - EAST if kind < WHITE else KINDS - WHITE
    for _ in range(size):
        kind = kind + 1 if kind + 1 < first + size else first
        if flow.kinds >> kind & 1:
            break
    return kind


cdef uint64_t worth_winning(const FlowData *flow, const State *view, int seat) noexcept nogil:
    """Waits whose discard would make a win that is worth enough, without what circumstances add."""
    cdef const Seat *own = &view.seats[seat]
    cdef WinData win
    cdef ScoreResult result
    cdef uint64_t left = own.waits, found = 0
    cdef int drawn = view.drawn if view.turn == seat else NOTHING, kind
    if not left or own.tiles % 3 != (1 if drawn == NOTHING else 2):
        return 0
    while left:
        kind = first_bit(left)
        left &= left - 1
        fill_win(flow, view, seat, kind, next_seat(view, seat, 1), AS_DISCARD, &win)
        win.circumstances &= BARE
        memset(win.ura, 0, sizeof(win.ura))
        if drawn != NOTHING:
            win.counts[drawn & KIND_BITS] -= 1
            if drawn & RED_TILE:
                win.red_fives -= 1 << 2 * ((drawn & KIND_BITS) // SUIT_SIZE)
        if passes(flow, view, &win, &result):
            found |= <uint64_t>1 << kind
    return found


cdef void write_unseen(const FlowData *flow, const State *view, const Seat *own, uint8_t *out) noexcept nogil:
    cdef int i, seat, kind
    spread34(flow.kinds, out)
    for i in range(PLANE_WIDTH):
        out[i] = COPIES * out[i] - own.hand[i] - view.seen[i]
    for seat in range(view.players):
        for i in range(view.seats[seat].n_melds):
            kind = meld_kind(view.seats[seat].melds[i])
            if kind < KINDS and meld_type(view.seats[seat].melds[i]) == CONCEALED_KONG:
                out[kind] = 0
    # nobody has it yet, so that `seen` has not got it either
    if (view.phase == PHASE_CLAIM and not flow.hides_discards) or (
            view.phase == PHASE_ROB and view.last_what == AS_ADDED_KONG and own != &view.seats[view.last_seat]) or (
            view.phase == PHASE_END and view.reason == END_THREE_RONS):
        out[view.last & KIND_BITS] -= 1


cdef void write_table(const FlowData *flow, const State *view, int seat, uint8_t *out) noexcept nogil:
    cdef const Seat *own = &view.seats[seat]
    cdef int i, tile
    at_least(own.hand, out)
    memcpy(row(out, HAND), own.hand, PLANE_WIDTH)
    for i in range(3):
        row(out, REDS)[SUIT_SIZE * i + 4] = own.reds[i]
    if view.turn == seat:
        mark(out, DRAWN, view.drawn)
    spread(out, WAITS, own.waits)
    spread(out, GOOD_WAITS, worth_winning(flow, view, seat))
    spread(out, DISCARDS, view.mask[0])
    spread(out, KONGS, view.mask[1])
    write_unseen(flow, view, own, row(out, UNSEEN))
    spread(out, WILD, view.wild)
    for i in range(view.dora_shown):
        tile = view.wall[dora_place(flow, view, i)] & KIND_BITS
        mark(out, INDICATORS, tile)
        mark(out, DORA, dora_of(flow, tile))
    mark(out, INDICATORS, view.indicator)
    if view.phase == PHASE_CLAIM or view.phase == PHASE_ROB:
        mark(out, IN_QUESTION, view.last)
    fill(out, FIRST_SCALAR, within(live_tiles(flow, view), 255))
    fill(out, FIRST_SCALAR + 1, view.phase)
    fill(out, FIRST_SCALAR + 2, view.round_wind)
    fill(out, FIRST_SCALAR + 3, seats_after(view, seat, view.dealer))
    fill(out, FIRST_SCALAR + 4, within(view.honba + view.streak, 255))
    fill(out, FIRST_SCALAR + 5, view.sticks)
    fill(out, FIRST_SCALAR + 7, view.kongs)


# Each seat

cdef void write_meld(uint32_t meld, uint8_t *out) noexcept nogil:
    cdef int kind = meld_kind(meld), type = meld_type(meld), jokers = meld_jokers(meld), i
    if kind >= KINDS:
        # a hidden kong
        return
    if type == CHOW:
        for i in range(3):
            row(out, CHOWS)[kind + i] += 1
        row(out, CLAIMED)[kind + meld_claimed(meld)] += 1
    elif type == PUNG:
        row(out, PUNGS)[kind] += 3
    elif type == CONCEALED_KONG:
        row(out, CONCEALED_KONGS)[kind] += 4
        return
    elif type == EXPOSED_KONG or type == ADDED_KONG:
        row(out, OPEN_KONGS)[kind] += 4
    if type != CHOW:
        row(out, CLAIMED)[kind] += 1
    for i in range(3):
        if jokers >> i & 1:
            row(out, JOKERS)[kind + i if type == CHOW else kind] += 1


cdef void write_seat(const FlowData *flow, const State *view, int seat, uint8_t *out) noexcept nogil:
    cdef const Seat *own = &view.seats[seat]
    cdef int i, value
    for i in range(own.n_melds):
        write_meld(own.melds[i], out)
    if own.n_aside:
        memcpy(row(out, ASIDE) + EAST, own.aside + EAST - ASIDE_FIRST, HONOURS)
        memcpy(row(out, ASIDE), own.aside + FLOWER - ASIDE_FIRST, FLOWERS)
    if lies_open(flow, view, seat):
        memcpy(row(out, OPEN_HAND), own.hand, PLANE_WIDTH)
        if view.turn == seat and view.drawn != NOTHING and view.phase != PHASE_END:
            # of its own hand the seat sees more than the others
            row(out, OPEN_HAND)[view.drawn & KIND_BITS] -= 1
    if own.void_suit != NO_VOID:
        memset(row(out, VOID) + SUIT_SIZE * own.void_suit, 1, SUIT_SIZE)
    fill(out, FIRST_SEAT_SCALAR, own.flags & (IS_READY | READY_PENDING) != 0)
    fill(out, FIRST_SEAT_SCALAR + 1, own.flags & IS_SHOWN != 0)
    fill(out, FIRST_SEAT_SCALAR + 2, view.won >> seat & 1)
    fill(out, FIRST_SEAT_SCALAR + 4, seats_after(view, view.dealer, seat))
    fill(out, FIRST_SEAT_SCALAR + 5, own.tiles)
    value = own.start + own.delta
    value = value // 1000 if flow.pay.family == PAY_RIICHI else ZERO_POINTS + value
    fill(out, FIRST_SEAT_SCALAR + 6, within(value, 255))
    fill(out, FIRST_SEAT_SCALAR + 7, own.piao if flow.piao_most > 0 else own.n_aside)


cdef void write_rivers(const FlowData *flow, const State *view, int seat, uint8_t *out) noexcept nogil:
    """One walk through the discards, and one back for the latest."""
    cdef uint8_t *rows[16]
    cdef uint8_t declared[16]
    cdef uint8_t count[16]
    cdef uint8_t *here
    cdef int i, by, kind, missing = view.players, discard, age = view.discards
    for i in range(view.players):
        rows[i] = row(out, TABLE_PLANES + SEAT_PLANES * seats_after(view, seat, i) + THROWN)
        declared[i] = view.seats[i].flags & READY_DEAL != 0
        count[i] = 0
    for i in range(view.n_river):
        discard = view.river[i]
        kind = discard & KIND_BITS
        if discard & RIVER_LAID == RIVER_LAID:
            continue
        age -= 1
        if kind >= KINDS:
            continue
        by = discard >> RIVER_SEAT
        here = rows[by] + kind
        declared[by] |= discard & RIVER_READY != 0
        here[0] += 1
        row(here, TAKEN - THROWN)[0] += discard & RIVER_LAID != 0
        row(here, AS_DRAWN - THROWN)[0] += discard & RIVER_DRAWN != 0
        row(here, AFTER_READY - THROWN)[0] += declared[by]
        row(here, AFTER_KONG - THROWN)[0] += discard & RIVER_KONG != 0
        row(here, AGE - THROWN)[0] = 255 - age
        if by == seat and flow.hides_discards:
            # face down, but the seat knows
            row(out, UNSEEN)[kind] -= 1
    for i in range(view.n_river - 1, -1, -1):
        discard = view.river[i]
        by = discard >> RIVER_SEAT
        if discard & RIVER_LAID == RIVER_LAID or count[by] == N_LATEST:
            continue
        count[by] += 1
        kind = discard & KIND_BITS
        if kind < KINDS:
            row(rows[by] + kind, LATEST - THROWN)[0] += 1
        if count[by] == N_LATEST:
            missing -= 1
            if missing == 0:
                break


cdef void write_planes(const FlowData *flow, const State *state, int seat, uint8_t *out) noexcept nogil:
    cdef State view
    cdef int by
    # everything below reads what the seat sees
    censor(flow, state, seat, &view)
    memset(out, 0, PLANE_WIDTH * n_planes(view.players))
    write_table(flow, &view, seat, out)
    for by in range(view.players):
        write_seat(flow, &view, next_seat(&view, seat, by), row(out, TABLE_PLANES + SEAT_PLANES * by))
    write_rivers(flow, &view, seat, out)
