"""Options that several commands share: which rules, which language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from mjcore import rules
from mjcore.cli.words import LANGUAGES
from mjcore.rules.base import RuleSet

Function = TypeVar("Function", bound=Callable[..., Any])

lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of names."
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON for machines.")


def preset_options(function: Function) -> Function:
    """--preset and --set."""
    function = click.option(
        "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the rules; repeatable."
    )(function)
    return click.option("--preset", metavar="NAME", help="A preset of the rules.")(function)


def read_rules(name: str, preset: str | None, settings: tuple[str, ...]) -> RuleSet:
    """The rule set with its preset and options; `RuleError` names what is unknown and what is allowed."""
    rule_set = rules.get(name, preset=preset)
    given: dict[str, str] = {}
    for setting in settings:
        option, equals, text = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--set {setting}: expected OPTION=VALUE")
        given[option] = text
    return rule_set.replace(**given) if given else rule_set
