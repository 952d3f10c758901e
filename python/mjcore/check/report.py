"""What a run of a case file says: a result per case, and the counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

PASSED, FAILED, NOT_RUN = "passed", "failed", "not run"


@dataclass(frozen=True, slots=True)
class Difference:
    """One stated value that the library does not confirm."""

    field: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"{self.field}: expected {self.expected}, got {self.got}"


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one case (`PASSED`, `FAILED` or `NOT_RUN`), or of a file that could not be read.

    A failed case has a `message` (it could not be understood or run) or `differences`, never neither.
    """

    case: str
    outcome: str
    message: str = ""
    differences: tuple[Difference, ...] = ()

    def lines(self) -> list[str]:
        """The case and what is wrong with it, for people."""
        found = [*self.message.splitlines(), *map(str, self.differences)]
        return [f"{self.outcome}: {self.case}", *(f"  {line}" for line in found)]


@dataclass(frozen=True, slots=True)
class Report:
    """The results of one file, or of several added together."""

    results: tuple[Result, ...] = ()

    def count(self, outcome: str) -> int:
        return sum(result.outcome == outcome for result in self.results)

    @property
    def passed(self) -> int:
        return self.count(PASSED)

    @property
    def failed(self) -> int:
        return self.count(FAILED)

    @property
    def not_run(self) -> int:
        return self.count(NOT_RUN)

    @property
    def ok(self) -> bool:
        """Nothing failed, and something passed: a file without cases proves nothing."""
        return not self.failed and self.passed > 0

    @property
    def failures(self) -> Iterable[Result]:
        return (result for result in self.results if result.outcome == FAILED)

    def __add__(self, other: Report) -> Report:
        return Report(self.results + other.results)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.not_run} not run"
