# The wall: random numbers, shuffling, drawing.
from libc.stdint cimport uint32_t, uint64_t

from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport NOTHING, State, next_seat

cdef extern from *:
    """
    #define MJ_GOLDEN 0x9e3779b97f4a7c15ull
    #define MJ_MIX_1 0xbf58476d1ce4e5b9ull
    #define MJ_MIX_2 0x94d049bb133111ebull
    """
    const uint64_t GOLDEN "MJ_GOLDEN"
    const uint64_t MIX_1 "MJ_MIX_1"
    const uint64_t MIX_2 "MJ_MIX_2"


cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    """SplitMix64's finaliser."""
    z = (z ^ z >> 30) * MIX_1
    z = (z ^ z >> 27) * MIX_2
    return z ^ z >> 31


cdef inline uint64_t random_number(uint64_t key, uint64_t *counter) noexcept nogil:
    counter[0] += 1
    return mixed(key + GOLDEN * counter[0])


cdef inline uint32_t random_below(uint64_t key, uint64_t *counter, uint32_t n) noexcept nogil:
    """A number below n, every one as likely."""
    cdef uint64_t product = (random_number(key, counter) & <uint64_t>0xFFFFFFFF) * n
    cdef uint32_t threshold
    if <uint32_t>product < n:
        # the few products that would make some numbers likelier
        threshold = (0 - n) % n
        while <uint32_t>product < threshold:
            product = (random_number(key, counter) & <uint64_t>0xFFFFFFFF) * n
    return <uint32_t>(product >> 32)


cdef inline int live_tiles(const FlowData *flow, const State *state) noexcept nogil:
    """Tiles that may be drawn yet."""
    cdef int live, seat, limit
    if state.private_walls:
        # the hand goes on as long as the next seat has a tile to draw
        seat = next_seat(state, state.turn, 1)
        return state.own_end[seat] - state.own[seat]
    if flow.dead:
        return state.back - state.front
    live = state.left - flow.reserve - flow.reserve_kong * state.kongs
    if flow.wall_limit:
        limit = flow.wall_limit - (state.n_wall - state.left - <int>(state.indicator != NOTHING))
        live = limit if limit < live else live
    return live if live > 0 else 0


cdef inline bint is_taken(const State *state, int place) noexcept nogil:
    return state.taken[place >> 6] >> (place & 63) & 1


cdef inline int take(State *state, int place) noexcept nogil:
    state.left -= 1
    return state.wall[place]


cdef inline int draw_front(const FlowData *flow, State *state, int seat) noexcept nogil:
    """The next tile (a byte) for a seat; of an empty wall NOTHING."""
    cdef int place
    if state.private_walls:
        place = state.own[seat]
        if place >= state.own_end[seat]:
            return NOTHING
        state.own[seat] += 1
        return take(state, place)
    while state.front < state.back and is_taken(state, state.front):
        state.front += 1
    if state.front >= state.back:
        return NOTHING
    place = state.front
    state.front += 1
    return take(state, place)


cdef uint64_t key_of(uint64_t seed, uint64_t game) noexcept nogil
cdef void shuffle(const FlowData *flow, State *state) noexcept nogil
# The replacement of a kong, of a flower (a byte); of an empty wall NOTHING.
cdef int draw_for_kong(const FlowData *flow, State *state, int seat) noexcept nogil
cdef int draw_for_flower(const FlowData *flow, State *state, int seat) noexcept nogil
# The place of a dora indicator in the wall, and of the one under it.
cdef int dora_place(const FlowData *flow, const State *state, int number) noexcept nogil
cdef int ura_place(const FlowData *flow, const State *state, int number) noexcept nogil
# Whether nobody has drawn the tile at a place of the wall.
cdef bint is_undrawn(const FlowData *flow, const State *state, int place) noexcept nogil
