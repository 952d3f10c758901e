# A movement of money, and what the parts of pay.pxd ask together.
from libc.stdint cimport int32_t, int64_t, uint16_t

from mjcore.table.flow cimport RIVER, FlowData, Pay
from mjcore.table.log cimport EVENT_PAY, WHY_NOT_READY_REFUND, Log, add_event
from mjcore.table.state cimport IS_SHOWN, NOBODY, NOTHING, Fee, State

cdef enum:
    MOST_AMOUNT = 0x7FFFFFFF

# What the payment of a win found out.
cdef struct Paid:
    int32_t unit               # what it was paid by
    int liable                 # who had to pay for others, of several the first; NOBODY
    int fed[3]                 # by PAO: who gave the last tile of what made a yakuman of the hand certain; NOBODY


cdef inline int32_t within(int64_t amount) noexcept nogil:
    """Money has 32 bits: beyond them it stays at their end."""
    return <int32_t>(MOST_AMOUNT if amount > MOST_AMOUNT else -MOST_AMOUNT if amount < -MOST_AMOUNT else amount)


cdef inline void move(State *state, Log *log, int payer, int payee, int64_t amount, int why) noexcept nogil:
    """One of the sides may be NOBODY: a pot, or a fine."""
    if amount <= 0:
        return
    amount = within(amount)
    if payer != NOBODY:
        state.seats[payer].delta = within(state.seats[payer].delta - amount)
    if payee != NOBODY:
        state.seats[payee].delta = within(state.seats[payee].delta + amount)
    add_event(log, EVENT_PAY, payer, NOTHING, payee, why, <int32_t>amount)


cdef inline uint16_t everybody(const State *state) noexcept nogil:
    return <uint16_t>((1 << state.players) - 1)


cdef inline uint16_t out_of_hand(const FlowData *flow, const State *state) noexcept nogil:
    """Seats that neither pay nor receive any more."""
    return 0 if flow.course == RIVER else state.won


cdef inline uint16_t shown_seats(const State *state) noexcept nogil:
    cdef inline uint16_t found = 0
    cdef int seat
    for seat in range(state.players):
        found |= <uint16_t>((state.seats[seat].flags & IS_SHOWN != 0) << seat)
    return found


cdef inline int32_t unit_of(const Pay *pay, int32_t total) noexcept nogil:
    """What a share pays."""
    if pay.n_units == 0:
        return total
    return pay.units[total if total < pay.n_units else pay.n_units - 1]


cdef inline void give_back(State *state, Log *log, Fee *fee, int why) noexcept nogil:
    """Whoever paid a kong gets it back, winners too."""
    cdef int payer
    fee.undone = 1
    for payer in range(state.players):
        if fee.payers >> payer & 1:
            move(state, log, fee.seat, payer, fee.amount, why)


cdef inline void give_back_all(State *state, Log *log, uint16_t owners) noexcept nogil:
    cdef int i
    for i in range(state.n_fees):
        if not state.fees[i].undone and owners >> state.fees[i].seat & 1:
            give_back(state, log, &state.fees[i], WHY_NOT_READY_REFUND)
