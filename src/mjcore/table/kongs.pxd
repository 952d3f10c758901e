# Kongs on the own turn, norths set aside, and their replacements.
from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State

# A kong that nobody robs: payment, indicators, replacement.
cdef void stand_kong(const FlowData *flow, State *state, Log *log, int seat, int type, int kind, int source,
                     bint fresh) noexcept nogil
cdef void lay_own_kong(const FlowData *flow, State *state, Log *log, int seat, int kind) noexcept nogil
# The fourth tile lies on the pung.
cdef void add_kong(const FlowData *flow, State *state, Log *log) noexcept nogil
cdef void extract_north(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil
cdef void replace_north(const FlowData *flow, State *state, Log *log, int seat) noexcept nogil
