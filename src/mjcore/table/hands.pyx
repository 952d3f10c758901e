"""Questions of the table to the hand engine.

Most hands are far from ready, and one look tells so; forms that the engine's tables do not cover are asked for only
where a bound leaves it open.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from mjcore.bits cimport Bytes34, count_bits, first_bit, load34
from mjcore.hand.distances cimport FAR, KnittedTables
from mjcore.hand.engine cimport (
    EVERY_SUIT, HAND_OK, NO_SUIT, Distances, Looked, accepted_kinds, all_distances, choices_beside, look, missing,
    most_suits, standard_distance, straight_distance,
)
from mjcore.hand.forms cimport KNITTED_STRAIGHT, PAIR_OPTIONS, PAIRS_AND_SET, QUAD_PAIRS, SEVEN_PAIRS, STANDARD
from mjcore.hand.handdata cimport COPIES, meld_copies
from mjcore.hand.kinds cimport KINDS, SUIT_KINDS, meld_kind
from mjcore.hand.shapes cimport pairs_distance, set_held
from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport ASIDE_FIRST, NO_VOID, Seat, State

cdef enum:
    ALL_PAIRS = 8              # pairs in seven pairs and a pung


cdef int meld_suits_of(const FlowData *flow, const Seat *seat) noexcept nogil:
    cdef int i, kind, suits = 0
    if flow.engine.choices == EVERY_SUIT:
        return 0
    for i in range(seat.n_melds):
        kind = meld_kind(seat.melds[i])
        if kind < SUIT_KINDS:
            suits |= 1 << kind // 9
    return suits


cdef int look_at(const FlowData *flow, const uint8_t *counts, int n_melds, int meld_suits, int void_suit,
                 uint64_t wild, Looked *hand, int *bound) noexcept nogil:
    """Looks a hand up; the number of wild tiles, or -1 for a hand that can not be. `bound`: no form misses less."""
    cdef uint8_t plain[48]
    cdef Bytes34 held
    cdef uint64_t left = wild
    cdef int jokers = 0, kind, other, pairs
    cdef bint declared = void_suit != NO_VOID
    if wild:
        memcpy(plain, counts, 48)
        while left:
            kind = first_bit(left)
            left &= left - 1
            jokers += plain[kind]
            plain[kind] = 0
        held = load34(plain)
    else:
        held = load34(counts)
    if look(flow.engine, held, n_melds, jokers, void_suit if declared else NO_SUIT, hand) != HAND_OK:
        return -1
    bound[0] = 0
    if hand.choices != EVERY_SUIT:
        if declared and most_suits(flow.engine) == 2:
            # the declared suit is the one that is left out
            hand.choices = EVERY_SUIT
            hand.general = 0
        elif meld_suits:
            hand.choices = choices_beside(hand.choices, meld_suits)
    if hand.general == 0:
        return jokers
    bound[0] = standard_distance(hand) if hand.forms & 1 << STANDARD else FAR
    set_held(&hand.held, hand.counts, hand.exists)
    if hand.forms & 1 << SEVEN_PAIRS:
        other = pairs_distance(&hand.held, hand.forms & QUAD_PAIRS != 0)
        bound[0] = other if other < bound[0] else bound[0]
    if hand.forms & 1 << PAIRS_AND_SET:
        pairs = count_bits(hand.held.twice) + count_bits(hand.held.four)
        other = ALL_PAIRS - pairs
        bound[0] = other if other < bound[0] else bound[0]
    if hand.forms & ~<unsigned int>(1 << STANDARD | 1 << SEVEN_PAIRS | 1 << PAIRS_AND_SET | PAIR_OPTIONS):
        bound[0] = 0
    return jokers


cdef inline unsigned int turned(unsigned int thirds, int by) noexcept nogil:
    """Three numbers of four bits, each moved on by so many places."""
    return (thirds | thirds << 12) >> 4 * by & 0xFFF


cdef inline bint fits_a_straight(const Looked *hand, int tiles) noexcept nogil:
    """Whether some knitted straight has so many of its nine tiles in the hand, 8 at most: all six patterns at once, in
    two sums of three numbers each."""
    cdef const KnittedTables *knitted = &hand.tables.knitted
    cdef unsigned int m = knitted.thirds[hand.held.once & 511], p = knitted.thirds[hand.held.once >> 9 & 511]
    cdef unsigned int s = knitted.thirds[hand.held.once >> 18 & 511]
    cdef unsigned int one_way = m + turned(p, 1) + turned(s, 2), other_way = m + turned(p, 2) + turned(s, 1)
    cdef unsigned int rest = 8 - tiles if tiles < 8 else 0
    return tiles <= 1 or ((one_way + 0x111 * rest) | (other_way + 0x111 * rest)) & 0x888


cdef void distances_to_wait(Looked *hand, Distances *out) noexcept nogil:
    """Distances by form. How far a knitted straight is takes long to tell: it is asked for only where it would be the
    nearest, or one of the nearest of a ready hand, which waits for tiles of both."""
    cdef unsigned int forms = hand.forms
    cdef int below
    if not forms & ~hand.general & 1 << KNITTED_STRAIGHT:
        all_distances(hand, out)
        return
    hand.forms &= ~<unsigned int>(1 << KNITTED_STRAIGHT)
    all_distances(hand, out)
    hand.forms = forms
    below = out.best if out.best <= hand.jokers + 1 else out.best - 1
    set_held(&hand.held, hand.counts, hand.exists)
    if fits_a_straight(hand, 9 + missing(hand.tables, hand.sets - 3, hand.left, hand.right) - below):
        out.straight = straight_distance(hand, below)
        out.best = out.straight if out.straight <= below else out.best


cdef uint64_t waits_of(const FlowData *flow, const unsigned char *counts, int n_melds, int meld_suits, int void_suit,
                       uint64_t wild, int *distance) noexcept nogil:
    cdef Looked hand
    cdef Distances distances
    cdef int bound, jokers = look_at(flow, counts, n_melds, meld_suits, void_suit, wild, &hand, &bound)
    if jokers < 0:
        distance[0] = FAR
        return 0
    if bound > jokers + 2:
        distance[0] = bound - jokers
        return 0
    distances_to_wait(&hand, &distances)
    distance[0] = distances.best - jokers
    if distances.best != jokers + 1:
        return 0
    # a wild tile completes whatever any tile does
    return accepted_kinds(&hand, &distances) | wild


cdef void set_waits(const FlowData *flow, State *state, int seat) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int distance
    own.waits = waits_of(flow, own.hand, own.n_melds, meld_suits_of(flow, own), own.void_suit, state.wild, &distance)
    own.distance = distance if distance < 255 else 255


cdef uint64_t ready_discards(const FlowData *flow, const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef Looked hand
    cdef Distances distances
    cdef Seat after = own[0]
    cdef uint64_t left = own.have & (<uint64_t>1 << KINDS) - 1, found = 0
    cdef int suits = meld_suits_of(flow, own), kind, distance, bound
    cdef int jokers = look_at(flow, own.hand, own.n_melds, suits, own.void_suit, state.wild, &hand, &bound)
    if jokers < 0 or bound > jokers + 1:
        return 0
    all_distances(&hand, &distances)
    if distances.best > jokers + 1:
        return 0
    while left:
        kind = first_bit(left)
        left &= left - 1
        after.hand[kind] -= 1
        after.waits = waits_of(flow, after.hand, own.n_melds, suits, own.void_suit, state.wild, &distance)
        if after.waits and (not flow.strict_ready or held_waits(&after)):
            found |= <uint64_t>1 << kind
        after.hand[kind] += 1
    return found


cdef uint64_t held_waits(const Seat *seat) noexcept nogil:
    """Waits of which the seat does not hold all copies itself."""
    cdef uint64_t left = seat.waits, found = 0
    cdef int kind, i, copies
    while left:
        kind = first_bit(left)
        left &= left - 1
        copies = seat.hand[kind]
        if kind >= ASIDE_FIRST:
            copies += seat.aside[kind - ASIDE_FIRST]
        for i in range(seat.n_melds):
            copies += meld_copies(seat.melds[i], kind)
        if copies < COPIES:
            found |= <uint64_t>1 << kind
    return found


cdef uint64_t open_waits(const FlowData *flow, const Seat *seat) noexcept nogil:
    return held_waits(seat) if flow.strict_waits else seat.waits
