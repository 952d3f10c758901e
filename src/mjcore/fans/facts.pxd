# Facts of a win that do not depend on the reading, gathered with a few wide operations.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.bits cimport gather_low_bits, load8, sum_bytes
from mjcore.fans.wins cimport (
    AFTER_FLOWER, AFTER_KONG, BAD_CIRCUMSTANCE, BAD_COUNT, BAD_MELD, BAD_SIZE, BAD_VERSION, BAD_WIND, BAD_WIN_TILE,
    DEALER, FIRST_TURN, FIVE_COPIES, KNOWN_CIRCUMSTANCES, LAST_COPY, ROB_KONG, WILD_TILES, WIN_OK, WIN_VERSION,
    WinData, settle_circumstances,
)
from mjcore.hand.kinds cimport KINDS, MAX_SETS, meld_kind, meld_type

# What one meld adds. Rows: 21 chows, 34 pungs, 34 kongs.
cdef struct MeldFacts:
    uint64_t tiles[5]      # 34 bytes of counts, a kong as 4
    uint64_t word          # to be added to the word of its suit (hand/suits.pxd)
    uint32_t honour        # bit of the pung among the seven honours
    uint8_t suit           # 3 = honours
    uint8_t chow           # 1 if a chow
    uint8_t every          # NOT_OUTSIDE | NOT_FIVES
    uint8_t reserved

cdef struct MeldTables:
    MeldFacts facts[89]
    uint8_t row[8][64]     # by type and kind; 255 = no such meld
    uint32_t types[8]      # what a meld of a type counts as: claimed | concealed kong << 8 | open kong << 16

cdef const MeldTables *meld_tables() noexcept nogil

cdef struct HandFacts:
    uint64_t present       # kinds in hand and melds
    uint64_t all_four      # kinds of which all four are there
    uint64_t quads         # the same without declared kongs
    uint64_t concealed_odd # kinds held once or three times
    uint64_t word[3]       # sum of the words of the melds of each suit
    uint32_t melded_chows  # mask of suits with a melded chow
    uint32_t honour_pungs  # melded
    uint32_t claimed
    uint32_t closed_kongs
    uint32_t open_kongs
    uint32_t every
    uint32_t circumstances


cdef inline uint64_t gather34(const uint64_t *x) noexcept nogil:
    """The lowest bit of each of 34 bytes."""
    return (gather_low_bits(x[0]) | gather_low_bits(x[1]) << 8 | gather_low_bits(x[2]) << 16
            | gather_low_bits(x[3]) << 24 | gather_low_bits(x[4]) << 32)


cdef inline int hand_facts(const MeldTables *tables, const WinData *win, int sets, bint strict,
                           HandFacts *facts) noexcept nogil:
    """Checks a win and gathers its facts; returns WIN_OK or the first fault."""
    cdef uint64_t held[5]
    cdef uint64_t total[5]
    cdef uint64_t work[5]
    cdef uint64_t bad, kongs = 0
    cdef uint32_t types = 0, circumstances
    cdef const MeldFacts *meld
    cdef WinData fixed
    cdef int i, j, row, n_melds = win.n_melds, code, own

    held[0] = load8(win.counts)
    held[1] = load8(win.counts + 8)
    held[2] = load8(win.counts + 16)
    held[3] = load8(win.counts + 24)
    held[4] = load8(win.counts + 26) >> 48
    bad = (held[0] | held[1] | held[2] | held[3] | held[4]) & <uint64_t>0xF8F8F8F8F8F8F8F8
    if win.version != WIN_VERSION:
        return BAD_VERSION
    if bad:
        return BAD_COUNT
    if n_melds > sets:
        return BAD_MELD
    for i in range(5):
        total[i] = held[i]
    facts.word[0] = 0
    facts.word[1] = 0
    facts.word[2] = 0
    facts.melded_chows = 0
    facts.honour_pungs = 0
    facts.every = 0
    for i in range(n_melds):
        # source, claimed tile and red fives do not matter here; jokers in melds need a rule set with them
        row = tables.row[meld_type(win.melds[i])][meld_kind(win.melds[i])]
        if row == 255 or (win.melds[i] >> 13) & 63:
            return BAD_MELD
        meld = &tables.facts[row]
        for j in range(5):
            total[j] += meld.tiles[j]
        types += tables.types[meld_type(win.melds[i])]
        if row >= 55:
            kongs |= <uint64_t>1 << meld_kind(win.melds[i])
        facts.every |= meld.every
        if meld.suit < 3:
            facts.word[meld.suit] += meld.word
            facts.melded_chows |= <uint32_t>meld.chow << meld.suit
        else:
            facts.honour_pungs |= meld.honour
    facts.claimed = types & 255
    facts.closed_kongs = (types >> 8) & 255
    facts.open_kongs = types >> 16

    bad = 0
    for i in range(5):
        bad |= (total[i] + <uint64_t>0x0303030303030303) & <uint64_t>0xF8F8F8F8F8F8F8F8
    if bad:
        return FIVE_COPIES
    if sum_bytes(held[0] + held[1] + held[2] + held[3] + held[4]) != <uint64_t>(3 * (sets - n_melds) + 2):
        return BAD_SIZE
    if win.win_tile >= KINDS or win.counts[win.win_tile] == 0:
        return BAD_WIN_TILE
    if (win.seat_wind | win.round_wind) > 3:
        return BAD_WIND
    if (win.wild_kinds | win.frames | win.jokers | win.caishen | win.royals_held | win.royals_aside
            | win.norths) != 0:
        return WILD_TILES
    for i in range(5):
        work[i] = total[i] | total[i] >> 1 | total[i] >> 2
    facts.present = gather34(work)
    for i in range(5):
        work[i] = total[i] >> 2
    facts.all_four = gather34(work)
    facts.quads = facts.all_four & ~kongs
    facts.concealed_odd = gather34(held)

    circumstances = win.circumstances
    if circumstances & ~<uint32_t>KNOWN_CIRCUMSTANCES:
        return BAD_CIRCUMSTANCE
    if circumstances & (ROB_KONG | AFTER_KONG | AFTER_FLOWER | LAST_COPY | FIRST_TURN | DEALER):
        own = <int>(total[win.win_tile >> 3] >> (8 * (win.win_tile & 7)) & 255) - win.counts[win.win_tile]
        fixed = win[0]
        code = settle_circumstances(&fixed, own, facts.closed_kongs + facts.open_kongs, strict)
        if code != WIN_OK:
            return code
        circumstances = fixed.circumstances
    if (facts.quads >> win.win_tile) & 1 and win.counts[win.win_tile] == 1:
        # the own exposed melds hold the other three
        circumstances |= LAST_COPY
    if win.seat_wind == 0:
        circumstances |= DEALER
    facts.circumstances = circumstances
    return WIN_OK
