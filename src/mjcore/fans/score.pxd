# Scoring a win under a compiled rule set: the best reading and its fans.
from mjcore.fans.covers cimport Trace
from mjcore.fans.results cimport Scorer, ScoreResult
from mjcore.fans.wins cimport WinData

# Scores one win under a rule set of FINISH_SUM, of FINISH_HAN_FU, of FINISH_PLACES (fans/families.pxd tells which).
# Returns WIN_OK, NO_WIN or another fault of fans/wins.pxd; the result is filled only on WIN_OK.
cdef int score_sum(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil
cdef int score_han_fu(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil
cdef int score_places(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil
# Of FINISH_SUM: a hand that wild tiles make, whose circumstances were settled on the tiles as they lie.
cdef int score_target(const Scorer *scorer, const WinData *win, ScoreResult *result) noexcept nogil
# Scores the reading of `result` once more and fills `trace`.
cdef int trace_sum(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil
cdef int trace_han_fu(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil
cdef int trace_places(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil
cdef int trace_target(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil
