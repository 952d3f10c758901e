# Scoring a win under a compiled rule set: the best reading and its fans.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.fans.facts cimport HandFacts, MeldTables
from mjcore.fans.relations cimport SetIndex
from mjcore.fans.ruletable cimport Bits, RuleTable
from mjcore.fans.wins cimport WinData
from mjcore.hand.split cimport Split
from mjcore.hand.suits cimport ChowClasses, SuitTable

# Everything that scoring reads, gathered once per rule set so that the hot path asks no one.
cdef struct Scorer:
    const RuleTable *rules
    const SuitTable *suits
    const ChowClasses *classes
    const SetIndex *index
    const MeldTables *melds

# A scored win. rows, counters and selections tell the counted fans; form and number the reading.
cdef struct ScoreResult:
    int32_t points             # without flowers
    int32_t total
    Bits rows
    uint64_t counters          # one byte for each counter of ruletable.pxd
    uint16_t chow_selection
    uint16_t pung_selection
    uint8_t form
    uint8_t number             # readings looked at before this one
    bint legal

# What `explain` needs beside the result: which row took which away, and what the reading was like.
cdef struct Trace:
    uint64_t quads             # kinds of which all four are there, without declared kongs
    uint8_t concealed_pungs
    uint8_t roles              # of the winning tile
    uint8_t taken_by[128]      # row + 1 that covers this row; 0 = none

# Scores one win. Returns WIN_OK, NO_WIN or another fault of fans/wins.pxd; the result is filled
# only on WIN_OK.
cdef int score_win(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil
# Scores the reading of `result` once more and fills `trace`.
cdef int trace_win(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil

cdef inline uint32_t counter_of(const ScoreResult *result, int counter) noexcept nogil:
    return <uint32_t>(result.counters >> (8 * counter)) & 255

# The high bit of each byte whose counter is above one; counters are far below 128.
cdef inline uint64_t counts_above_one(uint64_t counters) noexcept nogil:
    return (counters + <uint64_t>0x7E7E7E7E7E7E7E7E) & <uint64_t>0x8080808080808080
