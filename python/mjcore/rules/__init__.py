"""Rule sets by name.

>>> from mjcore import rules
>>> rules.available()
('mcr', 'dazhong', 'hk', 'taiwan', 'sichuan', 'kawuxing', 'riichi')
>>> rules.get("mcr", two_concealed_kongs=8)
<RuleSet mcr two_concealed_kongs=8>
"""

from __future__ import annotations

import os

from mjcore.errors import RuleError, brief
from mjcore.rules import dazhong, hk, kawuxing, mcr, riichi, sichuan, taiwan
from mjcore.rules.base import RuleSet
from mjcore.rules.options import Option, Value

__all__ = ["Option", "RuleSet", "available", "export", "get", "load", "resolve"]

_RULE_SETS = {
    rules.id: rules
    for rules in (mcr.RULES, dazhong.RULES, hk.RULES, taiwan.RULES, sichuan.RULES, kawuxing.RULES, riichi.RULES)
}
_ALIASES = {alias: rules for rules in _RULE_SETS.values() for alias in (rules.id, *rules.aliases)}
# names of presets that only one rule set has
_PRESETS = {
    preset: rules
    for rules in _RULE_SETS.values()
    for preset in rules.presets
    if preset != "default" and preset not in _ALIASES
    and sum(preset in other.presets for other in _RULE_SETS.values()) == 1
}
# One object for each name that was asked for, so that a name costs one lookup.
_by_name: dict[str, RuleSet] = {}


def available() -> tuple[str, ...]:
    """The ids of all rule sets."""
    return tuple(_RULE_SETS)


def get(name: str, /, preset: str | None = None, **options: Value) -> RuleSet:
    """The rule set of a name or alias ("mcr", "guobiao", "riichi/tenhou3"), or of a preset that no other rule set has
    ("mleague"), with a preset and options.

    Raises RuleError for an unknown name, preset, option or value; the message lists what is known.
    """
    if not isinstance(name, str):
        raise RuleError(f"a rule set is named by text, not {type(name).__name__}")
    if preset is not None and not isinstance(preset, str):
        raise RuleError(f"a preset is named by text, not {type(preset).__name__}")
    base, slash, tail = name.partition("/")
    rules = _ALIASES.get(base)
    if rules is None and not slash and base in _PRESETS:
        rules, slash, tail = _PRESETS[base], "/", base
    if rules is None:
        raise RuleError(f"unknown rule set {brief(base)}; known: {', '.join(sorted(_ALIASES))}")
    if slash:
        if preset is not None and preset != tail:
            raise RuleError(f"two presets: {brief(tail)} in the name {brief(name)}, and preset={brief(preset)}")
        preset = tail
    if preset is not None:
        rules = rules.with_preset(preset)
    return rules.replace(**options) if options else rules


def load(source: str | os.PathLike[str]) -> RuleSet:
    """The rule set of a TOML file, by its path or as text (`mjcore.rules.house`, docs/house-rules.md).

    Raises RuleError that names the file, the line, the key and what is allowed there.

    >>> load('base = "mcr"\\nid = "friday"\\nminimum = 6').minimum
    6
    """
    from mjcore.rules.house import load as load_file

    return load_file(source)


def export(rules: str | RuleSet, lang: str = "en") -> str:
    """The text of a TOML file with everything in it, from which `load` makes an equal rule set. Remarks in `lang`.

    Needs the package tomlkit, which mjcore[cli] brings. Raises RuleError for a rule set whose settlement belongs to
    none of `available()`.
    """
    from mjcore.rules.house_export import to_toml

    return to_toml(resolve(rules), lang)


def resolve(rules: str | RuleSet) -> RuleSet:
    """A rule set from what a `rules=` argument takes."""
    if isinstance(rules, RuleSet):
        return rules
    found = _by_name.get(rules) if isinstance(rules, str) else None
    if found is None:
        found = _by_name[rules] = get(rules)
    return found
