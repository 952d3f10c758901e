# What a seat sees of the table: a copy of the state without what it may not know.
from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

cdef enum:
    HIDDEN_KIND = 63           # of a kong or a discard that lies face down

# The state as `seat` sees it, to `out`; both are of the same size. Of a state that was censored for this seat it is a
# plain copy.
cdef void censor(const FlowData *flow, const State *state, int seat, State *out) noexcept nogil
# Whether the concealed tiles of a seat lie open to everybody. Of a hand that is still played not the drawn tile.
cdef bint lies_open(const FlowData *flow, const State *state, int seat) noexcept nogil
# Whether the kind of a concealed kong is hidden from all but its owner.
cdef bint kongs_hidden(const FlowData *flow, const State *state) noexcept nogil
# Whether `seat` does not see the tile in question.
cdef bint in_question_hidden(const FlowData *flow, const State *state, int seat) noexcept nogil
