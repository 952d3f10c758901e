"""Scoring one win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from mjcore.fans.scores import Score, score_win_object
from mjcore.fans.wins import Win
from mjcore.rules import RuleSet, resolve

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mjcore.typing import Circumstances, HandLike, TileLike


@overload
def score(hand: Win, win: None = None, rules: str | RuleSet = "mcr") -> Score: ...
@overload
def score(
    hand: HandLike, win: TileLike, rules: str | RuleSet = "mcr", **circumstances: Unpack[Circumstances]
) -> Score: ...
def score(hand: Any, win: Any = None, rules: str | RuleSet = "mcr", **circumstances: Any) -> Score:
    """What a win is worth and why.

    hand    a `Win` prepared before, or a hand: `Hand`, text ("123m456p789s1122z"), or 34 counts;
            3n + 1 tiles, or 3n + 2 with the winning tile among them
    win     the winning tile ("5m"); only for a hand that is no `Win`
    rules   a `RuleSet`, a name ("mcr"), or "name/preset"
    circumstances   as `Win` takes them: self_draw, rob_kong, last_tile, after_kong, after_flower, last_copy,
            first_turn, seat_wind, round_wind, flowers, dealer, streak; strict=False drops impossible ones

    A complete hand below the minimum is returned with ``.legal == False`` and the reason. Raises `NotAWin`
    if the tiles form no winning shape, `HandError` for a hand or circumstances that can not be, and
    `NotationError` for a faulty text. Thread-safe.

    >>> score("123m456p789s1122z", "1z", self_draw=True).total
    16
    """
    if type(hand) is not Win:
        hand = Win(hand, win, **circumstances)
    elif win is not None or circumstances:
        raise TypeError("a Win holds its winning tile and circumstances already")
    return score_win_object(hand, rules if type(rules) is RuleSet else resolve(rules))
