"""Scoring many wins at once, without the GIL."""
from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport prefetch
from mjcore.fans.lattice cimport Lattice
from mjcore.fans.ruletable cimport RuleTable, Selection
from mjcore.fans.score cimport Scorer, ScoreResult, counter_of, score_win
from mjcore.fans.wins cimport WIN_OK, WinData

from mjcore.errors import HandError
from mjcore.fans.wins import ERROR_TEXTS  # noqa: F401  for callers that name the codes

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


cdef inline void write_counts(const RuleTable *table, const ScoreResult *result, uint8_t *counts) noexcept nogil:
    """The number of times each public fan counts. Without branches on the fans: they would be mispredicted.
    The first rows are the public fans in their order; rows behind them add to one of these."""
    cdef uint64_t by_row[16]
    cdef uint8_t *rows = <uint8_t *>by_row
    cdef const Selection *chows = &table.selection[result.chow_selection]
    cdef const Selection *pungs = &table.selection[result.pung_selection]
    cdef int columns = table.n_columns, i
    by_row[0] = bytes_of[result.rows.low & 255]
    by_row[1] = bytes_of[result.rows.low >> 8 & 255]
    by_row[2] = bytes_of[result.rows.low >> 16 & 255]
    by_row[3] = bytes_of[result.rows.low >> 24 & 255]
    by_row[4] = bytes_of[result.rows.low >> 32 & 255]
    by_row[5] = bytes_of[result.rows.low >> 40 & 255]
    by_row[6] = bytes_of[result.rows.low >> 48 & 255]
    by_row[7] = bytes_of[result.rows.low >> 56]
    for i in range(8, table.value_bytes):
        by_row[i] = bytes_of[result.rows.high >> (8 * i - 64) & 255]
    for i in range(table.n_lanes):
        rows[table.lane[i].row] *= counter_of(result, table.lane[i].counter)
    if chows.n_repeats | pungs.n_repeats:
        for i in range(chows.n_repeats):
            rows[chows.repeat_row[i]] *= 1 + chows.repeat_extra[i]
        for i in range(pungs.n_repeats):
            rows[pungs.repeat_row[i]] *= 1 + pungs.repeat_extra[i]
    for i in range(columns, table.n_rows):
        rows[table.column[i]] += rows[i]
    if columns < 8:
        for i in range(columns):
            counts[i] = rows[i]
        return
    for i in range(columns >> 3):
        memcpy(counts + 8 * i, rows + 8 * i, 8)
    # the last eight overlap what is written already
    memcpy(counts + columns - 8, rows + columns - 8, 8)


cdef void score_rows(const Scorer *scorer, const uint8_t *wins, Py_ssize_t n, bint strict, int32_t *total,
                     uint8_t *legal, uint8_t *fans, uint8_t *error) noexcept nogil:
    cdef ScoreResult result
    cdef Py_ssize_t i
    cdef int code
    cdef int columns = scorer.rules.n_columns
    for i in range(n):
        if i + AHEAD < n:
            prefetch(wins + (i + AHEAD) * sizeof(WinData))
        code = score_win(scorer, <const WinData *>(wins + i * sizeof(WinData)), strict, &result)
        error[i] = code
        if code == WIN_OK:
            total[i] = result.total
            legal[i] = result.legal
            if fans != NULL:
                write_counts(scorer.rules, &result, fans + i * columns)
        else:
            total[i] = -1
            legal[i] = 0
            if fans != NULL:
                memset(fans + i * columns, 0, columns)


cdef class View:
    """A contiguous buffer that is released when the view goes."""
    cdef Py_buffer buffer
    cdef bint held

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.buffer)


cdef View view_of(object source, Py_ssize_t size, bint writable, str name):
    cdef View view = View()
    PyObject_GetBuffer(source, &view.buffer, PyBUF_WRITABLE if writable else PyBUF_SIMPLE)
    view.held = True
    if view.buffer.len != size:
        raise HandError(f"{name}: {view.buffer.len} bytes, expected {size}")
    return view


def score_block(Lattice lattice not None, wins, Py_ssize_t n, bint strict, total, legal, fans, error):
    """Scores `n` records. All arguments are contiguous buffers: `wins` n records of WIN_DTYPE, `total` n int32,
    `legal` and `error` n bytes, `fans` n * len(lattice.fans) bytes or None. Several threads may score
    different blocks at the same time; the GIL is released. Used by `mjcore.batch.score`."""
    cdef View source, totals, legals, counts, errors
    cdef uint8_t *fan_counts = NULL
    if n < 0:
        raise HandError(f"{n} rows")
    source = view_of(wins, n * <Py_ssize_t>sizeof(WinData), False, "wins")
    totals = view_of(total, 4 * n, True, "total")
    legals = view_of(legal, n, True, "legal")
    errors = view_of(error, n, True, "error")
    if fans is not None:
        counts = view_of(fans, n * len(lattice.fans), True, "fans")
        fan_counts = <uint8_t *>counts.buffer.buf
    with nogil:
        score_rows(&lattice.scorer, <const uint8_t *>source.buffer.buf, n, strict, <int32_t *>totals.buffer.buf,
                   <uint8_t *>legals.buffer.buf, fan_counts, <uint8_t *>errors.buffer.buf)
