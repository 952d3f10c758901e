"""House rules: rule sets from TOML files, on top of another rule set or with everything in them.

>>> friday = load('''
... base = "mcr"
... id = "friday"
... minimum = 6
... [options]
... two_concealed_kongs = 8
... [fans.all_pungs]
... value = 10
... ''')
>>> friday, friday.minimum, friday.fan("all_pungs").value
(<RuleSet friday>, 6, 10)

docs/house-rules.md lists the keys. `house_export` writes such files.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping, Sequence

from mjcore.errors import MahjongError, RuleError
from mjcore.fans.han_fu import HanFu
from mjcore.rules import available, get
from mjcore.rules.base import RuleSet
from mjcore.rules.house_data import (
    ENGINE_TYPES,
    FRAME,
    IDENTITY,
    NEEDED,
    TABLES,
    declared,
    read_edits,
    read_frame,
    read_identity,
    read_lattice,
    read_table,
    read_values,
    seal_of,
)
from mjcore.rules.house_makers import (
    Changed,
    ChangedFrame,
    Decided,
    DecidedOption,
    EditedRows,
    new_row,
    shapes,
    with_default,
)
from mjcore.rules.house_source import Path, Source, read_source
from mjcore.rules.options import Option, Value


def load(source: str | os.PathLike[str]) -> RuleSet:
    """The rule set of a TOML file, given by its path or as text. (A text of one line that ends in ".toml" is a path.)

    RuleError names the file, the line, the key and what is allowed there."""
    file = read_source(source)
    file.check_keys((), ("base", "behaviour", "preset", "seal", *IDENTITY, *FRAME, "options", "decided", *TABLES))
    if ("base" in file.data) == ("behaviour" in file.data):
        raise file.fault(("base",) if "base" in file.data else (), "expected either base, the rule set to start from, "
                         "or behaviour, the rule set whose payments a file with everything in it has: "
                         + ", ".join(available()))
    rules = _on_base(file) if "base" in file.data else _whole(file)
    try:
        # compiled now, so that what does not fit together is told now
        _ = rules.lattice, rules.engine
    except (MahjongError, OverflowError) as error:
        raise _located(file, str(error)) from None
    if any(unit < 0 for unit in rules.units):
        raise file.fault(("units",), f"{min(rules.units)}, expected numbers of 0 or more")
    return rules


def _on_base(file: Source) -> RuleSet:
    """A rule set that changes some of another one; the options of that one stay open."""
    for key in ("preset", "seal", "decided"):
        if key in file.data:
            raise file.fault((key,), "is for files without a base")
    name = file.read(("base",), "str")
    try:
        base = get(name)
    except RuleError as error:
        raise file.fault(("base",), str(error)) from None
    known = {option.id: option for option in base.options}
    for key in FRAME:
        if key in known and key in file.data:
            raise file.fault((key,), f"is an option of {base.id}: expected under [options]")
    base = _with_values(file, base, read_values(file, "options", known))
    edits = read_edits(file, {row.id: row for row in base.fans}, base.id)
    frame, lattice, engine = read_frame(file), read_lattice(file), read_table(file, "engine", ENGINE_TYPES)
    if "han_fu" in lattice and "han_fu" not in base.make_lattice_options(base.values):
        raise file.fault(("lattice", "han_fu"), f"{base.id} does not count han")
    more = declared((edit.fields.get("pattern", "") for edit in edits), frame.get("sets", base.sets))
    return dataclasses.replace(
        base,
        **{"aliases": (), **read_identity(file)},
        options=tuple(with_default(option, base.values[option.id]) for option in base.options),
        presets={"default": {}},
        preset="default",
        make_fans=EditedRows(base.make_fans, edits) if edits else base.make_fans,
        make_frame=ChangedFrame(base.make_frame, frame, base.circumstances, more) if frame or more else base.make_frame,
        make_lattice_options=Changed(base.make_lattice_options, lattice) if lattice else base.make_lattice_options,
        make_engine_options=Changed(base.make_engine_options, engine) if engine else base.make_engine_options,
    )


def _whole(file: Source) -> RuleSet:
    """A rule set with all its data in the file, and the payments and procedure of a known one."""
    name = file.read(("behaviour",), "str")
    if name not in available():
        raise file.fault(("behaviour",), f"{name!r}, expected one of {', '.join(available())}")
    missing = [key for key in NEEDED if key not in file.data]
    if missing:
        raise file.fault((), f"a file without a base needs {', '.join(missing)}")
    model = get(name)
    known = {option.id: option for option in model.options}
    free, decided = read_values(file, "options", known), read_values(file, "decided", known)
    for key in free.keys() & decided.keys():
        raise file.fault(("decided", key), "is under [options] too")
    if "seal" in file.data and file.read(("seal",), "int") != seal_of(decided):
        raise file.fault(("decided",) if decided else ("seal",), "these options are worked into the rows and numbers "
                         "of the file, and one was changed since: change rows and numbers instead, or leave out seal")
    model = _with_values(file, model, {**free, **decided})
    options: list[Option] = []
    for option in model.options:
        value = model.values[option.id]
        fixed = option.id in decided or shapes(model, option)
        if fixed and option.id in free:
            raise file.fault(("options", option.id), "is worked into the rows and numbers of the file: change those, "
                             "and keep it under [decided]")
        options.append(DecidedOption(option, value) if fixed else with_default(option, value))
    frame = read_frame(file)
    rows = tuple(new_row(edit.id, edit.fields) for edit in read_edits(file, {}, name))
    circumstances = frame.get("circumstances", ())
    more = declared((row.pattern for row in rows), frame["sets"])
    frame["circumstances"] = (*circumstances, *(name for name in more if name not in circumstances))
    frame.setdefault("wait_forms", ("standard",))
    identity = read_identity(file)
    preset = file.read(("preset",), "str") if "preset" in file.data else "default"
    lattice = read_lattice(file)
    if "han_fu" in lattice:
        lattice["han_fu"] = HanFu(**lattice["han_fu"])
    return RuleSet(
        **{"names": {"en": identity["id"]}, "aliases": (), "summary": "", **identity},
        **frame,
        options=tuple(options),
        presets={preset: {}},
        preset=preset,
        values=model.values,
        make_fans=Decided(rows),
        make_lattice_options=Decided(lattice),
        make_engine_options=Decided(read_table(file, "engine", ENGINE_TYPES)),
        make_settlement=model.make_settlement,
        make_penalties=model.make_penalties,
        check_options=model.check_options,
        procedure=model.procedure,
        make_table=model.make_table,
    )


def _with_values(file: Source, rules: RuleSet, values: Mapping[str, Value]) -> RuleSet:
    try:
        return rules.replace(**values)
    except RuleError as error:
        raise file.fault(_named(file, ("options", "decided"), str(error)), str(error)) from None


def _located(file: Source, message: str) -> RuleError:
    """An error about the fan table or the engine as one about the file: where what it speaks of stands there."""
    row, colon, rest = message.partition(": ")
    if colon and row in file.keys(("fans",)):
        path: Path = ("fans", row)
        return file.fault((*path, *_key_of(file, path, rest)), rest)
    if found := _named(file, ("fans",), message):
        return file.fault(found, message)
    for path in (("lattice", "han_fu"), ("lattice",), ("engine",), ()):
        if key := _key_of(file, path, message):
            return file.fault((*path, *key), message)
    return file.fault((), message)


def _named(file: Source, tables: Sequence[str], message: str) -> Path:
    """The key of one of the tables that a message names first; () if it names none."""
    paths = {name: (table, name) for table in tables for name in file.keys((table,))}
    return next((paths[word] for word in re.findall(r"[\w-]+", message) if word in paths), ())


def _key_of(file: Source, path: Path, message: str) -> Path:
    """The key of a table that a message begins with ("form 'x'" for forms), or of whose value it speaks; () if none."""
    begins = message.replace(" ", "_", 1)
    keys = file.keys(path)
    for key in sorted(keys, key=len, reverse=True):
        if re.match(rf"{re.escape(key.removesuffix('s'))}s?(?![a-z])", begins) or message.startswith(f"{key} "):
            return (key,)
    words = re.findall(r"[\w-]+", message)
    for key in keys:
        value = file.get((*path, key))
        if any(item in words for item in (value if isinstance(value, (list, dict)) else [value])):
            return (key,)
    return ()
