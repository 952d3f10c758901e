"""The course of a riichi match: the end of the wall, who deals next, when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mjcore.hand.melds import copies_held
from mjcore.hand.tiles import Tile
from mjcore.procedure.ends import check_waiting, drawn_players
from mjcore.procedure.parts import DrawnHand, DrawPlayer, NextDeal
from mjcore.procedure.succession import next_dealer
from mjcore.rules.options import number, numbers
from mjcore.settle import hand_draws, match
from mjcore.settle.match import Ending, MatchEnd, MatchState

if TYPE_CHECKING:
    from mjcore.hand.hands import Hand
    from mjcore.hand.queries import HandEngine
    from mjcore.rules.base import RuleSet

NORTH = Tile("4z").kind
COPIES = 4
# how a hand ended, by the reasons of `mjcore.game.results.Result`; what is not here is an abortive draw
ENDINGS = {"win": "win", "exhaustive": "exhaustive_draw", "nagashi": "nagashi_mangan"}


# The end of the wall


def ready_waits(engine: HandEngine, hand: Hand, norths: int, fifth_tile: object) -> int:
    """The kinds, a mask, that a hand at the end of the wall waits for. Not those of which its concealed tiles have all
    four; nor, where `fifth_tile` (option `fifth_tile_tenpai`) is "none", those of which melds and norths set aside
    make up four."""
    waits = engine.waits_mask(hand)
    if not waits or fifth_tile != "none":
        return waits
    held = copies_held(hand)
    held[NORTH] += norths
    return sum(1 << kind for kind in range(len(held)) if waits >> kind & 1 and held[kind] < COPIES)


def nagashi_seats(rules: RuleSet, players: Iterable[DrawPlayer]) -> tuple[int, ...]:
    """The seats that have discarded terminals and honours alone, of which nobody has claimed one; () where nagashi
    mangan is not played."""
    if rules.values["nagashi"] == "none":
        return ()
    return tuple(
        seat for seat, player in enumerate(players)
        if player.discards and not player.called
        and all(tile.suit == "z" or tile.rank in (1, 9) for tile in player.discards)
    )


def settle_draw(rules: RuleSet, players: Sequence[DrawPlayer], kongs: Sequence[tuple[int, Sequence[int]]] = (), *,
                dealer: int = 0, honba: int = 0, sticks: int = 0) -> DrawnHand:
    """Nagashi mangan, or else those who are not ready pay the others. Counters and deposits move only where nagashi
    mangan counts as a win. Kongs cost nothing."""
    found = drawn_players(players, rules.players)
    ready = []
    for seat, player in enumerate(found):
        if player.hand is not None:
            check_waiting(player.hand, seat, sets=rules.sets, tiles=rules.engine.tiles)
            if ready_waits(rules.engine, player.hand, player.norths, rules.values["fifth_tile_tenpai"]):
                ready.append(seat)
    lucky, won = nagashi_seats(rules, found), rules.values["nagashi"] == "win"
    if lucky:
        ledger = hand_draws.nagashi_mangan(lucky, dealer=dealer, players=rules.players, honba=honba if won else 0,
                                           sticks=sticks if won else 0, tsumo_loss=str(rules.values["tsumo_loss"]))
    else:
        ledger = hand_draws.exhaustive_draw(ready, players=rules.players)
    state = tuple("ready" if seat in ready else "notready" for seat in range(rules.players))
    # what a hand could win moves nothing
    best = tuple(0 if seat in ready else None for seat in range(rules.players))
    return DrawnHand(state, best, ledger)


# From hand to hand


def succession(rules: RuleSet, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
               last_drawer: int | None = None, streak: int = 0, ready: Iterable[int] = (),
               aborted: bool = False) -> NextDeal:
    """A dealer who wins stays; after a drawn hand option `renchan` says whether; an aborted hand is repeated. The
    streak counts wins: a drawn hand leaves it as it is."""
    renchan = rules.values["renchan"]
    stays = aborted or renchan == "noten" or (renchan == "tenpai" and dealer in ready)
    return next_dealer(dealer, winners, players=rules.players, after_draw="stay" if stays else "pass",
                       discarder=discarder, streak=streak, draw_counts=False)


def first_hand(rules: RuleSet) -> MatchState:
    """East 1 with the points at the start."""
    values = rules.values
    return match.first_hand(number(values["players"]), start=number(values["start"]), length=str(values["length"]))


def ending(rules: RuleSet, reason: str, winners: Sequence[int], ready: Sequence[int],
           players: Sequence[DrawPlayer]) -> Ending:
    """How a hand ended, by its `Result`; nagashi mangan that counts as a win is one."""
    kind = ENDINGS.get(reason, "abortive_draw")
    if kind == "win":
        return Ending(kind, winners=tuple(winners))
    if kind == "nagashi_mangan" and rules.values["nagashi"] == "win":
        return Ending("win", winners=nagashi_seats(rules, players))
    return Ending(kind, tenpai=() if kind == "abortive_draw" else tuple(ready))


def next_hand(rules: RuleSet, state: MatchState, *, reason: str, winners: Sequence[int], ready: Sequence[int],
              players: Sequence[DrawPlayer], scores: Sequence[int], sticks: int) -> MatchState | MatchEnd:
    """The hand after one that ended so, with these scores and so many deposits left on the table; or the end."""
    return match.after_hand(state, ending(rules, reason, winners, ready, players), scores, sticks,
                            **match_options(rules))


def match_options(rules: RuleSet) -> dict[str, Any]:
    """What `mjcore.settle.next_hand` goes by."""
    values = rules.values
    return {
        "target": number(values["target"]),
        "renchan": str(values["renchan"]),
        "tobi": bool(values["tobi"]),
        "extension": bool(values["extension"]),
        "agari_yame": bool(values["agari_yame"]),
        "leftover_deposits": str(values["leftover_deposits"]),
        "ties": str(values["ties"]),
    }


def final_points(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """The result of a match with uma and oka. Where equal scores share their places, scores are not rounded to
    thousands (a choice of ours; docs/rules/riichi.md)."""
    values = rules.values
    return match.final_points(
        scores, start=number(values["start"]), uma=numbers(values["uma"]), oka=number(values["oka"]),
        ties=str(values["ties"]), round_to=100 if values["ties"] == "shared" else 1000,
    )
