"""What is said of a hand that ends with the wall, read and checked."""

from __future__ import annotations

from collections.abc import Iterable

from mjcore.errors import HandError, brief
from mjcore.hand.hands import Hand
from mjcore.procedure.parts import DrawPlayer
from mjcore.settle.ledger import several


def drawn_players(players: Iterable[DrawPlayer], number: int) -> list[DrawPlayer]:
    """The players of a table of `number` seats; HandError otherwise."""
    found = [*several(players, "players")]
    if len(found) != number:
        raise HandError(f"{len(found)} players: expected {number}")
    for seat, player in enumerate(found):
        if not isinstance(player, DrawPlayer):
            raise HandError(f"seat {seat} is {brief(player)}: expected a DrawPlayer, with its hand")
    return found


def check_waiting(hand: Hand, seat: int, *, sets: int, tiles: int) -> None:
    """HandError for a hand that does not wait for a draw: of another size than so many sets have, or with tiles that
    are not in play (`tiles`: mask of the kinds that are)."""
    expected = 3 * sets + 1
    if hand.size != expected:
        raise HandError(f"seat {seat} has {hand.size} tiles: expected {expected}, a meld counted as three")
    for tile in (*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles)):
        if not tiles >> tile.kind & 1:
            raise HandError(f"seat {seat} has {tile}, which is not in play")
