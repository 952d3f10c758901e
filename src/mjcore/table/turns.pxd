# Turns: draws, flowers, and the ends of a hand.
from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State

cdef void end_hand(State *state, Log *log, int reason) noexcept nogil
cdef void abort_hand(State *state, Log *log, int reason) noexcept nogil
# A tile for the seat, whose turn it is then; `how` as of Draw. Without a live tile the hand is over.
cdef void draw(const FlowData *flow, State *state, Log *log, int seat, int how) noexcept nogil
# The next seat in the hand.
cdef int seat_after(const FlowData *flow, const State *state, int seat) noexcept nogil
# A win on the flowers of the seat, or the replacement of the last one.
cdef void count_flowers(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil
# A discard lies face up.
cdef void see(const FlowData *flow, State *state, int tile) noexcept nogil
# The indicators of earlier kongs, right after another declaration or before a discard.
cdef void flip_owed_dora(const FlowData *flow, State *state, Log *log) noexcept nogil
