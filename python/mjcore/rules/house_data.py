"""What a rule file may say: its keys with the types of their values, and how the parts of one are read.

Types are those that the fields and arguments have for which the keys stand.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from inspect import signature
from typing import Any
from zlib import crc32

from mjcore.errors import RuleError
from mjcore.fans.calls import NAMES
from mjcore.fans.compiler import compile_fans
from mjcore.fans.han_fu import HanFu
from mjcore.fans.rows import Fan
from mjcore.fans.vocabulary import Compiler
from mjcore.fans.wins import CIRCUMSTANCE_BITS
from mjcore.rules.base import RANGES, RuleSet, nearest, tiles_fault
from mjcore.rules.house_makers import RowEdit
from mjcore.rules.house_source import Path, Source
from mjcore.rules.options import Option, Value

# names of fields of a RuleSet: how it is called; what it is beside the tables
IDENTITY = ("id", "names", "aliases", "summary", "point_names")
FRAME = ("players", "sets", "minimum", "forms", "wait_forms", "quad_pairs", "circumstances", "tiles", "units")
TABLES = ("lattice", "engine", "fans")
# of a file without a base
NEEDED = ("id", "players", "sets", "minimum", "forms", "tiles", "fans")
# the rest of what `compile_fans` takes is there under the names of FRAME
LATTICE_FRAME = {"rows", "kinds", *FRAME}
# circumstances that are found out, and what a win says of them
FOUND_BY = {"double_kong": "kong_chain", "streak_reached": "streak", "no_wild": "wild"}
# an option without a number, in a language without null
NONE = "none"
# of a fan table, which counts in 32 bits
MOST_NUMBER = 2**31 - 1


def _types(of: type) -> dict[str, str]:
    """The types of a dataclass' fields as they are written."""
    return {field.name: str(field.type) for field in dataclasses.fields(of)}


RULE_TYPES = _types(RuleSet)
FAN_TYPES = {name: type for name, type in _types(Fan).items() if name != "id"}
HAN_FU_TYPES = _types(HanFu)
LATTICE_TYPES = {
    name: str(parameter.annotation)
    for name, parameter in signature(compile_fans).parameters.items() if name not in LATTICE_FRAME
}
ENGINE_TYPES = {"fifth_waits": "bool", "strict": "bool", "most_suits": "int", "pairs_with": "str"}
WIN_ARGUMENTS = tuple(
    name for name in dict.fromkeys((*CIRCUMSTANCE_BITS, *NAMES)) if name not in ("hand", "win", "rules", "strict")
)


def read_identity(file: Source) -> dict[str, Any]:
    """How it is called, as far as that is given."""
    given = _fields(file, IDENTITY)
    if not re.fullmatch(r"[\w-]+", given.get("id", "a")):
        raise file.fault(("id",), f"{given['id']!r}, expected letters, digits, _ and -")
    for key in ("names", "point_names"):
        if "en" not in given.get(key, {"en": ""}):
            raise file.fault((key,), f'expected a name in English at least: {key} = {{ en = "..." }}')
    return given


def read_values(file: Source, table: str, known: Mapping[str, Option]) -> dict[str, Value]:
    """Values of options."""
    values = {}
    for name in file.keys((table,)):
        if name not in known:
            raise file.fault((table, name), f"unknown option{nearest(name, known)}")
        try:
            values[name] = known[name].check(file.get((table, name)))
        except RuleError as error:
            raise file.fault((table, name), str(error).removeprefix(f"option {name}: ")) from None
    return values


def seal_of(decided: Mapping[str, object]) -> int:
    """A check sum of options that are worked into a file, by which one tells that they were changed afterwards.

    >>> seal_of({"strict98": True}), seal_of({"strict98": False})
    (2803018518, 1828302090)
    """
    return crc32(repr(sorted((name, NONE if value is None else value) for name, value in decided.items())).encode())


def read_table(file: Source, table: str, types: Mapping[str, str]) -> dict[str, Any]:
    """What a table gives of some fields."""
    file.check_keys((table,), types)
    return {key: file.read((table, key), types[key]) for key in file.keys((table,))}


def read_lattice(file: Source) -> dict[str, Any]:
    """Arguments of `compile_fans`; `han_fu` as fields of a `HanFu`."""
    file.check_keys(("lattice",), LATTICE_TYPES)
    given: dict[str, Any] = {}
    for key in file.keys(("lattice",)):
        path = ("lattice", key)
        if key == "han_fu":
            file.check_keys(path, HAN_FU_TYPES)
            given[key] = {name: file.read((*path, name), HAN_FU_TYPES[name]) for name in file.keys(path)}
        else:
            given[key] = file.read(path, LATTICE_TYPES[key])
            if type(given[key]) is int and given[key] > MOST_NUMBER:
                raise file.fault(path, f"{given[key]}, expected at most {MOST_NUMBER}")
    return given


def _fields(file: Source, names: Iterable[str]) -> dict[str, Any]:
    return {name: file.read((name,), RULE_TYPES[name]) for name in names if name in file.data}


def read_frame(file: Source) -> dict[str, Any]:
    """Fields of a RuleSet beside the tables."""
    frame = _fields(file, FRAME)
    for key, allowed in RANGES.items():
        if frame.get(key, allowed[0]) not in allowed:
            raise file.fault((key,), f"{frame[key]}, expected {allowed[0]}..{allowed[-1]}")
    if "tiles" in frame and (found := tiles_fault(frame["tiles"])):
        copies, fault = found
        raise file.fault(("tiles",) if copies is None else ("tiles", str(copies)), fault)
    for name in frame.get("circumstances", ()):
        if name not in WIN_ARGUMENTS:
            raise file.fault(("circumstances",), f"unknown circumstance {name!r}{nearest(name, WIN_ARGUMENTS)}")
    return frame


def declared(patterns: Iterable[str], sets: int) -> tuple[str, ...]:
    """The circumstances in patterns that a win does not have under all rules; faulty patterns are told later."""
    compiler = Compiler(sets)
    for pattern in patterns:
        if pattern:
            try:
                compiler.collect(pattern)
            except RuleError:
                continue
    return tuple(FOUND_BY.get(name, name) for name in compiler.declared)


def read_edits(file: Source, known: Mapping[str, Fan], base: str) -> tuple[RowEdit, ...]:
    """What the file says about rows, beside those that are known."""
    edits = []
    for id in file.keys(("fans",)):
        path = ("fans", id)
        file.check_keys(path, (*FAN_TYPES, "remove"))
        keys = file.keys(path)
        if not re.fullmatch(r"[\w-]+", id):
            raise file.fault(path, "an id has letters, digits, _ and -")
        if "remove" in keys:
            _check_removal(file, path, id in known, known)
            edits.append(RowEdit(id, {}, remove=True))
            continue
        fields = {key: file.read((*path, key), FAN_TYPES[key]) for key in keys}
        missing = [
            *([] if "value" in fields else ["value"]),
            *([] if "pattern" in fields or "if_nothing" in fields else ["pattern (or if_nothing)"]),
            *([] if "en" in fields or "zh" in fields else ["en or zh"]),
        ]
        if id not in known and missing:
            raise file.fault(path, f"{_no_row(id, known, base)}a new row needs {', '.join(missing)}")
        edits.append(RowEdit(id, fields, new=id not in known))
    return tuple(edits)


def _check_removal(file: Source, path: Path, there: bool, known: Mapping[str, Fan]) -> None:
    if file.read((*path, "remove"), "bool") is not True or len(file.keys(path)) > 1:
        raise file.fault((*path, "remove"), "expected remove = true and no other key: the row is taken out")
    if not there:
        raise file.fault(path, f"no such row to remove{nearest(path[-1], known)}")


def _no_row(id: str, known: Mapping[str, Fan], base: str) -> str:
    """Why a row counts as new, where that may be a surprise."""
    if not known:
        return ""
    shown = [row.id for row in known.values() if row.label == id]
    if shown:
        return f"the rows of {base} that are shown under this id are {', '.join(shown)}; "
    hint = nearest(id, known)
    return f"{base} has no such row{hint if 'mean' in hint else ''}; "
