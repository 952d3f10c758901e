# The checks of a win that need no rule set, and what is said of one that fails.
from libc.stdint cimport uint64_t

from mjcore.fans.wins cimport WinData

# A flower win as a hand of the usual size, for the checks that other hands get.
cdef int fill_flower_win(const WinData *win, uint64_t kinds, WinData *out) noexcept nogil
# All checks that need no rule set; without `strict` the circumstances that can not be true are dropped.
cdef int check_win(WinData *win, bint strict) noexcept nogil
cdef object raise_win_error(int code, object row)
