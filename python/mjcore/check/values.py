"""Comparing what a case states with what the library answers, exactly and by type."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping

from mjcore.check.fields import Fault, shown
from mjcore.check.report import Difference

# answers whose order says nothing
UNORDERED = frozenset({"fans", "fans_if_allowed", "kinds", "seats", "winners", "yaku", "yakuman"})


def same(one: object, other: object) -> bool:
    """Equal in value and type: JSON's true is not 1, and 8.0 is not 8."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other


def compare(expected: Mapping[str, object], answers: Mapping[str, Callable[[], object]], who: str
            ) -> list[Difference]:
    """The differences of a case's `expect`, whose every field must have an answer."""
    if not expected:
        raise Fault("expect is empty: there is nothing to compare")
    found = []
    for name, wanted in expected.items():
        if name not in answers:
            raise Fault(f"unknown field expect.{name}: {who} answers {', '.join(answers)}")
        got = answers[name]()
        if name in UNORDERED and isinstance(got, list):
            found += _unordered(name, wanted, got)
        elif not same(wanted, got):
            found.append(Difference(name, shown(wanted), shown(got)))
    return found


def _unordered(name: str, wanted: object, got: object) -> list[Difference]:
    if not isinstance(wanted, list) or not isinstance(got, list):
        raise Fault(f"expect.{name} is {shown(wanted)}: expected a list")
    # the JSON text keeps types apart
    ours, theirs = Counter(map(json.dumps, got)), Counter(map(json.dumps, wanted))
    return [
        Difference(f"{name} {item}", theirs[item], ours[item])
        for item in dict.fromkeys([*theirs, *ours])
        if theirs[item] != ours[item]
    ]


def compare_counts(field: str, wanted: Mapping[str, int], got: Mapping[str, int]) -> list[Difference]:
    """The differences of two counted sets of names."""
    return [
        Difference(f"{field} {name}", wanted.get(name, 0), got.get(name, 0))
        for name in dict.fromkeys([*wanted, *got])
        if wanted.get(name, 0) != got.get(name, 0)
    ]
