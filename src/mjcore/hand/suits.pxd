# Tables of one suit: every way to split nine counts into sets, or sets and a pair, and what they wait for.
#
# A suit of at most `max_tiles` tiles has the index base[low key] + rank[high key]: the keys are the counts
# of the ranks 1-4 and 5-9 in base 5, and the high keys are ordered by their number of tiles, so that the
# high keys that may follow a given low key are a prefix and the indices are dense.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

# Entry of a suit: offset of its words 0-16 | number of words 17-19 | tiles mod 3 20-21 | waits 22-30.
# With tiles mod 3 == 0 the words are splits into sets, with 2 into sets and a pair; with 1 there are none.
# A wait is a rank that makes a complete pattern with one tile more (a fifth copy counts, see `waits`).
#
# Word of a split: the lower 31 bits and the pungs may be added, over suits or with melds.
#   chows by low rank 0-20 (3 bits each) | pair rank + 1 21-24 | chows 25-27 | pungs 28-30 |
#   flags 31-34 | lows of chows present 35-41 | pungs by rank 52-60
cdef enum:
    WORD_PAIR = 21
    WORD_CHOWS = 25
    WORD_PUNGS = 28
    WORD_FLAGS = 31        # bit 0: some set or the pair has no terminal; bit 1: some has no five
    WORD_PRESENT = 35
    WORD_PUNG_RANKS = 52
    NOT_OUTSIDE = 1
    NOT_FIVES = 2
    MAX_CLASSES = 792      # multisets of at most five of the seven chows of a suit

cdef struct SuitTable:
    int sets               # most sets of a hand: 4 or 5
    uint32_t base[625]
    uint16_t rank[3125]
    uint32_t *entry
    uint64_t *words

cdef struct ChowClasses:
    # classes are ordered by the number of chows: 1, 8, 36, 120, 330, 792 classes have at most 0..5
    uint8_t low[4096]      # counts of the chows 123..456 -> index
    uint8_t high[512]      # counts of the chows 567..789 -> index
    uint16_t number[126 * 56]

cdef const SuitTable *suit_table(int sets) except NULL
cdef const ChowClasses *chow_classes() except NULL


cdef inline uint32_t suit_entry(const SuitTable *table, uint32_t low, uint32_t high) noexcept nogil:
    """Entry by the keys of nine counts 0..4 (keys34 in mjcore/bits.pxd)."""
    return table.entry[table.base[low] + table.rank[high]]

cdef inline uint32_t entry_offset(uint32_t entry) noexcept nogil:
    return entry & 0x1FFFF

cdef inline uint32_t entry_words(uint32_t entry) noexcept nogil:
    return (entry >> 17) & 7

cdef inline uint32_t entry_residue(uint32_t entry) noexcept nogil:
    return (entry >> 20) & 3

cdef inline uint32_t entry_waits(uint32_t entry) noexcept nogil:
    return entry >> 22

cdef inline uint32_t chow_class(const ChowClasses *classes, uint64_t chows) noexcept nogil:
    """Class of the 21 bits of chow counts."""
    return classes.number[classes.low[chows & 4095] * 56 + classes.high[(chows >> 12) & 511]]
