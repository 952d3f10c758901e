"""A rule set as the table reads it: flags and numbers, compiled once (flow.pxd)."""

from collections.abc import Callable
from typing import Any, final

from typing_extensions import Self

from mjcore.rules.base import RuleSet

CHOICES: dict[str, tuple[str, ...]]
"""Fields of `RuleSet.make_table` that are one of several texts."""

ABORTS: tuple[str, ...]
"""Abortive draws that a rule set can have."""

PAO: tuple[str, ...]
"""What a seat can be liable for."""

@final
class Flow:
    """A rule set, compiled for the table. Immutable, safe to share between threads; `RuleSet.flow` is made once for
    equal rule sets. RuleError for fields of `make_table` that are unknown, out of their range, or go against each
    other.

    >>> from mjcore import rules
    >>> flow = rules.get("mcr").flow
    >>> flow.rules.id, len(flow.actions)
    ('mcr', 75)
    """

    def __new__(cls, rules: RuleSet) -> Self: ...
    @property
    def rules(self) -> RuleSet:
        """The rule set."""

    @property
    def id(self) -> int:
        """A number of 32 bits that is the same for equal rule sets, on every platform."""

    @property
    def actions(self) -> tuple[int, ...]:
        """The sorted ids of all actions that can ever occur: the places of `Table.mask(compact=True)`."""

def set_resolver(resolver: Callable[[Any], RuleSet]) -> None:
    """Sets what finds the `RuleSet` of a name for tables; the facade does it."""
