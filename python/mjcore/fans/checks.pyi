"""What can be wrong with a win, and the checks that need no rule set (checks.pxd)."""

ERROR_TEXTS: dict[int, str]
"""What can be wrong with a win, by the codes of `mjcore.batch.BatchScore.error`."""

NOT_WINS: tuple[int, ...]
"""Those of these codes that are no faults: sound hands that do not win."""
