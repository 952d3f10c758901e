# Whether the fields of a state that came from outside can be.
from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

# What of the fields that do not follow from others is wrong, in words; NULL if nothing is. Sets `have` of the seats,
# asks nothing of the machine.
cdef const char *fault_of(const FlowData *flow, State *state, bint censored) noexcept nogil
# Whether a concealed kong is waiting to be robbed, or was.
cdef bint never_stood(const State *state) noexcept nogil

# A fault, if there is one.
cdef inline const char *wrong(bint so, const char *what) noexcept nogil:
    return what if so else NULL
