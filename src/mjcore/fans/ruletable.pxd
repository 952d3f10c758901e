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
    MAX_DECLARED = 11
    RELATIONS = 18

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
    SPECIAL_NINE_GATES_ANY = 16
    SPECIAL_BIG_WHEEL = 32
    SPECIAL_THIRTEEN_WAIT = 64
    SPECIAL_RANK_SUM_100 = 128
    SPECIAL_UNCONNECTED = 256
    SPECIAL_INSTANT = 512      # a win without a winning tile

# Four equal tiles that are no kong (feature_fours); above them the kinds held four times, at most three.
cdef enum:
    FOUR_CONCEALED = 1
    FOUR_CONCEALED_BY_WIN = 2  # the winning tile is one of them
    FOUR_WITH_PUNG = 4         # an own claimed pung and its fourth tile
    FOUR_WITH_PUNG_BY_WIN = 8
    FOUR_KINDS_AT = 4

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

# How the rows of a rule set become a score. FINISH_PLACES is a sum or product, the best over all places of the winning
# tile; FINISH_SUM a sum where the tile stands in a chow or the pair before a pung.
cdef enum:
    FINISH_SUM
    FINISH_HAN_FU
    FINISH_PLACES

cdef enum:
    HAN_LIMIT = 14         # rows of base points: 0..13 han and more
    FU_CODES = 20          # fu / 10; 1 stands for the fu of seven pairs

# What a self-draw of three players does about the fourth one's share.
cdef enum:
    SHARE_LOST
    SHARE_HALVED           # each payer adds half of it
    SHARE_LEVELLED         # the total of four players, in equal parts

# How han and fu become points: a rule set that counts han.
cdef struct HanFu:
    uint16_t open_value[16][256]       # as `value` of the rule table, for hands with claimed melds
    int32_t open_row_value[128]
    uint32_t base_points[14][20]       # by han and fu code
    Bits yakuman                       # rows that count multiples of a yakuman: high bytes of the values
    Bits alternative                   # rows whose han stand alone, for the whole hand, if that is more
    Bits bonus[16]                     # which bonus counters are not zero: rows counted by the others are out
    # the bonus counters (fans/bonus.pxd) that have a row
    int n_bonus
    uint8_t bonus_row[4]
    uint8_t bonus_column[4]
    uint8_t bonus_shift[4]
    uint32_t bonus_mask                # bytes of these counters
    uint32_t yakuman_points            # base points of one
    uint32_t most_yakuman              # 0 = no limit
    uint8_t next_place[35]             # kind + 1 that an indicator (kind + 1, or 0) points at
    uint32_t most_reds                 # of m, p, s, a byte each
    uint8_t fu_base
    uint8_t fu_closed_discard
    uint8_t fu_self_draw
    uint8_t fu_wait
    uint8_t fu_pair[128]               # pair honour + 1 | seat wind << 3 | round wind << 5
    bint fu_self_draw_after_kong
    uint8_t flat_row                   # a self-draw with this row adds no fu; the last place of all = none
    bint has_norths
    bint any_first_tile                # the dealer's dealt hand may call any of its tiles the winning one
    bint ranks_add_up                  # some row asks for the sum of the ranks
    int tsumo_share                    # of SHARE_LOST ...
    # what is paid, by self-draw | dealer << 1: shares of so many base points, how many, and how many of one
    uint8_t large_share[4]
    uint8_t n_large[4]
    uint8_t n_small[4]

cdef struct RuleTable:
    # Feature tables; each index is written by score.pyx.
    Bits feature_ranks[512]            # ranks 1..9 present in any suit
    Bits feature_groups[32]            # characters, dots, bamboo, winds, dragons present
    Bits feature_only[256]             # bit i = every tile is in the i-th mask of kinds
    Bits feature_circumstances[256]    # the general circumstances
    Bits feature_declared[2048]        # the further ones that the rule set uses, packed
    Bits feature_win_tile[34]
    Bits feature_melds[216]            # claimed * 36 + closed kongs * 6 + open kongs
    Bits feature_form[16]              # form; FORM_LESSER_WITH_NINE for lesser knitted tiles with nine suit tiles
    Bits feature_honours[1024]         # pungs of the seven honours | (pair honour + 1) << 7
    Bits feature_seats[2048]           # pungs of winds | (pair honour + 1) << 4 | seat wind << 7 | round wind << 9
    Bits feature_sets[216]             # chows * 36 + pungs * 6 + concealed pungs
    Bits feature_every[4]              # some set has no terminal or honour, some set has no five
    Bits feature_pair[35]              # kind of the pair, 34 = none
    Bits feature_role[128]             # roles of the winning tile | min(waits, 3) << 5
    Bits feature_special[1024]         # facts of a whole hand found by code of their own
    Bits feature_flowers[1024]         # flowers | seat wind << 8
    Bits feature_fours[64]             # of FINISH_PLACES only
    Bits feature_counters[128]         # which counters are not zero: rows counted by the others are out
    # rows that do not hold in every place of the winning tile; that depend on how many pungs are concealed
    Bits by_role
    Bits by_concealed
    uint8_t role_waits[32]     # roles with which some row depends on the number of waits
    Bits cover[64]         # rows that a counted row takes away, all of them later in the order
    uint64_t covering      # rows with a cover; they come first in the order
    Bits reducing          # rows with a reduction
    Bits fallback_ignores  # rows that do not stop the fallback
    int fallback_row       # counts if nothing else does; -1 = none
    int32_t fallback_value
    int32_t fallback_points    # with more points than this something else counts
    uint16_t value[16][256]   # points of the rows of a byte of the word; with `doubles` exponents
    int32_t row_value[128]
    int n_rows
    int value_bytes
    Lane lane[12]
    int n_lanes
    uint64_t repeating     # high bit of each byte whose counter has a row of points
    int32_t flower_value   # points of one flower, outside the minimum
    Bits flower_rows       # further rows outside the minimum
    int32_t cap            # most points of a total
    bint product           # values multiply
    bint doubles           # these are powers of two and no row counts more than once
    uint8_t shown_factor[4]    # of products, for the minimum: by whether winner and loser have shown
    bint no_discard_wins   # a win is drawn, or robs a kong
    bint closes_otherwise  # some of these: a cap, rows outside the minimum, a product
    bint ties_by_group     # readings worth as much are told apart by the row of their group
    Bits grouped           # rows of groups
    # what most rule sets do not ask: one test for all of it
    bint looks_further
    uint8_t most_suits     # of a win
    bint declared_void
    int takes_wild         # copies of the wild kind in play; 0: no kind is wild
    bint unconnected_wins  # some row asks for unconnected tiles
    bint flower_wins       # a form without a winning tile
    uint64_t unused_late   # which of the last bytes of a record must be 0 (fans/facts.pxd)
    Reduction reduction[8]
    int n_reductions
    uint64_t only[8]
    int n_only
    uint16_t pack[3][256]  # circumstances by byte, from the second on -> index of feature_declared
    uint16_t *chow_selection
    uint16_t *pung_selection
    Selection *selection
    int n_selections
    int16_t relation_row[18]   # by relation, -1 = not used
    int32_t relation_value[18]
    bint forest
    bint relates           # a row is a relation, asks for 123 and 789 only, or counts pungs of terminals or guest winds
    int finish
    int sets               # sets of a full hand
    int players
    uint64_t absent        # kinds that the rule set is played without
    bint no_claimed_chows
    bint terminal_chows    # some row asks for the hands of 123 and 789 chows
    bint quad_pairs        # four equal tiles are two of seven pairs
    uint32_t known         # circumstances that a win may have
    bint has_declared      # rows ask for some that are not general
    int streak_from        # wins in a row before this one that make STREAK_REACHED; 0 = never
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
    HanFu han_fu


cdef inline int bonus_of_row(const HanFu *han_fu, int row) noexcept nogil:
    """The place of a row among those of the bonus counters, -1 if it is none."""
    cdef int i
    for i in range(han_fu.n_bonus):
        if han_fu.bonus_row[i] == row:
            return i
    return -1


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
