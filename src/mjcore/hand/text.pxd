# Texts of tiles, melds and hands: the main grammar natively, other notations through a registered reader.
from libc.stdint cimport uint8_t, uint32_t

from mjcore.hand.handdata cimport HandData

# A Tile, text or a kind 0..63 -> tile byte (kind, | RED_BIT for a red five). NotationError, HandError.
cdef int load_tile(object source) except -1

# A Meld, text or a packed meld -> packed meld in its one normal form. NotationError, HandError.
cdef int load_meld(object source, uint32_t* out) except -1

# Text of a hand -> `out`. NotationError.
cdef int load_hand_text(object text, HandData* out) except -1

# The text of a tile, a packed meld, a hand.
cdef str tile_text(int tile)
cdef str meld_text(uint32_t meld)
cdef str hand_text(const HandData* hand)

# The Tile of a tile byte, the Meld of a packed meld.
cdef object tile_object(int tile)
cdef object meld_object(uint32_t meld)

# An iterator over `source`; HandError if it gives none.
cdef object several(object source)
