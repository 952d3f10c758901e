"""Runs case files: reads, dispatches on the schema, and turns whatever goes wrong into a failed case."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from mjcore.check import mcr_hands, shanten, variants
from mjcore.check.fields import Fault, Fields, load, shown
from mjcore.check.report import FAILED, NOT_RUN, PASSED, Difference, Report, Result
from mjcore.errors import MahjongError

RunCase = Callable[[Fields], "list[Difference] | None"]
ReadIdent = Callable[[Fields], str]


def run(path: str | os.PathLike[str]) -> Report:
    """Runs a case file (`mcr-hand/1`, `mjcore-variant-cases/1` or `mjcore-shanten-cases/1`).

    Never raises for what stands in the file: what is not understood is a failed case.
    """
    name = os.path.basename(path)
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
    except OSError as error:
        return _refused(name, f"not read: {error.strerror or error}")
    except UnicodeDecodeError as error:
        return _refused(name, f"not UTF-8: {error.reason} at byte {error.start}")
    return run_text(text, name)


def run_text(text: str, name: str = "the text") -> Report:
    """Runs the text of a case file; `name` stands for it in the report."""
    try:
        data = load(text)
    except Fault as fault:
        return _refused(name, str(fault))
    return run_data(data, name)


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


def _open(data: object) -> tuple[list[Any], RunCase, ReadIdent]:
    """The cases of a file, what runs one of them, and what reads the id of one."""
    file = Fields(data, "the file") if isinstance(data, dict) else None
    if file is None:
        raise Fault(f"the file holds {shown(data)}: expected an object with a schema")
    file = Fields(data)
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
    except Exception as error:  # a case must not take the rest of the file with it
        return Result(name, FAILED, f"mjcore broke down: {type(error).__name__}: {error}")
    if differences is None:
        return Result(name, NOT_RUN)
    return Result(name, FAILED if differences else PASSED, differences=tuple(differences))
