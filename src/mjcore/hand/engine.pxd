# The hand engine: distance, shanten, accepted kinds, waits and discards of 34 counts, for a set of forms.
#
# Distance = fewest tiles missing; shanten = distance - jokers - 1: -1 complete, 0 ready. All functions but those that
# make rules are noexcept nogil and allocate nothing. The inline ones take counts that are 0..4 each; `look` says
# whether they are.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.bits cimport (
    Bytes34, above_four, below9, first_bit, four34, keys34, load34, shapes34, sum34, unlikely,
)
from mjcore.hand.forms cimport (
    GREATER_KNITTED, KNITTED_STRAIGHT, LESSER_KNITTED, PAIR_OPTIONS, PAIRS_AND_SET, QUAD_PAIRS, SEVEN_PAIRS, STANDARD,
    THIRTEEN_ORPHANS, orphan_kinds,
)
from mjcore.hand.distances cimport (
    FAR, GROUPS, DistanceTables, GroupTable, KnittedTables, all_kinds_exist,
)
from mjcore.hand.kinds cimport KINDS, MAX_SETS
from mjcore.hand.jokers cimport NarrowJokers
from mjcore.hand.shapes cimport (
    Held, at_least_0, fitting, knitted_accepted, knitted_distance, orphans_accepted, orphans_distance, pairs_accepted,
    pairs_distance, set_held,
)
from mjcore.hand.suits cimport SuitTable

cdef enum:
    NO_SUIT = 3            # as void suit: none
    ANY_MELDS = 255        # as number of melds: as many as the tiles leave (none if any size will do)

    NOT_HELD = 127         # shanten after a discard that is not possible

    # faults of a hand
    HAND_OK = 0
    COUNT_ABOVE_FOUR = 1
    BAD_TILES = 2          # not 3n + 1 or 3n + 2 tiles, or more than 17
    BAD_MELDS = 3          # tiles and melds together are no hand of the rule set
    NOT_THIRTEEN = 5       # 3n + 1 tiles are asked for
    NOT_FOURTEEN = 6       # 3n + 2 tiles are asked for
    ABOVE_CAP = 7          # more copies than are left beside melds and visible tiles
    BAD_SUIT = 8
    NO_FORM = 9            # no form is possible, however many tiles come
    NEEDS_FIVE_SETS = 100  # no fault: the tables for 16 and 17 tiles are not there yet (`need_sets`)

    # Suits that a win leaves out: bit i of a set of choices allows to leave out the suits whose bits i has.
    EVERY_SUIT = 1         # the only choice: none is left out
    CHOICES = 8

# What a rule set asks of a hand.
cdef struct HandRules:
    const DistanceTables *four     # for at most four sets to make
    const DistanceTables *five     # for five; NULL until needed, and where there are none
    bint no_five                   # this tile set has no tables for five sets
    const SuitTable *suits_four    # for waits for a fifth copy, NULL without fifth_waits
    const SuitTable *suits_five
    uint64_t exists                # mask of the kinds in play
    uint32_t forms                 # mask of 1 << form, and some of PAIR_OPTIONS
    uint32_t general               # of these, the ones that the masks of shapes.pxd do not cover for these kinds
    uint32_t choices               # of suits left out
    int sets                       # sets of a full hand, melds included; 0: any
    bint quick                     # the usual kinds, and no forms but those of quick_shanten
    bint fifth_waits               # a kind of which the hand holds all four can be waited for
    bint melds_use_up              # strict: tiles in the own melds are copies gone

# A hand looked up.
cdef struct Looked:
    const DistanceTables *tables
    Bytes34 counts
    Held held
    uint32_t key[8]
    uint32_t group[GROUPS]         # classes
    uint32_t left                  # class of m and p together
    uint32_t right                 # of s and the honours
    uint64_t exists                # without the void suit
    # of suits left out besides the void suit: if not EVERY_SUIT, all forms are general. Whoever knows the melds goes on
    # with those that they allow (choices_beside)
    uint32_t choices
    uint32_t forms                 # those that fit the number of sets and melds
    uint32_t general               # of these, those of HandRules.general
    int sets                       # concealed sets to make
    int jokers
    int tiles                      # 1: 3n + 1, 2: 3n + 2

# Distance of each form that was asked for; what discards and accepted kinds start from.
cdef struct Distances:
    int best
    int standard
    int pairs
    int orphans
    int knitted
    int straight
    int other                      # of the general forms


cdef inline uint64_t kinds_of_suits(uint32_t suits) noexcept nogil:
    """The kinds of some suits, a mask of 1 << suit."""
    cdef uint64_t ranks = 0x1FF
    return ranks * (suits & 1) | ranks * (suits & 2) << 8 | ranks * (suits & 4) << 16


cdef inline uint32_t choices_with(int suit) noexcept nogil:
    """The choices that leave this suit out."""
    return 0xAA if suit == 0 else 0xCC if suit == 1 else 0xF0


cdef inline uint32_t choices_beside(uint32_t choices, uint32_t suits) noexcept nogil:
    """Those of the choices that leave none of these suits out, a mask: a win with melds of these suits."""
    cdef int suit
    for suit in range(3):
        if suits >> suit & 1:
            choices &= ~choices_with(suit)
    return choices


cdef inline int most_suits(const HandRules *rules) noexcept nogil:
    """The most suits of a win."""
    return 3 if rules.choices == EVERY_SUIT else 2 if rules.choices & 1 << 1 else 1


cdef inline uint32_t class_at(const GroupTable *table, uint32_t low, uint32_t high) noexcept nogil:
    return table.classes[table.low[low] + table.high[high]]


cdef inline uint32_t merged(const DistanceTables *tables, uint32_t a, uint32_t b) noexcept nogil:
    return tables.merged[a * tables.n_classes + b]


cdef inline int missing(const DistanceTables *tables, int sets, uint32_t a, uint32_t b) noexcept nogil:
    return tables.missing[sets][a * tables.n_classes + b]


cdef inline uint32_t forms_that_fit(uint32_t forms, int sets, int melds) noexcept nogil:
    """The forms that a hand of so many sets to make can have."""
    cdef uint32_t fit = 1 << STANDARD
    if sets >= 3:
        fit |= 1 << KNITTED_STRAIGHT
    if melds == 0:
        if sets == 4:
            fit |= (1 << SEVEN_PAIRS | 1 << THIRTEEN_ORPHANS | 1 << GREATER_KNITTED | 1 << LESSER_KNITTED
                    | QUAD_PAIRS)
        elif sets == 5:
            fit |= 1 << PAIRS_AND_SET | PAIR_OPTIONS
    return forms & fit


cdef inline int look(const HandRules *rules, Bytes34 counts, int melds, int jokers, int void_suit,
                     Looked *out) noexcept nogil:
    """Looks a hand up: HAND_OK or a fault. Nothing but the fault is checked again later."""
    cdef const DistanceTables *tables = rules.four
    cdef int total = sum34(counts) + jokers, sets = (total * 11) >> 5, group
    if unlikely(above_four(counts, counts)):
        return COUNT_ABOVE_FOUR
    out.tiles = total - 3 * sets
    if unlikely(total > 3 * MAX_SETS + 2 or out.tiles == 0):
        return BAD_TILES
    if rules.sets:
        if melds == ANY_MELDS:
            melds = rules.sets - sets
        if unlikely(sets + melds != rules.sets):
            return BAD_MELDS
    elif melds == ANY_MELDS:
        melds = 0
    if unlikely(sets + melds > MAX_SETS or melds < 0):
        return BAD_MELDS
    if sets == MAX_SETS:
        tables = rules.five
        if unlikely(tables == NULL):
            if not rules.no_five:
                return NEEDS_FIVE_SETS
            tables = rules.four
    out.tables = tables
    out.counts = counts
    out.sets = sets
    out.jokers = jokers
    out.exists = rules.exists
    out.choices = rules.choices
    out.forms = forms_that_fit(rules.forms, sets, melds)
    out.general = rules.general & out.forms
    if sets == MAX_SETS:
        # its nine tiles leave room for one copy less than the tables reckon with
        out.general |= out.forms & (1 << STANDARD | 1 << KNITTED_STRAIGHT if rules.no_five else 1 << KNITTED_STRAIGHT)
    keys34(counts, out.key)
    for group in range(GROUPS):
        out.group[group] = class_at(tables.group[group], out.key[2 * group], out.key[2 * group + 1])
    if void_suit != NO_SUIT:
        out.group[void_suit] = tables.empty
        out.exists &= ~(<uint64_t>0x1FF << (9 * void_suit))
        out.choices &= choices_with(void_suit) | EVERY_SUIT
        out.general |= out.forms & ~<uint32_t>(1 << STANDARD | 1 << SEVEN_PAIRS | PAIR_OPTIONS)
    out.left = merged(tables, out.group[0], out.group[1])
    out.right = merged(tables, out.group[2], out.group[3])
    return HAND_OK


cdef inline int standard_distance(const Looked *hand) noexcept nogil:
    return missing(hand.tables, hand.sets, hand.left, hand.right)


cdef inline uint32_t others(const Looked *hand, int group) noexcept nogil:
    """Class of the three other groups together."""
    if group < 2:
        return merged(hand.tables, hand.right, hand.group[1 - group])
    return merged(hand.tables, hand.left, hand.group[5 - group])


cdef inline uint32_t lowering(const GroupTable *table, const uint8_t *row, uint32_t low, uint32_t high,
                              int distance) noexcept nogil:
    """Ranks of a group of which one tile more brings the hand below `distance`; `row` has the distance by the
    class of the group. Wrong for ranks held four times, and for those that a group does not have."""
    cdef const uint8_t *there = table.classes + table.high[high]
    cdef const uint8_t *here = table.classes + table.low[low]
    return below9(row, there[table.low[low + 1]], there[table.low[low + 5]], there[table.low[low + 25]],
                  there[table.low[low + 125]], here[table.high[high + 1]], here[table.high[high + 5]],
                  here[table.high[high + 25]], here[table.high[high + 125]], here[table.high[high + 625]], distance)


cdef inline uint64_t standard_accepted(const Looked *hand, int distance) noexcept nogil:
    """Kinds that lower the standard distance. Wrong for kinds held four times."""
    cdef const DistanceTables *tables = hand.tables
    cdef uint64_t mask = 0
    cdef int group
    for group in range(GROUPS):
        mask |= <uint64_t>lowering(
            tables.group[group], tables.missing[hand.sets] + others(hand, group) * tables.n_classes,
            hand.key[2 * group], hand.key[2 * group + 1], distance) << (9 * group)
    return mask & hand.exists


# The usual question, quickly: the shanten for standard form, seven pairs of different kinds and thirteen orphans.

# The same for any rules; slower.
cdef int slow_shanten(const HandRules *rules, Bytes34 counts, int melds, int jokers, int *shanten) noexcept nogil


cdef inline int quick_shanten(const HandRules *rules, Bytes34 counts, int melds, int jokers,
                              int *shanten) noexcept nogil:
    """HAND_OK or a fault. Nothing in here is written to memory and loaded again."""
    cdef const DistanceTables *tables = rules.four
    cdef int total = sum34(counts) + jokers, sets = (total * 11) >> 5, best, other
    cdef uint32_t key[8]
    cdef uint32_t m, p, s, z, shapes
    if unlikely(above_four(counts, counts)):
        return COUNT_ABOVE_FOUR
    if unlikely(total > 3 * MAX_SETS + 2 or total == 3 * sets):
        return BAD_TILES
    if melds == ANY_MELDS:
        melds = rules.sets - sets if rules.sets else 0
    if unlikely((rules.sets and sets + melds != rules.sets) or sets + melds > MAX_SETS or melds < 0):
        return BAD_MELDS
    if unlikely(not rules.quick):
        return slow_shanten(rules, counts, melds, jokers, shanten)
    if sets == MAX_SETS:
        tables = rules.five
        if unlikely(tables == NULL):
            return NEEDS_FIVE_SETS
    keys34(counts, key)
    m = class_at(tables.group[0], key[0], key[1])
    p = class_at(tables.group[1], key[2], key[3])
    s = class_at(tables.group[2], key[4], key[5])
    z = class_at(tables.group[3], key[6], key[7])
    best = missing(tables, sets, merged(tables, m, p), merged(tables, s, z))
    if rules.forms != 1 << STANDARD and sets == 4 and melds == 0:
        shapes = shapes34(counts)
        if rules.forms & 1 << SEVEN_PAIRS:
            other = 7 - <int>(shapes >> 20) + at_least_0(7 - <int>(shapes & 15))
            best = other if other < best else best
        if rules.forms & 1 << THIRTEEN_ORPHANS:
            other = 14 - <int>(shapes >> 16 & 15) - <int>(shapes & 0xF0 != 0)
            best = other if other < best else best
    shanten[0] = best - jokers - 1
    return HAND_OK


# The knitted straight: nine tiles of a pattern, three sets less to make of the rest.

cdef inline void without_pattern(const Looked *hand, int pattern, Looked *rest) noexcept nogil:
    """The hand without the tiles of the pattern that it holds."""
    cdef const DistanceTables *tables = hand.tables
    cdef uint32_t ranks
    cdef int suit, third
    rest.tables = tables
    rest.exists = hand.exists
    rest.sets = hand.sets - 3
    for suit in range(3):
        third = tables.knitted.third[pattern][suit]
        ranks = <uint32_t>(hand.held.once >> (9 * suit)) & 511
        rest.key[2 * suit] = hand.key[2 * suit] - tables.knitted.take_low[third][ranks & 15]
        rest.key[2 * suit + 1] = hand.key[2 * suit + 1] - tables.knitted.take_high[third][ranks >> 4]
        rest.group[suit] = class_at(tables.group[suit], rest.key[2 * suit], rest.key[2 * suit + 1])
    rest.key[6] = hand.key[6]
    rest.key[7] = hand.key[7]
    rest.group[3] = hand.group[3]
    rest.left = merged(tables, rest.group[0], rest.group[1])
    rest.right = merged(tables, rest.group[2], rest.group[3])


cdef inline int straight_distance(const Looked *hand, int below) noexcept nogil:
    """Distance to a knitted straight if it is less than or equal to `below`; otherwise any number above."""
    cdef const KnittedTables *knitted = &hand.tables.knitted
    cdef Looked rest
    cdef int pattern, distance, least = FAR, floor = missing(hand.tables, hand.sets - 3, hand.left, hand.right)
    cdef uint32_t m = knitted.thirds[hand.held.once & 511], p = knitted.thirds[hand.held.once >> 9 & 511]
    cdef uint32_t s = knitted.thirds[hand.held.once >> 18 & 511]
    for pattern in range(6):
        distance = 9 - <int>((m >> 4 * knitted.third[pattern][0] & 15) + (p >> 4 * knitted.third[pattern][1] & 15)
                             + (s >> 4 * knitted.third[pattern][2] & 15))
        # the rest misses as much as the whole hand would, at least
        if distance + floor <= below and distance + floor < least:
            without_pattern(hand, pattern, &rest)
            distance += standard_distance(&rest)
            least = distance if distance < least else least
    return least


cdef inline uint64_t straight_accepted(const Looked *hand, int distance) noexcept nogil:
    cdef Looked rest
    cdef uint64_t mask = 0
    cdef int pattern, left
    for pattern in range(6):
        left = distance - 9 + fitting(&hand.tables.knitted, hand.held.once, pattern)
        if left >= 0:
            without_pattern(hand, pattern, &rest)
            if standard_distance(&rest) == left:
                mask |= hand.tables.knitted.kinds[pattern] & ~hand.held.once
                if left:
                    mask |= standard_accepted(&rest, left)
    return mask


# The best of several forms

# Distance and accepted kinds (may be NULL) of the forms in hand.general, the slow way.
cdef int general_distance(const Looked *hand, uint64_t *accepted) noexcept nogil


cdef inline void all_distances(Looked *hand, Distances *out) noexcept nogil:
    """Distances by form; FAR for what was not asked for or can not be."""
    cdef uint32_t forms = hand.forms & ~hand.general
    out.standard = standard_distance(hand) if forms & 1 << STANDARD else FAR
    out.best = out.standard
    out.pairs = out.orphans = out.knitted = out.straight = out.other = FAR
    if forms & ~<uint32_t>(1 << STANDARD | PAIR_OPTIONS):
        set_held(&hand.held, hand.counts, hand.exists)
        if forms & 1 << SEVEN_PAIRS:
            out.pairs = pairs_distance(&hand.held, hand.forms & QUAD_PAIRS != 0)
            out.best = out.pairs if out.pairs < out.best else out.best
        if forms & 1 << THIRTEEN_ORPHANS:
            out.orphans = orphans_distance(&hand.held, hand.exists, orphan_kinds())
            out.best = out.orphans if out.orphans < out.best else out.best
        if forms & (1 << GREATER_KNITTED | 1 << LESSER_KNITTED):
            out.knitted = knitted_distance(&hand.tables.knitted, &hand.held, forms >> GREATER_KNITTED & 1,
                                           forms >> LESSER_KNITTED & 1)
            out.best = out.knitted if out.knitted < out.best else out.best
        if forms & 1 << KNITTED_STRAIGHT:
            out.straight = straight_distance(hand, out.best)
            out.best = out.straight if out.straight < out.best else out.best
    if unlikely(hand.general != 0):
        out.other = general_distance(hand, NULL)
        out.best = out.other if out.other < out.best else out.best


cdef inline int best_distance(Looked *hand) noexcept nogil:
    """Fewest tiles missing from any form."""
    cdef Distances distances
    all_distances(hand, &distances)
    return distances.best


cdef inline uint64_t accepted_kinds(const Looked *hand, const Distances *distances) noexcept nogil:
    """Kinds of which one tile more lowers the best distance; 0 for a complete hand."""
    cdef uint64_t mask = 0, general
    cdef int best = distances.best
    cdef uint32_t forms = hand.forms
    if best <= hand.jokers or best >= FAR:
        return 0
    if distances.standard == best:
        mask = standard_accepted(hand, best)
    if distances.pairs == best:
        mask |= pairs_accepted(&hand.held, hand.exists, forms & QUAD_PAIRS != 0)
    if distances.orphans == best:
        mask |= orphans_accepted(&hand.held, orphan_kinds())
    if distances.knitted == best:
        mask |= knitted_accepted(&hand.tables.knitted, &hand.held, forms >> GREATER_KNITTED & 1,
                                 forms >> LESSER_KNITTED & 1, best)
    if distances.straight == best:
        mask |= straight_accepted(hand, best)
    mask &= ~four34(hand.counts)
    if unlikely(distances.other == best):
        general_distance(hand, &general)
        mask |= general
    return mask


# Waits

# Kinds of which the hand holds all four and that would complete it if there were a fifth.
cdef uint64_t fifth_copies(const HandRules *rules, const Looked *hand) noexcept nogil


cdef inline uint64_t waiting_kinds(const HandRules *rules, Looked *hand, bint fifth) noexcept nogil:
    """Kinds that complete the hand; 0 if it is not ready. With `fifth` (only for rules with fifth_waits) those too of
    which it holds all four."""
    cdef Distances distances
    cdef uint64_t mask = 0
    all_distances(hand, &distances)
    if distances.best == hand.jokers + 1:
        mask = accepted_kinds(hand, &distances)
    if fifth and four34(hand.counts):
        mask |= fifth_copies(rules, hand)
    return mask


# Everything at once, slower: `used` (NULL for none) are copies of each kind that lie in melds or were seen, which
# the hand can not get any more; `narrow` (NULL for none, checked by narrow_check) are further jokers that stand for
# some kinds only. Their number belongs to `jokers`, but `distance` is counted after them and the universal jokers
# must be among them: shanten = distance - 1. Without `narrow` shanten = distance - jokers - 1.
# `meld_suits` is a mask of suits that melds have (0 if that is not known): a win can not leave them out.
# Gives HAND_OK or a fault; `accepted` may be NULL.
cdef int ask(const HandRules *rules, const uint8_t *counts, int melds, int jokers, int void_suit,
             uint32_t meld_suits, const uint8_t *used, const NarrowJokers *narrow, int *distance,
             uint64_t *accepted) noexcept nogil

# Fills `out` for a tile set (mask of kinds), forms and the most suits of a win (1..3); builds tables if need be. The
# tables for 16 and 17 tiles are built at once if sets == 5, else when `need_five_sets` is called (after a function gave
# NEEDS_FIVE_SETS).
cdef int make_rules(uint64_t exists, uint32_t forms, int sets, int most_suits, bint fifth_waits, bint melds_use_up,
                    HandRules *out) except -1
cdef int need_five_sets(HandRules *rules) except -1
