"""Whether a state that came from outside can be one, second part: whose turn it is, who is asked, what he may do.

What follows from other fields is worked out anew here, by the functions that the machine itself uses, and what the
state says of it has to be the same. So no option can be carried out that the rules do not give.
"""
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.hand.kinds cimport (
    CHOW, CONCEALED_KONG, PUNG, SUIT_KINDS, meld_claimed, meld_kind, meld_type,
)
from mjcore.table.actions cimport NO_ACTION, NUMBER, VOID
from mjcore.table.checks cimport never_stood, wrong
from mjcore.table.claims cimport asked_seat, offer
from mjcore.table.flow cimport NO_FLOWERS, FlowData
from mjcore.table.gate cimport fill_win, passes
from mjcore.table.hands cimport open_waits, ready_discards, set_waits
from mjcore.table.machine cimport refresh
from mjcore.table.masks cimport ban_after, has, pending_seats, seat_mask, throwable
from mjcore.table.moves cimport set_waits_before_draw
from mjcore.table.observe cimport HIDDEN_KIND
from mjcore.table.state cimport (
    AS_ADDED_KONG, AS_CONCEALED_KONG, AS_DISCARD, AS_EXTRACT, AS_FLOWER, ASIDE_FIRST, END_THREE_RONS, IS_FROZEN,
    IS_SHOWN, KIND_BITS, NO_VOID, NOBODY, NOTHING, PHASE_CLAIM, PHASE_END, PHASE_EXCHANGE,
    PHASE_FLOWER, PHASE_PIAO, PHASE_READY, PHASE_ROB, PHASE_THROW, PHASE_TURN, PHASE_VOID, READY_PENDING, RED_TILE,
    RIVER_CLAIMED, RIVER_LAID, RIVER_SEAT, SETUP_DONE, SETUP_FLOWER_WINS, SETUP_FLOWERS, SETUP_READY,
    SETUP_VOID, Pending, Seat, State,
)
from mjcore.table.wall cimport dora_place

cdef enum:
    PICKS = 3
    SEVEN = 7
    NORTH = 30
    TILE_BITS = 127
    NO_DISTANCE = 255          # right after a claim


cdef inline uint64_t bit(int kind) noexcept nogil:
    return <uint64_t>1 << (kind & KIND_BITS)


cdef bint holds(const Seat *own, int tile) noexcept nogil:
    """Whether this very tile, red or plain, is among the concealed ones."""
    cdef int kind = tile & KIND_BITS, reds = 0
    if kind < SUIT_KINDS and kind % 9 == 4:
        reds = own.reds[kind // 9]
    return reds > 0 if tile & RED_TILE else own.hand[kind] > reds


cdef bint all_visible(const Seat *own) noexcept nogil:
    cdef int kind, held = 0
    for kind in range(64):
        held += own.hand[kind]
    return held == own.tiles


cdef int latest_meld(const State *state, int seat) noexcept nogil:
    """The place of the meld that was made last of all, if it is the seat's; -1."""
    cdef int i
    for i in range(state.seats[seat].n_melds):
        if state.seats[seat].meld_order[i] == state.n_orders:
            return i
    return -1


# What follows from the tiles

cdef void count_seen(const FlowData *flow, State *state) noexcept nogil:
    cdef int i, j, seat, type, kind, entry
    cdef bint drew
    cdef Seat *own
    memset(state.seen, 0, sizeof(state.seen))
    state.shown_waits = 0
    for i in range(state.n_river):
        entry = state.river[i]
        if entry & RIVER_LAID == RIVER_LAID:
            state.seen[entry & KIND_BITS] += 1
        elif not entry & RIVER_CLAIMED and not flow.hides_discards:
            # a discard in question is counted when it is answered
            if i + 1 < state.n_river or not (state.phase == PHASE_CLAIM or (
                    state.reason == END_THREE_RONS and state.last_what == AS_DISCARD)):
                state.seen[entry & KIND_BITS] += 1
    for seat in range(state.players):
        own = &state.seats[seat]
        if own.flags & IS_SHOWN:
            # the drawn tile is no copy that the hand held when it was shown
            drew = state.turn == seat and state.drawn != NOTHING and holds(own, state.drawn)
            own.hand[state.drawn & KIND_BITS] -= drew
            state.shown_waits |= open_waits(flow, own)
            own.hand[state.drawn & KIND_BITS] += drew
        if flow.extract:
            state.seen[NORTH] += own.aside[NORTH - ASIDE_FIRST]
        for i in range(own.n_melds):
            type, kind = meld_type(own.melds[i]), meld_kind(own.melds[i])
            if type == CONCEALED_KONG and (flow.hides_kongs or (
                    own.meld_order[i] == state.n_orders and never_stood(state))):
                continue
            if type == CHOW:
                for j in range(3):
                    state.seen[kind + j] += 1
            else:
                state.seen[kind] += 3 if type == PUNG else 4
    for i in range(state.dora_shown):
        state.seen[state.wall[dora_place(flow, state, i)] & KIND_BITS] += 1
    if state.indicator != NOTHING:
        state.seen[state.indicator & KIND_BITS] += 1


cdef const char *waits_fault(const FlowData *flow, const State *state, int seat, bint censored) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef State copy
    cdef Seat *anew
    cdef bint drew = state.turn == seat and state.drawn != NOTHING, hidden = not all_visible(own), known
    if own.waits & ~(flow.kinds | state.wild):
        return b"a hand that waits for what there is not"
    if hidden and own.have == 0 or state.phase <= PHASE_VOID:
        return wrong(own.waits or own.distance, b"waits that nobody knows")
    if state.phase == PHASE_THROW and seat == state.turn and not drew:
        return wrong(own.waits or own.distance != NO_DISTANCE, b"waits right after a claim")
    # not known: what a seat held before it drew a tile that lies elsewhere by now
    if hidden or not drew:
        known = own.tiles % 3 == (2 if hidden else 1) and not (state.turn == seat and (
            state.phase == PHASE_ROB or state.phase == PHASE_END) and state.last_what != AS_FLOWER)
    else:
        known = own.tiles % 3 == 2 and holds(own, state.drawn)
    if not known:
        return NULL
    memcpy(&copy, state, sizeof(State))
    anew = &copy.seats[seat]
    if hidden:
        set_waits(flow, &copy, seat)
    else:
        set_waits_before_draw(flow, &copy, seat)
    if own.flags & IS_FROZEN:
        # as of the time since which it throws what it draws; kongs have kept what is open
        return wrong(not (open_waits(flow, own) == open_waits(flow, anew)), b"a ready hand that waits for other tiles")
    if own.waits != anew.waits or own.distance != anew.distance:
        return b"a hand that waits for other tiles"
    return NULL


# Before the first turn

cdef const char *setup_fault(const FlowData *flow, const State *state, bint censored) noexcept nogil:
    cdef const Seat *own
    cdef int phase = state.phase, seat
    if state.turn != state.dealer or state.n_river or state.n_orders or state.draws or state.discards or state.won:
        return b"play before the first turn"
    if state.setup != (SETUP_FLOWERS if phase == PHASE_PIAO else SETUP_VOID if phase == PHASE_EXCHANGE
                       else SETUP_FLOWER_WINS if phase == PHASE_VOID or phase == PHASE_FLOWER else SETUP_READY):
        return b"another step before the first turn"
    if phase == PHASE_PIAO and not flow.piao_most or phase == PHASE_EXCHANGE and not flow.exchange or (
            phase == PHASE_VOID and not flow.void_declared or phase == PHASE_READY and not flow.ready_at_deal
            or phase == PHASE_FLOWER and not flow.flower_win):
        return b"a phase that these rules do not have"
    if phase <= PHASE_VOID and state.setup_seat != state.dealer:
        return b"a seat asked in turn where all are asked"
    if (phase == PHASE_PIAO or flow.flower_rounds == NO_FLOWERS) and not state.private_walls and (
            state.front != state.players * flow.hand + 1):
        return b"a deal of another number of tiles"
    if (state.indicator != NOTHING) != (flow.turns_wild and phase != PHASE_PIAO):
        return b"a turned tile that can not be yet, or has to be"
    for seat in range(state.players):
        own = &state.seats[seat]
        if own.void_suit != NO_VOID and (phase <= PHASE_VOID or not flow.void_declared):
            return b"a suit declared too early"
        if phase == PHASE_PIAO and (own.n_aside or own.piao):
            return b"a number or a flower too early"
        if own.flags and (phase != PHASE_READY or seat == state.dealer):
            return b"a declaration too early"
    if state.drawn == NOTHING and not censored:
        return b"a dealer without his last tile"
    if state.drawn != NOTHING and phase != PHASE_EXCHANGE and not holds(&state.seats[state.turn], state.drawn):
        return b"a drawn tile that is not in the hand"
    return NULL


cdef const char *exchange_fault(const State *state, int seat, bint censored) noexcept nogil:
    """Whether three tiles of a suit can be picked."""
    cdef const Seat *own = &state.seats[seat]
    cdef int i, kind, most = 0, suit, tiles
    if censored and own.have == 0 and not own.n_picks:
        return NULL
    for suit in range(3):
        tiles = 0
        for kind in range(9 * suit, 9 * suit + 9):
            tiles += own.hand[kind]
        for i in range(own.n_picks):
            if (own.picks[i] & KIND_BITS) // 9 == suit:
                tiles += 1
            else:
                tiles -= PICKS + 20
        most = tiles if tiles > most else most
    return wrong(most < PICKS, b"three tiles of a suit can not be picked")


cdef const char *flower_fault(const FlowData *flow, const State *state, bint censored) noexcept nogil:
    """Whether the seat that is asked can win on flowers."""
    cdef int seat = state.setup_seat
    cdef const Seat *own
    cdef WinData win
    cdef ScoreResult result
    own = &state.seats[seat]
    if censored and not all_visible(own):
        return wrong(state.asked == seat, b"a hand that is asked and not known")
    if state.last_seat == NOBODY:
        if not flow.flower_win or own.n_aside < flow.flower_win:
            return b"too few flowers"
        fill_win(flow, state, seat, NOTHING, NOBODY, AS_FLOWER, &win)
    else:
        # in play as well: the seventh may come after the eighth
        if not flow.rob_flower or own.n_aside != SEVEN or state.last_seat == seat or (
                not state.seats[state.last_seat].n_aside):
            return b"a flower that can not be taken"
        fill_win(flow, state, seat, NOTHING, state.last_seat, AS_FLOWER, &win)
    return wrong(not (passes(flow, state, &win, &result)), b"flowers that do not win")


# The turn, and tiles in question

cdef const char *turn_fault(const FlowData *flow, State *state, bint censored) noexcept nogil:
    cdef Seat *own = &state.seats[state.turn]
    cdef int i, entry
    cdef bint knows = not censored or state.asked == state.turn
    if not knows:
        return wrong(state.drawn != NOTHING, b"a drawn tile that nobody knows")
    if not all_visible(own):
        return b"a hand that is asked and not known"
    if state.drawn != NOTHING and not holds(own, state.drawn):
        return b"a drawn tile that is not in the hand"
    if state.phase == PHASE_TURN:
        if own.flags & READY_PENDING:
            return b"a declaration without its discard"
        return wrong(state.drawn == NOTHING, b"a turn without a drawn tile")
    if own.flags & IS_FROZEN or (state.drawn != NOTHING) != (own.flags & READY_PENDING != 0):
        return b"a discard that nobody has to make"
    if own.flags & READY_PENDING:
        state.ban = ~(ready_discards(flow, state, state.turn) & throwable(flow, state, own))
        return NULL
    i = latest_meld(state, state.turn)
    if i < 0 or meld_type(own.melds[i]) > PUNG or state.last_what != AS_DISCARD or state.n_river == 0:
        return b"a discard after no claim"
    entry = state.river[state.n_river - 1]
    if own.meld_from[i] != state.last_seat or entry >> RIVER_SEAT != state.last_seat or not entry & RIVER_CLAIMED or (
            entry & TILE_BITS != state.last):
        return b"a claim of another tile"
    state.ban = ban_after(flow, state.last & KIND_BITS,
                          meld_claimed(own.melds[i]) if meld_type(own.melds[i]) == CHOW else -1)
    return NULL


cdef const char *question_fault(const FlowData *flow, const State *state, bint censored) noexcept nogil:
    """The tile that others may take."""
    cdef const Seat *giver
    cdef int i, what = state.last_what, kind = state.last & KIND_BITS, entry
    cdef bint hidden = state.last == NOTHING
    if state.last_seat != state.turn or (hidden and not censored):
        return b"a tile in question that nobody gave"
    giver = &state.seats[state.last_seat]
    if state.phase == PHASE_CLAIM:
        if what != AS_DISCARD or state.n_river == 0 or state.drawn != NOTHING:
            return b"a claim without a discard"
        entry = state.river[state.n_river - 1]
        if entry >> RIVER_SEAT != state.last_seat or entry & RIVER_LAID or (
                entry & TILE_BITS != state.last and not (hidden and flow.hides_discards)):
            return b"a claim of another tile"
        return NULL
    if state.drawn != NOTHING and not holds(giver, state.drawn) and not (
            what == AS_CONCEALED_KONG and (state.drawn & KIND_BITS) == kind):
        return b"a drawn tile that is not in the hand"
    if what == AS_ADDED_KONG:
        if hidden or (all_visible(giver) and not holds(giver, state.last)):
            return b"a kong without its fourth tile"
        if kind < SUIT_KINDS and kind % 9 == 4 and giver.reds[kind // 9] and not state.last & RED_TILE:
            return b"a kong with another fourth tile"
        for i in range(giver.n_melds):
            if meld_type(giver.melds[i]) == PUNG and <int>meld_kind(giver.melds[i]) == kind:
                return NULL
        return b"a kong without its pung"
    if what == AS_CONCEALED_KONG:
        i = latest_meld(state, state.last_seat)
        if i < 0 or meld_type(giver.melds[i]) != CONCEALED_KONG or not (
                hidden or <int>meld_kind(giver.melds[i]) == kind or meld_kind(giver.melds[i]) == HIDDEN_KIND):
            return b"a concealed kong that was not laid down"
        return wrong(not (flow.rob_orphans), b"a kong that nobody may rob")
    if hidden or state.drawn != NOTHING or kind < ASIDE_FIRST or not giver.aside[kind - ASIDE_FIRST]:
        return b"a tile set aside that is not there"
    if what == AS_EXTRACT:
        return wrong(not (flow.rob_extract and kind == NORTH), b"a tile that nobody may take")
    return wrong(not (flow.rob_flower and what == AS_FLOWER), b"a tile that nobody may take")


cdef const char *sizes_fault(const FlowData *flow, const State *state) noexcept nogil:
    """How many tiles each seat has in this phase."""
    cdef int seat, size, phase = state.phase, more = NOBODY
    if phase <= PHASE_READY and state.setup != SETUP_DONE:
        more = state.dealer
    elif phase == PHASE_TURN or phase == PHASE_THROW or (phase == PHASE_ROB and state.last_what == AS_ADDED_KONG):
        more = state.turn
    for seat in range(state.players):
        size = state.seats[seat].tiles + 3 * state.seats[seat].n_melds + state.seats[seat].n_picks - flow.hand
        if size == (1 if seat == more else 0):
            continue
        # who won on what it drew keeps it
        if size != 1 or not (state.won >> seat & 1 or (phase == PHASE_END and seat == state.turn)):
            return b"a hand of another number of tiles"
    return NULL


# Who is asked

cdef const char *answers_fault(const FlowData *flow, State *state, const Pending *told, bint censored) noexcept nogil:
    """Answers to a question that all get, and options in a tile: worked out anew, and compared."""
    cdef uint64_t mask[4]
    cdef int seat, known = 0, first = VOID if state.phase == PHASE_VOID else NUMBER
    cdef int most = 2 if state.phase == PHASE_VOID else flow.piao_most
    if state.phase == PHASE_PIAO or state.phase == PHASE_VOID:
        for seat in range(state.players):
            state.pend[seat] = told[seat]
            if told[seat].options or (told[seat].answer != NO_ACTION
                                      and not first <= told[seat].answer <= first + most):
                return b"an answer that there is not"
        return NULL
    if state.phase != PHASE_CLAIM and state.phase != PHASE_ROB:
        return NULL
    offer(flow, state)
    for seat in range(state.players):
        if censored and told[seat].options == 0:
            # what others may do, or the seat itself after its answer was settled, is not told
            memset(&state.pend[seat], 0, sizeof(Pending))
        if told[seat].options:
            known += 1
        if told[seat].options != state.pend[seat].options:
            return b"options that a seat does not have"
    if censored and (known > 1 or (known and state.last == NOTHING)):
        return b"options that nobody knows"
    for seat in range(state.players):
        if told[seat].options == 0:
            if told[seat].answer:
                return b"an answer of a seat that is not asked"
            continue
        if told[seat].answer != NO_ACTION:
            seat_mask(flow, state, seat, mask)
            if not has(mask, told[seat].answer):
                return b"an answer that is not legal"
    for seat in range(state.players):
        state.pend[seat].answer = told[seat].answer
    return wrong(not censored and asked_seat(flow, state) == NOBODY, b"a question that is answered already")


cdef const char *asked_fault(const FlowData *flow, State *state, int told, bint censored) noexcept nogil:
    cdef uint64_t mask[4]
    cdef uint16_t pending
    cdef int seat
    if state.phase == PHASE_END:
        return wrong(told != NOBODY, b"a question after the end")
    pending = pending_seats(flow, state)
    if censored:
        if told == NOBODY:
            return NULL
        if not pending >> told & 1 or not all_visible(&state.seats[told]):
            return b"a seat that is not asked"
        seat_mask(flow, state, told, state.mask)
        state.asked = told
        mask = state.mask
        return wrong(not (mask[0] | mask[1] | mask[2] | mask[3]), b"a question without an answer")
    if not pending:
        return b"a question to nobody"
    for seat in range(state.players):
        if pending >> seat & 1:
            seat_mask(flow, state, seat, mask)
            if not (mask[0] | mask[1] | mask[2] | mask[3]):
                return b"a question without an answer"
    refresh(flow, state)
    return wrong(state.asked != told, b"another seat that is asked")


cdef const char *phase_fault(const FlowData *flow, State *state, bint censored) noexcept nogil:
    cdef const char *fault = NULL
    cdef int seat, phase = state.phase
    if phase == PHASE_END:
        return wrong(state.setup > SETUP_DONE, b"an end before the first turn")
    if phase <= PHASE_READY and not (phase == PHASE_FLOWER and state.setup == SETUP_DONE):
        fault = setup_fault(flow, state, censored)
    elif state.setup != SETUP_DONE:
        return b"another step before the first turn"
    elif phase == PHASE_TURN or phase == PHASE_THROW:
        fault = turn_fault(flow, state, censored)
    elif phase == PHASE_FLOWER:
        fault = wrong(not (state.drawn == NOTHING), b"a drawn tile beside a flower")
        if state.setup_seat != state.turn:
            fault = b"flowers of another seat"
    else:
        fault = question_fault(flow, state, censored)
    if fault == NULL and phase == PHASE_FLOWER:
        fault = flower_fault(flow, state, censored)
    if fault == NULL and phase == PHASE_READY and not (censored and state.setup_seat == state.dealer) and (
            state.setup_seat == state.dealer or not open_waits(flow, &state.seats[state.setup_seat])):
        # of the others an observation does not tell who is asked
        fault = b"a hand that is not ready"
    for seat in range(state.players):
        if fault == NULL and phase == PHASE_EXCHANGE:
            fault = exchange_fault(state, seat, censored)
    return fault


cdef const char *complete(const FlowData *flow, State *state, bint censored) noexcept nogil:
    cdef Pending told[10]
    cdef State work
    cdef const char *fault
    cdef int i, seat, asked = state.asked
    memcpy(told, state.pend, sizeof(told))
    memcpy(&work, state, sizeof(State))
    if censored:
        # places that nobody sees get some tile, so that nothing below meets none
        for i in range(work.n_wall):
            if work.wall[i] == NOTHING:
                work.wall[i] = flow.tiles[0]
    memset(work.pend, 0, sizeof(work.pend))
    fault = sizes_fault(flow, &work)
    for seat in range(work.players):
        if fault == NULL:
            fault = waits_fault(flow, &work, seat, censored)
        if fault == NULL and work.seats[seat].flags & READY_PENDING and not (
                work.phase == PHASE_END or (work.phase == PHASE_THROW and seat == work.turn)
                or (work.phase == PHASE_CLAIM and seat == work.last_seat)):
            fault = b"a declaration without its discard"
    if fault == NULL:
        count_seen(flow, &work)
        fault = phase_fault(flow, &work, censored)
    if fault == NULL:
        work.asked = NOBODY
        fault = answers_fault(flow, &work, told, censored)
    if fault == NULL:
        fault = asked_fault(flow, &work, asked, censored)
    if fault != NULL:
        return fault
    memcpy(work.wall, state.wall, sizeof(work.wall))
    memcpy(state, &work, sizeof(State))
    return NULL
