"""Explaining a score: native, but only run when somebody asks."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.fans.relations cimport MAX_EDGES, Edge, best_forest, find_edges
from mjcore.fans.covers cimport Trace
from mjcore.fans.ruletable cimport (
    FINISH_HAN_FU, FINISH_SUM, ROLE_CLOSED, ROLE_EDGE, ROLE_PAIR, ROLE_PUNG, ROLE_TWO_SIDED, RuleTable, bits_has,
)
from mjcore.fans.families cimport trace_win
from mjcore.fans.wild cimport show_target
from mjcore.fans.wins cimport NO_TILE, WinData
from mjcore.hand.decompose cimport (
    FIRST_PUNG, KNITTED_STRAIGHT, MAX_READINGS, NO_PAIR, NO_PATTERN, PLACE_OTHER, PLACE_PAIR, SHAPELESS, STANDARD,
    Reading, find_readings,
)
from mjcore.hand.kinds cimport CONCEALED_KONG, EAST, EXPOSED_KONG, KINDS, meld_type


cdef uint32_t pungs_of(const Reading *reading, uint64_t kinds) noexcept nogil:
    cdef uint32_t mask = 0
    cdef int i
    for i in range(reading.n_sets):
        if reading.sets[i] >= FIRST_PUNG and kinds >> (reading.sets[i] - FIRST_PUNG) & 1:
            mask |= <uint32_t>1 << i
    return mask


cdef uint32_t every_set(const Reading *reading) noexcept nogil:
    return ((<uint32_t>1 << reading.n_sets) - 1) | (PAIR_BIT if reading.pair != 255 else 0)


cdef uint32_t concealed_pungs(const WinData *win, const Reading *reading, int wanted) noexcept nogil:
    """The concealed pungs and kongs; one completed by a discard is left out if only `wanted` count."""
    cdef uint32_t mask = 0
    cdef int i, found = 0, completed = -1, meld
    for i in range(reading.n_sets):
        if reading.sets[i] < FIRST_PUNG:
            continue
        if i < reading.n_concealed:
            if reading.sets[i] - FIRST_PUNG == win.win_tile:
                completed = i
        else:
            meld = i - reading.n_concealed
            if meld_type(win.melds[meld]) != CONCEALED_KONG:
                continue
        mask |= <uint32_t>1 << i
        found += 1
    if found > wanted and completed >= 0:
        mask &= ~(<uint32_t>1 << completed)
    return mask


cdef uint32_t kongs(const WinData *win, const Reading *reading, uint64_t sorts) noexcept nogil:
    """The kongs of the wanted sorts: 1 concealed, 2 melded, 3 both."""
    cdef uint32_t mask = 0
    cdef int i, type
    for i in range(win.n_melds):
        type = meld_type(win.melds[i])
        if EXPOSED_KONG <= type <= CONCEALED_KONG and sorts & (1 if type == CONCEALED_KONG else 2):
            mask |= <uint32_t>1 << (reading.n_concealed + i)
    return mask


cdef uint32_t waiting_set(const WinData *win, const Reading *reading, uint32_t roles) noexcept nogil:
    """The set or pair of the role that is counted: edge before closed before pair."""
    cdef int i, low, rank = win.win_tile % 9
    for i in range(reading.n_concealed):
        if reading.sets[i] < FIRST_PUNG and reading.sets[i] // 7 == win.win_tile // 9:
            low = reading.sets[i] % 7
            if roles & ROLE_EDGE:
                if (low == 0 and rank == 2) or (low == 6 and rank == 6):
                    return <uint32_t>1 << i
            elif roles & ROLE_CLOSED and rank == low + 1:
                return <uint32_t>1 << i
    return PAIR_BIT if roles & ROLE_PAIR else 0


cdef int edges_in_order(const Reading *reading, const RuleTable *rules, Edge *edges) noexcept nogil:
    """The relations of a reading's sets, found in the order of set ids as the tables of the rule set were: of
    equally good forests the same one is chosen then."""
    cdef uint8_t sets[5]
    cdef uint8_t place[5]
    cdef int i, j, n_edges, mask
    for i in range(reading.n_sets):
        j = i
        while j > 0 and sets[j - 1] > reading.sets[i]:
            sets[j] = sets[j - 1]
            place[j] = place[j - 1]
            j -= 1
        sets[j] = reading.sets[i]
        place[j] = i
    n_edges = find_edges(sets, reading.n_sets, rules.relation_row, edges)
    for i in range(n_edges):
        mask = 0
        for j in range(reading.n_sets):
            mask |= (edges[i].sets >> j & 1) << place[j]
        edges[i].sets = mask
    return n_edges


cdef uint8_t places_of(const Reading *reading, int tile, int role) noexcept nogil:
    """The places of the winning tile that have a role."""
    cdef int i, low, rank = tile % 9
    cdef uint8_t places = reading.places & PLACE_PAIR if role == ROLE_PAIR else 0
    cdef bint fits
    for i in range(reading.n_concealed):
        if not reading.places >> i & 1:
            continue
        low = reading.sets[i] % 7
        if reading.sets[i] >= FIRST_PUNG:
            fits = role == ROLE_PUNG
        elif rank == low + 1:
            fits = role == ROLE_CLOSED
        elif low == 0 and rank == 2 or low == 6 and rank == 6:
            fits = role == ROLE_EDGE
        else:
            fits = role == ROLE_TWO_SIDED
        places |= fits << i
    return places


cdef Reading without_shape(const WinData *win) noexcept nogil:
    """The tiles as they are: nothing finds a reading where there is no shape."""
    cdef Reading reading
    cdef int kind, again = 1
    memset(&reading, 0, sizeof(Reading))
    reading.form = SHAPELESS
    reading.pair = NO_PAIR
    reading.pattern = NO_PATTERN
    if win.win_tile == NO_TILE:
        # the tiles of a flower win do not matter
        return reading
    reading.places = PLACE_OTHER
    for kind in range(KINDS):
        if win.counts[kind]:
            reading.body[kind >> 3] |= 1 << (kind & 7)
        if win.counts[kind] > 1 and again < 5:
            reading.sets[again] = kind + 1
            again += 1
    return reading


cdef int explain_win(const Scorer *scorer, const WinData *scored, const ScoreResult *result,
                     const uint8_t *evidence, const uint64_t *kinds, Explanation *out) noexcept nogil:
    cdef WinData shown = scored[0]
    cdef const WinData *win = &shown
    cdef const RuleTable *rules = scorer.rules
    cdef ScoreResult again = result[0]
    cdef Trace trace
    cdef Reading readings[MAX_READINGS]
    cdef Edge edges[MAX_EDGES]
    cdef uint32_t kept, mask
    cdef int code, row, i, j, n_edges, number, other
    memset(&trace, 0, sizeof(Trace))
    memset(out, 0, sizeof(Explanation))
    if rules.finish == FINISH_HAN_FU:
        # of a dealt hand any tile may have been called the winning one
        shown.win_tile = result.win_tile
    elif rules.takes_wild:
        show_target(result, &shown)
    code = trace_win(scorer, win, &again, &trace)
    if code != 0:
        return code
    if result.form != SHAPELESS:
        find_readings(scorer.suits, win.counts, win.melds, win.n_melds, rules.sets, win.win_tile,
                      <uint32_t>1 << result.form, NULL, readings, MAX_READINGS)
    number = result.number if result.form == STANDARD or result.form == KNITTED_STRAIGHT else 0
    out.reading = without_shape(win) if result.form == SHAPELESS else readings[number]
    out.quads = trace.quads
    if rules.finish != FINISH_SUM and result.form == STANDARD:
        out.reading.places = places_of(&out.reading, win.win_tile, result.role)
    for row in range(rules.n_rows):
        if not bits_has(result.rows, row):
            number = trace.taken_by[row]
            # what a fan took that was taken itself: who took that one
            while number and not bits_has(result.rows, number - 1) and trace.taken_by[number - 1]:
                number = trace.taken_by[number - 1]
            out.taken_by[row] = number
            continue
        # what is not counted is not shown by anything
        if evidence[row] == SHOWN_BY_ALL:
            mask = every_set(&out.reading)
        elif evidence[row] == SHOWN_BY_PUNGS:
            mask = pungs_of(&out.reading, kinds[row])
        elif evidence[row] == SHOWN_BY_PUNGS_AND_PAIR:
            mask = pungs_of(&out.reading, kinds[row]) | PAIR_BIT
        elif evidence[row] == SHOWN_BY_CONCEALED_PUNGS:
            mask = concealed_pungs(win, &out.reading, trace.concealed_pungs)
        elif evidence[row] == SHOWN_BY_KONGS:
            mask = kongs(win, &out.reading, kinds[row])
        elif evidence[row] == SHOWN_BY_SEAT_PUNG:
            mask = pungs_of(&out.reading, <uint64_t>1 << (EAST + win.seat_wind))
        elif evidence[row] == SHOWN_BY_ROUND_PUNG:
            mask = pungs_of(&out.reading, <uint64_t>1 << (EAST + win.round_wind))
        elif evidence[row] == SHOWN_BY_GUEST_WINDS:
            mask = pungs_of(&out.reading, <uint64_t>(
                15 & ~(1 << win.seat_wind | 1 << win.round_wind)) << EAST)
        elif evidence[row] == SHOWN_BY_WAIT:
            mask = waiting_set(win, &out.reading, trace.roles)
        else:
            mask = 0
        out.sets[row] = mask
    # the relations: kept edges give the sets, the others were taken by whatever joined their sets
    n_edges = edges_in_order(&out.reading, rules, edges)
    kept = (<uint32_t>1 << n_edges) - 1
    if rules.forest and n_edges > 1:
        kept = best_forest(edges, n_edges, rules.relation_value)
    for i in range(n_edges):
        row = rules.relation_row[edges[i].relation]
        if kept >> i & 1:
            out.sets[row] |= edges[i].sets
        elif not bits_has(result.rows, row) and out.taken_by[row] == 0:
            out.taken_by[row] = BY_FOREST
            for j in range(n_edges):
                # an edge that holds two of its sets says most; its row has a name
                mask = edges[i].sets & edges[j].sets
                if kept >> j & 1 and mask & (mask - 1):
                    other = rules.relation_row[edges[j].relation]
                    # what took that edge's fan took this one with it
                    out.taken_by[row] = other + 1 if bits_has(result.rows, other) else out.taken_by[other]
                    break
    return 0
