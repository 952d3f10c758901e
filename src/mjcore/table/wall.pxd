# The wall: random numbers, shuffling, drawing.
from libc.stdint cimport uint32_t, uint64_t

from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

cdef uint64_t mixed(uint64_t z) noexcept nogil
cdef uint64_t key_of(uint64_t seed, uint64_t game) noexcept nogil
cdef uint64_t random_number(uint64_t key, uint64_t *counter) noexcept nogil
# A number below n, every one as likely.
cdef uint32_t random_below(uint64_t key, uint64_t *counter, uint32_t n) noexcept nogil
cdef void shuffle(const FlowData *flow, State *state) noexcept nogil
# Tiles that may be drawn yet.
cdef int live_tiles(const FlowData *flow, const State *state) noexcept nogil
# The next tile (a byte) for a seat; of an empty wall NOTHING.
cdef int draw_front(const FlowData *flow, State *state, int seat) noexcept nogil
cdef int draw_for_kong(const FlowData *flow, State *state, int seat) noexcept nogil
cdef int draw_for_flower(const FlowData *flow, State *state, int seat) noexcept nogil
# The place of a dora indicator in the wall, and of the one under it.
cdef int dora_place(const FlowData *flow, const State *state, int number) noexcept nogil
cdef int ura_place(const FlowData *flow, const State *state, int number) noexcept nogil
