"""Who deals the next hand, and how often in a row."""

from __future__ import annotations

from collections.abc import Iterable

from mjcore.errors import HandError, RuleError
from mjcore.procedure.parts import NextDeal
from mjcore.settle.ledger import seat_of, table_size, whole
from mjcore.settle.shares import one_of, turn_order

# after a win: the dealer stays if it won, else the deal passes on; it passes on always; the winner deals
AFTER_WIN = ("stay_if_won", "pass", "winner")
# after a drawn hand: the dealer stays, the deal passes on, who drew the last tile deals
AFTER_DRAW = ("stay", "pass", "last_drawer")
# of several winners on one tile, where the winner deals: its giver, or the nearest winner in turn order after it
SEVERAL = ("discarder", "nearest")


def next_dealer(dealer: int, winners: Iterable[int], *, players: int, after_win: str = "stay_if_won",
                after_draw: str = "stay", several: str = "discarder", discarder: int | None = None,
                last_drawer: int | None = None, streak: int = 0, first_streak: int = 0,
                draw_counts: bool = True) -> NextDeal:
    """The dealer of the next hand, and its streak: `first_streak` for a new dealer, one more for one who stays.

    `winners`: none for a drawn hand; where play goes on after a win, the first ones. `discarder` gave the winning
    tile, by a kong too; in a drawn hand nobody did. With `draw_counts` false a drawn hand leaves the streak of a dealer
    who stays as it is.

    >>> next_dealer(0, [2], players=4, streak=3), next_dealer(3, [3], players=4, streak=3)
    (NextDeal(dealer=1, streak=0), NextDeal(dealer=3, streak=4))
    """
    one_of(after_win, AFTER_WIN, "the deal after a win")
    one_of(after_draw, AFTER_DRAW, "the deal after a drawn hand")
    one_of(several, SEVERAL, "the deal after several wins")
    number = table_size(players)
    old = seat_of(dealer, number, "dealer")
    giver = None if discarder is None else seat_of(discarder, number, "discarder")
    drawer = None if last_drawer is None else seat_of(last_drawer, number, "drawer of the last tile")
    stayed, least = whole(streak, "the streak"), whole(first_streak, "the first streak")
    if stayed < least:
        raise RuleError(f"the streak is {stayed}: expected {least} or more")
    won = turn_order(winners, old if giver is None else giver, number, "winner")
    if giver is not None and not won:
        raise HandError(f"seat {giver} gave the winning tile of a drawn hand: expected winners, or nobody")
    if giver in won:
        raise HandError(f"seat {giver} gave the winning tile and won: expected two seats")
    if len(won) > 1 and giver is None and after_win == "winner":
        raise HandError(f"seats {list(won)} won on one tile: expected the seat that gave it")
    passed = (old + 1) % number
    if not won:
        new = passed if after_draw == "pass" else old
        if after_draw == "last_drawer":
            new = seat_of(drawer, number, "drawer of the last tile")
    elif after_win == "winner":
        new = giver if len(won) > 1 and several == "discarder" and giver is not None else won[0]
    else:
        new = old if after_win == "stay_if_won" and old in won else passed
    if new != old:
        return NextDeal(new, least)
    return NextDeal(new, stayed + (bool(won) or bool(draw_counts)))
