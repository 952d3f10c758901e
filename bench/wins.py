"""The hands that are measured: ten thousand different wins of tests/generators.py, in every form that is scored.

Different ones, so that neither caches nor branch prediction are kinder than in use. Two streams: wins in which
every fan occurs about equally often, the hardest there is, and ordinary wins of random sets, as tables see them.
"""

from __future__ import annotations

import re
import sys
from functools import cached_property
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import mjcore as mj
from generators import PlainWin, ordinary_wins, to_pymahjonggb, to_win_arguments, wins
from reference import records

SEED = 1


class Wins:
    """The same wins for everybody; each form is built when it is first asked for."""

    def __init__(self, number: int = 10_000, ordinary: bool = False) -> None:
        self.plain: list[PlainWin] = list((ordinary_wins if ordinary else wins)(number, SEED))

    def __len__(self) -> int:
        return len(self.plain)

    @cached_property
    def wins(self) -> list[mj.Win]:
        """Prepared wins."""
        return [mj.Win(hand, tile, **rest) for hand, tile, rest in self.texts]

    @cached_property
    def rows(self) -> Any:
        """An array of WIN_DTYPE."""
        return mj.batch.pack(self.wins)

    @cached_property
    def record_bytes(self) -> bytes:
        """The records without numpy."""
        return b"".join(map(records.pack, self.plain))

    @cached_property
    def texts(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Hand, winning tile, circumstances as `mj.score` takes them."""
        return list(map(to_win_arguments, self.plain))

    @cached_property
    def concealed(self) -> list[tuple[bytes, int, dict[str, Any]]]:
        """34 counts, winning tile, circumstances of the wins without melds."""
        found = []
        for win, (_, _, rest) in zip(self.plain, self.texts, strict=True):
            if not win.melds:
                found.append((bytes(win.counts), win.win, rest))
        return found

    @cached_property
    def peer_arguments(self) -> list[tuple[Any, ...]]:
        """The arguments of PyMahjongGB, built beforehand."""
        return list(map(to_pymahjonggb, self.plain))

    @cached_property
    def peer_texts(self) -> list[tuple[str, str, tuple[Any, ...]]]:
        """What PyMahjongGB's arguments are read from: hand and tile as text, the other arguments as they are."""
        pairs = zip(self.texts, self.peer_arguments, strict=True)
        return [(hand, tile, arguments[3:]) for (hand, tile, _), arguments in pairs]


# A plain reader of the same hand texts for PyMahjongGB, which has none: one pass of a compiled expression.
PIECES = re.compile(r"(\d+)([mpsz])|\[(\d+)([mpsz])(\+?)([<^>])\]|\((\d+)([mpsz])\)")
NAMES = {
    **{f"{rank}{suit}": f"{letter}{rank}" for suit, letter in zip("mps", "WBT", strict=True) for rank in range(1, 10)},
    **{f"{rank}z": f"F{rank}" for rank in range(1, 5)},
    "5z": "J3",
    "6z": "J2",
    "7z": "J1",
}
OFFERS = {"<": 1, "^": 2, ">": 3}


def read_for_peer(text: str, tile: str, rest: tuple[Any, ...]) -> tuple[Any, ...]:
    """PyMahjongGB's arguments from a hand text."""
    packs, hand = [], []
    for digits, suit, melded, meld_suit, _, source, closed, closed_suit in PIECES.findall(text):
        if digits:
            hand += [NAMES[digit + suit] for digit in digits]
        elif closed:
            packs.append(("GANG", NAMES[closed[0] + closed_suit], 0))
        elif melded[0] == melded[1]:
            packs.append(("PENG" if len(melded) == 3 else "GANG", NAMES[melded[0] + meld_suit], OFFERS[source]))
        else:
            low, middle, high = sorted(melded)
            packs.append(("CHI", NAMES[middle + meld_suit], (low, middle, high).index(melded[0]) + 1))
    return (tuple(packs), tuple(hand), NAMES[tile], *rest)
