"""The course of a hand of Kawuxing and its payments: deal, claims, wins, kongs, the end of the wall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mjcore.errors import HandError, RuleError
from mjcore.fans.calls import score
from mjcore.hand.tiles import Tile
from mjcore.procedure.claims import WITHOUT_CHOW, resolve_claims
from mjcore.procedure.ends import check_waiting, drawn_players
from mjcore.procedure.parts import ClaimAnswer, Dealt, DrawnHand, DrawPlayer, NextDeal
from mjcore.procedure.succession import next_dealer
from mjcore.procedure.walls import Opening, deal_counts, open_wall, tile_count
from mjcore.rules.kong_options import kong_option
from mjcore.rules.options import number
from mjcore.settle.draw_checks import pay_worth
from mjcore.settle.kongs import refund_kongs
from mjcore.settle.kongs import settle_kong as pay_kong
from mjcore.settle.kongs import settle_kong_discard as pay_kong_discard
from mjcore.settle.ledger import Ledger, seat_of, several, whole
from mjcore.settle.products import settle_product
from mjcore.settle.shares import turn_order

if TYPE_CHECKING:
    from mjcore.fans.scores import Score
    from mjcore.hand.hands import Hand
    from mjcore.rules.base import RuleSet, Values
    from mjcore.typing import TileLike

DRAGON_POINTS = 10
# at the wall's end, all ready: what a shown seat pays of each hidden hand's best
ALL_READY_FACTOR = 2
MOST_CHAIN = 16  # kongs at a table


def shown_factors(values: Values) -> tuple[int, int, int, int]:
    """What showing multiplies by: nobody, the winner, the payer, both."""
    return 1, 2, 2, number(values["show_both"])


# Deal, claims, the next dealer


def deal(rules: RuleSet) -> Dealt:
    return deal_counts(tile_count(rules.tiles), rules.players, 3 * rules.sets + 1)


def opening(rules: RuleSet, dice: Sequence[int], dealer: int = 0) -> Opening:
    """One roll: the sum says the wall, the smaller die the stacks that are counted off."""
    return open_wall(dice, tiles=tile_count(rules.tiles), players=rules.players, hand=3 * rules.sets + 1,
                     skip="smaller", dealer=dealer)


def claims(rules: RuleSet, discarder: int, wants: Sequence[tuple[int, str]], won: Iterable[int] = ()) -> ClaimAnswer:
    """All who want to win on a tile do; there are no chows."""
    return resolve_claims(discarder, wants, players=rules.players, ranks=WITHOUT_CHOW, multi="all", won=won)


def succession(rules: RuleSet, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
               last_drawer: int | None = None, streak: int = 0) -> NextDeal:
    """The winner deals next, of several the giver of the tile; after a drawn hand who drew the last tile."""
    return next_dealer(dealer, winners, players=rules.players, after_win="winner", after_draw="last_drawer",
                       discarder=discarder, last_drawer=last_drawer, streak=streak)


# Payments


def settle(score: Score, dealer: int, winner: int, loser: int | None, shown: Sequence[int] = (),
           piao: Sequence[int] | None = None, horse_tile: TileLike | None = None, bao: int | None = None) -> Ledger:
    """Whoever gave the tile pays the product, doubled for hands laid open, up to the cap; a self-draw is paid so by
    each other player. `shown`: the seats that have laid their hands open, beside those that the win names; `piao`: what
    each seat floats; `horse_tile`: the tile turned for the horse; `bao`: who gave a shown hand its tile although he
    had a safe one."""
    rules = score.rules
    values, circumstances = rules.values, score.win.circumstances
    cap = values["cap"]
    open_hands = {seat_of(seat, rules.players, "player whose hand is shown") for seat in several(shown, "shown")}
    if "shown" in circumstances:
        open_hands.add(winner)
    if "loser_shown" in circumstances and loser is not None:
        open_hands.add(loser)
    if bao is not None and not values["bao_hu"]:
        raise RuleError(f"nobody pays for all by these rules (bao_hu), but seat {bao} is to")
    if bao is not None and (loser is None or seat_of(bao, rules.players, "liable player") != loser):
        raise HandError(f"seat {bao} is to pay for all: expected the seat that discarded the winning tile (bao_hu)")
    if piao is not None:
        piao = [*several(piao, "floats")]
        _check_floats(piao, values["piao"])
    return settle_product(
        score.total, winner=winner, loser=loser, base=number(values["base"]), shown=open_hands,
        factors=shown_factors(values), cap=None if cap is None else number(cap), floats=piao,
        horse=horse_points(rules, horse_tile, self_draw=loser is None, shown=winner in open_hands),
        liable=bao, players=rules.players,
    )


def _check_floats(floats: Sequence[int], most: object) -> None:
    if isinstance(most, int) and any(whole(chosen, "a float") > most for chosen in floats):
        raise RuleError(f"floats {list(floats)}: expected {most} at most by these rules (piao)")


def horse_points(rules: RuleSet, tile: TileLike | None, *, self_draw: bool, shown: bool) -> int:
    """What the turned tile adds for each payer: its rank, 10 for a dragon; nothing unless the horse counts for this
    win (option `horse`)."""
    if tile is None:
        return 0
    turned = Tile(tile)
    if not rules.engine.tiles >> turned.kind & 1:
        raise HandError(f"the horse is {turned}, which is not in play")
    if rules.values["horse"] == "none" or not self_draw or (rules.values["horse"] == "shown_self" and not shown):
        return 0
    return DRAGON_POINTS if turned.suit == "z" else turned.rank


def settle_kong(rules: RuleSet, seat: int, type: str, *, tile: object = None, source: int | None = None,
                fresh: bool = True, robbed: bool = False, chain: int = 1, won: Iterable[int] = ()) -> Ledger:
    """An exposed kong is paid by whoever gave the tile, others by each player, a robbed one by nobody; kongs in a row
    are dearer (`chain`)."""
    if seat in turn_order(won, seat, rules.players, "winner"):
        raise HandError(f"seat {seat} has won and has no kong")
    row = whole(chain, "the kongs in a row")
    if not 1 <= row <= MOST_CHAIN:
        raise RuleError(f"{row} kongs in a row: expected 1..{MOST_CHAIN}")
    times = 2 ** (row - 1) if rules.values["chain"] == "power" else min(row, 2)
    amount = 0 if robbed else number(rules.values[kong_option(type)]) * number(rules.values["base"]) * times
    return pay_kong(type, amount, owner=seat, source=source, players=rules.players)


def settle_kong_discard(rules: RuleSet, incomes: Sequence[Sequence[int]], discarder: int, winners: Sequence[int]
                        ) -> Ledger:
    """Kongs stay paid whatever ends the hand."""
    return pay_kong_discard(incomes, mode="none", discarder=discarder, winners=winners, players=rules.players)


# The end of the wall


def settle_draw(rules: RuleSet, players: Sequence[DrawPlayer], kongs: Sequence[tuple[int, Sequence[int]]] = ()
                ) -> DrawnHand:
    """By option `draw`: nothing; or who is not ready pays each ready hand its best, and, where all are ready, each
    shown hand pays each hidden one twice its best."""
    players, values, seats = drawn_players(players, rules.players), rules.values, range(rules.players)
    kongs = [*several(kongs, "kongs")]
    refund_kongs(kongs, (), players=rules.players)  # checks them, whether they are given back or not
    best = tuple(best_wait(rules, _hand_of(rules, seat, player)) for seat, player in enumerate(players))
    state = tuple("notready" if worth is None else "ready" for worth in best)
    ready = [seat for seat in seats if state[seat] == "ready"]
    flat = len(ready) in (0, rules.players)
    ledger = Ledger()
    if values["kong_void_on_flat_draw"] and flat:
        ledger += refund_kongs(kongs, seats, players=rules.players, text="refund of a kong: a flat draw")
    if values["draw"] == "none" or not ready:
        return DrawnHand(state, best, ledger)
    if flat:
        payers = [seat for seat in seats if players[seat].shown]
        receivers = [seat for seat in seats if not players[seat].shown]
        factor, reason, text = ALL_READY_FACTOR, "shown", "all are ready: a shown hand pays a hidden one"
    else:
        payers, receivers = [seat for seat in seats if seat not in ready], ready
        factor, reason, text = 1, "not_ready", "not ready: the best that the hand could win"
    worth_of = {seat: worth for seat in receivers if (worth := best[seat]) is not None}
    base = number(values["base"])
    ledger += pay_worth(payers, worth_of, factor=factor * base, reason=reason, text=text, players=rules.players)
    return DrawnHand(state, best, ledger)


def _hand_of(rules: RuleSet, seat: int, player: DrawPlayer) -> Hand:
    if player.hand is None or player.won:
        raise HandError(f"seat {seat}: a win ends the hand, expected the hands of players who have not won")
    check_waiting(player.hand, seat, sets=rules.sets, tiles=rules.engine.tiles)
    return player.hand


def best_wait(rules: RuleSet, hand: Hand) -> int | None:
    """The largest product over the waits of a hand, won on a discard without circumstances and capped; None if it is
    not ready."""
    worth = max((score(hand, tile, rules).total for tile in rules.engine.waits(hand)), default=None)
    cap = rules.values["cap"]
    return worth if worth is None or cap is None else min(worth, number(cap))
