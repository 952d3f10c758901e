"""Lines of whole riichi rounds, read strictly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mjcore.check.fields import Fault, Fields, shown
from mjcore.check.riichi_wins import PRESETS
from mjcore.check.rule_sets import rule_set_for
from mjcore.settle.match import MatchState

if TYPE_CHECKING:
    from mjcore.rules.base import RuleSet

WINDS = "ESW"
HAND = 13
DORA = 5
MOST = 1_000
MOST_POINTS = 1_000_000_000
# tiles drawn in a round, replacements in the dead wall
LIVE = {4: 70, 3: 55}
REPLACEMENTS = {4: 4, 3: 8}
DEAD = 14
NAMES = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
KIND = 63  # bits of the kind in a tile byte
RED_BIT = 64
BYTES = {name: kind for kind, name in enumerate(NAMES)} | {"0m": 68, "0p": 77, "0s": 86}
DRAWS = ("exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou")
# what stands in an event behind its name: s a seat, t a tile, T tiles, b true or false, w a win, e an ending, r text
SHAPES = {
    "draw": ("st", "str"),
    "discard": ("stb",),
    "riichi": ("s",),
    "riichi_accepted": ("s",),
    "chi": ("sstT",),
    "pon": ("sstT",),
    "daiminkan": ("sstT",),
    "ankan": ("sT",),
    "kakan": ("st",),
    "nuki": ("st",),
    "dora": ("t",),
    "win": ("w",),
    "ryuukyoku": ("e",),
    "disconnect": ("s",),
}
STICK = 1000
CALLS = ("chi", "pon", "daiminkan")
OWN = {"chi": 2, "pon": 2, "daiminkan": 3, "ankan": 4}


class Happening(NamedTuple):
    """One event of a line."""

    place: int  # in the line's list
    name: str
    seat: int = -1
    tile: int = -1
    other: int = -1  # who threw a claimed tile
    own: tuple[int, ...] = ()
    flag: bool = False  # thrown as drawn; drawn from the dead wall
    end: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """A line."""

    game: str
    index: int
    rules: RuleSet
    state: MatchState
    hands: list[list[int]]
    dora: int
    wall: bytes | None
    events: list[Happening]
    raw: list[Any]
    wins: list[dict[str, Any]]
    draw: dict[str, Any] | None
    after: list[int]
    final: dict[str, Any] | None

    @property
    def deposits(self) -> list[int]:
        """Seats that paid one."""
        return [event.seat for event in self.events if event.name == "riichi_accepted"]

    @property
    def moved(self) -> list[int]:
        return [after - before for after, before in zip(self.after, self.state.scores, strict=True)]



def ident(case: Fields) -> str:
    """The game and the index of a round."""
    game, index = case.peek("game"), case.peek("index")
    if not isinstance(game, str):
        raise case.wrong("game", game, "a text")
    if type(index) is not int:
        raise case.wrong("index", index, "a whole number")
    return f"{game}#{index}"


_RULES: dict[tuple[int, bool, bool, str], RuleSet] = {}


def _rules(fields: Fields, players: int) -> RuleSet:
    aka, kuitan = fields.flag("aka"), fields.flag("kuitan")
    length = fields.choice("length", {"hanchan": "hanchan", "tonpuu": "tonpuu"})
    fields.ignore(("tenhou_type",))
    fields.done()
    key = (players, aka, kuitan, length)
    if key not in _RULES:
        options: dict[str, Any] = {"kuitan": kuitan, "length": length} | ({} if aka else {"aka": 0})
        _RULES[key] = rule_set_for("riichi", PRESETS[players], options)
    return _RULES[key]


def read(case: Fields) -> Round:
    game, index = case.text("game"), case.number("index", 0, MOST)
    players = case.number("players", min(PRESETS), max(PRESETS))
    rules = _rules(case.object("rules"), players)
    wind = case.choice("round_wind", {wind: wind for wind in WINDS})
    dealer = case.number("dealer", 0, players - 1)
    kyoku = case.number("kyoku", 1, players)
    if kyoku != dealer + 1:
        raise case.wrong("kyoku", kyoku, f"{dealer + 1}, where seat {dealer} deals")
    honba, sticks = (case.number(name, 0, MOST) for name in ("honba", "sticks"))
    state = MatchState(tuple(_points(case, "scores", players)), wind, dealer, honba, sticks,
                       str(rules.values["length"]))
    hands = [_hand(case, text) for text in _list(case, "hands", players)]
    dora = _byte(case, "dora0", case.raw("dora0"))
    wins = [_win(item, f"wins[{n}]", players) for n, item in enumerate(case.items("wins"))]
    draw = _drawn_hand(case, players)
    if bool(wins) == bool(draw):
        raise Fault("expected either wins or a draw")
    raw = case.items("events")
    told = (_event(n, item, players, len(wins)) for n, item in enumerate(raw))
    events = [event for event in told if event.name != "disconnect"]
    _check_end(events, wins, draw)
    wall = _wall(case.object("wall"), hands, dealer, events) if case.has("wall") else None
    after = _points(case, "scores_after", players)
    final = None
    if case.has("final"):
        final = case.object("final").rest()
        if not final:
            raise Fault("final is empty: there is nothing to compare")
    case.done()
    return Round(game, index, rules, state, hands, dora, wall, events, raw, wins, draw, after, final)


def _check_end(events: list[Happening], wins: list[dict[str, Any]], draw: dict[str, Any] | None) -> None:
    """The last events name the draw, or all wins."""
    end = [("ryuukyoku", draw["type"])] if draw else [("win", n) for n in range(len(wins))]
    told = [(event.name, event.end or event.other) for event in events if event.name in ("win", "ryuukyoku")]
    if told != end or [event.name for event in events[-len(end):]] != [name for name, _ in end]:
        raise Fault(f"events end a round by {shown(told)}: expected {shown(end)} at the end, as wins and draw have it")


def _list(case: Fields, name: str, length: int) -> list[Any]:
    value = case.items(name)
    if len(value) != length:
        raise case.wrong(name, value, f"a list of {length}")
    return value


def _points(case: Fields, name: str, players: int) -> list[int]:
    value = _list(case, name, players)
    if not all(type(points) is int and abs(points) < MOST_POINTS for points in value):
        raise case.wrong(name, value, f"{players} whole numbers")
    return value


def _byte(case: Fields, name: str, value: object) -> int:
    if not isinstance(value, str) or value not in BYTES:
        raise case.wrong(name, value, "one tile like 5m or 0m")
    return BYTES[value]


def _tiles(case: Fields, name: str, length: int) -> list[int]:
    return [_byte(case, name, value) for value in _list(case, name, length)]


def _hand(case: Fields, text: object) -> list[int]:
    found: list[int] = []
    ranks = ""
    for sign in text if isinstance(text, str) else "?":
        if sign.isdecimal():
            ranks += sign
            continue
        found += [BYTES.get(rank + sign, -1) for rank in ranks or "?"]
        ranks = ""
    if ranks or len(found) != HAND or -1 in found:
        raise case.wrong("hands", text, f"{HAND} tiles like 340m55p777z")
    return found


def _win(value: object, where: str, players: int) -> dict[str, Any]:
    fields = Fields(value, where)
    fields.number("winner", 0, players - 1)
    if fields.raw("loser") is not None:
        Fields(value, where).number("loser", 0, players - 1)
    _points(fields, "deltas", players)
    fields.number("sticks", 0, MOST)
    fields.number("honba_paid", 0, MOST)
    assert isinstance(value, dict)
    return value


def _drawn_hand(case: Fields, players: int) -> dict[str, Any] | None:
    if not case.has("draw"):
        return None
    value = case.raw("draw")
    if value is None:
        return None
    fields = Fields(value, "draw")
    kind = fields.choice("type", {kind: kind for kind in DRAWS})
    told: dict[str, Any] = {"type": kind}
    for name in ("deltas", "scores_before"):
        told[name] = _points(fields, name, players)
    for name in ("honba", "sticks"):
        told[name] = fields.number(name, 0, MOST)
    seats = fields.object("shown")
    told["shown"] = sorted(seat for seat in range(players) if seats.has(str(seat)))
    seats.ignore([str(seat) for seat in range(players)])
    seats.done()
    fields.done()
    return told


def _event(place: int, value: object, players: int, wins: int) -> Happening:
    name = value[0] if isinstance(value, list) and value else None
    shapes = SHAPES.get(name, ()) if isinstance(name, str) else ()
    for shape in shapes:
        if isinstance(value, list) and len(value) == len(shape) + 1:
            found = _fitting(shape, value, players, wins)
            if found is not None:
                if "own" in found and len(found["own"]) != OWN[value[0]]:
                    break
                return Happening(place, value[0], **found)
    raise Fault(f"events[{place}] is {shown(value)}: expected an event as the schema has it")


def _fitting(shape: str, value: list[Any], players: int, wins: int) -> dict[str, Any] | None:
    """The fields of an event; None if it is not one of this shape."""
    found: dict[str, Any] = {}
    for letter, part in zip(shape, value[1:], strict=True):
        if letter == "s" and type(part) is int and 0 <= part < players:
            found["other" if "seat" in found else "seat"] = part
        elif letter == "t" and isinstance(part, str) and part in BYTES:
            found["tile"] = BYTES[part]
        elif letter == "T" and isinstance(part, list) and all(isinstance(t, str) and t in BYTES for t in part):
            found["own"] = tuple(BYTES[tile] for tile in part)
        elif letter == "b" and isinstance(part, bool):
            found["flag"] = part
        elif letter == "r" and part == "rinshan":
            found["flag"] = True
        elif letter == "w" and type(part) is int and 0 <= part < wins:
            found["other"] = part
        elif letter == "e" and part in DRAWS:
            found["end"] = part
        else:
            return None
    return found


def _wall(parts: Fields, hands: list[list[int]], dealer: int, events: Sequence[Happening]) -> bytes:
    """All tiles in drawing order: as they are dealt, the live ones, and the dead wall with its places."""
    players = len(hands)
    replacements = REPLACEMENTS[players]
    tiles: list[int] = []
    for first in range(0, HAND, 4):
        for seat in range(players):
            tiles += hands[(dealer + seat) % players][first:first + 4]
    tiles += _tiles(parts, "live", LIVE[players])
    live = len(tiles)
    tiles += [-1] * DEAD
    end = len(tiles) - 1
    for n, tile in enumerate(_tiles(parts, "rinshan", replacements)):
        tiles[end - n] = tile
    indicators = zip(_tiles(parts, "dora", DORA), _tiles(parts, "ura", DORA), strict=True)
    parts.done()
    # some places of three players' indicators are those of the last live tiles, which are not drawn where so many kongs
    # were made; else those tiles count
    drawn = live - sum(event.name == "draw" and event.flag for event in events)
    for n, pair in enumerate(indicators):
        place = end - replacements - 2 * n
        if place - 1 >= drawn:
            tiles[place], tiles[place - 1] = pair
    return bytes(tiles)
