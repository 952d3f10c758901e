# Han and fu: what a reading is worth where yaku count han, and what that comes to in points.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.bits cimport Wide, unlikely, wide_store
from mjcore.fans.bonus cimport MAX_INDICATORS, Bonus, add_up_bonus, within
from mjcore.fans.covers cimport (
    Trace, choose_alternative, first_row, note_covered, sum_of_values, take_in_order,
)
from mjcore.fans.facts cimport HandFacts
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.ruletable cimport (
    HAN_LIMIT, ROLE_CLOSED, ROLE_EDGE, ROLE_PAIR, ROLE_PUNG, SHARE_HALVED, SHARE_LOST, Bits, HanFu, RuleTable,
    bits_and, bits_has, bits_meet,
)
from mjcore.fans.wins cimport (
    AFTER_FLOWER, AFTER_KONG, NOT_IN_TILE_SET, OTHER_REDS, SELF_DRAW, WILD_TILES, WIN_OK, WinData,
)

cdef enum:
    FU_CODE_PAIRS = 1          # 25 fu: a code that no other fu have
    KEY_HAN = 16               # place of the han in a key; the fu come behind
    KEY_HAS_READING = 1 << 8   # makes the key of any reading more than nothing

# What does not depend on the reading.
cdef struct HanFuHand:
    const uint16_t *value      # 256 for each eight rows: by whether the hand is open
    uint32_t bonus             # bonus counters, one byte each
    int32_t bonus_han
    int32_t fu                 # of everything but concealed pungs, pair and wait
    int32_t fu_self_draw       # what `fu` holds of it
    bint open


cdef inline bint points_nowhere(const RuleTable *rules, const WinData *win) noexcept nogil:
    """Whether an indicator is a tile that the rule set is played without."""
    cdef uint64_t absent = rules.absent << 1
    cdef uint64_t met = 0
    cdef int i
    for i in range(MAX_INDICATORS):
        met |= absent >> win.dora[i] | absent >> win.ura[i]
    return met & 1


cdef inline int open_han_fu(const RuleTable *rules, const WinData *win, const HandFacts *facts, uint8_t *copies,
                            bint strict, HanFuHand *out) noexcept nogil:
    """Checks and counts the bonus tiles and gathers what all readings share. Returns WIN_OK or a fault."""
    cdef const HanFu *table = &rules.han_fu
    cdef Bonus bonus
    cdef int32_t self_draw, after_kong
    cdef int code
    code = add_up_bonus(win, table.next_place, facts.circumstances, strict, facts.reds_in_melds, copies, &bonus)
    if unlikely(code != WIN_OK):
        return code
    if unlikely(win.norths != 0 and not table.has_norths):
        return WILD_TILES
    if unlikely(rules.absent) and points_nowhere(rules, win):
        return NOT_IN_TILE_SET
    if unlikely(not within(bonus.reds, table.most_reds)):
        return OTHER_REDS
    out.bonus = bonus.counts
    out.bonus_han = <int32_t>((bonus.counts & table.bonus_mask) * <uint32_t>0x01010101 >> 24)
    out.open = facts.claimed != 0
    out.value = <const uint16_t *>&table.open_value[0][0] if out.open else <const uint16_t *>&rules.value[0][0]
    self_draw = facts.circumstances & SELF_DRAW
    after_kong = <int32_t>(facts.circumstances & (AFTER_KONG | AFTER_FLOWER) != 0)
    out.fu_self_draw = table.fu_self_draw * self_draw * (1 - after_kong * <int32_t>(not table.fu_self_draw_after_kong))
    out.fu = (table.fu_base + <int32_t>facts.fu + out.fu_self_draw
              + table.fu_closed_discard * (1 - self_draw) * <int32_t>(not out.open))
    return WIN_OK


cdef inline uint32_t nonzero_bonus(uint32_t bonus) noexcept nogil:
    """Which bonus counters are not zero, as four bits; each is far below 128."""
    cdef uint32_t high = ((bonus + 0x7F7F7F7F) >> 7) & 0x01010101
    return (high & 1) | (high >> 7 & 2) | (high >> 14 & 4) | (high >> 21 & 8)


cdef inline int fu_code(int32_t fu, bint open) noexcept nogil:
    """Fu rounded up, in tens; an open hand has at least 30."""
    cdef int code = (fu + 9) // 10
    return code + <int>(<int>(code == 2) & <int>open)


cdef inline uint32_t base_points(const HanFu *table, int32_t han, int code) noexcept nogil:
    return table.base_points[han if han < HAN_LIMIT else HAN_LIMIT - 1][code]


cdef inline int32_t rounded(uint32_t points) noexcept nogil:
    """Up to hundreds."""
    return <int32_t>((points + 99) // 100 * 100)


cdef inline int32_t points_of(const RuleTable *rules, uint32_t base, bint dealer, bint self_draw) noexcept nogil:
    """What the winner gets in all, without honba and deposits."""
    # without branches on how the hand was won
    cdef int way = <int>self_draw | <int>dealer << 1
    cdef int32_t own = rounded(base), twice = rounded(base * rules.han_fu.large_share[way]), total, share
    total = rules.han_fu.n_large[way] * twice + rules.han_fu.n_small[way] * own
    if unlikely(rules.han_fu.tsumo_share != SHARE_LOST) and self_draw and rules.players == 3:
        share = twice if dealer else own
        if rules.han_fu.tsumo_share == SHARE_HALVED:
            total += 2 * rounded(<uint32_t>share // 2)
        else:
            total = 2 * rounded(<uint32_t>(total + share) // 2)
    return total


cdef inline bint place_matters(const RuleTable *rules, Wide possible, uint32_t roles, uint32_t opens_pung,
                               uint32_t sets) noexcept nogil:
    """Whether other rows may hold in one of several places of the winning tile than in another; `sets`: index of
    feature_sets where the tile opens no pung."""
    cdef Bits rows, concealed
    wide_store(&rows, possible)
    if bits_meet(rows, rules.by_role):
        return True
    if roles & opens_pung << 4 == 0:
        return False
    if rules.more_counters:
        return True
    concealed.low = rules.feature_sets[sets].low | rules.feature_sets[sets - 1].low
    concealed.high = rules.feature_sets[sets].high | rules.feature_sets[sets - 1].high
    return bits_meet(rows, bits_and(concealed, rules.by_concealed))


cdef inline uint32_t places_to_try(const RuleTable *rules, Wide possible, uint32_t roles, uint32_t opens_pung,
                                   uint32_t sets) noexcept nogil:
    """Of several places of the winning tile those that can make a difference. Where the same rows hold in all of them,
    one with most fu is enough."""
    if place_matters(rules, possible, roles, opens_pung, sets):
        return roles
    if roles & (ROLE_PAIR | ROLE_EDGE | ROLE_CLOSED):
        roles &= ROLE_PAIR | ROLE_EDGE | ROLE_CLOSED
    elif roles & opens_pung << 4:
        # a chow leaves the pung concealed
        roles &= ~<uint32_t>ROLE_PUNG
    return roles & (0 - roles)


cdef inline void finish_han_fu(const RuleTable *rules, const HanFuHand *hand, Bits fans, int32_t fu, int code,
                               uint32_t role, int form, int number, uint32_t chow_choice, uint32_t pung_choice,
                               ScoreResult *best, Trace *trace) noexcept nogil:
    """Counts, covers, reckons the points, and keeps the result if it is better than the best so far. `code` of the
    fu, or -1: `fu` are not rounded yet. `form`, `number`: of the reading."""
    cdef const HanFu *table = &rules.han_fu
    cdef int32_t han, yakuman, value, rank
    cdef uint32_t base
    cdef uint64_t key
    cdef Bits others
    # few rows cover others here
    if unlikely(fans.low & rules.covering):
        take_in_order(rules, &fans, trace)
    value = sum_of_values(hand.value, rules.value_bytes, fans)
    han = value & 255
    yakuman = value >> 8
    if code < 0:
        fu -= hand.fu_self_draw * <int32_t>bits_has(fans, table.flat_row)
        code = fu_code(fu, hand.open)
    if unlikely(yakuman):
        # nothing counts beside a yakuman
        if trace != NULL:
            others.low = fans.low & ~table.yakuman.low
            others.high = fans.high & ~table.yakuman.high
            note_covered(trace, others, first_row(bits_and(fans, table.yakuman)))
        fans = bits_and(fans, table.yakuman)
        han = 0
        rank = yakuman
        if table.most_yakuman and <uint32_t>yakuman > table.most_yakuman:
            yakuman = table.most_yakuman
        base = yakuman * table.yakuman_points
    else:
        base = han >= rules.minimum
        han += hand.bonus_han
        base *= base_points(table, han, code)
        rank = han
        if unlikely(bits_meet(fans, table.alternative)) and choose_alternative(rules, &fans, &han, &base, trace):
            # what is counted goes before what is worth as much by itself
            rank = code = 0
    key = <uint64_t>base << 32 | <uint64_t>(yakuman != 0) << 31 | KEY_HAS_READING
    key |= <uint32_t>rank << KEY_HAN | (25 if code == FU_CODE_PAIRS else 10 * code)
    if key > best.key:
        best.key = key
        best.form = form
        best.number = number
        best.rows = fans
        best.base = base
        # nothing counts beside yakuman and what stands alone
        best.bonus = hand.bonus & (0 - <uint32_t>(rank != 0 and yakuman == 0))
        best.han = han
        best.fu = <uint8_t>(key & 255)
        best.yakuman = yakuman
        best.role = role
        best.chow_selection = chow_choice
        best.pung_selection = pung_choice
