"""The command line: `run` is what the script `mjcore` calls, `commands` the click group."""

from __future__ import annotations

from typing import Any

import click

import mjcore
from mjcore.cli.bench import bench_command
from mjcore.cli.check import check_command
from mjcore.cli.console import InputError, ending_cleanly, make_streams_safe
from mjcore.cli.decompose import decompose_command
from mjcore.cli.discards import discards_command
from mjcore.cli.play import play_command
from mjcore.cli.rules import rules_command
from mjcore.cli.score import score_command
from mjcore.cli.shanten import shanten_command
from mjcore.cli.waits import waits_command
from mjcore.errors import MahjongError


class Commands(click.Group):
    """A group whose commands turn every `MahjongError` into one message and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except MahjongError as error:
            raise InputError(str(error)) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(mjcore.__version__, prog_name="mjcore")
def commands() -> None:
    """Mahjong rules, exactly: score hands, ask about them, look up rule sets, play, check worked cases.

    Exit code 2 means bad input, or output that can not be written; the message is on stderr.
    """


for command in (
    score_command, shanten_command, waits_command, discards_command, decompose_command, rules_command, check_command,
    play_command, bench_command,
):
    commands.add_command(command)


def run() -> None:
    """Runs the command line of this process and ends it."""
    make_streams_safe()
    ending_cleanly(lambda: commands(prog_name="mjcore"))
