"""Wins: payment, winners, and how the hand goes on after them."""
from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memset

from mjcore.bits cimport count_bits
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.table.flow cimport BLOOD, RIVER, SINGLE, FlowData
from mjcore.table.gate cimport fill_win, passes
from mjcore.table.hands cimport set_waits
from mjcore.table.log cimport EVENT_HORSE, EVENT_ROB, EVENT_WIN, Log, add_event
from mjcore.table.moves cimport lay_aside
from mjcore.table.pay cimport WinFacts, pay_kong_discard, pay_win
from mjcore.table.state cimport (
    AS_ADDED_KONG, AS_DISCARD, AS_FLOWER, END_WIN, FROM_KONG, FROM_WALL, HAS_WON, IS_FROZEN, NOBODY, NOTHING,
    READY_PENDING, RIVER_KONG, RIVER_WON, TURN_TAKEN, State, next_seat,
)
from mjcore.table.turns cimport draw, end_hand, seat_after, see
from mjcore.table.wall cimport live_tiles


cdef void pay_one(const FlowData *flow, State *state, Log *log, int seat, int tile, int source, int what,
                  uint16_t together, int place) noexcept nogil:
    cdef WinData win
    cdef ScoreResult result
    cdef WinFacts facts
    memset(&result, 0, sizeof(result))
    fill_win(flow, state, seat, tile, source, what, &win)
    passes(flow, state, &win, &result)
    facts.seat = seat
    facts.loser = source
    facts.kong_giver = NOBODY
    facts.horse = NOTHING
    facts.place = place
    facts.together = together
    if source == NOBODY:
        if state.draw_from == FROM_KONG and tile != NOTHING:
            facts.kong_giver = state.chain_source
        if flow.pay.horse and live_tiles(flow, state):
            state.horse = state.wall[state.front]
            facts.horse = state.horse
            add_event(log, EVENT_HORSE, seat, state.horse, NOBODY, 0, 0)
    add_event(log, EVENT_WIN, seat, tile, source, what, log.n_wins if log != NULL else 0)
    pay_win(flow, state, log, &win, &result, &facts)


cdef void mark_winners(const FlowData *flow, State *state, uint16_t winners, int source) noexcept nogil:
    cdef int seat
    if state.first_win == 0:
        state.first_win = winners
        state.first_from = source
    for seat in range(state.players):
        if winners >> seat & 1:
            state.seats[seat].wins += 1
            state.seats[seat].flags |= HAS_WON
            if flow.course == RIVER:
                state.seats[seat].flags |= IS_FROZEN
    state.won |= winners
    state.n_won = count_bits(state.won)


cdef void go_on_after_wins(const FlowData *flow, State *state, Log *log, int last_winner) noexcept nogil:
    if flow.course == SINGLE or (flow.course == BLOOD and state.n_won >= state.players - 1):
        end_hand(state, log, END_WIN)
        return
    state.drawn = NOTHING
    state.kong_chain = 0
    state.chain_source = NOBODY
    draw(flow, state, log, seat_after(flow, state, last_winner), FROM_WALL)


cdef void win_drawn(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil:
    cdef int tile = state.drawn
    pay_one(flow, state, log, seat, tile, NOBODY, AS_DISCARD, 1 << seat, 0)
    mark_winners(flow, state, 1 << seat, NOBODY)
    if flow.course == RIVER:
        lay_aside(state, seat, tile)
        state.drawn = NOTHING
        # it was his first turn, if it was that
        state.seats[seat].flags |= TURN_TAKEN
    go_on_after_wins(flow, state, log, seat)


cdef void win_taken(const FlowData *flow, State *state, Log *log, uint16_t winners) noexcept nogil:
    """Wins on the tile in question."""
    cdef int giver = state.last_seat, tile = state.last, what = state.last_what, seat, last = giver, place = 0, step
    cdef int paid = NOTHING if what == AS_FLOWER else tile
    cdef bint after_kong = what == AS_DISCARD and state.river[state.n_river - 1] & RIVER_KONG
    if what != AS_DISCARD:
        add_event(log, EVENT_ROB, giver, tile, NOBODY, what, 0)
    for step in range(1, state.players):
        seat = next_seat(state, giver, step)
        if winners >> seat & 1:
            pay_one(flow, state, log, seat, paid, giver, what, winners, place)
            place += 1
            last = seat
    if after_kong:
        pay_kong_discard(flow, state, log, giver, winners)
    mark_winners(flow, state, winners, giver)
    state.seats[giver].flags &= ~<uint32_t>READY_PENDING
    if what == AS_DISCARD:
        state.river[state.n_river - 1] |= RIVER_WON
        see(flow, state, tile)
    elif what == AS_ADDED_KONG:
        lay_aside(state, giver, tile)
        state.drawn = NOTHING
        set_waits(flow, state, giver)
    go_on_after_wins(flow, state, log, last)


cdef void win_flowers(const FlowData *flow, State *state, Log *log, int seat, int giver) noexcept nogil:
    pay_one(flow, state, log, seat, NOTHING, giver, AS_FLOWER, 1 << seat, 0)
    mark_winners(flow, state, 1 << seat, giver)
    end_hand(state, log, END_WIN)
