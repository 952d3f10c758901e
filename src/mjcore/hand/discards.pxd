# Every discard of a hand of 3n + 2 tiles: the distance after it, and the kinds that lower it then.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport (
    equal_sums, first_bit, four34, held34, high_weight, low_weight, lowered9, meeting9, sum_chosen34, unlikely,
)
from mjcore.hand.forms cimport KNITTED_STRAIGHT, STANDARD, orphan_kinds
from mjcore.hand.distances cimport FAR, GROUPS, VECTOR, DistanceTables, GroupTable
from mjcore.hand.engine cimport (
    NOT_HELD, QUAD_PAIRS, Distances, HandRules, Looked, all_distances, class_at, lowering, merged, others,
    straight_distance,
)
from mjcore.hand.kinds cimport KINDS
from mjcore.hand.jokers cimport NarrowJokers
from mjcore.hand.shapes cimport Held, orphans_accepted, orphans_distance, pairs_accepted, pairs_distance, take_one

# Where the answers go, by kind.
cdef struct DiscardTable:
    int8_t *shanten                # after the discard; NOT_HELD for a kind that is not
    uint64_t *accepted             # kinds that lower it then; need not be aligned
    uint8_t *copies                # how many tiles of these kinds are left

# What one tile more of each rank would lower: for every rank of a group a mask of vector entries.
cdef struct Lanes:
    uint16_t lowered[GROUPS][16]


cdef inline void set_lanes(const Looked *hand, Lanes *lanes) noexcept nogil:
    cdef const GroupTable *table
    cdef const uint8_t *here
    cdef const uint8_t *there
    cdef uint32_t low, high
    cdef int group
    for group in range(GROUPS):
        table = hand.tables.group[group]
        low = hand.key[2 * group]
        high = hand.key[2 * group + 1]
        here = table.classes + table.low[low]
        there = table.classes + table.high[high]
        lowered9(hand.tables.vectors, hand.group[group], there[table.low[low + 1]], there[table.low[low + 5]],
                 there[table.low[low + 25]], there[table.low[low + 125]], here[table.high[high + 1]],
                 here[table.high[high + 5]], here[table.high[high + 25]], here[table.high[high + 125]],
                 here[table.high[high + 625]], lanes.lowered[group])


cdef inline uint64_t accepted_elsewhere(const Looked *hand, const Lanes *lanes, int group, uint32_t changed,
                                        int distance) noexcept nogil:
    """Accepted kinds outside `group` after it has become of class `changed` and the distance `distance`."""
    cdef const DistanceTables *tables = hand.tables
    cdef const uint8_t *complement = tables.complement[hand.sets]
    cdef int partner = group ^ 1, a = (group & 2) ^ 2, b = a + 1
    cdef uint32_t beyond = hand.right if group < 2 else hand.left
    cdef uint32_t near = merged(tables, changed, hand.group[partner]), rest
    cdef uint64_t mask
    rest = merged(tables, beyond, changed)
    mask = <uint64_t>meeting9(lanes.lowered[partner], equal_sums(
        tables.vectors + VECTOR * hand.group[partner], complement + VECTOR * rest, distance)) << (9 * partner)
    rest = merged(tables, near, hand.group[b])
    mask |= <uint64_t>meeting9(lanes.lowered[a], equal_sums(
        tables.vectors + VECTOR * hand.group[a], complement + VECTOR * rest, distance)) << (9 * a)
    rest = merged(tables, near, hand.group[a])
    mask |= <uint64_t>meeting9(lanes.lowered[b], equal_sums(
        tables.vectors + VECTOR * hand.group[b], complement + VECTOR * rest, distance)) << (9 * b)
    return mask


# A discard after which a form without tables may be the nearest.
cdef void discard_generally(const Looked *hand, int kind, uint32_t low, uint32_t high, uint32_t changed,
                            const uint8_t *left_over, const DiscardTable *out) noexcept nogil


cdef inline void put_accepted(int kind, uint64_t mask, const uint8_t *left_over,
                              const DiscardTable *out) noexcept nogil:
    memcpy(out.accepted + kind, &mask, sizeof(mask))
    out.copies[kind] = sum_chosen34(mask, left_over)


cdef inline uint64_t best_discards(const int8_t *shanten, const uint8_t *copies, uint64_t discards) noexcept nogil:
    """Of these kinds those with the least shanten and, among them, the most copies."""
    cdef uint64_t left = discards, best = 0
    cdef int kind, order, least = 1 << 30
    while left:
        kind = first_bit(left)
        left &= left - 1
        order = (<int>shanten[kind] << 8) - copies[kind]
        least = order if order < least else least
    while discards:
        kind = first_bit(discards)
        discards &= discards - 1
        best |= <uint64_t>((<int>shanten[kind] << 8) - copies[kind] == least) << kind
    return best


cdef inline bint fill_discards(Looked *hand, uint64_t allowed, const uint8_t *left_over, bint nearest,
                               const DiscardTable *out) noexcept nogil:
    """As find_discards; `nearest`: what is accepted only where the discard leaves the hand as near as it is, or ready.
    Whether there is such a discard."""
    cdef const DistanceTables *tables = hand.tables
    cdef const GroupTable *table
    cdef const uint8_t *row
    cdef Distances now
    cdef Lanes lanes
    cdef Held still
    cdef uint64_t discards = held34(hand.counts) & allowed, four = four34(hand.counts), bit, mask
    cdef uint32_t left, low, high, changed, forms = hand.forms & ~hand.general
    cdef int kind, group, rank, standard, best, pairs, orphans, farther, jokers = hand.jokers + 1, near
    cdef bint wanted = forms & 1 << STANDARD, quads = hand.forms & QUAD_PAIRS != 0, found = False
    all_distances(hand, &now)
    near = now.best if now.best > 1 else 1
    if now.straight > now.best and forms & 1 << KNITTED_STRAIGHT:
        # it may be as good after a discard that costs the best form a tile
        now.straight = straight_distance(hand, now.best + 1)
    # no form comes nearer by a discard: those that are farther already need no look, those not asked for never
    now.pairs += <int>(now.pairs >= FAR)
    now.orphans += <int>(now.orphans >= FAR)
    farther = now.knitted if now.knitted < now.straight else now.straight
    farther = now.other if now.other < farther else farther
    farther += <int>(farther >= FAR)
    if wanted:
        set_lanes(hand, &lanes)
    memset(&still, 0, sizeof(still))
    memset(out.shanten, NOT_HELD, KINDS)
    memset(out.accepted, 0, KINDS * sizeof(uint64_t))
    memset(out.copies, 0, KINDS)
    for group in range(GROUPS):
        table = tables.group[group]
        row = NULL
        if wanted:
            row = tables.missing[hand.sets] + others(hand, group) * tables.n_classes
        left = <uint32_t>(discards >> (9 * group)) & 511
        while left:
            rank = first_bit(left)
            left &= left - 1
            kind = 9 * group + rank
            bit = <uint64_t>1 << kind
            low = hand.key[2 * group] - low_weight(rank)
            high = hand.key[2 * group + 1] - high_weight(rank)
            changed = class_at(table, low, high)
            if unlikely(hand.group[group] == tables.empty):
                changed = tables.empty
            standard = row[changed] if wanted else FAR
            best = standard
            pairs = orphans = FAR
            if now.pairs <= best or now.orphans <= best:
                still = hand.held
                if hand.exists & bit:
                    take_one(&still, bit)
                if now.pairs <= best:
                    pairs = pairs_distance(&still, quads)
                    best = pairs if pairs < best else best
                if now.orphans <= best:
                    orphans = orphans_distance(&still, hand.exists, orphan_kinds())
                    best = orphans if orphans < best else best
            if farther <= best:
                discard_generally(hand, kind, low, high, changed, left_over, out)
                found |= out.shanten[kind] <= near - jokers
                continue
            out.shanten[kind] = best - jokers
            found |= best <= near
            if best == 0 or best >= FAR or nearest and best > near:
                continue
            mask = 0
            if standard == best:
                mask = accepted_elsewhere(hand, &lanes, group, changed, best)
                mask |= <uint64_t>lowering(table, row, low, high, best) << (9 * group)
            if pairs == best:
                mask |= pairs_accepted(&still, hand.exists, quads)
            if orphans == best:
                mask |= orphans_accepted(&still, orphan_kinds())
            put_accepted(kind, mask & hand.exists & ~(four & ~bit), left_over, out)
    return found


cdef inline void find_discards(Looked *hand, uint64_t allowed, const uint8_t *left_over,
                               const DiscardTable *out) noexcept nogil:
    """Fills `out` for every kind that is held and in the mask `allowed`; `left_over` has 48 bytes, the copies of
    each kind that are left."""
    fill_discards(hand, allowed, left_over, False, out)


cdef inline void find_nearest_discards(Looked *hand, uint64_t allowed, const uint8_t *left_over,
                                       const DiscardTable *out) noexcept nogil:
    """The same, but what is accepted is sure to be there only for discards after which the distance is least."""
    if not fill_discards(hand, allowed, left_over, True, out):
        # every one costs the hand a tile, and which costs least is not known before
        fill_discards(hand, allowed, left_over, False, out)


# The same with copies used up and narrow jokers, as `ask` takes them; slower. With `used` the discarded tile is used
# up too. Shanten is that after all jokers. Gives HAND_OK or a fault.
cdef int ask_discards(const HandRules *rules, const uint8_t *counts, int melds, int jokers, int void_suit,
                      uint32_t meld_suits, const uint8_t *used, const NarrowJokers *narrow, uint64_t allowed,
                      const uint8_t *left_over, const DiscardTable *out) noexcept nogil
