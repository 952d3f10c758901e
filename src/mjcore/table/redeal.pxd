# Another deal of what a seat does not know: a table for search with hidden information.
from libc.stdint cimport uint64_t

from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

# A copy of the state to `out` in which everything that `seat` can not know is dealt again, by the seed. `consistent`:
# hands that are ready stay so, if some thousand exchanges of tiles find such a hand. False, and nothing that can be
# played, where the hidden tiles are not as many as their places.
cdef bint redeal(const FlowData *flow, const State *state, int seat, uint64_t seed, bint consistent,
                 State *out) noexcept nogil
