# A win from the arguments of `Win` and `score`. HandError, NotationError.
from libc.stdint cimport uint32_t, uint64_t

from mjcore.fans.wins cimport WinData

cdef int load_number(object number, int most, str what) except -1
cdef int load_void_suit(object suit) except -1
cdef uint64_t load_wild(object wild) except? 0xFFFFFFFFFFFFFFFF
# `data` is all zero but for its bonus fields (fans/bonus.pxd), kong_chain, void_suit and wild_kinds.
cdef int fill_win(WinData *data, object hand, object win, uint32_t circumstances, object seat_wind,
                  object round_wind, object flowers, object dealer, object streak, bint strict) except -1
