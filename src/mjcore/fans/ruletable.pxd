# A rule set as the scorer reads it: for each small feature of a hand, the fans that are still possible.
#
# A fan (a row of the rule set) is one bit. Every feature table has all bits set except those of the rows
# that the feature's value rules out, so the fans of a reading are the AND of one word of each table.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MAX_ROWS = 128
    MAX_COVERING = 63
    MAX_LANES = 12
    MAX_ONLY = 8
    MAX_REDUCTIONS = 8
    MAX_USED_CIRCUMSTANCES = 11
    RELATIONS = 17

cdef struct Bits:
    uint64_t low
    uint64_t high

# Roles of the winning tile.
cdef enum:
    ROLE_PAIR = 1
    ROLE_EDGE = 2
    ROLE_CLOSED = 4
    ROLE_TWO_SIDED = 8
    ROLE_PUNG = 16

cdef enum:
    SPECIAL_NINE_GATES = 1
    SPECIAL_PURE_TERMINAL_CHOWS = 2
    SPECIAL_THREE_SUITED_TERMINAL_CHOWS = 4
    SPECIAL_SEVEN_SHIFTED_PAIRS = 8

cdef enum:
    FORM_LESSER_WITH_NINE = 8

# Numbers that counted rows ("each") take their count from.
cdef enum:
    COUNT_QUADS            # kinds of which all four are held, none of them a declared kong
    COUNT_TERMINAL_PUNGS
    COUNT_GUEST_WIND_PUNGS
    COUNT_FLOWERS
    COUNT_DRAGON_PUNGS
    COUNT_CONCEALED_PUNGS
    COUNT_KONGS
    COUNTERS               # at most eight: they are the bytes of one number

cdef struct Lane:
    uint8_t row
    uint8_t counter
    uint8_t is_flower      # adds to the flowers, not to the points
    uint8_t reserved
    int32_t points         # what each count adds to the points (0 for flowers)

cdef struct Multiplied:
    uint8_t row
    uint8_t shift

# A lowers the count of B by `times` (covers with a number).
cdef struct Reduction:
    uint8_t row
    uint8_t lane
    uint8_t times
    uint8_t reserved

# What the relations of a hand's chows, or of its pungs, come to: the rows kept, and how often if not once.
cdef struct Selection:
    Bits possible          # rows kept, and all rows that are not relations of this sort
    Bits kept
    int32_t repeats_value  # of all counts above one, for a quick test
    uint8_t n_repeats
    uint8_t repeat_row[3]
    uint8_t repeat_extra[3]
    uint8_t reserved[21]   # 64 bytes in all: an index is a shift

cdef struct RuleTable:
    # Feature tables; each index is written by score.pyx.
    Bits feature_ranks[512]            # ranks 1..9 present in any suit
    Bits feature_groups[32]            # characters, dots, bamboo, winds, dragons present
    Bits feature_only[256]             # bit i = every tile is in the i-th mask of kinds
    Bits feature_circumstances[2048]   # the circumstances that the rule set uses, packed
    Bits feature_melds[216]            # claimed * 36 + closed kongs * 6 + open kongs
    Bits feature_form[16]              # form; FORM_LESSER_WITH_NINE for lesser knitted tiles with nine suit tiles
    Bits feature_honours[1024]         # pungs of the seven honours | (pair honour + 1) << 7
    Bits feature_seats[2048]           # pungs of winds | (pair honour + 1) << 4 | seat wind << 7 | round wind << 9
    Bits feature_sets[216]             # chows * 36 + pungs * 6 + concealed pungs
    Bits feature_every[4]              # some set has no terminal or honour, some set has no five
    Bits feature_pair[35]              # kind of the pair, 34 = none
    Bits feature_role[128]             # roles of the winning tile | min(waits, 3) << 5
    Bits feature_special[16]           # facts of a whole hand found by code of their own
    Bits feature_counters[128]         # which counters are not zero: rows counted by the others are out
    uint8_t role_waits[32]     # roles with which some row depends on the number of waits
    Bits cover[64]         # rows that a counted row takes away, all of them later in the order
    uint64_t covering      # rows with a cover; they come first in the order
    Bits reducing          # rows with a reduction
    Bits fallback_ignores  # rows that do not stop the fallback
    int fallback_row       # counts if nothing else does; -1 = none
    int32_t fallback_value
    int32_t fallback_points    # with more points than this something else counts
    uint16_t value[16][256]   # points of the rows of a byte of the word
    int32_t row_value[128]
    int n_rows
    int value_bytes
    Lane lane[12]
    int n_lanes
    uint64_t repeating     # high bit of each byte whose counter has a row of points
    int32_t flower_value   # points of one flower, outside the minimum
    Reduction reduction[8]
    int n_reductions
    uint64_t only[8]
    int n_only
    uint16_t pack[4][256]  # circumstances by byte -> index
    uint16_t *chow_selection
    uint16_t *pung_selection
    Selection *selection
    int n_selections
    int16_t relation_row[17]   # by relation, -1 = not used
    int32_t relation_value[17]
    bint forest
    int sets               # sets of a full hand
    uint32_t forms         # mask of the forms that win
    uint32_t wait_forms    # mask of the forms that count for "the only wait"
    int32_t minimum        # points without flowers
    bint available_waits   # a kind of which four are held is no wait
    bint body_wait         # a tile of a knitted straight's body may count as waited for outside it
    uint32_t discard_opens_pung   # 1: a pung completed by a discard is not concealed
    bint more_counters     # a row counts dragon pungs, concealed pungs or kongs
    # row -> public fan; the first n_columns rows are the public fans in order
    uint8_t column[128]
    int n_columns
    # for the fan counts of batches: counted rows among the first n_columns, and the counter of each row behind
    # them, as places in the number of counters (63 = counted once; the top bit of the counters is never used)
    Multiplied multiplied[12]
    int n_multiplied
    uint8_t further_shift[128]


cdef inline Bits bits_and(Bits a, Bits b) noexcept nogil:
    a.low &= b.low
    a.high &= b.high
    return a

cdef inline bint bits_meet(Bits a, Bits b) noexcept nogil:
    return (a.low & b.low) | (a.high & b.high) != 0

cdef inline bint bits_has(Bits a, int row) noexcept nogil:
    return ((a.low if row < 64 else a.high) >> (row & 63)) & 1

cdef inline void bits_set(Bits *a, int row) noexcept nogil:
    if row < 64:
        a.low |= <uint64_t>1 << row
    else:
        a.high |= <uint64_t>1 << (row - 64)

cdef inline void bits_clear(Bits *a, int row) noexcept nogil:
    if row < 64:
        a.low &= ~(<uint64_t>1 << row)
    else:
        a.high &= ~(<uint64_t>1 << (row - 64))
