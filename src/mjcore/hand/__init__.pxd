# Tile kinds, count arrays, suit tables, decomposition.
