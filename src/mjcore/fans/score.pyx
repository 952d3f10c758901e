"""The hot path: facts of the hand, then of every reading, then covers and values.

No Python object, no allocation and no call through a pointer; one win costs a few dozen table loads.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport count_bits, first_bit, likely, load8, unlikely
from mjcore.fans.facts cimport HandFacts, hand_facts
from mjcore.fans.relations cimport chow_number, pung_number
from mjcore.fans.ruletable cimport (
    COUNT_CONCEALED_PUNGS, COUNT_DRAGON_PUNGS, COUNT_FLOWERS, COUNT_GUEST_WIND_PUNGS, COUNT_KONGS, COUNT_QUADS,
    COUNT_TERMINAL_PUNGS, COUNTERS, FORM_LESSER_WITH_NINE, ROLE_CLOSED, ROLE_EDGE, ROLE_PAIR, ROLE_PUNG,
    ROLE_TWO_SIDED, SPECIAL_NINE_GATES, SPECIAL_PURE_TERMINAL_CHOWS, SPECIAL_SEVEN_SHIFTED_PAIRS,
    SPECIAL_THREE_SUITED_TERMINAL_CHOWS, Bits, RuleTable, Selection, bits_and, bits_clear, bits_has, bits_meet,
    bits_set,
)
from mjcore.fans.wins cimport NO_WIN, SELF_DRAW, WIN_OK, WinData
from mjcore.hand.decompose cimport (
    GREATER_KNITTED, KNITTED_STRAIGHT, LESSER_KNITTED, NO_PATTERN, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS,
    knitted_patterns, orphan_kinds,
)
from mjcore.hand.kinds cimport EAST, KINDS, SUIT_KINDS
from mjcore.hand.split cimport Split, is_standard, split_hand, standard_waits
from mjcore.hand.suits cimport (
    NOT_FIVES, WORD_CHOWS, WORD_CLASS, WORD_FLAGS, WORD_PAIR, WORD_PRESENT, WORD_PUNG_RANKS, WORD_PUNGS, SuitTable,
    chow_class, entry_offset, entry_residue, entry_words, suit_entry,
)

cdef enum:
    NO_PAIR_INDEX = 34
    CHOW_BITS = 0x1FFFFF
    BOTH_TERMINAL_CHOWS = 1 | 1 << 18      # one 123 and one 789 in the chow counts of a word
    ALL_ROLES_BUT_PUNG = 15

# Where a tile of a rank stands, given the lows of the concealed chows of its suit.
cdef uint8_t chow_roles[9][128]
cdef uint32_t[9] rank_weight = [1, 5, 25, 125, 1, 5, 25, 125, 625]


cdef void fill_roles() noexcept nogil:
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


fill_roles()


cdef struct Hand:
    # one win being scored
    const Scorer *scorer
    const WinData *win
    HandFacts facts
    Bits possible          # rows that the facts of the hand leave
    Bits fixed_form        # `possible` and the form being looked at
    uint32_t guest_winds   # mask of the winds that are neither seat nor round wind
    int flowers
    int found              # readings seen
    Trace *trace


cdef inline int small_count(uint32_t nibble) noexcept nogil:
    """Number of bits of a number below 16."""
    return <int>((<uint64_t>0x4332322132212110 >> (4 * nibble)) & 15)


cdef inline int count_terminals(uint64_t pungs) noexcept nogil:
    """Ranks 1 and 9 among three nine-bit masks in one number."""
    cdef uint64_t x = (pungs & 0x40201) + ((pungs >> 8) & 0x40201)
    return <int>((x + (x >> 9) + (x >> 18)) & 7)


cdef int count_waits(const Hand *hand, const Split *split, bint pairs_too) noexcept nogil:
    """How many kinds the tiles without the winning one wait for; 3 stands for three or more."""
    cdef Split before = split[0]
    cdef int tile = hand.win.win_tile, suit, rank
    cdef uint32_t bit
    cdef uint64_t waits, odd, all_four
    if tile < SUIT_KINDS:
        suit = tile // 9
        rank = tile - 9 * suit
        if rank < 4:
            before.key[suit].low -= rank_weight[rank]
        else:
            before.key[suit].high -= rank_weight[rank]
        before.entry[suit] = suit_entry(hand.scorer.suits, before.key[suit])
    else:
        bit = <uint32_t>1 << (tile - EAST)
        before.ones = (split.ones & ~bit) | (split.twos & bit)
        before.twos = (split.twos & ~bit) | (split.threes & bit)
        before.threes = (split.threes & ~bit) | (split.fours & bit)
        before.fours &= ~bit
    waits = standard_waits(&before)
    if pairs_too:
        odd = hand.facts.concealed_odd ^ <uint64_t>1 << tile
        if odd & (odd - 1) == 0:
            waits |= odd
    if hand.scorer.rules.available_waits:
        all_four = hand.facts.all_four & ~(<uint64_t>1 << tile)
        waits &= ~all_four
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


cdef inline void take_covered(const RuleTable *rules, Bits *fans, Trace *trace) noexcept nogil:
    """Goes through the counted rows, coverers first, and removes what each covers."""
    cdef uint64_t left = fans.low & rules.covering.low
    cdef int row
    cdef Bits taken
    while left:
        row = first_bit(left)
        if trace != NULL:
            note_covered(trace, bits_and(fans[0], rules.cover[row]), row)
        fans.low &= ~rules.cover[row].low
        fans.high &= ~rules.cover[row].high
        left = fans.low & rules.covering.low & (<uint64_t>-2 << row)
    left = fans.high & rules.covering.high
    while left:
        row = 64 + first_bit(left)
        if trace != NULL:
            note_covered(trace, bits_and(fans[0], rules.cover[row]), row)
        fans.high &= ~rules.cover[row].high
        left = fans.high & rules.covering.high & (<uint64_t>-2 << (row - 64))


cdef void note_covered(Trace *trace, Bits taken, int by) noexcept nogil:
    cdef int row
    for row in range(128):
        if bits_has(taken, row):
            trace.taken_by[row] = by + 1


cdef inline void finish(Hand *hand, Bits fans, const uint8_t *counters, const Selection *chows,
                        const Selection *pungs, ScoreResult *best, ScoreResult *now) noexcept nogil:
    """Counts, covers, adds up, and keeps the result if it is better than the best so far."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef int i, row
    cdef int32_t points
    cdef uint8_t count
    for i in range(rules.n_lanes):
        count = counters[rules.lane[i].counter]
        now.lane[i] = count
        if count == 0:
            bits_clear(&fans, rules.lane[i].row)
    if unlikely(hand.trace != NULL):
        hand.trace.detected = fans
    take_covered(rules, &fans, hand.trace)
    if unlikely(bits_meet(fans, rules.reducing)):
        for i in range(rules.n_reductions):
            if bits_has(fans, rules.reduction[i].row):
                row = rules.reduction[i].lane
                if now.lane[row] <= rules.reduction[i].times:
                    if hand.trace != NULL and bits_has(fans, rules.lane[row].row):
                        hand.trace.taken_by[rules.lane[row].row] = rules.reduction[i].row + 1
                    now.lane[row] = 0
                    bits_clear(&fans, rules.lane[row].row)
                else:
                    now.lane[row] -= rules.reduction[i].times
    points = value_of(rules, fans)
    for i in range(rules.n_lanes):
        if now.lane[i] > 1 and not rules.lane[i].is_flower and bits_has(fans, rules.lane[i].row):
            points += (now.lane[i] - 1) * rules.lane[i].value
    if unlikely(chows.repeats_value | pungs.repeats_value):
        for i in range(chows.n_repeats):
            if bits_has(fans, chows.repeat_row[i]):
                points += chows.repeat_extra[i] * rules.row_value[chows.repeat_row[i]]
        for i in range(pungs.n_repeats):
            if bits_has(fans, pungs.repeat_row[i]):
                points += pungs.repeat_extra[i] * rules.row_value[pungs.repeat_row[i]]
    if unlikely((fans.low & ~rules.fallback_ignores.low) | (fans.high & ~rules.fallback_ignores.high) == 0):
        if rules.fallback_row >= 0:
            bits_set(&fans, rules.fallback_row)
            points += rules.fallback_value
    now.number = hand.found
    hand.found += 1
    if points > best.points:
        now.rows = fans
        now.points = points
        now.chow_selection = <uint16_t>(chows - rules.selection)
        now.pung_selection = <uint16_t>(pungs - rules.selection)
        best[0] = now[0]


cdef inline void score_sets(Hand *hand, const Split *split, int pair_suit, uint64_t m, uint64_t p, uint64_t s,
                            uint64_t body, bint pairs_too, ScoreResult *best, ScoreResult *now) noexcept nogil:
    """A reading of sets and a pair; m, p, s are the words of the concealed tiles of each suit."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef const HandFacts *facts = &hand.facts
    cdef uint64_t all_m = m + facts.word[0], all_p = p + facts.word[1], all_s = s + facts.word[2]
    cdef uint64_t total = all_m + all_p + all_s, own, suit_pungs
    cdef uint32_t chows = (total >> WORD_CHOWS) & 7
    cdef uint32_t pungs_of_suits = (total >> WORD_PUNGS) & 7
    cdef uint32_t honour_pungs = split.threes | facts.honour_pungs
    cdef uint32_t honours, seats, pungs, concealed, every, roles, special = 0, low, waits = 0
    cdef uint32_t class_m, class_p, class_s
    cdef int seat = hand.win.seat_wind, round_wind = hand.win.round_wind, tile = hand.win.win_tile
    cdef int pair, rank, honour_count
    cdef Bits fans = hand.fixed_form, open_waits
    cdef const Selection *chow_relations = rules.selection
    cdef const Selection *pung_relations
    cdef uint8_t counters[COUNTERS]

    # the pair, and where the winning tile can stand
    honours = honour_pungs
    if pair_suit < 3:
        own = m if pair_suit == 0 else (p if pair_suit == 1 else s)
        rank = <int>((own >> WORD_PAIR) & 15) - 1
        pair = 9 * pair_suit + rank
        seats = 0
    else:
        pair = first_bit(split.twos)
        honours |= (pair + 1) << 7
        seats = <uint32_t>(pair == seat) << 2 | <uint32_t>(pair == round_wind) << 3
        pair += EAST
        rank = -1
    seats |= ((honour_pungs >> seat) & 1) | ((honour_pungs >> round_wind) & 1) << 1
    seats |= <uint32_t>(seat == round_wind) << 4
    if tile < SUIT_KINDS:
        own = m if tile < 9 else (p if tile < 18 else s)
        low = tile % 9
        roles = chow_roles[low][(own >> WORD_PRESENT) & 127]
        if (own >> (WORD_PUNG_RANKS + low)) & 1:
            roles |= ROLE_PUNG
    else:
        roles = ROLE_PUNG if (split.threes >> (tile - EAST)) & 1 else 0
    if pair == tile:
        roles |= ROLE_PAIR

    honour_count = count_bits(split.threes) if split.threes else 0
    concealed = (((m + p + s) >> WORD_PUNGS) & 7) + honour_count + facts.closed_kongs
    if (roles & ROLE_PUNG and not roles & ALL_ROLES_BUT_PUNG and not facts.circumstances & SELF_DRAW
            and not (body >> tile) & 1 and not rules.discard_pung_concealed):
        # the discard completed this pung and can stand nowhere else
        concealed -= 1
    if not rules.body_wait and (body >> tile) & 1:
        roles = 0
    pungs = pungs_of_suits + (count_bits(honour_pungs) if honour_pungs else 0)
    every = (<uint32_t>((m | p | s) >> WORD_FLAGS) & 3) | facts.every
    if split.threes | split.twos:
        every |= NOT_FIVES

    # relations between the sets
    if chows >= 2:
        class_m = (m >> WORD_CLASS) & 1023
        class_p = (p >> WORD_CLASS) & 1023
        class_s = (s >> WORD_CLASS) & 1023
        if facts.melded_chows:
            if facts.melded_chows & 1:
                class_m = chow_class(hand.scorer.classes, all_m & CHOW_BITS)
            if facts.melded_chows & 2:
                class_p = chow_class(hand.scorer.classes, all_p & CHOW_BITS)
            if facts.melded_chows & 4:
                class_s = chow_class(hand.scorer.classes, all_s & CHOW_BITS)
        chow_relations += rules.chow_selection[chow_number(hand.scorer.index, class_m, class_p, class_s)]
        if chows == 4 and rank == 4:
            special = dragons_of_terminal_chows(all_m, all_p, all_s, pair_suit)
    suit_pungs = (all_m >> WORD_PUNG_RANKS) | (all_p >> WORD_PUNG_RANKS) << 9 | (all_s >> WORD_PUNG_RANKS) << 18
    if pungs_of_suits >= 2:
        pung_relations = rules.selection + rules.pung_selection[pung_number(
            hand.scorer.index, suit_pungs & 511, (suit_pungs >> 9) & 511, suit_pungs >> 18)]
    else:
        pung_relations = rules.selection + rules.pung_selection[0]
    special |= nine_gates(hand)

    fans = bits_and(fans, rules.feature_honours[honours])
    fans = bits_and(fans, rules.feature_seats[seats])
    fans = bits_and(fans, rules.feature_sets[chows * 36 + pungs * 6 + concealed])
    fans = bits_and(fans, rules.feature_every[every])
    fans = bits_and(fans, rules.feature_pair[pair])
    fans = bits_and(fans, rules.feature_special[special])
    fans = bits_and(fans, chow_relations.possible)
    fans = bits_and(fans, pung_relations.possible)
    open_waits = bits_and(fans, rules.role_any[roles])
    if bits_meet(open_waits, rules.wait_rows):
        waits = count_waits(hand, split, pairs_too)
        fans = bits_and(fans, rules.feature_role[roles | waits << 5])
    else:
        fans = open_waits

    counters[COUNT_QUADS] = count_bits(facts.quads) if facts.quads else 0
    counters[COUNT_TERMINAL_PUNGS] = count_terminals(suit_pungs)
    counters[COUNT_GUEST_WIND_PUNGS] = small_count(honour_pungs & hand.guest_winds)
    counters[COUNT_FLOWERS] = hand.flowers
    counters[COUNT_DRAGON_PUNGS] = small_count(honour_pungs >> 4)
    counters[COUNT_CONCEALED_PUNGS] = concealed
    counters[COUNT_KONGS] = facts.closed_kongs + facts.open_kongs
    now.waits = waits
    now.roles = roles
    now.concealed_pungs = concealed
    finish(hand, fans, counters, chow_relations, pung_relations, best, now)


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


cdef inline uint32_t nine_gates(const Hand *hand) noexcept nogil:
    """The tiles before the winning one are 1112345678999 of a suit."""
    cdef const uint8_t *counts
    cdef int tile = hand.win.win_tile, suit = tile // 9, rank
    if hand.win.n_melds or hand.facts.present & ~(<uint64_t>0x1FF << (9 * suit)) or suit == 3:
        return 0
    counts = hand.win.counts + 9 * suit
    for rank in range(9):
        if counts[rank] - (rank == tile - 9 * suit) != (3 if rank == 0 or rank == 8 else 1):
            return 0
    return SPECIAL_NINE_GATES


cdef inline void score_splits(Hand *hand, const Split *split, uint64_t body, bint pairs_too,
                              ScoreResult *best, ScoreResult *now) noexcept nogil:
    """All readings of a complete hand of sets and a pair."""
    cdef const SuitTable *table = hand.scorer.suits
    cdef uint32_t first = split.entry[0], second = split.entry[1], third = split.entry[2]
    cdef const uint64_t *m = table.words + entry_offset(first)
    cdef const uint64_t *p = table.words + entry_offset(second)
    cdef const uint64_t *s = table.words + entry_offset(third)
    cdef uint32_t n_m = entry_words(first), n_p = entry_words(second), n_s = entry_words(third)
    cdef uint32_t a, b, c
    cdef int pair_suit
    if split.twos:
        pair_suit = 3
    else:
        pair_suit = 0 if entry_residue(first) else (1 if entry_residue(second) else 2)
    for a in range(n_m):
        for b in range(n_p):
            for c in range(n_s):
                if hand.trace != NULL and (now.choice[0] != a or now.choice[1] != b or now.choice[2] != c):
                    continue
                now.choice[0] = a
                now.choice[1] = b
                now.choice[2] = c
                score_sets(hand, split, pair_suit, m[a], p[b], s[c], body, pairs_too, best, now)


cdef inline Bits with_form(const Hand *hand, int form) noexcept nogil:
    return bits_and(hand.possible, hand.scorer.rules.feature_form[form])


cdef void score_knitted_straight(Hand *hand, uint64_t concealed, ScoreResult *best, ScoreResult *now) noexcept nogil:
    cdef const uint64_t *patterns = knitted_patterns()
    cdef uint8_t rest[KINDS]
    cdef Split split
    cdef int pattern, kind
    for pattern in range(6):
        if concealed & patterns[pattern] != patterns[pattern]:
            continue
        if hand.trace != NULL and now.pattern != pattern:
            continue
        memcpy(rest, hand.win.counts, KINDS)
        for kind in range(SUIT_KINDS):
            rest[kind] -= (patterns[pattern] >> kind) & 1
        split_hand(hand.scorer.suits, rest, &split)
        if is_standard(&split):
            hand.fixed_form = with_form(hand, KNITTED_STRAIGHT)
            now.form = KNITTED_STRAIGHT
            now.pattern = pattern
            # a winning tile that stands in the body only has no role among the sets
            score_splits(hand, &split, patterns[pattern], False, best, now)
            now.pattern = NO_PATTERN


cdef void score_shape(Hand *hand, int form, int form_row, uint32_t special, ScoreResult *best,
                      ScoreResult *now) noexcept nogil:
    """A reading without sets."""
    cdef const RuleTable *rules = hand.scorer.rules
    cdef Bits fans = with_form(hand, form_row)
    cdef uint8_t counters[COUNTERS]
    fans = bits_and(fans, rules.feature_honours[0])
    fans = bits_and(fans, rules.feature_seats[0])
    fans = bits_and(fans, rules.feature_sets[0])
    fans = bits_and(fans, rules.feature_every[0])
    fans = bits_and(fans, rules.feature_pair[NO_PAIR_INDEX])
    fans = bits_and(fans, rules.feature_special[special])
    fans = bits_and(fans, rules.feature_role[0])
    fans = bits_and(fans, rules.selection[0].possible)
    fans = bits_and(fans, rules.selection[rules.pung_selection[0]].possible)
    memset(counters, 0, sizeof(counters))
    counters[COUNT_QUADS] = count_bits(hand.facts.quads)
    counters[COUNT_FLOWERS] = hand.flowers
    now.form = form
    now.waits = 0
    now.roles = 0
    now.concealed_pungs = 0
    memset(now.choice, 0, sizeof(now.choice))
    finish(hand, fans, counters, rules.selection, rules.selection + rules.pung_selection[0], best, now)


cdef void score_shapes(Hand *hand, uint32_t forms, ScoreResult *best, ScoreResult *now) noexcept nogil:
    """The forms of fourteen concealed tiles."""
    cdef uint64_t present = hand.facts.present, suited
    cdef const uint64_t *patterns = knitted_patterns()
    cdef int suit, pattern, honours, form
    cdef uint32_t special = 0
    if forms >> SEVEN_PAIRS & 1 and hand.facts.concealed_odd == 0:
        for suit in range(3):
            suited = present >> (9 * suit)
            if present == suited << (9 * suit) and (suited == 0x7F or suited == 0xFE or suited == 0x1FC):
                special = SPECIAL_SEVEN_SHIFTED_PAIRS
        score_shape(hand, SEVEN_PAIRS, SEVEN_PAIRS, special, best, now)
    if forms >> THIRTEEN_ORPHANS & 1 and present == orphan_kinds():
        score_shape(hand, THIRTEEN_ORPHANS, THIRTEEN_ORPHANS, 0, best, now)
    if forms >> GREATER_KNITTED & 3 and hand.facts.concealed_odd == present and count_bits(present) == 14:
        suited = present & 0x7FFFFFF
        honours = count_bits(present >> EAST)
        for pattern in range(6):
            if suited & ~patterns[pattern] == 0:
                form = GREATER_KNITTED if honours == 7 else LESSER_KNITTED
                if forms >> form & 1:
                    now.pattern = pattern
                    score_shape(hand, form, FORM_LESSER_WITH_NINE if honours == 5 else form, 0, best, now)
                    now.pattern = NO_PATTERN
                break


cdef int score_win(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result,
                   Trace *trace) noexcept nogil:
    cdef Hand hand
    cdef ScoreResult now
    cdef Split split
    cdef const RuleTable *rules = scorer.rules
    cdef uint64_t present
    cdef uint32_t groups, only = 0, packed, forms = rules.forms
    cdef int code, i
    code = hand_facts(scorer.melds, win, rules.sets, strict, &hand.facts)
    if unlikely(code != WIN_OK):
        return code
    hand.scorer = scorer
    hand.win = win
    hand.trace = trace
    hand.found = 0
    hand.guest_winds = 15 & ~(1 << win.seat_wind | 1 << win.round_wind)
    hand.flowers = small_count(win.flowers & 15) + small_count(win.flowers >> 4)
    if unlikely(trace != NULL):
        now = result[0]
        forms = 1 << result.form
    else:
        now.pattern = NO_PATTERN
    result.points = -1

    # what the hand leaves possible
    present = hand.facts.present
    groups = (<uint32_t>(present & 0x1FF != 0) | <uint32_t>(present & 0x3FE00 != 0) << 1
              | <uint32_t>(present & 0x7FC0000 != 0) << 2 | <uint32_t>(present >> EAST & 15 != 0) << 3
              | <uint32_t>(present >> 31 != 0) << 4)
    for i in range(rules.n_only):
        only |= <uint32_t>(present & ~rules.only[i] == 0) << i
    packed = (rules.pack[0][hand.facts.circumstances & 255] | rules.pack[1][hand.facts.circumstances >> 8 & 255]
              | rules.pack[2][hand.facts.circumstances >> 16 & 255] | rules.pack[3][hand.facts.circumstances >> 24])
    hand.possible = bits_and(rules.feature_ranks[(present | present >> 9 | present >> 18) & 0x1FF],
                             rules.feature_groups[groups])
    hand.possible = bits_and(hand.possible, rules.feature_only[only])
    hand.possible = bits_and(hand.possible, rules.feature_circumstances[packed])
    hand.possible = bits_and(hand.possible, rules.feature_melds[
        hand.facts.claimed * 36 + hand.facts.closed_kongs * 6 + hand.facts.open_kongs])

    split_hand(scorer.suits, win.counts, &split)
    if likely(forms & 1 and is_standard(&split)):
        hand.fixed_form = with_form(&hand, STANDARD)
        now.form = STANDARD
        score_splits(&hand, &split, 0, win.n_melds == 0 and rules.wait_forms >> SEVEN_PAIRS & 1, result, &now)
    elif forms >> KNITTED_STRAIGHT & 1 and win.n_melds <= rules.sets - 3:
        score_knitted_straight(&hand, present_in_hand(win), result, &now)
    if win.n_melds == 0 and rules.sets == 4 and (
            hand.facts.concealed_odd == 0 or unlikely(hand.found == 0)):
        score_shapes(&hand, forms, result, &now)
    if unlikely(hand.found == 0):
        return NO_WIN
    result.total = result.points
    for i in range(rules.n_lanes):
        if rules.lane[i].is_flower:
            result.total += result.lane[i] * rules.lane[i].value
    result.legal = result.points >= rules.minimum
    return WIN_OK


cdef uint64_t present_in_hand(const WinData *win) noexcept nogil:
    cdef uint64_t mask = 0
    cdef int kind
    for kind in range(SUIT_KINDS):
        if win.counts[kind]:
            mask |= <uint64_t>1 << kind
    return mask
