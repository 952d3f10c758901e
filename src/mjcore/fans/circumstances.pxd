# What happened when a hand won, as bits: reading them from arguments, and which can not be true together.
from cpython.object cimport PyObject
from libc.stdint cimport uint32_t

from mjcore.fans.wins cimport WinData

# Looks at the circumstances of a win that is sound as a hand and writes those that stand. With `strict`
# returns the first fault; else drops what can not be true and returns WIN_OK. `held_in_melds`: copies of
# the winning tile in the own melds; `kongs`: own kongs; `claimed`: own melds that open the hand.
# `circumstances` may be the win's own.
cdef int settle_circumstances(const WinData *win, int held_in_melds, int kongs, int claimed, bint strict,
                              uint32_t *circumstances) noexcept nogil
cdef int yes_or_no(object given, str name) except -1

# The circumstances that are yes or no, in the order of FLAG_NAMES (circumstances.pyx).
cdef enum:
    FLAGS = 17
# The bits of such arguments, of those places only that `which` has a bit of; NULL stands for no.
cdef uint32_t bits_of_flags(PyObject **given, uint32_t which) except? 0xFFFFFFFF
# Of `riichi`: yes or no, or 2 for double riichi; NULL stands for no.
cdef uint32_t bits_of_riichi(PyObject *given) except? 0xFFFFFFFF
