# A win being scored, and what becomes of one reading of it where points add up or multiply (fans/han_fu.pxd: han).
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from mjcore.bits cimport Wide, gather_low_bits, likely, unlikely, wide_and, wide_load
from mjcore.fans.covers cimport (
    Trace, product_of, reduce_counts, repeated_relations, sum_of_values, take_covered, value_among, wins_tie,
)
from mjcore.fans.facts cimport HandFacts
from mjcore.fans.han_fu cimport HanFuHand
from mjcore.fans.results cimport Scorer, ScoreResult, counts_above_one
from mjcore.fans.ruletable cimport FINISH_PLACES, Bits, RuleTable, Selection, bits_and, bits_has, bits_meet, bits_set
from mjcore.fans.wins cimport LOSER_SHOWN, ROB_KONG, SELF_DRAW, SHOWN, WinData

# 127 in each byte of a number of eight counters.
cdef extern from *:
    """
    #define MJ_SEVEN_BITS 0x7F7F7F7F7F7F7F7Full
    """
    const uint64_t SEVEN_BITS "MJ_SEVEN_BITS"

# One win being scored.
cdef struct Hand:
    const Scorer *scorer
    const WinData *win
    HandFacts facts
    Bits possible          # rows that the facts of the hand leave
    Bits fixed_form        # `possible` and the form being looked at
    uint32_t seats         # seat wind << 7 | round wind << 9
    uint32_t opens_pung    # 1: the winning tile opens a pung that it completes
    uint64_t counters      # those that do not depend on the reading
    int flowers
    int form               # being looked at
    int found              # readings seen
    int wanted             # the one to trace
    # of rule sets that count han
    HanFuHand han
    uint32_t special       # facts of the whole hand
    int yaochu_win         # 1: the winning tile is a terminal or an honour


cdef inline Wide with_form(const Hand *hand, int form) noexcept nogil:
    return wide_and(wide_load(&hand.possible), &hand.scorer.rules.feature_form[form])


cdef inline void finish(Hand *hand, Bits fans, uint64_t counters, uint32_t chow_choice, uint32_t pung_choice,
                        uint32_t role, int family, ScoreResult *best, Trace *trace) noexcept nogil:
    """Counts, covers, adds up, and keeps the result if it is better than the best so far. `role`: of the winning
    tile where its places are tried one by one."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef const Selection *chows = &rules.selection[chow_choice]
    cdef const Selection *pungs = &rules.selection[pung_choice]
    cdef int32_t points, count
    cdef int i
    fans = bits_and(fans, rules.feature_counters[gather_low_bits((counters + SEVEN_BITS) >> 7)])
    take_covered(rules, &fans, trace)
    if unlikely(bits_meet(fans, rules.reducing)):
        counters = reduce_counts(rules, &fans, counters, trace)
    if family == FINISH_PLACES and rules.product:
        points = product_of(rules, fans, counters, chows, pungs)
    else:
        points = sum_of_values(&rules.value[0][0], rules.value_bytes, fans)
    # known early, so a cheap branch
    if counts_above_one(counters) & rules.repeating and not (family == FINISH_PLACES and rules.product):
        for i in range(rules.n_lanes):
            count = (counters >> (8 * rules.lane[i].counter)) & 255
            points += (count - (count != 0)) * rules.lane[i].points * <int32_t>bits_has(fans, rules.lane[i].row)
    if unlikely(chows.n_repeats | pungs.n_repeats) and not (family == FINISH_PLACES and rules.product):
        points += repeated_relations(rules, fans, chows) + repeated_relations(rules, fans, pungs)
    if unlikely(points <= rules.fallback_points) and (
            (fans.low & ~rules.fallback_ignores.low) | (fans.high & ~rules.fallback_ignores.high) == 0):
        bits_set(&fans, rules.fallback_row)
        if family == FINISH_PLACES and rules.product:
            points = product_of(rules, fans, counters, chows, pungs)
        else:
            points += rules.fallback_value
    if points > best.points or unlikely(points == best.points) and rules.ties_by_group and (
            wins_tie(rules, fans, best.rows)):
        best.form = hand.form
        best.number = hand.found
        best.rows = fans
        best.counters = counters
        best.points = points
        best.chow_selection = chow_choice
        best.pung_selection = pung_choice
        if family == FINISH_PLACES:
            best.role = role


cdef inline void close_score(const RuleTable *rules, const Hand *hand, ScoreResult *result) noexcept nogil:
    """Total and verdict of the best reading."""
    cdef int shown
    result.raw = result.total = result.points + hand.flowers * rules.flower_value
    result.legal = result.points >= rules.minimum
    if likely(not rules.closes_otherwise):
        return
    result.raw += value_among(rules, result.rows, rules.flower_rows)
    result.total = min(result.raw, rules.cap)
    if rules.no_discard_wins and not hand.win.circumstances & (SELF_DRAW | ROB_KONG):
        result.legal = False
        return
    if rules.product:
        # a self-draw needs no minimum; what a shown hand doubles counts towards it
        shown = <int>(hand.win.circumstances & SHOWN != 0) | <int>(hand.win.circumstances & LOSER_SHOWN != 0) << 1
        result.legal = <int>(hand.win.circumstances & SELF_DRAW) | <int>(
            <int64_t>result.points * rules.shown_factor[shown] >= rules.minimum)
