"""Questions about a hand: `mjcore.shanten` and its like, with rule sets found by name."""

from __future__ import annotations

from mjcore.hand.queries import acceptance, best_discards, discards, is_win, set_resolver, shanten, waits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mjcore.rules.base import RuleSet

__all__ = ["acceptance", "best_discards", "discards", "is_win", "shanten", "waits"]


def _resolve(rules: str | RuleSet) -> RuleSet:
    # without rules= the questions need no rule sets, so that they are loaded when the first name comes
    from mjcore.rules import resolve

    return resolve(rules)


set_resolver(_resolve)
