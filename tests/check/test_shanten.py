"""Cases about distances: every field is compared, and what is not understood fails."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings

from case_changes import changed, damaged
from mjcore import check

# 123m 456p 7899s 1122z; the answers are those of reference.distance
WHOLE: dict[str, Any] = {
    "id": 7,
    "dist": "by hand",
    "n": 14,
    "m": 4,
    "counts": [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 0, 0, 0, 0, 0],
    "std": 0,
    "all3": 0,
    "sp": 3,
    "sp4": 3,
    "to": 8,
    "hk": 8,
    "hk7": 8,
    "ks": 5,
    "accept_std": [27, 28],
    "discards": {
        "0": [1, 0, 3, 27, 28],
        "1": [1, 1, 27, 28],
        "2": [1, 2, 27, 28],
        "12": [1, 12, 15, 27, 28],
        "13": [1, 13, 27, 28],
        "14": [1, 11, 14, 27, 28],
        "24": [1, 24, 26, 27, 28],
        "25": [1, 25, 26, 27, 28],
        "26": [0, 27, 28],
        "27": [1, 23, 24, 25, 26, 27, 28],
        "28": [1, 23, 24, 25, 26, 27, 28],
    },
}
# 1112m, with melds that hold three of the 2m and one 3m
STRICT: dict[str, Any] = {
    "id": 8,
    "counts": [3, 1, *[0] * 32],
    "std": 0,
    "accept_std": [1, 2],
    "strict": {"melds": [1, 100 + 2], "std": 0, "accept": [2]},
    "strict_differs": False,
}
SCHEMA = "mjcore-shanten-cases/1"


def report_of(*cases: object, **more: object) -> check.Report:
    return check.run_data({"schema": SCHEMA, "hands": list(cases), **more})


def told(report: check.Report) -> str:
    """What the one result says, which must be a failure."""
    assert not report.ok
    (result,) = report.results
    assert result.outcome == "failed"
    assert "broke down" not in result.message
    return "\n".join(result.lines()[1:])


def test_good_cases_pass() -> None:
    report = report_of(WHOLE, STRICT, note="", meld_code="")
    assert str(report) == "2 passed, 0 failed, 0 not run", [result.lines() for result in report.failures]
    assert [result.case for result in report.results] == ["7", "8"]


BAD = [
    (WHOLE, "id", ..., "field id is missing"),
    (WHOLE, "id", "7", "expected a whole number"),
    (WHOLE, "id", True, "expected a whole number"),
    (WHOLE, "id", -1, "expected a whole number"),
    (WHOLE, "n", 13, "n: expected 13, got 14"),
    (WHOLE, "n", "14", "expected a whole number"),
    (WHOLE, "m", 3, "m: expected 3, got 4"),
    (WHOLE, "counts", ..., "field counts is missing"),
    (WHOLE, "counts", {}, "expected a list"),
    (WHOLE, "counts", [1] * 33, "expected 34 whole numbers 0..4"),
    (WHOLE, "counts.0", 5, "expected 34 whole numbers 0..4"),
    (WHOLE, "counts.0", -1, "expected 34 whole numbers 0..4"),
    (WHOLE, "counts.0", True, "expected 34 whole numbers 0..4"),
    (WHOLE, "counts.0", 1.0, "expected 34 whole numbers 0..4"),
    (WHOLE, "counts.0", "1", "expected 34 whole numbers 0..4"),
    (WHOLE, "counts", [0] * 34, "0 concealed tiles"),
    (WHOLE, "counts.0", 2, "15 concealed tiles"),
    (WHOLE, "counts", [1] * 18 + [0] * 16, "18 concealed tiles"),
    (WHOLE, "hands", [], "unknown field hands"),
    (WHOLE, "pm", 5, "unknown field pm"),
    (WHOLE, "accept_pm", [], "unknown field accept_pm"),
    (WHOLE, "accept", [], "unknown field accept"),
    (WHOLE, "std", 1, "std: expected 1, got 0"),
    (WHOLE, "std", -2, "expected a whole number -1..16"),
    (WHOLE, "std", None, "expected a whole number"),
    (WHOLE, "std", 0.0, "expected a whole number"),
    (WHOLE, "std", False, "expected a whole number"),
    (WHOLE, "all3", -1, "all3: expected -1, got 0"),
    (WHOLE, "sp", 4, "sp: expected 4, got 3"),
    (WHOLE, "sp4", 2, "sp4: expected 2, got 3"),
    (WHOLE, "to", 7, "to: expected 7, got 8"),
    (WHOLE, "hk", 9, "hk: expected 9, got 8"),
    (WHOLE, "hk7", 7, "hk7: expected 7, got 8"),
    (WHOLE, "ks", 2, "ks: expected 2, got 5"),
    (WHOLE, "accept_std", [27], r"accept_std 28 \(2z\): expected not accepted, got accepted"),
    (WHOLE, "accept_std", [26, 27, 28], r"accept_std 26 \(9s\): expected accepted, got not accepted"),
    (WHOLE, "accept_std", [27, 27, 28], "a kind stands twice"),
    (WHOLE, "accept_std", [27, 28, 34], "expected a list of kinds"),
    (WHOLE, "accept_std", [27, 28, -1], "expected a list of kinds"),
    (WHOLE, "accept_std", [27, 28.0], "expected a list of kinds"),
    (WHOLE, "accept_std", ["1z", "2z"], "expected a list of kinds"),
    (WHOLE, "accept_std", None, "expected a list of kinds"),
    (WHOLE, "accept_std", {"27": 1, "28": 1}, "expected a list of kinds"),
    (WHOLE, "discards", [], "expected an object"),
    (WHOLE, "discards", {}, r"the field discards.0 is missing: 1m can be discarded"),
    (WHOLE, "discards.0", ..., r"the field discards.0 is missing: 1m can be discarded"),
    (WHOLE, "discards.3", [1], "discards.3: expected a kind that is held"),
    (WHOLE, "discards.1m", [1], "discards.1m: expected a kind that is held"),
    (WHOLE, "discards.0.0", 0, "discards.0 shanten: expected 0, got 1"),
    (WHOLE, "discards.0.0", 1.0, "expected the shanten and the accepted kinds"),
    (WHOLE, "discards.0", [], "expected the shanten and the accepted kinds"),
    (WHOLE, "discards.0", 1, "expected the shanten and the accepted kinds"),
    (WHOLE, "discards.0", [1], r"discards.0 0 \(1m\): expected not accepted, got accepted"),
    (WHOLE, "discards.0.1", True, "expected a list of kinds"),
    (WHOLE, "discards.0.1", 1, r"discards.0 1 \(2m\): expected accepted, got not accepted"),
    (WHOLE, "strict_differs", False, "unknown field strict_differs"),
    (STRICT, "discards", {}, r"3n \+ 2"),
    (STRICT, "all3", 0, None),
    (STRICT, "sp", 0, "no form is possible"),
    (STRICT, "accept_sp", [], "no form is possible"),
    (STRICT, "strict", [], "expected an object"),
    (STRICT, "strict", {}, "field strict.melds is missing"),
    (STRICT, "strict.melds", {}, "expected a list"),
    (STRICT, "strict.melds", ["222m"], "expected k for a pung"),
    (STRICT, "strict.melds", [34], "expected k for a pung"),
    (STRICT, "strict.melds", [-1], "expected k for a pung"),
    (STRICT, "strict.melds", [True], "expected k for a pung"),
    (STRICT, "strict.melds", [107], "expected k for a pung"),
    (STRICT, "strict.melds", [127], "expected k for a pung"),
    (STRICT, "strict.melds", [0], "1m"),
    (STRICT, "strict.melds", [33, 32, 31, 30, 29], "a hand of 19 tiles"),
    (STRICT, "strict.melds", [], r"strict.accept 1 \(2m\): expected not accepted, got accepted"),
    (STRICT, "strict.std", 1, "strict.std: expected 1, got 0"),
    (STRICT, "strict.accept", [1, 2], r"strict.accept 1 \(2m\): expected accepted, got not accepted"),
    (STRICT, "strict.ks", 1, "unknown field strict.ks"),
    (STRICT, "strict_differs", True, "strict_differs: expected True, got False"),
    (STRICT, "strict_differs", 0, "expected true or false"),
    (STRICT, "strict", ..., "unknown field strict_differs"),
]


@pytest.mark.parametrize(("case", "path", "value", "message"), BAD)
def test_bad_cases_fail(case: dict[str, Any], path: str, value: object, message: str | None) -> None:
    report = report_of(changed(case, path, value))
    if message is None:  # more is stated, and it is right
        assert report.ok
        return
    assert re.search(message, told(report)), told(report)


def test_all_differences_are_told() -> None:
    wrong = changed(changed(changed(WHOLE, "std", 3), "accept_std", [26]), "discards.26", [0, 27])
    (result,) = report_of(wrong).results
    assert list(map(str, result.differences)) == [
        "std: expected 3, got 0",
        "accept_std 26 (9s): expected accepted, got not accepted",
        "accept_std 27 (1z): expected not accepted, got accepted",
        "accept_std 28 (2z): expected not accepted, got accepted",
        "discards.26 28 (2z): expected not accepted, got accepted",
    ]


def test_nothing_stated_fails() -> None:
    nothing = {name: WHOLE[name] for name in ("id", "dist", "n", "m", "counts")}
    assert "nothing to compare" in told(report_of(nothing))
    assert "strict states no answer" in told(report_of({**nothing, "strict": {"melds": []}}))


def test_the_order_of_kinds_says_nothing() -> None:
    assert report_of(changed(WHOLE, "accept_std", [28, 27])).ok
    assert report_of(changed(WHOLE, "discards.26", [0, 28, 27])).ok


def test_the_same_id_twice_fails() -> None:
    report = report_of(WHOLE, WHOLE)
    assert (report.passed, report.failed) == (1, 1)
    assert "the id 7 stands twice" in next(iter(report.failures)).message


@pytest.mark.parametrize(("more", "message"), [
    ({"hands": {}}, "expected a list"),
    ({"variant": "mcr"}, "unknown field variant"),
    ({"notation": "mpsz"}, "unknown field notation"),
])
def test_bad_files_fail(more: dict[str, object], message: str) -> None:
    assert message in told(report_of(WHOLE, **more))


@settings(max_examples=300)
@given(damaged(WHOLE) | damaged(STRICT))
def test_damaged_cases(case: dict[str, Any]) -> None:
    (result,) = report_of(case).results
    assert "broke down" not in result.message
    assert (result.outcome == "failed") == bool(result.message or result.differences)
