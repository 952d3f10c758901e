# Which actions a seat has: one bit for each, in four words.
from libc.stdint cimport uint16_t, uint64_t

from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport Seat, State

# Legal actions of a seat in the phase that the table is in; none if it is not to answer.
cdef void seat_mask(const FlowData *flow, const State *state, int seat, uint64_t *mask) noexcept nogil
# The same for a seat that is known to be one that may answer.
cdef void pending_mask(const FlowData *flow, const State *state, int seat, uint64_t *mask) noexcept nogil
# Seats that may answer now, a mask.
cdef uint16_t pending_seats(const FlowData *flow, const State *state) noexcept nogil
# Kinds that a seat may throw, whatever it drew.
cdef uint64_t throwable(const FlowData *flow, const State *state, const Seat *own) noexcept nogil
# Whether a discard would remain after a claim that uses up `used` (kinds, with how many of `twice` of these) and bans
# kinds.
cdef uint64_t ban_after(const FlowData *flow, int kind, int place) noexcept nogil
# Whether a kong leaves the waits of a hand that throws what it draws; `type` as of melds. For CONCEALED_KONG and
# ADDED_KONG the hand has 3n + 2 tiles with the drawn one, else the three of the kind.
cdef bint keeps_waits(const FlowData *flow, const State *state, int seat, int kind, int type) noexcept nogil
cdef bint has(const uint64_t *mask, int action) noexcept nogil
