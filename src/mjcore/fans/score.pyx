"""The hot path: facts of the hand, then of every reading, then covers and values.

No Python object, no allocation and no call through a pointer; one win costs a few dozen table loads.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from mjcore.bits cimport (
    Wide, count_bits, first_bit, likely, load34, odd34, unlikely, wide_and, wide_load, wide_store,
)
from mjcore.fans.bonus cimport COPIES
from mjcore.fans.facts cimport HandFacts, hand_facts
from mjcore.fans.forms cimport score_flower_win, score_shapes
from mjcore.fans.han_fu cimport (
    KEY_HAN, finish_han_fu, nonzero_bonus, open_han_fu, place_matters, places_to_try, points_of,
)
from mjcore.fans.reading cimport Hand, close_score, finish, with_form
from mjcore.fans.relations cimport chow_number, pung_number
from mjcore.fans.ruletable cimport (
    COUNT_CONCEALED_PUNGS, COUNT_DRAGON_PUNGS, COUNT_FLOWERS, COUNT_GUEST_WIND_PUNGS, COUNT_KONGS, COUNT_QUADS,
    COUNT_TERMINAL_PUNGS, FINISH_HAN_FU, FINISH_PLACES, FINISH_SUM, ROLE_CLOSED, ROLE_EDGE, ROLE_PAIR, ROLE_PUNG,
    ROLE_TWO_SIDED, Bits, RuleTable,
)
from mjcore.fans.specials cimport (
    fours_of, next_knitted, nine_gates, pairs_and_pung_waits, special_facts, terminal_chows,
)
from mjcore.fans.wins cimport (
    AFTER_KONG, BAD_VOID_SUIT, DOUBLE_KONG, FIRST_TURN, FORBIDDEN_SUITS, NO_CLAIMED_CHOWS, NO_SUCH_SEAT, NO_TILE,
    NO_WILD, NO_WIN, NOT_IN_TILE_SET, SELF_DRAW, STREAK_REACHED, WIN_OK, WinData,
)
from mjcore.hand.decompose cimport (
    KNITTED_STRAIGHT, NO_PATTERN, PAIRS_AND_SET, SEVEN_PAIRS, STANDARD, knitted_patterns, orphan_kinds,
)
from mjcore.hand.kinds cimport KINDS
from mjcore.hand.split cimport Split, is_standard, split_hand, waits_before
from mjcore.hand.suits cimport (
    WORD_CHOWS, WORD_FLAGS, WORD_PAIR, WORD_PRESENT, WORD_PUNG_RANKS, WORD_PUNGS,
    SuitTable, chow_class, entry_offset, entry_residue, entry_words,
)

cdef enum:
    CHOW_BITS = 0x1FFFFF

cdef extern from *:
    """
    /* The hot path is one function: gcc's own limits would cut it into calls that pass a dozen values. */
    #undef CYTHON_INLINE
    #define CYTHON_INLINE MJ_FORCE_INLINE
    """

# In a mask of kinds all bits but the top one of each group.
cdef extern from *:
    """
    #define MJ_BELOW_TOPS (0xFFull | 0xFFull << 9 | 0xFFull << 18 | 7ull << 27 | 3ull << 31)
    /* The top bits of the suits; the factor that brings them to the bits 26, 27, 28. */
    #define MJ_SUIT_TOPS (1ull << 8 | 1ull << 17 | 1ull << 26)
    #define MJ_TOPS_TOGETHER (1ull << 18 | 1ull << 10 | 1ull << 2)
    """
    const uint64_t BELOW_TOPS "MJ_BELOW_TOPS"
    const uint64_t SUIT_TOPS "MJ_SUIT_TOPS"
    const uint64_t TOPS_TOGETHER "MJ_TOPS_TOGETHER"

# Where a tile of a rank stands, given the lows of the concealed chows of its suit.
cdef uint8_t chow_roles[9][128]
cdef uint8_t bits_of_byte[256]
cdef uint8_t group_of[34]              # m, p, s or honours
cdef uint8_t rank_of[34]
cdef uint8_t pungs_fu[512]             # fu of concealed pungs by their ranks in a suit
cdef uint8_t first_of_seven[128]       # place of the lowest bit from 1, 0 for none


cdef void fill_tables() noexcept nogil:
    cdef int rank, lows, low, roles
    for rank in range(9):
        for lows in range(128):
            roles = 0
            for low in range(7):
                if (lows >> low) & 1 and low <= rank <= low + 2:
                    if rank == low + 1:
                        roles |= ROLE_CLOSED
                    elif (rank == 2 and low == 0) or (rank == 6 and low == 6):
                        roles |= ROLE_EDGE
                    else:
                        roles |= ROLE_TWO_SIDED
            chow_roles[rank][lows] = roles
    for lows in range(512):
        pungs_fu[lows] = 4 * count_bits(lows) + 4 * count_bits(lows & 257)
    for rank in range(34):
        group_of[rank] = rank // 9
        rank_of[rank] = rank % 9
    for lows in range(256):
        bits_of_byte[lows] = count_bits(lows)
    for lows in range(128):
        first_of_seven[lows] = first_bit(lows) + 1 if lows else 0


fill_tables()


cdef inline int count_terminals(uint64_t pungs) noexcept nogil:
    """Ranks 1 and 9 among three nine-bit masks in one number."""
    cdef uint64_t x = (pungs & 0x40201) + ((pungs >> 8) & 0x40201)
    return <int>((x + (x >> 9) + (x >> 18)) & 7)


cdef int count_waits(const Hand *hand, const Split *split, int pair_group, bint pairs_too) noexcept nogil:
    """How many kinds the tiles without the winning one wait for; 3 stands for three or more."""
    cdef int tile = hand.win.win_tile
    cdef uint64_t waits = waits_before(hand.scorer.suits, split, tile, pair_group), odd
    if pairs_too:
        odd = odd34(load34(hand.win.counts)) ^ <uint64_t>1 << tile
        if odd & (odd - 1) == 0:
            waits |= odd
    if hand.scorer.rules.wait_forms >> PAIRS_AND_SET & 1 and hand.win.n_melds == 0:
        waits |= pairs_and_pung_waits(hand.win.counts, tile)
    if hand.scorer.rules.available_waits:
        waits &= ~(hand.facts.all_four & ~(<uint64_t>1 << tile))
    if waits & (waits - 1) == 0:
        return waits != 0
    waits &= waits - 1
    return 2 if waits & (waits - 1) == 0 else 3


cdef inline void score_sets(Hand *hand, const Split *split, int pair_group, const uint64_t *words, uint64_t body,
                            bint pairs_too, int family, ScoreResult *best, Trace *trace) noexcept nogil:
    """A reading of sets and a pair; `words` are those of the concealed tiles of the suits and the honours.
    `family`: FINISH_SUM, FINISH_HAN_FU or FINISH_PLACES, a constant.

    Nearly free of branches: hands differ too much for them to be predicted."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef const HandFacts *facts = &hand.facts
    cdef uint64_t all_m = words[0] + facts.word[0], all_p = words[1] + facts.word[1]
    cdef uint64_t all_s = words[2] + facts.word[2], total = all_m + all_p + all_s, own, suit_pungs, counters
    cdef uint32_t chows = (total >> WORD_CHOWS) & 7
    cdef uint32_t suited = (total >> WORD_PUNGS) & 7
    cdef uint32_t honour_pungs = split.threes | facts.honour_pungs
    cdef uint32_t honour_pair = (words[3] >> WORD_PAIR) & 15
    cdef uint32_t pungs, concealed, every, roles, special, guest_winds, waits = 0
    cdef int tile = hand.win.win_tile, group = group_of[tile], rank = rank_of[tile], pair, pair_rank
    cdef bint in_body = (body >> tile) & 1
    cdef uint32_t role, opened
    cdef int32_t fu
    cdef Wide wide
    cdef Bits fans
    cdef uint32_t chow_choice, pung_choice

    # the pair, and where the winning tile can stand
    pair_rank = <int>((words[pair_group] >> WORD_PAIR) & 15) - 1
    pair = 9 * pair_group + pair_rank
    own = words[group]
    roles = chow_roles[rank][(own >> WORD_PRESENT) & 127]
    roles |= <uint32_t>((own >> (WORD_PUNG_RANKS + rank)) & 1) << 4
    roles |= pair == tile
    # Decided by the roles alone, early: a branch that waits for all other facts costs more when mispredicted
    # than a count of waits that turns out not to be needed.
    if rules.role_waits[roles]:
        waits = count_waits(hand, split, pair_group, pairs_too)
    # a discard that completes a pung and can stand nowhere else opens it
    concealed = (((words[0] + words[1] + words[2]) >> WORD_PUNGS) & 7) + bits_of_byte[split.threes]
    concealed += facts.closed_kongs
    if family == FINISH_SUM:
        concealed -= <uint32_t>(roles == ROLE_PUNG) & hand.opens_pung & <uint32_t>(not in_body)
    if unlikely(in_body and not rules.body_wait):
        roles = 0
    pungs = suited + bits_of_byte[honour_pungs]
    every = (<uint32_t>((words[0] | words[1] | words[2]) >> WORD_FLAGS) & 3) | facts.every
    every |= <uint32_t>((split.threes | split.twos) != 0) << 1

    wide = wide_load(&hand.fixed_form)
    # relations between the sets, and what else only rule sets with such fans ask
    special = hand.special if family == FINISH_HAN_FU else nine_gates(hand.win, facts.present, group, rank)
    chow_choice = pung_choice = 0
    counters = 0
    if rules.relates:
        suit_pungs = ((all_m >> WORD_PUNG_RANKS) | (all_p >> WORD_PUNG_RANKS) << 9
                      | (all_s >> WORD_PUNG_RANKS) << 18)
        chow_choice = rules.chow_selection[chow_number(
            hand.scorer.index, chow_class(hand.scorer.classes, all_m & CHOW_BITS),
            chow_class(hand.scorer.classes, all_p & CHOW_BITS), chow_class(hand.scorer.classes, all_s & CHOW_BITS))]
        pung_choice = rules.pung_selection[pung_number(
            hand.scorer.index, suit_pungs & 511, (suit_pungs >> 9) & 511, suit_pungs >> 18)]
        wide = wide_and(wide, &rules.selection[chow_choice].possible)
        wide = wide_and(wide, &rules.selection[pung_choice].possible)
        if (family != FINISH_HAN_FU or rules.terminal_chows) and unlikely(
                <int>(chows == 4) & <int>(pair_rank == 4) & <int>(pair_group < 3)):
            special |= terminal_chows(all_m, all_p, all_s, pair_group)
        if family != FINISH_HAN_FU:
            counters = <uint64_t>count_terminals(suit_pungs) << (8 * COUNT_TERMINAL_PUNGS)
            guest_winds = 15 & ~(1 << hand.win.seat_wind | 1 << hand.win.round_wind)
            counters |= <uint64_t>bits_of_byte[honour_pungs & guest_winds] << (8 * COUNT_GUEST_WIND_PUNGS)

    wide = wide_and(wide, &rules.feature_honours[honour_pungs | honour_pair << 7])
    wide = wide_and(wide, &rules.feature_seats[(honour_pungs & 15) | honour_pair << 4 | hand.seats])
    if family == FINISH_SUM:
        wide = wide_and(wide, &rules.feature_sets[chows * 36 + pungs * 6 + concealed])
    wide = wide_and(wide, &rules.feature_every[every])
    wide = wide_and(wide, &rules.feature_pair[pair])
    wide = wide_and(wide, &rules.feature_special[special])
    if family == FINISH_HAN_FU:
        # every place of the winning tile is a hand of its own
        fu = hand.han.fu + pungs_fu[words[0] >> WORD_PUNG_RANKS] + pungs_fu[words[1] >> WORD_PUNG_RANKS]
        # a pung of honours is worth twice one of simples
        fu += pungs_fu[words[2] >> WORD_PUNG_RANKS] + 8 * bits_of_byte[split.threes]
        fu += rules.han_fu.fu_pair[honour_pair | hand.seats >> 4]
        if trace != NULL:
            roles = best.role
        elif roles & (roles - 1):
            roles = places_to_try(rules, wide, roles, hand.opens_pung, chows * 36 + pungs * 6 + concealed)
        while roles:
            role = roles & (0 - roles)
            roles &= roles - 1
            opened = <uint32_t>(role == ROLE_PUNG) & hand.opens_pung
            wide_store(&fans, wide_and(
                wide_and(wide, &rules.feature_sets[chows * 36 + pungs * 6 + concealed - opened]),
                &rules.feature_role[role | waits << 5]))
            if trace != NULL:
                trace.roles = role
                trace.concealed_pungs = concealed - opened
            finish_han_fu(
                rules, &hand.han, fans, fu - <int32_t>(opened << 1 << hand.yaochu_win)
                + rules.han_fu.fu_wait * <int32_t>(role & (ROLE_PAIR | ROLE_EDGE | ROLE_CLOSED) != 0), -1, role,
                hand.form, hand.found, chow_choice, pung_choice, best, trace)
        hand.found += 1
        return
    if rules.more_counters:
        counters |= <uint64_t>bits_of_byte[honour_pungs >> 4] << (8 * COUNT_DRAGON_PUNGS)
        counters |= <uint64_t>concealed << (8 * COUNT_CONCEALED_PUNGS)
    counters |= hand.counters
    if family == FINISH_PLACES:
        if trace != NULL:
            roles = best.role
        elif roles & (roles - 1) and not place_matters(
                rules, wide, roles, hand.opens_pung, chows * 36 + pungs * 6 + concealed):
            roles &= 0 - roles
        while True:
            # none where the tile stands outside the sets
            role = roles & (0 - roles)
            roles &= roles - 1
            opened = <uint32_t>(role == ROLE_PUNG) & hand.opens_pung
            wide_store(&fans, wide_and(
                wide_and(wide, &rules.feature_sets[chows * 36 + pungs * 6 + concealed - opened]),
                &rules.feature_role[role | waits << 5]))
            if trace != NULL:
                trace.roles = role
                trace.concealed_pungs = concealed - opened
            finish(hand, fans,
                   counters - (<uint64_t>opened << (8 * COUNT_CONCEALED_PUNGS) if rules.more_counters else 0),
                   chow_choice, pung_choice, role, family, best, trace)
            if roles == 0:
                break
        hand.found += 1
        return
    wide_store(&fans, wide_and(wide, &rules.feature_role[roles | waits << 5]))
    if trace != NULL:
        trace.roles = roles
        trace.concealed_pungs = concealed
    finish(hand, fans, counters, chow_choice, pung_choice, 0, family, best, trace)
    hand.found += 1


cdef inline void score_splits(Hand *hand, const Split *split, uint64_t body, bint pairs_too, int family,
                              ScoreResult *best, Trace *trace) noexcept nogil:
    """All readings of a complete hand of sets and a pair."""
    cdef const SuitTable *table = hand.scorer.suits
    cdef uint32_t first = split.entry[0], second = split.entry[1], third = split.entry[2]
    cdef uint32_t n_m = entry_words(first), n_p = entry_words(second), n_s = entry_words(third)
    cdef uint32_t a, b, c
    cdef uint64_t words[4]
    # a residue of 2 tells the suit with the pair; none of them has it if honours do
    cdef int pair_group = ((entry_residue(second) >> 1) + (entry_residue(third) & 2)
                           + 3 * <int>(split.twos != 0))
    # the honours as a word: pungs by rank and the pair
    words[3] = (<uint64_t>split.threes << WORD_PUNG_RANKS
                | <uint64_t>first_of_seven[split.twos] << WORD_PAIR)
    for a in range(n_m):
        words[0] = table.words[entry_offset(first) + a]
        for b in range(n_p):
            words[1] = table.words[entry_offset(second) + b]
            for c in range(n_s):
                words[2] = table.words[entry_offset(third) + c]
                if trace != NULL and hand.found != hand.wanted:
                    hand.found += 1
                    continue
                score_sets(hand, split, pair_group, words, body, pairs_too, family, best, trace)


cdef inline int score_any(const Scorer *scorer, const WinData *win, bint strict, int family, bint settled,
                          ScoreResult *result, Trace *trace) noexcept nogil:
    """All that this module gives out, by `family` and whether there is a trace; the compiler makes one of each.
    `settled`: the circumstances were looked at before, and NO_WILD is among them."""
    cdef Hand hand
    cdef Split split
    cdef const RuleTable *rules = scorer.rules
    cdef uint64_t present, tops, body
    cdef uint32_t groups, only = 0, packed, circumstances, forms = rules.forms
    cdef int code, i, pattern
    cdef bint complete
    cdef Wide wide
    cdef uint8_t copies[COPIES]
    code = hand_facts(scorer.melds, win, rules.sets, strict, rules.known | (NO_WILD if settled else 0),
                      rules.unused_late, settled, family == FINISH_HAN_FU, copies + 1, &hand.facts)
    if unlikely(code != WIN_OK):
        if family != FINISH_HAN_FU and rules.flower_wins and win.win_tile == NO_TILE:
            return score_flower_win(scorer, win, strict, result, trace)
        return code
    hand.scorer = scorer
    hand.win = win
    hand.found = 0
    hand.seats = <uint32_t>win.seat_wind << 7 | <uint32_t>win.round_wind << 9
    hand.opens_pung = rules.discard_opens_pung & ~hand.facts.circumstances
    if family != FINISH_HAN_FU:
        hand.flowers = bits_of_byte[win.flowers]
        hand.counters = <uint64_t>hand.flowers << (8 * COUNT_FLOWERS)
        if unlikely(hand.facts.quads != 0):
            hand.counters |= <uint64_t>count_bits(hand.facts.quads) << (8 * COUNT_QUADS)
    if trace != NULL:
        hand.wanted = result.number
        trace.quads = hand.facts.quads
        forms = 1 << result.form
    result.points = -1
    if family == FINISH_HAN_FU:
        code = open_han_fu(rules, win, &hand.facts, copies, strict, &hand.han)
        if unlikely(code != WIN_OK):
            return code
        if unlikely(rules.no_claimed_chows and (hand.facts.word[0] + hand.facts.word[1] + hand.facts.word[2])
                    >> WORD_CHOWS & 7):
            return NO_CLAIMED_CHOWS
        if unlikely(rules.streak_from and win.streak >= rules.streak_from):
            hand.facts.circumstances |= STREAK_REACHED
        hand.special = 0
        hand.yaochu_win = <int>((orphan_kinds() >> win.win_tile) & 1)
        result.key = 0
        result.win_tile = win.win_tile

    # what the hand leaves possible
    present = hand.facts.present
    if unlikely(present & rules.absent or win.seat_wind >= rules.players):
        return NOT_IN_TILE_SET if present & rules.absent else NO_SUCH_SEAT
    # the top bit of each group (suits, winds, dragons) says whether the group occurs
    tops = ((present & BELOW_TOPS) + BELOW_TOPS) | present
    groups = <uint32_t>((tops & SUIT_TOPS) * TOPS_TOGETHER >> 26 & 7) | (
        <uint32_t>(tops >> 27) & 8 | <uint32_t>(tops >> 29) & 16)
    for i in range(rules.n_only):
        only |= <uint32_t>(present & ~rules.only[i] == 0) << i
    wide = wide_load(&rules.feature_ranks[(present | present >> 9 | present >> 18) & 0x1FF])
    if family != FINISH_HAN_FU and unlikely(rules.looks_further):
        code = look_further(&hand, groups)
        if code != WIN_OK:
            return code
        wide = wide_and(wide, &rules.feature_flowers[win.flowers | <uint32_t>win.seat_wind << 8])
    circumstances = hand.facts.circumstances
    wide = wide_and(wide, &rules.feature_groups[groups])
    wide = wide_and(wide, &rules.feature_only[only])
    wide = wide_and(wide, &rules.feature_circumstances[circumstances & 255])
    wide = wide_and(wide, &rules.feature_melds[
        hand.facts.claimed * 36 + hand.facts.closed_kongs * 6 + hand.facts.open_kongs])
    if family == FINISH_HAN_FU or unlikely(circumstances >> 8 | <uint32_t>rules.has_declared):
        packed = (rules.pack[0][circumstances >> 8 & 255] | rules.pack[1][circumstances >> 16 & 255]
                  | rules.pack[2][circumstances >> 24])
        wide = wide_and(wide, &rules.feature_declared[packed])
    if family == FINISH_PLACES:
        wide = wide_and(wide, &rules.feature_win_tile[win.win_tile])
        wide = wide_and(wide, &rules.feature_fours[fours_of(win, &hand.facts) if hand.facts.quads else 0])
    if family == FINISH_HAN_FU:
        wide = wide_and(wide, &rules.feature_win_tile[win.win_tile])
        wide = wide_and(wide, &rules.han_fu.bonus[nonzero_bonus(hand.han.bonus)])
        # one suit and no honours
        if unlikely(groups == 1 or groups == 2 or groups == 4):
            hand.special = special_facts(rules, win, &hand.facts)
    wide_store(&hand.possible, wide)

    split_hand(scorer.suits, win.counts, &split)
    complete = forms & 1 and is_standard(&split)
    pattern = NO_PATTERN
    body = 0
    hand.form = STANDARD
    if unlikely(not complete and forms >> KNITTED_STRAIGHT & 1 and win.n_melds <= rules.sets - 3):
        pattern = next_knitted(scorer.suits, win.counts, 0, &split)
        complete = pattern < 6
        hand.form = KNITTED_STRAIGHT
    wide_store(&hand.fixed_form, with_form(&hand, hand.form))
    while complete:
        if pattern != NO_PATTERN:
            # a winning tile that stands in the body only has no role among the sets
            body = knitted_patterns()[pattern]
        score_splits(&hand, &split, body, <int>(pattern == NO_PATTERN) & <int>(win.n_melds == 0)
                     & <int>(rules.wait_forms >> SEVEN_PAIRS), family, result, trace)
        if likely(pattern == NO_PATTERN):
            break
        pattern = next_knitted(scorer.suits, win.counts, pattern + 1, &split)
        complete = pattern < 6
    if unlikely(<int>hand.facts.all_even | <int>(hand.found == 0)) and win.n_melds == 0 and rules.sets >= 4:
        score_shapes(&hand, forms, result, trace)
    if unlikely(hand.found == 0):
        return NO_WIN
    if family == FINISH_HAN_FU:
        result.legal = result.base != 0
        result.total = result.points = points_of(
            rules, result.base, win.seat_wind == 0, circumstances & SELF_DRAW)
        return WIN_OK
    close_score(rules, &hand, result)
    return WIN_OK


cdef int look_further(Hand *hand, uint32_t groups) noexcept nogil:
    """What not every rule set asks of a hand, the suits that a win may have among it. WIN_OK or a fault."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef const WinData *win = hand.win
    cdef uint64_t odd
    if rules.no_claimed_chows and (
            hand.facts.word[0] + hand.facts.word[1] + hand.facts.word[2]) >> WORD_CHOWS & 7:
        return NO_CLAIMED_CHOWS
    if win.void_suit > 3:
        return BAD_VOID_SUIT
    if bits_of_byte[groups & 7] > rules.most_suits:
        return FORBIDDEN_SUITS
    if rules.declared_void and win.void_suit and groups >> (win.void_suit - 1) & 1:
        return FORBIDDEN_SUITS
    # a longer chain than there are kongs is dropped without `strict`
    if 2 <= win.kong_chain <= hand.facts.closed_kongs + hand.facts.open_kongs and (
            hand.facts.circumstances & AFTER_KONG):
        hand.facts.circumstances |= DOUBLE_KONG
    hand.counters |= <uint64_t>(hand.facts.closed_kongs + hand.facts.open_kongs) << (8 * COUNT_KONGS)
    if rules.sets == 5:
        # pairs and a pung: one kind of which the number is odd
        odd = odd34(load34(win.counts))
        hand.facts.all_even = odd & (odd - 1) == 0
    return WIN_OK


cdef int score_sum(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil:
    return score_any(scorer, win, strict, FINISH_SUM, False, result, NULL)


cdef int score_places(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil:
    return score_any(scorer, win, strict, FINISH_PLACES, False, result, NULL)


cdef int score_one_han_fu(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil:
    return score_any(scorer, win, strict, FINISH_HAN_FU, False, result, NULL)


cdef int score_han_fu(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil:
    cdef int code = score_any(scorer, win, strict, FINISH_HAN_FU, False, result, NULL)
    if unlikely(scorer.rules.han_fu.any_first_tile):
        return score_dealt(scorer, win, strict, code, result)
    return code


cdef int score_dealt(const Scorer *scorer, const WinData *win, bint strict, int code,
                     ScoreResult *result) noexcept nogil:
    """Tries each tile of a dealt hand as the winning one."""
    cdef WinData other
    cdef ScoreResult found
    cdef int kind, rarer
    if code != WIN_OK:
        return code
    if win.circumstances & (FIRST_TURN | SELF_DRAW) != FIRST_TURN | SELF_DRAW or win.seat_wind != 0:
        return code
    # the dealt hand has no last tile: each may be it
    other = win[0]
    for kind in range(KINDS):
        other.win_tile = kind
        if win.counts[kind] and score_one_han_fu(scorer, &other, strict, &found) == WIN_OK:
            # worth as much but for the fu, and a rarer wait: its row covers the ordinary one
            rarer = (count_bits(found.rows.low & scorer.rules.covering)
                     - count_bits(result.rows.low & scorer.rules.covering))
            if found.key >> KEY_HAN > result.key >> KEY_HAN or found.key >> KEY_HAN == result.key >> KEY_HAN and (
                    rarer > 0 or rarer == 0 and found.key > result.key):
                result[0] = found
    return code


cdef int score_target(const Scorer *scorer, const WinData *win, ScoreResult *result) noexcept nogil:
    return score_any(scorer, win, True, FINISH_SUM, True, result, NULL)


cdef int trace_sum(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil:
    return score_any(scorer, win, False, FINISH_SUM, False, result, trace)


cdef int trace_target(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil:
    return score_any(scorer, win, False, FINISH_SUM, True, result, trace)


cdef int trace_han_fu(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil:
    return score_any(scorer, win, False, FINISH_HAN_FU, False, result, trace)


cdef int trace_places(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil:
    return score_any(scorer, win, False, FINISH_PLACES, False, result, trace)
