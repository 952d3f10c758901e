# Payments where han are counted.
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.money cimport Paid
from mjcore.table.pay cimport WinFacts
from mjcore.table.state cimport Seat, State

cdef enum:
    STICK = 1000               # a deposit

cdef void pay_shares(const FlowData *flow, State *state, Log *log, const WinData *win, const ScoreResult *result,
                     const WinFacts *facts, Paid *paid) noexcept nogil
# Whether a seat counts as ready when the wall is empty.
cdef bint is_tenpai(const FlowData *flow, const Seat *own) noexcept nogil
# The wall is empty, state.ready_end is known: gives the Reason.
cdef int pay_noten(const FlowData *flow, State *state, Log *log) noexcept nogil
