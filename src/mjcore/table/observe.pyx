"""What a seat sees of the table: a copy of the state without what it may not know.

The law: changing a hidden tile, an answer that is not public yet, or the key leaves the bytes of the copy unchanged.
That somebody is asked about a discard is visible, as a pause is at a real table; who, and what for, is not.

State, field by field. Everybody knows what is not named here: numbers, sizes, whose turn it is, what lies face up.

    key, counter              nobody: they tell all that will be drawn
    mask, asked               who may answer now, of itself, even if another answer has made it too late
    ban                       who throws now: after a declaration it tells which tiles leave the hand ready
    wall                      nobody, but turned dora indicators; drawn places too, they tell the hands
    drawn                     whose turn it is; everybody at the end, if that hand lies open
    last                      not a discard that lies face down, nor the kind of a hidden kong: its owner only
    last_drawn                not of a hidden kong
    setup_seat                while dealt hands that are ready are asked for, who is asked
    direction                 nobody before all have picked, where it is drawn by lot
    ready_end                 everybody where readiness is paid for, else each seat of itself
    pend                      each seat its own entry
    river                     not the discards of others that lie face down (`seen` has none of them)
    shown_waits               everybody: hands that lie open wait for them

Seat, field by field: its owner knows all but `picks` of others; these the others do not know:

    hand, have, reds, waits, distance    unless the hand lies open, and then not the drawn tile while it is played
    tiles                     everybody; tiles picked for the exchange are counted until they move
    thrown                    not where discards lie face down
    flags                     not BAR_TURN, BAR_HAND (they tell what was waited for), UNSAFE_THROW and THREW_OTHER (what
                              else was held)
    void_suit, piao           nobody else before all have chosen
    missed                    tells what was waited for
    n_picks, picks            nobody else
    melds                     of a hidden kong not the kind: it is 63, without red fives

A hand lies open when it was shown; when it has won, at the end, or at once where winners show; at the end of a hand
that was not won, if it was ready and readiness is paid for; and when it declared nine kinds of terminals and honours
or was one of four in riichi or of three winners on one tile. Hidden kongs are turned up at the end.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from mjcore.hand.kinds cimport CONCEALED_KONG, meld_type
from mjcore.table.actions cimport NO_ACTION
from mjcore.table.flow cimport DRAW_PAYS_NOTHING, FlowData
from mjcore.table.masks cimport pending_seats, seat_mask
from mjcore.table.state cimport (
    AS_CONCEALED_KONG, AS_DISCARD, BAR_HAND, BAR_TURN, END_EXHAUSTIVE, END_FOUR_RIICHI, END_NAGASHI, END_NINE_KINDS,
    END_THREE_RONS, IS_SHOWN, KIND_BITS, NO_VOID, NOBODY, NOTHING, PHASE_END, PHASE_EXCHANGE, PHASE_FLOWER,
    PHASE_PIAO, PHASE_READY, PHASE_VOID, RED_TILE, RIVER_CLAIMED, RIVER_SEAT, RIVER_WON, THREW_OTHER,
    UNSAFE_THROW, Seat, State, state_size,
)
from mjcore.table.wall cimport dora_place

cdef enum:
    TILE_BITS = 127
    BY_LOT = 3                 # the first direction of an exchange that chance decides
    HIDDEN_FLAGS = BAR_TURN | BAR_HAND | UNSAFE_THROW | THREW_OTHER


cdef bint lies_open(const FlowData *flow, const State *state, int seat) noexcept nogil:
    cdef bint won = state.won >> seat & 1
    if state.seats[seat].flags & IS_SHOWN:
        return True
    if state.phase != PHASE_END:
        return won and not flow.hides_winners
    if won:
        return True
    if state.reason == END_EXHAUSTIVE or state.reason == END_NAGASHI:
        return flow.pay.draw != DRAW_PAYS_NOTHING and state.ready_end >> seat & 1
    if state.reason == END_NINE_KINDS:
        return seat == state.turn
    if state.reason == END_THREE_RONS:
        return seat != state.last_seat
    return state.reason == END_FOUR_RIICHI


cdef bint kongs_hidden(const FlowData *flow, const State *state) noexcept nogil:
    return flow.hides_kongs and state.phase != PHASE_END


cdef bint in_question_hidden(const FlowData *flow, const State *state, int seat) noexcept nogil:
    if seat == state.last_seat or state.last == NOTHING:
        return False
    if state.last_what == AS_DISCARD:
        return flow.hides_discards
    # who may rob it has to see it
    return (state.last_what == AS_CONCEALED_KONG and kongs_hidden(flow, state)
            and state.pend[seat].options == 0)


cdef inline bint may_answer(const FlowData *flow, const State *state, int seat) noexcept nogil:
    if state.phase == PHASE_END or (state.phase == PHASE_READY and seat == state.dealer):
        return False
    return pending_seats(flow, state) >> seat & 1


cdef void hide_table(const FlowData *flow, const State *state, int seat, State *out) noexcept nogil:
    """What belongs to no seat."""
    cdef int i, place
    out.key = out.counter = 0
    memset(out.wall, NOTHING, state.n_wall)
    for i in range(state.dora_shown):
        place = dora_place(flow, state, i)
        out.wall[place] = state.wall[place]
    if state.turn != seat and not (state.phase == PHASE_END and lies_open(flow, state, state.turn)):
        out.drawn = NOTHING
    if in_question_hidden(flow, state, seat):
        out.last = NOTHING
        if state.last_what == AS_CONCEALED_KONG:
            out.last_drawn = 0
    if state.phase == PHASE_EXCHANGE and flow.direction >= BY_LOT:
        out.direction = 0
    if flow.pay.draw == DRAW_PAYS_NOTHING:
        out.ready_end &= 1 << seat
    for i in range(state.players):
        if i != seat:
            out.pend[i].options = 0
            out.pend[i].answer = NO_ACTION if state.phase == PHASE_PIAO or state.phase == PHASE_VOID else 0
    if state.phase != PHASE_FLOWER and state.setup_seat != seat:
        # flowers lie open; the dealer is never asked about a ready hand, and stands for nobody
        out.setup_seat = state.dealer
    # without the answers of others: that one is too late is not public yet
    if may_answer(flow, out, seat):
        if state.asked != seat:
            out.asked = seat
            seat_mask(flow, out, seat, out.mask)
    else:
        memset(out.mask, 0, sizeof(out.mask))
        out.asked = NOBODY
    if out.asked != seat or state.turn != seat:
        out.ban = 0


cdef void hide_drawn(int tile, Seat *out) noexcept nogil:
    cdef int kind = tile & KIND_BITS
    if out.hand[kind] == 0:
        return
    out.hand[kind] -= 1
    if out.hand[kind] == 0:
        out.have &= ~(<uint64_t>1 << kind)
    if tile & RED_TILE:
        out.reds[kind // 9] -= 1


cdef void hide_seat(const FlowData *flow, const State *state, int seat, Seat *out) noexcept nogil:
    """What the other seats do not know of `seat`."""
    cdef int i
    if not lies_open(flow, state, seat):
        memset(out.hand, 0, sizeof(out.hand))
        memset(out.reds, 0, sizeof(out.reds))
        out.have = out.waits = 0
        out.distance = 0
    elif state.turn == seat and state.drawn != NOTHING and state.phase != PHASE_END:
        hide_drawn(state.drawn, out)
    if state.phase == PHASE_EXCHANGE:
        out.tiles += out.n_picks
    elif state.phase == PHASE_PIAO:
        out.piao = 0
    elif state.phase == PHASE_VOID:
        out.void_suit = NO_VOID
    out.n_picks = 0
    memset(out.picks, 0, sizeof(out.picks))
    out.missed = 0
    out.flags &= ~<unsigned int>HIDDEN_FLAGS
    if kongs_hidden(flow, state):
        for i in range(out.n_melds):
            if meld_type(out.melds[i]) == CONCEALED_KONG:
                out.melds[i] = HIDDEN_KIND | CONCEALED_KONG << 6


cdef void hide_discards(const State *state, int seat, State *out) noexcept nogil:
    """Discards of others that lie face down."""
    cdef int i
    for i in range(state.n_river):
        if state.river[i] >> RIVER_SEAT != seat and not state.river[i] & (RIVER_WON | RIVER_CLAIMED):
            out.river[i] = (state.river[i] & ~TILE_BITS) | HIDDEN_KIND
    for i in range(state.players):
        if i != seat:
            out.seats[i].thrown = 0


cdef void censor(const FlowData *flow, const State *state, int seat, State *out) noexcept nogil:
    cdef int other
    memcpy(out, state, state_size(state))
    hide_table(flow, state, seat, out)
    for other in range(state.players):
        if other != seat:
            hide_seat(flow, state, other, &out.seats[other])
    if flow.hides_discards:
        hide_discards(state, seat, out)
