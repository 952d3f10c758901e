"""The schema `mjcore-variant-cases/1`: cases of any rule set, by kind."""

from __future__ import annotations

from typing import Any

from mjcore.check import procedures, settlements, wins  # they register their kinds
from mjcore.check.fields import Fault, Fields
from mjcore.check.kinds import NOT_RUN, RUN, answers
from mjcore.check.report import Difference
from mjcore.check.rule_sets import rule_set_for
from mjcore.check.values import compare

SCHEMA = "mjcore-variant-cases/1"
__all__ = ["SCHEMA", "cases", "run"]
del procedures, settlements, wins


def cases(file: Fields) -> tuple[str, list[Any]]:
    """The variant and the cases of a file, whose other fields are all known."""
    variant = file.text("variant")
    file.choice("notation", {"mpsz": None})
    found = file.items("cases")
    file.done()
    return variant, found


def run(variant: str, case: Fields) -> list[Difference] | None:
    """Answers one case and compares all of its `expect`; None for a kind that is not run."""
    case.text("why", "")
    name = case.text("kind")
    if name not in RUN and name not in NOT_RUN:
        raise Fault(f"unknown kind {name}: expected one of {', '.join((*RUN, *NOT_RUN))}")
    preset = case.text("preset") if case.has("preset") else None
    rule_set = rule_set_for(variant, preset, case.object("options").rest())
    if name in NOT_RUN:
        return None
    answer, expect = answers(name, rule_set, case)
    return compare(expect, answer, f"{rule_set.id} for the kind {name}")
