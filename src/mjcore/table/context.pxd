# What a table is made from: seed, wall, dealer and scores, read from Python objects.
from libc.stdint cimport uint64_t

from mjcore.table.flow cimport Flow
from mjcore.table.state cimport State

# An integer of a range, of any type but bool. HandError.
cdef object number_in(object value, object least, object most, str what)
# A seat 0..players - 1. HandError.
cdef int seat_number(object seat, int players) except -1
# An action id 0..255, from a number or a text. IllegalAction.
cdef int action_number(object action) except -1
# True or False, and nothing that counts as such. HandError.
cdef bint yes_no(object value, str what) except -1
# The 64 bits of a seed. HandError.
cdef uint64_t context_seed(object seed) except? 0
# Fills a zeroed state up to the deal; the seed and game that it was made from. HandError.
cdef tuple fill_context(Flow compiled, State *state, object seed, object game, object wall, object dealer,
                        object round_wind, object honba, object sticks, object streak, object scores,
                        object private_walls, object auto)
