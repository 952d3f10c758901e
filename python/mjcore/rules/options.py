"""Points on which tables differ: what can be chosen, how it may be written, what a faulty choice is told.

>>> NumberOption("oka", 20, "thousands to the first", least=0, most=100).check("15")
15
>>> SetOption("pao", ("daisangen",), "who is liable", members=("daisangen", "daisuushii")).check(["daisuushii"])
'daisuushii'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mjcore.errors import RuleError, brief

Value = bool | int | str | None
MOST_DIGITS = 18


@dataclass(frozen=True)
class Option:
    """A point on which tables differ: its id, the allowed values (the default first) and what it decides, in English
    and Chinese."""

    id: str
    values: tuple[Value, ...]
    help: str
    zh: str = ""

    @property
    def default(self) -> Value:
        return self.values[0]

    @property
    def allowed(self) -> str:
        """The allowed values, for people."""
        return ", ".join(repr(value) for value in self.values)

    def help_in(self, lang: str) -> str:
        """What it decides, in Chinese ("zh") where there is such a text, else in English."""
        return self.zh if lang == "zh" and self.zh else self.help

    def check(self, value: object) -> Value:
        """`value` if it is allowed; texts as a command line or a file gives them are understood,
        and numbers where digits are written as text."""
        if self.accepts(value):
            return value  # type: ignore[return-value]
        # a text for a number or a yes, a number for a text of digits
        for allowed in self.values:
            number = isinstance(value, int) and not isinstance(value, bool)
            if (isinstance(value, str) or number) and str(value).strip().lower() == str(allowed).lower():
                return allowed
        raise self._refused(value)

    def accepts(self, value: object) -> bool:
        """Whether `value` is allowed exactly as it is, type and all."""
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)

    def _refused(self, value: object) -> RuleError:
        return RuleError(f"option {self.id}: {brief(value)} is not allowed, expected one of {self.allowed}")


class NumberOption(Option):
    """A whole number between two bounds, or with `or_none` None: no such number ("none" as a text)."""

    least: int
    most: int
    step: int
    or_none: bool

    def __init__(self, id: str, default: int | None, help: str, zh: str = "", *, least: int, most: int, step: int = 1,
                 or_none: bool = False) -> None:
        super().__init__(id, (default,), help, zh)
        for name, value in (("least", least), ("most", most), ("step", step), ("or_none", or_none)):
            object.__setattr__(self, name, value)

    @property
    def allowed(self) -> str:
        steps = f" in steps of {self.step}" if self.step != 1 else ""
        return f"{self.least}..{self.most}{steps}{' or None' if self.or_none else ''}"

    def check(self, value: object) -> Value:
        if isinstance(value, str) and _is_number(value.strip()):
            value = int(value)
        elif self.or_none and isinstance(value, str) and value.strip().lower() == "none":
            value = None
        if not self.accepts(value):
            raise self._refused(value)
        return value  # type: ignore[return-value]

    def accepts(self, value: object) -> bool:
        if value is None:
            return self.or_none
        return type(value) is int and self.least <= value <= self.most and (value - self.least) % self.step == 0

    def _refused(self, value: object) -> RuleError:
        return RuleError(f"option {self.id}: {brief(value)} is not allowed, expected a whole number {self.allowed}")


class SetOption(Option):
    """Any of some members, as a text with commas in the order of `members`; "" for none of them.
    A list or set of members is understood too."""

    members: tuple[str, ...]

    def __init__(self, id: str, default: Iterable[str], help: str, zh: str = "", *, members: Iterable[str]) -> None:
        object.__setattr__(self, "members", tuple(members))
        super().__init__(id, (self._text(default),), help, zh)

    @property
    def allowed(self) -> str:
        return "any of " + ", ".join(self.members)

    def check(self, value: object) -> Value:
        if isinstance(value, str):
            value = [] if value.strip().lower() in ("", "none") else value.split(",")
        if not isinstance(value, (list, tuple, set, frozenset)):
            raise self._refused(value)
        names = [str(member).strip() for member in value]
        for name in names:
            if name not in self.members or names.count(name) > 1:
                raise self._refused(name)
        return self._text(names)

    def accepts(self, value: object) -> bool:
        try:
            return isinstance(value, (str, list)) and bool(self.check(value) is not None)
        except RuleError:
            return False

    def _text(self, names: Iterable[str]) -> str:
        chosen = set(names)
        return ",".join(member for member in self.members if member in chosen)

    def _refused(self, value: object) -> RuleError:
        return RuleError(f"option {self.id}: {brief(value)} is not allowed, expected {self.allowed}, each once, "
                         "with commas")


class NumbersOption(Option):
    """A few whole numbers, as a text with commas: "20,10,-10,-20"; a list of numbers is understood too."""

    lengths: tuple[int, ...]

    def __init__(self, id: str, default: str, help: str, zh: str = "", *, lengths: tuple[int, ...]) -> None:
        object.__setattr__(self, "lengths", lengths)
        super().__init__(id, (default,), help, zh)

    @property
    def allowed(self) -> str:
        return f"{' or '.join(map(str, self.lengths))} whole numbers with commas"

    def check(self, value: object) -> Value:
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)) or len(parts) not in self.lengths:
            raise self._refused(value)
        numbers = [str(part).strip() for part in parts if not isinstance(part, bool)]
        if len(numbers) != len(parts) or not all(map(_is_number, numbers)):
            raise self._refused(value)
        return ",".join(str(int(part)) for part in numbers)

    def accepts(self, value: object) -> bool:
        try:
            return isinstance(value, (str, list)) and bool(self.check(value))
        except RuleError:
            return False

    def _refused(self, value: object) -> RuleError:
        return RuleError(f"option {self.id}: {brief(value)} is not allowed, expected {self.allowed}")


def _is_number(text: str) -> bool:
    """Whether a text is a whole number, of no more digits than any table asks for."""
    return text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= MOST_DIGITS


def members(value: Value) -> tuple[str, ...]:
    """The members in the value of a `SetOption`."""
    return tuple(str(value).split(",")) if value else ()


def number(value: Value) -> int:
    """The number in the value of an option that has one."""
    if value is None:
        raise RuleError("no number where one is needed")
    return int(value)


def numbers(value: Value) -> tuple[int, ...]:
    """The numbers in the value of a `NumbersOption`."""
    return tuple(int(part) for part in str(value).split(","))
