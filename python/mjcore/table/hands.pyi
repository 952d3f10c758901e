"""Questions of the table to the hand engine (hands.pxd)."""
