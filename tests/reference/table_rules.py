"""What the options of a rule set mean for the course of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mjcore.hand.text import parse_tiles
from mjcore.rules import RuleSet, resolve
from mjcore.rules.options import members, number
from reference.table_wall import FLOWERS, RED

REDS = {0: (0, 0, 0), 2: (0, 1, 1), 3: (1, 1, 1), 4: (1, 2, 1)}
ORDINARY = ("win", "kong", "pung", "chow")


@dataclass(frozen=True)
class Facts:
    """rules, players, hand: tiles without the drawn one; tiles: all, in the order before the shuffle.

    replacement  front, back, dead (riichi) or die (dazhong); rinshan: replacement tiles of a dead wall
    reserve      tiles kept back at the end, one more for each kong; limit: tiles that may leave the wall
    flowers      None, by_round or until_clean; flower_wins: numbers of flowers that win at once
    rob_flower   seven flowers take the eighth of another player
    caishen      a tile is turned for the wild kind
    claims       what a discard may be claimed for; last_claims: the last one
    multi        nearest, all or abort (three wins end the hand without a winner)
    mode         single, xuezhan or xueliu
    ready        None, riichi, show or taiwan
    bar          what passing a win does: None, furiten, same_turn, missed
    rob_closed   thirteen orphans take the tile of a concealed kong
    most_kongs   of all players
    """

    rules: RuleSet
    players: int
    hand: int
    tiles: tuple[int, ...]
    replacement: str = "back"
    rinshan: int = 0
    reserve: int | None = None
    limit: int | None = None
    flowers: str | None = None
    flower_wins: tuple[int, ...] = ()
    rob_flower: bool = False
    caishen: bool = False
    exchange: str | None = None
    void: bool = False
    void_first: bool = False
    piao: int = 0
    claims: tuple[str, ...] = ORDINARY
    last_claims: tuple[str, ...] = ("win",)
    multi: str = "nearest"
    mode: str = "single"
    ready: str | None = None
    bar: str | None = None
    rob_closed: bool = False
    kong_after_claim: bool = False
    most_kongs: int = 99

    @property
    def id(self) -> str:
        return self.rules.id

    def __getitem__(self, option: str) -> Any:
        return self.rules.values[option]


def canonical(rules: RuleSet) -> tuple[int, ...]:
    """All tiles by kind, the red ones of a kind first."""
    copies = {tile.kind: count for count, text in rules.tiles.items() for tile in parse_tiles(text)}
    reds = REDS[number(rules.values["aka"])] if rules.id == "riichi" else (0, 0, 0)
    tiles: list[int] = []
    for kind in sorted(copies):
        red = reds[kind // 9] if kind in (4, 13, 22) else 0
        tiles += [kind | RED] * red + [kind] * (copies[kind] - red)
    return tuple(tiles)


def facts_of(source: str | RuleSet) -> Facts:
    rules = resolve(source)
    values = rules.values
    more: dict[str, Any] = {}
    if rules.id == "mcr":
        more = {"flowers": "until_clean"}
    elif rules.id == "dazhong":
        turned = values["caishen"] != "none"
        more = {"flowers": "until_clean", "replacement": "die", "caishen": turned,
                "limit": min(number(values["wall_limit"]), 144 - turned)}
    elif rules.id == "hk":
        wins = () if values["flower_win"] == "off" else tuple(range(number(values["flower_win"]), 9))
        more = {"flowers": str(values["flower_rounds"]), "flower_wins": wins, "multi": str(values["multi"]),
                "kong_after_claim": True, "rob_closed": bool(values["rob_closed_kong_13"]),
                "bar": "same_turn" if values["same_turn_bar"] else None}
    elif rules.id == "taiwan":
        more = {"flowers": "by_round", "flower_wins": (8,), "rob_flower": True, "multi": str(values["multi"]),
                "reserve": number(values["dead_wall"]), "last_claims": ("win", "pung", "chow"), "ready": "taiwan",
                "bar": "same_turn" if values["same_turn_bar"] else None}
    elif rules.id == "sichuan":
        more = _sichuan(rules)
    elif rules.id == "kawuxing":
        most = values["piao"]
        more = {"replacement": "front", "claims": ("win", "kong", "pung"), "multi": "all", "ready": "show",
                "piao": 9 if most is None else min(number(most), 9)}
    elif rules.id == "riichi":
        multi = {"head_bump": "nearest", "double": "abort", "triple": "all"}[str(values["multi_ron"])]
        more = {"replacement": "dead", "rinshan": 4 if rules.players == 4 else 8, "multi": multi, "ready": "riichi",
                "bar": "furiten", "rob_closed": bool(values["kokushi_robs_ankan"]), "most_kongs": 4,
                "claims": ORDINARY if rules.players == 4 else ORDINARY[:3]}
    else:
        raise ValueError(f"{rules.id} is not played at this table")
    return Facts(rules=rules, players=rules.players, hand=3 * rules.sets + 1, tiles=canonical(rules), **more)


def _sichuan(rules: RuleSet) -> dict[str, Any]:
    values, exchange = rules.values, rules.values["exchange_three"] == "on"
    hidden = rules.players == 2 or values["discards"] == "face_down"
    if exchange and rules.sets == 1:
        raise ValueError("hands of four tiles need not have three of one suit to exchange")
    return {
        "replacement": str(values["replacement"]),
        "exchange": str(values["exchange_direction"]) if exchange else None,
        "void": values["void"] == "declared",
        "void_first": values["void"] == "declared" and bool(values["void_first"]),
        "claims": () if hidden else members(values["claims"]),
        "last_claims": ("win", "pung"),
        "multi": "all" if values["multi_win"] else "nearest",
        "mode": str(values["mode"]),
        "bar": None if values["missed_win"] == "none" else "missed",
    }


def is_flower(tile: int) -> bool:
    return tile in FLOWERS
