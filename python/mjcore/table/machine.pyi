"""The state machine: from one question to the next (machine.pxd)."""
