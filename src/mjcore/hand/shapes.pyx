"""Seven pairs and a set, the form of 17 tiles: by what a set leaves of each kind for the pairs."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.kinds cimport KINDS, SUIT_KINDS

cdef enum:
    # what a kind gives, as sums that do not meet: pairs, single tiles, tiles that the set misses
    ONE_PAIR = 1
    ONE_SINGLE = 1 << 8
    ONE_MISSING = 1 << 16

# By quads (four equal tiles are two pairs) and count.
cdef uint32_t for_pairs[2][5]          # all tiles of the kind are for pairs
cdef uint32_t beside_chow[2][5]        # one is for a chow; of the others a pair at most: there are four copies
cdef uint32_t beside_pung[5]           # three are for a pung, a fourth is of no use


cdef void fill() noexcept nogil:
    cdef int quads, count, rest
    for quads in range(2):
        for count in range(5):
            if quads:
                for_pairs[quads][count] = ONE_PAIR * (count // 2) + ONE_SINGLE * (count & 1)
            else:
                for_pairs[quads][count] = ONE_PAIR if count >= 2 else ONE_SINGLE * count
            rest = count - 1 if count else 0
            beside_chow[quads][count] = ONE_PAIR if rest >= 2 else ONE_SINGLE * rest
            if count == 0:
                beside_chow[quads][count] = ONE_MISSING
    for count in range(5):
        beside_pung[count] = ONE_MISSING * (3 - count) if count < 3 else 0


fill()


cdef inline int distance_of(uint32_t sum) noexcept nogil:
    cdef int pairs = sum & 255, singles = sum >> 8 & 255
    return <int>(sum >> 16) + at_least_0(7 - pairs) + at_least_0(7 - pairs - singles)


cdef uint32_t sum_for_pairs(const uint8_t *counts, bint quads) noexcept nogil:
    cdef uint32_t sum = 0
    cdef int kind
    for kind in range(KINDS):
        sum += for_pairs[quads][counts[kind]]
    return sum


cdef int pairs_and_set_distance(const uint8_t *counts, bint quads, bint pung) noexcept nogil:
    cdef uint32_t all = sum_for_pairs(counts, quads)
    cdef uint32_t change[SUIT_KINDS]
    cdef int kind, count, least = FAR, distance
    for count in range(5):
        change[count] = all - for_pairs[quads][count] + beside_pung[count]
        change[count] = distance_of(change[count])
    for kind in range(KINDS):
        distance = change[counts[kind]]
        least = distance if distance < least else least
    if pung:
        return least
    for kind in range(SUIT_KINDS):
        change[kind] = beside_chow[quads][counts[kind]] - for_pairs[quads][counts[kind]]
    for kind in range(SUIT_KINDS - 2):
        if kind % 9 < 7:
            # differences may borrow from each other; the sum is right again
            distance = distance_of(all + change[kind] + change[kind + 1] + change[kind + 2])
            least = distance if distance < least else least
    return least


cdef uint64_t accepted_for_pairs(const uint8_t *counts, uint32_t sum, bint quads, uint64_t set_kinds) noexcept nogil:
    """Kinds outside the set of which one more tile serves the pairs."""
    cdef int pairs = sum & 255, singles = sum >> 8 & 255, kind
    cdef uint64_t single = 0, fresh = 0
    for kind in range(KINDS):
        if for_pairs[quads][counts[kind]] & ONE_SINGLE:
            single |= <uint64_t>1 << kind
        elif counts[kind] == 0 or (quads and counts[kind] == 2):
            fresh |= <uint64_t>1 << kind
    if pairs >= 7:
        single = 0
    return (single | (fresh if pairs + singles < 7 else 0)) & ~set_kinds


cdef uint64_t pairs_and_set_accepted(const uint8_t *counts, bint quads, bint pung, int distance) noexcept nogil:
    cdef uint32_t all = sum_for_pairs(counts, quads), sum, rest
    cdef uint64_t mask = 0, bit
    cdef int kind, i, count
    if distance == 0:
        return 0
    for kind in range(KINDS):
        count = counts[kind]
        bit = <uint64_t>1 << kind
        sum = all - for_pairs[quads][count] + beside_pung[count]
        if distance_of(sum) == distance:
            mask |= accepted_for_pairs(counts, sum, quads, bit)
            if count < 3:
                mask |= bit
    if pung:
        return mask
    for kind in range(SUIT_KINDS - 2):
        if kind % 9 >= 7:
            continue
        sum = all
        for i in range(3):
            sum += beside_chow[quads][counts[kind + i]] - for_pairs[quads][counts[kind + i]]
        if distance_of(sum) == distance:
            mask |= accepted_for_pairs(counts, sum, quads, <uint64_t>7 << kind)
            for i in range(3):
                rest = beside_chow[quads][counts[kind + i]]
                # missing in the chow; a second tile beside it; or the first of a new pair
                if rest >= ONE_MISSING or (rest & ONE_SINGLE and sum & 255 < 7) or (
                        rest == 0 and (sum & 255) + (sum >> 8 & 255) < 7):
                    mask |= <uint64_t>1 << (kind + i)
    return mask
