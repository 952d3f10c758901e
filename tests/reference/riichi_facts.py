"""Plain facts of a riichi win: the tiles and what happened at the table, without any judgement about it.

>>> win = PlainRiichiWin(count(parse_tiles("23455m")), (PlainMeld("pung", (27,) * 3, "<", 27),) * 3, 3, reds=(1, 0, 0))
>>> to_score_arguments(win)[:2]
('2305m[111z<][111z<][111z<]', '4m')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reference.facts import EAST, FIVES, KINDS, WIND_NAMES, PlainMeld, count, parse_tiles, rank_of, suit_of

NORTH = 30
# what a three-player game plays without
ABSENT = range(1, 8)
MELDS = {
    "chi": "chow",
    "pon": "pung",
    "daiminkan": "exposed kong",
    "kakan": "added kong",
    "ankan": "concealed kong",
}
FLAGS = (
    "self_draw",
    "rob_kong",
    "last_tile",
    "after_kong",
    "first_turn",
    "open_riichi",
    "ippatsu",
    "on_riichi_discard",
    "on_kong_discard",
    "loser_riichi",
)


@dataclass(frozen=True)
class PlainRiichiWin:
    """A win (or a claim to one). `counts` are the concealed tiles with the winning tile, winds are 0..3 = E S W N,
    `riichi` is 2 for a double one, `reds` are the concealed red fives of m, p, s (a red winning tile among them),
    `meld_reds` those of each meld, `dora` and `ura` the indicators."""

    counts: tuple[int, ...]
    melds: tuple[PlainMeld, ...]
    win: int
    self_draw: bool = False
    rob_kong: bool = False
    last_tile: bool = False
    after_kong: bool = False
    first_turn: bool = False
    seat_wind: int = 0
    round_wind: int = 0
    riichi: int = 0
    open_riichi: bool = False
    ippatsu: bool = False
    on_riichi_discard: bool = False
    on_kong_discard: bool = False
    loser_riichi: bool = False
    dora: tuple[int, ...] = ()
    ura: tuple[int, ...] = ()
    reds: tuple[int, int, int] = (0, 0, 0)
    meld_reds: tuple[int, ...] = ()
    win_red: bool = False
    nuki: int = 0
    streak: int = 0
    players: int = 4

    @cached_property
    def closed(self) -> bool:
        """No claimed meld; concealed kongs and norths set aside do not open a hand."""
        return not any(meld.exposed for meld in self.melds)

    @cached_property
    def all_counts(self) -> tuple[int, ...]:
        """34 counts of concealed and melded tiles, a kong as four; without norths set aside."""
        melded = count(kind for meld in self.melds for kind in meld.tiles)
        return tuple(a + b for a, b in zip(self.counts, melded, strict=True))

    @cached_property
    def dealer(self) -> bool:
        return self.seat_wind == 0

    @property
    def red_fives(self) -> int:
        return sum(self.reds) + sum(self.meld_reds)

    @property
    def concealed(self) -> list[int]:
        """The concealed kinds, sorted, without the winning tile."""
        kinds = [kind for kind in range(KINDS) for _ in range(self.counts[kind])]
        kinds.remove(self.win)
        return kinds


def contradictions(win: PlainRiichiWin) -> list[str]:
    """The facts of `win` that contradict each other."""
    others = [*win.melds]
    held = list(win.all_counts)
    held[NORTH] += win.nuki
    for kind in (*win.dora, *win.ura):
        held[kind] += 1
    kongs = sum(meld.kong for meld in win.melds)
    wrong = {
        "win": win.counts[win.win] < 1,
        "size": sum(win.counts) != 14 - 3 * len(win.melds),
        "copies": max(held) > 4,
        "reds": any(red > win.counts[five] for red, five in zip(win.reds, FIVES, strict=True))
        or any(
            red > sum(kind in FIVES for kind in meld.tiles)
            for red, meld in zip(win.meld_reds, win.melds, strict=False)
        ),
        "win_red": win.win_red and (win.win not in FIVES or not win.reds[FIVES.index(win.win)]),
        "plain win tile": win.win in FIVES
        and not win.win_red
        and win.reds[FIVES.index(win.win)] >= win.counts[win.win],
        "self_draw": win.self_draw
        and (win.rob_kong or win.on_riichi_discard or win.on_kong_discard or win.loser_riichi),
        "rob_kong": win.rob_kong
        and (win.all_counts[win.win] > 1 or win.last_tile or win.on_riichi_discard),
        "after_kong": win.after_kong and not (win.self_draw and (kongs or win.nuki)),
        "riichi": bool(win.riichi) and not win.closed,
        "ippatsu": win.ippatsu and (not win.riichi or win.after_kong),
        "open_riichi": win.open_riichi and not win.riichi,
        "ura": bool(win.ura) and (not win.riichi or len(win.ura) != len(win.dora)),
        "indicators": len(win.dora) > 5,
        "first_turn": win.first_turn
        and bool(others or win.nuki or win.riichi or win.rob_kong or win.last_tile or win.after_kong),
        "dealer's first discard": win.first_turn and not win.self_draw and win.dealer,
        "nuki": win.nuki > 0 and win.players == 4,
        "absent tiles": win.players == 3 and any(held[kind] for kind in ABSENT),
        "chow": win.players == 3 and any(meld.type == "chow" for meld in win.melds),
        "north seat": win.players == 3 and win.seat_wind == 3,
        "streak": win.streak > 0 and not win.dealer,
    }
    return [name for name, is_wrong in wrong.items() if is_wrong]


# Text


def red_text(kinds: Iterable[int], reds: Sequence[int] = (0, 0, 0)) -> str:
    """MPSZ text in the order given; the first fives of each suit are red, as many as `reds` says."""
    left = list(reds)
    text, suit = "", ""
    for kind in kinds:
        if suit_of(kind) != suit:
            text += suit
            suit = suit_of(kind)
        red = kind in FIVES and left[FIVES.index(kind)] > 0
        if red:
            left[FIVES.index(kind)] -= 1
        text += "0" if red else str(rank_of(kind))
    return text + suit


def meld_text(meld: PlainMeld, reds: int) -> str:
    """The meld in mjcore's hand grammar: ``[406m<]``."""
    of_suits = tuple(reds if meld.tiles[0] // 9 == suit else 0 for suit in range(3))
    if not meld.exposed:
        return f"({red_text(meld.tiles, of_suits)})"
    tiles = list(meld.tiles)
    if meld.claimed is not None:
        tiles.remove(meld.claimed)
        tiles.insert(0, meld.claimed)
    return f"[{red_text(tiles, of_suits)}{'+' if meld.type == 'added kong' else ''}{meld.source}]"


def to_text(win: PlainRiichiWin) -> str:
    """The hand without its winning tile in mjcore's grammar: ``123m05z[423s<](1111z)``."""
    reds = list(win.reds)
    if win.win_red:
        reds[FIVES.index(win.win)] -= 1
    meld_reds = (*win.meld_reds, 0, 0, 0, 0)
    return red_text(win.concealed, reds) + "".join(map(meld_text, win.melds, meld_reds))


def to_score_arguments(win: PlainRiichiWin) -> tuple[str, str, dict[str, Any]]:
    """`hand, tile, circumstances` so that ``mj.score(hand, tile, rules=..., **circumstances)`` judges this win.

    Only circumstances that hold are named, but for the winds, which always are.
    """
    circumstances: dict[str, Any] = {
        "seat_wind": WIND_NAMES[win.seat_wind],
        "round_wind": WIND_NAMES[win.round_wind],
    }
    circumstances |= {name: True for name in FLAGS if getattr(win, name)}
    circumstances |= {name: getattr(win, name) for name in ("riichi", "nuki", "streak") if getattr(win, name)}
    if win.dora:
        circumstances["dora_indicators"] = red_text(win.dora)
    if win.ura:
        circumstances["ura_indicators"] = red_text(win.ura)
    tile = red_text([win.win], tuple(int(win.win_red and win.win == five) for five in FIVES))
    return to_text(win), tile, circumstances


# Real wins (riichi_schema.md)


def parse_red(text: str) -> tuple[list[int], tuple[int, int, int]]:
    """The kinds of an MPSZ text and how many of them are red fives of m, p, s."""
    plain, reds, digits = "", [0, 0, 0], ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            if sign in "mps":
                reds["mps".index(sign)] += digits.count("0")
                digits = digits.replace("0", "5")
            plain += digits + sign
            digits = ""
    man, pin, sou = reds
    return parse_tiles(plain), (man, pin, sou)


def from_record(record: dict[str, Any], players: int | None = None) -> PlainRiichiWin:
    """The win of a WIN record of the real data."""
    players = players or record["players"]
    melds, meld_reds = [], []
    for meld in record["melds"]:
        kinds, reds = parse_red(meld["tiles"])
        called = parse_red(meld["called"])[0][0] if meld.get("called") else None
        # the previous seat is n - 1 seats on; with three players nobody sits opposite
        relative = meld.get("from_rel")
        source = "" if relative is None else ">" if relative == 1 else "<" if relative == players - 1 else "^"
        melds.append(PlainMeld(MELDS[meld["kind"]], tuple(kinds), source, called))
        meld_reds.append(sum(reds))
    counts, reds = parse_red(record["hand"])
    [win], win_reds = parse_red(record["win_tile"])
    return PlainRiichiWin(
        count(counts),
        tuple(melds),
        win,
        self_draw=record["tsumo"],
        rob_kong=record["chankan"],
        last_tile=record["last_tile"],
        after_kong=record["rinshan"],
        first_turn=record["first_turn"],
        seat_wind=WIND_NAMES.index(record["seat_wind"]),
        round_wind=WIND_NAMES.index(record["round_wind"]),
        riichi=record["riichi"],
        ippatsu=record["ippatsu"],
        dora=tuple(parse_red("".join(record["dora_indicators"]))[0]),
        ura=tuple(parse_red("".join(record["ura_indicators"]))[0]),
        reds=reds,
        meld_reds=tuple(meld_reds),
        win_red=sum(win_reds) > 0,
        nuki=record["nuki"],
        players=players,
    )


def following(indicator: int, players: int = 4) -> int:
    """The kind that an indicator makes dora."""
    if indicator < EAST:
        if players == 3 and indicator in (0, 8):
            return 8 - indicator
        return indicator // 9 * 9 + (indicator % 9 + 1) % 9
    if indicator <= NORTH:
        return EAST + (indicator - EAST + 1) % 4
    return 31 + (indicator - 31 + 1) % 3
