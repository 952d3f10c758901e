# Why a rule set does not score a win, in words.
from mjcore.fans.wins cimport Win

# `code` of fans/wins.pxd; `rules` is the rule set.
cdef object raise_score_error(int code, Win win, object rules)
