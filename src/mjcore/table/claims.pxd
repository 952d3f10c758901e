# Another's tile: who may take it, who is asked, who gets it.
from libc.stdint cimport uint16_t

from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

# What comes of the answers. `winners`: seats that win, a mask. Else `seat` claims with `action`, or nobody (NOBODY).
cdef struct Outcome:
    uint16_t winners
    int seat
    int action

# Sets the options of every seat for state.last (a tile of state.last_seat, exposed as state.last_what); whether
# there are any.
cdef bint offer(const FlowData *flow, State *state) noexcept nogil
# The seat that is asked next; NOBODY where the answers decide.
cdef int asked_seat(const FlowData *flow, const State *state) noexcept nogil
cdef void decide(const FlowData *flow, const State *state, Outcome *out) noexcept nogil
# Bars for those who could have won and did not; clears the options. Ask before the state changes.
cdef void close_claims(const FlowData *flow, State *state, uint16_t winners) noexcept nogil
# Whether the hand ends if the discard is not won on: four kongs of several seats.
cdef bint ends_by_kongs(const FlowData *flow, const State *state) noexcept nogil
