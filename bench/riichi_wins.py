"""The riichi wins that are measured: those of tests/riichi_recipes.py, in every form that is scored.

Two streams: wins in which every yaku occurs, and ordinary wins of random sets.
"""

from __future__ import annotations

import sys
from functools import cached_property
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import mjcore as mj
from reference.riichi_facts import PlainRiichiWin, to_score_arguments
from riichi_recipes import ordinary_wins, wins

SEED = 1
RULES = "riichi/tenhou"


class RiichiWins:
    """The same wins for everybody; each form is built when it is first asked for."""

    def __init__(self, number: int = 10_000, ordinary: bool = False) -> None:
        self.plain: list[PlainRiichiWin] = list((ordinary_wins if ordinary else wins)(number, SEED, 4))

    def __len__(self) -> int:
        return len(self.plain)

    @cached_property
    def texts(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Hand, winning tile, circumstances as `mj.score` takes them."""
        return list(map(to_score_arguments, self.plain))

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
        return b"".join(win.to_bytes() for win in self.wins)
