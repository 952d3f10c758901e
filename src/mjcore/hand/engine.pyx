"""The slow ways of the hand engine: forms and tile sets without tables, copies used up, narrow jokers."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport count_bits, four34, held34, publish, store34
from mjcore.hand.capped cimport capped_form
from mjcore.hand.forms cimport FORMS
from mjcore.hand.distances cimport distance_tables
from mjcore.hand.kinds cimport KINDS
from mjcore.hand.narrow cimport narrow_form
from mjcore.hand.shapes cimport pairs_and_set_accepted, pairs_and_set_distance
from mjcore.hand.split cimport Split, split_hand, standard_waits
from mjcore.hand.suits cimport suit_table

from mjcore.errors import RuleError

cdef enum:
    COPIES = 4


cdef void set_caps(uint64_t exists, uint8_t *caps) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        caps[kind] = COPIES if exists >> kind & 1 else 0


cdef int slow_shanten(const HandRules *rules, Bytes34 counts, int melds, int jokers, int *shanten) noexcept nogil:
    cdef Looked hand
    cdef int fault = look(rules, counts, melds, jokers, NO_SUIT, &hand)
    if fault == HAND_OK:
        shanten[0] = best_distance(&hand) - jokers - 1
    return fault


cdef int capped_forms(uint32_t forms, const uint8_t *counts, const uint8_t *caps, int sets,
                      const NarrowJokers *narrow, uint64_t *accepted) noexcept nogil:
    """The least distance of several forms, and the kinds that lower it (may be NULL)."""
    cdef int form, distance, best = FAR
    cdef uint64_t mask
    cdef uint64_t *wanted = &mask if accepted != NULL else NULL
    cdef bint quads = forms & QUAD_PAIRS != 0
    if accepted != NULL:
        accepted[0] = 0
    for form in range(FORMS):
        if forms >> form & 1:
            if narrow != NULL:
                distance = narrow_form(form, quads, counts, caps, sets, narrow, wanted)
            else:
                distance = capped_form(form, quads, counts, caps, sets, wanted)
            if distance < best:
                best = distance
                if accepted != NULL:
                    accepted[0] = 0
            if distance == best and best < FAR and accepted != NULL:
                accepted[0] |= mask
    return best


cdef int general_distance(const Looked *hand, uint64_t *accepted) noexcept nogil:
    cdef uint8_t counts[KINDS]
    cdef uint8_t caps[KINDS]
    cdef bint quads = hand.forms & QUAD_PAIRS != 0
    cdef int distance
    store34(counts, hand.counts)
    if hand.general == 1 << PAIRS_AND_SET and hand.exists == all_kinds_exist():
        distance = pairs_and_set_distance(counts, quads)
        if accepted != NULL:
            accepted[0] = pairs_and_set_accepted(counts, quads, distance) & ~four34(hand.counts)
        return distance
    set_caps(hand.exists, caps)
    return capped_forms(hand.general | (hand.forms & QUAD_PAIRS), counts, caps, hand.sets, NULL, accepted)


cdef uint64_t fifth_copies(const HandRules *rules, const Looked *hand) noexcept nogil:
    cdef uint8_t counts[KINDS]
    cdef uint8_t caps[KINDS]
    cdef uint64_t four = four34(hand.counts) & hand.exists, left = four, bit, accepted, found = 0
    cdef uint32_t forms = hand.forms & 1 << STANDARD
    cdef Split split
    cdef int kind
    # the other forms never hold more than four of a kind
    if hand.sets == MAX_SETS:
        forms |= hand.forms & (1 << KNITTED_STRAIGHT | 1 << PAIRS_AND_SET | QUAD_PAIRS)
    # what was written before `five` was
    publish()
    store34(counts, hand.counts)
    if forms & ~<uint32_t>QUAD_PAIRS == 1 << STANDARD and hand.jokers == 0 and held34(hand.counts) & ~hand.exists == 0:
        split_hand(rules.suits_four if hand.sets < MAX_SETS else rules.suits_five, counts, &split)
        return standard_waits(&split) & four
    set_caps(hand.exists, caps)
    while left:
        kind = first_bit(left)
        bit = left & -left
        left &= left - 1
        caps[kind] = COPIES + 1
        if capped_forms(forms, counts, caps, hand.sets, NULL, &accepted) == hand.jokers + 1:
            found |= accepted & bit
        caps[kind] = COPIES
    return found


cdef int ask(const HandRules *rules, const uint8_t *source, int melds, int jokers, int void_suit,
             const uint8_t *used, const NarrowJokers *narrow, int *distance, uint64_t *accepted) noexcept nogil:
    cdef Looked hand
    cdef Distances distances
    cdef uint8_t counts[KINDS]
    cdef uint8_t caps[KINDS]
    cdef int fault, kind, least = COPIES
    fault = look(rules, load34(source), melds, jokers, void_suit, &hand)
    if fault != HAND_OK:
        return fault
    if used != NULL:
        store34(counts, hand.counts)
        set_caps(hand.exists, caps)
        for kind in range(KINDS):
            if counts[kind] + used[kind] > COPIES:
                return ABOVE_CAP
            if caps[kind]:
                caps[kind] -= used[kind]
                least = caps[kind] if caps[kind] < least else least
    if least == COPIES and narrow == NULL:
        all_distances(&hand, &distances)
        distance[0] = distances.best
        if accepted != NULL:
            accepted[0] = accepted_kinds(&hand, &distances)
        return HAND_OK
    if used == NULL:
        store34(counts, hand.counts)
        set_caps(hand.exists, caps)
    distance[0] = capped_forms(hand.forms, counts, caps, hand.sets, narrow, accepted)
    if accepted != NULL and distance[0] <= (0 if narrow != NULL else jokers):
        accepted[0] = 0
    return HAND_OK


cdef int make_rules(uint64_t exists, uint32_t forms, int sets, bint fifth_waits, bint melds_use_up,
                    HandRules *out) except -1:
    cdef uint32_t knitted = 1 << KNITTED_STRAIGHT | 1 << GREATER_KNITTED | 1 << LESSER_KNITTED
    out.exists = exists & all_kinds_exist()
    out.forms = forms
    out.general = forms & 1 << PAIRS_AND_SET
    if out.exists != all_kinds_exist():
        out.general |= forms & knitted
    if count_bits(out.exists) < 16:
        # a void suit must leave seven kinds
        out.general |= forms & 1 << SEVEN_PAIRS
    out.quick = (out.exists == all_kinds_exist()
                 and forms & ~<uint32_t>(1 << STANDARD | 1 << SEVEN_PAIRS | 1 << THIRTEEN_ORPHANS) == 0
                 and forms & 1 << STANDARD)
    out.sets = sets
    out.fifth_waits = fifth_waits
    out.melds_use_up = melds_use_up
    try:
        out.four = distance_tables(out.exists, 4)
    except OverflowError as error:
        raise RuleError(str(error)) from None
    out.five = NULL
    out.no_five = False
    out.suits_four = suit_table(4) if fifth_waits else NULL
    out.suits_five = NULL
    if sets == MAX_SETS:
        need_five_sets(out)
    return 0


cdef int need_five_sets(HandRules *rules) except -1:
    if rules.fifth_waits:
        rules.suits_five = suit_table(MAX_SETS)
    cdef const DistanceTables *five
    try:
        five = distance_tables(rules.exists, MAX_SETS)
    except OverflowError:
        rules.no_five = True
    else:
        # last, as its being there says that all is there
        publish()
        rules.five = five
    return 0
