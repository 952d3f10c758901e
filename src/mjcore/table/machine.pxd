# The state machine: from one question to the next.
from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State

# Deals a state whose wall and context are there, and goes on to the first question.
cdef void begin(const FlowData *flow, State *state, Log *log) noexcept nogil
# Carries out a legal action of a seat and goes on to the next question.
cdef void apply(const FlowData *flow, State *state, Log *log, int seat, int action) noexcept nogil
# Who is asked, and what that seat may do.
cdef void refresh(const FlowData *flow, State *state) noexcept nogil
# The same after hands were changed: the options of others are worked out anew, answers given stay.
cdef void refresh_options(const FlowData *flow, State *state) noexcept nogil
