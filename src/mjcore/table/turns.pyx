"""Turns: draws, flowers, and the ends of a hand."""
from libc.stdint cimport uint32_t
from libc.string cimport memset

from mjcore.table.claims cimport offer
from mjcore.table.flow cimport BLOOD, DORA_AFTER_DISCARD, FlowData
from mjcore.table.log cimport EVENT_ABORT, EVENT_ASIDE, EVENT_DRAW, EVENT_END, EVENT_EXHAUSTIVE, Log, add_event
from mjcore.table.moves cimport add_tile, flip_pending_dora
from mjcore.table.pay cimport pay_exhaustive
from mjcore.table.setup cimport wins_on_flowers
from mjcore.table.state cimport (
    ASIDE_FIRST, AS_FLOWER, BAR_TURN, FROM_EXTRACT, FROM_FLOWER, FROM_KONG, FROM_WALL, KIND_BITS, NOBODY, NOTHING,
    PHASE_END, PHASE_FLOWER, PHASE_ROB, PHASE_TURN, Seat, State, next_seat,
)
from mjcore.table.wall cimport draw_for_flower, draw_for_kong, draw_front, live_tiles


# Ends

cdef void end_hand(State *state, Log *log, int reason) noexcept nogil:
    state.phase = PHASE_END
    state.reason = reason
    state.asked = NOBODY
    memset(state.pend, 0, sizeof(state.pend))
    add_event(log, EVENT_END, NOBODY, NOTHING, NOBODY, reason, 0)


cdef void abort_hand(State *state, Log *log, int reason) noexcept nogil:
    add_event(log, EVENT_ABORT, NOBODY, NOTHING, NOBODY, reason, 0)
    end_hand(state, log, reason)


cdef void exhaust(const FlowData *flow, State *state, Log *log) noexcept nogil:
    add_event(log, EVENT_EXHAUSTIVE, NOBODY, NOTHING, NOBODY, 0, 0)
    end_hand(state, log, pay_exhaustive(flow, state, log))


# Drawing

cdef void draw(const FlowData *flow, State *state, Log *log, int seat, int how) noexcept nogil:
    """A tile for the seat, whose turn it is then. Without a live tile the hand is over."""
    cdef Seat *own = &state.seats[seat]
    cdef int live, tile
    if state.private_walls:
        # a seat whose own wall is empty ends the hand
        live = state.own_end[seat] - state.own[seat]
    else:
        live = live_tiles(flow, state)
    # a kong was allowed while a tile was live, and its replacement is that one
    if live == 0 and how != FROM_KONG and how != FROM_EXTRACT:
        exhaust(flow, state, log)
        return
    if how == FROM_WALL:
        tile = draw_front(flow, state, seat)
        state.kong_chain = 0
        state.chain_source = NOBODY
    elif how == FROM_FLOWER:
        tile = draw_for_flower(flow, state, seat)
    else:
        tile = draw_for_kong(flow, state, seat)
    state.turn = seat
    state.before_draw = live
    state.draw_from = how
    state.last_drawer = seat
    if state.draws < 255:
        state.draws += 1
    own.flags &= ~<uint32_t>BAR_TURN
    own.missed = 0
    add_event(log, EVENT_DRAW, seat, tile, NOBODY, how, 0)
    if flow.flowers >> (tile & KIND_BITS) & 1:
        expose_flower(flow, state, log, seat, tile)
        return
    state.drawn = tile
    add_tile(own, tile)
    state.phase = PHASE_TURN


cdef int seat_after(const FlowData *flow, const State *state, int seat) noexcept nogil:
    """The next seat in the hand."""
    seat = next_seat(state, seat, 1)
    while flow.course == BLOOD and state.won >> seat & 1:
        seat = next_seat(state, seat, 1)
    return seat


# Flowers in play

cdef void expose_flower(const FlowData *flow, State *state, Log *log, int seat, int tile) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    own.aside[(tile & KIND_BITS) - ASIDE_FIRST] += 1
    own.n_aside += 1
    state.drawn = NOTHING
    add_event(log, EVENT_ASIDE, seat, tile, NOBODY, 0, 0)
    if flow.rob_flower:
        state.last = tile
        state.last_seat = seat
        state.last_what = AS_FLOWER
        if offer(flow, state):
            state.phase = PHASE_ROB
            return
    count_flowers(flow, state, log, seat)


cdef void count_flowers(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil:
    """A win on flowers, or the replacement."""
    if flow.flower_win and wins_on_flowers(flow, state, seat):
        state.phase = PHASE_FLOWER
        state.setup_seat = seat
        return
    draw(flow, state, log, seat, FROM_FLOWER)


# Between turns

cdef void see(const FlowData *flow, State *state, int tile) noexcept nogil:
    if not flow.hides_discards:
        state.seen[tile & KIND_BITS] += 1


cdef void flip_owed_dora(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """The indicators of earlier kongs, right after another declaration or before a discard."""
    if flow.kan_dora != DORA_AFTER_DISCARD:
        flip_pending_dora(flow, state, log)
