"""Riichi wins, one JSON object a line: hands of real games with their yaku, points and payments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from mjcore.check.fields import Fault, Fields
from mjcore.check.melds import claimed_first, meld_of, source_of
from mjcore.check.report import Difference
from mjcore.check.rule_sets import rule_set_for
from mjcore.check.values import compare
from mjcore.fans.scores import Score
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.scoring import score

PRESETS = {4: "tenhou", 3: "tenhou3"}
WINDS = "ESWN"
TILE = "[0-9][mps]|[1-7]z"
TILES = "([0-9]+[mps]|[1-7]+z)+"
HAND_SIZE = 13  # without the winning tile
INDICATORS = 5
NORTHS = 4
MOST = 1_000  # honba and deposits
# the names in the lines -> the type of a Meld
MELDS = {
    "chi": "chow",
    "pon": "pung",
    "daiminkan": "exposed kong",
    "kakan": "added kong",
    "ankan": "concealed kong",
}
# flags of a line -> arguments of `mjcore.score`
FLAGS = {
    "tsumo": "self_draw",
    "ippatsu": "ippatsu",
    "rinshan": "after_kong",
    "chankan": "rob_kong",
    "last_tile": "last_tile",
    "first_turn": "first_turn",
}


def run(case: Fields) -> list[Difference]:
    """Scores one win and compares all that `expected` and `deltas` state."""
    players = case.number("players", min(PRESETS), max(PRESETS))
    rule_set = rule_set_for("riichi", PRESETS[players], _options(case.object("rules")))
    winner = case.number("winner", 0, players - 1) if case.has("winner") else None
    arguments = _arguments(case, players, winner)
    expected = case.object("expected")
    payment = _payment(case, players, winner, arguments)
    deltas = {"deltas": case.items("deltas")} if case.has("deltas") else {}
    case.done()
    if deltas and payment is None:
        raise Fault("deltas are stated: the fields winner and dealer_seat must be too")
    found = score(rules=rule_set, **arguments)
    if not found.legal:
        raise Fault(f"no win: {found.reason}")
    if found.yakuman and expected.has("fu"):
        expected.number("fu", 0, MOST)  # what is printed as fu of a yakuman follows no rule: not compared
    stated = expected.rest()
    if not stated and not deltas:
        raise Fault("expected is empty: there is nothing to compare")
    differences = compare(stated, _answers(found), f"a win of {rule_set.id}") if stated else []
    if payment and deltas:
        differences += compare(deltas, {"deltas": lambda: list(found.payments(**payment))}, "a win")
    return differences


def _options(fields: Fields) -> dict[str, Any]:
    """The options that differ from the preset's."""
    aka, kuitan = fields.flag("aka"), fields.flag("kuitan")
    if fields.has("length"):
        fields.choice("length", {"hanchan": None, "tonpuu": None})
    fields.done()
    return {"kuitan": kuitan} if aka else {"kuitan": kuitan, "aka": 0}


def _arguments(case: Fields, players: int, winner: int | None) -> dict[str, Any]:
    """The arguments of `mjcore.score`."""
    flags = {argument: case.flag(name, None if name == "tsumo" else False) for name, argument in FLAGS.items()}
    melds = [_read_meld(item, f"melds[{n}]", players, winner) for n, item in enumerate(case.items("melds"))]
    win_tile = _read_tile(case, "win_tile")
    seat_wind = case.choice("seat_wind", {wind: wind for wind in WINDS[:players]})
    if case.has("dealer") and case.flag("dealer") != (seat_wind == "E"):
        raise Fault(f"dealer does not fit seat_wind {seat_wind}: East is the dealer's")
    if case.flag("nuki_ron", False) and (players == 4 or flags["self_draw"] or win_tile != "4z"):
        raise Fault("nuki_ron is true: expected three players and a ron on 4z")
    given = {
        "hand": _read_hand(case, win_tile, melds),
        "win": win_tile,
        "seat_wind": seat_wind,
        "round_wind": case.choice("round_wind", {wind: wind for wind in WINDS}),
        "riichi": case.number("riichi", 0, 2, 0),
        "nuki": case.number("nuki", 0, NORTHS, 0),
        **flags,
    }
    for name in ("dora_indicators", "ura_indicators"):
        if case.has(name) and (tiles := _read_indicators(case, name)):
            given[name] = tiles
    return given


def _read_tile(fields: Fields, name: str) -> str:
    tile = fields.text(name)
    if not re.fullmatch(TILE, tile):
        raise fields.wrong(name, tile, "one tile like 5m or 0m")
    return tile


def _read_tiles(fields: Fields, name: str) -> list[str]:
    tiles = fields.text(name)
    if not re.fullmatch(TILES, tiles):
        raise fields.wrong(name, tiles, "tiles like 340m55p777z")
    return [number + group[-1] for group in re.findall("[0-9]+[mpsz]", tiles) for number in group[:-1]]


def _read_indicators(case: Fields, name: str) -> str:
    tiles = case.items(name)
    if len(tiles) > INDICATORS or not all(isinstance(tile, str) and re.fullmatch(TILE, tile) for tile in tiles):
        raise case.wrong(name, tiles, f"a list of up to {INDICATORS} tiles")
    return "".join(tiles)


def _read_hand(case: Fields, win_tile: str, melds: list[Meld]) -> Hand:
    """The hand before the winning tile, which the line has among the concealed tiles."""
    tiles = _read_tiles(case, "hand")
    if win_tile not in tiles:
        raise case.wrong("win_tile", win_tile, "one of the tiles of hand")
    tiles.remove(win_tile)
    hand = Hand("".join(tiles), melds)
    if hand.size != HAND_SIZE:
        raise Fault(f"hand: {hand.size + 1} tiles with the melds: expected {HAND_SIZE + 1}, the winning tile too")
    return hand


def _read_meld(value: object, where: str, players: int, winner: int | None) -> Meld:
    fields = Fields(value, where)
    type_ = fields.choice("kind", MELDS)
    tiles = fields.text("tiles")
    if not re.fullmatch("[0-9]+[mps]|[1-7]+z", tiles):
        raise fields.wrong("tiles", tiles, "the tiles of one meld, like 340m")
    if type_ == "concealed kong":
        text = f"({tiles})"
    else:
        # from_rel: 1 is the next seat, and so on to the previous one
        place = fields.number("from_rel", 1, players - 1)
        if fields.has("from"):
            seat = fields.number("from", 0, players - 1)
            if winner is not None and seat != (winner + place) % players:
                raise fields.wrong("from", seat, f"seat {(winner + place) % players}, as from_rel says")
        text = claimed_first(fields, tiles, _read_tile(fields, "called"))
        if type_ == "added kong":
            if fields.has("added") and (added := _read_tile(fields, "added")) not in _split(tiles):
                raise fields.wrong("added", added, f"one of the tiles {tiles}")
            text += "+"
        text = f"[{text}{source_of(place, players)}]"
    fields.done()
    return meld_of(text, type_, where)


def _split(tiles: str) -> list[str]:
    return [number + tiles[-1] for number in tiles[:-1]]


def _payment(case: Fields, players: int, winner: int | None, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of `Score.payments`, None where the line does not say who sat where."""
    last = players - 1
    dealer = case.number("dealer_seat", 0, last) if case.has("dealer_seat") else None
    loser = _read_seat(case, "loser", last)
    pao = _read_seat(case, "pao", last)
    honba = case.number("honba", 0, MOST, 0)
    paid = case.number("honba_paid", 0, MOST, honba)
    case.number("multi_index", 0, last, 0)
    sticks = case.number("sticks", 0, MOST, 0)
    if case.has("scores_before"):
        before = case.items("scores_before")
        if len(before) != players or not all(type(points) is int for points in before):
            raise case.wrong("scores_before", before, f"{players} whole numbers")
    if winner is None or dealer is None:
        return None
    if arguments["self_draw"] != (loser is None):
        raise case.wrong("loser", loser, "null for a self-draw, else the seat that pays")
    if WINDS[(winner - dealer) % players] != arguments["seat_wind"]:
        raise Fault(f"seat_wind {arguments['seat_wind']} does not fit winner {winner} and dealer_seat {dealer}")
    return {"dealer": dealer, "winner": winner, "loser": loser, "honba": paid, "sticks": sticks, "pao": pao}


def _read_seat(case: Fields, name: str, last: int) -> int | None:
    """A seat, or None where the line has null or nothing."""
    if not case.has(name):
        return None
    seat = case.raw(name)
    if seat is not None and (type(seat) is not int or not 0 <= seat <= last):
        raise case.wrong(name, seat, f"a whole number 0..{last} or null")
    found: int | None = seat
    return found


def _answers(found: Score) -> dict[str, Callable[[], object]]:
    """What `expected` may state, each computed when it is asked for."""
    counted = [[entry.fan, entry.value] for entry in found.fans]
    answers: dict[str, Callable[[], object]] = {
        "yaku": lambda: [] if found.yakuman else counted,
        "yakuman": lambda: counted if found.yakuman else [],
        "han": lambda: found.han,
        "fu": lambda: found.fu,
        "points": lambda: found.points,
        "limit": lambda: found.limit,
    }
    return answers
