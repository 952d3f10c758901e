# A hand as a flat C struct, without Python objects.
from libc.stdint cimport uint8_t, uint32_t

from mjcore.hand.kinds cimport (ALL_KINDS, CHOW, CONCEALED_KONG, KINDS, MAX_SETS, PUNG, RED_BIT, meld_jokers,
                                meld_kind, meld_type)

cdef enum:
    MAX_SIZE = 18          # tiles of a hand, each meld counted as three
    COPIES = 4             # of each of the 34 kinds, melds included; a joker counts as no copy
    OTHER_COPIES = 8       # of each further kind (there are sets with eight jokers)


cdef struct HandData:
    uint8_t counts[64]     # concealed tiles by kind (kinds.pxd)
    uint32_t melds[5]      # packed melds, in the order they were made; unused places are 0
    uint8_t n_melds
    uint8_t reds[3]        # how many of the concealed fives of m, p, s are red

# How many tiles a meld of this type has.
cdef inline int meld_size(uint32_t meld) noexcept nogil:
    cdef int type = meld_type(meld)
    if type <= PUNG:
        return 3 if type else 0
    return 4 if type <= CONCEALED_KONG else type - 1

# How many natural copies of `kind` the meld holds.
cdef inline int meld_copies(uint32_t meld, int kind) noexcept nogil:
    cdef int place = kind - <int>meld_kind(meld), size
    cdef uint32_t jokers = meld_jokers(meld)
    if meld_type(meld) == CHOW:
        return 0 <= place <= 2 and not jokers >> place & 1
    if place:
        return 0
    size = meld_size(meld)
    while jokers:
        size -= jokers & 1
        jokers >>= 1
    return size

# Concealed tiles of the hand.
cdef inline int concealed_size(const HandData* hand) noexcept nogil:
    cdef int kind, total = 0
    for kind in range(ALL_KINDS):
        total += hand.counts[kind]
    return total

# Tiles of the hand, each meld counted as three.
cdef inline int hand_size(const HandData* hand) noexcept nogil:
    return concealed_size(hand) + 3 * hand.n_melds

# Copies of a kind that the hand holds, melds included.
cdef inline int hand_copies(const HandData* hand, int kind) noexcept nogil:
    cdef int i, held = hand.counts[kind]
    for i in range(hand.n_melds):
        held += meld_copies(hand.melds[i], kind)
    return held

cdef inline int copies_allowed(int kind) noexcept nogil:
    return COPIES if kind < KINDS else OTHER_COPIES

# One more concealed tile (a tile byte): 0, or -1 if that is a copy too many. Does not check the hand's size.
cdef inline int add_tile(HandData* hand, int tile) noexcept nogil:
    cdef int kind = tile & (RED_BIT - 1)
    if hand_copies(hand, kind) >= copies_allowed(kind):
        return -1
    hand.counts[kind] += 1
    if tile & RED_BIT:
        hand.reds[kind // 9] += 1
    return 0

# One more meld, in normal form: -1, or the kind it holds a copy too many of. Needs n_melds < MAX_SETS.
cdef inline int add_meld(HandData* hand, uint32_t meld) noexcept nogil:
    cdef int i, kind = meld_kind(meld)
    hand.melds[hand.n_melds] = meld
    hand.n_melds += 1
    for i in range(3 if meld_type(meld) == CHOW else 1):
        if hand_copies(hand, kind + i) > copies_allowed(kind + i):
            return kind + i
    return -1
