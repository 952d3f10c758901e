"""The course of a hand of Sichuan mahjong and its payments: deal, claims, wins, kongs, the end of the wall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mjcore.errors import HandError, RuleError, brief
from mjcore.fans.calls import score
from mjcore.fans.scores import Score
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile
from mjcore.procedure.claims import WITHOUT_CHOW, resolve_claims
from mjcore.procedure.ends import check_waiting, drawn_players
from mjcore.procedure.parts import ClaimAnswer, Dealt, DrawnHand, DrawPlayer, NextDeal
from mjcore.procedure.succession import next_dealer
from mjcore.procedure.walls import Opening, deal_counts, open_wall, tile_count
from mjcore.rules.kong_giver import kong_giver
from mjcore.rules.kong_options import kong_option
from mjcore.rules.options import members, number
from mjcore.settle.draw_checks import pay_each, pay_worth
from mjcore.settle.kongs import refund_kongs
from mjcore.settle.kongs import settle_kong as pay_kong
from mjcore.settle.kongs import settle_kong_discard as pay_kong_discard
from mjcore.settle.ledger import Ledger, several
from mjcore.settle.penalties import fine_to_nobody
from mjcore.settle.shares import turn_order
from mjcore.settle.unit_shares import settle_unit

if TYPE_CHECKING:
    from mjcore.rules.base import RuleSet, Values

BASE = 1
SUITS = "mps"
COURSES = {"xuezhan": "until_one_left", "xueliu": "until_wall_ends", "single": "single"}


def claimable(values: Values) -> tuple[str, ...]:
    """What may be done with a discard: nothing where it lies face down, as it does with two players."""
    if values["players"] == 2 or values["discards"] == "face_down":
        return ()
    return members(values["claims"])


def out_of_hand(rules: RuleSet, won: Iterable[int]) -> tuple[int, ...]:
    """The seats of `won` that neither pay nor receive any more: in blood river nobody."""
    seats = turn_order(won, 0, rules.players, "winner")
    return () if rules.values["mode"] == "xueliu" else seats


# Deal, claims, the next dealer


def deal(rules: RuleSet) -> Dealt:
    return deal_counts(tile_count(rules.tiles), rules.players, 3 * rules.sets + 1)


def opening(rules: RuleSet, dice: Sequence[int], dealer: int = 0) -> Opening:
    """One roll: the sum says the wall, the smaller die the stacks that are counted off."""
    return open_wall(dice, tiles=tile_count(rules.tiles), players=rules.players, hand=3 * rules.sets + 1,
                     skip="smaller", dealer=dealer)


def resolve(rules: RuleSet, discarder: int, wants: Sequence[tuple[int, str]], won: Iterable[int] = ()) -> ClaimAnswer:
    return resolve_claims(discarder, wants, players=rules.players, ranks=WITHOUT_CHOW, allowed=claimable(rules.values),
                          multi="all" if rules.values["multi_win"] else "nearest",
                          course=COURSES[str(rules.values["mode"])], won=won)


def succession(rules: RuleSet, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
               last_drawer: int | None = None, streak: int = 0) -> NextDeal:
    """The first winner deals next, of several the discarder; after a drawn hand the dealer stays."""
    return next_dealer(dealer, winners, players=rules.players, after_win="winner", discarder=discarder, streak=streak)


# Payments


def settle(score: Score, dealer: int, winner: int, loser: int | None, won: Sequence[int] = (),
           direct_kong_from: int | None = None) -> Ledger:
    """Whoever gave the tile pays the unit; a self-draw is paid by each player still in the hand. `won`: the seats that
    have won before; `direct_kong_from`: who gave the tile of the exposed kong on whose replacement was won."""
    rules, win = score.rules, score.win
    values = rules.values
    if loser is not None and "rob_kong" not in win.circumstances and "win" not in claimable(values):
        raise RuleError("nobody wins on a discard by these rules")
    total, cap = score.total, values["fan_cap"]
    unit, extra = rules.unit_of(total if cap is None else min(total, number(cap))), 0
    out = out_of_hand(rules, won)
    giver = None if direct_kong_from is None else kong_giver(score, winner, direct_kong_from, out)
    if giver is not None and values["direct_kong_draw"] == "discard":
        loser = giver
    elif values["zimo"] == "plus_base":
        extra = BASE
    elif values["zimo"] == "double":
        extra = unit
    return settle_unit(unit, winner=winner, loser=loser, extra=extra, out=out, players=rules.players)


def settle_kong(rules: RuleSet, seat: int, type: str, *, tile: object = None, source: int | None = None,
                fresh: bool = True, robbed: bool = False, chain: int = 1, won: Iterable[int] = ()) -> Ledger:
    """Wind and rain (刮风下雨): an exposed kong is paid by whoever gave the tile, others by each player in the hand;
    a robbed one by nobody."""
    late = type == "added kong" and not fresh and bool(rules.values["kong_added_fresh"])
    amount = 0 if robbed or late else number(rules.values[kong_option(type)])
    return pay_kong(type, amount, owner=seat, source=source, out=out_of_hand(rules, won), players=rules.players)


def settle_kong_discard(rules: RuleSet, incomes: Sequence[Sequence[int]], discarder: int, winners: Sequence[int]
                        ) -> Ledger:
    return pay_kong_discard(incomes, mode=str(rules.values["gangpao"]), discarder=discarder, winners=winners,
                            rest_to_first=rules.values["gangpao_split"] == "first", players=rules.players)


# The end of the wall


def settle_draw(rules: RuleSet, players: Sequence[DrawPlayer], kongs: Sequence[tuple[int, Sequence[int]]] = ()
                ) -> DrawnHand:
    """Refunds of kongs (退税), then what pigs (查花猪) and those who are not ready (查大叫) pay. `kongs` as they were
    paid, without those that the win on a discard moved or gave back."""
    players, values, seats = drawn_players(players, rules.players), rules.values, range(rules.players)
    kongs = [*several(kongs, "kongs")]
    refund_kongs(kongs, (), players=rules.players)  # checks them, whether they are given back or not
    found = [_state(rules, seat, player) for seat, player in enumerate(players)]
    state, best = tuple(name for name, _ in found), tuple(worth for _, worth in found)
    # a hand that ended by wins, with one player left, has no checks
    over = sum(player.won for player in players) >= rules.players - 1 and values["mode"] == "xuezhan"
    if over or (values["mode"] == "single" and any(player.won for player in players)):
        return DrawnHand(state, best, Ledger())
    pigs = [seat for seat in seats if state[seat] == "pig"]
    short = [seat for seat in seats if state[seat] == "notready"]
    ledger = Ledger()
    if values["refund_if_not_ready"]:
        ledger += refund_kongs(kongs, [*pigs, *short], players=rules.players, text="refund of a kong: not ready")
    # who has won has nothing to do with pigs, in blood river neither
    others = [seat for seat in seats if state[seat] != "pig" and not players[seat].won]
    ledger += pay_each(pigs, others, number(values["pig_points"]), reason="pig", text="a pig pays",
                       players=rules.players)
    for seat in pigs:
        if players[seat].active:
            ledger += fine_to_nobody(seat, number(values["active_pig_fine"]), players=rules.players,
                                     reason="active_pig", text="an active pig is fined")
    payers = sorted([*short, *pigs]) if values["pig_also_dajiao"] else short
    hidden = [seat for seat in seats if state[seat] == "ready" and players[seat].hand is None]
    if payers and hidden:
        raise HandError(f"seat {hidden[0]}: expected its hand, seat {payers[0]} has to pay the best that it waits for")
    worth = {seat: value for seat, value in enumerate(best) if value is not None}
    ledger += pay_worth(payers, worth, reason="not_ready", text="not ready: the best that the hand could win",
                        players=rules.players)
    return DrawnHand(state, best, ledger)


def _state(rules: RuleSet, seat: int, player: DrawPlayer) -> tuple[str, int | None]:
    """The state of a seat, and the most that its waits are worth."""
    if player.won and rules.values["mode"] != "xueliu":
        return "won", None
    if player.hand is None:
        if player.won:
            return "ready", None  # as below, and it is asked for if somebody has to pay it
        raise HandError(f"seat {seat}: expected its hand, which is compared with the others at the wall's end")
    check_waiting(player.hand, seat, sets=rules.sets, tiles=rules.engine.tiles)
    void = player.void if rules.values["void"] == "declared" else None
    if not player.won and is_pig(player.hand, void):
        return "pig", None
    best = best_wait(rules, player.hand, void)
    # a winner of blood river was ready when it won, and its waits have not changed since
    return ("ready" if player.won or best is not None else "notready"), best


def is_pig(hand: Hand, void: str | None) -> bool:
    """Whether a hand holds a tile of its void suit; where none is declared, tiles of three suits."""
    if void is not None and void not in SUITS:
        raise HandError(f"the void suit is {brief(void)}: expected m, p or s")
    suits = {str(tile)[1] for tile in (*hand.tiles, *(meld.tiles[0] for meld in hand.melds))}
    return suits.issuperset(SUITS) if void is None else void in suits


def best_wait(rules: RuleSet, hand: Hand, void: str | None = None) -> int | None:
    """The largest unit over the waits of a hand, won on a discard without circumstances; None if it is not ready."""
    named: dict[str, Any] = {} if void is None else {"void_suit": void}
    waits = rules.engine.waits(hand, **named)
    totals = [score(held, tile, rules, **named).total for tile in waits for held in _with_copies_left(hand, tile)]
    return rules.unit_of(max(totals, default=0)) if waits else None


def _with_copies_left(hand: Hand, tile: Tile) -> list[Hand]:
    """The hands to score a wait by: the hand itself, unless it holds all copies of the tile and waits for it all the
    same (`wait_limit`). Then a meld of the tile is one of another kind of the suit: of one that counts for the same
    fans, or, if the hand has all of these, of any other; none if there is no such kind."""
    for place, meld in enumerate(hand.melds):
        if meld.kind == tile.kind and hand.counts[tile.kind] + len(meld.tiles) >= 4:
            used = {*(meld.kind for meld in hand.melds), *(kind for kind in range(27) if hand.counts[kind])}
            suit = range(meld.kind // 9 * 9, meld.kind // 9 * 9 + 9)
            free = [kind for kind in suit if kind not in used]
            alike = [kind for kind in free if _class(kind) == _class(tile.kind)]
            text = str(meld)
            return [
                Hand(hand.counts, [*hand.melds[:place], Meld(text.replace(str(tile)[0], str(Tile(kind))[0])),
                                   *hand.melds[place + 1:]])
                for kind in alike or free
            ]
    return [hand]


def _class(kind: int) -> str:
    """What fans tell apart of a suit: terminals, the 2 5 8 of 将对, other ranks."""
    rank = kind % 9 + 1
    return "terminal" if rank in (1, 9) else "two_five_eight" if rank % 3 == 2 else "other"
