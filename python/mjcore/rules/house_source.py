"""A rule file as it was read: typed values by key, and errors that say where in the file they are.

>>> source = Source("friday.toml", '[fans.all_pungs]\\nvalue = "8"')
>>> source.read(("fans", "all_pungs", "value"), "int")
Traceback (most recent call last):
...
mjcore.errors.RuleError: friday.toml: line 2: fans.all_pungs.value: '8', expected a whole number
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from mjcore.errors import MahjongError, RuleError
from mjcore.hand.tiles import Tile

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Path = tuple[str, ...]
# what a text is called that comes from no file
UNNAMED = "<text>"
# nothing in a rule file nests or counts any further; Python stops at some hundreds of levels and 4300 digits
MOST_LEVELS = 100
MOST_DIGITS = 18
# names of the types of values, for people; many of them are a list
TYPES = {"bool": (bool, "true or false"), "int": (int, "a whole number"), "str": (str, "a text")}
MANY = {"int": "whole numbers", "str": "texts"}
_LIST = re.compile(r"(?:tuple|Iterable|Sequence)\[(\w+)[\w, .]*\]")
_TABLE = re.compile(r"Mapping\[(\w+), (\w+)\]")


def read_source(source: str | os.PathLike[str]) -> Source:
    """The rule file of a path, or of a text. A text of one line that ends in ".toml" is a path."""
    if isinstance(source, str) and ("\n" in source or not source.endswith(".toml")):
        if "\n" not in source and "=" not in source:
            raise RuleError(f"{source!r}: expected TOML, or a path that ends in .toml (other paths as a pathlib.Path)")
        return Source(UNNAMED, source)
    if not isinstance(source, (str, os.PathLike)):
        raise RuleError(f"a rule file is named by a path or given as text, not {type(source).__name__}")
    name = os.fspath(source)
    try:
        with open(source, "rb") as file:
            content = file.read()
    except OSError as error:
        raise RuleError(f"{name}: {error.strerror or error}") from None
    except ValueError as error:
        raise RuleError(f"{name!r}: {error}") from None
    try:
        # editors of one system write a mark in front
        return Source(name, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RuleError(f"{name}: line {line}: byte 0x{content[error.start]:02x}, expected text in UTF-8") from None


class Source:
    """A TOML text with its name. RuleError if it is not TOML."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text.replace("\r\n", "\n")
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except ValueError as error:
            raise RuleError(self._not_toml(str(error))) from None
        except RecursionError:
            raise RuleError(f"{name}: nested too deeply") from None
        self._check_limits()

    def _check_limits(self) -> None:
        """Refuses what can not even be shown in a message."""
        level: list[tuple[Path, Any]] = [((), self.data)]
        for _ in range(MOST_LEVELS):
            inner: list[tuple[Path, Any]] = []
            for path, value in level:
                if isinstance(value, dict):
                    inner += [((*path, key), item) for key, item in value.items()]
                elif isinstance(value, list):
                    inner += [(path, item) for item in value]
                elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
                    raise self.fault(path, f"a number of more than {MOST_DIGITS} digits")
            level = inner
        if level:
            raise RuleError(f"{self.name}: nested too deeply")

    def get(self, path: Path) -> Any:
        """The value of a key, None if there is none."""
        return _at(self.data, path)

    def keys(self, path: Path) -> list[str]:
        """The keys of a table, () for the file itself; none if there is no such table."""
        return list(self._table(path)) if path else list(self.data)

    def read(self, path: Path, annotation: str) -> Any:
        """The value of a key as what an annotation says: lists become tuples, tables dicts."""
        annotation = annotation.removesuffix(" | None")
        many, table = _LIST.fullmatch(annotation), _TABLE.fullmatch(annotation)
        value = self.get(path)
        if table is not None:
            return self._read_table(path, table[1], table[2])
        if many is not None:
            kind = TYPES[many[1]][0]
            if not isinstance(value, list) or any(type(item) is not kind for item in value):
                raise self.fault(path, f"{value!r}, expected a list of {MANY[many[1]]}")
            return tuple(value)
        kind, expected = TYPES[annotation]
        if type(value) is not kind:
            raise self.fault(path, f"{value!r}, expected {expected}")
        return value

    def _read_table(self, path: Path, key_type: str, value_type: str) -> dict[Any, Any]:
        """Numbers as keys: of tiles how many copies there are; before other numbers kinds, both written as tiles."""
        keys = self.keys(path)
        if key_type == "str":
            return {key: self.read((*path, key), value_type) for key in keys}
        if value_type == "str":
            for key in keys:
                if not re.fullmatch("[1-9]", key):
                    raise self.fault((*path, key), "expected a number of copies 1..9 as key")
            return {int(key): self.read((*path, key), value_type) for key in keys}
        return {self._kind((*path, key), key): self._kind((*path, key), self.read((*path, key), "str")) for key in keys}

    def _kind(self, path: Path, text: str) -> int:
        try:
            return Tile(text).kind
        except MahjongError as error:
            raise self.fault(path, str(error)) from None

    def _table(self, path: Path) -> Mapping[str, Any]:
        table = self.get(path)
        if table is None:
            return {}
        if not isinstance(table, dict):
            raise self.fault(path, f"{table!r}, expected a table")
        return table

    def check_keys(self, path: Path, known: Iterable[str]) -> None:
        """Refuses keys of a table that mean nothing."""
        expected = list(known)
        for key in self.keys(path):
            if key not in expected:
                raise self.fault((*path, key), f"unknown key, expected one of {', '.join(expected)}")

    def fault(self, path: Path, message: str) -> RuleError:
        """The error about a key. Where the key is missing, the line is that of the table that should have it."""
        there = path
        while there and not _has(self.data, there):
            there = there[:-1]
        place = f"line {self.line_of(there)}: " if there else ""
        return RuleError(f"{self.name}: {place}{named(path)}{': ' if path else ''}{message}")

    def line_of(self, path: Path) -> int:
        """The line where the statement begins that sets a key.

        TOML readers do not tell. But the shortest beginning of the file that is whole TOML and has the key ends with
        that statement, and the longest that is whole and lacks it ends right before."""
        low, high = 0, len(self._lines)
        while high - low > 1:
            middle = (low + high) // 2
            if _has(self._beginning(middle)[1], path):
                high = middle
            else:
                low = middle
        return self._beginning(high - 1)[0] + 1

    @cached_property
    def _lines(self) -> Sequence[str]:
        return re.findall(r"[^\n]*\n|[^\n]+", self.text)

    @cached_property
    def _beginnings(self) -> dict[int, dict[str, Any] | None]:
        return {0: {}}

    def _beginning(self, lines: int) -> tuple[int, dict[str, Any]]:
        """How many lines the longest beginning has that is whole TOML and no longer than this, and its values."""
        while True:
            if lines not in self._beginnings:
                try:
                    self._beginnings[lines] = tomllib.loads("".join(self._lines[:lines]))
                except ValueError:
                    self._beginnings[lines] = None
            found = self._beginnings[lines]
            if found is not None:
                return lines, found
            lines -= 1

    def _not_toml(self, message: str) -> str:
        lines = self.text.rstrip("\n").split("\n")
        if message.endswith("(at end of document)"):
            return f"{self.name}: line {len(lines)}: {message}\n  {lines[-1]}"
        place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
        if place is None:
            # a number that Python does not even read
            long = (n for n, line in enumerate(lines, 1) if re.search(r"[0-9_]{4300}", line))
            return f"{self.name}: line {next(long, 1)}: a number of more than {MOST_DIGITS} digits"
        number, column = int(place[1]), int(place[2])
        return f"{self.name}: line {number}: {message[: place.start()]}\n  {lines[number - 1]}\n  {' ' * (column - 1)}^"


def named(path: Path) -> str:
    """A path as one writes it in a file, with dots."""
    return ".".join(key if re.fullmatch("[A-Za-z0-9_-]+", key) else repr(key) for key in path)


def _has(data: object, path: Path) -> bool:
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True


def _at(data: Any, path: Path) -> Any:
    if not _has(data, path):
        return None
    for key in path:
        data = data[key]
    return data
