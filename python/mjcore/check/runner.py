"""Runs case files: reads, dispatches on the schema, and turns whatever goes wrong into a failed case."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO, TextIO

from mjcore.check import botzone, mcr_hands, riichi_wins, rounds, shanten, variants
from mjcore.check.fields import TOO_DEEP, Fault, Fields, load, shown
from mjcore.check.report import FAILED, NOT_RUN, PASSED, Difference, Report, Result
from mjcore.errors import MahjongError

RunCase = Callable[[Fields], "list[Difference] | None"]
ReadIdent = Callable[[Fields], str]


GZIP = b"\x1f\x8b"  # how such files begin


def run(path: str | os.PathLike[str]) -> Report:
    """Runs a case file: one JSON value (`mcr-hand/1`, `mjcore-variant-cases/1` or `mjcore-shanten-cases/1`, or a match
    of Botzone), or riichi wins and whole rounds, one JSON object a line. Either may be compressed by gzip, whatever its
    name.

    Lines are read one by one. Never raises for what stands in the file: what is not understood is a failed case.
    """
    name = os.path.basename(path)
    try:
        with open(path, "rb") as file, _unpacked(file) as text:
            return _run_stream(text, name)
    except OSError as error:
        return _refused(name, f"not read: {error.strerror or error}")


def run_text(text: str, name: str = "the text") -> Report:
    """Runs the text of a case file; `name` stands for it in the report."""
    return _run_stream(io.StringIO(text), name)


def _unpacked(file: BinaryIO) -> TextIO:
    """The text of a file, which may be compressed."""
    packed = file.read(len(GZIP)) == GZIP
    file.seek(0)
    return io.TextIOWrapper(gzip.open(file) if packed else file, encoding="utf-8-sig")


def _run_stream(text: TextIO, name: str) -> Report:
    """Runs a text, which is one value or has a value on each line."""
    results: list[Result] = []
    try:
        lines = enumerate(text, 1)
        # blank lines before the first value say nothing
        first = next(((n, line) for n, line in lines if line.strip()), (1, ""))
        if name.removesuffix(".gz").endswith(".jsonl") or _is_win(first[1]):
            for result in _run_lines(chain([first], lines)):
                results.append(result)  # one by one: a file may break off
            return Report(tuple(results)) if results else _refused(name, "not read: a file without lines")
        data = load("\n" * (first[0] - 1) + first[1] + text.read())
    except (OSError, EOFError, zlib.error) as error:
        results.append(Result(name, FAILED, f"not read: {error}"))
    except UnicodeDecodeError as error:
        results.append(Result(name, FAILED, f"not UTF-8: {error.reason}"))
    except Fault as fault:
        results.append(Result(name, FAILED, str(fault)))
    else:
        return run_data(data, name)
    return Report(tuple(results))


def _is_win(line: str) -> bool:
    """The line is an object by itself, as files of lines have it and no file of one value."""
    try:
        data = load(line) if line.rstrip().endswith("}") else None
    except Fault:
        return False
    return isinstance(data, dict) and "players" in data and "schema" not in data


def _run_lines(lines: Iterator[tuple[int, str]]) -> Iterator[Result]:
    """One result for each line that is not blank."""
    seen: set[str] = set()
    games = rounds.Rounds()

    def run_line(case: Fields) -> list[Difference] | None:
        return games.run(case) if case.has("events") else riichi_wins.run(case)

    for n, line in lines:
        if not line.strip():
            continue
        try:
            value = load(line)
        except Fault as fault:
            yield Result(f"line {n}", FAILED, str(fault))
        else:
            yield _result(value, f"line {n}", seen, run_line, _line_ident)


def run_data(data: object, name: str = "the data") -> Report:
    """Runs the value of a case file's JSON."""
    try:
        cases, run_case, read_ident = _open(data)
    except Fault as fault:
        return _refused(name, str(fault))
    seen: set[str] = set()
    return Report(
        tuple(_result(case, f"case {n}", seen, run_case, read_ident) for n, case in enumerate(cases, 1))
    )


def _refused(name: str, message: str) -> Report:
    return Report((Result(name, FAILED, message),))


def _text_ident(case: Fields) -> str:
    return case.text("id")


def _line_ident(case: Fields) -> str:
    # a whole round is no case of its own, and is told apart by its game and index
    if case.has("events") and not case.has("id"):
        return rounds.ident(case)
    return case.text("id")


def _open(data: object) -> tuple[list[Any], RunCase, ReadIdent]:
    """The cases of a file, what runs one of them, and what reads the id of one."""
    file = Fields(data, "the file") if isinstance(data, dict) else None
    if file is None:
        raise Fault(f"the file holds {shown(data)}: expected an object with a schema")
    file = Fields(data)
    if botzone.is_match(file):
        return [data], botzone.run, botzone.ident
    schema = file.text("schema")
    if schema == mcr_hands.SCHEMA:
        return mcr_hands.cases(file), mcr_hands.run, _text_ident
    if schema == variants.SCHEMA:
        variant, cases = variants.cases(file)
        return cases, lambda case: variants.run(variant, case), _text_ident
    if schema == shanten.SCHEMA:
        return shanten.cases(file), shanten.run, shanten.ident
    known = f"{mcr_hands.SCHEMA}, {variants.SCHEMA} or {shanten.SCHEMA}"
    raise Fault(f"unknown schema {schema}: expected {known}")


def _result(value: object, name: str, seen: set[str], run_case: RunCase, read_ident: ReadIdent) -> Result:
    try:
        case = Fields(value)
        ident = read_ident(case)
        if not ident:
            raise Fault("the id is empty")
        name = ident
        if ident in seen:
            raise Fault(f"the id {ident} stands twice in the file")
        seen.add(ident)
        differences = run_case(case)
    except (Fault, MahjongError) as error:
        return Result(name, FAILED, str(error))
    except RecursionError:  # of data that no JSON text was read for
        return Result(name, FAILED, TOO_DEEP)
    except Exception as error:  # a case must not take the rest of the file with it
        return Result(name, FAILED, f"mjcore broke down: {type(error).__name__}: {error}")
    if differences is None:
        return Result(name, NOT_RUN)
    return Result(name, FAILED if differences else PASSED, differences=tuple(differences))
