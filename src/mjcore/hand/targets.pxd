# Targets: what a hand with wild tiles can be as sets and a pair, every one once.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.forms cimport Reading, WildTiles
from mjcore.hand.kinds cimport KINDS
from mjcore.hand.suits cimport SuitTable
from mjcore.hand.wild cimport Types

cdef enum:
    GROUPS = 4             # characters, dots, bamboo, honours
    SHAPES = 12            # of a group: 6 * pairs + sets
    MOST_COPIES = 7        # of a kind in a target
    ROOM = 1024            # targets of groups kept; longer lists are generated again whenever they are needed

# What a group (a suit or the honours) may become.
cdef struct Target:
    uint64_t sets          # set numbers, a byte each; from bit 40 on the kind of the pair + 1
    uint64_t missing       # kinds that the target has more of than the hand, a mask
    uint64_t counters      # of the missing tiles, see Types

cdef struct Group:
    uint8_t held[9]
    uint8_t cap[9]
    uint8_t first          # kind
    uint8_t ranks
    uint8_t tiles
    uint32_t allowed[9]    # choices by rank: chows or none
    uint64_t unit[9]
    int start[SHAPES]      # in Work.targets
    int size[SHAPES]       # UNKNOWN, TOO_LONG

# A target being made rank by rank.
cdef struct Step:
    uint32_t choices       # not yet tried
    uint8_t newer          # chows begun one rank before
    uint8_t older          # and two ranks before
    uint8_t sets           # still to make
    uint8_t pairs
    uint8_t jokers
    uint8_t n_chows
    uint8_t n_pungs
    uint8_t pair           # kind + 1
    uint64_t chows
    uint64_t pungs
    uint64_t missing
    uint64_t counters

cdef struct Walk:
    int rank
    Step steps[10]

cdef struct Work:
    Group group[GROUPS]
    Walk walks[GROUPS]
    Target targets[ROOM]
    int used
    # the split: shape of each group, and its first byte among the sets
    int shape[GROUPS]
    int shift[GROUPS]
    Types types
    uint8_t held[KINDS]
    uint8_t cap[KINDS]
    uint8_t pairs[KINDS]   # of seven pairs being made
    uint8_t room[KINDS]    # how many more of them a kind may have
    int jokers
    const WildTiles *wild
    const uint8_t *counts
    int win_tile
    uint64_t body          # kinds of the knitted pattern beside sets
    Reading base
    uint64_t melds         # their set numbers at their places
    Reading *out
    int capacity
    int found


# Every target of work.held as sets and a pair, joined with `before`.
cdef void find_standard(Work *work, const SuitTable *table, int sets, int jokers, const Target *before) noexcept nogil

# A reading of work.base and the target, if the jokers can stand for what is missing.
cdef void emit(Work *work, const Target *target) noexcept nogil

# The kinds of a set, a mask.
cdef uint64_t kinds_of_set(int set_id) noexcept nogil
