# Which claim counts more: by its class, and among equals by how near the seat is after the one that gave the tile.
from mjcore.table.actions cimport KONG, NO_ACTION, PASS, PUNG, PUNG_RED, WIN
from mjcore.table.flow cimport NEAREST, FlowData
from mjcore.table.state cimport CAN_KONG, CAN_PUNG, CAN_WIN, MAX_SEATS, State

cdef enum:
    CLASS_NONE = 0
    CLASS_CHOW = 1
    CLASS_PUNG = 2
    CLASS_WIN = 3


cdef inline int class_of_options(int options) noexcept nogil:
    return CLASS_WIN if options & CAN_WIN else CLASS_PUNG if options & (CAN_PUNG | CAN_KONG) else CLASS_CHOW


cdef inline int class_of_answer(int answer) noexcept nogil:
    if answer == WIN:
        return CLASS_WIN
    if answer == PUNG or answer == PUNG_RED or answer == KONG:
        return CLASS_PUNG
    return CLASS_NONE if answer == PASS or answer == NO_ACTION else CLASS_CHOW


cdef inline int claim_key(const State *state, int seat, int claim_class) noexcept nogil:
    cdef int steps = seat - state.last_seat
    return claim_class << 8 | MAX_SEATS - (steps if steps > 0 else steps + state.players)


cdef inline int best_answer(const State *state) noexcept nogil:
    """The key of the best claim that was answered so far; 0 for none."""
    cdef int seat, best = 0, key, claim_class
    for seat in range(state.players):
        if state.pend[seat].options and state.pend[seat].answer != NO_ACTION:
            claim_class = class_of_answer(state.pend[seat].answer)
            key = claim_key(state, seat, claim_class)
            if claim_class and key > best:
                best = key
    return best


cdef inline int open_key(const FlowData *flow, const State *state, int seat, int best) noexcept nogil:
    """The best claim that a seat could still make its answer, if that could matter beside `best`; 0 otherwise."""
    cdef int claim_class, key
    if not state.pend[seat].options or state.pend[seat].answer != NO_ACTION:
        return 0
    claim_class = class_of_options(state.pend[seat].options)
    key = claim_key(state, seat, claim_class)
    return key if key > best or (claim_class == CLASS_WIN and flow.multi != NEAREST) else 0
