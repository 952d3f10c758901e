"""The targets of sets and a pair: a list for each group and shape, joined for every split of the hand.

A target has at least the natural tiles of each kind; the jokers stand for the rest of it. A list is made rank by
rank: some chows that begin there, a pung or not, the pair or not, so that no target comes twice and nothing is
tried out for one joker after the other.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport first_bit, held34, load34
from mjcore.hand.forms cimport (
    FIRST_PUNG, MOST_READINGS, PLACE_OTHER, PLACE_PAIR, SET_IDS, WIN_NARROW, WIN_NATURAL, Reading, WildTiles,
    body_kinds,
)
from mjcore.hand.kinds cimport KINDS, MAX_SETS
from mjcore.hand.split cimport set_key
from mjcore.hand.suits cimport SuitTable, entry_waits, entry_words, suit_entry
from mjcore.hand.wild cimport Acting, find_acting, kinds_of_leaves, needs_of, served, universal_kinds

cdef enum:
    CHOICES = 22           # ways to begin chows, a pung or two, the pair at a rank
    UNKNOWN = -1           # size of a list
    TOO_LONG = -2

# Choices at a rank, in the order of readings.
cdef uint8_t chows_of[CHOICES]
cdef uint8_t pungs_of[CHOICES]
cdef uint8_t pairs_of[CHOICES]
cdef uint8_t tiles_of[CHOICES]
cdef uint32_t without_chows
cdef uint32_t at_least[MOST_COPIES + 1]    # masks of choices by their tiles of the rank
cdef uint32_t at_most[MOST_COPIES + 1]
cdef uint32_t with_sets[MAX_SETS + 1]      # with at most so many sets, pairs
cdef uint32_t with_pairs[2]
cdef uint64_t set_kinds[SET_IDS]           # masks


cdef void fill_choices() noexcept nogil:
    global without_chows
    cdef int chows, pungs, pair, tiles, number = 0, i
    cdef uint32_t one
    for chows in range(MAX_SETS, -1, -1):
        for pungs in range(3):
            for pair in range(2):
                tiles = chows + 3 * pungs + 2 * pair
                if tiles <= MOST_COPIES and chows + pungs <= MAX_SETS:
                    one = <uint32_t>1 << number
                    chows_of[number] = chows
                    pungs_of[number] = pungs
                    pairs_of[number] = pair
                    tiles_of[number] = tiles
                    if chows == 0:
                        without_chows |= one
                    for i in range(MOST_COPIES + 1):
                        if tiles >= i:
                            at_least[i] |= one
                        if tiles <= i:
                            at_most[i] |= one
                    for i in range(chows + pungs, MAX_SETS + 1):
                        with_sets[i] |= one
                    for i in range(pair, 2):
                        with_pairs[i] |= one
                    number += 1
    for i in range(SET_IDS):
        if i >= FIRST_PUNG:
            set_kinds[i] = <uint64_t>1 << (i - FIRST_PUNG)
        else:
            set_kinds[i] = <uint64_t>7 << (9 * (i // 7) + i % 7)


fill_choices()


cdef uint64_t kinds_of_set(int set_id) noexcept nogil:
    return set_kinds[set_id]


# Emitting readings

cdef uint64_t winning_kinds(const Work *work, const Reading *reading, uint64_t missing) noexcept nogil:
    """What the winning tile is."""
    cdef const WildTiles *wild = work.wild
    cdef Acting acting
    cdef uint64_t own = universal_kinds(wild), found = 0, one
    cdef int win = work.win_tile, kind
    if win >= WIN_NATURAL:
        return <uint64_t>1 << (win - WIN_NATURAL)
    if win >= WIN_NARROW:
        own = kinds_of_leaves(wild.narrow.leaves[win - WIN_NARROW])
    if work.types.nodes == 0 and (not wild.natural or missing & held34(load34(wild.faces)) == 0):
        return missing & own
    find_acting(reading, work.counts, wild, &work.types, &acting)
    if win < KINDS and acting.standing[win]:
        found = <uint64_t>1 << win
        if acting.standing[win] == wild.faces[win]:
            return found
    one = needs_of(&work.types, own)
    for kind in range(KINDS):
        if (acting.acting[kind] and own >> kind & 1
                and served(&work.types, acting.counters - work.types.unit[kind], acting.needs - one)):
            found |= <uint64_t>1 << kind
    return found


cdef void emit(Work *work, const Target *target) noexcept nogil:
    cdef Reading *out
    cdef uint64_t sets = target.sets | work.melds, kinds
    cdef int i
    if work.types.nodes and not served(&work.types, target.counters, work.types.needs):
        return
    if work.found < work.capacity:
        out = &work.out[work.found]
        out[0] = work.base
        if sets >> 40 & 0xFF:
            out.pair = (sets >> 40 & 0xFF) - 1
        for i in range(5):
            out.sets[i] = sets >> (8 * i) & 0xFF
        if work.win_tile >= 0:
            kinds = winning_kinds(work, out, target.missing)
            for i in range(out.n_concealed):
                out.places |= (set_kinds[out.sets[i]] & kinds != 0) << i
            if out.pair < KINDS and kinds >> out.pair & 1:
                out.places |= PLACE_PAIR
            if kinds & (work.body | body_kinds(out)):
                out.places |= PLACE_OTHER
    work.found += 1


# Groups

cdef inline void enter(const Group *group, Step *step, int rank) noexcept nogil:
    """Which choices there are at a rank: enough for the tiles held, no more than cap and jokers allow."""
    cdef int begun = step.newer + step.older, held = group.held[rank]
    cdef int most = held + step.jokers if held + step.jokers < group.cap[rank] else group.cap[rank]
    held -= begun
    most -= begun
    if most < 0 or most < held:
        step.choices = 0
        return
    step.choices = (at_least[held if held > 0 else 0] & at_most[most if most < MOST_COPIES else MOST_COPIES]
                    & with_sets[step.sets] & with_pairs[step.pairs] & group.allowed[rank])


cdef void begin_walk(const Group *group, int shape, Walk *walk) noexcept nogil:
    memset(walk.steps, 0, sizeof(Step))
    walk.rank = 0
    walk.steps[0].sets = shape % 6
    walk.steps[0].pairs = shape // 6
    walk.steps[0].jokers = 3 * (shape % 6) + 2 * (shape // 6) - group.tiles
    enter(group, &walk.steps[0], 0)


cdef bint next_target(const Group *group, Walk *walk, Target *out) noexcept nogil:
    """The next target of a shape that is not empty; False if there is none."""
    cdef Step *step
    cdef Step *after
    cdef int rank = walk.rank, choice, more, chows
    while rank >= 0:
        step = &walk.steps[rank]
        if step.choices == 0:
            rank -= 1
            continue
        choice = first_bit(step.choices)
        step.choices &= step.choices - 1
        after = &walk.steps[rank + 1]
        chows = chows_of[choice]
        more = step.newer + step.older + tiles_of[choice] - group.held[rank]
        after.sets = step.sets - chows - pungs_of[choice]
        after.pairs = step.pairs - pairs_of[choice]
        after.jokers = step.jokers - more
        after.newer = chows
        after.older = step.newer
        after.chows = step.chows
        after.pungs = step.pungs
        after.n_chows = step.n_chows
        after.n_pungs = step.n_pungs
        after.pair = group.first + rank + 1 if pairs_of[choice] else step.pair
        while chows:
            after.chows |= <uint64_t>(7 * (group.first // 9) + rank) << (8 * after.n_chows)
            after.n_chows += 1
            chows -= 1
        if pungs_of[choice]:
            after.pungs |= <uint64_t>(FIRST_PUNG + group.first + rank) << (8 * after.n_pungs)
            after.n_pungs += 1
            if pungs_of[choice] == 2:
                after.pungs |= <uint64_t>(FIRST_PUNG + group.first + rank) << (8 * after.n_pungs)
                after.n_pungs += 1
        after.missing = step.missing | <uint64_t>(more != 0) << (group.first + rank)
        after.counters = step.counters + group.unit[rank] * more
        if after.sets | after.pairs | after.newer | after.older == 0:
            # as many tiles as asked for: nothing that is held can be left
            out.sets = after.chows | after.pungs << (8 * after.n_chows) | <uint64_t>after.pair << 40
            out.missing = after.missing
            out.counters = after.counters
            walk.rank = rank
            return True
        if rank + 1 < group.ranks:
            rank += 1
            enter(group, after, rank)
    walk.rank = -1
    return False


cdef void make_list(Work *work, int number, int shape) noexcept nogil:
    cdef Group *group = &work.group[number]
    cdef int start = work.used
    begin_walk(group, shape, &work.walks[number])
    while work.used < ROOM:
        if not next_target(group, &work.walks[number], &work.targets[work.used]):
            group.start[shape] = start
            group.size[shape] = work.used - start
            return
        work.used += 1
    work.used = start
    group.size[shape] = TOO_LONG


cdef void combine(Work *work, int level, const Target *before) noexcept nogil:
    """Every target of this group and those after it, joined with `before`."""
    cdef const Group *group = &work.group[level]
    cdef const Target *other
    cdef Target made, joined
    cdef int shape = work.shape[level], shift = work.shift[level], i = 0
    cdef bint listed = group.size[shape] != TOO_LONG
    if not listed:
        begin_walk(group, shape, &work.walks[level])
    while work.found < MOST_READINGS:
        if listed:
            if i == group.size[shape]:
                break
            other = &work.targets[group.start[shape] + i]
            i += 1
        else:
            if not next_target(group, &work.walks[level], &made):
                break
            other = &made
        joined.sets = (before.sets | (other.sets & <uint64_t>0xFFFFFFFFFF) << shift
                       | (other.sets >> 40 << 40))
        joined.missing = before.missing | other.missing
        joined.counters = before.counters + other.counters
        if level < GROUPS - 1:
            combine(work, level + 1, &joined)
        else:
            emit(work, &joined)


cdef bint fits(const SuitTable *table, const Group *group, int shape, int jokers) noexcept nogil:
    """Whether the group may have a target of this shape; False is certain."""
    cdef uint32_t key[2]
    cdef uint32_t entry, waits
    cdef int rank
    if group.ranks == 9 and jokers < 2:
        set_key(group.held, key)
        entry = suit_entry(table, key[0], key[1])
        if jokers == 0:
            return entry_words(entry) != 0
        waits = entry_waits(entry)
        while waits:
            rank = first_bit(waits)
            if group.held[rank] < group.cap[rank]:
                return True
            waits &= waits - 1
        return False
    return True


cdef void set_group(Work *work, int number) noexcept nogil:
    cdef Group *group = &work.group[number]
    cdef int rank, i
    group.first = 9 * number
    group.ranks = 9 if number < 3 else 7
    group.tiles = 0
    for rank in range(group.ranks):
        group.held[rank] = work.held[group.first + rank]
        group.cap[rank] = work.cap[group.first + rank]
        group.tiles += group.held[rank]
        group.unit[rank] = work.types.unit[group.first + rank]
        group.allowed[rank] = without_chows if rank > 6 or number == 3 else ~<uint32_t>0
    for i in range(SHAPES):
        group.size[i] = UNKNOWN
    # no set and no pair: the first target, which is empty
    group.start[0] = 0
    group.size[0] = group.tiles == 0


cdef void find_standard(Work *work, const SuitTable *table, int sets, int jokers, const Target *before) noexcept nogil:
    cdef int shapes[GROUPS][SHAPES]
    cdef int n_shapes[GROUPS]
    cdef int number, shape, left, pairs, m, p, i
    cdef uint32_t honours = 0
    memset(work.targets, 0, sizeof(Target))
    work.used = 1
    for number in range(GROUPS):
        set_group(work, number)
        n_shapes[number] = 0
        for shape in range(2 * sets + 2):
            # by sets, then pairs
            left = 3 * (shape >> 1) + 2 * (shape & 1) - work.group[number].tiles
            if 0 <= left <= jokers and fits(table, &work.group[number], 6 * (shape & 1) + (shape >> 1), left):
                shapes[number][n_shapes[number]] = 6 * (shape & 1) + (shape >> 1)
                n_shapes[number] += 1
    for i in range(n_shapes[3]):
        honours |= <uint32_t>1 << shapes[3][i]
    for m in range(n_shapes[0]):
        for p in range(n_shapes[1]):
            for i in range(n_shapes[2]):
                work.shape[0] = shapes[0][m]
                work.shape[1] = shapes[1][p]
                work.shape[2] = shapes[2][i]
                left = sets - work.shape[0] % 6 - work.shape[1] % 6 - work.shape[2] % 6
                pairs = 1 - work.shape[0] // 6 - work.shape[1] // 6 - work.shape[2] // 6
                if left >= 0 and pairs >= 0 and honours >> (6 * pairs + left) & 1:
                    work.shape[3] = 6 * pairs + left
                    split(work, before)


cdef void split(Work *work, const Target *before) noexcept nogil:
    """Makes the lists that a split needs, unless one is empty; then their product."""
    cdef int number, shift = 0, shape
    for number in range(GROUPS):
        shape = work.shape[number]
        if work.group[number].size[shape] == UNKNOWN:
            make_list(work, number, shape)
        if work.group[number].size[shape] == 0:
            return
        work.shift[number] = shift
        shift += 8 * (shape % 6)
    combine(work, 0, before)
