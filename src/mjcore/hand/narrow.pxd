# Distances with narrow jokers: wild tiles that stand for some kinds only.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.jokers cimport (  # no-cython-lint: for those who ask about them
    ALL_LEAVES, LEAVES, MAX_NARROW, NarrowJokers,
)

# Sorts the entries. Whether they are a laminar family (and n is 0..9 and no mask has a bit above the leaves).
cdef int narrow_check(NarrowJokers *jokers) noexcept nogil

# Fewest tiles that are missing from some target of the form after the jokers (checked, may be NULL) did what
# they can; FAR (63) if the form has no target. `counts` are the natural concealed tiles, `caps` the most copies
# of each kind that a target may hold (0: the kind does not exist), both 34. `sets` are the sets still to make,
# `options` some of PAIR_OPTIONS.
# With `accepted` the mask of the kinds of which one more tile lowers the distance; 0 if it is 0.
cdef int narrow_form(int form, uint32_t options, const uint8_t *counts, const uint8_t *caps, int sets,
                     const NarrowJokers *jokers, uint64_t *accepted) noexcept nogil
