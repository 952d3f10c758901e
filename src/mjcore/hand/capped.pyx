"""Distances when some kinds may be used less or more than four times, or do not exist.

The sets are found by the automaton of automaton.pyx, the special forms by what each kind costs.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport all_slots, count_bits, store
from mjcore.hand.automaton cimport (
    PAIR_SLOT, WIDTH, Automaton, at_most, final_slot, join_slots, lowering_kinds, run_automaton,
)
from mjcore.hand.counts cimport whole
from mjcore.hand.forms cimport (
    FIRST_PUNG, GREATER_KNITTED, KNITTED_STRAIGHT, LESSER_KNITTED, PAIRS_AND_SET, PUNG_BESIDE_PAIRS, QUAD_PAIRS,
    SET_IDS, SEVEN_PAIRS, SHAPELESS, STANDARD, THIRTEEN_ORPHANS, knitted_pattern, knitted_third, orphan_kinds,
)
from mjcore.hand.kinds cimport EAST, KINDS, MAX_SETS

from mjcore.errors import HandError

cdef enum:
    SEVEN = 7


cdef int capped_standard(const uint8_t *counts, const uint8_t *caps, int sets, uint64_t *accepted) noexcept nogil:
    cdef Automaton automata[4]
    cdef const Automaton *groups[4]
    cdef const uint8_t *vectors[4]
    cdef uint8_t sides[2 * WIDTH]
    cdef int group, distance
    for group in range(4):
        groups[group] = &automata[group]
        vectors[group] = run_automaton(&automata[group], counts + 9 * group, caps + 9 * group,
                                       9 if group < 3 else 7, group < 3, sets)
    join_slots(vectors[0], vectors[1], sets, sides)
    join_slots(vectors[2], vectors[3], sets, sides + WIDTH)
    distance = final_slot(sides, sides + WIDTH, sets)
    if accepted != NULL:
        accepted[0] = lowering_kinds(groups, vectors, sets, distance) if 0 < distance < FAR else 0
    return distance


cdef int without_third(const uint8_t *counts, const uint8_t *caps, int third, uint8_t *rest_counts,
                       uint8_t *rest_caps, uint32_t *missing_ranks) noexcept nogil:
    cdef int rank, missing = 0
    memcpy(rest_counts, counts, 9)
    memcpy(rest_caps, caps, 9)
    missing_ranks[0] = 0
    for rank in range(third, 9, 3):
        if caps[rank] == 0:
            return FAR
        rest_caps[rank] -= 1
        if counts[rank]:
            rest_counts[rank] -= 1
        else:
            missing_ranks[0] |= 1 << rank
            missing += 1
    return missing


cdef int knitted_straight(const uint8_t *counts, const uint8_t *caps, int sets, uint64_t *accepted) noexcept nogil:
    # a target less the nine tiles is a target of the rest: three thirds of each suit, then the honours
    cdef Automaton automata[10]
    cdef uint8_t rest_counts[9 * 9]
    cdef uint8_t rest_caps[9 * 9]
    cdef uint32_t missing_ranks[9]
    cdef int missing[9]
    cdef int distances[6]
    cdef const uint8_t *slots[10]
    cdef const Automaton *groups[4]
    cdef const uint8_t *vectors[4]
    cdef uint8_t sides[2 * WIDTH]
    cdef int pattern, suit, at, first, distance = FAR
    if sets < 3:
        return FAR
    sets -= 3
    for at in range(9):
        first = 9 * (at // 3)
        missing[at] = without_third(counts + first, caps + first, at % 3, rest_counts + 9 * at, rest_caps + 9 * at,
                                    &missing_ranks[at])
        if missing[at] < FAR:
            slots[at] = run_automaton(&automata[at], rest_counts + 9 * at, rest_caps + 9 * at, 9, True, sets)
    slots[9] = run_automaton(&automata[9], counts + EAST, caps + EAST, 7, False, sets)
    for pattern in range(6):
        distances[pattern] = 0
        for suit in range(3):
            at = 3 * suit + knitted_third(pattern, suit)
            distances[pattern] += missing[at]
            vectors[suit] = slots[at]
        if distances[pattern] < FAR:
            join_slots(vectors[0], vectors[1], sets, sides)
            join_slots(vectors[2], slots[9], sets, sides + WIDTH)
            distances[pattern] += final_slot(sides, sides + WIDTH, sets)
            distance = at_most(distance, distances[pattern])
    if accepted == NULL or distance == FAR:
        return distance
    vectors[3] = slots[9]
    groups[3] = &automata[9]
    for pattern in range(6):
        if distances[pattern] == distance:
            for suit in range(3):
                at = 3 * suit + knitted_third(pattern, suit)
                distances[pattern] -= missing[at]
                accepted[0] |= <uint64_t>missing_ranks[at] << 9 * suit
                vectors[suit] = slots[at]
                groups[suit] = &automata[at]
            accepted[0] |= lowering_kinds(groups, vectors, sets, distances[pattern])
    return distance


# Tiles that the n-th pair of a kind misses, from 1.
cdef inline int pair_cost(int held, int nth) noexcept nogil:
    return 0 if held >= 2 * nth else 1 if held == 2 * nth - 1 else 2


cdef inline int most_pairs(int cap, bint quads) noexcept nogil:
    return cap >> 1 if quads else at_most(cap >> 1, 1)


cdef inline void count_pairs(int *costs, int held, int cap, bint quads, int by) noexcept nogil:
    """Adds `by` for each pair that a kind may give: costs[c] of them miss c tiles."""
    cdef int nth
    for nth in range(1, most_pairs(cap, quads) + 1):
        costs[pair_cost(held, nth)] += by


cdef inline int cheapest(const int *costs, int pairs) noexcept nogil:
    """What the cheapest pairs miss together. Of one kind the first pair is never dearer than the second."""
    cdef int held = at_most(pairs, costs[0]), halves = at_most(pairs - held, costs[1])
    pairs -= held + halves
    return halves + 2 * pairs if pairs <= costs[2] else FAR


cdef inline bint pair_lowers(const int *costs, int pairs, int held, int cap, bint quads) noexcept nogil:
    """Whether a pair of the kind that misses something can be among the cheapest ones."""
    cdef int nth = (held >> 1) + 1, dearest = 0 if pairs <= costs[0] else 1 if pairs <= costs[0] + costs[1] else 2
    return nth <= most_pairs(cap, quads) and pair_cost(held, nth) <= dearest and pairs > 0


cdef int take_set(int low, int size, const uint8_t *counts, const uint8_t *caps, bint quads, int *costs,
                  uint8_t *rest_counts, uint8_t *rest_caps, uint64_t *missing_kinds) noexcept nogil:
    """Takes the set of one or three kinds from `low` out and writes down what is left: the tiles it misses, or FAR."""
    cdef int copies = 3 // size, i, kind, missing = 0
    missing_kinds[0] = 0
    for i in range(size):
        if caps[low + i] < copies:
            return FAR
    for i in range(size):
        kind = low + i
        if counts[kind] < copies:
            missing += copies - counts[kind]
            missing_kinds[0] |= <uint64_t>1 << kind
        rest_counts[i] = counts[kind] - at_most(counts[kind], copies)
        rest_caps[i] = caps[kind] - copies
        count_pairs(costs, counts[kind], caps[kind], quads, -1)
        count_pairs(costs, rest_counts[i], rest_caps[i], quads, 1)
    return missing


cdef uint64_t pairs_part(const uint8_t *counts, const uint8_t *caps, int first, int last, uint32_t options,
                         uint32_t wanted, uint8_t *slots, bint lowering) noexcept nogil:
    cdef int costs[3]
    cdef int rest[3]
    cdef uint8_t rest_counts[3]
    cdef uint8_t rest_caps[3]
    cdef uint64_t missing_kinds, kinds = 0
    cdef int kind, pairs, set_id, low, size, slot, missing, i
    cdef bint quads = options & QUAD_PAIRS != 0
    memset(costs, 0, sizeof(costs))
    for kind in range(first, last):
        count_pairs(costs, counts[kind], caps[kind], quads, 1)
    if not lowering:
        store(slots, all_slots(FAR))
    # without a set, then with each
    for set_id in range(-1, SET_IDS if wanted >> PAIR_SLOT else 0):
        memcpy(rest, costs, sizeof(costs))
        low = size = slot = missing = missing_kinds = 0
        if set_id >= 0:
            if set_id < FIRST_PUNG and options & PUNG_BESIDE_PAIRS:
                continue
            slot = PAIR_SLOT
            size = 1 if set_id >= FIRST_PUNG else 3
            low = set_id - FIRST_PUNG if set_id >= FIRST_PUNG else 9 * (set_id // 7) + set_id % 7
            if not first <= low < last:
                continue
            missing = take_set(low, size, counts, caps, quads, rest, rest_counts, rest_caps, &missing_kinds)
            if missing == FAR:
                continue
        for pairs in range(SEVEN + 1):
            if not wanted >> (slot + pairs) & 1:
                continue
            if not lowering:
                slots[slot + pairs] = at_most(slots[slot + pairs], missing + cheapest(rest, pairs))
            elif missing + cheapest(rest, pairs) == slots[slot + pairs] < FAR:
                kinds |= missing_kinds
                for kind in range(first, last):
                    i = kind - low
                    if 0 <= i < size:
                        kinds |= <uint64_t>pair_lowers(rest, pairs, rest_counts[i], rest_caps[i], quads) << kind
                    else:
                        kinds |= <uint64_t>pair_lowers(rest, pairs, counts[kind], caps[kind], quads) << kind
    return kinds


cdef void orphans_slots(const uint8_t *counts, const uint8_t *caps, int first, int last, uint8_t *slots) noexcept nogil:
    cdef int kind, missing = 0, pair = FAR
    memset(slots, FAR, WIDTH)
    for kind in range(first, last):
        if orphan_kinds() >> kind & 1:
            if caps[kind] == 0:
                return
            missing += counts[kind] == 0
            if caps[kind] >= 2:
                pair = at_most(pair, 0 if counts[kind] >= 2 else 1)
    slots[0] = missing
    slots[PAIR_SLOT] = at_most(missing + pair, FAR)


cdef uint64_t orphans_lowering(const uint8_t *counts, const uint8_t *caps, int first, int last, uint32_t wanted,
                               const uint8_t *slots) noexcept nogil:
    cdef int kind
    cdef uint64_t kinds = 0
    cdef bint pair = wanted >> PAIR_SLOT and slots[PAIR_SLOT] < FAR and slots[PAIR_SLOT] > slots[0]
    if pair or (wanted and slots[0] < FAR):
        for kind in range(first, last):
            if orphan_kinds() >> kind & 1 and (counts[kind] == 0 or (pair and counts[kind] == 1 and caps[kind] >= 2)):
                kinds |= <uint64_t>1 << kind
    return kinds


cdef void single_slots(uint64_t held, uint64_t exists, int least, int most, uint8_t *slots) noexcept nogil:
    cdef int tiles, have = count_bits(held & exists)
    memset(slots, FAR, WIDTH)
    for tiles in range(least, at_most(most, count_bits(exists)) + 1):
        slots[tiles] = tiles - have if tiles > have else 0


cdef int knitted(int form, const uint8_t *counts, const uint8_t *caps, uint64_t *accepted) noexcept nogil:
    cdef uint64_t held = 0, exists = 0, suited, kinds = 0
    cdef uint8_t honour_slots[WIDTH]
    cdef uint8_t suit_slots[WIDTH]
    cdef int kind, pattern, honours, missing, distance = FAR
    for kind in range(KINDS):
        held |= <uint64_t>(counts[kind] > 0) << kind
        exists |= <uint64_t>(caps[kind] > 0) << kind
    single_slots(held >> EAST, exists >> EAST, 5, 7, honour_slots)
    for pattern in range(6):
        suited = knitted_pattern(pattern) & exists
        single_slots(held & suited, suited, 7, 9, suit_slots)
        for honours in range(7 if form == GREATER_KNITTED else 5, 8 if form == GREATER_KNITTED else 7):
            missing = honour_slots[honours] + suit_slots[14 - honours]
            if missing < distance:
                distance = missing
                kinds = 0
            if missing == distance < FAR:
                if honour_slots[honours]:
                    kinds |= exists & ~held & <uint64_t>0x7F << EAST
                if suit_slots[14 - honours]:
                    kinds |= suited & ~held
    if accepted != NULL:
        accepted[0] = kinds
    return distance


cdef int capped_form(int form, uint32_t options, const uint8_t *counts, const uint8_t *caps, int sets,
                     uint64_t *accepted) noexcept nogil:
    cdef uint8_t slots[WIDTH]
    cdef int slot
    if accepted != NULL:
        accepted[0] = 0
    if not 0 <= sets <= MAX_SETS:
        return FAR
    if form == STANDARD:
        return capped_standard(counts, caps, sets, accepted)
    if form == KNITTED_STRAIGHT:
        return knitted_straight(counts, caps, sets, accepted)
    if sets != (5 if form == PAIRS_AND_SET else 4):
        return FAR
    if form == SEVEN_PAIRS or form == PAIRS_AND_SET:
        slot = SEVEN if form == SEVEN_PAIRS else PAIR_SLOT + SEVEN
        pairs_part(counts, caps, 0, KINDS, options, 1 << slot, slots, False)
        if accepted != NULL and 0 < slots[slot] < FAR:
            accepted[0] = pairs_part(counts, caps, 0, KINDS, options, 1 << slot, slots, True)
        return slots[slot]
    if form == THIRTEEN_ORPHANS:
        orphans_slots(counts, caps, 0, KINDS, slots)
        if accepted != NULL and 0 < slots[PAIR_SLOT] < FAR:
            accepted[0] = orphans_lowering(counts, caps, 0, KINDS, 1 << PAIR_SLOT, slots)
        return slots[PAIR_SLOT]
    if form == GREATER_KNITTED or form == LESSER_KNITTED:
        return knitted(form, counts, caps, accepted)
    return FAR


cdef int load_numbers(object source, object what, uint8_t *out) except -1:
    cdef int kind
    values = tuple(source)
    if len(values) != KINDS:
        raise HandError(f"{len(values)} {what}s; expected 34, one for each kind 1m..9m 1p..9p 1s..9s 1z..7z")
    for kind in range(KINDS):
        value = whole(values[kind], f"an integer 0 to {MAX_CAP} as {what} {kind}")
        if not 0 <= value <= MAX_CAP:
            raise HandError(f"{what} {kind} is {value}; expected 0 to {MAX_CAP}")
        out[kind] = value
    return 0


cdef int form_number(object form) except -1:
    from mjcore.hand.decompose import FORM_NAMES

    if form not in FORM_NAMES[:SHAPELESS]:
        raise HandError(f"form {form!r}: expected one of {', '.join(FORM_NAMES[:SHAPELESS])}")
    return FORM_NAMES.index(form)


cdef int number_of_sets(object sets) except -1:
    value = whole(sets, "the number of sets")
    if not 0 <= value <= MAX_SETS:
        raise HandError(f"{value} sets to make; expected 0 to {MAX_SETS}")
    return value


cdef uint32_t pair_options(bint quad_pairs, object pairs_with, object error) except? 0:
    if not isinstance(pairs_with, str) or pairs_with not in ("any", "pung"):
        raise error(f"pairs_with={pairs_with!r}: expected 'any' or 'pung', the set beside seven pairs")
    return (QUAD_PAIRS if quad_pairs else 0) | (PUNG_BESIDE_PAIRS if pairs_with == "pung" else 0)


def distance(counts, caps, sets, form="standard", *, quad_pairs=True, pairs_with="any"):
    """How many tiles a hand misses when each kind may be used only so often, and which would bring it nearer.

    counts  34 numbers 0..7: the concealed tiles
    caps    34 numbers 0..7: the most copies of each kind in a complete hand. 0 takes a kind out of the tile
            set, 4 less the copies in melds allows no fifth copy
    sets    sets still to make, 0..5
    form    one of FORM_NAMES of mjcore.hand.decompose, except "shapeless"
    quad_pairs  whether equal tiles may be several of seven pairs
    pairs_with  "pung": the set beside seven pairs is one; "any": or a chow

    Returns the number, None if no such hand exists, and the mask of the kinds of which one more tile lowers it.

    >>> from mjcore.hand.capped import distance
    >>> counts = [2] + [0] * 26 + [3] + [0] * 6
    >>> distance(counts, [4] * 34, 1)
    (0, 0)
    >>> distance(counts, [4] * 27 + [2] + [4] * 6, 1)       # two East are in a meld: no pung, but a pair
    (1, 1)
    """
    cdef uint8_t held[KINDS]
    cdef uint8_t most[KINDS]
    cdef uint64_t kinds = 0
    cdef int missing
    load_numbers(counts, "count", held)
    load_numbers(caps, "cap", most)
    missing = capped_form(form_number(form), pair_options(quad_pairs, pairs_with, HandError), held, most,
                          number_of_sets(sets), &kinds)
    return (missing if missing < FAR else None), kinds
