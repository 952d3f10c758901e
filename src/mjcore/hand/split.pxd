# The concealed tiles of a hand seen as three suits and the honours: is it complete, what does it wait for.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport gather_low_bits, load8, odd34
from mjcore.hand.suits cimport (
    SuitKey, SuitTable, entry_residue, entry_waits, entry_words, suit_entry, suit_key,
)

cdef struct Split:
    SuitKey key[3]
    uint32_t entry[3]
    # masks of the seven honours held once, twice, three and four times
    uint32_t ones
    uint32_t twos
    uint32_t threes
    uint32_t fours


cdef inline uint64_t honour_bytes(const uint8_t *counts) noexcept nogil:
    """The seven honour counts as bytes of one number, without reading past the 34th."""
    return load8(counts + 26) >> 8


cdef inline void set_honours(Split *split, uint64_t honours) noexcept nogil:
    cdef uint64_t low = honours, middle = honours >> 1
    split.ones = <uint32_t>gather_low_bits(low & ~middle)
    split.twos = <uint32_t>gather_low_bits(middle & ~low)
    split.threes = <uint32_t>gather_low_bits(low & middle)
    split.fours = <uint32_t>gather_low_bits(honours >> 2)


cdef inline void split_hand(const SuitTable *table, const uint8_t *counts, Split *split) noexcept nogil:
    """Looks up the suits of 34 counts (each 0..4, together at most 3 * table.sets + 2 tiles)."""
    cdef int suit
    for suit in range(3):
        split.key[suit] = suit_key(counts + 9 * suit)
        split.entry[suit] = suit_entry(table, split.key[suit])
    set_honours(split, honour_bytes(counts))


cdef inline bint one_bit(uint32_t mask) noexcept nogil:
    return mask != 0 and mask & (mask - 1) == 0


cdef inline bint is_standard(const Split *split) noexcept nogil:
    """Sets and exactly one pair. Right only if the number of tiles is 3n + 2."""
    cdef uint32_t a = split.entry[0], b = split.entry[1], c = split.entry[2], pairs
    # a residue of 2 is a pair; 1 can not be here because such entries have no words
    pairs = ((entry_residue(a) + entry_residue(b) + entry_residue(c)) >> 1) + <uint32_t>(split.twos != 0)
    # one test instead of many: each alone would be mispredicted
    return ((split.ones | split.fours | (split.twos & (split.twos - 1)) | (pairs ^ 1)
             | <uint32_t>(entry_words(a) == 0) | <uint32_t>(entry_words(b) == 0)
             | <uint32_t>(entry_words(c) == 0)) == 0)


cdef inline uint64_t standard_waits(const Split *split) noexcept nogil:
    """Kinds that complete sets and a pair, as a mask of the 34 kinds; for 3n + 1 tiles.

    A kind of which four are held counts if a fifth would complete the hand ("structural")."""
    cdef uint32_t residue[4]
    cdef uint32_t waits[4]
    cdef bint complete[4]
    cdef uint32_t entry
    cdef uint64_t result = 0
    cdef int group, other, left = 0
    for group in range(3):
        entry = split.entry[group]
        residue[group] = entry_residue(entry)
        waits[group] = entry_waits(entry)
        complete[group] = entry_words(entry) != 0
        left += residue[group]
    # the honours: complete with sets only, with sets and a pair, or short of one tile
    residue[3] = 3
    waits[3] = 0
    complete[3] = False
    if split.ones == 0 and split.fours == 0:
        if split.twos == 0:
            residue[3] = 0
            complete[3] = True
        elif one_bit(split.twos):
            residue[3] = 2
            waits[3] = split.twos
            complete[3] = True
        elif one_bit(split.twos & (split.twos - 1)):
            residue[3] = 1
            waits[3] = split.twos
    elif split.twos == 0 and one_bit(split.ones | split.fours):
        residue[3] = 1
        waits[3] = split.ones | split.fours
    if residue[3] == 3:
        return 0
    left += residue[3]
    if left == 1:
        # one group is a tile short of sets and a pair
        for group in range(4):
            if residue[group] == 1:
                result = <uint64_t>waits[group] << (9 * group)
            elif not complete[group]:
                return 0
    elif left == 4:
        # two groups of 3n + 2 tiles: one is short of sets, the other holds the pair
        for group in range(4):
            if residue[group] == 1:
                return 0
            if residue[group] == 0 and not complete[group]:
                return 0
        for group in range(4):
            if residue[group] == 2:
                for other in range(4):
                    if other != group and residue[other] == 2 and complete[other]:
                        result |= <uint64_t>waits[group] << (9 * group)
    return result


cdef inline uint64_t odd_kinds(const uint8_t *counts) noexcept nogil:
    """Mask of the kinds held once or three times."""
    cdef uint64_t held[5]
    held[0] = load8(counts)
    held[1] = load8(counts + 8)
    held[2] = load8(counts + 16)
    held[3] = load8(counts + 24)
    held[4] = load8(counts + 26) >> 48
    return odd34(held)
