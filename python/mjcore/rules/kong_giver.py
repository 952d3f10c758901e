"""Who gave the tile of the exposed kong on whose replacement was won."""

from __future__ import annotations

from collections.abc import Container

from mjcore.errors import HandError
from mjcore.fans.scores import Score
from mjcore.settle.ledger import seat_of


def kong_giver(score: Score, winner: int, seat: int, out: Container[int] = ()) -> int:
    """The seat, checked: another player in the hand, where the win was on a replacement. `out`: seats that are out of
    the hand. HandError if it can not be."""
    giver = seat_of(seat, score.rules.players, "player who gave the tile of the kong")
    if "after_kong" not in score.win.circumstances:
        raise HandError(f"seat {giver} gave the tile of a kong, but the win was on no replacement tile")
    if giver == winner or giver in out:
        raise HandError(f"seat {giver} gave the tile of the kong of seat {winner}: expected another player in the hand")
    if not has_exposed_kong(score):
        raise HandError(f"seat {giver} gave the tile of a kong, but {score.win} has no exposed kong")
    return giver


def has_exposed_kong(score: Score) -> bool:
    """Whether a kong of the hand can have been made of a discard."""
    # of stated points the melds are not known
    return not isinstance(score, Score) or any(meld.type == "exposed kong" for meld in score.win.melds)
