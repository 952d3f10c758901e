# Whether the question that a state from outside asks can be asked, and what follows from its other fields.
from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

# Works out what follows from other fields, and compares what is told of it: what is wrong, in words; NULL if nothing
# is. Only after `fault_of` found nothing.
cdef const char *complete(const FlowData *flow, State *state, bint censored) noexcept nogil
# Sets `seen` and `shown_waits`; `have` and `waits` are there.
cdef void count_seen(const FlowData *flow, State *state) noexcept nogil
