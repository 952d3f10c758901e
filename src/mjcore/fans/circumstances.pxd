# What happened when a hand won, as bits: reading them from arguments, and which can not be true together.
from libc.stdint cimport int64_t, uint32_t

from mjcore.fans.wins cimport WinData

# Looks at the circumstances of a win that is sound as a hand and writes those that stand. With `strict`
# returns the first fault; else drops what can not be true and returns WIN_OK. `held_in_melds`: copies of
# the winning tile in the own melds; `kongs`: own kongs; `claimed`: own melds that open the hand.
# `circumstances` may be the win's own.
cdef int settle_circumstances(const WinData *win, int held_in_melds, int kongs, int claimed, bint strict,
                              uint32_t *circumstances) noexcept nogil
cdef int yes_or_no(object given, str name) except -1
cdef int64_t circumstance_bits(self_draw, rob_kong, last_tile, after_kong, after_flower, last_copy,
                               first_turn) except -1
cdef int64_t riichi_bits(riichi, ippatsu, open_riichi, on_riichi_discard, on_kong_discard, loser_riichi) except -1
