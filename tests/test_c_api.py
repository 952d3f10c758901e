"""The C API from outside: a project of its own (tests/downstream) is built against mjcore and run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mjcore

pytest.importorskip("Cython", reason="the C API needs Cython")
pytest.importorskip("setuptools", reason="the C API needs setuptools")

PROJECT = Path(__file__).with_name("downstream")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the project was built, a copy: the source tree stays clean."""
    folder = tmp_path_factory.mktemp("c_api") / "downstream"
    shutil.copytree(PROJECT, folder)
    _run(folder, "setup.py", "build_ext", "--inplace")
    return folder


def _run(folder: Path, *arguments: str) -> str:
    package = str(Path(mjcore.__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, f"{arguments}\n{run.stdout}\n{run.stderr}"
    return run.stdout


def call(folder: Path, expression: str) -> Any:
    return json.loads(
        _run(folder, "-c", f"import json, mjcore, downstream; print(json.dumps(downstream.{expression}))")
    )


def test_tile_kinds(built: Path) -> None:
    assert call(built, "tile_kinds()") == [27, 33, 34]


def test_packed_meld_is_the_one_of_python(built: Path) -> None:
    code, kind_of_meld, kind, source = call(built, "kong_of_east()")
    assert (kind_of_meld, kind, source) == (3, 27, 2)
    assert code == mjcore.Meld("[1111z^]").code


@pytest.mark.parametrize(
    "hand", ["111222333m55z789p", "11122233344455m", "147m258p369s12355m", "123m [555z^] 789p 11222s"]
)
def test_readings_are_those_of_python(built: Path, hand: str) -> None:
    pairs = [reading.pair for reading in mjcore.decompose(hand) if reading.pair]
    assert pairs
    assert call(built, f"pairs({hand!r})") == [mjcore.Tile(pair[1:]).kind for pair in pairs]


@pytest.mark.parametrize(("hand", "tile"), [("123m456p789s1122z", "1z"), ("234m234p234s6788p", "8p")])
def test_total_is_that_of_python(built: Path, hand: str, tile: str) -> None:
    expected = mjcore.score(hand, tile, self_draw=True).total
    win = f"mjcore.Win({hand!r}, {tile!r}, self_draw=True)"
    assert call(built, f"total({win}, mjcore.rules.get('mcr'))") == expected


def test_the_documented_code_is_built() -> None:
    page = (PROJECT.parents[1] / "docs" / "c-api.md").read_text(encoding="utf-8")
    shown = "".join(re.findall(r"^```cython\n(.*?)^```$", page, re.M | re.S)).splitlines()
    source = {
        line.partition("  #")[0].rstrip() for line in (PROJECT / "downstream.pyx").read_text().splitlines()
    }
    assert len(shown) > 5
    assert not [line for line in shown if line.partition("  #")[0].rstrip() not in source]
