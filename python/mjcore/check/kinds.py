"""The kinds of variant cases: for each, the function that answers it from a rule set and the input.

A later kind is one function with the decorator `kind`; a rule set can answer it if it has the capability
that the function is registered with (an attribute of the RuleSet, or of a part of it as in "procedure.deal", that is
there and not None; "" for what every rule set can answer).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mjcore.check.fields import Fault, Fields
from mjcore.rules.base import RuleSet

# every kind that is published; what is in neither is unknown
RUN = (
    "score", "nowin", "fans", "waits", "wild", "claim", "settle", "dealer", "deal", "open", "wall", "kong",
    "exhaust", "gangpao", "multi", "xi", "side",
)
# statements in words about what is legal: turned into tests by hand
NOT_RUN = ("play", "north", "availability")

# what a kind answers: the fields that its `expect` may state, each computed when it is asked for
Answers = Mapping[str, Callable[[], object]]
Run = Callable[[RuleSet, Fields], Answers]


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of case is answered, and the values of `expect` that the kind itself states."""

    run: Run
    capability: str
    states: Mapping[str, object]


KINDS: dict[str, Kind] = {}


def kind(name: str, *, capability: str, **states: object) -> Callable[[Run], Run]:
    """Registers the function that answers the cases of this kind."""

    def register(run: Run) -> Run:
        if name not in RUN or name in KINDS:
            raise ValueError(f"{name} is no published kind, or has an answer already")
        KINDS[name] = Kind(run, capability, states)
        return run

    return register


def answers(name: str, rule_set: RuleSet, case: Fields) -> tuple[Answers, dict[str, Any]]:
    """The answers to a case, and its `expect` with what the kind states added.

    `Fault` for a kind that nothing or not this rule set can answer.
    """
    found = KINDS.get(name)
    if found is None or not _can(rule_set, found.capability):
        can = ", ".join(k for k in RUN if k in KINDS and _can(rule_set, KINDS[k].capability))
        raise Fault(f"rule set {rule_set.id} can not answer the kind {name}: expected one of {can}")
    expect = case.object("expect").rest()
    if not expect:
        raise Fault("expect is empty: there is nothing to compare")
    for field, value in found.states.items():
        if expect.setdefault(field, value) is not value:
            raise Fault(f"expect.{field} does not fit the kind {name}")
    answer = found.run(rule_set, case)
    case.done()
    return answer, expect


def _can(rule_set: RuleSet, capability: str) -> bool:
    part: object = rule_set
    for name in capability.split(".") if capability else ():
        part = getattr(part, name, None)
    return part is not None
