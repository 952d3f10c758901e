# The fu of a scored win, item by item.
from mjcore.fans.ruletable cimport RuleTable
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.hand.decompose cimport Reading

# The items as a tuple of `mjcore.fans.han_fu.FuItem`; they add up to the fu of the result.
cdef tuple fu_items(const RuleTable *rules, const WinData *win, const ScoreResult *result, const Reading *reading)
