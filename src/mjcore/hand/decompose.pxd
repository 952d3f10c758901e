# Every reading of a hand.
cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.forms cimport (  # no-cython-lint: for those who read hands
    ALL_FORMS, FIRST_PUNG, FORMS, GREATER_KNITTED, KNITTED_STRAIGHT, LESSER_KNITTED, MOST_READINGS, NO_PAIR,
    NO_PATTERN, PAIRS_AND_SET, PLACE_OTHER, PLACE_PAIR, QUAD_PAIRS, SET_IDS, SEVEN_PAIRS, SHAPELESS, STANDARD,
    THIRTEEN_ORPHANS, WIN_NARROW, WIN_NATURAL, Reading, WildTiles, knitted_pattern, meld_set, no_wild_tiles,
    orphan_kinds,
)
from mjcore.hand.suits cimport SuitTable

cdef enum:
    MAX_READINGS = 64      # more than any hand of 17 tiles without wild tiles has

# The six ways to give 147, 258 and 369 to the three suits, as masks of kinds.
cdef const uint64_t *knitted_patterns() noexcept nogil

# All readings of `counts` (34, each 0..4, the winning tile included, tiles == 3 * (sets - n_melds) + 2)
# with the melds fixed. `forms` is a mask of 1 << form; `win_tile` a kind, or -1 if places do not matter.
# Returns how many readings there are; at most `capacity` are written. Needs no GIL and no memory.
#
# With `wild` (checked) the natural tiles are in `counts` and the wild ones are not; together they are so many.
# `win_tile` is then a kind (the wild tile of that face if there is one), JOKER, WIN_NARROW + i or WIN_NATURAL +
# kind. A reading is a target: what the hand is when each joker stands for some kind; `joker_kinds` (wild.pxd)
# says for which. Each target comes once, in the order that wildhands.pyx describes. The number returned is at
# most MOST_READINGS. Needs about 30 kB of stack. Without wild tiles NULL gives the same, ten times as fast.
cdef int find_readings(const SuitTable *table, const uint8_t *counts, const uint32_t *melds, int n_melds,
                       int sets, int win_tile, uint32_t forms, const WildTiles *wild, Reading *out,
                       int capacity) noexcept nogil


@cython.final
cdef class ReadingView:
    cdef Reading data
    cdef uint8_t acting[34]    # what the jokers stand for

cdef ReadingView make_view(const Reading *reading)
cdef object kind_text(int kind, int times)
cdef object set_text(int set_id)
