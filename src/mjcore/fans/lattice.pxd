# A compiled rule set: the native table and what is needed to name its rows.
cimport cython
from libc.stdint cimport uint8_t, uint64_t

from mjcore.fans.ruletable cimport RuleTable
from mjcore.fans.results cimport Scorer
from mjcore.hand.engine cimport HandRules


@cython.final
cdef class Lattice:
    cdef RuleTable *table
    cdef HandRules hand_rules          # of rule sets with wild tiles
    cdef Scorer scorer
    cdef readonly tuple rows           # ids of the rows in the order of their bits
    cdef readonly tuple fans           # public ids, the columns of a batch
    cdef uint8_t evidence[128]         # by row: what shows it (explain.pxd)
    cdef uint64_t kinds[128]           # by row: kinds of the pungs that show it
    cdef uint8_t rank[128]             # by row: its place in the fan table as written
