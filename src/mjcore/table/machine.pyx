"""The state machine: from one question to the next.

A legal action changes the state; what follows without anybody's choice (draws, flowers, flips, payments) is done at
once. Who may do what was decided before (`masks`, `claims`), so that nothing is refused here.
"""
from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memset

from mjcore.bits cimport count_bits
from mjcore.hand.kinds cimport CHOW as CHOW_MELD, CONCEALED_KONG, EXPOSED_KONG, PUNG as PUNG_MELD
from mjcore.table.actions cimport (
    ABORT, CHOW, CHOW_RED, DISCARD_HELD, DISCARD_RED, EXTRACT, KONG, KONG_OF, PASS, PUNG, PUNG_RED, READY, WIN,
)
from mjcore.table.claims cimport Outcome, asked_seat, close_claims, decide, ends_by_kongs, offer
from mjcore.table.flow cimport (
    ABORT_FOUR_RIICHI, ABORT_FOUR_WINDS, ALL_ABORT3, DORA_AFTER_DISCARD, READY_LISTEN, READY_RIICHI, READY_SHOW,
    FlowData,
)
from mjcore.table.hands cimport open_waits, ready_discards
from mjcore.table.kongs cimport add_kong, extract_north, lay_own_kong, replace_north, stand_kong
from mjcore.table.log cimport EVENT_CHOW, EVENT_KONG, EVENT_PUNG, EVENT_READY, EVENT_READY_PAID, Log, add_event
from mjcore.table.masks cimport ban_after, pending_mask, pending_seats, throwable
from mjcore.table.moves cimport end_one_shots, flip_pending_dora, lay_meld, remove_copies, throw_tile
from mjcore.table.pay cimport pay_deposit
from mjcore.table.setup cimport advance_setup, answer_setup, deal
from mjcore.table.state cimport (
    AS_ADDED_KONG, AS_CONCEALED_KONG, AS_EXTRACT, END_FOUR_KONGS, END_FOUR_RIICHI, END_FOUR_WINDS, END_NINE_KINDS,
    END_THREE_RONS, FROM_FLOWER, FROM_WALL, IS_DOUBLE, IS_FROZEN, IS_READY, IS_SHOWN, KIND_BITS, NOBODY, NOTHING,
    ONE_SHOT, PHASE_CLAIM, PHASE_END, PHASE_FLOWER, PHASE_ROB, PHASE_THROW, PHASE_TURN, READY_DEAL, READY_FIRST,
    READY_PENDING, RED_TILE, RIVER_CLAIMED, SETUP_DONE, TURN_TAKEN, Seat, State, next_seat,
)
from mjcore.table.turns cimport abort_hand, count_flowers, draw, flip_owed_dora, seat_after, see
from mjcore.table.winning cimport win_drawn, win_flowers, win_taken

cdef enum:
    EAST = 27
    NORTH = 30


# Discards and claims

cdef void declare(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int how = 0
    own.flags |= READY_PENDING
    if flow.ready == READY_RIICHI and not own.flags & TURN_TAKEN and state.calls == 0:
        own.flags |= IS_DOUBLE
        how = 1
    elif flow.ready == READY_LISTEN:
        own.flags |= READY_DEAL if seat == state.dealer else READY_FIRST
        how = 2 if seat == state.dealer else 3
    add_event(log, EVENT_READY, seat, NOTHING, NOBODY, how, 0)
    state.ban = ~(ready_discards(flow, state, seat) & throwable(flow, state, own))
    state.phase = PHASE_THROW


cdef void accept_declaration(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil:
    """The discard of a declaration was not won on."""
    cdef Seat *own = &state.seats[seat]
    if not own.flags & READY_PENDING:
        return
    own.flags = own.flags & ~<uint32_t>READY_PENDING | IS_READY | IS_FROZEN
    state.n_ready += 1
    add_event(log, EVENT_READY_PAID, seat, NOTHING, NOBODY, 0, 0)
    if flow.ready == READY_RIICHI:
        own.flags |= ONE_SHOT
        pay_deposit(state, log, seat)
    elif flow.ready == READY_SHOW:
        own.flags |= IS_SHOWN
        state.shown_waits |= open_waits(flow, own)


cdef int drawn_abort(const FlowData *flow, const State *state) noexcept nogil:
    """The abortive draw that an unclaimed discard leads to, or 0."""
    cdef int i, kind = state.last & KIND_BITS
    if flow.abort & ABORT_FOUR_WINDS and state.discards == 4 and state.calls == 0 and EAST <= kind <= NORTH:
        for i in range(4):
            if (state.river[i] & KIND_BITS) != kind:
                break
        else:
            return END_FOUR_WINDS
    if flow.abort & ABORT_FOUR_RIICHI and state.n_ready == state.players:
        return END_FOUR_RIICHI
    return END_FOUR_KONGS if ends_by_kongs(flow, state) else 0


cdef void leave_discard(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """Nobody takes the discard."""
    cdef int reason
    see(flow, state, state.last)
    reason = drawn_abort(flow, state)
    if reason:
        abort_hand(state, log, reason)
    else:
        draw(flow, state, log, seat_after(flow, state, state.last_seat), FROM_WALL)


cdef void settle_discard(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """What follows a discard that was not won on, whoever takes it."""
    accept_declaration(flow, state, log, state.last_seat)
    if flow.kan_dora == DORA_AFTER_DISCARD:
        flip_pending_dora(flow, state, log)


cdef void discard(const FlowData *flow, State *state, Log *log, int seat, int action) noexcept nogil:
    cdef int tile
    cdef bint drawn
    if action == DISCARD_HELD:
        tile = state.drawn
        drawn = False
    else:
        tile = action if action < KONG_OF else 9 * (action - DISCARD_RED) + 4 | RED_TILE
        drawn = tile == state.drawn
    flip_owed_dora(flow, state, log)
    throw_tile(flow, state, log, seat, tile, drawn)
    if offer(flow, state):
        state.phase = PHASE_CLAIM
        return
    close_claims(flow, state, 0)
    settle_discard(flow, state, log)
    leave_discard(flow, state, log)


cdef void claim(const FlowData *flow, State *state, Log *log, int seat, int action) noexcept nogil:
    """A chow, pung or kong of the discard."""
    cdef Seat *own = &state.seats[seat]
    cdef int tile = state.last, kind = tile & KIND_BITS, source = state.last_seat, place, i, lowest, reds = 0
    cdef bint red
    cdef uint32_t meld
    state.river[state.n_river - 1] |= RIVER_CLAIMED
    if action == KONG:
        reds = remove_copies(own, kind, 3, False)
        meld = lay_meld(state, seat, EXPOSED_KONG, kind, source, 0, reds)
        add_event(log, EVENT_KONG, seat, tile, source, EXPOSED_KONG, meld)
        state.kong_chain = 0
        stand_kong(flow, state, log, seat, EXPOSED_KONG, kind, source, True)
        return
    if state.calls < 255:
        state.calls += 1
    end_one_shots(state)
    if action == PUNG or action == PUNG_RED:
        reds = remove_copies(own, kind, 2, action == PUNG_RED)
        meld = lay_meld(state, seat, PUNG_MELD, kind, source, 0, reds)
        add_event(log, EVENT_PUNG, seat, tile, source, 0, meld)
        state.seen[kind] += 3
        state.ban = ban_after(flow, kind, -1)
    else:
        red = action >= CHOW_RED
        place = action - CHOW_RED if red else action - CHOW
        lowest = kind - place
        reds = <int>(tile & RED_TILE != 0)
        for i in range(3):
            if i != place:
                reds += remove_copies(own, lowest + i, 1, red and (lowest + i) % 9 == 4)
            state.seen[lowest + i] += 1
        meld = lay_meld(state, seat, CHOW_MELD, lowest, source, place, reds)
        add_event(log, EVENT_CHOW, seat, tile, source, 0, meld)
        state.ban = ban_after(flow, kind, place)
    state.turn = seat
    state.drawn = NOTHING
    # in this moment it waits for nothing
    own.waits = 0
    own.distance = 255
    state.phase = PHASE_THROW


cdef void resolve(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """All answers are there that matter."""
    cdef Outcome out
    cdef bint discarded = state.phase == PHASE_CLAIM
    decide(flow, state, &out)
    close_claims(flow, state, out.winners)
    if out.winners:
        if flow.multi == ALL_ABORT3 and count_bits(out.winners) >= 3:
            abort_hand(state, log, END_THREE_RONS)
        else:
            win_taken(flow, state, log, out.winners)
    elif discarded:
        settle_discard(flow, state, log)
        if out.seat == NOBODY:
            leave_discard(flow, state, log)
        else:
            claim(flow, state, log, out.seat, out.action)
    elif state.last_what == AS_ADDED_KONG:
        add_kong(flow, state, log)
    elif state.last_what == AS_CONCEALED_KONG:
        stand_kong(flow, state, log, state.last_seat, CONCEALED_KONG, state.last & KIND_BITS, NOBODY,
                   state.last_drawn)
    elif state.last_what == AS_EXTRACT:
        replace_north(flow, state, log, state.last_seat)
    else:
        count_flowers(flow, state, log, state.last_seat)


# Questions and answers

cdef void refresh(const FlowData *flow, State *state) noexcept nogil:
    cdef uint16_t pending
    cdef int step, seat
    if state.phase == PHASE_END:
        state.asked = NOBODY
        memset(state.mask, 0, sizeof(state.mask))
        return
    if state.phase == PHASE_CLAIM or state.phase == PHASE_ROB:
        state.asked = asked_seat(flow, state)
    elif state.phase == PHASE_TURN or state.phase == PHASE_THROW:
        state.asked = state.turn
    else:
        pending = pending_seats(flow, state)
        state.asked = NOBODY
        for step in range(state.players):
            seat = next_seat(state, state.dealer, step)
            if pending >> seat & 1:
                state.asked = seat
                break
    if state.asked == NOBODY:
        # the options of hands that were dealt again leave nobody to ask
        memset(state.mask, 0, sizeof(state.mask))
    else:
        pending_mask(flow, state, state.asked, state.mask)


cdef void refresh_options(const FlowData *flow, State *state) noexcept nogil:
    cdef int answers[10]
    cdef int seat
    if state.phase == PHASE_CLAIM or state.phase == PHASE_ROB:
        for seat in range(state.players):
            answers[seat] = state.pend[seat].answer if state.pend[seat].options else -1
        offer(flow, state)
        for seat in range(state.players):
            if answers[seat] == PASS and state.pend[seat].options:
                state.pend[seat].answer = PASS
    refresh(flow, state)


cdef void begin(const FlowData *flow, State *state, Log *log) noexcept nogil:
    deal(flow, state, log)
    advance_setup(flow, state, log)
    refresh(flow, state)


cdef void apply_setup(const FlowData *flow, State *state, Log *log, int seat, int action) noexcept nogil:
    cdef int giver
    if state.phase == PHASE_FLOWER:
        giver = state.last_seat
        if action == WIN:
            win_flowers(flow, state, log, seat, giver)
            return
        if state.setup == SETUP_DONE:
            draw(flow, state, log, seat, FROM_FLOWER)
            return
    answer_setup(flow, state, log, seat, action)


cdef void apply(const FlowData *flow, State *state, Log *log, int seat, int action) noexcept nogil:
    cdef int phase = state.phase
    if phase == PHASE_CLAIM or phase == PHASE_ROB:
        state.pend[seat].answer = action
        if asked_seat(flow, state) == NOBODY:
            resolve(flow, state, log)
    elif phase != PHASE_TURN and phase != PHASE_THROW:
        apply_setup(flow, state, log, seat, action)
    elif action < KONG_OF or DISCARD_HELD <= action < CHOW:
        discard(flow, state, log, seat, action)
    elif action < PASS:
        lay_own_kong(flow, state, log, seat, action - KONG_OF)
    elif action == WIN:
        win_drawn(flow, state, log, seat)
    elif action == READY:
        declare(flow, state, log, seat)
    elif action == EXTRACT:
        extract_north(flow, state, log, seat)
    elif action == ABORT:
        abort_hand(state, log, END_NINE_KINDS)
    refresh(flow, state)
