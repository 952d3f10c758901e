# Questions of the table to the hand engine: how far a seat is, what it waits for, what it may throw.
from libc.stdint cimport uint8_t, uint64_t

from mjcore.hand.engine cimport Looked
from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport Seat, State

# Brings distance and waits of a seat with 3n + 1 concealed tiles up to date.
cdef void set_waits(const FlowData *flow, State *state, int seat) noexcept nogil
# Kinds whose discard leaves a hand of 3n + 2 tiles ready.
cdef uint64_t ready_discards(const FlowData *flow, const State *state, int seat) noexcept nogil
# What these counts (64 by kind) of 3n + 1 tiles with so many melds wait for. `meld_suits`: suits of the melds.
cdef uint64_t waits_of(const FlowData *flow, const unsigned char *counts, int n_melds, int meld_suits, int void_suit,
                       uint64_t wild, int *distance) noexcept nogil
# Waits without the kinds of which hand and melds hold all copies, where the rule set counts melds.
cdef uint64_t open_waits(const FlowData *flow, const Seat *seat) noexcept nogil
# Suits of the melds, a mask; 0 where a win may have all suits and nobody asks.
cdef int meld_suits_of(const FlowData *flow, const Seat *seat) noexcept nogil
# Looks a hand up; the number of wild tiles, or -1 for a hand that can not be. `bound`: no form misses less.
cdef int look_at(const FlowData *flow, const uint8_t *counts, int n_melds, int meld_suits, int void_suit,
                 uint64_t wild, Looked *hand, int *bound) noexcept nogil
