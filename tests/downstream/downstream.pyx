"""What another project can do with the C API of mjcore; see docs/c-api.md."""
from libc.stdint cimport uint32_t

from mjcore.fans.lattice cimport Lattice
from mjcore.fans.families cimport ScoreResult, score_win
from mjcore.fans.wins cimport WIN_OK, Win
from mjcore.hand.decompose cimport ALL_FORMS, MAX_READINGS, NO_PAIR, Reading, find_readings
from mjcore.hand.handdata cimport HandData
from mjcore.hand.hands cimport load_hand
from mjcore.hand.kinds cimport (
    EAST, EXPOSED_KONG, FROM_OPPOSITE, KINDS, RED, meld_kind, meld_source, meld_type, pack_meld,
)
from mjcore.hand.suits cimport SuitTable, suit_table
from mjcore.table.machine cimport apply
from mjcore.table.state cimport PHASE_END, State
from mjcore.table.tables cimport Table


def tile_kinds():
    """The numbers of East and the red dragon, and how many kinds sets are made of."""
    return EAST, RED, KINDS


def kong_of_east():
    """A meld packed and read by the inline functions: (code, type, kind, source)."""
    cdef uint32_t meld
    with nogil:
        meld = pack_meld(EXPOSED_KONG, EAST, FROM_OPPOSITE, 0, 0, 0)
    return meld, meld_type(meld), meld_kind(meld), meld_source(meld)


def pairs(hand):
    """The kind of the pair in every reading of a complete hand that has one; any hand mjcore takes."""
    cdef HandData data
    cdef Reading found[MAX_READINGS]
    cdef const SuitTable *table = suit_table(4)
    cdef int i, count
    load_hand(hand, &data)
    with nogil:
        count = find_readings(table, data.counts, data.melds, data.n_melds, 4, -1, ALL_FORMS, NULL, found,
                              MAX_READINGS)
    return [found[i].pair for i in range(count) if found[i].pair != NO_PAIR]


def total(Win win, rules):
    """The total of a prepared win; the loop over many wins would need no GIL."""
    cdef Lattice lattice = rules.lattice
    cdef ScoreResult result
    cdef int code
    with nogil:
        code = score_win(&lattice.scorer, &win.data, True, &result)
    if code != WIN_OK:
        raise ValueError(f"fault {code}")
    return result.total


def play_first(Table table, int most):
    """Plays a copy of a table by the first legal action, without the GIL: how many actions, the seats' money."""
    cdef State state = table.state
    cdef int steps = 0, action
    with nogil:
        while state.phase != PHASE_END and steps < most:
            action = 0
            while not state.mask[action >> 6] >> (action & 63) & 1:
                action += 1
            apply(table.flow, &state, NULL, state.asked, action)
            steps += 1
    return steps, [state.seats[seat].delta for seat in range(state.players)]
