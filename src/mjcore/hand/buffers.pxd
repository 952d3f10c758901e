# Contiguous buffers of other objects, held as long as they are in use.
cimport cython


@cython.final
cdef class View:
    cdef Py_buffer buffer
    cdef bint held


# A view of `source`, which must have `size` bytes; HandError with `name` if it has not.
cdef View view_of(object source, Py_ssize_t size, bint writable, str name)
