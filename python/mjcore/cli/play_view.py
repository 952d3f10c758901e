"""A table as one of its seats sees it, or as a watcher does who sees all: as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.cells import cell_len
from rich.table import Table as Grid

from mjcore.cli.console import table as grid
from mjcore.cli.play_words import (
    action_word,
    phase_text,
    play_word,
    ready_word,
    state_word,
    suit_name,
)
from mjcore.cli.tiles_text import in_style, tiles_in_style
from mjcore.cli.words import word
from mjcore.game.words import word as game_word
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile
from mjcore.table import names
from mjcore.table.events import Thrown

WINDS = "ESWN"
HIDDEN = 63                     # the kind of a tile that an observation does not show
COLUMNS, GAP = 5, 2
MOST_DIGITS = 3                 # of the number of a move


class View:
    """What is shown of a table to `viewer`: a seat, or None for a watcher. Each has a language and a notation."""

    def __init__(self, table: Any, viewer: int | None, lang: str, style: str) -> None:
        self.table, self.viewer, self.lang, self.style = table, viewer, lang, style
        self.seen = table if viewer is None else table.observe(viewer)
        course = table.rules.make_table(dict(table.rules.values))
        self._kongs_hidden = viewer is not None and course.get("hides_kongs", False) and not table.done

    # Tiles and seats

    def tile(self, tile: Tile | None) -> str:
        return "?" if tile is None or tile.kind == HIDDEN else in_style(str(tile), self.style)

    def seat(self, seat: int | None) -> str:
        return game_word("table", self.lang) if seat is None else game_word("seat", self.lang).format(seat)

    def wind(self, seat: int) -> str:
        """The wind of a seat; "" beyond the fourth."""
        steps = (seat - self.table.dealer) % self.table.players
        return WINDS[steps] if steps < len(WINDS) else ""

    def hand(self, seat: int) -> tuple[tuple[Tile, ...], Tile | None]:
        """The concealed tiles that can be seen, sorted, and apart from them the one that was just drawn."""
        tiles, drawn = list(self.seen.hand(seat).tiles), self.seen.drawn
        if self.table.done or seat != self.table.turn or drawn is None or drawn not in tiles:
            return tuple(tiles), None
        tiles.remove(drawn)
        return tuple(tiles), drawn

    def hand_text(self, seat: int) -> str:
        """The concealed tiles, or how many they are."""
        tiles, drawn = self.hand(seat)
        held = self.seen.tiles_held(seat)
        if not tiles and drawn is None:
            return play_word("hidden", self.lang).format(held)
        text = tiles_in_style(tiles, self.style)
        if drawn is not None:
            return f"{text} + {self.tile(drawn)}"
        return f"{text} + ?" if held > len(tiles) else text

    def melds(self, seat: int) -> tuple[Meld | None, ...]:
        """The melds; None for a concealed kong that is not shown."""
        # an observation has no tiles for such a kong
        hidden = self._kongs_hidden and seat != self.viewer
        return tuple(None if hidden and meld.concealed else meld for meld in self.table.melds(seat))

    def meld(self, meld: Meld | None) -> str:
        return "(????)" if meld is None else in_style(str(meld), self.style)

    def thrown(self, thrown: Thrown) -> str:
        """A discard with its marks."""
        text = self.tile(thrown.tile) + "*" * thrown.ready + "!" * thrown.won
        return f"({text})" if thrown.claimed else text

    def states(self, seat: int) -> Iterator[str]:
        """What else is to be known of a seat."""
        lang, flags = self.lang, self.seen.flags(seat)
        if seat == self.viewer:
            yield state_word("you", lang)
        if seat == self.table.dealer:
            yield state_word("dealer", lang)
        if seat == self.table.turn and self.table.phase in ("turn", "throw"):
            yield state_word("turn", lang)
        if "ready" in flags or "shown" in flags:
            yield ready_word(self.table.rules.circumstances, lang)
        yield from (state_word(flag, lang) for flag in flags
                    if flag in ("double", "one_shot", "won", "ready_at_deal", "ready_first_turn"))
        if self.seen.void(seat) is not None:
            yield state_word("void", lang).format(suit_name(self.seen.void(seat), lang))

    # The table

    def header(self, number: int) -> str:
        """One line about the hand: round, counters, tiles that are left, what lies face up."""
        table, lang = self.table, self.lang
        parts = [play_word("number", lang).format(number + 1)]
        if "round_wind" in table.rules.circumstances:
            parts.append(play_word("round", lang).format(Tile(f"{WINDS.index(table.round_wind) + 1}z").name(lang)
                                                         if lang != "en" else table.round_wind))
        if "riichi" in table.rules.circumstances:
            parts += [play_word("honba", lang).format(table.honba), play_word("sticks", lang).format(table.sticks)]
        parts.append(play_word("live", lang).format(self.seen.live))
        for key, tiles in (("indicators", self.seen.dora_indicators), ("wild", self.seen.wild)):
            if tiles:
                parts.append(play_word(key, lang).format(" ".join(map(self.tile, tiles))))
        return ", ".join(parts)

    def grid(self, number: int) -> Grid:
        """The table as people read it."""
        lang, players = self.lang, range(self.table.players)
        score, aside = play_word("score", lang), any(self.seen.aside(seat) for seat in players)
        winds = "seat_wind" in self.table.rules.circumstances
        columns = [word("seat", lang), *([word("wind", lang)] if winds else []), score, *(
            play_word(key, lang) for key in ("state", "hand", "melds", *(["aside"] if aside else []), "river"))]
        rows = (
            (seat, *([self.wind(seat)] if winds else []), self.table.scores[seat], ", ".join(self.states(seat)),
             self.hand_text(seat), " ".join(map(self.meld, self.melds(seat))),
             *([tiles_in_style(self.seen.aside(seat), self.style)] if aside else []),
             " ".join(map(self.thrown, self.seen.river(seat))))
            for seat in players
        )
        return grid(self.header(number), *columns, right=[score], rows=rows)

    def to_dict(self) -> dict[str, Any]:
        """The table as plain data; what is not seen is None."""
        seen = self.seen
        return {
            "phase": seen.phase, "dealer": seen.dealer, "round_wind": seen.round_wind, "honba": seen.honba,
            "sticks": seen.sticks, "live": seen.live, "dora_indicators": _texts(seen.dora_indicators),
            "wild": _texts(seen.wild), "seats": [self._seat_dict(seat) for seat in range(seen.players)],
        }

    def _seat_dict(self, seat: int) -> dict[str, Any]:
        tiles, drawn = self.hand(seat)
        return {
            "seat": seat, "wind": self.wind(seat) or None, "score": self.table.scores[seat],
            "held": self.seen.tiles_held(seat), "hand": str(Hand.from_tiles(tiles)) if tiles else None,
            "drawn": None if drawn is None else str(drawn),
            "melds": [None if meld is None else str(meld) for meld in self.melds(seat)],
            "aside": _texts(self.seen.aside(seat)),
            "river": [None if each.tile.kind == HIDDEN else str(each.tile) for each in self.seen.river(seat)],
            "flags": list(self.seen.flags(seat)), "void": self.seen.void(seat),
        }

    # What can be done

    def question(self, seat: int) -> str:
        """What a seat is asked."""
        table = self.table
        return phase_text(table.phase, self.lang, tile=self.tile(self.seen.last_tile), other=self.seat(table.last_seat))

    def action(self, action: int) -> str:
        """The name of an action in the language and notation of the view."""
        text = names.action_text(action)
        first, _, last = text.partition(" ")
        if first in ("discard", "kong") and last not in ("", "hand"):
            first = "pick" if self.table.phase == "exchange" else first
            return action_word(f"{first} {self.tile(Tile(last))}", self.lang)
        return action_word(text, self.lang)

    def action_more(self, action: int) -> str:
        """What its name does not tell, in brackets."""
        lang, last = self.lang, self.seen.last_tile
        if action == names.READY:
            called = ready_word(self.table.rules.circumstances, lang)
            return "" if called in self.action(action) else f" ({called})"
        if action == names.DISCARD_HELD:
            return f" ({self.tile(self.seen.drawn)})"
        if names.CHOW <= action < names.PUNG and last is not None:
            return f" ({in_style(chow_text(last, action), self.style)})"
        if names.VOID <= action < names.NUMBER and lang == "en":
            return f" ({suit_name('mps'[action - names.VOID], lang)})"
        return ""

    def moves(self, legal: list[int]) -> str:
        """The moves with their numbers, several in a line."""
        cells = [f"{number:>2} {self.action(action)}{self.action_more(action)}"
                 for number, action in enumerate(legal, 1)]
        width = max(map(cell_len, cells)) + GAP
        lines = (cells[start: start + COLUMNS] for start in range(0, len(cells), COLUMNS))
        return "\n".join("".join(cell + " " * (width - cell_len(cell)) for cell in line).rstrip() for line in lines)

    def chosen(self, text: str, legal: list[int]) -> int | None:
        """The action that a line means: its number, its name, or a tile to discard; None for none that is legal."""
        said = "".join(text.split()).lower()
        # longer numbers are none of these, and may be too long to be one
        if said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS and 1 <= int(said) <= len(legal):
            return legal[int(said) - 1]
        for action in legal:
            known = names.action_text(action)
            forms = [known, self.action(action), self.action(action) + self.action_more(action)]
            if known.startswith("discard "):
                tile = known.removeprefix("discard ")
                forms += [tile, f"pick {tile}", *([] if tile == "hand" else [self.tile(Tile(tile))])]
            if action == names.READY:
                forms += [ready_word(self.table.rules.circumstances, lang) for lang in ("en", self.lang)]
            if said in ("".join(form.split()).lower() for form in forms):
                return action
        return None


def chow_text(claimed: Tile, action: int) -> str:
    """The tiles of a chow as text; a red five of the hand is red.

    >>> chow_text(Tile("4m"), 137), chow_text(Tile("4m"), 140), chow_text(Tile("0p"), 139)
    ('456m', '406m', '340p')
    """
    red = action >= names.CHOW_RED
    lowest = claimed.rank - (action - names.CHOW) % 3
    ranks = range(lowest, lowest + 3)
    return "".join("0" if rank == 5 and (red or claimed.red) else str(rank) for rank in ranks) + claimed.suit


def _texts(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in tiles]
