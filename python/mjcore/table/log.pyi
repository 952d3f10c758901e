"""What happened in a hand: a buffer that grows, beside the state (log.pxd)."""
