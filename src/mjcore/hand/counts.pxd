# 34 counts from any Python object that holds them.
from libc.stdint cimport uint8_t

# Copies 34 counts of 0..4 to `out` and returns how many tiles they are. Takes bytes, any contiguous
# buffer of 34 integers, a list or a tuple; anything else raises HandError.
cdef int load_counts(object source, uint8_t* out) except -1

# `item` as an int; HandError "{wanted} expected" if it is no integer.
cdef object whole(object item, object wanted)
