"""The command as a process: exit codes, encodings, pipes, missing packages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mjcore

HAND = ["score", "123m456p789s1122z", "--win", "1z", "--self-draw"]
# where this mjcore is, so that the process runs the same one
HOME = str(Path(mjcore.__file__).resolve().parents[1])


MODULE = ("-m", "mjcore")


def environment(**changes: str) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [HOME, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, **changes}


def run(*arguments: str, start: tuple[str, ...] = MODULE, **env: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, *start, *arguments]
    return subprocess.run(command, capture_output=True, env=environment(**env), check=False)


def test_exit_codes() -> None:
    assert run(*HAND).returncode == 0
    assert run("score", "123m456p777s1122z", "--win", "1z").returncode == 1
    bad = run("score", "123q", "--win", "1z")
    assert bad.returncode == 2
    assert bad.stdout == b""
    assert b"Traceback" not in bad.stderr


def test_version() -> None:
    assert mjcore.__version__.encode() in run("--version").stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "gbk", "utf-8"])
@pytest.mark.parametrize("arguments", [
    [*HAND, "--lang", "zh", "--tiles", "unicode"],
    [*HAND, "--lang", "ja", "--tiles", "chinese"],
    ["rules", "mcr", "--lang", "zh"],
    ["rules", "mcr", "--lang", "zh", "--dot"],
    ["rules"],
])
def test_no_encoding_crashes(encoding: str, arguments: list[str]) -> None:
    done = run(*arguments, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode(encoding).strip()
    assert done.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk", "utf-8"])
@pytest.mark.parametrize("arguments", [[*HAND, "--lang", "zh"], ["rules", "mcr"]])
def test_json_is_json_in_every_encoding(encoding: str, arguments: list[str]) -> None:
    done = run(*arguments, "--json", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    in_utf8 = run(*arguments, "--json", PYTHONUTF8="1")
    assert json.loads(done.stdout.decode(encoding)) == json.loads(in_utf8.stdout)


def test_an_error_with_a_foreign_character_does_not_crash() -> None:
    done = run("score", "鳥", "--win", "1z", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_a_pipe_is_not_folded_and_may_close() -> None:
    assert max(map(len, run("rules", "mcr", COLUMNS="20").stdout.decode().splitlines())) > 80
    with subprocess.Popen(
        [sys.executable, *MODULE, "rules", "mcr"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["rules", "mcr"], ["rules", "mcr", "--json"], HAND, ["--help"], ["--version"]])
def test_output_that_can_not_be_written_is_one_message(arguments: list[str], unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, *MODULE, *arguments]
        environ = environment(PYTHONUNBUFFERED=unbuffered)
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environ, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("mjcore: the output can not be written: ")


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_missing_packages_are_named_in_one_line(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import mjcore.__main__ as m; m.main()"
    done = run(start=("-c", code))
    assert done.returncode == 2
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    assert missing in line
    assert 'pip install "mjcore[cli]"' in line


def test_another_missing_module_is_no_missing_extra() -> None:
    code = "import sys; sys.modules['json'] = None; import mjcore.__main__ as m; m.main()"
    done = run(start=("-c", code))
    assert b"mjcore[cli]" not in done.stderr
    assert done.returncode == 1
