"""Reading dora indicators and norths set aside from arguments."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.bits cimport count_bits
from mjcore.hand.counts cimport whole
from mjcore.hand.kinds cimport RED_BIT, meld_kind, meld_reds
from mjcore.hand.text cimport load_tile, tile_text

from mjcore.errors import HandError, brief
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile

cdef enum:
    NORTHS = 4


cdef bint too_many_copies(const uint8_t *copies, uint64_t dora_at, uint64_t ura_at) noexcept nogil:
    cdef uint8_t with_indicators[COPIES]
    cdef uint64_t left
    cdef int row
    memcpy(with_indicators, copies, COPIES)
    for row in range(2):
        left = ura_at if row else dora_at
        while left:
            with_indicators[left & 255] += 1
            # an empty place is no copy of anything
            if left & 255 and with_indicators[left & 255] > 4:
                return True
            left >>= 8
    return False


cdef uint32_t reds_of_melds(const WinData *win) noexcept nogil:
    cdef int i
    cdef uint32_t reds = 0, red
    for i in range(win.n_melds):
        red = meld_reds(win.melds[i])
        if red:
            reds += <uint32_t>count_bits(red) << (8 * (meld_kind(win.melds[i]) // 9))
    return reds


cdef int fill_bonus(WinData *data, dora_indicators, ura_indicators, nuki) except -1:
    if dora_indicators is not None:
        fill_indicators(data.dora, dora_indicators, "dora_indicators")
    if ura_indicators is not None:
        fill_indicators(data.ura, ura_indicators, "ura_indicators")
    if nuki is not None:
        number = NORTHS + 1 if isinstance(nuki, bool) else whole(nuki, f"nuki: a number 0..{NORTHS}")
        if not 0 <= number <= NORTHS:
            raise HandError(f"nuki={brief(nuki)}: expected a number 0..{NORTHS} of norths set aside")
        data.norths = number
    return 0


cdef int fill_indicators(uint8_t *places, tiles, str name) except -1:
    cdef int n = 0, kind
    if isinstance(tiles, str):
        tiles = parse_tiles(tiles) if tiles.strip() else ()
    elif type(tiles) is Tile:
        tiles = (tiles,)
    try:
        tiles = iter(tiles)
    except TypeError:
        raise HandError(f"{name}={brief(tiles)}: expected text like '3p5z' or tiles") from None
    for tile in tiles:
        kind = load_tile(tile) & (RED_BIT - 1)
        if kind >= KINDS:
            raise HandError(f"{name}: {tile_text(kind)} is no tile of a set")
        if n == MAX_INDICATORS:
            raise HandError(f"{name}: more than {MAX_INDICATORS} indicators")
        places[n] = kind + 1
        n += 1
    return 0
