"""The questions of the hand engine for many hands at once, without the GIL.

`answer_block` is what `mjcore.batch` calls for each block of rows. It checks the sizes of all buffers, and of every
row all that makes it a hand. Several threads may work on different blocks with one engine.
"""
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport held34, left34, load34, sum_chosen34
from mjcore.hand.buffers cimport View, view_of
from mjcore.hand.discards cimport DiscardTable, ask_discards, best_discards, find_discards
from mjcore.hand.distances cimport FAR
from mjcore.hand.engine cimport (
    ABOVE_CAP, BAD_SUIT, HAND_OK, NEEDS_FIVE_SETS, NO_FORM, NO_SUIT, NOT_FOURTEEN, NOT_HELD, NOT_THIRTEEN,
    Distances, HandRules, Looked, accepted_kinds, all_distances, ask, fifth_copies, first_bit, four34, look,
    need_five_sets, quick_shanten,
)
from mjcore.hand.kinds cimport KINDS
from mjcore.hand.queries cimport HandEngine, engine_of

from mjcore.errors import HandError

cdef extern from *:
    """
    /* Each loop is one function: gcc's own limits would cut it into calls that pass a dozen values. */
    #undef CYTHON_INLINE
    #define CYTHON_INLINE MJ_FORCE_INLINE
    """

# What is asked.
cdef enum:
    SHANTEN = 0
    WAITS = 1
    ACCEPTANCE = 2
    DISCARDS = 3
    WIN = 4

QUESTIONS = ("shanten", "waits", "acceptance", "discards", "win")

# A number for each row, or one for all.
cdef struct Column:
    const uint8_t *at
    Py_ssize_t step        # 1 or 0
    uint8_t one

cdef struct Task:
    const HandRules *rules
    const uint8_t *rows
    Py_ssize_t n
    Column melds
    Column jokers
    Column voids           # void suit, NO_SUIT for none
    const uint8_t *used    # by row and kind: copies that can not be used any more; or NULL
    const uint8_t *seen    # copies that are not left; or NULL
    # the answers that are wanted; others are NULL
    int8_t *shanten
    uint64_t *mask
    uint8_t *copies
    uint64_t *best
    uint8_t *yes


cdef inline int number(const Column *column, Py_ssize_t row) noexcept nogil:
    return column.at[row * column.step]


cdef inline void put_mask(uint64_t *to, uint64_t mask) noexcept nogil:
    # arrays need not be aligned
    memcpy(to, &mask, sizeof(mask))


# A row read once: nobody can change it after it was checked.
cdef struct Row:
    Looked hand
    Distances distances
    int distance
    int jokers


cdef inline int read_row(const Task *task, Py_ssize_t i, Row *row, uint64_t *accepted) noexcept nogil:
    """Looks a row up, with distance and accepted kinds (may be NULL)."""
    cdef uint8_t counts[KINDS]
    cdef uint8_t used[KINDS]
    cdef int fault, melds = number(&task.melds, i), void_suit = number(&task.voids, i)
    row.jokers = number(&task.jokers, i)
    if void_suit > NO_SUIT:
        return BAD_SUIT
    fault = look(task.rules, load34(task.rows + KINDS * i), melds, row.jokers, void_suit, &row.hand)
    if fault != HAND_OK:
        return fault
    if task.used == NULL:
        all_distances(&row.hand, &row.distances)
        row.distance = row.distances.best
        if accepted != NULL:
            accepted[0] = accepted_kinds(&row.hand, &row.distances)
    else:
        memcpy(counts, task.rows + KINDS * i, KINDS)
        memcpy(used, task.used + KINDS * i, KINDS)
        fault = ask(task.rules, counts, melds, row.jokers, void_suit, 0, used, NULL, &row.distance, accepted)
        if fault != HAND_OK:
            return fault
    return HAND_OK if row.distance < FAR else NO_FORM


cdef Py_ssize_t quick_rows(const Task *task, Py_ssize_t i, int *fault) noexcept nogil:
    cdef int shanten
    while i < task.n:
        fault[0] = quick_shanten(task.rules, load34(task.rows + KINDS * i), number(&task.melds, i),
                                 number(&task.jokers, i), &shanten)
        if fault[0] != HAND_OK:
            return i
        task.shanten[i] = shanten
        i += 1
    return i


cdef Py_ssize_t shanten_rows(const Task *task, Py_ssize_t i, int *fault) noexcept nogil:
    cdef Row row
    while i < task.n:
        fault[0] = read_row(task, i, &row, NULL)
        if fault[0] != HAND_OK:
            return i
        task.shanten[i] = row.distance - row.jokers - 1
        i += 1
    return i


cdef Py_ssize_t win_rows(const Task *task, Py_ssize_t i, int *fault) noexcept nogil:
    cdef Row row
    while i < task.n:
        fault[0] = read_row(task, i, &row, NULL)
        if fault[0] == NO_FORM:
            row.distance = FAR
        elif fault[0] != HAND_OK:
            return i
        if row.hand.tiles != 2:
            fault[0] = NOT_FOURTEEN
            return i
        task.yes[i] = row.distance == row.jokers
        i += 1
    fault[0] = HAND_OK
    return i


cdef Py_ssize_t waits_rows(const Task *task, Py_ssize_t i, int *fault) noexcept nogil:
    cdef Row row
    cdef uint64_t mask
    cdef bint strict = task.rules.melds_use_up or task.used != NULL
    while i < task.n:
        if task.used == NULL:
            # most hands are not ready: no need to ask what would bring them nearer
            fault[0] = read_row(task, i, &row, NULL)
            mask = 0
            if fault[0] == HAND_OK and row.distance == row.jokers + 1:
                mask = accepted_kinds(&row.hand, &row.distances)
        else:
            fault[0] = read_row(task, i, &row, &mask)
            if fault[0] != HAND_OK or row.distance != row.jokers + 1:
                mask = 0
        if fault[0] != HAND_OK and fault[0] != NO_FORM:
            return i
        if row.hand.tiles != 1:
            fault[0] = NOT_THIRTEEN
            return i
        if fault[0] == NO_FORM:
            mask = 0
        if task.rules.fifth_waits and not strict and four34(row.hand.counts):
            mask |= fifth_copies(task.rules, &row.hand)
        put_mask(task.mask + i, mask)
        i += 1
    fault[0] = HAND_OK
    return i


cdef inline bint copies_left(const Task *task, Py_ssize_t i, const Looked *hand, uint8_t *left) noexcept nogil:
    """Copies of each kind that are left, to 48 bytes."""
    cdef uint8_t seen[KINDS]
    if task.seen != NULL:
        memcpy(seen, task.seen + KINDS * i, KINDS)
    else:
        memset(seen, 0, KINDS)
    return left34(hand.counts, seen, left)


cdef Py_ssize_t acceptance_rows(const Task *task, Py_ssize_t i, int *fault) noexcept nogil:
    cdef Row row
    cdef uint64_t mask
    cdef uint8_t left[48]
    while i < task.n:
        fault[0] = read_row(task, i, &row, &mask)
        if fault[0] != HAND_OK:
            return i
        if task.copies != NULL:
            if not copies_left(task, i, &row.hand, left):
                fault[0] = ABOVE_CAP
                return i
            task.copies[i] = sum_chosen34(mask, left)
        task.shanten[i] = row.distance - row.jokers - 1
        put_mask(task.mask + i, mask)
        i += 1
    return i


cdef uint64_t possible(const DiscardTable *table, uint64_t discards, int limit) noexcept nogil:
    """The discards after which a form is possible; the others are taken out."""
    cdef uint64_t left = discards
    cdef int kind
    while left:
        kind = first_bit(left)
        left &= left - 1
        if table.shanten[kind] >= limit:
            table.shanten[kind] = NOT_HELD
            discards &= ~(<uint64_t>1 << kind)
    return discards


cdef Py_ssize_t discards_rows(const Task *task, Py_ssize_t i, int *fault) noexcept nogil:
    cdef Looked hand
    cdef DiscardTable table
    cdef uint8_t counts[KINDS]
    cdef uint8_t used[KINDS]
    cdef uint8_t left[48]
    cdef uint8_t unused[48]
    cdef uint64_t allowed, held
    cdef int melds, void_suit, jokers
    while i < task.n:
        melds = number(&task.melds, i)
        void_suit = number(&task.voids, i)
        jokers = number(&task.jokers, i)
        if void_suit > NO_SUIT:
            fault[0] = BAD_SUIT
            return i
        fault[0] = look(task.rules, load34(task.rows + KINDS * i), melds, jokers, void_suit, &hand)
        if fault[0] == HAND_OK and hand.tiles != 2:
            fault[0] = NOT_FOURTEEN
        if fault[0] == HAND_OK and not copies_left(task, i, &hand, left):
            fault[0] = ABOVE_CAP
        if fault[0] != HAND_OK:
            return i
        held = held34(hand.counts)
        allowed = held
        if void_suit != NO_SUIT and held & (<uint64_t>0x1FF << (9 * void_suit)):
            # a void suit must be discarded first
            allowed &= <uint64_t>0x1FF << (9 * void_suit)
        table.shanten = task.shanten + KINDS * i
        table.accepted = task.mask + KINDS * i
        table.copies = task.copies + KINDS * i
        if task.used == NULL:
            find_discards(&hand, allowed, left, &table)
        else:
            memcpy(counts, task.rows + KINDS * i, KINDS)
            memcpy(used, task.used + KINDS * i, KINDS)
            if not left34(hand.counts, used, unused):
                fault[0] = ABOVE_CAP
                return i
            fault[0] = ask_discards(task.rules, counts, melds, jokers, void_suit, 0, used, NULL, allowed, left,
                                    &table)
            if fault[0] != HAND_OK:
                return i
        allowed = possible(&table, allowed, FAR - 1 - jokers)
        if allowed == 0 and held:
            fault[0] = NO_FORM
            return i
        put_mask(task.best + i, best_discards(table.shanten, table.copies, allowed))
        i += 1
    return i


cdef Py_ssize_t answer(const Task *task, int question, Py_ssize_t first, int *fault) noexcept nogil:
    """Answers the rows from `first` on; the number of the first one at fault, or n."""
    if question == SHANTEN:
        if task.rules.quick and task.used == NULL and task.voids.step == 0 and task.voids.one == NO_SUIT:
            return quick_rows(task, first, fault)
        return shanten_rows(task, first, fault)
    if question == WAITS:
        return waits_rows(task, first, fault)
    if question == ACCEPTANCE:
        return acceptance_rows(task, first, fault)
    if question == DISCARDS:
        return discards_rows(task, first, fault)
    return win_rows(task, first, fault)


cdef View set_column(Column *column, object source, Py_ssize_t n, str name):
    """A column of n bytes, or one number for all rows."""
    cdef View view = None
    if isinstance(source, int):
        column.one = source
        column.at = &column.one
        column.step = 0
    else:
        view = view_of(source, n, False, name)
        column.at = <const uint8_t *>view.buffer.buf
        column.step = 1
    return view


cdef void *buffer_of(list views, object source, Py_ssize_t size, bint writable, str name) except? NULL:
    cdef View view
    if source is None:
        return NULL
    view = view_of(source, size, writable, name)
    views.append(view)
    return view.buffer.buf


def engine_for(rules):
    """The engine of a `rules=` argument: None, a HandEngine, a rule set, or the name of one."""
    return engine_of(rules)


def answer_block(HandEngine engine not None, int question, rows, Py_ssize_t n, melds, jokers, void_suit, used, seen,
                 shanten, mask, copies, best, yes):
    """Answers a question of `QUESTIONS` (its index) for n rows; returns None, or (row, fault) of the first row that
    is no hand. All arrays are contiguous buffers: `rows`, `used`, `seen` of 34 bytes a row; `melds` (255: as many as
    the tiles leave), `jokers`, `void_suit` (0..2, 3 for none) one byte a row or one int for all; the answers as
    `mjcore.batch` describes them, None for those that the question does not have."""
    cdef Task task
    cdef int fault = HAND_OK
    cdef Py_ssize_t row = 0, width = KINDS if question == DISCARDS else 1
    # so many that no size overflows
    if not 0 <= n < <Py_ssize_t>1 << 40 or not 0 <= question < len(QUESTIONS):
        raise HandError(f"question {question} for {n} rows")
    memset(&task, 0, sizeof(task))
    views = [set_column(&task.melds, melds, n, "melds"), set_column(&task.jokers, jokers, n, "jokers"),
             set_column(&task.voids, void_suit, n, "void_suit")]
    task.rules = &engine.data.rules
    task.n = n
    task.rows = <const uint8_t *>buffer_of(views, rows, KINDS * n, False, "hands")
    task.used = <const uint8_t *>buffer_of(views, used, KINDS * n, False, "used")
    task.seen = <const uint8_t *>buffer_of(views, seen, KINDS * n, False, "visible")
    task.shanten = <int8_t *>buffer_of(views, shanten, width * n, True, "shanten")
    task.mask = <uint64_t *>buffer_of(views, mask, 8 * width * n, True, "mask")
    task.copies = <uint8_t *>buffer_of(views, copies, width * n, True, "copies")
    task.best = <uint64_t *>buffer_of(views, best, 8 * n, True, "best")
    task.yes = <uint8_t *>buffer_of(views, yes, n, True, "yes")
    if (rows is None or (shanten is None) != (question in (WAITS, WIN)) or (yes is None) != (question != WIN)
            or (mask is None and question in (WAITS, ACCEPTANCE, DISCARDS))
            or (question == DISCARDS and (copies is None or best is None))):
        raise HandError(f"the answers of {QUESTIONS[question]} need other arrays")
    while True:
        with nogil:
            row = answer(&task, question, row, &fault)
        if fault != NEEDS_FIVE_SETS:
            break
        need_five_sets(&engine.data.rules)
    return None if row == n else (row, fault)
