"""Which scorer a rule set asks for."""
from mjcore.fans.ruletable cimport FINISH_HAN_FU, FINISH_PLACES
from mjcore.fans.score cimport (
    score_han_fu, score_places, score_sum, trace_han_fu, trace_places, trace_sum, trace_target,
)
from mjcore.fans.wild cimport score_wild


cdef int score_win(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil:
    if scorer.rules.finish == FINISH_HAN_FU:
        return score_han_fu(scorer, win, strict, result)
    if scorer.rules.finish == FINISH_PLACES:
        return score_places(scorer, win, strict, result)
    if scorer.rules.takes_wild:
        return score_wild(scorer, win, strict, result)
    return score_sum(scorer, win, strict, result)


cdef int trace_win(const Scorer *scorer, const WinData *shown, ScoreResult *result, Trace *trace) noexcept nogil:
    if scorer.rules.finish == FINISH_HAN_FU:
        return trace_han_fu(scorer, shown, result, trace)
    if scorer.rules.finish == FINISH_PLACES:
        return trace_places(scorer, shown, result, trace)
    if scorer.rules.takes_wild:
        return trace_target(scorer, shown, result, trace)
    return trace_sum(scorer, shown, result, trace)
