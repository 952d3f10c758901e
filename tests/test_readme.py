"""What the documents show is what happens: Python examples and command lines of every page are run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import mjcore

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    path
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if path.exists()
]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(page: Path, language: str) -> str:
    """The code blocks of one language, in their lines of the page and with empty lines between."""
    text = page.read_text(encoding="utf-8")
    lines = [""] * (text.count("\n") + 1)
    for match in _BLOCK.finditer(text):
        if match[1] == language:
            first = text.count("\n", 0, match.start(2))
            body = match[2].splitlines()
            lines[first : first + len(body)] = body
    return "\n".join(lines)


def commands(page: Path) -> list[tuple[str, str]]:
    """(arguments, output) of each `$ ... mjcore ARGUMENTS` in the page's console blocks."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"^\$ ", blocks(page, "console"), flags=re.M)[1:]:
        command, _, output = part.replace("\\\n", " ").partition("\n")
        last = command.split("&& ")[-1]
        if last.startswith("mjcore "):
            # what follows the block's end are the empty lines up to the next one
            found.append((last.removeprefix("mjcore "), output.rstrip()))
    return found


def _id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_python_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    examples = doctest.DocTestParser().get_doctest(blocks(page, "python"), {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    runner.run(examples, out=report.append)
    assert not runner.failures, "".join(report)
    assert page != ROOT / "README.md" or runner.tries >= 8, "README lost its examples"


@pytest.mark.parametrize(
    ("arguments", "output"),
    [pytest.param(*case, id=f"{_id(page)}: {case[0]}") for page in PAGES for case in commands(page)],
)
def test_command_lines(arguments: str, output: str) -> None:
    package = str(Path(mjcore.__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    run = subprocess.run(
        [sys.executable, "-m", "mjcore", *shlex.split(arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "COLUMNS": "100", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    shown = "\n".join(line.rstrip() for line in run.stdout.splitlines()).strip()
    expected = "\n".join(line.rstrip() for line in output.splitlines()).strip()
    assert (shown, run.stderr) == (expected, "")


def test_readme_shows_the_command_line() -> None:
    assert any(arguments.startswith("score ") for arguments, _ in commands(ROOT / "README.md"))
