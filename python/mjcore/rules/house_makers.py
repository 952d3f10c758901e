"""What stands in a rule set made from a file where others have functions of their options: values that can be compared
and pickled. Rows and numbers that the file gives, alone or on top of what a base makes of its options."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from mjcore.errors import RuleError
from mjcore.fans.han_fu import HanFu
from mjcore.fans.rows import Fan
from mjcore.rules.base import RuleSet, Values
from mjcore.rules.options import NumberOption, NumbersOption, Option, SetOption, Value, members, numbers

# fields of a row that name other rows
NAMING = ("covers", "adds", "revives", "ignores")


@dataclass(frozen=True)
class Decided:
    """A `make_...` whose answer no option changes any more."""

    answer: Any

    def __call__(self, values: Values) -> Any:
        return copy.copy(self.answer)


@dataclass(frozen=True)
class Changed:
    """A `make_...` with entries of the base's answer changed; of `han_fu` only the fields that are named."""

    make: Callable[[Values], dict[str, Any]]
    changes: Mapping[str, Any]

    def __call__(self, values: Values) -> dict[str, Any]:
        made = self.make(values)
        changes = dict(self.changes)
        if "han_fu" in changes:
            changes["han_fu"] = replace(made.get("han_fu") or HanFu(), **changes["han_fu"])
        return {**made, **changes}


@dataclass(frozen=True)
class ChangedFrame:
    """A `make_frame` with fields changed. `circumstances`: those of the base where neither says which, and `more`:
    those that rows of the file ask for."""

    make: Callable[[Values], dict[str, Any]]
    changes: Mapping[str, Any]
    circumstances: tuple[str, ...]
    more: tuple[str, ...]

    def __call__(self, values: Values) -> dict[str, Any]:
        made = {**self.make(values), **self.changes}
        known = tuple(made.get("circumstances", self.circumstances))
        return {**made, "circumstances": (*known, *(name for name in self.more if name not in known))}


@dataclass(frozen=True)
class RowEdit:
    """What a file says about a row: `fields` of it, of a new row all that it needs; or that there is no such row."""

    id: str
    fields: Mapping[str, Any]
    new: bool = False
    remove: bool = False


@dataclass(frozen=True)
class EditedRows:
    """A `make_fans` with rows of the base changed, removed and added. A change of a row that the options in force do
    not bring does nothing."""

    make: Callable[[Values], tuple[Fan, ...]]
    edits: tuple[RowEdit, ...]

    def __call__(self, values: Values) -> tuple[Fan, ...]:
        gone = {edit.id for edit in self.edits if edit.remove}
        rows = {row.id: without(row, gone) for row in self.make(values) if row.id not in gone}
        for edit in self.edits:
            if edit.id in rows:
                rows[edit.id] = replace(rows[edit.id], **edit.fields)
            elif edit.new:
                rows[edit.id] = new_row(edit.id, edit.fields)
        return tuple(rows.values())


def new_row(id: str, fields: Mapping[str, Any]) -> Fan:
    """A row of these fields; a name that is not given in one language is that of the other."""
    zh, en = fields.get("zh", ""), fields.get("en", "")
    return Fan(**{**fields, "id": id, "zh": zh or en, "en": en or zh})


def without(row: Fan, gone: set[str]) -> Fan:
    """The row without what it says about rows that are gone."""
    changes: dict[str, Any] = {
        name: tuple(other for other in getattr(row, name) if other not in gone)
        for name in NAMING if gone.intersection(getattr(row, name))
    }
    if gone.intersection(row.reduces):
        changes["reduces"] = {other: times for other, times in row.reduces.items() if other not in gone}
    return replace(row, **changes) if changes else row


class DecidedOption(Option):
    """An option that has been worked into the rows and numbers of a rule set."""

    def __init__(self, option: Option, value: Value) -> None:
        super().__init__(option.id, (value,), option.help, option.zh)

    def __reduce__(self) -> tuple[type[DecidedOption], tuple[Option, Value]]:
        return type(self), (Option(self.id, self.values, self.help, self.zh), self.default)

    def _refused(self, value: object) -> RuleError:
        return RuleError(f"option {self.id}: {value!r} is not allowed, {self.default!r} is worked into the rows and "
                         "numbers of the rule file")


def with_default(option: Option, value: Value) -> Option:
    """The option with another value as its default."""
    others = () if isinstance(option, (NumberOption, NumbersOption, SetOption)) else option.values
    changed = copy.copy(option)
    rest = tuple(other for other in others if type(other) is not type(value) or other != value)
    object.__setattr__(changed, "values", (value, *rest))
    return changed


def shapes(rules: RuleSet, option: Option) -> bool:
    """Whether another value of an option would change rows, numbers or tiles, and not only payments and procedure."""
    plain = _made(rules, rules.values)
    for value in _others(option, rules.values[option.id]):
        try:
            if _made(rules, {**rules.values, option.id: value}) != plain:
                return True
        except (RuleError, LookupError):
            # it does not go with the other options: all the more it is not for the settlement alone
            return True
    return False


def _made(rules: RuleSet, values: Values) -> tuple[object, ...]:
    return tuple(
        make(values)
        for make in (rules.make_fans, rules.make_frame, rules.make_lattice_options, rules.make_engine_options)
    )


def _others(option: Option, value: Value) -> Iterator[Value]:
    """Other values of an option, of numbers and lists some of each sort."""
    if isinstance(option, SetOption):
        chosen = members(value)
        for member in option.members:
            yield option.check([*(other for other in chosen if other != member), *([member] * (member not in chosen))])
    elif isinstance(option, NumbersOption):
        for length in option.lengths:
            yield ",".join(["0"] * length)
        yield ",".join(str(one + 1) for one in numbers(value))
    elif isinstance(option, NumberOption):
        near = [] if value is None else [int(value) - option.step, int(value) + option.step]
        for other in (None, option.least, option.most, option.default, *near):
            if other != value and option.accepts(other):
                yield other
    else:
        yield from (other for other in option.values if type(other) is not type(value) or other != value)
