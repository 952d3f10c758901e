"""What comes before the first turn."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from mjcore.bits cimport first_bit
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.hand.kinds cimport KINDS
from mjcore.table.actions cimport NO_ACTION, NUMBER, READY, VOID
from mjcore.table.flow cimport NO_FLOWERS, UNTIL_CLEAN, FlowData
from mjcore.table.gate cimport fill_win, passes
from mjcore.table.hands cimport open_waits
from mjcore.table.log cimport (
    EVENT_ASIDE, EVENT_DRAW, EVENT_EXCHANGE, EVENT_FLIP, EVENT_PIAO, EVENT_PICK, EVENT_READY, EVENT_START, EVENT_VOID,
    Log, add_event,
)
from mjcore.table.masks cimport pending_seats
from mjcore.table.moves cimport add_tile, flip_dora, remove_tile, set_waits_before_draw
from mjcore.table.state cimport (
    AS_FLOWER, ASIDE_FIRST, FROM_DEAL, FROM_FLOWER, IS_FROZEN, IS_READY, KIND_BITS, NOBODY, NOTHING, PHASE_EXCHANGE,
    PHASE_FLOWER, PHASE_PIAO, PHASE_READY, PHASE_TURN, PHASE_VOID, READY_DEAL, RED_TILE, SETUP_DONE, SETUP_EXCHANGE,
    SETUP_FLOWER_WINS, SETUP_FLOWERS, SETUP_PIAO, SETUP_READY, SETUP_VOID, Seat, State, next_seat,
)
from mjcore.table.wall cimport draw_for_flower, random_below

cdef enum:
    BLOCK = 4
    PICKS = 3
    SEVEN = 7
    TO_PREVIOUS = 0            # of FlowData.direction
    TO_NEXT = 1
    ACROSS = 2
    BY_LOT = 3


cdef int deal_tiles(State *state, int seat, int number) noexcept nogil:
    """The next tiles of a wall that nobody has drawn from out of turn; the last of them."""
    cdef Seat *own = &state.seats[seat]
    cdef uint64_t have = own.have
    cdef int place, end, kind
    if state.private_walls:
        place = state.own[seat]
        state.own[seat] += number
    else:
        place = state.front
        state.front += number
    end = place + number
    while place < end:
        kind = state.wall[place] & KIND_BITS
        own.hand[kind] += 1
        have |= <uint64_t>1 << kind
        if state.wall[place] & RED_TILE:
            own.reds[kind // 9] += 1
        place += 1
    own.have = have
    own.tiles += number
    state.left -= number
    return state.wall[end - 1]


cdef void deal(const FlowData *flow, State *state, Log *log) noexcept nogil:
    cdef int left = flow.hand, size, step
    add_event(log, EVENT_START, state.dealer, NOTHING, NOBODY, 0, 0)
    # blocks of four in turn while they last, then one by one, at the end the dealer's first draw
    while left:
        size = BLOCK if left >= BLOCK else 1
        for step in range(state.players):
            deal_tiles(state, next_seat(state, state.dealer, step), size)
        left -= size
    state.turn = state.dealer
    state.drawn = deal_tiles(state, state.dealer, 1)
    state.draw_from = FROM_DEAL
    state.last_drawer = state.dealer
    state.setup = SETUP_PIAO
    if flow.dora:
        flip_dora(flow, state, log)


# Flowers

cdef int show_flowers(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil:
    """Sets aside all flowers of a hand; how many."""
    cdef Seat *own = &state.seats[seat]
    cdef uint64_t left = own.have & flow.flowers
    cdef int kind, shown = 0
    while left:
        kind = first_bit(left)
        left &= left - 1
        while own.hand[kind]:
            remove_tile(own, kind)
            own.aside[kind - ASIDE_FIRST] += 1
            own.n_aside += 1
            shown += 1
            add_event(log, EVENT_ASIDE, seat, kind, NOBODY, 0, 0)
    return shown


cdef void replace_flowers(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """By the dealer first; what replaces a flower and is one waits for the next round, or is replaced at once."""
    cdef int step, seat, shown, _i, tile, last_of_dealer = NOTHING
    cdef bint again = True
    while again:
        again = False
        for step in range(state.players):
            seat = next_seat(state, state.dealer, step)
            shown = show_flowers(flow, state, log, seat)
            while shown:
                again = True
                for _i in range(shown):
                    tile = draw_for_flower(flow, state, seat)
                    add_tile(&state.seats[seat], tile)
                    add_event(log, EVENT_DRAW, seat, tile, NOBODY, FROM_FLOWER, 0)
                    if seat == state.dealer:
                        last_of_dealer = tile
                shown = show_flowers(flow, state, log, seat) if flow.flower_rounds == UNTIL_CLEAN else 0
    if not state.seats[state.dealer].have >> (state.drawn & KIND_BITS) & 1:
        state.drawn = last_of_dealer


cdef void turn_indicator(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """The last tile of the wall that is no flower makes kinds wild; it is not drawn any more."""
    cdef int place = state.n_wall - 1, kind
    while place >= state.front:
        if not state.taken[place >> 6] >> (place & 63) & 1 and (state.wall[place] & KIND_BITS) < KINDS and (
                place < state.back):
            break
        place -= 1
    state.taken[place >> 6] |= <uint64_t>1 << (place & 63)
    state.left -= 1
    state.indicator = state.wall[place]
    kind = state.indicator & KIND_BITS
    state.seen[kind] += 1
    state.wild = flow.wild_of[kind]
    add_event(log, EVENT_FLIP, NOBODY, state.indicator, NOBODY, 0, 0)


# The exchange of three

cdef int exchange_direction(const FlowData *flow, State *state) noexcept nogil:
    """Seats that the tiles move on by."""
    cdef int across = state.players // 2 if state.players % 2 == 0 else 1, back = state.players - 1, drawn
    if flow.direction == TO_NEXT:
        return 1
    if flow.direction == TO_PREVIOUS:
        return back
    if flow.direction == ACROSS:
        return across
    if flow.direction == BY_LOT:
        if state.players == 4:
            drawn = random_below(state.key, &state.counter, 3)
            return 1 if drawn == 0 else across if drawn == 1 else back
        return back if random_below(state.key, &state.counter, 2) else 1
    drawn = random_below(state.key, &state.counter, 6)
    return 1 if drawn < 2 else across if drawn < 4 else back


cdef void exchange(const FlowData *flow, State *state, Log *log) noexcept nogil:
    cdef int seat, i, by = exchange_direction(flow, state), giver
    cdef Seat *own
    cdef bint kept = state.seats[state.dealer].have >> (state.drawn & KIND_BITS) & 1
    state.direction = by
    add_event(log, EVENT_EXCHANGE, NOBODY, NOTHING, NOBODY, 0, by)
    for seat in range(state.players):
        own = &state.seats[next_seat(state, seat, by)]
        for i in range(PICKS):
            add_tile(own, state.seats[seat].picks[i])
    giver = (state.dealer + state.players - by) % state.players
    if not kept:
        state.drawn = state.seats[giver].picks[PICKS - 1]
    for seat in range(state.players):
        own = &state.seats[seat]
        memset(own.picks, 0, sizeof(own.picks))
        own.n_picks = 0


# Questions in turn

cdef bint wins_on_flowers(const FlowData *flow, State *state, int seat) noexcept nogil:
    """Eight flowers, or as many as the rules ask for; or seven, and the eighth lies before another seat."""
    cdef Seat *own = &state.seats[seat]
    cdef WinData win
    cdef ScoreResult result
    cdef int other
    state.last_seat = NOBODY
    if own.n_aside >= flow.flower_win:
        fill_win(flow, state, seat, NOTHING, NOBODY, AS_FLOWER, &win)
        return passes(flow, state, &win, &result)
    if flow.rob_flower and own.n_aside == SEVEN:
        for other in range(state.players):
            if other != seat and state.seats[other].n_aside:
                state.last_seat = other
                fill_win(flow, state, seat, NOTHING, other, AS_FLOWER, &win)
                return passes(flow, state, &win, &result)
    return False


cdef void ask_everybody(State *state, int phase) noexcept nogil:
    cdef int seat
    state.phase = phase
    for seat in range(state.players):
        state.pend[seat].answer = NO_ACTION


cdef bint ask_in_turn(const FlowData *flow, State *state) noexcept nogil:
    """Whether a seat is asked about its flowers, or its ready hand, from state.setup_seat on."""
    cdef int step = (state.setup_seat + state.players - state.dealer) % state.players, seat
    cdef bint flowers = state.setup == SETUP_FLOWER_WINS
    while step < state.players:
        seat = next_seat(state, state.dealer, step)
        state.setup_seat = seat
        if flowers:
            if wins_on_flowers(flow, state, seat):
                state.phase = PHASE_FLOWER
                return True
        elif seat != state.dealer and open_waits(flow, &state.seats[seat]):
            state.phase = PHASE_READY
            return True
        step += 1
    return False


cdef void next_step(State *state) noexcept nogil:
    state.setup += 1
    state.setup_seat = state.dealer


cdef void advance_setup(const FlowData *flow, State *state, Log *log) noexcept nogil:
    cdef int seat
    cdef bint asks
    while state.setup != SETUP_DONE:
        if state.setup == SETUP_PIAO:
            next_step(state)
            if flow.piao_most > 0:
                ask_everybody(state, PHASE_PIAO)
                return
        elif state.setup == SETUP_FLOWERS:
            if flow.flower_rounds != NO_FLOWERS:
                replace_flowers(flow, state, log)
            if flow.turns_wild:
                turn_indicator(flow, state, log)
            next_step(state)
        elif state.setup == SETUP_EXCHANGE:
            next_step(state)
            if flow.exchange:
                state.phase = PHASE_EXCHANGE
                return
        elif state.setup == SETUP_VOID:
            next_step(state)
            if flow.void_declared:
                ask_everybody(state, PHASE_VOID)
                return
        elif state.setup == SETUP_FLOWER_WINS or state.setup == SETUP_READY:
            if state.setup == SETUP_FLOWER_WINS and state.setup_seat == state.dealer:
                for seat in range(state.players):
                    set_waits_before_draw(flow, state, seat)
            asks = flow.flower_win != 0 if state.setup == SETUP_FLOWER_WINS else flow.ready_at_deal
            if asks and ask_in_turn(flow, state):
                return
            next_step(state)
    state.last_seat = NOBODY
    state.phase = PHASE_TURN


cdef void answer_setup(const FlowData *flow, State *state, Log *log, int seat, int action) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int phase = state.phase, other
    if phase == PHASE_EXCHANGE:
        remove_tile(own, action)
        own.picks[own.n_picks] = action
        own.n_picks += 1
        add_event(log, EVENT_PICK, seat, action, NOBODY, 0, 0)
        if pending_seats(flow, state):
            return
        exchange(flow, state, log)
    elif phase == PHASE_PIAO or phase == PHASE_VOID:
        state.pend[seat].answer = action
        if pending_seats(flow, state):
            return
        for other in range(state.players):
            if phase == PHASE_PIAO:
                state.seats[other].piao = state.pend[other].answer - NUMBER
                add_event(log, EVENT_PIAO, other, NOTHING, NOBODY, 0, state.seats[other].piao)
            else:
                state.seats[other].void_suit = state.pend[other].answer - VOID
                add_event(log, EVENT_VOID, other, NOTHING, NOBODY, 0, state.seats[other].void_suit)
        memset(state.pend, 0, sizeof(state.pend))
    else:
        if action == READY:
            own.flags |= IS_READY | IS_FROZEN | READY_DEAL
            state.n_ready += 1
            add_event(log, EVENT_READY, seat, NOTHING, NOBODY, 2, 0)
        # the dealer is the first one: back at his seat all have been asked
        state.setup_seat = next_seat(state, seat, 1)
        if state.setup_seat == state.dealer:
            next_step(state)
    advance_setup(flow, state, log)
