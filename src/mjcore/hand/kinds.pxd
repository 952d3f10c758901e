# Tile kinds, packed melds and the masks made of them. The numbers are part of the public C API.
from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    SUIT_KINDS = 27        # 0-8 characters, 9-17 dots, 18-26 bamboo
    KINDS = 34             # the kinds that sets are made of; evaluation works on these
    ALL_KINDS = 64         # and 34-63: big white, flowers, jokers, emperors (design section 3)
    EAST = 27              # E S W N = 27-30
    WHITE = 31
    GREEN = 32
    RED = 33
    BIG_WHITE = 34
    FLOWER = 35            # 1f..8f = 35-42
    JOKER = 43             # 0j
    CAISHEN = 44           # caishen, cat, mouse, treasure bowl = 44-47
    FRAME = 48             # hua yuan xi he tong suo wan zong = 48-55
    EMPEROR = 56           # emperors 1-4 = 56-59, empresses 1-4 = 60-63
    RED_BIT = 64           # set in a tile byte: a red five
    MAX_SETS = 5

# A meld is one uint32: kind 0-5 | type 6-8 | source 9-10 | claimed 11-12 | jokers 13-18 | reds 19-24 |
# kind of the jokers 25-30 (0 = the plain joker).
cdef enum:
    NO_MELD = 0
    CHOW = 1               # kind = its lowest tile, claimed = place of the claimed tile (0..2)
    PUNG = 2
    EXPOSED_KONG = 3       # from a discard
    ADDED_KONG = 4         # a claimed pung and the fourth tile; source = where the pung came from
    CONCEALED_KONG = 5
    QUINT = 6
    SEXTET = 7

# Source: how many seats after the owner the claimed tile's seat comes in turn order.
cdef enum:
    FROM_NOBODY = 0
    FROM_NEXT = 1
    FROM_OPPOSITE = 2
    FROM_PREVIOUS = 3

cdef inline uint32_t pack_meld(uint32_t type, uint32_t kind, uint32_t source, uint32_t claimed,
                               uint32_t jokers, uint32_t reds) noexcept nogil:
    return kind | type << 6 | source << 9 | claimed << 11 | jokers << 13 | reds << 19

cdef inline uint32_t meld_kind(uint32_t meld) noexcept nogil:
    return meld & 63

cdef inline uint32_t meld_type(uint32_t meld) noexcept nogil:
    return (meld >> 6) & 7

cdef inline uint32_t meld_source(uint32_t meld) noexcept nogil:
    return (meld >> 9) & 3

cdef inline uint32_t meld_claimed(uint32_t meld) noexcept nogil:
    return (meld >> 11) & 3

cdef inline uint32_t meld_jokers(uint32_t meld) noexcept nogil:
    return (meld >> 13) & 63

cdef inline uint32_t meld_reds(uint32_t meld) noexcept nogil:
    return (meld >> 19) & 63
