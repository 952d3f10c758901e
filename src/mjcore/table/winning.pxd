# Wins: payment, winners, and how the hand goes on after them.
from libc.stdint cimport uint16_t

from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State

cdef void win_drawn(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil
# Wins on the tile in question.
cdef void win_taken(const FlowData *flow, State *state, Log *log, uint16_t winners) noexcept nogil
# `giver`: who pays alone, or NOBODY.
cdef void win_flowers(const FlowData *flow, State *state, Log *log, int seat, int giver) noexcept nogil
