# Wild tiles that stand for some kinds only, as a flat struct.
from libc.stdint cimport uint8_t

cdef enum:
    LEAVES = 5             # leaves of the kinds: characters, dots, bamboo, winds, dragons
    ALL_LEAVES = 31
    MAX_NARROW = 9         # a laminar family over five leaves has at most nine different masks

# Jokers by the leaves that they may stand for. The masks are a laminar family: any two of them are nested
# (or equal) or disjoint. A joker for every kind is an entry of all leaves.
cdef struct NarrowJokers:
    int n                  # entries used
    uint8_t leaves[9]      # masks of leaves; after narrow_check by ascending number of leaves
    uint8_t count[9]
