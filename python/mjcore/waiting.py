"""What a ready hand is worth with each of its waits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from mjcore.errors import HandError, brief
from mjcore.fans.arguments import WINDS
from mjcore.fans.scores import Score
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.rules import RuleSet, resolve
from mjcore.scoring import score
from mjcore.typing import HandLike, TileLike

NORTH, JOKER = Tile("4z"), Tile("0j")
KINDS = 34
COPIES = 4

class WaitValue(NamedTuple):
    """One wait of a ready hand.

    tile       the tile it waits for
    left       how many of it are neither in the hand nor among indicators and norths set aside
    self_draw  the score if it is drawn
    discard    the score if somebody discards it; look at `legal`: without a yaku a hand may not win so
    """

    tile: Tile
    left: int
    self_draw: Score
    discard: Score


def wait_values(
    hand: HandLike,
    rules: str | RuleSet = "mcr",
    *,
    last_tile: bool = False,
    after_kong: bool = False,
    after_flower: bool = False,
    first_turn: bool = False,
    seat_wind: str | None = "E",
    round_wind: str | None = "E",
    flowers: str | int | Iterable[TileLike] | None = 0,
    dealer: bool | None = None,
    streak: int = 0,
    riichi: bool | int = False,
    ippatsu: bool = False,
    open_riichi: bool = False,
    on_riichi_discard: bool = False,
    on_kong_discard: bool = False,
    loser_riichi: bool = False,
    ready_at_deal: bool = False,
    ready_first_turn: bool = False,
    shown: bool = False,
    loser_shown: bool = False,
    dora_indicators: str | Iterable[TileLike] | None = (),
    ura_indicators: str | Iterable[TileLike] | None = (),
    nuki: int | None = 0,
    kong_chain: int = 0,
    void_suit: str | None = None,
    wild: TileLike | None = None,
) -> tuple[WaitValue, ...]:
    """The value of every wait of a ready hand, drawn and discarded, under any rule set.

    `hand` has 3n + 1 tiles (a meld counted as three); a hand that waits for nothing gives (). The circumstances are
    those of `mjcore.score`; what belongs to a drawn tile only (`after_kong`, `kong_chain`, `after_flower`) or to a
    discard only (`on_riichi_discard`, `on_kong_discard`, `loser_riichi`, `loser_shown`; the dealer has no first
    turn on a discard) is left out on the other side. Tiles of the `wild` kind may stand for any kind. A wait of
    which no copy is left is left out. Whether the player is furiten is not asked (`mjcore.legal.furiten`). Raises
    HandError and NotationError as `mjcore.score` does.

    >>> for wait in wait_values("234567m34588p67s", "riichi", riichi=True, seat_wind="S", dora_indicators="7s"):
    ...     print(wait.tile, wait.left, wait.self_draw.points, wait.discard.points)
    5s 4 5200 3900
    8s 4 8000 7700
    """
    rule_set = resolve(rules)
    held = Hand(hand)
    if held.size % 3 != 1:
        raise HandError(f"{held} has {held.size} tiles, a meld counted as three: expected 3n + 1, a hand that waits")
    both: dict[str, Any] = {
        "last_tile": last_tile, "seat_wind": seat_wind, "round_wind": round_wind, "flowers": flowers,
        "dealer": dealer, "streak": streak, "riichi": riichi, "ippatsu": ippatsu, "open_riichi": open_riichi,
        "ready_at_deal": ready_at_deal, "ready_first_turn": ready_first_turn, "shown": shown, "void_suit": void_suit,
        "wild": wild,
        "dora_indicators": _several(dora_indicators), "ura_indicators": _several(ura_indicators), "nuki": nuki or 0,
    }  # fmt: skip
    drawn = {**both, "self_draw": True, "after_kong": after_kong, "after_flower": after_flower,
             "kong_chain": kong_chain, "first_turn": first_turn}
    given = {**both, "on_riichi_discard": on_riichi_discard, "on_kong_discard": on_kong_discard,
             "loser_riichi": loser_riichi, "loser_shown": loser_shown,
             "first_turn": first_turn and WINDS.get(seat_wind or "E") != 0}
    return tuple(
        WaitValue(tile, left, score(held, tile, rule_set, **drawn), score(held, tile, rule_set, **given))
        for tile, left in _waits(held, rule_set, _turned(both), void_suit, wild)
        if left
    )


def _waits(held: Hand, rules: RuleSet, turned: list[int], void_suit: str | None, wild: TileLike | None
           ) -> list[tuple[Tile, int]]:
    """What the hand waits for and how many are left, in the order of the kinds; [] if it is not ready."""
    if void_suit is not None and "void_suit" not in rules.circumstances:
        raise HandError(f"void_suit={brief(void_suit)}: {rules.id} has no void suits")
    if not rules.lattice.declared_void:
        void_suit = None  # as in a score: there any suit may be the missing one
    kind = -1 if wild is None else Tile(wild).kind
    if not 0 <= kind < KINDS or not rules.lattice.wild_copies:
        # what can not be wild is refused when the waits are scored
        if not rules.engine.waits(held, void_suit=void_suit):
            return []
        return list(rules.engine.acceptance(held, visible=turned, void_suit=void_suit).tiles)
    tiles = "".join(str(JOKER if tile.kind == kind else tile) for tile in held.tiles)
    # wild tiles make no fifth copy beside the own melds
    waits = rules.engine.waits(Hand(tiles, held.melds), void_suit=void_suit, strict=True)
    if not waits:
        return []
    gone = [sum(copies) for copies in zip(held.counts, _copies_in(held.melds), turned, strict=True)]
    left = {tile: max(COPIES - gone[tile.kind], 0) for tile in waits}
    # a wild tile completes whatever is ready
    left[Tile(kind)] = max(rules.lattice.wild_copies - gone[kind], 0)
    return sorted(left.items(), key=lambda item: item[0].kind)


def _copies_in(melds: Iterable[Meld]) -> list[int]:
    copies = [0] * KINDS
    for meld in melds:
        for tile in meld.tiles:
            copies[tile.kind] += 1
    return copies


def _several(tiles: str | Iterable[TileLike] | None) -> tuple[Tile, ...]:
    """The tiles of an argument that gives several."""
    if isinstance(tiles, str):
        return parse_tiles(tiles) if tiles.strip() else ()
    return (tiles,) if isinstance(tiles, Tile) else tuple(map(Tile, tiles or ()))


def _turned(both: dict[str, Any]) -> list[int]:
    """Copies by kind among the indicators and the norths set aside."""
    turned = [0] * KINDS
    for tile in (*both["dora_indicators"], *both["ura_indicators"], *[NORTH] * both["nuki"]):
        if tile.kind >= KINDS:
            raise HandError(f"indicators: {tile} is no tile of a set")
        turned[tile.kind] += 1
    return turned
