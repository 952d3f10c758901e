"""`mjcore check`: what it prints, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from mjcore.cli import commands


def settle(ident: str, pay: list[int], kind: str = "settle") -> dict[str, object]:
    win = {"winner": 1, "win": "discard", "fan": 9, "from": 0}
    return {"id": ident, "kind": kind, **win, "expect": {"pay": pay}}


def write(path: Path, *cases: dict[str, object]) -> str:
    file = {"schema": "mjcore-variant-cases/1", "variant": "mcr", "notation": "mpsz", "cases": cases}
    path.write_text(json.dumps(file), "utf-8")
    return str(path)


def run(*files: str) -> Result:
    return CliRunner().invoke(commands, ["check", *files])


GOOD, BAD = [-17, 33, -8, -8], [-8, 33, -17, -8]


def test_all_right(tmp_path: Path) -> None:
    result = run(write(tmp_path / "good.json", settle("one", GOOD), settle("words", GOOD, kind="play")))
    assert result.exit_code == 0
    assert result.stdout == "1 passed, 0 failed, 1 not run\n"
    assert result.stderr == ""


def test_a_failure_shows_its_difference(tmp_path: Path) -> None:
    file = write(tmp_path / "bad.json", settle("one", GOOD), settle("two", BAD))
    result = run(file)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{file}: failed: two",
        "  pay: expected [-8, 33, -17, -8], got [-17, 33, -8, -8]",
        "1 passed, 1 failed, 0 not run",
    ]


def test_nothing_passed_is_no_success(tmp_path: Path) -> None:
    assert run(write(tmp_path / "empty.json")).exit_code == 1
    assert run(write(tmp_path / "words.json", settle("words", GOOD, kind="play"))).exit_code == 1


def test_several_files(tmp_path: Path) -> None:
    good = write(tmp_path / "good.json", settle("one", GOOD))
    bad = write(tmp_path / "bad.json", settle("one", BAD))
    result = run(good, bad, str(tmp_path / "none.json"))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "1 passed, 2 failed, 0 not run"
    assert f"{good}: 1 passed, 0 failed, 0 not run" in result.stdout.splitlines()
    # the same id in two files is no clash
    assert run(good, write(tmp_path / "also.json", settle("one", GOOD))).exit_code == 0
