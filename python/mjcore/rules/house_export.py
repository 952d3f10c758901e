"""Rule sets as TOML files with everything in them, which `house.load` reads back.

All that is data is written out: tiles, forms, rows, numbers, the values of options. What is a function (payments,
penalties, the course of a hand) is named by the rule set that it belongs to.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mjcore.errors import RuleError
from mjcore.fans.han_fu import HanFu
from mjcore.fans.rows import Fan
from mjcore.hand.tiles import Tile
from mjcore.rules import available, get
from mjcore.rules.base import RuleSet
from mjcore.rules.house_data import ENGINE_TYPES, FRAME, LATTICE_TYPES, NONE, declared, seal_of
from mjcore.rules.house_makers import shapes
from mjcore.rules.options import Option

if TYPE_CHECKING:
    from tomlkit.items import Table

# fields of a row that come first, and those that are always written
FIRST = ("zh", "en", "ja", "value", "value_open", "pattern")
ALWAYS = ("zh", "en", "value")
REMARKS = {
    "en": {
        "file": "A rule set with everything in it; mjcore.rules.load(PATH) and mjcore ... --rules PATH read it.",
        "options": "What payments and the course of a hand go by.",
        "decided": "Worked into the rows and numbers of this file: change those. What stands here is sealed.",
        "lattice": "How rows are combined into points.",
        "fans": "A table for each row, those of the book in its order.",
    },
    "zh": {
        "file": "完整的规则文件；用 mjcore.rules.load(路径) 或 mjcore ... --rules 路径 读取。",
        "options": "结算和牌局流程所依据的选项。",
        "decided": "已计入本文件的番种和数值：请改番种和数值；这里的值已封存。",
        "lattice": "番种如何合计成分。",
        "fans": "每个番种一节，按规则书的次序。",
    },
}


def to_data(rules: RuleSet) -> dict[str, Any]:
    """The contents of the file as plain values.

    >>> from mjcore.rules import get
    >>> data = to_data(get("mcr"))
    >>> data["behaviour"], data["minimum"], data["fans"]["all_pungs"]
    ('mcr', 8, {'zh': '碰碰和', 'en': 'All Pungs', 'value': 6, 'pattern': 'all_pungs'})
    """
    model = _model(rules)
    for name in declared((row.pattern for row in rules.fans), rules.sets):
        if name not in rules.circumstances:
            # `load` would add it
            raise RuleError(f"{rules.id}: its rows ask for {name}, which is none of its circumstances")
    # not by the options of `rules`: those of a file have been decided before
    worked_in = {option.id for option in model.options if shapes(model, option)}
    values = {name: NONE if value is None else value for name, value in rules.values.items()}
    decided = {name: value for name, value in values.items() if name in worked_in}
    data = {
        "id": rules.id,
        "names": dict(rules.names),
        "aliases": list(rules.aliases),
        "summary": rules.summary,
        "point_names": dict(rules.point_names),
        "behaviour": model.id,
        "preset": rules.preset,
        "seal": seal_of(decided),
        **{name: _plain(getattr(rules, name)) for name in FRAME},
        "options": {name: value for name, value in values.items() if name not in worked_in},
        "decided": decided,
        "lattice": _given(rules, "lattice", rules.make_lattice_options(rules.values), LATTICE_TYPES),
        "engine": _given(rules, "engine", rules.make_engine_options(rules.values), ENGINE_TYPES),
        "fans": {row.id: _row(row) for row in rules.fans},
    }
    return {key: value for key, value in data.items() if value not in ([], {})}


def to_toml(rules: RuleSet, lang: str = "en") -> str:
    """The text of the file, with remarks in a language. Needs tomlkit."""
    import tomlkit

    remarks = REMARKS.get(lang, REMARKS["en"])
    options = {option.id: option for option in _model(rules).options}
    document = tomlkit.document()
    document.add(tomlkit.comment(remarks["file"]))
    for key, value in to_data(rules).items():
        if key == "options":
            helps = {name: f"{options[name].help_in(lang)} [{_allowed(options[name])}]" for name in value}
            document.add(key, _table(value, remarks[key], helps))
        elif key in ("decided", "lattice", "engine"):
            table = _table({name: item for name, item in value.items() if name != "han_fu"}, remarks.get(key, ""), {})
            if "han_fu" in value:
                table.add("han_fu", _table(value["han_fu"], "", {}))
            document.add(key, table)
        elif key == "fans":
            document.add(tomlkit.nl())
            document.add(tomlkit.comment(remarks[key]))
            rows = tomlkit.table(is_super_table=True)
            for id, row in value.items():
                rows.add(id, _table(row, "", {}))
            document.add(key, rows)
        else:
            document.add(key, _item(value))
    return tomlkit.dumps(document)


def _table(fields: Mapping[str, Any], remark: str, helps: Mapping[str, str]) -> Table:
    """A table with a remark in front and one before each key that has one."""
    import tomlkit

    table = tomlkit.table()
    if remark:
        table.add(tomlkit.comment(remark))
    for name, value in fields.items():
        if name in helps:
            table.add(tomlkit.nl())
            table.add(tomlkit.comment(helps[name]))
        table.add(name, _item(value))
    return table


def _item(value: Any) -> Any:
    """A value for tomlkit: tables inside of tables in one line."""
    import tomlkit

    if not isinstance(value, dict):
        return value
    table = tomlkit.inline_table()
    for key, item in value.items():
        table.add(key, _item(item))
    return table


def _allowed(option: Option) -> str:
    """What an option may be, as one writes it in a file."""
    if type(option) is not Option:
        return option.allowed
    values = (NONE if value is None else value for value in option.values)
    return ", ".join(f'"{value}"' if isinstance(value, str) else str(value).lower() for value in values)


def _model(rules: RuleSet) -> RuleSet:
    """The known rule set with the same settlement, procedure and options, and the same values of these."""
    names = sorted(available(), key=lambda name: name != rules.id)
    for name in names:
        known = get(name)
        if (known.make_settlement, known.procedure) == (rules.make_settlement, rules.procedure) and [
            option.id for option in known.options
        ] == [option.id for option in rules.options]:
            return known.replace(**rules.values)
    raise RuleError(f"{rules.id}: its settlement, procedure and options are those of no known rule set, expected those "
                    f"of {', '.join(available())}")


def _row(row: Fan) -> dict[str, Any]:
    """The fields of a row that are not as every row has them, names and value in front."""
    fields = {
        field.name: getattr(row, field.name)
        for field in dataclasses.fields(row)
        if field.name in ALWAYS or getattr(row, field.name) != _default(field)
    }
    return {name: _plain(fields[name]) for name in sorted(fields, key=_place) if name != "id"}


def _place(name: str) -> int:
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _default(field: dataclasses.Field[Any]) -> object:
    return field.default_factory() if field.default_factory is not dataclasses.MISSING else field.default


def _given(rules: RuleSet, table: str, fields: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """What a rule set says in a table; what is None is as good as not said."""
    for name in fields:
        if name not in known:
            raise RuleError(f"{rules.id}: a rule file has no key for {name} of {table}")
    return {name: _plain(value) for name, value in fields.items() if value is not None}


def _plain(value: Any) -> Any:
    """A value as `Source.read` takes it: lists for tuples, texts for the keys of tables and for kinds."""
    if isinstance(value, HanFu):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        kinds = all(type(key) is type(item) is int for key, item in value.items())
        if kinds:
            return {str(Tile(key)): str(Tile(item)) for key, item in value.items()}
        return {str(key): _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, (tuple, list)) else value
