# One way to score for each family of rule sets: which one it is.
from mjcore.fans.covers cimport Trace
from mjcore.fans.results cimport Scorer, ScoreResult
from mjcore.fans.wins cimport WinData

# Scores one win under any rule set. Returns WIN_OK, NO_WIN or another fault of fans/wins.pxd; the result is filled
# only on WIN_OK.
cdef int score_win(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil
# Scores the reading of `result` once more and fills `trace`. `shown`: the win as it was scored, with what `result`
# knows of it.
cdef int trace_win(const Scorer *scorer, const WinData *shown, ScoreResult *result, Trace *trace) noexcept nogil
