"""Hands that end with the wall and are checked: pigs, who is not ready, and what ready hands could have won.

A twin of `settle_draw` and `best_wait` of the rule sets (`mjcore.rules.sichuan_play`, `kawuxing_play`).
"""
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport first_bit
from mjcore.fans.families cimport score_win
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport DEALER, WIN_OK, WIN_VERSION, WinData
from mjcore.hand.handdata cimport meld_copies
from mjcore.hand.kinds cimport KINDS, meld_kind
from mjcore.table.flow cimport FlowData, Pay
from mjcore.table.hands cimport open_waits
from mjcore.table.log cimport WHY_NOT_READY, WHY_PIG, WHY_PIG_FINE, Log
from mjcore.table.money cimport everybody, give_back_all, move, out_of_hand, shown_seats, unit_of
from mjcore.table.state cimport KIND_BITS, MAX_SEATS, NO_VOID, NOBODY, THREW_OTHER, Seat, State

cdef enum:
    NOT_READY = -1             # as worth of a hand


cdef inline int fan_class(int kind) noexcept nogil:
    """What Sichuan's fans tell apart of a suit: terminals, the 2 5 8, other ranks."""
    cdef int rank = kind % 9 + 1
    return 0 if rank == 1 or rank == 9 else 1 if rank % 3 == 2 else 2


cdef uint64_t stand_ins(const Seat *own, int kind, int *place) noexcept nogil:
    """Of a hand that waits for a kind of which it holds all copies: the kinds that its meld of the kind (at `place`)
    may be taken for. Those of the suit that it does not have, if there are some the ones that count for the same fans.
    `place` is -1 if the hand can be scored as it is."""
    cdef uint64_t used = own.have, found = 0, alike = 0
    cdef int i, other
    place[0] = -1
    for i in range(own.n_melds):
        other = meld_kind(own.melds[i])
        used |= <uint64_t>1 << other
        if place[0] < 0 and other == kind and own.hand[kind] + meld_copies(own.melds[i], kind) >= 4:
            place[0] = i
    if place[0] < 0:
        return 0
    for other in range(kind // 9 * 9, kind // 9 * 9 + 9):
        if not used >> other & 1:
            found |= <uint64_t>1 << other
            if fan_class(other) == fan_class(kind):
                alike |= <uint64_t>1 << other
    return alike if alike else found


cdef int32_t total_of(const FlowData *flow, const WinData *win) noexcept nogil:
    cdef ScoreResult result
    return result.total if score_win(flow.scorer, win, False, &result) == WIN_OK else 0


cdef int32_t best_total(const FlowData *flow, const Seat *own) noexcept nogil:
    """The most that a hand could win with on a discard, without circumstances; NOT_READY if it waits for nothing."""
    cdef uint64_t waits = open_waits(flow, own), kinds
    cdef int32_t best = 0, total
    cdef int i, kind, place
    cdef WinData win
    if waits == 0:
        return NOT_READY
    memset(&win, 0, sizeof(WinData))
    memcpy(win.counts, own.hand, KINDS)
    win.version = WIN_VERSION
    win.circumstances = DEALER
    win.n_melds = own.n_melds
    if flow.void_declared and own.void_suit != NO_VOID:
        win.void_suit = own.void_suit + 1
    while waits:
        kind = first_bit(waits)
        waits &= waits - 1
        for i in range(own.n_melds):
            win.melds[i] = own.melds[i]
        win.win_tile = kind
        win.counts[kind] += 1
        kinds = stand_ins(own, kind, &place)
        if place < 0:
            total = total_of(flow, &win)
            best = total if total > best else best
        while kinds:
            win.melds[place] = own.melds[place] & ~<unsigned int>KIND_BITS | <unsigned int>first_bit(kinds)
            kinds &= kinds - 1
            total = total_of(flow, &win)
            best = total if total > best else best
        win.counts[kind] -= 1
    return best


cdef bint is_pig(const FlowData *flow, const Seat *own) noexcept nogil:
    """Tiles of the void suit; where none is declared, of three suits."""
    cdef int suit, i, suits = 0
    for suit in range(3):
        suits |= <int>(own.have >> 9 * suit & 0x1FF != 0) << suit
    for i in range(own.n_melds):
        suits |= 1 << meld_kind(own.melds[i]) // 9
    if flow.void_declared and own.void_suit != NO_VOID:
        return suits >> own.void_suit & 1
    return suits & 7 == 7


cdef void pay_worth(State *state, Log *log, uint16_t payers, const int32_t *worth, int64_t factor) noexcept nogil:
    """Each of the payers pays each hand what it is worth."""
    cdef int payer, payee
    for payer in range(state.players):
        for payee in range(state.players):
            if payers >> payer & 1 and payee != payer:
                move(state, log, payer, payee, factor * worth[payee], WHY_NOT_READY)


cdef void check_hands(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """Refunds of kongs, then what pigs and those who are not ready pay."""
    cdef const Pay *pay = &flow.pay
    cdef uint16_t out = out_of_hand(flow, state), pigs = 0, ready = 0, bit, short
    cdef int32_t worth[MAX_SEATS]
    cdef int seat, other
    for seat in range(state.players):
        bit = <uint16_t>(1 << seat)
        worth[seat] = NOT_READY
        if out & bit:
            continue
        if not state.won & bit and is_pig(flow, &state.seats[seat]):
            pigs |= bit
            continue
        worth[seat] = best_total(flow, &state.seats[seat])
        if worth[seat] != NOT_READY:
            worth[seat] = unit_of(pay, worth[seat])
        if worth[seat] != NOT_READY or state.won & bit:
            ready |= bit
    short = everybody(state) & ~(out | pigs | ready)
    state.ready_end = ready
    if pay.refund_not_ready:
        give_back_all(state, log, pigs | short)
    for seat in range(state.players):
        if not pigs >> seat & 1:
            continue
        # who has won has nothing to do with pigs
        for other in range(state.players):
            if not (pigs | state.won) >> other & 1:
                move(state, log, seat, other, pay.pig_points, WHY_PIG)
        if state.seats[seat].flags & THREW_OTHER:
            move(state, log, seat, NOBODY, pay.pig_fine, WHY_PIG_FINE)
    pay_worth(state, log, short | pigs if pay.pig_not_ready else short, worth, 1)


cdef void pay_best(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """Who is not ready pays each ready hand its best; where all are ready each shown hand pays the hidden ones."""
    cdef const Pay *pay = &flow.pay
    cdef uint16_t payers = everybody(state) & ~state.ready_end
    cdef int32_t worth[MAX_SEATS]
    cdef int64_t factor = pay.base
    cdef int seat
    if payers == 0:
        payers = shown_seats(state)
        factor *= pay.all_ready_factor
    for seat in range(state.players):
        worth[seat] = NOT_READY
        if not payers >> seat & 1:
            worth[seat] = best_total(flow, &state.seats[seat])
            if 0 <= pay.cap < worth[seat]:
                worth[seat] = pay.cap
    pay_worth(state, log, payers, worth, factor)
