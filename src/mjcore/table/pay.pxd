# Money: wins, kongs, hands that end with the wall. Writes the deltas of the seats always, lines where there is a log.
from libc.stdint cimport int32_t, uint16_t, uint32_t

from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport State

# What a payment of a win goes by, beside its score.
cdef struct WinFacts:
    int seat
    int loser                  # NOBODY: self-drawn
    int kong_giver             # gave the tile of the exposed kong whose replacement won; NOBODY
    int horse                  # tile; NOTHING
    int place                  # among the wins on one tile in turn order from the giver, 0 the first
    uint16_t together          # seats that win on this tile

# Pays a win whose score is `result` and adds a record to the log (its EVENT_WIN is the caller's).
# Honba and deposits go to place 0, and the deposits on the table (state.sticks) become 0 with it.
cdef void pay_win(const FlowData *flow, State *state, Log *log, const WinData *win, const ScoreResult *result,
                  const WinFacts *facts) noexcept nogil
# A kong that stands: `type` as of melds (EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG); remembers the fee in state.fees.
# `chain`: 1 for the first kong of a turn.
cdef void pay_kong(const FlowData *flow, State *state, Log *log, int seat, int type, int source, bint fresh,
                   int chain) noexcept nogil
# The discard right after a kong of `seat` was won by these seats.
cdef void pay_kong_discard(const FlowData *flow, State *state, Log *log, int seat, uint16_t winners) noexcept nogil
# A seat pays its riichi deposit.
cdef void pay_deposit(State *state, Log *log, int seat) noexcept nogil
# The wall is empty: payments of those not ready, pigs, refunds, nagashi. Sets state.ready_end (seats ready) and gives
# the Reason (END_EXHAUSTIVE or END_NAGASHI).
cdef int pay_exhaustive(const FlowData *flow, State *state, Log *log) noexcept nogil
