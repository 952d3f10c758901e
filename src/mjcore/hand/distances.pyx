"""Distance tables, generated at first use: some tens of milliseconds, nothing stored in files."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from mjcore.hand.forms cimport knitted_pattern, knitted_third

import _thread

from mjcore.errors import RuleError

cdef enum:
    COPIES = 4
    PENDING = 9            # chows begun one and two ranks before, 0..2 each: 3 * newer + older
    STATE = PENDING * SLOTS
    MOST_STATES = 8192     # of one rank
    MOST_CLASSES = 2048
    STATE_SLOTS = 1 << 15
    CLASS_SLOTS = 1 << 12
    # faults of building
    NO_MEMORY = -1
    TOO_MANY_CLASSES = -2

# Used under the lock alone. By tile set: the tables for four sets and for five.
cdef uint64_t tile_sets[MOST_TILE_SETS]
cdef DistanceTables *built[MOST_TILE_SETS][2]
cdef int n_tile_sets = 0
cdef object fill_lock = _thread.allocate_lock()


cdef const DistanceTables *distance_tables(uint64_t exists, int sets) except NULL:
    global n_tile_sets
    cdef DistanceTables *tables
    cdef int place = 0, five = sets > 4, fault
    exists &= all_kinds_exist()
    with fill_lock:
        while place < n_tile_sets and tile_sets[place] != exists:
            place += 1
        if place == MOST_TILE_SETS:
            raise RuleError(f"more than {MOST_TILE_SETS} different tile sets in one process")
        if place < n_tile_sets and built[place][five] != NULL:
            return built[place][five]
        tables = <DistanceTables *>calloc(1, sizeof(DistanceTables))
        if tables == NULL:
            raise MemoryError
        tables.exists = exists
        tables.sets = 5 if five else 4
        fault = build(tables)
        if fault < 0:
            release(tables)
            if fault == TOO_MANY_CLASSES:
                raise OverflowError("the groups of this tile set are too different for tables")
            raise MemoryError
        if place == n_tile_sets:
            tile_sets[place] = exists
            n_tile_sets += 1
        built[place][five] = tables
        return tables


cdef void release(DistanceTables *tables) noexcept:
    cdef int i, j
    for i in range(GROUPS):
        for j in range(i):
            if tables.group[j] == tables.group[i]:
                break
        else:
            if tables.group[i] != NULL:
                free(tables.group[i].classes)
                free(<void *>tables.group[i])
    for i in range(MAX_SETS + 1):
        free(tables.missing[i])
        free(tables.complement[i])
    free(tables.merged)
    free(tables.vectors)
    free(tables)


cdef struct Fill:
    DistanceTables *tables
    uint16_t slot[CLASS_SLOTS]         # hash table of the vectors: class + 1
    uint8_t *states[2]                 # of this rank and the next
    uint16_t *next[9]                  # by rank: [state][count]
    int n_states[10]
    uint16_t *state_slot
    int fault


# Classes

cdef uint64_t mix(const uint8_t *bytes, int n) noexcept nogil:
    cdef uint64_t hash = 0x9E3779B97F4A7C15u, word
    cdef int i
    for i in range(0, n, 4):
        word = 0
        memcpy(&word, bytes + i, 4)
        hash = (hash ^ word) * 0xD6E8FEB86659FD93u
        hash ^= hash >> 32
    return hash


cdef int class_of(Fill *fill, const uint8_t *vector) noexcept nogil:
    """The class of a vector, a new one if it is new; TOO_MANY_CLASSES."""
    cdef DistanceTables *tables = fill.tables
    cdef uint32_t place = mix(vector, VECTOR) & (CLASS_SLOTS - 1)
    while fill.slot[place]:
        if memcmp(tables.vectors + VECTOR * (fill.slot[place] - 1), vector, VECTOR) == 0:
            return fill.slot[place] - 1
        place = (place + 1) & (CLASS_SLOTS - 1)
    if tables.n_classes == MOST_CLASSES:
        return TOO_MANY_CLASSES
    memcpy(tables.vectors + VECTOR * tables.n_classes, vector, VECTOR)
    tables.n_classes += 1
    fill.slot[place] = tables.n_classes
    return tables.n_classes - 1


cdef void merge(const uint8_t *a, const uint8_t *b, int sets, uint8_t *out) noexcept nogil:
    """The vector of two groups together."""
    cdef int m, n, sum
    memset(out, FAR, VECTOR)
    for m in range(sets + 1):
        for n in range(sets + 1 - m):
            sum = a[m] + b[n]
            if sum < out[m + n]:
                out[m + n] = sum
            sum = a[PAIR_SLOTS + m] + b[n]
            if a[m] + b[PAIR_SLOTS + n] < sum:
                sum = a[m] + b[PAIR_SLOTS + n]
            if sum < out[PAIR_SLOTS + m + n]:
                out[PAIR_SLOTS + m + n] = sum


cdef int close_classes(Fill *fill) noexcept nogil:
    """Adds all classes that merging gives, until none is new."""
    cdef DistanceTables *tables = fill.tables
    cdef uint8_t vector[VECTOR]
    cdef uint32_t i = 0, j
    while i < tables.n_classes:
        for j in range(i + 1):
            merge(tables.vectors + VECTOR * i, tables.vectors + VECTOR * j, tables.sets, vector)
            if class_of(fill, vector) < 0:
                return TOO_MANY_CLASSES
        i += 1
    return 0


cdef int fill_merges(Fill *fill) noexcept nogil:
    cdef DistanceTables *tables = fill.tables
    cdef uint32_t n = tables.n_classes, i, j
    cdef int m, k, least, sum
    cdef const uint8_t *a
    cdef const uint8_t *b
    cdef uint8_t vector[VECTOR]
    tables.merged = <uint16_t *>malloc(n * n * sizeof(uint16_t))
    if tables.merged == NULL:
        return NO_MEMORY
    for i in range(n):
        for j in range(i + 1):
            merge(tables.vectors + VECTOR * i, tables.vectors + VECTOR * j, tables.sets, vector)
            tables.merged[i * n + j] = tables.merged[j * n + i] = class_of(fill, vector)
    # the tables of five sets are for hands of 16 and 17 tiles alone
    for m in range(5 if tables.sets == MAX_SETS else 0, tables.sets + 1):
        # one byte more, as numbers are loaded two at a time
        tables.missing[m] = <uint8_t *>calloc(n * n + 1, 1)
        tables.complement[m] = <uint8_t *>malloc(n * VECTOR)
        if tables.missing[m] == NULL or tables.complement[m] == NULL:
            return NO_MEMORY
        memset(tables.complement[m], FAR, n * VECTOR)
        for i in range(n):
            a = tables.vectors + VECTOR * i
            for k in range(m + 1):
                tables.complement[m][VECTOR * i + k] = a[PAIR_SLOTS + m - k]
                tables.complement[m][VECTOR * i + PAIR_SLOTS + k] = a[m - k]
        for i in range(n):
            a = tables.vectors + VECTOR * i
            for j in range(n):
                b = tables.complement[m] + VECTOR * j
                least = FAR
                for k in range(SLOTS):
                    sum = a[k] + b[k]
                    if sum < least:
                        least = sum
                tables.missing[m][i * n + j] = least
    return 0


# Groups

cdef void step(const uint8_t *state, uint8_t *out, int sets, int count, int copies, bint chows) noexcept nogil:
    """One rank: takes every choice of chows that begin here (three of one kind are three pungs), a pung or not,
    the pair or not, and notes what is missing. The chows begun one and two ranks before need a tile here too."""
    cdef int newer, older, pair, made, chow, pung, eyes, used, missing, place
    cdef const uint8_t *before
    memset(out, FAR, STATE)
    for newer in range(3):
        for older in range(3):
            before = state + SLOTS * (3 * newer + older)
            for pair in range(2):
                for made in range(sets + 1):
                    if before[PAIR_SLOTS * pair + made] >= FAR:
                        continue
                    for chow in range(3 if chows else 1):
                        for pung in range(2):
                            if made + chow + pung > sets:
                                break
                            for eyes in range(2 - pair):
                                used = newer + older + chow + 3 * pung + 2 * eyes
                                if used > copies:
                                    break
                                missing = before[PAIR_SLOTS * pair + made]
                                if used > count:
                                    missing += used - count
                                place = (SLOTS * (3 * chow + newer) + PAIR_SLOTS * (pair + eyes)
                                         + made + chow + pung)
                                if missing < out[place]:
                                    out[place] = missing


cdef int walk_ranks(Fill *fill, uint32_t kinds, bint chows) noexcept nogil:
    """All states that the ranks of a group can lead to, and how counts lead from one to the next."""
    cdef int rank, state, count, found
    cdef uint32_t place
    cdef uint8_t reached[STATE]
    memset(fill.states[0], FAR, STATE)
    fill.states[0][0] = 0
    fill.n_states[0] = 1
    for rank in range(9):
        memset(fill.state_slot, 0, STATE_SLOTS * sizeof(uint16_t))
        found = 0
        for state in range(fill.n_states[rank]):
            for count in range(COPIES + 1):
                step(fill.states[0] + STATE * state, reached, fill.tables.sets, count,
                     COPIES if kinds >> rank & 1 else 0, chows and rank < 7)
                place = mix(reached, STATE) & (STATE_SLOTS - 1)
                while fill.state_slot[place] and memcmp(fill.states[1] + STATE * (fill.state_slot[place] - 1),
                                                        reached, STATE):
                    place = (place + 1) & (STATE_SLOTS - 1)
                if fill.state_slot[place] == 0:
                    if found == MOST_STATES:
                        return TOO_MANY_CLASSES
                    memcpy(fill.states[1] + STATE * found, reached, STATE)
                    found += 1
                    fill.state_slot[place] = found
                fill.next[rank][5 * state + count] = fill.state_slot[place] - 1
        fill.n_states[rank + 1] = found
        fill.states[0], fill.states[1] = fill.states[1], fill.states[0]
    return 0


cdef int build_group(Fill *fill, GroupTable *table) noexcept nogil:
    cdef int n_low, key, i, count, width, rank, rows = 0, columns = 0
    cdef uint8_t vector[VECTOR]
    cdef uint8_t last_class[MOST_STATES]
    cdef uint16_t low[625]
    cdef uint16_t row_of[625]          # by state of a low key
    cdef uint16_t first_row[625]
    cdef uint16_t first_column[3125]
    cdef uint64_t hash[3125]
    cdef uint16_t *reached
    cdef uint8_t *matrix
    cdef int found
    if walk_ranks(fill, table.kinds, table.chows) < 0:
        return TOO_MANY_CLASSES
    for i in range(fill.n_states[9]):
        memset(vector, FAR, VECTOR)
        memcpy(vector, fill.states[0] + STATE * i, SLOTS)
        found = class_of(fill, vector)
        if not 0 <= found < 256:
            return TOO_MANY_CLASSES
        last_class[i] = found
    for key in range(625):
        low[key] = fill.next[3][5 * fill.next[2][5 * fill.next[1][5 * fill.next[0][key % 5] + key // 5 % 5]
                                                 + key // 25 % 5] + key // 125]
    n_low = fill.n_states[4]
    reached = <uint16_t *>malloc(3125 * sizeof(uint16_t))
    matrix = <uint8_t *>malloc(n_low * 3125)
    if reached == NULL or matrix == NULL:
        free(reached)
        free(matrix)
        return NO_MEMORY
    for i in range(n_low):
        reached[0] = i
        width = 1
        for rank in range(4, 9):
            for count in range(COPIES, -1, -1):
                for key in range(width):
                    reached[count * width + key] = fill.next[rank][5 * reached[key] + count]
            width *= 5
        for key in range(3125):
            matrix[3125 * i + key] = last_class[reached[key]]
    # rows that are equal, then columns
    for i in range(n_low):
        found = 0
        while found < rows and memcmp(matrix + 3125 * first_row[found], matrix + 3125 * i, 3125):
            found += 1
        if found == rows:
            first_row[rows] = i
            rows += 1
        row_of[i] = found
    memset(hash, 0, sizeof(hash))
    for i in range(rows):
        for key in range(3125):
            hash[key] = (hash[key] + matrix[3125 * first_row[i] + key]) * 0xD6E8FEB86659FD93u
    for key in range(3125):
        found = 0
        while found < columns and not (hash[first_column[found]] == hash[key] and same_column(
                matrix, first_row, rows, first_column[found], key)):
            found += 1
        if found == columns:
            first_column[columns] = key
            columns += 1
        table.high[key] = found
    table.n_low = rows
    table.n_high = columns
    for key in range(625):
        table.low[key] = row_of[low[key]] * columns
    table.classes = <uint8_t *>malloc(rows * columns)
    if table.classes != NULL:
        for i in range(rows):
            for key in range(columns):
                table.classes[columns * i + key] = matrix[3125 * first_row[i] + first_column[key]]
    free(reached)
    free(matrix)
    return 0 if table.classes != NULL else NO_MEMORY


cdef bint same_column(const uint8_t *matrix, const uint16_t *row, int rows, int a, int b) noexcept nogil:
    cdef int i
    for i in range(rows):
        if matrix[3125 * row[i] + a] != matrix[3125 * row[i] + b]:
            return False
    return True


cdef const GroupTable *group_table(Fill *fill, int group) noexcept nogil:
    """The table of a group, NULL with `fill.fault` set; groups with the same kinds share it."""
    cdef DistanceTables *tables = fill.tables
    cdef uint32_t kinds = <uint32_t>(tables.exists >> (9 * group)) & 0x1FF
    cdef bint chows = group < 3
    cdef int other
    cdef GroupTable *table
    for other in range(group):
        if tables.group[other].kinds == kinds and tables.group[other].chows == chows:
            return tables.group[other]
    table = <GroupTable *>calloc(1, sizeof(GroupTable))
    fill.fault = NO_MEMORY
    if table != NULL:
        table.kinds = kinds
        table.chows = chows
        fill.fault = build_group(fill, table)
        if fill.fault < 0:
            free(table.classes)
            free(table)
            table = NULL
    return table


cdef void fill_knitted(KnittedTables *out) noexcept nogil:
    cdef int ranks, third, rank, number, weight
    for ranks in range(512):
        for rank in range(9):
            if ranks >> rank & 1:
                out.thirds[ranks] += 1 << (4 * (rank % 3))
    for third in range(3):
        weight = 1
        for rank in range(9):
            if rank == 4:
                weight = 1
            if rank % 3 == third:
                for ranks in range(16 if rank < 4 else 32):
                    if rank < 4 and ranks >> rank & 1:
                        out.take_low[third][ranks] += weight
                    elif rank >= 4 and ranks >> (rank - 4) & 1:
                        out.take_high[third][ranks] += weight
            weight *= 5
    for number in range(6):
        out.kinds[number] = knitted_pattern(number)
        for third in range(3):
            out.third[number][third] = knitted_third(number, third)


cdef int fill_tables(Fill *fill) noexcept nogil:
    cdef DistanceTables *tables = fill.tables
    cdef uint8_t nothing[VECTOR]
    cdef uint8_t *smaller
    cdef int group
    memset(nothing, FAR, VECTOR)
    nothing[0] = 0
    tables.empty = class_of(fill, nothing)
    fill_knitted(&tables.knitted)
    for group in range(GROUPS):
        tables.group[group] = group_table(fill, group)
        if tables.group[group] == NULL:
            return fill.fault
    tables.n_groups = tables.n_classes
    if close_classes(fill) < 0:
        return TOO_MANY_CLASSES
    if fill_merges(fill) < 0:
        return NO_MEMORY
    smaller = <uint8_t *>realloc(tables.vectors, VECTOR * tables.n_classes)
    if smaller != NULL:
        tables.vectors = smaller
    return 0


cdef int build(DistanceTables *tables) noexcept nogil:
    cdef Fill *fill = <Fill *>calloc(1, sizeof(Fill))
    cdef int rank, done = NO_MEMORY
    cdef bint memory
    if fill == NULL:
        return NO_MEMORY
    fill.tables = tables
    tables.vectors = <uint8_t *>malloc(VECTOR * MOST_CLASSES)
    fill.states[0] = <uint8_t *>malloc(STATE * MOST_STATES)
    fill.states[1] = <uint8_t *>malloc(STATE * MOST_STATES)
    fill.state_slot = <uint16_t *>malloc(STATE_SLOTS * sizeof(uint16_t))
    memory = (tables.vectors != NULL and fill.states[0] != NULL and fill.states[1] != NULL
              and fill.state_slot != NULL)
    for rank in range(9):
        fill.next[rank] = <uint16_t *>malloc(5 * MOST_STATES * sizeof(uint16_t))
        memory = memory and fill.next[rank] != NULL
    if memory:
        done = fill_tables(fill)
    for rank in range(9):
        free(fill.next[rank])
    free(fill.states[0])
    free(fill.states[1])
    free(fill.state_slot)
    free(fill)
    return done
