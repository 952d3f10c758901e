"""`mjcore play`: a game in the terminal, watched or played."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from mjcore import rules
from mjcore.cli.console import InputError, NoWin, show, show_text
from mjcore.cli.options import (
    GAME,
    RULES,
    GroupedCommand,
    json_option,
    lang_option,
    option,
    preset_options,
    read_rules,
    tiles_option,
)
from mjcore.cli.play_events import Reporter, Teller, event_dict
from mjcore.cli.play_view import View
from mjcore.cli.play_words import HELP, play_word
from mjcore.cli.words import name_in
from mjcore.game.bots import greedy
from mjcore.game.matches import Match
from mjcore.game.words import column
from mjcore.table.names import action_text

QUIT, TABLE, ASK_HELP = ("q", "quit"), ("t", "table"), ("?", "？", "h", "help")
DIGITS = 20                     # of the largest seed that is a number of 64 bits
# whoever is asked then sees the table first
TABLE_PHASES = ("turn", "throw", "void", "ready", "flower")


class Quit(Exception):
    """The person at the terminal has had enough."""


@click.command("play", cls=GroupedCommand)
@option(RULES, "--rules", "name", default="mcr", show_default=True, metavar="NAME",
        help=f"The rule set: {', '.join(rules.available())}; name/preset; or a rule file (.toml).")
@preset_options
@option(GAME, "--seed", metavar="SEED", help="Number or text that the walls depend on.  [default: by chance]")
@option(GAME, "--human", type=click.IntRange(0), metavar="SEAT", help="Play this seat; the other hands are hidden.")
@option(GAME, "--hands", type=click.IntRange(0), default=1, show_default=True, metavar="N",
        help="Hands to play; 0: the whole match.")
@tiles_option
@lang_option
@json_option
def play_command(name: str, preset: str | None, settings: tuple[str, ...], seed: str | None, human: int | None,
                 hands: int, tiles: str, lang: str, as_json: bool) -> None:
    """Watch a game of simple bots, or play one against them with --human.

    A move is typed as its number or its name ("discard 5m", "5m" for short); ? shows more, q quits. Seat 0 deals first.

    With --json each line is one object: a deal, an event, a question, a result (docs/play.md).

    \b
    Exit code 0: played to the end, or quit
              1: the input ended before the game did
              2: bad input
    """
    rule_set = read_rules(name, preset, settings)
    if human is not None and human >= rule_set.players:
        raise click.UsageError(f"--human {human}: expected a seat 0..{rule_set.players - 1}")
    game = Match(rule_set, seed=None if seed is None else seed_of(seed))
    output = (JsonOutput if as_json else TextOutput)(game, human, lang, tiles)
    try:
        play(game, output, hands)
    except Quit:
        output.stopped()
    except EOFError:
        raise NoWin(play_word("ended", lang)) from None


def seed_of(text: str) -> int | str:
    """A number as number, all else as the text that it is."""
    is_number = text.isascii() and text.removeprefix("-").isdigit() and len(text) <= DIGITS
    return int(text) if is_number else text


def play(game: Match, output: TextOutput | JsonOutput, hands: int) -> None:
    """Plays so many hands, or all of them."""
    output.begin()
    for table in game:
        output.deal()
        while (seat := table.seat) is not None:
            table.step(output.ask(seat) if seat == output.human else greedy(table, seat), seat)
            output.after()
        output.result()
        if len(game.history) + 1 == hands:
            # the scores after this hand
            game.next()
            break
    output.end()


def read_line() -> str:
    """A line of the input. EOFError at its end."""
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError as error:
        raise InputError(f"the input is no {error.encoding} text") from error
    if not line:
        raise EOFError
    return line.strip()


def at_terminal() -> bool:
    """Whether a person reads and types."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class _Output:
    """What both kinds of output know."""

    def __init__(self, game: Match, human: int | None, lang: str, style: str) -> None:
        self.game, self.human, self.lang, self.style = game, human, lang, style
        self.reporter = Reporter()

    @property
    def view(self) -> View:
        return View(self.game.table, self.human, self.lang, self.style)


class TextOutput(_Output):
    """Tables and sentences for people."""

    def begin(self) -> None:
        rule_set = self.game.rules
        called = f"{name_in(rule_set.names, self.lang)} ({rule_set.id}/{rule_set.preset})"
        show_text(play_word("game", self.lang).format(called, self.game.seed))

    def deal(self) -> None:
        self.reporter, self.teller, self.turns = Reporter(), Teller(), 0
        self._events()
        table = self.game.table
        if table.seat != self.human or table.phase not in TABLE_PHASES:
            self._table()

    def after(self) -> None:
        """The events; a watcher sees the table once in a go-around of discards."""
        self._events()
        table = self.game.table
        turns = sum(len(table.river(seat)) for seat in range(table.players)) // table.players
        if self.human is None and turns > self.turns and not table.done:
            self.turns = turns
            self._table()
            self._pause()

    def ask(self, seat: int) -> int:
        """The move of the person; asks again until it is one."""
        view = self.view
        legal = self.game.table.legal_actions(seat)
        if self.game.table.phase in TABLE_PHASES:
            self._table()
        self._moves(view, seat, legal)
        while True:
            print("> ", end="", flush=True)
            line = read_line()
            if line.lower() in QUIT:
                raise Quit
            if line.lower() in ASK_HELP:
                show_text(HELP[column(self.lang)])
                self._moves(view, seat, legal)
            elif line.lower() in TABLE:
                self._table()
                self._moves(view, seat, legal)
            elif (action := view.chosen(line, legal)) is not None:
                return action
            else:
                show_text(play_word("unknown", self.lang).format(line, len(legal), view.action(legal[0])))

    def result(self) -> None:
        self._table()
        result = self.game.table.result
        assert result is not None
        show_text(result.text(self.lang))

    def end(self) -> None:
        show_text("\n" + play_word("scores", self.lang).format(" ".join(map(str, self.game.scores))))
        if self.game.over:
            show_text(play_word("final", self.lang).format(" ".join(map(str, self.game.final()))))

    def stopped(self) -> None:
        show_text(play_word("stopped", self.lang))

    def _events(self) -> None:
        view = self.view
        for line in self.teller.lines(self.reporter.new(view), view):
            show_text(line)

    def _table(self) -> None:
        for line in self.teller.rest():
            show_text(line)
        show("", self.view.grid(self.game.hand_number))

    def _moves(self, view: View, seat: int, legal: list[int]) -> None:
        show_text(f"{view.seat(seat)}: {view.hand_text(seat)}    {view.question(seat)}")
        show_text(view.moves(legal))

    def _pause(self) -> None:
        """At a terminal a watcher says when to go on."""
        if at_terminal():
            print(play_word("go on", self.lang), end="", flush=True)
            if read_line().lower() in QUIT:
                raise Quit


class JsonOutput(_Output):
    """One object in a line (docs/play.md)."""

    def begin(self) -> None:
        rule_set = self.game.rules
        self._write("game", rules=rule_set.id, preset=rule_set.preset, seed=self.game.seed, players=rule_set.players,
                    human=self.human)

    def deal(self) -> None:
        self.reporter = Reporter()
        self._write("deal", hand=self.game.hand_number, table=self.view.to_dict())
        self.after()

    def after(self) -> None:
        view = self.view
        for event in self.reporter.new(view):
            self._write("event", hand=self.game.hand_number, **event_dict(event, view))

    def ask(self, seat: int) -> int:
        view = self.view
        legal = self.game.table.legal_actions(seat)
        self._write("ask", hand=self.game.hand_number, seat=seat, phase=self.game.table.phase, legal=[
            {"number": number, "action": action, "name": action_text(action)}
            for number, action in enumerate(legal, 1)], table=view.to_dict())
        while True:
            line = read_line()
            if line.lower() in QUIT:
                raise Quit
            action = view.chosen(line, legal)
            if action is not None:
                return action
            self._write("error", message=play_word("unknown", "en").format(line, len(legal), action_text(legal[0])))

    def result(self) -> None:
        result = self.game.table.result
        assert result is not None
        self._write("hand", hand=self.game.hand_number, result=result.to_dict(self.lang), table=self.view.to_dict())

    def end(self) -> None:
        self._write("end", scores=list(self.game.scores), final=list(self.game.final()) if self.game.over else None)

    def stopped(self) -> None:
        self._write("stopped")

    def _write(self, type: str, **more: Any) -> None:
        encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
        print(json.dumps({"type": type, **more}, ensure_ascii=not encoding.startswith("utf")), flush=True)
