"""Whether a state that came from outside can be one, second part: the question it asks (phases.pxd)."""
