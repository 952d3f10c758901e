"""The state machine: from one question to the next.

A legal action changes the state; what follows without anybody's choice (draws, flowers, flips, payments) is done at
once. Who may do what was decided before (`masks`, `claims`), so that nothing is refused here.
"""
from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memset

from mjcore.bits cimport count_bits
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.hand.kinds cimport ADDED_KONG, CHOW as CHOW_MELD, CONCEALED_KONG, EXPOSED_KONG, PUNG as PUNG_MELD
from mjcore.table.actions cimport (
    ABORT, CHOW, CHOW_RED, DISCARD_HELD, DISCARD_RED, EXTRACT, KONG, KONG_OF, PASS, PUNG, PUNG_RED, READY, WIN,
)
from mjcore.table.claims cimport Outcome, asked_seat, close_claims, decide, ends_by_kongs, offer
from mjcore.table.flow cimport (
    ABORT_FOUR_RIICHI, ABORT_FOUR_WINDS, ALL_ABORT3, BLOOD, DORA_AFTER_DISCARD, DORA_ALL_AT_ONCE, READY_LISTEN,
    READY_RIICHI, READY_SHOW, RIVER, SINGLE, FlowData,
)
from mjcore.table.gate cimport fill_win, passes
from mjcore.table.hands cimport open_waits, ready_discards, set_waits
from mjcore.table.log cimport (
    EVENT_ABORT, EVENT_ASIDE, EVENT_CHOW, EVENT_DRAW, EVENT_END, EVENT_EXHAUSTIVE, EVENT_EXTRACT, EVENT_HORSE,
    EVENT_KONG, EVENT_PUNG, EVENT_READY, EVENT_READY_PAID, EVENT_ROB, EVENT_STANDS, EVENT_WIN, Log, add_event,
)
from mjcore.table.masks cimport ban_after, pending_mask, pending_seats, throwable
from mjcore.table.moves cimport (
    add_to_pung, add_tile, end_one_shots, flip_dora, flip_pending_dora, lay_aside, lay_meld, remove_copies, remove_tile,
    throw_tile,
)
from mjcore.table.pay cimport WinFacts, pay_deposit, pay_exhaustive, pay_kong, pay_kong_discard, pay_win
from mjcore.table.setup cimport advance_setup, answer_setup, deal, wins_on_flowers
from mjcore.table.state cimport (
    AS_ADDED_KONG, AS_CONCEALED_KONG, AS_DISCARD, AS_EXTRACT, AS_FLOWER, ASIDE_FIRST, BAR_TURN, END_FOUR_KONGS,
    END_FOUR_RIICHI, END_FOUR_WINDS, END_NINE_KINDS, END_THREE_RONS, END_WIN, FROM_EXTRACT, FROM_FLOWER, FROM_KONG,
    FROM_WALL, HAS_WON, IS_DOUBLE, IS_FROZEN, IS_READY, IS_SHOWN, KIND_BITS, NOBODY, NOTHING, ONE_SHOT, PHASE_CLAIM,
    PHASE_END, PHASE_FLOWER, PHASE_ROB, PHASE_THROW, PHASE_TURN, READY_DEAL, READY_FIRST, READY_PENDING, RED_TILE,
    RIVER_CLAIMED, RIVER_KONG, RIVER_WON, SETUP_DONE, TURN_TAKEN, Seat, State, next_seat,
)
from mjcore.table.wall cimport draw_for_flower, draw_for_kong, draw_front, live_tiles

cdef enum:
    EAST = 27
    NORTH = 30


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


# Wins

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


# Kongs and norths

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


cdef void flip_owed_dora(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """The indicators of earlier kongs, right after another declaration or before a discard."""
    if flow.kan_dora != DORA_AFTER_DISCARD:
        flip_pending_dora(flow, state, log)


cdef void lay_own_kong(const FlowData *flow, State *state, Log *log, int seat, int kind) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int reds, tile
    cdef uint32_t meld
    state.last_drawn = state.drawn != NOTHING and (state.drawn & KIND_BITS) == kind
    state.last_seat = seat
    if own.hand[kind] == 4:
        reds = remove_copies(own, kind, 4, False)
        meld = lay_meld(state, seat, CONCEALED_KONG, kind, seat, 0, reds)
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


# Discards and claims

cdef void see(const FlowData *flow, State *state, int tile) noexcept nogil:
    if not flow.hides_discards:
        state.seen[tile & KIND_BITS] += 1


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
