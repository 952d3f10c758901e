"""The call `mjcore.score`."""

from collections.abc import Iterable
from typing import overload

from mjcore.fans.scores import Score
from mjcore.fans.wins import Win
from mjcore.rules.base import RuleSet
from mjcore.typing import HandLike, TileLike

NAMES: tuple[str, ...]
"""The arguments of `score`."""

@overload
def score(hand: Win, win: None = None, rules: str | RuleSet = "mcr") -> Score:
    """What a prepared win is worth and why. Raises NotAWin if the tiles form no winning shape."""

@overload
def score(
    hand: HandLike,
    win: TileLike | None = None,
    rules: str | RuleSet = "mcr",
    *,
    self_draw: bool | None = None,
    rob_kong: bool | None = None,
    last_tile: bool | None = None,
    after_kong: bool | None = None,
    after_flower: bool | None = None,
    last_copy: bool | None = None,
    first_turn: bool | None = None,
    seat_wind: str | None = None,
    round_wind: str | None = None,
    flowers: str | int | Iterable[TileLike] | None = None,
    dealer: bool | None = None,
    streak: int | None = None,
    strict: bool | None = None,
    riichi: bool | int | None = None,
    ippatsu: bool | None = None,
    open_riichi: bool | None = None,
    on_riichi_discard: bool | None = None,
    on_kong_discard: bool | None = None,
    loser_riichi: bool | None = None,
    dora_indicators: str | Iterable[TileLike] | None = None,
    ura_indicators: str | Iterable[TileLike] | None = None,
    nuki: int | None = None,
    ready_at_deal: bool | None = None,
    ready_first_turn: bool | None = None,
    shown: bool | None = None,
    loser_shown: bool | None = None,
    seven_rob_one: bool | None = None,
    kong_chain: int | None = None,
    void_suit: str | None = None,
    wild: TileLike | None = None,
) -> Score:
    """What a win is worth and why; None stands for the default that `Win` has. Raises NotAWin if the tiles
    form no winning shape, HandError and NotationError for bad input."""
