"""Han and fu: the numbers by which yaku become points, for rule sets that count han.

Fu: `base` for every hand, more for a closed hand won from others, for a self-draw, for a wait on one kind in one
place, for the pair and for pungs (2; concealed, of terminals or honours, and kongs are worth more). Rounded up to
tens. Base points are fu * 2^(2 + han) up to a mangan (2000), and steps above it.

>>> HanFu().native(players=4)["base_points"][4][3]
1920
>>> HanFu(kiriage=True).native(players=4)["base_points"][4][3]
2000
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN = 2000, 3000, 4000, 6000, 8000
LIMIT_NAMES = {MANGAN: "mangan", HANEMAN: "haneman", BAIMAN: "baiman", SANBAIMAN: "sanbaiman"}
# han at which a limit begins; mangan may be reached by fu before
LIMIT_HAN = ((13, YAKUMAN), (11, SANBAIMAN), (8, BAIMAN), (6, HANEMAN), (5, MANGAN))
# han and fu just under a mangan, which kiriage mangan rounds up; 2 han 120 fu is worth as much, but no rule names it
KIRIAGE = ((4, 30), (3, 60))
# rows and columns of the native table: 13 han and more, tens of fu
HANS, CODES = 14, 20
PAIRS_CODE, PAIRS_FU = 1, 25
DRAGON_FU = WIND_FU = 2


@dataclass(frozen=True)
class HanFu:
    """How a rule set counts han and fu.

    double_wind_fu   fu of a pair of a wind that is both seat and round wind
    self_draw_after_kong   whether the 2 fu of a self-draw are given on a replacement tile
    flat_row         id of the row with which a self-draw gives no fu (pinfu)
    kiriage          4 han 30 fu and 3 han 60 fu are a mangan
    kazoe            13 han are worth a yakuman; else 11 and more stay a sanbaiman
    most_yakuman     most multiples of a yakuman; 0 = no limit
    next_kind        indicator -> the kind that it makes dora, where that is not the next of its kinds
    most_reds        red fives of m, p, s
    norths           whether norths can be set aside
    tsumo_share      three players: what becomes of the fourth one's share of a self-draw ("loss",
                     "north_bisection": each payer adds half of it, "flat": the total of four in equal parts)
    any_first_tile   any tile of the dealer's dealt hand may be the winning one
    """

    double_wind_fu: int = 4
    self_draw_after_kong: bool = True
    flat_row: str = ""
    kiriage: bool = False
    kazoe: bool = True
    most_yakuman: int = 0
    next_kind: Mapping[int, int] = field(default_factory=dict)
    most_reds: tuple[int, int, int] = (1, 1, 1)
    norths: bool = False
    tsumo_share: str = "loss"
    any_first_tile: bool = False
    base: int = 20
    closed_discard: int = 10
    self_draw: int = 2
    wait: int = 2

    def native(self, players: int) -> dict[str, Any]:
        """As `mjcore.fans.lattice.Lattice` takes it."""
        return {
            "base_points": [
                [base_points(han, fu_of(code), self.kiriage, self.kazoe) for code in range(CODES)]
                for han in range(HANS)
            ],
            "next_kind": [self.next_kind.get(kind, next_kind(kind)) for kind in range(34)],
            "most_reds": self.most_reds,
            "fu_pair": [self._pair_fu(index & 7, index >> 3 & 3, index >> 5) for index in range(128)],
            "yakuman_points": YAKUMAN,
            "most_yakuman": self.most_yakuman,
            "fu_base": self.base,
            "fu_closed_discard": self.closed_discard,
            "fu_self_draw": self.self_draw,
            "fu_wait": self.wait,
            "fu_self_draw_after_kong": self.self_draw_after_kong,
            "flat_row": self.flat_row,
            "has_norths": self.norths,
            "any_first_tile": self.any_first_tile,
            "tsumo_share": self.tsumo_share,
        }

    def _pair_fu(self, honour: int, seat: int, round_wind: int) -> int:
        """`honour`: 0 none, 1..4 winds, 5..7 dragons."""
        if honour >= 5:
            return DRAGON_FU
        winds = (honour == seat + 1) + (honour == round_wind + 1)
        return self.double_wind_fu if winds == 2 else WIND_FU * winds


def base_points(han: int, fu: int, kiriage: bool = False, kazoe: bool = True) -> int:
    """Base points of a hand without yakuman: fu * 2^(2 + han) up to a mangan, then by han alone.

    >>> [base_points(1, 30), base_points(4, 30), base_points(4, 40), base_points(6, 30), base_points(27, 30)]
    [240, 1920, 2000, 3000, 8000]
    """
    for least, base in LIMIT_HAN:
        if han >= least:
            return SANBAIMAN if base == YAKUMAN and not kazoe else base
    return MANGAN if kiriage and (han, fu) in KIRIAGE else min(fu << (2 + han), MANGAN)


def fu_of(code: int) -> int:
    """The fu of a column of the native table."""
    return PAIRS_FU if code == PAIRS_CODE else 10 * code


def next_kind(kind: int) -> int:
    """The kind after this one among its suit, the winds or the dragons; the first after the last."""
    for first, after in ((0, 9), (9, 18), (18, 27), (27, 31), (31, 34)):
        if kind < after:
            return kind + 1 if kind + 1 < after else first
    raise ValueError(f"{kind} is no kind of a set")


class FuItem(NamedTuple):
    """A part of the fu.

    item  "base", "closed_discard", "self_draw", "wait_pair", "wait_edge", "wait_closed", "pair", "open_pung",
          "concealed_pung", "open_kong", "concealed_kong", "seven_pairs", "round_up"
    fu    what it adds
    set   the set or pair as text ("555z"); "" where it is none
    """

    item: str
    fu: int
    set: str = ""
