"""`mjcore rules`: what rule sets there are, and the fans and options of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from rich.table import Table

from mjcore import rules
from mjcore.cli.console import show, show_json, show_text, table
from mjcore.cli.options import json_option, lang_option, preset_options, read_rules
from mjcore.cli.words import name_in, word
from mjcore.rules.base import RuleSet


@click.command("rules")
@click.argument("name", required=False)
@preset_options
@lang_option
@json_option
@click.option("--dot", is_flag=True, help="The fan lattice for Graphviz; an arrow means covers.")
def rules_command(name: str | None, preset: str | None, settings: tuple[str, ...], lang: str, as_json: bool,
                  dot: bool) -> None:
    """List the rule sets, or show the fans and options of NAME.

    NAME may be an alias, and may carry a preset: name/preset.
    """
    if name is None:
        if preset or settings or dot:
            raise click.UsageError("--preset, --set and --dot need the NAME of a rule set")
        _show_list(lang, as_json)
        return
    if dot and as_json:
        raise click.UsageError("--dot and --json exclude each other")
    rule_set = read_rules(name, preset, settings)
    if dot:
        show_text(to_dot(rule_set, lang))
    elif as_json:
        show_json(to_dict(rule_set))
    else:
        show(*_tables(rule_set, lang))


def _show_list(lang: str, as_json: bool) -> None:
    known = [rules.get(name) for name in rules.available()]
    if as_json:
        show_json([{"id": r.id, "names": dict(r.names), "aliases": list(r.aliases)} for r in known])
        return
    rows = ((r.id, name_in(r.names, lang), ", ".join(r.aliases)) for r in known)
    show(table("", word("rules", lang), word("name", lang), word("also known as", lang), rows=rows))


def _tables(rule_set: RuleSet, lang: str) -> list[str | Table]:
    points = word("points", lang)
    fans = table(
        f"{name_in(rule_set.names, lang)} ({rule_set.id}): {rule_set.summary}",
        points, word("fan", lang), word("id", lang), word("covers", lang),
        right=[points],
        rows=_fan_rows(rule_set, lang),
    )
    options = table(
        "", word("option", lang), word("value", lang), word("values", lang), word("meaning", lang),
        rows=(
            (o.id, _typed(rule_set.values[o.id]), ", ".join(map(_typed, o.values)), o.help)
            for o in rule_set.options
        ),
    )
    more = [
        f"{word(key, lang)}: {', '.join(names)}"
        for key, names in (("presets", rule_set.presets), ("circumstances", rule_set.circumstances))
    ]
    return [fans, options, *more]


def _fan_rows(rule_set: RuleSet, lang: str) -> Iterator[tuple[object, ...]]:
    """A line for each fan of the book; rows of the table that share a public id are one fan."""
    names = {row.id: row.name(lang) for row in rule_set.fans}
    for public_id in rule_set.fan_ids:
        rows = [row for row in rule_set.fans if row.public_id == public_id]
        covered = [names.get(other, other) for row in rows for other in row.covers]
        covered += [f"{names[other]} -{times}" for row in rows for other, times in row.reduces.items()]
        yield rows[0].value, names[rows[0].id], public_id, ", ".join(dict.fromkeys(covered))


def _typed(value: object) -> str:
    """An option's value as one types it."""
    return str(value).lower()


def to_dict(rule_set: RuleSet) -> dict[str, Any]:
    """A rule set as plain values: what `mjcore rules NAME --json` prints."""
    return {
        "id": rule_set.id,
        "names": dict(rule_set.names),
        "aliases": list(rule_set.aliases),
        "summary": rule_set.summary,
        "preset": rule_set.preset,
        "presets": {name: dict(values) for name, values in rule_set.presets.items()},
        "circumstances": list(rule_set.circumstances),
        "fans": [
            {
                "id": fan.id,
                "public_id": fan.public_id,
                "names": dict(fan.names),
                "value": fan.value,
                "covers": list(fan.covers),
                "reduces": dict(fan.reduces),
                "pattern": fan.pattern,
            }
            for fan in rule_set.fans
        ],
        "options": [
            {
                "id": option.id,
                "values": list(option.values),
                "default": option.default,
                "value": rule_set.values[option.id],
                "help": option.help,
            }
            for option in rule_set.options
        ],
    }


def to_dot(rule_set: RuleSet, lang: str) -> str:
    """The fan lattice in Graphviz' language: a node a row, an edge from A to B where A covers B,
    a dashed one where A lowers the count of B."""
    lines = [f"digraph {_quoted(rule_set.id)} {{", "  rankdir=LR;", "  node [shape=box];"]
    for fan in rule_set.fans:
        lines.append(f"  {_quoted(fan.id)} [label={_quoted(f'{fan.name(lang)} {fan.value}')}];")
    for fan in rule_set.fans:
        lines += [f"  {_quoted(fan.id)} -> {_quoted(covered)};" for covered in fan.covers]
        lines += [
            f'  {_quoted(fan.id)} -> {_quoted(other)} [style=dashed, label="-{times}"];'
            for other, times in fan.reduces.items()
        ]
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
