"""34 counts from any Python object that holds them: bytes, integer buffers, lists, tuples."""
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBuffer_Release, PyObject_CheckBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_CheckExact, PyBytes_GET_SIZE
from cpython.exc cimport PyErr_Clear
from cpython.long cimport PyLong_CheckExact
from cpython.number cimport PyIndex_Check, PyNumber_Index
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE
from libc.stdint cimport int16_t, int32_t, int64_t
from libc.string cimport memcpy, strchr

from mjcore.hand.kinds cimport KINDS

import sys

from mjcore.errors import HandError

cdef extern from "Python.h":
    # declared without an exception check: a refused buffer becomes our own error
    int get_buffer "PyObject_GetBuffer"(object, Py_buffer*, int)

cdef enum:
    MOST = 4               # copies of a kind

# the sign of this machine's byte order in a buffer's format
cdef char NATIVE = c"<" if sys.byteorder == "little" else c">"


cdef object bad_length(Py_ssize_t length):
    return HandError(f"{length} counts; a hand has 34, one for each kind 1m..9m 1p..9p 1s..9s 1z..7z")


cdef object bad_count(int kind, object value):
    tile = f"{kind % 9 + 1}{'mpsz'[kind // 9]}"
    return HandError(f"count {kind} ({tile}) is {value}; a count is 0 to {MOST}")


cdef inline int check(const uint8_t* counts) except -1:
    cdef int i, total = 0, bad = 0
    for i in range(KINDS):
        total += counts[i]
        bad |= counts[i] > MOST
    if bad:
        for i in range(KINDS):
            if counts[i] > MOST:
                raise bad_count(i, counts[i])
    return total


cdef int load_items(tuple items, uint8_t* out) except -1:
    cdef int i = 0, total = 0
    cdef long value
    if PyTuple_GET_SIZE(items) != KINDS:
        raise bad_length(PyTuple_GET_SIZE(items))
    try:
        for i in range(KINDS):
            item = <object>PyTuple_GET_ITEM(items, i)
            value = item if PyLong_CheckExact(item) else whole(item, f"an integer 0 to {MOST} as count {i}")
            if value < 0 or value > MOST:
                raise bad_count(i, value)
            out[i] = <uint8_t>value
            total += <int>value
    except OverflowError:
        raise bad_count(i, "too large") from None
    return total


cdef object whole(object item, object wanted):
    if PyIndex_Check(item):
        try:
            return PyNumber_Index(item)
        except TypeError:
            # a numpy array claims to be an index and then refuses
            pass
    raise HandError(f"{wanted} expected; got {type(item).__name__}")


cdef int load_wide(const Py_buffer* view, uint8_t* out) except -1:
    # integers of 2, 4 or 8 bytes, not always aligned; negative ones come out as wrong counts too
    cdef int i, total = 0
    cdef int64_t value
    cdef int32_t four
    cdef int16_t two
    cdef const char* at = <const char*>view.buf
    for i in range(KINDS):
        if view.itemsize == 2:
            memcpy(&two, at + 2 * i, 2)
            value = two
        elif view.itemsize == 4:
            memcpy(&four, at + 4 * i, 4)
            value = four
        else:
            memcpy(&value, at + 8 * i, 8)
        if value < 0 or value > MOST:
            raise bad_count(i, "out of range" if value < 0 else value)
        out[i] = <uint8_t>value
        total += <int>value
    return total


cdef int load_buffer(object source, uint8_t* out) except -1:
    cdef Py_buffer view
    cdef const char* layout
    # the format is asked for only when needed: it costs time, and every one-byte type will do
    if get_buffer(source, &view, PyBUF_ND) != 0:
        PyErr_Clear()
        raise HandError(f"34 counts in a contiguous buffer expected; {type(source).__name__} gives none")
    if view.ndim == 1 and view.itemsize == 1 and view.len == KINDS:
        memcpy(out, view.buf, KINDS)
        PyBuffer_Release(&view)
        return check(out)
    PyBuffer_Release(&view)
    if get_buffer(source, &view, PyBUF_ND | PyBUF_FORMAT) != 0:
        PyErr_Clear()
        raise HandError(f"34 counts in a contiguous buffer expected; {type(source).__name__} gives none")
    try:
        if view.ndim != 1:
            raise HandError(f"a buffer of {view.ndim} dimensions; 34 counts have one")
        layout = "B"
        if view.format != NULL:
            layout = view.format
        if layout[0] == c"@" or layout[0] == c"=" or layout[0] == NATIVE:
            layout += 1
        if layout[0] == 0 or layout[1] != 0 or strchr(b"bBhHiIlLqQ", layout[0]) == NULL:
            raise HandError(f"a buffer of format {layout.decode('ascii', 'replace')!r}; counts are integers")
        if view.shape[0] != KINDS:
            raise bad_length(view.shape[0])
        if view.itemsize not in (2, 4, 8):
            raise HandError(f"a buffer of {view.itemsize}-byte items; counts have 1, 2, 4 or 8 bytes")
        return load_wide(&view, out)
    finally:
        PyBuffer_Release(&view)


cdef int load_counts(object source, uint8_t* out) except -1:
    if PyBytes_CheckExact(source):
        if PyBytes_GET_SIZE(source) != KINDS:
            raise bad_length(PyBytes_GET_SIZE(source))
        memcpy(out, PyBytes_AS_STRING(source), KINDS)
        return check(out)
    if type(source) is tuple:
        return load_items(source, out)
    if isinstance(source, (list, tuple)):
        # a copy: an item's __index__ or another thread may change the list meanwhile
        return load_items(tuple(source), out)
    if PyObject_CheckBuffer(source):
        return load_buffer(source, out)
    raise HandError(
        "a hand is a Hand, text or 34 counts (bytes, a buffer of integers, a list or a tuple), not "
        + type(source).__name__
    )


def counts(source):
    """34 counts as bytes, from bytes, a contiguous buffer of integers, a list or a tuple.

    Kinds stand in the order 1m..9m 1p..9p 1s..9s, East South West North, White Green Red; each count
    is 0 to 4. Anything else raises HandError.

    >>> counts([1] * 3 + [0] * 31)[:4]
    b'\\x01\\x01\\x01\\x00'
    """
    cdef uint8_t out[KINDS]
    load_counts(source, out)
    return (<const char*>out)[:KINDS]
