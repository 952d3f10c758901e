"""From the variant, preset and options of a case to the rule set of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcore import rules
from mjcore.check.fields import Fault, shown
from mjcore.errors import RuleError
from mjcore.rules.base import RuleSet
from mjcore.rules.options import Option

# variants that are played by rule sets of another name; the first one that has the preset is meant
PLAYED_BY = {
    "sichuan_tables": ("sichuan",),
    "set156_caishen": ("set156", "dazhong"),
}


def rule_set_for(variant: str, preset: str | None, options: Mapping[str, Any]) -> RuleSet:
    """The rule set of a case. `RuleError` or `Fault` names what is unknown, and what is known."""
    names = PLAYED_BY.get(variant, (variant,))
    known = rules.available()
    if not any(name in known for name in names):
        raise Fault(f"unknown rule set {' or '.join(names)}: mjcore has {', '.join(known)}")
    problems = []
    for name in names:
        try:
            return _with_options(rules.get(name, preset=preset), options)
        except RuleError as error:
            problems.append(str(error))
    raise RuleError("\n".join(problems))


def _with_options(rule_set: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    for option in rule_set.options:
        # to Python 1 is True, to a case file it is not
        if option.id in options and not option.accepts(_number(option, options[option.id])):
            allowed = option.allowed
            if len(option.values) > 1:
                allowed = ", ".join(map(shown, option.values))
            raise Fault(f"option {option.id} is {shown(options[option.id])}: expected {allowed}")
    return rule_set.replace(**options)


def _number(option: Option, value: object) -> object:
    """The number that a text is meant for, where an option has numbers and texts (7, 8, "off"); else the value."""
    numbers = {str(allowed): allowed for allowed in option.values if type(allowed) is int}
    texts = any(isinstance(allowed, str) for allowed in option.values)
    return numbers.get(value, value) if texts and isinstance(value, str) else value
