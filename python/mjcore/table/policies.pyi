"""Players without memory, for native callers only (policies.pxd); from Python by `mjcore.table.rollouts`."""
