"""Who gets a discard that several players want, and who draws after that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from mjcore.errors import HandError, RuleError, brief
from mjcore.procedure.parts import ClaimAnswer
from mjcore.settle.ledger import seat_of, several, table_size
from mjcore.settle.shares import one_of, turn_order

# the higher claim comes first; kong and pung of one tile can not meet
WITH_CHOW: Mapping[str, int] = MappingProxyType({"win": 3, "kong": 2, "pung": 2, "chow": 1})
WITHOUT_CHOW: Mapping[str, int] = MappingProxyType({"win": 3, "kong": 2, "pung": 2})
MULTI = ("nearest", "all")
# what a win does to the hand: it ends it; the winner is out and the last player left ends it; nothing, the wall ends it
COURSES = ("single", "until_one_left", "until_wall_ends")


def resolve_claims(discarder: int, wants: Sequence[tuple[int, str]], *, players: int,
                   ranks: Mapping[str, int] = WITH_CHOW, allowed: Collection[str] | None = None,
                   multi: str = "nearest", course: str = "single", won: Iterable[int] = ()) -> ClaimAnswer:
    """Who gets a discard (or the tile of a kong, where all want to win).

    `wants` are (seat, what), one for each seat that wants it; `ranks` has what the game knows, `allowed` what of it
    these rules let discards be claimed for (None: all). Of equal claims the nearest in turn order after the discarder
    is honoured; of wins, with `multi` "all", each: but where winners are out of the hand (`course` "until_one_left"),
    no more than leave one player. `won` are these seats, who are passed over. Where nobody wants the tile, nothing is
    honoured and the next player draws.

    >>> resolve_claims(0, [(1, "chow"), (3, "pung")], players=4)
    ClaimAnswer(claims=((3, 'pung'),), next=0)
    """
    one_of(multi, MULTI, "the number of winners")
    one_of(course, COURSES, "the course of a hand")
    number = table_size(players)
    giver = seat_of(discarder, number, "discarder")
    winners = turn_order(won, giver, number, "winner")
    # who has won and plays on is a player like any other
    out = set(winners) if course == "until_one_left" else set()
    if course == "single" and winners:
        raise HandError(f"seat {winners[0]} has won: expected no further discard")
    if len(out) >= number - 1:
        raise HandError(f"{len(out)} of {number} players have won: expected two or more who play on")
    if giver in out:
        raise HandError(f"the discarder is seat {giver}, who has won and is out of the hand")
    wanted = _read(wants, giver, number, ranks, ranks if allowed is None else allowed, out)
    order = turn_order(wanted, giver, number, "claimer")
    best = max((ranks[what] for what in wanted.values()), default=0)
    claims = [(seat, wanted[seat]) for seat in order if ranks[wanted[seat]] == best]
    if not claims:
        return ClaimAnswer((), _after(giver, number, out))
    if claims[0][1] != "win" or multi == "nearest":
        claims = claims[:1]
    seat, what = claims[-1]
    if what != "win":
        # a kong's owner draws the replacement; any other claimer discards, and the next player draws
        return ClaimAnswer(tuple(claims), seat if what == "kong" else _after(seat, number, out))
    if course == "until_one_left":
        claims = claims[:number - 1 - len(out)]
        out |= {seat for seat, _ in claims}
    over = course == "single" or len(out) == number - 1
    return ClaimAnswer(tuple(claims), None if over else _after(claims[-1][0], number, out))


def _read(wants: Sequence[tuple[int, str]], giver: int, players: int, ranks: Mapping[str, int],
          allowed: Collection[str], out: set[int]) -> dict[int, str]:
    """What each seat wants; HandError for what it can not want, RuleError for what the game does not know."""
    found: dict[int, str] = {}
    for claim in several(wants, "claims"):
        if not isinstance(claim, (tuple, list)) or len(claim) != 2:
            raise HandError(f"a claim is {brief(claim)}: expected a seat and what it wants")
        seat, what = seat_of(claim[0], players, "claimer"), claim[1]
        if not isinstance(what, str) or what not in ranks:
            raise RuleError(f"seat {seat} wants {brief(what)}: expected one of {', '.join(ranks)}")
        if what not in allowed:
            raise RuleError(f"seat {seat} wants {what}: by these rules a discard is not claimed for that")
        if seat == giver:
            raise HandError(f"seat {seat} claims its own discard")
        if seat in out:
            raise HandError(f"seat {seat} claims, but has won and is out of the hand")
        if seat in found:
            raise HandError(f"seat {seat} claims twice: {found[seat]} and {what}")
        if what == "chow" and seat != _after(giver, players, out):
            raise HandError(f"seat {seat} wants a chow of seat {giver}'s discard: expected the next player")
        found[seat] = what
    return found


def _after(seat: int, players: int, out: set[int]) -> int:
    """The next player who is in the hand."""
    return next(s for n in range(1, players + 1) if (s := (seat + n) % players) not in out)
