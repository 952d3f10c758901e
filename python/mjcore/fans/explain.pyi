"""Which sets made a fan and which fan took which, for native callers only (explain.pxd)."""
