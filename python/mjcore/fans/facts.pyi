"""Facts of a win that do not depend on the reading, for native callers only (facts.pxd)."""
