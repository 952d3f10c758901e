# Forms, sets, readings and wild tiles, as numbers and flat structs. For use through decompose.pxd.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.hand.kinds cimport CHOW, meld_kind, meld_type
from mjcore.hand.jokers cimport NarrowJokers

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
    # Beside the forms of a mask, read for hands with wild tiles alone: four equal tiles may be two pairs of
    # seven. Without wild tiles they always may.
    QUAD_PAIRS = 1 << 8
    # Beside the forms of the hand engine alone: the set beside seven pairs is a pung.
    PUNG_BESIDE_PAIRS = 1 << 9
    PAIR_OPTIONS = QUAD_PAIRS | PUNG_BESIDE_PAIRS
    NO_PAIR = 255
    NO_PATTERN = 255
    MOST_READINGS = 1 << 24    # readings of hands with wild tiles are counted up to here

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
    # Special forms: the kinds of the tiles outside sets, a mask of 34 bits, lowest byte first. In sets[1] to sets[4]
    # (kind + 1, or 0) are those that are there once more: another pair of them, or a second tile of an orphan.
    uint8_t body[5]

cdef inline uint64_t body_kinds(const Reading *reading) noexcept nogil:
    """The mask in `body`."""
    cdef uint64_t kinds = 0
    cdef int i
    for i in range(5):
        kinds |= <uint64_t>reading.body[i] << (8 * i)
    return kinds

# Winning tiles that are no natural tile; beside JOKER of kinds.pxd, a universal joker without a face.
cdef enum:
    WIN_NARROW = 64        # + index in WildTiles.narrow
    WIN_NATURAL = 128      # + kind: a natural tile of a kind of which there are wild ones with that face too

# The wild tiles among the concealed tiles: how many, what they may stand for, under which rules. Begin with
# `no_wild_tiles()`; `check_wild` (wild.pxd) says whether what was filled in can be.
cdef struct WildTiles:
    NarrowJokers narrow    # masks of leaves (narrow.pxd): any two nested or disjoint, smaller masks first
    uint8_t universal      # jokers for every kind of `kinds`; the wild tiles with a face belong to them
    bint natural           # wild tiles with a face stand as themselves where the target has room for them
    bint fifth             # of a kind, melds included, up to 4 + jokers (7 at most) copies, not just four
    uint8_t faces[34]      # how many of the universal ones show which kind
    uint64_t kinds         # what a universal one may stand for; 0: any of the 34

cdef inline WildTiles no_wild_tiles() noexcept nogil:
    cdef WildTiles wild
    memset(&wild, 0, sizeof(WildTiles))
    wild.natural = True
    return wild

cdef inline uint8_t meld_set(uint32_t meld) noexcept nogil:
    cdef uint32_t kind = meld_kind(meld)
    if meld_type(meld) == CHOW:
        return 7 * (kind // 9) + kind % 9
    return FIRST_PUNG + kind

cdef inline int knitted_third(int number, int suit) noexcept nogil:
    """Which third (0: 147, 1: 258, 2: 369) a suit has in a knitted pattern: characters 0, 0, 1, 1, 2, 2."""
    cdef int m = number >> 1, p = (number & 1) + <int>((number & 1) >= m)
    return m if suit == 0 else p if suit == 1 else 3 - m - p

cdef inline uint64_t knitted_pattern(int number) noexcept nogil:
    """The nine kinds of one of the six patterns."""
    cdef uint64_t ranks = 1 | 1 << 3 | 1 << 6
    return (ranks << knitted_third(number, 0) | ranks << (9 + knitted_third(number, 1))
            | ranks << (18 + knitted_third(number, 2)))

cdef inline uint64_t orphan_kinds() noexcept nogil:
    """Mask of the 13 terminal and honour kinds."""
    return (<uint64_t>0x7F << 27) | (<uint64_t>0x101 << 18) | (<uint64_t>0x101 << 9) | <uint64_t>0x101
