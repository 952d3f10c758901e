"""Kongs and norths set aside on the own turn, and who may take the tile."""

from __future__ import annotations

from typing import SupportsIndex

from mjcore.errors import HandError, RuleError
from mjcore.hand.decompose import decompose
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.queries import HandEngine
from mjcore.hand.tiles import Tile
from mjcore.legal.inputs import KONGS, NORTH, Rules, amount, drawn_tile, kongs_made
from mjcore.rules.base import RuleSet
from mjcore.typing import HandLike, TileLike

ROBBED = ("added_kong", "concealed_kong", "nuki")
_ORPHANS = HandEngine("thirteen_orphans", sets=4)


def closed_kongs(
    hand: HandLike,
    drawn: TileLike | None,
    *,
    live_tiles: SupportsIndex,
    kongs: SupportsIndex = 0,
    riichi: int = False,
    rules: str | RuleSet = "riichi",
) -> tuple[Tile, ...]:
    """The kinds of which a closed kong may be declared, as plain tiles.

    hand        14 tiles on the own turn, the drawn one among them
    drawn       the tile just drawn (from the wall or as a replacement); None after a chow or pung, when no kong is
                allowed
    live_tiles  how many can still be drawn; kongs: those of the round so far, of all players
    riichi      whether the hand is in riichi. Then by option `ankan_after_riichi`

                same_waits  only with the drawn tile as the fourth, and the waits stay the same
                same_shape  also, whatever completes the hand, the three tiles are a triplet in every reading
                none        never

    HandError for a hand of another size, or without the drawn tile. Sections 2 and 8.

    >>> closed_kongs("123m456p79s111155z", "5z", live_tiles=20)
    (Tile('1z'),)
    >>> closed_kongs("123m456p79s111155z", "5z", live_tiles=20, riichi=True)
    ()
    >>> closed_kongs("123m456p79s111155z", "1z", live_tiles=20, riichi=True)
    (Tile('1z'),)
    """
    table = Rules(rules)
    tile = drawn_tile(table, drawn)
    full = table.hand_or_drawn(hand, tile)
    if tile is None or _no_kong(full, live_tiles, kongs):
        return ()
    kinds = [kind for kind, count in enumerate(full.counts) if count == 4]
    if riichi:
        kinds = [kind for kind in kinds if kind == tile.kind and _allowed_in_riichi(table, full.discard(tile), kind)]
    return tuple([Tile(kind) for kind in kinds])


def added_kongs(
    hand: HandLike,
    drawn: TileLike | None,
    *,
    live_tiles: SupportsIndex,
    kongs: SupportsIndex = 0,
    rules: str | RuleSet = "riichi",
) -> tuple[Tile, ...]:
    """The concealed tiles that may be added to own pungs, a red five as red; arguments as in `closed_kongs`.

    >>> added_kongs("0m46p789s2251z4p[555m<]", "1z", live_tiles=20)
    (Tile('0m'),)
    """
    table = Rules(rules)
    tile = drawn_tile(table, drawn)
    full = table.hand_or_drawn(hand, tile)
    if tile is None or _no_kong(full, live_tiles, kongs):
        return ()
    pungs = {meld.kind for meld in full.melds if meld.type == "pung"}
    return tuple([held for held in full.tiles if held.kind in pungs])


def can_set_north_aside(
    hand: HandLike,
    drawn: TileLike | None,
    *,
    live_tiles: SupportsIndex,
    riichi: int = False,
    rules: str | RuleSet = "riichi",
) -> bool:
    """Whether a north may be set aside (nuki): with three players and option `nuki`, on the own turn right after
    a draw, while a tile is left; in riichi only the drawn north itself. Arguments as in `closed_kongs`. Section 13.

    >>> can_set_north_aside("123p456p789s11224z", "1z", live_tiles=20, rules="riichi/tenhou3")
    True
    """
    table = Rules(rules)
    tile = drawn_tile(table, drawn)
    full = table.hand_or_drawn(hand, tile)
    left = amount(live_tiles, "live_tiles")
    if table.players != 3 or not table["nuki"] or tile is None or not left:
        return False
    return tile.kind == NORTH if riichi else full.counts[NORTH] > 0


def can_rob(hand: HandLike, tile: TileLike, by: str, *, rules: str | RuleSet = "riichi") -> bool:
    """Whether a waiting hand of 13 tiles has the shape to win on the tile of another player's kong.

    by   added_kong       any hand that waits for it
         concealed_kong   thirteen orphans alone, by option `kokushi_robs_ankan`
         nuki             a north set aside: any hand that waits for it; no yaku for robbing

    Furiten and the worth of the hand are other questions (`furiten`, `mjcore.score`). HandError for another
    `by`, RuleError for a north set aside where none is. Sections 10 and 13.

    >>> can_rob("123m456p789s1122z", "1z", "added_kong"), can_rob("19m19p19s1234567z", "1z", "concealed_kong")
    (True, False)
    >>> can_rob("19m19p19s1234567z", "1z", "concealed_kong", rules="riichi/mjsoul")
    True
    """
    table = Rules(rules)
    if by not in ROBBED:
        raise HandError(f"a tile robbed from {by!r}: expected one of {', '.join(ROBBED)}")
    return robbable(table, table.hand(hand, 13), table.tile(tile), by)


def robbable(rules: Rules, hand: Hand, tile: Tile, by: str) -> bool:
    """The answer of `can_rob` for arguments that are read already."""
    if by == "nuki":
        if rules.players != 3 or not rules["nuki"]:
            raise RuleError(f"{rules.id} for {rules.players} players as it is played here sets no norths aside")
        if tile.kind != NORTH:
            raise HandError(f"{tile} set aside: expected 4z")
    if by == "concealed_kong":
        if not rules["kokushi_robs_ankan"]:
            return False
        return bool(_ORPHANS.waits_mask(hand) >> tile.kind & 1)
    return bool(rules.engine.waits_mask(hand) >> tile.kind & 1)


def _no_kong(hand: Hand, live_tiles: SupportsIndex, kongs: SupportsIndex) -> bool:
    left = amount(live_tiles, "live_tiles")
    return not left or kongs_made(hand, kongs) >= KONGS


def _allowed_in_riichi(rules: Rules, before: Hand, kind: int) -> bool:
    """Whether 13 tiles with three of `kind` may become a kong by drawing the fourth."""
    option = rules["ankan_after_riichi"]
    if option == "none":
        return False
    counts = bytearray(before.counts)
    counts[kind] = 0
    text = str(Tile(kind))
    after = Hand(bytes(counts), [*before.melds, Meld(f"({text[0] * 4}{text[1]})")])
    engine = rules.engine
    waits = engine.waits_mask(before)
    # a wait for the kind itself would be gone, although the shape has it still
    if waits != engine.waits_mask(after) or waits >> kind & 1:
        return False
    return option == "same_waits" or _always_a_triplet(rules, before, waits, kind)


def _always_a_triplet(rules: Rules, before: Hand, waits: int, kind: int) -> bool:
    text = str(Tile(kind))
    triplet = text[0] * 3 + text[1]
    return all(
        triplet in reading.sets[: reading.concealed]
        for wait in range(34)
        if waits >> wait & 1
        for reading in decompose(before, wait, forms=rules.engine.forms)
    )
