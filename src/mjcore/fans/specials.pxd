# Facts of whole hands that no small feature tells, found by code of their own.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport likely, load8
from mjcore.fans.facts cimport HandFacts
from mjcore.fans.ruletable cimport SPECIAL_NINE_GATES, RuleTable
from mjcore.fans.wins cimport WinData
from mjcore.hand.split cimport Split
from mjcore.hand.suits cimport SuitTable

# Four chows, given by their counts in the words of m, p, s, and a pair of fives: the two hands of 123 and 789 chows.
cdef uint32_t terminal_chows(uint64_t m, uint64_t p, uint64_t s, int pair_suit) noexcept nogil
# All facts but these two hands, of a hand of one suit.
cdef uint32_t special_facts(const RuleTable *rules, const WinData *win, const HandFacts *facts) noexcept nogil
# The first knitted pattern from `pattern` on whose nine tiles are there and leave sets and a pair; 6 if none.
cdef int next_knitted(const SuitTable *suits, const uint8_t *counts, int pattern, Split *split) noexcept nogil

# Kinds that make seven pairs and a pung of the tiles without `tile`; those held four times among them.
cdef uint64_t pairs_and_pung_waits(const uint8_t *counts, int tile) noexcept nogil
# The index of feature_fours.
cdef uint32_t fours_of(const WinData *win, const HandFacts *facts) noexcept nogil


cdef inline uint32_t nine_gates(const WinData *win, uint64_t present, int group, int rank) noexcept nogil:
    """The tiles before the winning one are 1112345678999 of a suit."""
    cdef uint64_t gates = <uint64_t>0x0101010101010103
    if likely((present & ~(<uint64_t>0x1FF << (9 * group))) | win.n_melds) or group == 3:
        return 0
    if rank < 8:
        gates += <uint64_t>1 << (8 * rank)
    if load8(win.counts + 9 * group) != gates or win.counts[9 * group + 8] != 3 + (rank == 8):
        return 0
    return SPECIAL_NINE_GATES
