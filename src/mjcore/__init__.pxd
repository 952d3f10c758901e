# Marks the Cython package; the declarations are in the sub-packages hand and fans.
