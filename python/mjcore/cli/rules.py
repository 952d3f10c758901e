"""`mjcore rules`: what rule sets there are, and the fans and options of one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from rich.table import Table

from mjcore import rules
from mjcore.cli.closed_fans import closed_only
from mjcore.cli.console import show, show_json, show_text, table
from mjcore.cli.options import json_option, lang_option, preset_options, read_rules
from mjcore.cli.payments import multiplies
from mjcore.cli.words import allowed_in, circumstance, name_in, points_and_fan, word
from mjcore.fans.rows import Fan
from mjcore.procedure.walls import tile_count
from mjcore.rules.base import RuleSet
from mjcore.rules.options import Option

# of what a share pays without a limit
MOST_SHARES = 10


@click.command("rules")
@click.argument("name", required=False)
@preset_options
@lang_option
@json_option
@click.option("--dot", is_flag=True, help="The fan lattice for Graphviz; an arrow means covers.")
@click.option("--export", is_flag=True, help="A rule file (TOML) with everything in it, to change and use as NAME.")
def rules_command(name: str | None, preset: str | None, settings: tuple[str, ...], lang: str, as_json: bool,
                  dot: bool, export: bool) -> None:
    """List the rule sets, or show the fans and options of NAME.

    NAME may be an alias, may carry a preset: name/preset, or be a rule file: path/to/file.toml.
    """
    if name is None:
        if preset or settings or dot or export:
            raise click.UsageError("--preset, --set, --dot and --export need the NAME of a rule set")
        _show_list(lang, as_json)
        return
    if dot + as_json + export > 1:
        raise click.UsageError("--dot, --json and --export exclude each other")
    rule_set = read_rules(name, preset, settings)
    if dot:
        show_text(to_dot(rule_set, lang))
    elif export:
        show_text(rules.export(rule_set, lang).rstrip("\n"))
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
    preset = next(iter(rule_set.presets), None)
    name = rule_set.id if rule_set.preset in (preset, "default") else f"{rule_set.id}/{rule_set.preset}"
    fans = _fan_table(rule_set, f"{name_in(rule_set.names, lang)} ({name}): {_summary(rule_set, lang)}", lang)
    options = table(
        "", word("option", lang), word("value", lang), word("values", lang), word("meaning", lang),
        rows=(
            (o.id, _value(rule_set.values[o.id], lang), _allowed(o, rule_set, lang), o.help_in(lang))
            for o in rule_set.options
        ),
    )
    said = [circumstance(name, lang) for name in rule_set.circumstances]
    more = [f"{word(key, lang)}: {', '.join(names)}"
            for key, names in (("presets", rule_set.presets), ("circumstances", said))]
    return [fans, options, *_shares(rule_set, lang), *more]


def _summary(rule_set: RuleSet, lang: str) -> str:
    """One line about a rule set; where its own is not in the language, players, tiles and what a win needs."""
    if lang == "en":
        return rule_set.summary
    parts = [f"{rule_set.players} {word('players', lang)}", f"{tile_count(rule_set.tiles)} {word('tiles', lang)}"]
    if rule_set.minimum:
        worth = word("han", lang) if rule_set.lattice.counts_han else name_in(rule_set.point_names, lang)
        parts.append(f"{word('minimum', lang)} {rule_set.minimum} {worth}")
    return ", ".join(parts)


def _shares(rule_set: RuleSet, lang: str) -> list[str]:
    """What one share pays, by the total, as far as the limit; without one the first."""
    if not rule_set.units:
        return []
    limit = rule_set.make_lattice_options(rule_set.values).get("cap")
    shown = rule_set.units[:(MOST_SHARES if limit is None else limit) + 1]
    more = [] if limit is not None or len(shown) == len(rule_set.units) else ["..."]
    points = name_in(rule_set.point_names, lang)
    return [f"{word('shares', lang)} (0, 1, 2 ... {points}): {' '.join([*map(str, shown), *more])}"]


def _fan_table(rule_set: RuleSet, title: str, lang: str) -> Table:
    """A line for each fan of the book; rows of the table that share a public id are one fan."""
    names = {row.id: row.name(lang) for row in rule_set.fans}
    han = rule_set.lattice.counts_han
    points, fan = points_and_fan(rule_set.point_names, lang)
    numbers = [word("han closed", lang), word("open", lang)] if han else [points]
    cross = "×" if multiplies(rule_set) else ""
    rows = []
    for public_id in dict.fromkeys(row.public_id for row in rule_set.fans):
        shared = [row for row in rule_set.fans if row.public_id == public_id]
        covered = [names.get(other, other) for row in shared for other in row.covers]
        covered += [f"{names[other]} -{times}" for row in shared for other, times in row.reduces.items()]
        values = _han(shared, rule_set.sets, lang) if han else (f"{cross}{shared[0].value}",)
        rows.append((*values, names[shared[0].id], public_id, ", ".join(dict.fromkeys(covered))))
    return table(title, *numbers, word("yaku", lang) if han else fan, word("id", lang), word("covers", lang),
                 right=numbers, rows=rows)


def _han(rows: Iterable[Fan], sets: int, lang: str) -> tuple[str, str]:
    """What rows of one fan are worth for a closed hand and for one with claimed melds, a dash where none has it."""
    closed, opened = [], []
    for row in rows:
        kind = {"yakuman": word("yakuman", lang), "alternative": word("alone", lang)}.get(row.acc, "")
        kind = word("each", lang) if row.count == "each" else kind
        closed.append(f"{row.value} {kind}".rstrip())
        value = row.value if row.value_open is None else row.value_open
        opened.append("-" if closed_only(row, sets) else f"{value} {kind}".rstrip())
    return " / ".join(dict.fromkeys(closed)), " / ".join(dict.fromkeys(opened))


def _value(value: object, lang: str) -> str:
    """An option's value as one types it, with what it says in Chinese."""
    typed = _typed(value)
    return f"{typed}（无）" if lang == "zh" and typed == _typed(None) else typed


def _typed(value: object) -> str:
    """An option's value as one types it; a list may have blanks then."""
    return str(value).lower().replace(",", ", ") or "none"


def _allowed(option: Option, rule_set: RuleSet, lang: str) -> str:
    """What may be typed, and the default where another value is in force."""
    allowed = allowed_in(str(option.allowed).lower().replace("'", ""), lang)
    if rule_set.values[option.id] == option.default:
        return allowed
    return f"{allowed} ({word('default', lang)} {_typed(option.default)})"


def to_dict(rule_set: RuleSet) -> dict[str, Any]:
    """A rule set as plain values: what `mjcore rules NAME --json` prints."""
    return {
        "id": rule_set.id,
        "names": dict(rule_set.names),
        "aliases": list(rule_set.aliases),
        "summary": rule_set.summary,
        "point_names": dict(rule_set.point_names),
        "units": list(rule_set.units),
        "multiplies": multiplies(rule_set),
        "preset": rule_set.preset,
        "presets": {name: dict(values) for name, values in rule_set.presets.items()},
        "circumstances": list(rule_set.circumstances),
        "fans": [
            {
                "id": fan.id,
                "public_id": fan.public_id,
                "names": dict(fan.names),
                "value": fan.value,
                "value_open": fan.value_open,
                "closed_only": closed_only(fan, rule_set.sets),
                "acc": fan.acc,
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
                "allowed": option.allowed,
                "default": option.default,
                "value": rule_set.values[option.id],
                "help": option.help,
                "help_zh": option.zh,
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
