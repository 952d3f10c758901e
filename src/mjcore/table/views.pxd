# A state as Python objects.
from libc.stdint cimport uint16_t

from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State

cdef object tile_or_none(int tile)
cdef tuple seats_of(int mask)
cdef object hand_of(const State *state, int seat)
cdef tuple melds_of(const State *state, int seat)
cdef tuple river_of(const State *state, int seat)
cdef tuple aside_tiles(const State *state, int seat)
cdef tuple dora_tiles(const FlowData *flow, const State *state)
cdef tuple flag_names(const State *state, int seat)
cdef object events_of(const Log *log)
cdef dict all_facts(const FlowData *flow, const State *state, const Log *log)
