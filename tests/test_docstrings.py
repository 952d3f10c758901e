"""The examples in docstrings are run, those of native modules too."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import mjcore

MODULES = ["mjcore", *(module.name for module in pkgutil.walk_packages(mjcore.__path__, "mjcore."))]


def run_examples(name: str) -> tuple[int, str]:
    """How many examples a module has, and what went wrong."""
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    report: list[str] = []
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name):
        runner.run(test, out=report.append)
    return runner.tries, "".join(report)


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples(name: str) -> None:
    _, report = run_examples(name)
    assert not report, report


def test_examples_are_found_in_native_modules() -> None:
    assert run_examples("mjcore.hand.decompose")[0]
    assert run_examples("mjcore.fans.wins")[0]
