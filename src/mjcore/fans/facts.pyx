"""Tables of what a meld adds to a hand."""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport load8
from mjcore.fans.bonus cimport are_fives, concealed_reds
from mjcore.fans.wins cimport (
    BAD_CIRCUMSTANCE, BAD_COUNT, BAD_MELD, BAD_REDS, BAD_SIZE, BAD_VERSION, BAD_WIN_TILE, BAD_WIND, FIVE_COPIES,
    KNOWN_CIRCUMSTANCES, OTHER_CIRCUMSTANCE, UNUSED_FIELD, WILD_TILES, WIN_OK, WIN_VERSION, WinData,
)
from mjcore.hand.decompose cimport FIRST_PUNG
from mjcore.hand.grammar cimport normal_meld
from mjcore.hand.kinds cimport (
    ADDED_KONG, CHOW, CONCEALED_KONG, EAST, EXPOSED_KONG, FROM_NOBODY, FROM_PREVIOUS, KINDS, MAX_SETS, NO_MELD, PUNG,
    meld_reds, pack_meld,
)
from mjcore.hand.suits cimport NOT_FIVES, NOT_OUTSIDE, WORD_CHOWS, WORD_PUNG_RANKS, WORD_PUNGS

cdef MeldTables tables

cdef enum:
    SOURCES = FROM_PREVIOUS + 1


cdef const MeldTables *meld_tables() noexcept nogil:
    return &tables


cdef void add_tiles(MeldFacts *facts, int kind, uint64_t copies) noexcept nogil:
    facts.tiles[kind >> 3] += copies << (8 * (kind & 7))


cdef void fill() noexcept nogil:
    cdef int row, kind, rank, copies, every, source, i
    cdef MeldFacts *facts
    memset(&tables, 0, sizeof(MeldTables))
    memset(tables.row, UNKNOWN_MELD, sizeof(tables.row))
    tables.row[NO_MELD] = EMPTY_MELD
    tables.facts[UNKNOWN_MELD].types = UNKNOWN_TYPE
    for row in range(FIRST_PUNG):
        kind = 9 * (row // 7) + row % 7
        rank = row % 7
        facts = &tables.facts[row]
        for i in range(3):
            add_tiles(facts, kind + i, 1)
        facts.word = <uint64_t>1 << (3 * rank) | <uint64_t>1 << WORD_CHOWS
        facts.suit = row // 7
        every = (0 if rank == 0 or rank == 6 else NOT_OUTSIDE) | (0 if 2 <= rank <= 4 else NOT_FIVES)
        facts.flags = every << 7
        facts.types = 1 | 1 << 9
        for source in range(1, SOURCES):
            for i in range(3):
                tables.row[pack_meld(CHOW, kind, source, i, 0, 0)] = row
    for row in range(FIRST_PUNG, EMPTY_MELD):
        kind = (row - FIRST_PUNG) % KINDS
        rank = kind % 9
        copies = 3 if row < OPEN_KONGS else 4
        facts = &tables.facts[row]
        add_tiles(facts, kind, copies)
        facts.fu = (2 if copies == 3 else 8 if row < CONCEALED_KONGS else 16) << <int>(
            kind >= EAST or rank == 0 or rank == 8)
        facts.suit = kind // 9
        if kind < EAST:
            facts.word = <uint64_t>1 << WORD_PUNGS | <uint64_t>1 << (WORD_PUNG_RANKS + rank)
            facts.flags = ((0 if rank == 0 or rank == 8 else NOT_OUTSIDE) | (0 if rank == 4 else NOT_FIVES)) << 7
        else:
            facts.flags = 1 << (kind - EAST) | NOT_FIVES << 7
        if copies == 4:
            facts.kong = <uint64_t>1 << kind
        facts.types = (1 if row < OPEN_KONGS else (1 | 1 << 6 if row < CONCEALED_KONGS else 1 << 3)) | 1 << 9
    for kind in range(KINDS):
        for source in range(1, SOURCES):
            tables.row[pack_meld(PUNG, kind, source, 0, 0, 0)] = FIRST_PUNG + kind
            tables.row[pack_meld(EXPOSED_KONG, kind, source, 0, 0, 0)] = OPEN_KONGS + kind
            tables.row[pack_meld(ADDED_KONG, kind, source, 0, 0, 0)] = OPEN_KONGS + kind
        tables.row[pack_meld(CONCEALED_KONG, kind, FROM_NOBODY, 0, 0, 0)] = CONCEALED_KONGS + kind


fill()


cdef int check_reds(const WinData *win) noexcept nogil:
    cdef int i
    for i in range(win.n_melds):
        if meld_reds(win.melds[i]) and normal_meld(win.melds[i]) != win.melds[i]:
            return BAD_MELD
    return WIN_OK if are_fives(win, concealed_reds(win)) else BAD_REDS


cdef int diagnose(const MeldTables *tables, const WinData *win, int sets, uint32_t known,
                  uint64_t unused) noexcept nogil:
    cdef int total[34]
    cdef int kind, i, tiles = 0, row
    if win.version != WIN_VERSION:
        return BAD_VERSION
    if win.circumstances & ~<uint32_t>KNOWN_CIRCUMSTANCES:
        return BAD_CIRCUMSTANCE
    for kind in range(KINDS):
        if win.counts[kind] > 4:
            return BAD_COUNT
        total[kind] = win.counts[kind]
        tiles += win.counts[kind]
    if win.n_melds > sets:
        return BAD_MELD
    for i in range(win.n_melds, MAX_SETS):
        if win.melds[i]:
            return BAD_MELD
    for i in range(win.n_melds):
        row = meld_row(tables, win.melds[i])
        if row >= EMPTY_MELD or win.melds[i] & MELD_JOKERS:
            return BAD_MELD
        for kind in range(KINDS):
            total[kind] += tables.facts[row].tiles[kind >> 3] >> (8 * (kind & 7)) & 255
    for kind in range(KINDS):
        if total[kind] > 4:
            return FIVE_COPIES
    if tiles != 3 * (sets - win.n_melds) + 2:
        return BAD_SIZE
    if win.win_tile >= KINDS or win.counts[win.win_tile] == 0:
        return BAD_WIN_TILE
    if win.seat_wind > 3 or win.round_wind > 3:
        return BAD_WIND
    if win.circumstances & ~known:
        return OTHER_CIRCUMSTANCE
    if win.wild_kinds or win.frames or win.jokers or win.caishen or win.royals_held or win.royals_aside:
        return WILD_TILES
    if win.payer or load8(win.reserved):
        return UNUSED_FIELD
    if load8(win.ura + 3) & unused & (KONG_CHAIN_LATE | VOID_SUIT_LATE):
        return OTHER_CIRCUMSTANCE
    # what is left are bonus tiles of a rule set without them
    return WILD_TILES if win.norths else OTHER_CIRCUMSTANCE
