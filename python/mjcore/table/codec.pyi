"""A state as bytes that any platform reads, and back with every check (codec.pxd)."""

from mjcore.rules.base import RuleSet
from mjcore.table.flow import Flow

def rules_text(rules: RuleSet) -> bytes:
    """A name of the rule set, with the preset that comes nearest to it, and the options that differ from that, as JSON:
    enough for `rules_of`. The same for equal rule sets.

    >>> from mjcore import rules
    >>> rules_text(rules.get("hk", min_faan=0)), rules_text(rules.get("mleague"))
    (b'["hk",{"min_faan":0}]', b'["riichi/mleague",{}]')
    """

def rules_of(text: bytes, known: int, rules: str | RuleSet | Flow | None = None) -> Flow:
    """The compiled rule set that made bytes: the given one, else the one that `text` (of `rules_text`) names. `known`
    is its number (`Flow.id`). HandError where it is not to be had, or another one."""
