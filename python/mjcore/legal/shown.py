"""Play with hands that are shown before they win (亮倒): when a hand may be shown, what it may still do, and what the
others may discard beside it.

Options `show_min_wall`, `kong_after_show`, `protect_shown` and `bao_hu`. A shown hand waits for the same tiles to the
end: it discards what it draws, and makes no pung. Nobody makes a chow in these games.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from mjcore.errors import HandError
from mjcore.hand.hands import Hand
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.legal.inputs import amount, each
from mjcore.legal.laid_kongs import held_draw, kongs_in, with_kong
from mjcore.legal.local_rules import LocalRules
from mjcore.rules.base import RuleSet
from mjcore.rules.options import number
from mjcore.settle.ledger import yes_no
from mjcore.typing import HandLike, TileLike

Tiles = str | Iterable[TileLike]


def may_show(hand: HandLike, *, live_tiles: SupportsIndex, rules: str | RuleSet = "kawuxing") -> bool:
    """Whether a hand of 3n + 1 tiles may be shown after its discard: if it waits for something, and, by option
    `show_min_wall`, so many tiles can still be drawn.

    >>> may_show("123456m78977p23p", live_tiles=20), may_show("123456m78977p25p", live_tiles=20)
    (True, False)
    """
    table = LocalRules(rules, "show_min_wall")
    least, left = table["show_min_wall"], amount(live_tiles, "live_tiles")
    ready = bool(table.rules.engine.waits_mask(table.hand(hand, 1)))
    return ready and (least is None or left >= number(least))


def discards_beside_shown(hand: HandLike, drawn: TileLike | None = None, *, shown: bool = False, waits: Tiles = (),
                          rules: str | RuleSet = "kawuxing") -> tuple[Tile, ...]:
    """What may be discarded on the own turn, each tile once.

    hand    3n + 2 tiles, a meld counted as three, with `drawn`, the tile just drawn; None right after a pung
    shown   the hand is shown: the drawn tile alone, whatever the others wait for
    waits   what the shown hands of the others wait for: by option `protect_shown` not discarded while there is another

    >>> from mjcore.rules import get
    >>> protecting = get("kwx_seed", protect_shown=True)
    >>> discards_beside_shown("1p4p[555m<][777m<][222p<][999p<]", "4p", waits="1p", rules=protecting)
    (Tile('4p'),)
    """
    table = LocalRules(rules, "protect_shown")
    full = table.hand(hand, 2)
    tile, wanted = held_draw(table, full, drawn), _kinds(table, waits)
    if yes_no(shown, "shown"):
        if tile is None:
            raise HandError("a shown hand discards what it drew: expected the drawn tile")
        return (tile,)
    tiles = tuple(dict.fromkeys(full.tiles))
    safe = tuple(held for held in tiles if held.kind not in wanted)
    return safe if safe and table["protect_shown"] else tiles


def pays_for_all(hand: HandLike, discard: TileLike, waits: Tiles, *, rules: str | RuleSet = "kawuxing") -> bool:
    """Whether a player who discards this tile pays for all if a shown hand wins on it (option `bao_hu`): the tile is
    one of those that shown hands wait for (`waits`), and the hand of 3n + 2 tiles had another.

    >>> from mjcore.rules import get
    >>> pays_for_all("1p4p[555m<][777m<][111p<][999p<]", "1p", "1p", rules=get("kwx_seed", bao_hu=True))
    True
    """
    table = LocalRules(rules, "bao_hu")
    full, tile = table.hand(hand, 2), table.tile(discard)
    wanted = _kinds(table, waits)
    if tile not in full.tiles:
        raise HandError(f"{tile} is discarded, but is not among the concealed tiles of {full}")
    another = any(held.kind not in wanted for held in full.tiles)
    return bool(table["bao_hu"]) and tile.kind in wanted and another


def claims_beside_shown(hand: HandLike, discard: TileLike, *, live_tiles: SupportsIndex, shown: bool = False,
                        rules: str | RuleSet = "kawuxing") -> tuple[str, ...]:
    """What a waiting hand of 3n + 1 tiles may do with a discard: "win", "kong", "pung", of which `shown` hands make no
    pung, and a kong as `kong_keeps_shown` says. Without a tile to draw (`live_tiles`) there are no kongs.

    Whether the win is worth enough is `mjcore.score`'s matter.

    >>> hand = "34m22255567799p"
    >>> claims_beside_shown(hand, "2m", live_tiles=20), claims_beside_shown(hand, "2p", live_tiles=20)
    ((), ('kong', 'pung'))
    """
    table = LocalRules(rules, "kong_after_show")
    waiting = table.hand(hand, 1)
    tile = table.beside(discard, waiting)
    yes_no(shown, "shown")
    left, held = amount(live_tiles, "live_tiles"), waiting.counts[tile.kind]
    found = []
    if table.rules.engine.waits_mask(waiting) >> tile.kind & 1:
        found.append("win")
    if held == 3 and left and (not shown or _stays(table, waiting, with_kong(waiting, tile, "exposed kong"))):
        found.append("kong")
    if held >= 2 and not shown:
        found.append("pung")
    return tuple(found)


def kongs_beside_shown(hand: HandLike, drawn: TileLike | None, *, live_tiles: SupportsIndex, shown: bool = False,
                       rules: str | RuleSet = "kawuxing") -> tuple[tuple[str, Tile], ...]:
    """The kongs that may be laid down on the own turn, as (type, tile); of a `shown` hand as `kong_keeps_shown` says.

    hand   3n + 2 tiles with `drawn`, the tile just drawn; None right after an own pung, when no kong is allowed

    >>> kongs_beside_shown("9999m11p45p[777z<][555z<]", "9m", live_tiles=9, shown=True)
    (('concealed kong', Tile('9m')),)
    """
    table = LocalRules(rules, "kong_after_show")
    full = table.hand(hand, 2)
    tile, left = held_draw(table, full, drawn), amount(live_tiles, "live_tiles")
    yes_no(shown, "shown")
    if tile is None or not left:
        return ()
    before = full.discard(tile)
    return tuple((type, kind) for type, kind in kongs_in(full)
                 if not shown or _stays(table, before, with_kong(full, kind, type)))


def kong_keeps_shown(before: Tiles, after: Tiles, *, rules: str | RuleSet = "kawuxing") -> bool:
    """Whether a shown hand may lay down a kong after which it waits for `after`, where it waited for `before`: by
    option `kong_after_show` if these are the same, or never.

    >>> kong_keeps_shown("14p", "14p"), kong_keeps_shown("14p", "1p")
    (True, False)
    """
    table = LocalRules(rules, "kong_after_show")
    return _kept(table, _kinds(table, before), _kinds(table, after))


def _stays(table: LocalRules, before: Hand, after: Hand) -> bool:
    return _kept(table, table.rules.engine.waits_mask(before), table.rules.engine.waits_mask(after))


def _kept(table: LocalRules, before: object, after: object) -> bool:
    return table["kong_after_show"] == "keep_waits" and before == after


def _kinds(table: LocalRules, tiles: Tiles) -> set[int]:
    """The kinds of a text or of several tiles, all in play."""
    if isinstance(tiles, str):
        tiles = parse_tiles(tiles) if tiles.strip() else ()
    return {table.tile(tile).kind for tile in each(tiles, "tiles")}
