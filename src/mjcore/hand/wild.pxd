# The wild tiles of a hand: whether they can be, what they stand for in a reading, how Python names them.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.forms cimport Reading, WildTiles
from mjcore.hand.handdata cimport HandData
from mjcore.hand.kinds cimport EAST, KINDS

cdef enum:
    # faults of WildTiles
    WILD_OK = 0
    WILD_ENTRIES = 1       # more than MAX_NARROW narrow entries, or one for no leaf or an unknown one
    WILD_ORDER = 2         # a narrow mask after one of more leaves
    WILD_CROSSING = 3      # two masks (or one and `kinds`) that overlap, and neither holds the other
    WILD_FACES = 4         # more faces than universal wild tiles
    WILD_FACE_KINDS = 5    # beside narrow jokers a face that `kinds` does not have

    NODES = 10             # masks of joker types: nine narrow ones and `kinds`
    NODE_BITS = 6          # of a counter: up to 17 tiles, and a bit to see by whether one is too low

# The types of jokers as a family of masks ("nodes"). The missing tiles can be served iff in every node there are
# at least as many of them as jokers that stand for nothing outside it. All nodes are counted in one number.
cdef struct Types:
    int nodes
    uint64_t kinds[NODES]
    uint64_t unit[KINDS]   # one missing tile: 1 in the counter of each of its nodes
    uint64_t needs         # the least counters
    uint64_t guards        # a bit above each counter
    uint64_t any           # kinds that some joker may stand for

# The missing tiles of a reading.
cdef struct Acting:
    uint8_t acting[KINDS]      # what jokers stand for
    uint8_t standing[KINDS]    # wild tiles that are what their face says
    uint64_t counters          # of those that act
    uint64_t needs


cdef inline uint64_t every_kind() noexcept nogil:
    return (<uint64_t>1 << KINDS) - 1


cdef inline uint64_t universal_kinds(const WildTiles *wild) noexcept nogil:
    """What a universal wild tile may stand for."""
    return wild.kinds & every_kind() if wild.kinds else every_kind()


cdef inline uint64_t kinds_of_leaves(uint32_t leaves) noexcept nogil:
    """Of characters, dots, bamboo, winds, dragons."""
    cdef uint64_t suits = leaves & 1 | <uint64_t>(leaves & 2) << 8 | <uint64_t>(leaves & 4) << 16
    return suits * 0x1FF | <uint64_t>(leaves & 8) * 15 << (EAST - 3) | <uint64_t>(leaves & 16) * 7 << EAST


cdef inline bint served(const Types *types, uint64_t counters, uint64_t needs) noexcept nogil:
    return ((counters | types.guards) - needs) & types.guards == types.guards


# WILD_OK or the first fault.
cdef int check_wild(const WildTiles *wild) noexcept nogil

# How many wild tiles there are.
cdef int count_jokers(const WildTiles *wild) noexcept nogil

cdef void set_types(const WildTiles *wild, Types *types) noexcept nogil

# One joker for `kinds`: 1 in the counter of each node that has them all.
cdef uint64_t needs_of(const Types *types, uint64_t kinds) noexcept nogil

# The 34 counts of the concealed tiles of a reading, each joker as what it stands for.
cdef void reading_tiles(const Reading *reading, uint8_t *out) noexcept nogil

# What the jokers of a reading stand for; returns how many of them do not stand as themselves.
cdef int find_acting(const Reading *reading, const uint8_t *counts, const WildTiles *wild, const Types *types,
                     Acting *out) noexcept nogil

# What the wild tiles of a hand stand for in one of its readings, as 34 counts; returns how many they are.
# `counts` are the natural concealed tiles. With wild.natural those that stand as their own face are left out:
# 0 says that the reading is one of the printed hand.
cdef int joker_kinds(const Reading *reading, const uint8_t *counts, const WildTiles *wild,
                     uint8_t *out) noexcept nogil

# Moves the wild tiles of a hand from its counts to `out`; returns whether there are any, in its melds too.
# `jokers`, `wild` and `universal` as `decompose` takes them. `win` is a kind or -1, and becomes what
# find_readings wants. HandError, NotationError.
cdef int load_wild(HandData *data, object jokers, object wild, object universal, int *win,
                   WildTiles *out) except -1
