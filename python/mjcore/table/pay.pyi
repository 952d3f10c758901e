"""Money that wins, kongs and the end of the wall move between the seats (pay.pxd)."""
