# The hand engine for Python: one object for a set of forms, and questions about single hands.
cimport cython

from mjcore.hand.questions cimport EngineData


@cython.final
cdef class HandEngine:
    cdef EngineData data       # rules.five is filled in when the first hand of five sets comes
    cdef dict stands_for       # kind of a wild tile -> mask of the kinds that it stands for


# The engine of a `rules=` argument: None, a HandEngine, a rule set, or the name of one.
cdef HandEngine engine_of(object rules)
