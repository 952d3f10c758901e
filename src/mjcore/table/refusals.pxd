# Why an action is not legal.

# Raises IllegalAction with the reason. `table` is a Table, `seat` the seat that wants it (255: nobody is asked).
cdef object refuse(object table, int action, int seat)
