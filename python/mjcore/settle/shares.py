"""Payments of riichi wins: who pays which share, honba, deposits, responsibility, several rons at once.

Reasons in the ledgers: `points` (a share of the hand), `pao` (a share that responsibility moved to another
seat), `honba`, `deposits` (the riichi sticks, paid by the pot: the payer is None).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError, brief
from mjcore.settle.ledger import Ledger, Transfer, seat_of, several, whole
from mjcore.settle.limits import round_up

STICK = 1000  # a riichi deposit
TSUMO_LOSS = ("loss", "north_bisection", "flat")
MULTI_RON = ("head_bump", "double", "triple")


def riichi_table(players: SupportsIndex) -> int:
    """The number of players, checked: riichi is played by four or three."""
    number = whole(players, "the number of players")
    if number not in (3, 4):
        raise RuleError(f"a riichi table of {number} players: expected 3 or 4")
    return number


def not_negative(value: SupportsIndex, what: str) -> int:
    """`value` as an int of 0 or more; `RuleError` that names `what` otherwise."""
    number = whole(value, what)
    if number < 0:
        raise RuleError(f"{what} is {number}: expected 0 or more")
    return number


def one_of(value: str, allowed: Sequence[str], what: str) -> str:
    """`value` if it is one of the words; `RuleError` that names `what` otherwise."""
    if value not in allowed:
        raise RuleError(f"{what} is {brief(value)}: expected one of {', '.join(allowed)}")
    return value


def turn_order(seats: Iterable[SupportsIndex], after: int, players: int, what: str) -> tuple[int, ...]:
    """`seats`, checked, in turn order from the seat after `after`; `HandError` if one is named twice."""
    checked = [seat_of(seat, players, what) for seat in several(seats, what)]
    if len(set(checked)) < len(checked):
        raise HandError(f"seats {checked}: expected each {what} once")
    return tuple(sorted(checked, key=lambda seat: (seat - after - 1) % players))


def win_total(base: SupportsIndex, dealer_wins: bool, self_draw: bool, players: SupportsIndex = 4,
              tsumo_loss: str = "loss") -> int:
    """What a win is worth without honba and deposits, all payers together.

    >>> win_total(2000, False, True), win_total(2000, False, True, 3), win_total(240, True, False)
    (8000, 6000, 1500)
    """
    number, points = riichi_table(players), _base(base)
    one_of(tsumo_loss, TSUMO_LOSS, "tsumo_loss")
    if not self_draw:
        return _ron_value(points, dealer_wins)
    dealer, winner = (0, 0) if dealer_wins else (0, 1)
    return sum(_tsumo_shares(points, winner, dealer, number, tsumo_loss).values())


def settle_win(base: SupportsIndex, *, winner: SupportsIndex, dealer: SupportsIndex,
               loser: SupportsIndex | None = None, players: SupportsIndex = 4, honba: SupportsIndex = 0,
               sticks: SupportsIndex = 0, tsumo_loss: str = "loss", pao: SupportsIndex | None = None,
               pao_base: SupportsIndex | None = None, honba_value: SupportsIndex = 100) -> Ledger:
    """The payments of one win of `base` base points; without a `loser` it is a self-draw.

    Ron: the loser pays 4 * base, 6 * base to the dealer. Self-draw: the dealer pays and gets 2 * base, others
    1 * base. Each payment is rounded up to 100. A counter (`honba`) adds `honba_value` for each other player,
    paid by the loser alone or by each; `sticks` deposits of 1000 come from the pot.

    `tsumo_loss`, for three players: what becomes of the fourth player's share of a self-draw. `loss`: nobody
    pays it. `north_bisection`: both payers add half of it, rounded up to 100. `flat`: both pay half of what
    the hand is worth among four, rounded up to 100.

    `pao`: the seat responsible for the hand, or for the part `pao_base` of its base. That seat pays the ron
    value of the part of a self-draw, and half of it if another seat discarded (the half that is rounded up,
    should it come to that); in both cases it pays all counters. The other part is paid as usual. Two
    responsible seats: settle the part of each and add the ledgers.

    >>> settle_win(1000, winner=1, dealer=0, loser=2, honba=2, sticks=1).totals()
    (0, 5600, -4600, 0)
    >>> settle_win(2000, winner=0, dealer=2, honba=1).totals()
    (8300, -2100, -4100, -2100)
    >>> settle_win(8000, winner=0, dealer=2, honba=1, pao=1).totals()
    (32300, -32300, 0, 0)
    """
    number, points = riichi_table(players), _base(base)
    by, east = seat_of(winner, number, "winner"), seat_of(dealer, number, "dealer")
    one_of(tsumo_loss, TSUMO_LOSS, "tsumo_loss")
    counters, deposits = not_negative(honba, "honba"), not_negative(sticks, "the number of sticks")
    counters *= not_negative(honba_value, "the value of a honba")
    payer = _other(loser, by, number, "loser")
    liable = _other(pao, by, number, "responsible player")
    part = _part(pao_base, points, liable)
    if liable == payer:  # who discards the tile himself pays all of it anyhow
        liable, part = None, 0

    entries = []
    if points > part:
        rest = points - part
        shares = (_tsumo_shares(rest, by, east, number, tsumo_loss) if payer is None
                  else {payer: _ron_value(rest, by == east)})
        entries += [Transfer(seat, by, share, "points", _share_text(seat, by, east, payer))
                    for seat, share in shares.items()]
    if liable is not None:
        entries += _responsibility(_ron_value(part, by == east), by, payer, liable)
    if counters:
        entries += _counters(counters, by, payer if liable is None else liable, number)
    if deposits:
        entries.append(Transfer(None, by, deposits * STICK, "deposits", "riichi deposits"))
    return Ledger(entries)


@dataclass(frozen=True, slots=True)
class Ron:
    """One of several wins on the same tile; `pao` and `pao_base` as in `settle_win`."""

    winner: int
    base: int
    pao: int | None = None
    pao_base: int | None = None


def settle_rons(wins: Iterable[Ron], *, loser: SupportsIndex, dealer: SupportsIndex, players: SupportsIndex = 4,
                honba: SupportsIndex = 0, sticks: SupportsIndex = 0, honba_value: SupportsIndex = 100) -> Ledger:
    """Wins on one tile: the loser pays each in full; honba and deposits go to the first in turn order alone.

    >>> settle_rons([Ron(0, 2000), Ron(3, 240)], loser=2, dealer=0, honba=1, sticks=2).totals()
    (12000, 0, -13300, 3300)
    """
    number = riichi_table(players)
    payer = seat_of(loser, number, "loser")
    by_seat = {}
    rons = [*several(wins, "rons")]
    for win in rons:
        if not isinstance(win, Ron):
            raise HandError(f"a win is {win!r}: expected a Ron")
        by_seat[seat_of(win.winner, number, "winner")] = win
    if not rons:
        raise HandError("no ron: expected at least one winner")
    ledger = Ledger()
    for place, seat in enumerate(turn_order([win.winner for win in rons], payer, number, "winner")):
        win = by_seat[seat]
        ledger += settle_win(win.base, winner=seat, dealer=dealer, loser=payer, players=number,
                             honba=0 if place else honba, sticks=0 if place else sticks, pao=win.pao,
                             pao_base=win.pao_base, honba_value=honba_value)
    return ledger


def ron_winners(claimants: Iterable[SupportsIndex], loser: SupportsIndex, players: SupportsIndex = 4,
                multi_ron: str = "double") -> tuple[int, ...]:
    """Which of those who call ron on one tile win, in turn order; none if three rons abort the hand.

    `multi_ron`: `head_bump` lets only the first in turn order after the discarder win, `double` two but not
    three (`sanchahou`, the hand is aborted), `triple` all.

    >>> ron_winners([0, 3], 2), ron_winners([0, 3], 2, multi_ron="head_bump"), ron_winners([0, 1, 3], 2)
    ((3, 0), (3,), ())
    """
    number = riichi_table(players)
    one_of(multi_ron, MULTI_RON, "multi_ron")
    payer = seat_of(loser, number, "loser")
    order = turn_order(claimants, payer, number, "claimant")
    if not order:
        raise HandError("nobody calls ron: expected at least one claimant")
    if payer in order:
        raise HandError(f"seat {payer} calls ron on its own tile: expected other seats")
    if multi_ron == "head_bump":
        return order[:1]
    return () if multi_ron == "double" and len(order) > 2 else order


def _base(base: SupportsIndex) -> int:
    points = whole(base, "the base points")
    if points < 1:
        raise RuleError(f"{points} base points: expected 1 or more")
    return points


def _other(seat: SupportsIndex | None, winner: int, players: int, what: str) -> int | None:
    """An optional seat that must not be the winner's."""
    if seat is None:
        return None
    checked = seat_of(seat, players, what)
    if checked == winner:
        raise HandError(f"the {what} is seat {checked}, the winner: expected another seat")
    return checked


def _part(pao_base: SupportsIndex | None, base: int, liable: int | None) -> int:
    """The part of the base that somebody is responsible for."""
    if pao_base is None:
        return 0 if liable is None else base
    part = whole(pao_base, "the part under responsibility")
    if liable is None:
        raise HandError(f"a part of {part} under responsibility, but nobody responsible: expected a seat")
    if not 1 <= part <= base:
        raise RuleError(f"the part under responsibility is {part}: expected 1..{base}, the base points")
    return part


def _ron_value(base: int, dealer_wins: bool) -> int:
    return round_up(base * (6 if dealer_wins else 4))


def _tsumo_shares(base: int, winner: int, dealer: int, players: int, tsumo_loss: str) -> dict[int, int]:
    """Seat -> what it pays on a self-draw."""
    double, single = round_up(2 * base), round_up(base)
    shares = {seat: double if dealer in (seat, winner) else single for seat in range(players) if seat != winner}
    if players == 4 or tsumo_loss == "loss":
        return shares
    north = double if winner == dealer else single
    if tsumo_loss == "flat":
        half = round_up((sum(shares.values()) + north + 1) // 2)
        return dict.fromkeys(shares, half)
    return {seat: share + round_up((north + 1) // 2) for seat, share in shares.items()}


def _share_text(seat: int, winner: int, dealer: int, loser: int | None) -> str:
    if loser is not None:
        return "ron by the dealer" if winner == dealer else "ron"
    if winner == dealer:
        return "share of the dealer's tsumo"
    return "the dealer's share of a tsumo" if seat == dealer else "share of a tsumo"


def _responsibility(value: int, winner: int, loser: int | None, liable: int) -> list[Transfer]:
    """The payments of the part that `liable` is responsible for and did not discard to."""
    if loser is None:
        return [Transfer(liable, winner, value, "pao", "responsible for the hand: all of a tsumo")]
    half = round_up((value + 1) // 2)
    halves = [Transfer(liable, winner, half, "pao", "responsible for the hand: half of a ron")]
    if value > half:
        halves.insert(0, Transfer(loser, winner, value - half, "points", "half of a ron, another is responsible"))
    return halves


def _counters(value: int, winner: int, payer: int | None, players: int) -> list[Transfer]:
    """Honba: `value` from each other player, or all of it from one."""
    if payer is not None:
        return [Transfer(payer, winner, value * (players - 1), "honba", "honba")]
    return [Transfer(seat, winner, value, "honba", "honba") for seat in range(players) if seat != winner]
