"""Distances with narrow jokers: wild tiles that stand for some kinds only.

The kinds are five leaves, and the jokers a laminar family of masks over them. For each leaf there is a vector of the
tiles it misses by what it contributes (sets and pair, pairs, different tiles). Vectors are joined along the tree of
the masks; at each node its jokers pay for missing tiles, whichever they are. More missing tiles in a leaf never
cost less in the end, so that the least of each entry is all that is needed, and by Hall's condition for a laminar
family paying from the leaves upwards is the best that jokers can do.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport count_bits, first_bit
from mjcore.hand.automaton cimport PAIR_SLOT, WIDTH, Automaton, join_slots, lowering_ranks, run_automaton
from mjcore.hand.capped cimport (
    capped_form, form_number, load_numbers, number_of_sets, orphans_lowering, orphans_slots, pair_options, pairs_part,
    single_slots, without_third,
)
from mjcore.hand.counts cimport whole
from mjcore.hand.distances cimport FAR
from mjcore.hand.forms cimport (
    GREATER_KNITTED, KNITTED_STRAIGHT, LESSER_KNITTED, PAIRS_AND_SET, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS,
    knitted_pattern, knitted_third,
)
from mjcore.hand.kinds cimport EAST, KINDS, MAX_SETS, WHITE

from mjcore.errors import HandError

cdef enum:
    MAX_JOKERS = 18
    NODES = 9              # a binary tree over the leaves; children come before their parents
    ROOT = NODES - 1
    TOTAL = 40             # more than any leaf misses, less than FAR
    # how the entries of two vectors add up
    BY_SETS = 0            # 8 * pairs + sets, at most MAX_SETS
    TWO_ROWS = 1           # 8 * (0 or 1) + 0..7
    ONE_ROW = 2            # 0..15

cdef struct Tree:
    uint8_t left[NODES]
    uint8_t right[NODES]
    uint8_t jokers[NODES]

# Vectors of a tree: what is missing below each node, before and after its own jokers have paid.
cdef struct Sums:
    uint8_t missing[NODES * WIDTH]
    uint8_t unpaid[NODES * WIDTH]
    uint32_t wanted[NODES]


cdef int narrow_check(NarrowJokers *jokers) noexcept nogil:
    cdef int i, k
    cdef uint8_t leaves, count, both
    if not 0 <= jokers.n <= MAX_NARROW:
        return False
    for i in range(1, jokers.n):
        leaves = jokers.leaves[i]
        count = jokers.count[i]
        k = i
        while k > 0 and count_bits(jokers.leaves[k - 1]) > count_bits(leaves):
            jokers.leaves[k] = jokers.leaves[k - 1]
            jokers.count[k] = jokers.count[k - 1]
            k -= 1
        jokers.leaves[k] = leaves
        jokers.count[k] = count
    for i in range(jokers.n):
        if jokers.leaves[i] & ~ALL_LEAVES:
            return False
        for k in range(i):
            both = jokers.leaves[i] & jokers.leaves[k]
            # sorted, so the earlier one is the smaller one
            if both and both != jokers.leaves[k]:
                return False
    return True


cdef inline int first_kind(int leaf) noexcept nogil:
    """Of a leaf; of LEAVES the number of kinds."""
    return 9 * leaf if leaf < 4 else WHITE if leaf == 4 else KINDS


cdef void plant(Tree *tree, const NarrowJokers *jokers) noexcept nogil:
    cdef uint8_t below[NODES]
    cdef int i, node, top, nodes = LEAVES, old
    cdef uint8_t leaves
    memset(tree.jokers, 0, NODES)
    for node in range(LEAVES):
        below[node] = 1 << node
    for i in range(jokers.n + 1):
        leaves = jokers.leaves[i] if i < jokers.n else ALL_LEAVES
        top = -1
        old = nodes
        for node in range(old):
            # joined already: below is 0
            if below[node] == 0 or below[node] & ~leaves:
                continue
            if top < 0:
                top = node
                continue
            tree.left[nodes] = top
            tree.right[nodes] = node
            below[nodes] = below[top] | below[node]
            below[top] = below[node] = 0
            top = nodes
            nodes += 1
        if top >= 0 and i < jokers.n:
            tree.jokers[top] = tree.jokers[top] + jokers.count[i] if tree.jokers[top] + jokers.count[i] < FAR else FAR


cdef void join_rows(const uint8_t *a, const uint8_t *b, int layout, uint8_t *out) noexcept nogil:
    cdef int i, k, end = WIDTH
    cdef uint8_t total
    memset(out, FAR, WIDTH)
    while end and b[end - 1] == FAR:
        end -= 1
    for i in range(WIDTH):
        if a[i] == FAR:
            continue
        for k in range(end if end < WIDTH - i else WIDTH - i):
            total = a[i] + b[k]
            # in two rows the numbers may not run over from one to the other
            if total < out[i + k] and (layout == ONE_ROW or (i & 7) + (k & 7) < 8):
                out[i + k] = total


cdef inline uint32_t splits_of(int slot, int layout) noexcept nogil:
    """The entries that one of two children may have if their parent has `slot`."""
    cdef uint32_t row
    if layout == ONE_ROW:
        return <uint32_t>(2 << slot) - 1
    row = <uint32_t>(2 << (slot & 7)) - 1
    return row | row << 8 if slot >= 8 else row


cdef int sum_up(const Tree *tree, Sums *sums, int layout, int sets, int goal) noexcept nogil:
    """Tiles missing for entry `goal` of the root, from the vectors of the leaves."""
    cdef const uint8_t *left = NULL
    cdef const uint8_t *right = NULL
    cdef uint8_t *missing
    cdef uint8_t *unpaid
    cdef int node, i, total
    cdef uint8_t jokers
    for node in range(NODES):
        missing = sums.missing + node * WIDTH
        unpaid = sums.unpaid + node * WIDTH
        if node >= LEAVES:
            left = sums.unpaid + tree.left[node] * WIDTH
            right = sums.unpaid + tree.right[node] * WIDTH
            if node == ROOT:
                break
            if layout == BY_SETS:
                join_slots(left, right, sets, missing)
            else:
                join_rows(left, right, layout, missing)
        jokers = tree.jokers[node]
        for i in range(WIDTH):
            unpaid[i] = missing[i] if missing[i] == FAR else missing[i] - jokers if missing[i] > jokers else 0
    missing[goal] = FAR
    for i in range(goal + 1):
        if splits_of(goal, layout) >> i & 1:
            total = left[i] + right[goal - i]
            if total < missing[goal]:
                missing[goal] = total
    if missing[goal] == FAR:
        return FAR
    return missing[goal] - tree.jokers[ROOT] if missing[goal] > tree.jokers[ROOT] else 0


cdef void trace(const Tree *tree, Sums *sums, int layout, int goal) noexcept nogil:
    """For each leaf the entries of the best sums in which one tile less would lower the total.

    That is so if no node above, nor the leaf, has more jokers than it needs.
    """
    cdef const uint8_t *left
    cdef const uint8_t *right
    cdef const uint8_t *missing
    cdef int node, slot, i
    cdef uint32_t slots, splits
    memset(sums.wanted, 0, sizeof(sums.wanted))
    sums.wanted[ROOT] = 1 << goal
    for node in range(ROOT, -1, -1):
        missing = sums.missing + node * WIDTH
        slots = sums.wanted[node]
        while slots:
            slot = first_bit(slots)
            slots &= slots - 1
            if missing[slot] <= tree.jokers[node]:
                sums.wanted[node] &= ~(1 << slot)
                continue
            if node < LEAVES:
                continue
            left = sums.unpaid + tree.left[node] * WIDTH
            right = sums.unpaid + tree.right[node] * WIDTH
            splits = splits_of(slot, layout)
            while splits:
                i = first_bit(splits)
                splits &= splits - 1
                if left[i] + right[slot - i] == missing[slot]:
                    sums.wanted[tree.left[node]] |= 1 << i
                    sums.wanted[tree.right[node]] |= 1 << (slot - i)


cdef uint64_t lowering_leaves(const Automaton **leaves, const Sums *sums, const int *fixed) noexcept nogil:
    """Kinds that lower a distance by sets and pair. fixed[leaf]: tiles missing beside those of the automaton."""
    cdef uint8_t rest[WIDTH]
    cdef int leaf, slot
    cdef uint64_t kinds = 0
    for leaf in range(LEAVES):
        if sums.wanted[leaf]:
            # made so that every wanted entry comes to the same total
            for slot in range(WIDTH):
                rest[slot] = FAR
                if sums.wanted[leaf] >> slot & 1:
                    rest[slot] = TOTAL + fixed[leaf] - sums.missing[leaf * WIDTH + slot]
            kinds |= <uint64_t>lowering_ranks(leaves[leaf], rest, TOTAL) << first_kind(leaf)
    return kinds


cdef int narrow_standard(const Tree *tree, const uint8_t *counts, const uint8_t *caps, int sets,
                         uint64_t *accepted) noexcept nogil:
    cdef Automaton automata[LEAVES]
    cdef const Automaton *leaves[LEAVES]
    cdef Sums sums
    cdef int fixed[LEAVES]
    cdef int leaf, first, distance
    for leaf in range(LEAVES):
        first = first_kind(leaf)
        memcpy(sums.missing + leaf * WIDTH,
               run_automaton(&automata[leaf], counts + first, caps + first, first_kind(leaf + 1) - first, leaf < 3,
                             sets), WIDTH)
    distance = sum_up(tree, &sums, BY_SETS, sets, PAIR_SLOT + sets)
    if accepted != NULL and 0 < distance < FAR:
        for leaf in range(LEAVES):
            leaves[leaf] = &automata[leaf]
            fixed[leaf] = 0
        trace(tree, &sums, BY_SETS, PAIR_SLOT + sets)
        accepted[0] = lowering_leaves(leaves, &sums, fixed)
    return distance


cdef int narrow_straight(const Tree *tree, const uint8_t *counts, const uint8_t *caps, int sets,
                         uint64_t *accepted) noexcept nogil:
    # three thirds of each suit, then winds and dragons
    cdef Automaton automata[11]
    cdef uint8_t rest_counts[9 * 9]
    cdef uint8_t rest_caps[9 * 9]
    cdef uint32_t missing_ranks[9]
    cdef int missing[9]
    cdef const uint8_t *slots[11]
    cdef const Automaton *leaves[LEAVES]
    cdef Sums sums
    cdef int fixed[LEAVES]
    cdef int at, leaf, first, pattern, slot, found, distance = FAR
    cdef uint64_t kinds = 0
    if sets < 3:
        return FAR
    sets -= 3
    for at in range(9):
        first = 9 * (at // 3)
        missing[at] = without_third(counts + first, caps + first, at % 3, rest_counts + 9 * at, rest_caps + 9 * at,
                                    &missing_ranks[at])
        if missing[at] < FAR:
            slots[at] = run_automaton(&automata[at], rest_counts + 9 * at, rest_caps + 9 * at, 9, True, sets)
    slots[9] = run_automaton(&automata[9], counts + EAST, caps + EAST, 4, False, sets)
    slots[10] = run_automaton(&automata[10], counts + WHITE, caps + WHITE, 3, False, sets)
    for pattern in range(6):
        found = 0
        for leaf in range(LEAVES):
            at = 3 * leaf + knitted_third(pattern, leaf) if leaf < 3 else 6 + leaf
            fixed[leaf] = missing[at] if leaf < 3 else 0
            if fixed[leaf] == FAR:
                found = FAR
                break
            leaves[leaf] = &automata[at]
            for slot in range(WIDTH):
                found = slots[at][slot] + fixed[leaf]
                sums.missing[leaf * WIDTH + slot] = found if found < FAR else FAR
            found = 0
        if found == FAR:
            continue
        found = sum_up(tree, &sums, BY_SETS, sets, PAIR_SLOT + sets)
        if found < distance:
            distance = found
            kinds = 0
        if accepted != NULL and found == distance and 0 < found < FAR:
            trace(tree, &sums, BY_SETS, PAIR_SLOT + sets)
            kinds |= lowering_leaves(leaves, &sums, fixed)
            for leaf in range(3):
                if sums.wanted[leaf]:
                    kinds |= <uint64_t>missing_ranks[3 * leaf + knitted_third(pattern, leaf)] << 9 * leaf
    if accepted != NULL:
        accepted[0] = kinds
    return distance


cdef int narrow_pairs(const Tree *tree, uint32_t options, const uint8_t *counts, const uint8_t *caps, int goal,
                      uint64_t *accepted) noexcept nogil:
    cdef Sums sums
    cdef int leaf, distance
    for leaf in range(LEAVES):
        pairs_part(counts, caps, first_kind(leaf), first_kind(leaf + 1), options, 0xFFFF if goal > PAIR_SLOT else 0xFF,
                   sums.missing + leaf * WIDTH, False)
    distance = sum_up(tree, &sums, TWO_ROWS, 0, goal)
    if accepted != NULL and 0 < distance < FAR:
        trace(tree, &sums, TWO_ROWS, goal)
        for leaf in range(LEAVES):
            accepted[0] |= pairs_part(counts, caps, first_kind(leaf), first_kind(leaf + 1), options,
                                      sums.wanted[leaf], sums.missing + leaf * WIDTH, True)
    return distance


cdef int narrow_orphans(const Tree *tree, const uint8_t *counts, const uint8_t *caps,
                        uint64_t *accepted) noexcept nogil:
    cdef Sums sums
    cdef int leaf, distance
    for leaf in range(LEAVES):
        orphans_slots(counts, caps, first_kind(leaf), first_kind(leaf + 1), sums.missing + leaf * WIDTH)
    distance = sum_up(tree, &sums, TWO_ROWS, 0, PAIR_SLOT)
    if accepted != NULL and 0 < distance < FAR:
        trace(tree, &sums, TWO_ROWS, PAIR_SLOT)
        for leaf in range(LEAVES):
            accepted[0] |= orphans_lowering(counts, caps, first_kind(leaf), first_kind(leaf + 1), sums.wanted[leaf],
                                            sums.missing + leaf * WIDTH)
    return distance


cdef int narrow_knitted(const Tree *tree, int form, const uint8_t *counts, const uint8_t *caps,
                        uint64_t *accepted) noexcept nogil:
    # 14 different tiles, so five honours at least; the lesser form is one without some wind or some dragon
    cdef Sums sums
    cdef uint64_t part[LEAVES]
    cdef uint64_t held = 0, exists = 0, kinds = 0
    cdef int kind, leaf, pattern, way, least, most, found, distance = FAR
    for kind in range(KINDS):
        held |= <uint64_t>(counts[kind] > 0) << kind
        exists |= <uint64_t>(caps[kind] > 0) << kind
    for pattern in range(6):
        for way in range(1 if form == GREATER_KNITTED else 2):
            for leaf in range(LEAVES):
                part[leaf] = (knitted_pattern(pattern) | <uint64_t>0x7F << EAST) & exists
                part[leaf] &= ((<uint64_t>1 << first_kind(leaf + 1)) - 1) & ~((<uint64_t>1 << first_kind(leaf)) - 1)
                most = 4 if leaf == 3 else 3
                least = 0
                if leaf >= 3:
                    if form == GREATER_KNITTED:
                        least = most
                    elif way == leaf - 3:
                        most -= 1
                single_slots(held, part[leaf], least, most, sums.missing + leaf * WIDTH)
            found = sum_up(tree, &sums, ONE_ROW, 0, 14)
            if found < distance:
                distance = found
                kinds = 0
            if accepted != NULL and found == distance and 0 < found < FAR:
                trace(tree, &sums, ONE_ROW, 14)
                for leaf in range(LEAVES):
                    if sums.wanted[leaf]:
                        kinds |= part[leaf] & ~held
    if accepted != NULL:
        accepted[0] = kinds
    return distance


cdef int narrow_form(int form, uint32_t options, const uint8_t *counts, const uint8_t *caps, int sets,
                     const NarrowJokers *jokers, uint64_t *accepted) noexcept nogil:
    cdef Tree tree
    cdef int i, held = 0
    if jokers != NULL:
        for i in range(jokers.n):
            held += jokers.count[i]
    if held == 0:
        return capped_form(form, options, counts, caps, sets, accepted)
    if accepted != NULL:
        accepted[0] = 0
    if not 0 <= sets <= MAX_SETS:
        return FAR
    plant(&tree, jokers)
    if form == STANDARD:
        return narrow_standard(&tree, counts, caps, sets, accepted)
    if form == KNITTED_STRAIGHT:
        return narrow_straight(&tree, counts, caps, sets, accepted)
    if sets != (5 if form == PAIRS_AND_SET else 4):
        return FAR
    if form == SEVEN_PAIRS or form == PAIRS_AND_SET:
        return narrow_pairs(&tree, options, counts, caps, 7 if form == SEVEN_PAIRS else PAIR_SLOT + 7, accepted)
    if form == THIRTEEN_ORPHANS:
        return narrow_orphans(&tree, counts, caps, accepted)
    if form == GREATER_KNITTED or form == LESSER_KNITTED:
        return narrow_knitted(&tree, form, counts, caps, accepted)
    return FAR


cdef int load_jokers(object source, NarrowJokers *out) except -1:
    cdef int i
    if not hasattr(source, "items"):
        raise HandError(f"jokers: a mapping of letters to numbers expected; got {type(source).__name__}")
    if len(source) > MAX_NARROW:
        raise HandError(f"{len(source)} sorts of jokers; a family of nested and separate ones has at most {MAX_NARROW}")
    out.n = 0
    for leaves, count in source.items():
        if out.n == MAX_NARROW:
            raise HandError(f"more than {MAX_NARROW} sorts of jokers")
        if not isinstance(leaves, str) or not leaves or set(leaves) - set("mpswd"):
            raise HandError(f"jokers {leaves!r}: expected letters of 'mpswd' (three suits, winds, dragons)")
        value = whole(count, "the number of jokers")
        if not 0 <= value <= MAX_JOKERS:
            raise HandError(f"{value} jokers {leaves!r}; expected 0 to {MAX_JOKERS}")
        out.leaves[out.n] = 0
        for letter in leaves:
            i = "mpswd".index(letter)
            out.leaves[out.n] |= 1 << i
        out.count[out.n] = value
        out.n += 1
    if not narrow_check(out):
        raise HandError("jokers that overlap: of two sorts one must hold the other, or they have nothing in common")
    return 0


def distance(counts, jokers, sets, form="standard", *, caps=(4,) * KINDS, quad_pairs=True, pairs_with="any"):
    """How many tiles a hand misses when its jokers do what they can, and which would bring it nearer.

    counts  34 numbers 0..7: the natural concealed tiles
    jokers  how many jokers of each sort, by the letters of what they stand for: m p s suits, w winds, d dragons.
            {"m": 1, "wd": 1, "mpswd": 2} is one for characters, one for honours and two for everything. Of two
            sorts one holds the other, or they have nothing in common
    sets    sets still to make, 0..5
    form    one of FORM_NAMES of mjcore.hand.decompose, except "shapeless"
    caps    34 numbers 0..7: the most copies of each kind in a complete hand, jokers included
    quad_pairs  whether equal tiles may be several of seven pairs
    pairs_with  "pung": the set beside seven pairs is one; "any": or a chow

    Returns the number, None if no such hand exists, and the mask of the kinds of which one more tile lowers it.

    >>> from mjcore.hand.narrow import distance
    >>> counts = [1, 1] + [0] * 24 + [1] + [0] * 7
    >>> distance(counts, {"m": 1, "s": 1}, 1)
    (0, 0)
    >>> distance(counts, {"s": 2}, 1)
    (1, 7)
    """
    cdef uint8_t held[KINDS]
    cdef uint8_t most[KINDS]
    cdef NarrowJokers family
    cdef uint64_t kinds = 0
    cdef int missing
    load_numbers(counts, "count", held)
    load_numbers(caps, "cap", most)
    load_jokers(jokers, &family)
    missing = narrow_form(form_number(form), pair_options(quad_pairs, pairs_with, HandError), held, most,
                          number_of_sets(sets), &family, &kinds)
    return (missing if missing < FAR else None), kinds
