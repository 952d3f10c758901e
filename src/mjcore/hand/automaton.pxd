# The automaton over the ranks of one group of tiles; distances under caps are made of it (capped.pxd, narrow.pxd).
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport (
    Slots, add, all_slots, down_pair, down_set, least, load, meet, store, up_pair, up_set,
)
from mjcore.hand.distances cimport FAR
from mjcore.hand.kinds cimport MAX_SETS

cdef enum:
    MAX_CAP = 7
    WIDTH = 16             # bytes of a vector
    PAIR_SLOT = 8          # an inner vector has the entry 8 * pairs + sets
    LEVEL = 144            # bytes: a vector for each of nine states

cdef inline int at_most(int value, int limit) noexcept nogil:
    return value if value < limit else limit


# One group's automaton after its forward pass, to ask it which ranks lower a distance. Keeps the pointers.
cdef struct Automaton:
    const uint8_t *counts
    const uint8_t *caps
    int ranks
    uint8_t chows[9]       # most chows that may begin at each rank
    # [rank][3 * chows begun one rank ago + two ranks ago][slot]: fewest tiles missing among the ranks below;
    # states that can not be reached are not written
    uint8_t levels[1440]

# Runs the automaton over `ranks` kinds (1..9) for targets of up to `sets` sets. Returns its inner vector.
cdef const uint8_t *run_automaton(Automaton *automaton, const uint8_t *counts, const uint8_t *caps, int ranks,
                                  bint chows, int sets) noexcept nogil
# Mask of the ranks of which some least target holds more than the hand does. `rest`: by this group's slot what the
# other groups miss; `total`: the least sum, below FAR.
cdef uint32_t lowering_ranks(const Automaton *automaton, const uint8_t *rest, int total) noexcept nogil
# The inner vector of two groups together. `out` may be a or b.
cdef void join_slots(const uint8_t *a, const uint8_t *b, int sets, uint8_t *out) noexcept nogil
# The least sum of two groups with exactly `sets` sets and a pair.
cdef int final_slot(const uint8_t *a, const uint8_t *b, int sets) noexcept nogil
# The kinds that lower `total`, the least sum of four groups with `sets` sets and a pair.
cdef uint64_t lowering_kinds(const Automaton **groups, const uint8_t **vectors, int sets, int total) noexcept nogil
