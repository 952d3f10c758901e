# Answers of the hand engine as Python objects. They hold numbers alone; tuples are made when they are asked for.
cimport cython
from libc.stdint cimport uint8_t, uint64_t

from mjcore.hand.questions cimport EngineData, Question


@cython.final
cdef class Acceptance:
    cdef readonly int shanten
    cdef readonly int copies
    cdef uint64_t kinds
    cdef uint8_t left[34]      # copies by kind


@cython.final
cdef class Discard:
    cdef readonly int shanten
    cdef readonly int copies
    cdef int kind
    cdef uint64_t kinds
    cdef uint8_t left[34]


# The tiles of a mask of kinds.
cdef tuple tiles_of(uint64_t kinds)

# The answers to questions that were read. HandError for hands of another size, or without a possible form; `rules`
# names the rules in its message: a rule set, its name, or None.
cdef int ask_shanten(EngineData *engine, const Question *asked, object rules) except -2
# The shanten too, and the kinds that lower it.
cdef int ask_mask(EngineData *engine, const Question *asked, object rules, uint64_t *accepted) except -2
cdef Acceptance ask_acceptance(EngineData *engine, const Question *asked, object rules)
cdef int ask_waits(EngineData *engine, const Question *asked, object rules, uint64_t *waits) except -1
cdef tuple ask_discards(EngineData *engine, const Question *asked, object any_suit, bint best_only, object rules)
cdef bint ask_win(EngineData *engine, Question *asked, object win, object rules) except -1
