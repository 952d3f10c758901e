# Tiles that add to a win by themselves: dora, ura dora, red fives, norths set aside. Checked and counted in one go.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport load8, unlikely
from mjcore.fans.wins cimport (
    BAD_INDICATOR, BAD_REDS, FIVE_COPIES, MORE_URA_THAN_DORA, RIICHI, URA_WITHOUT_RIICHI, WIN_OK, WinData,
)
from mjcore.hand.kinds cimport EAST, KINDS

cdef enum:
    MAX_INDICATORS = 5

# Counters of bonus tiles, the bytes of one number.
cdef enum:
    BONUS_DORA
    BONUS_URA
    BONUS_RED
    BONUS_NORTH

cdef struct Bonus:
    uint32_t counts        # one byte for each bonus counter
    uint32_t reds          # red fives of m, p, s in hand and melds, a byte each

# A table of copies has a place before the kinds, for what is no tile; it holds kind + 1 as the indicators do.
cdef enum:
    COPIES = KINDS + 1
    PLACE_OF_NORTH = EAST + 4

cdef extern from *:
    """
    #define MJ_FIVE_BYTES 0xFFFFFFFFFFull
    #define MJ_TOP_BITS 0x8080808080ull
    #define MJ_ABOVE_KINDS (0x0101010101ull * (127 - 34))
    #define MJ_ABOVE_ZERO 0x7F7F7F7F7Full
    """
    const uint64_t FIVE_BYTES "MJ_FIVE_BYTES"
    const uint64_t TOP_BITS "MJ_TOP_BITS"
    const uint64_t ABOVE_KINDS "MJ_ABOVE_KINDS"
    const uint64_t ABOVE_ZERO "MJ_ABOVE_ZERO"


# Whether more than four copies of a kind stand in hand, melds and indicators; copies as of `add_up_bonus`.
cdef bint too_many_copies(const uint8_t *copies, uint64_t dora_at, uint64_t ura_at) noexcept nogil
# Red fives of the melds, a byte for each suit.
cdef uint32_t reds_of_melds(const WinData *win) noexcept nogil

cdef inline bint within(uint32_t numbers, uint32_t most) noexcept nogil:
    """Whether none of three bytes (all below 128) is above that of `most`."""
    return (most + 0x808080 - numbers) & 0x808080 == 0x808080

cdef inline uint32_t concealed_reds(const WinData *win) noexcept nogil:
    """Red fives of m, p, s among the concealed tiles, a byte each."""
    return (win.red_fives & 3) | <uint32_t>(win.red_fives & 12) << 6 | <uint32_t>(win.red_fives & 48) << 12


cdef inline bint are_fives(const WinData *win, uint32_t reds) noexcept nogil:
    """Whether there are so many concealed fives as `concealed_reds` says."""
    return win.red_fives <= 63 and within(
        reds, win.counts[4] | <uint32_t>win.counts[13] << 8 | <uint32_t>win.counts[22] << 16)


cdef inline uint32_t how_many(uint64_t places) noexcept nogil:
    """How many of five bytes are not 0; all are below 128."""
    return <uint32_t>(((((places + ABOVE_ZERO) & TOP_BITS) >> 7) * <uint64_t>0x0101010101 >> 32) & 255)


cdef inline bint has_hole(uint64_t places) noexcept nogil:
    """Whether one of five bytes is not 0 behind one that is; all are below 128."""
    cdef uint64_t used = (((places + ABOVE_ZERO) & TOP_BITS) >> 7) * 255
    return used & (used + 1) != 0


cdef inline int add_up_bonus(const WinData *win, const uint8_t *next_place,
                             uint32_t circumstances, bint strict, uint32_t reds_in_melds, uint8_t *copies,
                             Bonus *out) noexcept nogil:
    """Checks and counts the bonus tiles. `copies`: COPIES bytes, those of each kind in hand and melds (at most 4) from
    the second on; norths set aside are added. `next_place`: the place in it at which an indicator points.
    `circumstances`: those that stand. `reds_in_melds`: not 0 if a meld has red tiles. Without `strict` ura
    indicators are not looked at without riichi. Returns WIN_OK or a fault."""
    cdef uint64_t dora_at = load8(win.dora) & FIVE_BYTES, ura_at = load8(win.ura) & FIVE_BYTES
    cdef uint32_t dora, ura, most, n_dora, n_ura, place, reds
    cdef int i
    if unlikely((dora_at | dora_at + ABOVE_KINDS | ura_at | ura_at + ABOVE_KINDS) & TOP_BITS):
        return BAD_INDICATOR
    if unlikely(<uint32_t>(ura_at != 0) & <uint32_t>(circumstances & RIICHI == 0)):
        if strict:
            return URA_WITHOUT_RIICHI
        ura_at = 0
    copies[0] = 0
    copies[PLACE_OF_NORTH] += win.norths
    if unlikely(win.norths > 4 or copies[PLACE_OF_NORTH] > 4):
        return FIVE_COPIES
    dora = copies[next_place[win.dora[0]]]
    ura = copies[next_place[ura_at & 255]]
    most = copies[win.dora[0]] | copies[ura_at & 255]
    if (dora_at | ura_at) > 255:
        if unlikely(has_hole(dora_at) or has_hole(ura_at)):
            return BAD_INDICATOR
        for i in range(1, MAX_INDICATORS):
            place = (dora_at >> (8 * i)) & 255
            dora += copies[next_place[place]]
            most |= copies[place]
            place = (ura_at >> (8 * i)) & 255
            ura += copies[next_place[place]]
            most |= copies[place]
    # the indicators are tiles of the same set; mostly there are far from four of any of them
    n_dora = how_many(dora_at)
    n_ura = how_many(ura_at)
    if unlikely(most + n_dora + n_ura > 4) and too_many_copies(copies, dora_at, ura_at):
        return FIVE_COPIES
    if unlikely(n_ura > n_dora):
        return MORE_URA_THAN_DORA

    reds = concealed_reds(win)
    if unlikely(not are_fives(win, reds)):
        return BAD_REDS
    if unlikely(reds_in_melds):
        reds += reds_of_melds(win)
    out.reds = reds
    out.counts = (dora << (8 * BONUS_DORA) | ura << (8 * BONUS_URA)
                  | (reds * 0x010101 >> 16 & 255) << (8 * BONUS_RED) | <uint32_t>win.norths << (8 * BONUS_NORTH))
    return WIN_OK


# Reads the arguments dora_indicators, ura_indicators and nuki into a record that is all zero.
cdef int fill_bonus(WinData *data, dora_indicators, ura_indicators, nuki) except -1
