"""Contiguous buffers of other objects, held as long as they are in use."""
from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer

from mjcore.errors import HandError


cdef class View:
    """A contiguous buffer that is released when the view goes."""

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
