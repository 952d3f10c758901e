"""One group of tiles gone through rank by rank: the fewest missing tiles by sets and pairs, under caps.

The state is how many chows began one and two ranks before (0..2 each: three equal chows are three pungs), and for
each state there is a vector of the fewest missing tiles by sets and pairs so far. All targets are covered, each with
its exact number of missing tiles; nothing is guessed.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:
    MOST_CHOWS = 2         # that start at one rank: three equal chows are three pungs
    NEEDS = 16             # rows by copies needed less copies held, -8..7
    SHIFT = NEEDS * WIDTH
    NO_COST = 8

# What is added to a vector that moves by so many sets and pairs: the tiles missing, and FAR where the entry
# comes from nowhere. [sets moved 0..5][pairs moved 0..1][copies needed - held + 8][slot]
cdef uint8_t forward_rows[6 * 2 * SHIFT]
cdef uint8_t backward_rows[6 * 2 * SHIFT]


cdef void fill_rows() noexcept nogil:
    cdef int sets, pairs, need, cost, slot, at = 0
    cdef bint from_nowhere
    for sets in range(6):
        for pairs in range(2):
            for need in range(NEEDS):
                cost = need - NO_COST if need > NO_COST else 0
                for slot in range(WIDTH):
                    from_nowhere = slot % 8 < sets or slot % 8 > MAX_SETS or slot // 8 < pairs
                    forward_rows[at] = FAR if from_nowhere else cost
                    from_nowhere = slot % 8 + sets > MAX_SETS or slot // 8 + pairs > 1
                    backward_rows[at] = FAR if from_nowhere else cost
                    at += 1


fill_rows()


cdef inline const uint8_t *rank_rows(const uint8_t *rows, int held) noexcept nogil:
    """The rows of a rank, so that row `need` belongs to a target with that many copies."""
    return rows + (NO_COST - at_most(held, MAX_CAP)) * WIDTH


cdef inline Slots forward(Slots best, Slots reached, const uint8_t *rows, int room) noexcept nogil:
    """Lowers `best` to where a rank leads with no, one or two pungs, and with the pair or not. `rows`: that of the
    copies in chows; `room`: how many more the cap allows."""
    if room < 0:
        return best
    best = least(best, add(reached, load(rows)))
    if room >= 2:
        best = least(best, add(up_pair(reached), load(rows + 2 * WIDTH + SHIFT)))
        if room >= 3:
            reached = up_set(reached)
            best = least(best, add(reached, load(rows + 3 * WIDTH + 2 * SHIFT)))
            if room >= 5:
                best = least(best, add(up_pair(reached), load(rows + 5 * WIDTH + 3 * SHIFT)))
                if room >= 6:
                    best = least(best, add(up_set(reached), load(rows + 6 * WIDTH + 4 * SHIFT)))
    return best


cdef const uint8_t *run_automaton(Automaton *automaton, const uint8_t *counts, const uint8_t *caps, int ranks,
                                  bint chows, int sets) noexcept nogil:
    cdef Slots reached, none, one, two
    cdef uint8_t *level = automaton.levels
    cdef const uint8_t *rows
    cdef const uint8_t *at
    cdef int rank, newer, older, room, cap, most, most_newer = 0, most_older = 0
    automaton.counts = counts
    automaton.caps = caps
    automaton.ranks = ranks
    store(level, all_slots(FAR))
    level[0] = 0
    for rank in range(ranks):
        cap = at_most(caps[rank], MAX_CAP)
        rows = rank_rows(forward_rows, counts[rank])
        most = 0
        if chows and rank + 2 < ranks:
            most = at_most(at_most(cap, at_most(caps[rank + 1], caps[rank + 2])), at_most(sets, MOST_CHOWS))
        automaton.chows[rank] = most
        for newer in range(most_newer + 1):
            none = one = two = all_slots(FAR)
            for older in range(most_older + 1):
                reached = load(level + (3 * newer + older) * WIDTH)
                room = cap - newer - older
                at = rows + (newer + older) * WIDTH
                none = forward(none, reached, at, room)
                if most > 0:
                    reached = up_set(reached)
                    one = forward(one, reached, at + WIDTH + 2 * SHIFT, room - 1)
                    if most > 1:
                        two = forward(two, up_set(reached), at + 2 * WIDTH + 4 * SHIFT, room - 2)
            store(level + LEVEL + newer * WIDTH, none)
            if most > 0:
                store(level + LEVEL + (3 + newer) * WIDTH, one)
            if most > 1:
                store(level + LEVEL + (6 + newer) * WIDTH, two)
        level += LEVEL
        most_older = most_newer
        most_newer = most
    return level


cdef inline void backward(Slots *best, Slots wanted, const uint8_t *rows, int room) noexcept nogil:
    """Lowers best[0] to what the ranks from here on miss, best[1] to the same with one tile more of this rank."""
    if room < 0:
        return
    best[0] = least(best[0], add(wanted, load(rows)))
    best[1] = least(best[1], add(wanted, load(rows - WIDTH)))
    if room >= 2:
        best[0] = least(best[0], add(down_pair(wanted), load(rows + 2 * WIDTH + SHIFT)))
        best[1] = least(best[1], add(down_pair(wanted), load(rows + WIDTH + SHIFT)))
        if room >= 3:
            wanted = down_set(wanted)
            best[0] = least(best[0], add(wanted, load(rows + 3 * WIDTH + 2 * SHIFT)))
            best[1] = least(best[1], add(wanted, load(rows + 2 * WIDTH + 2 * SHIFT)))
            if room >= 5:
                best[0] = least(best[0], add(down_pair(wanted), load(rows + 5 * WIDTH + 3 * SHIFT)))
                best[1] = least(best[1], add(down_pair(wanted), load(rows + 4 * WIDTH + 3 * SHIFT)))
                if room >= 6:
                    best[0] = least(best[0], add(down_set(wanted), load(rows + 6 * WIDTH + 4 * SHIFT)))
                    best[1] = least(best[1], add(down_set(wanted), load(rows + 5 * WIDTH + 4 * SHIFT)))


cdef uint32_t lowering_ranks(const Automaton *automaton, const uint8_t *rest, int total) noexcept nogil:
    # vectors of two levels by turns: fewest tiles missing among the ranks above and in `rest`
    cdef uint8_t levels[2 * LEVEL]
    cdef uint8_t *after = levels
    cdef uint8_t *now = levels + LEVEL
    cdef const uint8_t *rows
    cdef const uint8_t *at
    cdef Slots best[2]
    cdef Slots nearer
    cdef int rank, newer, older, most, room, cap, state, most_newer, most_older
    cdef uint32_t ranks = 0
    store(after, load(rest))
    for rank in range(automaton.ranks - 1, -1, -1):
        cap = at_most(automaton.caps[rank], MAX_CAP)
        rows = rank_rows(backward_rows, automaton.counts[rank])
        most = automaton.chows[rank]
        most_newer = automaton.chows[rank - 1] if rank > 0 else 0
        most_older = automaton.chows[rank - 2] if rank > 1 else 0
        nearer = all_slots(FAR)
        for newer in range(most_newer + 1):
            for older in range(most_older + 1):
                room = cap - newer - older
                at = rows + (newer + older) * WIDTH
                best[0] = best[1] = all_slots(FAR)
                backward(best, load(after + newer * WIDTH), at, room)
                if most > 0:
                    backward(best, down_set(load(after + (3 + newer) * WIDTH)), at + WIDTH + 2 * SHIFT, room - 1)
                if most > 1:
                    backward(best, down_set(down_set(load(after + (6 + newer) * WIDTH))), at + 2 * WIDTH + 4 * SHIFT,
                             room - 2)
                state = (3 * newer + older) * WIDTH
                store(now + state, best[0])
                nearer = least(nearer, add(load(automaton.levels + rank * LEVEL + state), best[1]))
        ranks |= <uint32_t>meet(nearer, all_slots(total - 1)) << rank
        after, now = now, after
    return ranks


cdef void join_slots(const uint8_t *a, const uint8_t *b, int sets, uint8_t *out) noexcept nogil:
    cdef Slots moved = load(a), best = all_slots(FAR)
    cdef const uint8_t *rows = forward_rows
    cdef int i
    for i in range(sets + 1):
        best = least(best, add(add(moved, load(rows)), all_slots(b[i])))
        best = least(best, add(add(up_pair(moved), load(rows + SHIFT)), all_slots(b[i + PAIR_SLOT])))
        moved = up_set(moved)
        rows += 2 * SHIFT
    store(out, best)


cdef int final_slot(const uint8_t *a, const uint8_t *b, int sets) noexcept nogil:
    cdef int i, best = FAR
    for i in range(sets + 1):
        best = at_most(best, a[i] + b[PAIR_SLOT + sets - i])
        best = at_most(best, a[PAIR_SLOT + i] + b[sets - i])
    return best


cdef inline void other_way(const uint8_t *others, int sets, uint8_t *rest) noexcept nogil:
    """Turns the vector of the other groups so that each entry stands where this group has the complement."""
    cdef int i
    store(rest, all_slots(FAR))
    for i in range(sets + 1):
        rest[i] = others[PAIR_SLOT + sets - i]
        rest[PAIR_SLOT + i] = others[sets - i]


cdef uint64_t lowering_kinds(const Automaton **groups, const uint8_t **vectors, int sets,
                             int total) noexcept nogil:
    """The kinds that lower `total`, the distance of four groups."""
    cdef uint8_t sides[2 * WIDTH]
    cdef uint8_t others[WIDTH]
    cdef uint8_t rest[WIDTH]
    cdef int group
    cdef uint64_t kinds = 0
    join_slots(vectors[0], vectors[1], sets, sides)
    join_slots(vectors[2], vectors[3], sets, sides + WIDTH)
    for group in range(4):
        join_slots(sides + (WIDTH if group < 2 else 0), vectors[group ^ 1], sets, others)
        other_way(others, sets, rest)
        kinds |= <uint64_t>lowering_ranks(groups[group], rest, total) << 9 * group
    return kinds
