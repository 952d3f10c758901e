# The main grammar of tiles, melds and hands, over ASCII text: reading and writing, without Python objects.
from libc.stdint cimport uint8_t, uint32_t

from mjcore.hand.handdata cimport HandData

cdef enum:
    LONGEST_MELD = 6       # tiles
    ROOM = 768             # characters; no hand takes more
    JOKER_SHIFT = 25       # bits 25-30 of a packed meld: the kind of its jokers, 0 for the plain joker

# Reasons of a Fault.
cdef enum:
    NO_TILE = 1            # neither a tile nor a meld begins here
    NO_DIGIT               # a suit letter without digits
    NO_SUIT                # digits without a suit letter
    NO_NUMBER              # the suit has no such number; detail: its letter
    NO_NAME                # no tile has this name
    NO_BRACE               # the name does not end
    NO_FIT                 # makes no meld with the tiles before it
    NO_FIT_KONG            # makes no concealed kong with them
    NO_CHOW_TILE           # the chow is one tile short
    NO_EQUAL_TILE          # too few equal tiles
    NO_NATURAL             # a meld of jokers alone
    NO_CLAIMED             # the claimed tile of a chow is a joker
    NO_SAME_JOKER          # two kinds of joker in a meld; detail: the first
    NO_SOURCE
    NO_CLOSE               # detail: the closing bracket
    NO_MELD                # something else than a meld
    NO_MORE                # something follows the one thing asked for
    MELD_HERE              # a meld where only tiles can stand
    EMPTY                  # a hand without tiles
    TOO_MANY_COPIES        # detail: the kind
    TOO_MANY_TILES
    TOO_MANY_MELDS
    NO_MEMORY

cdef struct Fault:
    Py_ssize_t position    # of the character at fault
    int code
    int detail

# Tiles in the order of the text. With a limit `data` has room for it and exactly that many must be there;
# without (0) scan_tiles allocates `data` (NULL before) and the caller frees it, also after a fault.
cdef struct Tiles:
    uint8_t* data
    Py_ssize_t n
    Py_ssize_t limit

# Readers of a whole text: 0, or -1 with `fault` filled in. `out`: Tiles, one packed meld, HandData.
ctypedef int (*Scan)(const uint8_t* text, Py_ssize_t n, void* out, Fault* fault) noexcept nogil
cdef int scan_tiles(const uint8_t* text, Py_ssize_t n, void* out, Fault* fault) noexcept nogil
cdef int scan_meld(const uint8_t* text, Py_ssize_t n, void* out, Fault* fault) noexcept nogil
cdef int scan_hand(const uint8_t* text, Py_ssize_t n, void* out, Fault* fault) noexcept nogil

# The normal form of a packed meld; 0 if it is none: a chow of winds, jokers alone, a concealed kong with a
# source. In it the joker of a chow stands where it belongs; otherwise the claimed tile is place 0 and the
# rest is sorted: plain tiles, red ones, jokers.
cdef uint32_t normal_meld(uint32_t meld) noexcept nogil

# The tile bytes of a meld in normal form, in the order of its places (a chow ascending); returns how many.
cdef int meld_tiles(uint32_t meld, uint8_t* out) noexcept nogil

# The kind of its jokers.
cdef int meld_joker(uint32_t meld) noexcept nogil

# Writers: fill `out` (ROOM characters) and return the length.
cdef int write_tiles(const uint8_t* tiles, int n, char* out) noexcept nogil
cdef int write_meld(uint32_t meld, char* out) noexcept nogil
cdef int write_hand(const HandData* hand, char* out) noexcept nogil

# The concealed tiles as sorted tile bytes, plain fives before red ones (room for MAX_SIZE); returns how many.
cdef int hand_tiles(const HandData* hand, uint8_t* out) noexcept nogil

cdef const char* tile_name(int kind) noexcept nogil
