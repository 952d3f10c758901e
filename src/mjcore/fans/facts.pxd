# Facts of a win that do not depend on the reading, gathered with a few wide operations.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport four34, held34, load8, sum_bytes, unlikely
from mjcore.fans.wins cimport (
    AFTER_FLOWER, AFTER_KONG, BAD_MELD, DEALER, FIRST_TURN, KNOWN_CIRCUMSTANCES, LAST_COPY, ROB_KONG, WIN_OK,
    WIN_VERSION, WinData, settle_circumstances,
)
from mjcore.hand.kinds cimport KINDS, meld_kind, meld_type

# What one meld adds. Rows: 21 chows, 34 pungs, 34 kongs.
cdef struct MeldFacts:
    uint64_t tiles[5]      # 34 bytes of counts, a kong as 4
    uint64_t word          # to be added to the word of its suit (hand/suits.pxd), 0 for honours
    uint64_t kong          # its kind as a mask if it is a kong
    uint8_t suit           # 3 = honours
    uint8_t chow           # bit of its suit if a chow
    uint8_t honour         # bit of the pung among the seven honours
    uint8_t every          # NOT_OUTSIDE | NOT_FIVES
    uint32_t reserved

cdef enum:
    MELD_JOKERS = 63 << 13     # in a packed meld

cdef struct MeldTables:
    MeldFacts facts[89]
    uint8_t row[8][64]     # by type and kind; 255 = no such meld
    uint32_t types[8]      # what a meld of a type counts as: claimed | concealed kong << 3 | open kong << 6

cdef const MeldTables *meld_tables() noexcept nogil

cdef struct HandFacts:
    uint64_t present       # kinds in hand and melds
    uint64_t all_four      # kinds of which all four are there
    uint64_t quads         # the same without declared kongs
    uint64_t word[4]       # sum of the words of the melds of each suit (the last is no suit)
    uint32_t melded_chows  # mask of suits with a melded chow
    uint32_t honour_pungs  # melded
    uint32_t claimed
    uint32_t closed_kongs
    uint32_t open_kongs
    uint32_t every
    uint32_t circumstances
    bint concealed_even    # every kind is held twice, four times or not at all


cdef inline void load_counts34(const uint8_t *counts, uint64_t *held) noexcept nogil:
    """34 counts as five words, without reading past them."""
    held[0] = load8(counts)
    held[1] = load8(counts + 8)
    held[2] = load8(counts + 16)
    held[3] = load8(counts + 24)
    held[4] = load8(counts + 26) >> 48


# Which fault a win has that failed a joint test of `hand_facts`.
cdef int diagnose(const MeldTables *tables, const WinData *win, int sets) noexcept nogil


cdef inline int hand_facts(const MeldTables *tables, const WinData *win, int sets, bint strict,
                           HandFacts *facts) noexcept nogil:
    """Checks a win and gathers its facts; returns WIN_OK or the first fault."""
    cdef uint64_t held[5]
    cdef uint64_t total[5]
    cdef uint64_t any_held, bad, kongs = 0
    cdef uint32_t types = 0, circumstances = win.circumstances
    cdef const MeldFacts *meld
    cdef int i, j, row, n_melds = win.n_melds, code, own

    if unlikely((circumstances & ~<uint32_t>KNOWN_CIRCUMSTANCES) | (win.version ^ WIN_VERSION)
                | ((win.seat_wind | win.round_wind) & ~3) | <uint32_t>(n_melds > sets)
                | <uint32_t>(win.win_tile >= KINDS)):
        return diagnose(tables, win, sets)
    load_counts34(win.counts, held)
    any_held = held[0] | held[1] | held[2] | held[3] | held[4]
    for i in range(5):
        total[i] = held[i]
    for i in range(4):
        facts.word[i] = 0
    facts.melded_chows = 0
    facts.honour_pungs = 0
    facts.every = 0
    for i in range(n_melds):
        # source, claimed tile and red fives do not matter here; jokers in melds need a rule set with them
        row = tables.row[meld_type(win.melds[i])][meld_kind(win.melds[i])]
        if unlikely(row == 255):
            return BAD_MELD
        meld = &tables.facts[row]
        for j in range(5):
            total[j] += meld.tiles[j]
        types += tables.types[meld_type(win.melds[i])] | win.melds[i] & MELD_JOKERS
        kongs |= meld.kong
        facts.word[meld.suit] += meld.word
        facts.every |= meld.every
        facts.melded_chows |= meld.chow
        facts.honour_pungs |= meld.honour
    facts.claimed = types & 7
    facts.closed_kongs = (types >> 3) & 7
    facts.open_kongs = (types >> 6) & 7

    # counts are tested as held (so that nothing overflows above) and with the melds
    bad = any_held & <uint64_t>0xF8F8F8F8F8F8F8F8
    for i in range(5):
        bad |= (total[i] + <uint64_t>0x0303030303030303) & <uint64_t>0xF8F8F8F8F8F8F8F8
    bad |= sum_bytes(held[0] + held[1] + held[2] + held[3] + held[4]) ^ <uint64_t>(3 * (sets - n_melds) + 2)
    bad |= <uint64_t>(win.counts[win.win_tile] == 0) | types & MELD_JOKERS
    bad |= win.wild_kinds | win.frames | <uint64_t>(
        win.jokers | win.caishen | win.royals_held | win.royals_aside | win.norths)
    if unlikely(bad != 0):
        return diagnose(tables, win, sets)
    facts.present = held34(total)
    facts.all_four = four34(total)
    facts.quads = facts.all_four & ~kongs
    facts.concealed_even = any_held & <uint64_t>0x0101010101010101 == 0

    if circumstances & (ROB_KONG | AFTER_KONG | AFTER_FLOWER | LAST_COPY | FIRST_TURN) or (
            circumstances & DEALER and win.seat_wind != 0):
        own = <int>(total[win.win_tile >> 3] >> (8 * (win.win_tile & 7)) & 255) - win.counts[win.win_tile]
        code = settle_circumstances(win, own, facts.closed_kongs + facts.open_kongs, strict, &circumstances)
        if code != WIN_OK:
            return code
    # the own exposed melds hold the other three
    circumstances |= LAST_COPY * (<uint32_t>(facts.quads >> win.win_tile) & <uint32_t>(win.counts[win.win_tile] == 1))
    circumstances |= DEALER * <uint32_t>(win.seat_wind == 0)
    facts.circumstances = circumstances
    return WIN_OK
