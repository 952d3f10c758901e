"""Plain facts of a win: what happened at the table, without any judgement about it.

Kinds are numbers: 0-8 characters, 9-17 dots, 18-26 bamboo, 27-30 E S W N, 31 white, 32 green, 33 red.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

KINDS = 34
EAST, WHITE, GREEN, RED = 27, 31, 32, 33
WINDS = range(27, 31)
DRAGONS = range(31, 34)
HONOURS = range(27, 34)
TERMINALS = (0, 8, 9, 17, 18, 26)
FIVES = (4, 13, 22)
WIND_NAMES = "ESWN"

KONGS = ("exposed kong", "added kong", "concealed kong")
# Where a claimed tile came from: the previous seat (left), the opposite one, the next one, nobody.
SOURCES = {"left": "<", "across": "^", "right": ">", None: ""}


def suit_of(kind: int) -> str:
    """'m', 'p', 's' or 'z'."""
    return "mpsz"[min(kind // 9, 3)]


def rank_of(kind: int) -> int:
    """1..9 of a suit tile, 1..7 of an honour."""
    return kind - 9 * min(kind // 9, 3) + 1


def tiles_text(kinds: Iterable[int]) -> str:
    """MPSZ text in the order given, one letter for each run of a suit: ``[3, 1, 2, 27]`` is ``423m1z``."""
    text, suit = "", ""
    for kind in kinds:
        if suit_of(kind) != suit:
            text += suit
            suit = suit_of(kind)
        text += str(rank_of(kind))
    return text + suit


def parse_tiles(text: str) -> list[int]:
    """The kinds of an MPSZ text, in its order (digits and the letters m p s z only)."""
    kinds: list[int] = []
    digits: list[int] = []
    for sign in text:
        if sign.isdigit():
            digits.append(int(sign))
        else:
            kinds += [9 * "mpsz".index(sign) + digit - 1 for digit in digits]
            digits = []
    if digits:
        raise ValueError(f"no suit after the last digits of {text!r}")
    return kinds


def count(kinds: Iterable[int]) -> tuple[int, ...]:
    """34 counts of the kinds."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


@dataclass(frozen=True)
class PlainMeld:
    """A fixed set. `type` is chow, pung, exposed kong, added kong or concealed kong; `source` is "<"
    (previous seat), "^", ">" or "" (concealed kong); `claimed` is the kind claimed (None: concealed kong)."""

    type: str
    tiles: tuple[int, ...]
    source: str = ""
    claimed: int | None = None

    @property
    def kong(self) -> bool:
        return self.type in KONGS

    @property
    def exposed(self) -> bool:
        return self.type != "concealed kong"

    @property
    def text(self) -> str:
        """The meld in mjcore's hand grammar: ``[423s<]``, ``[1111z+^]``, ``(1111z)``."""
        if not self.exposed:
            return f"({tiles_text(self.tiles)})"
        tiles = list(self.tiles)
        if self.claimed is not None:
            tiles.remove(self.claimed)
            tiles.insert(0, self.claimed)
        return f"[{tiles_text(tiles)}{'+' if self.type == 'added kong' else ''}{self.source}]"


@dataclass(frozen=True)
class PlainWin:
    """A win (or a claim to one). `counts` are the concealed tiles with the winning tile, `how` is
    self_draw, discard or rob_kong, winds are 0..3 = E S W N."""

    counts: tuple[int, ...]
    melds: tuple[PlainMeld, ...]
    win: int
    how: str = "discard"
    last_tile: bool = False
    after_kong: bool = False
    last_copy: bool = False
    first_turn: bool = False
    seat_wind: int = 0
    round_wind: int = 0
    flowers: int = 0

    @property
    def self_draw(self) -> bool:
        return self.how == "self_draw"

    @property
    def melded(self) -> tuple[int, ...]:
        """34 counts of the tiles in melds, a kong as four."""
        return count(kind for meld in self.melds for kind in meld.tiles)

    @property
    def all_counts(self) -> tuple[int, ...]:
        """34 counts of concealed and melded tiles."""
        return tuple(a + b for a, b in zip(self.counts, self.melded, strict=True))

    @property
    def concealed(self) -> list[int]:
        """The concealed kinds, sorted, without the winning tile."""
        kinds = [kind for kind in range(KINDS) for _ in range(self.counts[kind])]
        kinds.remove(self.win)
        return kinds


def impossible(win: PlainWin) -> tuple[str, ...]:
    """The circumstances of `win` that its tiles contradict (rules/mcr.md D17)."""
    named = []
    others = win.all_counts[win.win] - 1
    if win.last_copy and win.counts[win.win] > 1:
        named.append("last_copy")
    if win.after_kong and not (win.self_draw and any(meld.kong for meld in win.melds)):
        named.append("after_kong")
    if win.how == "rob_kong":
        # the robbed tile is the fourth of another player's pung; no kong is declared on an empty wall
        if others:
            named.append("rob_kong")
        elif win.last_tile:
            named.append("last_tile")
    if win.first_turn and (win.melds or win.last_tile or (not win.self_draw and win.seat_wind == 0)):
        named.append("first_turn")
    return tuple(named)


def possible(win: PlainWin) -> PlainWin:
    """`win` without the circumstances that its tiles contradict; an impossible robbed kong is a discard."""
    named = impossible(win)
    return replace(
        win,
        how="discard" if "rob_kong" in named else win.how,
        last_tile=win.last_tile and "last_tile" not in named,
        after_kong=win.after_kong and "after_kong" not in named,
        last_copy=win.last_copy and "last_copy" not in named,
        first_turn=win.first_turn and "first_turn" not in named,
    )


def to_text(win: PlainWin) -> str:
    """The hand without its winning tile in mjcore's grammar: ``123m55z[423s<](1111z)``."""
    return tiles_text(win.concealed) + "".join(meld.text for meld in win.melds)


def to_win_arguments(win: PlainWin) -> tuple[str, str, dict[str, Any]]:
    """`hand, tile, circumstances` so that ``mj.Win(hand, tile, **circumstances)`` is this win.

    Only circumstances that hold are named, but for the winds, which always are.
    """
    circumstances: dict[str, Any] = {
        "seat_wind": WIND_NAMES[win.seat_wind],
        "round_wind": WIND_NAMES[win.round_wind],
    }
    if win.how != "discard":
        circumstances[win.how] = True
    for name in ("last_tile", "after_kong", "last_copy", "first_turn"):
        if getattr(win, name):
            circumstances[name] = True
    if win.flowers:
        circumstances["flowers"] = "12345678"[: win.flowers] + "f"
    return to_text(win), tiles_text([win.win]), circumstances


def botzone(kind: int) -> str:
    """The tile's name at Botzone and in PyMahjongGB: W B T suits, F winds, J1 red J2 green J3 white."""
    if kind in DRAGONS:
        return f"J{RED - kind + 1}"
    return "WBTF"[min(kind // 9, 3)] + str(rank_of(kind))


def to_pymahjonggb(win: PlainWin) -> tuple[Any, ...]:
    """The positional arguments of PyMahjongGB's MahjongFanCalculator.

    A concealed kong is a GANG with offer 0; a chow is named by its middle tile; "about kong" means
    a replacement draw with self-draw and a robbed kong without.
    """
    packs = []
    for meld in win.melds:
        offer = " <^>".index(meld.source) if meld.source else 0
        if meld.type == "chow":
            assert meld.claimed is not None
            packs.append(("CHI", botzone(meld.tiles[1]), meld.tiles.index(meld.claimed) + 1))
        else:
            packs.append(("GANG" if meld.kong else "PENG", botzone(meld.tiles[0]), offer))
    return (
        tuple(packs),
        tuple(botzone(kind) for kind in win.concealed),
        botzone(win.win),
        win.flowers,
        win.self_draw,
        win.last_copy,
        win.after_kong if win.self_draw else win.how == "rob_kong",
        win.last_tile,
        win.seat_wind,
        win.round_wind,
    )


def from_case(case: dict[str, Any]) -> PlainWin:
    """The win of a hand of the mcr-hand/1 case files (mcr_schema.md)."""
    melds = []
    for meld in case["melds"]:
        tiles = tuple(sorted(parse_tiles(meld["tiles"])))
        sort, _, kong = meld["type"].partition("_")
        claimed = parse_tiles(meld["called"])[0] if meld.get("called") else tiles[0]
        melds.append(
            PlainMeld(
                f"{kong} kong" if kong else sort,
                tiles,
                SOURCES[meld["from"]],
                claimed if kong != "concealed" else None,
            )
        )
    [win] = parse_tiles(case["win_tile"])
    return PlainWin(
        counts=count([*parse_tiles(case["concealed"]), win]),
        melds=tuple(melds),
        win=win,
        how=case["win"],
        last_tile=case["wall_last"],
        after_kong=case["kong_draw"],
        last_copy=case["last_copy"],
        seat_wind=WIND_NAMES.index(case["seat_wind"]),
        round_wind=WIND_NAMES.index(case["round_wind"]),
        flowers=case["flowers"],
    )
