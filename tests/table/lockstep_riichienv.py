"""mj.Table and `riichienv` 0.4.11 with the same wall, step by step: at every decision the same seats are asked, and
each may do the same.

`riichienv` takes its wall in the same order: dealt as ours, replacements from the very end, indicators before them. It
asks all claimants of a tile at once, and resolves their answers by itself.

Where the two differ by a dispute of the rules:

- Passing a win bars from wins on others' tiles until the own next draw; own calls do not lift that (riichi.md 10; EMA's
  did before 2016). `riichienv` lifts it when the seat calls. `lifted_by_call` finds just these wins; both go on as
  if they were not offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from itertools import zip_longest
from random import Random
from typing import Any

from mjcore import HandEngine, rules
from mjcore.check.round_replay import course_of
from mjcore.game.tables import Table

PASS, WIN, READY, ABORT, EXTRACT, HELD, RED, CHOW, CHOW_RED, PUNG, PUNG_RED, KONG = (
    128, 129, 130, 131, 132, 133, 134, 137, 140, 143, 144, 145)
KONG_OF = 64
PLATFORMS = ("tenhou", "mjsoul")
IDS = {4: list(range(136)), 3: [*range(4), *range(32, 136)]}
REDS = {16: 68, 52: 77, 88: 86}  # number of the tile -> tile byte
WINDS = "ESW"


# events of mjai that expose a tile that may be won on
TAKEN = ("dahai", "kakan", "kita")
MJAI = {f"{rank}{suit}{red}": 9 * n + rank - 1
        for n, suit in enumerate("mps") for rank in range(1, 10) for red in ("", "r")}
MJAI |= {name: 27 + n for n, name in enumerate("ESWNPFC")}


# the same in our words, red fives told apart
TEXTS = {name: f"0{name[1]}" if name.endswith("r") else name if name[0].isdigit() else f"{MJAI[name] - 26}z"
         for name in MJAI}


def counts_of(kinds: Iterable[int]) -> list[int]:
    counts = [0] * 34
    for kind in kinds:
        counts[kind] += 1
    return counts


def tile_byte(number: int) -> int:
    """The tile byte of one of the 136 tiles."""
    return REDS.get(number, number // 4)


class Peer:
    """A hand of `riichienv` in the words of ours."""

    def __init__(self, players: int, wall: list[int], dealer: int, round_wind: int, scores: list[int], honba: int,
                 sticks: int, platform: str) -> None:
        package = import_module("riichienv")
        self.types = package.ActionType
        rule = getattr(package.GameRule, f"default_{platform}")()
        rule.dealer_first_discard_is_tedashi = False  # a way to write logs
        self.env = package.RiichiEnv(game_mode=f"{players}p-red-single", rule=rule, skip_mjai_logging=False)
        self.asked: dict[int, dict[int, Any]] = {}
        self.take(self.env.reset(oya=dealer, wall=wall, round_wind=round_wind, scores=scores, honba=honba,
                                 kyotaku=sticks))

    def take(self, observations: dict[int, Any]) -> None:
        """Who is asked, and by our number of an action the action."""
        drawn = self.env.drawn_tile
        self.asked = {
            seat: {self.number(action, drawn): action for action in found.legal_actions()}
            for seat, found in sorted(observations.items())  # theirs come in no order
        } if not self.env.done() else {}

    def number(self, action: Any, drawn: int | None) -> int:
        type_, tile, used = action.action_type, action.tile, action.consume_tiles
        simple = {self.types.PASS: PASS, self.types.RON: WIN, self.types.TSUMO: WIN, self.types.RIICHI: READY,
                  self.types.KYUSHU_KYUHAI: ABORT, self.types.KITA: EXTRACT, self.types.DAIMINKAN: KONG}
        if type_ in simple:
            return simple[type_]
        kind = tile // 4
        red = any(number in REDS for number in used)
        if type_ == self.types.DISCARD:
            if tile in REDS:
                return RED + kind // 9
            return HELD if drawn not in (None, tile) and tile_byte(drawn) == kind else kind
        if type_ == self.types.CHI:
            return (CHOW_RED if red else CHOW) + sum(number // 4 < kind for number in used)
        if type_ == self.types.PON:
            return PUNG_RED if red else PUNG
        assert type_ in (self.types.ANKAN, self.types.KAKAN), action
        return KONG_OF + kind

    def legal(self) -> dict[int, set[int]]:
        return {seat: set(actions) for seat, actions in self.asked.items()}

    def step(self, answers: dict[int, int]) -> None:
        self.take(self.env.step({seat: self.asked[seat][number] for seat, number in answers.items()}))

    @property
    def done(self) -> bool:
        return bool(self.env.done())

    def lifted_by_call(self, seat: int, engine: HandEngine) -> bool:
        """Since its last draw the seat let pass what it waited for, and then called."""
        hand = [number // 4 for number in self.env.hands[seat]]
        melds = len(self.env.melds[seat])
        called = False
        events = self.env.mjai_log
        # the hand at each moment before; the tile that is offered now is the last event but for deposits
        last = max(n for n, event in enumerate(events) if event["type"] in TAKEN)
        for event in reversed(events[:last]):
            own = event.get("actor") == seat
            if own and event["type"] == "dahai":
                hand.append(MJAI[event["pai"]])
            elif own and event["type"] in ("chi", "pon"):
                hand += [MJAI[tile] for tile in event["consumed"]]
                melds -= 1
                called = True
            elif own:
                return False
            elif called and event["type"] in TAKEN:
                tile = MJAI[event.get("pai", "N")]
                if len(hand) % 3 == 1 and engine.waits_mask(counts_of(hand), melds=melds) >> tile & 1:
                    return True
        return False

    def course(self) -> list[tuple[object, ...]]:
        """All that happened after the deal, in the words of `course_of`."""
        found: list[tuple[object, ...]] = []
        names = {"tsumo": "draw", "dahai": "discard", "reach": "riichi", "reach_accepted": "riichi_accepted",
                 "kita": "nuki", "hora": "win"}
        last = "start"
        for event in self.env.mjai_log:
            type_ = event["type"]
            name, seat = names.get(type_, type_), event.get("actor")
            tile = TEXTS.get(event.get("pai", "N"))
            if name in ("start_kyoku", "dora"):
                found.append(("dora", TEXTS[event["dora_marker"]]))
                continue
            if name == "draw" and last != "start":
                found.append((name, seat, tile, last in ("daiminkan", "ankan", "kakan", "kita")))
            elif name == "discard":
                found.append((name, seat, tile, event["tsumogiri"]))
            elif name in ("riichi", "riichi_accepted"):
                found.append((name, seat))
            elif name in ("chi", "pon", "daiminkan"):
                found.append((name, seat, event["target"], tile))
            elif name == "ankan":
                found.append((name, seat, TEXTS[event["consumed"][0][:2]]))
            elif name in ("kakan", "nuki"):
                found.append((name, seat, tile))
            elif name == "win":
                found.append((name, seat, None if event["target"] == seat else event["target"]))
            last = "start" if type_.startswith("start") else type_
        return found

    def told(self) -> Counter[str]:
        """What happened in the hand, counted."""
        counted: Counter[str] = Counter()
        events = self.env.mjai_log
        declared = {event["actor"] for event in events if event["type"] == "reach"}
        wins = [event for event in events if event["type"] == "hora"]
        before = {"dahai": "ron", "kakan": "ron on an added kan", "kita": "ron on a north"}
        tiles = [event["type"] for event in events if event["type"] in before]
        for win in wins:
            kind = "tsumo" if win["actor"] == win["target"] else before[tiles[-1]]
            counted[kind] += 1
            counted["wins in riichi"] += win["actor"] in declared
        counted["wins of two"] += len(wins) == 2
        for event in events:
            if event["type"] in ("reach", "chi", "pon", "daiminkan", "ankan", "kakan", "kita"):
                counted[event["type"]] += 1
            elif event["type"] == "ryukyoku":
                counted[event["reason"]] += 1
        return counted


class Policy:
    """Random legal actions; most hands go for tenpai, and closed ones for riichi."""

    def __init__(self, engine: HandEngine, rng: Random) -> None:
        self.rng, self.engine = rng, engine
        self.aims = rng.random() < 0.6
        # how often a claim that can be made is made, a win taken: who lets wins pass is soon in furiten
        self.claims = rng.choice((0.0, 0.1, 0.5))
        self.wins = rng.choice((0.95, 0.95, 0.3))

    def choose(self, legal: set[int], hand: list[int], melds: int) -> int:
        """One of the actions of a seat, which has these tiles."""
        rng = self.rng
        often = ((WIN, self.wins), (READY, 0.9), (ABORT, 0.3), (EXTRACT, 0.8), (KONG, 0.5))
        for action, chance in often:
            if action in legal and rng.random() < chance:
                return action
        if PASS in legal:
            calls = sorted(legal - {PASS, WIN, KONG})
            return rng.choice(calls) if calls and rng.random() < (self.claims if self.aims else 0.5) else PASS
        kongs = [action for action in sorted(legal) if KONG_OF <= action < PASS]
        if kongs and rng.random() < 0.6:
            return rng.choice(kongs)
        discards = sorted(legal - {WIN, READY, ABORT, EXTRACT, *kongs})
        if not self.aims or len(discards) == 1 or rng.random() < 0.05:
            return rng.choice(discards)
        counts = counts_of(number // 4 for number in hand)
        for best in self.engine.discards(counts, melds=melds):
            kind = best.tile.kind
            fitting = [action for action in discards if action == kind]
            if kind < 27 and kind % 9 == 4:
                fitting += [action for action in discards if action == RED + kind // 9]
            if fitting:
                return rng.choice(fitting)
        return rng.choice(discards)


class Differs(AssertionError):
    """The two do not agree; the text has all that it needs to be seen again."""


def play(players: int, seed: int, platform: str = "tenhou", courses: bool = False) -> Counter[str]:
    """One hand on both by the rules of a platform; what happened in it.

    `Differs` where they part; with `courses` also where they tell the events in another order.
    """
    rng = Random(f"lockstep {players} {seed}")
    wall = list(IDS[players])
    rng.shuffle(wall)
    dealer, wind, honba, sticks = rng.randrange(players), rng.randrange(2), rng.randrange(4), rng.randrange(3)
    # some have too little for riichi
    scores = [rng.choice((25000, 25000, 8000, 1900, 1000, 900)) for _ in range(players)]
    rule_set = rules.get(f"riichi/{platform}{'3' if players == 3 else ''}")
    policy = Policy(rule_set.engine, rng)
    peer = Peer(players, wall, dealer, wind, scores, honba, sticks, platform)
    table = Table(rule_set, wall=bytes(map(tile_byte, wall)), dealer=dealer, round_wind=WINDS[wind],
                  honba=honba, sticks=sticks, scores=scores)
    in_turn = rng.random() < 0.5  # or in any order
    counted: Counter[str] = Counter()
    taken: list[dict[int, int]] = []
    while not peer.done:
        theirs = peer.legal()
        ours = {seat: set(table.legal_actions(seat)) for seat in table.pending}
        disputed = [seat for seat, legal in theirs.items() if {WIN, PASS} <= legal and WIN not in ours.get(seat, ())
                    and peer.lifted_by_call(seat, policy.engine)]
        silent = {}
        for seat in disputed:
            counted["disputed wins"] += 1
            theirs[seat].remove(WIN)
            if theirs[seat] == {PASS}:
                silent[seat] = PASS
                del theirs[seat]
        if silent and not theirs:
            peer.step(silent)  # ours asked nobody, and is ahead
            continue
        if ours != theirs:
            raise Differs(_parting(players, seed, taken, ours, theirs))
        answers = {
            seat: policy.choose(legal, peer.env.hands[seat], len(peer.env.melds[seat]))
            for seat, legal in theirs.items()
        }
        counted["decisions"] += len(answers)
        counted["wins passed"] += sum(WIN in theirs[seat] and action != WIN for seat, action in answers.items())
        left = dict(answers)
        while left:
            seat = table.seat if in_turn else rng.choice(sorted(left))
            action = left.pop(seat, None)
            # answers that nothing depends on any more are not taken
            if action is None:
                break
            if in_turn:
                table.step(action)
            elif seat in table.pending:
                table.step(action, seat)
        taken.append(answers)
        peer.step(answers | silent)
    if not table.done:
        raise Differs(f"{players} players, seed {seed}: over for riichienv only, mjcore asks "
                      f"{ {seat: table.legal_actions(seat) for seat in table.pending} }\nactions: {taken}")
    if list(table.scores) != list(peer.env.scores()):
        raise Differs(f"{players} players, seed {seed}: {table.scores}, not {peer.env.scores()}\nactions: {taken}")
    if courses:
        for place, (mine, theirs_) in enumerate(zip_longest(course_of(table), peer.course())):
            if mine != theirs_:
                raise Differs(f"{players} players, seed {seed}, event {place}: {mine}, not {theirs_}")
    return counted + peer.told()


def _parting(players: int, seed: int, taken: list[dict[int, int]], ours: dict[int, set[int]],
             theirs: dict[int, set[int]]) -> str:
    lines = [f"{players} players, seed {seed}, decision {len(taken)}"]
    for seat in sorted({*ours, *theirs}):
        mine, other = ours.get(seat, set()), theirs.get(seat, set())
        if mine != other:
            lines.append(f"seat {seat}: only mjcore {sorted(mine - other)}, only riichienv {sorted(other - mine)}")
    return "\n".join([*lines, f"actions so far: {taken}"])
