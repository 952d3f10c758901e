# Hands played to their end by the policies.
from mjcore.table.flow cimport FlowData
from mjcore.table.policies cimport Stream
from mjcore.table.state cimport State

# Plays on until the hand is over, or after `most` actions; how many there were.
cdef int rollout_state(const FlowData *flow, State *state, int policy, Stream *stream, int most) noexcept nogil
