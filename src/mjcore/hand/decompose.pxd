# Every reading of a hand.
cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.suits cimport SuitTable

cdef enum:
    # forms; the order is the order of preference among equal scores
    STANDARD = 0           # n sets and a pair
    KNITTED_STRAIGHT = 1   # the nine tiles of a knitted pattern, n - 3 sets and a pair
    SEVEN_PAIRS = 2
    PAIRS_AND_SET = 3      # seven pairs and a set (17 tiles)
    THIRTEEN_ORPHANS = 4
    GREATER_KNITTED = 5    # 14 different honour and knitted tiles, all seven honours
    LESSER_KNITTED = 6     # the same with five or six honours
    SHAPELESS = 7          # won without a shape (flowers and the like)
    FORMS = 8

    ALL_FORMS = 0xFF
    NO_PAIR = 255
    NO_PATTERN = 255
    MAX_READINGS = 64      # more than any hand of 17 tiles has

    # Places of the winning tile, a mask: bit i = concealed set i, then
    PLACE_PAIR = 32
    PLACE_OTHER = 64       # a tile of a special form's body

# A set is a number: chow 7 * suit + low rank (0-20), pung 21 + kind (21-54). A kong is a pung.
cdef enum:
    FIRST_PUNG = 21
    SET_IDS = 55

cdef struct Reading:
    uint8_t form
    uint8_t n_sets         # concealed sets first, then the melds in their order
    uint8_t n_concealed
    uint8_t pair           # kind or NO_PAIR
    uint8_t pattern        # knitted pattern 0..5 or NO_PATTERN
    uint8_t places         # where the winning tile can stand (0 if it was not named)
    uint8_t sets[5]

# Wild tiles: how many may stand for any kind. A later version fills this in; pass NULL.
cdef struct WildTiles:
    uint8_t universal
    uint64_t kinds

# The six ways to give 147, 258 and 369 to the three suits, as masks of kinds.
cdef const uint64_t *knitted_patterns() noexcept nogil

cdef inline uint64_t orphan_kinds() noexcept nogil:
    """Mask of the 13 terminal and honour kinds."""
    return (<uint64_t>0x7F << 27) | (<uint64_t>0x101 << 18) | (<uint64_t>0x101 << 9) | <uint64_t>0x101


# All readings of `counts` (34, each 0..4, the winning tile included, tiles == 3 * (sets - n_melds) + 2)
# with the melds fixed. `forms` is a mask of 1 << form; `win_tile` a kind, or -1 if places do not matter.
# Returns how many readings there are; at most `capacity` are written. Needs no GIL and no memory.
cdef int find_readings(const SuitTable *table, const uint8_t *counts, const uint32_t *melds, int n_melds,
                       int sets, int win_tile, uint32_t forms, const WildTiles *wild, Reading *out,
                       int capacity) noexcept nogil


@cython.final
cdef class ReadingView:
    cdef Reading data

cdef ReadingView make_view(const Reading *reading)
cdef object kind_text(int kind, int times)
cdef object set_text(int set_id)
