"""Tiles and melds change hands: the small steps that the machine is made of."""
from libc.stdint cimport uint32_t, uint64_t

from mjcore.hand.grammar cimport normal_meld
from mjcore.hand.kinds cimport (
    ADDED_KONG, CHOW, CONCEALED_KONG, FROM_NEXT, FROM_OPPOSITE, FROM_PREVIOUS, PUNG, SUIT_KINDS, meld_kind, meld_reds,
    meld_source, meld_type, pack_meld,
)
from mjcore.table.flow cimport FlowData
from mjcore.table.hands cimport set_waits
from mjcore.table.log cimport EVENT_DISCARD, EVENT_DORA, Log, add_event
from mjcore.table.state cimport (
    AS_DISCARD, FROM_KONG, IS_FROZEN, IS_OPEN, IS_READY, IS_SHOWN, KIND_BITS, MAX_WALL, NO_VOID, NOBODY, NOTHING,
    ONE_SHOT, READY_PENDING, RED_TILE, RIVER_DRAWN, RIVER_KONG, RIVER_LAID, RIVER_READY, RIVER_SEAT, THREW_OTHER,
    TURN_TAKEN, UNSAFE_THROW, WAS_CALLED, Seat, State,
)
from mjcore.table.wall cimport dora_place

cdef enum:
    MOST_DORA = 5


cdef int remove_copies(Seat *own, int kind, int number, bint red) noexcept nogil:
    cdef int plain = own.hand[kind], taken = 0, suit = kind // 9
    if kind < SUIT_KINDS and kind % 9 == 4:
        plain -= own.reds[suit]
        taken = 1 if red else 0
        if number - taken > plain:
            taken = number - plain
        own.reds[suit] -= taken
    own.hand[kind] -= number
    if own.hand[kind] == 0:
        own.have &= ~(<uint64_t>1 << kind)
    own.tiles -= number
    return taken


cdef inline int source_of(const State *state, int seat, int source) noexcept nogil:
    """What a packed meld says about the seat that gave the tile."""
    cdef int steps = source - seat
    steps = steps + state.players if steps < 0 else steps
    if steps == state.players - 1:
        return FROM_PREVIOUS
    return FROM_NEXT if steps == 1 else FROM_OPPOSITE


cdef uint32_t lay_meld(State *state, int seat, int type, int kind, int source, int claimed, int reds) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int size = 3 if type <= PUNG else 4, place = own.n_melds, by = 0
    cdef uint32_t mask
    if type == CHOW:
        # the red five has one place, wherever it came from
        mask = 1u << (4 - kind % 9) if reds else 0
    else:
        # those of the hand stand last, the claimed tile first
        mask = ((1u << reds) - 1) << (size - reds)
    if type != CONCEALED_KONG:
        by = source_of(state, seat, source)
        own.flags |= IS_OPEN
        state.seats[source].flags |= WAS_CALLED
        if state.last & RED_TILE and type != CHOW:
            mask |= 1
    own.melds[place] = normal_meld(pack_meld(type, kind, by, claimed, 0, mask))
    own.meld_from[place] = source
    own.n_melds += 1
    state.n_orders += 1
    own.meld_order[place] = state.n_orders
    return own.melds[place]


cdef uint32_t add_to_pung(State *state, int seat, int kind, bint red) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef uint32_t meld, reds
    cdef int i
    for i in range(own.n_melds):
        meld = own.melds[i]
        if meld_type(meld) == PUNG and meld_kind(meld) == <uint32_t>kind:
            reds = meld_reds(meld) | <uint32_t>red << 3
            own.melds[i] = normal_meld(pack_meld(ADDED_KONG, kind, meld_source(meld), 0, 0, reds))
            state.n_orders += 1
            own.meld_order[i] = state.n_orders
            return own.melds[i]
    return 0


cdef void set_waits_before_draw(const FlowData *flow, State *state, int seat) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    if state.turn == seat and state.drawn != NOTHING:
        remove_tile(own, state.drawn)
        set_waits(flow, state, seat)
        add_tile(own, state.drawn)
    else:
        set_waits(flow, state, seat)


cdef void end_one_shots(State *state) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        state.seats[seat].flags &= ~<uint32_t>ONE_SHOT


cdef void flip_dora(const FlowData *flow, State *state, Log *log) noexcept nogil:
    cdef int tile
    if flow.dora and state.dora_shown < MOST_DORA:
        tile = state.wall[dora_place(flow, state, state.dora_shown)]
        state.dora_shown += 1
        state.seen[tile & KIND_BITS] += 1
        add_event(log, EVENT_DORA, NOBODY, tile, NOBODY, 0, 0)


cdef void flip_pending_dora(const FlowData *flow, State *state, Log *log) noexcept nogil:
    while state.dora_pending:
        state.dora_pending -= 1
        flip_dora(flow, state, log)


cdef void add_to_river(State *state, int seat, int tile, int flags) noexcept nogil:
    # a tile is thrown once, so that the wall bounds the river
    if state.n_river < MAX_WALL:
        state.river[state.n_river] = tile | flags | seat << RIVER_SEAT
        state.n_river += 1


cdef void throw_tile(const FlowData *flow, State *state, Log *log, int seat, int tile, bint drawn) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int kind = tile & KIND_BITS, flags = 0
    cdef uint64_t bit = <uint64_t>1 << kind, void_kinds
    if own.void_suit != NO_VOID:
        void_kinds = <uint64_t>0x1FF << (9 * own.void_suit)
        if own.have & void_kinds and not bit & void_kinds:
            own.flags |= THREW_OTHER
    own.flags &= ~<uint32_t>UNSAFE_THROW
    if flow.pay.liable_discard and bit & state.shown_waits and own.have & ~state.shown_waits and (
            not own.flags & IS_SHOWN):
        own.flags |= UNSAFE_THROW
    if drawn:
        flags |= RIVER_DRAWN
    if own.flags & READY_PENDING:
        flags |= RIVER_READY
    if state.drawn != NOTHING and state.draw_from == FROM_KONG:
        flags |= RIVER_KONG
    remove_tile(own, tile)
    add_to_river(state, seat, tile, flags)
    own.thrown |= bit
    own.n_thrown += 1
    own.flags |= TURN_TAKEN
    if state.discards < 255:
        state.discards += 1
    if own.flags & IS_READY:
        own.flags &= ~<uint32_t>ONE_SHOT
    elif kind != state.drawn & KIND_BITS or own.flags & IS_FROZEN:
        # else the hand is what it was before the draw
        set_waits(flow, state, seat)
    state.drawn = NOTHING
    state.ban = 0
    state.kong_chain = 0
    state.chain_source = NOBODY
    state.last = tile
    state.last_seat = seat
    state.last_what = AS_DISCARD
    state.last_drawn = drawn
    add_event(log, EVENT_DISCARD, seat, tile, NOBODY, drawn, 0)


cdef void lay_aside(State *state, int seat, int tile) noexcept nogil:
    remove_tile(&state.seats[seat], tile)
    add_to_river(state, seat, tile, RIVER_LAID)
    state.seen[tile & KIND_BITS] += 1
