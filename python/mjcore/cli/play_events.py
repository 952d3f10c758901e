"""The events of a hand as a seat knows of them, or a watcher: as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mjcore.cli.play_view import HIDDEN, View
from mjcore.cli.play_words import event_text, paid_for, ready_word, suit_name
from mjcore.hand.melds import Meld
from mjcore.table.events import PAY_REASONS, Event

CONCEALED = 5                   # `how` of a concealed kong


class Reporter:
    """Tells the events of a hand, each once, as far as the viewer may know of it."""

    def __init__(self) -> None:
        self._told = 0
        self._thrown: dict[int | None, int] = {}

    def new(self, view: View) -> list[Event]:
        """The events since the last call. The table logs what all seats choose when all have chosen."""
        log = view.table.log
        found: list[Event] = []
        for event in log[self._told:]:
            self._told += 1
            shown = self._censored(event, view)
            if shown is not None:
                found.append(shown)
        return found

    def _censored(self, event: Event, view: View) -> Event | None:
        """The event without what the viewer does not know; None if that is all."""
        number = self._thrown.get(event.seat, 0)
        if event.what == "discard":
            self._thrown[event.seat] = number + 1
        if view.viewer is None or event.seat == view.viewer:
            return event
        if event.what == "pick":
            return None
        if event.what == "draw":
            return event._replace(tile=None)
        if event.what == "discard":
            seen = view.seen.river(event.seat)[number].tile
            return event._replace(tile=None) if seen.kind == HIDDEN else event
        if event.what in ("kong", "kong_stands") and event.how == CONCEALED and None in view.melds(event.seat or 0):
            return event._replace(tile=None, value=0)
        return event


def event_line(event: Event, view: View) -> str:
    """An event in words; "" for one that the next ones tell, or a draw that is not seen."""
    key = event.what
    what: dict[str, object] = {
        "seat": view.seat(event.seat), "other": view.seat(event.other), "tile": view.tile(event.tile),
        "value": event.value,
    }
    if key == "draw":
        key = f"draw {event.how}" if event.how > 1 else key
        if event.tile is None:
            return ""
    elif key == "kong":
        key = f"kong {event.how}"
    elif key == "void":
        what["suit"] = suit_name("mps"[event.value], view.lang)
    elif key == "ready":
        what["ready"] = ready_word(view.table.rules.circumstances, view.lang)
    elif key == "chow":
        what["meld"] = view.meld(Meld.from_code(event.value))
    elif key == "pay":
        what["why"] = paid_for(PAY_REASONS[event.how], view.lang)
    elif key == "win" and event.tile is None:
        key = "flower win"
    elif key == "win" and event.other is None:
        key = "self-draw"
    return event_text(key, view.lang, **what)


def event_dict(event: Event, view: View) -> dict[str, Any]:
    """An event as plain data, with its words."""
    meld = event.what in ("chow", "pung", "kong") and event.value
    return {
        "what": event.what, "seat": event.seat, "tile": None if event.tile is None else str(event.tile),
        "other": event.other, "how": PAY_REASONS[event.how] if event.what == "pay" else event.how,
        "value": str(Meld.from_code(event.value)) if meld else event.value, "text": event_line(event, view),
    }


class Teller:
    """Tells events in sentences. What a seat does with the tile it drew stands in the line of the draw; payments at the
    end of a hand are left to its result."""

    def __init__(self) -> None:
        self._draw = ""
        self._drawer: int | None = None

    def lines(self, events: list[Event], view: View) -> Iterator[str]:
        """The lines of some events; a draw at the end is held back."""
        for event in events:
            text = event_line(event, view)
            if not text or (event.what == "pay" and view.table.done):
                continue
            if self._draw and event.seat == self._drawer and event.what in ("discard", "ready", "kong", "extract"):
                text, self._draw = f"{self._draw}; {text}", ""
            yield from self.rest()
            if event.what == "draw":
                self._draw, self._drawer = text, event.seat
            else:
                yield text

    def rest(self) -> Iterator[str]:
        """The draw that is held back."""
        if self._draw:
            yield self._draw
        self._draw = ""
