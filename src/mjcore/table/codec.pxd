# A state as bytes that any platform reads, and back with every check.
from mjcore.table.flow cimport Flow
from mjcore.table.state cimport State

cdef bytes packed(Flow compiled, const State *state, bint censored)
# The compiled rule set of the bytes; fills `state`. HandError for bytes that are no state.
cdef Flow unpacked(object data, object rules, State *state, bint *censored)
