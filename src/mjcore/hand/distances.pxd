# Tables of distances: how many tiles a group (suit or honours) misses for so many sets and pairs, as classes that
# merge by table. Generated natively at first use; see docs/performance.md for the idea.
#
# A group of counts falls into one of a few classes, each with a vector: for p pairs and m sets the fewest tiles
# missing from some target of that shape (at most four of a kind). The class of a group is found in two steps,
# by the ranks 1-4 and 5-9 (counts in base 5): keys with the same outcome whatever the other half holds share a row
# or a column. Merging two groups gives a vector of the same closed set, so that merging is a table too.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.hand.kinds cimport MAX_SETS

cdef enum:
    GROUPS = 4             # characters, dots, bamboo, honours
    PAIR_SLOTS = 6         # a vector's entry 6 * pairs + sets, sets 0..5
    SLOTS = 12
    VECTOR = 16            # bytes of a vector; the last four are FAR
    FAR = 63               # no such target
    # a key with one tile more than four of a kind stays within these (its class means nothing)
    LOW_KEYS = 625 + 125
    HIGH_KEYS = 3125 + 625

cdef struct GroupTable:
    uint32_t kinds         # mask of the ranks that exist
    bint chows
    uint32_t n_low
    uint32_t n_high
    uint32_t low[LOW_KEYS]     # where the row of a low key begins in `classes`
    uint16_t high[HIGH_KEYS]   # column of a high key
    uint8_t *classes

# The ranks of a suit in three thirds: 147, 258, 369. A knitted pattern gives each suit another third.
cdef struct KnittedTables:
    uint16_t thirds[512]       # by ranks held: how many of each third, four bits each
    uint8_t third[6][3]        # by pattern and suit
    uint64_t kinds[6]          # the nine kinds of a pattern
    uint16_t take_low[3][16]   # by third and ranks 1-4 held: what to take from the low key for one tile of each
    uint16_t take_high[3][32]  # by third and ranks 5-9 held

cdef struct DistanceTables:
    int sets               # most sets: 4 or 5
    uint64_t exists        # mask of the 34 kinds that exist
    const GroupTable *group[GROUPS]
    uint32_t n_groups      # classes of single groups; they come first
    uint32_t n_classes     # and of merged ones
    uint32_t empty         # class of a group of which nothing is wanted (a void suit)
    uint16_t *merged       # [n_classes][n_classes]
    # by sets (tables for five sets have nothing for fewer): [n_classes][n_classes], for those sets and one pair
    uint8_t *missing[MAX_SETS + 1]
    uint8_t *vectors       # [n_classes][VECTOR]
    # by sets: vectors so turned that entry i belongs to entry i of the other groups' vector
    uint8_t *complement[MAX_SETS + 1]
    KnittedTables knitted

cdef enum:
    MOST_TILE_SETS = 64

cdef inline uint64_t all_kinds_exist() noexcept nogil:
    """The mask of the usual 34 kinds."""
    return (<uint64_t>1 << 34) - 1


# Tables for hands of at most `sets` concealed sets (4, or 5 for those of 17 tiles) over the kinds of `exists`.
# Built when first asked for, kept for ever; safe to call from several threads. At most MOST_TILE_SETS tile sets;
# OverflowError for one whose groups differ so much that the classes are too many (five sets of odd suits).
cdef const DistanceTables *distance_tables(uint64_t exists, int sets) except NULL
