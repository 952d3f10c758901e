# Facts of a win, the fan lattice, scoring.
