# Wins with wild tiles that have a face of their own: each may stand for any kind, or for itself.
from mjcore.fans.covers cimport Trace
from mjcore.fans.results cimport Scorer, ScoreResult
from mjcore.fans.wins cimport WinData

# Scores one win under a rule set that has such tiles (RuleTable.takes_wild): the best hand that they can make.
cdef int score_wild(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil
# The win as `result` has it: what the wild tiles stand for in their place.
cdef void show_target(const ScoreResult *result, WinData *shown) noexcept nogil
