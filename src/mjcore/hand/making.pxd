# What a HandEngine is made of, read from Python objects.
from libc.stdint cimport uint64_t

from mjcore.hand.questions cimport EngineData

# Fills in an engine that is all zero from the arguments of HandEngine, and gives what `read_wild` does; RuleError.
cdef dict make_engine(EngineData *out, object forms, object tiles, object sets, object quad_pairs, object fifth_waits,
                      object strict, object wild, object most_suits, object pairs_with)

# Kind of a wild tile -> mask of what it stands for.
cdef dict read_wild(object wild, uint64_t exists)

# The kinds of a mask or a text as a mask, and the other way round; RuleError "{name} ...".
cdef uint64_t kinds_mask(object source, str name) except? 0
cdef str kinds_text(uint64_t kinds)
