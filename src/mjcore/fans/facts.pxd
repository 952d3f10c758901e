# Facts of a win that do not depend on the reading, gathered with a few wide operations.
from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t

from mjcore.bits cimport (
    Bytes34, above_four, add34, any_odd34, four34, held34, load34, load8, store34, sum34, used4, unlikely,
)
from mjcore.fans.circumstances cimport settle_circumstances
from mjcore.fans.wins cimport (
    AFTER_FLOWER, AFTER_KONG, DEALER, DOUBTFUL, FIRST_TURN, IPPATSU, LAST_COPY, LAST_TILE, OF_DISCARDER, RIICHI,
    ROB_KONG, SELF_DRAW, STREAK_NOT_DEALER, USUAL_RIICHI, WILD_TILES, WIN_OK, WIN_VERSION, WinData,
)
from mjcore.hand.handdata cimport meld_copies
from mjcore.hand.kinds cimport KINDS, meld_reds

# What one meld adds. Rows: 21 chows, 34 pungs, then kongs by type, no meld, and what is none of these.
cdef struct MeldFacts:
    uint64_t tiles[5]      # 34 bytes of counts, a kong as 4
    uint64_t word          # to be added to the word of its suit (hand/suits.pxd), 0 for honours
    uint64_t kong          # its kind as a mask if it is a kong
    uint8_t suit           # 3 = honours
    uint8_t fu             # 2 for a claimed pung, twice that of terminals or honours, four times that of kongs
    uint16_t flags         # bit of the pung among the seven honours | NOT_OUTSIDE, NOT_FIVES << 7
    uint32_t types         # what it counts as: claimed | concealed kong << 3 | open kong << 6 | meld << 9

cdef enum:
    # of a packed meld: what finds its row (kind, type, source, claimed tile), and what is 0 without jokers
    MELD_FORM = (1 << 13) - 1
    OPEN_KONGS = 55
    CONCEALED_KONGS = 89
    EMPTY_MELD = 123
    UNKNOWN_MELD = 128
    UNKNOWN_TYPE = 1 << 12     # in `types` of an unknown meld: more than all others add up to

cdef extern from *:
    """
    #define MJ_MELD_JOKERS (63u << 13 | 127u << 25)
    /* by bytes: ura[3], ura[4], red_fives, norths, payer, streak, kong_chain, void_suit */
    #define MJ_BONUS_LATE 0x00000000FF00FFFFull
    #define MJ_UNUSED_LATE 0x000000FF00000000ull
    #define MJ_KONG_CHAIN_LATE 0x00FF000000000000ull
    #define MJ_VOID_SUIT_LATE 0xFF00000000000000ull
    /* by bytes: circumstances[4], seat_wind, round_wind, flowers, version */
    #define MJ_WINDS_EARLY 0xFF00FCFC00000000ull
    """
    const uint32_t MELD_JOKERS "MJ_MELD_JOKERS"
    const uint64_t BONUS_LATE "MJ_BONUS_LATE"
    const uint64_t UNUSED_LATE "MJ_UNUSED_LATE"
    const uint64_t KONG_CHAIN_LATE "MJ_KONG_CHAIN_LATE"
    const uint64_t VOID_SUIT_LATE "MJ_VOID_SUIT_LATE"
    const uint64_t WINDS_EARLY "MJ_WINDS_EARLY"

cdef struct MeldTables:
    MeldFacts facts[129]
    uint8_t row[8192]      # by MELD_FORM of a packed meld; what no meld is packed as is an unknown one

cdef const MeldTables *meld_tables() noexcept nogil

cdef inline int meld_row(const MeldTables *tables, uint32_t meld) noexcept nogil:
    return tables.row[meld & MELD_FORM]

# Whether red fives are fives, and melds with them packed as `Meld.code` does it. WIN_OK or a fault.
cdef int check_reds(const WinData *win) noexcept nogil

cdef struct HandFacts:
    uint64_t present       # kinds in hand and melds
    uint64_t all_four      # kinds of which all four are there
    uint64_t quads         # the same without declared kongs
    uint64_t word[4]       # sum of the words of the melds of each suit (the last is no suit)
    uint32_t honour_pungs  # melded
    uint32_t claimed
    uint32_t closed_kongs
    uint32_t open_kongs
    uint32_t every
    uint32_t circumstances
    # only with bonus tiles
    uint32_t fu                # of the melds
    uint32_t reds_in_melds     # places of red tiles in any of them
    bint all_even          # every kind is concealed twice, four times or not at all; with five sets: all but one kind


# Which fault a win has that failed a joint test of `hand_facts`.
cdef int diagnose(const MeldTables *tables, const WinData *win, int sets, uint32_t known,
                  uint64_t unused) noexcept nogil


cdef inline int hand_facts(const MeldTables *tables, const WinData *win, int sets, bint strict, uint32_t known,
                           uint64_t unused, bint settled, bint has_bonus, uint8_t *copies,
                           HandFacts *facts) noexcept nogil:
    """Checks a win and gathers its facts; returns WIN_OK or the first fault. `known`: the circumstances that there
    may be; `unused`: which of the eight bytes from the last two ura on must be 0; `settled`: its circumstances were
    looked at before. With `has_bonus` indicators and norths may be given, and the copies of each kind in hand and
    melds are written to 34 bytes."""
    cdef Bytes34 held, total
    cdef uint64_t bad, kongs = 0
    cdef uint32_t types = 0, flags = 0, all_melds = 0, circumstances = win.circumstances, doubtful, sound
    cdef const MeldFacts *meld
    cdef int i, n_melds = win.n_melds, fault, own

    if unlikely(win.win_tile >= KINDS or n_melds > sets):
        return diagnose(tables, win, sets, known, unused) or WILD_TILES
    held = load34(win.counts)
    total = held
    for i in range(4):
        facts.word[i] = 0
    if has_bonus:
        facts.fu = 0
    # All places are gone through, the unused ones (0) as no meld: a loop of unknown length would be mispredicted.
    for i in range(sets):
        # jokers in melds need a rule set with them
        all_melds |= win.melds[i]
        meld = &tables.facts[meld_row(tables, win.melds[i])]
        total = add34(total, meld.tiles)
        types += meld.types
        flags |= meld.flags
        kongs |= meld.kong
        facts.word[meld.suit] += meld.word
        if has_bonus:
            facts.fu += meld.fu
    facts.honour_pungs = flags & 127
    facts.every = flags >> 7
    facts.claimed = types & 7
    facts.closed_kongs = (types >> 3) & 7
    facts.open_kongs = (types >> 6) & 7

    bad = above_four(held, total) | sum34(held) ^ <uint32_t>(3 * (sets - n_melds) + 2)
    bad |= <uint64_t>(win.counts[win.win_tile] == 0) | <uint64_t>((types >> 9) ^ n_melds) | all_melds & MELD_JOKERS
    # melds stand in the first places and nothing in the others
    bad |= (used4(win.melds) | <uint32_t>(win.melds[4] != 0) << 4) ^ ((<uint32_t>1 << n_melds) - 1)
    # winds, flowers and version lie behind the circumstances, the tiles of other rule sets behind the frames
    bad |= (load8(<const uint8_t *>&win.circumstances) ^ <uint64_t>WIN_VERSION << 56) & (
        WINDS_EARLY | <uint32_t>~known)
    bad |= win.wild_kinds | load8(<const uint8_t *>&win.frames)
    # the eight bytes from the last two ura on hold red_fives and streak, which are looked at below
    bad |= load8(win.ura + 3) & unused | load8(win.reserved)
    if not has_bonus:
        bad |= load8(win.dora)
    if unlikely(bad != 0):
        # never WIN_OK; said so that the compiler knows
        return diagnose(tables, win, sets, known, unused) or WILD_TILES
    # those of the hand are counted with the bonus tiles
    if unlikely((meld_reds(all_melds) | (0 if has_bonus else win.red_fives)) != 0):
        fault = check_reds(win)
        if fault != WIN_OK:
            return fault
    if unlikely(win.streak) and strict and win.seat_wind != 0:
        return STREAK_NOT_DEALER
    facts.present = held34(total)
    facts.all_four = four34(total)
    facts.quads = facts.all_four & ~kongs
    facts.all_even = not any_odd34(held)
    if has_bonus:
        store34(copies, total)
        facts.reds_in_melds = meld_reds(all_melds)

    doubtful = circumstances & DOUBTFUL & ~(OF_DISCARDER & (circumstances & SELF_DRAW) - 1)
    if has_bonus:
        # what is evidently sound needs no closer look; all of it without a branch
        sound = USUAL_RIICHI * <uint32_t>(
            <int>(circumstances & (RIICHI | FIRST_TURN) == RIICHI) & <int>(facts.claimed == 0)
            & <int>(circumstances & (IPPATSU | AFTER_KONG | AFTER_FLOWER) != IPPATSU | AFTER_KONG))
        sound |= AFTER_KONG * <uint32_t>(
            <int>(circumstances & (SELF_DRAW | AFTER_FLOWER) == SELF_DRAW)
            & <int>(facts.closed_kongs + facts.open_kongs + win.norths != 0))
        sound |= FIRST_TURN * <uint32_t>(
            <int>(circumstances & (LAST_TILE | ROB_KONG) == 0) & <int>((n_melds | win.norths) == 0)
            & <int>(circumstances & SELF_DRAW | win.seat_wind != 0))
        doubtful &= ~sound
    if not settled and doubtful | win.kong_chain or not settled and (circumstances & DEALER and win.seat_wind != 0):
        own = 0
        for i in range(n_melds):
            own += meld_copies(win.melds[i], win.win_tile)
        fault = settle_circumstances(win, own, facts.closed_kongs + facts.open_kongs, facts.claimed, strict,
                                     &circumstances)
        if fault != WIN_OK:
            return fault
    # the own exposed melds hold the other three
    circumstances |= LAST_COPY * (<uint32_t>(facts.quads >> win.win_tile) & <uint32_t>(win.counts[win.win_tile] == 1))
    circumstances |= DEALER * <uint32_t>(win.seat_wind == 0)
    facts.circumstances = circumstances
    return WIN_OK
