"""The published case files: all that can be run passes, and nothing passes once it is made wrong.

Answers about distances can be made wrong in so many ways that a part is tried; MJCORE_LONG=1 tries all.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mjcore import check, rules

SHARED = os.environ.get("MJCORE_SHARED")
pytestmark = pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
FOLDER = Path(SHARED or ".") / "cases"
# file -> how many cases have to pass, at least; there may be more, never fewer
MUST_PASS = {
    "mcr.json": 420, "mcr_real.json": 72, "mcr_disputes.json": 96, "shanten.json": 600,
    "hk.json": 17, "taiwan.json": 19, "sichuan.json": 42, "sichuan_tables.json": 11, "kawuxing.json": 28,
}
# kinds of statements in words, which are not run
IN_WORDS = ("play", "north", "availability")
SHANTEN = "mjcore-shanten-cases/1"
SCHEMAS = ("mcr-hand/1", "mjcore-variant-cases/1", SHANTEN)
LONG = bool(int(os.environ.get("MJCORE_LONG") or 0))
# what a hand of the schema about distances says of itself; all else are answers
ASKED = ("id", "dist", "n", "m", "counts")


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.json")) if SHARED else []


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("name", MUST_PASS)
def test_hands_pass(name: str) -> None:
    report = check.run(FOLDER / name)
    print(f"{name}: {report}")
    assert report.ok, "\n".join(line for result in report.failures for line in result.lines())
    assert report.passed >= MUST_PASS[name]
    data = read(FOLDER / name)
    assert report.not_run == sum(case.get("kind") in IN_WORDS for case in data.get("cases", ()))
    assert report.passed + report.not_run == len(data.get("hands", data.get("cases")))


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_nothing_is_passed_over(path: Path) -> None:
    """Every case of a file has one result; what the library does not know fails with a message."""
    report, data = check.run(path), read(path)
    print(f"{path.name}: {report}")
    if data["schema"] not in SCHEMAS:
        assert not report.ok
        assert "unknown schema" in report.results[0].message
        return
    assert len(report.results) == len(data.get("hands", data.get("cases")))
    assert all(result.message or result.differences for result in report.failures)
    assert not any("broke down" in result.message for result in report.failures)
    in_words = sum(case.get("kind") in IN_WORDS for case in data.get("cases", ()))
    assert report.not_run <= in_words


def wrong_values(value: Any, counts: bool) -> Iterator[Any]:
    """Values near this one that are not it. `counts`: the object maps fans to counts."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
        yield -value if value else 7
        yield str(value)
        yield float(value)
        yield None
    elif isinstance(value, str):
        yield value + "x"
        yield ""
    elif value is None:
        yield 0
    elif isinstance(value, list):
        yield [*value, copy.deepcopy(value[-1]) if value else 1]
        for n, item in enumerate(value):
            yield [*value[:n], *value[n + 1:]]
            for wrong in wrong_values(item, counts):
                yield [*value[:n], wrong, *value[n + 1:]]
    else:
        yield {**value, "all_green": value.get("all_green", 0) + 1}
        for name, item in value.items():
            yield {key: item for key, item in value.items() if key != name}
            if counts:
                yield {("no_" + key if key == name else key): item for key, item in value.items()}
            for wrong in wrong_values(item, counts):
                yield {**value, name: wrong}


def mutations(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The case with one stated expectation made wrong, for every one of them."""
    field = "expected" if "expected" in case else "expect"
    for name, value in case[field].items():
        for wrong in wrong_values(value, counts=name in ("fans", "fans_alt")):
            if name == "fans_alt" and is_fewer(value, wrong):
                continue  # an alternative less is nothing wrong
            yield name, {**case, field: {**case[field], name: wrong}}
    yield "nothing", {**case, field: {}}
    yield "more", {**case, field: {**case[field], "no_such_field": 1}}


def wrong_distances(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same for a hand of the schema about distances, whose answers stand beside it."""
    rng = Random(case["id"])

    def some(value: Any) -> list[Any]:
        wrong = list(wrong_values(value, counts=False))
        return wrong if LONG else rng.sample(wrong, min(6, len(wrong)))

    for name in case:
        if name == "strict":
            melds = {"melds": case["strict"]["melds"]}
            for field, value in case["strict"].items():
                for wrong in some(value) if field != "melds" else ():
                    yield f"strict.{field}", {**case, "strict": {**case["strict"], field: wrong}}
            yield "strict", {**{key: value for key, value in case.items() if key != "strict_differs"}, "strict": melds}
            yield "strict", {**case, "strict": {**case["strict"], "hk": 3}}
        elif name in ("n", "m") or name not in ASKED:
            for wrong in some(case[name]):
                yield name, {**case, name: wrong}
    yield "nothing", {name: case[name] for name in ASKED}
    yield "more", {**case, "no_such_field": 1}


def is_fewer(value: list[Any], wrong: Any) -> bool:
    return isinstance(wrong, list) and all(item in value for item in wrong)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_no_wrong_expectation_passes(path: Path) -> None:
    data = read(path)
    assert data["schema"] in SCHEMAS
    place = "hands" if "hands" in data else "cases"
    changed = 0
    made_wrong = wrong_distances if data["schema"] == SHANTEN else mutations
    for case in data[place]:
        file = {key: value for key, value in data.items() if key not in ("classes", "fan_counts")}
        for name, wrong in made_wrong(case):
            report = check.run_data({**file, place: [wrong]})
            assert report.passed == 0, f"{case['id']}: {name} made wrong still passes: {wrong}"
            changed += 1
    print(f"{path.name}: {changed} wrong expectations, none passes")
    assert changed >= 3 * len(data[place])
    if path.name in MUST_PASS:
        assert "mcr" in rules.available()
