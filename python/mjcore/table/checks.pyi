"""Whether a state that came from outside can be one, first part: fields by themselves (checks.pxd)."""
