# A hand as a flat C struct, and the immutable Python object around it.
from libc.stdint cimport uint8_t, uint32_t


cdef struct HandData:
    uint8_t counts[64]     # concealed tiles by kind (kinds.pxd)
    uint32_t melds[5]      # packed melds, in the order they were made; unused places are 0
    uint8_t n_melds
    uint8_t reds[3]        # how many of the concealed fives of m, p, s are red


cdef class Hand:
    cdef HandData data
    cdef object _hash
