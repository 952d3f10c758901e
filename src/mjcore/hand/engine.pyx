"""The slow ways of the hand engine: forms and tile sets without tables, copies used up, narrow jokers."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport count_bits, four34, held34, publish, store34
from mjcore.hand.capped cimport capped_form
from mjcore.hand.forms cimport FORMS, PUNG_BESIDE_PAIRS
from mjcore.hand.distances cimport distance_tables
from mjcore.hand.kinds cimport KINDS
from mjcore.hand.narrow cimport narrow_form
from mjcore.hand.shapes cimport pairs_and_set_accepted, pairs_and_set_distance
from mjcore.hand.split cimport Split, split_hand, standard_waits
from mjcore.hand.suits cimport suit_table

from mjcore.errors import RuleError

cdef enum:
    COPIES = 4
    FEWEST_KINDS = 7       # for the formula of seven different pairs


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
    cdef uint32_t options = forms & PAIR_OPTIONS
    if accepted != NULL:
        accepted[0] = 0
    for form in range(FORMS):
        if forms >> form & 1:
            if narrow != NULL:
                distance = narrow_form(form, options, counts, caps, sets, narrow, wanted)
            else:
                distance = capped_form(form, options, counts, caps, sets, wanted)
            if distance < best:
                best = distance
                if accepted != NULL:
                    accepted[0] = 0
            if distance == best and best < FAR and accepted != NULL:
                accepted[0] |= mask
    return best


cdef inline uint32_t forms_without(uint32_t forms, int suits) noexcept nogil:
    """Those of the forms that a win without some suits can have."""
    return forms & (1 << STANDARD | 1 << SEVEN_PAIRS | 1 << PAIRS_AND_SET | PAIR_OPTIONS) if suits else forms


cdef void leave_out(const Looked *hand, int suits, Looked *out) noexcept nogil:
    """The hand, looked up for a win without these suits, a mask."""
    cdef int suit
    out[0] = hand[0]
    out.choices = EVERY_SUIT
    out.exists &= ~kinds_of_suits(suits)
    for suit in range(3):
        if suits >> suit & 1:
            out.group[suit] = out.tables.empty
    out.left = merged(out.tables, out.group[0], out.group[1])
    out.right = merged(out.tables, out.group[2], out.group[3])
    out.forms = forms_without(out.forms, suits)
    out.general = out.forms & 1 << PAIRS_AND_SET
    if out.tables.sets < out.sets:
        out.general |= out.forms & 1 << STANDARD
    if count_bits(out.exists) < FEWEST_KINDS:
        out.general |= out.forms & 1 << SEVEN_PAIRS


cdef int distance_by_choice(const Looked *hand, uint64_t *accepted) noexcept nogil:
    """The least distance, whichever suits are left out, and the kinds that lower it (may be NULL)."""
    cdef Looked rest
    cdef Distances distances
    cdef int suits, best = FAR
    if accepted != NULL:
        accepted[0] = 0
    for suits in range(CHOICES):
        if hand.choices >> suits & 1:
            leave_out(hand, suits, &rest)
            all_distances(&rest, &distances)
            if distances.best < best:
                best = distances.best
                if accepted != NULL:
                    accepted[0] = 0
            if accepted != NULL and distances.best == best:
                accepted[0] |= accepted_kinds(&rest, &distances)
    return best


cdef int general_distance(const Looked *hand, uint64_t *accepted) noexcept nogil:
    cdef uint8_t counts[KINDS]
    cdef uint8_t caps[KINDS]
    cdef bint quads = hand.forms & QUAD_PAIRS != 0, pung = hand.forms & PUNG_BESIDE_PAIRS != 0
    cdef int distance
    if hand.choices != EVERY_SUIT:
        return distance_by_choice(hand, accepted)
    store34(counts, hand.counts)
    if hand.general == 1 << PAIRS_AND_SET and hand.exists == all_kinds_exist():
        distance = pairs_and_set_distance(counts, quads, pung)
        if accepted != NULL:
            accepted[0] = pairs_and_set_accepted(counts, quads, pung, distance) & ~four34(hand.counts)
        return distance
    set_caps(hand.exists, caps)
    return capped_forms(hand.general | (hand.forms & PAIR_OPTIONS), counts, caps, hand.sets, NULL, accepted)


cdef uint64_t fifth_copies(const HandRules *rules, const Looked *hand) noexcept nogil:
    cdef uint8_t counts[KINDS]
    cdef uint8_t caps[KINDS]
    cdef uint64_t four = four34(hand.counts) & hand.exists, left = four, bit, accepted, found = 0
    cdef uint32_t forms = hand.forms & 1 << STANDARD
    cdef Split split
    cdef Looked rest
    cdef int kind, suits
    if hand.choices != EVERY_SUIT:
        for suits in range(CHOICES):
            if hand.choices >> suits & 1:
                leave_out(hand, suits, &rest)
                found |= fifth_copies(rules, &rest)
        return found
    # the other forms never hold more than four of a kind
    if hand.sets == MAX_SETS:
        forms |= hand.forms & (1 << KNITTED_STRAIGHT | 1 << PAIRS_AND_SET | PAIR_OPTIONS)
    # what was written before `five` was
    publish()
    store34(counts, hand.counts)
    if (forms & ~<uint32_t>PAIR_OPTIONS == 1 << STANDARD and hand.jokers == 0
            and held34(hand.counts) & ~hand.exists == 0):
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


cdef int capped_distance(const Looked *hand, const uint8_t *counts, const uint8_t *caps, const NarrowJokers *narrow,
                         uint64_t *accepted) noexcept nogil:
    """The same of all forms with caps, and with narrow jokers if there are any."""
    cdef uint8_t left[KINDS]
    cdef uint64_t mask, out
    cdef int suits, kind, distance, best = FAR
    if accepted != NULL:
        accepted[0] = 0
    for suits in range(CHOICES):
        if hand.choices >> suits & 1:
            out = kinds_of_suits(suits)
            for kind in range(KINDS):
                left[kind] = 0 if out >> kind & 1 else caps[kind]
            distance = capped_forms(forms_without(hand.forms, suits), counts, left, hand.sets, narrow,
                                    &mask if accepted != NULL else NULL)
            if distance < best:
                best = distance
                if accepted != NULL:
                    accepted[0] = 0
            if accepted != NULL and distance == best:
                accepted[0] |= mask
    return best


cdef int ask(const HandRules *rules, const uint8_t *source, int melds, int jokers, int void_suit,
             uint32_t meld_suits, const uint8_t *used, const NarrowJokers *narrow, int *distance,
             uint64_t *accepted) noexcept nogil:
    cdef Looked hand
    cdef Distances distances
    cdef uint8_t counts[KINDS]
    cdef uint8_t caps[KINDS]
    cdef int fault, kind, least = COPIES
    fault = look(rules, load34(source), melds, jokers, void_suit, &hand)
    if fault != HAND_OK:
        return fault
    hand.choices = choices_beside(hand.choices, meld_suits)
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
    distance[0] = capped_distance(&hand, counts, caps, narrow, accepted)
    if accepted != NULL and distance[0] <= (0 if narrow != NULL else jokers):
        accepted[0] = 0
    return HAND_OK


cdef int make_rules(uint64_t exists, uint32_t forms, int sets, int most_suits, bint fifth_waits, bint melds_use_up,
                    HandRules *out) except -1:
    cdef uint32_t knitted = 1 << KNITTED_STRAIGHT | 1 << GREATER_KNITTED | 1 << LESSER_KNITTED
    out.exists = exists & all_kinds_exist()
    out.forms = forms
    out.general = forms & 1 << PAIRS_AND_SET
    if out.exists != all_kinds_exist():
        out.general |= forms & knitted
    if count_bits(out.exists) < FEWEST_KINDS + 9:
        # a void suit must leave enough of them
        out.general |= forms & 1 << SEVEN_PAIRS
    out.choices = EVERY_SUIT
    if most_suits < 3:
        # one suit is left out, or two; a hand is looked up for each choice
        out.choices = 1 << 1 | 1 << 2 | 1 << 4 if most_suits == 2 else 1 << 6 | 1 << 5 | 1 << 3
        out.general = forms & ~<uint32_t>PAIR_OPTIONS
    out.quick = (out.exists == all_kinds_exist()
                 and forms & ~<uint32_t>(1 << STANDARD | 1 << SEVEN_PAIRS | 1 << THIRTEEN_ORPHANS) == 0
                 and forms & 1 << STANDARD and out.choices == EVERY_SUIT)
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
