"""A state as bytes."""
from libc.string cimport memcpy, memset

from mjcore.table.flow cimport Flow, flow_of
from mjcore.table.state cimport State, state_size

from mjcore.errors import HandError


cdef bytes packed(Flow compiled, const State *state, bint censored):
    return (<const char *>state)[:state_size(state)]


cdef Flow unpacked(object data, object rules, State *state, bint *censored):
    cdef Flow compiled = flow_of(rules)
    cdef bytes raw = bytes(data)
    memset(state, 0, sizeof(State))
    if len(raw) > <Py_ssize_t>sizeof(State):
        raise HandError("too many bytes")
    memcpy(state, <const char *>raw, len(raw))
    return compiled
