# A hand in play as a Python object.
cimport cython
from libc.stdint cimport uint64_t

from mjcore.table.flow cimport Flow, FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State


@cython.final
cdef class Table:
    cdef State state
    cdef Flow compiled
    cdef const FlowData *flow
    cdef Log *log              # NULL: nothing is noted
    cdef readonly bint censored    # an observation: what the seat can not know is erased
    cdef uint64_t seed
    cdef uint64_t game
    cdef object start          # what `record` can not tell from the state: (deposits, whether the wall was given); None

    cdef int check(self) except -1
    cdef int given_seat(self, object seat) except -1
    cdef int mask_of(self, object seat, uint64_t *mask) except -1
    cdef int number_of(self, object seat) except -1

# A table without a log around a copy of a state.
cdef Table table_of(Flow compiled, const State *state)
