# Wins: what a seat would win with, and whether it may.
from libc.stdint cimport int32_t, uint16_t

from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.table.flow cimport FlowData
from mjcore.table.state cimport State

# The win of a seat on a tile byte. `source`: the seat that gave it, NOBODY for a self-draw (then the tile is among its
# concealed tiles). `what`: as What, for tiles of others. NOTHING as tile: a win on flowers.
cdef void fill_win(const FlowData *flow, const State *state, int seat, int tile, int source, int what,
                   WinData *out) noexcept nogil

# Whether the win is one and worth enough; `result` is filled then. Bars are not asked.
cdef bint passes(const FlowData *flow, const State *state, const WinData *win, ScoreResult *result) noexcept nogil
