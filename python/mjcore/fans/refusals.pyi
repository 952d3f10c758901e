"""Why a rule set does not score a win, in words (refusals.pxd)."""

SUITS: str
"""The letters of the suits."""
