"""Why an action is not legal, in words (refusals.pxd)."""
