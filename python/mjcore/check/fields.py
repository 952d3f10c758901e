"""Reading JSON strictly: every field is asked for by name and type, and none may be left over."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, NoReturn

# a case nests less than ten levels deep, and Python compares and writes some hundreds without harm
MOST_LEVELS = 100
TOO_DEEP = "nested too deeply"


class Fault(Exception):
    """A case or file that is not understood; the message says where and what was expected."""


def load(text: str) -> Any:
    """The value of a JSON text; `Fault` for what is no JSON, names a key twice, or nests too deeply."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise Fault(f"not read: {TOO_DEEP}") from None
    except ValueError as error:
        raise Fault(f"not JSON: {error}") from None
    _check_levels(value)
    return value


def _check_levels(value: object) -> None:
    level = [value]
    for _ in range(MOST_LEVELS + 1):
        level = [
            item
            for outer in level if isinstance(outer, (dict, list))
            for item in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise Fault(f"not read: {TOO_DEEP}, more than {MOST_LEVELS} levels")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Fault(f"not read: the key {twice!r} stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise Fault(f"not JSON: {name} is no number")


def shown(value: object) -> str:
    """A short JSON text of a value, for messages; never raises."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (RecursionError, TypeError, ValueError):
        # what no JSON text holds: no end, odd keys, numbers of thousands of digits
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


class Fields:
    """One JSON object being read. Each field is taken once; `done` refuses what nobody asked for."""

    def __init__(self, value: object, where: str = "") -> None:
        if not isinstance(value, dict):
            raise Fault(f"{where or 'the case'} is {shown(value)}: expected an object")
        self._left: dict[str, Any] = dict(value)
        self._where = f"{where}." if where else ""

    def has(self, name: str) -> bool:
        """The field is there and not taken yet."""
        return name in self._left

    def names(self) -> list[str]:
        """The fields that are not taken yet."""
        return list(self._left)

    def peek(self, name: str) -> Any:
        """The value of a field, which stays; None if it is not there."""
        return self._left.get(name)

    def raw(self, name: str) -> Any:
        """Any value; the field must be there."""
        if name not in self._left:
            raise Fault(f"the field {self._where}{name} is missing")
        return self._left.pop(name)

    def wrong(self, name: str, value: object, expected: str) -> Fault:
        """The fault of a field with an impossible value, to be raised."""
        return Fault(f"{self._where}{name} is {shown(value)}: expected {expected}")

    def text(self, name: str, default: str | None = None) -> str:
        if default is not None and not self.has(name):
            return default
        value = self.raw(name)
        if not isinstance(value, str):
            raise self.wrong(name, value, "a text")
        return value

    def choice(self, name: str, allowed: Mapping[str, Any]) -> Any:
        """The value that `allowed` gives to the text of the field."""
        value = self.raw(name)
        if not isinstance(value, str) or value not in allowed:
            raise self.wrong(name, value, f"one of {', '.join(allowed)}")
        return allowed[value]

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        if default is not None and not self.has(name):
            return default
        value = self.raw(name)
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(name, value, f"a whole number {low}..{high}")
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        if default is not None and not self.has(name):
            return default
        value = self.raw(name)
        if not isinstance(value, bool):
            raise self.wrong(name, value, "true or false")
        return value

    def items(self, name: str) -> list[Any]:
        value = self.raw(name)
        if not isinstance(value, list):
            raise self.wrong(name, value, "a list")
        return value

    def object(self, name: str) -> Fields:
        """A nested object; a missing one is empty."""
        return Fields(self._left.pop(name, {}), self._where + name)

    def rest(self) -> dict[str, Any]:
        """All that is left, taken at once."""
        left, self._left = self._left, {}
        return left

    def ignore(self, names: Collection[str]) -> None:
        """Takes fields that only inform the reader."""
        for name in names:
            self._left.pop(name, None)

    def done(self) -> None:
        if self._left:
            names = ", ".join(self._where + name for name in self._left)
            raise Fault(f"unknown field {names}")
