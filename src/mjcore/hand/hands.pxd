# The immutable Python object around a hand.
cimport cython

from mjcore.hand.handdata cimport HandData
from mjcore.hand.text cimport load_tile  # no-cython-lint: for those who load hands and tiles


@cython.final
cdef class Hand:
    cdef HandData data


# A Hand, text in any notation, or 34 counts -> `out`, checked for copies and sizes. NotationError, HandError.
cdef int load_hand(object source, HandData* out) except -1

# The Python object around a copy of `data`.
cdef Hand make_hand(const HandData* data)
