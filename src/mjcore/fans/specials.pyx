"""Facts of whole hands that no small feature tells."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.bits cimport count_bits, four34, held34, load34, odd34
from mjcore.fans.facts cimport HandFacts
from mjcore.fans.ruletable cimport (
    FOUR_CONCEALED, FOUR_CONCEALED_BY_WIN, FOUR_KINDS_AT, FOUR_WITH_PUNG, FOUR_WITH_PUNG_BY_WIN, SPECIAL_BIG_WHEEL,
    SPECIAL_NINE_GATES_ANY, SPECIAL_PURE_TERMINAL_CHOWS, SPECIAL_RANK_SUM_100, SPECIAL_THREE_SUITED_TERMINAL_CHOWS,
    RuleTable,
)
from mjcore.fans.wins cimport WinData
from mjcore.hand.decompose cimport knitted_patterns
from mjcore.hand.handdata cimport meld_copies
from mjcore.hand.kinds cimport EAST, KINDS, SUIT_KINDS
from mjcore.hand.split cimport Split, is_standard, split_hand
from mjcore.hand.suits cimport WORD_PUNG_RANKS, SuitTable

cdef enum:
    CHOW_BITS = 0x1FFFFF
    BOTH_TERMINAL_CHOWS = 1 | 1 << 18      # one 123 and one 789 in the chow counts of a word


cdef uint32_t terminal_chows(uint64_t m, uint64_t p, uint64_t s, int pair_suit) noexcept nogil:
    cdef uint64_t chows[3]
    cdef int a = 1 if pair_suit == 0 else 0, b = 1 if pair_suit == 2 else 2
    chows[0] = m & CHOW_BITS
    chows[1] = p & CHOW_BITS
    chows[2] = s & CHOW_BITS
    if chows[pair_suit] == 2 * BOTH_TERMINAL_CHOWS:
        return SPECIAL_PURE_TERMINAL_CHOWS
    if chows[a] == BOTH_TERMINAL_CHOWS and chows[b] == BOTH_TERMINAL_CHOWS:
        return SPECIAL_THREE_SUITED_TERMINAL_CHOWS
    return 0


cdef uint32_t special_facts(const RuleTable *rules, const WinData *win, const HandFacts *facts) noexcept nogil:
    cdef uint64_t present = facts.present
    cdef const uint8_t *counts
    cdef uint32_t special = 0, sum = 0
    cdef int suit, rank, meld
    cdef bint gates = True
    for suit in range(3):
        if present & ~(<uint64_t>0x1FF << (9 * suit)):
            continue
        if win.n_melds == 0:
            counts = win.counts + 9 * suit
            for rank in range(9):
                gates &= counts[rank] >= (3 if rank == 0 or rank == 8 else 1)
            if gates:
                special |= SPECIAL_NINE_GATES_ANY | nine_gates(win, present, suit, win.win_tile - 9 * suit)
            if facts.all_even and present >> (9 * suit) == 0xFE:
                special |= SPECIAL_BIG_WHEEL
        if rules.han_fu.ranks_add_up:
            for rank in range(9):
                sum += win.counts[9 * suit + rank] * (rank + 1)
                for meld in range(win.n_melds):
                    sum += meld_copies(win.melds[meld], 9 * suit + rank) * (rank + 1)
            if sum >= 100:
                special |= SPECIAL_RANK_SUM_100
    return special


cdef int next_knitted(const SuitTable *suits, const uint8_t *counts, int pattern, Split *split) noexcept nogil:
    cdef const uint64_t *patterns = knitted_patterns()
    cdef uint8_t rest[KINDS]
    cdef uint64_t concealed = held34(load34(counts))
    cdef int kind
    while pattern < 6:
        if concealed & patterns[pattern] == patterns[pattern]:
            memcpy(rest, counts, KINDS)
            for kind in range(SUIT_KINDS):
                rest[kind] -= (patterns[pattern] >> kind) & 1
            split_hand(suits, rest, split)
            if is_standard(split):
                return pattern
        pattern += 1
    return 6


cdef uint64_t pairs_and_pung_waits(const uint8_t *counts, int tile) noexcept nogil:
    cdef uint64_t odd = odd34(load34(counts)) ^ <uint64_t>1 << tile, waits = 0, others = odd & (odd - 1)
    cdef int kind, held
    if others & (others - 1):
        # most hands: three kinds or more are held an odd number of times
        return 0
    for kind in range(KINDS):
        held = counts[kind] - (kind == tile)
        if odd == 0 and held == 2:
            # one pair becomes the pung
            waits |= <uint64_t>1 << kind
        elif odd >> kind & 1 and held == 3 and count_bits(odd) == 2:
            # the other one becomes a pair
            waits |= odd & ~(<uint64_t>1 << kind)
    return waits


cdef uint32_t fours_of(const WinData *win, const HandFacts *facts) noexcept nogil:
    cdef uint64_t concealed = four34(load34(win.counts)), tile = <uint64_t>1 << win.win_tile
    cdef uint64_t others = concealed & (concealed - 1)
    cdef uint64_t pungs = (facts.word[0] >> WORD_PUNG_RANKS | facts.word[1] >> WORD_PUNG_RANKS << 9
                           | facts.word[2] >> WORD_PUNG_RANKS << 18 | <uint64_t>facts.honour_pungs << EAST)
    cdef uint32_t index = 0
    pungs &= facts.quads & ~concealed
    index |= FOUR_CONCEALED * <uint32_t>(concealed != 0) | FOUR_WITH_PUNG * <uint32_t>(pungs != 0)
    index |= FOUR_CONCEALED_BY_WIN * <uint32_t>(concealed & tile != 0)
    index |= FOUR_WITH_PUNG_BY_WIN * <uint32_t>(pungs & tile != 0)
    return index | (<uint32_t>(concealed != 0) + <uint32_t>(others != 0)
                    + <uint32_t>(others & (others - 1) != 0)) << FOUR_KINDS_AT
