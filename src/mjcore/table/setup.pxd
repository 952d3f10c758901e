# What comes before the first turn: the deal, flowers, floats, the exchange, void suits, wins on flowers, ready hands.
from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State

cdef void deal(const FlowData *flow, State *state, Log *log) noexcept nogil
# Goes on to the next question of the setup, or to the dealer's first turn.
cdef void advance_setup(const FlowData *flow, State *state, Log *log) noexcept nogil
# An answer to a question of the setup (but for a win on flowers).
cdef void answer_setup(const FlowData *flow, State *state, Log *log, int seat, int action) noexcept nogil
# Whether a seat can win on the flowers set aside; state.last_seat is who pays it alone, or NOBODY.
cdef bint wins_on_flowers(const FlowData *flow, State *state, int seat) noexcept nogil
