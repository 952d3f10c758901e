"""What covers what, where it takes more than a few loads."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from mjcore.bits cimport first_bit
from mjcore.fans.ruletable cimport HAN_LIMIT, Bits, RuleTable, Selection, bits_and, bits_clear, bits_has, bits_set


cdef void note_covered(Trace *trace, Bits taken, int by) noexcept nogil:
    while taken.low:
        trace.taken_by[first_bit(taken.low)] = by + 1
        taken.low &= taken.low - 1
    while taken.high:
        trace.taken_by[64 + first_bit(taken.high)] = by + 1
        taken.high &= taken.high - 1


cdef void take_in_order(const RuleTable *rules, Bits *fans, Trace *trace) noexcept nogil:
    cdef uint64_t left = fans.low & rules.covering
    cdef Bits taken
    cdef int row
    while left:
        row = first_bit(left)
        if trace != NULL:
            taken.low = fans.low & rules.cover[row].low
            taken.high = fans.high & rules.cover[row].high
            note_covered(trace, taken, row)
        fans.low &= ~rules.cover[row].low
        fans.high &= ~rules.cover[row].high
        left &= left - 1
        left &= fans.low


cdef uint64_t reduce_counts(const RuleTable *rules, Bits *fans, uint64_t counters, Trace *trace) noexcept nogil:
    cdef int i, shift, row
    cdef uint64_t count
    for i in range(rules.n_reductions):
        if bits_has(fans[0], rules.reduction[i].row):
            row = rules.lane[rules.reduction[i].lane].row
            shift = 8 * rules.lane[rules.reduction[i].lane].counter
            count = (counters >> shift) & 255
            if count <= rules.reduction[i].times:
                if trace != NULL and bits_has(fans[0], row):
                    trace.taken_by[row] = rules.reduction[i].row + 1
                bits_clear(fans, row)
                counters &= ~(<uint64_t>255 << shift)
            else:
                counters -= <uint64_t>rules.reduction[i].times << shift
    return counters


cdef int32_t repeated_relations(const RuleTable *rules, Bits fans, const Selection *relations) noexcept nogil:
    cdef int32_t points = 0
    cdef int i
    for i in range(relations.n_repeats):
        if bits_has(fans, relations.repeat_row[i]):
            points += relations.repeat_extra[i] * rules.row_value[relations.repeat_row[i]]
    return points


cdef inline int take_row(Bits *left) noexcept nogil:
    """Takes the first row out."""
    cdef int row = first_row(left[0])
    bits_clear(left, row)
    return row


cdef int extra_times(const Selection *relations, int row) noexcept nogil:
    """How often a relation counts beyond the first time."""
    cdef int i
    for i in range(relations.n_repeats):
        if relations.repeat_row[i] == row:
            return relations.repeat_extra[i]
    return 0


cdef int32_t product_of_values(const RuleTable *rules, Bits fans, uint64_t counters, const Selection *chows,
                               const Selection *pungs) noexcept nogil:
    cdef int64_t product = 1
    cdef int row, i, times
    while fans.low | fans.high:
        row = take_row(&fans)
        times = 1 + extra_times(chows, row) + extra_times(pungs, row)
        for i in range(rules.n_lanes):
            if rules.lane[i].row == row:
                times = counters >> (8 * rules.lane[i].counter) & 255
        for _ in range(times):
            product = min(product * rules.row_value[row], <int64_t>MOST_PRODUCT)
    return <int32_t>product


cdef int32_t value_among(const RuleTable *rules, Bits fans, Bits which) noexcept nogil:
    cdef Bits left = bits_and(fans, which)
    cdef int32_t points = 0
    while left.low | left.high:
        points += rules.row_value[take_row(&left)]
    return points


cdef bint choose_alternative(const RuleTable *rules, Bits *fans, int32_t *han, uint32_t *base,
                             Trace *trace) noexcept nogil:
    cdef Bits left = bits_and(fans[0], rules.han_fu.alternative), others
    cdef int row, best_row = -1
    cdef uint32_t worth
    others.low = fans.low & ~left.low
    others.high = fans.high & ~left.high
    while left.low | left.high:
        row = take_row(&left)
        # limits ask for no fu
        worth = rules.han_fu.base_points[min(rules.row_value[row], HAN_LIMIT - 1)][0]
        if worth > base[0]:
            base[0] = worth
            han[0] = rules.row_value[row]
            best_row = row
    if best_row >= 0:
        if trace != NULL:
            note_covered(trace, others, best_row)
        others.low = others.high = 0
        bits_set(&others, best_row)
    elif trace != NULL:
        note_covered(trace, bits_and(fans[0], rules.han_fu.alternative), first_row(others))
    fans[0] = others
    return best_row >= 0


cdef bint wins_tie(const RuleTable *rules, Bits fans, Bits best) noexcept nogil:
    return value_among(rules, fans, rules.grouped) > value_among(rules, best, rules.grouped)
