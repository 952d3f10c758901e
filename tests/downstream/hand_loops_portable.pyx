"""The same as hand_loops.pyx, built with MJ_NO_SSE2: the code that processors other than x86-64 run.

Structs that hold a hand are others than in mjcore itself, so that nothing may be asked here that inline functions do
not answer alone: the usual forms with all kinds in play, and for shanten and accepted kinds those of MCR too.
"""
include "hand_loops.pyx"
