"""Where the command line writes: tables for people, plain text for pipes, whatever the encoding."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPE_WIDTH = 10_000


class InputError(click.ClickException):
    """Bad input: one message on stderr, exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        print(f"mjcore: {self.message}", file=file or sys.stderr)


class NoWin(InputError):
    """The tiles are no win: the same, with exit code 1."""

    exit_code = 1


def make_streams_safe() -> None:
    """Characters that a terminal or pipe can not show become escapes, not a crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def ending_cleanly(command: Callable[[], object]) -> None:
    """Runs a command that ends the process. Output that can not be written (a full disk) is one message and exit
    code 2; a reader that has gone away is exit code 1 and no message."""
    try:
        try:
            command()
        finally:
            # Python would do it later, and show a traceback
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:
            # not the output
            raise
        # what could not be written is still waiting to be, when Python ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            sys.exit(1)
        print(f"mjcore: the output can not be written: {error.strerror}", file=sys.stderr)
        sys.exit(2)


def table(title: str, *columns: str, right: Iterable[str] = (), rows: Iterable[Iterable[object]]) -> Table:
    """A table; the columns named in `right` hold numbers."""
    made = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, title_style="bold")
    for column in columns:
        made.add_column(Text(column), justify="right" if column in right else "left")
    for row in rows:
        made.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in row))
    return made


def show(*parts: str | Text | Table) -> None:
    """Writes lines and tables to stdout."""
    console = Console(highlight=False, emoji=False, markup=False)
    if console.is_terminal:
        console.print(*parts, sep="\n")
        return
    # a pipe has no width to fold lines at, and no use for the blanks that fill a table's lines
    console.width = PIPE_WIDTH
    with console.capture() as capture:
        console.print(*parts, sep="\n", soft_wrap=True)
    show_text("\n".join(line.rstrip() for line in capture.get().splitlines()))


def show_text(text: str) -> None:
    """Writes text to stdout as it is. (`click.echo` writes UTF-8 where the encoding is ASCII.)"""
    print(text)


def show_json(value: object) -> None:
    """Writes JSON to stdout, with escapes where the encoding is not Unicode."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    show_text(json.dumps(value, ensure_ascii=not encoding.startswith("utf"), indent=2))
