"""Forms without sets, and wins by flowers alone."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport Wide, count_bits, first_bit, load34, odd34, wide_and, wide_load, wide_store
from mjcore.fans.bonus cimport COPIES
from mjcore.fans.checks cimport fill_flower_win
from mjcore.fans.facts cimport hand_facts
from mjcore.fans.han_fu cimport FU_CODE_PAIRS, finish_han_fu
from mjcore.fans.reading cimport close_score, finish, with_form
from mjcore.fans.ruletable cimport (
    COUNT_FLOWERS, FINISH_HAN_FU, FINISH_PLACES, FINISH_SUM, FORM_LESSER_WITH_NINE, SPECIAL_INSTANT,
    SPECIAL_SEVEN_SHIFTED_PAIRS, SPECIAL_THIRTEEN_WAIT, SPECIAL_UNCONNECTED, Bits, RuleTable,
)
from mjcore.fans.wins cimport (
    BAD_VOID_SUIT, NO_SUCH_SEAT, NO_WIN, NOT_IN_TILE_SET, OTHER_CIRCUMSTANCE, SEVEN_ROB_ONE, WIN_OK,
)
from mjcore.hand.decompose cimport (
    GREATER_KNITTED, LESSER_KNITTED, PAIRS_AND_SET, SEVEN_PAIRS, SHAPELESS, THIRTEEN_ORPHANS, knitted_patterns,
    orphan_kinds,
)
from mjcore.hand.kinds cimport EAST

cdef enum:
    NO_PAIR_INDEX = 34


cdef bint some_row(const Hand *hand, uint32_t special) noexcept nogil:
    """Whether a row makes a win of tiles without a shape. The fallback makes none."""
    cdef Bits fans
    wide_store(&fans, wide_and(with_form(hand, SHAPELESS), &hand.scorer.rules.feature_special[special]))
    return fans.low | fans.high != 0


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
    if rules.finish == FINISH_HAN_FU:
        finish_han_fu(rules, &hand.han, fans, 0, FU_CODE_PAIRS if form == SEVEN_PAIRS else 0, 0, form, hand.found, 0,
                      rules.pung_selection[0], best, trace)
        hand.found += 1
        return
    if rules.finish == FINISH_PLACES:
        finish(hand, fans, hand.counters, 0, rules.pung_selection[0], 0, FINISH_PLACES, best, trace)
    else:
        finish(hand, fans, hand.counters, 0, rules.pung_selection[0], 0, FINISH_SUM, best, trace)
    hand.found += 1


cdef void score_shapes(Hand *hand, uint32_t forms, ScoreResult *best, Trace *trace) noexcept nogil:
    cdef uint64_t present = hand.facts.present, suited
    cdef const uint64_t *patterns = knitted_patterns()
    cdef int suit, pattern, honours, form
    cdef uint32_t special = 0
    cdef bint apart
    if hand.scorer.rules.sets == 5:
        # seven pairs and a pung: four equal tiles are two pairs
        suited = odd34(load34(hand.win.counts))
        if forms >> PAIRS_AND_SET & 1 and suited & (suited - 1) == 0 and suited and (
                hand.win.counts[first_bit(suited)] == 3) and (
                hand.scorer.rules.quad_pairs or count_bits(present) == 8):
            score_shape(hand, PAIRS_AND_SET, PAIRS_AND_SET, 0, best, trace)
        return
    if hand.scorer.rules.finish == FINISH_HAN_FU:
        special = hand.special
    if forms >> SEVEN_PAIRS & 1 and hand.facts.all_even and (
            hand.scorer.rules.quad_pairs or count_bits(present) == 7):
        for suit in range(3):
            suited = present >> (9 * suit)
            if present == suited << (9 * suit) and (suited == 0x7F or suited == 0xFE or suited == 0x1FC):
                special |= SPECIAL_SEVEN_SHIFTED_PAIRS
        score_shape(hand, SEVEN_PAIRS, SEVEN_PAIRS, special, best, trace)
    if forms >> THIRTEEN_ORPHANS & 1 and present == orphan_kinds():
        special = SPECIAL_THIRTEEN_WAIT if hand.win.counts[hand.win.win_tile] == 2 else 0
        score_shape(hand, THIRTEEN_ORPHANS, THIRTEEN_ORPHANS, special, best, trace)
    if forms >> GREATER_KNITTED & 3 and count_bits(present) == 14:
        suited = present & 0x7FFFFFF
        honours = count_bits(present >> EAST)
        for pattern in range(6):
            if suited & ~patterns[pattern] == 0:
                form = GREATER_KNITTED if honours == 7 else LESSER_KNITTED
                if forms >> form & 1:
                    score_shape(hand, form, FORM_LESSER_WITH_NINE if honours == 5 else form, 0, best, trace)
                break
    if forms >> SHAPELESS & 1 and hand.scorer.rules.unconnected_wins and count_bits(present) == 13:
        apart = True
        for suit in range(3):
            suited = present >> (9 * suit) & 0x1FF
            apart &= suited & (suited >> 1 | suited >> 2) == 0
        if apart and (hand.scorer.rules.finish == FINISH_HAN_FU or some_row(hand, SPECIAL_UNCONNECTED)):
            score_shape(hand, SHAPELESS, SHAPELESS, SPECIAL_UNCONNECTED, best, trace)
            if best.form == SHAPELESS:
                # a row of flowers is none of hands without a shape
                hand.flowers = 0


cdef int score_flower_win(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result,
                          Trace *trace) noexcept nogil:
    cdef Hand hand
    cdef WinData whole
    cdef const RuleTable *rules = scorer.rules
    cdef uint32_t circumstances, packed
    cdef uint8_t copies[COPIES]
    cdef int code = fill_flower_win(win, ~rules.absent, &whole)
    cdef Wide wide
    if code == WIN_OK:
        code = hand_facts(scorer.melds, &whole, rules.sets, strict, rules.known, rules.unused_late, False, False,
                          copies + 1, &hand.facts)
    if code != WIN_OK:
        return code
    if hand.facts.present & rules.absent or win.seat_wind >= rules.players:
        return NOT_IN_TILE_SET if hand.facts.present & rules.absent else NO_SUCH_SEAT
    circumstances = hand.facts.circumstances | win.circumstances & SEVEN_ROB_ONE
    if circumstances & ~rules.known:
        return OTHER_CIRCUMSTANCE
    if win.void_suit > 3:
        return BAD_VOID_SUIT
    hand.scorer = scorer
    hand.win = win
    hand.found = hand.wanted = 0
    hand.flowers = 0
    hand.counters = <uint64_t>count_bits(win.flowers) << (8 * COUNT_FLOWERS)
    packed = (rules.pack[0][circumstances >> 8 & 255] | rules.pack[1][circumstances >> 16 & 255]
              | rules.pack[2][circumstances >> 24])
    wide = wide_load(&rules.feature_circumstances[circumstances & 255])
    wide = wide_and(wide, &rules.feature_declared[packed])
    wide = wide_and(wide, &rules.feature_flowers[win.flowers | <uint32_t>win.seat_wind << 8])
    wide_store(&hand.possible, wide)
    result.points = -1
    if not some_row(&hand, SPECIAL_INSTANT):
        return NO_WIN
    score_shape(&hand, SHAPELESS, SHAPELESS, SPECIAL_INSTANT, result, trace)
    # rows that hold in other wins too make none
    if result.rows.low & ~rules.feature_special[0].low | result.rows.high & ~rules.feature_special[0].high == 0:
        return NO_WIN
    close_score(rules, &hand, result)
    return WIN_OK
