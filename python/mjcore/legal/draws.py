"""Rounds without a winner: abortive draws, tenpai at the exhaustive draw, nagashi mangan."""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from mjcore.errors import HandError
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.legal.inputs import KONGS, NORTH, TERMINALS_AND_HONORS, Rules, amount, each
from mjcore.rules.base import RuleSet
from mjcore.rules.riichi_play import ready_waits
from mjcore.settle.ledger import seat_of, yes_no
from mjcore.typing import HandLike, TileLike


def tenpai_waits(
    hand: HandLike, *, nuki: SupportsIndex = 0, rules: str | RuleSet = "riichi"
) -> tuple[Tile, ...]:
    """The kinds whose wait makes a hand of 13 tiles tenpai; none if it is not.

    The shape alone counts, with or without yaku and whatever others hold. Of a kind whose four copies are all
    concealed in the hand there is no wait. If all four are in its possession otherwise (melds, closed kongs and
    `nuki`, the norths it has set aside, included), option `fifth_tile_tenpai` decides: "melds" it is one, "none" it
    is not. Section 10.

    >>> tenpai_waits("123m456p789s1122z"), tenpai_waits("123456789m1111z")
    ((Tile('1z'), Tile('2z')), ())
    >>> tenpai_waits("13m456p789s22z(2222m)"), tenpai_waits("13m456p789s22z(2222m)", rules="riichi/wrc2025")
    ((Tile('2m'),), ())
    """
    table = Rules(rules)
    waits = tenpai_waits_of(table, table.hand(hand, 13), amount(nuki, "nuki"))
    return tuple([Tile(kind) for kind in range(34) if waits >> kind & 1])


def tenpai(hand: HandLike, *, nuki: SupportsIndex = 0, rules: str | RuleSet = "riichi") -> bool:
    """Whether a hand of 13 tiles is tenpai at an exhaustive draw: `tenpai_waits` has some.

    >>> tenpai("123m456p789s1122z"), tenpai("123m456p789s1123z")
    (True, False)
    """
    table = Rules(rules)
    return bool(tenpai_waits_of(table, table.hand(hand, 13), amount(nuki, "nuki")))


def tenpai_waits_of(rules: Rules, hand: Hand, nuki: int) -> int:
    """The answer of `tenpai_waits` as a mask, for arguments that are read already."""
    return ready_waits(rules.engine, hand, nuki, rules["fifth_tile_tenpai"])


def nagashi_mangan(
    discards: str | Iterable[TileLike], *, called: bool, rules: str | RuleSet = "riichi"
) -> bool:
    """Whether a player's discards make nagashi mangan at an exhaustive draw: terminals and honours alone.

    discards   all discards of the player
    called     whether another player called one of them

    False without a discard, and by option `nagashi` "none". Section 10.

    >>> nagashi_mangan("19m19p1z", called=False), nagashi_mangan("19m28p1z", called=False)
    (True, False)
    """
    table = Rules(rules)
    tiles = table.tiles(discards)
    if yes_no(called, "called") or not tiles or table["nagashi"] == "none":
        return False
    return all(tile.kind in TERMINALS_AND_HONORS for tile in tiles)


def four_winds(
    first_discards: str | Iterable[TileLike], *, uninterrupted: bool, rules: str | RuleSet = "riichi"
) -> bool:
    """Whether the round is aborted by four equal winds (suufon_renda): asked once nobody won on the last of them.

    first_discards   the first discard of each player so far
    uninterrupted    nobody has called or made a kong yet

    Never with three players. Section 10.

    >>> four_winds("3333z", uninterrupted=True), four_winds("333z", uninterrupted=True)
    (True, False)
    """
    table = Rules(rules)
    tiles = table.tiles(first_discards)
    if len(tiles) > table.players:
        raise HandError(f"{len(tiles)} first discards: expected one for each of {table.players} players at most")
    listed = table.lists("abortive_draws", "suufon_renda")
    if not yes_no(uninterrupted, "uninterrupted") or len(tiles) < 4 or not listed:
        return False
    return len({tile.kind for tile in tiles}) == 1 and 27 <= tiles[0].kind <= NORTH


def four_riichi(declared: SupportsIndex, *, rules: str | RuleSet = "riichi") -> bool:
    """Whether the round is aborted because four players are in riichi (suucha_riichi).

    declared   players in riichi whose declaring discards nobody won on; the fourth has paid the deposit too

    With three players the round goes on. Section 10.

    >>> four_riichi(4), four_riichi(3)
    (True, False)
    """
    table = Rules(rules)
    number = amount(declared, "players in riichi")
    if number > table.players:
        raise HandError(f"{number} players in riichi: there are {table.players}")
    return number == 4 and table.lists("abortive_draws", "suucha_riichi")


def four_kongs(
    owners: Iterable[SupportsIndex], *, discard_passed: bool, rules: str | RuleSet = "riichi"
) -> bool:
    """Whether the round is aborted because of four kongs of more than one player (suukaikan).

    owners          the seats (0, 1, ...) of all kongs of the round, one entry for each kong
    discard_passed  whether the discard after the fourth was made and nobody won on it; before that nothing ends

    Four kongs of one player go on. HandError for more than four. Section 10.

    >>> four_kongs([0, 2, 0, 0], discard_passed=True), four_kongs([0, 0, 0, 0], discard_passed=True)
    (True, False)
    """
    table = Rules(rules)
    seats = [seat_of(owner, table.players, "owner of a kong") for owner in each(owners, "owners of kongs")]
    if len(seats) > KONGS:
        raise HandError(f"{len(seats)} kongs in a round: expected {KONGS} at most")
    if not yes_no(discard_passed, "discard_passed") or len(seats) < KONGS:
        return False
    return len(set(seats)) > 1 and table.lists("abortive_draws", "suukaikan")


def three_rons(winners: SupportsIndex, *, rules: str | RuleSet = "riichi") -> bool:
    """Whether so many players winning on one tile abort the round (sanchahou): three of them, where
    `abortive_draws` names sanchahou and `multi_ron` is "double". Section 10.

    >>> three_rons(3), three_rons(2), three_rons(3, rules="riichi/mjsoul")
    (True, False, False)
    """
    table = Rules(rules)
    number = amount(winners, "winners")
    if number >= table.players:
        raise HandError(f"{number} winners on one tile: expected fewer than {table.players}")
    return number == 3 and table["multi_ron"] == "double" and table.lists("abortive_draws", "sanchahou")
