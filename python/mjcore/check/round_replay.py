"""A whole riichi round on a table, driven by what a line says happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NoReturn

from mjcore.check import riichi_wins
from mjcore.check.fields import shown
from mjcore.check.report import Difference
from mjcore.check.round_lines import BYTES, CALLS, KIND, LIVE, RED_BIT, STICK, Happening, Round
from mjcore.check.values import compare, same

if TYPE_CHECKING:
    from mjcore.game.tables import Table

NORTH = 30
TEXTS = {byte: name for name, byte in BYTES.items()}
# numbers of actions
KONG_OF, PASS, WIN, READY, ABORT, EXTRACT, HELD, RED, CHOW, CHOW_RED, PUNG, PUNG_RED, KONG = (
    64, 128, 129, 130, 131, 132, 133, 134, 137, 140, 143, 144, 145)
ANSWERS = {PASS, WIN}
DISCARDS = {*range(KONG_OF), HELD, RED, RED + 1, RED + 2}
KONGS = set(range(KONG_OF, PASS))
MOST_KONGS = 4
# the same in the words of a table's log, and its kinds of kongs and draws
NAMES = {"draw": "draw", "discard": "discard", "ready": "riichi", "ready_paid": "riichi_accepted", "chow": "chi",
         "pung": "pon", "extract": "nuki", "dora": "dora", "win": "win"}
KONG_NAMES = {3: "daiminkan", 4: "kakan", 5: "ankan"}
FROM_DEAD_WALL = (2, 4)
REASONS = {"win": None, "exhaustive": "exhaustive", "nagashi": "nagashi_mangan", "nine_kinds": "kyuushu_kyuuhai",
           "four_winds": "suufon_renda", "four_riichi": "suucha_riichi", "four_kongs": "suukaikan",
           "three_rons": "sanchahou"}
SILENT = ("draw", "dora", "riichi_accepted")  # nobody decides on them


def differing(stated: Mapping[str, object], answers: Mapping[str, object]) -> list[Difference]:
    return [Difference(name, shown(value), shown(answers[name]))
            for name, value in stated.items() if not same(value, answers[name])]


def placed(where: str, differences: Iterable[Difference]) -> list[Difference]:
    return [Difference(f"{where}.{found.field}", found.expected, found.got) for found in differences]


class _Differs(Exception):
    """The table and the line part here."""


class Replay:
    """One round on a table. Hands are kept here too, from the line alone, for what the rules force."""

    def __init__(self, found: Round, wall: bytes) -> None:
        from mjcore.game.tables import Table

        state = found.state
        self.found, self.events = found, found.events
        self.table = Table(found.rules, wall=wall, dealer=state.dealer, round_wind=state.round_wind,
                           honba=state.honba, sticks=state.deposits, scores=state.scores)
        self.seats = range(state.players)
        self.hands = [list(hand) for hand in found.hands]
        self.melds = [0] * state.players
        self.open = [False] * state.players
        self.riichi = [False] * state.players
        self.thrown = [0] * state.players  # kinds, a mask
        self.live = LIVE[state.players]
        self.kongs = 0
        self.drawn: int | None = None
        self.banned: set[int] = set()  # kinds, after a call
        self.declaring = False
        self.discards = 0
        self.next = 0  # of the events

    def run(self) -> list[Difference]:
        try:
            while not self.table.done:
                if self.table.phase in ("claim", "rob"):
                    self._claims()
                else:
                    self._own_turn()
            self._over()
        except _Differs as differs:
            # what the table told on the way comes first, if that is where they part
            return self._course() or [differs.args[0]]
        return self._course() + self._result()

    def _differ(self, event: Happening | None, got: str) -> NoReturn:
        if event is None:
            raise _Differs(Difference("events", "the end", got))
        raise _Differs(Difference(f"events[{event.place}]", shown(self.found.raw[event.place]), got))

    def _peek(self, n: int) -> Happening | None:
        return self.events[n] if n < len(self.events) else None

    def _legal(self, seat: int, event: Happening | None, forced: set[int] | None = None) -> set[int]:
        legal = set(self.table.legal_actions(seat))
        if forced is not None and legal != forced:
            self._differ(event, f"seat {seat} may {_texts(legal)}; by the rules {_texts(forced)}")
        return legal

    def _step(self, action: int, seat: int, legal: set[int], event: Happening | None) -> None:
        if action not in legal:
            self._differ(event, f"seat {seat} may {_texts(legal)}")
        self.table.step(action, seat)

    # the seat whose turn it is

    def _own_turn(self) -> None:
        seat = self.table.seat
        assert seat is not None
        while (event := self._peek(self.next)) is not None and event.name in SILENT:
            if event.name == "draw":
                if event.seat != seat:
                    self._differ(event, f"it is the turn of seat {seat}")
                self.drawn = event.tile
                self.hands[event.seat].append(event.tile)
                self.live -= 1
            self.next += 1
        if event is None or (event.seat != seat and event.name not in ("win", "ryuukyoku")):
            self._differ(event, f"it is the turn of seat {seat}")
        drawn = self.table.drawn
        if (None if drawn is None else drawn.code) != self.drawn:
            self._differ(event, f"seat {seat} drew {drawn or 'nothing'}, not {_tile(self.drawn)}")
        legal = self._legal(seat, event, self._forced(seat))
        if not self.riichi[seat] and not self.declaring:
            self._check_free(seat, legal, event)
        self.next += 1
        self._step(self._action(seat, event), seat, legal, event)
        self._follow(seat, event)

    def _forced(self, seat: int) -> set[int] | None:
        """All that the seat may do, where the rules leave no more than discards; else None."""
        hand, drawn = self.hands[seat], self.drawn
        if self.declaring:
            return _discards([tile for tile in hand if self._waits(seat, tile)], drawn)
        if drawn is None:
            return _discards([tile for tile in hand if tile & KIND not in self.banned], None)
        if not self.riichi[seat]:
            return None
        kind = drawn & KIND
        forced = {_discard(drawn)}
        waits = self._waits(seat, drawn)
        if waits >> kind & 1:
            forced.add(WIN)
        if self.live:
            if kind == NORTH and self.found.rules.values["nuki"]:
                forced.add(EXTRACT)
            rest = [tile for tile in hand if tile & KIND != kind]
            if self.kongs < MOST_KONGS and len(hand) == len(rest) + 4 and waits == self._waits_of(
                    rest, self.melds[seat] + 1):
                forced.add(KONG_OF + kind)
        return forced

    def _check_free(self, seat: int, legal: set[int], event: Happening) -> None:
        """What is certain of a turn that leaves more to choose."""
        if self.drawn is None:
            return
        discards = _discards(self.hands[seat], self.drawn)
        if legal & DISCARDS != discards:
            self._differ(event, f"seat {seat} may {_texts(legal & DISCARDS)}; it holds {_texts(discards)}")
        never: set[int] = set()
        if not self.live:
            never |= {*KONGS, EXTRACT}
        if self.kongs == MOST_KONGS:
            never |= KONGS
        if self.open[seat] or self.live < len(self.seats) or self.found.state.scores[seat] < STICK:
            never.add(READY)
        if self.discards >= len(self.seats):
            never.add(ABORT)
        if legal & never:
            self._differ(event, f"seat {seat} may {_texts(legal & never)}, which is not allowed now")

    def _action(self, seat: int, event: Happening) -> int:
        name = event.name
        if name == "discard":
            held = not event.flag and event.tile == self.drawn
            return HELD if held and event.tile < RED_BIT else _discard(event.tile)
        if name in ("ankan", "kakan"):
            return KONG_OF + ((event.own[0] if name == "ankan" else event.tile) & KIND)
        if name == "win" and self.found.wins[event.other]["winner"] == seat:
            return WIN
        if name == "ryuukyoku" and event.end == "kyuushu_kyuuhai":
            return ABORT
        if name not in ("riichi", "nuki"):
            self._differ(event, f"it is the turn of seat {seat}")
        return READY if name == "riichi" else EXTRACT

    def _follow(self, seat: int, event: Happening) -> None:
        """Keeps what the line says that the seat did in its turn."""
        name = event.name
        if name == "discard":
            self._lay_down(event, (event.tile,))
            self.thrown[seat] |= 1 << (event.tile & KIND)
            self.discards += 1
            self.riichi[seat] |= self.declaring
            self.declaring, self.drawn, self.banned = False, None, set()
        elif name == "riichi":
            self.declaring = True
        elif name in ("ankan", "kakan", "nuki"):
            self._lay_down(event, event.own or (event.tile,))
            self.kongs += name != "nuki"
            self.melds[seat] += name == "ankan"
            self.drawn = None

    def _lay_down(self, event: Happening, tiles: Iterable[int]) -> None:
        for tile in tiles:
            if tile not in self.hands[event.seat]:
                self._differ(event, f"seat {event.seat} does not hold {_tile(tile)}")
            self.hands[event.seat].remove(tile)

    # the others

    def _claims(self) -> None:
        """All who are asked about a tile answer."""
        n = self.next
        while (event := self._peek(n)) is not None and event.name in ("dora", "riichi_accepted"):
            n += 1
        answers: dict[int, int] = {}
        after = self.next
        if event is not None and event.name in CALLS:
            answers[event.seat] = _call(event)
            after = n + 1
        while (win := self._peek(n)) is not None and win.name == "win":
            n = after = n + 1
            answers[self.found.wins[win.other]["winner"]] = WIN
        three = event is not None and event.name == "ryuukyoku" and event.end == "sanchahou"
        while not self.table.done and self.table.phase in ("claim", "rob"):
            seat = self.table.seat
            assert seat is not None
            forced = self.riichi[seat] or not self.live or self.table.phase == "rob"
            legal = self._legal(seat, event, ANSWERS if forced else None)
            if WIN in legal and self._waits_of(self.hands[seat], self.melds[seat]) & self.thrown[seat]:
                self._differ(event, f"seat {seat} may win, but threw a tile it waits for")
            action = answers.pop(seat, WIN if three and WIN in legal else PASS)
            self._step(action, seat, legal, event)
        if answers:
            self._differ(event, f"seat {min(answers)} is not asked")
        self.next = after
        if event is not None and event.name in CALLS:
            self._called(event)

    def _called(self, event: Happening) -> None:
        seat, kind = event.seat, event.tile & KIND
        self._lay_down(event, event.own)
        self.melds[seat] += 1
        self.open[seat] = True
        if event.name == "daiminkan":
            self.kongs += 1
            return
        self.banned = {kind}
        kinds = sorted([kind, *(tile & KIND for tile in event.own)])
        if event.name == "chi" and kind == kinds[0] and kind % 9 < 6:
            self.banned.add(kind + 3)
        if event.name == "chi" and kind == kinds[2] and kind % 9 > 2:
            self.banned.add(kind - 3)

    def _waits(self, seat: int, without: int) -> int:
        """What the hand waits for after this discard, a mask."""
        rest = list(self.hands[seat])
        rest.remove(without)
        return self._waits_of(rest, self.melds[seat])

    def _waits_of(self, tiles: list[int], melds: int) -> int:
        counts = [0] * 34
        for tile in tiles:
            counts[tile & KIND] += 1
        return self.found.rules.engine.waits_mask(counts, melds=melds)

    # the end

    def _over(self) -> None:
        """No event may be left but a deposit and the one that names the draw."""
        while (event := self._peek(self.next)) is not None and event.name in ("dora", "riichi_accepted"):
            self.next += 1
        if event is not None and event.name != "ryuukyoku":
            self._differ(event, f"the hand is over: {self._reason()}")

    def _reason(self) -> str:
        return self.table.result.reason if self.table.result else ""

    def _course(self) -> list[Difference]:
        """The first event that the table tells otherwise than the line."""
        ours = course_of(self.table)
        theirs: list[tuple[tuple[object, ...], int]] = [(("dora", _tile(self.found.dora)), -1)]
        # the first draw is the last tile of the deal
        for event in self.events[1:]:
            if event.name != "ryuukyoku":
                theirs.append((self._told(event), event.place))
        for (told, place), mine in zip(theirs, ours, strict=False):
            if told != mine:
                name = f"events[{place}]" if place >= 0 else "dora0"
                return [Difference(name, shown(told), shown(mine))]
        if self.table.done and len(ours) != len(theirs):
            return [Difference("events", f"{len(theirs)} of them", len(ours))]
        return []

    def _told(self, event: Happening) -> tuple[object, ...]:
        """An event in the words of `course_of`."""
        name = event.name
        if name == "win":
            win = self.found.wins[event.other]
            return ("win", win["winner"], win["loser"])
        if name == "dora":
            return ("dora", _tile(event.tile))
        if name in ("riichi", "riichi_accepted"):
            return (name, event.seat)
        if name == "ankan":
            return (name, event.seat, _tile(event.own[0] & KIND))
        if name in CALLS:
            return (name, event.seat, event.other, _tile(event.tile))
        told: tuple[object, ...] = (name, event.seat, _tile(event.tile))
        return (*told, event.flag) if name in ("discard", "draw") else told

    def _result(self) -> list[Difference]:
        """How the table ended the hand, and what it paid."""
        found, result = self.found, self.table.result
        assert result is not None
        kind = found.draw["type"] if found.draw else None
        stated: dict[str, object] = {"draw.type": kind}
        answers: dict[str, object] = {"draw.type": REASONS[result.reason]}
        if stated != answers:
            return [Difference("draw.type", kind, result.reason)]
        if found.draw and kind in ("exhaustive", "nagashi_mangan"):
            stated["draw.shown"], answers["draw.shown"] = found.draw["shown"], list(result.ready)
        for place, win in enumerate(found.wins):
            paid = result.wins[place]
            name = f"wins[{place}]"
            stated |= {f"{name}.winner": win["winner"], f"{name}.loser": win["loser"], f"{name}.deltas": win["deltas"]}
            answers |= {f"{name}.winner": paid.seat, f"{name}.loser": paid.loser,
                        f"{name}.deltas": list(paid.ledger.totals(found.state.players))}
        stated["scores_after"], answers["scores_after"] = found.after, list(self.table.scores)
        differences = differing(stated, answers)
        for place, win in enumerate(found.wins):
            score = result.wins[place].score
            expected = {name: value for name, value in win["expected"].items() if name != "fu" or not score.yakuman}
            differences += placed(f"wins[{place}] on the table",
                                   compare(expected, riichi_wins._answers(score), "a win") if expected else [])
        return differences


def course_of(table: Table) -> list[tuple[object, ...]]:
    """What the table tells, in the words of the lines."""
    found: list[tuple[object, ...]] = []
    for event in table.log or ():
        name, seat, tile = NAMES.get(event.what), event.seat, str(event.tile)
        if event.what == "kong":
            name = KONG_NAMES[event.how]
        if name is None or (name == "draw" and not event.how):
            continue
        if name == "dora":
            found.append((name, tile))
        elif name in ("riichi", "riichi_accepted"):
            found.append((name, seat))
        elif name == "win":
            found.append((name, seat, event.other))
        elif name in CALLS:
            found.append((name, seat, event.other, tile))
        elif name == "draw":
            found.append((name, seat, tile, event.how in FROM_DEAD_WALL))
        elif name == "discard":
            found.append((name, seat, tile, bool(event.how)))
        else:
            found.append((name, seat, tile))
    return found


def _tile(tile: int | None) -> str:
    return "nothing" if tile is None else TEXTS.get(tile, str(tile))


def _discard(tile: int) -> int:
    """The action that throws a tile."""
    return RED + (tile & KIND) // 9 if tile >= RED_BIT else tile


def _discards(tiles: list[int], drawn: int | None) -> set[int]:
    found = set(map(_discard, tiles))
    if drawn is not None and tiles.count(drawn) > 1:
        found.add(HELD)
    return found


def _call(event: Happening) -> int:
    """The action of a chi, pon or daiminkan."""
    red = any(tile >= RED_BIT for tile in event.own)
    if event.name == "chi":
        return (CHOW_RED if red else CHOW) + sum(tile & KIND < event.tile & KIND for tile in event.own)
    if event.name == "pon":
        return PUNG_RED if red else PUNG
    return KONG


def _texts(actions: Iterable[int]) -> str:
    from mjcore.table.names import action_text

    return ", ".join(action_text(action) for action in sorted(actions)) or "nothing"
