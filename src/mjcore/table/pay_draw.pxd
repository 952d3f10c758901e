# Hands that end with the wall and are checked.
from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State

# Kongs, pigs and those not ready; sets state.ready_end.
cdef void check_hands(const FlowData *flow, State *state, Log *log) noexcept nogil
# Ready hands are paid their best; state.ready_end is known and not 0.
cdef void pay_best(const FlowData *flow, State *state, Log *log) noexcept nogil
