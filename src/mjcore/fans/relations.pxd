# Relations between sets (chows of a straight, equal pungs, ...) and the indices that find them at once.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.fans.ruletable cimport RuleTable

cdef enum:
    # two chows
    PURE_DOUBLE            # equal
    MIXED_DOUBLE           # same low, two suits
    SHORT_STRAIGHT         # x and x + 3 of a suit
    TWO_TERMINAL           # 123 and 789 of a suit
    # three and four chows
    PURE_TRIPLE
    PURE_QUAD
    PURE_SHIFT_3           # lows x, x + d, x + 2d of a suit, d = 1 or 2
    PURE_SHIFT_4
    PURE_STRAIGHT          # 123 456 789 of a suit
    MIXED_STRAIGHT         # 123 456 789, each in another suit
    MIXED_TRIPLE
    MIXED_SHIFT_3          # lows x, x + 1, x + 2, each in another suit
    TWO_DOUBLES            # two pairs of equal chows of a suit; four equal chows are two pairs
    # pungs of suit tiles
    DOUBLE_PUNG
    TRIPLE_PUNG
    PURE_PUNG_SHIFT_3
    PURE_PUNG_SHIFT_4
    MIXED_PUNG_SHIFT_3
    FIRST_PUNG_RELATION = 13

cdef struct Edge:
    uint8_t relation
    uint8_t sets           # mask of places in the list of sets

cdef enum:
    MAX_EDGES = 32

# The number of a multiset of chows is second[first[class of m] + class of p] + class of s; of a set of suit
# pungs the same with masks ordered by their number of bits. Both are dense: 12,650 and 20,854 for four sets.
cdef struct SetIndex:
    int sets
    uint32_t chow_first[792]
    uint32_t *chow_second
    int chow_total
    uint16_t pung_rank[512]
    uint32_t pung_first[512]
    uint32_t *pung_second
    int pung_total

cdef const SetIndex *set_index(int sets) except NULL

cdef inline uint32_t chow_number(const SetIndex *index, uint32_t m, uint32_t p, uint32_t s) noexcept nogil:
    return index.chow_second[index.chow_first[m] + p] + s

cdef inline uint32_t pung_number(const SetIndex *index, uint32_t m, uint32_t p, uint32_t s) noexcept nogil:
    cdef uint32_t first = index.pung_first[index.pung_rank[m]] + index.pung_rank[p]
    return index.pung_second[first] + index.pung_rank[s]

# All relations among the sets, those that `rows` does not use left out. Returns their number.
cdef int find_edges(const uint8_t *sets, int n_sets, const int16_t *rows, Edge *edges) noexcept nogil

# The subset of greatest value in which every edge joins sets of different components (a forest);
# returns it as a mask of the edges.
cdef uint32_t best_forest(const Edge *edges, int n_edges, const int32_t *values) noexcept nogil

# Fills chow_selection, pung_selection and selection of a rule set whose rows and relations are known.
cdef int fill_selections(RuleTable *rules) except -1
