"""Facts of a win, the pattern vocabulary, the fan lattice, and scoring against a compiled rule set."""
