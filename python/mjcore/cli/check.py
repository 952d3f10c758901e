"""`mjcore check`: runs files of worked cases."""

from __future__ import annotations

import click

from mjcore import check
from mjcore.cli.console import show


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.pass_context
def check_command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Run files of worked cases and show what differs.

    The schemas mcr-hand/1, mjcore-variant-cases/1 (every rule set) and mjcore-shanten-cases/1 are read, and
    files with one riichi win a line (.jsonl, also compressed). What is not understood fails.

    \b
    Exit code 0: nothing failed and something passed
              1: otherwise
    """
    total = check.Report()
    for file in files:
        report = check.run(file)
        for result in report.failures:
            show(f"{file}: " + "\n".join(result.lines()))
        if len(files) > 1:
            show(f"{file}: {report}")
        total += report
    show(str(total))
    ctx.exit(0 if total.ok else 1)
