"""The hot path: facts of the hand, then of every reading, then covers and values.

No Python object, no allocation and no call through a pointer; one win costs a few dozen table loads.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.bits cimport (
    Wide, count_bits, first_bit, gather_low_bits, held34, likely, load8, load34, odd34,
    unlikely, wide_and, wide_load, wide_store,
)
from mjcore.fans.facts cimport HandFacts, hand_facts
from mjcore.fans.relations cimport chow_number, pung_number
from mjcore.fans.ruletable cimport (
    COUNT_CONCEALED_PUNGS, COUNT_DRAGON_PUNGS, COUNT_FLOWERS, COUNT_GUEST_WIND_PUNGS, COUNT_KONGS, COUNT_QUADS,
    COUNT_TERMINAL_PUNGS, FORM_LESSER_WITH_NINE, ROLE_CLOSED, ROLE_EDGE, ROLE_PUNG,
    ROLE_TWO_SIDED, SPECIAL_NINE_GATES, SPECIAL_PURE_TERMINAL_CHOWS, SPECIAL_SEVEN_SHIFTED_PAIRS,
    SPECIAL_THREE_SUITED_TERMINAL_CHOWS, Bits, RuleTable, Selection, bits_and, bits_clear, bits_has, bits_meet,
    bits_set,
)
from mjcore.fans.wins cimport NO_WIN, WIN_OK, WinData
from mjcore.hand.decompose cimport (
    GREATER_KNITTED, KNITTED_STRAIGHT, LESSER_KNITTED, NO_PATTERN, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS,
    knitted_patterns, orphan_kinds,
)
from mjcore.hand.kinds cimport EAST, KINDS, SUIT_KINDS
from mjcore.hand.split cimport Split, is_standard, split_hand, waits_before
from mjcore.hand.suits cimport (
    WORD_CHOWS, WORD_FLAGS, WORD_PAIR, WORD_PRESENT, WORD_PUNG_RANKS, WORD_PUNGS,
    SuitTable, chow_class, entry_offset, entry_residue, entry_words,
)

cdef enum:
    NO_PAIR_INDEX = 34
    CHOW_BITS = 0x1FFFFF
    BOTH_TERMINAL_CHOWS = 1 | 1 << 18      # one 123 and one 789 in the chow counts of a word

cdef extern from *:
    """
    /* The hot path is one function: gcc's own limits would cut it into calls that pass a dozen values. */
    #undef CYTHON_INLINE
    #define CYTHON_INLINE MJ_FORCE_INLINE
    """

# 127 in each byte of a number of eight counters; in a mask of kinds all bits but the top one of each group.
cdef extern from *:
    """
    #define MJ_SEVEN_BITS 0x7F7F7F7F7F7F7F7Full
    #define MJ_LAST_BIT 0x8000000000000000ull
    #define MJ_BELOW_TOPS (0xFFull | 0xFFull << 9 | 0xFFull << 18 | 7ull << 27 | 3ull << 31)
    """
    const uint64_t SEVEN_BITS "MJ_SEVEN_BITS"
    const uint64_t LAST_BIT "MJ_LAST_BIT"
    const uint64_t BELOW_TOPS "MJ_BELOW_TOPS"

# Where a tile of a rank stands, given the lows of the concealed chows of its suit.
cdef uint8_t chow_roles[9][128]
cdef uint8_t bits_of_seven[128]
cdef uint8_t group_of[34]              # m, p, s or honours
cdef uint8_t rank_of[34]
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
    for rank in range(34):
        group_of[rank] = rank // 9
        rank_of[rank] = rank % 9
    for lows in range(128):
        bits_of_seven[lows] = count_bits(lows)
        first_of_seven[lows] = first_bit(lows) + 1 if lows else 0


fill_tables()


cdef struct Hand:
    # one win being scored
    const Scorer *scorer
    const WinData *win
    HandFacts facts
    Bits possible          # rows that the facts of the hand leave
    Bits fixed_form        # `possible` and the form being looked at
    uint32_t seats         # seat wind << 7 | round wind << 9
    uint32_t opens_pung    # 1: the winning tile opens a pung that it completes
    uint32_t guest_winds   # mask of the winds that are neither seat nor round wind
    uint64_t counters      # those that do not depend on the reading
    int flowers
    int form               # being looked at
    int found              # readings seen
    int wanted             # the one to trace


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
    if hand.scorer.rules.available_waits:
        waits &= ~(hand.facts.all_four & ~(<uint64_t>1 << tile))
    if waits & (waits - 1) == 0:
        return waits != 0
    waits &= waits - 1
    return 2 if waits & (waits - 1) == 0 else 3


cdef inline int32_t value_of(const RuleTable *rules, Bits fans) noexcept nogil:
    cdef int32_t points = 0
    cdef int i
    cdef uint64_t word = fans.low
    for i in range(8):
        points += rules.value[i][word & 255]
        word >>= 8
    word = fans.high
    for i in range(8, rules.value_bytes):
        points += rules.value[i][word & 255]
        word >>= 8
    return points


cdef void take_in_order(const RuleTable *rules, Bits *fans, Trace *trace) noexcept nogil:
    """Goes through the counted rows that cover, coverers first, and removes what each covers."""
    cdef uint64_t left = fans.low & rules.covering
    cdef int row
    while left:
        row = first_bit(left)
        if trace != NULL:
            note_covered(trace, bits_and(fans[0], rules.cover[row]), row)
        fans.low &= ~rules.cover[row].low
        fans.high &= ~rules.cover[row].high
        left &= left - 1
        left &= fans.low


cdef inline void take_covered(const RuleTable *rules, Bits *fans, Trace *trace) noexcept nogil:
    """Removes what the counted rows cover."""
    cdef uint64_t first = fans.low & rules.covering, second = first & (first - 1), third = second & (second - 1)
    cdef const Bits *a
    cdef const Bits *b
    cdef const Bits *c
    cdef uint64_t low
    if trace != NULL:
        take_in_order(rules, fans, trace)
        return
    # Most hands have at most three such rows, none of which covers another: then their order does not matter,
    # and three independent loads are sooner done than a loop. The last bit belongs to no row that covers.
    a = &rules.cover[first_bit(first | LAST_BIT)]
    b = &rules.cover[first_bit(second | LAST_BIT)]
    c = &rules.cover[first_bit(third | LAST_BIT)]
    low = a.low | b.low | c.low
    if unlikely((low & first) | (third & (third - 1))):
        take_in_order(rules, fans, trace)
        return
    fans.low &= ~low
    fans.high &= ~(a.high | b.high | c.high)


cdef void note_covered(Trace *trace, Bits taken, int by) noexcept nogil:
    while taken.low:
        trace.taken_by[first_bit(taken.low)] = by + 1
        taken.low &= taken.low - 1
    while taken.high:
        trace.taken_by[64 + first_bit(taken.high)] = by + 1
        taken.high &= taken.high - 1


cdef uint64_t reduce_counts(const RuleTable *rules, Bits *fans, uint64_t counters, Trace *trace) noexcept nogil:
    """Covers with a number: the counters as they are left."""
    cdef int i, shift, row
    cdef uint64_t count
    for i in range(rules.n_reductions):
        if bits_has(fans[0], rules.reduction[i].row):
            row = rules.lane[rules.reduction[i].lane].row
            shift = 8 * rules.lane[rules.reduction[i].lane].counter
            count = (counters >> shift) & 255
            if count <= rules.reduction[i].times:
                if trace != NULL and bits_has(fans[0], row):
                    trace.taken_by[row] = rules.reduction[i].row + 1
                bits_clear(fans, row)
                counters &= ~(<uint64_t>255 << shift)
            else:
                counters -= <uint64_t>rules.reduction[i].times << shift
    return counters


cdef int32_t repeated_relations(const RuleTable *rules, Bits fans, const Selection *relations) noexcept nogil:
    """Points of relations that count more than once, beyond the first time."""
    cdef int32_t points = 0
    cdef int i
    for i in range(relations.n_repeats):
        if bits_has(fans, relations.repeat_row[i]):
            points += relations.repeat_extra[i] * rules.row_value[relations.repeat_row[i]]
    return points


cdef inline void finish(Hand *hand, Bits fans, uint64_t counters, uint32_t chow_choice, uint32_t pung_choice,
                        ScoreResult *best, Trace *trace) noexcept nogil:
    """Counts, covers, adds up, and keeps the result if it is better than the best so far."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef const Selection *chows = &rules.selection[chow_choice]
    cdef const Selection *pungs = &rules.selection[pung_choice]
    cdef int32_t points, count
    cdef int i
    fans = bits_and(fans, rules.feature_counters[gather_low_bits((counters + SEVEN_BITS) >> 7)])
    take_covered(rules, &fans, trace)
    if unlikely(bits_meet(fans, rules.reducing)):
        counters = reduce_counts(rules, &fans, counters, trace)
    points = value_of(rules, fans)
    # known early, so a cheap branch
    if counts_above_one(counters) & rules.repeating:
        for i in range(rules.n_lanes):
            count = (counters >> (8 * rules.lane[i].counter)) & 255
            points += (count - (count != 0)) * rules.lane[i].points * <int32_t>bits_has(fans, rules.lane[i].row)
    if unlikely(chows.n_repeats | pungs.n_repeats):
        points += repeated_relations(rules, fans, chows) + repeated_relations(rules, fans, pungs)
    if unlikely(points <= rules.fallback_points) and (
            (fans.low & ~rules.fallback_ignores.low) | (fans.high & ~rules.fallback_ignores.high) == 0):
        bits_set(&fans, rules.fallback_row)
        points += rules.fallback_value
    if points > best.points:
        best.form = hand.form
        best.number = hand.found
        best.rows = fans
        best.counters = counters
        best.points = points
        best.chow_selection = chow_choice
        best.pung_selection = pung_choice
    hand.found += 1


cdef inline void score_sets(Hand *hand, const Split *split, int pair_group, const uint64_t *words, uint64_t body,
                            bint pairs_too, ScoreResult *best, Trace *trace) noexcept nogil:
    """A reading of sets and a pair; `words` are those of the concealed tiles of the suits and the honours.

    Nearly free of branches: hands differ too much for them to be predicted."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef const HandFacts *facts = &hand.facts
    cdef uint64_t all_m = words[0] + facts.word[0], all_p = words[1] + facts.word[1]
    cdef uint64_t all_s = words[2] + facts.word[2], total = all_m + all_p + all_s, own, suit_pungs, counters
    cdef uint32_t chows = (total >> WORD_CHOWS) & 7
    cdef uint32_t suited = (total >> WORD_PUNGS) & 7
    cdef uint32_t honour_pungs = split.threes | facts.honour_pungs
    cdef uint32_t honour_pair = (words[3] >> WORD_PAIR) & 15
    cdef uint32_t pungs, concealed, every, roles, special, waits = 0
    cdef int tile = hand.win.win_tile, group = group_of[tile], rank = rank_of[tile], pair, pair_rank
    cdef bint in_body = (body >> tile) & 1
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
    concealed = (((words[0] + words[1] + words[2]) >> WORD_PUNGS) & 7) + bits_of_seven[split.threes]
    concealed += facts.closed_kongs
    concealed -= <uint32_t>(roles == ROLE_PUNG) & hand.opens_pung & <uint32_t>(not in_body)
    if unlikely(in_body and not rules.body_wait):
        roles = 0
    pungs = suited + bits_of_seven[honour_pungs]
    every = (<uint32_t>((words[0] | words[1] | words[2]) >> WORD_FLAGS) & 3) | facts.every
    every |= <uint32_t>((split.threes | split.twos) != 0) << 1

    # relations between the sets
    suit_pungs = (all_m >> WORD_PUNG_RANKS) | (all_p >> WORD_PUNG_RANKS) << 9 | (all_s >> WORD_PUNG_RANKS) << 18
    chow_choice = rules.chow_selection[chow_number(
        hand.scorer.index, chow_class(hand.scorer.classes, all_m & CHOW_BITS),
        chow_class(hand.scorer.classes, all_p & CHOW_BITS), chow_class(hand.scorer.classes, all_s & CHOW_BITS))]
    pung_choice = rules.pung_selection[pung_number(
        hand.scorer.index, suit_pungs & 511, (suit_pungs >> 9) & 511, suit_pungs >> 18)]
    special = nine_gates(hand, group, rank)
    if unlikely(<int>(chows == 4) & <int>(pair_rank == 4) & <int>(pair_group < 3)):
        special |= dragons_of_terminal_chows(all_m, all_p, all_s, pair_group)

    wide = wide_load(&hand.fixed_form)
    wide = wide_and(wide, &rules.feature_honours[honour_pungs | honour_pair << 7])
    wide = wide_and(wide, &rules.feature_seats[(honour_pungs & 15) | honour_pair << 4 | hand.seats])
    wide = wide_and(wide, &rules.feature_sets[chows * 36 + pungs * 6 + concealed])
    wide = wide_and(wide, &rules.feature_every[every])
    wide = wide_and(wide, &rules.feature_pair[pair])
    wide = wide_and(wide, &rules.feature_special[special])
    wide = wide_and(wide, &rules.selection[chow_choice].possible)
    wide = wide_and(wide, &rules.selection[pung_choice].possible)
    wide_store(&fans, wide_and(wide, &rules.feature_role[roles | waits << 5]))

    counters = <uint64_t>count_terminals(suit_pungs) << (8 * COUNT_TERMINAL_PUNGS)
    counters |= <uint64_t>bits_of_seven[honour_pungs & hand.guest_winds] << (8 * COUNT_GUEST_WIND_PUNGS)
    if rules.more_counters:
        counters |= <uint64_t>bits_of_seven[honour_pungs >> 4] << (8 * COUNT_DRAGON_PUNGS)
        counters |= <uint64_t>concealed << (8 * COUNT_CONCEALED_PUNGS)
        counters |= <uint64_t>(facts.closed_kongs + facts.open_kongs) << (8 * COUNT_KONGS)
    if trace != NULL:
        trace.roles = roles
        trace.concealed_pungs = concealed
    finish(hand, fans, counters | hand.counters, chow_choice, pung_choice, best, trace)


cdef uint32_t dragons_of_terminal_chows(uint64_t m, uint64_t p, uint64_t s, int pair_suit) noexcept nogil:
    """Four chows and a pair of fives: the two hands of 123 and 789 chows."""
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


cdef inline uint32_t nine_gates(const Hand *hand, int group, int rank) noexcept nogil:
    """The tiles before the winning one are 1112345678999 of a suit."""
    cdef uint64_t gates = <uint64_t>0x0101010101010103
    if likely((hand.facts.present & ~(<uint64_t>0x1FF << (9 * group))) | hand.win.n_melds) or group == 3:
        return 0
    if rank < 8:
        gates += <uint64_t>1 << (8 * rank)
    if load8(hand.win.counts + 9 * group) != gates or hand.win.counts[9 * group + 8] != 3 + (rank == 8):
        return 0
    return SPECIAL_NINE_GATES


cdef inline void score_splits(Hand *hand, const Split *split, uint64_t body, bint pairs_too,
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
                score_sets(hand, split, pair_group, words, body, pairs_too, best, trace)


cdef inline Wide with_form(const Hand *hand, int form) noexcept nogil:
    return wide_and(wide_load(&hand.possible), &hand.scorer.rules.feature_form[form])


cdef int next_knitted(const Hand *hand, int pattern, Split *split) noexcept nogil:
    """The first knitted pattern from `pattern` on whose nine tiles are there and leave sets and a pair; 6 if none."""
    cdef const uint64_t *patterns = knitted_patterns()
    cdef uint8_t rest[KINDS]
    cdef uint64_t concealed = held34(load34(hand.win.counts))
    cdef int kind
    while pattern < 6:
        if concealed & patterns[pattern] == patterns[pattern]:
            memcpy(rest, hand.win.counts, KINDS)
            for kind in range(SUIT_KINDS):
                rest[kind] -= (patterns[pattern] >> kind) & 1
            split_hand(hand.scorer.suits, rest, split)
            if is_standard(split):
                return pattern
        pattern += 1
    return 6


cdef void score_shape(Hand *hand, int form, int form_row, uint32_t special, ScoreResult *best,
                      Trace *trace) noexcept nogil:
    """A reading without sets."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef Wide wide = with_form(hand, form_row)
    cdef Bits fans
    wide = wide_and(wide, &rules.feature_honours[0])
    wide = wide_and(wide, &rules.feature_seats[0])
    wide = wide_and(wide, &rules.feature_sets[0])
    wide = wide_and(wide, &rules.feature_every[0])
    wide = wide_and(wide, &rules.feature_pair[NO_PAIR_INDEX])
    wide = wide_and(wide, &rules.feature_special[special])
    wide = wide_and(wide, &rules.feature_role[0])
    wide = wide_and(wide, &rules.selection[0].possible)
    wide = wide_and(wide, &rules.selection[rules.pung_selection[0]].possible)
    wide_store(&fans, wide)
    hand.form = form
    finish(hand, fans, hand.counters, 0, rules.pung_selection[0], best, trace)


cdef void score_shapes(Hand *hand, uint32_t forms, ScoreResult *best, Trace *trace) noexcept nogil:
    """The forms of fourteen concealed tiles."""
    cdef uint64_t present = hand.facts.present, suited
    cdef const uint64_t *patterns = knitted_patterns()
    cdef int suit, pattern, honours, form
    cdef uint32_t special = 0
    if forms >> SEVEN_PAIRS & 1 and hand.facts.all_even:
        for suit in range(3):
            suited = present >> (9 * suit)
            if present == suited << (9 * suit) and (suited == 0x7F or suited == 0xFE or suited == 0x1FC):
                special = SPECIAL_SEVEN_SHIFTED_PAIRS
        score_shape(hand, SEVEN_PAIRS, SEVEN_PAIRS, special, best, trace)
    if forms >> THIRTEEN_ORPHANS & 1 and present == orphan_kinds():
        score_shape(hand, THIRTEEN_ORPHANS, THIRTEEN_ORPHANS, 0, best, trace)
    if forms >> GREATER_KNITTED & 3 and count_bits(present) == 14:
        suited = present & 0x7FFFFFF
        honours = count_bits(present >> EAST)
        for pattern in range(6):
            if suited & ~patterns[pattern] == 0:
                form = GREATER_KNITTED if honours == 7 else LESSER_KNITTED
                if forms >> form & 1:
                    score_shape(hand, form, FORM_LESSER_WITH_NINE if honours == 5 else form, 0, best, trace)
                break


cdef inline int score_any(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result,
                          Trace *trace) noexcept nogil:
    """`score_win` if trace is NULL, else `trace_win`; the compiler makes one of each."""
    cdef Hand hand
    cdef Split split
    cdef const RuleTable *rules = scorer.rules
    cdef uint64_t present, tops, body
    cdef uint32_t groups, only = 0, packed, circumstances, forms = rules.forms
    cdef int code, i, pattern
    cdef bint complete
    cdef Wide wide
    code = hand_facts(scorer.melds, win, rules.sets, strict, &hand.facts)
    if unlikely(code != WIN_OK):
        return code
    hand.scorer = scorer
    hand.win = win
    hand.found = 0
    hand.seats = <uint32_t>win.seat_wind << 7 | <uint32_t>win.round_wind << 9
    hand.opens_pung = rules.discard_opens_pung & ~hand.facts.circumstances
    hand.guest_winds = 15 & ~(1 << win.seat_wind | 1 << win.round_wind)
    hand.flowers = bits_of_seven[win.flowers & 15] + bits_of_seven[win.flowers >> 4]
    hand.counters = (<uint64_t>hand.flowers << (8 * COUNT_FLOWERS)
                     | <uint64_t>count_bits(hand.facts.quads) << (8 * COUNT_QUADS))
    if trace != NULL:
        hand.wanted = result.number
        trace.quads = hand.facts.quads
        forms = 1 << result.form
    result.points = -1

    # what the hand leaves possible
    present = hand.facts.present
    # the top bit of each group (suits, winds, dragons) says whether the group occurs
    tops = ((present & BELOW_TOPS) + BELOW_TOPS) | present
    groups = <uint32_t>((tops >> 8 & 1) | (tops >> 16 & 2) | (tops >> 24 & 4) | (tops >> 27 & 8) | (tops >> 29 & 16))
    for i in range(rules.n_only):
        only |= <uint32_t>(present & ~rules.only[i] == 0) << i
    circumstances = hand.facts.circumstances
    packed = rules.pack[0][circumstances & 255]
    if unlikely(circumstances >> 8):
        packed |= (rules.pack[1][circumstances >> 8 & 255] | rules.pack[2][circumstances >> 16 & 255]
                   | rules.pack[3][circumstances >> 24])
    wide = wide_load(&rules.feature_ranks[(present | present >> 9 | present >> 18) & 0x1FF])
    wide = wide_and(wide, &rules.feature_groups[groups])
    wide = wide_and(wide, &rules.feature_only[only])
    wide = wide_and(wide, &rules.feature_circumstances[packed])
    wide = wide_and(wide, &rules.feature_melds[
        hand.facts.claimed * 36 + hand.facts.closed_kongs * 6 + hand.facts.open_kongs])
    wide_store(&hand.possible, wide)

    split_hand(scorer.suits, win.counts, &split)
    complete = forms & 1 and is_standard(&split)
    pattern = NO_PATTERN
    body = 0
    hand.form = STANDARD
    if unlikely(not complete and forms >> KNITTED_STRAIGHT & 1 and win.n_melds <= rules.sets - 3):
        pattern = next_knitted(&hand, 0, &split)
        complete = pattern < 6
        hand.form = KNITTED_STRAIGHT
    wide_store(&hand.fixed_form, with_form(&hand, hand.form))
    while complete:
        if pattern != NO_PATTERN:
            # a winning tile that stands in the body only has no role among the sets
            body = knitted_patterns()[pattern]
        score_splits(&hand, &split, body, <int>(pattern == NO_PATTERN) & <int>(win.n_melds == 0)
                     & <int>(rules.wait_forms >> SEVEN_PAIRS), result, trace)
        if likely(pattern == NO_PATTERN):
            break
        pattern = next_knitted(&hand, pattern + 1, &split)
        complete = pattern < 6
    if unlikely(<int>hand.facts.all_even | <int>(hand.found == 0)) and win.n_melds == 0 and rules.sets == 4:
        score_shapes(&hand, forms, result, trace)
    if unlikely(hand.found == 0):
        return NO_WIN
    result.total = result.points
    if rules.flower_value:
        result.total += hand.flowers * rules.flower_value
    result.legal = result.points >= rules.minimum
    return WIN_OK


cdef int score_win(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil:
    return score_any(scorer, win, strict, result, NULL)


cdef int trace_win(const Scorer *scorer, const WinData *win, ScoreResult *result, Trace *trace) noexcept nogil:
    return score_any(scorer, win, False, result, trace)
