# A second, slower pass over a scored reading: which sets made each fan, and which fan took which.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.fans.results cimport Scorer, ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.hand.decompose cimport Reading

# What shows a fan: where to look for the sets that made it.
cdef enum:
    SHOWN_BY_NOTHING       # circumstances
    SHOWN_BY_ALL           # every set and the pair
    SHOWN_BY_PUNGS         # pungs of the row's kinds
    SHOWN_BY_PUNGS_AND_PAIR
    SHOWN_BY_CONCEALED_PUNGS
    SHOWN_BY_KONGS         # of the row's sorts: 1 concealed, 2 melded
    SHOWN_BY_SEAT_PUNG
    SHOWN_BY_ROUND_PUNG
    SHOWN_BY_GUEST_WINDS
    SHOWN_BY_WAIT          # the set or pair the winning tile stands in
    SHOWN_BY_QUADS         # kinds of which all four are held
    SHOWN_BY_RELATION      # the related sets

cdef enum:
    PAIR_BIT = 32          # in a mask of sets: the pair
    BY_FOREST = 255        # taken because its sets are joined already

cdef struct Explanation:
    Reading reading
    uint64_t quads             # kinds of SHOWN_BY_QUADS
    uint8_t sets[128]          # by row: mask of the places in reading.sets, and PAIR_BIT
    uint8_t taken_by[128]      # by row: row + 1 that covers it, BY_FOREST, or 0 if counted or not there

cdef int explain_win(const Scorer *scorer, const WinData *win, const ScoreResult *result,
                     const uint8_t *evidence, const uint64_t *kinds, Explanation *out) noexcept nogil
