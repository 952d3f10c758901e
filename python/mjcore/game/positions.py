"""A table in the middle of a hand, from what is known of it: puzzles, bug reports, worked cases.

>>> import mjcore as mj
>>> table = mj.Table.position("sichuan", hands={0: "123456789m2355p", 2: "44p"}, event=("discard", 1, "4p"), live=20)
>>> table.phase, table.seat, [mj.table.names.action_text(action) for action in table.legal_actions()]
('claim', 0, ['pass', 'win'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any

from mjcore.errors import HandError, RuleError, brief
from mjcore.game.walls import surplus, tiles_of
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.text import parse_tile
from mjcore.hand.tiles import RED, Tile
from mjcore.rules import resolve
from mjcore.table.names import DISCARD_RED, EXTRACT, KONG_OF, READY
from mjcore.table.position import layout, place, shuffled

if TYPE_CHECKING:
    from mjcore.hand.melds import Meld as AnyMeld
    from mjcore.rules.base import RuleSet
    from mjcore.table.tables import Table
    from mjcore.typing import HandLike, TileLike

NOTHING, NOBODY, NO_VOID = 255, 255, 3
KINDS, KIND_BITS = 34, 63
CLAIMED, READY_THROW, SEAT_SHIFT = 1 << 8, 1 << 10, 12  # of a discard, as in src/mjcore/table/state.pxd
DRAWS = ("deal", "wall", "kong", "flower", "north")
EVENTS = ("discard", "added_kong", "concealed_kong", "nuki")
WINDS = "ESWN"
DECLARED = {"riichi": "riichi", "shown": "show", "ready": "listen"}
MOST_SCORE = 1 << 30

BySeat = Mapping[int, Any] | Sequence[Any] | None


def position(rules: str | RuleSet, *, hands: Mapping[int, HandLike] | Sequence[HandLike | None] | None = None,
             melds: Mapping[int, Iterable[AnyMeld | str]] | None = None,
             rivers: Mapping[int, str | Iterable[TileLike]] | Sequence[str | None] | None = None,
             aside: Mapping[int, str | Iterable[TileLike]] | None = None, live: int | None = None,
             draws: str | Iterable[TileLike] = (), wild: TileLike | None = None,
             void: Mapping[int, str] | Sequence[str] | None = None,
             piao: Mapping[int, int] | Sequence[int] | None = None, shown: Iterable[int] = (),
             riichi: Iterable[int] = (), ready: Iterable[int] = (), won: Iterable[int] = (),
             missed: Mapping[int, int] | None = None, turn: int | None = None,
             event: str | Sequence[Any] = "turn", drawn: TileLike | None = None, draw_from: str = "wall",
             dora: str | Iterable[TileLike] | None = None, first_turn: bool = False, dealer: int = 0,
             round_wind: str = "E", honba: int = 0, sticks: int = 0, streak: int = 0,
             scores: Sequence[int] | None = None, seed: int | str = 0, auto: bool = False) -> Table:
    """The table at a decision. What is not given is dealt from the tiles that are left, as the seed decides.

    hands     by seat, melds among them or in `melds`; too few tiles are filled up. The seat whose turn it is may have
              the tile that it drew too
    melds     by seat, in the order they were made; whoever gave the claimed tile is told by < ^ >
    rivers    by seat the discards that nobody claimed, in order; of a seat that is not named as many as `live` asks for
    aside     by seat flowers, norths that were set aside
    live      tiles that may be drawn yet; None: all that lie nowhere else
    draws     the tiles that are drawn next
    wild, dora   the wild kind, the turned indicators
    void, piao   by seat the suit that was declared, the number
    riichi, shown, ready   seats that have declared in riichi, Kawuxing, Taiwan; give their hands whole
    won       seats that have won already; missed: by seat the points of a win that was let pass
    event     "turn": a seat has drawn. "throw": it has claimed its last meld and throws a tile.
              ("discard", seat, tile): it has thrown one; "drawn" as a fourth part: the one that it drew,
              "ready": at its declaration.
              ("added_kong", seat, tile), ("concealed_kong", seat, tile), ("nuki", seat): what others may rob
    turn      whose turn it is, where the event does not tell; the seat with a tile more if there is one
    drawn     the tile that it drew, by default the last one of its hand
    draw_from where from: "deal", "wall", "kong", "flower", "north"
    first_turn   seats without discards have not had their first turn; otherwise all had one
    scores    before the hand; deposits of `riichi` are paid from them beside `sticks`

    Discards were made in turns from the dealer on. No kong has been paid. If nobody can take the tile of an event,
    the table is where the hand goes on. HandError says what does not go together, IllegalAction which event the rules
    do not allow.
    """
    rule_set = resolve(rules)
    made = _Position(rule_set, dealer, seed)
    made.declare({"riichi": riichi, "shown": shown, "ready": ready}, won)
    made.read_event(event, turn, drawn, draw_from)
    made.read_seats(hands, melds, aside, rivers)
    made.choose_turn(turn)
    made.read_wall(live, draws, wild, dora)
    made.fill()
    for name, given, least, most in (("piao", piao, 0, 9), ("missed", missed, 0, 254)):
        for seat, number in _by_seat(given, made.players, name).items():
            made.seats[seat][name] = _whole(number, least, most, f"{name} of seat {seat}") + (name == "missed")
    for seat, suit in _by_seat(void, made.players, "void").items():
        if not isinstance(suit, str) or suit not in ("m", "p", "s") or not made.plan["void"]:
            raise HandError(f"the void suit of seat {seat} is {brief(suit)}: expected m, p or s, where one is declared")
        made.seats[seat]["void"] = "mps".index(suit)
    start = rule_set.values.get("start", 0)
    found = [start] * made.players if scores is None else _some(scores, made.players, "scores")
    if len(found) != made.players:
        raise HandError(f"{brief(scores)} as scores: expected one for each of {made.players} seats")
    for seat, score in enumerate(found):
        made.seats[seat]["score"] = _whole(score, -MOST_SCORE, MOST_SCORE, f"the score of seat {seat}")
    for name, flag in (("first_turn", first_turn), ("auto", auto)):
        if not isinstance(flag, bool):
            raise HandError(f"{name} is {brief(flag)}: expected True or False")
    for seat in range(made.players):
        made.seats[seat]["taken_turn"] = not first_turn
    if not isinstance(round_wind, str) or round_wind not in tuple(WINDS):
        raise HandError(f"round_wind is {brief(round_wind)}: expected E, S, W or N")
    context = {"honba": honba, "sticks": sticks, "streak": streak}
    numbers = {name: _whole(number, 0, 250, name) for name, number in context.items()}
    return made.table(round_wind=WINDS.index(round_wind), auto=auto, **numbers)


def _whole(given: object, least: int, most: int, what: str) -> int:
    try:
        number = None if isinstance(given, bool) else index(given)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise HandError(f"{what} is {brief(given)}: expected {least}..{most}")
    return number


def _some(given: Any, most: int, what: str) -> list[Any]:
    """What there is, to one more than there can be. HandError for what is no collection."""
    try:
        return list(islice(given, most + 1))
    except (TypeError, NotImplementedError):
        # a memoryview of several dimensions, too
        raise HandError(f"{what}: {brief(given)}, expected some in a list") from None


def _by_seat(given: BySeat, players: int, what: str) -> dict[int, Any]:
    """Facts by seat, without those that are None."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        found = dict(given)
    elif isinstance(given, (list, tuple)) and len(given) == players:
        found = dict(enumerate(given))
    else:
        raise HandError(f"{what}: {brief(given)}, expected facts by seat")
    for seat in found:
        _whole(seat, 0, players - 1, f"a seat of {what}")
    return {seat: fact for seat, fact in found.items() if fact is not None}


class _Position:
    """Where each tile lies, as far as it has been found out."""

    def __init__(self, rules: RuleSet, dealer: int, seed: int | str) -> None:
        self.rules, self.seed = rules, seed
        self.plan = layout(rules)
        self.players: int = self.plan["players"]
        self.dealer = _whole(dealer, 0, self.players - 1, "the dealer")
        self.seats: list[dict[str, Any]] = [
            {"hand": [], "melds": [], "aside": [], "void": NO_VOID, "piao": 0, "missed": 0, "ready": False,
             "won": False}
            for _ in range(self.players)]
        self.rivers: dict[int, list[int]] = {}
        self.flowered: set[int] = set()
        self.indicator = NOTHING
        self.turn: int | None = None
        self.event = "turn"
        self.tile: int | None = None
        self.words: tuple[str, ...] = ()

    # what was said

    def declare(self, declared: Mapping[str, Iterable[int]], won: Iterable[int]) -> None:
        for name, seats in declared.items():
            for seat in _some(seats, self.players, name):
                if self.plan["ready"] != DECLARED[name]:
                    raise RuleError(f"{self.rules.id} has no declaration {name}")
                self.seats[_whole(seat, 0, self.players - 1, f"a seat of {name}")]["ready"] = True
        winners = [_whole(seat, 0, self.players - 1, "a winner") for seat in _some(won, self.players, "won")]
        for seat in winners:
            self.seats[seat]["won"] = True
        most = {"single": 0, "blood": self.players - 2, "river": self.players}[self.plan["course"]]
        if len(set(winners)) > most:
            raise HandError(f"{len(set(winners))} seats have won: the hand goes on with {most} at most")

    def read_event(self, event: str | Sequence[Any], turn: int | None, drawn: TileLike | None, draw_from: str) -> None:
        if not isinstance(draw_from, str) or draw_from not in DRAWS:
            raise HandError(f"draw_from is {brief(draw_from)}: expected one of {', '.join(DRAWS)}")
        self.draw_from = DRAWS.index(draw_from)
        self.drawn = None if drawn is None else parse_tile(drawn)
        parts = (event,) if isinstance(event, str) else tuple(event) if isinstance(event, (tuple, list)) else ()
        if parts and not isinstance(parts[0], str):
            parts = ()
        if parts in (("turn",), ("throw",)):
            self.event = parts[0]
            return
        if not parts or parts[0] not in EVENTS or len(parts) < 2 + (parts[0] != "nuki"):
            raise HandError(f"the event is {brief(event)}: expected 'turn', 'throw', or a tuple of one of "
                            f"{', '.join(EVENTS)}, a seat and a tile")
        self.event, self.turn = parts[0], _whole(parts[1], 0, self.players - 1, "the seat of the event")
        if turn not in (None, self.turn):
            raise HandError(f"the turn of seat {turn}, but an event of seat {self.turn}")
        self.tile = parse_tile(parts[2]) if self.event != "nuki" else Tile("4z").kind
        self.words = parts[3:]
        known = all(isinstance(word, str) and word in ("drawn", "ready") for word in self.words)
        if not known or (self.words and self.event != "discard"):
            raise HandError(f"the event is {brief(event)}: expected 'drawn' or 'ready' after a discard, if anything")

    def read_seats(self, hands: BySeat, melds: BySeat, aside: BySeat, rivers: BySeat) -> None:
        for seat, hand in _by_seat(hands, self.players, "hands").items():
            if isinstance(hand, str) and not hand.strip():
                continue
            self._read_hand(seat, hand)
        for seat, found in _by_seat(melds, self.players, "melds").items():
            several = [found] if isinstance(found, (str, Meld)) else _some(found, self.plan["sets"],
                                                                           f"melds of seat {seat}")
            for meld in several:
                self._add_meld(seat, Meld(meld))
        self.flowered = set(_by_seat(aside, self.players, "aside"))
        for seat, tiles in _by_seat(aside, self.players, "aside").items():
            self.seats[seat]["aside"] = tiles_of(tiles)
            for tile in self.seats[seat]["aside"]:
                if not (self.plan["flowers"] | self.plan["extract"]) >> tile & 1:
                    raise HandError(f"{Tile.from_code(tile)} set aside by seat {seat}: it stays in the hand here")
        for seat, tiles in _by_seat(rivers, self.players, "rivers").items():
            self.rivers[seat] = tiles_of(tiles)

    def _read_hand(self, seat: int, hand: HandLike) -> None:
        read = Hand(hand)
        self.seats[seat]["hand"] = [tile.code for tile in read.tiles]
        for meld in read.melds:
            self._add_meld(seat, meld)
        if isinstance(hand, str) and "[" not in hand and "(" not in hand:
            # the order of the text: its last tile is the one that was drawn
            ordered = [tile.code for tile in _in_order(hand)]
            if Counter(ordered) == Counter(self.seats[seat]["hand"]):
                self.seats[seat]["hand"] = ordered

    def _add_meld(self, seat: int, meld: Meld) -> None:
        steps = {"": 0, "<": self.players - 1, ">": 1, "^": 2}[meld.source]
        if self.players < {"^": 4, ">": 3}.get(meld.source, 2):
            raise HandError(f"the meld {meld} of seat {seat}: with {self.players} players nobody sits there")
        self.seats[seat]["melds"].append((meld.code, (seat + steps) % self.players))

    def choose_turn(self, turn: int | None) -> None:
        full = self.plan["hand"] + 1
        if self.turn is None:
            drew = [seat for seat in range(self.players) if self._size(seat) == full]
            self.turn = drew[0] if turn is None and drew else self.dealer if turn is None else turn
        self.turn = _whole(self.turn, 0, self.players - 1, "the turn")
        if self.seats[self.turn]["won"] and self.plan["course"] == "blood":
            raise HandError(f"it is the turn of seat {self.turn}, which has won and is out")
        for seat in range(self.players):
            size, most = self._size(seat), full - (seat != self.turn)
            if size > most:
                raise HandError(f"seat {seat} has {size} tiles, melds counted as three: expected {most}")
        hand = self.seats[self.turn]["hand"]
        if self.tile is not None and self._size(self.turn) < full:
            # the hand was told without it
            hand.append(self.tile)
        if self.event == "turn":
            self.tile = self.drawn
            size = self._size(self.turn)
            if self.drawn is not None and size < full and (size == full - 1 or self.drawn not in hand):
                hand.append(self.drawn)
        for seat, facts in enumerate(self.seats):
            if facts["ready"] and self._size(seat) < full - (seat != self.turn):
                raise HandError(f"seat {seat} has declared: its hand has to be given whole")

    def _size(self, seat: int) -> int:
        return len(self.seats[seat]["hand"]) + 3 * len(self.seats[seat]["melds"])

    def read_wall(self, live: int | None, draws: str | Iterable[TileLike], wild: TileLike | None,
                  dora: str | Iterable[TileLike] | None) -> None:
        self.live = None if live is None else _whole(live, 0, len(self.plan["tiles"]), "live")
        self.draws = tiles_of(draws)
        self.kongs = sum(Meld.from_code(code).is_kong for facts in self.seats for code, _ in facts["melds"])
        self.dora = tiles_of(dora) if dora is not None else None
        most = min(5, 1 + self.kongs) if self.plan["dora"] else 0
        if self.dora is not None and len(self.dora) > most:
            raise HandError(f"{len(self.dora)} dora indicators: expected {most or 'none in this game'}")
        self.wild = None if wild is None else parse_tile(wild)
        if self.wild is not None and not self.plan["wild"]:
            raise HandError(f"{Tile.from_code(self.wild)} as wild kind: {self.rules.id} has none")

    # what was not

    def fill(self) -> None:
        """Deals what was not said."""
        surplus(self._known(), self.plan["tiles"], "the facts have")
        if self.plan["wild"]:
            self.indicator = self._indicator()
        plain = [tile for tile in self._unseen() if tile & KIND_BITS < KINDS]
        if self.plan["dora"] and self.dora is None:
            self.dora = self._deal(plain, min(5, 1 + self.kongs))
        for seat, facts in enumerate(self.seats):
            missing = self.plan["hand"] + (seat == self.turn) - self._size(seat)
            # what is dealt stands before the drawn tile
            facts["hand"] = self._deal(plain, missing) + facts["hand"]
        self._fill_rivers()

    @staticmethod
    def _deal(plain: list[int], number: int) -> list[int]:
        if number > len(plain):
            raise HandError(f"{number} tiles are to be dealt, but {len(plain)} are left")
        found = plain[:number]
        del plain[:number]
        return found

    def _out(self) -> list[int]:
        """Every tile that has left the wall."""
        out = []
        for seat, facts in enumerate(self.seats):
            out += facts["hand"] + facts["aside"] + self.rivers.get(seat, [])
            for code, _ in facts["melds"]:
                out += [tile.code for tile in Meld.from_code(code).tiles]
        return out

    def _known(self) -> list[int]:
        return self._out() + self.draws + (self.dora or [])

    def _indicator(self) -> int:
        for tile in self._unseen():
            if tile & KIND_BITS < KINDS and (self.wild is None or any(
                    found.kind == self.wild for found in self.rules.wild_kinds(Tile.from_code(tile)))):
                return tile
        raise HandError(f"no tile is left that makes {Tile.from_code(self.wild or 0)} wild")

    def _fill_rivers(self) -> None:
        """As many discards, and flowers set aside, as leave so many live tiles."""
        if self.live is None:
            return
        more = self._left_of(self._behind(len(self._out()))) - self._left_of(self.live)
        turns = [(self.dealer + step) % self.players for step in range(self.players)]
        throwing = [seat for seat in turns if seat not in self.rivers]
        flowered = [seat for seat in turns if seat not in self.flowered]
        if more < 0:
            raise HandError(f"live={self.live}: {-more} tiles too many, as {len(self._out())} lie elsewhere")
        if more and not throwing:
            raise HandError(f"live={self.live}: {more} tiles lie nowhere, expected {self._behind(len(self._out()))}")
        tiles = [tile for tile in self._unseen() if tile & KIND_BITS < KINDS or flowered]
        thrown = 0
        for i, tile in enumerate(self._deal(tiles, more)):
            if tile & KIND_BITS < KINDS:
                self.rivers.setdefault(throwing[thrown % len(throwing)], []).append(tile)
                thrown += 1
            else:
                self.seats[flowered[i % len(flowered)]]["aside"].append(tile)

    def _unseen(self) -> list[int]:
        """What lies nowhere yet, in an order that the seed decides."""
        left = surplus([*self._known(), *([self.indicator] if self.indicator != NOTHING else [])], self.plan["tiles"],
                       "the facts have")
        return list(shuffled(bytes(sorted(left.elements())), self.seed))

    def _behind(self, out: int) -> int:
        """Live tiles when so many have left the wall."""
        plan = self.plan
        left = len(plan["tiles"]) - out - (self.indicator != NOTHING)
        live = left - plan["reserve"] - plan["reserve_kong"] * self.kongs - plan["dead"]
        if plan["wall_limit"]:
            live = min(live, plan["wall_limit"] - out)
        return max(int(live), 0)

    def _left_of(self, live: int) -> int:
        """Tiles in the wall that leave so many live."""
        plan = self.plan
        left = live + plan["reserve"] + plan["reserve_kong"] * self.kongs + plan["dead"]
        if plan["wall_limit"]:
            left = max(left, len(plan["tiles"]) - (self.indicator != NOTHING) - plan["wall_limit"] + live)
        return int(left)

    # the table

    def table(self, **numbers: Any) -> Table:
        turn = self.turn or 0
        hand, river = self.seats[turn]["hand"], self._river()
        drawn = NOTHING if self.event == "throw" else self._drawn_tile(hand)
        facts = {**numbers, **self._wall(), "seats": self.seats, "river": river, "dealer": self.dealer, "turn": turn,
                 "seed": self.seed, "throw": self.event == "throw", "drawn": drawn, "draw_from": self.draw_from,
                 "last": NOTHING, "last_seat": NOBODY, "indicator": self.indicator, "wild": 0,
                 "order": [seat for seat in range(self.players) if seat != turn] + [turn]}
        if self.indicator != NOTHING:
            for tile in self.rules.wild_kinds(Tile.from_code(self.indicator)):
                facts["wild"] |= 1 << tile.kind
        if self.event == "throw":
            facts["last"], facts["last_seat"] = river[-1] & 127, river[-1] >> SEAT_SHIFT
        table: Table = place(self.rules, facts)
        if "ready" in self.words:
            table.step(READY)
        if self.event == "discard":
            thrown = self.tile or 0
            table.step(DISCARD_RED + (thrown & KIND_BITS) // 9 if thrown & RED else thrown)
        elif self.event in ("added_kong", "concealed_kong"):
            table.step(KONG_OF + ((self.tile or 0) & KIND_BITS))
        elif self.event == "nuki":
            table.step(EXTRACT)
        return table

    def _drawn_tile(self, hand: list[int]) -> int:
        drawn = self.drawn
        if self.event == "discard" and drawn is None and "drawn" not in self.words:
            # another tile than the one that is thrown
            drawn = next((tile for tile in reversed(hand) if tile != self.tile), self.tile)
        elif drawn is None:
            drawn = self.tile if self.tile is not None else hand[-1]
        if drawn not in hand:
            raise HandError(f"{Tile.from_code(drawn or 0)} was drawn by seat {self.turn}, which does not hold it")
        return int(drawn)

    def _river(self) -> list[int]:
        """Discards in time order: what lies in melds first, then the others in turns from the dealer on."""
        claimed: list[int] = []
        for seat in [seat for seat in range(self.players) if seat != self.turn] + [self.turn or 0]:
            for code, source in self.seats[seat]["melds"]:
                tile = Meld.from_code(code).claimed
                if tile is not None:
                    claimed.append(tile.code | CLAIMED | source << SEAT_SHIFT)
        if self.event == "throw" and (not claimed or not self.seats[self.turn or 0]["melds"]):
            raise HandError(f"seat {self.turn} throws a tile after its claim, but has claimed nothing")
        last = [claimed.pop()] if self.event == "throw" else []
        thrown: list[int] = []
        seats = [(self.dealer + step) % self.players for step in range(self.players)]
        for turn in range(max(map(len, self.rivers.values()), default=0)):
            for seat in seats:
                tiles = self.rivers.get(seat, [])
                if turn < len(tiles):
                    declared = self.seats[seat]["ready"] and turn == len(tiles) - 1
                    thrown.append(tiles[turn] | seat << SEAT_SHIFT | (READY_THROW if declared else 0))
        return claimed + thrown + last

    def _wall(self) -> dict[str, Any]:
        """Every place of the wall."""
        plan, out = self.plan, self._out()
        number, dead, indicators = len(plan["tiles"]), plan["dead"], self.dora or []
        replaced = self.kongs + sum(len(facts["aside"]) for facts in self.seats)
        replaced = min(replaced, len(out))
        taken: list[int] = []
        front, back, replacements = len(out), number, 0
        if plan["kong_draw"] == "dead":
            replacements = min(replaced, plan["dead_draws"])
            front, back = len(out) - replacements, number - dead - replacements
            gone = [*range(front), *range(number - replacements, number)]
        elif plan["kong_draw"] == "back":
            front, back = len(out) - replaced, number - replaced
            gone = [*range(front), *range(back, number)]
        elif plan["kong_draw"] == "die":
            # the upper tiles of the last stacks first
            ends = [place for stack in range(number // 2 - 1, -1, -1) for place in (2 * stack, 2 * stack + 1)]
            front, taken = len(out) - replaced, ends[:replaced]
            gone = [*range(front), *taken]
        else:
            gone = [*range(front)]
        if front > back:
            raise HandError(f"{len(out)} tiles have left the wall: expected fewer")
        known = dict(zip(gone, out, strict=True))
        if self.indicator != NOTHING:
            at = max(place for place in range(front, number) if place not in known)
            known[at] = self.indicator
            taken.append(at)
        known.update({number - 1 - plan["dead_draws"] - 2 * i: tile for i, tile in enumerate(indicators)})
        free = [place for place in range(number) if place not in known]
        known.update(zip(free, self.draws + self._unseen(), strict=True))
        return {"wall": bytes(known[place] for place in range(number)), "front": front, "back": back, "taken": taken,
                "left": number - len(gone) - (self.indicator != NOTHING), "replacements": replacements,
                "dora_shown": len(indicators)}


def _in_order(text: str) -> list[Tile]:
    from mjcore.hand.text import parse_tiles

    return list(parse_tiles(text))
