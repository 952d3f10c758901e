"""Dazhong (大众麻将): the fans and payments of Chinese Official Mahjong in the game of a Chinese client.

What its text says beside the list of fans: no 明暗杠, 无财神 where a kind is wild, the winner deals, 120 of the 144
tiles are played, a kong is replaced by the throw of a die. docs/rules/dazhong.md says what is the text's, what MCR's
and what our choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mjcore.errors import HandError
from mjcore.fans.rows import Fan
from mjcore.hand.tiles import Tile
from mjcore.procedure.claims import WITH_CHOW, resolve_claims
from mjcore.procedure.parts import ClaimAnswer, Dealt, NextDeal, Procedure
from mjcore.procedure.replacement import left_to_draw
from mjcore.procedure.succession import next_dealer
from mjcore.procedure.walls import Opening, deal_counts, open_wall, tile_count
from mjcore.rules import mcr
from mjcore.rules.base import RuleSet
from mjcore.rules.dazhong_table import KINDS, table, wild_kind
from mjcore.rules.options import NumberOption, Option, number

if TYPE_CHECKING:
    from mjcore.rules.base import Values
    from mjcore.typing import TileLike

# 明暗杠 is no fan of the list: a concealed and a melded kong count by themselves
KONG_PAIR = {"kong_pair": "separate"}
MOST_MINIMUM = 88

NO_CAISHEN = Fan("no_wild", "无财神", "No Caishen", 2, "no_wild")

OPTIONS = (
    Option("caishen", ("none", "flip", "next"), "the wild kind: none; that of a tile turned up at the back after the "
           "deal, of which three copies are left; the kind after it", "财神：无；翻出的牌本身；翻出牌的下一张"),
    Option("wall_limit", (120, 144), "tiles after which the hand is drawn", "抓完第几张牌后荒牌"),
    NumberOption("min_fan", mcr.MINIMUM, "points without flowers that a win needs", "起和分（不计花牌）", least=0,
                 most=MOST_MINIMUM),
    *(option for option in mcr.OPTIONS if option.id not in KONG_PAIR),
)
PRESETS: dict[str, Values] = {"dazhong": {}, "dazhong_caishen": {"caishen": "flip"}}


def fans(values: Values) -> tuple[Fan, ...]:
    """MCR's fans, and 无财神 where a kind is wild; without one it would be in every hand."""
    rows = mcr.fans({**values, **KONG_PAIR})
    if values["caishen"] == "none":
        return rows
    # dearest first
    place = sum(row.value >= NO_CAISHEN.value for row in rows)
    return (*rows[:place], NO_CAISHEN, *rows[place:])


def frame(values: Values) -> dict[str, Any]:
    wild = () if values["caishen"] == "none" else ("wild",)
    return {"minimum": number(values["min_fan"]), "circumstances": (*mcr.RULES.circumstances, *wild)}


def lattice_options(values: Values) -> dict[str, Any]:
    """As MCR; of the kind of a turned tile three copies are left."""
    return {**mcr.lattice_options(values), "wild_copies": {"none": 0, "flip": 3, "next": 4}[str(values["caishen"])]}


def wild_kinds(rules: RuleSet, indicator: TileLike) -> tuple[Tile, ...]:
    """The kind of the turned tile, or the one after it. For a flower another tile is turned."""
    kind = Tile(indicator).kind
    if rules.values["caishen"] == "none":
        return ()
    if kind >= KINDS:
        raise HandError(f"{Tile(indicator)} makes no kind wild: expected a tile that sets are made of")
    return (Tile(wild_kind(rules.values, kind)),)


def playable(rules: RuleSet) -> int:
    """Tiles that may leave the wall before the hand is drawn; one that is turned for the wild kind does not."""
    turned = rules.values["caishen"] != "none"
    return min(number(rules.values["wall_limit"]), tile_count(rules.tiles) - turned)


def deal(rules: RuleSet) -> Dealt:
    """All tiles are shuffled; those beyond the limit are never drawn."""
    dealt = deal_counts(tile_count(rules.tiles), rules.players, 3 * rules.sets + 1)
    return dealt._replace(wall=left_to_draw(sum(dealt.hands), limit=playable(rules)))


def opening(rules: RuleSet, dice: Sequence[Sequence[int]], dealer: int = 0) -> Opening:
    """Two rolls, as in MCR: the first says the wall, both together the stacks that are counted off."""
    tiles = tile_count(rules.tiles)
    return open_wall(dice, tiles=tiles, players=rules.players, hand=3 * rules.sets + 1, skip="both", dealer=dealer,
                     reserved=tiles - playable(rules))


def claims(rules: RuleSet, discarder: int, wants: Sequence[tuple[int, str]], won: Iterable[int] = ()) -> ClaimAnswer:
    """One winner, the nearest in turn order."""
    return resolve_claims(discarder, wants, players=rules.players, ranks=WITH_CHOW, won=won)


def succession(rules: RuleSet, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
               last_drawer: int | None = None, streak: int = 0) -> NextDeal:
    """The winner deals next; after a drawn hand the dealer's next player."""
    return next_dealer(dealer, winners, players=rules.players, after_win="winner", after_draw="pass",
                       several="nearest", discarder=discarder, streak=streak)


RULES = RuleSet(
    id="dazhong",
    names={"en": "Dazhong", "zh": "大众麻将"},
    aliases=(),
    summary="the fans of Chinese Official Mahjong; the winner deals, 120 of 144 tiles are played",
    tiles=mcr.RULES.tiles,
    players=4,
    sets=4,
    minimum=mcr.MINIMUM,
    forms=mcr.RULES.forms,
    wait_forms=mcr.RULES.wait_forms,
    quad_pairs=True,
    circumstances=mcr.RULES.circumstances,
    options=OPTIONS,
    presets=PRESETS,
    preset="dazhong",
    make_fans=fans,
    make_frame=frame,
    make_lattice_options=lattice_options,
    make_engine_options=mcr.engine_options,
    make_settlement=mcr.settle,
    make_penalties=mcr.RULES.make_penalties,
    procedure=Procedure(deal=deal, open_wall=opening, claims=claims, next_dealer=succession, wild_kinds=wild_kinds),
    make_table=table,
)
