"""Relations between sets: which there are, which may be counted together, and tables of the answers."""
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

import _thread

from mjcore.bits cimport count_bits
from mjcore.fans.ruletable cimport RELATIONS, Bits, RuleTable, Selection, bits_set
from mjcore.hand.decompose cimport FIRST_PUNG
from mjcore.hand.suits cimport MAX_CLASSES, ChowClasses, chow_class, chow_classes

RELATION_NAMES = (
    "pure_double", "mixed_double", "short_straight", "two_terminal", "pure_triple", "pure_quad", "pure_shift3",
    "pure_shift4", "pure_straight", "mixed_straight", "mixed_triple", "mixed_shift3", "two_doubles",
    "double_pung", "triple_pung", "pure_pung_shift3", "pure_pung_shift4", "mixed_pung_shift3",
)

cdef SetIndex index_of_four
cdef SetIndex index_of_five
cdef object fill_lock = _thread.allocate_lock()
# 1, 8, 36, ... classes of chows of a suit have at most 0, 1, 2, ... chows
cdef int[6] classes_within = [1, 8, 36, 120, 330, 792]


cdef const SetIndex *set_index(int sets) except NULL:
    cdef SetIndex *index = &index_of_four if sets <= 4 else &index_of_five
    if index.pung_second == NULL:
        with fill_lock:
            if index.pung_second == NULL:
                build_index(index, 4 if sets <= 4 else 5)
    return index


cdef int class_size(int number) noexcept nogil:
    cdef int size = 0
    while number >= classes_within[size]:
        size += 1
    return size


cdef int build_index(SetIndex *index, int sets) except -1:
    cdef int masks_within[10]
    cdef int size, mask, order = 0, a, b, pairs, left
    cdef uint32_t total
    cdef uint32_t *chow_second
    cdef uint32_t *pung_second
    cdef uint8_t mask_size[512]
    index.sets = sets
    for size in range(10):
        for mask in range(512):
            if count_bits(mask) == size:
                index.pung_rank[mask] = order
                mask_size[order] = size
                order += 1
        masks_within[size] = order

    # chows: `first` numbers the pairs (m, p), `second` their first triple
    pairs = 0
    for a in range(classes_within[sets]):
        index.chow_first[a] = pairs
        pairs += classes_within[sets - class_size(a)]
    chow_second = <uint32_t *>calloc(pairs, sizeof(uint32_t))
    if chow_second == NULL:
        raise MemoryError
    total = 0
    for a in range(classes_within[sets]):
        left = sets - class_size(a)
        for b in range(classes_within[left]):
            chow_second[index.chow_first[a] + b] = total
            total += classes_within[left - class_size(b)]
    index.chow_second = chow_second
    index.chow_total = total

    pairs = 0
    for a in range(masks_within[sets]):
        index.pung_first[a] = pairs
        pairs += masks_within[sets - mask_size[a]]
    pung_second = <uint32_t *>calloc(pairs, sizeof(uint32_t))
    if pung_second == NULL:
        free(chow_second)
        index.chow_second = NULL
        raise MemoryError
    total = 0
    for a in range(masks_within[sets]):
        left = sets - mask_size[a]
        for b in range(masks_within[left]):
            pung_second[index.pung_first[a] + b] = total
            total += masks_within[left - mask_size[b]]
    index.pung_total = total
    # published last: not being NULL says that the index is complete
    index.pung_second = pung_second
    return 0


cdef int relation_of_two(int a, int b) noexcept nogil:
    """Relation of two chows (low + 7 * suit) or of two suit pungs (rank + 9 * suit + FIRST_PUNG), or -1."""
    cdef int step
    if a < FIRST_PUNG:
        if a // 7 == b // 7:
            step = b - a if b > a else a - b
            if step == 0:
                return PURE_DOUBLE
            if step == 3:
                return SHORT_STRAIGHT
            if step == 6:
                return TWO_TERMINAL
        elif a % 7 == b % 7:
            return MIXED_DOUBLE
        return -1
    a -= FIRST_PUNG
    b -= FIRST_PUNG
    if a % 9 == b % 9 and a != b:
        return DOUBLE_PUNG
    return -1


cdef inline int sort_three(int *x) noexcept nogil:
    if x[0] > x[1]:
        x[0], x[1] = x[1], x[0]
    if x[1] > x[2]:
        x[1], x[2] = x[2], x[1]
    if x[0] > x[1]:
        x[0], x[1] = x[1], x[0]
    return 0


cdef int relation_of_three(int a, int b, int c) noexcept nogil:
    cdef int width = 7 if a < FIRST_PUNG else 9
    cdef int[3] rank
    cdef int step
    cdef bint one_suit, three_suits
    if width == 9:
        a -= FIRST_PUNG
        b -= FIRST_PUNG
        c -= FIRST_PUNG
    one_suit = a // width == b // width and b // width == c // width
    three_suits = a // width != b // width and b // width != c // width and a // width != c // width
    if not (one_suit or three_suits):
        return -1
    rank[0] = a % width
    rank[1] = b % width
    rank[2] = c % width
    sort_three(rank)
    step = rank[1] - rank[0]
    if rank[2] - rank[1] != step:
        return -1
    if width == 7:
        if step == 0:
            return PURE_TRIPLE if one_suit else MIXED_TRIPLE
        if step == 3:
            return PURE_STRAIGHT if one_suit else MIXED_STRAIGHT
        if one_suit:
            return PURE_SHIFT_3 if step <= 2 else -1
        return MIXED_SHIFT_3 if step == 1 else -1
    if step == 0:
        return TRIPLE_PUNG if three_suits else -1
    if step == 1:
        return PURE_PUNG_SHIFT_3 if one_suit else MIXED_PUNG_SHIFT_3
    return -1


cdef int relation_of_four(const int *x) noexcept nogil:
    """Of four sets of one sort."""
    cdef int width = 7 if x[0] < FIRST_PUNG else 9
    cdef int first = 0 if width == 7 else FIRST_PUNG
    cdef int suit = (x[0] - first) // width
    cdef int low = 9, high = -1, seen = 0, i, rank, step
    for i in range(4):
        if (x[i] - first) // width != suit:
            return -1
        rank = (x[i] - first) % width
        low = min(low, rank)
        high = max(high, rank)
        seen |= 1 << rank
    if high == low:
        return PURE_QUAD if width == 7 else -1
    if (high - low) % 3:
        return -1
    step = (high - low) // 3
    if seen != (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << low:
        return -1
    if width == 7:
        return PURE_SHIFT_4 if step <= 2 else -1
    return PURE_PUNG_SHIFT_4 if step == 1 else -1


cdef bint two_doubles(const int *x) noexcept nogil:
    """Whether four chows are two pairs of equal ones."""
    return x[0] < FIRST_PUNG and (x[0] == x[1] and x[2] == x[3] or x[0] == x[2] and x[1] == x[3]
                                  or x[0] == x[3] and x[1] == x[2])


cdef inline void add_edge(Edge *edges, int *n, int relation, int sets, const int16_t *rows) noexcept nogil:
    if relation >= 0 and rows[relation] >= 0 and n[0] < MAX_EDGES:
        edges[n[0]].relation = relation
        edges[n[0]].sets = sets
        n[0] += 1


cdef int find_edges(const uint8_t *sets, int n_sets, const int16_t *rows, Edge *edges) noexcept nogil:
    cdef int place[5]
    cdef int value[5]
    cdef int four[4]
    cdef int n, found = 0, sort, i, j, k, m
    for sort in range(2):
        n = 0
        for i in range(n_sets):
            if sort == 0 and sets[i] < FIRST_PUNG or sort == 1 and FIRST_PUNG <= sets[i] < FIRST_PUNG + 27:
                place[n] = 1 << i
                value[n] = sets[i]
                n += 1
        for i in range(n):
            for j in range(i + 1, n):
                for k in range(j + 1, n):
                    for m in range(k + 1, n):
                        four[0] = value[i]
                        four[1] = value[j]
                        four[2] = value[k]
                        four[3] = value[m]
                        add_edge(edges, &found, relation_of_four(four),
                                 place[i] | place[j] | place[k] | place[m], rows)
                        if two_doubles(four):
                            add_edge(edges, &found, TWO_DOUBLES, place[i] | place[j] | place[k] | place[m], rows)
                    add_edge(edges, &found, relation_of_three(value[i], value[j], value[k]),
                             place[i] | place[j] | place[k], rows)
                add_edge(edges, &found, relation_of_two(value[i], value[j]), place[i] | place[j], rows)
    return found


cdef struct Search:
    const Edge *edges
    int n_edges
    const int32_t *values
    int32_t rest[33]       # value of the edges from here on
    int32_t best
    uint32_t best_kept


cdef void search(Search *state, int at, int32_t value, uint32_t kept, const uint8_t *component) noexcept nogil:
    cdef uint8_t joined[5]
    cdef uint8_t seen = 0
    cdef int i, sets, target = -1
    if value > state.best:
        state.best = value
        state.best_kept = kept
    if at == state.n_edges or value + state.rest[at] <= state.best:
        return
    sets = state.edges[at].sets
    for i in range(5):
        joined[i] = component[i]
        if (sets >> i) & 1:
            if (seen >> component[i]) & 1:
                # two of its sets are joined already
                search(state, at + 1, value, kept, component)
                return
            seen |= 1 << component[i]
            if target < 0:
                target = component[i]
    for i in range(5):
        if (seen >> component[i]) & 1:
            joined[i] = target
    search(state, at + 1, value + state.values[state.edges[at].relation], kept | <uint32_t>1 << at, joined)
    search(state, at + 1, value, kept, component)


cdef uint32_t best_forest(const Edge *edges, int n_edges, const int32_t *values) noexcept nogil:
    cdef Search state
    cdef Edge ordered[MAX_EDGES]
    cdef uint8_t order[MAX_EDGES]
    cdef uint8_t component[5]
    cdef int i, j
    cdef uint32_t kept = 0
    # dearest first: the bound bites at once, and ties keep the written order
    for i in range(n_edges):
        j = i
        while j > 0 and values[edges[order[j - 1]].relation] < values[edges[i].relation]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i
    for i in range(n_edges):
        ordered[i] = edges[order[i]]
    state.edges = ordered
    state.n_edges = n_edges
    state.values = values
    state.best = 0
    state.best_kept = 0
    state.rest[n_edges] = 0
    for i in range(n_edges - 1, -1, -1):
        state.rest[i] = state.rest[i + 1] + values[ordered[i].relation]
    for i in range(5):
        component[i] = i
    search(&state, 0, 0, 0, component)
    for i in range(n_edges):
        if (state.best_kept >> i) & 1:
            kept |= <uint32_t>1 << order[i]
    return kept


cdef struct Builder:
    RuleTable *rules
    Bits others[2]         # all rows but the relations of chows, and but those of pungs
    int capacity
    uint16_t slots[4096]   # hash of selections, number + 1


cdef int add_selection(Builder *builder, int sort, const uint8_t *sets, int n_sets) except -1:
    """Number of the selection for these chows (sort 0) or pungs (sort 1)."""
    cdef RuleTable *rules = builder.rules
    cdef Edge edges[MAX_EDGES]
    cdef int count[RELATIONS]
    cdef int n, i, relation
    cdef uint32_t kept, slot
    cdef Selection chosen
    cdef Selection *other
    memset(&chosen, 0, sizeof(Selection))
    memset(count, 0, sizeof(count))
    n = find_edges(sets, n_sets, rules.relation_row, edges)
    if n <= 1 or not rules.forest:
        kept = (<uint32_t>1 << n) - 1
    else:
        kept = best_forest(edges, n, rules.relation_value)
    for i in range(n):
        if (kept >> i) & 1:
            count[edges[i].relation] += 1
    for relation in range(RELATIONS):
        if count[relation]:
            bits_set(&chosen.kept, rules.relation_row[relation])
            if count[relation] > 1 and rules.forest:
                if chosen.n_repeats == 3:
                    raise AssertionError("at most three relations repeat among five sets")
                chosen.repeat_row[chosen.n_repeats] = rules.relation_row[relation]
                chosen.repeat_extra[chosen.n_repeats] = count[relation] - 1
                chosen.repeats_value += rules.relation_value[relation] * (count[relation] - 1)
                chosen.n_repeats += 1
    chosen.possible.low = chosen.kept.low | builder.others[sort].low
    chosen.possible.high = chosen.kept.high | builder.others[sort].high

    slot = <uint32_t>(((chosen.kept.low * <uint64_t>0x9E3779B97F4A7C15)
                       ^ (chosen.kept.high * <uint64_t>0xC2B2AE3D27D4EB4F)
                       ^ (<uint64_t>sort << 63)) >> 52)
    while builder.slots[slot]:
        other = &rules.selection[builder.slots[slot] - 1]
        if (other.possible.low == chosen.possible.low and other.possible.high == chosen.possible.high
                and other.repeats_value == chosen.repeats_value and other.n_repeats == chosen.n_repeats
                and other.repeat_row[0] == chosen.repeat_row[0] and other.repeat_extra[0] == chosen.repeat_extra[0]
                and other.repeat_row[1] == chosen.repeat_row[1] and other.repeat_extra[1] == chosen.repeat_extra[1]
                and other.repeat_row[2] == chosen.repeat_row[2] and other.repeat_extra[2] == chosen.repeat_extra[2]):
            return builder.slots[slot] - 1
        slot = (slot + 1) & 4095
    if rules.n_selections == builder.capacity:
        builder.capacity = 2 * builder.capacity
        if builder.capacity > 2048:
            raise AssertionError("more different selections than the table of relations is laid out for")
        other = <Selection *>realloc(rules.selection, builder.capacity * sizeof(Selection))
        if other == NULL:
            raise MemoryError
        rules.selection = other
    rules.selection[rules.n_selections] = chosen
    builder.slots[slot] = rules.n_selections + 1
    rules.n_selections += 1
    return rules.n_selections - 1


cdef int fill_chows(Builder *builder, const SetIndex *index) except -1:
    cdef uint64_t *shape = <uint64_t *>calloc(MAX_CLASSES, sizeof(uint64_t))
    cdef const ChowClasses *classes = chow_classes()
    cdef uint64_t key
    cdef uint8_t sets[5]
    cdef int a, b, c, low, left, n, i
    cdef int place[3]
    if shape == NULL:
        raise MemoryError
    try:
        for a in range(4096):
            for b in range(512):
                n = ((a & 7) + ((a >> 3) & 7) + ((a >> 6) & 7) + (a >> 9)
                     + (b & 7) + ((b >> 3) & 7) + (b >> 6))
                if n > index.sets:
                    if b == 0:
                        break
                    continue
                key = <uint64_t>a | <uint64_t>b << 12
                shape[chow_class(classes, key)] = key
        for a in range(classes_within[index.sets]):
            for b in range(classes_within[index.sets - class_size(a)]):
                left = index.sets - class_size(a) - class_size(b)
                for c in range(classes_within[left]):
                    place[0] = a
                    place[1] = b
                    place[2] = c
                    n = 0
                    for i in range(3):
                        key = shape[place[i]]
                        for low in range(7):
                            for _ in range((key >> (3 * low)) & 7):
                                sets[n] = 7 * i + low
                                n += 1
                    builder.rules.chow_selection[chow_number(index, a, b, c)] = add_selection(builder, 0, sets, n)
    finally:
        free(shape)
    return 0


cdef int fill_pungs(Builder *builder, const SetIndex *index) except -1:
    cdef uint16_t mask[512]        # by rank: the fewest bits first
    cdef int within[6]
    cdef uint8_t sets[5]
    cdef int a, b, c, left, n, kind, size
    memset(within, 0, sizeof(within))
    for a in range(512):
        mask[index.pung_rank[a]] = a
        for size in range(count_bits(a), 6):
            within[size] += 1
    for a in range(within[index.sets]):
        for b in range(within[index.sets - count_bits(mask[a])]):
            left = index.sets - count_bits(mask[a]) - count_bits(mask[b])
            for c in range(within[left]):
                n = 0
                for kind in range(27):
                    if ((mask[a] | mask[b] << 9 | mask[c] << 18) >> kind) & 1:
                        sets[n] = FIRST_PUNG + kind
                        n += 1
                builder.rules.pung_selection[pung_number(index, mask[a], mask[b], mask[c])] = add_selection(
                    builder, 1, sets, n)
    return 0


cdef int fill_selections(RuleTable *rules) except -1:
    cdef const SetIndex *index = set_index(rules.sets)
    cdef Builder builder
    cdef int relation
    memset(&builder, 0, sizeof(Builder))
    builder.rules = rules
    builder.capacity = 256
    memset(builder.others, 0xFF, sizeof(builder.others))
    for relation in range(RELATIONS):
        if rules.relation_row[relation] >= 0:
            if rules.relation_row[relation] < 64:
                builder.others[relation >= FIRST_PUNG_RELATION].low &= ~(
                    <uint64_t>1 << rules.relation_row[relation])
            else:
                builder.others[relation >= FIRST_PUNG_RELATION].high &= ~(
                    <uint64_t>1 << (rules.relation_row[relation] - 64))
    rules.chow_selection = <uint16_t *>calloc(index.chow_total, sizeof(uint16_t))
    rules.pung_selection = <uint16_t *>calloc(index.pung_total, sizeof(uint16_t))
    rules.selection = <Selection *>calloc(builder.capacity, sizeof(Selection))
    if rules.chow_selection == NULL or rules.pung_selection == NULL or rules.selection == NULL:
        raise MemoryError
    fill_chows(&builder, index)
    fill_pungs(&builder, index)
    return 0
