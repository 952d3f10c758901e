# Tiles and melds change hands: the small steps that the machine is made of.
from libc.stdint cimport uint32_t, uint64_t

from mjcore.table.flow cimport FlowData
from mjcore.table.log cimport Log
from mjcore.table.state cimport KIND_BITS, RED_TILE, Seat, State


cdef inline void add_tile(Seat *own, int tile) noexcept nogil:
    cdef int kind = tile & KIND_BITS
    own.hand[kind] += 1
    own.have |= <uint64_t>1 << kind
    own.tiles += 1
    if tile & RED_TILE:
        own.reds[kind // 9] += 1


cdef inline void remove_tile(Seat *own, int tile) noexcept nogil:
    cdef int kind = tile & KIND_BITS
    own.hand[kind] -= 1
    if own.hand[kind] == 0:
        own.have &= ~(<uint64_t>1 << kind)
    own.tiles -= 1
    if tile & RED_TILE:
        own.reds[kind // 9] -= 1


# Removes `number` copies of a kind, plain ones first; with `red` a red one is among them. How many were red.
cdef int remove_copies(Seat *own, int kind, int number, bint red) noexcept nogil
# A new meld of the claimed tile state.last (or of none) with `reds` red ones among the tiles of the hand.
cdef uint32_t lay_meld(State *state, int seat, int type, int kind, int source, int claimed, int reds) noexcept nogil
# The fourth tile onto the own pung.
cdef uint32_t add_to_pung(State *state, int seat, int kind, bint red) noexcept nogil
# Brings what the hand of a seat with a drawn tile waits for up to date, as if it had not drawn.
cdef void set_waits_before_draw(const FlowData *flow, State *state, int seat) noexcept nogil
cdef void end_one_shots(State *state) noexcept nogil
cdef void flip_dora(const FlowData *flow, State *state, Log *log) noexcept nogil
cdef void flip_pending_dora(const FlowData *flow, State *state, Log *log) noexcept nogil
# The discard in the river; sets what is in question.
cdef void throw_tile(const FlowData *flow, State *state, Log *log, int seat, int tile, bint drawn) noexcept nogil
# A tile leaves the hand of a winner, or of the owner of a robbed kong.
cdef void lay_aside(State *state, int seat, int tile) noexcept nogil
