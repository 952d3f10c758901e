"""Another's tile: who may take it, who is asked, who gets it.

A claim counts by its class, and among equals by how near the seat is after the one that gave the tile. A seat is asked
as long as its best claim could beat the best answer so far, so that the outcome does not depend on the order of the
answers.
"""
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport count_bits
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.hand.decompose cimport orphan_kinds
from mjcore.hand.engine cimport HAND_OK, NO_SUIT, Looked, look, waiting_kinds
from mjcore.hand.kinds cimport EXPOSED_KONG, SUIT_KINDS
from mjcore.bits cimport load34
from mjcore.table.actions cimport NO_ACTION, PASS
from mjcore.table.asking cimport CLASS_WIN, best_answer, claim_key, class_of_answer, open_key
from mjcore.table.flow cimport ABORT_FOUR_KONGS, BLOOD, KONG_KEEP_WAITS, KUIKAE_NONE, NEAREST, FlowData
from mjcore.table.gate cimport fill_win, passes
from mjcore.table.masks cimport ban_after, keeps_waits
from mjcore.table.state cimport (
    AS_CONCEALED_KONG, AS_DISCARD, AS_EXTRACT, AS_FLOWER, BAR_HAND, BAR_TURN, CAN_CHOW, CAN_KONG, CAN_PUNG, CAN_WIN,
    IS_FROZEN, IS_READY, KIND_BITS, MUST_WIN, NO_VOID, NOBODY, NOTHING, Seat, State, next_seat,
)
from mjcore.table.wall cimport live_tiles

cdef enum:
    SEVEN_FLOWERS = 7
    KONGS_TO_ABORT = 4


cdef inline bint is_out(const FlowData *flow, const State *state, int seat) noexcept nogil:
    """Whether a seat has won and left the hand."""
    return flow.course == BLOOD and state.won >> seat & 1


# Options

cdef uint64_t orphan_waits(const FlowData *flow, const Seat *own) noexcept nogil:
    """What thirteen orphans wait for; nearly every hand holds something else."""
    cdef Looked hand
    if flow.orphans == NULL or own.n_melds or own.have & ~orphan_kinds():
        return 0
    if look(flow.orphans, load34(own.hand), 0, 0, NO_SUIT, &hand) != HAND_OK:
        return 0
    return waiting_kinds(flow.orphans, &hand, False)


cdef uint64_t winnable(const FlowData *flow, const State *state, int seat) noexcept nogil:
    """Kinds that complete the seat's hand by tiles exposed as this one is."""
    if state.last_what == AS_CONCEALED_KONG:
        return orphan_waits(flow, &state.seats[seat]) if flow.rob_orphans else 0
    return state.seats[seat].waits


cdef bint may_win(const FlowData *flow, const State *state, int seat) noexcept nogil:
    """Whether a seat may win on the tile in question."""
    cdef const Seat *own = &state.seats[seat]
    cdef uint64_t waits
    cdef WinData win
    cdef ScoreResult result
    if state.last_what == AS_FLOWER:
        if own.n_aside != SEVEN_FLOWERS:
            return False
        fill_win(flow, state, seat, NOTHING, state.last_seat, AS_FLOWER, &win)
        return passes(flow, state, &win, &result)
    waits = winnable(flow, state, seat)
    if not waits >> (state.last & KIND_BITS) & 1:
        return False
    # furiten bars every tile of others, a passed win (過水) discards alone
    if own.flags & (BAR_TURN | BAR_HAND) and (flow.furiten or state.last_what == AS_DISCARD):
        return False
    if flow.furiten and own.waits & own.thrown:
        return False
    fill_win(flow, state, seat, state.last, state.last_seat, state.last_what, &win)
    if not passes(flow, state, &win, &result):
        return False
    return own.missed == 0 or result.total > <int>own.missed - 1


cdef inline bint throws_on(const FlowData *flow, const Seat *own, uint64_t used, uint64_t ban) noexcept nogil:
    """Whether the hand has a tile to throw after a claim that takes the last tiles of the kinds `used`."""
    return own.have & ~used & ~ban != 0


cdef int chows(const FlowData *flow, const State *state, const Seat *own) noexcept nogil:
    """Chows that the seat can make of the discard, as bits of CAN_CHOW."""
    cdef int kind = state.last & KIND_BITS, place, i, lowest, found = 0
    cdef uint64_t need, used, near = (own.have << 2) >> kind & 0b11011
    if near & near >> 1 == 0 and near & 0b01010 != 0b01010:
        # no two neighbours
        return 0
    for place in range(3):
        lowest = kind - place
        if kind % 9 < place or lowest % 9 > 6:
            continue
        need = <uint64_t>7 << lowest & ~(<uint64_t>1 << kind)
        if need & (~own.have | state.wild):
            continue
        if flow.kuikae != KUIKAE_NONE:
            used = 0
            for i in range(3):
                if i != place and own.hand[lowest + i] == 1:
                    used |= <uint64_t>1 << (lowest + i)
            if not throws_on(flow, own, used, ban_after(flow, kind, place)):
                continue
        found |= CAN_CHOW << place
    return found


cdef bint ends_by_kongs(const FlowData *flow, const State *state) noexcept nogil:
    return flow.abort & ABORT_FOUR_KONGS and state.kongs == KONGS_TO_ABORT and count_bits(state.kong_seats) > 1


cdef int claims_of(const FlowData *flow, const State *state, int seat, int live) noexcept nogil:
    """What a seat can make of a discard, beside a win."""
    cdef const Seat *own = &state.seats[seat]
    cdef int kind = state.last & KIND_BITS, held = own.hand[kind], found = 0
    cdef uint64_t bit = <uint64_t>1 << kind
    cdef bint frozen = own.flags & IS_FROZEN != 0
    if ends_by_kongs(flow, state):
        return 0
    if bit & state.wild or (own.void_suit != NO_VOID and kind // 9 == own.void_suit):
        return 0
    if held >= 2:
        if flow.pung and not frozen and (live or flow.last_pung) and throws_on(
                flow, own, bit if held == 2 else 0, ban_after(flow, kind, -1)):
            found |= CAN_PUNG
        if held == 3 and flow.kong and live and state.kongs < flow.kong_max and (
                not state.private_walls or state.own[seat] < state.own_end[seat]) and (
                not frozen or (flow.frozen_kong == KONG_KEEP_WAITS
                               and keeps_waits(flow, state, seat, kind, EXPOSED_KONG))):
            found |= CAN_KONG
    if flow.chow and not frozen and kind < SUIT_KINDS and (live or flow.last_chow):
        if seat == next_seat(state, state.last_seat, 1):
            found |= chows(flow, state, own)
    return found


cdef bint offer(const FlowData *flow, State *state) noexcept nogil:
    cdef int seat, live = live_tiles(flow, state), options, kind = state.last & KIND_BITS
    cdef int next_one = next_seat(state, state.last_seat, 1)
    cdef bint any_options = False
    cdef bint forced = (flow.forced_last and 0 < state.before_draw <= flow.forced_last
                        and (state.last_drawn or flow.forced_any))
    memset(state.pend, 0, sizeof(state.pend))
    for seat in range(state.players):
        if seat == state.last_seat or is_out(flow, state, seat):
            continue
        if state.last_what == AS_DISCARD and seat != next_one and not (
                state.seats[seat].waits >> kind & 1 | (state.seats[seat].hand[kind] >= 2)):
            # most seats want nothing of most discards
            continue
        options = 0
        if state.last_what != AS_DISCARD or flow.discard_wins:
            if may_win(flow, state, seat):
                options = CAN_WIN | MUST_WIN if forced else CAN_WIN
        if state.last_what == AS_DISCARD:
            options |= claims_of(flow, state, seat, live)
        if options:
            state.pend[seat].options = options
            state.pend[seat].answer = NO_ACTION
            any_options = True
    return any_options


# Asking

cdef int asked_seat(const FlowData *flow, const State *state) noexcept nogil:
    cdef int seat, key, best = best_answer(state), asked = NOBODY, highest = 0
    for seat in range(state.players):
        key = open_key(flow, state, seat, best)
        if key > highest:
            highest = key
            asked = seat
    return asked


cdef void decide(const FlowData *flow, const State *state, Outcome *out) noexcept nogil:
    cdef int seat, key, best = 0, claim_class
    out.winners = 0
    out.seat = NOBODY
    out.action = PASS
    for seat in range(state.players):
        if not state.pend[seat].options:
            continue
        claim_class = class_of_answer(state.pend[seat].answer)
        if not claim_class:
            continue
        if claim_class == CLASS_WIN and flow.multi != NEAREST:
            out.winners |= 1 << seat
        key = claim_key(state, seat, claim_class)
        if key > best:
            best = key
            out.seat = seat
            out.action = state.pend[seat].answer
    if best >> 8 == CLASS_WIN and flow.multi == NEAREST:
        out.winners = 1 << out.seat


# What passing a win costs

cdef void note_missed(const FlowData *flow, State *state, int seat) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef WinData win
    cdef ScoreResult result
    cdef int points
    fill_win(flow, state, seat, state.last, state.last_seat, state.last_what, &win)
    if passes(flow, state, &win, &result):
        points = result.total + 1
        points = points if points < 255 else 255
        if points > <int>own.missed:
            own.missed = points


cdef void close_claims(const FlowData *flow, State *state, uint16_t winners) noexcept nogil:
    cdef int seat, kind = state.last & KIND_BITS, first = 0
    cdef Seat *own
    cdef bint offered, waited
    if flow.multi == NEAREST and winners:
        # whom a nearer winner goes before has passed nothing
        for seat in range(state.players):
            if winners >> seat & 1:
                first = claim_key(state, seat, CLASS_WIN)
    if state.last_what != AS_FLOWER and (flow.furiten or flow.bar_turn or flow.missed_win):
        for seat in range(state.players):
            if seat == state.last_seat or winners >> seat & 1 or is_out(flow, state, seat):
                continue
            own = &state.seats[seat]
            offered = state.pend[seat].options & CAN_WIN and claim_key(state, seat, CLASS_WIN) > first
            if flow.furiten and (state.last_what != AS_EXTRACT or flow.furiten_extract):
                waited = winnable(flow, state, seat) >> kind & 1
                if waited:
                    own.flags |= BAR_HAND if own.flags & IS_READY else BAR_TURN
            if offered and flow.bar_turn:
                own.flags |= BAR_TURN
            if offered and flow.missed_win:
                note_missed(flow, state, seat)
    memset(state.pend, 0, sizeof(state.pend))
