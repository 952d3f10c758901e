# What a seat sees as rows of bytes, one for each property, a column for each kind of tile.
from libc.stdint cimport uint8_t

from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

cdef enum:
    PLANE_WIDTH = 34
    TABLE_PLANES = 24          # of the whole table and the seat's own hand
    SEAT_PLANES = 24           # more for each seat, the own one first, then in turn order

# Rows that a table with so many seats has.
cdef inline int n_planes(int players) noexcept nogil:
    return TABLE_PLANES + SEAT_PLANES * players

# Writes n_planes(players) rows of 34 bytes.
cdef void write_planes(const FlowData *flow, const State *state, int seat, uint8_t *out) noexcept nogil
