# From the rows of a reading to those that count: what covers what, what lowers whose count, what they are worth.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.bits cimport first_bit, likely, unlikely
from mjcore.fans.ruletable cimport Bits, RuleTable, Selection

# What `explain` needs beside the result: which row took which away, and what the reading was like.
cdef struct Trace:
    uint64_t quads             # kinds of which all four are there, without declared kongs
    uint8_t concealed_pungs
    uint8_t roles              # of the winning tile
    uint8_t taken_by[128]      # row + 1 that covers this row; 0 = none

cdef extern from *:
    """
    #define MJ_LAST_BIT 0x8000000000000000ull
    """
    const uint64_t LAST_BIT "MJ_LAST_BIT"


cdef enum:
    FEW_BYTES = 5              # rows by eights, of all but the largest rule sets

cdef inline int32_t sum_of_values(const uint16_t *value, int value_bytes, Bits fans) noexcept nogil:
    """Sum of 16-bit values of the rows, by tables of 256 for eight rows each."""
    cdef int32_t points = 0
    cdef int i
    cdef uint64_t word = fans.low
    for i in range(FEW_BYTES):
        points += value[256 * i + (word & 255)]
        word >>= 8
    if value_bytes <= FEW_BYTES:
        return points
    for i in range(FEW_BYTES, 8):
        points += value[256 * i + (word & 255)]
        word >>= 8
    word = fans.high
    for i in range(8, value_bytes):
        points += value[256 * i + (word & 255)]
        word >>= 8
    return points


cdef inline int first_row(Bits rows) noexcept nogil:
    return first_bit(rows.low) if rows.low else 64 + first_bit(rows.high)


cdef void note_covered(Trace *trace, Bits taken, int by) noexcept nogil

# The rare cases, out of the way of the hot path.
# Goes through the counted rows that cover, coverers first, and removes what each covers.
cdef void take_in_order(const RuleTable *rules, Bits *fans, Trace *trace) noexcept nogil
# Covers with a number: the counters as they are left.
cdef uint64_t reduce_counts(const RuleTable *rules, Bits *fans, uint64_t counters, Trace *trace) noexcept nogil
# A row whose han stand alone instead of all others, if the hand is worth more so. Whether there is one.
cdef bint choose_alternative(const RuleTable *rules, Bits *fans, int32_t *han, uint32_t *base,
                             Trace *trace) noexcept nogil
cdef enum:
    MOST_DOUBLES = 30
    MOST_PRODUCT = 1 << MOST_DOUBLES

# The product of the values of the rows, each as often as it counts; at most MOST_PRODUCT.
cdef int32_t product_of_values(const RuleTable *rules, Bits fans, uint64_t counters, const Selection *chows,
                               const Selection *pungs) noexcept nogil
# What the rows of `which` among these add up to, each once.
cdef int32_t value_among(const RuleTable *rules, Bits fans, Bits which) noexcept nogil
# Of two readings that are worth as much: whether the group row of the first is worth more.
cdef bint wins_tie(const RuleTable *rules, Bits fans, Bits best) noexcept nogil
# Points of relations that count more than once, beyond the first time.
cdef int32_t repeated_relations(const RuleTable *rules, Bits fans, const Selection *relations) noexcept nogil


cdef inline int32_t product_of(const RuleTable *rules, Bits fans, uint64_t counters, const Selection *chows,
                               const Selection *pungs) noexcept nogil:
    """`product_of_values`, by exponents where all values are powers of two; 0 without any row."""
    cdef int32_t some = fans.low | fans.high != 0
    if likely(rules.doubles):
        return some << min(sum_of_values(&rules.value[0][0], rules.value_bytes, fans), <int32_t>MOST_DOUBLES)
    return product_of_values(rules, fans, counters, chows, pungs) if some else 0


cdef inline void take_covered(const RuleTable *rules, Bits *fans, Trace *trace) noexcept nogil:
    """Removes what the counted rows cover."""
    cdef uint64_t first = fans.low & rules.covering, second = first & (first - 1), third = second & (second - 1)
    cdef const Bits *a
    cdef const Bits *b
    cdef const Bits *c
    cdef uint64_t low
    if trace != NULL:
        take_in_order(rules, fans, trace)
        return
    if first == 0:
        return
    # Most hands have at most three such rows, none of which covers another: then their order does not matter,
    # and three independent loads are sooner done than a loop. The last bit belongs to no row that covers.
    a = &rules.cover[first_bit(first | LAST_BIT)]
    b = &rules.cover[first_bit(second | LAST_BIT)]
    c = &rules.cover[first_bit(third | LAST_BIT)]
    low = a.low | b.low | c.low
    if unlikely((low & first) | (third & (third - 1))):
        take_in_order(rules, fans, trace)
        return
    fans.low &= ~low
    fans.high &= ~(a.high | b.high | c.high)
