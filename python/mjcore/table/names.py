"""Actions by name: one number with one meaning in every rule set (`src/mjcore/table/actions.pxd`).

>>> action_text(137), action_id("discard 5m"), action_id("kong 1z")
('chow low', 4, 91)
"""

from __future__ import annotations

from types import MappingProxyType

from mjcore.errors import IllegalAction, brief
from mjcore.hand.tiles import Tile

DISCARD, KONG_OF, PASS, WIN, READY, ABORT, EXTRACT = 0, 64, 128, 129, 130, 131, 132
DISCARD_HELD, DISCARD_RED, CHOW, CHOW_RED, PUNG, PUNG_RED, KONG = 133, 134, 137, 140, 143, 144, 145
VOID, NUMBER, ACTIONS = 155, 158, 256
PLACES = ("low", "mid", "high")


def _texts() -> dict[int, str]:
    named = {PASS: "pass", WIN: "win", READY: "ready", ABORT: "abort", EXTRACT: "extract",
             DISCARD_HELD: "discard hand", PUNG: "pung", PUNG_RED: "pung red", KONG: "kong"}
    for kind in range(64):
        named[DISCARD + kind] = f"discard {Tile(kind)}"
        named[KONG_OF + kind] = f"kong {Tile(kind)}"
    for suit, letter in enumerate("mps"):
        named[DISCARD_RED + suit] = f"discard 0{letter}"
        named[VOID + suit] = f"void {letter}"
    for place, name in enumerate(PLACES):
        named[CHOW + place] = f"chow {name}"
        named[CHOW_RED + place] = f"chow {name} red"
    for number in range(10):
        named[NUMBER + number] = f"number {number}"
    return dict(sorted(named.items()))


TEXTS = MappingProxyType(_texts())
ACTION_IDS = MappingProxyType({text: number for number, text in TEXTS.items()})


def action_text(action: int) -> str:
    """The name of an action id, "action 200" for one that means nothing yet."""
    if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < ACTIONS:
        raise IllegalAction(f"action {brief(action)}: expected an id 0..255")
    return TEXTS.get(action, f"action {action}")


def action_id(text: str) -> int:
    """The id of an action's name. IllegalAction for a name that is none."""
    found = ACTION_IDS.get(" ".join(text.split())) if isinstance(text, str) else None
    if found is None:
        raise IllegalAction(f"no action is called {brief(text)}: expected such as 'discard 5m', 'pung' or 'pass'")
    return found
