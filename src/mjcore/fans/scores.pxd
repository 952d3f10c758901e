# The result of scoring one win, as a Python object around the native result.
cimport cython

from mjcore.fans.explain cimport Explanation
from mjcore.fans.lattice cimport Lattice
from mjcore.fans.ruletable cimport Bits
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport Win


@cython.final
cdef class Score:
    cdef ScoreResult result
    cdef Explanation explanation
    cdef bint explained
    cdef Lattice lattice
    cdef readonly Win win
    cdef readonly object rules

    cdef const Explanation *explain(self) except NULL
    cdef int bonus_han(self) noexcept


# NotAWin, HandError.
cdef Score score_prepared(Win win, object rules)


@cython.final
cdef class ScoredFan:
    cdef Score score
    cdef Bits rows             # rows with this public id
    cdef readonly str fan
    cdef readonly int count
    cdef readonly int value
