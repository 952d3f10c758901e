# What a seat does not see: the tiles, and the places that they lie at.
from libc.stdint cimport int8_t, uint8_t, uint64_t

from mjcore.table.flow cimport NO_FLOWERS, FlowData
from mjcore.table.observe cimport HIDDEN_KIND
from mjcore.table.state cimport AS_ADDED_KONG, KIND_BITS, PHASE_ROB, RED_TILE, Seat, State

cdef enum:
    TILE_BITS = 127
    TILE_BYTES = 128

# Hidden tiles in the order in which they are dealt: to hands, to face-down discards, to the wall.
cdef struct Unseen:
    uint64_t key               # random numbers of its own
    uint64_t counter
    int n
    int n_plain                # those that a hand may hold
    int n_hands                # as many go to hands and face-down discards
    int n_places
    int n_gone
    int n_kongs                # face-down ones
    int drawn_at               # which of them the seat whose turn it is drew just now; -1: none
    int first[10]              # place of the first tile of a seat
    int count[10]              # hidden tiles of its hand
    int8_t pool[128]           # how many, by tile byte
    uint8_t tiles[184]
    uint8_t places[184]        # of the wall that nobody has seen
    uint8_t gone[184]          # and those whose tiles are out

# Counts the tiles that `seat` does not see in `view`, which is the state as it sees it, and finds their places.
cdef void collect_unseen(const FlowData *flow, int seat, State *view, Unseen *unseen) noexcept nogil
# Takes kinds for face-down kongs out of the pool, lays them down, and puts the rest in order by chance.
cdef void shuffle_unseen(const FlowData *flow, State *view, Unseen *unseen) noexcept nogil

cdef extern from *:
    """
    #include <stdint.h>
    /* A number below n, every one as likely: the hash of a counter, as in wall.pyx. */
    static inline uint64_t mj_unseen_number(uint64_t key, uint64_t *counter) {
        uint64_t z = key + 0x9e3779b97f4a7c15ull * ++*counter;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return (z ^ z >> 31) & 0xFFFFFFFFull;
    }
    static inline uint32_t mj_unseen_below(uint64_t key, uint64_t *counter, uint32_t n) {
        uint64_t product = mj_unseen_number(key, counter) * n;
        if ((uint32_t)product < n) {
            uint32_t threshold = (0u - n) % n;
            while ((uint32_t)product < threshold) product = mj_unseen_number(key, counter) * n;
        }
        return (uint32_t)(product >> 32);
    }
    """
    int below "mj_unseen_below"(uint64_t key, uint64_t *counter, int n) noexcept nogil

cdef inline int any_below(Unseen *unseen, int n) noexcept nogil:
    return below(unseen.key, &unseen.counter, n)

cdef inline uint64_t bit(int kind) noexcept nogil:
    return <uint64_t>1 << kind

cdef inline void give(Seat *seat, int tile) noexcept nogil:
    cdef int kind = tile & KIND_BITS
    seat.hand[kind] += 1
    seat.have |= bit(kind)
    if tile & RED_TILE:
        seat.reds[kind // 9] += 1

cdef inline void exchange(uint8_t *tiles, int i, int j) noexcept nogil:
    cdef uint8_t tile = tiles[i]
    tiles[i] = tiles[j]
    tiles[j] = tile

cdef inline bint lies_down(const FlowData *flow, int discard) noexcept nogil:
    """Whether this discard of a view lies face down."""
    return flow.hides_discards and discard & TILE_BITS == HIDDEN_KIND

cdef inline bint awaits_rob(const State *view, int seat) noexcept nogil:
    """Whether a tile in the hand of `seat`, named as the fourth of a kong, is waiting to be robbed."""
    return view.phase == PHASE_ROB and view.last_seat == seat and view.last_what == AS_ADDED_KONG

cdef inline bint is_plain(const FlowData *flow, int tile) noexcept nogil:
    """Whether a hand may hold the tile."""
    return flow.flower_rounds == NO_FLOWERS or not flow.flowers >> (tile & KIND_BITS) & 1
