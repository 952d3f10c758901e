# What scoring reads, and what it finds out.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.fans.facts cimport MeldTables
from mjcore.fans.relations cimport SetIndex
from mjcore.fans.ruletable cimport Bits, RuleTable
from mjcore.hand.engine cimport HandRules
from mjcore.hand.suits cimport ChowClasses, SuitTable

# Everything that scoring reads, gathered once per rule set so that the hot path asks no one.
cdef struct Scorer:
    const RuleTable *rules
    const SuitTable *suits
    const ChowClasses *classes
    const SetIndex *index
    const MeldTables *melds
    const HandRules *hand          # of rule sets with wild tiles, else NULL

# A scored win. rows, counters and selections tell the counted fans; form and number the reading.
cdef struct ScoreResult:
    int32_t points             # without flowers; han and fu: 0 or more where there is a reading
    int32_t raw                # total before the cap
    int32_t total              # han and fu: what the winner gets, without honba and deposits
    Bits rows
    uint64_t counters          # one byte for each counter of ruletable.pxd
    uint16_t chow_selection
    uint16_t pung_selection
    uint8_t form
    uint8_t number             # readings looked at before this one
    bint legal
    # of rule sets that count han (fans/han_fu.pxd)
    # base points | real yakuman | han, or yakuman before a cap | fu: what the best reading has most of
    uint64_t key
    uint32_t base              # base points
    uint32_t bonus             # bonus counters that count, one byte each
    uint8_t han                # bonus tiles included; 0 where yakuman count
    uint8_t fu
    uint8_t yakuman
    uint8_t role               # of the winning tile
    uint8_t win_tile
    # with wild tiles: the hand that they make (its winning tile is win_tile), and the settled circumstances
    uint8_t target[34]
    uint32_t circumstances

cdef inline uint32_t counter_of(const ScoreResult *result, int counter) noexcept nogil:
    return <uint32_t>(result.counters >> (8 * counter)) & 255

# The high bit of each byte whose counter is above one; counters are far below 128.
cdef inline uint64_t counts_above_one(uint64_t counters) noexcept nogil:
    return (counters + <uint64_t>0x7E7E7E7E7E7E7E7E) & <uint64_t>0x8080808080808080
