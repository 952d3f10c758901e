# Forms without sets: pairs, orphans, knitted tiles, unconnected tiles; and wins by flowers alone.
from libc.stdint cimport uint32_t

from mjcore.fans.covers cimport Trace
from mjcore.fans.reading cimport Hand
from mjcore.fans.results cimport Scorer, ScoreResult
from mjcore.fans.wins cimport WinData

# The forms of fourteen concealed tiles, and that of seventeen; `forms`: a mask of those that are looked for.
cdef void score_shapes(Hand *hand, uint32_t forms, ScoreResult *best, Trace *trace) noexcept nogil
# A win by flowers alone: of all features only flowers and circumstances matter. WIN_OK or a fault.
cdef int score_flower_win(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result,
                          Trace *trace) noexcept nogil
