"""Readings of hands with wild tiles.

A reading is a target: sets and a pair or a special form, with as many tiles as the hand and at least its natural
tiles of each kind; the jokers stand for what is left. Each comes once.

Order. Standard readings, by the split of the sets and the pair among characters, dots, bamboo and honours: fewest
sets of characters first, then without the pair there before with it, then the same of dots and of bamboo. Within
a split as without jokers: tile by tile from 1m, the target with more chows that begin there first, then without a
pung before with one, without the pair before with it. Knitted straights the same for each pattern in turn.
Seven pairs and pairs-and-set (set by set, chows first) by the kinds of the pairs, orphans by the kind of the pair,
knitted tiles by the number of honours, the pattern, then the honours and the suit tiles, all from the lowest kinds.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport count_bits, first_bit, held34, load34, odd34
from mjcore.hand.forms cimport (
    FIRST_PUNG, GREATER_KNITTED, KNITTED_STRAIGHT, LESSER_KNITTED, MOST_READINGS, NO_PAIR, NO_PATTERN,
    PAIRS_AND_SET, QUAD_PAIRS, SET_IDS, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, WIN_NATURAL, Reading, WildTiles,
    knitted_pattern, meld_set, orphan_kinds,
)
from mjcore.hand.handdata cimport COPIES, meld_size
from mjcore.hand.kinds cimport CHOW, EAST, KINDS, MAX_SETS, meld_jokers, meld_kind, meld_type
from mjcore.hand.suits cimport SuitTable
from mjcore.hand.targets cimport MOST_COPIES, Target, Work, emit, find_standard, kinds_of_set
from mjcore.hand.wild cimport count_jokers, set_types


# Forms

cdef void straights(Work *work, const SuitTable *table, int sets) noexcept nogil:
    """Knitted straights: the rest of the hand beside each pattern."""
    cdef Target before
    cdef uint64_t pattern, once = held34(load34(work.held)), open_kinds = held34(load34(work.cap)), kinds
    cdef int number, kind
    for number in range(6):
        pattern = knitted_pattern(number)
        if count_bits(pattern & ~once) > work.jokers or pattern & ~open_kinds:
            continue
        memset(&before, 0, sizeof(Target))
        before.missing = pattern & ~once
        kinds = pattern
        while kinds:
            kind = first_bit(kinds)
            kinds &= kinds - 1
            work.cap[kind] -= 1
            if once >> kind & 1:
                work.held[kind] -= 1
            else:
                before.counters += work.types.unit[kind]
        work.base.pattern = number
        work.body = pattern
        find_standard(work, table, sets - 3, work.jokers - count_bits(pattern & ~once), &before)
        kinds = pattern
        while kinds:
            kind = first_bit(kinds)
            kinds &= kinds - 1
            work.cap[kind] += 1
            work.held[kind] += once >> kind & 1
    work.base.pattern = NO_PATTERN
    work.body = 0


cdef inline void turn_body(Work *work, int kind) noexcept nogil:
    """Puts a kind into the body, or takes it out."""
    work.base.body[kind >> 3] ^= 1 << (kind & 7)


cdef inline uint64_t once_more(uint64_t sets, int kind) noexcept nogil:
    """Notes a kind of the body that is there once more, at the first free place behind sets[0]."""
    cdef int shift = 8
    while sets >> shift & 0xFF:
        shift += 8
    return sets | <uint64_t>(kind + 1) << shift


cdef void more_pairs(Work *work, int first, int left, const Target *before) noexcept nogil:
    """Every way to add `left` pairs to those of work.pairs, of the kinds from `first` on."""
    cdef Target joined
    cdef int kind, number
    if left == 0:
        emit(work, before)
        return
    for kind in range(first, KINDS):
        if work.found >= MOST_READINGS:
            break
        joined = before[0]
        joined.missing |= <uint64_t>1 << kind
        for number in range(1, 1 + (left if left < work.room[kind] else work.room[kind])):
            joined.counters += 2 * work.types.unit[kind]
            if work.pairs[kind] or number > 1:
                joined.sets = once_more(joined.sets, kind)
            else:
                turn_body(work, kind)
            more_pairs(work, kind + 1, left - number, &joined)
        if work.pairs[kind] == 0 and work.room[kind]:
            turn_body(work, kind)


cdef void seven_pairs(Work *work, bint quads, const uint8_t *beside, Target *before) noexcept nogil:
    """Seven pairs beside the tiles of a set."""
    cdef int kind, held, most, left = 7
    memset(work.base.body, 0, sizeof(work.base.body))
    for kind in range(KINDS):
        held = work.held[kind] - beside[kind]
        most = (work.cap[kind] - beside[kind]) >> 1
        if not quads and most > 1:
            most = 1
        work.pairs[kind] = (held + 1) >> 1 if held > 0 else 0
        if work.pairs[kind] > most or work.cap[kind] < beside[kind]:
            return
        work.room[kind] = most - work.pairs[kind]
        left -= work.pairs[kind]
        if left < 0:
            return
        held = 2 * work.pairs[kind] - held
        if held:
            before.missing |= <uint64_t>1 << kind
            before.counters += work.types.unit[kind] * held
        if work.pairs[kind]:
            turn_body(work, kind)
            for _ in range(1, work.pairs[kind]):
                before.sets = once_more(before.sets, kind)
    more_pairs(work, 0, left, before)


cdef void pairs_and_set(Work *work, bint quads) noexcept nogil:
    cdef Target before
    cdef uint8_t beside[KINDS]
    cdef uint64_t odd = odd34(load34(work.held)), kinds
    cdef int number
    work.base.n_sets = 1
    work.base.n_concealed = 1
    for number in range(SET_IDS):
        # each kind held an odd number of times is in the set, or a joker makes it even
        if count_bits(odd & ~kinds_of_set(number)) > work.jokers:
            continue
        memset(beside, 0, KINDS)
        memset(&before, 0, sizeof(Target))
        before.sets = number
        kinds = kinds_of_set(number)
        while kinds:
            beside[first_bit(kinds)] = 3 if number >= FIRST_PUNG else 1
            kinds &= kinds - 1
        seven_pairs(work, quads, beside, &before)
    work.base.n_sets = 0
    work.base.n_concealed = 0


cdef void emit_body(Work *work, uint64_t kinds, int again) noexcept nogil:
    """The reading of one tile of each of the kinds, and another one of one of them (or -1)."""
    cdef Target target
    cdef int kind, left
    for kind in range(5):
        work.base.body[kind] = kinds >> (8 * kind) & 0xFF
    memset(&target, 0, sizeof(Target))
    if again >= 0:
        target.sets = once_more(0, again)
    while kinds:
        kind = first_bit(kinds)
        kinds &= kinds - 1
        left = 1 + (kind == again) - work.held[kind]
        target.missing |= <uint64_t>(left != 0) << kind
        target.counters += work.types.unit[kind] * left
    emit(work, &target)


cdef void orphans(Work *work) noexcept nogil:
    cdef uint64_t kinds = orphan_kinds()
    cdef int kind, twice = 0
    for kind in range(KINDS):
        if work.held[kind] > 2 or (work.held[kind] and not kinds >> kind & 1):
            return
        if kinds >> kind & 1 and work.cap[kind] == 0:
            return
        twice += work.held[kind] == 2
    for kind in range(KINDS):
        if kinds >> kind & 1 and work.cap[kind] > 1 and twice == (work.held[kind] == 2):
            emit_body(work, kinds, kind)


cdef uint64_t chosen(uint64_t numbers, uint64_t kinds) noexcept nogil:
    """The kinds whose numbers, counted among `kinds` from 0, are in the mask."""
    cdef uint64_t out = 0
    while kinds:
        if numbers & 1:
            out |= kinds & (~kinds + 1)
        numbers >>= 1
        kinds &= kinds - 1
    return out


cdef uint64_t next_choice(uint64_t numbers) noexcept nogil:
    """The next higher mask of as many bits."""
    cdef uint64_t lowest, ripple
    if numbers == 0:
        return <uint64_t>1 << 63
    lowest = numbers & (~numbers + 1)
    ripple = numbers + lowest
    return ripple | ((numbers ^ ripple) >> 2) >> first_bit(lowest)


cdef void knitted(Work *work, int honours) noexcept nogil:
    """So many different honours, the rest of 14 within one pattern."""
    cdef uint64_t once = held34(load34(work.held)), all_honours = <uint64_t>0x7F << EAST
    cdef uint64_t free = held34(load34(work.cap)) & ~once, a, b, end_a, end_b, fixed
    cdef int pattern, need_a = honours - count_bits(once & all_honours), need_b
    need_b = 14 - honours - count_bits(once & ~all_honours)
    if need_a < 0 or need_b < 0 or need_a + need_b != work.jokers:
        return
    end_a = <uint64_t>1 << count_bits(free & all_honours)
    for pattern in range(6):
        fixed = knitted_pattern(pattern)
        if once & ~all_honours & ~fixed:
            continue
        work.base.pattern = pattern
        end_b = <uint64_t>1 << count_bits(free & fixed)
        a = (<uint64_t>1 << need_a) - 1
        while a < end_a:
            b = (<uint64_t>1 << need_b) - 1
            while b < end_b and work.found < MOST_READINGS:
                emit_body(work, once | chosen(a, free & all_honours) | chosen(b, free & fixed), -1)
                b = next_choice(b)
            a = next_choice(a)
    work.base.pattern = NO_PATTERN


cdef bint set_caps(Work *work, const uint32_t *melds, int n_melds) noexcept nogil:
    """The most copies of each kind in a target; False if the hand holds more of one."""
    cdef const WildTiles *wild = work.wild
    cdef int most = COPIES, kind, i, copies
    if wild.fifth:
        most += work.jokers
        for i in range(n_melds):
            most += count_bits(meld_jokers(melds[i]))
        most = most if most < MOST_COPIES else MOST_COPIES
    for kind in range(KINDS):
        copies = most
        for i in range(n_melds):
            if meld_type(melds[i]) == CHOW:
                copies -= 0 <= kind - <int>meld_kind(melds[i]) <= 2
            elif meld_kind(melds[i]) == <uint32_t>kind:
                copies -= meld_size(melds[i])
        if copies < work.held[kind]:
            return False
        if not work.types.any >> kind & 1:
            # no joker for it, but a wild tile with its face can stand as itself
            i = work.held[kind] + (wild.faces[kind] if wild.natural else 0)
            copies = i if i < copies else copies
        work.cap[kind] = copies if copies < MOST_COPIES else MOST_COPIES
    return True


cdef int find_wild_readings(const SuitTable *table, const uint8_t *counts, const uint32_t *melds, int n_melds,
                            int sets, int win_tile, uint32_t forms, const WildTiles *wild, Reading *out,
                            int capacity) noexcept nogil:
    cdef Work work
    cdef Target nothing
    cdef uint8_t beside[KINDS]
    cdef int i, tiles, concealed = sets - n_melds
    cdef bint quads = forms & QUAD_PAIRS != 0
    if not (0 <= n_melds <= sets <= MAX_SETS):
        return 0
    work.jokers = count_jokers(wild)
    tiles = work.jokers
    for i in range(KINDS):
        tiles += counts[i]
    if tiles != 3 * concealed + 2:
        return 0
    work.wild = wild
    work.counts = counts
    memcpy(work.held, counts, KINDS)
    set_types(wild, &work.types)
    if not set_caps(&work, melds, n_melds):
        return 0
    work.win_tile = win_tile
    if 0 <= win_tile < KINDS and wild.faces[win_tile] == 0:
        work.win_tile = WIN_NATURAL + win_tile
    work.out = out
    work.capacity = capacity
    work.found = 0
    work.body = 0
    work.melds = 0
    memset(&nothing, 0, sizeof(Target))
    memset(&work.base, 0, sizeof(Reading))
    work.base.pair = NO_PAIR
    work.base.pattern = NO_PATTERN

    if forms >> STANDARD & 1:
        set_melds(&work, STANDARD, concealed, melds, n_melds)
        find_standard(&work, table, concealed, work.jokers, &nothing)
    if forms >> KNITTED_STRAIGHT & 1 and concealed >= 3:
        set_melds(&work, KNITTED_STRAIGHT, concealed - 3, melds, n_melds)
        straights(&work, table, concealed)
    if n_melds:
        return work.found
    set_melds(&work, SEVEN_PAIRS, 0, melds, 0)
    if concealed == 4:
        if forms >> SEVEN_PAIRS & 1 and count_bits(odd34(load34(counts))) <= work.jokers:
            memset(beside, 0, KINDS)
            seven_pairs(&work, quads, beside, &nothing)
        if forms >> THIRTEEN_ORPHANS & 1:
            work.base.form = THIRTEEN_ORPHANS
            orphans(&work)
        if forms >> GREATER_KNITTED & 1:
            work.base.form = GREATER_KNITTED
            knitted(&work, 7)
        if forms >> LESSER_KNITTED & 1:
            work.base.form = LESSER_KNITTED
            knitted(&work, 5)
            knitted(&work, 6)
    elif concealed == 5 and forms >> PAIRS_AND_SET & 1:
        work.base.form = PAIRS_AND_SET
        pairs_and_set(&work, quads)
    return work.found


cdef void set_melds(Work *work, int form, int concealed, const uint32_t *melds, int n_melds) noexcept nogil:
    cdef int i
    work.base.form = form
    work.base.n_concealed = concealed
    work.base.n_sets = concealed + n_melds
    work.melds = 0
    for i in range(n_melds):
        work.melds |= <uint64_t>meld_set(melds[i]) << (8 * (concealed + i))
