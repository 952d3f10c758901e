# Distances of the forms that are no sets and a pair, by masks of kinds. All exact for at most four of a kind.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport Bytes34, count_bits, four34, held34, odd34, two34
from mjcore.hand.distances cimport FAR, KnittedTables
from mjcore.hand.kinds cimport EAST

# Kinds by how often they are held.
cdef struct Held:
    uint64_t once          # at least once
    uint64_t twice         # at least twice
    uint64_t four          # four times
    uint64_t odd           # once or three times


cdef inline void set_held(Held *held, Bytes34 counts, uint64_t exists) noexcept nogil:
    held.once = held34(counts) & exists
    held.twice = two34(counts) & exists
    held.four = four34(counts) & exists
    held.odd = odd34(counts) & exists


cdef inline void take_one(Held *held, uint64_t kind) noexcept nogil:
    """One tile less of a kind (a mask of one bit) that is held."""
    cdef uint64_t odd = held.odd & kind, twice = held.twice & kind
    held.once &= ~(odd & ~twice)
    held.twice &= ~(twice & ~odd & ~held.four)
    held.four &= ~kind
    held.odd ^= kind


cdef inline int at_least_0(int number) noexcept nogil:
    return number & ~(number >> 31)


# Seven pairs. With `quads` four equal tiles are two pairs; otherwise all pairs are of different kinds.

cdef inline int pairs_distance(const Held *held, bint quads) noexcept nogil:
    """With seven kinds at least."""
    cdef int pairs = count_bits(held.twice), singles
    if quads:
        pairs += count_bits(held.four)
        singles = count_bits(held.odd)
    else:
        singles = count_bits(held.once) - count_bits(held.twice)
    # each further pair needs one tile beside a single, or two
    return 7 - pairs + at_least_0(7 - pairs - singles)


cdef inline uint64_t pairs_accepted(const Held *held, uint64_t exists, bint quads) noexcept nogil:
    """For a hand that is not complete."""
    cdef uint64_t singles, fresh
    cdef int pairs = count_bits(held.twice)
    if quads:
        pairs += count_bits(held.four)
        singles = held.odd
        fresh = exists & ~held.odd & ~held.four
    else:
        singles = held.once & ~held.twice
        fresh = exists & ~held.once
    return singles | (fresh if pairs + count_bits(singles) < 7 else 0)


# Thirteen orphans

cdef inline int orphans_distance(const Held *held, uint64_t exists, uint64_t orphans) noexcept nogil:
    if exists & orphans != orphans:
        return FAR
    return 14 - count_bits(held.once & orphans) - <int>(held.twice & orphans != 0)


cdef inline uint64_t orphans_accepted(const Held *held, uint64_t orphans) noexcept nogil:
    return orphans & (~held.once if held.twice & orphans else ~<uint64_t>0)


# Honours and knitted tiles, of the usual 34 kinds

cdef inline int fitting(const KnittedTables *knitted, uint64_t once, int pattern) noexcept nogil:
    """How many of the nine kinds of a pattern are held."""
    return count_bits(once & knitted.kinds[pattern])


cdef inline int greater_missing(int honours, int suited) noexcept nogil:
    """All seven honours and seven of the nine."""
    return 7 - honours + at_least_0(7 - suited)


cdef inline int lesser_missing(int honours, int suited) noexcept nogil:
    """Five honours and the nine, or six and eight of them."""
    cdef int five = at_least_0(5 - honours) + 9 - suited, six = at_least_0(6 - honours) + at_least_0(8 - suited)
    return five if five < six else six


cdef inline int knitted_missing(int honours, int suited, bint greater, bint lesser) noexcept nogil:
    cdef int least = FAR, other
    if greater:
        least = greater_missing(honours, suited)
    if lesser:
        other = lesser_missing(honours, suited)
        least = other if other < least else least
    return least


cdef inline int knitted_distance(const KnittedTables *knitted, const Held *held, bint greater,
                                 bint lesser) noexcept nogil:
    cdef int honours = count_bits(held.once >> EAST), most = 0, pattern, suited
    # never more to do with more tiles that fit
    cdef uint32_t m = knitted.thirds[held.once & 511], p = knitted.thirds[held.once >> 9 & 511]
    cdef uint32_t s = knitted.thirds[held.once >> 18 & 511]
    for pattern in range(6):
        suited = ((m >> 4 * knitted.third[pattern][0] & 15) + (p >> 4 * knitted.third[pattern][1] & 15)
                  + (s >> 4 * knitted.third[pattern][2] & 15))
        most = suited if suited > most else most
    return knitted_missing(honours, most, greater, lesser)


cdef inline uint64_t knitted_accepted(const KnittedTables *knitted, const Held *held, bint greater, bint lesser,
                                      int distance) noexcept nogil:
    cdef int honours = count_bits(held.once >> EAST), pattern, suited
    cdef uint64_t mask = 0, all_honours = <uint64_t>0x7F << EAST
    for pattern in range(6):
        suited = fitting(knitted, held.once, pattern)
        if knitted_missing(honours, suited, greater, lesser) == distance:
            if suited < 9 and knitted_missing(honours, suited + 1, greater, lesser) < distance:
                mask |= knitted.kinds[pattern]
            if honours < 7 and knitted_missing(honours + 1, suited, greater, lesser) < distance:
                mask |= all_honours
    return mask & ~held.once


# Seven pairs and a set, of the usual 34 kinds. Kinds held four times are not to be trusted in the second answer.
# With `pung` the set is one.
cdef int pairs_and_set_distance(const uint8_t *counts, bint quads, bint pung) noexcept nogil
cdef uint64_t pairs_and_set_accepted(const uint8_t *counts, bint quads, bint pung, int distance) noexcept nogil
