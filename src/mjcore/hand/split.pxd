# The concealed tiles of a hand seen as three suits and the honours: is it complete, what does it wait for.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport gather_low_bits, load8
from mjcore.hand.suits cimport (
    SuitKey, SuitTable, entry_residue, entry_words, suit_entry, suit_key,
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


cdef inline bint is_standard(const Split *split) noexcept nogil:
    """Sets and exactly one pair. Right only if the number of tiles is 3n + 2."""
    cdef uint32_t a = split.entry[0], b = split.entry[1], c = split.entry[2], pairs
    # a residue of 2 is a pair; 1 can not be here because such entries have no words
    pairs = ((entry_residue(a) + entry_residue(b) + entry_residue(c)) >> 1) + <uint32_t>(split.twos != 0)
    # one test instead of many: each alone would be mispredicted
    return ((split.ones | split.fours | (split.twos & (split.twos - 1)) | (pairs ^ 1)
             | <uint32_t>(entry_words(a) == 0) | <uint32_t>(entry_words(b) == 0)
             | <uint32_t>(entry_words(c) == 0)) == 0)
