"""Kongs on the own turn, norths set aside, and their replacements."""
from libc.stdint cimport uint32_t

from mjcore.hand.kinds cimport ADDED_KONG, CONCEALED_KONG, EXPOSED_KONG
from mjcore.table.claims cimport close_claims, offer
from mjcore.table.flow cimport DORA_ALL_AT_ONCE, FlowData
from mjcore.table.hands cimport set_waits
from mjcore.table.log cimport EVENT_EXTRACT, EVENT_KONG, EVENT_STANDS, Log, add_event
from mjcore.table.moves cimport add_to_pung, end_one_shots, flip_dora, lay_meld, remove_copies, remove_tile
from mjcore.table.pay cimport pay_kong
from mjcore.table.state cimport (
    ASIDE_FIRST, AS_ADDED_KONG, AS_CONCEALED_KONG, AS_EXTRACT, FROM_EXTRACT, FROM_KONG, IS_FROZEN, KIND_BITS, NOBODY,
    NOTHING, PHASE_ROB, RED_TILE, Seat, State,
)
from mjcore.table.turns cimport draw, flip_owed_dora

cdef enum:
    EAST = 27
    NORTH = 30


cdef void stand_kong(const FlowData *flow, State *state, Log *log, int seat, int type, int kind, int source,
                     bint fresh) noexcept nogil:
    """A kong that nobody robs: payment, indicators, replacement."""
    if state.calls < 255:
        state.calls += 1
    end_one_shots(state)
    state.kongs += 1
    state.kong_seats |= 1 << seat
    add_event(log, EVENT_STANDS, seat, kind, source, type, state.kong_chain + 1 | fresh << 8)
    pay_kong(flow, state, log, seat, type, source, fresh, state.kong_chain + 1)
    state.kong_chain += 1
    state.chain_source = source if type == EXPOSED_KONG else NOBODY
    if type != CONCEALED_KONG or not flow.hides_kongs:
        state.seen[kind] += 1 if type == ADDED_KONG else 4
    if flow.dora:
        if type == CONCEALED_KONG or flow.kan_dora == DORA_ALL_AT_ONCE:
            flip_dora(flow, state, log)
        else:
            state.dora_pending += 1
    state.drawn = NOTHING
    state.turn = seat
    if not state.seats[seat].flags & IS_FROZEN:
        set_waits(flow, state, seat)
    draw(flow, state, log, seat, FROM_KONG)


cdef void lay_own_kong(const FlowData *flow, State *state, Log *log, int seat, int kind) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int reds, tile
    cdef uint32_t meld
    state.last_drawn = state.drawn != NOTHING and (state.drawn & KIND_BITS) == kind
    state.last_seat = seat
    if own.hand[kind] == 4:
        reds = remove_copies(own, kind, 4, False)
        meld = lay_meld(state, seat, CONCEALED_KONG, kind, seat, 0, reds)
        # the drawn tile lies in it, or is one of 3n + 1
        state.drawn = NOTHING
        state.last = kind
        state.last_what = AS_CONCEALED_KONG
        add_event(log, EVENT_KONG, seat, kind, seat, CONCEALED_KONG, meld)
        flip_owed_dora(flow, state, log)
        if flow.rob_orphans and offer(flow, state):
            state.phase = PHASE_ROB
            return
        close_claims(flow, state, 0)
        stand_kong(flow, state, log, seat, CONCEALED_KONG, kind, NOBODY, state.last_drawn)
        return
    tile = kind
    if kind < EAST and kind % 9 == 4 and own.reds[kind // 9]:
        tile |= RED_TILE
    state.last = tile
    state.last_what = AS_ADDED_KONG
    add_event(log, EVENT_KONG, seat, tile, seat, ADDED_KONG, 0)
    flip_owed_dora(flow, state, log)
    if offer(flow, state):
        state.phase = PHASE_ROB
        return
    close_claims(flow, state, 0)
    add_kong(flow, state, log)


cdef void add_kong(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """The fourth tile lies on the pung."""
    cdef int seat = state.last_seat, tile = state.last
    remove_tile(&state.seats[seat], tile)
    add_to_pung(state, seat, tile & KIND_BITS, tile & RED_TILE != 0)
    stand_kong(flow, state, log, seat, ADDED_KONG, tile & KIND_BITS, NOBODY, state.last_drawn)


cdef void extract_north(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    state.last_drawn = state.drawn == NORTH
    remove_tile(own, NORTH)
    own.aside[NORTH - ASIDE_FIRST] += 1
    own.n_aside += 1
    state.seen[NORTH] += 1
    if state.calls < 255:
        state.calls += 1
    state.last = NORTH
    state.last_seat = seat
    state.last_what = AS_EXTRACT
    state.drawn = NOTHING
    add_event(log, EVENT_EXTRACT, seat, NORTH, NOBODY, 0, 0)
    flip_owed_dora(flow, state, log)
    if flow.rob_extract and offer(flow, state):
        state.phase = PHASE_ROB
        return
    close_claims(flow, state, 0)
    replace_north(flow, state, log, seat)


cdef void replace_north(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil:
    end_one_shots(state)
    if not state.seats[seat].flags & IS_FROZEN:
        set_waits(flow, state, seat)
    draw(flow, state, log, seat, FROM_EXTRACT)
