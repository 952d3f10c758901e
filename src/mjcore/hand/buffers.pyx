"""Contiguous buffers of other objects, held as long as they are in use."""
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.string cimport strchr

from mjcore.errors import HandError


cdef class View:
    """A contiguous buffer that is released when the view goes."""

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.buffer)


cdef View view_of(object source, Py_ssize_t size, bint writable, str name):
    cdef View view = View()
    try:
        # without strides: contiguous
        PyObject_GetBuffer(source, &view.buffer, PyBUF_ND | PyBUF_FORMAT | (PyBUF_WRITABLE if writable else 0))
    except (TypeError, ValueError, BufferError) as error:
        what = "a contiguous buffer that can be written" if writable else "a contiguous buffer"
        raise HandError(f"{name}: {type(source).__name__}, expected {what} of {size} bytes ({error})") from error
    view.held = True
    # bytes that are no objects would be taken for such
    if writable and view.buffer.format != NULL and strchr(view.buffer.format, c"O") != NULL:
        raise HandError(f"{name}: a buffer of Python objects, expected {size} bytes")
    if view.buffer.len != size:
        raise HandError(f"{name}: {view.buffer.len} bytes, expected {size}")
    return view
