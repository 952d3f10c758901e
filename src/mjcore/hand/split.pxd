# The concealed tiles of a hand seen as three suits and the honours: is it complete, what does it wait for.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport gather_low_bits, high_weight, load8, low_weight
from mjcore.hand.suits cimport SuitTable, entry_residue, entry_waits, entry_words, suit_entry

cdef struct Split:
    uint32_t key[6]            # low and high key of each suit
    uint32_t entry[3]
    # masks of the seven honours held once, twice, three and four times
    uint32_t ones
    uint32_t twos
    uint32_t threes
    uint32_t fours


cdef inline void set_key(const uint8_t *ranks, uint32_t *key) noexcept nogil:
    """Low and high key of nine counts 0..4; for three suits quicker than keys34."""
    # times 5 + 2^8: each byte is 5 times itself plus the byte below, so every second byte is a pair of
    # ranks in base 5; times 25 + 2^16 the same for pairs. No byte or pair overflows.
    cdef uint64_t pairs = ((load8(ranks) * 261) >> 8) & <uint64_t>0x00FF00FF00FF00FF
    cdef uint64_t fours = pairs * (25 + (1 << 16))
    key[0] = <uint32_t>(fours >> 16) & 0xFFFF
    key[1] = <uint32_t>(fours >> 48) + 625 * <uint32_t>ranks[8]


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
        set_key(counts + 9 * suit, &split.key[2 * suit])
        split.entry[suit] = suit_entry(table, split.key[2 * suit], split.key[2 * suit + 1])
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


cdef inline uint64_t standard_waits(const Split *split) noexcept nogil:
    """Kinds that complete 3n + 1 tiles to sets and a pair, those included of which all four are held already."""
    cdef uint32_t a = split.entry[0], b = split.entry[1], c = split.entry[2]
    cdef uint32_t gaps = (<uint32_t>(entry_words(a) == 0) | <uint32_t>(entry_words(b) == 0) << 1
                          | <uint32_t>(entry_words(c) == 0) << 2)
    cdef uint32_t lone = split.ones | split.fours, pairs = split.twos, second = pairs & (pairs - 1)
    # twice the pairs of complete suits: such a suit has 3n tiles, or 3n + 2 with a pair
    cdef uint32_t r_a = entry_residue(a), r_b = entry_residue(b), r_c = entry_residue(c)
    cdef uint32_t allowed = 2 if pairs == 0 else 0
    cdef uint64_t waits = 0
    # A group can only wait if all others are complete and have at most one pair.
    if lone == 0 and second == 0:
        if gaps & 6 == 0 and r_b + r_c <= allowed:
            waits = entry_waits(a)
        if gaps & 5 == 0 and r_a + r_c <= allowed:
            waits |= <uint64_t>entry_waits(b) << 9
        if gaps & 3 == 0 and r_a + r_b <= allowed:
            waits |= <uint64_t>entry_waits(c) << 18
    if gaps == 0:
        # one of two pairs becomes a pung; a lone honour waits for its second, a quad (pung and lone one) for a fifth
        if lone == 0 and second & (second - 1) == 0 and r_a + r_b + r_c == (0 if second else 2):
            waits |= <uint64_t>pairs << 27
        elif lone & (lone - 1) == 0 and pairs == 0 and r_a + r_b + r_c == 0:
            waits |= <uint64_t>lone << 27
    return waits


cdef inline uint64_t waits_before(const SuitTable *table, const Split *split, int tile, int pair_group) noexcept nogil:
    """Kinds that complete a complete hand again after it lost `tile`; `pair_group` has its pair.

    Only two groups can wait: the one that loses the tile, and the one with the pair, if the other can hold a pair
    instead. Nearly free of branches."""
    cdef int group = tile // 9, rank = tile - 9 * group
    cdef uint32_t entry, bit, twos, own_waits, pair_waits
    cdef bint pair_moves
    if group < 3:
        entry = suit_entry(table, split.key[2 * group] - low_weight(rank),
                           split.key[2 * group + 1] - high_weight(rank))
        own_waits = entry_waits(entry)
        pair_moves = entry_words(entry) != 0
    else:
        # a pair that lost a tile waits for it; a pung that did is a pair, beside another pair or alone
        bit = <uint32_t>1 << rank
        twos = (split.twos & ~bit) | (split.threes & bit)
        own_waits = bit if split.twos & bit else twos
        pair_moves = pair_group != 3
    pair_waits = entry_waits(split.entry[pair_group & 3]) if pair_group < 3 else split.twos
    return (<uint64_t>own_waits << (9 * group)
            | ((<uint64_t>pair_waits << (9 * pair_group)) & -<uint64_t>pair_moves))
