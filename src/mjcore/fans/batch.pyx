"""Scoring many wins at once, without the GIL."""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport prefetch
from mjcore.fans.families cimport score_win
from mjcore.fans.lattice cimport Lattice
from mjcore.fans.ruletable cimport FINISH_HAN_FU, FINISH_SUM, RuleTable, Selection, bits_has
from mjcore.fans.results cimport Scorer, ScoreResult
from mjcore.fans.score cimport score_sum
from mjcore.fans.wins cimport WIN_OK, WinData
from mjcore.hand.buffers cimport View, view_of

from mjcore.errors import HandError, RuleError

# How many records ahead the next ones are asked for.
cdef enum:
    AHEAD = 6


# Eight bits as eight bytes of 0 or 1.
cdef uint64_t bytes_of[256]


cdef void fill_bytes() noexcept nogil:
    cdef int value, bit
    for value in range(256):
        for bit in range(8):
            (<uint8_t *>&bytes_of[value])[bit] = value >> bit & 1


fill_bytes()


cdef inline void put8(uint8_t *counts, uint64_t bits) noexcept nogil:
    memcpy(counts, &bytes_of[bits & 255], 8)


cdef inline void write_counts(const RuleTable *table, const ScoreResult *result, uint8_t *counts) noexcept nogil:
    """The number of times each public fan counts. Without branches on the fans: they would be mispredicted.
    The first rows are the public fans in their order; rows behind them add to one of these."""
    cdef const Selection *chows = &table.selection[result.chow_selection]
    cdef const Selection *pungs = &table.selection[result.pung_selection]
    cdef uint64_t low = result.rows.low, high = result.rows.high
    cdef int columns = table.n_columns, i
    cdef uint8_t times
    if columns > 64:
        put8(counts, low)
        put8(counts + 8, low >> 8)
        put8(counts + 16, low >> 16)
        put8(counts + 24, low >> 24)
        put8(counts + 32, low >> 32)
        put8(counts + 40, low >> 40)
        put8(counts + 48, low >> 48)
        put8(counts + 56, low >> 56)
        for i in range(64, columns - 7, 8):
            put8(counts + i, high >> (i - 64))
        # the last eight overlap what is written already
        i = columns - 8
        put8(counts + i, high >> (i - 64) if i >= 64 else low >> i | high << (64 - i))
    elif columns > 48:
        put8(counts, low)
        put8(counts + 8, low >> 8)
        put8(counts + 16, low >> 16)
        put8(counts + 24, low >> 24)
        put8(counts + 32, low >> 32)
        put8(counts + 40, low >> 40)
        if columns > 56:
            put8(counts + 48, low >> 48)
        put8(counts + columns - 8, low >> (columns - 8))
    elif columns >= 8:
        for i in range(0, columns - 7, 8):
            put8(counts + i, low >> i)
        put8(counts + columns - 8, low >> (columns - 8))
    else:
        for i in range(columns):
            counts[i] = bits_has(result.rows, i)
    for i in range(table.n_multiplied):
        # stored, not multiplied: a byte just written within a word would have to be waited for
        counts[table.multiplied[i].row] = bits_has(result.rows, table.multiplied[i].row) * <uint8_t>(
            result.counters >> table.multiplied[i].shift)
    for i in range(columns, table.n_rows):
        # rows counted once have a shift that leaves 1
        counts[table.column[i]] += bits_has(result.rows, i) * <uint8_t>(
            (result.counters | <uint64_t>1 << 63) >> table.further_shift[i - columns])
    if table.finish == FINISH_HAN_FU:
        for i in range(table.han_fu.n_bonus):
            times = <uint8_t>(result.bonus >> table.han_fu.bonus_shift[i])
            # where there is one it stands there once already
            counts[table.han_fu.bonus_column[i]] += times - <uint8_t>(times != 0)
        return
    if chows.n_repeats | pungs.n_repeats:
        for i in range(chows.n_repeats):
            counts[chows.repeat_row[i]] *= 1 + chows.repeat_extra[i]
        for i in range(pungs.n_repeats):
            counts[pungs.repeat_row[i]] *= 1 + pungs.repeat_extra[i]


# Where the answers go; NULL for those that nobody asked for or that the rule set does not have.
cdef struct Answers:
    int32_t *total
    uint8_t *legal
    uint8_t *fans
    uint8_t *error
    uint8_t *han
    uint8_t *fu
    uint8_t *yakuman


cdef void score_rows(const Scorer *scorer, const uint8_t *wins, Py_ssize_t n, bint strict,
                     const Answers *out) noexcept nogil:
    cdef ScoreResult result
    # Rows are scored from copies of our own, so that nobody can change a row after it was checked. Each is
    # copied one row ahead: loads that straddle two stores must not come soon after them.
    cdef WinData rows[2]
    cdef Py_ssize_t i
    cdef int code
    cdef int32_t not_scored = -1       # arrays need not be aligned: hence memcpy
    cdef int columns = scorer.rules.n_columns
    cdef bint counts_han = scorer.rules.finish == FINISH_HAN_FU
    cdef bint plain_sum = scorer.rules.finish == FINISH_SUM and not scorer.rules.takes_wild
    if n:
        memcpy(&rows[0], wins, sizeof(WinData))
    for i in range(n):
        if i + 1 < n:
            memcpy(&rows[(i + 1) & 1], wins + (i + 1) * <Py_ssize_t>sizeof(WinData), sizeof(WinData))
        prefetch(wins + (i + AHEAD) * <Py_ssize_t>sizeof(WinData))
        if plain_sum:
            code = score_sum(scorer, &rows[i & 1], strict, &result)
        else:
            code = score_win(scorer, &rows[i & 1], strict, &result)
        out.error[i] = code
        if code == WIN_OK:
            memcpy(&out.total[i], &result.total, 4)
            out.legal[i] = result.legal
            if counts_han:
                out.han[i] = result.han
                out.fu[i] = result.fu
                out.yakuman[i] = result.yakuman
            if out.fans != NULL:
                write_counts(scorer.rules, &result, out.fans + i * columns)
        else:
            memcpy(&out.total[i], &not_scored, 4)
            out.legal[i] = 0
            if counts_han:
                out.han[i] = out.fu[i] = out.yakuman[i] = 0
            if out.fans != NULL:
                memset(out.fans + i * columns, 0, columns)


def score_block(Lattice lattice not None, wins, Py_ssize_t n, bint strict, total, legal, fans, error, han=None,
                fu=None, yakuman=None):
    """Scores `n` records. All arguments are contiguous buffers: `wins` n records of WIN_DTYPE, `total` n int32,
    `legal` and `error` n bytes, `fans` n * len(lattice.fans) bytes or None, `han`, `fu` and `yakuman` n bytes where
    the lattice counts han. Several threads may score
    different blocks at the same time; the GIL is released. Used by `mjcore.batch.score`."""
    cdef View source, totals, legals, counts, errors, hans, fus, multiples
    cdef Answers out
    memset(&out, 0, sizeof(Answers))
    if n < 0:
        raise HandError(f"{n} rows")
    if lattice.scorer.rules == NULL:
        raise RuleError("this lattice was not filled")
    source = view_of(wins, n * <Py_ssize_t>sizeof(WinData), False, "wins")
    totals = view_of(total, 4 * n, True, "total")
    legals = view_of(legal, n, True, "legal")
    errors = view_of(error, n, True, "error")
    out.total = <int32_t *>totals.buffer.buf
    out.legal = <uint8_t *>legals.buffer.buf
    out.error = <uint8_t *>errors.buffer.buf
    if fans is not None:
        counts = view_of(fans, n * len(lattice.fans), True, "fans")
        out.fans = <uint8_t *>counts.buffer.buf
    if lattice.counts_han:
        hans = view_of(han, n, True, "han")
        fus = view_of(fu, n, True, "fu")
        multiples = view_of(yakuman, n, True, "yakuman")
        out.han = <uint8_t *>hans.buffer.buf
        out.fu = <uint8_t *>fus.buffer.buf
        out.yakuman = <uint8_t *>multiples.buffer.buf
    with nogil:
        score_rows(&lattice.scorer, <const uint8_t *>source.buffer.buf, n, strict, &out)
