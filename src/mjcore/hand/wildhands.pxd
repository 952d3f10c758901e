# Readings of hands with wild tiles; `find_readings` of decompose.pxd calls this if `wild` is given.
from libc.stdint cimport uint8_t, uint32_t

from mjcore.hand.forms cimport Reading, WildTiles
from mjcore.hand.suits cimport SuitTable

cdef int find_wild_readings(const SuitTable *table, const uint8_t *counts, const uint32_t *melds, int n_melds,
                            int sets, int win_tile, uint32_t forms, const WildTiles *wild, Reading *out,
                            int capacity) noexcept nogil
