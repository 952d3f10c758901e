# Players without memory: they choose by the state alone, from what the seat that is asked may know.
from libc.stdint cimport uint64_t

from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

cdef enum Policy:
    PLAY_RANDOM
    PLAY_GREEDY

# Random numbers of its own, so that a player changes no dice.
cdef struct Stream:
    uint64_t key
    uint64_t counter

# The stream that belongs to a seed, or to the key of a hand.
cdef Stream stream_of(uint64_t seed) noexcept nogil
# An action of the seat that is asked; there must be one.
cdef int choose_action(const FlowData *flow, const State *state, int policy, Stream *stream) noexcept nogil
